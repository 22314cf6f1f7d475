// What shells offer at a TAB (CL-9): asked of the program, and of the shells themselves where they are installed.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/program.h"
#include "config/setting.h"

namespace acode {
namespace {

using test::contains;
using test::run_acode;
using test::run_shell;
using test::TemporaryFolder;

constexpr const char* kTools = R"([{"name": "read_file", "description": "Reads a file", "parameters": {}},
                                   {"name": "write_file", "parameters": {}}])";

/// The words that may stand in the place of the last one, without their meanings.
std::string next(std::vector<std::string> words, const std::string& directory = "") {
  words.insert(words.begin(), {"completions", "next", "--"});
  test::Setting setting;
  setting.directory = directory;
  setting.environment = {"XDG_CONFIG_HOME=/nonexistent"};
  std::string found;
  std::string line;
  for (const char c : run_acode(words, setting).out) {
    if (c != '\n') {
      line += c;
      continue;
    }
    found += (found.empty() ? "" : " ") + line.substr(0, line.find('\t'));
    line.clear();
  }
  return found;
}

TEST(Completion, EveryCommandAndEveryOptionOfIt) {
  const std::string commands = " " + next({""}) + " ";
  EXPECT_TRUE(contains(commands, " help "));
  EXPECT_EQ(next({"--"}), "--help --version");
  for (const cli::Command& command : cli::commands()) {
    const std::string name(command.name);
    EXPECT_TRUE(contains(commands, " " + name + " ")) << name;
    EXPECT_TRUE(contains(" " + next({"help", ""}) + " ", " " + name + " ")) << name;
    const std::string options = " " + next({name, "--"}) + " ";
    for (const cli::Option& option : command.syntax().options) {
      EXPECT_TRUE(contains(options, " --" + std::string(option.name) + " ")) << name << " --" << option.name;
    }
  }
}

TEST(Completion, ValuesOfOptionsInAllSpellings) {
  EXPECT_EQ(next({"repair", "--level", ""}), "safe normal eager");
  EXPECT_EQ(next({"repair", "--level="}), "--level=safe --level=normal --level=eager");
  EXPECT_EQ(next({"repair", "--json", "--level=s"}), "--level=safe --level=normal --level=eager")
      << "the shell chooses";
  EXPECT_EQ(next({"parse", "--kind", ""}), "auto text response stream");
  EXPECT_TRUE(contains(next({"parse", "--format", ""}), "hermes"));
  EXPECT_EQ(next({"validate", "--draft", ""}), "7 2019-09 2020-12");
  EXPECT_EQ(next({"repair", "--max-bytes", ""}), "") << "a number cannot be guessed";
  EXPECT_EQ(next({"repair", "-s", ""}), ":files");
  EXPECT_EQ(next({"chat", "--workspace", ""}), ":directories");
  EXPECT_TRUE(contains(next({"chat", "--tools", "read_file,"}), "read_file,git_status")) << "several, with commas";
}

TEST(Completion, OperandsInTheirPlaces) {
  EXPECT_EQ(next({"repair", ""}), ":files");
  EXPECT_EQ(next({"repair", "a", "b", ""}), ":files");
  EXPECT_EQ(next({"repair", "--", "-"}), next({"repair", "-"})) << "a lone dash may become an option";
  EXPECT_EQ(next({"tools", ""}), "list show check");
  EXPECT_EQ(next({"tools", "--json", ""}), "list show check");
  EXPECT_EQ(next({"tools", "list", ""}), ":files");
  EXPECT_EQ(next({"tools", "list", "f", ""}), "");
  EXPECT_TRUE(contains(next({"formats", ""}), "hermes"));
  EXPECT_EQ(next({"completions", ""}), "bash zsh fish");
  EXPECT_EQ(next({"nonsense", ""}), "");
}

TEST(Completion, WordsThatStandInFiles) {
  const TemporaryFolder folder;
  folder.write("t.json", kTools);
  folder.write("broken.json", "[");
  const std::string here = folder.path();
  EXPECT_EQ(next({"tools", "show", "t.json", ""}, here), "read_file write_file");
  EXPECT_EQ(next({"validate", "--tools", "t.json", "--tool", ""}, here), "read_file write_file");
  EXPECT_EQ(next({"repair", "--tools=t.json", "--tool="}, here), "--tool=read_file --tool=write_file");
  EXPECT_EQ(next({"tools", "show", "broken.json", ""}, here), "");
  EXPECT_EQ(next({"tools", "show", "-", ""}, here), "") << "standard input is not read";
  folder.write("c.yml", "model:\n  providers:\n    work: {base_url: 'http://localhost:1'}\n");
  std::filesystem::create_directory(folder.file(".agent"));
  std::filesystem::rename(folder.file("c.yml"), folder.file(".agent/config.yml"));
  EXPECT_TRUE(contains(next({"providers", "check", ""}, here), "work"));
  EXPECT_TRUE(contains(next({"config", "get", ""}, here), "max_retries"));
}

