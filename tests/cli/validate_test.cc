// `acode validate`: a schema and inputs, for people and with --json (CL-2, SC-3, SC-4, SC-5).
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "acode/json/reader.h"
#include "cli/program.h"

namespace acode {
namespace {

using test::contains;
using test::Outcome;
using test::repeat;
using test::run_acode;
using test::run_shell;
using test::Setting;
using test::TemporaryFolder;
using namespace std::string_literals;

constexpr std::string_view kOrder = R"({
  "type": "object",
  "properties": {
    "id": {"type": "integer"},
    "items": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}},
    "mail": {"type": "string", "format": "email"}
  },
  "required": ["id"]
})";

constexpr std::string_view kTools = R"([
  {"type": "function", "function": {"name": "read_file", "description": "Reads a file", "parameters":
    {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}}},
  {"type": "function", "function": {"name": "broken", "parameters": {"type": "object", "required": "path"}}}
])";

/// A folder with a schema, s.json, and tools, t.json, in which the program runs.
class Validate : public testing::Test {
 protected:
  Validate() {
    folder_.write("s.json", kOrder);
    folder_.write("t.json", kTools);
  }

  Outcome validate(std::vector<std::string> words, std::string_view input = "") const {
    words.insert(words.begin(), "validate");
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

TEST_F(Validate, CL2_AValidInput) {
  const Outcome outcome = validate({"--schema", "s.json"}, R"({"id": 1, "items": [{"name": "a"}], "more": true})");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "<stdin>: valid\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(validate({"--schema=s.json", "--quiet"}, R"({"id": 1})").out, "");
}

TEST_F(Validate, SC4_ALineForEachViolation) {
  folder_.write("a.json", R"({"items": [{}, {}, {"name": 3}], "id": "7"})");
  const Outcome outcome = validate({"-s", "s.json", "a.json"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(contains(outcome.out, "a.json: items[2].name: expected string, got integer 3  (type)\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "a.json: id: expected integer, got string \"7\"  (type)\n"))
      << "SC-6 " << outcome.out;
}

TEST_F(Validate, SC4_MissingFieldsAreNamedEach) {
  folder_.write("two.json", R"({"required": ["a", "b"]})");
  const Outcome outcome = validate({"-s", "two.json"}, "{}");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.out, "<stdin>: a: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "<stdin>: b: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "  (required)\n")) << outcome.out;
}

TEST_F(Validate, SC4_TheJsonForm) {
  const Outcome outcome = validate({"-s", "s.json", "--json"}, R"({"id": 1, "items": [{"name": 3}]})");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, R"({"file":"-","valid":false,"errors":[{"path":"items[0].name","pointer":"/items/0/name",)"
                         R"("keyword":"type","expected":"string","actual":"integer 3",)"
                         R"("message":"expected string, got integer 3"}]})"
                         "\n");
  EXPECT_EQ(validate({"-s", "s.json", "--json"}, R"({"id": 1})").out,
            "{\"file\":\"-\",\"valid\":true,\"errors\":[]}\n");
}

TEST_F(Validate, SC5_StrictRefusesPropertiesThatAreNotNamed) {
  constexpr std::string_view kText = R"({"id": 1, "items": [{"name": "a", "extra": 1}]})";
  EXPECT_EQ(validate({"-s", "s.json"}, kText).status, 0);
  const Outcome outcome = validate({"-s", "s.json", "--strict"}, kText);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.out, "<stdin>: items[0].extra: ")) << outcome.out;
}

TEST_F(Validate, FormatsAreCheckedWhenAskedFor) {
  constexpr std::string_view kText = R"({"id": 1, "mail": "nobody"})";
  EXPECT_EQ(validate({"-s", "s.json"}, kText).status, 0);
  const Outcome outcome = validate({"-s", "s.json", "--formats"}, kText);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.out, "  (format)\n")) << outcome.out;
}

TEST_F(Validate, SC2_TheDraftOfASchemaThatDoesNotSay) {
  // A list as "items" is a tuple in draft 7; "dependencies" is unknown to 2020-12.
  folder_.write("old.json", R"({"items": [{"type": "integer"}], "dependencies": {"a": ["b"]}})");
  EXPECT_EQ(validate({"-s", "old.json", "--draft", "7"}, "[\"a\"]").status, 1);
  EXPECT_EQ(validate({"-s", "old.json", "--draft", "7"}, "{\"a\": 1}").status, 1);
  EXPECT_EQ(validate({"-s", "old.json", "--draft", "7"}, "[1, \"a\"]").status, 0);
  folder_.write("new.json", R"({"$schema": "http://json-schema.org/draft-07/schema#", "dependencies": {"a": ["b"]}})");
  EXPECT_EQ(validate({"-s", "new.json", "--draft", "2020-12"}, "{\"a\": 1}").status, 1) << "$schema has the last word";
}

TEST_F(Validate, MaxErrors) {
  folder_.write("many.json", R"({"items": {"type": "string"}})");
  const Outcome outcome = validate({"-s", "many.json", "--max-errors", "2"}, "[1, 2, 3, 4]");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out,
            "<stdin>: [0]: expected string, got integer 1  (type)\n"
            "<stdin>: [1]: expected string, got integer 2  (type)\n"
            "<stdin>: more than 2 violations; --max-errors N shows more\n");
  const Outcome all = validate({"-s", "many.json", "--max-errors", "4"}, "[1, 2, 3, 4]");
  EXPECT_FALSE(contains(all.out, "more than")) << all.out;
  const auto row = json::parse(validate({"-s", "many.json", "--max-errors=3", "--json"}, "[1, 2, 3, 4]").out);
  ASSERT_TRUE(row);
  EXPECT_EQ(row->root().find("errors")->size(), 3U);
}

