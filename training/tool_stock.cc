// Verbs, nouns and parameters, put together at random. Numbers are drawn by hand: the distributions of the standard library
// differ from one to the next, and the rows are to be the same everywhere.
#include "tool_stock.h"

#include <algorithm>
#include <array>
#include <utility>

namespace acode::training {
namespace {

constexpr std::array<std::string_view, 10> kVerbs = {"get",    "find",   "create", "calculate", "list",
                                                     "update", "delete", "book",   "search",    "convert"};
constexpr std::array<std::string_view, 14> kNouns = {
    "weather",  "file",  "invoice", "route",           "calendar_event", "exchange_rate", "user_profile",
    "distance", "order", "recipe",  "repository_file", "train_ticket",   "area",          "sensor_reading"};
constexpr std::array<std::string_view, 4> kPrefixes = {"", "", "tools.", "api_"};
constexpr std::array<std::string_view, 5> kDescriptions = {
    "Looks it up and says what is known of it.", "Does this for the account at hand, and tells when it is done.",
    "Works it out from what is given; what is left out is guessed.",
    "Returns a list, the newest first. At most a hundred are returned at a time.",
    "Changes it in place. What was there before is kept for thirty days and can be restored."};

constexpr std::array<Parameter, 14> kParameters = {{
    {"city", Type::kText, true},
    {"path", Type::kText, true},
    {"query", Type::kText, true},
    {"start_date", Type::kText, false},
    {"unit", Type::kWord, false},
    {"status", Type::kWord, true},
    {"limit", Type::kInteger, false},
    {"count", Type::kInteger, true},
    {"amount", Type::kNumber, true},
    {"radius_km", Type::kNumber, false},
    {"include_details", Type::kBoolean, false},
    {"recursive", Type::kBoolean, false},
    {"tags", Type::kTexts, false},
    {"numbers", Type::kIntegers, true},
}};

constexpr std::array<std::string_view, 4> kWords = {"open", "closed", "metric", "imperial"};
constexpr std::array<std::string_view, 10> kTexts = {"Paris, France",
                                                     "src/server/main.cc",
                                                     "the crash when a file is saved twice",
                                                     "2026-03-14",
                                                     "Rue Pascal 12",
                                                     "O'Brien",
                                                     "invoices/2026",
                                                     "how to say \"hello\" in Czech",
                                                     "line one\nline two",
                                                     "München"};

template <class Item, std::size_t kSize>
const Item& pick(const std::array<Item, kSize>& items, std::mt19937& random) {
  return items[below(random, kSize)];
}

std::string name_of_tool(std::mt19937& random) {
  std::string name(pick(kPrefixes, random));
  name += pick(kVerbs, random);
  name += '_';
  return name += pick(kNouns, random);
}

Tool some_tool(std::mt19937& random) {
  Tool tool = {name_of_tool(random), pick(kDescriptions, random), {}};
  for (std::size_t left = 1 + below(random, 5); left > 0; --left) {
    const Parameter& parameter = pick(kParameters, random);
    const auto is_same = [&](const Parameter& other) { return other.name == parameter.name; };
    if (std::none_of(tool.parameters.begin(), tool.parameters.end(), is_same)) tool.parameters.push_back(parameter);
  }
  return tool;
}

std::string_view schema_of(Type type) {
  switch (type) {
    case Type::kText:
      return R"({"type": "string", "description": "As people write it."})";
    case Type::kWord:
      return R"({"type": "string", "enum": ["open", "closed", "metric", "imperial"]})";
    case Type::kInteger:
      return R"({"type": "integer", "description": "How many.", "minimum": 0})";
    case Type::kNumber:
      return R"({"type": "number", "description": "In the unit of the country."})";
    case Type::kBoolean:
      return R"({"type": "boolean", "description": "No, if it is not given."})";
    case Type::kTexts:
      return R"({"type": "array", "items": {"type": "string"}})";
    case Type::kIntegers:
      return R"({"type": "array", "items": {"type": "integer"}})";
  }
  return "true";
}

std::string definition_of(const Tool& tool) {
  std::string text = R"({"name": ")" + tool.name + R"(", "description": ")" + std::string(tool.description) +
                     R"(", "parameters": {"type": "object", "properties": {)";
  std::string required;
  for (const Parameter& parameter : tool.parameters) {
    const std::string name = '"' + std::string(parameter.name) + '"';
    if (text.back() != '{') text += ", ";
    (text += name) += ": ";
    text += schema_of(parameter.type);
    if (parameter.required) required += (required.empty() ? "" : ", ") + name;
  }
  return text + R"(}, "required": [)" + required + "]}}";
}

std::string integer_text(std::mt19937& random) { return std::to_string(below(random, 5000)); }

std::string decimal_text(std::mt19937& random) {
  const std::string whole = integer_text(random);  // first, whatever order a compiler would choose
  return whole + '.' + integer_text(random);
}

std::vector<std::string> some_values(Type type, std::mt19937& random) {
  std::vector<std::string> values;
  switch (type) {
    case Type::kText:
      return {std::string(pick(kTexts, random))};
    case Type::kWord:
      return {std::string(pick(kWords, random))};
    case Type::kInteger:
      return {integer_text(random)};
    case Type::kNumber:
      return {decimal_text(random)};
    case Type::kBoolean:
      return {below(random, 2) == 0 ? "true" : "false"};
    case Type::kTexts:
      for (std::size_t left = below(random, 4); left > 0; --left) values.emplace_back(pick(kTexts, random));
      return values;
    case Type::kIntegers:
      for (std::size_t left = below(random, 6); left > 0; --left) values.push_back(integer_text(random));
      return values;
  }
  return values;
}

}  // namespace

std::size_t below(std::mt19937& random, std::size_t limit) { return random() % limit; }

std::vector<Tool> some_tools(std::mt19937& random) {
  std::vector<Tool> tools;
  for (std::size_t left = 1 + below(random, 4); left > 0; --left) {
    Tool tool = some_tool(random);
    const auto is_same = [&](const Tool& other) { return other.name == tool.name; };
    if (std::none_of(tools.begin(), tools.end(), is_same)) tools.push_back(std::move(tool));
  }
  return tools;
}

std::string definitions_of(const std::vector<Tool>& tools) {
  std::string text = "[";
  for (const Tool& tool : tools) text += (text.size() > 1 ? ", " : "") + definition_of(tool);
  return text + ']';
}

Call some_call(const std::vector<Tool>& tools, std::mt19937& random) {
  Call call = {&tools[below(random, tools.size())], {}};
  for (const Parameter& parameter : call.tool->parameters) {
    if (!parameter.required && below(random, 2) == 0) continue;
    call.arguments.push_back({&parameter, some_values(parameter.type, random)});
  }
  return call;
}

}  // namespace acode::training
