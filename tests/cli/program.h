// Runs the real program in tests, and gives it files to work on.
//
//   Outcome outcome = run_acode({"repair", "-"}, "[1,]");
//   EXPECT_EQ(outcome.out, "[1]");
//   EXPECT_EQ(outcome.status, 0);
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace acode::test {

struct Outcome {
  int status = -1;  ///< exit status; 128 and the signal's number if a signal ended it
  std::string out;
  std::string err;
};

/// What a process can be started with, beside its words.
struct Setting {
  std::string input{};                     ///< of standard input, which is a file
  std::vector<std::string> environment{};  ///< added: "NAME=value"; "NAME" takes one away
  std::string directory{};                 ///< to work in; empty: this one
  std::function<void()> before_start{};    ///< runs in the child, with its descriptors in place
  bool out_is_terminal = false;            ///< standard output is a terminal, and `out` what it shows
  bool err_is_terminal = false;            ///< the same for standard error, and `err`
};

Outcome run_acode(const std::vector<std::string>& words, const Setting& setting);
Outcome run_acode(const std::vector<std::string>& words, std::string_view input = "");

/// Runs a line of shell in which $acode is the program.
Outcome run_shell(const std::string& line, const std::string& directory = "");

/// For before_start: root may read and write everything, so it becomes somebody else. Ends the child with kNotAllowed
/// where that is not possible.
void become_another_user();
inline constexpr int kNotAllowed = 99;

/// For before_start: puts an empty file system with room for so many bytes in the place of a folder. Nobody else sees it,
/// and it goes with the process. Ends the child with kNotAllowed where that is not possible.
void use_small_disk(const std::string& folder, std::size_t bytes);

/// Whether the program could not be run as another user; then a test can only be skipped.
inline bool not_run(const Outcome& outcome) { return outcome.status == kNotAllowed || outcome.status == 127; }

/// The path of the program.
std::string acode_program();

/// A folder that is gone at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(std::string_view name) const { return path_ + "/" + std::string(name); }

  /// Writes a file and returns its path.
  std::string write(std::string_view name, std::string_view content) const;
  [[nodiscard]] std::string read(std::string_view name) const;

  /// Gives the folder and a file in it to the user that become_another_user() chooses.
  void give_away(std::string_view name) const;

  /// The names of all entries, hidden ones too, in order.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::string path_;
};

/// A descriptor of a file in memory.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view content = "");
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile();

  [[nodiscard]] int descriptor() const { return descriptor_; }

  /// All that is in it, from its start.
  [[nodiscard]] std::string content() const;

 private:
  int descriptor_;
};

/// Whether a piece stands anywhere in a text.
inline bool contains(std::string_view text, std::string_view piece) {
  return text.find(piece) != std::string_view::npos;
}

/// `text` many times.
std::string repeat(std::string_view text, std::size_t times);

}  // namespace acode::test
