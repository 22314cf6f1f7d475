// Following paths: by openat2() where the kernel can be told to stay beneath a directory, otherwise name by name.
#include "agent/workspace_resolve.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <utility>

#if defined(SYS_openat2) && __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#define ACODE_HAS_OPENAT2 1
#endif

namespace acode::agent::detail {

namespace {

// As many as Linux follows in one path.
constexpr int kMaxLinks = 40;

// By hand every directory on the way stays open, for the way back.
constexpr std::size_t kMaxDepth = 200;

/// What a link says; nothing, with errno set, if there is no link of this name.
std::optional<std::string> read_link(int directory, const std::string& name) {
  std::array<char, PATH_MAX> target{};
  const ssize_t length = ::readlinkat(directory, name.c_str(), target.data(), target.size());
  if (length < 0) return std::nullopt;
  return std::string(target.data(), static_cast<std::size_t>(length));
}

/// Goes down a path name by name. Links are read and their parts walked in turn; ".." goes back to the directory that we
/// came from, which is still open, and so can never lead above the top.
class Walk {
 public:
  explicit Walk(const Root& root) : root_(root) {}

  OpenedDirectory to(std::string_view path) {
    add(path);
    while (!pending_.empty()) {
      const std::string name = std::move(pending_.back());
      pending_.pop_back();
      if (const int error = step(name); error != 0) return {Descriptor(), error};
    }
    Descriptor here(::openat(this->here(), ".", kLookup));
    const int error = here.open() ? 0 : errno;
    return {std::move(here), error};
  }

 private:
  [[nodiscard]] int here() const { return trail_.empty() ? root_.directory.number() : trail_.back().number(); }

  /// Puts the parts of a path before what is still to be walked.
  void add(std::string_view path) {
    const std::vector<std::string_view> parts = path_parts(path);
    pending_.insert(pending_.end(), parts.rbegin(), parts.rend());
  }

  int step(const std::string& name) {
    if (name == "..") return back();
    Descriptor next(::openat(here(), name.c_str(), kLookup | O_NOFOLLOW));
    if (!next.open()) return errno == ENOTDIR || errno == ELOOP ? follow(name) : errno;
    if (trail_.size() == kMaxDepth) return ENAMETOOLONG;
    trail_.push_back(std::move(next));
    return 0;
  }

  int back() {
    if (trail_.empty()) return EXDEV;
    trail_.pop_back();
    return 0;
  }

  int follow(const std::string& name) {
    const std::optional<std::string> target = read_link(here(), name);
    if (!target) return errno == EINVAL ? ENOTDIR : errno;
    if (++links_ > kMaxLinks) return ELOOP;
    const std::optional<std::string> inside = relative_path(root_, *target);
    if (!inside) return EXDEV;
    if (target->starts_with('/')) trail_.clear();
    add(*inside);
    return 0;
  }

  const Root& root_;
  std::vector<Descriptor> trail_;     // the directories from below the top to where we are
  std::vector<std::string> pending_;  // the last comes first
  int links_ = 0;
};

/// The kernel's answer. Not open if it found nothing, or cannot do this; errno says which.
Descriptor ask_kernel([[maybe_unused]] const Root& root, [[maybe_unused]] const std::string& path) {
#ifdef ACODE_HAS_OPENAT2
  struct open_how how {};
  how.flags = static_cast<unsigned>(kLookup);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  return Descriptor(static_cast<int>(::syscall(SYS_openat2, root.directory.number(), path.c_str(), &how, sizeof how)));
#else
  errno = ENOSYS;
  return Descriptor();
#endif
}

/// Whether the kernel's "no" is the last word. It also says no to links that are absolute and lead inside, when names are
/// changed while it looks, and when it does not know the call or a sandbox forbids it.
bool settled(int error) { return error == ENOENT || error == ENOTDIR || error == EACCES; }

}  // namespace

std::vector<std::string_view> path_parts(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('/'));
    if (!part.empty() && part != ".") parts.push_back(part);
    path.remove_prefix(std::min(part.size() + 1, path.size()));
  }
  return parts;
}

std::string join_parts(const std::vector<std::string_view>& parts) {
  std::string path;
  for (const std::string_view part : parts) {
    if (!path.empty()) path += '/';
    path += part;
  }
  return path.empty() ? "." : path;
}

std::optional<std::string> relative_path(const Root& root, std::string_view path) {
  const std::vector<std::string_view> parts = path_parts(path);
  if (!path.starts_with('/')) return join_parts(parts);
  for (const std::string& name : root.names) {
    const std::vector<std::string_view> top = path_parts(name);
    if (parts.size() < top.size() || !std::equal(top.begin(), top.end(), parts.begin())) continue;
    return join_parts({parts.begin() + static_cast<std::ptrdiff_t>(top.size()), parts.end()});
  }
  return std::nullopt;
}

OpenedDirectory open_directory(const Root& root, std::string_view path, Resolver resolver) {
  const std::optional<std::string> inside = relative_path(root, path);
  if (!inside) return {Descriptor(), EXDEV};
  if (resolver == Resolver::kKernel) {
    Descriptor found = ask_kernel(root, *inside);
    if (found.open()) return {std::move(found), 0};
    if (settled(errno)) return {Descriptor(), errno};
  }
  return Walk(root).to(*inside);
}

Located locate(const Root& root, std::string_view path, FinalLink final_link, Resolver resolver) {
  if (path.find('\0') != std::string_view::npos) return {Descriptor(), {}, EINVAL};
  if (path.size() >= PATH_MAX) return {Descriptor(), {}, ENAMETOOLONG};
  std::optional<std::string> inside = relative_path(root, path);
  for (int links = 0; inside && links <= kMaxLinks; ++links) {
    std::vector<std::string_view> parts = path_parts(*inside);
    const bool is_directory = parts.empty() || parts.back() == "..";
    const std::string name(is_directory ? "." : parts.back());
    if (!is_directory) parts.pop_back();
    const std::string above = join_parts(parts);
    OpenedDirectory opened = open_directory(root, above, resolver);
    if (opened.error != 0) return {Descriptor(), {}, opened.error};

    std::optional<std::string> target;
    if (final_link == FinalLink::kFollow && !is_directory) target = read_link(opened.directory.number(), name);
    if (!target) return {std::move(opened.directory), name, 0};
    inside = relative_path(root, target->starts_with('/') ? *target : above + "/" + *target);
  }
  return {Descriptor(), {}, inside ? ELOOP : EXDEV};
}

}  // namespace acode::agent::detail
