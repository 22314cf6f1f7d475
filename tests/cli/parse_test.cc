// `acode parse` and `acode extract`: whatever was sent, in; calls, out (CL-1, CL-2, TC-2 to TC-4, EX-4).
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
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

constexpr std::string_view kTools = R"([
  {"type": "function", "function": {"name": "read_file", "description": "Reads a file", "parameters":
    {"type": "object", "properties": {"path": {"type": "string"}, "lines": {"type": "integer"}}, "required": ["path"]}}},
  {"type": "function", "function": {"name": "write_file", "description": "Writes a file", "parameters":
    {"type": "object", "properties": {"path": {"type": "string"}, "content": {"type": "string"}},
     "required": ["path", "content"]}}}
])";

constexpr std::string_view kGood =
    "On it.\n"
    "TOOL_CALL: {\"tool\": \"read_file\", \"arguments\": {\"path\": \"a.txt\"}}\n";
constexpr std::string_view kMixed =
    "TOOL_CALL: {\"tool\": \"read_file\", \"arguments\": {path: \"a.txt\", \"lines\": \"42\",}}\n"
    "TOOL_CALL: {\"tool\": \"write_file\", \"arguments\": {\"path\": \"b.txt\"}}\n";
constexpr std::string_view kBad = "TOOL_CALL: {\"tool\": \"write_file\", \"arguments\": {\"path\": \"b.txt\"}}\n";
constexpr std::string_view kOllama =
    R"({"model":"m","message":{"role":"assistant","content":"","tool_calls":)"
    R"([{"function":{"name":"read_file","arguments":{"path":"a.txt"}}}]},"done":true})";

/// The beginning of a call on the wire, in the middle of its arguments.
constexpr std::string_view kHalfCall =
    R"("tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"read_file","arguments":"{\"path\": \"a)";

/// A folder with tools, t.json, in which the program runs.
class Parse : public testing::Test {
 protected:
  Parse() { folder_.write("t.json", kTools); }

  [[nodiscard]] Outcome run(std::vector<std::string> words, std::string_view input = "") const {
    return run_acode(words, Setting{.input = std::string(input), .directory = folder_.path()});
  }

  [[nodiscard]] Outcome parse(std::vector<std::string> words, std::string_view input = "") const {
    words.insert(words.begin(), {"parse", "--tools", "t.json"});
    return run(words, input);
  }

  /// What a person sees.
  [[nodiscard]] Outcome view(std::vector<std::string> words, std::string_view input) const {
    words.emplace_back("--view");
    return parse(words, input);
  }

  TemporaryFolder folder_;
};

/// The JSON object that was printed.
class Row {
 public:
  explicit Row(std::string_view text) : document_(json::parse(text, {kMaxTextBytes, 64})) {
    EXPECT_TRUE(document_.ok()) << text;
  }

  /// A value as text: at("calls", 0, "name").
  template <class... Steps>
  std::string at(Steps... steps) const {
    std::optional<json::Value> value = document_->root();
    ((value = value ? step(*value, steps) : std::nullopt), ...);
    return value ? json::write(*value) : "nothing";
  }

 private:
  static std::optional<json::Value> step(json::Value value, const char* name) { return value.find(name); }
  static std::optional<json::Value> step(json::Value value, int index) {
    return value.at(static_cast<std::size_t>(index));
  }

  Result<json::Document> document_;
};

/// Expects a refusal with this message, and nothing on standard output.
void expect_refused(const Outcome& outcome, int status, std::string_view message) {
  EXPECT_EQ(outcome.status, status) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, message)) << outcome.err;
}

