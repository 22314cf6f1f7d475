// Coercion on random schemas and values: what fits stays, what comes out is what it says, and nothing is turned into text.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

#include "acode/coerce/coerce.h"
#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/schema/schema.h"
#include "properties/samples.h"
#include "support_gen/schema_gen.h"

namespace acode::test {
namespace {

using coerce::Coerced;
using coerce::Level;
using schema::Schema;

constexpr std::array kLevels = {Level::kOff, Level::kSafe, Level::kAggressive};

std::string plain(const Tree& tree) { return spell_plainly(tree, 0); }

/// Some scalars of a value as the strings that models send instead.
Tree with_strings(Random& random, Tree tree) {
  for (Tree& element : tree.elements) element = with_strings(random, std::move(element));
  for (TreeMember& member : tree.members) member.value = with_strings(random, std::move(member.value));
  const bool scalar =
      tree.kind == json::Kind::kNumber || tree.kind == json::Kind::kBoolean || tree.kind == json::Kind::kNull;
  if (scalar && random.one_in(3)) return text_of(plain(tree));
  if (!scalar && tree.kind != json::Kind::kString && random.one_in(8)) return text_of(plain(tree));
  return tree;
}

/// Goes through random schemas and values that do not always fit them.
template <class Look>
void for_pairs(std::size_t usual, const Look& look) {
  for (std::size_t i = 0; i < rounds(usual); ++i) {
    Random random(i);
    const Tree tree = random_schema(random, {});
    schema::CompileOptions options;
    options.strict = random.one_in(2);
    const Result<Schema> schema = Schema::compile(plain(tree), options);
    ASSERT_TRUE(schema.ok()) << to_string(schema.error()) << "\n" << plain(tree);
    const Tree instance = random_instance(random, tree);
    for (const Tree& value : {instance, with_strings(random, instance)}) {
      const Result<json::Document> document = json::parse(plain(value));
      ASSERT_TRUE(document.ok()) << plain(value);
      look(*schema, document->root());
      if (testing::Test::HasFailure()) FAIL() << plain(tree) << "\n" << plain(value);
    }
  }
}

TEST(CoerceProperties, WhatFitsIsNeverChanged) {
  std::size_t fitted = 0;
  for_pairs(3000, [&](const Schema& schema, json::Value value) {
    if (!schema.accepts(value)) return;
    ++fitted;
    for (const Level level : kLevels) {
      const Coerced coerced = coerce::coerce(schema, value, level);
      EXPECT_TRUE(coerced.fits());
      EXPECT_FALSE(coerced.changed()) << coerce::joined(coerced.changes());
      EXPECT_EQ(json::write(coerced.value()), json::write(value));
    }
  });
  EXPECT_GT(fitted, 100U);
}

TEST(CoerceProperties, TheValidatorHasTheFinalWord) {
  std::size_t mended = 0;
  for_pairs(3000, [&](const Schema& schema, json::Value value) {
    for (const Level level : kLevels) {
      const Coerced coerced = coerce::coerce(schema, value, level);
      EXPECT_EQ(coerced.fits(), schema.accepts(coerced.value())) << json::write(coerced.value());
      EXPECT_FALSE(level == Level::kOff && coerced.changed());
      EXPECT_EQ(coerced.changed(), json::write(coerced.value()) != json::write(value));
      if (!coerced.changed() || !coerced.fits()) continue;
      ++mended;
      EXPECT_FALSE(coerce::coerce(schema, coerced.value(), level).changed()) << "again";
    }
  });
  EXPECT_GT(mended, 100U);
}

/// No place that held a number holds a string afterwards.
void expect_no_text_from_numbers(json::Value before, json::Value after) {
  EXPECT_FALSE(before.is_number() && after.is_string()) << json::write(before) << " became " << json::write(after);
  for (const json::Member member : before.members()) {
    if (const auto other = after.find(member.name)) expect_no_text_from_numbers(member.value, *other);
  }
  if (!after.is_array()) return;
  std::size_t position = 0;
  for (const json::Value element : before.elements()) {
    if (const auto other = after.at(position++)) expect_no_text_from_numbers(element, *other);
  }
}

TEST(CoerceProperties, ANumberNeverBecomesAStringCO2) {
  for_pairs(3000, [](const Schema& schema, json::Value value) {
    for (const Level level : kLevels) expect_no_text_from_numbers(value, coerce::coerce(schema, value, level).value());
  });
}

}  // namespace
}  // namespace acode::test
