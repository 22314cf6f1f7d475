// SE-4: what tools may reach. Every way of following paths must come to the same end, so all is tested with both.
#include "agent/workspace.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>

#include "agent/temporary_workspace.h"

namespace acode::agent {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMany = 1 << 20;

class WorkspaceTest : public ::testing::TestWithParam<detail::Resolver> {
 protected:
  [[nodiscard]] const Workspace& workspace() const { return files_.workspace(); }

  [[nodiscard]] std::string read(std::string_view path) const {
    const OrRefusal<std::string> result = workspace().read(path, kMany);
    const auto* text = std::get_if<std::string>(&result);
    return text != nullptr ? *text : "refused: " + refusal_of(result);
  }

  TemporaryWorkspace files_{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Resolvers, WorkspaceTest,
                         ::testing::Values(detail::Resolver::kKernel, detail::Resolver::kByHand));

TEST_P(WorkspaceTest, ReadsByRelativeAndAbsolutePath) {
  files_.file("src/a.txt", "hello");
  EXPECT_EQ(read("src/a.txt"), "hello");
  EXPECT_EQ(read("./src//a.txt"), "hello");
  EXPECT_EQ(read("src/../src/a.txt"), "hello");
  EXPECT_EQ(read((files_.top() / "src/a.txt").string()), "hello");
  EXPECT_EQ(workspace().root(), files_.top().string());
}

TEST_P(WorkspaceTest, LinksThatStayInsideAreFollowed) {
  files_.file("real/a.txt", "hello");
  files_.link("file", "real/a.txt");
  files_.link("dir", "real");
  files_.link("absolute", (files_.top() / "real").string());
  files_.link("chain", "dir");
  files_.link("real/up", "../real/a.txt");
  for (const char* path : {"file", "dir/a.txt", "absolute/a.txt", "chain/a.txt", "real/up", "dir/../real/a.txt"}) {
    EXPECT_EQ(read(path), "hello") << path;
  }
}

TEST_P(WorkspaceTest, NothingOutsideIsReadWrittenMadeListedOrRemoved) {
  files_.file("a/b.txt", "");
  files_.link("file_out", "../outside/secret.txt");
  files_.link("dir_out", "../outside");
  files_.link("absolute_out", files_.outside().string());
  files_.link("chain_out", "dir_out");
  files_.link("a/chain_out", "../chain_out/secret.txt");
  files_.link("back_and_forth", (files_.top() / "../outside").string());
  files_.link("proc_root", "/proc/self/root");
  const std::string outside = (files_.outside() / "secret.txt").string();
  const std::string ways_out[] = {"../outside/secret.txt",
                                  "a/../../outside/secret.txt",
                                  "a/b/../../../outside/secret.txt",
                                  outside,
                                  "/" + outside,
                                  (files_.top() / "../outside/secret.txt").string(),
                                  files_.top().string() + "2/secret.txt",
                                  "file_out",
                                  "dir_out/secret.txt",
                                  "absolute_out/secret.txt",
                                  "chain_out/secret.txt",
                                  "a/chain_out",
                                  "back_and_forth/secret.txt",
                                  "proc_root" + outside,
                                  "dir_out/../outside/secret.txt"};
  for (const std::string& path : ways_out) {
    EXPECT_TRUE(contains(read(path), "refused")) << path;
    EXPECT_NE(refusal_of(workspace().write(path, "changed")), "") << path;
    EXPECT_NE(refusal_of(workspace().write(path, "changed", {.create_directories = true})), "") << path;
    EXPECT_NE(refusal_of(workspace().make_directory(path + "/new")), "") << path;
    EXPECT_NE(refusal_of(workspace().list(fs::path(path).parent_path().string() + "/../outside")), "") << path;
    if (path != "file_out" && path != "a/chain_out") {
      EXPECT_TRUE(workspace().remove(path)) << path;
    }
  }
  for (const char* path :
       {"..", "../outside", "dir_out", "chain_out", "absolute_out", "a/../..", "/", "/proc/self/root"}) {
    EXPECT_NE(refusal_of(workspace().list(path)), "") << path;
    EXPECT_NE(refusal_of(workspace().open_directory(path)), "") << path;
  }
  EXPECT_EQ(fs::file_size(outside), 6U);
  EXPECT_EQ(std::distance(fs::directory_iterator(files_.outside()), fs::directory_iterator()), 1);
  EXPECT_TRUE(contains(read("../outside/secret.txt"), "../outside/secret.txt lies outside the workspace"));
}

TEST_P(WorkspaceTest, ALinkToTheOutsideIsRemovedItselfAndNotWhatItMeans) {
  files_.link("out", "../outside/secret.txt");
  EXPECT_FALSE(workspace().remove("out"));
  EXPECT_FALSE(files_.exists("out"));
  EXPECT_TRUE(fs::exists(files_.outside() / "secret.txt"));
}

TEST_P(WorkspaceTest, LinkLoopsEnd) {
  files_.link("loop", "loop");
  files_.link("ping", "pong/x");
  files_.link("pong", "ping/x");
  EXPECT_TRUE(contains(read("loop"), "circles"));
  EXPECT_TRUE(contains(read("loop/a"), "circles"));
  EXPECT_TRUE(contains(read("ping/a"), "circles"));
}

TEST_P(WorkspaceTest, MagicLinksAreNoWayOut) {
  // A workspace that has magic links in it: our own entry of /proc.
  OrRefusal<Workspace> opened = Workspace::open("/proc/self", GetParam());
  ASSERT_TRUE(std::holds_alternative<Workspace>(opened));
  const auto& proc = std::get<Workspace>(opened);
  EXPECT_NE(refusal_of(proc.open_file("root" + (files_.outside() / "secret.txt").string())), "");
  EXPECT_NE(refusal_of(proc.list("cwd")), "");
  EXPECT_NE(refusal_of(proc.list("root")), "");
}

TEST_P(WorkspaceTest, ALinkThatIsSwappedInMeanwhileIsNoWayOut) {
  files_.file("flip/secret.txt", "inside");
  files_.link("trap", "../outside");
  // `flip` is a directory, then a link to the outside, and so on.
  std::atomic<bool> stop{false};
  std::thread flipping([&, flip = files_.top() / "flip", trap = files_.top() / "trap"] {
    while (!stop) ::renameat2(AT_FDCWD, flip.c_str(), AT_FDCWD, trap.c_str(), RENAME_EXCHANGE);
  });
  int inside = 0;
  int refused = 0;
  int outside = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = read("flip/secret.txt");
    ++(text == "inside" ? inside : text == "SECRET" ? outside : refused);
    if (i % 50 == 0) static_cast<void>(workspace().write("flip/planted.txt", "x"));
  }
  stop = true;
  flipping.join();
  EXPECT_EQ(outside, 0);
  EXPECT_GT(inside, 0);
  EXPECT_GT(refused, 0);
  EXPECT_FALSE(fs::exists(files_.outside() / "planted.txt"));
}

TEST_P(WorkspaceTest, OddNamesAreNames) {
  for (const std::string name :
       {"with space", "line\nbreak", "-rf", "--help", "ü€😀.txt", "*", "$(touch x)", "a\\b", "~", "\xff\xfe"}) {
    EXPECT_EQ(refusal_of(workspace().write(name, "text of " + name)), "") << name;
    EXPECT_EQ(read(name), "text of " + name);
    EXPECT_FALSE(workspace().remove(name)) << name;
    EXPECT_FALSE(files_.exists(name));
  }
}

TEST_P(WorkspaceTest, WhatIsNoPathIsRefused) {
  files_.file("a", "");
  EXPECT_TRUE(contains(read(""), "empty"));
  EXPECT_TRUE(contains(read(std::string_view("a\0b", 3)), "a\\x00b is no path"));
  EXPECT_TRUE(contains(read(std::string(5000, 'a')), "too long"));
  EXPECT_TRUE(contains(read(std::string(300, 'a')), "too long"));
  std::string deep;
  for (int i = 0; i < 500'000; ++i) deep += "a/";
  EXPECT_NE(refusal_of(workspace().make_directory(deep)), "");
  EXPECT_NE(refusal_of(workspace().write(deep, "", {.create_directories = true})), "");
  EXPECT_NE(refusal_of(workspace().list(deep)), "");
  EXPECT_NE(refusal_of(workspace().plain_path(deep)), "");
  EXPECT_TRUE(workspace().remove(deep));
  EXPECT_TRUE(contains(read("nothing"), "does not exist"));
  EXPECT_TRUE(contains(read("a/b"), "a part of the path is a file"));
  EXPECT_TRUE(contains(read("."), "is a directory"));
}

TEST_P(WorkspaceTest, SpecialFilesAreRefusedAndNotWaitedFor) {
  ASSERT_EQ(::mkfifo((files_.top() / "pipe").c_str(), 0600), 0);
  EXPECT_TRUE(contains(read("pipe"), "a pipe"));
  EXPECT_NE(refusal_of(workspace().write("pipe", "x")), "");
  EXPECT_TRUE(workspace().remove("pipe"));
  EXPECT_TRUE(files_.exists("pipe"));
}

TEST_P(WorkspaceTest, WritesAllAtOnceAndKeepsPermissions) {
  EXPECT_FALSE(std::get<Written>(workspace().write("new.txt", "one")).replaced);
  fs::permissions(files_.top() / "new.txt", fs::perms(0741));
  EXPECT_EQ(std::get<Written>(workspace().write("new.txt", "longer")).replaced, 3U);
  EXPECT_EQ(files_.text_of("new.txt"), "longer");
  EXPECT_EQ(fs::status(files_.top() / "new.txt").permissions(), fs::perms(0741));
  EXPECT_EQ(std::distance(fs::directory_iterator(files_.top()), fs::directory_iterator()), 1);
}

TEST_P(WorkspaceTest, WritingThroughALinkReplacesWhatItMeans) {
  files_.file("real/a.txt", "old");
  files_.link("a", "real/a.txt");
  EXPECT_EQ(refusal_of(workspace().write("a", "new")), "");
  EXPECT_EQ(files_.text_of("real/a.txt"), "new");
  EXPECT_TRUE(fs::is_symlink(files_.top() / "a"));
}

TEST_P(WorkspaceTest, ParentsAreMadeOnlyWhenAskedFor) {
  EXPECT_TRUE(contains(refusal_of(workspace().write("x/y/z.txt", "1")), "create_directories"));
  EXPECT_FALSE(files_.exists("x"));
  EXPECT_EQ(refusal_of(workspace().write("x/y/z.txt", "1", {.create_directories = true})), "");
  EXPECT_EQ(files_.text_of("x/y/z.txt"), "1");
}

TEST_P(WorkspaceTest, MakesDirectories) {
  files_.file("file", "");
  files_.link("dangling", "nowhere");
  EXPECT_TRUE(std::get<bool>(workspace().make_directory("a/b/c/")));
  EXPECT_TRUE(fs::is_directory(files_.top() / "a/b/c"));
  EXPECT_FALSE(std::get<bool>(workspace().make_directory("a/b")));
  EXPECT_FALSE(std::get<bool>(workspace().make_directory(".")));
  EXPECT_TRUE(contains(refusal_of(workspace().make_directory("file/x")), "a file is in the way"));
  EXPECT_NE(refusal_of(workspace().make_directory("dangling/x")), "");
  EXPECT_NE(refusal_of(workspace().make_directory("new/../../x")), "");
  EXPECT_FALSE(files_.exists("nowhere"));
}

TEST_P(WorkspaceTest, RemovesFilesAndEmptyDirectoriesButNeverTheTop) {
  files_.file("d/f", "");
  files_.link("top", ".");
  EXPECT_TRUE(contains(workspace().remove("d")->message, "not empty"));
  EXPECT_FALSE(workspace().remove("d/f"));
  EXPECT_TRUE(workspace().remove("d/.."));
  EXPECT_FALSE(workspace().remove("d"));
  EXPECT_FALSE(workspace().remove("top"));
  for (const std::string& path : {std::string("."), std::string("./"), files_.top().string(), std::string(),
                                  std::string("/"), std::string("..")}) {
    EXPECT_TRUE(workspace().remove(path)) << path;
  }
  EXPECT_TRUE(fs::is_directory(files_.top()));
}

TEST_P(WorkspaceTest, WhatBelongsToGitIsReadButNotChanged) {
  files_.file(".git/config", "[core]");
  files_.file("sub/.git/hooks/x", "");
  files_.link("alias", ".git");
  EXPECT_EQ(read(".git/config"), "[core]");
  for (const char* path :
       {".git/config", ".git/hooks/post-commit", "alias/config", "sub/.git/hooks/x", ".git", ".GIT/x"}) {
    EXPECT_NE(refusal_of(workspace().write(path, "evil", {.create_directories = true})), "") << path;
    if (std::string(path) != ".GIT/x") {
      EXPECT_TRUE(workspace().remove(path)) << path;
    }
  }
  EXPECT_NE(refusal_of(workspace().make_directory("alias/new")), "");
  EXPECT_NE(refusal_of(workspace().make_directory("other/.git")), "");
  EXPECT_EQ(files_.text_of(".git/config"), "[core]");
  EXPECT_EQ(refusal_of(workspace().write(".gitignore", "x")), "");
}

TEST_P(WorkspaceTest, ListsSortedAndBounded) {
  files_.file("b/c.txt", "123");
  files_.file("a.txt", "");
  files_.file("node_modules/x/y", "");
  files_.link("l", "b");
  const Listing all = std::get<Listing>(workspace().list(".", {.recursive = true}));
  std::string paths;
  for (const Entry& entry : all.entries) paths += entry.path + " ";
  EXPECT_EQ(paths, "a.txt b b/c.txt l node_modules ");
  EXPECT_TRUE(all.whole);
  EXPECT_EQ(all.not_entered, std::vector<std::string>{"node_modules"});
  EXPECT_EQ(std::get<Listing>(workspace().list("b")).entries.at(0).size, 3U);
  EXPECT_EQ(std::get<Listing>(workspace().list("l")).entries.at(0).path, "l/c.txt");

  const Listing some = std::get<Listing>(workspace().list(".", {.recursive = true, .max_entries = 3}));
  EXPECT_EQ(some.entries.size(), 3U);
  EXPECT_FALSE(some.whole);
  EXPECT_TRUE(contains(refusal_of(workspace().list("a.txt")), "not a directory"));
}

TEST_P(WorkspaceTest, ADirectoryThatMayNotBeWrittenIsAnAnswer) {
  if (::geteuid() == 0) {
    // Root may write everywhere but where nobody may.
    OrRefusal<Workspace> proc = Workspace::open("/proc/self", GetParam());
    EXPECT_NE(refusal_of(std::get<Workspace>(proc).write("new.txt", "x")), "");
    return;
  }
  fs::permissions(files_.top(), fs::perms(0555));
  EXPECT_TRUE(contains(refusal_of(workspace().write("new.txt", "x")), "permission denied"));
  EXPECT_TRUE(contains(refusal_of(workspace().make_directory("d")), "permission denied"));
}

/// In a process of its own, so that its limits are its own.
template <class Action>
int status_of_child(Action action) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(action());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_P(WorkspaceTest, WithoutRoomTheOldTextStays) {
  files_.file("a.txt", "old");
  const int status = status_of_child([this] {
    ::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit small = {1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const std::string refused = refusal_of(workspace().write("a.txt", std::string(100'000, 'x')));
    return refused.find("no room") != std::string::npos ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(files_.text_of("a.txt"), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(files_.top()), fs::directory_iterator()), 1);
}

TEST_P(WorkspaceTest, ReadingIsBounded) {
  files_.file("big", std::string(200'000, 'x'));
  EXPECT_TRUE(contains(refusal_of(workspace().read("big", 1000)), "larger than 1000 bytes"));
}

TEST_P(WorkspaceTest, PlainPathsAreCheckedWordByWord) {
  EXPECT_EQ(std::get<std::string>(workspace().plain_path("a/./b/../c")), "a/c");
  EXPECT_EQ(std::get<std::string>(workspace().plain_path((files_.top() / "x").string())), "x");
  for (const char* path : {"../x", "a/../../x", "/etc/passwd", ""})
    EXPECT_NE(refusal_of(workspace().plain_path(path)), "");
}

TEST(Workspace, MustBeADirectory) {
  EXPECT_TRUE(contains(refusal_of(Workspace::open("/nowhere/at/all")), "no workspace at /nowhere/at/all"));
  EXPECT_NE(refusal_of(Workspace::open("/etc/passwd")), "");
}

TEST(Workspace, MayBeNamedByALink) {
  const TemporaryWorkspace files;
  files.file("a.txt", "hello");
  const fs::path alias = files.outside() / "alias";
  fs::create_symlink(files.top(), alias);
  const OrRefusal<Workspace> opened = Workspace::open(alias.string());
  const auto& workspace = std::get<Workspace>(opened);
  EXPECT_EQ(workspace.root(), files.top().string());
  EXPECT_EQ(std::get<std::string>(workspace.read((alias / "a.txt").string(), kMany)), "hello");
}

}  // namespace
}  // namespace acode::agent
