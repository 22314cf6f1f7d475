// The ten walks of a person who runs agents, end to end against the scripted server over real HTTP, and what may not be
// seen on the way (CL-3, CL-5, CL-6, OB-3).
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "acode/json/reader.h"
#include "cli/program.h"
#include "observe/database.h"
#include "observe/event_store.h"
#include "script/scripted_server.h"
#include "support/corpus.h"

namespace acode {
namespace {

using script::calling;
using script::saying;
using script::ScriptedServer;
using test::contains;
using test::Outcome;
using test::TemporaryFolder;

/// A folder to work in, a place for state, and a model that plays a script.
class Talk : public testing::Test {
 protected:
  Talk() { folder_.write("a.txt", "hello there\n"); }

  void play(std::vector<script::Step> steps) {
    auto started = ScriptedServer::start({std::move(steps), script::Script::Then::kFail});
    if (!started) throw std::runtime_error(started.error().message);
    server_ = std::move(*started);
  }

  [[nodiscard]] test::Setting setting() const {
    test::Setting setting;
    setting.directory = folder_.path();
    setting.environment = {"XDG_STATE_HOME=" + folder_.file("state"), "XDG_CONFIG_HOME=" + folder_.file("config"),
                           "ACODE_TOOL_CALL_RETRY_DELAY_MS=1"};
    return setting;
  }

  Outcome acode(const std::vector<std::string>& words, std::string input = "") const {
    test::Setting here = setting();
    here.input = std::move(input);
    return run_acode(words, here);
  }

  [[nodiscard]] std::vector<std::string> chat_words() const {
    return {"chat", "--message", "Please.", "--model", "scripted", "--base-url", server_->url()};
  }

  Outcome chat(std::vector<std::string> more = {}) const {
    std::vector<std::string> words = chat_words();
    words.insert(words.end(), more.begin(), more.end());
    return acode(words);
  }

  [[nodiscard]] std::string stats() const { return acode({"providers", "stats", "ollama", "--tool-calls"}).out; }

  Outcome parse_aloud(const std::string& text, std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"debug", "parse-tool-call", "--input", "-"};
    words.insert(words.end(), more.begin(), more.end());
    return acode(words, text);
  }

  TemporaryFolder folder_;
  std::unique_ptr<ScriptedServer> server_;
};

TEST_F(Talk, Walk1_AValidCallIsRunAndItsResultFedBack) {
  play({calling("read_file", R"({"path": "a.txt"})"), saying("It says hello.")});
  const Outcome outcome = chat({"--tools", "read_file"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "It says hello.\n");
  EXPECT_TRUE(contains(outcome.err, "read_file a.txt")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "hello there")) << outcome.err;
  EXPECT_TRUE(contains(server_->requests().at(1).body, "hello there")) << "the model gets the result";
  EXPECT_FALSE(contains(server_->requests().at(0).body, "write_file")) << "only the tools that were named";
}

TEST_F(Talk, Walk2_ATrailingCommaIsRepairedAndCounted) {
  play({calling("read_file", R"({"path": "a.txt",})"), saying("Done.")});
  EXPECT_EQ(chat().status, 0);
  const std::string figures = stats();
  EXPECT_TRUE(contains(figures,
                       "Tool Call Statistics (Last 24 Hours):\n"
                       "  Total Tool Calls:          1\n"
                       "  Parsed Successfully:       0 (0.0%)\n"
                       "  Auto-Repaired:             1 (100.0%)\n"))
      << figures;
  EXPECT_TRUE(contains(figures, "Repair Breakdown:\n  Trailing comma:            1\n")) << figures;
  EXPECT_TRUE(contains(figures, "Average Parse Time:      0.")) << figures;
}

// CL-5: the figures, laid out; from events as a month of work would leave them.
class Figures : public Talk {
 protected:
  void SetUp() override {
    observe::EventStore store({.file = folder_.file("state/acode/events.db")});
    const auto add = [&store](int count, observe::Outcome outcome, const auto& change) {
      for (int i = 0; i < count; ++i) {
        observe::CallEvent event;
        event.time = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
        event.provider = "ollama";
        event.model = i % 2 == 0 ? "qwen3:8b" : "llama3.2";
        event.tool_name = "read_file";
        event.outcome = outcome;
        event.parse_time = std::chrono::microseconds(420);
        event.total_tokens = 10;
        change(event);
        store.record(std::move(event));
      }
    };
    using observe::CallEvent;
    using observe::Outcome;
    add(1198, Outcome::kSuccess, [](CallEvent&) {});
    const auto repaired = [](const char* kind) {
      return [kind](CallEvent& event) {
        event.repairs = {{kind, 1}};
        event.repair_time = std::chrono::microseconds(1250);
      };
    };
    add(24, Outcome::kRepaired, repaired("trailing_comma"));
    add(14, Outcome::kRepaired, repaired("single_quotes"));
    add(8, Outcome::kRetried, [](CallEvent& event) {
      event.retry_count = 1;
      event.retry_time = std::chrono::milliseconds(800);
    });
    add(3, Outcome::kFailed, [](CallEvent& event) { event.error_code = "ACODE-TLP-006"; });
    add(5, Outcome::kSuccess, [](CallEvent& event) { event.time -= std::chrono::hours(30); });
    add(2, Outcome::kSuccess, [](CallEvent& event) { event.provider = "openai"; });
  }

