// Tools (SC-1): their definitions in every spelling, what is said about bad ones, names and versions.
#include "acode/schema/toolset.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "acode/json/reader.h"

namespace acode::schema {
namespace {

using Severity = ToolProblem::Severity;

constexpr std::string_view kSchema =
    R"({"type":"object","properties":{"path":{"type":"string","description":"d"}},"required":["path"]})";

std::string with_schema(std::string_view before, std::string_view behind) {
  return std::string(before) + std::string(kSchema) + std::string(behind);
}

bool fits(const Tool& tool, std::string_view arguments) {
  const Result<json::Document> document = json::parse(arguments);
  return document && tool.parameters.accepts(document->root());
}

const ToolProblem* problem_at(const LoadedTools& loaded, std::string_view where) {
  const auto found = std::find_if(loaded.problems.begin(), loaded.problems.end(),
                                  [where](const ToolProblem& problem) { return problem.where == where; });
  return found == loaded.problems.end() ? nullptr : &*found;
}

std::string all_problems(const LoadedTools& loaded) {
  std::string out;
  for (const ToolProblem& problem : loaded.problems)
    out += problem.tool + " " + problem.where + ": " + problem.message + "\n";
  return out;
}

void expect_read_file(const std::string& definitions) {
  SCOPED_TRACE(definitions);
  const LoadedTools loaded = load_tools(definitions);
  EXPECT_EQ(all_problems(loaded), "");
  ASSERT_EQ(loaded.tools.size(), 1U);
  const Tool* const tool = loaded.tools.find("read_file");
  ASSERT_NE(tool, nullptr);
  EXPECT_EQ(tool->description, "Reads");
  EXPECT_TRUE(fits(*tool, R"({"path":"a"})"));
  EXPECT_FALSE(fits(*tool, "{}"));
  EXPECT_FALSE(fits(*tool, R"({"path":"a","other":1})")) << "SC-5: strict unless told otherwise";
}

TEST(Toolset, SC1_EverySpellingIsRead) {
  expect_read_file(
      with_schema(R"([{"type":"function","function":{"name":"read_file","description":"Reads","parameters":)", "}}]"));
  expect_read_file(with_schema(R"([{"type":"function","name":"read_file","description":"Reads","parameters":)", "}]"));
  expect_read_file(with_schema(R"([{"name":"read_file","description":"Reads","parameters":)", "}]"));
  expect_read_file(with_schema(R"([{"name":"read_file","description":"Reads","input_schema":)", "}]"));
  expect_read_file(with_schema(R"([{"name":"read_file","description":"Reads","inputSchema":)", "}]"));
  expect_read_file(with_schema(R"({"name":"read_file","description":"Reads","parameters":)", "}"));
  expect_read_file(with_schema(R"({"read_file":{"description":"Reads","parameters":)", "}}"));
  expect_read_file(with_schema(R"({"tools":[{"name":"read_file","description":"Reads","parameters":)", "}]}"));
  expect_read_file(
      with_schema(R"({"model":"m","functions":[{"name":"read_file","description":"Reads","parameters":)", "}]}"));
  expect_read_file(with_schema(R"({"tools":{"read_file":{"description":"Reads","parameters":)", "}}}"));
  expect_read_file(with_schema(
      R"({"tools":[{"functionDeclarations":[{"name":"read_file","description":"Reads","parameters":)", "}]}]}"));
  expect_read_file(
      with_schema(R"([{"toolSpec":{"name":"read_file","description":"Reads","inputSchema":{"json":)", "}}}]"));
  expect_read_file(with_schema(
      R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"read_file","description":"Reads","inputSchema":)",
      "}]}}"));
  expect_read_file(R"({"read_file":{"description":"Reads","type":"object","properties":{"path":{"type":"string",
      "description":"d"}},"required":["path"]}})");
}

TEST(Toolset, AToolMayBeCalledLikeAList) {
  const LoadedTools loaded = load_tools(with_schema(R"({"tools":{"description":"d","parameters":)", "}}"));
  EXPECT_NE(loaded.tools.find("tools"), nullptr) << all_problems(loaded);
}

TEST(Toolset, AToolWithoutParametersTakesAnEmptyObject) {
  for (const std::string_view parameters : {"", R"(,"parameters":null)", R"(,"parameters":{})"}) {
    const LoadedTools loaded = load_tools(R"([{"name":"now","description":"d")" + std::string(parameters) + "}]");
    EXPECT_EQ(all_problems(loaded), "");
    const Tool* const tool = loaded.tools.find("now");
    ASSERT_NE(tool, nullptr) << parameters;
    EXPECT_TRUE(fits(*tool, "{}"));
    EXPECT_FALSE(fits(*tool, R"({"a":1})"));
    EXPECT_FALSE(fits(*tool, "[]"));
  }
}