TEST_F(Validate, SeveralInputsTheGravestCounts) {
  folder_.write("good", R"({"id": 1})");
  folder_.write("bad", R"({"id": true})");
  const Outcome outcome = validate({"-s", "s.json", "good", "bad", "good"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out,
            "good: valid\n"
            "bad: id: expected integer, got boolean true  (type)\n"
            "good: valid\n");
  const Outcome missing = validate({"-s", "s.json", "bad", "none", "good"});
  EXPECT_EQ(missing.status, 3);
  EXPECT_TRUE(contains(missing.out, "good: valid\n")) << "trouble with one does not stop the others";
  EXPECT_TRUE(contains(missing.err, "acode: none: ACODE-CLI-002: there is no such file\n")) << missing.err;
}

TEST_F(Validate, SC1_TheParametersOfATool) {
  EXPECT_EQ(validate({"--tools", "t.json", "--tool", "read_file"}, R"({"path": "a"})").status, 0);
  EXPECT_EQ(validate({"--tools", "t.json", "--tool", "read_file"}, R"({"path": 1})").status, 1);
  constexpr std::string_view kMore = R"({"path": "a", "lines": 3})";
  EXPECT_EQ(validate({"--tools", "t.json", "--tool", "read_file"}, kMore).status, 1) << "SC-5: as calls are checked";
  EXPECT_EQ(validate({"--tools", "t.json", "--tool", "read_file", "--no-strict"}, kMore).status, 0);
}

TEST_F(Validate, AToolThatIsNotThereNamesTheNearest) {
  const Outcome outcome = validate({"--tools", "t.json", "--tool", "reed_file"}, "{}");
  expect_refused(outcome, 3, "acode: t.json: ACODE-TLP-005: there is no tool \"reed_file\"");
  EXPECT_TRUE(contains(outcome.err, "did you mean \"read_file\"?")) << outcome.err;
  EXPECT_FALSE(contains(outcome.err, "offset")) << "it is nowhere: " << outcome.err;
}

TEST_F(Validate, AToolWhoseDefinitionIsBrokenSaysWhy) {
  const Outcome outcome = validate({"--tools", "t.json", "--tool", "broken"}, "{}");
  expect_refused(outcome, 3, "acode: t.json: ACODE-SCH-001: the tool broken cannot be used: ");
  EXPECT_TRUE(contains(outcome.err, "at /1/function/parameters")) << outcome.err;
}

TEST_F(Validate, SC3_ATextThatIsNotJsonIsNoViolation) {
  const Outcome outcome = validate({"-s", "s.json"}, "{\"id\": 1,}");
  expect_refused(outcome, 1, "");
  EXPECT_EQ(
      outcome.err,
      "acode: <stdin>: ACODE-TLP-002: expected a key in double quotes, found '}' at offset 9 (line 1, column 10)\n"
      "      {\"id\": 1,}\n"
      "               ^\n"
      "  hint: acode repair mends what has one plain meaning\n");
  const Outcome row = validate({"-s", "s.json", "--json"}, "{\"id\": 1,}");
  EXPECT_EQ(row.status, 1);
  EXPECT_TRUE(contains(row.out, R"({"file":"-","error":{"code":"ACODE-TLP-002","message":)")) << row.out;
  EXPECT_TRUE(contains(row.out, R"("position":{"offset":9,"line":1,"column":10})")) << row.out;
  EXPECT_FALSE(contains(row.out, "valid\"")) << "whether it fits was not even asked";
}

TEST_F(Validate, AnEmptyInput) {
  expect_refused(validate({"-s", "s.json"}, ""), 1, "  hint: the input is empty: check where it comes from\n");
  expect_refused(validate({"-s", "s.json"}, " \n"), 1, "acode: <stdin>: ACODE-TLP-002: ");
}

TEST_F(Validate, NulBytesAndInvalidUtf8) {
  expect_refused(validate({"-s", "s.json"}, std::string(4, '\0')), 1, "ACODE-TLP-002");
  expect_refused(validate({"-s", "s.json"}, "{\"id\": \"\xff\"}"), 1, "ACODE-TLP-002");
  folder_.write("nul.json", "{\"type\0\": 1}"s);
  const Outcome outcome = validate({"-s", "nul.json"}, "1");
  expect_refused(outcome, 3, "acode: nul.json: ACODE-TLP-002");
  EXPECT_EQ(outcome.err.find('\0'), std::string::npos);
}

TEST_F(Validate, SE1_NothingOfTheInputReachesTheTerminal) {
  const Outcome outcome = validate({"-s", "s.json", "--strict"}, "{\"id\": \"\\u001b[2J\", \"\\u202e\\u001b\": 1}");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos);
  EXPECT_FALSE(contains(outcome.out, "\u202e")) << outcome.out;
}

