// `acode batch`: JSON lines on all cores, in order, resumable (CL-2, CL-10).
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

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

const std::string kTools =
    R"([{"name":"look","parameters":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}])";

/// Rows of many lengths: with calls and without, with errors, blank lines, and lines that are no rows.
std::string many_rows(std::size_t count) {
  std::string rows;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string id = std::to_string(i);
    if (i % 97 == 13) rows += "\n \t\r\n";
    if (i % 89 == 7) {
      rows += "{\"id\":" + id + ", broken\n";
      continue;
    }
    rows += "{\"id\":" + id + R"(,"input":")" + std::string(i * 31 % 500, 'x') + R"( <tool_call>{\"id\":\"c)" + id +
            R"(\",\"name\":\"look\",\"arguments\":{\"n\":)" + (i % 5 == 0 ? R"(\"many\")" : id) +
            R"(}}</tool_call>","tools":)" + kTools + "}\n";
  }
  return rows;
}

/// The ids of calls that had none are different each time.
std::string without_ids(std::string out) {
  constexpr std::string_view kMade = "\"call_";
  constexpr std::size_t kDigits = 32;
  for (std::size_t at = 0; (at = out.find(kMade, at)) != std::string::npos; ++at) {
    out.replace(at + kMade.size(), kDigits, kDigits, '.');
  }
  return out;
}

/// A folder with rows, in.jsonl, and what parse makes of them.
class Batch : public testing::Test {
 protected:
  Batch() : rows_(many_rows(3000)), expected_(without_ids(run_acode({"parse", "--jsonl"}, rows_).out)) {
    folder_.write("in.jsonl", rows_);
  }

  Outcome batch(std::vector<std::string> words, Setting setting = {}) const {
    words.insert(words.begin(), "batch");
    setting.directory = folder_.path();
    return run_acode(words, setting);
  }

  [[nodiscard]] std::string output(std::string_view name = "out.jsonl") const {
    return without_ids(folder_.read(name));
  }

  /// What is told of the output, out.jsonl, while the input is still open: it ends only when something is seen there, or after a
  /// while. These are words for the shell.
  [[nodiscard]] std::string told_of_slow_input(const std::string& input, const std::string& seen,
                                               const std::string& told) const {
    const std::string waited = "for i in {1..200}; do " + seen + " && break; sleep 0.05; done; { " + told + "; } >&2";
    return run_shell("{ " + input + "; " + waited + "; } | \"$acode\" batch -o out.jsonl", folder_.path()).err;
  }

  std::string rows_;
  std::string expected_;
  TemporaryFolder folder_;
};

/// With so much of something at the most: RLIMIT_FSIZE, for example.
Setting limited(int what, std::size_t most) {
  Setting setting;
  setting.before_start = [what, most] {
    std::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit = {most, most};
    ::setrlimit(what, &limit);
  };
  return setting;
}

TEST_F(Batch, CL2_TheSameRowsAsParseInTheSameOrder) {
  ASSERT_GT(rows_.size(), std::size_t{512} << 10) << "more than one block";
  for (const char* jobs : {"1", "2", "7"}) {
    const Outcome outcome = batch({"in.jsonl", "-o", "out.jsonl", "--jobs", jobs, "--force"});
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "") << "no progress where there is no terminal";
    EXPECT_TRUE(output() == expected_) << jobs;
  }
}

/// A row with a call of `look`, and the only tool there is, which has a long description.
std::string row_with_tool(std::size_t id, std::string_view look, std::size_t length) {
  return R"({"id":)" + std::to_string(id) + R"(,"input":"<tool_call>{\"id\":\"c\",\"name\":\"look)" +
         std::string(look) + R"(\",\"arguments\":{\"n\":1}}</tool_call>","tools":[{"name":"look)" + std::string(look) +
         R"(","description":")" + std::string(length, 'd') +
         R"(","parameters":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}]})" + "\n";
}

TEST_F(Batch, MoreToolsThanAreKept) {
  std::string rows;
  // Lists of which those seen last are kept: the one before, another, one of a while ago.
  for (std::size_t i = 0; i < 3000; ++i) rows += row_with_tool(i, std::to_string(i % 7 < 3 ? i / 7 : i), 1000);
  // And lists that leave no room for others.
  for (std::size_t i = 0; i < 12; ++i) {
    const bool long_one = i % 4 == 0;
    rows += row_with_tool(i, "long" + std::to_string(long_one ? i : 0), long_one ? 1100000 : 1000);
  }
  const Outcome parsed = run_acode({"parse", "--jsonl"}, rows);
  EXPECT_EQ(parsed.status, 0);
  folder_.write("many", rows);
  for (const char* jobs : {"1", "3"}) {
    EXPECT_EQ(batch({"many", "-o", "out.jsonl", "--jobs", jobs, "--force"}).status, 0);
    EXPECT_TRUE(output() == without_ids(parsed.out)) << jobs;
  }
}