TEST_F(Parse, CL1_ACallOutOfText) {
  const Outcome outcome = parse({}, kGood);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  const Row row(outcome.out);
  EXPECT_EQ(row.at("file"), "\"-\"");
  EXPECT_EQ(row.at("calls", 0, "name"), "\"read_file\"");
  EXPECT_EQ(row.at("calls", 0, "arguments"), R"({"path":"a.txt"})");
  EXPECT_EQ(row.at("calls", 0, "verdict"), "\"as_is\"");
  EXPECT_EQ(row.at("calls", 0, "id").substr(0, 6), "\"call_") << "EX-5";
  EXPECT_EQ(row.at("calls", 1), "nothing");
  EXPECT_EQ(row.at("errors"), "[]");
  EXPECT_TRUE(contains(row.at("content"), "On it.")) << row.at("content");
  EXPECT_EQ(row.at("truncated"), "false");
}

TEST_F(Parse, CL1_ACallOutOfAResponse) {
  const Row row(parse({}, kOllama).out);
  EXPECT_EQ(row.at("calls", 0, "name"), "\"read_file\"");
  EXPECT_EQ(row.at("calls", 0, "format"), "\"\"");
  EXPECT_EQ(row.at("finish"), "\"tool_calls\"");
}

TEST_F(Parse, CL1_ACallOutOfARecordedStream) {
  const std::string stream =
      "data: {\"choices\":[{\"index\":0,\"delta\":{" + std::string(kHalfCall) +
      R"("}}]}}]})"
      "\n\n"
      R"(data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":".txt\"}"}}]}}]})"
      "\n\n"
      R"(data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]})"
      "\n\ndata: [DONE]\n\n";
  for (const char* kind : {"auto", "stream", "response"}) {
    const Outcome outcome = parse({"--kind", kind}, stream);
    EXPECT_EQ(outcome.status, 0) << outcome.out;
    EXPECT_EQ(Row(outcome.out).at("calls", 0, "arguments"), R"({"path":"a.txt"})") << kind;
  }
  const Outcome told = parse({"--dialect", "openai-chat"}, stream);
  EXPECT_EQ(Row(told.out).at("calls", 0, "id"), "\"c1\"");
  EXPECT_EQ(Row(parse({"--kind", "text"}, stream).out).at("calls", 0, "id"), "nothing") << "not read as a stream";
}

TEST_F(Parse, TC2_TheRecordOfACall) {
  const Row row(parse({}, kMixed).out);
  EXPECT_EQ(row.at("calls", 0, "arguments"), R"({"path":"a.txt","lines":42})");
  EXPECT_EQ(row.at("calls", 0, "verdict"), "\"coerced\"");
  EXPECT_TRUE(contains(row.at("calls", 0, "raw_arguments"), R"({path: \"a.txt\", \"lines\": \"42\",})"))
      << row.at("calls", 0, "raw_arguments");
  EXPECT_EQ(row.at("warnings", 0), R"("lines: string \"42\" converted to integer 42")") << "CO-2";
  EXPECT_EQ(row.at("repairs", 0, "kind"), "\"unquoted_key\"");
  EXPECT_EQ(row.at("rejected", 0, "name"), "\"write_file\"");
  EXPECT_EQ(row.at("rejected", 0, "arguments"), R"({"path":"b.txt"})");
  EXPECT_EQ(row.at("rejected", 0, "findings", 0, "expected"), "\"string\"");
  EXPECT_EQ(row.at("errors", 0, "code"), "\"ACODE-TLP-004\"");
  EXPECT_EQ(row.at("errors", 0, "tool"), "\"write_file\"");
  EXPECT_EQ(row.at("errors", 0, "path"), "\"content\"");
}

TEST_F(Parse, CL1_TheStatusSaysGoodPartialOrFailed) {
  EXPECT_EQ(parse({}, kGood).status, 0);
  EXPECT_EQ(parse({}, "no call at all").status, 0) << "EX-4";
  EXPECT_EQ(parse({}, kMixed).status, 5) << "TC-4";
  EXPECT_EQ(parse({}, kBad).status, 1);
  folder_.write("good", kGood);
  folder_.write("mixed", kMixed);
  folder_.write("bad", kBad);
  EXPECT_EQ(parse({"good", "mixed"}).status, 5);
  EXPECT_EQ(parse({"bad", "mixed", "good"}).status, 1) << "failed is graver than partial";
  EXPECT_EQ(parse({"mixed", "nowhere"}).status, 3);
}

