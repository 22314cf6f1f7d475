// The manual, the man page and the completion know every command and every option (CL-9).
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "cli/command.h"
#include "cli/program.h"
#include "support/corpus.h"

namespace acode {
namespace {

std::string document(const std::string& name) { return test::read_file(std::string(ACODE_SOURCE_DIR) + "/" + name); }

/// "--in-place" and all the others that a help text lists.
std::set<std::string> options_in(const std::string& help) {
  std::set<std::string> options;
  const std::regex pattern("\n  (?:-.,|   ) (--[a-z-]+)");
  for (std::sregex_iterator match(help.begin(), help.end(), pattern), end; match != end; ++match) {
    options.insert((*match)[1]);
  }
  return options;
}

void expect_all_options(const std::string& text, const std::string& name) {
  for (const cli::Command& command : cli::commands()) {
    EXPECT_NE(text.find(command.name), std::string::npos) << name << ": " << command.name;
    const std::set<std::string> options = options_in(command.help());
    EXPECT_GE(options.size(), 2U);
    for (const std::string& option : options) {
      EXPECT_TRUE(std::regex_search(text, std::regex(option + "(?![a-z-])"))) << name << " lacks " << option;
    }
  }
}

TEST(Documents, TheManualKnowsEveryOption) { expect_all_options(document("docs/cli.md"), "docs/cli.md"); }

TEST(Documents, TheManPageKnowsEveryOption) {
  std::string page = document("share/man/acode.1");
  page = std::regex_replace(page, std::regex(R"(\\-)"), "-");  // the man page writes \- for a dash that can be copied
  expect_all_options(page, "share/man/acode.1");
}

TEST(Documents, TheCompletionKnowsEveryOption) {
  expect_all_options(document("share/completions/acode.bash"), "share/completions/acode.bash");
}

TEST(Documents, TheManualKnowsEveryCode) {
  const std::string manual = document("docs/cli.md");
  for (int code = 1; code <= 10; ++code) {
    const std::string number = (code < 10 ? "00" : "0") + std::to_string(code);
    EXPECT_NE(manual.find("ACODE-CLI-" + number), std::string::npos) << code;
  }
  for (const char* code : {"ACODE-TLP-001", "ACODE-TLP-002", "ACODE-TLP-003", "ACODE-TLP-004", "ACODE-TLP-005",
                           "ACODE-TLP-007", "ACODE-TLP-008", "ACODE-TLP-009", "ACODE-TLP-010", "ACODE-TLP-011",
                           "ACODE-SCH-001", "ACODE-SCH-002", "ACODE-SCH-003", "ACODE-REQ-001"}) {
    EXPECT_NE(manual.find(code), std::string::npos) << code;
  }
}

TEST(Completion, OffersCommandsOptionsAndValues) {
  const test::TemporaryFolder folder;
  // The program must be found as `acode`: the completion asks it for the kinds of edits.
  std::filesystem::create_directory(folder.file("bin"));
  std::filesystem::create_symlink(test::acode_program(), folder.file("bin/acode"));
  const auto complete = [&folder](const std::string& words) {
    const std::string source = std::string(ACODE_SOURCE_DIR) + "/share/completions/acode.bash";
    return test::run_shell("PATH=\"$PWD/bin:$PATH\"; source '" + source + "'; COMP_WORDS=(" + words +
                               "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _acode; echo \"${COMPREPLY[*]}\"",
                           folder.path())
        .out;
  };
  EXPECT_EQ(complete("acode rep"), "repair\n");
  EXPECT_EQ(complete("acode help r"), "repair\n");
  EXPECT_EQ(complete("acode help ''"),
            "parse extract repair validate tools formats prompt batch chat debug config providers doctor test\n");
  EXPECT_EQ(complete("acode parse --kind ''"), "auto text response stream\n");
  EXPECT_EQ(complete("acode extract --format her"), "hermes\n");
  EXPECT_EQ(complete("acode formats her"), "hermes\n");
  EXPECT_EQ(complete("acode batch --res"), "--resume --resource-dir\n");
  EXPECT_EQ(complete("acode --v"), "--version\n");
  EXPECT_EQ(complete("acode repair --js"), "--json --jsonl\n");
  EXPECT_EQ(complete("acode repair --level ''"), "safe normal eager\n");
  EXPECT_EQ(complete("acode repair --disable trailing"), "trailing_comma\n");
  EXPECT_EQ(complete("acode repair --max-bytes ''"), "\n") << "a number cannot be guessed";
  EXPECT_EQ(complete("acode v"), "validate\n");
  EXPECT_EQ(complete("acode validate --draft 20"), "2019-09 2020-12\n");
  EXPECT_EQ(complete("acode validate --max-e"), "--max-errors\n");
  EXPECT_EQ(complete("acode validate --schema b"), "bin\n") << "files";
  EXPECT_EQ(complete("acode tools ''"), "list show check\n");
  EXPECT_EQ(complete("acode tools --js"), "--json\n");
  folder.write("t.json", R"([{"name": "read_file", "parameters": {}}, {"name": "write_file", "parameters": {}}])");
  EXPECT_EQ(complete("acode tools show t.json ''"), "read_file write_file\n") << "the tools of the file";
  EXPECT_EQ(complete("acode validate --tools t.json --tool w"), "write_file\n");
  EXPECT_EQ(complete("acode repair --tools t.json --tool r"), "read_file\n");
}

}  // namespace
}  // namespace acode
