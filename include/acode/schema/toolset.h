// The tools that a model may call: names, descriptions, versions, and the schemas of their parameters (SC-1).
//
//   acode::schema::LoadedTools loaded = acode::schema::load_tools(text);     // a file, or the `tools` of a request
//   for (const auto& problem : loaded.problems) std::cerr << problem.tool << ": " << problem.message << '\n';
//   if (const acode::schema::Tool* tool = loaded.tools.find("read_file")) tool->parameters.accepts(arguments);
//
// A Toolset is immutable and cheap to copy; any number of threads may use one. In code it is made with a builder:
//
//   acode::schema::ToolsetBuilder builder;
//   builder.add({.name = "read_file", .description = "Reads a file", .version = "1.2.0", .parameters = schema_text});
//   acode::schema::Toolset tools = builder.build().tools;
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "acode/error.h"
#include "acode/json/value.h"
#include "acode/schema/schema.h"

namespace acode::schema {

namespace detail {
struct FoundTool;
}  // namespace detail

/// A schema that a tool had in an earlier version. Arguments that fit it are accepted for a while, with a warning.
struct EarlierParameters {
  std::string version;  ///< semantic, "1.3.0"
  Schema parameters;    ///< as they were then
};

/// A tool that a model may call.
struct Tool {
  std::string name;                        ///< by which it is called
  std::string description;                 ///< what it does, for the model
  std::string version;                     ///< semantic, "1.4.2"; empty if the tool has none
  Schema parameters;                       ///< what its arguments must fit
  std::vector<EarlierParameters> earlier;  ///< the newest first
};

/// A tool as it is given: the schema as text.
struct ToolDefinition {
  std::string name;         ///< by which it is called
  std::string description;  ///< what it does, for the model
  std::string version;      ///< semantic; may be empty
  std::string parameters;   ///< a JSON Schema; empty for a tool without parameters
  /// As it was in an earlier version.
  struct Earlier {
    std::string version;     ///< semantic
    std::string parameters;  ///< a JSON Schema
  };
  std::vector<Earlier> earlier;  ///< in any order
};

/// Something about a definition that should be looked at.
struct ToolProblem {
  /// How bad it is.
  enum class Severity : std::uint8_t {
    kError,    ///< the tool cannot be used and was left out
    kWarning,  ///< it was understood, but not written as it should be
  };
  Severity severity = Severity::kError;    ///< how bad it is
  std::string tool;                        ///< its name; `#3` for the third one if it has none
  ErrorCode code = ErrorCode::kBadSchema;  ///< of an error
  std::string where;    ///< JSON Pointer into the definitions: "/2/function/parameters/properties/a/type"
  std::string message;  ///< one sentence for a person
};

/// The tools that there are. Immutable and cheap to copy.
class Toolset {
 public:
  Toolset();

  /// How many there are.
  [[nodiscard]] std::size_t size() const;
  /// Whether there are none.
  [[nodiscard]] bool empty() const { return size() == 0; }

  /// The tools in the order in which they were given.
  [[nodiscard]] std::span<const Tool> tools() const;

  /// The tool with exactly this name, or null.
  [[nodiscard]] const Tool* find(std::string_view name) const;

  /// The same, if the version asked for can be served: one with the same major version (SC-1). An empty version asks for
  /// nothing. Null if there is no such tool or no such version.
  [[nodiscard]] const Tool* find(std::string_view name, std::string_view version) const;

  /// Where in memory it is that finding a tool looks at, and validating for the first of them: for those who would have it
  /// fetched.
  [[nodiscard]] std::vector<const void*> places() const;

  /// The name that comes nearest to one that does not exist, if any comes near.
  [[nodiscard]] std::optional<std::string_view> nearest(std::string_view name) const;

  /// For the message of an unknown tool: `there is no tool "reed_file"; did you mean "read_file"? The tools there are:
  /// read_file, write_file`.
  [[nodiscard]] std::string unknown_tool_message(std::string_view name) const;

 private:
  friend class ToolsetBuilder;
  struct Contents;
  std::shared_ptr<const Contents> contents_;
};

/// Tools, and what was wrong or odd about their definitions. A bad one costs the others nothing.
struct LoadedTools {
  Toolset tools;                      ///< those that can be used
  std::vector<ToolProblem> problems;  ///< in the order of the definitions

  /// Whether some tool had to be left out.
  [[nodiscard]] bool has_errors() const;
};

/// How definitions are read.
struct ToolOptions {
  /// SC-5: a property that the schema does not name is an error.
  bool strict = true;
  /// Whether `format` is checked.
  bool formats = false;
  const Documents* documents = nullptr;  ///< that their schemas may refer to, or null
  /// Whether warnings are looked for, too: what is odd about a tool that can be used. Most of the work is that.
  bool lint = true;
};

/// Makes a toolset of definitions, one by one.
class ToolsetBuilder {
 public:
  /// All are read by these options.
  explicit ToolsetBuilder(const ToolOptions& options = {}) : options_(options) {}

  /// Adds a tool. What is wrong with it is found in build()'s problems, whose places begin with the number of the tool:
  /// "/0/parameters/properties/a". A second one of the same name is an error there.
  ToolsetBuilder& add(const ToolDefinition& definition);

  /// The tools so far. The builder is then as new.
  [[nodiscard]] LoadedTools build();

 private:
  friend LoadedTools load_tools(json::Value definitions, const ToolOptions& options);
  void take(const detail::FoundTool& found);

  ToolOptions options_;
  std::vector<Tool> tools_;
  std::unordered_set<std::string> names_;
  std::vector<ToolProblem> problems_;
  std::size_t added_ = 0;
};

/// Reads tool definitions in any of the spellings in use:
///   [{"type": "function", "function": {"name", "description", "parameters"}}]     OpenAI chat completions, Ollama
///   [{"type": "function", "name", "parameters"}], [{"name", "parameters"}]        OpenAI Responses, plain
///   [{"name", "input_schema"}], [{"name", "inputSchema"}]                         Anthropic, MCP
///   {"read_file": {"description", "parameters"}}, {"read_file": <schema>}          a map
///   {"tools": …}, {"functions": …}                                                 a request, or a file around it
///   [{"functionDeclarations": […]}], [{"toolSpec": {"name", "inputSchema": {"json"}}}]   Gemini, Bedrock
///   {"result": {"tools": […]}}                                                     what an MCP server answers
/// `version` (and `earlier`: [{"version", "parameters"}]) may stand beside the name. A tool without parameters (missing,
/// null, {}) takes an empty object. Types of other languages (`dict`, `STRING`) are understood, with a warning; an earlier
/// version that is broken is left out, with a warning. Besides, there are warnings for what is likely a slip: no
/// description, a name that providers refuse, `required` names that are no properties, a `default`, example or `enum`
/// value that does not fit, keywords that are nearly right.
LoadedTools load_tools(json::Value definitions, const ToolOptions& options = {});

/// The same from a text. A text that is not JSON gives one error, and no tools.
LoadedTools load_tools(std::string_view text, const ToolOptions& options = {});

/// Whether arguments written for version `asked` are served by a tool of version `have`: both are semantic versions with
/// the same major part; nothing is asked by an empty one.
bool version_serves(std::string_view have, std::string_view asked);

}  // namespace acode::schema
