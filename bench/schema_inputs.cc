// Making the schemas and the values.
#include "schema_inputs.h"

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "inputs.h"

namespace acode::bench {
namespace {

constexpr unsigned kVariants = 256;
constexpr unsigned kElements = 1000;
constexpr unsigned kTools = 100;

/// Matched by acode itself, as most patterns that schemas have.
constexpr std::string_view kPlainPattern = R"(,"pattern":"^[A-Z][a-z]+ [0-9]{2}$")";

/// The same words and a few more, but with a repeated group: a matter for the engine.
constexpr std::string_view kEnginePattern = R"(,"pattern":"^([A-Z][a-z]+[ -])+[0-9]{2}$")";

enum class Lengths { kFree, kLimited };

/// What small_call() fits: seven properties, an enum, bounds, a nested closed object. Whether the lengths of strings are
/// limited is a matter of its own: ajv counts the characters then, acode needs to only near the limits.
std::string call_schema(std::string_view pattern, Lengths lengths = Lengths::kFree) {
  const std::string length = lengths == Lengths::kFree ? "" : R"(,"minLength":1,"maxLength":200)";
  std::string text = R"({"type":"object","properties":{"city":{"type":"string")" + length + std::string(pattern) + "},";
  text += R"("query":{"type":"string")" + length + R"(},"days":{"type":"integer","minimum":1,"maximum":14},)";
  text += R"("threshold":{"type":"number","minimum":0,"maximum":120},"hourly":{"type":"boolean"},)";
  text += R"("units":{"type":"string","enum":["metric","imperial"]},"options":{"type":"object","properties":)";
  text += R"({"language":{"type":"string"},"limit":{"type":"integer","minimum":1,"maximum":500}},)";
  text += R"("required":["language"],"additionalProperties":false}},)";
  return text + R"("required":["city","query","days"],"additionalProperties":false})";
}

std::vector<std::string> small_calls(unsigned count) {
  std::vector<std::string> calls;
  for (unsigned seed = 1; seed <= count; ++seed) calls.push_back(small_call(seed));
  return calls;
}

/// The last number of the call is too large.
std::string wrong_at_the_end() {
  constexpr std::string_view kLimit = R"("limit": )";
  const std::string call = small_call(1);
  return call.substr(0, call.find(kLimit)) + std::string(kLimit) + "501}}";
}

SchemaInput ordinary_tool() {
  return {"tool",
          R"({"type":"object","properties":{"path":{"type":"string","description":"The file to read, below )"
          R"(the root of the workspace"},"start_line":{"type":"integer","description":"The first line, from 1"},)"
          R"("encoding":{"type":"string","enum":["utf-8","latin-1"],"description":"How to decode"}},)"
          R"("required":["path"]})",
          {R"({"path": "src/server/session.cc", "start_line": 120, "encoding": "utf-8"})"},
          true,
          true};
}

/// A condition that is a comparison or a group of conditions.
SchemaInput references() {
  std::string schema = R"({"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{)";
  schema += R"("condition":{"anyOf":[{"$ref":"#/$defs/comparison"},{"$ref":"#/$defs/group"}]},)";
  schema += R"("comparison":{"type":"object","properties":{"field":{"type":"string"},)";
  schema += R"("operator":{"enum":["=","<",">","contains"]},"value":{"type":["string","number","boolean"]}},)";
  schema += R"("required":["field","operator","value"],"additionalProperties":false},)";
  schema += R"("group":{"type":"object","properties":{"all":{"$ref":"#/$defs/list"},"any":{"$ref":"#/$defs/list"}},)";
  schema += R"("minProperties":1,"additionalProperties":false},)";
  schema += R"("list":{"type":"array","items":{"$ref":"#/$defs/condition"},"minItems":1}},)";
  schema += R"("type":"object","properties":{"where":{"$ref":"#/$defs/condition"},"limit":{"type":"integer"}},)";
  schema += R"("required":["where"]})";
  std::string value = R"({"where": {"all": [{"field": "status", "operator": "=", "value": "open"}, )";
  value += R"({"any": [{"field": "priority", "operator": ">", "value": 3}, )";
  value += R"({"field": "title", "operator": "contains", "value": "crash"}, )";
  value += R"({"all": [{"field": "votes", "operator": ">", "value": 10}, )";
  value += R"({"field": "locked", "operator": "=", "value": false}]}]}]}, "limit": 50})";
  return {"refs", std::move(schema), {std::move(value)}, true, true};
}

