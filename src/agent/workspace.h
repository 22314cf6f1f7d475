// A directory that nothing gets out of (SE-4): the files that tools may see and change.
//
//   auto opened = acode::agent::Workspace::open("/home/me/project");
//   if (auto* workspace = std::get_if<Workspace>(&opened)) {
//     workspace->read("src/main.cc", 65536);       // its text
//     workspace->read("../secrets", 65536);        // a Refusal: ../secrets lies outside the workspace …
//   }
//
// Not by "..", not by absolute paths, not by symbolic links, and not when another process changes links while we look:
// see docs/decisions/0013-the-workspace.md. Paths are relative to the top; absolute ones that lie inside are fine too.
// A Workspace is cheap to copy, and any number of threads may use one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "agent/workspace_descriptor.h"
#include "agent/workspace_resolve.h"

namespace acode::agent {

/// Why something cannot be done, in one sentence, with a way forward. The path in it is made safe to show.
struct Refusal {
  std::string message;
  int error = 0;  ///< the system's errno, if it was the system that refused
};

template <class T>
using OrRefusal = std::variant<T, Refusal>;

/// A plain file, open for reading.
struct OpenedFile {
  Descriptor file;
  std::uint64_t size = 0;
};

struct WriteOptions {
  /// Makes the directories on the way that are missing.
  bool create_directories = false;
};

/// What a write did.
struct Written {
  std::optional<std::uint64_t> replaced;  ///< the size of the file that was there before, if there was one
};

struct Entry {
  enum class Kind : std::uint8_t { kFile, kDirectory, kLink, kOther };
  std::string path;  ///< from the top of the workspace
  Kind kind = Kind::kFile;
  std::uint64_t size = 0;  ///< of a file
};

struct ListOptions {
  /// Also what is in the directories below. Links are never followed, and directories of tools (.git, node_modules,
  /// build …) are listed but not entered: they hold thousands of files that nobody wrote.
  bool recursive = false;
  /// How many entries are looked at.
  std::size_t max_entries = 10'000;
};

struct Listing {
  std::string directory;       ///< the one that was listed: what its entries' paths begin with; "." for the top
  std::vector<Entry> entries;  ///< sorted by path
  std::vector<std::string> not_entered;  ///< directories of tools, and those that may not be read
  bool whole = true;                     ///< false if there are more than max_entries; then the deepest are missing
};

class Workspace {
 public:
  /// Opens a directory. The resolver is for tests: how paths are followed where the kernel does not help.
  static OrRefusal<Workspace> open(const std::string& directory, detail::Resolver resolver = detail::Resolver::kKernel);

  /// Its absolute path, without links.
  [[nodiscard]] const std::string& root() const { return root_->names.front(); }

  /// A plain file. Pipes, sockets and devices are refused, and not waited for.
  [[nodiscard]] OrRefusal<OpenedFile> open_file(std::string_view path) const;

  /// A directory to look up names in, or to run a program in.
  [[nodiscard]] OrRefusal<Descriptor> open_directory(std::string_view path) const;

  /// The text of a file that has no more than `max_bytes`.
  [[nodiscard]] OrRefusal<std::string> read(std::string_view path, std::size_t max_bytes) const;

  /// Puts a text into a file, new or in place of the old one: at every moment the whole old or the whole new text stands
  /// there. Permissions are kept. A link stays, and the file that it means is replaced.
  OrRefusal<Written> write(std::string_view path, std::string_view text, const WriteOptions& options = {}) const;

  /// Makes a directory, and those on the way. False if it was there already.
  OrRefusal<bool> make_directory(std::string_view path) const;

  /// Removes a file, a link (not what it means) or an empty directory; never the top.
  std::optional<Refusal> remove(std::string_view path) const;

  /// What is in a directory.
  [[nodiscard]] OrRefusal<Listing> list(std::string_view path, const ListOptions& options = {}) const;

  /// A path from the top, for programs that do not follow links in it, as git: nothing in it leads out, word by word.
  [[nodiscard]] OrRefusal<std::string> plain_path(std::string_view path) const;

 private:
  Workspace(std::shared_ptr<const detail::Root> root, detail::Resolver resolver)
      : root_(std::move(root)), resolver_(resolver) {}

  [[nodiscard]] OrRefusal<detail::Located> place(std::string_view path, detail::FinalLink final_link) const;
  [[nodiscard]] OrRefusal<detail::Located> place_to_change(std::string_view path, detail::FinalLink final_link) const;
  [[nodiscard]] std::optional<Refusal> check(std::string_view path) const;
  [[nodiscard]] Refusal refuse(std::string_view path, int error) const;

  std::shared_ptr<const detail::Root> root_;
  detail::Resolver resolver_;
};

}  // namespace acode::agent
