// Text to values by the schema: what the type asks for, and nothing lost where nothing fits.
#include "extract/typed_text.h"

#include <gtest/gtest.h>

#include "acode/json/reader.h"

namespace acode::extract {
namespace {

// The value of parameter `p`, whose schema is given.
struct Typed {
  std::string json;
  std::vector<std::string> warnings;
};

Typed typed_in(std::string_view parameters, std::string_view text, std::string_view parameter = "p") {
  schema::ToolsetBuilder builder;
  schema::ToolDefinition definition;
  definition.name = "t";
  definition.parameters = parameters;
  builder.add(definition);
  const schema::LoadedTools loaded = builder.build();
  const schema::Tool* const tool = loaded.tools.find("t");
  EXPECT_NE(tool, nullptr) << parameters;
  Typed typed;
  if (tool != nullptr) typed.json = typed_json(text, tool, parameter, typed.warnings);
  EXPECT_TRUE(json::parse(typed.json).ok()) << typed.json;
  return typed;
}

Typed typed(std::string_view schema, std::string_view text) {
  return typed_in(R"({"type": "object", "properties": {"p": )" + std::string(schema) + "}}", text);
}

std::string json_of(std::string_view schema, std::string_view text) {
  const Typed result = typed(schema, text);
  EXPECT_TRUE(result.warnings.empty()) << result.warnings[0];
  return result.json;
}

TEST(TypedText, AStringIsTheTextAsItIs) {
  constexpr std::string_view kString = R"({"type": "string"})";
  EXPECT_EQ(json_of(kString, "Paris"), R"("Paris")");
  EXPECT_EQ(json_of(kString, " a\n\tb "), R"(" a\n\tb ")");
  EXPECT_EQ(json_of(kString, "42"), R"("42")");
  EXPECT_EQ(json_of(kString, "true"), R"("true")");
  EXPECT_EQ(json_of(kString, "null"), R"("null")");
  EXPECT_EQ(json_of(kString, R"({"a": 1})"), R"("{\"a\": 1}")");
  EXPECT_EQ(json_of(kString, R"("quoted")"), R"("\"quoted\"")");
  EXPECT_EQ(json_of(kString, ""), R"("")");
}

TEST(TypedText, Numbers) {
  EXPECT_EQ(json_of(R"({"type": "integer"})", "42"), "42");
  EXPECT_EQ(json_of(R"({"type": "integer"})", " -42\n"), "-42");
  EXPECT_EQ(json_of(R"({"type": "integer"})", "42.0"), "42");
  EXPECT_EQ(json_of(R"({"type": "integer"})", "007"), "7");
  EXPECT_EQ(json_of(R"({"type": "integer"})", "1_000"), "1000");
  EXPECT_EQ(json_of(R"({"type": "integer"})", "\"42\""), "42");
  EXPECT_EQ(json_of(R"({"type": "integer"})", "123456789012345678901234567890"),
            "123456789012345678901234567890");  // AR-3
  EXPECT_EQ(json_of(R"({"type": "number"})", "42"), "42");
  EXPECT_EQ(json_of(R"({"type": "number"})", "5.50"), "5.50");
  EXPECT_EQ(json_of(R"({"type": "number"})", "1e3"), "1e3");
  EXPECT_EQ(json_of(R"({"type": "float"})", ".5"), "0.5");
}

TEST(TypedText, WordsOfJsonAndPython) {
  for (const std::string_view yes : {"true", "True", "TRUE", " true ", "1"}) {
    EXPECT_EQ(json_of(R"({"type": "boolean"})", yes), "true") << yes;
  }
  for (const std::string_view no : {"false", "False", "0"}) EXPECT_EQ(json_of(R"({"type": "boolean"})", no), "false");
  EXPECT_EQ(json_of(R"({"type": "null"})", "null"), "null");
  EXPECT_EQ(json_of(R"({"type": "null"})", "None"), "null");
}

TEST(TypedText, ObjectsAndArrays) {
  constexpr std::string_view kObject = R"({"type": "object"})";
  constexpr std::string_view kArray = R"({"type": "array"})";
  EXPECT_EQ(json_of(kObject, "\n{\"a\": [1]}\n"), R"({"a": [1]})");
  EXPECT_EQ(json_of(kObject, "{'a': True, 'b': None}"), R"({"a": true, "b": null})");
  EXPECT_EQ(json_of(kArray, "['x', 'y']"), R"(["x", "y"])");
  EXPECT_EQ(json_of(kArray, "(1, 2)"), "[1, 2]");
  EXPECT_EQ(json_of(kArray, "[1, 2,]"), "[1, 2]");
}

TEST(TypedText, AnObjectNeedNotFitInFull) {
  // What is inside can still be mended, and the validator says what is wrong better than a string would.
  EXPECT_EQ(json_of(R"({"type": "object", "properties": {"n": {"type": "integer"}}})", R"({"n": "1"})"),
            R"({"n": "1"})");
  EXPECT_EQ(json_of(R"({"type": "integer", "maximum": 10})", "11"), "11");
}

TEST(TypedText, JsonInAStringIsUnwrapped) {
  constexpr std::string_view kObject = R"({"type": "object"})";
  EXPECT_EQ(json_of(kObject, R"("{\"a\": 1}")"), R"({"a": 1})");
  EXPECT_EQ(json_of(kObject, R"("\"{\\\"a\\\": 1}\"")"), R"({"a": 1})");
  EXPECT_EQ(json_of(R"({"type": "array"})", R"("[1, 2]")"), "[1, 2]");
}

TEST(TypedText, NullOnlyWhereItMayStand) {
  EXPECT_EQ(json_of(R"({"type": ["string", "null"]})", "null"), "null");
  EXPECT_EQ(json_of(R"({"type": ["string", "null"]})", "None"), "null");
  EXPECT_EQ(json_of(R"({"type": ["string", "null"]})", "nil"), R"("nil")");
  EXPECT_EQ(json_of(R"({"anyOf": [{"type": "integer"}, {"type": "null"}]})", "null"), "null");
  EXPECT_EQ(json_of(R"({"type": "string", "nullable": true})", "null"), "null");
  EXPECT_EQ(json_of(R"({"type": "string"})", "None"), R"("None")");
}

TEST(TypedText, OfSeveralTypesTheFirstThatFits) {
  EXPECT_EQ(json_of(R"({"type": ["string", "integer"]})", "42"), "42");
  EXPECT_EQ(json_of(R"({"type": ["string", "integer"]})", "4.5"), R"("4.5")");
  EXPECT_EQ(json_of(R"({"oneOf": [{"type": "string"}, {"type": "boolean"}]})", "true"), "true");
  EXPECT_EQ(json_of(R"({"anyOf": [{"type": "string"}, {"type": "array"}]})", R"(["a"])"), R"(["a"])");
  EXPECT_EQ(json_of(R"({"anyOf": [{"type": "string"}, {"type": "object"}]})", "{a} b"), R"("{a} b")");
  EXPECT_EQ(json_of(R"({"anyOf": [{"type": "string"}, {"type": "object"}]})", "{ return x; }"), R"("{ return x; }")");
  EXPECT_EQ(json_of(R"({"anyOf": [{"type": "integer", "maximum": 9}, {"type": "string"}]})", "42"), R"("42")");
}

TEST(TypedText, WhatIsNotPlainlyANumberStaysAString) {
  for (const std::string_view text : {"02139", "+1", "1_000", "0x1F", "1,000", "NaN", "inf", "5 ", "12 Main St"}) {
    const std::string json = json_of(R"({"type": ["integer", "string"]})", text);
    EXPECT_EQ(json, text == "5 " ? "5" : '"' + std::string(text) + '"');
  }
}

TEST(TypedText, EnumsAreExact) {
  EXPECT_EQ(json_of(R"({"enum": ["1", "2"]})", "1"), R"("1")");
  EXPECT_EQ(json_of(R"({"enum": [1, 2]})", "1"), "1");
  EXPECT_EQ(json_of(R"({"enum": [1, "auto"]})", "auto"), R"("auto")");
  EXPECT_EQ(json_of(R"({"enum": ["on", "off", null]})", "null"), "null");
  EXPECT_EQ(json_of(R"({"enum": ["yes", "no"]})", "Yes"), R"("Yes")");
}

TEST(TypedText, WhatFitsNothingIsKeptWithAWarning) {
  const Typed count = typed(R"({"type": "integer"})", "about ten");
  EXPECT_EQ(count.json, R"("about ten")");
  EXPECT_EQ(count.warnings, std::vector<std::string>{R"(parameter "p" is no integer; kept as text)"});
  const Typed list = typed(R"({"type": ["array", "null"]})", "a, b");
  EXPECT_EQ(list.json, R"("a, b")");
  EXPECT_EQ(list.warnings, std::vector<std::string>{R"(parameter "p" is no array or null; kept as text)"});
  EXPECT_EQ(typed(R"({"type": "number"})", "NaN").json, R"("NaN")");
  EXPECT_EQ(typed(R"({"type": "integer"})", "").warnings.size(), 1U);
}

TEST(TypedText, ReferencesAndPartsOfSchemasAreFollowed) {
  EXPECT_EQ(
      typed_in(R"({"type": "object", "properties": {"p": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"type": "integer"}}})",
               "5")
          .json,
      "5");
  EXPECT_EQ(typed_in(R"({"type": "object", "allOf": [{"properties": {"p": {"type": "boolean"}}}]})", "true").json,
            "true");
  EXPECT_EQ(typed_in(R"({"type": "object", "anyOf": [{"properties": {"p": {"type": "string"}}},
                         {"properties": {"p": {"type": "null"}}}]})",
                     "5")
                .json,
            R"("5")");
  EXPECT_EQ(typed_in(R"({"type": "object", "patternProperties": {"^x": {"type": "string"}}})", "5", "xy").json,
            R"("5")");
  EXPECT_EQ(typed_in(R"({"type": "object", "additionalProperties": {"type": "string"}})", "5").json, R"("5")");
}

TEST(TypedText, AParameterThatTheToolSaysNothingOf) {
  const auto unknown = [](std::string_view text) {
    return typed_in(R"({"type": "object", "properties": {}})", text).json;
  };
  for (const std::string_view json : {"5", "-1.5e3", "true", "false", "null", R"({"a":1})", "[1]"}) {
    EXPECT_EQ(unknown(json), json);
    EXPECT_EQ(json_of("{}", json), json);
  }
  EXPECT_EQ(unknown("None"), R"("None")");
  EXPECT_EQ(unknown("007"), R"("007")");
  EXPECT_EQ(unknown("{'a': 1}"), R"("{'a': 1}")");
  EXPECT_EQ(unknown(R"("a")"), R"("\"a\"")");
  EXPECT_EQ(unknown(""), R"("")");
}

TEST(TypedText, WithoutAToolOnlyObjectsAndArraysAreJson) {
  std::vector<std::string> warnings;
  EXPECT_EQ(typed_json("5", nullptr, "p", warnings), R"("5")");
  EXPECT_EQ(typed_json("false", nullptr, "p", warnings), R"("false")");
  EXPECT_EQ(typed_json(R"({"a": 1})", nullptr, "p", warnings), R"({"a": 1})");
  EXPECT_EQ(typed_json("[1, 2] and more", nullptr, "p", warnings), R"("[1, 2] and more")");
  EXPECT_TRUE(warnings.empty());
}

TEST(TypedText, OneNewlineAtEachSide) {
  EXPECT_EQ(strip_one_newline("\na\n"), "a");
  EXPECT_EQ(strip_one_newline("\n\n a \n\n"), "\n a \n");
  EXPECT_EQ(strip_one_newline("\r\na\r\n"), "a");
  EXPECT_EQ(strip_one_newline("\na"), "a");
  EXPECT_EQ(strip_one_newline("a\n"), "a\n") << "the value began on the line of its tag: the line end is its own";
  EXPECT_EQ(strip_one_newline("\n"), "");
  EXPECT_EQ(strip_one_newline(""), "");
}

TEST(TypedText, Entities) {
  EXPECT_EQ(decode_entities("a &lt;b&gt; &amp;&amp; &quot;c&quot; &apos;"), "a <b> && \"c\" '");
  EXPECT_EQ(decode_entities("&#10;&#x41;&#X20AC;"), "\nA\u20AC");
  EXPECT_EQ(decode_entities("&amp;lt;"), "&lt;");
  for (const std::string_view plain :
       {"a & b", "&", "&lt", "&nbsp;", "&#;", "&#x;", "&#xD800;", "&#x110000;", "&#0;", "&;", "?a=1&b=2;", "&#12a;"}) {
    EXPECT_EQ(decode_entities(plain), plain);
  }
}

TEST(TypedText, Cdata) {
  EXPECT_EQ(unwrap_cdata("<![CDATA[a < b]]>"), "a < b");
  EXPECT_EQ(unwrap_cdata("\n <![CDATA[ a ]]>\n"), " a ");
  EXPECT_EQ(unwrap_cdata("<![CDATA[a]]]]><![CDATA[>b]]>"), "a]]>b");
  EXPECT_EQ(unwrap_cdata("<![CDATA[cut off\n"), "cut off\n");
  EXPECT_EQ(unwrap_cdata("see <![CDATA[a]]>"), "see <![CDATA[a]]>");
  EXPECT_EQ(unwrap_cdata("<![CDATA[a]]> tail"), "<![CDATA[a]]> tail");
  EXPECT_EQ(unwrap_cdata(""), "");
}

}  // namespace
}  // namespace acode::extract
