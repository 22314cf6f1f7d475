// What a schema tells the repair (RP-5).
#include "acode/schema/hints.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace acode::schema {
namespace {

using json::Hints;
using json::Kind;

Schema compiled(std::string_view text, const CompileOptions& options = {}) {
  Result<Schema> schema = Schema::compile(text, options);
  EXPECT_TRUE(schema) << text;
  return std::move(*schema);
}

unsigned kinds(std::initializer_list<Kind> list) {
  unsigned bits = 0;
  for (const Kind kind : list) bits |= Hints::bit(kind);
  return bits;
}

TEST(SchemaHints, NamesAndKinds) {
  const SchemaHints hints(compiled(R"({"type":"object","properties":{
      "s":{"type":"string"},"n":{"type":["integer","null"]},"e":{"enum":["a",true]},"c":{"const":1},"x":{},
      "l":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"}}}}},"required":["only"]})"));
  const Hints::Place root = hints.root();
  EXPECT_EQ(hints.expected_kinds(root), kinds({Kind::kObject}));
  EXPECT_TRUE(hints.names_are_known(root));
  EXPECT_EQ(hints.expected_kinds(hints.member(root, "s")), kinds({Kind::kString}));
  EXPECT_EQ(hints.expected_kinds(hints.member(root, "n")), kinds({Kind::kNumber, Kind::kNull}));
  EXPECT_EQ(hints.expected_kinds(hints.member(root, "e")), kinds({Kind::kString, Kind::kBoolean}));
  EXPECT_EQ(hints.expected_kinds(hints.member(root, "c")), kinds({Kind::kNumber}));
  EXPECT_NE(hints.member(root, "x"), Hints::kNowhere) << "expected, whatever it is";
  EXPECT_EQ(hints.expected_kinds(hints.member(root, "x")), Hints::kAnyKind);
  EXPECT_NE(hints.member(root, "only"), Hints::kNowhere);
  EXPECT_EQ(hints.member(root, "other"), Hints::kNowhere);
  const Hints::Place item = hints.element(hints.member(root, "l"));
  EXPECT_EQ(hints.expected_kinds(item), kinds({Kind::kObject}));
  EXPECT_EQ(hints.expected_kinds(hints.member(item, "id")), kinds({Kind::kNumber}));
}

TEST(SchemaHints, NothingIsKnownOfNowhere) {
  const SchemaHints hints(compiled("true"));
  EXPECT_EQ(hints.root(), Hints::kNowhere);
  EXPECT_EQ(hints.member(Hints::kNowhere, "a"), Hints::kNowhere);
  EXPECT_EQ(hints.element(Hints::kNowhere), Hints::kNowhere);
  EXPECT_EQ(hints.expected_kinds(Hints::kNowhere), Hints::kAnyKind);
  EXPECT_FALSE(hints.names_are_known(Hints::kNowhere));
}

TEST(SchemaHints, WhichNamesMayStandThere) {
  const auto known = [](std::string_view text) {
    const SchemaHints hints(compiled(text));
    return hints.names_are_known(hints.root());
  };
  EXPECT_TRUE(known(R"({"type":"object","properties":{"a":{}}})")) << "left open without a word";
  EXPECT_TRUE(known(R"({"type":"object","properties":{"a":{}},"additionalProperties":false})"));
  EXPECT_FALSE(known(R"({"type":"object","properties":{"a":{}},"additionalProperties":true})"));
  EXPECT_FALSE(known(R"({"type":"object","properties":{"a":{}},"additionalProperties":{"type":"string"}})"));
  EXPECT_FALSE(known(R"({"type":"object"})"));
  EXPECT_TRUE(known(R"({"type":"object","allOf":[{"properties":{"a":{}}}]})"));
  EXPECT_FALSE(known(R"({"anyOf":[{"type":"object","properties":{"a":{}}},{"type":"object"}]})"));
  EXPECT_TRUE(known(R"({"anyOf":[{"type":"object","properties":{"a":{}}},{"type":"string"}]})"));
}

TEST(SchemaHints, PatternsAndOtherNames) {
  const SchemaHints hints(compiled(R"({"type":"object","patternProperties":{"^n_":{"type":"number"}},
      "properties":{"n_a":{"type":["number","string"]}},"additionalProperties":{"type":"boolean"}})"));
  EXPECT_EQ(hints.expected_kinds(hints.member(hints.root(), "n_b")), kinds({Kind::kNumber}));
  EXPECT_EQ(hints.expected_kinds(hints.member(hints.root(), "n_a")), kinds({Kind::kNumber})) << "both hold";
  EXPECT_EQ(hints.expected_kinds(hints.member(hints.root(), "z")), kinds({Kind::kBoolean}));
}

TEST(SchemaHints, SchemasThatAreCombined) {
  const SchemaHints hints(compiled(R"({"allOf":[{"properties":{"a":{"type":["string","number"]}}}],
      "anyOf":[{"properties":{"a":{"type":"string"},"b":{"type":"null"}}},{"properties":{"a":{"type":"boolean"}}}],
      "if":{"required":["a"]},"then":{"properties":{"c":{"type":"array"}}},"$ref":"#/$defs/more",
      "$defs":{"more":{"properties":{"d":{"type":"object"}}}}})"));
  const Hints::Place root = hints.root();
  EXPECT_EQ(hints.expected_kinds(hints.member(root, "a")), kinds({Kind::kString}))
      << "of what must hold all, of what may one";
  EXPECT_EQ(hints.expected_kinds(hints.member(root, "b")), kinds({Kind::kNull}));
  EXPECT_EQ(hints.expected_kinds(hints.member(root, "c")), kinds({Kind::kArray}));
  EXPECT_EQ(hints.expected_kinds(hints.member(root, "d")), kinds({Kind::kObject}));
  EXPECT_EQ(hints.member(root, "e"), Hints::kNowhere);
  EXPECT_TRUE(hints.names_are_known(root));
}

TEST(SchemaHints, TuplesAreAnyOfTheirElements) {
  const SchemaHints hints(compiled(R"({"prefixItems":[{"type":"string"},{"type":"number"}],"items":{"type":"null"}})"));
  EXPECT_EQ(hints.expected_kinds(hints.element(hints.root())), kinds({Kind::kString, Kind::kNumber, Kind::kNull}));
}

TEST(SchemaHints, RecursionClosesOnItself) {
  const SchemaHints hints(compiled(R"({"type":"object","properties":{"name":{"type":"string"},"next":{"$ref":"#"}}})"));
  Hints::Place place = hints.root();
  for (int i = 0; i < 1000; ++i) place = hints.member(place, "next");
  EXPECT_EQ(place, hints.root());
  EXPECT_EQ(hints.expected_kinds(hints.member(place, "name")), kinds({Kind::kString}));
}

// Two schemas that swap places in each other and are joined differently at each level: the number of sets could double
// with each of them.
TEST(SchemaHints, TooManyPlacesAreNowhere) {
  std::string defs;
  constexpr int kCount = 24;
  for (int i = 0; i < kCount; ++i) {
    const std::string next = std::to_string((i + 1) % kCount);
    defs += (i == 0 ? "" : ",") + std::string("\"d") + std::to_string(i) +
            R"(":{"properties":{"a":{"$ref":"#/$defs/d)" + next +
            R"("},"b":{"anyOf":[{"$ref":"#/$defs/d0"},{"$ref":"#/$defs/d)" + next + R"("}]}}})";
  }
  const SchemaHints hints(compiled(R"({"$ref":"#/$defs/d0","$defs":{)" + defs + "}}"));
  Hints::Place place = hints.root();
  for (int i = 0; i < 200; ++i) {
    const Hints::Place next = hints.member(place, i % 3 == 0 ? "a" : "b");
    if (next == Hints::kNowhere) break;
    place = next;
  }
  EXPECT_EQ(hints.member(place, "none"), Hints::kNowhere);
}

TEST(SchemaHints, OutlivesTheSchema) {
  std::unique_ptr<SchemaHints> hints;
  {
    const Schema schema = compiled(R"({"properties":{"name":{"type":"string"}}})");
    hints = std::make_unique<SchemaHints>(schema);
  }
  EXPECT_EQ(hints->expected_kinds(hints->member(hints->root(), "name")), kinds({Kind::kString}));
}

std::string repaired(std::string_view text, std::string_view schema) {
  const SchemaHints hints(compiled(schema));
  json::RepairOptions options;
  options.hints = &hints;
  const json::Repair repair = json::repair(text, options);
  return repair.ok() ? std::string(repair.text()) : to_string(*repair.error());
}

TEST(SchemaHints, RP5_TheSchemaChoosesBetweenReadings) {
  constexpr std::string_view kSchema = R"({"type":"object","properties":{
      "id":{"type":"string"},"count":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}}}})";
  EXPECT_EQ(repaired(R"({"id": 007, "count": 007})", kSchema), R"({"id": "007", "count": 7})");
}

