// The writer, equality and pointers on random trees.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "acode/json/pointer.h"
#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "properties/samples.h"
#include "support_gen/generate.h"
#include "support_gen/laws.h"

namespace acode::test {
namespace {

/// AR-3: what is written can be read, is equal, and has the same digits.
TEST(WriterProperties, RoundTrip) {
  for (std::size_t i = 0; i < rounds(3000); ++i) {
    Random random(i);
    const std::string text = valid_text(random);
    const Result<json::Document> document = json::parse(text);
    ASSERT_TRUE(document.ok()) << text;
    ASSERT_EQ(law_writer_round_trip(document->root()), "");
  }
}

TEST(WriterProperties, DeepTreesToo) {
  for (const std::size_t depth : {100U, 1000U}) {
    Random random(depth);
    const Result<json::Document> document = json::parse(spell_plainly(deep_tree(random, depth), 0), wide_limits());
    ASSERT_TRUE(document.ok());
    ASSERT_EQ(law_writer_round_trip(document->root()), "");
  }
}

/// The compact form is the shortest: no white space outside strings, and writing it again changes nothing.
TEST(WriterProperties, CompactIsStable) {
  for (std::size_t i = 0; i < rounds(3000); ++i) {
    Random random(i);
    const std::string text = valid_text(random);
    const std::string compact = json::write(json::parse(text)->root());
    ASSERT_LE(compact.size(), text.size()) << text;
    ASSERT_EQ(json::write(json::parse(compact)->root()), compact);
  }
}

/// Any bytes become a valid string, and ASCII comes back as it was.
TEST(WriterProperties, AnyBytesMakeAString) {
  for (std::size_t i = 0; i < rounds(20000); ++i) {
    Random random(i);
    const std::string bytes = random_bytes(random, 20);
    std::string written = "before";
    json::write_string_to(written, bytes);
    ASSERT_TRUE(written.starts_with("before"));
    const Result<json::Document> read = json::parse(std::string_view(written).substr(6));
    ASSERT_TRUE(read.ok()) << written;
    const bool is_ascii = std::all_of(bytes.begin(), bytes.end(), [](char c) { return c >= 0; });
    if (is_ascii) {
      ASSERT_EQ(read->root().as_string(), bytes);
    }
  }
}

/// A tree with its members in another order.
Tree shuffled(Random& random, Tree tree) {
  for (std::size_t i = tree.members.size(); i > 1; --i) std::swap(tree.members[i - 1], tree.members[random.below(i)]);
  for (TreeMember& member : tree.members) member.value = shuffled(random, std::move(member.value));
  for (Tree& element : tree.elements) element = shuffled(random, std::move(element));
  return tree;
}

TEST(EqualityProperties, OrderOfMembersDoesNotMatter) {
  TreeShape shape;
  shape.duplicate_keys = false;
  for (std::size_t i = 0; i < rounds(3000); ++i) {
    Random random(i);
    const Tree tree = random_tree(random, shape);
    const Result<json::Document> one = json::parse(spell(random, tree));
    const Result<json::Document> other = json::parse(spell(random, shuffled(random, tree)));
    ASSERT_TRUE(one->root().equals(other->root())) << json::write(one->root());
    ASSERT_TRUE(other->root().equals(one->root())) << json::write(one->root());
  }
}

TEST(EqualityProperties, IsSymmetricAndKeepsKindsApart) {
  TreeShape shape;
  shape.max_depth = 3;
  shape.max_children = 2;
  shape.max_string = 2;
  for (std::size_t i = 0; i < rounds(10000); ++i) {
    Random random(i);
    const Tree tree = random_tree(random, shape);
    const Tree other_tree = random_tree(random, shape);
    const Result<json::Document> one = json::parse(spell(random, tree));
    const Result<json::Document> other = json::parse(spell(random, other_tree));
    ASSERT_TRUE(one->root().equals(one->root())) << json::write(one->root());
    ASSERT_EQ(one->root().equals(other->root()), other->root().equals(one->root()))
        << json::write(one->root()) << " " << json::write(other->root());
    if (one->root().kind() != other->root().kind()) {
      ASSERT_FALSE(one->root().equals(other->root()));
    }
  }
}

TEST(EqualityProperties, NumbersByTheirMathematicalValue) {
  const auto equal = [](std::string_view one, std::string_view other) {
    const Result<json::Document> a = json::parse(one);
    const Result<json::Document> b = json::parse(other);
    return a->root().equals(b->root()) && b->root().equals(a->root());
  };
  EXPECT_TRUE(equal("1", "1.0"));
  EXPECT_TRUE(equal("1000", "1e3"));
  EXPECT_TRUE(equal("-0", "0"));
  EXPECT_TRUE(equal("0e5", "0.000"));
  EXPECT_TRUE(equal("12345678901234567890123e2", "1234567890123456789012300"));
  EXPECT_TRUE(equal("1E400", "10e399"));
  EXPECT_TRUE(equal("0.1", "1e-1"));
  EXPECT_FALSE(equal("12345678901234567890123", "12345678901234567890124"));
  EXPECT_FALSE(equal("0.1", "0.10000000000000000001"));
  EXPECT_FALSE(equal("1e400", "1e401"));
  EXPECT_FALSE(equal("1", "-1"));
  EXPECT_FALSE(equal("1", "\"1\""));
  EXPECT_FALSE(equal("1e-400", "0"));
}

/// Moving the point and the exponent against each other does not change a number; changing a digit does.
TEST(EqualityProperties, NumbersSpelledOtherwise) {
  for (std::size_t i = 0; i < rounds(5000); ++i) {
    Random random(i);
    std::string digits(1, random.pick_char("123456789"));
    for (std::size_t n = random.below(40); n > 0; --n) digits += random.pick_char("0123456789");
    const std::size_t places = random.below(digits.size());
    const std::string moved = digits.substr(0, digits.size() - places) +
                              (places == 0 ? "" : "." + digits.substr(digits.size() - places)) + "e" +
                              std::to_string(places);
    std::string other = digits;
    char& digit = other[random.below(other.size())];
    digit = digit == '9' ? '8' : static_cast<char>(digit + 1);
    const Result<json::Document> one = json::parse(digits);
    ASSERT_TRUE(one->root().equals(json::parse(moved)->root())) << digits << " " << moved;
    ASSERT_FALSE(one->root().equals(json::parse(other)->root())) << digits << " " << other;
    ASSERT_EQ(one->root().number_text(), digits);
  }
}

TEST(PointerProperties, EachValueIsFoundAgain) {
  for (std::size_t i = 0; i < rounds(2000); ++i) {
    Random random(i);
    const Result<json::Document> document = json::parse(valid_text(random));
    ASSERT_EQ(law_pointers(document->root()), "");
  }
}

/// What can be read as a pointer is written as it was; what cannot is refused at a place inside the text.
TEST(PointerProperties, TextsAreReadOrRefused) {
  for (std::size_t i = 0; i < rounds(20000); ++i) {
    Random random(i);
    std::string text;
    for (std::size_t n = random.below(12); n > 0; --n) text += random.pick_char("//~~01a2-9 \"\\");
    const Result<json::Pointer> pointer = json::Pointer::parse(text);
    if (pointer.ok()) {
      ASSERT_EQ(pointer->text(), text);
    } else {
      ASSERT_LE(pointer.error().position.offset, text.size()) << text;
    }
  }
}

/// Counts the names of each object the slow way.
void count_duplicates(json::Value value, std::size_t& found) {
  std::map<std::string_view, std::size_t> names;
  for (const json::Member member : value.members()) ++names[member.name];
  for (const auto& [name, count] : names) found += count > 1 ? 1 : 0;
  for (const json::Member member : value.members()) count_duplicates(member.value, found);
  for (const json::Value element : value.elements()) count_duplicates(element, found);
}

/// AR-4.
TEST(DuplicateKeyProperties, AllAreFound) {
  for (std::size_t i = 0; i < rounds(3000); ++i) {
    Random random(i);
    const std::string text = spell(random, random_tree(random, {}));
    const Result<json::Document> document = json::parse(text);
    std::size_t expected = 0;
    count_duplicates(document->root(), expected);
    const std::vector<json::DuplicateKey> found = json::find_duplicate_keys(document->root());
    ASSERT_EQ(found.size(), expected) << text;
    for (const json::DuplicateKey& duplicate : found) ASSERT_GE(duplicate.count, 2U) << duplicate.pointer;
  }
}

}  // namespace
}  // namespace acode::test