TEST_F(Parse, CL1_TheViewForPeople) {
  EXPECT_EQ(view({}, R"({"message":{"role":"assistant","content":"Hm.","tool_calls":[{"id":"c7","function":)"
                     R"({"name":"read_file","arguments":"{\"path\": \"a.txt\", \"lines\": \"42\",}"}},)"
                     R"({"id":"c8","function":{"name":"write_file","arguments":{"path":"b"}}}]},"done":true})")
                .out,
            "<stdin>: 1 call, 1 error\n"
            "\n"
            "  read_file  c7  converted\n"
            "    {\n"
            "      \"path\": \"a.txt\",\n"
            "      \"lines\": 42\n"
            "    }\n"
            "    trailing_comma: removed `,` at 1:32\n"
            "    lines: string \"42\" converted to integer 42\n"
            "\n"
            "  write_file  c8  rejected\n"
            "    {\n"
            "      \"path\": \"b\"\n"
            "    }\n"
            "    ACODE-TLP-004: content: the property \"content\" is missing\n"
            "      hint: show the model what is wrong; --coercion aggressive mends more\n"
            "\n"
            "  content\n"
            "    Hm.\n");
}

TEST_F(Parse, CL9_ATerminalGetsTheViewAndColour) {
  Setting setting{.input = std::string(kGood), .environment = {"TERM=xterm", "NO_COLOR"}, .out_is_terminal = true};
  setting.directory = folder_.path();
  const std::vector<std::string> words = {"parse", "-t", "t.json"};
  const std::string coloured = run_acode(words, setting).out;
  EXPECT_TRUE(contains(coloured, "\x1b[1m<stdin>\x1b[0m: 1 call\n")) << coloured;
  setting.environment = {"TERM=xterm", "NO_COLOR=1"};
  EXPECT_TRUE(contains(run_acode(words, setting).out, "<stdin>: 1 call\n"));
  EXPECT_FALSE(contains(view({}, kGood).out, "\x1b")) << "no colour in a pipe";
}

TEST_F(Parse, SE1_NothingOfTheInputReachesTheTerminal) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  for (const std::string& text : {bytes, "TOOL_CALL: {\"tool\": \"read_file\", \"arguments\": {\"path\": \"" + bytes,
                                  std::string(kOllama) + bytes, "data: " + bytes + "\n\n"}) {
    const Outcome outcome = view({}, text);
    EXPECT_TRUE(outcome.status == 0 || outcome.status == 1 || outcome.status == 5) << outcome.status;
    EXPECT_FALSE(contains(outcome.out, "\x1b")) << outcome.out;
    EXPECT_FALSE(contains(outcome.err, "\x1b")) << outcome.err;
  }
}

TEST_F(Parse, LongArgumentsAndTextsAreShortenedInTheView) {
  const std::string content = repeat("line\\n", 5000);
  const std::string text = repeat("prose\n", 100) +
                           "TOOL_CALL: {\"tool\": \"write_file\", \"arguments\": {\"path\": \"a\", \"content\": \"" +
                           content + "\"}}\n";
  const Outcome outcome = view({}, text);
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_LT(outcome.out.size(), 2000U) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "… and 94 lines more\n")) << outcome.out;
}

TEST_F(Parse, CL2_ExtractStopsBeforeValidation) {
  const Row row(run({"extract", "-t", "t.json"}, kMixed).out);
  EXPECT_EQ(row.at("calls", 0, "arguments"), R"({"path":"a.txt","lines":"42"})") << "not converted";
  EXPECT_EQ(row.at("calls", 1, "arguments"), R"({"path":"b.txt"})") << "not checked";
  EXPECT_EQ(row.at("errors"), "[]");
  EXPECT_EQ(run({"extract", "-t", "t.json"}, kMixed).status, 0);
}