TEST_F(Validate, AR5_Limits) {
  const std::string deep = "{\"id\": " + repeat("[", 70) + repeat("]", 70) + "}";
  expect_refused(validate({"-s", "s.json"}, deep), 1, "  hint: raise the limit with --max-depth N\n");
  EXPECT_TRUE(contains(validate({"-s", "s.json", "--max-depth=80"}, deep).out, "(type)"));
  const std::string large = "\"" + std::string(2000, 'x') + "\"";
  expect_refused(validate({"-s", "s.json", "--max-bytes=1k"}, large), 1,
                 "acode: <stdin>: ACODE-TLP-009: the text has 2002 bytes, the limit is 1024; nothing was parsed\n"
                 "  hint: raise the limit with --max-bytes N\n");
}

TEST_F(Validate, ASchemaThatIsBrokenSaysWhere) {
  folder_.write("broken.json", R"({"properties": {"a": {"type": "strin"}}})");
  const Outcome outcome = validate({"-s", "broken.json"}, "{}");
  expect_refused(outcome, 3, "acode: broken.json: ACODE-SCH-001: ");
  EXPECT_TRUE(contains(outcome.err, " at /properties/a/type\n")) << outcome.err;

  folder_.write("number.json", "5");
  expect_refused(validate({"-s", "number.json"}, "{}"), 3, "acode: number.json: ACODE-SCH-001: a schema is ");
}

TEST_F(Validate, ASchemaThatIsNotJson) {
  folder_.write("text.json", "{\"type\": }");
  const Outcome outcome = validate({"-s", "text.json"}, "{}");
  expect_refused(outcome, 3, "acode: text.json: ACODE-TLP-002: ");
  EXPECT_TRUE(contains(outcome.err, "at offset 9 (line 1, column 10)\n")) << outcome.err;
  folder_.write("empty.json", "");
  expect_refused(validate({"-s", "empty.json"}, "{}"), 3, "acode: empty.json: ACODE-TLP-002: ");
}

TEST_F(Validate, AnUnknownReference) {
  folder_.write("ref.json", R"({"properties": {"a": {"$ref": "https://example.org/x.json"}}})");
  const Outcome outcome = validate({"-s", "ref.json"}, "{}");
  expect_refused(outcome, 3, "acode: ref.json: ACODE-SCH-002: ");
  EXPECT_TRUE(contains(outcome.err, "https://example.org/x.json")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, " at /properties/a/$ref\n")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "  hint: make the document known with --resource-dir URI=DIR\n")) << outcome.err;
}

