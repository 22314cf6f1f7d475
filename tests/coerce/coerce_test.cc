// Values that do not fit, and what is made of them: rule by rule, then together.
#include "acode/coerce/coerce.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "acode/json/reader.h"
#include "acode/json/writer.h"

namespace acode::coerce {
namespace {

struct Result {
  std::string value;
  bool fits;
  std::string said;
};

Result coerced(std::string_view schema_text, std::string_view value_text, Level level = Level::kSafe,
               const schema::CompileOptions& options = {.strict = true, .formats = true}) {
  const auto schema = schema::Schema::compile(schema_text, options);
  EXPECT_TRUE(schema.ok()) << to_string(schema.error());
  const auto value = json::parse(value_text);
  EXPECT_TRUE(value.ok()) << value_text;
  const Coerced result = coerce(*schema, value->root(), level);
  EXPECT_EQ(result.fits(), schema->accepts(result.value())) << "the validator has the final word";
  EXPECT_EQ(result.changed(), !result.value().equals(value->root())) << value_text;
  return {json::write(result.value()), result.fits(), joined(result.changes())};
}

// One property `x` of this schema, with this value.
Result field(std::string_view schema_text, std::string_view value_text, Level level = Level::kSafe) {
  Result result = coerced(R"({"type":"object","properties":{"x":)" + std::string(schema_text) + "}}",
                          R"({"x":)" + std::string(value_text) + "}", level);
  if (result.value.starts_with(R"({"x":)")) result.value = result.value.substr(5, result.value.size() - 6);
  return result;
}

void expect_changed(std::string_view schema_text, std::string_view before, std::string_view after,
                    std::string_view said, Level level = Level::kSafe) {
  const Result result = field(schema_text, before, level);
  EXPECT_TRUE(result.fits) << before;
  EXPECT_EQ(result.value, after);
  EXPECT_EQ(result.said, said);
}

void expect_left(std::string_view schema_text, std::string_view value, Level level = Level::kSafe) {
  const Result result = field(schema_text, value, level);
  EXPECT_FALSE(result.fits) << value << " became " << result.value;
  EXPECT_EQ(result.value, value);
  EXPECT_EQ(result.said, "");
}

TEST(Coerce, StringsToNumbersCO1) {
  expect_changed(R"({"type":"integer"})", R"("42")", "42", R"(x: string "42" converted to integer 42)");
  expect_changed(R"({"type":"integer"})", R"(" -7 ")", "-7", R"(x: string " -7 " converted to integer -7)");
  expect_changed(R"({"type":"number"})", R"("4.5")", "4.5", R"(x: string "4.5" converted to number 4.5)");
  expect_changed(R"({"type":"number"})", R"("1e3")", "1e3", R"(x: string "1e3" converted to number 1e3)");
  expect_changed(R"({"type":"integer"})", R"("42.0")", "42", R"(x: string "42.0" converted to integer 42)");
  expect_changed(R"({"type":"integer"})", R"("1,234")", "1234", R"(x: string "1,234" converted to integer 1234)");
  expect_changed(R"({"type":"integer"})", R"("007")", "7", R"(x: string "007" converted to integer 7)");
  expect_changed(R"({"type":"integer"})", R"("123456789012345678901234567890")", "123456789012345678901234567890",
                 R"(x: string "123456789012345678901234567890" converted to integer 123456789012345678901234567890)");
}

TEST(Coerce, WhatIsNotPlainStaysAsItIsCO2) {
  for (const std::string_view text : {R"("4.5")", R"("50%")", R"("$5")", R"("1,23")", R"("12,34,567")", R"("four")",
                                      R"("")", R"("4 2")", R"("0x")"}) {
    expect_left(R"({"type":"integer"})", text);
  }
  expect_left(R"({"type":"boolean"})", R"("yes")");
  expect_left(R"({"type":"boolean"})", "1");
  expect_left(R"({"type":"integer"})", "4.5");
  expect_left(R"({"type":"integer"})", "true");
}

TEST(Coerce, ANumberNeverBecomesAStringCO2) {
  for (const Level level : {Level::kSafe, Level::kAggressive}) {
    expect_left(R"({"type":"string"})", "42", level);
    expect_left(R"({"type":["string","boolean"]})", "42", level);
    expect_left(R"({"enum":["1","2"]})", "1", level);
  }
}

TEST(Coerce, LevelOffChangesNothingCO3) {
  expect_left(R"({"type":"integer"})", R"("42")", Level::kOff);
  expect_left(R"({"type":"boolean"})", R"("true")", Level::kOff);
}

TEST(Coerce, StringsToLiteralsCO1) {
  expect_changed(R"({"type":"boolean"})", R"("true")", "true", R"(x: string "true" converted to boolean true)");
  expect_changed(R"({"type":"boolean"})", R"("False")", "false", R"(x: string "False" converted to boolean false)");
  expect_changed(R"({"type":["integer","null"]})", R"("null")", "null", R"(x: string "null" converted to null)");
  expect_changed(R"({"type":"string"})", "true", R"("true")", R"(x: boolean true converted to string "true")");
  expect_left(R"({"enum":["yes","no"]})", "true", Level::kSafe);
  expect_changed(R"({"enum":[true]})", R"("true")", "true", R"(x: string "true" converted to boolean true)");
}

TEST(Coerce, JsonInStringsCO1) {
  expect_changed(R"({"type":"array","items":{"type":"integer"}})", R"("[1, 2]")", "[1,2]",
                 "x: string holding JSON converted to array");
  expect_changed(R"({"type":"object"})", R"("{\"a\": 1}")", R"({"a":1})", "x: string holding JSON converted to object");
  expect_changed(R"({"type":"array","items":{"type":"string"}})", R"("['a', 'b']")", R"(["a","b"])",
                 "x: string holding JSON converted to array");
  // What is in it may need help, too.
  expect_changed(R"({"type":"object","properties":{"n":{"type":"integer"}}})", R"("{\"n\": \"5\"}")", R"({"n":5})",
                 R"(x: string holding JSON converted to object; x.n: string "5" converted to integer 5)");
}

TEST(Coerce, TheWholeStringMustBeTheValue) {
  expect_changed(R"({"type":"array","items":{"type":"string"}})", R"("[label]: text")", R"(["[label]: text"])",
                 R"(x: string "[label]: text" wrapped in an array)");
  expect_left(R"({"type":"array","items":{"type":"integer"}})", R"("[1, 2] and more")");
}

TEST(Coerce, AUnionKeepsWhatFits) {
  const Result result = field(R"({"anyOf":[{"type":"string"},{"type":"array"}]})", R"("[label]: text")");
  EXPECT_TRUE(result.fits);
  EXPECT_EQ(result.value, R"("[label]: text")");
  EXPECT_EQ(result.said, "");
}

TEST(Coerce, AUnionTakesTheBranchThatNeedsTheLeast) {
  expect_changed(R"({"anyOf":[{"type":"array","items":{"type":"integer"}},{"type":"integer"}]})", R"("42")", "42",
                 R"(x: string "42" converted to integer 42)");
  expect_changed(R"({"oneOf":[{"type":"boolean"},{"type":"integer"}]})", R"("true")", "true",
                 R"(x: string "true" converted to boolean true)");
}

TEST(Coerce, OneValueToAnArrayCO1) {
  expect_changed(R"({"type":"array","items":{"type":"string"}})", R"("a")", R"(["a"])",
                 R"(x: string "a" wrapped in an array)");
  expect_changed(R"({"type":"array","items":{"type":"integer"}})", R"("5")", "[5]",
                 R"(x: string "5" wrapped in an array; x[0]: string "5" converted to integer 5)");
  expect_left(R"({"type":"array","items":{"type":"integer"}})", R"("five")");
  expect_left(R"({"type":"array","items":{"type":"string"},"minItems":2})", R"("a")");
}

TEST(Coerce, EnumsInOtherCaseOrWhiteSpaceCO1) {
  expect_changed(R"({"enum":["read","write"]})", R"("READ ")", R"("read")", R"(x: string "READ " changed to "read")");
  expect_changed(R"({"enum":["in progress"]})", R"("In  Progress")", R"("in progress")",
                 R"(x: string "In  Progress" changed to "in progress")");
  expect_left(R"({"enum":["read","write"]})", R"("reed")");
  expect_left(R"({"enum":["a","A"]})", R"(" a ")");  // two it could be
}

TEST(Coerce, DatesCO1) {
  expect_changed(R"({"type":"string","format":"date"})", R"("2024/3/7")", R"("2024-03-07")",
                 R"(x: string "2024/3/7" written as "2024-03-07")");
  expect_changed(R"({"type":"string","format":"date"})", R"("March 7, 2024")", R"("2024-03-07")",
                 R"(x: string "March 7, 2024" written as "2024-03-07")");
  expect_changed(R"({"type":"string","format":"date-time"})", R"("2024-03-07 09:30Z")", R"("2024-03-07T09:30:00Z")",
                 R"(x: string "2024-03-07 09:30Z" written as "2024-03-07T09:30:00Z")");
  expect_left(R"({"type":"string","format":"date"})", R"("03/04/2024")");
  expect_left(R"({"type":"string","format":"date"})", R"("2024-03-07T09:30:00Z")");
  expect_left(R"({"type":"string","format":"date"})", R"("2024-02-31")");
  expect_left(R"({"type":"string","format":"date-time"})", R"("2024-03-07 09:30")");  // no zone: none is made up
  expect_left(R"({"type":"string","format":"date-time"})", R"("2024-03-07 09:30\"")");
}

TEST(Coerce, NullForWhatMayBeLeftOut) {
  const Result result = coerced(R"({"properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a"]})",
                                R"({"a":"x","b":null})");
  EXPECT_TRUE(result.fits);
  EXPECT_EQ(result.value, R"({"a":"x"})");
  EXPECT_EQ(result.said, "b: null for a property that may be left out was left out");
}

TEST(Coerce, NamesUnknownPropertiesAndDefaultsOnlyWhenAggressiveCO3) {
  constexpr std::string_view kSchema =
      R"({"properties":{"file_path":{"type":"string"},"lines":{"type":"integer","default":10}},)"
      R"("required":["file_path","lines"]})";
  constexpr std::string_view kValue = R"({"filePath":"a","extra":1})";
  EXPECT_FALSE(coerced(kSchema, kValue).fits);
  const Result result = coerced(kSchema, kValue, Level::kAggressive);
  EXPECT_TRUE(result.fits);
  EXPECT_EQ(result.value, R"({"file_path":"a","lines":10})");
  EXPECT_EQ(result.said,
            "filePath: property renamed to \"file_path\"; extra: unknown property dropped; "
            "lines: missing property filled in with its default 10");
}

TEST(Coerce, WhatCanBeMendedIsMendedEvenIfOtherThingsCannot) {
  const Result result =
      coerced(R"({"properties":{"a":{"type":"integer"},"b":{"type":"integer"}}})", R"({"a":"1","b":"x"})");
  EXPECT_FALSE(result.fits);
  EXPECT_EQ(result.value, R"({"a":1,"b":"x"})");
}

TEST(Coerce, ReachesThroughReferencesAndCombinations) {
  const Result result =
      coerced(R"({"$defs":{"n":{"type":"integer"}},"allOf":[{"properties":{"a":{"$ref":"#/$defs/n"}}},)"
              R"({"properties":{"b":{"type":"array","items":{"$ref":"#/$defs/n"}}}}]})",
              R"({"a":"1","b":["2",3]})");
  EXPECT_TRUE(result.fits) << result.value;
  EXPECT_EQ(result.value, R"({"a":1,"b":[2,3]})");
  EXPECT_EQ(result.said, R"(a: string "1" converted to integer 1; b[0]: string "2" converted to integer 2)");
}

TEST(Coerce, WithoutASchemaLiteralsArePromotedCO2) {
  const auto value = json::parse(R"({"a":"true","b":["null","x"],"n":"42"})");
  const Coerced result = coerce_without_schema(value->root());
  EXPECT_EQ(json::write(result.value()), R"({"a":true,"b":[null,"x"],"n":"42"})");
  EXPECT_EQ(joined(result.changes()),
            R"(a: string "true" converted to boolean true; b[0]: string "null" converted to null)");
  EXPECT_FALSE(coerce_without_schema(value->root(), Level::kOff).changed());
}

TEST(Coerce, HostileNestingEnds) {
  std::string schema = R"({"$defs":{"t":{"anyOf":[{"type":"array","items":{"$ref":"#/$defs/t"}},{"type":"object",)"
                       R"("additionalProperties":{"$ref":"#/$defs/t"}},{"type":"integer"}]}},"$ref":"#/$defs/t"})";
  std::string value = "\"x\"";
  for (int i = 0; i < 40; ++i) value = "[" + value + R"(,{"a":"y"}])";
  EXPECT_FALSE(coerced(schema, value).fits);
}

}  // namespace
}  // namespace acode::coerce