TEST(Toolset, AMissingTypeIsSuppliedWithAWarning) {
  const LoadedTools loaded = load_tools(
      R"([{"name":"f","description":"d","parameters":{"properties":{"a":{"type":"integer","description":"d"}}}}])");
  const ToolProblem* const problem = problem_at(loaded, "/0/parameters");
  ASSERT_NE(problem, nullptr);
  EXPECT_EQ(problem->severity, Severity::kWarning);
  EXPECT_FALSE(loaded.has_errors());
  const Tool* const tool = loaded.tools.find("f");
  ASSERT_NE(tool, nullptr);
  EXPECT_TRUE(fits(*tool, R"({"a":1})"));
  EXPECT_FALSE(fits(*tool, R"("a")"));
}

TEST(Toolset, OneBadToolCostsTheOthersNothing) {
  const LoadedTools loaded = load_tools(R"([
      {"name":"a","description":"d","parameters":{"type":"string"}},
      {"type":"function","function":{"name":"b","description":"d","parameters":
          {"type":"object","properties":{"x/y":{"type":"strin"}}}}},
      {"description":"nameless"},
      "c",
      {"name":"d","description":"d"},
      {"name":"d","description":"again"},
      {"name":"e","description":"d","parameters":{"$ref":"#/$defs/none"}},
      {"name":"f","description":"d","parameters":[]}])");
  ASSERT_EQ(loaded.tools.size(), 1U) << all_problems(loaded);
  EXPECT_EQ(loaded.tools.find("d")->description, "d");
  EXPECT_TRUE(loaded.has_errors());
  ASSERT_NE(problem_at(loaded, "/0/parameters/type"), nullptr) << all_problems(loaded);
  const ToolProblem* const inner = problem_at(loaded, "/1/function/parameters/properties/x~1y/type");
  ASSERT_NE(inner, nullptr) << all_problems(loaded);
  EXPECT_EQ(inner->tool, "b");
  EXPECT_EQ(inner->code, ErrorCode::kBadSchema);
  const ToolProblem* const nameless = problem_at(loaded, "/2");
  ASSERT_NE(nameless, nullptr);
  EXPECT_EQ(nameless->tool, "#3");
  EXPECT_EQ(nameless->code, ErrorCode::kNameMissing);
  ASSERT_NE(problem_at(loaded, "/3"), nullptr);
  ASSERT_NE(problem_at(loaded, "/5"), nullptr) << "the name is taken";
  const ToolProblem* const unknown = problem_at(loaded, "/6/parameters/$ref");
  ASSERT_NE(unknown, nullptr) << all_problems(loaded);
  EXPECT_EQ(unknown->code, ErrorCode::kUnknownReference);
  ASSERT_NE(problem_at(loaded, "/7/parameters"), nullptr);
}

TEST(Toolset, ATextThatIsNotJsonIsOneError) {
  const LoadedTools loaded = load_tools("[{\"name\": \"a\",]");
  EXPECT_TRUE(loaded.tools.empty());
  ASSERT_EQ(loaded.problems.size(), 1U);
  EXPECT_EQ(loaded.problems[0].code, ErrorCode::kInvalidJson);
  EXPECT_NE(loaded.problems[0].message.find("offset"), std::string::npos) << loaded.problems[0].message;
}

// What `acode tools check` is for: each slip is a warning at its place.
TEST(Toolset, SlipsAreFound) {
  const LoadedTools loaded = load_tools(R"([{"name":"do it","parameters":{
      "type":"object",
      "properties":{
        "a":{"type":"integer","enum":[1,"2"]},
        "b":{"type":"string","default":3,"description":"d"},
        "c":{"type":"string","examples":["x",4],"description":"d"},
        "d":{"type":"array","description":"d","items":{"type":"object","propertys":{}}},
        "e":{"type":"float","description":"d"}
      },
      "required":["a","a","z"],
      "addtionalProperties":false,
      "requierd":["b"]}}])");
  EXPECT_FALSE(loaded.has_errors()) << all_problems(loaded);
  EXPECT_EQ(loaded.tools.size(), 1U);
  const std::string at = "/0/parameters/";
  for (const std::string& where :
       {at + "required/1", at + "required/2", at + "addtionalProperties", at + "requierd", at + "properties/a/enum/1",
        at + "properties/b/default", at + "properties/c/examples/1", at + "properties/d/items/propertys",
        at + "properties/e/type"}) {
    const ToolProblem* const problem = problem_at(loaded, where);
    ASSERT_NE(problem, nullptr) << where << " is not among\n" << all_problems(loaded);
    EXPECT_EQ(problem->severity, Severity::kWarning);
  }
  const std::string all = all_problems(loaded);
  EXPECT_NE(all.find("\"do it\" is refused"), std::string::npos) << all;
  EXPECT_NE(all.find("no description"), std::string::npos) << all;
  EXPECT_NE(all.find("without a description: a\n"), std::string::npos) << all;
  EXPECT_NE(all.find("\"additionalProperties\" is meant"), std::string::npos) << all;
  EXPECT_EQ(loaded.problems.size(), 12U) << all;
}