  [[nodiscard]] Outcome figures(std::vector<std::string> more) const {
    more.insert(more.begin(), {"providers", "stats", "ollama", "--tool-calls"});
    return acode(more);
  }
};

TEST_F(Figures, CL5_AsTheyAreLaidOut) {
  EXPECT_EQ(figures({}).out,
            "Tool Call Statistics (Last 24 Hours):\n"
            "  Total Tool Calls:      1,247\n"
            "  Parsed Successfully:   1,198 (96.1%)\n"
            "  Auto-Repaired:            38 (3.0%)\n"
            "  Retried:                   8 (0.6%)\n"
            "  Failed:                    3 (0.2%)\n"
            "\n"
            "Repair Breakdown:\n"
            "  Trailing comma:           24\n"
            "  Single quotes:            14\n"
            "\n"
            "Error Breakdown:\n"
            "  ACODE-TLP-006:             3\n"
            "\n"
            "Average Parse Time:      0.42ms\n"
            "Average Repair Time:     1.25ms\n"
            "Average Retry Time:      800.00ms\n");
}

TEST_F(Figures, CL5_SoFarBackAsIsWanted) {
  EXPECT_TRUE(contains(figures({"--since", "2d"}).out,
                       "Tool Call Statistics (Last 2 Days):\n  Total Tool Calls:      1,252\n"));
  EXPECT_TRUE(contains(figures({"--since", "90m"}).out,
                       "Tool Call Statistics (Last 90 Minutes):\n  Total Tool Calls:      1,247\n"));
  const Outcome odd = figures({"--since", "yesterday"});
  EXPECT_EQ(odd.status, 2);
  EXPECT_TRUE(contains(odd.err, "give a number and s, m, h or d, like 24h")) << odd.err;
}

TEST_F(Figures, CL5_VerboseTellsPercentilesModelsAndTools) {
  const std::string told = figures({"--verbose"}).out;
  for (const char* wanted :
       {"Parse p50/p95/p99:       0.42ms / 0.42ms / 0.42ms\n", "Repair p50/p95/p99:      1.25ms / ",
        "Retry p50/p95/p99:       800.00ms / ", "Tokens:                  12,470\n",
        "\nModel qwen3:8b:\n  Total Tool Calls:        624\n", "\nModel llama3.2:\n",
        "\nTool read_file:\n  Total Tool Calls:      1,247\n", "  Repair p50/p95/p99:    1.25ms"}) {
    EXPECT_TRUE(contains(told, wanted)) << wanted << "\n" << told;
  }
}

TEST_F(Figures, CL5_ForMachines) {
  const Outcome outcome = figures({"--json"});
  const auto row = json::parse(outcome.out);
  ASSERT_TRUE(row.ok()) << outcome.out;
  const auto number = [&row](const char* name) { return row->root().find(name)->as_int64(); };
  EXPECT_EQ(number("since_seconds"), 86'400);
  EXPECT_EQ(number("total"), 1247);
  EXPECT_EQ(number("parsed"), 1198);
  EXPECT_EQ(number("repaired"), 38);
  EXPECT_EQ(number("retried"), 8);
  EXPECT_EQ(number("failed"), 3);
  EXPECT_EQ(number("withdrawn"), 0);
  EXPECT_EQ(row->root().find("repairs")->find("trailing_comma")->as_int64(), 24);
  EXPECT_EQ(row->root().find("models")->size(), 2U);
}

TEST_F(Talk, Walk3_TwoFailuresThenSuccess) {
  play({calling("read_file", R"({"path": 5})"), saying(R"({"path": 6})"), saying(R"({"path": "a.txt"})"),
        saying("Done.")});
  const Outcome outcome = chat();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "Retry Count: 2")) << outcome.err;
  EXPECT_TRUE(contains(stats(), "  Retried:                   1 (100.0%)\n")) << stats();
}

