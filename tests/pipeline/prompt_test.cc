// The prompt that teaches tools: its examples are calls that the pipeline reads back as they were meant (TX-7, SC-8).
#include "acode/pipeline/prompt.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "acode/json/reader.h"
#include "acode/pipeline/pipeline.h"
#include "acode/schema/describe.h"

namespace acode::pipeline {
namespace {

constexpr std::string_view kTools = R"([
  {"name": "read_file", "description": "Reads a file.\nAll of it.", "parameters": {"type": "object",
    "properties": {"path": {"type": "string", "description": "Where it is"}, "lines": {"type": "integer", "default": 100}},
    "required": ["path"]}},
  {"name": "now", "description": "The time"},
  {"name": "list_files", "parameters": {"type": "object", "properties": {"folder": {"type": "string"}}}},
  {"name": "odd \"name\"", "parameters": {"type": "object", "properties": {"a b": {"enum": ["\"", "\\", "}"]}},
    "required": ["a b"]}},
  {"name": "deep", "parameters": {"type": "object", "required": ["items"], "properties": {"items": {"type": "array",
    "minItems": 2, "items": {"type": "object", "required": ["n", "when"], "properties":
      {"n": {"type": "number", "minimum": 2.5}, "when": {"type": "string", "format": "date"}}}}}}},
  {"name": "pattern", "parameters": {"type": "object", "required": ["code"], "properties":
    {"code": {"type": "string", "pattern": "^[A-Z]{3}-[0-9]+$"}}}}
])";

/// The lines that are calls, without the one that shows their form.
std::vector<std::string> examples_of(const std::string& prompt) {
  std::vector<std::string> examples;
  for (std::size_t at = 0; (at = prompt.find("\nExample:\n", at)) != std::string::npos;) {
    at = prompt.find("TOOL_CALL:", at);
    examples.push_back(prompt.substr(at, prompt.find('\n', at) - at));
  }
  return examples;
}

TEST(Prompt, TX7_EveryExampleIsExactlyThatCall) {
  const schema::Toolset tools = schema::load_tools(kTools).tools;
  ASSERT_EQ(tools.size(), 6U);
  const std::vector<std::string> examples = examples_of(tool_prompt(tools));
  ASSERT_EQ(examples.size(), tools.size());
  const Pipeline pipeline(&tools);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const ParseResult result = pipeline.process("I shall do it.\n" + examples[i] + "\n");
    ASSERT_EQ(result.calls.size(), 1U) << examples[i];
    const ToolCall& call = result.calls[0];
    EXPECT_EQ(call.name, tools.tools()[i].name);
    EXPECT_EQ(call.verdict, Verdict::kAsIs) << examples[i];
    EXPECT_TRUE(call.findings.empty()) << examples[i];
    const std::string_view body = std::string_view(examples[i]).substr(examples[i].find('{'));
    const Result<json::Document> written = json::parse(body);
    ASSERT_TRUE(written.ok()) << body;
    EXPECT_TRUE(call.arguments->value().equals(*written->root().find("arguments"))) << examples[i];
    EXPECT_TRUE(tools.tools()[i].parameters.accepts(call.arguments->value())) << examples[i];
  }
  const ParseResult together = pipeline.process(examples[0] + "\n" + examples[1] + "\n" + examples[4]);
  EXPECT_EQ(together.calls.size(), 3U) << "a line for each";
}

TEST(Prompt, TX7_TellsWhatAModelMustKnow) {
  const schema::Toolset tools = schema::load_tools(kTools).tools;
  const std::string prompt = tool_prompt(tools);
  for (const schema::Tool& tool : tools.tools()) {
    EXPECT_NE(prompt.find("\n" + schema::signature(tool.name, tool.parameters) + "\n"), std::string::npos) << tool.name;
  }
  EXPECT_NE(prompt.find("Reads a file.\nAll of it.\n"), std::string::npos);
  EXPECT_NE(prompt.find("- path: Where it is\n"), std::string::npos);
}

TEST(Prompt, WithoutToolsThereIsNone) { EXPECT_EQ(tool_prompt(schema::Toolset()), ""); }

}  // namespace
}  // namespace acode::pipeline
