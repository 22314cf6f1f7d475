// Finding tools in their definitions.
#include "schema/tool_loader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "acode/json/pointer.h"

namespace acode::schema::detail {
namespace {

using json::Value;

constexpr std::array<std::string_view, 3> kParameters = {"parameters", "input_schema", "inputSchema"};

// What lists of tools are kept in: requests, files, answers of an MCP server, Gemini's lists.
constexpr std::array<std::string_view, 4> kLists = {"tools", "functions", "functionDeclarations",
                                                    "function_declarations"};

// What a definition is wrapped in: OpenAI's and Bedrock's.
constexpr std::array<std::string_view, 2> kWrappers = {"function", "toolSpec"};

template <std::size_t kSize>
bool has_any(Value object, const std::array<std::string_view, kSize>& names) {
  return std::any_of(names.begin(), names.end(),
                     [object](std::string_view name) { return object.find(name).has_value(); });
}

bool has_text(Value object, std::string_view name) {
  const auto found = object.find(name);
  return found && found->is_string();
}

// A definition, as against a schema or a map of definitions.
bool is_definition(Value value) {
  if (!value.is_object()) return false;
  if (has_any(value, kParameters)) return true;
  const auto type = value.find("type");
  if (type && type->as_string() == "function") return true;
  for (const std::string_view wrapper : kWrappers) {
    const auto inner = value.find(wrapper);
    if (inner && inner->is_object() && has_text(*inner, "name")) return true;
  }
  return has_text(value, "name") && !value.find("properties");
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

class Finder {
 public:
  FoundTools run(Value definitions) {
    level(definitions, "", 0);
    return std::move(found_);
  }

 private:
  void problem(std::string label, ErrorCode code, std::string where, std::string message,
               ToolProblem::Severity severity = ToolProblem::Severity::kError) {
    found_.problems.push_back({severity, std::move(label), code, std::move(where), std::move(message)});
  }

  // A list, something around one, a map, or one definition.
  void level(Value value, const std::string& where, int depth) {
    if (value.is_array()) return list(value, where, depth);
    if (!value.is_object()) {
      return problem("", ErrorCode::kBadSchema, where,
                     "tools are given as a list or as a map from their names, not as " +
                         std::string(json::kind_name(value.kind())));
    }
    if (wrapped_lists(value, where, depth)) return;
    if (is_definition(value)) return definition(value, where, std::nullopt);
    for (const json::Member member : value.members()) map_entry(member, pointer_step(where, member.name));
  }

  void list(Value array, const std::string& where, int depth) {
    std::size_t position = 0;
    for (const Value element : array.elements()) {
      const std::string at = pointer_step(where, position++);
      if (element.is_object() && wrapped_lists(element, at, depth)) continue;
      definition(element, at, std::nullopt);
    }
  }

  // Whether the object is there for the sake of lists of tools in it. A tool may be called "tools": then what stands there
  // is its definition or its schema.
  bool wrapped_lists(Value object, const std::string& where, int depth) {
    constexpr int kDeepest = 3;
    if (depth >= kDeepest) return false;
    bool any = false;
    for (const std::string_view name : kLists) {
      const auto inner = object.find(name);
      if (!inner) continue;
      const bool map =
          inner->is_object() && !is_definition(*inner) && !inner->find("type") && !inner->find("properties");
      if (!inner->is_array() && !map) continue;
      any = true;
      level(*inner, pointer_step(where, name), depth + 1);
    }
    if (any) return true;
    const auto result = object.find("result");  // of the JSON-RPC of MCP
    const auto tools = result ? result->find("tools") : std::nullopt;
    if (!tools || !tools->is_array()) return false;
    list(*tools, pointer_step(pointer_step(where, "result"), "tools"), kDeepest);
    return true;
  }

  void map_entry(const json::Member& member, const std::string& where) {
    const Value value = member.value;
    const bool has_schema = value.is_object() && (value.find("type") || value.find("properties") || value.find("$ref"));
    if (value.is_null() || is_definition(value) || (value.is_object() && !has_schema)) {
      return definition(value, where, member.name);
    }
    FoundTool tool = begin(where);
    tool.name = tool.label = member.name;
    tool.description = text_of(value, {}, "description");
    tool.parameters = {value, where};
    finish(std::move(tool));
  }

  FoundTool begin(const std::string& where) {
    FoundTool tool;
    tool.label = "#" + std::to_string(++seen_);
    tool.where = where;
    tool.parameters.where = where;
    return tool;
  }

  // `key` is the name under which it stands in a map.
  void definition(Value outer, const std::string& where, std::optional<std::string_view> key) {
    FoundTool tool = begin(where);
    if (!outer.is_object() && !(key && outer.is_null())) {
      return problem(key ? std::string(*key) : tool.label, ErrorCode::kBadSchema, where,
                     "a tool is defined by an object, not by " + std::string(json::kind_name(outer.kind())));
    }
    Value inner = outer;
    std::string at = where;
    for (const std::string_view wrapper : kWrappers) {
      const auto found = outer.find(wrapper);
      if (!found || !found->is_object()) continue;
      inner = *found;
      at = pointer_step(where, wrapper);
    }
    tool.name = key ? std::string(*key) : text_of(inner, outer, "name");
    if (is_blank(tool.name)) return no_name(outer, tool);
    tool.label = tool.name;
    tool.description = text_of(inner, outer, "description");
    tool.version = text_of(inner, outer, "version");
    tool.parameters = parameters(inner, at);
    if (!tool.parameters.schema && !(inner.index() == outer.index())) {
      FoundParameters beside = parameters(outer, where);
      if (beside.schema) tool.parameters = std::move(beside);
    }
    earlier(tool, inner, at);
    if (tool.earlier.empty() && inner.index() != outer.index()) earlier(tool, outer, where);
    finish(std::move(tool));
  }

  void no_name(Value outer, const FoundTool& tool) {
    const auto type = outer.find("type");
    const bool built_in = type && type->is_string() && type->as_string() != "function" && !outer.find("function");
    problem(tool.label, ErrorCode::kNameMissing, tool.where,
            built_in ? "a tool of the type \"" + std::string(type->as_string()) +
                           "\" has no name: it is run by the provider, and there is nothing to check"
                     : "the tool has no name");
  }

  void finish(FoundTool tool) { found_.tools.push_back(std::move(tool)); }

  // A text that stands in the one or in the other; a number, as versions can be, with its digits.
  static std::string text_of(Value inner, std::optional<Value> outer, std::string_view name) {
    auto found = inner.find(name);
    if (!found && outer) found = outer->find(name);
    if (!found) return {};
    return found->is_number() ? found->number_text() : std::string(found->as_string());
  }

  static FoundParameters parameters(Value definition, const std::string& where) {
    for (const std::string_view name : kParameters) {
      const auto found = definition.find(name);
      if (!found) continue;
      const std::string at = pointer_step(where, name);
      const auto json = found->size() == 1 ? found->find("json") : std::nullopt;  // Bedrock's
      if (json && json->is_object()) return {*json, pointer_step(at, "json")};
      if (found->is_null()) return {std::nullopt, at};
      return {*found, at};
    }
    return {std::nullopt, where};
  }

  void earlier(FoundTool& tool, Value definition, const std::string& where) {
    const auto list = definition.find("earlier");
    if (!list) return;
    const std::string at = pointer_step(where, "earlier");
    std::size_t position = 0;
    for (const Value entry : list->elements()) {
      const std::string entry_at = pointer_step(at, position++);
      if (entry.is_object()) {
        tool.earlier.push_back({text_of(entry, {}, "version"), parameters(entry, entry_at)});
      } else {
        odd_earlier(tool, entry_at);
      }
    }
    if (!list->is_array()) odd_earlier(tool, at);
  }

  void odd_earlier(const FoundTool& tool, const std::string& where) {
    problem(tool.label, ErrorCode::kBadSchema, where,
            "earlier versions are given as [{\"version\": …, \"parameters\": …}]; left out",
            ToolProblem::Severity::kWarning);
  }

  FoundTools found_;
  std::size_t seen_ = 0;
};

}  // namespace

FoundTools find_tools(Value definitions) { return Finder().run(definitions); }

std::string pointer_step(const std::string& pointer, std::string_view name) {
  json::Pointer step;
  step.push(name);
  return pointer + step.text();
}

std::string pointer_step(const std::string& pointer, std::size_t position) {
  return pointer + "/" + std::to_string(position);
}

}  // namespace acode::schema::detail
