// Partial values (ST-4): at every byte of a text there is one to be read, it is valid JSON, and it grows with the text.
#include <gtest/gtest.h>

#include <optional>

#include "acode/json/reader.h"
#include "properties/holds.h"
#include "properties/samples.h"
#include "support/corpus.h"
#include "support_gen/generate.h"
#include "support_gen/laws.h"
#include "support_gen/partial_model.h"

namespace acode::test {
namespace {

std::string law_reader_at_every_byte(std::string_view text) {
  return law_reader_partials(text, cut_everywhere(text.size()), wide_limits());
}

std::string law_repair_at_every_byte(std::string_view text) {
  return law_repair_partials(text, cut_everywhere(text.size()), wide_options());
}

/// The model against which the readers are held is itself held against what others expect of beginnings.
TEST(PartialModel, AgreesWithTheCorpus) {
  const auto corpus = corpus_dir();
  if (!corpus) GTEST_SKIP() << kNoCorpus;
  for (const std::string& line : read_lines(*corpus / "repair" / "partial_vercel.jsonl")) {
    const Result<json::Document> row = json::parse(line);
    ASSERT_TRUE(row.ok());
    const std::string_view input = row->root().find("input")->as_string();
    const Result<json::Document> expected = json::parse(row->root().find("expected")->as_string());
    const std::optional<std::string> modelled = partial_text(input);
    ASSERT_EQ(modelled.has_value(), expected.ok()) << input;
    if (modelled) {
      ASSERT_TRUE(json::parse(*modelled)->root().equals(expected->root())) << input;
    }
  }
}

TEST(PartialModel, CutsAtWholeCharacters) {
  EXPECT_EQ(partial_text("\"a\xc3"), "\"a\"");
  EXPECT_EQ(partial_text("\"a\\ud83d"), "\"a\"");
  EXPECT_EQ(partial_text("\"a\\ud83d\\ude0"), "\"a\"");
  EXPECT_EQ(partial_text("\"a\\ud83d\\ude00"), "\"a\\ud83d\\ude00\"");
  EXPECT_EQ(partial_text("{\"a\": -"), "{}");
  EXPECT_EQ(partial_text("{\"a\": 1, \"b\": {\"c\""), "{\"a\": 1, \"b\": {}}");
  EXPECT_EQ(partial_text("  "), std::nullopt);
}

TEST(PartialProperties, TheReaderHasOneAtEveryByte) {
  for (std::size_t i = 0; i < rounds(600); ++i) {
    Random random(i);
    ASSERT_TRUE(holds(any_text(random).substr(0, 400), law_reader_at_every_byte));
  }
}

TEST(PartialProperties, TheReaderHasOneBehindEveryPiece) {
  for (std::size_t i = 0; i < rounds(3000); ++i) {
    Random random(i);
    const std::string text = any_text(random);
    ASSERT_TRUE(holds(text, [i](std::string_view shorter) {
      Random cutting(i);
      return law_reader_partials(shorter, random_cuts(cutting, shorter.size(), 6), {});
    }));
  }
}

TEST(PartialProperties, TheReaderHasOneForTheSuite) {
  for (const std::string& text : suite_texts(300)) ASSERT_TRUE(holds(text, law_reader_at_every_byte));
}

/// Asking for it changes nothing: the text read with partial values on the way is the text read without.
TEST(PartialProperties, AskingChangesNothing) {
  for (std::size_t i = 0; i < rounds(3000); ++i) {
    Random random(i);
    const std::string text = any_text(random);
    json::Reader quiet;
    json::Reader asked;
    quiet.read(text);
    bool going = true;
    for (std::size_t at = 0; going && at < text.size(); ++at) {
      going = asked.feed(std::string_view(text).substr(at, 1));
      for (std::size_t times = random.below(3); times > 0; --times) static_cast<void>(asked.partial());
    }
    asked.finish();
    ASSERT_EQ(quiet.error() == nullptr, asked.error() == nullptr) << text;
    if (quiet.error() != nullptr) {
      ASSERT_EQ(to_string(*quiet.error()), to_string(*asked.error())) << text;
    } else {
      ASSERT_EQ(outline(quiet.value()), outline(asked.value())) << text;
    }
  }
}

TEST(PartialProperties, TheRepairHasOneAtEveryByte) {
  for (std::size_t i = 0; i < rounds(400); ++i) {
    Random random(i);
    ASSERT_TRUE(holds(any_text(random).substr(0, 400), law_repair_at_every_byte));
  }
}

TEST(PartialProperties, TheRepairHasOneBehindEveryPiece) {
  for (std::size_t i = 0; i < rounds(3000); ++i) {
    Random random(i);
    const std::string text = any_text(random);
    ASSERT_TRUE(holds(text, [i](std::string_view shorter) {
      Random cutting(i);
      return law_repair_partials(shorter, random_cuts(cutting, shorter.size(), 6), wide_options());
    }));
  }
}

}  // namespace
}  // namespace acode::test
