// Reading, writing, making and removing: each on a descriptor of the directory that the name stands in.
#include "agent/workspace.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "agent/tool_text.h"
#include "agent/workspace_passing_file.h"

namespace acode::agent {

namespace {

using detail::FinalLink;
using detail::kLookup;
using detail::Located;
using detail::Resolver;
using detail::Root;

constexpr std::string_view kGitDirectory = ".git";
constexpr int kReadFile = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

/// What stands under a name in an open directory, itself if it is a link. Nothing, with errno set, if there is nothing.
std::optional<struct stat> look(int directory, const std::string& name, int flags = AT_SYMLINK_NOFOLLOW) {
  struct stat status {};
  if (::fstatat(directory, name.c_str(), &status, flags) != 0) return std::nullopt;
  return status;
}

std::optional<struct stat> look(const Located& place) { return look(place.directory.number(), place.name); }

bool same(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

std::string reason(int error) {
  switch (error) {
    case ENOENT:
      return " does not exist; list_files shows what does";
    case EXDEV:
      return " lies outside the workspace; use a path inside it, relative to its top";
    case ENOTDIR:
      return " does not exist: a part of the path is a file, not a directory";
    case EISDIR:
      return " is a directory; list_files shows what is in it";
    case ELOOP:
      return " cannot be followed: its symbolic links go in circles, or are being changed";
    case EACCES:
    case EPERM:
      return " cannot be used: permission denied";
    case ENOTEMPTY:
    case EEXIST:
      return " is a directory that is not empty; remove what is in it first";
    case EINVAL:
      return " is no path: no file can have such a name";
    case ENAMETOOLONG:
      return " is too long or too deep for a path";
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return " cannot be written: there is no room for it (" + std::generic_category().message(error) + ")";
    default:
      return ": " + std::generic_category().message(error);
  }
}

/// Whether a directory is one of git's, or lies in one. What stands there decides which programs git runs, so a tool that
/// writes files must not write there. The way up is asked for by descriptors: names may have been links. If it does not
/// lead to the top, the directory has been moved away meanwhile.
OrRefusal<bool> in_git_directory(const Root& root, const Located& place, const Refusal& outside) {
  const std::optional<struct stat> top = look(root.directory.number(), ".");
  std::optional<struct stat> here = look(place.directory.number(), ".");
  int number = place.directory.number();
  Descriptor above;
  while (top && here && !same(*top, *here)) {
    above = Descriptor(::openat(number, "..", kLookup));
    number = above.number();
    const std::optional<struct stat> git = look(number, std::string(kGitDirectory), 0);
    if (git && same(*git, *here)) return true;
    const std::optional<struct stat> up = look(number, ".");
    if (up && same(*up, *here)) return outside;
    here = up;
  }
  if (!top || !here) return outside;
  return false;
}

bool is_git_name(std::string_view name) {
  return name.size() == kGitDirectory.size() && std::equal(name.begin(), name.end(), kGitDirectory.begin(),
                                                           [](char a, char b) { return (a | 0x20) == (b | 0x20); });
}

/// The path of the directory that a path's last name stands in.
std::string directory_of(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string_view::npos) return ".";
  return std::string(path.substr(0, std::max<std::size_t>(slash, 1)));
}

}  // namespace

OrRefusal<Workspace> Workspace::open(const std::string& directory, Resolver resolver) {
  const std::unique_ptr<char, void (*)(void*)> real(::realpath(directory.c_str(), nullptr), &std::free);
  auto root = std::make_shared<Root>();
  if (real) root->directory = Descriptor(::open(real.get(), kLookup | O_NOFOLLOW));
  if (!root->directory.open()) {
    const int error = errno;
    return Refusal{"no workspace at " + visible_path(directory) + ": " + std::generic_category().message(error), error};
  }
  root->names.emplace_back(real.get());
  if (directory.starts_with('/') && directory != root->names.front()) root->names.push_back(directory);
  return Workspace(std::move(root), resolver);
}

Refusal Workspace::refuse(std::string_view path, int error) const {
  const std::string where = error == EXDEV ? " (" + visible_path(root()) + ")" : "";
  return {visible_path(path) + reason(error) + where, error};
}

/// What can be said about a path before anyone looks.
std::optional<Refusal> Workspace::check(std::string_view path) const {
  if (path.empty()) return Refusal{"the path is empty; \".\" is the top of the workspace", EINVAL};
  if (path.find('\0') != std::string_view::npos) return refuse(path, EINVAL);
  if (path.size() >= PATH_MAX) return refuse(path, ENAMETOOLONG);
  return std::nullopt;
}

OrRefusal<Located> Workspace::place(std::string_view path, FinalLink final_link) const {
  if (std::optional<Refusal> refusal = check(path)) return *std::move(refusal);
  Located found = detail::locate(*root_, path, final_link, resolver_);
  if (found.error != 0) return refuse(path, found.error);
  return found;
}

OrRefusal<Located> Workspace::place_to_change(std::string_view path, FinalLink final_link) const {
  OrRefusal<Located> found = place(path, final_link);
  const auto* located = std::get_if<Located>(&found);
  if (located == nullptr) return found;
  const OrRefusal<bool> of_git = in_git_directory(*root_, *located, refuse(path, EXDEV));
  if (const auto* refusal = std::get_if<Refusal>(&of_git)) return *refusal;
  if (*std::get_if<bool>(&of_git) || is_git_name(located->name)) {
    return Refusal{visible_path(path) + " belongs to git and is not changed by hand; git_commit records changes"};
  }
  return found;
}

OrRefusal<OpenedFile> Workspace::open_file(std::string_view path) const {
  OrRefusal<Located> found = place(path, FinalLink::kFollow);
  if (auto* refusal = std::get_if<Refusal>(&found)) return std::move(*refusal);
  const Located& located = *std::get_if<Located>(&found);

  // Looked at before it is opened: opening a pipe wakes up whoever waits at its other end. And after: it may have changed.
  std::optional<struct stat> status = look(located);
  if (!status) return refuse(path, errno);
  Descriptor file;
  if (S_ISREG(status->st_mode)) {
    file = Descriptor(::openat(located.directory.number(), located.name.c_str(), kReadFile));
    if (!file.open() || ::fstat(file.number(), &*status) != 0) return refuse(path, errno);
  }
  if (S_ISDIR(status->st_mode)) return refuse(path, EISDIR);
  if (!S_ISREG(status->st_mode)) return Refusal{visible_path(path) + " is a pipe, a socket or a device, not a file"};
  return OpenedFile{std::move(file), static_cast<std::uint64_t>(status->st_size)};
}

OrRefusal<Descriptor> Workspace::open_directory(std::string_view path) const {
  if (std::optional<Refusal> refusal = check(path)) return *std::move(refusal);
  detail::OpenedDirectory opened = detail::open_directory(*root_, path, resolver_);
  if (opened.error == ENOTDIR) return Refusal{visible_path(path) + " is not a directory", ENOTDIR};
  if (opened.error != 0) return refuse(path, opened.error);
  return std::move(opened.directory);
}

OrRefusal<std::string> Workspace::read(std::string_view path, std::size_t max_bytes) const {
  OrRefusal<OpenedFile> opened = open_file(path);
  if (auto* refusal = std::get_if<Refusal>(&opened)) return std::move(*refusal);
  const Descriptor& file = std::get_if<OpenedFile>(&opened)->file;
  std::string text;
  std::array<char, 1U << 16U> chunk{};
  while (true) {
    const std::ptrdiff_t count = read_some(file, chunk.data(), chunk.size());
    if (count < 0) return refuse(path, errno);
    if (count == 0) return text;
    text.append(chunk.data(), static_cast<std::size_t>(count));
    if (text.size() > max_bytes) {
      return Refusal{visible_path(path) + " is larger than " + counted(max_bytes, "byte") + "; read a part of it"};
    }
  }
}

OrRefusal<Written> Workspace::write(std::string_view path, std::string_view text, const WriteOptions& options) const {
  if (options.create_directories) {
    OrRefusal<bool> made = make_directory(directory_of(path));
    if (auto* refusal = std::get_if<Refusal>(&made)) return std::move(*refusal);
  }
  OrRefusal<Located> found = place_to_change(path, FinalLink::kFollow);
  if (auto* refusal = std::get_if<Refusal>(&found)) {
    if (refusal->error != ENOENT) return std::move(*refusal);
    return Refusal{"the directory of " + visible_path(path) + " does not exist; create_directories: true makes it",
                   ENOENT};
  }
  const Located& located = *std::get_if<Located>(&found);
  const int directory = located.directory.number();

  const std::optional<struct stat> before = look(located);
  if (before && S_ISDIR(before->st_mode)) return Refusal{visible_path(path) + " is a directory, not a file"};
  if (before && !S_ISREG(before->st_mode)) return Refusal{visible_path(path) + " is not a plain file"};
  // A file that may not be written is not replaced either, though its directory might allow it.
  if (before && ::faccessat(directory, located.name.c_str(), W_OK, AT_EACCESS) != 0) return refuse(path, errno);
  if (const int error = detail::replace_file(directory, located.name, text, before ? &*before : nullptr); error != 0) {
    return refuse(path, error);
  }
  if (!before) return Written{};
  return Written{static_cast<std::uint64_t>(before->st_size)};
}

OrRefusal<bool> Workspace::make_directory(std::string_view path) const {
  if (std::optional<Refusal> refusal = check(path)) return *std::move(refusal);
  const std::optional<std::string> inside = detail::relative_path(*root_, path);
  if (!inside) return refuse(path, EXDEV);

  // What there is already may be reached by links and "..", what is new is made name by name below it.
  const std::vector<std::string_view> parts = detail::path_parts(*inside);
  std::size_t there = parts.size();
  Located place;
  while (true) {
    const std::string above = detail::join_parts({parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(there)});
    detail::OpenedDirectory opened = detail::open_directory(*root_, above, resolver_);
    place = {std::move(opened.directory), ".", opened.error};
    if (opened.error != ENOENT || there == 0) break;
    --there;
  }
  if (place.error == ENOTDIR) return Refusal{visible_path(path) + " cannot be made: a file is in the way"};
  if (place.error != 0) return refuse(path, place.error);
  if (there == parts.size()) return false;
  const OrRefusal<bool> of_git = in_git_directory(*root_, place, refuse(path, EXDEV));
  if (const auto* refusal = std::get_if<Refusal>(&of_git)) return *refusal;
  if (*std::get_if<bool>(&of_git)) return Refusal{visible_path(path) + " would lie in a directory of git"};

  for (; there < parts.size(); ++there) {
    const std::string name(parts[there]);
    if (name == "..")
      return Refusal{visible_path(path) + " cannot be made: \"..\" follows a directory that does not exist"};
    if (is_git_name(name)) return Refusal{visible_path(path) + " would be a directory of git"};
    if (::mkdirat(place.directory.number(), name.c_str(), 0777) != 0 && errno != EEXIST) return refuse(path, errno);
    Descriptor next(::openat(place.directory.number(), name.c_str(), kLookup | O_NOFOLLOW));
    if (!next.open()) return Refusal{visible_path(path) + " cannot be made: a file or a dangling link is in the way"};
    place.directory = std::move(next);
  }
  return true;
}

std::optional<Refusal> Workspace::remove(std::string_view path) const {
  OrRefusal<Located> found = place_to_change(path, FinalLink::kKeep);
  if (auto* refusal = std::get_if<Refusal>(&found)) return std::move(*refusal);
  const Located& located = *std::get_if<Located>(&found);
  if (located.name == ".") {
    return Refusal{visible_path(path) +
                   " is not removed: name a file or a directory below the top, without \"..\" at the end"};
  }
  const std::optional<struct stat> status = look(located);
  if (!status) return refuse(path, errno);
  const bool is_directory = S_ISDIR(status->st_mode);
  if (!is_directory && !S_ISREG(status->st_mode) && !S_ISLNK(status->st_mode)) {
    return Refusal{visible_path(path) + " is a pipe, a socket or a device, and is left alone"};
  }
  if (::unlinkat(located.directory.number(), located.name.c_str(), is_directory ? AT_REMOVEDIR : 0) != 0) {
    return refuse(path, errno);
  }
  return std::nullopt;
}

OrRefusal<std::string> Workspace::plain_path(std::string_view path) const {
  if (std::optional<Refusal> refusal = check(path)) return *std::move(refusal);
  const std::optional<std::string> inside = detail::relative_path(*root_, path);
  if (!inside) return refuse(path, EXDEV);
  std::vector<std::string_view> parts;
  for (const std::string_view part : detail::path_parts(*inside)) {
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return refuse(path, EXDEV);
    } else {
      parts.pop_back();
    }
  }
  return detail::join_parts(parts);
}

}  // namespace acode::agent