TEST_F(Parse, WithoutToolsAnyNameIsOne) {
  const Row row(
      run({"parse"}, R"({"message":{"content":"","tool_calls":[{"function":{"name":"fly","arguments":{}}}]}})").out);
  EXPECT_EQ(row.at("calls", 0, "name"), "\"fly\"");
}

TEST_F(Parse, CO3_Coercion) {
  const std::string text = R"(TOOL_CALL: {"tool": "read_file", "arguments": {"path": "a", "lines": "7", "more": 1}})";
  EXPECT_EQ(parse({}, text).status, 1);
  EXPECT_EQ(Row(parse({"--coercion", "aggressive"}, text).out).at("calls", 0, "arguments"),
            R"({"path":"a","lines":7})");
  EXPECT_EQ(parse({"--coercion", "off", "--no-strict"}, text).status, 1);
  EXPECT_EQ(parse({"--no-strict"}, text).status, 0) << "SC-5";
}

TEST_F(Parse, RP10_Repair) {
  const std::string response =
      R"({"message":{"content":"","tool_calls":[{"function":{"name":"read_file","arguments":"{'path': 'a',}"}}]},"done":true})";
  EXPECT_EQ(parse({}, response).status, 0);
  const Row row(parse({"--no-repair"}, response).out);
  EXPECT_EQ(row.at("errors", 0, "code"), "\"ACODE-TLP-002\"");
  EXPECT_EQ(row.at("rejected", 0, "arguments"), "null");
  EXPECT_EQ(row.at("rejected", 0, "raw_arguments"), R"("{'path': 'a',}")") << "TC-2";
}

TEST_F(Parse, RP8_CutOffCalls) {
  const std::string text = R"(TOOL_CALL: {"tool": "read_file", "arguments": {"path": "src/ma)";
  for (const char* what : {"retry", "reject"}) {
    const Outcome outcome = parse({"--truncated", what}, text);
    EXPECT_EQ(outcome.status, 1) << what;
    EXPECT_EQ(Row(outcome.out).at("errors", 0, "code"), "\"ACODE-TLP-011\"") << what;
    EXPECT_EQ(Row(outcome.out).at("truncated"), "true");
  }
  EXPECT_EQ(Row(parse({"--truncated", "accept"}, text).out).at("calls", 0, "arguments"), R"({"path":"src/ma"})");
}

TEST_F(Parse, TX4_OneFormatOnly) {
  EXPECT_EQ(Row(parse({"--format", "tool-call-line"}, kGood).out).at("calls", 0, "name"), "\"read_file\"");
  EXPECT_EQ(Row(parse({"--format", "hermes"}, kGood).out).at("calls"), "[]");
  const Outcome unknown = parse({"--format", "hermess"}, kGood);
  expect_refused(unknown, 2, "acode: parse: ACODE-CLI-001: --format: 'hermess' is not one of ");
  EXPECT_TRUE(contains(unknown.err, "hermes, ")) << unknown.err;
  EXPECT_TRUE(contains(unknown.err, "did you mean 'hermes'?")) << unknown.err;
}

TEST_F(Parse, TX8_TheTextBeginsInsideReasoning) {
  const std::string text = "I should look.\n</think>\nHello.";
  EXPECT_TRUE(contains(Row(parse({"--starts-in-reasoning"}, text).out).at("reasoning"), "I should look."));
}

TEST_F(Parse, TX5_OnlyTheReasoningIsTakenOut) {
  const std::string text = "<think>I should look.</think>\nTOOL_CALL: {\"tool\": \"read_file\", \"arguments\": {}}";
  const Row row(parse({"--leave-calls"}, text).out);
  EXPECT_EQ(row.at("calls"), "[]");
  EXPECT_EQ(row.at("errors"), "[]");
  EXPECT_EQ(row.at("reasoning"), "\"I should look.\"");
  EXPECT_TRUE(contains(row.at("content"), "TOOL_CALL: ")) << row.at("content");
}

