// `acode repair --in-place`: files are replaced whole or not at all.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "cli/program.h"

namespace acode {
namespace {

namespace fs = std::filesystem;
using test::Outcome;
using test::run_acode;
using test::Setting;
using test::TemporaryFolder;
using Strings = std::vector<std::string>;

TEST(InPlace, RewritesOnlyFilesThatNeedIt) {
  const TemporaryFolder folder;
  folder.write("broken", "{'a': 1,}\n");
  folder.write("valid", "{\"a\": 1}\n");
  const auto before = fs::last_write_time(folder.file("valid"));
  struct stat status {};
  ASSERT_EQ(::stat(folder.file("valid").c_str(), &status), 0);
  const ino_t inode = status.st_ino;

  const Outcome outcome = run_acode({"repair", "-i", "broken", "valid"}, Setting{.directory = folder.path()});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "acode: broken: repaired, 3 edits\n");
  EXPECT_EQ(folder.read("broken"), "{\"a\": 1}\n");
  EXPECT_EQ(folder.read("valid"), "{\"a\": 1}\n");
  EXPECT_EQ(fs::last_write_time(folder.file("valid")), before);
  ASSERT_EQ(::stat(folder.file("valid").c_str(), &status), 0);
  EXPECT_EQ(status.st_ino, inode);
  EXPECT_EQ(folder.names(), (Strings{"broken", "valid"}));
}

TEST(InPlace, ASecondRunChangesNothing) {
  const TemporaryFolder folder;
  const std::string name = folder.write("file", "[1,]");
  EXPECT_EQ(run_acode({"repair", "--in-place", name}).err, "acode: " + name + ": repaired, 1 edit\n");
  EXPECT_EQ(run_acode({"repair", "--in-place", name}).err, "");
}

TEST(InPlace, AFileThatCannotBeRepairedStaysAsItIs) {
  const TemporaryFolder folder;
  const std::string blank = folder.write("blank", " \n");
  const std::string broken = folder.write("broken", "[1,]");
  const Outcome outcome = run_acode({"repair", "-i", blank, broken});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(folder.read("blank"), " \n");
  EXPECT_EQ(folder.read("broken"), "[1]") << "the others are repaired all the same";
  EXPECT_NE(outcome.err.find(blank + ": ACODE-TLP-003"), std::string::npos) << outcome.err;
}

TEST(InPlace, KeepsPermissionsAndLinks) {
  const TemporaryFolder folder;
  folder.write("file", "[1,]");
  ::chmod(folder.file("file").c_str(), 0604);
  fs::create_symlink("file", folder.file("link"));
  EXPECT_EQ(run_acode({"repair", "-i", folder.file("link")}).status, 0);
  EXPECT_TRUE(fs::is_symlink(folder.file("link")));
  EXPECT_EQ(folder.read("file"), "[1]");
  struct stat status {};
  ASSERT_EQ(::stat(folder.file("file").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0604U);
}

TEST(InPlace, RewritesWhenAskedForAnotherShape) {
  const TemporaryFolder folder;
  const std::string name = folder.write("file", "[ 1 ]");
  const Outcome outcome = run_acode({"repair", "-i", "--compact", name});
  EXPECT_EQ(outcome.err, "acode: " + name + ": rewritten\n");
  EXPECT_EQ(folder.read("file"), "[1]\n");
  EXPECT_EQ(run_acode({"repair", "-i", "--compact", name}).err, "");
}

TEST(InPlace, RP8_SaysThatATextWasCutOff) {
  const TemporaryFolder folder;
  const std::string name = folder.write("file", "[\"ab");
  EXPECT_EQ(run_acode({"repair", "-i", name}).err,
            "acode: " + name + ": repaired, 2 edits; the text was cut off, the last value may not be whole\n");
}

TEST(InPlace, NothingIsWrittenHalfWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  const std::string broken = "[\"" + std::string(100000, 'x') + "\",]";
  const std::string name = folder.write("file", broken);
  Setting setting;
  setting.before_start = [] {  // no file may grow beyond 4096 bytes
    const struct rlimit limit = {4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, SIG_IGN);
  };
  const Outcome outcome = run_acode({"repair", "-i", name}, setting);
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.err, "acode: " + name + ": ACODE-CLI-006: cannot replace it: File too large\n");
  EXPECT_EQ(folder.read("file"), broken);
  EXPECT_EQ(folder.names(), Strings{"file"});
}

/// Repairs [1,] in a folder and a file with these permissions.
Outcome repair_with_modes(const TemporaryFolder& folder, mode_t of_folder, mode_t of_file) {
  const std::string name = folder.write("file", "[1,]");
  folder.give_away("file");
  ::chmod(name.c_str(), of_file);
  ::chmod(folder.path().c_str(), of_folder);
  Outcome outcome = run_acode({"repair", "-i", name}, Setting{.before_start = test::become_another_user});
  ::chmod(folder.path().c_str(), 0700);
  return outcome;
}

TEST(InPlace, AFolderThatMayNotBeWritten) {
  const TemporaryFolder folder;
  const Outcome outcome = repair_with_modes(folder, 0500, 0600);
  if (test::not_run(outcome)) GTEST_SKIP() << "the program cannot be run as another user here";
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.err.find("ACODE-CLI-003: cannot replace it: Permission denied\n"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(folder.read("file"), "[1,]");
}

TEST(InPlace, AFileThatMayNotBeWrittenIsNotReplaced) {
  const TemporaryFolder folder;
  const Outcome outcome = repair_with_modes(folder, 0700, 0400);
  if (test::not_run(outcome)) GTEST_SKIP() << "the program cannot be run as another user here";
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.err.find("ACODE-CLI-003: cannot replace it: Permission denied\n"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(folder.read("file"), "[1,]");
}

TEST(InPlace, AnotherUserCanRepairTheirOwnFiles) {
  const TemporaryFolder folder;
  const Outcome outcome = repair_with_modes(folder, 0700, 0600);
  if (test::not_run(outcome)) GTEST_SKIP() << "the program cannot be run as another user here";
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(folder.read("file"), "[1]");
}

TEST(InPlace, WhatIsNoPlainFileIsRefused) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_acode({"repair", "-i", folder.path()}).status, 3);
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const Outcome outcome = test::run_shell("echo '[1,]' > pipe & \"$acode\" repair -i pipe", folder.path());
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.err.find("acode: pipe: ACODE-CLI-004: only a plain file can be replaced"), std::string::npos)
      << outcome.err;
}

}  // namespace
}  // namespace acode