TEST_F(Batch, FromStandardInputToStandardOutput) {
  const Outcome outcome = batch({"-o", "-"}, {.input = rows_});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(without_ids(outcome.out) == expected_);
  const Outcome piped = run_shell("cat in.jsonl | \"$acode\" batch -o - | cat", folder_.path());
  EXPECT_TRUE(without_ids(piped.out) == expected_) << piped.err;
}

TEST_F(Batch, LinesThatAreTooLongAmongOthers) {
  const std::string row = many_rows(5);
  const std::string rows = row + std::string(700000, 'x') + "\n" + row + std::string(2000, ' ') + "\n" + row +
                           std::string(300000, 'x') + "\n" + std::string(300000, 'x');
  folder_.write("long", rows);
  const Outcome parsed = run_acode({"parse", "--jsonl", "--max-bytes", "1k"}, rows);
  for (const char* jobs : {"1", "3"}) {
    EXPECT_EQ(batch({"long", "-o", "out.jsonl", "--jobs", jobs, "--max-bytes", "1k", "--force"}).status, parsed.status);
    EXPECT_EQ(output(), without_ids(parsed.out)) << jobs;
  }
}

TEST_F(Batch, WhatIsAnsweredIsNotKeptBackWhileMoreInputIsWaitedFor) {
  EXPECT_EQ(told_of_slow_input("head -n 1 in.jsonl", "[ -s out.jsonl ]", "wc -l < out.jsonl"), "1\n");
}

/// A file whose answers are too many for the system's cache.
class LongBatch : public Batch {
 protected:
  LongBatch() {
    const std::string text(40000, 'x');
    std::string rows;
    for (int i = 0; i < 600; ++i) rows += "{\"id\":" + std::to_string(i) + R"(,"input":")" + text + "\"}\n";
    folder_.write("long", rows);
    whole_ = run_shell("\"$acode\" batch long -o - | cat", folder_.path()).out;
  }

  std::string whole_;
};

TEST_F(LongBatch, IsWrittenAndContinuedLikeAShortOne) {
  ASSERT_GT(whole_.size(), std::size_t{20} << 20U) << "so that most ways of writing are taken";
  EXPECT_EQ(batch({"long", "-o", "out"}).status, 0);
  EXPECT_TRUE(folder_.read("out") == whole_);
  for (const std::size_t left : {std::size_t{3} << 20U, whole_.size() - 70000, whole_.size() - 1}) {
    folder_.write("out", whole_.substr(0, left));
    EXPECT_EQ(batch({"long", "-o", "out", "--resume"}).status, 0);
    EXPECT_TRUE(folder_.read("out") == whole_) << left;
  }
}

TEST_F(LongBatch, AFullDiskIsAnErrorAndResumable) {
  constexpr std::size_t kRoom = (std::size_t{20} << 20U) + 7;
  const Setting small = limited(RLIMIT_FSIZE, kRoom);
  const Outcome outcome = batch({"long", "-o", "out"}, small);
  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(contains(outcome.err, "acode: out: ACODE-CLI-006: ")) << outcome.err;
  EXPECT_TRUE(folder_.read("out") == whole_.substr(0, kRoom));
  EXPECT_EQ(batch({"long", "-o", "out", "--resume"}).status, 0);
  EXPECT_TRUE(folder_.read("out") == whole_);
}

TEST_F(LongBatch, WhatIsAnsweredIsNotKeptBackWhileMoreInputIsWaitedFor) {
  folder_.write("whole", whole_);
  EXPECT_EQ(told_of_slow_input("cat long", "cmp -s out.jsonl whole", "cmp out.jsonl whole && echo there"), "there\n");
}

