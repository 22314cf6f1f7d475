// `acode repair` guided by a schema: --schema, --tools and --tool (RP-5, CL-2).
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/program.h"

namespace acode {
namespace {

using test::contains;
using test::Outcome;
using test::run_acode;
using test::Setting;
using test::TemporaryFolder;

constexpr std::string_view kSchema = R"({"type": "object", "properties": {
    "options": {"type": "object", "properties": {"mode": {"type": "string"}}},
    "timeout": {"type": "integer"}}})";

// A brace is missing. Without a schema it is put at the end; with one, before the name that belongs to the outer object.
constexpr std::string_view kBroken = R"({"options": {"mode": "r", "timeout": 5})";
constexpr std::string_view kPlain = R"({"options": {"mode": "r", "timeout": 5}})";
constexpr std::string_view kGuided = R"({"options": {"mode": "r"}, "timeout": 5})";

/// A folder with a schema, s.json, and tools, t.json, in which the program runs.
class RepairSchema : public testing::Test {
 protected:
  RepairSchema() {
    folder_.write("s.json", kSchema);
    folder_.write("t.json", R"([{"name": "read", "parameters": )" + std::string(kSchema) +
                                R"(}, {"name": "broken", "parameters": {"type": "object", "required": "path"}}])");
  }

  Outcome repair(std::vector<std::string> words, std::string_view input = kBroken) const {
    words.insert(words.begin(), "repair");
    return run_acode(words, Setting{.input = std::string(input), .directory = folder_.path()});
  }

  TemporaryFolder folder_;
};

/// Expects a refusal with this message, and nothing on standard output.
void expect_refused(const Outcome& outcome, int status, std::string_view message) {
  EXPECT_EQ(outcome.status, status) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, message)) << outcome.err;
}

TEST_F(RepairSchema, RP5_TheSchemaChoosesTheReading) {
  EXPECT_EQ(repair({}).out, kPlain);
  const Outcome outcome = repair({"--schema", "s.json"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, kGuided);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(repair({"-s", "s.json"}).out, kGuided);
  EXPECT_EQ(repair({"--tools", "t.json", "--tool", "read"}).out, kGuided);
}

TEST_F(RepairSchema, RP5_InEveryMode) {
  EXPECT_EQ(repair({"-s", "s.json", "--compact"}).out, "{\"options\":{\"mode\":\"r\"},\"timeout\":5}\n");
  EXPECT_EQ(repair({"-s", "s.json", "--json"}).out,
            R"({"file":"-","ok":true,"output":"{\"options\": {\"mode\": \"r\"}, \"timeout\": 5}",)"
            R"("value":{"options":{"mode":"r"},"timeout":5},"edits":[{"kind":"missing_closing_brace","offset":24,)"
            R"("removed":"","inserted":"}"}],"truncated":false,"attempted":true,"confidence":0.9})"
            "\n");
  const Outcome view = repair({"-s", "s.json", "--view"});
  EXPECT_TRUE(contains(view.out, "  1:25 missing_closing_brace: inserted `}`\n")) << view.out;
  EXPECT_TRUE(contains(view.out, kGuided)) << view.out;

  folder_.write("a.json", kBroken);
  folder_.write("b.json", kBroken);
  EXPECT_EQ(repair({"-s", "s.json", "-i", "a.json", "b.json"}).status, 0);
  EXPECT_EQ(folder_.read("a.json"), kGuided);
  EXPECT_EQ(folder_.read("b.json"), kGuided);
}

// With the schema the zeros are taken out of a number; without it quotes are put around a string.
TEST_F(RepairSchema, RP5_CheckCountsTheEditsOfTheGuidedReading) {
  constexpr std::string_view kZeros = R"({"timeout": 007})";
  const Outcome plain = repair({"--check"}, kZeros);
  EXPECT_TRUE(contains(plain.out, "(can be repaired: 2 edits)\n")) << plain.out;
  const Outcome outcome = repair({"-s", "s.json", "--check"}, kZeros);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.out, "<stdin>:1:14: ACODE-TLP-002 ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "(can be repaired: 1 edit)\n")) << outcome.out;
}

TEST_F(RepairSchema, ValidTextIsLeftAloneWhetherItFitsOrNot) {
  const Outcome outcome = repair({"-s", "s.json"}, "{\"timeout\": [ ]}\n");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "{\"timeout\": [ ]}\n");
  EXPECT_EQ(repair({"-s", "s.json", "--check"}, "{\"timeout\": [ ]}\n").status, 0);
}

