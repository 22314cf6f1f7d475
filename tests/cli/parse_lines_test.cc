// The line protocol of `acode parse --jsonl` and `acode extract --jsonl` (CL-10).
#include <gtest/gtest.h>

#include <regex>

#include "cli/program.h"

namespace acode {
namespace {

using test::contains;
using test::Outcome;
using test::repeat;
using test::run_acode;
using test::run_shell;
using test::TemporaryFolder;

/// What was printed, the ids of calls that had none left out: no two are the same.
std::string without_ids(const std::string& out) {
  return std::regex_replace(out, std::regex("call_[0-9a-f]{32}"), "ID");
}

std::string answers(std::string_view lines, std::vector<std::string> words = {}) {
  words.insert(words.begin(), {"parse", "--jsonl"});
  return without_ids(run_acode(words, lines).out);
}

const std::string kTools = R"([{"name":"look","parameters":{"type":"object","properties":{"n":{"type":"integer"}}}}])";

std::string call_text(const std::string& arguments) {
  return R"("TOOL_CALL: {\"tool\": \"look\", \"arguments\": )" + arguments + R"(}")";
}

/// The end of a row in which nothing was said besides calls.
const std::string kSilent = R"("content":"","reasoning":"","truncated":false})"
                            "\n";
const std::string kNothingElse = R"("errors":[],"warnings":[],"repairs":[],)" + kSilent;

TEST(ParseLines, CL10_TheRowsOfTheContract) {
  const Outcome outcome = run_acode({"parse", "--jsonl"},
                                    R"({"id": 1, "input": )" + call_text("{}") + R"(, "tools": )" + kTools + "}\n" +  //
                                        R"({"input": )" + call_text("{\\\"n\\\": \\\"3\\\",}") +
                                        R"(, "id": "b", "tools": )" + kTools + "}\n" +  //
                                        R"({"id": [3], "kind": "text", "input": )" +
                                        call_text("{\\\"n\\\": \\\"x\\\"}") + R"(, "tools": )" + kTools + "}\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  const std::string out = without_ids(outcome.out);
  EXPECT_TRUE(contains(out, R"({"id":1,"calls":[{"id":"ID","name":"look","arguments":{}}],)" + kNothingElse)) << out;
  EXPECT_TRUE(contains(out,
                       R"({"id":"b","calls":[{"id":"ID","name":"look","arguments":{"n":3}}],"errors":[],)"
                       R"("warnings":["n: string \"3\" converted to integer 3"],"repairs":[{"kind":"trailing_comma",)"
                       R"("offset":)"))
      << out;
  EXPECT_TRUE(contains(out, R"({"id":[3],"calls":[],"errors":[{"code":"ACODE-TLP-004","message":)"
                            R"("n: expected integer, got string \"x\"","tool":"look","path":"n"}],"warnings":[],)"
                            R"("repairs":[],)" +
                                kSilent))
      << out;
}

TEST(ParseLines, CL2_ExtractHasTheSameRows) {
  const std::string row = R"({"id":1,"input":)" + call_text("{\\\"n\\\": \\\"x\\\"}") + R"(,"tools":)" + kTools + "}\n";
  EXPECT_EQ(without_ids(run_acode({"extract", "--jsonl"}, row).out),
            R"({"id":1,"calls":[{"id":"ID","name":"look","arguments":{"n":"x"}}],)" + kNothingElse);
}

TEST(ParseLines, CL10_AnAnswerWithoutCallsIsGood) {
  const Outcome outcome = run_acode({"parse", "--jsonl"}, R"({"id":1,"input":"Hello <think>hm</think>"})");
  EXPECT_EQ(outcome.status, 0) << "EX-4";
  EXPECT_TRUE(contains(outcome.out, R"({"id":1,"calls":[],"errors":[],)")) << outcome.out;
}

TEST(ParseLines, CL10_ToolsOfTheRowOfTheOptionAndNone) {
  const TemporaryFolder folder;
  const std::string tools = folder.write("t.json", kTools);
  const std::string fly = R"({\"name\": \"fly\", \"arguments\": {}})";
  const std::string input = R"("input":"<tool_call>)" + fly + R"(</tool_call>")";
  const std::vector<std::string> given = {"--tools", tools};
  EXPECT_TRUE(contains(answers("{\"id\":1," + input + "}", given), "ACODE-TLP-005")) << "those of the option";
  EXPECT_TRUE(contains(answers("{\"id\":1," + input + ",\"tools\":null}", given), R"("name":"fly")"))
      << "none are known";
  EXPECT_TRUE(contains(answers("{\"id\":1," + input + ",\"tools\":[]}", given), "ACODE-TLP-005")) << "there are none";
  EXPECT_TRUE(contains(answers("{\"id\":1," + input + ",\"tools\":{\"fly\":{}}}", given), R"("name":"fly")"));
}

