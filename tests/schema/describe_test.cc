// What is said of schemas (SC-8): examples that fit, signatures, and violations in words.
#include "acode/schema/describe.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "acode/json/reader.h"

namespace acode::schema {
namespace {

Schema compiled(std::string_view text, bool formats = true) {
  Result<Schema> schema = Schema::compile(text, {.formats = formats});
  EXPECT_TRUE(schema) << text;
  return std::move(*schema);
}

std::string example_of(std::string_view text, const ExampleOptions& options = {}) {
  const Schema schema = compiled(text);
  const std::optional<std::string> made = example(schema, options);
  if (!made) return "none";
  const Result<json::Document> document = json::parse(*made);
  EXPECT_TRUE(document && schema.accepts(document->root())) << text << " → " << *made;
  return *made;
}

TEST(Example, SC8_TakesWhatTheSchemaGives) {
  EXPECT_EQ(example_of(R"({"const":{"a":1}})"), R"({"a":1})");
  EXPECT_EQ(example_of(R"({"type":"integer","default":7})"), "7");
  EXPECT_EQ(example_of(R"({"type":"string","examples":["x","y"]})"), R"("x")");
  EXPECT_EQ(example_of(R"({"enum":["a","b"]})"), R"("a")");
  EXPECT_EQ(example_of(R"({"enum":[1,"b"],"type":"string"})"), R"("b")") << "the first does not fit";
  EXPECT_EQ(example_of(R"({"type":"integer","default":"seven"})"), "1") << "a default that does not fit is passed over";
}

TEST(Example, SC8_ThePlainestValueOfTheType) {
  EXPECT_EQ(example_of(R"({"type":"string"})"), R"("text")");
  EXPECT_EQ(example_of(R"({"type":"integer"})"), "1");
  EXPECT_EQ(example_of(R"({"type":"boolean"})"), "true");
  EXPECT_EQ(example_of(R"({"type":"null"})"), "null");
  EXPECT_EQ(example_of(R"({"type":"array","items":{"type":"string"}})"), R"(["text"])");
  EXPECT_EQ(example_of(R"({"type":"object"})"), "{}");
  EXPECT_EQ(example_of("true"), R"("text")");
  EXPECT_EQ(example_of("false"), "none");
}

TEST(Example, SC8_PropertiesThatAreRequiredOrAll) {
  constexpr std::string_view kSchema = R"({"type":"object","required":["path"],"additionalProperties":false,
      "properties":{"path":{"type":"string"},"lines":{"type":"integer","default":100}}})";
  EXPECT_EQ(example_of(kSchema), R"({"path":"text"})");
  EXPECT_EQ(example_of(kSchema, {.optional_properties = true}), R"({"path":"text","lines":100})");
}

TEST(Example, NumbersKeepTheirBounds) {
  EXPECT_EQ(example_of(R"({"type":"integer","minimum":10})"), "10");
  EXPECT_EQ(example_of(R"({"type":"integer","exclusiveMinimum":10,"exclusiveMaximum":12})"), "11");
  EXPECT_EQ(example_of(R"({"type":"integer","maximum":-5})"), "-5");
  EXPECT_EQ(example_of(R"({"type":"number","minimum":0.05,"multipleOf":0.02,"maximum":0.07})"), "0.06");
  EXPECT_EQ(example_of(R"({"type":"integer","multipleOf":7,"minimum":50})"), "56");
  EXPECT_NE(example_of(R"({"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1})"), "none");
  EXPECT_EQ(example_of(R"({"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":1})"), "none");
}

TEST(Example, StringsKeepLengthFormatAndPattern) {
  EXPECT_EQ(example_of(R"({"type":"string","minLength":6})"), R"("textte")");
  EXPECT_EQ(example_of(R"({"type":"string","maxLength":2})"), R"("te")");
  EXPECT_EQ(example_of(R"({"type":"string","pattern":"^[A-Z]{2}\\d+$"})"), R"("AA0")");
  for (const char* pattern : {"^(red|green)$", "^#[0-9a-f]{6}$", "^\\d{4}-\\d{2}-\\d{2}$", "^\\+?[1-9]\\d{1,14}$",
                              "abc", "^[^@]+@[^@]+\\.[a-z]{2,}$", "^(?:[a-z]+/)*[a-z]+\\.txt$"}) {
    std::string schema = R"({"type":"string","pattern":")";
    for (const char c : std::string_view(pattern)) schema += c == '\\' ? "\\\\" : std::string(1, c);
    EXPECT_NE(example_of(schema + "\"}"), "none") << pattern;
  }
  EXPECT_EQ(example_of(R"({"type":"string","pattern":"^(?=a)b"})"), "none") << "given up, not guessed";
  for (const char* format :
       {"date", "date-time", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference",
        "uri-template", "uuid", "json-pointer", "relative-json-pointer", "regex", "iri", "idn-email"}) {
    EXPECT_NE(example_of(R"({"type":"string","format":")" + std::string(format) + "\"}"), "none") << format;
  }
}

