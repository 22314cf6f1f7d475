// The schemas of the benchmark and the values that are held against them. All are made here: the same bytes on every
// machine.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace acode::bench {

/// A schema, and values that all fit it, or all do not.
struct SchemaInput {
  std::string name;
  std::string schema;
  std::vector<std::string> values;
  bool fits = true;
  bool compiled = false;  ///< compiling it is timed too; inputs that differ only in their values need that once

  [[nodiscard]] std::size_t value_bytes() const;
};

std::vector<SchemaInput> schema_inputs();

/// All of them in `folder`/schemas.json, for the peer in another process.
void write_schema_inputs(const std::vector<SchemaInput>& inputs, const std::filesystem::path& folder);

}  // namespace acode::bench