TEST_F(RepairSchema, TypesOfOtherLanguagesAreUnderstood) {
  folder_.write("odd.json", R"({"type": "dict", "properties": {
      "options": {"type": "OBJECT", "properties": {"mode": {"type": "str"}}}, "timeout": {"type": "int"}}})");
  const Outcome outcome = repair({"-s", "odd.json"});
  EXPECT_EQ(outcome.out, kGuided);
  EXPECT_EQ(outcome.err, "");
}

TEST_F(RepairSchema, ASchemaThatCannotBeUsed) {
  folder_.write("broken.json", R"({"properties": {"a": {"type": "strin"}}})");
  folder_.write("text.json", "{\"type\": }");
  folder_.write("a.json", kBroken);
  for (const char* mode : {"--text", "--json", "--jsonl", "--view", "--check", "--in-place"}) {
    expect_refused(repair({mode, "-s", "broken.json", "a.json"}), 3, "acode: broken.json: ACODE-SCH-001: ");
  }
  EXPECT_EQ(folder_.read("a.json"), kBroken) << "nothing was done without the schema";
  EXPECT_TRUE(contains(repair({"-s", "broken.json"}).err, " at /properties/a/type\n"));
  expect_refused(repair({"-s", "text.json"}), 3, "acode: text.json: ACODE-TLP-002: ");
  expect_refused(repair({"-s", "none.json"}), 3, "acode: none.json: ACODE-CLI-002: there is no such file\n");
  expect_refused(repair({"-s", "."}), 3, "acode: .: ACODE-CLI-004: is a directory, not a file\n");
}

TEST_F(RepairSchema, AToolThatCannotBeUsed) {
  expect_refused(repair({"--tools", "t.json", "--tool", "reed"}), 3,
                 "acode: t.json: ACODE-TLP-005: there is no tool \"reed\"; did you mean \"read\"?");
  expect_refused(repair({"--tools", "t.json", "--tool", "broken"}), 3,
                 "acode: t.json: ACODE-SCH-001: the tool broken cannot be used: ");
  expect_refused(repair({"--tools", "none.json", "--tool", "a"}), 3, "acode: none.json: ACODE-CLI-002");
}

TEST_F(RepairSchema, DocumentsThatASchemaRefersTo) {
  std::filesystem::create_directory(folder_.file("lib"));
  folder_.write("lib/read.json", kSchema);
  folder_.write("ref.json", R"({"$ref": "https://example.org/read.json"})");
  expect_refused(repair({"-s", "ref.json"}), 3, "  hint: make the document known with --resource-dir URI=DIR\n");
  EXPECT_EQ(repair({"-s", "ref.json", "--resource-dir", "https://example.org/=lib"}).out, kGuided);
  const Outcome rows =
      repair({"--jsonl", "--resource-dir", "https://example.org/=lib"},
             R"({"input": "{\"timeout\": 007}", "schema": {"$ref": "https://example.org/read.json"}})");
  EXPECT_TRUE(contains(rows.out, R"("value":{"timeout":7})")) << rows.out;
  expect_refused(repair({"-s", "s.json", "--resource-dir", "http://x/=none"}), 3,
                 "acode: none: ACODE-CLI-002: there is no such directory\n");
}

TEST_F(RepairSchema, TheSchemaFromStandardInput) {
  folder_.write("a.json", kBroken);
  EXPECT_EQ(repair({"--schema", "-", "a.json"}, kSchema).out, kGuided);
  expect_refused(repair({"--schema", "-"}), 2, "standard input is the schema already: name the files to repair\n");
  expect_refused(repair({"--schema", "-", "-"}), 2, "- stands for standard input and can be read only once\n");
}

TEST_F(RepairSchema, OptionsThatDoNotGoTogether) {
  const auto refused = [this](const std::vector<std::string>& words, const std::string& problem) {
    expect_refused(repair(words), 2, "acode: repair: ACODE-CLI-001: " + problem);
  };
  refused({"-s", "s.json", "--tools", "t.json", "--tool", "read"}, "--schema and --tools do not go together\n");
  refused({"--tools", "t.json"}, "--tools needs the name of a tool: --tool NAME\n");
  refused({"--tool", "read"}, "--tool needs the file of the tools: --tools FILE\n");
  refused({"-s", ""}, "the name of a file is empty\n");
  refused({"-s"}, "-s needs a value: -s FILE\n");
  refused({"--resource-dir", "http://x/=lib"}, "--resource-dir needs a schema: give --schema FILE, or --tools FILE");
  refused({"-s", "s.json", "--json", "--check"}, "--json and --check do not go together\n");
}

}  // namespace
}  // namespace acode
