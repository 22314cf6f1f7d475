// The line protocol of `acode validate --jsonl` (CL-10), and the official suite through it (SC-2).
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "cli/program.h"
#include "support/corpus.h"

namespace acode {
namespace {

namespace fs = std::filesystem;

using test::contains;
using test::Outcome;
using test::repeat;
using test::run_acode;
using test::run_shell;
using test::TemporaryFolder;

std::string answers(std::string_view lines) { return run_acode({"validate", "--jsonl"}, lines).out; }

TEST(ValidateLines, CL10_ValidAndInvalidRows) {
  const Outcome outcome =
      run_acode({"validate", "--jsonl"},
                R"({"id": 1, "schema": {"type": "integer"}, "instance": 1})"
                "\n"
                R"({"instance": {"a": ["x"]}, "id": "b", "schema": {"properties": {"a": {"items": {"type": "null"}}}}})"
                "\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            R"({"id":1,"valid":true,"errors":[]})"
            "\n"
            R"({"id":"b","valid":false,"errors":[{"path":"a[0]","pointer":"/a/0","keyword":"type","expected":"null",)"
            R"("actual":"string \"x\"","message":"expected null, got string \"x\""}]})"
            "\n");
  EXPECT_EQ(run_acode({"validate", "--jsonl"}, R"({"id":1,"schema":true,"instance":null})").status, 0);
}

TEST(ValidateLines, CL10_TheIdIsPassedThrough) {
  for (const std::string id : {"null", "-1.50", "12345678901234567890123", "\"\\u0000\"", "[1,{\"a\":[]}]"}) {
    EXPECT_EQ(answers("{\"id\":" + id + ",\"schema\":{},\"instance\":1}\n"),
              "{\"id\":" + id + ",\"valid\":true,\"errors\":[]}\n");
  }
  EXPECT_EQ(answers("{\"schema\":{},\"instance\":1}"), "{\"id\":null,\"valid\":true,\"errors\":[]}\n") << "no id";
}

TEST(ValidateLines, CL10_ABrokenSchemaIsAnErrorAndNoVerdict) {
  const Outcome outcome = run_acode({"validate", "--jsonl"},
                                    "{\"id\":1,\"schema\":{\"properties\":{\"a\":{\"minLength\":-1}}},\"instance\":1}\n"
                                    "{\"id\":2,\"schema\":{\"$ref\":\"http://x/y.json\"},\"instance\":1}\n"
                                    "{\"id\":3,\"schema\":\"{}\",\"instance\":1}\n"
                                    "{\"id\":4,\"schema\":{},\"instance\":1}\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(contains(outcome.out, R"({"id":1,"error":{"code":"ACODE-SCH-001","message":")")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, R"(","path":"/properties/a/minLength"}})")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, R"({"id":2,"error":{"code":"ACODE-SCH-002","message":")")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, R"(","path":"/$ref"}})")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, R"({"id":3,"error":{"code":"ACODE-SCH-001")")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, R"(","path":""}})")) << "the schema as a whole: " << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "\n{\"id\":4,\"valid\":true,\"errors\":[]}\n")) << outcome.out;
}

TEST(ValidateLines, CL10_ABadLineGivesAnErrorRowAndGoesOn) {
  const Outcome outcome = run_acode({"validate", "--jsonl"},
                                    "{\"id\":1,\"schema\":]}\n"
                                    "[2]\n"
                                    "{\"id\":3,\"instance\":1}\n"
                                    "{\"id\":4,\"schema\":{}}\n"
                                    "{\"id\":5,\"schema\":{},\"instance\":1,\"draft\":\"4\"}\n"
                                    "{\"id\":6,\"schema\":{},\"instance\":1,\"draft\":[]}\n"
                                    "\n"
                                    "{\"id\":8,\"schema\":{},\"instance\":1}\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  const auto bad = [](const std::string& id, const std::string& message, int offset, int line, int column) {
    return "{\"id\":" + id + R"(,"error":{"code":"ACODE-CLI-008",)" + "\"message\":\"" + message +
           "\",\"position\":{\"offset\":" + std::to_string(offset) + ",\"line\":" + std::to_string(line) +
           ",\"column\":" + std::to_string(column) + "}}}\n";
  };
  EXPECT_EQ(outcome.out, bad("null", "line 1: expected a value, found ']'", 17, 1, 18) +
                             bad("null", "line 2: expected an object, found array", 20, 2, 1) +
                             bad("3", R"(line 3: the object has no \"schema\")", 24, 3, 1) +
                             bad("4", R"(line 4: the object has no \"instance\")", 46, 4, 1) +
                             bad("5", R"(line 5: \"draft\" must be \"7\", \"2019-09\" or \"2020-12\")", 67, 5, 1) +
                             bad("6", R"(line 6: \"draft\" must be \"7\", \"2019-09\" or \"2020-12\")", 113, 6, 1) +
                             "{\"id\":8,\"valid\":true,\"errors\":[]}\n");
}

