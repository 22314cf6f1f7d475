// The line protocol of `acode repair --jsonl` (CL-10).
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "cli/program.h"
#include "support/corpus.h"

namespace acode {
namespace {

using test::Outcome;
using test::repeat;
using test::run_acode;
using test::Setting;
using test::TemporaryFolder;

std::string answers(std::string_view lines) { return run_acode({"repair", "--jsonl"}, lines).out; }

TEST(RepairLines, CL10_ARepairedRow) {
  EXPECT_EQ(answers(R"({"id": 1, "input": "[1,]"})"),
            R"({"id":1,"ok":true,"output":"[1]","value":[1],"edits":[{"kind":"trailing_comma","offset":2,)"
            R"("removed":",","inserted":""}],"truncated":false})"
            "\n");
}

TEST(RepairLines, CL10_AValidRow) {
  EXPECT_EQ(answers(R"({"input": " {\"a\": 1}", "id": "x"})"),
            R"({"id":"x","ok":true,"output":" {\"a\": 1}","value":{"a":1},"edits":[],"truncated":false})"
            "\n");
}

TEST(RepairLines, CL10_ATruncatedRow) {
  EXPECT_EQ(
      answers(R"({"id": 1, "input": "[\"ab"})"),
      R"({"id":1,"ok":true,"output":"[\"ab\"]","value":["ab"],"edits":[{"kind":"truncated_string","offset":4,)"
      R"("removed":"","inserted":"\""},{"kind":"missing_closing_bracket","offset":4,"removed":"","inserted":"]"}],)"
      R"("truncated":true})"
      "\n");
}

TEST(RepairLines, CL10_ARefusedRow) {
  const Outcome outcome = run_acode({"repair", "--jsonl"}, R"({"id": 5, "input": ""})");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  const auto row = json::parse(outcome.out);
  ASSERT_TRUE(row) << outcome.out;
  EXPECT_EQ(row->root().find("id")->as_int64(), 5);
  EXPECT_FALSE(row->root().find("ok")->as_bool());
  EXPECT_TRUE(row->root().find("output")->is_null());
  EXPECT_FALSE(row->root().find("value").has_value());
  const json::Value error = *row->root().find("error");
  EXPECT_EQ(error.find("code")->as_string(), "ACODE-TLP-003");
  EXPECT_NE(error.find("message")->as_string(), "");
  EXPECT_EQ(error.find("position")->find("line")->as_int64(), 1);
  EXPECT_TRUE(error.find("expected") && error.find("found"));
}

TEST(RepairLines, CL10_TheIdIsPassedThrough) {
  for (const std::string id : {"null", "0", "-1.50", "12345678901234567890123", "\"\\u0000\"", "true", "[1,{\"a\":[]}]",
                               "{\"b\":1,\"a\":2}"}) {
    EXPECT_EQ(answers("{\"id\":" + id + ",\"input\":\"1\"}\n"),
              "{\"id\":" + id + ",\"ok\":true,\"output\":\"1\",\"value\":1,\"edits\":[],\"truncated\":false}\n");
  }
  EXPECT_EQ(answers("{\"input\":\"1\"}").substr(0, 10), "{\"id\":null") << "no id";
}

TEST(RepairLines, CL10_AValidInputIsNotChangedForASchema) {
  EXPECT_EQ(answers(R"({"id":1,"input":"1","schema":{"type":"object","properties":{"a":{"type":"string"}}}})"),
            answers(R"({"id":1,"input":"1"})"));
}

/// A row whose text lacks a brace; only a schema can tell that it belongs before `name`.
std::string row_of(const std::string& id, const std::string& name, const std::string& schema) {
  return "{\"id\":" + id + R"(,"input":"{\"o\": {\"m\": \"r\", \")" + name + R"(\": 5}","schema":)" + schema + "}\n";
}

std::string schema_with(const std::string& name) {
  return R"({"type":"object","properties":{"o":{"type":"object","properties":{"m":{"type":"string"}}},")" + name +
         R"(":{"type":"integer"}}})";
}

/// What comes back for such a row: the brace is missing before `name`, or at the end.
std::string answer_of(const std::string& id, const std::string& name, bool guided) {
  const std::string rest = ", \\\"" + name + "\\\": 5";
  const std::string value = ",\"" + name + "\":5";
  return "{\"id\":" + id + R"(,"ok":true,"output":"{\"o\": {\"m\": \"r\")" + (guided ? "}" + rest + "}" : rest + "}}") +
         R"(","value":{"o":{"m":"r")" + (guided ? "}" + value + "}" : value + "}}") +
         R"(,"edits":[{"kind":"missing_closing_brace","offset":)" + std::to_string(guided ? 15 : 23 + name.size()) +
         R"(,"removed":"","inserted":"}"}],"truncated":false})" + "\n";
}