TEST_F(Validate, CL10_AResourceDirMakesDocumentsKnown) {
  std::filesystem::create_directories(folder_.file("lib/sub"));
  folder_.write("lib/sub/a b.json", R"({"type": "integer"})");
  folder_.write("lib/notes.txt", "no document");
  folder_.write("ref.json", R"({"$ref": "https://example.org/sub/a%20b.json"})");
  for (const char* dir : {"https://example.org/=lib", "https://example.org=lib", "https://example.org/=./lib/"}) {
    EXPECT_EQ(validate({"-s", "ref.json", "--resource-dir", dir}, "1").status, 0) << dir;
    EXPECT_EQ(validate({"-s", "ref.json", "--resource-dir", dir}, "\"a\"").status, 1) << dir;
  }
  EXPECT_EQ(validate({"-s", "ref.json", "--resource-dir=http://x/=lib", "--resource-dir=https://example.org/=lib"}, "1")
                .status,
            0)
      << "several";
}

TEST_F(Validate, AResourceThatIsNotJsonIsLeftOut) {
  std::filesystem::create_directory(folder_.file("lib"));
  folder_.write("lib/broken.json", "{");
  const Outcome outcome = validate({"-s", "s.json", "--resource-dir", "http://x/=lib"}, R"({"id": 1})");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(contains(outcome.err, "acode: lib/broken.json: warning: left out: ACODE-TLP-002: ")) << outcome.err;
}

TEST_F(Validate, AResourceDirThatIsNotThere) {
  expect_refused(validate({"-s", "s.json", "--resource-dir", "http://x/=none"}, "{}"), 3,
                 "acode: none: ACODE-CLI-002: there is no such directory\n");
  expect_refused(validate({"-s", "s.json", "--resource-dir", "http://x/=s.json"}, "{}"), 3,
                 "acode: s.json: ACODE-CLI-004: is a file, not a directory\n");
}

TEST_F(Validate, FilesThatCannotBeRead) {
  expect_refused(validate({"-s", "none.json"}, "{}"), 3, "acode: none.json: ACODE-CLI-002: there is no such file\n");
  expect_refused(validate({"-s", "."}, "{}"), 3, "acode: .: ACODE-CLI-004: is a directory, not a file\n");
  expect_refused(validate({"-s", "s.json", "."}), 3, "acode: .: ACODE-CLI-004: is a directory, not a file\n");
  expect_refused(validate({"--tools", "none.json", "--tool", "a"}, "{}"), 3, "acode: none.json: ACODE-CLI-002");
  const Outcome row = validate({"-s", "s.json", "--json", "none"});
  EXPECT_EQ(row.status, 3);
  EXPECT_EQ(row.out, R"({"file":"none","error":{"code":"ACODE-CLI-002","message":"there is no such file"}})"
                     "\n");
}

TEST_F(Validate, TheSchemaFromStandardInput) {
  folder_.write("five", "5");
  EXPECT_EQ(validate({"--schema", "-", "five"}, R"({"type": "integer"})").out, "five: valid\n");
  expect_refused(validate({"--schema", "-"}, "{}"), 2, "standard input is the schema already: name the files to check");
  expect_refused(validate({"--schema", "-", "-"}, "{}"), 2, "- stands for standard input and can be read only once");
}

TEST_F(Validate, OptionsThatDoNotGoTogether) {
  const auto refused = [this](const std::vector<std::string>& words, const std::string& problem) {
    expect_refused(validate(words, "{}"), 2, "acode: validate: ACODE-CLI-001: " + problem);
  };
  refused({}, "there is no schema: give --schema FILE, or --tools FILE and --tool NAME\n");
  refused({"--schema", "s.json", "--tools", "t.json", "--tool", "a"}, "--schema and --tools do not go together\n");
  refused({"--tools", "t.json"}, "--tools needs the name of a tool: --tool NAME\n");
  refused({"--tool", "read_file"}, "--tool needs the file of the tools: --tools FILE\n");
  refused({"-s", "s.json", "--tool", "read_file"}, "--tool needs the file of the tools: --tools FILE\n");
  refused({"--tools", "t.json", "--tool", "a", "--draft", "7"}, "--draft and --tools do not go together\n");
  refused({"-s", "s.json", "--strict", "--no-strict"}, "--strict and --no-strict do not go together\n");
  refused({"-s", "s.json", "--json", "--jsonl"}, "--json and --jsonl do not go together\n");
  refused({"-s", "s.json", "--json", "--quiet"}, "--quiet and --json do not go together\n");
  refused({"-s", "s.json", "--draft", "6"}, "--draft: '6' is not one of 7, 2019-09, 2020-12");
  refused({"-s", "s.json", "--max-errors", "0"}, "--max-errors: '0' is not between 1 and 1000000\n");
  refused({"-s", "s.json", "--resource-dir", "lib"}, "--resource-dir: 'lib' is not URI=DIR");
  refused({"-s", ""}, "the name of a file is empty\n");
  refused({"-s"}, "-s needs a value: -s FILE\n");
  refused({"--shema", "s.json"}, "there is no option '--shema'; did you mean '--schema'?\n");
}

TEST_F(Validate, AClosedPipe) {
  folder_.write("many.json", R"({"items": {"type": "string"}})");
  folder_.write("big", "[" + repeat("1,", 20000) + "1]");
  const Outcome outcome = run_shell(
      "\"$acode\" validate -s many.json --max-errors 20000 big | head -c 1; exit ${PIPESTATUS[0]}", folder_.path());
  EXPECT_EQ(outcome.out, "b");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(contains(outcome.err, "ACODE-CLI-007")) << outcome.err;
}

TEST_F(Validate, AFullDisk) {
  if (::access("/dev/full", W_OK) != 0) GTEST_SKIP() << "there is no /dev/full here";
  for (const char* mode : {"", "--json"}) {
    const Outcome outcome =
        run_shell("echo 1 | \"$acode\" validate -s s.json "s + mode + " > /dev/full", folder_.path());
    EXPECT_EQ(outcome.status, 3);
    EXPECT_TRUE(contains(outcome.err, "ACODE-CLI-006")) << outcome.err;
  }
}

}  // namespace
}  // namespace acode