TEST_F(Talk, Walk4_AWrongTypeIsToldWithPathExpectedActualAndCode) {
  const Outcome outcome = parse_aloud(R"(TOOL_CALL: {"tool": "read_file", "arguments": {"path": 42}})");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out,
            "[ERROR] Schema validation failed\n"
            "  Tool: read_file\n"
            "  Path: path\n"
            "  Expected: string\n"
            "  Actual: integer\n"
            "  Error Code: ACODE-TLP-004\n");
}

TEST_F(Talk, Walk5_FiveCallsInOrder) {
  script::Step five = calling("read_file", R"({"path": "0"})");
  std::string text;
  for (int i = 0; i < 5; ++i) {
    text += "TOOL_CALL: {\"tool\": \"read_file\", \"arguments\": {\"path\": \"" + std::to_string(i) + "\"}}\n";
    if (i > 0) five.answer.calls.push_back({"", "read_file", R"({"path": ")" + std::to_string(i) + "\"}"});
  }
  const std::string told = parse_aloud(text).out;
  EXPECT_TRUE(contains(told, "[INFO] 5 tool calls parsed successfully\n")) << told;
  EXPECT_TRUE(
      std::regex_search(told, std::regex("  1\\. read_file \\(id: call_[0-9a-f]+\\) 0\n  2\\. read_file .* 1\n")))
      << told;
  play({five, saying("Done.")});
  const std::string err = chat().err;
  std::size_t last = 0;
  for (int i = 0; i < 5; ++i) {
    const std::size_t at = err.find("read_file " + std::to_string(i));
    EXPECT_NE(at, std::string::npos) << err;
    EXPECT_GE(at, last);
    last = at;
  }
}

TEST_F(Talk, Walk6_AStreamedCallHasDebugLinesForEachFragment) {
  script::Step slow = calling("read_file", R"({"path": "a.txt"})");
  slow.piece_delay = std::chrono::milliseconds(20);  // what comes together is one fragment
  play({slow, saying("Done.")});
  const std::string err = chat({"--stream", "--log-level", "debug"}).err;
  EXPECT_TRUE(contains(err, "[DEBUG] stream: fragment number=1 bytes=")) << err;
  EXPECT_TRUE(contains(err, "[DEBUG] stream: fragment number=2 bytes=")) << err;
  EXPECT_TRUE(contains(err, "[INFO] tool_call: read correlation_id=")) << err;
  EXPECT_TRUE(contains(err, "parse_result=success")) << err;
}

TEST_F(Talk, Walk7_ExhaustedRetriesAre006WithTheCountAndASentence) {
  play({calling("read_file", R"({"path": 5})"), saying(R"({"path": 5})"), saying(R"({"path": 5})"),
        saying(R"({"path": 5})")});
  const Outcome outcome = chat();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.err, "ACODE-TLP-006: read_file: the model was asked again 3 times")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "try another model")) << outcome.err;
  EXPECT_EQ(server_->requests().size(), 4U);
}

