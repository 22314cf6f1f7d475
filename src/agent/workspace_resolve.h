// From a path to an open directory, without ever leaving the workspace.
//
//   Located place = locate(root, "src/main.cc", FinalLink::kFollow, Resolver::kKernel);
//   if (place.error == 0) ::openat(place.directory.number(), place.name.c_str(), O_RDONLY | O_NOFOLLOW);
//
// What comes out is a descriptor, and everything is then done relative to it. So it does not matter what another process
// makes of the path in the meantime: a directory that was found inside stays the one that was found.
#pragma once

#include <fcntl.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/workspace_descriptor.h"

namespace acode::agent::detail {

// How directories are opened: only to look up names in, which needs no permission to list them.
#ifdef O_PATH
inline constexpr int kLookup = O_PATH | O_DIRECTORY | O_CLOEXEC;
#else
inline constexpr int kLookup = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
#endif

/// The top of a workspace.
struct Root {
  Descriptor directory;
  std::vector<std::string> names;  ///< absolute paths of it: the real one first, then as it was given, if that differs
};

/// Who follows the path. Both come to the same end; the kernel is faster, and not everywhere able to.
enum class Resolver : std::uint8_t { kKernel, kByHand };

/// What becomes of a symbolic link at the end of a path.
enum class FinalLink : std::uint8_t { kFollow, kKeep };

/// An open directory, or the errno that tells why there is none. EXDEV: the path leads out of the workspace.
struct OpenedDirectory {
  Descriptor directory;
  int error = 0;
};

/// A name in an open directory, which need not exist; "." for the directory itself. Or an errno, as above.
struct Located {
  Descriptor directory;
  std::string name;
  int error = 0;
};

/// The parts of a path, without empty ones and ".".
std::vector<std::string_view> path_parts(std::string_view path);

/// The parts joined by slashes; "." if there are none.
std::string join_parts(const std::vector<std::string_view>& parts);

/// A path as seen from the workspace's top: relative ones as they are, absolute ones if they begin with a name of the
/// top. Nothing for other absolute paths. Parts ".." stay: where they lead, only the file system knows.
std::optional<std::string> relative_path(const Root& root, std::string_view path);

/// Opens a directory for looking up names in it. Links that stay inside are followed.
OpenedDirectory open_directory(const Root& root, std::string_view path, Resolver resolver);

/// Finds the directory that a path's last name stands in. If that name is a link and is to be followed, it is the place
/// that the link means.
Located locate(const Root& root, std::string_view path, FinalLink final_link, Resolver resolver);

}  // namespace acode::agent::detail