// The same tools again are not read again, wherever they stand in the row and however it is written.
TEST(ParseLines, TheSameToolsInManyRows) {
  const std::string other = R"([{"name":"look","parameters":{"type":"object","properties":{"n":{"type":"string"}}}}])";
  const std::string input = R"("input":)" + call_text("{\\\"n\\\": 3}");
  std::string rows;
  std::string expected;
  const std::string good = R"({"id":null,"calls":[{"id":"ID","name":"look","arguments":{"n":3}}],)" + kNothingElse;
  for (int i = 0; i < 3; ++i) {
    rows += "{" + input + ",\"tools\":" + kTools + "}\n";
    rows += "{\"tools\" : " + kTools + " , " + input + "}\n";
    rows += "{\"x\": {\"tools\": 1}, \"to\\u006fls\":" + kTools + "," + input + "}\n";
    rows += "{\"tools\":" + other + ",\"tools\":" + kTools + "," + input + "}\n";
    expected += good + good + good + good;
  }
  EXPECT_EQ(answers(rows), expected) << "of two the last counts";
  EXPECT_TRUE(contains(answers(rows + "{" + input + ",\"tools\":" + other + "}\n"), "ACODE-TLP-004"));
  const std::string spoilt =
      answers("{" + input + ",\"tools\":" + kTools + "}\n{\"tools\":" + kTools + "," + input + "]\n");
  EXPECT_TRUE(contains(spoilt, "ACODE-CLI-008")) << "known tools do not make a line valid: " << spoilt;
  EXPECT_TRUE(contains(spoilt, "\"line\":2")) << spoilt;
}

TEST(ParseLines, CL10_ABadDefinitionIsAWarningAndCostsTheOthersNothing) {
  const std::string out = answers(R"({"id":1,"input":)" + call_text("{}") +
                                  R"(,"tools":[{"name":"look"},{"name":"odd","parameters":{"type":5}}]})");
  EXPECT_TRUE(contains(out, R"("name":"look")")) << out;
  EXPECT_TRUE(contains(out, R"("warnings":["the tool odd cannot be used: )")) << out;
}

TEST(ParseLines, ST5_PiecesGiveWhatTheWholeGives) {
  const std::string pieces = R"(["Well. TOOL_C", "ALL: {\"to", "ol\": \"look\", \"argu", "ments\": {\"n\": 1", "2}}"])";
  const std::string out = answers(R"({"id":1,"stream_chunks":)" + pieces + R"(,"tools":)" + kTools + "}");
  EXPECT_TRUE(contains(out, R"("name":"look","arguments":{"n":12})")) << out;
  const std::string stream =
      R"(["data: {\"choices\":[{\"index\":0,\"delta\":{\"conte", "nt\":\"Hi\"}}]}\n\ndata: {\"choices\":[{\"index\":0,)"
      R"(\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"])";
  for (const char* kind : {"", R"("kind":"stream",)", R"("kind":"auto",)"}) {
    EXPECT_TRUE(contains(answers(std::string("{") + kind + R"("stream_chunks":)" + stream + "}"), R"("content":"Hi")"))
        << kind;
  }
  EXPECT_TRUE(contains(answers(R"({"stream_chunks":null,"input":"Hi"})"), R"("content":"Hi")")) << "null says nothing";
}

TEST(ParseLines, TX8_WhereTheTextBegins) {
  const std::string input = R"("input":"I think so.")";
  for (const char* how : {R"("start_in_reasoning":true)", R"("meta":{"starts_in_reasoning":true})"}) {
    EXPECT_TRUE(contains(answers("{" + input + "," + how + "}"), R"("content":"","reasoning":"I think so.")")) << how;
  }
  EXPECT_TRUE(contains(answers("{" + input + "}", {"--starts-in-reasoning"}), R"("reasoning":"I think so.")"));
  EXPECT_TRUE(contains(answers("{" + input + R"(,"start_in_reasoning":false})", {"--starts-in-reasoning"}),
                       R"("content":"I think so.")"));
}