TEST_F(Batch, SeveralInputsInTurn) {
  folder_.write("one", "{\"id\":1,\"input\":\"a\"}\n{\"id\":2,\"input\":\"b\"}");
  folder_.write("two", "nonsense\n");
  EXPECT_EQ(batch({"one", "two", "one", "-o", "out.jsonl"}).status, 1);
  const std::string out = output();
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 5);
  EXPECT_TRUE(contains(out, "line 1: ")) << "lines are counted in each file: " << out;
  folder_.write("empty", "");
  EXPECT_EQ(batch({"empty", "-o", "nothing"}).status, 0);
  EXPECT_EQ(output("nothing"), "");
}

TEST_F(Batch, ToolsForRowsWithoutAny) {
  folder_.write("t.json", kTools);
  folder_.write("one", R"({"id":1,"input":"<tool_call>{\"name\":\"look\",\"arguments\":{\"n\":\"3\"}}</tool_call>"})");
  EXPECT_EQ(batch({"one", "--tools", "t.json", "-o", "out.jsonl"}).status, 0);
  EXPECT_TRUE(contains(output(), R"("arguments":{"n":3})")) << output();
  EXPECT_EQ(batch({"one", "--tools", "t.json", "--coercion", "off", "-o", "out.jsonl", "--force"}).status, 1);
}

// Interrupted at any byte: the result is that of a run that was not.
TEST_F(Batch, Resume) {
  batch({"in.jsonl", "-o", "whole"});
  const std::string whole = folder_.read("whole");
  const std::size_t middle = whole.find('\n', whole.size() / 2);
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, whole.find('\n'), whole.find('\n') + 1, middle - 5,
                                   middle, middle + 1, whole.size() - 1, whole.size()}) {
    folder_.write("out.jsonl", whole.substr(0, length));
    const Outcome outcome = batch({"in.jsonl", "-o", "out.jsonl", "--resume"});
    EXPECT_TRUE(outcome.status == 0 || outcome.status == 1) << outcome.err;
    EXPECT_TRUE(output() == expected_) << length;
  }
  EXPECT_EQ(batch({"in.jsonl", "-o", "fresh", "--resume"}).status, 1) << "nothing to go on from is fine";
  EXPECT_TRUE(output("fresh") == expected_);
}

TEST_F(Batch, ResumeKnowsTheNumbersOfLines) {
  const std::string rows = "{\"input\":\"a\"}\n\n" + std::string(3000, 'x') + "\nwrong\n";
  folder_.write("in", rows);
  batch({"in", "-o", "whole", "--max-bytes", "1k"});
  const std::string whole = folder_.read("whole");
  EXPECT_TRUE(contains(whole, "line 3: longer than 1024 bytes")) << whole;
  EXPECT_TRUE(contains(whole, "line 4: ")) << whole;
  for (std::size_t at = 0; (at = whole.find('\n', at)) != std::string::npos;) {
    folder_.write("out", whole.substr(0, ++at));
    batch({"in", "-o", "out", "--resume", "--max-bytes", "1k"});
    EXPECT_EQ(folder_.read("out"), whole);
  }
}

TEST_F(Batch, AFullDiskIsAnErrorAndResumable) {
  if (::access("/dev/full", W_OK) == 0) {
    const Outcome full = batch({"in.jsonl", "-o", "/dev/full"});
    EXPECT_EQ(full.status, 3);
    EXPECT_EQ(full.err,
              "acode: /dev/full: ACODE-CLI-006: cannot write to it: No space left on device\n"
              "  hint: make room, and go on with --resume\n");
  }
  const Setting small = limited(RLIMIT_FSIZE, 400001);
  const Outcome outcome = batch({"in.jsonl", "-o", "out.jsonl"}, small);
  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(contains(outcome.err, "acode: out.jsonl: ACODE-CLI-006: ")) << outcome.err;
  EXPECT_EQ(folder_.read("out.jsonl").size(), 400001U);
  EXPECT_EQ(batch({"in.jsonl", "-o", "out.jsonl", "--resume"}).status, 1);
  EXPECT_TRUE(output() == expected_);
}