/// The parameters of one of many tools.
std::string parameters(unsigned index) {
  constexpr std::array<std::string_view, 6> kProperties = {
      R"("path":{"type":"string","description":"A file, relative to the root of the workspace"})",
      R"("limit":{"type":"integer","description":"At most so many results","minimum":1,"maximum":1000})",
      R"("mode":{"type":"string","enum":["fast","exact","fuzzy"],"description":"How to look"})",
      R"("recursive":{"type":"boolean","description":"Folders inside folders too","default":false})",
      R"("tags":{"type":"array","items":{"type":"string"},"description":"All of these"})",
      R"("range":{"type":"object","properties":{"from":{"type":"integer"},"to":{"type":"integer"}}})"};
  std::string text = R"({"type":"object","properties":{"query":{"type":"string","description":"What to look for"})";
  for (unsigned i = 0; i <= index % 4; ++i) text += "," + std::string(kProperties.at((index + i) % kProperties.size()));
  return text + R"(},"required":["query"]})";
}

SchemaInput many_tools() {
  std::string schema = R"({"type":"object","properties":{)";
  for (unsigned i = 0; i < kTools; ++i) {
    if (i > 0) schema += ",";
    schema += R"("tool_)" + std::to_string(i) + R"(":)" + parameters(i);
  }
  schema += R"(},"additionalProperties":false})";
  std::string value = R"({"tool_7": {"query": "open files", "limit": 20}, "tool_61": {"query": "sessions"}, )";
  value += R"("tool_96": {"query": "index", "path": "src"}})";
  return {"100-tools", std::move(schema), {std::move(value)}, true, true};
}

SchemaInput many_calls() {
  std::string value = "[";
  for (const std::string& call : small_calls(kElements)) value += (value.size() == 1 ? "" : ", ") + call;
  return {"1000-calls", R"({"type":"array","items":)" + call_schema(kPlainPattern) + "}", {value + "]"}};
}

}  // namespace

std::size_t SchemaInput::value_bytes() const {
  std::size_t sum = 0;
  for (const std::string& value : values) sum += value.size();
  return sum;
}

std::vector<SchemaInput> schema_inputs() {
  return {{"185B", call_schema(kPlainPattern), {small_call(1)}, true, true},
          {"185B-varied", call_schema(kPlainPattern), small_calls(kVariants)},
          {"185B-no-pattern", call_schema(""), {small_call(1)}},
          {"185B-lengths", call_schema(kPlainPattern, Lengths::kLimited), {small_call(1)}},
          {"185B-engine", call_schema(kEnginePattern), {small_call(1)}, true, true},
          {"185B-wrong", call_schema(kPlainPattern), {wrong_at_the_end()}, false},
          ordinary_tool(),
          references(),
          many_tools(),
          many_calls()};
}

void write_schema_inputs(const std::vector<SchemaInput>& inputs, const std::filesystem::path& folder) {
  nlohmann::json all = nlohmann::json::array();
  for (const SchemaInput& input : inputs) {
    all.push_back({{"name", input.name},
                   {"schema", input.schema},
                   {"values", input.values},
                   {"fits", input.fits},
                   {"compiled", input.compiled}});
  }
  std::filesystem::create_directories(folder);
  std::ofstream file(folder / "schemas.json");
  file << all.dump() << '\n';
  if (!file.flush()) throw std::runtime_error("cannot write " + (folder / "schemas.json").string());
}

}  // namespace acode::bench
