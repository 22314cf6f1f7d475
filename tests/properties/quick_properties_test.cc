// The first look at a value (schema/quick.h) on random schemas and values: it says yes only where the checker does, and on
// schemas of the kind that tools have it does say yes.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/schema/schema.h"
#include "properties/samples.h"
#include "schema/checker.h"
#include "schema/program.h"
#include "schema/quick.h"
#include "support_gen/schema_gen.h"

namespace acode::test {
namespace {

using schema::Schema;
using schema::detail::check;
using schema::detail::NodeId;
using schema::detail::plainly_fits;
using schema::detail::plainly_fits_unrepeated;
using schema::detail::Program;

std::string plain(const Tree& tree) { return spell_plainly(tree, 0); }

Tree number_of(std::string digits) {
  Tree tree;
  tree.kind = json::Kind::kNumber;
  tree.characters = std::move(digits);
  return tree;
}

Tree number_of(std::size_t number) { return number_of(std::to_string(number)); }

Tree boolean_of(bool boolean) {
  Tree tree;
  tree.kind = json::Kind::kBoolean;
  tree.boolean = boolean;
  return tree;
}

Tree empty(json::Kind kind) {
  Tree tree;
  tree.kind = kind;
  return tree;
}

void add(Tree& object, std::string_view name, Tree value) {
  object.members.push_back({std::string(name), std::move(value)});
}

/// How often the first look said yes, and how often it could have.
struct Count {
  std::size_t yes = 0;
  std::size_t fitting = 0;
};

/// Holds both answers against each other on a value and all schemas that are part of the program.
void compare(const Program& program, json::Value value, Count& count, const std::string& context) {
  for (NodeId node = 0; node < program.nodes.size(); ++node) {
    const bool plainly = plainly_fits(program, node, value);
    const bool fits = check(program, node, value);
    ASSERT_TRUE(fits || !plainly) << "node " << node << " of " << context;
    if (plainly_fits_unrepeated(program, node, value)) {
      ASSERT_TRUE(plainly && json::find_duplicate_keys(value).empty()) << "node " << node << " of " << context;
    }
    if (node != program.root) continue;
    count.yes += plainly ? 1U : 0U;
    count.fitting += fits ? 1U : 0U;
  }
}

/// The same for all values inside a value.
void compare_all(const Program& program, json::Value value, Count& count, const std::string& context) {
  compare(program, value, count, context);
  Count others;
  for (const json::Value element : value.elements()) compare_all(program, element, others, context);
  for (const json::Member member : value.members()) compare_all(program, member.value, others, context);
}

void compare_text(const Schema& schema, const std::string& text, Count& count) {
  const Result<json::Document> document = json::parse(text);
  ASSERT_TRUE(document.ok()) << text;
  compare_all(schema.program(), document->root(), count, json::write(schema.source()) + "\n" + text);
}

/// A schema such as tools have, and a value that fits it.
struct Fitting {
  Tree schema;
  Tree value;
};

constexpr std::string_view kNames[] = {"path",
                                       "q",
                                       "days",
                                       "start_line",
                                       "description",
                                       "max_results",
                                       "",
                                       "größe",
                                       "exactly8",
                                       "exactly16_chars_",
                                       "a_name_that_is_longer_than_that"};

Fitting random_fitting(Random& random, std::size_t depth);

Fitting fitting_number(Random& random) {
  const bool whole = random.one_in(2);
  const std::size_t least = random.below(10);
  const std::size_t most = least + random.below(100);
  Fitting out{object_of("type", text_of(whole ? "integer" : "number")), number_of(random.between(least, most))};
  const bool fraction = !whole && most > least && random.one_in(2);
  if (fraction)
    out.value = number_of(std::to_string(random.between(least, most - 1)) + "." + std::to_string(random.below(100)));
  if (random.one_in(2)) add(out.schema, "minimum", number_of(least));
  if (random.one_in(2)) add(out.schema, "maximum", number_of(most));
  return out;
}

Fitting fitting_text(Random& random) {
  static constexpr std::array<std::string_view, 4> kTexts = {"", "x", "a few words", "ключ и значение"};
  Fitting out{object_of("type", text_of("string")), text_of(kTexts[random.below(kTexts.size())])};
  switch (random.below(4)) {
    case 0:
      add(out.schema, "maxLength", number_of(40));
      break;
    case 1:
      add(out.schema, "pattern", text_of("^[A-Z]{2}-\\d+$"));
      out.value = text_of(random.one_in(2) ? "AB-1" : "XY-123456");
      break;
    case 2:
      add(out.schema, "enum", array_of({text_of("metric"), text_of("imperial"), text_of("something else entirely")}));
      out.value = text_of(random.one_in(2) ? "metric" : "something else entirely");
      break;
    default:
      break;
  }
  return out;
}

Fitting fitting_array(Random& random, std::size_t depth) {
  Fitting element = random_fitting(random, depth - 1);
  Fitting out{object_of("type", text_of("array")), empty(json::Kind::kArray)};
  for (std::size_t i = random.below(4); i > 0; --i) out.value.elements.push_back(element.value);
  if (!random.one_in(4)) add(out.schema, "items", std::move(element.schema));
  if (random.one_in(2)) add(out.schema, "maxItems", number_of(3));
  return out;
}

/// With all of the properties, or some; in their order, or not; with others, where these are allowed.
Fitting fitting_object(Random& random, std::size_t depth) {
  Fitting out{object_of("type", text_of("object")), empty(json::Kind::kObject)};
  Tree properties = empty(json::Kind::kObject);
  std::vector<Tree> required;
  for (const std::string_view name : kNames) {
    if (random.one_in(2)) continue;
    Fitting child = random_fitting(random, depth - 1);
    const bool needed = random.one_in(3);
    if (needed) required.push_back(text_of(name));
    if (needed || random.one_in(2)) add(out.value, name, std::move(child.value));
    add(properties, name, std::move(child.schema));
  }
  add(out.schema, "properties", std::move(properties));
  add(out.schema, "required", array_of(std::move(required)));
  const bool closed = random.one_in(2);
  if (closed) add(out.schema, "additionalProperties", boolean_of(false));
  if (!closed && random.one_in(2)) add(out.value, "other", array_of({number_of(1)}));
  return out;
}

Fitting random_fitting(Random& random, std::size_t depth) {
  switch (random.below(depth == 0 ? 4 : 7)) {
    case 0:
      return {object_of("type", text_of("boolean")), boolean_of(random.one_in(2))};
    case 1:
      return fitting_number(random);
    case 2:
    case 3:
      return fitting_text(random);
    case 4:
      return fitting_array(random, depth);
    default:
      return fitting_object(random, depth);
  }
}

Result<Schema> compile(const Tree& tree) { return Schema::compile(plain(tree)); }

TEST(QuickProperties, SaysYesOnlyWhereTheCheckerDoes) {
  Count count;
  for (std::size_t i = 0; i < rounds(3000) && !HasFailure(); ++i) {
    Random random(i);
    const Tree tree = random_schema(random, {});
    const Result<Schema> schema = compile(tree);
    ASSERT_TRUE(schema.ok()) << plain(tree);
    const Tree value = random_instance(random, tree);
    compare_text(*schema, spell(random, value), count);
    compare_text(*schema, plain(with_rivals(random, value)), count);
    compare_text(*schema, plain(shuffled_members(random, value)), count);
  }
  EXPECT_GT(count.yes, 0U);
}

TEST(QuickProperties, SaysYesOnlyWhereTheCheckerDoesForSchemasOfTools) {
  Count count;
  for (std::size_t i = 0; i < rounds(3000) && !HasFailure(); ++i) {
    Random random(i);
    const Tree tree = fitting_object(random, 3).schema;
    const Result<Schema> schema = compile(tree);
    ASSERT_TRUE(schema.ok()) << plain(tree);
    const Tree value = random_instance(random, tree);
    compare_text(*schema, spell(random, value), count);
    compare_text(*schema, plain(with_rivals(random, value)), count);
    compare_text(*schema, plain(shuffled_members(random, value)), count);
  }
  EXPECT_GT(count.yes, count.fitting / 2);
}

/// The speed of the validator hangs on this: what a model writes for an ordinary tool is not left to the checker.
TEST(QuickProperties, IsSureOfWhatFitsSchemasOfTools) {
  Count count;
  for (std::size_t i = 0; i < rounds(3000) && !HasFailure(); ++i) {
    Random random(i);
    const Fitting fitting = fitting_object(random, 3);
    const Result<Schema> schema = compile(fitting.schema);
    ASSERT_TRUE(schema.ok()) << plain(fitting.schema);
    const Tree value = random.one_in(2) ? fitting.value : shuffled_members(random, fitting.value);
    Count one;
    compare_text(*schema, spell(random, value), one);
    ASSERT_EQ(one.fitting, 1U) << plain(fitting.schema) << "\n" << plain(value);
    ASSERT_EQ(one.yes, 1U) << plain(fitting.schema) << "\n" << plain(value);
    count.yes += one.yes;
  }
  EXPECT_EQ(count.yes, rounds(3000));
}

/// What the schema does not name may be there twice, so nothing is said of it.
TEST(QuickProperties, KnowsThatNoNameIsThereTwiceWhereAllAreNamed) {
  const Result<Schema> schema = Schema::compile(
      R"({"type":"object","properties":{"a":{},"b":{"type":"object"},"c":{"type":"array"},"d":{"type":"array",
          "items":{"type":"object","properties":{"e":{"type":"integer"}}}},"f":{"type":"string"}}})");
  ASSERT_TRUE(schema.ok());
  const auto unrepeated = [&](std::string_view text) {
    const Result<json::Document> document = json::parse(text);
    return plainly_fits_unrepeated(schema->program(), schema->program().root, document->root());
  };
  EXPECT_TRUE(unrepeated(R"({})"));
  EXPECT_TRUE(unrepeated(R"({"f":"x","a":1,"d":[{"e":1},{"e":2}]})"));
  EXPECT_FALSE(unrepeated(R"({"f":"x","a":1,"f":"y"})"));
  EXPECT_FALSE(unrepeated(R"({"f":"x","f":"y"})"));
  EXPECT_FALSE(unrepeated(R"({"d":[{"e":1,"e":2}]})"));
  EXPECT_FALSE(unrepeated(R"({"a":{"x":1,"x":2}})"));
  EXPECT_FALSE(unrepeated(R"({"b":{"x":1,"x":2}})"));
  EXPECT_FALSE(unrepeated(R"({"c":[{"x":1,"x":2}]})"));
  EXPECT_FALSE(unrepeated(R"({"x":1,"x":2})"));
}

/// Of a value that is still being read no more is said than that it may fit.
TEST(QuickProperties, LeavesWhatIsStillOpen) {
  const Result<Schema> schema = Schema::compile(R"({"properties":{"a":{"items":{}},"b":{}},"type":"object"})");
  ASSERT_TRUE(schema.ok());
  const std::string_view text = R"({"a": [1, {"x": 2}], "b": {"y": []}})";
  for (std::size_t size = 1; size <= text.size(); ++size) {
    json::Reader reader;
    ASSERT_TRUE(reader.feed(text.substr(0, size)));
    const std::optional<json::Value> value = reader.partial();
    ASSERT_TRUE(value.has_value());
    EXPECT_EQ(plainly_fits(schema->program(), schema->program().root, *value), size == text.size()) << size;
  }
}

}  // namespace
}  // namespace acode::test
