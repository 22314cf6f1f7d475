// JSON Schema on random schemas and values: both passes agree, and what does not matter does not change the verdict.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/schema/schema.h"
#include "properties/samples.h"
#include "support_gen/schema_gen.h"

namespace acode::test {
namespace {

using schema::Schema;

std::string plain(const Tree& tree) { return spell_plainly(tree, 0); }

Result<Schema> compile(const Tree& tree, bool strict = false) {
  schema::CompileOptions options;
  options.strict = strict;
  return Schema::compile(plain(tree), options);
}

/// The verdict on a text; both ways to ask must give the same.
bool accepts(const Schema& schema, const std::string& text) {
  const Result<json::Document> value = json::parse(text);
  EXPECT_TRUE(value.ok()) << text;
  const bool verdict = schema.accepts(value->root());
  EXPECT_EQ(verdict, schema.validate(value->root()).empty()) << json::write(schema.source()) << "\n" << text;
  return verdict;
}

/// Goes through random pairs: `look` is given the schema, as tree and compiled, and a value.
template <class Look>
void for_pairs(std::size_t usual, const SchemaShape& shape, const Look& look) {
  constexpr std::size_t kValues = 3;  // for each schema
  for (std::size_t i = 0; i < rounds(usual); ++i) {
    Random random(i);
    const Tree tree = random_schema(random, shape);
    const Result<Schema> schema = compile(tree);
    ASSERT_TRUE(schema.ok()) << to_string(schema.error()) << "\n" << plain(tree);
    for (std::size_t n = 0; n < kValues; ++n) look(random, tree, *schema, random_instance(random, tree));
    if (testing::Test::HasFailure()) return;
  }
}

/// The test would be worth little if all values fitted, or none.
TEST(SchemaProperties, BothVerdictsAreCommon) {
  std::size_t valid = 0;
  std::size_t all = 0;
  for_pairs(3000, {}, [&](Random&, const Tree&, const Schema& schema, const Tree& value) {
    valid += accepts(schema, plain(value)) ? 1U : 0U;
    ++all;
  });
  EXPECT_GT(valid, all / 4);
  EXPECT_LT(valid, all / 4 * 3);
}

TEST(SchemaProperties, TheOrderOfMembersDoesNotMatter) {
  for_pairs(3000, {}, [](Random& random, const Tree& tree, const Schema& schema, const Tree& value) {
    const bool verdict = accepts(schema, plain(value));
    ASSERT_EQ(accepts(schema, plain(shuffled_members(random, value))), verdict) << plain(tree) << "\n" << plain(value);
    const Result<Schema> other = compile(shuffled_members(random, tree));
    ASSERT_TRUE(other.ok());
    ASSERT_EQ(accepts(*other, plain(value)), verdict) << plain(tree) << "\n" << plain(value);
  });
}

/// Other spacing, other escapes, and what is written after reading.
TEST(SchemaProperties, TheSpellingDoesNotMatter) {
  for_pairs(3000, {}, [](Random& random, const Tree& tree, const Schema& schema, const Tree& value) {
    const bool verdict = accepts(schema, plain(value));
    const std::string spelled = spell(random, value);
    ASSERT_EQ(accepts(schema, spelled), verdict) << plain(tree) << "\n" << spelled;
    ASSERT_EQ(accepts(schema, json::write(json::parse(spelled)->root())), verdict) << plain(tree) << "\n" << spelled;
    const Result<Schema> again = Schema::compile(schema.source());
    ASSERT_TRUE(again.ok());
    ASSERT_EQ(accepts(*again, spelled), verdict) << plain(tree) << "\n" << spelled;
  });
}

/// AR-4: of members with one name the last counts; those before it are as good as not there.
TEST(SchemaProperties, OverruledMembersDoNotMatter) {
  for_pairs(6000, {}, [](Random& random, const Tree& tree, const Schema& schema, const Tree& value) {
    const std::string twice = plain(with_rivals(random, value));
    ASSERT_EQ(accepts(schema, twice), accepts(schema, plain(value))) << plain(tree) << "\n" << twice;
  });
}

/// AR-4 for the schema's own text.
TEST(SchemaProperties, OverruledKeywordsDoNotMatter) {
  for_pairs(3000, {}, [](Random& random, const Tree& tree, const Schema& schema, const Tree& value) {
    const Tree twice = with_rivals(random, tree);
    const Result<Schema> other = compile(twice);
    ASSERT_TRUE(other.ok()) << to_string(other.error()) << "\n" << plain(twice);
    ASSERT_EQ(accepts(*other, plain(value)), accepts(schema, plain(value))) << plain(twice) << "\n" << plain(value);
  });
}

/// A schema inside another, with the references to its root turned to where it stands now.
Tree moved(Tree tree, std::string_view base) {
  if (tree.kind == json::Kind::kObject) {
    for (TreeMember& member : tree.members) {
      const bool reference = member.key == "$ref" && member.value.kind == json::Kind::kString;
      // Inside const and enum nothing is a reference, but the stock has no "$ref" there.
      if (reference) member.value.characters = std::string(base) + member.value.characters.substr(1);
      member.value = moved(std::move(member.value), base);
    }
  }
  for (Tree& element : tree.elements) element = moved(std::move(element), base);
  return tree;
}

/// Each is the same schema said in another way.
std::vector<Tree> wrapped(const Tree& tree) {
  std::vector<Tree> out;
  out.push_back(object_of("allOf", array_of({moved(tree, "#/allOf/0")})));
  out.push_back(object_of("anyOf", array_of({moved(tree, "#/anyOf/0"), moved(tree, "#/anyOf/1")})));
  out.push_back(object_of("not", object_of("not", moved(tree, "#/not/not"))));
  out.push_back(object_of("if", moved(tree, "#/if")));
  Tree never;
  never.kind = json::Kind::kBoolean;
  out.back().members.push_back({"else", never});
  out.push_back(object_of("$ref", text_of("#/$defs/x")));
  out.back().members.push_back({"$defs", object_of("x", moved(tree, "#/$defs/x"))});
  return out;
}

TEST(SchemaProperties, SaidInAnotherWay) {
  for_pairs(2500, {}, [](Random&, const Tree& tree, const Schema& schema, const Tree& value) {
    const bool verdict = accepts(schema, plain(value));
    for (const Tree& other : wrapped(tree)) {
      const Result<Schema> compiled = compile(other);
      ASSERT_TRUE(compiled.ok()) << to_string(compiled.error()) << "\n" << plain(other);
      ASSERT_EQ(accepts(*compiled, plain(value)), verdict) << plain(other) << "\n" << plain(value);
    }
  });
}

/// The negation of a schema accepts what it refuses and nothing else.
TEST(SchemaProperties, NotIsTheOpposite) {
  for_pairs(3000, {}, [](Random&, const Tree& tree, const Schema& schema, const Tree& value) {
    const Result<Schema> opposite = compile(object_of("not", moved(tree, "#/not")));
    ASSERT_TRUE(opposite.ok());
    ASSERT_NE(accepts(*opposite, plain(value)), accepts(schema, plain(value))) << plain(tree) << "\n" << plain(value);
  });
}

/// SC-6.
TEST(SchemaProperties, TheValueStaysAsItIs) {
  for_pairs(2000, {}, [](Random& random, const Tree&, const Schema& schema, const Tree& value) {
    const Tree twice = with_rivals(random, value);
    const Result<json::Document> document = json::parse(plain(twice));
    static_cast<void>(schema.accepts(document->root()));
    static_cast<void>(schema.validate(document->root()));
    ASSERT_TRUE(same(document->root(), twice)) << plain(twice);
  });
}

/// SC-4: a reason points at a place in the value, or at a member that is missing there; and at a keyword of the schema.
TEST(SchemaProperties, ReasonsPointAtWhatTheyAreAbout) {
  for_pairs(3000, {}, [](Random&, const Tree& tree, const Schema& schema, const Tree& value) {
    const Result<json::Document> document = json::parse(plain(value));
    for (const schema::Violation& violation : schema.validate(document->root())) {
      const std::string context =
          violation.where.text() + ": " + violation.message + "\n" + plain(tree) + "\n" + plain(value);
      json::Pointer where = violation.where;
      if (violation.actual == "missing") {
        ASSERT_FALSE(where.resolve(document->root()).has_value()) << context;
        where.pop();
      }
      ASSERT_TRUE(where.resolve(document->root()).has_value()) << context;
      ASSERT_FALSE(violation.message.empty()) << context;
      if (violation.keyword != "false") {
        ASSERT_TRUE(violation.schema.resolve(schema.source()).has_value()) << violation.schema.text() << " " << context;
      }
    }
  });
}

/// SC-4: as many reasons as are asked for, and the same ones.
TEST(SchemaProperties, FewerReasonsAreTheFirstOnes) {
  for_pairs(2000, {}, [](Random&, const Tree& tree, const Schema& schema, const Tree& value) {
    const Result<json::Document> document = json::parse(plain(value));
    const std::vector<schema::Violation> all = schema.validate(document->root());
    const std::vector<schema::Violation> one = schema.validate(document->root(), 1);
    ASSERT_EQ(one.size(), all.empty() ? 0U : 1U) << plain(tree) << "\n" << plain(value);
    if (!all.empty()) {
      ASSERT_FALSE(one[0].message.empty());
    }
  });
}

/// SC-5: what strict accepts is accepted anyway. Only where no schema can be fitted by another's refusal.
TEST(SchemaProperties, StrictOnlyRefusesMore) {
  SchemaShape shape;
  shape.more_is_less = false;
  for_pairs(6000, shape, [](Random&, const Tree& tree, const Schema& schema, const Tree& value) {
    const Result<Schema> strict = compile(tree, true);
    ASSERT_TRUE(strict.ok()) << to_string(strict.error()) << "\n" << plain(tree);
    if (!accepts(*strict, plain(value))) return;
    ASSERT_TRUE(accepts(schema, plain(value))) << plain(tree) << "\n" << plain(value);
  });
}

/// A schema of plain objects inside each other, as tools have them, and a value that fits it.
struct Nested {
  Tree schema;
  Tree value;
};

Nested nested_objects(Random& random, std::size_t depth) {
  Nested nested{object_of("type", text_of("object")), {}};
  nested.value.kind = json::Kind::kObject;
  Tree properties;
  properties.kind = json::Kind::kObject;
  for (const std::string_view name : {"a", "b", "c"}) {
    const bool deeper = depth > 0 && random.one_in(2);
    Nested child =
        deeper ? nested_objects(random, depth - 1) : Nested{object_of("type", text_of("string")), text_of("x")};
    if (deeper && random.one_in(3)) {
      child.schema = object_of("items", std::move(child.schema));
      child.value = array_of({child.value, child.value});
    }
    properties.members.push_back({std::string(name), std::move(child.schema)});
    if (!random.one_in(4)) nested.value.members.push_back({std::string(name), std::move(child.value)});
  }
  nested.schema.members.push_back({"properties", std::move(properties)});
  return nested;
}

/// Puts one more property into an object somewhere in the value.
void add_somewhere(Random& random, Tree& value) {
  Tree* at = &value;
  while (!random.one_in(3)) {
    std::vector<Tree*> deeper;
    for (TreeMember& member : at->members) {
      Tree* child = &member.value;
      if (child->kind == json::Kind::kArray) child = &child->elements[random.below(child->elements.size())];
      if (child->kind == json::Kind::kObject) deeper.push_back(child);
    }
    if (deeper.empty()) break;
    at = deeper[random.below(deeper.size())];
  }
  const auto where = static_cast<std::ptrdiff_t>(random.below(at->members.size() + 1));
  at->members.insert(at->members.begin() + where, TreeMember{"unheard_of", text_of("x")});
}

/// SC-5: at every level, and only in strict mode.
TEST(SchemaProperties, StrictRefusesWhatIsNotNamed) {
  for (std::size_t i = 0; i < rounds(3000); ++i) {
    Random random(i);
    Nested nested = nested_objects(random, 3);
    const Result<Schema> strict = compile(nested.schema, true);
    const Result<Schema> loose = compile(nested.schema);
    ASSERT_TRUE(accepts(*strict, plain(nested.value))) << plain(nested.schema) << "\n" << plain(nested.value);
    add_somewhere(random, nested.value);
    ASSERT_FALSE(accepts(*strict, plain(nested.value))) << plain(nested.schema) << "\n" << plain(nested.value);
    ASSERT_TRUE(accepts(*loose, plain(nested.value))) << plain(nested.schema) << "\n" << plain(nested.value);
  }
}

/// SC-5: `allOf`, `$ref` and the like put a schema together; what all of its parts name may be there, and no more.
TEST(SchemaProperties, StrictSeesTheWholeOfAPutTogetherSchema) {
  const Tree b = object_of("properties", object_of("b", object_of("type", text_of("string"))));
  const std::pair<std::string_view, Tree> ways[] = {{"allOf", array_of({b})},
                                                    {"anyOf", array_of({b})},
                                                    {"oneOf", array_of({b})},
                                                    {"$ref", text_of("#/$defs/x")},
                                                    {"dependentSchemas", object_of("a", b)},
                                                    {"then", b},
                                                    {"if", b}};
  for (const auto& [keyword, part] : ways) {
    Tree whole = object_of("properties", object_of("a", object_of("type", text_of("string"))));
    whole.members.push_back({std::string(keyword), part});
    whole.members.push_back({"$defs", object_of("x", b)});
    Tree always;
    always.kind = json::Kind::kBoolean;
    always.boolean = true;
    if (keyword == "then") whole.members.push_back({"if", always});
    const Result<Schema> strict = compile(whole, true);
    ASSERT_TRUE(strict.ok()) << plain(whole);
    EXPECT_TRUE(accepts(*strict, R"({"a":"","b":""})")) << plain(whole);
    EXPECT_FALSE(accepts(*strict, R"({"a":"","b":"","c":""})")) << plain(whole);
    whole.members.push_back({"additionalProperties", always});
    const Result<Schema> open = compile(whole, true);
    EXPECT_TRUE(accepts(*open, R"({"a":"","b":"","c":""})")) << plain(whole);
  }
}

/// SC-5: a condition or an exclusion gives no properties; it leaves the object as open as it was.
TEST(SchemaProperties, StrictDoesNotCloseForAQuestion) {
  for (const std::string_view text :
       {R"({"type":"object","not":{"properties":{"x":{"const":1}},"required":["x"]}})",
        R"({"type":"object","if":{"properties":{"x":{"const":1}},"required":["x"]},"then":{"required":["z"]}})"}) {
    schema::CompileOptions options;
    options.strict = true;
    const Result<Schema> strict = Schema::compile(text, options);
    ASSERT_TRUE(strict.ok());
    EXPECT_TRUE(accepts(*strict, R"({"y":1})")) << text;
    EXPECT_FALSE(accepts(*strict, R"({"x":1})")) << text;
  }
}

}  // namespace
}  // namespace acode::test
