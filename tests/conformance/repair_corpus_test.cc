// The repair against texts that were broken elsewhere (RP-3, RP-4): how many come back as the value they were meant to be.
// The floors are those the project promises. With ACODE_VERBOSE set, or below a floor, the tables are printed.
#include "conformance/repair_corpus.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>

#include "support/corpus.h"

namespace acode::test {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> repair_file(const char* name) {
  const std::optional<fs::path> corpus = corpus_dir();
  if (!corpus || !fs::exists(*corpus / "repair" / name)) return std::nullopt;
  return *corpus / "repair" / name;
}

void print_if(bool needed, const RepairReport& report) {
  if (needed || std::getenv("ACODE_VERBOSE") != nullptr) print_table(std::cout, report);
}

TEST(RepairCorpus, SingleDefectsAreMendedExactly) {
  const std::optional<fs::path> file = repair_file("mutations.jsonl");
  if (!file) GTEST_SKIP() << kNoCorpus;
  const RepairReport report = score_repairs(*file, scoring_options());
  const std::size_t rows = report.all.total();
  EXPECT_TRUE(report.unreadable.empty());
  ASSERT_GT(rows, 0U);
  EXPECT_GE(report.all.exact * 100, rows * 92) << report.all.exact << " of " << rows << " are exact";
  EXPECT_LE(report.all.wrong * 100, rows * 3) << report.all.wrong << " of " << rows << " are wrong";
  print_if(HasFailure(), report);
}

TEST(RepairCorpus, HardCasesAreRight) {
  const std::optional<fs::path> file = repair_file("hard.jsonl");
  if (!file) GTEST_SKIP() << kNoCorpus;
  const RepairReport report = score_repairs(*file, scoring_options());
  EXPECT_TRUE(report.unreadable.empty());
  ASSERT_EQ(report.all.total(), 100U);
  EXPECT_GE(report.all.exact, 90U);
  print_if(HasFailure(), report);
}

/// RP-10: the safe level may refuse more, but must not be wrong more often.
TEST(RepairCorpus, TheSafeLevelIsWrongLessOften) {
  const std::optional<fs::path> file = repair_file("mutations.jsonl");
  if (!file) GTEST_SKIP() << kNoCorpus;
  json::RepairOptions safe = scoring_options();
  safe.level = json::RepairLevel::kSafe;
  const RepairReport at_safe = score_repairs(*file, safe);
  const RepairReport at_normal = score_repairs(*file, scoring_options());
  EXPECT_LE(at_safe.all.wrong, at_normal.all.wrong);
  print_if(HasFailure(), at_safe);
}

}  // namespace
}  // namespace acode::test