TEST(Toolset, GoodSchemasGiveNoWarnings) {
  const LoadedTools loaded = load_tools(R"([{"name":"f","description":"d","parameters":{
      "$schema":"https://json-schema.org/draft/2020-12/schema","title":"t","type":"object","x-order":1,
      "properties":{"a":{"type":["string","null"],"default":null,"description":"d"},
                    "propertys":{"type":"number","enum":[1,2.5],"description":"d","example":1}},
      "anyOf":[{"required":["a"]},{"required":["propertys"]}],
      "allOf":[{"properties":{"b":{"type":"string"}},"required":["a"]}]}}])");
  EXPECT_EQ(all_problems(loaded), "");
}

TEST(Toolset, WithoutLintOnlyErrorsAreTold) {
  const std::string_view odd = R"([{"name":"odd name"},{"name":"bad","parameters":{"type":7}}])";
  const auto told = [odd](bool lint) {
    ToolOptions options;
    options.lint = lint;
    const LoadedTools loaded = load_tools(json::parse(odd)->root(), options);
    EXPECT_NE(loaded.tools.find("odd name"), nullptr);
    return std::count_if(loaded.problems.begin(), loaded.problems.end(),
                         [](const ToolProblem& problem) { return problem.severity == Severity::kWarning; });
  };
  EXPECT_GT(told(true), 0);
  EXPECT_EQ(told(false), 0);
}

TEST(Toolset, SC1_VersionsAreSemantic) {
  EXPECT_TRUE(version_serves("1.4.2", "1.0.0"));
  EXPECT_TRUE(version_serves("1.4.2", "v1"));
  EXPECT_TRUE(version_serves("2.0.0-rc.1+b5", "2.3"));
  EXPECT_TRUE(version_serves("", ""));
  EXPECT_FALSE(version_serves("2.0.0", "1.9.9"));
  EXPECT_FALSE(version_serves("", "1.0.0"));
  EXPECT_FALSE(version_serves("new", "new"));

  const LoadedTools loaded = load_tools(R"([{"name":"f","description":"d","version":"2.1.0","earlier":[
      {"version":"1.2.0","parameters":{"type":"object","properties":{"a":{"type":"string"}}}},
      {"version":"1.10.0","parameters":{"type":"object","properties":{"b":{"type":"string"}}}},
      {"version":"1.0.0","parameters":{"type":"nothing at all"}}]}])");
  const Tool* const tool = loaded.tools.find("f", "2.0.0");
  ASSERT_NE(tool, nullptr);
  EXPECT_EQ(loaded.tools.find("f", "1.2.0"), nullptr);
  EXPECT_EQ(loaded.tools.find("f", ""), tool);
  ASSERT_EQ(tool->earlier.size(), 2U);
  EXPECT_EQ(tool->earlier[0].version, "1.10.0") << "the newest first";
  EXPECT_FALSE(loaded.has_errors());
  EXPECT_NE(problem_at(loaded, "/0/earlier/2/parameters/type"), nullptr) << all_problems(loaded);
}

TEST(Toolset, SC1_InCode) {
  ToolsetBuilder builder;
  builder.add({.name = "a", .description = "d", .version = "1.0.0", .parameters = std::string(kSchema), .earlier = {}})
      .add({.name = "b", .description = "d", .version = "", .parameters = "", .earlier = {{"0.9.0", "{}"}}})
      .add({.name = "c", .description = "d", .version = "", .parameters = "{", .earlier = {}})
      .add({.name = "a", .description = "d", .version = "", .parameters = "", .earlier = {}});
  const LoadedTools loaded = builder.build();
  ASSERT_EQ(loaded.tools.size(), 2U) << all_problems(loaded);
  EXPECT_EQ(loaded.tools.tools()[0].name, "a");
  EXPECT_EQ(loaded.tools.tools()[1].earlier.size(), 1U);
  EXPECT_NE(problem_at(loaded, "/2/parameters"), nullptr) << all_problems(loaded);
  EXPECT_NE(problem_at(loaded, "/3"), nullptr) << all_problems(loaded);
  EXPECT_TRUE(builder.build().tools.empty()) << "the builder is as new";
}

TEST(Toolset, AnUnknownToolIsToldWithTheNearestOne) {
  const LoadedTools loaded = load_tools(R"([{"name":"read_file"},{"name":"write_file"}])");
  EXPECT_EQ(loaded.tools.nearest("readFile"), "read_file");
  EXPECT_EQ(loaded.tools.nearest("weather"), std::nullopt);
  EXPECT_EQ(loaded.tools.unknown_tool_message("reed_file"),
            R"(there is no tool "reed_file"; did you mean "read_file"? The tools there are: read_file, write_file)");
  EXPECT_EQ(loaded.tools.unknown_tool_message("weather"),
            R"(there is no tool "weather". The tools there are: read_file, write_file)");
  EXPECT_EQ(Toolset().unknown_tool_message("a"), R"(there is no tool "a"; no tools are known)");
  EXPECT_LT(loaded.tools.unknown_tool_message(std::string(100000, 'x')).size(), 300U);
}

TEST(Toolset, ACopySharesTheTools) {
  Toolset copy;
  {
    const LoadedTools loaded = load_tools(R"({"f":{}})");
    copy = loaded.tools;
  }
  EXPECT_NE(copy.find("f"), nullptr);
  EXPECT_EQ(copy.find("g"), nullptr);
}

}  // namespace
}  // namespace acode::schema