TEST_F(Batch, AFileThatIsThereIsNotOverwrittenByMistake) {
  folder_.write("out.jsonl", "precious");
  const Outcome outcome = batch({"in.jsonl", "-o", "out.jsonl"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.err,
            "acode: out.jsonl: ACODE-CLI-010: is there already, and not empty\n"
            "  hint: --resume goes on where it ends, --force overwrites it\n");
  EXPECT_EQ(folder_.read("out.jsonl"), "precious");
  const Outcome same = batch({"in.jsonl", "-o", "./in.jsonl", "--force"});
  EXPECT_EQ(same.status, 3);
  EXPECT_TRUE(contains(same.err, "ACODE-CLI-010: is one of the files that are read")) << same.err;
  EXPECT_TRUE(folder_.read("in.jsonl") == rows_);
}

TEST_F(Batch, WithoutAllInputsNothingIsBegun) {
  const Outcome outcome = batch({"in.jsonl", "nowhere", "-o", "out.jsonl"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(contains(outcome.err, "acode: nowhere: ACODE-CLI-002: ")) << outcome.err;
  const std::vector<std::string> names = folder_.names();
  EXPECT_EQ(std::count(names.begin(), names.end(), "out.jsonl"), 0);
  EXPECT_EQ(batch({"in.jsonl", "-o", "no/such/folder/out"}).status, 3);
  EXPECT_EQ(batch({"in.jsonl", "-o", "."}).status, 3);
  EXPECT_EQ(batch({".", "-o", "out.jsonl"}).status, 3);
}

TEST_F(Batch, AClosedPipeEndsIt) {
  // The input has no end: only the closed pipe can stop it.
  const Outcome outcome = run_shell(
      "yes '{\"id\":1,\"input\":\"a\"}' | \"$acode\" batch -o - | head -n 1; exit ${PIPESTATUS[1]}", folder_.path());
  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(contains(outcome.err, "ACODE-CLI-007")) << outcome.err;
  // Nor does it wait for an input that is silent.
  const Outcome silent = run_shell("\"$acode\" batch -o /dev/full < <(cat in.jsonl; sleep 5)", folder_.path());
  EXPECT_EQ(silent.status, 3);
}

TEST_F(Batch, AnInputWhoseReadingFails) {
  const Outcome outcome = batch({"in.jsonl", "/proc/self/mem", "-o", "out.jsonl"});
  if (contains(outcome.err, "ACODE-CLI-003")) GTEST_SKIP() << "this system does not let it be opened";
  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(contains(outcome.err, "acode: /proc/self/mem: ACODE-CLI-005: ")) << outcome.err;
  EXPECT_TRUE(output() == expected_) << "what came before it is answered";
}

TEST_F(Batch, SE1_MemoryIsBounded) {
#if defined(ACODE_UNDER_SANITIZER)
  GTEST_SKIP() << "sanitizers need more memory";
#endif
  // Twice as much as there is memory, in lines and in one line.
  const std::string line = R"({"id":1,"input":"hello","more":")" + std::string(20000, 'x') + "\"}\n";
  folder_.write("big", repeat(line, 5000) + std::string(100U << 20U, 'x') + "\n" + line);
  const Setting small = limited(RLIMIT_DATA, std::size_t{100} << 20U);
  const Outcome outcome = batch({"big", "-o", "/dev/null", "-j", "2"}, small);
  EXPECT_EQ(outcome.status, 1) << "the long line: " << outcome.err;
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Batch, WithFewAddressesWorkersHaveTheMemoryOfAll) {
#if defined(ACODE_UNDER_SANITIZER)
  GTEST_SKIP() << "sanitizers need more addresses";
#endif
  const Setting small = limited(RLIMIT_AS, std::size_t{1} << 30U);
  const Outcome outcome = batch({"in.jsonl", "-o", "out.jsonl", "-j", "2"}, small);
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  EXPECT_TRUE(output() == expected_);
}

TEST_F(Batch, ATerminalShowsHowFarItIs) {
  Setting setting;
  setting.err_is_terminal = true;
  const Outcome outcome = batch({"in.jsonl", "-o", "out.jsonl"}, setting);
  EXPECT_TRUE(contains(outcome.err, "[########################] 100%  3.0k rows  ")) << outcome.err;
  EXPECT_EQ(outcome.err.back(), '\n');
}

TEST_F(Batch, WordsThatDoNotGoTogether) {
  EXPECT_TRUE(contains(batch({"in.jsonl"}).err, "say where the answers go: --output FILE"));
  EXPECT_EQ(batch({"in.jsonl"}).status, 2);
  EXPECT_EQ(batch({"in.jsonl", "-o", "-", "--resume"}).status, 2);
  EXPECT_EQ(batch({"in.jsonl", "-o", "x", "--resume", "--force"}).status, 2);
  EXPECT_EQ(batch({"in.jsonl", "-o", "x", "--jobs", "0"}).status, 2);
  EXPECT_EQ(batch({"in.jsonl", "-o", ""}).status, 2);
}

}  // namespace
}  // namespace acode