TEST(Completion, CL9_ValuesThatASettingMayHave) {
  EXPECT_EQ(next({"config", "set", "coercion", ""}), "off safe aggressive");
  EXPECT_EQ(next({"config", "set", "model.providers.work.tool_call.coercion", ""}), "off safe aggressive")
      << "in full, of any provider";
  EXPECT_EQ(next({"config", "--file", "f.yml", "set", "strict_validation", "t"}), "true false");
  EXPECT_EQ(next({"config", "set", "logging.levels.retry", ""}), "debug info warn error off");
  EXPECT_EQ(next({"config", "set", "max_retries", ""}), "") << "a number cannot be guessed";
  EXPECT_EQ(next({"config", "set", "nonsense", ""}), "");
  EXPECT_EQ(next({"config", "get", "coercion", ""}), "") << "here nothing is set";
  for (const config::Setting& setting : config::settings()) {
    if (setting.key.ends_with('*')) continue;
    const bool of_provider = setting.section == config::Section::kProvider;
    const std::string key = of_provider ? config::provider_key("ollama", setting.key) : std::string(setting.key);
    const bool has_choices = setting.kind == config::Kind::kBool || setting.kind == config::Kind::kChoice;
    EXPECT_EQ(next({"config", "set", key, ""}).empty(), !has_choices) << key;
  }
}

