// CL-3: every built-in tool, as a model would call it and as the user would see it.
#include "agent/builtin_tools.h"

#include <dirent.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "acode/json/reader.h"
#include "agent/temporary_workspace.h"
#include "agent/tool_environment.h"
#include "agent/tool_glob.h"
#include "agent/tool_text.h"

namespace acode::agent {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// A variable that has another value for the length of a test.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (before_.empty()) {
      ::unsetenv(name_);
    } else {
      ::setenv(name_, before_.c_str(), 1);
    }
  }

 private:
  const char* name_;
  std::string before_;
};

class BuiltinToolsTest : public ::testing::Test {
 protected:
  ToolOutcome run(std::string_view name, std::string_view arguments) {
    const Result<json::Document> document = json::parse(arguments);
    EXPECT_TRUE(document.ok()) << arguments;
    return ToolRunner(files_.workspace(), options_).run(name, document->root());
  }

  ToolOutcome sh(const std::string& command) { return run("execute_command", R"({"command": ")" + command + "\"}"); }

  /// The text of a call that must go well.
  std::string text(std::string_view name, std::string_view arguments) {
    ToolOutcome outcome = run(name, arguments);
    EXPECT_TRUE(outcome.ok) << outcome.text;
    return outcome.text;
  }

  /// The text of a call that must not.
  std::string failure(std::string_view name, std::string_view arguments) {
    ToolOutcome outcome = run(name, arguments);
    EXPECT_FALSE(outcome.ok) << outcome.text;
    return outcome.text;
  }

  TemporaryWorkspace files_;
  RunOptions options_;
};

std::string summary(std::string_view name, std::string_view arguments) {
  const Result<json::Document> document = json::parse(arguments);
  return ToolRunner::summary(name, document->root());
}

TEST_F(BuiltinToolsTest, TheNineToolsAreDefined) {
  const std::string_view names[] = {
      "get_workspace_summary", "list_files",      "read_file",  "write_file", "create_directory",
      "delete_file",           "execute_command", "git_status", "git_commit"};
  EXPECT_EQ(builtin_tools().size(), std::size(names));
  for (const std::string_view name : names) {
    const schema::Tool* tool = builtin_tools().find(name);
    ASSERT_NE(tool, nullptr) << name;
    EXPECT_EQ(tool->version, "1.0.0");
    EXPECT_FALSE(tool->description.empty());
  }
}

TEST_F(BuiltinToolsTest, ThoseThatChangeThingsAskFirst) {
  for (const char* name :
       {"write_file", "create_directory", "delete_file", "execute_command", "git_commit", "unknown"}) {
    EXPECT_TRUE(ToolRunner::asks_first(name)) << name;
  }
  for (const char* name : {"get_workspace_summary", "list_files", "read_file", "git_status"}) {
    EXPECT_FALSE(ToolRunner::asks_first(name)) << name;
  }
}