TEST(ParseLines, AResponseNeedNotBeAString) {
  const std::string out = answers(
      R"({"id":1,"input":{"message":{"content":"","tool_calls":[{"function":{"name":"f","arguments":{}}}]},"done":true}})");
  EXPECT_TRUE(contains(out, R"("name":"f","arguments":{})")) << out;
}

TEST(ParseLines, CL10_ABadLineGivesAnErrorRowAndGoesOn) {
  const Outcome outcome = run_acode({"parse", "--jsonl"},
                                    "{\"id\":1,\"input\":]}\n"
                                    "[2]\n"
                                    "{\"id\":3}\n"
                                    "{\"id\":4,\"input\":7}\n"
                                    "{\"id\":5,\"input\":\"\",\"kind\":\"html\"}\n"
                                    "{\"id\":6,\"input\":\"\",\"tools\":\"look\"}\n"
                                    "{\"id\":7,\"stream_chunks\":[1]}\n"
                                    "{\"id\":8,\"input\":\"\",\"start_in_reasoning\":\"no\"}\n"
                                    "\n"
                                    "{\"id\":10,\"input\":\"\"}\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "");
  const auto bad = [](const std::string& id, const std::string& message, int offset, int line, int column) {
    return "{\"id\":" + id + R"(,"calls":[],"errors":[{"code":"ACODE-CLI-008","message":")" + message +
           R"(","tool":null,"position":{"offset":)" + std::to_string(offset) + ",\"line\":" + std::to_string(line) +
           ",\"column\":" + std::to_string(column) + R"(}}],"warnings":[],"repairs":[],)" + kSilent;
  };
  EXPECT_EQ(outcome.out,
            bad("null", "line 1: expected a value, found ']'", 16, 1, 17) +
                bad("null", "line 2: expected an object, found array", 19, 2, 1) +
                bad("3", R"(line 3: the object has no \"input\")", 23, 3, 1) +
                bad("4", R"(line 4: \"input\" must be a string, not number)", 32, 4, 1) +
                bad("5", R"(line 5: \"kind\" must be \"auto\", \"text\", \"response\" or \"stream\")", 51, 5, 1) +
                bad("6", R"(line 6: \"tools\" must be an array or an object of tools, not string)", 85, 6, 1) +
                bad("7", R"(line 7: \"stream_chunks\" must be an array of strings, not number)", 120, 7, 1) +
                bad("8", R"(line 8: \"start_in_reasoning\" must be true or false, not string)", 149, 8, 1) +
                R"({"id":10,"calls":[],)" + kNothingElse);
}

TEST(ParseLines, AR5_ALineThatIsTooLong) {
  const std::string out = answers(
      "{\"id\":1,\"input\":\"" + std::string(5000, 'x') + "\"}\n{\"id\":2,\"input\":\"\"}\n", {"--max-bytes", "1k"});
  EXPECT_TRUE(contains(out, R"({"id":null,"calls":[],"errors":[{"code":"ACODE-TLP-009",)")) << out;
  EXPECT_TRUE(contains(out, "\n{\"id\":2,")) << out;
}

TEST(ParseLines, CL10_AConversation) {
  // The answer comes before the next line is written.
  const Outcome outcome = run_shell(
      "coproc \"$acode\" parse --jsonl; echo '{\"id\":1,\"input\":\"a\"}' >&${COPROC[1]}; read -t 20 -r line "
      "<&${COPROC[0]}; "
      "echo \"$line\"");
  EXPECT_TRUE(contains(outcome.out, "{\"id\":1,\"calls\":[]")) << outcome.out << outcome.err;
}

TEST(ParseLines, AClosedPipeEndsAConversation) {
  const Outcome outcome =
      run_shell("yes '{\"id\":1,\"input\":\"a\"}' | \"$acode\" parse --jsonl | head -n 1; exit ${PIPESTATUS[1]}");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(contains(outcome.err, "ACODE-CLI-007")) << outcome.err;
}

TEST(ParseLines, ManyToolsInTurn) {
  std::string rows;
  for (int i = 0; i < 300; ++i) {
    const std::string name = "tool" + std::to_string(i % 100);
    rows += R"({"input":"<tool_call>{\"name\":\")" + name + R"(\",\"arguments\":{}}</tool_call>","tools":[{"name":")" +
            name + R"(","description":")" + std::string(40000, 'd') + "\"}]}\n";
  }
  const std::string out = answers(rows);
  EXPECT_FALSE(contains(out, "ACODE-TLP")) << "more tools than are kept";
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 300);
}

}  // namespace
}  // namespace acode
