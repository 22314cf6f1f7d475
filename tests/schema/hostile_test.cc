// Schemas and values made to hurt: circles, towers, crowds, huge numbers, wrong types. Each must end, in an error that says
// where or in a verdict; work that grows without end would not, within the time that a test may take.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "acode/json/reader.h"
#include "acode/schema/schema.h"

namespace acode::schema {
namespace {

constexpr Limits kWide{.max_bytes = std::size_t{64} << 20U, .max_depth = 20'000};

Result<Schema> compile(std::string_view text) {
  CompileOptions options;
  options.limits = kWide;
  return Schema::compile(text, options);
}

/// The code of the error, or 0 if there is none.
int error_of(std::string_view text) {
  const Result<Schema> schema = compile(text);
  if (schema.ok()) return 0;
  EXPECT_FALSE(schema.error().message.empty());
  return static_cast<int>(schema.error().code);
}

enum class Verdict : std::uint8_t { kFits, kDoesNotFit, kTooMuch };

std::ostream& operator<<(std::ostream& out, Verdict verdict) {
  static constexpr std::string_view kNames[] = {"fits", "does not fit", "too much"};
  return out << kNames[static_cast<std::size_t>(verdict)];
}

/// What both passes say about a value; they must agree.
Verdict verdict_on(const Schema& schema, std::string_view text) {
  const Result<json::Document> value = json::parse(text, kWide);
  EXPECT_TRUE(value.ok()) << text.substr(0, 200);
  const std::vector<Violation> violations = schema.validate(value->root());
  EXPECT_EQ(schema.accepts(value->root()), violations.empty());
  for (const Violation& violation : violations) {
    if (violation.keyword == "limit" || violation.message.find("too long") != std::string::npos)
      return Verdict::kTooMuch;
  }
  return violations.empty() ? Verdict::kFits : Verdict::kDoesNotFit;
}

Verdict verdict_on(std::string_view schema_text, std::string_view text) {
  const Result<Schema> schema = compile(schema_text);
  EXPECT_TRUE(schema.ok()) << to_string(schema.error());
  return verdict_on(*schema, text);
}

std::string repeated(std::string_view text, std::size_t count) {
  std::string out;
  out.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

/// `make(0)`, `make(1)` … with commas between.
template <class Make>
std::string joined(std::size_t count, const Make& make) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += (i == 0 ? "" : ",") + make(i);
  return out;
}

std::string number(std::size_t value) { return std::to_string(value); }

// ---- references --------------------------------------------------------------------------------------------------

/// `$defs` of `levels` schemas, each made of a reference to the next; the last is `end`.
std::string chain(std::size_t levels, std::string_view before, std::string_view behind, std::string_view end) {
  return R"({"$ref":"#/$defs/0","$defs":{)" +
         joined(levels,
                [&](std::size_t i) {
                  return '"' + number(i) + "\":" + std::string(before) + R"({"$ref":"#/$defs/)" + number(i + 1) +
                         "\"}" + std::string(behind);
                }) +
         ",\"" + number(levels) + "\":" + std::string(end) + "}}";
}

TEST(Hostile, LongChainOfReferences) {
  const std::string text = chain(10'000, "", "", R"({"type":"integer"})");
  EXPECT_EQ(verdict_on(text, "1"), Verdict::kFits);
  EXPECT_EQ(verdict_on(text, "\"1\""), Verdict::kDoesNotFit);
}

TEST(Hostile, VeryLongChainOfReferences) {
  EXPECT_EQ(verdict_on(chain(200'000, "", "", R"({"type":"integer"})"), "1"), Verdict::kFits);
}

TEST(Hostile, LongChainThroughAllOf) {
  const std::string text = chain(10'000, R"({"allOf":[)", "]}", R"({"type":"integer"})");
  EXPECT_EQ(error_of(text), static_cast<int>(ErrorCode::kSchemaTooLarge));
  EXPECT_EQ(verdict_on(chain(150, R"({"allOf":[)", "]}", R"({"type":"integer"})"), "1"), Verdict::kFits);
}

TEST(Hostile, LongChainThroughResources) {
  std::string text = R"({"$ref":"http://x/0","$defs":{)" +
                     joined(10'000,
                            [](std::size_t i) {
                              return '"' + number(i) + R"(":{"$id":"http://x/)" + number(i) + R"(","$ref":"http://x/)" +
                                     number(i + 1) + "\"}";
                            }) +
                     R"(,"end":{"$id":"http://x/10000","type":"integer"}}})";
  EXPECT_EQ(error_of(text), static_cast<int>(ErrorCode::kSchemaTooLarge));
}

TEST(Hostile, Circles) {
  for (const std::string_view text : {
           R"({"$ref":"#"})",
           R"({"$ref":"#","type":"integer"})",
           R"({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}})",
           R"({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}})",
           R"({"allOf":[{"$ref":"#"}]})",
           R"({"anyOf":[{"type":"integer"},{"$ref":"#"}]})",
           R"({"oneOf":[{"$ref":"#"}]})",
           R"({"not":{"$ref":"#"}})",
           R"({"if":{"$ref":"#"}})",
           R"({"if":true,"then":{"$ref":"#"}})",
           R"({"if":true,"else":{"$ref":"#"}})",
           R"({"dependentSchemas":{"a":{"$ref":"#"}}})",
           R"({"properties":{"a":{"allOf":[{"$ref":"#/properties/a"}]}}})",
           R"({"properties":{"a":{"anyOf":[{"not":{"if":true,"then":{"$ref":"#/properties/a"}}}]}}})",
           R"({"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#"})",
           R"({"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":{"$ref":"#"}}})",
       }) {
    const Result<Schema> schema = compile(text);
    ASSERT_FALSE(schema.ok()) << text;
    EXPECT_EQ(code_name(schema.error().code), "ACODE-SCH-001") << text;
    EXPECT_FALSE(schema.error().path.empty()) << text;
  }
}

/// Whether such a circle is one shows only when a value is at hand; it is refused, not followed.
TEST(Hostile, DynamicCircles) {
  EXPECT_EQ(verdict_on(R"({"$dynamicAnchor":"a","$dynamicRef":"#a"})", "1"), Verdict::kTooMuch);
  EXPECT_EQ(verdict_on(R"({"$dynamicAnchor":"a","not":{"$dynamicRef":"#a"}})", "{}"), Verdict::kTooMuch);
  EXPECT_EQ(verdict_on(R"({"$dynamicAnchor":"a","anyOf":[{"$dynamicRef":"#a"},{"$dynamicRef":"#a"}]})", "[]"),
            Verdict::kTooMuch);
  EXPECT_EQ(verdict_on(R"({"$dynamicAnchor":"a","oneOf":[{"$dynamicRef":"#a"},true]})", "[]"), Verdict::kTooMuch);
  EXPECT_EQ(verdict_on(R"({"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true,)"
                       R"("allOf":[{"$recursiveRef":"#"}]})",
                       "1"),
            Verdict::kTooMuch);
}

TEST(Hostile, ManyDynamicReferencesAndResources) {
  const std::string anchors = joined(3000, [](std::size_t i) {
    return "\"r" + number(i) + R"(":{"$id":"http://x/)" + number(i) + R"(","$dynamicAnchor":"a","type":"object"})";
  });
  const std::string references = joined(3000, [](std::size_t) { return std::string(R"({"$dynamicRef":"#a"})"); });
  const Result<Schema> schema = compile(R"({"$dynamicAnchor":"a","$defs":{)" + anchors +
                                        R"(},"properties":{"x":{"anyOf":[)" + references + "]}}}");
  if (schema.ok()) {
    EXPECT_NE(verdict_on(*schema, R"({"x":{"x":{"x":1}}})"), Verdict::kDoesNotFit);
  }
}

TEST(Hostile, IdsInALoop) {
  EXPECT_EQ(error_of(R"({"$id":"http://x/a","$defs":{"b":{"$id":"http://x/a","$ref":"http://x/a"}}})"), 0);
  EXPECT_EQ(
      error_of(R"({"$id":"http://x/a","$ref":"http://x/b","$defs":{"b":{"$id":"http://x/b","$ref":"http://x/a"}}})"),
      static_cast<int>(ErrorCode::kBadSchema));
  // Each inside the other, each relative to the one around it.
  std::string nested = "true";
  for (std::size_t i = 0; i < 2000; ++i) nested = R"({"$id":"x/","$defs":{"a":)" + nested + "}}";
  EXPECT_EQ(error_of(nested), 0);
}

TEST(Hostile, MetaschemasInACircle) {
  Documents documents;
  ASSERT_FALSE(documents.add("http://x/a", R"({"$schema":"http://x/b","$id":"http://x/a"})"));
  ASSERT_FALSE(documents.add("http://x/b", R"({"$schema":"http://x/a","$id":"http://x/b"})"));
  CompileOptions options;
  options.documents = &documents;
  const Result<Schema> schema = Schema::compile(R"({"$schema":"http://x/a"})", options);
  ASSERT_FALSE(schema.ok());
  EXPECT_FALSE(schema.error().message.empty());
}

TEST(Hostile, UnknownMetaschema) {
  for (const std::string_view uri : {"http://x/unknown", "x", "#", "//", ":", "http://[", "\\u0000", "urn:x:y"}) {
    const Result<Schema> schema = compile(R"({"$schema":")" + std::string(uri) + R"("})");
    if (schema.ok()) continue;  // "#" is the schema itself
    EXPECT_EQ(schema.error().code, ErrorCode::kUnknownReference) << uri;
  }
}

// ---- towers of alternatives --------------------------------------------------------------------------------------

/// 2^30 ways through 30 levels.
std::string tower(std::string_view keyword, std::string_view beside, std::string_view end) {
  return R"({"$ref":"#/$defs/0","$defs":{)" +
         joined(30,
                [&](std::size_t i) {
                  const std::string next = R"({"$ref":"#/$defs/)" + number(i + 1) + "\"}";
                  return '"' + number(i) + "\":{\"" + std::string(keyword) + "\":[" + next + "," + next + "]" +
                         std::string(beside) + "}";
                }) +
         R"(,"30":)" + std::string(end) + "}}";
}

constexpr std::string_view kBesides[] = {"", R"(,"unevaluatedProperties":false)", R"(,"unevaluatedItems":false)"};

/// Each ends; a value that does not fit is never taken for one that does. `false` at the end is refused by all of them.
TEST(Hostile, TowersOfAlternatives) {
  for (const std::string_view keyword : {"allOf", "anyOf", "oneOf"}) {
    for (const std::string_view beside : kBesides) {
      const Result<Schema> schema = compile(tower(keyword, beside, R"({"not":{}})"));
      ASSERT_TRUE(schema.ok());
      EXPECT_NE(verdict_on(*schema, R"({"a":1,"b":[1]})"), Verdict::kFits) << keyword << beside;
    }
  }
  const Result<Schema> easy = compile(tower("anyOf", "", R"({"type":"integer"})"));
  EXPECT_EQ(verdict_on(*easy, "1"), Verdict::kFits);
}

/// What was given up is not known: its opposite must not hold either.
TEST(Hostile, TheOppositeOfTooMuchIsTooMuch) {
  const std::string inner = tower("allOf", "", R"({"type":"integer"})");
  for (const std::string_view head : {R"({"not":)", R"({"oneOf":[true,)", R"({"if":)", R"({"contains":true,"not":)"}) {
    std::string text(head);
    std::string moved = inner;
    const std::string base = head.starts_with(R"({"oneOf)") ? "#/oneOf/1"
                             : head.starts_with(R"({"if)")  ? "#/if"
                                                            : "#/not";
    for (std::size_t at = 0; (at = moved.find("\"#/$defs", at)) != std::string::npos; at += base.size())
      moved.replace(at + 1, 1, base);
    text += moved + (head.starts_with(R"({"oneOf)") ? "]}" : head.starts_with(R"({"if)") ? R"(,"then":false})" : "}");
    EXPECT_EQ(verdict_on(text, "1"), Verdict::kTooMuch) << head;
  }
}

/// The leaves of the tower cost more than a step: a large value is walked over at each.
TEST(Hostile, TowersOverLargeValues) {
  const std::string array = "[" + joined(10'000, number) + "]";
  const std::string object =
      "{" + joined(5000, [](std::size_t i) { return "\"" + number(i) + "\":" + number(i); }) + "}";
  const std::string text = "\"" + std::string(200'000, 'a') + "\"";
  const std::pair<std::string_view, const std::string*> leaves[] = {
      {R"({"uniqueItems":true})", &array},
      {R"({"enum":[[1],[2]],"type":"array"})", &array},
      {R"({"items":true,"prefixItems":[true,true]})", &array},
      {R"({"contains":false,"minContains":0})", &array},
      {R"({"unevaluatedItems":true})", &array},
      {R"({"minProperties":3})", &object},
      {R"({"additionalProperties":true,"propertyNames":true})", &object},
      {R"({"patternProperties":{"(a|b)+c":false}})", &object},
      {R"({"dependentRequired":{"nowhere":["x"],"0":["1","2"]}})", &object},
      {R"({"unevaluatedProperties":true})", &object},
      {R"({"pattern":"(a|b)+c"})", &text},
      {R"({"maxLength":300000,"minLength":100000})", &text},
      {R"({"enum":["x"]})", &text},
  };
  for (const auto& [leaf, value] : leaves) {
    static_cast<void>(verdict_on(tower("allOf", "", leaf), *value));
  }
}

/// Duplicates at each level of a deep value must not double the work at each.
TEST(Hostile, DuplicatesInsideDuplicates) {
  std::string value = R"({"a":1})";
  for (std::size_t i = 0; i < 60; ++i) value = R"({"a":)" + value + R"(,"b":"","b":1})";
  const std::string_view text =
      R"({"properties":{"a":{"if":{"type":"object"},"then":{"$ref":"#"}},"b":{"type":"integer"}}})";
  EXPECT_EQ(verdict_on(text, value), Verdict::kFits);
}

// ---- crowds ------------------------------------------------------------------------------------------------------

TEST(Hostile, AMillionEnumValues) {
  const std::string text = R"({"enum":[)" + joined(1'000'000, number) + "]}";
  EXPECT_EQ(verdict_on(text, "999999"), Verdict::kFits);
  EXPECT_EQ(verdict_on(text, "1000000"), Verdict::kDoesNotFit);
}

TEST(Hostile, AHundredThousandProperties) {
  const auto property = [](std::size_t i) { return "\"p" + number(i) + R"(":{"type":"integer"})"; };
  const auto name = [](std::size_t i) { return "\"p" + number(i) + "\""; };
  const std::string text = R"({"properties":{)" + joined(100'000, property) + R"(},"required":[)" +
                           joined(100'000, name) + R"(],"additionalProperties":false})";
  const auto member = [](std::size_t i) { return "\"p" + number(99'999 - i) + "\":1"; };
  const Result<Schema> schema = compile(text);
  ASSERT_TRUE(schema.ok()) << to_string(schema.error());
  EXPECT_EQ(verdict_on(*schema, "{" + joined(100'000, member) + "}"), Verdict::kFits);
  EXPECT_EQ(verdict_on(*schema, "{" + joined(99'999, member) + "}"), Verdict::kDoesNotFit);
  EXPECT_EQ(verdict_on(*schema, "{}"), Verdict::kDoesNotFit);
}

TEST(Hostile, ManyPatternsOnManyMembers) {
  const auto pattern = [](std::size_t i) { return "\"^(a|b)*x" + number(i) + R"($":{"type":"integer"})"; };
  const std::string text = R"({"patternProperties":{)" + joined(1000, pattern) + "}}";
  const auto member = [](std::size_t i) { return "\"abx" + number(i) + "\":1"; };
  EXPECT_NE(verdict_on(text, "{" + joined(10'000, member) + "}"), Verdict::kDoesNotFit);
}

TEST(Hostile, ManyDependenciesOnManyMembers) {
  const auto dependency = [](std::size_t i) { return "\"p" + number(i) + R"(":["p0"])"; };
  const auto member = [](std::size_t i) { return "\"p" + number(i) + "\":1"; };
  const std::string text = R"({"dependentRequired":{)" + joined(20'000, dependency) + "}}";
  static_cast<void>(verdict_on(text, "{" + joined(20'000, member) + "}"));
}

TEST(Hostile, ManyPatterns) {
  const auto pattern = [](std::size_t i) { return "\"(a|b)*" + number(i) + "\":true"; };
  const int error = error_of(R"({"patternProperties":{)" + joined(300'000, pattern) + "}}");
  EXPECT_TRUE(error == 0 || error == static_cast<int>(ErrorCode::kSchemaTooLarge)) << error;
}

/// SC-7.
TEST(Hostile, RunawayPatterns) {
  const std::string evil = "\"" + std::string(40, 'a') + "!\"";
  EXPECT_EQ(verdict_on(R"({"pattern":"^(a+)+$"})", "\"aaaa\""), Verdict::kFits);
  EXPECT_NE(verdict_on(R"({"pattern":"^(a+)+$"})", evil), Verdict::kFits);
  EXPECT_NE(verdict_on(R"({"not":{"pattern":"^(a+)+$"}})", evil), Verdict::kDoesNotFit);
  EXPECT_NE(verdict_on(R"({"patternProperties":{"^(a+)+$":false}})", "{" + evil + ":1}"), Verdict::kDoesNotFit);
  EXPECT_NE(verdict_on(R"({"pattern":"(.*)*\\1x"})", "\"" + std::string(100'000, 'a') + "\""), Verdict::kFits);
}

/// SC-7: each match alone would do, but there are many.
TEST(Hostile, ManyMatchesOfARunawayPattern) {
  const std::string text = "\"" + std::string(14, 'a') + "!\"";
  const std::string array = "[" + joined(50'000, [&](std::size_t) { return text; }) + "]";
  EXPECT_NE(verdict_on(R"({"items":{"not":{"pattern":"^(a+)+$"}}})", array), Verdict::kDoesNotFit);
}

TEST(Hostile, ManyUniqueItems) {
  const auto element = [](std::size_t i) { return R"({"a":)" + number(i) + R"(,"b":[1,2]})"; };
  const std::string array = "[" + joined(100'000, element);
  EXPECT_EQ(verdict_on(R"({"uniqueItems":true})", array + "]"), Verdict::kFits);
  EXPECT_EQ(verdict_on(R"({"uniqueItems":true})", array + R"(,{"b":[1.0,2],"a":7e0}])"), Verdict::kDoesNotFit);
}

/// Items that differ only where a hash does not look.
TEST(Hostile, UniqueItemsThatLookAlike) {
  const auto element = [](std::size_t i) { return repeated("[", 50) + number(i) + repeated("]", 50); };
  const Verdict verdict = verdict_on(R"({"uniqueItems":true})", "[" + joined(10'000, element) + "]");
  EXPECT_NE(verdict, Verdict::kDoesNotFit);
  const auto value = [](std::size_t i) { return repeated("[", 50) + number(i) + repeated("]", 50); };
  EXPECT_NE(verdict_on(R"({"enum":[)" + joined(10'000, value) + "]}", value(20'000)), Verdict::kFits);
}

// ---- depth -------------------------------------------------------------------------------------------------------

TEST(Hostile, DeepSchemas) {
  const std::pair<std::string_view, std::string_view> ways[] = {
      {R"({"items":)", "}"},       {R"({"properties":{"a":)", "}}"}, {R"({"allOf":[)", "]}"}, {R"({"not":)", "}"},
      {R"({"$defs":{"a":)", "}}"}, {R"({"const":[)", "]}"},          {R"({"if":)", "}"}};
  for (const auto& [open, close] : ways) {
    const std::string text = repeated(open, 5000) + "true" + repeated(close, 5000);
    EXPECT_EQ(static_cast<int>(Schema::compile(text).error().code), static_cast<int>(ErrorCode::kTooDeep)) << open;
    const Result<Schema> schema = compile(text);
    if (!schema.ok()) {
      EXPECT_EQ(schema.error().code, ErrorCode::kSchemaTooLarge) << open;
      continue;
    }
    static_cast<void>(verdict_on(*schema, repeated("[", 6000) + repeated("]", 6000)));
  }
}

TEST(Hostile, DeepValues) {
  const std::string array = repeated("[", 10'000) + repeated("]", 10'000);
  const std::string object = repeated(R"({"a":)", 10'000) + "1" + repeated("}", 10'000);
  EXPECT_EQ(verdict_on(R"({"type":"array","items":{"$ref":"#"}})", array), Verdict::kTooMuch);
  EXPECT_EQ(verdict_on(R"({"type":["object","integer"],"properties":{"a":{"$ref":"#"}}})", object), Verdict::kTooMuch);
  EXPECT_EQ(verdict_on(R"({"type":"array","not":{"type":"object"}})", array), Verdict::kFits);
  EXPECT_EQ(verdict_on(R"({"enum":[1,2,[[]]],"uniqueItems":true})", array), Verdict::kDoesNotFit);
  EXPECT_EQ(verdict_on(R"({"const":)" + array + "}", array), Verdict::kFits);
  const std::string shallow = repeated("[", 300) + repeated("]", 300);
  EXPECT_EQ(verdict_on(R"({"type":"array","items":{"$ref":"#"}})", shallow), Verdict::kFits);
}

/// The deepest that is followed needs no more stack than a thread has.
TEST(Hostile, DeepestWorkFitsTheStackOfAThread) {
  Verdict verdict = Verdict::kFits;
  std::thread([&verdict] {
    verdict = verdict_on(
        R"({"$dynamicAnchor":"a","properties":{"a":{"anyOf":[{"allOf":[{"$dynamicRef":"#a"}]}]}},"unevaluatedProperties":false})",
        repeated(R"({"a":)", 10'000) + "1" + repeated("}", 10'000));
  }).join();
  EXPECT_EQ(verdict, Verdict::kTooMuch);
}

// ---- numbers -----------------------------------------------------------------------------------------------------

TEST(Hostile, HugeNumbers) {
  const std::string long_number = std::string(400, '7');
  EXPECT_EQ(verdict_on(R"({"minLength":1e400})", "\"a\""), Verdict::kDoesNotFit);
  EXPECT_EQ(verdict_on(R"({"maxLength":1e400})", "\"a\""), Verdict::kFits);
  EXPECT_EQ(verdict_on(R"({"minItems":)" + long_number + "}", "[1]"), Verdict::kDoesNotFit);
  EXPECT_EQ(verdict_on(R"({"maxProperties":)" + long_number + "}", R"({"a":1})"), Verdict::kFits);
  EXPECT_EQ(verdict_on(R"({"contains":true,"minContains":18446744073709551616})", "[1]"), Verdict::kDoesNotFit);
  EXPECT_EQ(verdict_on(R"({"maximum":1e400})", "1e399"), Verdict::kFits);
  EXPECT_EQ(verdict_on(R"({"maximum":1e400})", "1e401"), Verdict::kDoesNotFit);
  EXPECT_EQ(verdict_on(R"({"exclusiveMinimum":1e-400})", "0"), Verdict::kDoesNotFit);
  EXPECT_EQ(verdict_on(R"({"exclusiveMinimum":0})", "1e-400"), Verdict::kFits);
  EXPECT_EQ(verdict_on(R"({"maximum":)" + long_number + "}", long_number + "1"), Verdict::kDoesNotFit);
  EXPECT_EQ(verdict_on(R"({"multipleOf":1e-400})", "1e400"), Verdict::kFits);
  EXPECT_EQ(verdict_on(R"({"multipleOf":1e400})", "1"), Verdict::kDoesNotFit);
  EXPECT_EQ(verdict_on(R"({"multipleOf":7})", "1e999999999999999999999"), Verdict::kDoesNotFit);
  EXPECT_EQ(verdict_on(R"({"const":1e18})", "1000000000000000000"), Verdict::kFits);
  EXPECT_EQ(verdict_on(R"({"enum":[9223372036854775807.0]})", "9223372036854775807"), Verdict::kFits);
  EXPECT_EQ(verdict_on(R"({"uniqueItems":true})", "[-1000000000000000000,0,1,2,3,4,5,6,7,8,9,10,11,-1e18]"),
            Verdict::kDoesNotFit);
  EXPECT_EQ(error_of(R"({"minLength":1e-400})"), static_cast<int>(ErrorCode::kBadSchema));
  EXPECT_EQ(error_of(R"({"multipleOf":)" + long_number + "}"), static_cast<int>(ErrorCode::kBadSchema));
  const std::string million(1'000'000, '3');
  EXPECT_EQ(verdict_on(R"({"multipleOf":3,"maximum":1e2000000,"type":"integer"})", million), Verdict::kFits);
}

// ---- wrong types -------------------------------------------------------------------------------------------------

/// Keywords, and for each what it cannot be.
TEST(Hostile, WrongTypesForEveryKeyword) {
  const std::string_view schemas[] = {"not",
                                      "if",
                                      "then",
                                      "else",
                                      "items",
                                      "contains",
                                      "additionalProperties",
                                      "propertyNames",
                                      "unevaluatedItems",
                                      "unevaluatedProperties"};
  const std::string_view lists[] = {"allOf", "anyOf", "oneOf", "prefixItems"};
  const std::string_view maps[] = {"properties", "patternProperties", "dependentSchemas", "$defs", "dependentRequired"};
  const std::string_view counts[] = {"minLength",     "maxLength",     "minItems",    "maxItems",
                                     "minProperties", "maxProperties", "minContains", "maxContains"};
  const std::string_view numbers[] = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"};
  const std::string_view texts[] = {"pattern", "format", "$ref", "$dynamicRef"};
  std::vector<std::pair<std::string_view, std::string_view>> wrong;
  const auto add = [&](const auto& keywords, std::initializer_list<std::string_view> values) {
    for (const std::string_view keyword : keywords) {
      for (const std::string_view value : values) wrong.emplace_back(keyword, value);
    }
  };
  add(schemas, {"null", "1", "\"x\"", "[]", "[true]"});
  add(lists, {"null", "true", "1", "\"x\"", "{}", "[1]", "[null]", "[[]]", "[\"x\"]"});
  add(maps, {"null", "true", "1", "\"x\"", "[]", R"({"a":1})", R"({"a":null})", R"({"a":"x"})"});
  add(counts, {"null", "true", "\"1\"", "[]", "{}", "-1", "1.5", "-1e400", "1e-400"});
  add(numbers, {"null", "true", "\"1\"", "[]", "{}"});
  add(texts, {"null", "true", "1", "[]", "{}"});
  wrong.insert(wrong.end(), {{"multipleOf", "0"},
                             {"multipleOf", "-1"},
                             {"type", "null"},
                             {"type", "1"},
                             {"type", "true"},
                             {"type", "{}"},
                             {"type", "[]"},
                             {"type", "[1]"},
                             {"type", "\"thing\""},
                             {"type", "[\"string\",\"thing\"]"},
                             {"type", "[[\"string\"]]"},
                             {"enum", "null"},
                             {"enum", "1"},
                             {"enum", "\"x\""},
                             {"enum", "{}"},
                             {"required", "null"},
                             {"required", "true"},
                             {"required", "\"x\""},
                             {"required", "{}"},
                             {"required", "[1]"},
                             {"required", "[null]"},
                             {"uniqueItems", "null"},
                             {"uniqueItems", "1"},
                             {"uniqueItems", "\"true\""},
                             {"dependentRequired", R"({"a":{}})"},
                             {"dependentRequired", R"({"a":true})"},
                             {"dependentRequired", R"({"a":[1]})"},
                             {"pattern", "\"(\""},
                             {"pattern", "\"[\""},
                             {"pattern", "\"*\""},
                             {"patternProperties", R"({"(":true})"},
                             {"$id", "1"},
                             {"$schema", "1"},
                             {"$anchor", "1"},
                             {"$dynamicAnchor", "{}"}});
  for (const auto& [keyword, value] : wrong) {
    for (const std::string_view around : {"", R"("properties":{"a/b":)"}) {
      const std::string inner = "{\"" + std::string(keyword) + "\":" + std::string(value) + "}";
      const std::string text = around.empty() ? inner : "{" + std::string(around) + inner + "}}";
      const Result<Schema> schema = compile(text);
      ASSERT_FALSE(schema.ok()) << text;
      EXPECT_EQ(code_name(schema.error().code), "ACODE-SCH-001") << text << to_string(schema.error());
      const std::string path = (around.empty() ? "/" : "/properties/a~1b/") + std::string(keyword);
      EXPECT_TRUE(schema.error().path.starts_with(path)) << text << " " << schema.error().path;
    }
  }
}

TEST(Hostile, WhatIsNoSchemaAtAll) {
  for (const std::string_view text : {"null", "1", "\"x\"", "[]", "[{}]"}) {
    EXPECT_EQ(error_of(text), static_cast<int>(ErrorCode::kBadSchema)) << text;
  }
  for (const std::string_view text : {"", "{", "{]", "nul", "{\"type\":}"}) {
    EXPECT_EQ(error_of(text), static_cast<int>(ErrorCode::kInvalidJson)) << text;
  }
}

}  // namespace
}  // namespace acode::schema
