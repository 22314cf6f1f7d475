// The frame of the command line: help, version, unknown commands (CL-9).
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "acode/version.h"
#include "cli/command.h"
#include "cli/program.h"

namespace acode {
namespace {

using test::contains;
using test::Outcome;
using test::run_acode;

TEST(Frame, AloneItPrintsShortHelpToStderr) {
  const Outcome outcome = run_acode({});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, "Usage: acode COMMAND")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "repair")) << outcome.err;
}

TEST(Frame, CL9_HelpWithExamplesGoesToStdout) {
  for (const char* word : {"--help", "-h", "help"}) {
    const Outcome outcome = run_acode({word});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    for (const char* part : {"Usage:", "Commands:", "Options:", "Examples:", "Exit status:"}) {
      EXPECT_TRUE(contains(outcome.out, part)) << part;
    }
  }
}

TEST(Frame, CL9_EveryCommandHasHelpWithExamplesInBothWays) {
  for (const cli::Command& command : cli::commands()) {
    const std::string name(command.name);
    const Outcome by_option = run_acode({name, "--help"});
    EXPECT_EQ(by_option.status, 0);
    EXPECT_TRUE(contains(by_option.out, "Usage: acode " + name)) << by_option.out;
    EXPECT_TRUE(contains(by_option.out, "Examples:")) << by_option.out;
    EXPECT_EQ(run_acode({"help", name}).out, by_option.out);
    EXPECT_EQ(run_acode({"--help", name}).out, by_option.out);
    EXPECT_EQ(run_acode({name, "-h", "--no-such-option"}).out, by_option.out) << "help comes before all else";
    EXPECT_TRUE(contains(run_acode({"--help"}).out, command.summary));
  }
}

TEST(Frame, CL9_EveryCommandSpeaksJson) {
  for (const cli::Command& command : cli::commands()) {
    const auto options = command.syntax().options;
    const bool speaks =
        std::any_of(options.begin(), options.end(), [](const cli::Option& o) { return o.name == "json"; });
    // The one writes JSON lines and nothing else, the other is asked by shells.
    EXPECT_EQ(speaks, command.name != "batch" && command.name != "completions") << command.name;
  }
}

TEST(Frame, HelpFitsATerminal) {
  std::vector<std::vector<std::string>> pages = {{"--help"}};
  for (const cli::Command& command : cli::commands()) pages.push_back({std::string(command.name), "--help"});
  for (const std::vector<std::string>& words : pages) {
    std::size_t width = 0;
    for (const char character : run_acode(words).out) {
      const bool continues = (static_cast<unsigned char>(character) & 0xC0U) == 0x80U;  // a character in UTF-8
      width = character == '\n' ? 0 : width + (continues ? 0 : 1);
      ASSERT_LE(width, 80U) << words[0];
    }
  }
}

TEST(Frame, Version) {
  for (const char* word : {"--version", "-V"}) {
    const Outcome outcome = run_acode({word});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out, "acode " + std::string(version()) + "\n");
  }
}

TEST(Frame, UnknownCommandNamesTheNearest) {
  const Outcome outcome = run_acode({"repiar", "file"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "acode: ACODE-CLI-001: there is no command 'repiar'; did you mean 'repair'?\n"
            "  hint: acode --help lists the commands\n");
  EXPECT_EQ(run_acode({"help", "repiar"}).err, outcome.err);
}

TEST(Frame, UnknownCommandWithoutANeighbour) {
  const Outcome outcome = run_acode({"\x1b[2Jzzzz"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err,
            "acode: ACODE-CLI-001: there is no command '\\x1b[2Jzzzz'\n"
            "  hint: acode --help lists the commands\n");
}

TEST(Frame, UnknownOptionBeforeTheCommand) {
  const Outcome outcome = run_acode({"--versoin"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(contains(outcome.err, "there is no option '--versoin'; did you mean '--version'?")) << outcome.err;
}

TEST(Frame, EmptyAndOddWordsAreNoCommands) {
  for (const char* word : {"", "-", "--", "./repair"}) {
    const Outcome outcome = run_acode({word});
    EXPECT_EQ(outcome.status, 2) << word;
    EXPECT_TRUE(contains(outcome.err, "there is no command")) << outcome.err;
  }
}

TEST(Frame, HelpTakesOneCommand) { EXPECT_EQ(run_acode({"help", "repair", "repair"}).status, 2); }

}  // namespace
}  // namespace acode
