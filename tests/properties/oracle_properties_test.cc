// The strict reader against simdjson and nlohmann: the same texts are valid, and stand for the same values.
#include <gtest/gtest.h>

#include "properties/holds.h"
#include "properties/samples.h"
#include "support_gen/generate.h"
#include "support_gen/oracles.h"

namespace acode::test {
namespace {

void expect_agreement(const std::string& text) {
  ASSERT_TRUE(holds(text, law_agrees_with_simdjson));
  ASSERT_TRUE(holds(text, law_agrees_with_nlohmann));
}

TEST(Oracles, AgreeOnValidTexts) {
  for (std::size_t i = 0; i < rounds(6000) && !testing::Test::HasFailure(); ++i) {
    Random random(i);
    expect_agreement(valid_text(random));
  }
}

TEST(Oracles, AgreeOnBrokenTexts) {
  for (std::size_t i = 0; i < rounds(20000) && !testing::Test::HasFailure(); ++i) {
    Random random(i);
    expect_agreement(broken_text(random));
  }
}

/// One byte lost or changed: most of these are still nearly JSON.
TEST(Oracles, AgreeOnNearMisses) {
  for (std::size_t i = 0; i < rounds(20000) && !testing::Test::HasFailure(); ++i) {
    Random random(i);
    TreeShape shape;
    shape.max_depth = 2;
    shape.max_children = 2;
    std::string text = spell(random, random_tree(random, shape));
    if (!text.empty()) text[random.below(text.size())] = static_cast<char>(random.below(256));
    expect_agreement(text);
  }
}

TEST(Oracles, AgreeOnTheSuite) {
  for (const std::string& text : suite_texts(1000000)) expect_agreement(text);
}

TEST(Oracles, AgreeOnTheCorpus) {
  for (const std::string& text : corpus_texts(100000)) expect_agreement(text);
}

}  // namespace
}  // namespace acode::test