TEST(Example, ArraysHaveTheElementsTheyNeed) {
  EXPECT_EQ(example_of(R"({"type":"array","minItems":3,"items":{"type":"integer"}})"), "[1,1,1]");
  EXPECT_EQ(example_of(R"({"type":"array","minItems":3,"uniqueItems":true,"items":{"type":"integer"}})"), "[1,2,3]");
  EXPECT_EQ(example_of(R"({"type":"array","minItems":2,"uniqueItems":true,"items":{"enum":["a","b"]}})"),
            R"(["a","b"])");
  EXPECT_EQ(example_of(R"({"type":"array","prefixItems":[{"type":"string"},{"type":"boolean"}],"items":false})"),
            R"(["text",true])");
  EXPECT_EQ(example_of(R"({"type":"array","contains":{"const":5}})"), "[5]");
  EXPECT_EQ(example_of(R"({"type":"array","items":{"type":"integer"},"maxItems":0})"), "[]");
}

TEST(Example, SchemasThatAreCombined) {
  EXPECT_EQ(example_of(R"({"allOf":[{"type":"integer","minimum":5},{"maximum":5}]})"), "5");
  EXPECT_EQ(example_of(R"({"anyOf":[{"type":"string","pattern":"^(?=a)b"},{"type":"integer"}]})"), "1")
      << "the first branch for which one can be made";
  EXPECT_EQ(example_of(R"({"oneOf":[{"type":"integer"},{"minimum":0}],"type":"integer"})"), "-1") << "1 would fit both";
  EXPECT_EQ(example_of(R"({"$ref":"#/$defs/a","$defs":{"a":{"type":"object","required":["b"],
      "properties":{"b":{"$ref":"#/$defs/c"}}},"c":{"type":"boolean"}}})"),
            R"({"b":true})");
  EXPECT_EQ(example_of(R"({"type":"object","properties":{"kind":{"enum":["a","b"]}},"required":["kind"],
      "if":{"properties":{"kind":{"const":"a"}}},"then":{"required":["x"],"properties":{"x":{"type":"integer"}}}})"),
            R"({"kind":"a","x":1})");
  EXPECT_EQ(example_of(R"({"type":"object","required":["a"],"dependentRequired":{"a":["b"]},
      "properties":{"a":{"type":"integer"},"b":{"type":"boolean"}}})"),
            R"({"a":1,"b":true})");
  EXPECT_NE(example_of(R"({"type":"object","minProperties":2,"additionalProperties":{"type":"integer"}})"), "none");
}

TEST(Example, RecursionEnds) {
  constexpr std::string_view kTree = R"({"$ref":"#/$defs/node","$defs":{"node":{"type":"object","required":["name"],
      "properties":{"name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/node"}}}}}})";
  EXPECT_EQ(example_of(kTree), R"({"name":"text"})");
  EXPECT_EQ(example_of(kTree, {.optional_properties = true}), R"({"name":"text","children":[]})");
  EXPECT_EQ(example_of(R"({"$ref":"#/$defs/e","$defs":{"e":{"anyOf":[{"type":"object","required":["l","r"],
      "properties":{"l":{"$ref":"#/$defs/e"},"r":{"$ref":"#/$defs/e"}}},{"type":"integer"}]}}})"),
            "1");
  EXPECT_EQ(example_of(R"({"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]})"), "none");
}

std::string signature_of(std::string_view text) { return signature("f", compiled(text)); }

TEST(Signature, SC8_NamesTypesDefaults) {
  EXPECT_EQ(signature_of(R"({"type":"object","required":["path"],"properties":{"path":{"type":"string"},
      "lines":{"type":"integer","default":100},"mode":{"enum":["r","w"]}}})"),
            R"(f(path: string, lines?: integer = 100, mode?: "r" | "w"))");
  EXPECT_EQ(signature_of(R"({"type":"object"})"), "f()");
  EXPECT_EQ(signature_of(R"({"type":"object","properties":{"a b":{"type":["string","null"]}}})"),
            R"(f("a b"?: string | null))");
  EXPECT_EQ(signature_of(R"({"type":"object","properties":{"o":{"type":"object","required":["a"],
      "properties":{"a":{"type":"string"},"b":{"type":"integer"}}}}})"),
            "f(o?: {a: string, b?: integer})");
  EXPECT_EQ(signature_of(
                R"({"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"type":"number"}})"),
            "f(a?: string, ...: number)");
  EXPECT_EQ(signature_of(R"({"allOf":[{"$ref":"#/$defs/p"}],"properties":{"b":{}},
      "$defs":{"p":{"properties":{"a":{"type":"boolean"}},"required":["a"]}}})"),
            "f(b?: any, a: boolean)");
}