TEST(ValidateLines, CL10_TheDraftOfARow) {
  const std::string row = R"({"id":1,"schema":{"dependencies":{"a":["b"]}},"instance":{"a":1},"draft":)";
  for (const char* draft :
       {"\"7\"", "7", "\"draft7\"", "\"draft-07\"", "\"http://json-schema.org/draft-07/schema#\""}) {
    EXPECT_TRUE(contains(answers(row + draft + "}"), "\"valid\":false")) << draft;
  }
  EXPECT_TRUE(contains(run_acode({"validate", "--jsonl", "--draft=7"}, row + "null}").out, "\"valid\":false"));
}

TEST(ValidateLines, TheSameSchemaInAnotherDraftIsAnotherSchema) {
  const std::string schema =
      R"("schema":{"$ref":"#/definitions/a","type":"string","definitions":{"a":{"type":"integer"}}})";
  const std::string rows = "{\"id\":1," + schema + ",\"instance\":1,\"draft\":\"7\"}\n" +        //
                           "{\"id\":2," + schema + ",\"instance\":1,\"draft\":\"2020-12\"}\n" +  //
                           "{\"id\":3," + schema + ",\"instance\":1,\"draft\":\"7\"}\n";
  const std::string out = answers(rows);
  EXPECT_TRUE(contains(out, "{\"id\":1,\"valid\":true"))
      << "what stands beside $ref does not count in draft 7: " << out;
  EXPECT_TRUE(contains(out, "{\"id\":2,\"valid\":false")) << out;
  EXPECT_TRUE(contains(out, "{\"id\":3,\"valid\":true")) << out;
}

// More schemas than are kept, used in turn and all over again.
TEST(ValidateLines, ManySchemasInTurn) {
  std::string rows;
  std::string expected;
  for (int i = 0; i < 300; ++i) {
    const int number = i % 100;
    rows += "{\"id\":" + std::to_string(i) + ",\"schema\":{\"const\":" + std::to_string(number) +
            "},\"instance\":" + std::to_string(number) + "}\n";
    expected += "{\"id\":" + std::to_string(i) + ",\"valid\":true,\"errors\":[]}\n";
  }
  EXPECT_EQ(answers(rows), expected);
}

TEST(ValidateLines, RowsWithoutASchemaAreCheckedAgainstTheOneGiven) {
  const TemporaryFolder folder;
  const std::string schema = folder.write("s.json", R"({"type": "integer"})");
  const std::string tools =
      folder.write("t.json", R"([{"name": "a", "parameters": {"type": "object", "properties": {"n": {}}}}])");
  EXPECT_EQ(run_acode({"validate", "--jsonl", "-s", schema},
                      "{\"id\":1,\"instance\":1}\n{\"id\":2,\"schema\":true,\"instance\":\"a\"}\n")
                .out,
            "{\"id\":1,\"valid\":true,\"errors\":[]}\n{\"id\":2,\"valid\":true,\"errors\":[]}\n");
  EXPECT_TRUE(contains(run_acode({"validate", "--jsonl", "-s", schema}, "{\"id\":1,\"instance\":\"a\"}").out,
                       "\"valid\":false"));
  EXPECT_TRUE(
      contains(run_acode({"validate", "--jsonl", "--tools", tools, "--tool", "a"}, R"({"instance":{"x":1}})").out,
               "\"valid\":false"));
}

TEST(ValidateLines, SC5_StrictAndFormatsHoldForTheSchemasOfRows) {
  const std::string row = R"({"id":1,"schema":{"properties":{"a":{"format":"ipv4"}}},"instance":{"a":"x","b":1}})";
  EXPECT_TRUE(contains(answers(row), "\"valid\":true"));
  const std::string strict = run_acode({"validate", "--jsonl", "--strict", "--formats"}, row).out;
  EXPECT_TRUE(contains(strict, "\"keyword\":\"format\"")) << strict;
  EXPECT_TRUE(contains(strict, "\"path\":\"b\"")) << strict;
}