TEST_F(Parse, AR5_Limits) {
  const std::string deep =
      R"(TOOL_CALL: {"tool": "read_file", "arguments": {"path": )" + repeat("[", 30) + repeat("]", 30) + "}}\n";
  EXPECT_EQ(Row(parse({"--max-depth", "8"}, deep).out).at("errors", 0, "code"), "\"ACODE-TLP-010\"");
  const std::string response = R"({"message":{"content":"","tool_calls":[{"function":{"name":"read_file","arguments":)"
                               R"({"path":")" +
                               std::string(3000, 'x') + R"("}}}]}})";
  EXPECT_EQ(parse({}, response).status, 0);
  const Outcome large = parse({"--max-argument-bytes", "2k"}, response);
  EXPECT_EQ(Row(large.out).at("errors", 0, "code"), "\"ACODE-TLP-009\"");
  expect_refused(view({"--max-bytes", "1k"}, response), 1, "acode: <stdin>: ACODE-TLP-009: ");
  EXPECT_EQ(Row(parse({"--max-bytes", "1k"}, response).out).at("errors", 0, "code"), "\"ACODE-TLP-009\"");
}

// --- bad input ---

TEST_F(Parse, AnHtmlPage) {
  const std::string page = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>";
  const Outcome outcome = view({"--kind", "response"}, page);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.out, "ACODE-TLP-002: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "  hint: check the address of the server and its log")) << outcome.out;
  EXPECT_EQ(parse({}, page).status, 0) << "for all we know the model wrote it";
}

TEST_F(Parse, AnEmptyBody) {
  EXPECT_EQ(parse({}, "").status, 0) << "EX-4";
  const Row row(parse({"--kind", "response"}, "").out);
  EXPECT_EQ(row.at("errors", 0, "code"), "\"ACODE-TLP-008\"");
  EXPECT_EQ(row.at("errors", 0, "tool"), "null");
}

TEST_F(Parse, AnArrayInThePlaceOfAnObject) {
  const Outcome outcome = parse({"--kind", "response"}, "[1, 2, 3]");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(Row(outcome.out).at("calls"), "[]");
  EXPECT_NE(Row(outcome.out).at("errors", 0, "code"), "nothing");
}

TEST_F(Parse, EX8_HalfAResponse) {
  const Outcome outcome =
      parse({}, R"({"choices":[{"index":0,"message":{"role":"assistant","content":null,)" + std::string(kHalfCall));
  EXPECT_EQ(outcome.status, 1) << outcome.out;
  EXPECT_EQ(Row(outcome.out).at("rejected", 0, "name"), "\"read_file\"");
  EXPECT_EQ(Row(outcome.out).at("truncated"), "true");
}

TEST_F(Parse, AnErrorOfTheProvider) {
  const Outcome outcome = parse({}, R"({"error":{"message":"the model is overloaded","type":"server_error"}})");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(Row(outcome.out).at("errors", 0, "message"), "\"the model is overloaded\"");
  EXPECT_TRUE(contains(view({}, R"({"error":"no such model"})").out, "provider: no such model\n"));
}

TEST_F(Parse, TwoAnswersGluedTogether) {
  const Outcome outcome = parse({}, std::string(kOllama) + std::string(kOllama));
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_EQ(Row(outcome.out).at("calls", 0, "name"), "\"read_file\"");
}

TEST_F(Parse, AStreamThatEndsInsideACall) {
  const Outcome outcome =
      parse({}, "data: {\"choices\":[{\"index\":0,\"delta\":{" + std::string(kHalfCall) + "\"}}]}}]}\n\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(Row(outcome.out).at("errors", 0, "code"), "\"ACODE-TLP-008\"");
  EXPECT_EQ(Row(outcome.out).at("rejected", 0, "arguments"), R"({"path":"a"})");
}

TEST_F(Parse, SE1_AVeryLongLine) {
  const Outcome outcome = parse({"--max-bytes", "64M"}, std::string(20U << 20U, 'x'));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_GT(outcome.out.size(), 20U << 20U);
}

