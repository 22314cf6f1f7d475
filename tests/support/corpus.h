// Where the cases from outside lie, and how to read files in tests.
//
//   auto corpus = acode::test::corpus_dir();
//   if (!corpus) GTEST_SKIP() << acode::test::kNoCorpus;
//   for (const std::string& row : acode::test::read_lines(*corpus / "repair" / "hard.jsonl")) ...
//
// The corpus is no part of this repository: tests that need it are skipped where it is absent.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace acode::test {

/// What a skipped test says.
inline constexpr std::string_view kNoCorpus =
    "the corpus is absent: set ACODE_CORPUS to its folder, or put it at ../shared/corpus beside the repository";

/// The folder of the corpus: what ACODE_CORPUS names, else ../shared/corpus beside the repository; nothing if there is
/// no such folder. ACODE_CORPUS set to the empty string means that there is none.
std::optional<std::filesystem::path> corpus_dir();

/// The bytes of a file. Throws std::runtime_error if it cannot be read: a test that needs a file has failed without it.
std::string read_file(const std::filesystem::path& path);

/// The lines of a file without their ends ("\n" or "\r\n"). Nothing comes after the last line end.
std::vector<std::string> read_lines(const std::filesystem::path& path);

}  // namespace acode::test
