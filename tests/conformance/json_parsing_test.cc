// The strict reader against the JSON parsing test suite (nst/JSONTestSuite): a file whose name begins with y_ must be
// accepted, with n_ refused; with i_ the standard leaves it open, and there must only be an answer.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "acode/json/reader.h"
#include "support/corpus.h"

namespace acode::test {
namespace {

namespace fs = std::filesystem;

/// The suite nests up to 100,000 levels; a limit is not what is tested here.
constexpr Limits kWide{std::size_t{1} << 24, 1000000};

class JsonParsingSuite : public testing::Test {
 protected:
  void SetUp() override {
    const std::optional<fs::path> corpus = corpus_dir();
    if (!corpus || !fs::is_directory(*corpus / "json-parsing" / "test_parsing")) GTEST_SKIP() << kNoCorpus;
    for (const fs::directory_entry& entry : fs::directory_iterator(*corpus / "json-parsing" / "test_parsing")) {
      files_.push_back(entry.path());
    }
    std::sort(files_.begin(), files_.end());
  }

  /// The files whose names begin so.
  [[nodiscard]] std::vector<fs::path> files(const std::string& prefix) const {
    std::vector<fs::path> chosen;
    std::copy_if(files_.begin(), files_.end(), std::back_inserter(chosen),
                 [&](const fs::path& path) { return path.filename().string().starts_with(prefix); });
    return chosen;
  }

 private:
  std::vector<fs::path> files_;
};

TEST_F(JsonParsingSuite, AcceptsWhatMustBeAccepted) {
  const std::vector<fs::path> accepted = files("y_");
  EXPECT_GE(accepted.size(), 95U);
  for (const fs::path& file : accepted) {
    const Result<json::Document> document = json::parse(read_file(file), kWide);
    EXPECT_TRUE(document.ok()) << file.filename() << ": " << to_string(document.error());
  }
}

TEST_F(JsonParsingSuite, RefusesWhatMustBeRefused) {
  const std::vector<fs::path> refused = files("n_");
  EXPECT_GE(refused.size(), 185U);
  for (const fs::path& file : refused) {
    const std::string text = read_file(file);
    const Result<json::Document> document = json::parse(text, kWide);
    ASSERT_FALSE(document.ok()) << file.filename();
    EXPECT_EQ(document.error().code, ErrorCode::kInvalidJson) << file.filename();
    EXPECT_LE(document.error().position.offset, text.size()) << file.filename();
    EXPECT_FALSE(document.error().message.empty()) << file.filename();
  }
}

TEST_F(JsonParsingSuite, AnswersWhatMayBeEither) {
  const std::vector<fs::path> either = files("i_");
  EXPECT_GE(either.size(), 34U);
  for (const fs::path& file : either) {
    const Result<json::Document> document = json::parse(read_file(file), kWide);
    EXPECT_TRUE(document.ok() || !document.error().message.empty()) << file.filename();
  }
}

/// AR-5: with the limits of the contract the deep ones are refused for their depth, at its bracket, not by a crash.
TEST_F(JsonParsingSuite, RefusesDepthAtTheDefaultLimit) {
  for (const fs::path& file : files("n_structure_100000")) {
    const Result<json::Document> document = json::parse(read_file(file));
    ASSERT_FALSE(document.ok());
    EXPECT_EQ(document.error().code, ErrorCode::kTooDeep);
    EXPECT_EQ(document.error().position.offset, Limits{}.max_depth);
  }
}

}  // namespace
}  // namespace acode::test