TEST(ValidateLines, AR5_DeepAndLongLines) {
  const std::string deep = "{\"id\":1,\"schema\":{},\"instance\":" + repeat("[", 5000) + repeat("]", 5000) + "}\n";
  const std::string next = "{\"id\":2,\"schema\":{},\"instance\":1}\n";
  EXPECT_TRUE(contains(answers(deep + next), "nested deeper than"));
  EXPECT_TRUE(contains(answers(deep + next), "\n{\"id\":2,\"valid\":true"));
  const std::string lng =
      "{\"id\":1,\"schema\":{},\"instance\":\"" + std::string(std::size_t{18} << 20U, 'x') + "\"}\n";
  const std::string out = answers(lng + next);
  EXPECT_TRUE(contains(out, "{\"id\":null,\"error\":{\"code\":\"ACODE-TLP-009\"")) << out;
  EXPECT_TRUE(contains(out, "\n{\"id\":2,\"valid\":true")) << out;
}

TEST(ValidateLines, BadFilesAndNothingAtAll) {
  EXPECT_EQ(run_acode({"validate", "--jsonl"}, "").status, 0);
  EXPECT_EQ(run_acode({"validate", "--jsonl", "/no/such/file"}).status, 3);
  const Outcome nul = run_acode({"validate", "--jsonl"}, std::string(3, '\0') + "\n");
  EXPECT_EQ(nul.status, 1);
  EXPECT_TRUE(contains(nul.out, "ACODE-CLI-008")) << nul.out;
}

TEST(ValidateLines, AClosedPipeEndsAConversation) {
  // The input has no end: only the closed pipe can stop it.
  const Outcome outcome = run_shell(
      "yes '{\"id\":1,\"schema\":{},\"instance\":1}' | \"$acode\" validate --jsonl | head -n 1; exit ${PIPESTATUS[1]}");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(contains(outcome.err, "ACODE-CLI-007")) << outcome.err;
}

/// The required tests of a draft as rows, and the verdicts they should get.
struct SuiteRows {
  std::string rows;
  std::vector<bool> valid;
  std::vector<std::string> names;
};

void add_rows(const fs::path& file, const std::string& draft, SuiteRows& suite) {
  const Result<json::Document> groups = json::parse(test::read_file(file), {std::size_t{1} << 24U, 1000});
  for (const json::Value group : groups->root().elements()) {
    for (const json::Value one : group.find("tests")->elements()) {
      suite.rows += "{\"id\":" + std::to_string(suite.valid.size()) + ",\"draft\":\"" + draft + "\",\"schema\":";
      json::write_to(suite.rows, *group.find("schema"));
      suite.rows += ",\"instance\":";
      json::write_to(suite.rows, *one.find("data"));
      suite.rows += "}\n";
      suite.valid.push_back(one.find("valid")->as_bool());
      suite.names.push_back(file.string() + ": " + std::string(one.find("description")->as_string()));
    }
  }
}

SuiteRows required_rows(const fs::path& folder, const std::string& draft) {
  SuiteRows suite;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder / ("draft" + draft))) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) add_rows(file, draft, suite);
  return suite;
}

class ValidateSuite : public testing::TestWithParam<const char*> {};

TEST_P(ValidateSuite, SC2_EveryRequiredTestThroughTheLineProtocol) {
  const auto corpus = test::corpus_dir();
  const fs::path folder = corpus.value_or("") / "json-schema-test-suite";
  if (!corpus || !fs::is_directory(folder)) GTEST_SKIP() << test::kNoCorpus;
  const SuiteRows suite = required_rows(folder / "tests", GetParam());
  EXPECT_GT(suite.valid.size(), 900U);
  const std::string remotes = "http://localhost:1234/=" + (folder / "remotes").string();
  const Outcome outcome = run_acode({"validate", "--jsonl", "--resource-dir", remotes}, suite.rows);
  EXPECT_EQ(outcome.err, "");

  const TemporaryFolder scratch;
  const std::vector<std::string> results = test::read_lines(scratch.write("out", outcome.out));
  ASSERT_EQ(results.size(), suite.valid.size());
  json::Reader reader;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::string begin =
        "{\"id\":" + std::to_string(i) + ",\"valid\":" + (suite.valid[i] ? "true" : "false") + ",";
    EXPECT_EQ(results[i].substr(0, begin.size()), begin) << suite.names[i];
    ASSERT_TRUE(reader.read(results[i])) << results[i];
    const auto errors = reader.value().find("errors");
    EXPECT_TRUE(errors && (errors->size() == 0) == suite.valid[i]) << results[i];
  }
}

INSTANTIATE_TEST_SUITE_P(Drafts, ValidateSuite, testing::Values("7", "2019-09", "2020-12"),
                         [](const testing::TestParamInfo<const char*>& tested) {
                           std::string name = "Draft" + std::string(tested.param);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace acode