TEST_F(Talk, Walk8_AnUnknownToolIs005NotRetriedAndTheToolsAreListed) {
  play({calling("launch_rocket", "{}")});
  const Outcome outcome = chat();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.err, "ACODE-TLP-005")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "read_file")) << outcome.err;
  EXPECT_EQ(server_->requests().size(), 1U);
  const std::string told =
      parse_aloud(
          R"({"message":{"role":"assistant","tool_calls":[{"function":{"name":"launch_rocket","arguments":{}}}]},"done":true})")
          .out;
  EXPECT_TRUE(
      contains(told, "[ERROR] Unknown tool\n  Tool: launch_rocket\n  Error Code: ACODE-TLP-005\n  Available Tools: "))
      << told;
}

TEST_F(Talk, Walk9_ArgumentsOverTheLimitAre009AndTheSizesAreNamed) {
  EXPECT_EQ(acode({"config", "set", "max_argument_size", "100"}).status, 0);
  play({calling("write_file", R"({"path": "b.txt", "content": ")" + std::string(200, 'x') + "\"}")});
  const Outcome outcome = chat({"--yes"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.err, "ACODE-TLP-009")) << outcome.err;
  EXPECT_TRUE(std::regex_search(outcome.err, std::regex("2[0-9][0-9] bytes.*100"))) << outcome.err;
  EXPECT_EQ(server_->requests().size(), 1U) << "not retried";
  EXPECT_FALSE(std::filesystem::exists(folder_.file("b.txt")));
}

TEST_F(Talk, Walk10_TheConfigurationIsShownChangedAndRespectedAtOnce) {
  EXPECT_TRUE(contains(acode({"config", "show"}).out, "  max_retries:        3\n"));
  EXPECT_EQ(acode({"config", "set", "max_retries", "1"}).status, 0);
  EXPECT_TRUE(contains(acode({"config", "show"}).out, "  max_retries:        1\n"));
  play({calling("read_file", R"({"path": 5})"), saying(R"({"path": 5})"), saying(R"({"path": 5})")});
  EXPECT_EQ(chat().status, 1);
  EXPECT_EQ(server_->requests().size(), 2U);
}

TEST_F(Talk, CL6_TheStoryOfACallByItsCorrelationId) {
  play({calling("read_file", R"({"path": "a.txt",})"), saying("Done.")});
  const std::string err = chat({"--log-level", "info"}).err;
  std::smatch id;
  ASSERT_TRUE(std::regex_search(err, id, std::regex("correlation_id=(\\S+)"))) << err;
  const std::string told = acode({"debug", "tool-call", "--correlation-id", id[1]}).out;
  for (const char* wanted : {"  Tool: read_file\n", "  Result: repaired\n", "^ trailing_comma",
                             "    Validation: passed\n", "  Execution: succeeded"}) {
    EXPECT_TRUE(contains(told, wanted)) << wanted << "\n" << told;
  }
  EXPECT_EQ(acode({"debug", "tool-call", "--correlation-id", "corr_none"}).status, 1);
}

TEST_F(Talk, CL9_APersonSeesThatAModelIsWaitedFor) {
  script::Step slow = saying("Here I am.");
  slow.delay = std::chrono::milliseconds(1500);
  play({slow, slow});
  const std::vector<std::string> words = {"chat",     "--message",  "Please.",     "--model",
                                          "scripted", "--base-url", server_->url()};
  test::Setting setting;
  setting.directory = folder_.path();
  setting.environment = {"XDG_STATE_HOME=" + folder_.file("state"), "XDG_CONFIG_HOME=" + folder_.file("config")};
  EXPECT_FALSE(contains(run_acode(words, setting).err, "waiting")) << "only a terminal is told";
  setting.err_is_terminal = true;
  const Outcome outcome = run_acode(words, setting);
  EXPECT_TRUE(contains(outcome.err, "waiting for scripted, 1 s\x1b[K"))
      << "and the line is taken away: " << outcome.err;
}