// A closing bracket is missing, and nothing but the names can tell where.
TEST(SchemaHints, RP5_ANameTellsWhichObjectItBelongsTo) {
  constexpr std::string_view kSchema = R"({"type":"object","properties":{"path":{"type":"string"},
      "options":{"type":"object","properties":{"mode":{"type":"string"},"depth":{"type":"integer"},
          "filters":{"type":"array","items":{"type":"object","properties":{"kind":{"type":"string"}}}}}},
      "timeout":{"type":"integer"}}})";
  EXPECT_EQ(repaired(R"({"options": {"mode": "r", "timeout": 5, "path": "x"})", kSchema),
            R"({"options": {"mode": "r"}, "timeout": 5, "path": "x"})");
  EXPECT_EQ(repaired(R"({options: {mode: "r", timeout: 5})", kSchema), R"({"options": {"mode": "r"}, "timeout": 5})")
      << "names without quotes";
  EXPECT_EQ(repaired(R"({"options": {"filters": [{"kind": "a", "depth": 2}, "timeout": 5})", kSchema),
            R"({"options": {"filters": [{"kind": "a"}], "depth": 2}, "timeout": 5})");
  EXPECT_EQ(repaired(R"({"options": {"mode": "r", "depth": 5, "path": "x",}})", kSchema),
            R"({"options": {"mode": "r", "depth": 5, "path": "x"}})")
      << "brackets that are all there are worth more than a name";
}

