// The official JSON Schema test suite: every required test of the three drafts (SC-2), no exceptions; of the optional ones
// all but a short list that may only shrink.
#include "conformance/schema_suite.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/corpus.h"

namespace acode::test {
namespace {

using schema::Draft;

std::optional<std::filesystem::path> suite_dir() {
  const auto corpus = corpus_dir();
  if (!corpus || !std::filesystem::is_directory(*corpus / "json-schema-test-suite")) return std::nullopt;
  return *corpus / "json-schema-test-suite";
}

std::string in_words(const SuiteReport& report) {
  std::string words;
  for (const SuiteMiss& miss : report.misses) words += miss.file + ": " + miss.description + ": " + miss.got + "\n";
  return words;
}

class SchemaSuite : public testing::TestWithParam<Draft> {};

TEST_P(SchemaSuite, RequiredTestsAllPassSC2) {
  const auto suite = suite_dir();
  if (!suite) GTEST_SKIP() << kNoCorpus;
  const SuiteReport report = run_suite(*suite, GetParam(), SuitePart::kRequired);
  EXPECT_GT(report.total, 900U);
  EXPECT_TRUE(report.misses.empty()) << in_words(report);
}

// Left: contentMediaType and contentEncoding, which draft 7 allows to be checked and later drafts do not.
TEST_P(SchemaSuite, OptionalTestsPassButForContent) {
  const auto suite = suite_dir();
  if (!suite) GTEST_SKIP() << kNoCorpus;
  SuiteReport report = run_suite(*suite, GetParam(), SuitePart::kOptional);
  EXPECT_GT(report.total, 700U);
  std::erase_if(report.misses, [](const SuiteMiss& miss) { return miss.file == "optional/content.json"; });
  EXPECT_TRUE(report.misses.empty()) << in_words(report);
}

INSTANTIATE_TEST_SUITE_P(Drafts, SchemaSuite, testing::Values(Draft::k7, Draft::k201909, Draft::k202012),
                         [](const testing::TestParamInfo<Draft>& draft) {
                           std::string name = "Draft" + std::string(schema::draft_name(draft.param));
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace acode::test