TEST_F(Parse, FilesThatCannotBeRead) {
  folder_.write("good", kGood);
  const Outcome outcome = parse({"nowhere", "good", "."});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(contains(outcome.err, "acode: nowhere: ACODE-CLI-002: there is no such file\n")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "acode: .: ACODE-CLI-004: is a directory, not a file\n")) << outcome.err;
  const std::size_t first = outcome.out.find('\n');
  EXPECT_EQ(Row(outcome.out.substr(0, first)).at("errors", 0, "code"), "\"ACODE-CLI-002\"") << "it has its row";
  EXPECT_TRUE(contains(outcome.out, "\"name\":\"read_file\"")) << "trouble with one does not stop the others";

  ::chmod(folder_.file("good").c_str(), 0);
  folder_.give_away("good");
  const Outcome secret =
      run_acode({"parse", "--view", folder_.file("good")}, Setting{.before_start = test::become_another_user});
  if (test::not_run(secret)) GTEST_SKIP() << "the program cannot be run as another user here";
  expect_refused(secret, 3, "ACODE-CLI-003");
}

TEST_F(Parse, ToolsThatCannotBeUsed) {
  expect_refused(run({"parse", "-t", "nowhere"}, kGood), 3, "acode: nowhere: ACODE-CLI-002");
  folder_.write("broken.json", "[{]");
  const Outcome broken = run({"parse", "-t", "broken.json"}, kGood);
  expect_refused(broken, 3, "acode: broken.json: ACODE-TLP-002: ");
  EXPECT_TRUE(contains(broken.err, "\n  hint: ")) << broken.err;
  folder_.write("number.json", "7");
  expect_refused(run({"parse", "-t", "number.json"}, kGood), 3, "acode: number.json: ");

  folder_.write("half.json", R"([{"name": "read_file", "parameters": {"type": "object", "properties": {"path": {}}}},
                                 {"name": "odd", "parameters": {"type": "object", "required": "x"}}])");
  const Outcome half = run({"parse", "-t", "half.json"}, kGood);
  EXPECT_EQ(half.status, 0);
  EXPECT_TRUE(contains(half.err, "acode: half.json: odd: error ACODE-SCH-001: ")) << half.err;
  EXPECT_EQ(Row(half.out).at("calls", 0, "name"), "\"read_file\"") << "a bad one costs the others nothing";
}

TEST_F(Parse, AClosedPipeAndAFullDisk) {
  folder_.write("big", repeat(std::string(kGood), 20000));
  const Outcome closed = run_shell("\"$acode\" parse big | head -c 1; exit ${PIPESTATUS[0]}", folder_.path());
  EXPECT_EQ(closed.status, 3);
  EXPECT_TRUE(contains(closed.err, "ACODE-CLI-007")) << closed.err;
  if (::access("/dev/full", W_OK) != 0) GTEST_SKIP() << "there is no /dev/full here";
  const Outcome full = run_shell("echo hello | \"$acode\" parse > /dev/full");
  EXPECT_EQ(full.status, 3);
  EXPECT_TRUE(contains(full.err, "acode: standard output: ACODE-CLI-006: ")) << full.err;
}

TEST_F(Parse, WordsThatDoNotGoTogether) {
  expect_refused(parse({"--json", "--jsonl"}), 2, "--json and --jsonl do not go together");
  expect_refused(parse({"--view", "--jsonl"}), 2, "--view and --jsonl do not go together");
  expect_refused(parse({"--dialect", "ollama", "--kind", "text"}), 2, "--dialect and --kind text do not go together");
  expect_refused(parse({"--kind", "html"}), 2, "--kind: 'html' is not one of auto, text, response, stream");
  expect_refused(parse({"--dialect", "openai"}), 2, "'openai' is not one of ollama, openai-chat, ");
  expect_refused(run({"parse", "-t", "-"}), 2, "standard input is the tools already");
  expect_refused(run({"extract", "--coercion", "off"}), 2, "acode: extract: ACODE-CLI-001: there is no option");
}

}  // namespace
}  // namespace acode