TEST_F(BuiltinToolsTest, TheQuestionHidesNothing) {
  EXPECT_EQ(summary("write_file", R"({"path": "a.txt", "content": "hello"})"), "write_file a.txt (5 bytes)");
  EXPECT_EQ(summary("execute_command", R"({"command": "ls -la"})"), "execute_command: ls -la");
  EXPECT_EQ(summary("execute_command", R"({"command": "ls\nrm -rf x\u001b[2K\u202e", "directory": "d"})"),
            "execute_command: ls\\nrm -rf x\\x1b[2K\\u202e (in d)");
  EXPECT_EQ(summary("git_commit", R"({"message": "m", "paths": ["a", "b"]})"), "git_commit: m (a, b)");
  EXPECT_EQ(summary("git_commit", R"({"message": "m", "all": true})"), "git_commit: m (all changes)");
  EXPECT_EQ(summary("git_status", "{}"), "git_status");
  const std::string long_command(10'000, 'x');
  EXPECT_TRUE(contains(summary("execute_command", R"({"command": ")" + long_command + "\"}"), long_command));
}

TEST_F(BuiltinToolsTest, WrongCallsAreAnsweredNotActedUpon) {
  EXPECT_TRUE(contains(failure("reed_file", "{}"), "read_file"));
  for (const schema::Tool& tool : builtin_tools().tools()) {
    for (const char* arguments : {"null", "[]", "3", R"({"path": 5, "command": [], "message": {}})",
                                  R"({"path": null})", R"({"unknown": 1})"}) {
      EXPECT_FALSE(run(tool.name, arguments).ok) << tool.name << arguments;
      static_cast<void>(summary(tool.name, arguments));
    }
  }
  EXPECT_TRUE(contains(failure("read_file", "{}"), "path"));
  EXPECT_FALSE(run("read_file", R"({"path": "a", "start_line": -1})").ok);
}

TEST_F(BuiltinToolsTest, WritesReadsAndDeletes) {
  EXPECT_EQ(text("write_file", R"({"path": "a.txt", "content": "one\ntwo\n"})"), "wrote 8 bytes to a.txt, a new file");
  EXPECT_EQ(text("read_file", R"({"path": "a.txt"})"), "one\ntwo\n");
  EXPECT_TRUE(contains(text("write_file", R"({"path": "a.txt", "content": "x"})"), "in place of 8 bytes"));
  EXPECT_EQ(text("delete_file", R"({"path": "a.txt"})"), "deleted a.txt");
  EXPECT_TRUE(contains(failure("read_file", R"({"path": "a.txt"})"), "does not exist"));
  EXPECT_TRUE(contains(text("create_directory", R"({"path": "d/e"})"), "made"));
  EXPECT_TRUE(contains(text("create_directory", R"({"path": "d/e"})"), "already"));
  text("write_file", R"({"path": "n/m/f", "content": "", "create_directories": true})");
  EXPECT_TRUE(files_.exists("n/m/f"));
}

TEST_F(BuiltinToolsTest, SE4NoToolLeavesTheWorkspace) {
  files_.link("out", "../outside");
  for (const char* path : {"../outside/secret.txt", "out/secret.txt", "/etc/passwd", "a/../../outside/secret.txt"}) {
    const std::string argument = R"({"path": ")" + std::string(path) + "\"";
    for (const char* tool : {"read_file", "delete_file", "create_directory", "list_files"}) {
      EXPECT_FALSE(run(tool, argument + "}").ok) << tool << path;
    }
    EXPECT_FALSE(run("write_file", argument + R"(, "content": "x", "create_directories": true})").ok) << path;
    EXPECT_FALSE(run("git_commit", R"({"message": "m", "paths": [")" + std::string(path) + "\"]}").ok) << path;
  }
  EXPECT_TRUE(
      contains(failure("execute_command", R"({"command": "pwd", "directory": "out"})"), "outside the workspace"));
}

TEST_F(BuiltinToolsTest, ReadsLines) {
  files_.file("a", "1\n2\n3\n4");
  EXPECT_EQ(text("read_file", R"({"path": "a", "start_line": 3})"), "3\n4");
  EXPECT_EQ(text("read_file", R"({"path": "a", "start_line": 2, "line_count": 2})"),
            "2\n3\n[there is more; start_line 4 reads on]\n");
  EXPECT_EQ(text("read_file", R"({"path": "a", "start_line": 4.0, "line_count": 9})"), "4");
  EXPECT_TRUE(contains(failure("read_file", R"({"path": "a", "start_line": 5})"), "has only 4 lines"));
  files_.file("empty", "");
  EXPECT_EQ(text("read_file", R"({"path": "empty"})"), "[empty is empty]\n");
}

