// `acode tools`: definitions of tools, listed, shown and checked (SC-1, SC-8).
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/schema/schema.h"
#include "cli/program.h"

namespace acode {
namespace {

using test::contains;
using test::Outcome;
using test::run_acode;
using test::run_shell;
using test::Setting;
using test::TemporaryFolder;
using namespace std::string_literals;

constexpr std::string_view kGood = R"({"tools": [
  {"type": "function", "function": {"name": "read_file", "version": "1.2.0", "description": "Reads a file.\nAll of it.",
    "parameters": {"type": "object", "properties": {"path": {"type": "string", "description": "Where"},
                   "lines": {"type": "integer", "description": "How many"}}, "required": ["path"]}}},
  {"type": "function", "function": {"name": "now", "description": "The time",
    "parameters": {"type": "object", "properties": {}}}}
]})";

constexpr std::string_view kBroken = R"([
  {"name": "fine", "description": "Does nothing", "parameters": {"type": "object", "properties": {}}},
  {"name": "find", "description": "Finds", "parameters": {"type": "object", "properties": {"n": {"minimum": "x"}}}}
])";

constexpr std::string_view kOdd = R"([
  {"name": "find", "description": "Finds", "parameters": {"type": "dict",
    "properties": {"n": {"type": "integer", "description": "How many"}}}}
])";

/// A folder with definitions, in which the program runs.
class Tools : public testing::Test {
 protected:
  Tools() {
    folder_.write("good.json", kGood);
    folder_.write("broken.json", kBroken);
    folder_.write("odd.json", kOdd);
  }

