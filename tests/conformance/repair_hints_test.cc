// The repair with a schema in hand (RP-5): never worse than without, on texts that were broken elsewhere.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>

#include "acode/json/reader.h"
#include "acode/schema/hints.h"
#include "conformance/repair_corpus.h"
#include "support/corpus.h"

namespace acode::test {
namespace {

namespace fs = std::filesystem;

void expect_no_loss(const RepairReport& without, const RepairReport& with) {
  ASSERT_EQ(without.scores.size(), with.scores.size());
  for (std::size_t i = 0; i < with.scores.size(); ++i) {
    if (without.scores[i].verdict != Verdict::kExact || with.scores[i].verdict == Verdict::kExact) continue;
    ADD_FAILURE() << with.scores[i].row.id << " is exact without a schema, and " << verdict_name(with.scores[i].verdict)
                  << " with it";
    print_miss(std::cout, with.scores[i]);
  }
}

TEST(RepairHints, RP5_ASchemaMakesSingleDefectsNoWorse) {
  const std::optional<fs::path> corpus = corpus_dir();
  if (!corpus) GTEST_SKIP() << kNoCorpus;
  const fs::path file = *corpus / "repair" / "mutations.jsonl";
  const RepairReport without = score_repairs(file, scoring_options());
  const RepairReport with = score_repairs_with_schemas(file, scoring_options());
  const std::size_t rows = with.all.total();
  ASSERT_GT(rows, 0U);
  EXPECT_GE(with.all.exact * 100, rows * 95) << with.all.exact << " of " << rows << " are exact";
  EXPECT_LE(with.all.wrong * 1000, rows * 15) << with.all.wrong << " of " << rows << " are wrong";
  EXPECT_GT(with.all.exact, without.all.exact) << "some can only be told with a schema";
  expect_no_loss(without, with);
  if (HasFailure() || std::getenv("ACODE_VERBOSE") != nullptr) print_table(std::cout, with);
}

TEST(RepairHints, RP5_ASchemaMakesHardCasesNoWorse) {
  const std::optional<fs::path> corpus = corpus_dir();
  if (!corpus) GTEST_SKIP() << kNoCorpus;
  const fs::path file = *corpus / "repair" / "hard.jsonl";
  const RepairReport with = score_repairs_with_schemas(file, scoring_options());
  ASSERT_GT(with.all.total(), 0U);
  expect_no_loss(score_repairs(file, scoring_options()), with);
}

/// RP-7: a text in pieces comes out as the whole does, with a schema too.
TEST(RepairHints, RP5_TheSameInPieces) {
  const std::optional<fs::path> corpus = corpus_dir();
  if (!corpus) GTEST_SKIP() << kNoCorpus;
  const fs::path file = *corpus / "repair" / "mutations.jsonl";
  for (const RepairScore& score : score_repairs_with_schemas(file, scoring_options()).scores) {
    const Result<json::Document> expected = json::parse(score.row.expected);
    if (score.verdict == Verdict::kRefused || !expected) continue;
    const Result<schema::Schema> schema = schema::Schema::compile(plain_schema(expected->root()));
    ASSERT_TRUE(schema) << score.row.id;
    const schema::SchemaHints hints(*schema);
    json::RepairOptions options = scoring_options();
    options.hints = &hints;
    json::TolerantReader reader(options);
    for (const char& byte : score.row.input) reader.feed({&byte, 1});
    EXPECT_TRUE(reader.finish()) << score.row.id;
    EXPECT_EQ(reader.text(), score.got) << score.row.id;
  }
}

}  // namespace
}  // namespace acode::test