TEST_F(Talk, CL9_ReadAloudToAProgram) {
  const Outcome outcome = parse_aloud(R"(TOOL_CALL: {"tool": "read_file", "arguments": {"path": "a",}})", {"--json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, R"("name":"read_file","arguments":{"path":"a"},"verdict":"repaired")"))
      << outcome.out;
}

// A call that the model takes back is counted as that, and its story tells it.
TEST_F(Talk, RT9_ACallThatIsTakenBackIsCounted) {
  play({calling("read_file", R"({"path": 5})"), saying(R"({"path": 6})"), saying("Never mind, I know it.")});
  const Outcome outcome = chat({"--log-level", "info"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "Never mind, I know it.\n");
  EXPECT_TRUE(contains(outcome.err, "parse_result=withdrawn")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "Retry Count: 2")) << outcome.err;
  const std::string figures = stats();
  EXPECT_TRUE(contains(figures, "  Total Tool Calls:          1\n")) << figures;
  EXPECT_TRUE(contains(figures, "  Failed:                    0 (0.0%)\n  Withdrawn:                 1 (100.0%)\n"))
      << figures;
  EXPECT_FALSE(contains(figures, "Error Breakdown")) << figures;
  std::smatch id;
  ASSERT_TRUE(std::regex_search(outcome.err, id, std::regex("correlation_id=(\\S+)"))) << outcome.err;
  const std::string told = acode({"debug", "tool-call", "--correlation-id", id[1]}).out;
  for (const char* wanted :
       {"  Result: withdrawn\n", "  Attempt 1 (first):\n", "ACODE-TLP-004", "  Attempt 2 (reemit):\n",
        "  Attempt 3 (reask):\n    the model took the call back and answered in words\n"}) {
    EXPECT_TRUE(contains(told, wanted)) << wanted << "\n" << told;
  }
}

// An answer that breaks off is not shown as if it were a part of the one that comes then.
class BrokenOff : public Talk {
 protected:
  void play_broken_answer() {
    script::Step broken = saying("It says that there is nobody at home today.");
    broken.cut_after = 250;
    play({broken, saying("It says hello.")});
  }
};

TEST_F(BrokenOff, IntoAPipeOnlyTheWholeAnswerIsWritten) {
  play_broken_answer();
  const Outcome outcome = chat();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "It says hello.\n");
  EXPECT_TRUE(contains(outcome.err, "  the answer broke off (ACODE-NET-017: ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "; asking again, 1. time\n")) << outcome.err;
}

TEST_F(BrokenOff, WhereItIsShownAsItComesTheBreakIsMarked) {
  play_broken_answer();
  const Outcome outcome = chat({"--stream"});
  EXPECT_TRUE(std::regex_match(outcome.out, std::regex("It says that[^\n]*\nIt says hello\\.\n"))) << outcome.out;
  EXPECT_FALSE(contains(outcome.out, "today")) << "it did break off";
  EXPECT_TRUE(contains(outcome.err, "  the answer broke off here (ACODE-NET-017: ")) << outcome.err;
}

TEST_F(BrokenOff, OnATerminalTheBreakIsMarkedWhereItIs) {
  play_broken_answer();
  test::Setting terminal = setting();
  terminal.out_is_terminal = true;
  const Outcome outcome = run_acode(chat_words(), terminal);
  EXPECT_TRUE(std::regex_search(outcome.out, std::regex("^It says that[^\n]*\nIt says hello\\."))) << outcome.out;
}

TEST_F(BrokenOff, IfItStaysSoThePieceIsShownWithTheError) {
  script::Step broken = saying("It says that there is nobody at home today.");
  broken.cut_after = 250;
  play({broken, broken, broken, broken});
  const Outcome outcome = chat();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(std::regex_match(outcome.out, std::regex("It says that[^\n]*\n"))) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "acode: chat: ACODE-NET-017: ")) << outcome.err;
  EXPECT_EQ(server_->requests().size(), 4U);
}

// RT-4: what was waited stands in the log, for the question and for calls.
TEST_F(Talk, RT4_TheWaitsGrowAndStandInTheLog) {
  script::Step busy = saying("");
  busy.status = 503;
  busy.body = "busy";
  play({busy, busy, calling("read_file", R"({"path": 5})"), saying(R"({"path": 5})"), saying(R"({"path": 5})"),
        saying(R"({"path": "a.txt"})"), saying("Done.")});
  test::Setting slower = setting();
  slower.environment.back() = "ACODE_TOOL_CALL_RETRY_DELAY_MS=20";
  std::vector<std::string> words = chat_words();
  words.insert(words.end(), {"--log-level", "debug"});
  const std::string err = run_acode(words, slower).err;
  const auto numbers = [&err](const std::string& line) {
    std::vector<double> found;
    const std::regex pattern(line);
    for (std::sregex_iterator at(err.begin(), err.end(), pattern); at != std::sregex_iterator(); ++at) {
      found.push_back(std::stod((*at)[1]));
    }
    return found;
  };
  const auto near = [](const std::vector<double>& waits, std::vector<double> wanted) {
    ASSERT_EQ(waits.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_GE(waits[i], wanted[i] * 0.8 - 1);
      EXPECT_LE(waits[i], wanted[i] * 1.2 + 1);
    }
  };
  near(numbers("putting the question again [^\n]* wait_ms=(\\d+)"), {20, 40});
  near(numbers("\\[INFO\\] retry: asking again [^\n]* waited_ms=(\\d+)"), {20, 40, 80});
  const std::vector<double> measured = numbers("answer read [^\n]*waited_ms=([0-9.]+)");
  ASSERT_EQ(measured.size(), 7U) << err;
  const std::vector<double> least = {0, 16, 32, 0, 16, 32, 64};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_GE(measured[i], least[i] - 1) << i;
}

TEST_F(Talk, CL3_WhatChangesThingsIsNotRunUnasked) {
  play({calling("write_file", R"({"path": "b.txt", "content": "x"})"), saying("Then not.")});
  const Outcome outcome = chat();
  EXPECT_TRUE(contains(outcome.err, "not run: write_file b.txt")) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(folder_.file("b.txt")));
}

