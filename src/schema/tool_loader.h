// Tool definitions in the spellings of all providers, brought into one form.
//
//   {"type": "function", "function": {"name": "f", "parameters": {…}}}     the tool f; its schema at /function/parameters
//   {"f": {"type": "object", …}}                                           the tool f; its schema at /f
//
// Only the shape is looked at here; the schemas are compiled by whoever asked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "acode/json/value.h"
#include "acode/schema/toolset.h"

namespace acode::schema::detail {

/// A schema in a definition.
struct FoundParameters {
  std::optional<json::Value> schema;  ///< nothing: the tool has no parameters
  std::string where;                  ///< JSON Pointer into the definitions
};

/// A definition, wherever its parts stood. The values are those of the definitions.
struct FoundTool {
  std::string name;
  std::string label;  ///< the name, or `#3`
  std::string description;
  std::string version;
  std::string where;
  FoundParameters parameters;
  struct Earlier {
    std::string version;
    FoundParameters parameters;
  };
  std::vector<Earlier> earlier;
};

struct FoundTools {
  std::vector<FoundTool> tools;
  std::vector<ToolProblem> problems;  ///< what has not the shape of a tool
};

/// All tools in some definitions.
FoundTools find_tools(json::Value definitions);

/// A JSON Pointer one step longer.
std::string pointer_step(const std::string& pointer, std::string_view name);
std::string pointer_step(const std::string& pointer, std::size_t position);

}  // namespace acode::schema::detail
