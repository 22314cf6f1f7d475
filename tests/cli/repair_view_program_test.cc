// What `acode repair` shows on a terminal.
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <regex>

#include "cli/program.h"

namespace acode {
namespace {

using test::Outcome;
using test::run_acode;
using test::Setting;
using test::TemporaryFolder;

std::string without_confidence(const std::string& text) {
  return std::regex_replace(text, std::regex("confidence [0-9.]+"), "confidence C");
}

Setting terminal(std::string input, std::vector<std::string> environment) {
  return Setting{.input = std::move(input), .environment = std::move(environment), .out_is_terminal = true};
}

constexpr const char* kView =
    "<stdin>: repaired, 1 edit, confidence C\n"
    "  1:3 trailing_comma: removed `,`\n"
    "      [1,]\n"
    "        ^\n"
    "\n"
    "[1]\n";

TEST(Terminal, GetsTheViewInColour) {
  const Outcome outcome = run_acode({"repair"}, terminal("[1,]", {"TERM=xterm", "NO_COLOR"}));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.out.find("\x1b[1;31m^\x1b[0m"), std::string::npos) << outcome.out;
  EXPECT_EQ(without_confidence(std::regex_replace(outcome.out, std::regex("\x1b\\[[0-9;]*m"), "")), kView);
}

TEST(Terminal, CL9_NoColourWhereItIsNotWanted) {
  EXPECT_EQ(without_confidence(run_acode({"repair"}, terminal("[1,]", {"TERM=xterm", "NO_COLOR=1"})).out), kView);
  EXPECT_EQ(without_confidence(run_acode({"repair"}, terminal("[1,]", {"TERM=dumb", "NO_COLOR"})).out), kView);
  EXPECT_EQ(without_confidence(run_acode({"repair"}, terminal("[1,]", {"TERM", "NO_COLOR"})).out), kView);
}

TEST(Terminal, CL9_NoColourInAPipe) {
  const Setting setting{.input = "[1,]", .environment = {"TERM=xterm", "NO_COLOR"}};
  EXPECT_EQ(without_confidence(run_acode({"repair", "--view"}, setting).out), kView);
}

TEST(Terminal, TextIsJustTheTextAndEndsItsLine) {
  EXPECT_EQ(run_acode({"repair", "--text"}, terminal("[1,]", {"TERM=xterm"})).out, "[1]\n");
  EXPECT_EQ(run_acode({"repair", "--text"}, terminal("[1,]\n", {"TERM=xterm"})).out, "[1]\n");
}

TEST(View, SeveralFiles) {
  const TemporaryFolder folder;
  folder.write("a", "[1]");
  folder.write("b", "{ \"b\":2 }\n");
  EXPECT_EQ(run_acode({"repair", "--view", "--compact", "a", "b"}, Setting{.directory = folder.path()}).out,
            "a: valid JSON, nothing to repair\n\n[1]\n\nb: valid JSON, nothing to repair\n\n{\"b\":2}\n");
}

TEST(Terminal, SaysThatItWaitsForInput) {
  int ours = -1;
  int theirs = -1;
  ASSERT_EQ(::openpty(&ours, &theirs, nullptr, nullptr, nullptr), 0);
  ASSERT_EQ(::write(ours, "[1,]\n\x04", 6), 6);  // the line, and Ctrl-D
  Setting setting;
  setting.before_start = [theirs] { ::dup2(theirs, STDIN_FILENO); };
  const Outcome outcome = run_acode({"repair"}, setting);
  ::close(ours);
  ::close(theirs);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "[1]\n");
  EXPECT_EQ(outcome.err, "acode: reading from the terminal; end the input with Ctrl-D, or see acode repair --help\n");
}

}  // namespace
}  // namespace acode
