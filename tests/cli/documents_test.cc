// The documents know every command, option, setting, format and code that the program knows (CL-9, DO-1).
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "acode/extract/extract.h"
#include "cli/command.h"
#include "cli/program.h"
#include "config/setting.h"
#include "support/corpus.h"

namespace acode {
namespace {

using test::contains;

std::string document(const std::string& name) { return test::read_file(std::string(ACODE_SOURCE_DIR) + "/" + name); }

TEST(Documents, TheManualKnowsEveryOption) {
  const std::string manual = document("docs/cli.md");
  for (const cli::Command& command : cli::commands()) {
    EXPECT_TRUE(contains(manual, "\n## acode " + std::string(command.name) + "\n")) << command.name;
    for (const cli::Option& option : command.syntax().options) {
      const std::string name = "--" + std::string(option.name);
      EXPECT_TRUE(std::regex_search(manual, std::regex(name + "(?![a-z-])"))) << "docs/cli.md lacks " << name;
    }
    for (const cli::Subcommand& action : command.syntax().subcommands) {
      const std::string usage = "acode " + std::string(command.name) + " " + std::string(action.name);
      EXPECT_TRUE(contains(manual, "    " + usage)) << "docs/cli.md lacks " << usage;
    }
  }
}

/// The codes that stand in the sources, all of which can be handed out.
std::set<std::string> codes_in_the_sources() {
  namespace fs = std::filesystem;
  std::set<std::string> codes;
  const std::regex pattern("\"(ACODE-[A-Z]+-[0-9]{3})\"");
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(std::string(ACODE_SOURCE_DIR) + "/src")) {
    if (!entry.is_regular_file() || entry.path().extension() != ".cc") continue;
    const std::string text = test::read_file(entry.path());
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
      if (!match->str(1).ends_with("-000")) codes.insert(match->str(1));  // 000 stands for none
    }
  }
  return codes;
}

TEST(Documents, DO1_TheGuideToErrorsKnowsEveryCode) {
  const std::set<std::string> codes = codes_in_the_sources();
  EXPECT_GE(codes.size(), 50U);
  const std::string guide = document("docs/error-codes.md");
  for (const std::string& code : codes) EXPECT_TRUE(contains(guide, code)) << "docs/error-codes.md lacks " << code;
}

TEST(Documents, DO1_TheGuideToFormatsKnowsEveryFormat) {
  const std::string guide = document("docs/formats.md");
  for (const extract::FormatInfo& format : extract::known_formats()) {
    EXPECT_TRUE(contains(guide, "\n### " + std::string(format.name) + "\n")) << format.name;
    EXPECT_TRUE(contains(guide, format.models)) << format.name << ": " << format.models;
    EXPECT_TRUE(contains(guide, format.example)) << format.name << ": " << format.example;
  }
}

TEST(Documents, DO1_TheGuideToTheConfigurationKnowsEverySetting) {
  const std::string guide = document("docs/configuration.md");
  for (const config::Setting& setting : config::settings()) {
    const std::string key(setting.key.substr(0, setting.key.find(".*")));
    EXPECT_TRUE(contains(guide, "`" + key)) << "docs/configuration.md lacks " << setting.key;
  }
}

TEST(ManPage, CL9_HasEveryCommandAndOption) {
  const std::string page = test::run_acode({"help", "--man"}).out;
  for (const cli::Command& command : cli::commands()) {
    std::string title = ".SH ACODE ";
    for (const char c : command.name) title += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    const std::size_t begin = page.find(title + "\n");
    ASSERT_NE(begin, std::string::npos) << title;
    const std::string section = page.substr(begin, page.find("\n.SH ", begin + 1) - begin);
    EXPECT_TRUE(contains(section, ".SS Examples")) << title;
    EXPECT_TRUE(contains(section, ".SS Exit status")) << title;
    for (const cli::Option& option : command.syntax().options) {
      const std::string name = std::regex_replace("--" + std::string(option.name), std::regex("-"), "\\-");
      EXPECT_TRUE(contains(section, "\\fB" + name + "\\fR")) << title << " lacks " << name;
    }
  }
}

TEST(ManPage, CL9_IsSoundAndReadable) {
  if (test::run_shell("command -v mandoc").status != 0) GTEST_SKIP() << "mandoc is not installed";
  EXPECT_EQ(test::run_shell("\"$acode\" help --man | mandoc -T lint -W warning").out, "");
  const std::string text = test::run_shell("\"$acode\" help --man | mandoc -T utf8 | col -b").out;
  EXPECT_TRUE(contains(text, "acode repair --check *.json")) << "examples can be copied";
  EXPECT_TRUE(contains(text, "-i, --in-place")) << text;
  EXPECT_FALSE(contains(text, "\\-")) << "nothing of roff is left";
}

}  // namespace
}  // namespace acode