  Outcome tools(std::vector<std::string> words, std::string_view input = "") const {
    words.insert(words.begin(), "tools");
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

TEST_F(Tools, SC8_ListInColumns) {
  const Outcome outcome = tools({"list", "good.json"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            "read_file  1.2.0  (path: string, lines?: integer)\n"
            "now        -      ()\n");
  EXPECT_EQ(tools({"list", "-"}, kGood).out, outcome.out) << "from standard input";
}

TEST_F(Tools, ListCountsColumnsAsATerminalDoes) {
  const std::string text = R"([{"name": "größe", "parameters": {}}, {"name": "名前", "parameters": {}}])";
  EXPECT_EQ(tools({"list", "-"}, text).out.find("größe  -  ("), 0U);
  EXPECT_TRUE(contains(tools({"list", "-"}, text).out, "\n名前   -  (")) << "each takes two columns";
}

TEST_F(Tools, ListLeavesOutWhatCannotBeUsed) {
  const Outcome outcome = tools({"list", "broken.json"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "fine  -  ()\n");
  EXPECT_EQ(outcome.err,
            "acode: broken.json: some definitions cannot be used and were left out\n"
            "  hint: acode tools check says what is wrong with them\n");
}

TEST_F(Tools, ListAsJson) {
  const Outcome outcome = tools({"list", "--json", "good.json"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out,
            R"x({"file":"good.json","tools":[{"name":"read_file","version":"1.2.0",)x"
            R"x("description":"Reads a file.\nAll of it.","signature":"read_file(path: string, lines?: integer)"},)x"
            R"x({"name":"now","version":"","description":"The time","signature":"now()"}],"problems":[]})x"
            "\n");
}

TEST_F(Tools, SC8_ShowOneTool) {
  const Outcome outcome = tools({"show", "good.json", "read_file"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  const std::string head =
      "read_file 1.2.0\n"
      "  Reads a file.\n"
      "  All of it.\n"
      "\n"
      "Signature:\n"
      "  read_file(path: string, lines?: integer)\n"
      "\n"
      "Example:\n"
      "  {";
  EXPECT_EQ(outcome.out.substr(0, head.size()), head);
  EXPECT_TRUE(contains(outcome.out,
                       "\n\nParameters:\n"
                       "  {\n"
                       "    \"type\": \"object\",\n"))
      << outcome.out;
}

TEST_F(Tools, SC8_TheExampleFitsTheSchema) {
  const Outcome outcome = tools({"show", "--json", "good.json", "read_file"});
  EXPECT_EQ(outcome.status, 0);
  const auto row = json::parse(outcome.out);
  ASSERT_TRUE(row) << outcome.out;
  EXPECT_EQ(row->root().find("name")->as_string(), "read_file");
  EXPECT_EQ(row->root().find("version")->as_string(), "1.2.0");
  EXPECT_EQ(row->root().find("signature")->as_string(), "read_file(path: string, lines?: integer)");
  EXPECT_EQ(row->root().find("earlier")->size(), 0U);
  const auto schema = schema::Schema::compile(*row->root().find("parameters"));
  ASSERT_TRUE(schema);
  EXPECT_TRUE(schema->accepts(*row->root().find("example"))) << outcome.out;
}

TEST_F(Tools, ShowAToolThatIsNotThereNamesTheNearest) {
  const Outcome outcome = tools({"show", "good.json", "reed_file"});
  expect_refused(outcome, 1, "acode: good.json: ACODE-TLP-005: there is no tool \"reed_file\"");
  EXPECT_TRUE(contains(outcome.err, "did you mean \"read_file\"?")) << outcome.err;
  const Outcome row = tools({"show", "--json", "good.json", "reed_file"});
  EXPECT_EQ(row.status, 1);
  EXPECT_TRUE(contains(row.out, R"({"file":"good.json","error":{"code":"ACODE-TLP-005","message":)")) << row.out;
}

TEST_F(Tools, ShowAToolThatIsBrokenSaysWhy) {
  expect_refused(tools({"show", "broken.json", "find"}), 1,
                 "acode: broken.json: ACODE-SCH-001: the tool find cannot be used: ");
}

TEST_F(Tools, SC1_CheckFindsNothing) {
  const Outcome outcome = tools({"check", "good.json"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "good.json: 2 tools, nothing is wrong\n");
  EXPECT_EQ(tools({"check", "--quiet", "good.json"}).out, "");
  EXPECT_EQ(tools({"check", "--json", "good.json"}).out,
            "{\"file\":\"good.json\",\"ok\":true,\"tools\":2,\"problems\":[]}\n");
}

TEST_F(Tools, SC1_CheckNamesErrorsWithTheirPlace) {
  const Outcome outcome = tools({"check", "broken.json"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(contains(outcome.out, "broken.json: find: error ACODE-SCH-001: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, " at /1/parameters/properties/n/minimum\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "\nbroken.json: 1 tool, 1 error, 0 warnings\n")) << outcome.out;

  const auto row = json::parse(tools({"check", "--json", "broken.json"}).out);
  ASSERT_TRUE(row);
  EXPECT_FALSE(row->root().find("ok")->as_bool());
  const json::Value problem = *row->root().find("problems")->at(0);
  EXPECT_EQ(problem.find("severity")->as_string(), "error");
  EXPECT_EQ(problem.find("tool")->as_string(), "find");
  EXPECT_EQ(problem.find("code")->as_string(), "ACODE-SCH-001");
  EXPECT_EQ(problem.find("path")->as_string(), "/1/parameters/properties/n/minimum");
}

TEST_F(Tools, CheckTellsWarningsApart) {
  const Outcome outcome = tools({"check", "odd.json"});
  EXPECT_EQ(outcome.status, 4);
  EXPECT_TRUE(contains(outcome.out, "odd.json: find: warning ACODE-SCH-001: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "odd.json: 1 tool, 0 errors, 1 warning\n")) << outcome.out;
  EXPECT_TRUE(
      contains(tools({"check", "--json", "odd.json"}).out, R"("ok":true,"tools":1,"problems":[{"severity":"warning")"));
  EXPECT_EQ(tools({"list", "odd.json"}).status, 0) << "a warning keeps no tool from being used";
}

TEST_F(Tools, CheckKnowsTheDocumentsOfAResourceDir) {
  std::filesystem::create_directory(folder_.file("lib"));
  folder_.write("lib/path.json", R"({"type": "string"})");
  const std::string text =
      R"([{"name": "a", "description": "A", "parameters": {"type": "object", "properties": {"p": {"$ref": "http://x/path.json", "description": "P"}}}}])";
  EXPECT_TRUE(contains(tools({"check", "-"}, text).out, "<stdin>: a: error ACODE-SCH-002: "));
  EXPECT_EQ(tools({"check", "--resource-dir", "http://x/=lib", "-"}, text).status, 0);
  expect_refused(tools({"check", "--resource-dir", "http://x/=none", "-"}, text), 3, "there is no such directory");
}

TEST_F(Tools, TextsThatAreNotJson) {
  for (const char* action : {"list", "check"}) {
    expect_refused(tools({action, "-"}, "[{\"name\": }]"), 1, "acode: <stdin>: ACODE-TLP-002: ");
    expect_refused(tools({action, "-"}, ""), 1, "  hint: the input is empty: check where it comes from\n");
    expect_refused(tools({action, "-"}, std::string(5, '\0')), 1, "ACODE-TLP-002");
  }
  const Outcome row = tools({"check", "--json", "-"}, "[1,]");
  EXPECT_EQ(row.status, 1);
  EXPECT_TRUE(contains(row.out, R"({"file":"-","error":{"code":"ACODE-TLP-002")")) << row.out;
  EXPECT_TRUE(contains(row.out, R"("position":{"offset":3,"line":1,"column":4})")) << row.out;
}

TEST_F(Tools, JsonThatHoldsNoTools) {
  for (const char* text : {"5", "\"tools\"", "[5]", "{\"tools\": 5}"}) {
    const Outcome outcome = tools({"check", "-"}, text);
    EXPECT_EQ(outcome.status, 1) << text << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "error ACODE-SCH-001: ")) << text << outcome.out;
  }
}

TEST_F(Tools, SE1_NothingOfTheDefinitionsReachesTheTerminal) {
  const std::string text =
      R"([{"name": "a", "description": "\u001b[2J \u202e", "parameters": {"type": "object", "properties": )"
      R"({"\u001b]0;x\u0007": {"enum": ["\u001b[31m"]}}}}])";
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"list", "-"}, {"show", "-", "a"}, {"check", "-"}, {"show", "-", "\x1b[2J"}}) {
    const Outcome outcome = tools(words, text);
    EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos) << words[0];
    EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos) << words[0];
    EXPECT_FALSE(contains(outcome.out, "\u202e")) << words[0];
  }
}

TEST_F(Tools, FilesThatCannotBeRead) {
  expect_refused(tools({"list", "none.json"}), 3, "acode: none.json: ACODE-CLI-002: there is no such file\n");
  expect_refused(tools({"check", "."}), 3, "acode: .: ACODE-CLI-004: is a directory, not a file\n");
  const Outcome row = tools({"check", "--json", "none.json"});
  EXPECT_EQ(row.status, 3);
  EXPECT_EQ(row.out, R"({"file":"none.json","error":{"code":"ACODE-CLI-002","message":"there is no such file"}})"
                     "\n");
}

TEST_F(Tools, WordsThatAreNotUnderstood) {
  const auto refused = [this](const std::vector<std::string>& words, const std::string& problem) {
    expect_refused(tools(words), 2, "acode: tools: ACODE-CLI-001: " + problem);
  };
  refused({}, "say what to do: list FILE, show FILE NAME or check FILE\n");
  refused({"lst", "good.json"}, "tools can list, show and check, not 'lst'; did you mean 'list'?\n");
  refused({"list"}, "list is used like this: acode tools list FILE\n");
  refused({"list", "good.json", "read_file"}, "list is used like this: acode tools list FILE\n");
  refused({"show", "good.json"}, "show is used like this: acode tools show FILE NAME\n");
  refused({"check", ""}, "the name of a file is empty\n");
  refused({"list", "--quiet", "good.json"}, "--quiet is for check\n");
  refused({"check", "--quiet", "--json", "good.json"}, "--quiet and --json do not go together\n");
}

TEST_F(Tools, AFailureOfTheOutputIsGraverThanAWarning) {
  if (::access("/dev/full", W_OK) != 0) GTEST_SKIP() << "there is no /dev/full here";
  const Outcome outcome = run_shell("\"$acode\" tools check odd.json > /dev/full", folder_.path());
  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(contains(outcome.err, "ACODE-CLI-006")) << outcome.err;
}

}  // namespace
}  // namespace acode