TEST(SchemaHints, RP5_AKeyInAnArrayIsNoStringOfIt) {
  EXPECT_EQ(repaired(R"(["key": "value"])", R"({"type":"array","items":{"type":"object","properties":{"key":{}}}})"),
            R"([{"key": "value"}])");
  EXPECT_EQ(repaired(R"({"range": 1, 2], "b": 1})",
                     R"({"properties":{"range":{"type":"array","items":{"type":"integer"}},"b":{"type":"integer"}}})"),
            R"({"range": [1, 2], "b": 1})");
}

TEST(SchemaHints, WhatAnEnumerationLists) {
  const SchemaHints hints(
      compiled(R"({"properties":{"unit":{"enum":["celsius","celsius per hour","kelvin"]},"city":{}}})"));
  const Hints::Place unit = hints.member(hints.root(), "unit");
  EXPECT_EQ(hints.listed(unit, "kelvin"), 6U);
  EXPECT_EQ(hints.listed(unit, "celsius per hour or so"), 16U);
  EXPECT_EQ(hints.listed(unit, "celsiusness"), 0U);
  EXPECT_EQ(hints.listed(unit, "Kelvin"), 0U);
  EXPECT_EQ(hints.listed(hints.member(hints.root(), "city"), "Paris"), Hints::kAnyText);
  EXPECT_EQ(hints.listed(Hints::kNowhere, "Paris"), Hints::kAnyText);
}

// With what may stand there known, it is known where the quote is missing.
TEST(SchemaHints, RP5_AnEnumerationChoosesBetweenReadings) {
  constexpr std::string_view kSchema =
      R"({"properties":{"unit":{"type":"string","enum":["celsius","kelvin"]},"city":{"type":"string"}}})";
  constexpr std::string_view kRight = R"({"unit": "celsius", "city": "Paris"})";
  EXPECT_EQ(repaired(R"({"unit": "celsius city": "Paris"})", kSchema), kRight);
  EXPECT_EQ(repaired(R"({"unit": 'celsius, city: 'Paris'})", kSchema), kRight);
  EXPECT_EQ(repaired(R"({"unit": "celsius" or kelvin, "city": "Paris"})", kSchema),
            R"({"unit": "celsius",  "city": "Paris"})");
}

}  // namespace
}  // namespace acode::schema