TEST_F(Talk, SE4_NoPathLeavesTheWorkspace) {
  std::filesystem::create_symlink("/etc", folder_.file("link"));
  play({calling("read_file", R"({"path": "../../../etc/passwd"})"), calling("read_file", R"({"path": "link/passwd"})"),
        saying("No.")});
  const Outcome outcome = chat();
  EXPECT_FALSE(contains(outcome.err, "root:")) << outcome.err;
  EXPECT_FALSE(contains(server_->requests().back().body, "root:"));
}

TEST_F(Talk, RT6_TheBreakersStateIsKeptAcrossRuns) {
  EXPECT_EQ(acode({"config", "set", "breaker_threshold", "1"}).status, 0);
  play({calling("read_file", R"({"path": 5})"), saying("{}"), saying("{}"), saying("{}"),
        calling("read_file", R"({"path": 5})")});
  EXPECT_EQ(chat().status, 1);
  EXPECT_EQ(server_->requests().size(), 4U);
  const Outcome again = chat();
  EXPECT_EQ(server_->requests().size(), 5U) << "no retries in the second run";
  EXPECT_TRUE(contains(again.err, "retries are off for a while")) << again.err;
}

// OB-4: whatever is wrong with the record of calls, the work goes on, and says so once.
class NoRecord : public Talk {
 protected:
  /// Two calls and an answer, as if nothing were wrong; what was said of the record.
  std::vector<std::string> work_goes_on(const test::Setting& here) {
    play({calling("read_file", R"({"path": "a.txt"})"), calling("read_file", R"({"path": "a.txt",})"),
          saying("Hello.")});
    const Outcome outcome = run_acode(chat_words(), here);
    if (test::not_run(outcome)) return {};
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "Hello.\n");
    EXPECT_TRUE(contains(server_->requests().back().body, "hello there"));
    std::vector<std::string> said;
    std::istringstream lines(outcome.err);
    for (std::string line; std::getline(lines, line);) {
      if (contains(line, "[WARN] events: ")) said.push_back(line);
    }
    EXPECT_EQ(said.size(), 1U) << outcome.err;
    return said;
  }

  [[nodiscard]] std::string record() const { return folder_.file("state/acode/events.db"); }
};

