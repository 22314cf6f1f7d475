// `acode formats` and `acode prompt` (TX-4, TX-7).
#include <gtest/gtest.h>

#include "acode/extract/extract.h"
#include "acode/json/reader.h"
#include "cli/program.h"

namespace acode {
namespace {

using test::contains;
using test::Outcome;
using test::run_acode;
using test::TemporaryFolder;

TEST(Formats, TX4_ATableOfAll) {
  const Outcome outcome = run_acode({"formats"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  for (const extract::FormatInfo& format : extract::known_formats()) {
    EXPECT_TRUE(contains("\n" + outcome.out, "\n" + std::string(format.name) + " ")) << format.name;
    EXPECT_TRUE(contains(outcome.out, format.models)) << format.name;
  }
}

TEST(Formats, OneWithItsExample) {
  const Outcome outcome = run_acode({"formats", "hermes"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(contains(outcome.out, "<tool_call>\n{")) << outcome.out;
}

// The example that is shown is one that is read, without being told which format it is in.
TEST(Formats, TX4_EveryExampleIsRead) {
  const TemporaryFolder folder;
  const std::string tools = folder.write(
      "t.json", R"({"get_weather": {"parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}})");
  for (const extract::FormatInfo& format : extract::known_formats()) {
    const Outcome outcome = run_acode({"extract", "--kind", "text", "--tools", tools}, format.example);
    EXPECT_TRUE(contains(outcome.out, R"("calls":[{)")) << format.name << outcome.out;
  }
}

TEST(Formats, ForMachines) {
  const Result<json::Document> all = json::parse(run_acode({"formats", "--json"}).out);
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(all->root().find("formats")->size(), extract::known_formats().size());
  const Result<json::Document> one = json::parse(run_acode({"formats", "--json", "hermes"}).out);
  ASSERT_TRUE(one.ok());
  EXPECT_EQ(one->root().find("name")->as_string(), "hermes");
  EXPECT_NE(one->root().find("example")->as_string(), "");
}

TEST(Formats, OneThatIsNotThere) {
  const Outcome outcome = run_acode({"formats", "hermess"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, "did you mean 'hermes'?")) << outcome.err;
  EXPECT_EQ(run_acode({"formats", "hermes", "react"}).status, 2);
}

constexpr std::string_view kTools = R"([{"name": "read_file", "description": "Reads a file", "parameters":
  {"type": "object", "properties": {"path": {"type": "string", "description": "Where it is"}}, "required": ["path"]}}])";

TEST(Prompt, TX7_TeachesTheTools) {
  const TemporaryFolder folder;
  const std::string tools = folder.write("t.json", kTools);
  const Outcome outcome = run_acode({"prompt", "--tools", tools});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(contains(outcome.out, "TOOL_CALL: {\"tool\": \"NAME\"")) << outcome.out;
  EXPECT_TRUE(
      contains(outcome.out, "\nread_file(path: string)\nReads a file\n- path: Where it is\nExample:\nTOOL_CALL: "))
      << outcome.out;
  EXPECT_EQ(run_acode({"prompt", "-t", "-"}, kTools).out, outcome.out);
  const Result<json::Document> row = json::parse(run_acode({"prompt", "-t", tools, "--json"}).out);
  ASSERT_TRUE(row.ok());
  EXPECT_EQ(row->root().find("prompt")->as_string(), outcome.out);
}

TEST(Prompt, WithoutToolsThereIsNothingToTeach) {
  EXPECT_EQ(run_acode({"prompt"}).status, 2);
  EXPECT_TRUE(contains(run_acode({"prompt"}).err, "give --tools FILE"));
  EXPECT_EQ(run_acode({"prompt", "t.json"}).status, 2);
  const Outcome missing = run_acode({"prompt", "--tools", "/no/such/file"});
  EXPECT_EQ(missing.status, 3);
  EXPECT_TRUE(contains(missing.err, "ACODE-CLI-002")) << missing.err;
}

}  // namespace
}  // namespace acode