TEST(RepairLines, RP5_TheSchemaOfARowGuides) {
  EXPECT_EQ(answers(row_of("1", "t", schema_with("t"))), answer_of("1", "t", true));
  EXPECT_EQ(answers(row_of("2", "t", "null")), answer_of("2", "t", false)) << "null is none";
  EXPECT_EQ(answers(row_of("3", "t", "true")), answer_of("3", "t", false)) << "nothing is known";
  EXPECT_EQ(answers(R"({"id":4,"input":"{\"o\": {\"m\": \"r\", \"t\": 5}"})"), answer_of("4", "t", false));
  EXPECT_EQ(
      answers(row_of("5", "t", R"({"type":"dict","properties":{"o":{"type":"dict","properties":{"m":{}}},"t":{}}})")),
      answer_of("5", "t", true))
      << "as tool definitions are written";
}

// More schemas than are kept, rows without one between them, and all over again: none may guide the row of another.
TEST(RepairLines, RP5_ManySchemasInTurn) {
  std::string rows;
  std::string expected;
  for (int i = 0; i < 200; ++i) {
    const std::string id = std::to_string(i);
    const std::string name = "n" + std::to_string(i % 50);
    const bool guided = i % 3 != 0;
    rows += row_of(id, name, guided ? schema_with(name) : "null");
    expected += answer_of(id, name, guided);
  }
  EXPECT_EQ(answers(rows), expected);
}

TEST(RepairLines, RP5_ALongInputIsGuidedToo) {
  const std::string name = "n" + std::string(100000, 'x');
  EXPECT_EQ(answers(row_of("1", name, schema_with(name)) + row_of("2", "t", schema_with("t"))),
            answer_of("1", name, true) + answer_of("2", "t", true));
}

TEST(RepairLines, CL10_ABrokenSchemaGivesAnErrorRowAndGoesOn) {
  const Outcome outcome =
      run_acode({"repair", "--jsonl"},
                row_of("1", "t", R"({"properties":{"t":{"type":"strin"}}})") + row_of("2", "t", "[]") +
                    row_of("3", "t", R"({"$ref":"https://example.org/x.json"})") +
                    row_of("4", "t", R"({"properties":{"t":{"type":"strin"}}})") + row_of("5", "t", schema_with("t")));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  const TemporaryFolder folder;
  const std::vector<std::string> rows = test::read_lines(folder.write("out", outcome.out));
  ASSERT_EQ(rows.size(), 5U) << outcome.out;
  const auto expect_bad = [&rows](std::size_t index, const std::string& code, const std::string& end) {
    const std::string& row = rows[index];
    const std::string begin = "{\"id\":" + std::to_string(index + 1) +
                              R"(,"ok":false,"output":null,"edits":[],"truncated":false,"error":{"code":")" + code +
                              R"(","message":")";
    EXPECT_EQ(row.substr(0, begin.size()), begin);
    EXPECT_EQ(row.substr(row.size() - std::min(row.size(), end.size())), end);
  };
  expect_bad(0, "ACODE-SCH-001", R"("path":"/properties/t/type"}})");
  expect_bad(1, "ACODE-SCH-001", R"("path":""}})");
  expect_bad(2, "ACODE-SCH-002", R"("path":"/$ref"}})");
  expect_bad(3, "ACODE-SCH-001", R"("path":"/properties/t/type"}})");
  EXPECT_EQ(rows[4] + "\n", answer_of("5", "t", true));
}

TEST(RepairLines, RP5_RowsWithoutASchemaAreGuidedByTheOneGiven) {
  const TemporaryFolder folder;
  const std::string schema = folder.write("s.json", schema_with("t"));
  const std::string tools = folder.write("t.json", R"([{"name":"a","parameters":)" + schema_with("t") + "}]");
  const std::string rows = row_of("1", "t", "null") + row_of("2", "t", schema_with("other")) + row_of("3", "t", "true");
  const std::string expected = answer_of("1", "t", true) + answer_of("2", "t", false) + answer_of("3", "t", false);
  EXPECT_EQ(run_acode({"repair", "--jsonl", "-s", schema}, rows).out, expected);
  EXPECT_EQ(run_acode({"repair", "--jsonl", "--tools", tools, "--tool", "a"}, rows).out, expected);
}

TEST(RepairLines, CL10_ABadLineGivesAnErrorRowAndGoesOn) {
  const Outcome outcome = run_acode({"repair", "--jsonl"},
                                    "{\"id\":1,\"input\":\"1\"}\n"
                                    "{\"id\":2,\"input\":]}\n"
                                    "{\"id\":3}\n"
                                    "[4]\n"
                                    "{\"id\":5,\"input\":5}\n"
                                    "{\"id\":6,\"input\":\"6\"}\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  const auto bad = [](const std::string& id, const std::string& message, int offset, int line, int column) {
    return "{\"id\":" + id +
           R"(,"ok":false,"output":null,"edits":[],"truncated":false,"error":{"code":"ACODE-CLI-008",)" +
           "\"message\":\"" + message + "\",\"position\":{\"offset\":" + std::to_string(offset) +
           ",\"line\":" + std::to_string(line) + ",\"column\":" + std::to_string(column) + "}}}\n";
  };
  EXPECT_EQ(outcome.out, R"({"id":1,"ok":true,"output":"1","value":1,"edits":[],"truncated":false})"
                         "\n" +
                             bad("null", "line 2: expected a value, found ']'", 21 + 16, 2, 17) +
                             bad("3", R"(line 3: the object has no \"input\")", 40, 3, 1) +
                             bad("null", "line 4: expected an object, found array", 49, 4, 1) +
                             bad("5", R"(line 5: \"input\" must be a string, not number)", 53, 5, 1) +
                             R"({"id":6,"ok":true,"output":"6","value":6,"edits":[],"truncated":false})"
                             "\n");
}

TEST(RepairLines, BlankLinesCarriageReturnsAndAByteOrderMark) {
  const std::string one = answers("{\"id\":1,\"input\":\"1\"}\n");
  EXPECT_EQ(answers("\xef\xbb\xbf{\"id\":1,\"input\":\"1\"}\r\n\r\n \t\n{\"id\":1,\"input\":\"1\"}"), one + one);
  EXPECT_EQ(run_acode({"repair", "--jsonl"}, "").status, 0);
  EXPECT_EQ(run_acode({"repair", "--jsonl"}, "\n\n").out, "");
}

TEST(RepairLines, NulBytesAndInvalidUtf8AreBadLines) {
  const std::string line = std::string("{\"id\":1,\"input\":\"a") + '\0' + "\"}\n{\"id\":2,\"input\":\"\xff\"}\n";
  const Outcome outcome = run_acode({"repair", "--jsonl"}, line);
  EXPECT_EQ(outcome.status, 1);
  std::size_t rows = 0;
  for (std::size_t at = outcome.out.find("ACODE-CLI-008"); at != std::string::npos;
       at = outcome.out.find("ACODE-CLI-008", at + 1)) {
    ++rows;
  }
  EXPECT_EQ(rows, 2U) << outcome.out;
}

TEST(RepairLines, AnInputMayHoldNulBytes) {
  EXPECT_EQ(answers(R"({"id":1,"input":"\"a\\u0000b\""})"),
            R"({"id":1,"ok":true,"output":"\"a\\u0000b\"","value":"a\u0000b","edits":[],"truncated":false})"
            "\n");
}