TEST(Completion, ANameThatIsNoPlainTextIsNotOffered) {
  const TemporaryFolder folder;
  folder.write("t.json", R"([{"name": "a\nb\u001b[2J", "parameters": {}}, {"name": "ok", "parameters": {}}])");
  EXPECT_EQ(next({"tools", "show", "t.json", ""}, folder.path()), "ok");
}

TEST(Completion, UnknownShellsAreNamed) {
  EXPECT_EQ(run_acode({"completions"}).status, 2);
  EXPECT_EQ(run_acode({"completions", "fisch"}).status, 2);
  EXPECT_TRUE(contains(run_acode({"completions", "fisch"}).err, "did you mean 'fish'"));
}

/// A folder with a file of tools and a directory that is called as a command is, and acode on the path.
class Shells : public testing::Test {
 protected:
  Shells() {
    std::filesystem::create_directory(folder_.file("bin"));
    std::filesystem::create_directory(folder_.file("tools"));
    std::filesystem::create_symlink(test::acode_program(), folder_.file("bin/acode"));
    folder_.write("t.json", kTools);
    for (const char* shell : {"bash", "zsh", "fish"}) folder_.write(shell, run_acode({"completions", shell}).out);
  }

  [[nodiscard]] test::Outcome run(const std::string& line) const {
    return run_shell("export HOME=$PWD XDG_CONFIG_HOME=$PWD PATH=\"$PWD/bin:$PATH\"; " + line, folder_.path());
  }

  /// The first words of the lines that a shell printed, with spaces between them.
  [[nodiscard]] std::string words(const std::string& line) const {
    return run("{ " + line + "; } | cut -f1 | tr '\\n' ' '").out;
  }

  [[nodiscard]] bool is_there(const std::string& shell) const { return run("command -v " + shell).status == 0; }

  TemporaryFolder folder_;
};

TEST_F(Shells, CL9_Bash) {
  const auto complete = [this](const std::string& typed) {
    return run("source ./bash; COMP_WORDS=(" + typed +
               "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _acode; echo \"${COMPREPLY[*]}\"")
        .out;
  };
  EXPECT_EQ(complete("acode rep"), "repair\n");
  EXPECT_EQ(complete("acode too"), "tools\n") << "not the directory of that name";
  EXPECT_EQ(complete("acode help re"), "repair\n");
  EXPECT_EQ(complete("acode --v"), "--version\n");
  EXPECT_EQ(complete("acode repair --js"), "--json --jsonl\n");
  EXPECT_EQ(complete("acode repair --level ''"), "safe normal eager\n");
  EXPECT_EQ(complete("acode repair --level = s"), "safe\n") << "bash takes --level=s apart";
  EXPECT_EQ(complete("acode repair --level ="), "safe normal eager\n");
  EXPECT_EQ(complete("acode chat -m qwen3 : 8b --no-s"), "--no-stream\n") << "and qwen3:8b";
  EXPECT_EQ(complete("acode repair --disable trailing"), "trailing_comma\n");
  EXPECT_EQ(complete("acode validate --schema t"), "t.json tools\n");
  EXPECT_EQ(complete("acode chat --workspace t"), "tools\n") << "directories only";
  EXPECT_EQ(complete("acode tools show t.json r"), "read_file\n");
  EXPECT_EQ(complete("acode repair --max-bytes ''"), "\n");
  EXPECT_EQ(complete("acode config set coercion ''"), "off safe aggressive\n");
  EXPECT_EQ(complete("acode config set strict_validation t"), "true\n");
}

TEST_F(Shells, ANameIsNeverACommandForBash) {
  folder_.write("evil.json", R"x([{"name": "$(touch pwned)", "parameters": {}}])x");
  EXPECT_EQ(run("source ./bash; COMP_WORDS=(acode tools show evil.json ''); COMP_CWORD=4; _acode; "
                "eval \"echo ${COMPREPLY[*]}\"")
                .out,
            "$(touch pwned)\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.file("pwned")));
}

TEST_F(Shells, TheScriptForBashIsSound) {
  EXPECT_EQ(run("bash -n ./bash").err, "");
  if (!is_there("shellcheck")) GTEST_SKIP() << "shellcheck is not installed";
  EXPECT_EQ(run("shellcheck -s bash ./bash").out, "");
}

TEST_F(Shells, CL9_Fish) {
  if (!is_there("fish")) GTEST_SKIP() << "fish is not installed: what it completes was not tested";
  EXPECT_EQ(run("fish --no-execute ./fish").err, "");
  const auto complete = [this](const std::string& typed) {
    return words("fish --no-config -c 'source ./fish; complete -C \"" + typed + "\"'");
  };
  EXPECT_EQ(complete("acode rep"), "repair ");
  EXPECT_EQ(complete("acode too"), "tools ");
  EXPECT_EQ(complete("acode repair --js"), "--json --jsonl ");
  EXPECT_EQ(complete("acode repair --level "), "eager normal safe ");
  EXPECT_EQ(complete("acode repair --level=s"), "--level=safe ");
  EXPECT_EQ(complete("acode validate --schema t"), "t.json tools/ ");
  EXPECT_EQ(complete("acode validate --schema=t"), "--schema=t.json --schema=tools/ ");
  EXPECT_EQ(complete("acode chat --workspace t"), "tools/ ");
  EXPECT_EQ(complete("acode tools show t.json r"), "read_file ");
  EXPECT_EQ(complete("acode repair --max-bytes "), "");
  EXPECT_EQ(complete("acode config set coercion "), "aggressive off safe ");
  EXPECT_EQ(complete("acode config set strict_validation t"), "true ");
  EXPECT_TRUE(contains(run("fish --no-config -c 'source ./fish; complete -C \"acode tools sh\"'").out,
                       "show\tall about one tool"))
      << "with what it means";
}

TEST_F(Shells, CL9_Zsh) {
  if (!is_there("zsh")) GTEST_SKIP() << "zsh is not installed: what it completes was not tested";
  EXPECT_EQ(run("zsh -n ./zsh").err, "");
  // zsh completes only at a terminal. So it gets stand-ins for what it offers its completions, which print.
  folder_.write("stand-ins", R"(
    compdef() {}
    compset() { :; }
    _files() { print -r -- ":files $*" }
    _describe() { local -a all=("${(@P)argv[-1]}"); print -rl -- "${all[@]}" }
    source ./zsh
    words=("$@"); CURRENT=$#words
    _acode
  )");
  const auto complete = [this](const std::string& typed) { return run("zsh -f ./stand-ins " + typed).out; };
  EXPECT_TRUE(contains(complete("acode rep"), "repair:mend broken JSON: files"));
  EXPECT_EQ(complete("acode repair --level ''"), "safe:\nnormal:\neager:\n");
  EXPECT_EQ(complete("acode repair --level=s"), "--level=safe:\n--level=normal:\n--level=eager:\n");
  EXPECT_TRUE(contains(complete("acode tools show t.json ''"), "read_file:Reads a file"));
  EXPECT_EQ(complete("acode config set coercion ''"), "off:\nsafe:the default\naggressive:\n");
  EXPECT_EQ(complete("acode validate --schema t"), ":files \n");
  EXPECT_EQ(complete("acode chat --workspace t"), ":files -/\n");
}

}  // namespace
}  // namespace acode
