// Folders of documents that schemas refer to: `--resource-dir URI=DIR`.
//
//   --resource-dir https://example.org/schemas/=schemas
//
// makes schemas/common/address.json known as https://example.org/schemas/common/address.json. Nothing is ever fetched.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "acode/schema/schema.h"
#include "cli/args.h"
#include "cli/exit_code.h"
#include "cli/streams.h"

namespace acode::cli {

struct ResourceDir {
  std::string uri;  ///< ends with a slash
  std::string folder;
};

/// For the option, which may be given several times.
Setter add_resource_dir(std::vector<ResourceDir>& dirs);

/// What help says of it.
inline constexpr std::string_view kResourceDirHelp =
    "make every *.json under DIR known as URI + its path there, for schemas that refer to it; nothing is ever "
    "fetched; may be given several times";

/// Makes the documents known. One that is not JSON is left out with a warning; a folder or a file that cannot be read is
/// told, and the exit code says so.
ExitCode load_resources(const std::vector<ResourceDir>& dirs, schema::Documents& documents, Streams& streams);

}  // namespace acode::cli