TEST(RepairLines, AR5_LimitsHoldForEachRow) {
  const std::string deep = repeat("[", 100) + repeat("]", 100);
  const Outcome outcome =
      run_acode({"repair", "--jsonl"}, "{\"id\":1,\"input\":\"" + repeat("1", 2U << 20U) +
                                           "\"}\n{\"id\":2,\"input\":\"" + deep + "\"}\n{\"id\":3,\"input\":\"3\"}\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out.find("{\"id\":1,\"ok\":false"), 0U);
  EXPECT_NE(outcome.out.find("ACODE-TLP-009"), std::string::npos);
  EXPECT_NE(outcome.out.find("\n{\"id\":2,\"ok\":false"), std::string::npos);
  EXPECT_NE(outcome.out.find("ACODE-TLP-010"), std::string::npos);
  EXPECT_NE(outcome.out.find("\n{\"id\":3,\"ok\":true"), std::string::npos);
}

// Sanitizers need more memory than they are given here.
#if defined(ACODE_UNDER_SANITIZER)
constexpr bool kBoundMemory = false;
#else
constexpr bool kBoundMemory = true;
#endif

TEST(RepairLines, AR5_ALineThatIsTooLongIsPassedOverInBoundedMemory) {
  constexpr std::size_t kRoom = std::size_t{64} << 20U;
  Setting setting;
  setting.input = "{\"id\":1,\"input\":\"" + std::string(kRoom, 'x') + "\"}\n{\"id\":2,\"input\":\"2\"}\n";
  setting.before_start = [] {
    const struct rlimit limit = {kRoom, kRoom};
    if (kBoundMemory) ::setrlimit(RLIMIT_AS, &limit);
  };
  const Outcome outcome = run_acode({"repair", "--jsonl"}, setting);
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  const std::size_t second = outcome.out.find('\n') + 1;
  EXPECT_EQ(outcome.out.substr(0, second),
            R"({"id":null,"ok":false,"output":null,"edits":[],"truncated":false,"error":{"code":"ACODE-TLP-009",)"
            R"("message":"line 1: longer than 7340032 bytes; nothing was parsed","position":{"offset":0,"line":1,)"
            R"("column":1},"expected":"","found":""}})"
            "\n");
  EXPECT_EQ(outcome.out.substr(second, 17), R"({"id":2,"ok":true)");
}

