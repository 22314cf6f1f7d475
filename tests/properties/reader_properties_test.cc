// The strict reader on random texts: it reads what was written, in pieces as well as whole, and its errors can be trusted.
#include <gtest/gtest.h>

#include "acode/json/reader.h"
#include "properties/holds.h"
#include "properties/samples.h"
#include "support_gen/generate.h"
#include "support_gen/laws.h"

namespace acode::test {
namespace {

/// The reader cut after every byte, and at every single place in two.
std::string law_every_split(std::string_view text) {
  std::string wrong = law_reader_pieces(text, cut_everywhere(text.size()), wide_limits());
  for (std::size_t at = 0; wrong.empty() && at <= text.size(); ++at)
    wrong = law_reader_pieces(text, {at}, wide_limits());
  return wrong;
}

/// AR-3, AR-4: kinds, order, duplicates, characters and digits are those of the tree that the text was made from.
TEST(ReaderProperties, ReadsTheTreeThatWasSpelled) {
  for (std::size_t i = 0; i < rounds(4000); ++i) {
    Random random(i);
    const Tree tree = random.one_in(10) ? deep_tree(random, random.between(1, 60)) : random_tree(random, {});
    const std::string text = random.one_in(2) ? spell(random, tree) : spell_plainly(tree, random.below(4));
    const Result<json::Document> document = json::parse(text);
    ASSERT_TRUE(document.ok()) << to_string(document.error()) << " in " << text;
    ASSERT_TRUE(same(document->root(), tree)) << text;
  }
}

/// AR-5: a depth of n is refused where the limit is n - 1, at the bracket that is too deep, and accepted where it is n;
/// whole or in pieces.
TEST(ReaderProperties, KeepsTheLimitOfDepth) {
  for (std::size_t i = 0; i < rounds(300); ++i) {
    Random random(i);
    const std::size_t depth = random.between(2, 200);
    const std::string text = spell_plainly(deep_tree(random, depth), 0);
    Limits limits;
    limits.max_depth = static_cast<std::uint32_t>(depth);
    ASSERT_TRUE(json::parse(text, limits).ok()) << text;
    ASSERT_EQ(law_reader_pieces(text, cut_everywhere(text.size()), limits), "");
    --limits.max_depth;
    ASSERT_EQ(law_reader_pieces(text, cut_everywhere(text.size()), limits), "");
    const Result<json::Document> document = json::parse(text, limits);
    ASSERT_FALSE(document.ok());
    ASSERT_EQ(document.error().code, ErrorCode::kTooDeep);
    const char bracket = text[document.error().position.offset];
    ASSERT_TRUE(bracket == '[' || bracket == '{') << text;
  }
}

/// AR-5: a text of n bytes is refused where the limit is n - 1, whole or in pieces.
TEST(ReaderProperties, KeepsTheLimitOfSize) {
  for (std::size_t i = 0; i < rounds(300); ++i) {
    Random random(i);
    const std::string text = valid_text(random);
    Limits limits;
    limits.max_bytes = text.size();
    ASSERT_EQ(law_reader_pieces(text, random_cuts(random, text.size(), 5), limits), "");
    ASSERT_TRUE(json::parse(text, limits).ok());
    --limits.max_bytes;
    const Result<json::Document> document = json::parse(text, limits);
    ASSERT_FALSE(document.ok());
    ASSERT_EQ(document.error().code, ErrorCode::kTooLarge);
    json::Reader reader(limits);
    bool going = true;
    for (std::size_t at = 0; going && at < text.size(); ++at) going = reader.feed(std::string_view(text).substr(at, 1));
    ASSERT_FALSE(reader.finish());
    ASSERT_EQ(reader.error()->code, ErrorCode::kTooLarge) << text;
  }
}

TEST(ReaderProperties, ErrorsSayWhere) {
  for (std::size_t i = 0; i < rounds(20000); ++i) {
    Random random(i);
    ASSERT_TRUE(holds(broken_text(random), [](std::string_view text) { return law_reader_errors(text, {}); }));
  }
  for (const std::string& text : suite_texts(100000)) ASSERT_EQ(law_reader_errors(text, wide_limits()), "");
}

/// ST-3.
TEST(ReaderProperties, PiecesAreTheWholeAtEverySplit) {
  for (std::size_t i = 0; i < rounds(700); ++i) {
    Random random(i);
    ASSERT_TRUE(holds(any_text(random).substr(0, 300), law_every_split));
  }
}

TEST(ReaderProperties, PiecesAreTheWholeForTheSuite) {
  for (const std::string& text : suite_texts(200)) ASSERT_TRUE(holds(text, law_every_split));
}

TEST(ReaderProperties, PiecesAreTheWholeForLongTexts) {
  for (std::size_t i = 0; i < rounds(150); ++i) {
    Random random(i);
    TreeShape shape;
    shape.max_children = 16;
    shape.max_string = 400;
    shape.max_depth = 3;
    std::string text = spell(random, random_tree(random, shape));
    if (random.one_in(2)) text = break_text(random, text);
    ASSERT_EQ(law_reader_pieces(text, random_cuts(random, text.size(), 30), wide_limits()), "");
    ASSERT_EQ(law_reader_pieces(text, cut_everywhere(text.size()), wide_limits()), "");
  }
}

/// A reader that is reset, or was used before, reads as a new one does.
TEST(ReaderProperties, RemembersNothing) {
  json::Reader used;
  for (std::size_t i = 0; i < rounds(5000); ++i) {
    Random random(i);
    const std::string text = any_text(random);
    json::Reader fresh;
    ASSERT_EQ(used.read(text), fresh.read(text)) << text;
    if (fresh.error() == nullptr) {
      ASSERT_EQ(outline(used.value()), outline(fresh.value())) << text;
    } else {
      ASSERT_EQ(to_string(*used.error()), to_string(*fresh.error())) << text;
    }
  }
}

}  // namespace
}  // namespace acode::test
