// What is in a directory, and below it: nearest first, so that a bound costs the deepest.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <deque>
#include <utility>

#include "agent/tool_text.h"
#include "agent/workspace.h"

namespace acode::agent {

namespace {

// What tools put into a project, by the thousand.
constexpr std::array<std::string_view, 17> kBulky = {
    ".cache", ".git", ".gradle",     ".hg",    ".mypy_cache",  ".pytest_cache", ".svn",  ".tox",        ".venv",
    "build",  "dist", "__pycache__", "target", "node_modules", "venv",          ".next", ".ccls-cache",
};

bool is_bulky(std::string_view name) { return std::find(kBulky.begin(), kBulky.end(), name) != kBulky.end(); }

/// The names in a directory, one after the other.
class Names {
 public:
  /// A second descriptor: the one given can look up names, this one can list them.
  explicit Names(int directory) {
    Descriptor readable(::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!readable.open()) return;
    stream_ = ::fdopendir(readable.number());
    if (stream_ != nullptr) readable.release();
  }
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;
  ~Names() {
    if (stream_ != nullptr) ::closedir(stream_);
  }

  [[nodiscard]] bool readable() const { return stream_ != nullptr; }

  /// The next one, or null at the end.
  const char* next() {
    while (const struct dirent* entry = ::readdir(stream_)) {
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") return entry->d_name;
    }
    return nullptr;
  }

 private:
  DIR* stream_ = nullptr;
};

/// What stands under a name; nothing if it has just gone.
std::optional<Entry> entry_of(const Descriptor& directory, const std::string& above, const char* name) {
  struct stat status {};
  if (::fstatat(directory.number(), name, &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  Entry entry;
  entry.path = above == "." ? std::string(name) : above + "/" + name;
  entry.kind = S_ISREG(status.st_mode)   ? Entry::Kind::kFile
               : S_ISDIR(status.st_mode) ? Entry::Kind::kDirectory
               : S_ISLNK(status.st_mode) ? Entry::Kind::kLink
                                         : Entry::Kind::kOther;
  if (entry.kind == Entry::Kind::kFile) entry.size = static_cast<std::uint64_t>(status.st_size);
  return entry;
}

/// A listing that grows, and the directories that are still to be listed.
struct Growing {
  const ListOptions& options;
  Listing listing{};
  std::deque<std::string> waiting{};

  /// False if there is no room for more.
  bool take(Entry entry, std::string_view name) {
    listing.whole = listing.entries.size() < options.max_entries;
    if (!listing.whole) return false;
    if (options.recursive && entry.kind == Entry::Kind::kDirectory) {
      if (is_bulky(name)) {
        listing.not_entered.push_back(entry.path);
      } else {
        waiting.push_back(entry.path);
      }
    }
    listing.entries.push_back(std::move(entry));
    return true;
  }
};

}  // namespace

OrRefusal<Listing> Workspace::list(std::string_view path, const ListOptions& options) const {
  Growing all{options};
  // Opened by their paths from the top, one at a time: however deep it goes, few descriptors are in use.
  all.waiting.emplace_back(path);
  for (bool top = true; !all.waiting.empty() && all.listing.whole; top = false) {
    const std::string named = std::move(all.waiting.front());
    all.waiting.pop_front();
    OrRefusal<Descriptor> opened = open_directory(named);
    if (top && std::holds_alternative<Refusal>(opened)) return std::move(*std::get_if<Refusal>(&opened));
    const auto* directory = std::get_if<Descriptor>(&opened);
    Names names(directory != nullptr ? directory->number() : -1);
    if (!names.readable()) {
      if (top) return refuse(path, errno);
      all.listing.not_entered.push_back(named);
      continue;
    }
    const std::string above = detail::relative_path(*root_, named).value_or(".");
    if (top) all.listing.directory = above;
    for (const char* name = names.next(); name != nullptr; name = names.next()) {
      std::optional<Entry> entry = entry_of(*directory, above, name);
      if (entry && !all.take(*std::move(entry), name)) break;
    }
  }
  Listing& listing = all.listing;
  std::sort(listing.entries.begin(), listing.entries.end(),
            [](const Entry& a, const Entry& b) { return a.path < b.path; });
  std::sort(listing.not_entered.begin(), listing.not_entered.end());
  return std::move(listing);
}

}  // namespace acode::agent