TEST_F(BuiltinToolsTest, ALongFileIsCutBetweenLinesAndReadOn) {
  std::string whole;
  for (int i = 1; i <= 50'000; ++i) whole += "line " + std::to_string(i) + "\n";
  files_.file("long", whole);
  options_.max_output = 10'000;
  std::string all;
  for (std::string arguments = R"({"path": "long"})"; !arguments.empty();) {
    const std::string part = text("read_file", arguments);
    EXPECT_LE(part.size(), 10'200U);
    const std::size_t note = part.find("[cut here: ");
    all += part.substr(0, note);
    arguments.clear();
    if (note == std::string::npos) break;
    const std::size_t number = part.find("start_line ", note) + 11;
    arguments = R"({"path": "long", "start_line": )" + part.substr(number, part.find(' ', number) - number) + "}";
  }
  EXPECT_EQ(all, whole);
}

TEST_F(BuiltinToolsTest, ALineLongerThanAllIsCutBetweenCharacters) {
  std::string line;
  for (int i = 0; i < 1000; ++i) line += "€";
  files_.file("a", line);
  options_.max_output = 100;
  const std::string shown = text("read_file", R"({"path": "a"})");
  EXPECT_EQ(shown.find('\n'), 99U);
  EXPECT_EQ(valid_text(shown), shown);
}

TEST_F(BuiltinToolsTest, WhatIsNoTextIsTold) {
  files_.file("b", std::string("\x7f"
                               "ELF\0\0",
                               6));
  EXPECT_EQ(text("read_file", R"({"path": "b"})"), "[b is a binary file of 6 bytes]\n");
  files_.file("latin1",
              "Gr\xfc\xdf"
              "e aus K\xf6ln, in einer langen Zeile mit wenigen solchen Zeichen");
  EXPECT_TRUE(contains(text("read_file", R"({"path": "latin1"})"),
                       "Gr\xEF\xBF\xBD\xEF\xBF\xBD"
                       "e"));
}

TEST_F(BuiltinToolsTest, ListsFiles) {
  files_.file("src/a.cc", "");
  files_.file("src/deep/b.cc", "");
  files_.file("src/deep/b.h", "");
  files_.file("build/x.cc", "");
  files_.file("new\nline", "");
  EXPECT_EQ(text("list_files", "{}"), "build/\nnew\\nline\nsrc/\n");
  EXPECT_EQ(text("list_files", R"({"path": "src"})"), "src/a.cc\nsrc/deep/\n");
  EXPECT_EQ(text("list_files", R"({"path": "src", "recursive": true, "pattern": "*.cc"})"),
            "src/a.cc\nsrc/deep/b.cc\n");
  EXPECT_EQ(text("list_files", R"({"pattern": "src/**/*.cc"})"), "src/a.cc\nsrc/deep/b.cc\n[not entered: build]\n");
  EXPECT_EQ(text("list_files", R"({"max_entries": 1})"), "build/\n[2 more; ask for a directory or a pattern]\n");
  EXPECT_EQ(text("list_files", R"({"pattern": "*.py"})"), "[nothing matches]\n");
}

TEST_F(BuiltinToolsTest, Summarizes) {
  files_.file("src/a.cc", "12345");
  files_.file("src/b.cc", "");
  files_.file("README.md", "");
  files_.file(".git/objects/x", "");
  const std::string told = text("get_workspace_summary", "{}");
  EXPECT_TRUE(contains(told, "workspace: ws ("));
  EXPECT_TRUE(contains(told, "3 files, 2 directories, 5 bytes\n"));
  EXPECT_TRUE(contains(told, "extensions: .cc 2, .md 1\n"));
  EXPECT_TRUE(contains(told, "top level:\n  .git/\n  README.md\n  src/\n"));
  EXPECT_TRUE(contains(told, "not counted: what is in .git\n"));
}

TEST(Glob, Matches) {
  EXPECT_TRUE(glob_matches("*.cc", "src/a.cc"));
  EXPECT_FALSE(glob_matches("*.cc", "src/a.h"));
  EXPECT_TRUE(glob_matches("**/*.cc", "a.cc"));
  EXPECT_TRUE(glob_matches("**/*.cc", "x/y/a.cc"));
  EXPECT_TRUE(glob_matches("src/**", "src/a/b"));
  EXPECT_FALSE(glob_matches("src/*", "src/a/b"));
  EXPECT_TRUE(glob_matches("a/**/b/**/c", "a/x/b/b/c"));
  EXPECT_FALSE(glob_matches("a/**/b/**/c", "a/x/c"));
  EXPECT_TRUE(glob_matches("?.txt", "ü.txt"));
  EXPECT_FALSE(glob_matches("?.txt", ".txt"));
  EXPECT_FALSE(glob_matches("*", ""));
}

TEST(Glob, AnswersHostilePatternsSoon) {
  std::string pattern;
  for (int i = 0; i < 100; ++i) pattern += "*a";
  EXPECT_FALSE(glob_matches(pattern, std::string(4000, 'a') + "b"));
}

TEST(BoundedText, KeepsBothEndsAndCountsTheRest) {
  BoundedText text(20);
  for (int i = 0; i < 1000; ++i) text.add("€");
  const std::string shown = text.finish();
  EXPECT_EQ(shown, "€€€\n[… 2982 bytes left out …]\n€€€");
  text.add("as new");
  EXPECT_EQ(text.finish(), "as new");
}

TEST(BoundedText, CharactersMayComeInPieces) {
  BoundedText text(100);
  for (const char byte : std::string("ä€😀\xff!\xe2\x82")) text.add({&byte, 1});
  EXPECT_EQ(text.finish(), "ä€😀\xEF\xBF\xBD!\xEF\xBF\xBD");
}

TEST(Environment, SecretsAreRecognized) {
  for (const char* name :
       {"OPENAI_API_KEY", "GITHUB_TOKEN", "aws_secret_access_key", "PGPASSWORD", "DB_PASS", "X_SECRET"}) {
    EXPECT_TRUE(sounds_secret(name, "x")) << name;
  }
  EXPECT_TRUE(sounds_secret("DATABASE_URL", "postgres://me:pw@host/db"));
  for (const char* name : {"PATH", "HOME", "LANG", "SSH_AUTH_SOCK", "TERM"}) EXPECT_FALSE(sounds_secret(name, "/a:/b"));
  EXPECT_FALSE(sounds_secret("PROXY", "http://host:8080/a@b"));
}

TEST_F(BuiltinToolsTest, RunsCommands) {
  files_.file("d/x", "");
  EXPECT_EQ(sh("echo out; echo err >&2; echo more").text, "out\nerr\nmore\n[exit status 0]\n");
  EXPECT_EQ(text("execute_command", R"({"command": "ls", "directory": "d"})"), "x\n[exit status 0]\n");
  EXPECT_EQ(sh("pwd").text, files_.top().string() + "\n[exit status 0]\n");
  const ToolOutcome three = sh("exit 3");
  EXPECT_FALSE(three.ok);
  EXPECT_EQ(three.text, "[exit status 3, no output]\n");
  EXPECT_EQ(sh("kill -9 $$").text, "[ended by signal 9, no output]\n");
  EXPECT_EQ(sh("cat").text, "[exit status 0, no output]\n");
  EXPECT_FALSE(sh("echo a\\u0000; echo b").ok);
  EXPECT_FALSE(sh(std::string(300'000, ' ')).ok);
}

TEST_F(BuiltinToolsTest, CommandsDoNotSeeSecrets) {
  const Variable key("SOME_API_KEY", "hunter2");
  const Variable other("HARMLESS_NAME", "hunter3");
  options_.hidden_variables = {"HARMLESS_NAME"};
  const Variable kept("ORDINARY", "yes");
  const std::string told = sh("env").text;
  EXPECT_EQ(told.find("hunter"), std::string::npos);
  EXPECT_TRUE(contains(told, "ORDINARY=yes"));
}

TEST_F(BuiltinToolsTest, HugeOutputIsBounded) {
  options_.max_output = 1000;
  const std::string told = sh("echo first; head -c 50000000 /dev/zero | tr '\\\\0' x; echo; echo last").text;
  EXPECT_LT(told.size(), 1200U);
  EXPECT_TRUE(told.starts_with("first\nxxx"));
  EXPECT_TRUE(contains(told, "bytes left out"));
  EXPECT_TRUE(told.ends_with("last\n[exit status 0]\n"));
}

/// How long a call took.
template <class Action>
milliseconds time_of(Action action) {
  const auto begin = steady_clock::now();
  action();
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin);
}

TEST_F(BuiltinToolsTest, TheTimeoutEndsTheWholeGroup) {
  options_.command_timeout = milliseconds(300);
  std::string told;
  EXPECT_LT(time_of([&] { told = sh("(sleep 1; touch late) & echo begun; sleep 60").text; }), milliseconds(3000));
  EXPECT_EQ(told, "begun\n[ended: it took longer than 300 ms]\n");
  std::this_thread::sleep_for(milliseconds(1200));
  EXPECT_FALSE(files_.exists("late"));
}

TEST_F(BuiltinToolsTest, WhoIgnoresTheSignalIsForced) {
  options_.command_timeout = milliseconds(200);
  const milliseconds taken = time_of([&] { sh("trap '' TERM; while :; do sleep 0.1; done"); });
  EXPECT_GE(taken, milliseconds(2000));
  EXPECT_LT(taken, milliseconds(6000));
}

TEST_F(BuiltinToolsTest, AGrandchildThatHoldsTheOutputDoesNotHoldUs) {
  std::string told;
  EXPECT_LT(time_of([&] { told = sh("sleep 60 & echo done").text; }), milliseconds(3000));
  EXPECT_EQ(told, "done\n[exit status 0; what it left running was ended]\n");
  // One in a session of its own is out of reach, and let go of.
  EXPECT_LT(time_of([&] { sh("setsid sleep 5 & echo done"); }), milliseconds(4500));
}

TEST_F(BuiltinToolsTest, CancelledCommandsEnd) {
  std::atomic<bool> cancelled{false};
  options_.cancelled = [&] { return cancelled.load(); };
  std::thread later([&] {
    std::this_thread::sleep_for(milliseconds(200));
    cancelled = true;
  });
  std::string told;
  EXPECT_LT(time_of([&] { told = sh("echo begun; sleep 60").text; }), milliseconds(3000));
  later.join();
  EXPECT_EQ(told, "begun\n[cancelled]\n");
}

std::size_t open_descriptors() {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
}

TEST_F(BuiltinToolsTest, NothingIsLeftBehind) {
  const std::size_t before = open_descriptors();
  options_.command_timeout = milliseconds(100);
  sh("sleep 9");
  sh("sleep 9 &");
  sh("true");
  text("list_files", R"({"recursive": true})");
  failure("read_file", R"({"path": "nothing"})");
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  // A descriptor of ours that is not marked is not theirs either.
  const int ours = ::dup(0);
  EXPECT_FALSE(sh("test -e /proc/self/fd/" + std::to_string(ours)).ok);
  ::close(ours);
}

class GitToolsTest : public BuiltinToolsTest {
 protected:
  void SetUp() override {
    if (!find_program("git")) GTEST_SKIP() << "git is not installed";
  }

  void make_repository() {
    const ToolOutcome made = sh("git init -q -b trunk . && git config user.name T && git config user.email t@t.t");
    ASSERT_TRUE(made.ok) << made.text;
  }

  // The user's own configuration is no business of a test.
  Variable home_{"HOME", files_.outside().string()};
  Variable system_{"GIT_CONFIG_NOSYSTEM", "1"};
};

TEST_F(GitToolsTest, StatusAndCommit) {
  make_repository();
  EXPECT_TRUE(contains(text("git_status", "{}"), "No commits yet on trunk"));
  files_.file("a.txt", "1");
  files_.file("-b ü.txt", "1");
  EXPECT_TRUE(contains(text("git_status", "{}"), "?? a.txt"));
  EXPECT_TRUE(
      contains(text("git_commit", R"({"message": "$(touch evil); `touch evil`", "all": true})"), "2 files changed"));
  EXPECT_FALSE(files_.exists("evil"));
  EXPECT_TRUE(contains(sh("git log --format=%s").text, "$(touch evil); `touch evil`"));
  EXPECT_TRUE(contains(text("git_status", "{}"), "## trunk\nnothing to commit"));
  EXPECT_TRUE(contains(text("get_workspace_summary", "{}"), "git branch: trunk"));
  EXPECT_TRUE(contains(failure("git_commit", R"({"message": "nothing"})"), "nothing to commit"));
}

TEST_F(GitToolsTest, CommitsOnlyThePathsThatAreNamed) {
  make_repository();
  files_.file("--all", "1");
  files_.file("*", "1");
  files_.file("other", "1");
  EXPECT_TRUE(contains(text("git_commit", R"({"message": "--amend", "paths": ["--all", "*"]})"), "2 files changed"));
  EXPECT_TRUE(contains(text("git_status", "{}"), "?? other"));
  EXPECT_FALSE(run("git_commit", R"({"message": "m", "paths": ["nothing"]})").ok);
  EXPECT_FALSE(run("git_commit", R"({"message": "m", "paths": ["other"], "all": true})").ok);
  EXPECT_FALSE(run("git_commit", R"({"message": "  "})").ok);
  fs::remove(files_.top() / "*");
  EXPECT_TRUE(contains(text("git_commit", R"({"message": "gone", "paths": ["*"]})"), "delete mode"));
}

TEST_F(GitToolsTest, AWorkspaceInALargerRepositoryKeepsToItself) {
  ASSERT_TRUE(sh("cd .. && git init -q . && git config user.name T && git config user.email t@t.t").ok);
  files_.file("a.txt", "1");
  const std::string status = text("git_status", "{}");
  EXPECT_EQ(status.find("outside"), std::string::npos);
  EXPECT_FALSE(run("git_commit", R"({"message": "m", "paths": ["../outside"]})").ok);
  ASSERT_TRUE(sh("cd .. && git add outside").ok);
  EXPECT_TRUE(contains(failure("git_commit", R"({"message": "m", "all": true})"), "outside the workspace are staged"));
  EXPECT_TRUE(contains(text("git_commit", R"({"message": "m", "paths": ["a.txt"]})"), "1 file changed"));
  EXPECT_EQ(sh("git ls-tree -r --name-only --full-tree HEAD").text, "ws/a.txt\n[exit status 0]\n");
}

TEST_F(GitToolsTest, WithoutARepositoryItSaysSo) {
  const Variable ceiling("GIT_CEILING_DIRECTORIES", "/");
  EXPECT_TRUE(contains(failure("git_status", "{}"), "not in a git repository"));
  EXPECT_TRUE(contains(failure("git_commit", R"({"message": "m"})"), "git init"));
}

TEST_F(GitToolsTest, FilesThatLookLikeARepositoryAreNone) {
  // What write_file may write must not make git_status, which asks nobody, run programs.
  files_.file("HEAD", "ref: refs/heads/x\n");
  files_.file("config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n");
  fs::create_directories(files_.top() / "objects");
  fs::create_directories(files_.top() / "refs");
  EXPECT_TRUE(contains(failure("git_status", "{}"), "safe.bareRepository"));
}

TEST_F(GitToolsTest, FsmonitorOfARepositoryIsNotRun) {
  make_repository();
  ASSERT_TRUE(sh("git config core.fsmonitor 'touch evil; false'").ok);
  text("git_status", "{}");
  EXPECT_FALSE(files_.exists("evil"));
}

TEST_F(BuiltinToolsTest, WithoutGitItSaysSo) {
  files_.file("git", "#!/bin/sh\ntouch evil\n");
  fs::permissions(files_.top() / "git", fs::perms::owner_all);
  for (const char* path : {"", ":", ".", "/nowhere"}) {
    const Variable no_path("PATH", path);
    EXPECT_TRUE(contains(failure("git_status", "{}"), "git is not installed"));
    EXPECT_TRUE(contains(failure("git_commit", R"({"message": "m"})"), "git is not installed"));
    EXPECT_TRUE(contains(text("get_workspace_summary", "{}"), "1 file"));
  }
  EXPECT_FALSE(files_.exists("evil"));
}

}  // namespace
}  // namespace acode::agent