TEST(RepairLines, FilesAreReadInTurn) {
  const TemporaryFolder folder;
  const std::string a = folder.write("a", "{\"id\":1,\"input\":\"1\"}");
  const std::string b = folder.write("b", "\nx\n");
  const Outcome outcome = run_acode({"repair", "--jsonl", a, b});
  EXPECT_EQ(outcome.out.find("{\"id\":1,\"ok\":true"), 0U);
  EXPECT_NE(outcome.out.find("line 2: "), std::string::npos) << "lines are counted in each file";
  EXPECT_EQ(run_acode({"repair", "--jsonl", folder.file("none")}).status, 3);
}

/// The program with a pipe at each end, for a conversation.
class Conversation {
 public:
  Conversation() {
    if (::pipe(to_.data()) != 0 || ::pipe(from_.data()) != 0) return;
    child_ = ::fork();
    if (child_ != 0) return;
    ::dup2(to_[0], STDIN_FILENO);
    ::dup2(from_[1], STDOUT_FILENO);
    for (const int descriptor : {to_[0], to_[1], from_[0], from_[1]}) ::close(descriptor);
    const std::string program = test::acode_program();
    ::execl(program.c_str(), program.c_str(), "repair", "--jsonl", nullptr);
    ::_exit(127);
  }
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  ~Conversation() {
    for (const int descriptor : {to_[0], to_[1], from_[0], from_[1]}) ::close(descriptor);
    ::waitpid(child_, nullptr, 0);
  }

  /// Says a line and waits for the answer; what has come after 20 seconds of silence if none comes.
  std::string ask(const std::string& line) {
    if (::write(to_[1], line.data(), line.size()) != static_cast<ssize_t>(line.size())) return "";
    std::string answer;
    struct pollfd waiting = {from_[0], POLLIN, 0};
    std::array<char, 4096> piece{};
    while (answer.find('\n') == std::string::npos && ::poll(&waiting, 1, 20000) == 1) {
      const ssize_t count = ::read(from_[0], piece.data(), piece.size());
      if (count <= 0) break;
      answer.append(piece.data(), static_cast<std::size_t>(count));
    }
    return answer;
  }

 private:
  std::array<int, 2> to_{};
  std::array<int, 2> from_{};
  pid_t child_ = -1;
};

TEST(RepairLines, AnswersBeforeItWaitsForMore) {
  Conversation conversation;
  EXPECT_EQ(conversation.ask("{\"id\":1,\"input\":\"1\"}\n"), answers("{\"id\":1,\"input\":\"1\"}"));
  EXPECT_EQ(conversation.ask("{\"id\":2,\"input\":\"[2,]\"}\n"), answers("{\"id\":2,\"input\":\"[2,]\"}"));
}

TEST(RepairLines, CL10_TheCorpusInOrderOneRowEach) {
  const auto corpus = test::corpus_dir();
  if (!corpus) GTEST_SKIP() << test::kNoCorpus;
  const std::filesystem::path file = *corpus / "repair" / "mutations.jsonl";
  const std::vector<std::string> rows = test::read_lines(file);
  const TemporaryFolder folder;
  const Outcome outcome = run_acode({"repair", "--jsonl", "--timeout=2000", file.string()});
  folder.write("out", outcome.out);
  const std::vector<std::string> results = test::read_lines(folder.file("out"));
  ASSERT_EQ(results.size(), rows.size());
  json::Reader in;
  json::Reader out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_TRUE(in.read(rows[i]));
    ASSERT_TRUE(out.read(results[i])) << results[i];
    EXPECT_TRUE(out.value().find("id")->equals(*in.value().find("id"))) << results[i];
    if (!out.value().find("ok")->as_bool()) continue;
    const auto value = json::parse(out.value().find("output")->as_string());
    ASSERT_TRUE(value) << results[i];
    EXPECT_TRUE(value->root().equals(*out.value().find("value"))) << results[i];
  }
}

}  // namespace
}  // namespace acode