TEST(Signature, SC8_ALongOneIsShortened) {
  std::string properties;
  for (int i = 0; i < 60; ++i) {
    properties += (i == 0 ? "" : ",") + std::string("\"parameter") + std::to_string(i) +
                  R"(":{"type":"object","properties":{"a":{"enum":["one","two","three"]}}})";
  }
  const std::string line =
      signature_of(R"({"type":"object","properties":{)" + properties + R"(},"required":["parameter59"]})");
  EXPECT_LT(line.size(), 500U);
  EXPECT_TRUE(line.starts_with("f(parameter59: object, parameter0?: object")) << line;
  EXPECT_TRUE(line.ends_with(" more)")) << line;
  EXPECT_EQ(line.find('\n'), std::string::npos);
}

TEST(TypeSummary, InAFewWords) {
  const auto summary = [](std::string_view text) { return type_summary(compiled(text)); };
  EXPECT_EQ(summary(R"({"type":"integer"})"), "integer");
  EXPECT_EQ(summary(R"({"enum":["a","b"]})"), R"("a" | "b")");
  EXPECT_EQ(summary(R"({"const":1})"), "1");
  EXPECT_EQ(summary(R"({"type":"array","items":{"type":"string"}})"), "array of string");
  EXPECT_EQ(summary(R"({"type":"array","items":{"type":["string","integer"]}})"), "array of (string | integer)");
  EXPECT_EQ(summary(R"({"prefixItems":[{"type":"number"},{"type":"number"}],"items":false,"type":"array"})"),
            "[number, number]");
  EXPECT_EQ(summary(R"({"anyOf":[{"type":"string"},{"type":"null"}]})"), "string | null");
  EXPECT_EQ(summary(R"({"type":"object","additionalProperties":{"type":"number"}})"), "object of number");
  EXPECT_EQ(summary("true"), "any");
  EXPECT_EQ(summary(R"({"type":"object","required":["path"],"properties":{"path":{"type":"string"}}})"),
            "{path: string}");
  EXPECT_LT(summary(R"({"type":"object","properties":{"a":{"$ref":"#"},"b":{"$ref":"#"},"c":{"$ref":"#"}}})").size(),
            600U);
}

std::vector<Violation> violations(std::string_view schema, std::string_view value) {
  const Result<json::Document> document = json::parse(value);
  EXPECT_TRUE(document);
  return compiled(schema).validate(document->root());
}

TEST(Violations, InWords) {
  constexpr std::string_view kSchema = R"({"type":"object","required":["path"],"additionalProperties":false,
      "properties":{"path":{"type":"string"},"lines":{"type":"integer","minimum":1},"mode":{"enum":["r","w"]}}})";
  const auto one = [&](std::string_view value) {
    const std::vector<Violation> found = violations(kSchema, value);
    EXPECT_EQ(found.size(), 1U) << value;
    return found.at(0);
  };
  const Violation type = one(R"({"path":"a","lines":"many"})");
  EXPECT_EQ(for_person(type), R"(lines: expected integer, got string "many")");
  EXPECT_EQ(for_model(type), R"(lines: expected integer, got string "many". Give an integer.)");
  EXPECT_EQ(for_model(one(R"({"path":"a","lines":"5"})")),
            R"(lines: expected integer, got string "5". Give an integer, without quotes.)");
  EXPECT_TRUE(for_model(one("{}")).ends_with(R"(Add "path".)"));
  EXPECT_TRUE(for_model(one(R"({"path":"a","lines":0})")).ends_with("Give a number that is at least 1."));
  EXPECT_TRUE(for_model(one(R"({"path":"a","mode":"x"})")).ends_with(R"(Use exactly one of "r", "w".)"));
  EXPECT_TRUE(for_model(one(R"({"path":"a","colour":1})"))
                  .ends_with(R"(Remove "colour", or use one of the properties path, lines, mode.)"));
  EXPECT_EQ(for_person(one("[]")), "expected object, got array of 0 elements") << "the whole value has no path";
}

TEST(Violations, AreShort) {
  const std::string huge = "\"" + std::string(100000, 'x') + "\"";
  const std::vector<Violation> found = violations(R"({"enum":["a"]})", huge);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_LT(for_model(found[0]).size(), 700U);
}

}  // namespace
}  // namespace acode::schema