TEST_F(NoRecord, OnAFullDisk) {
  std::filesystem::create_directory(folder_.file("state"));
  test::Setting here = setting();
  here.before_start = [this] { test::use_small_disk(folder_.file("state"), 32'768); };
  const auto said = work_goes_on(here);
  if (said.empty()) GTEST_SKIP() << "SKIPPED: a small file system cannot be mounted here";
  EXPECT_TRUE(contains(said[0], "events cannot be kept in " + record())) << said[0];
  EXPECT_TRUE(contains(said[0], "full") || contains(said[0], "No space left")) << said[0];
}

TEST_F(NoRecord, InAFileThatSomebodyHolds) {
  play({calling("read_file", R"({"path": "a.txt"})"), saying("Hello.")});
  EXPECT_EQ(chat().status, 0);
  auto held = std::get<observe::Database>(
      observe::Database::open(record(), observe::Database::Access::kWrite, std::chrono::milliseconds(1000)));
  ASSERT_FALSE(held.execute("BEGIN IMMEDIATE"));
  const auto said = work_goes_on(setting());
  EXPECT_TRUE(contains(said.at(0), "locked")) << said[0];
}

TEST_F(NoRecord, InADamagedFile) {
  std::filesystem::create_directories(folder_.file("state/acode"));
  folder_.write("state/acode/events.db", std::string(8192, 'x'));
  const auto said = work_goes_on(setting());
  EXPECT_TRUE(contains(said.at(0), "is damaged; it was renamed")) << said[0];
  EXPECT_TRUE(contains(stats(), "  Total Tool Calls:          2\n")) << stats();
}

TEST_F(NoRecord, InAHomeThatIsReadOnly) {
  std::filesystem::create_directory(folder_.file("home"));
  std::filesystem::permissions(folder_.file("home"), std::filesystem::perms{0555});
  std::filesystem::permissions(folder_.path(), std::filesystem::perms{0755});
  test::Setting here = setting();
  here.environment.insert(here.environment.end(), {"HOME=" + folder_.file("home"), "XDG_STATE_HOME"});
  here.before_start = [] { test::become_another_user(); };
  const auto said = work_goes_on(here);
  if (said.empty()) GTEST_SKIP() << "SKIPPED: the program cannot be run as another user here";
  EXPECT_TRUE(contains(said[0], "Permission denied")) << said[0];
}

// OB-3: a secret in the arguments is in no line of the log at any level, and nowhere in the store.
TEST_F(Talk, OB3_ASecretInTheArgumentsIsSeenNowhere) {
  const std::string secret = "hunter2-0123456789abcdef";
  for (const char* level : {"debug", "info", "warn", "error"}) {
    for (const char* format : {"text", "json"}) {
      play({calling("write_file", R"({"path": "b.txt", "content": ")" + secret + R"(",})"),
            calling("write_file", R"({"path": 5, "content": ")" + secret + "\"}"),
            saying(R"({"path": 6, "content": ")" + secret + "\"}"),
            saying(R"({"path": "c.txt", "content": ")" + secret + "\"}"), saying("Done.")});
      EXPECT_EQ(acode({"config", "set", "logging.file", folder_.file("log.txt")}).status, 0);
      EXPECT_EQ(acode({"config", "set", "logging.format", format}).status, 0);
      EXPECT_EQ(chat({"--yes", "--log-level", level}).status, 0);
    }
  }
  EXPECT_TRUE(contains(test::read_file(folder_.file("log.txt")), "trailing_comma")) << "something was logged";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.file("state"))) {
    if (!entry.is_regular_file()) continue;
    ++files;
    EXPECT_FALSE(contains(test::read_file(entry.path()), secret)) << entry.path();
  }
  EXPECT_GT(files, 0U);
  EXPECT_FALSE(contains(test::read_file(folder_.file("log.txt")), secret));
}

}  // namespace
}  // namespace acode
