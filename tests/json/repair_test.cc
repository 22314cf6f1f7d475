// The repairs one by one: what goes in, what comes out, and which kinds of edit it took.
#include "acode/json/repair.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "acode/json/writer.h"

namespace acode::json {
namespace {

/// The kinds of the edits, each once, in alphabetical order: "single_quotes trailing_comma".
std::string kinds_of(const Repair& repair) {
  std::set<std::string_view> kinds;
  for (const Edit edit : repair.edits()) kinds.insert(edit_kind_name(edit.kind));
  std::string joined;
  for (const std::string_view kind : kinds) {
    if (!joined.empty()) joined += ' ';
    joined += kind;
  }
  return joined;
}

struct Case {
  std::string_view input;
  std::string_view text;
  std::string_view kinds;
};

void expect_repair(const Case& wanted) {
  SCOPED_TRACE(wanted.input);
  const Repair repair = json::repair(wanted.input);
  ASSERT_TRUE(repair.ok()) << to_string(*repair.error());
  EXPECT_EQ(repair.text(), wanted.text);
  EXPECT_EQ(kinds_of(repair), wanted.kinds);
}

void expect_refused(std::string_view input, ErrorCode code) {
  SCOPED_TRACE(input);
  const Repair repair = json::repair(input);
  ASSERT_FALSE(repair.ok()) << repair.text();
  EXPECT_EQ(repair.error()->code, code);
  EXPECT_TRUE(repair.edits().empty());
  EXPECT_EQ(repair.text(), "");
}

TEST(Repair, RP3_TheNamedCases) {
  const Case cases[] = {
      {R"({"items": [1, 2, 3,]})", R"({"items": [1, 2, 3]})", "trailing_comma"},
      {R"({"outer": {"inner": {"deep": "value"})", R"({"outer": {"inner": {"deep": "value"}}})",
       "missing_closing_brace"},
      {R"({"items": [1, 2, 3})", R"({"items": [1, 2, 3]})", "missing_closing_bracket"},
      {R"({"message": "He said "hello" to me"})", R"({"message": "He said \"hello\" to me"})", "unescaped_quotes"},
      {R"({"content": "Hello, this is a test)", R"({"content": "Hello, this is a test"})",
       "missing_closing_brace truncated_string"},
      {R"({path: "test.txt", content: "hello"})", R"({"path": "test.txt", "content": "hello"})", "unquoted_key"},
      {R"({'path': 'test.txt'})", R"({"path": "test.txt"})", "single_quotes"},
      {R"({path: 'test.txt',})", R"({"path": "test.txt"})", "single_quotes trailing_comma unquoted_key"},
  };
  for (const Case& wanted : cases) expect_repair(wanted);
}

TEST(Repair, RP4_LiteralsOfOtherLanguages) {
  expect_repair({"[True, FALSE, None, undefined, nil, NULL]", "[true, false, null, null, null, null]", "literal"});
  expect_repair({"[NaN, -Infinity]", "[null, null]", "not_a_number"});
}

TEST(Repair, RP4_NumbersInOtherNotations) {
  expect_repair({"[+1, .5, 5., 1_000, 0x1F]", "[1, 0.5, 5.0, 1000, 31]", "number_format"});
  expect_repair({R"({"zip": 00123})", R"({"zip": "00123"})", "unquoted_value"});
  expect_repair({R"({"share": 50%, "n": 1})", R"({"share": "50%", "n": 1})", "unquoted_value"});
}

TEST(Repair, RP4_Comments) {
  expect_repair({"{\"a\": /* one */ 1, // two\n\"b\": 2}", "{\"a\":  1, \n\"b\": 2}", "comment"});
  expect_repair({"[1, # one\n2]", "[1, \n2]", "comment"});
}

TEST(Repair, RP4_CommasAndColons) {
  expect_repair({R"({"a": 1 "b": 2})", R"({"a": 1, "b": 2})", "missing_comma"});
  expect_repair({"[1,,2]", "[1,2]", "extra_comma"});
  expect_repair({R"({"a" 1})", R"({"a": 1})", "missing_colon"});
  expect_repair({R"({"a" => 1})", R"({"a" : 1})", "wrong_colon"});
  expect_repair({R"({"a": , "b": 2})", R"({"a": null, "b": 2})", "missing_value"});
}

TEST(Repair, RP4_Quotes) {
  expect_repair({R"({"a": x", "b": 1})", R"({"a": "x", "b": 1})", "missing_opening_quote"});
  expect_repair({R"({"a": "x, "b": 1})", R"({"a": "x", "b": 1})", "missing_closing_quote"});
  expect_repair({R"({""a"": 1})", R"({"a": 1})", "doubled_quotes"});
  expect_repair({"{“a”: ‘b’}", R"({"a": "b"})", "typographic_quotes"});
  expect_repair({R"(["""a "b" c"""])", R"(["a \"b\" c"])", "doubled_quotes"});
  expect_repair({R"({"a": “x” })", R"({"a": "x" })", "typographic_quotes"});
}

TEST(Repair, RP4_Brackets) {
  expect_repair({R"({"a": [1, 2, "b": 3})", R"({"a": [1, 2], "b": 3})", "missing_closing_bracket"});
  expect_repair({R"({"a": 1}, "b": 2})", R"({"a": 1, "b": 2})", "extra_closer"});
  expect_repair({R"("a": 1, "b": 2})", R"({"a": 1, "b": 2})", "missing_opening_brace"});
  expect_repair({R"({"r": 1, 2]})", R"({"r": [1, 2]})", "missing_opening_bracket"});
  expect_repair({"[1, 2)", "[1, 2]", "wrong_closer"});
  expect_repair({R"({"t": (1, 2)})", R"({"t": [1, 2]})", "parentheses"});
}

TEST(Repair, RP4_CharactersInStrings) {
  expect_repair({"{\"a\": \"x\ny\tz\"}", R"({"a": "x\ny\tz"})", "control_character"});
  expect_repair({R"({"re": "\d+\s*"})", R"({"re": "\\d+\\s*"})", "invalid_escape"});
  expect_repair({R"({"p": "C:\Users\name"})", R"({"p": "C:\\Users\\name"})", "invalid_escape"});
  expect_repair({R"(["\ud800"])", R"(["\ufffd"])", "lone_surrogate"});
  expect_repair({"[\"a\xFF\"]", "[\"a\xEF\xBF\xBD\"]", "invalid_utf8"});
  expect_repair({R"({'a': 'say "hi"'})", R"({"a": "say \"hi\""})", "single_quotes"});
  // What was put in before such a string stays, though the edits inside are made twice.
  expect_repair({"{\"re\"\"\t\\d+\"}", R"({"re":"\t\\d+"})", "control_character invalid_escape missing_colon"});
  expect_repair({"[\"a\"\"\t\\d+\"]", R"(["a","\t\\d+"])", "control_character invalid_escape missing_comma"});
}

TEST(Repair, RP4_WhatStandsAround) {
  expect_repair({"```json\n{\"a\": 1}\n```", "\n{\"a\": 1}\n", "fence text_around"});
  expect_repair({"Sure! {\"a\": 1} Anything else?", "{\"a\": 1} ", "text_around"});
  expect_repair({"\xEF\xBB\xBF{\"a\": 1}", "{\"a\": 1}", "byte_order_mark"});
  expect_repair({R"({"a": 1}{"b": 2})", R"([{"a": 1},{"b": 2}])", "several_values"});
  expect_repair({"{\"a\": 1}\n{\"b\": 2}\n", "[{\"a\": 1},\n{\"b\": 2}]\n", "several_values"});
  expect_repair({R"({\"a\": \"b\\n\"})", R"({"a": "b\n"})", "escaped_text"});
}

TEST(Repair, RP4_TheRest) {
  expect_repair({R"(["a" + "b"])", R"(["ab"])", "concatenation"});
  expect_repair({"[1, 2, ...]", "[1, 2 ]", "ellipsis trailing_comma"});
  expect_repair({R"({"city": New York, "n": 2})", R"({"city": "New York", "n": 2})", "unquoted_value"});
  expect_repair({R"({"a": 1,\n "b": 2})", R"({"a": 1, "b": 2})", "stray_backslash"});
}

TEST(Repair, RP8_WhatWasCutOffIsMarked) {
  const auto truncated = [](std::string_view input) { return json::repair(input).truncated(); };
  EXPECT_TRUE(truncated(R"({"a": "some te)"));
  EXPECT_TRUE(truncated(R"({"a": tru)"));
  EXPECT_TRUE(truncated(R"({"a": 12)"));
  EXPECT_TRUE(truncated(R"({"a": 1, "b)"));
  EXPECT_TRUE(truncated(R"({"a": 1, "b":)"));
  EXPECT_FALSE(truncated(R"({"a": {"b": "c"})"));
  EXPECT_FALSE(truncated(R"({"a": 1,})"));
  EXPECT_EQ(json::repair(R"({"a": 1, "b)").text(), R"({"a": 1})");
  EXPECT_EQ(json::repair(R"({"code": "if (x) {\n  y();\n}\n)").text(), R"({"code": "if (x) {\n  y();\n}\n"})");
}

TEST(Repair, RP10_RefusingIsBetterThanInventing) {
  expect_refused("", ErrorCode::kRepairFailed);
  expect_refused(" \n", ErrorCode::kRepairFailed);
  expect_refused("I cannot help with that.", ErrorCode::kRepairFailed);
  const std::string large = "[" + std::string(2 << 20, ' ') + "1]";
  expect_refused(large, ErrorCode::kTooLarge);
  expect_refused(std::string(10000, '['), ErrorCode::kTooDeep);
}

TEST(Repair, RP10_TheSafeLevelLeavesTheDoubtfulAlone) {
  RepairOptions safe;
  safe.level = RepairLevel::kSafe;
  EXPECT_TRUE(json::repair("{'a': 1,}", safe).ok());
  EXPECT_FALSE(json::repair(R"({"a": x", "b": 1})", safe).ok());
}

TEST(Repair, RP3_AKindThatIsSwitchedOffIsNotUsed) {
  RepairOptions options;
  options.disabled.set(static_cast<std::size_t>(EditKind::kTrailingComma));
  EXPECT_FALSE(json::repair("[1,]", options).ok());
  EXPECT_TRUE(json::repair("[True]", options).ok());
}

TEST(Repair, RP1_ValidTextIsUntouched) {
  const Repair repair = json::repair(" {\"a\" : [1.0, -0, 1e400]} ");
  EXPECT_TRUE(repair.ok());
  EXPECT_FALSE(repair.attempted());
  EXPECT_EQ(repair.text(), repair.original());
  EXPECT_DOUBLE_EQ(repair.confidence(), 1.0);
}

/// Knows that "a" is a number and "b" a string, and nothing else is there.
class TwoNames final : public Hints {
 public:
  [[nodiscard]] Place root() const override { return 0; }
  [[nodiscard]] Place member(Place object, std::string_view name) const override {
    if (object != 0) return kNowhere;
    return name == "a" ? 1 : name == "b" ? 2 : kNowhere;
  }
  [[nodiscard]] Place element(Place) const override { return kNowhere; }
  [[nodiscard]] unsigned expected_kinds(Place place) const override {
    if (place == 0) return bit(Kind::kObject);
    return bit(place == 1 ? Kind::kNumber : Kind::kString);
  }
  [[nodiscard]] bool names_are_known(Place place) const override { return place == 0; }
  [[nodiscard]] std::size_t listed(Place, std::string_view) const override { return kAnyText; }
};

TEST(Repair, RP5_HintsChooseBetweenReadings) {
  const TwoNames hints;
  RepairOptions options;
  options.hints = &hints;
  EXPECT_EQ(json::repair(R"({"a": 007, "b": 007})", options).text(), R"({"a": 7, "b": "007"})");
}

// Files that were written into an argument without escaping their quotes: HTML, whose quotes look like nothing in JSON,
// and Python, whose dictionaries look just like it.
std::string repeated(std::string_view what, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += what;
  return text;
}

void expect_content(std::string_view line, std::string_view decoded, std::size_t bytes) {
  SCOPED_TRACE(bytes);
  const std::string written = repeated(line, bytes);
  const Repair repair = json::repair(R"({"path": "x", "content": ")" + written + R"(", "overwrite": true})");
  ASSERT_TRUE(repair.ok()) << to_string(*repair.error());
  ASSERT_EQ(repair.value().size(), 3U);
  EXPECT_EQ(repair.value().find("content")->as_string(), repeated(decoded, bytes / line.size() * decoded.size()));
  EXPECT_TRUE(repair.value().find("overwrite")->as_bool());
}

TEST(Repair, RP4_AWholeFileWithUnescapedQuotes) {
  constexpr std::string_view kHtml = R"(<p class="a b" id="i1" data-k='v'>Text, with: marks; {x} [y]</p>\n)";
  constexpr std::string_view kHtmlLine = "<p class=\"a b\" id=\"i1\" data-k='v'>Text, with: marks; {x} [y]</p>\n";
  constexpr std::string_view kPython =
      R"(d = {"a": x, "b": [1, 2, "c"]}\nprint("it, {}".format(d["a"]))\nreturn d  # so\n)";
  constexpr std::string_view kPythonLine =
      "d = {\"a\": x, \"b\": [1, 2, \"c\"]}\nprint(\"it, {}\".format(d[\"a\"]))\nreturn d  # so\n";
  for (const std::size_t lines : {2U, 8U, 40U, 300U}) {
    expect_content(kHtml, kHtmlLine, lines * kHtml.size());
    expect_content(kPython, kPythonLine, lines * kPython.size());
  }
}

/// What is seen of a text that comes byte by byte, behind its last byte.
std::string partial_of(std::string_view text) {
  TolerantReader reader;
  std::optional<Value> value;
  for (const char& byte : text) {
    reader.feed({&byte, 1});
    value = reader.partial();
  }
  return value ? write(*value) : "nothing";
}

TEST(Repair, ST4_APartialValueOfABrokenText) {
  EXPECT_EQ(partial_of("{'path': 'a.t"), R"({"path":"a.t"})");
  EXPECT_EQ(partial_of(R"({"a": [1 2, 3, "b": )"), R"({"a":[1,2,3]})");
  EXPECT_EQ(partial_of(R"({name: "x", list: [true, {"k": "some te)"), R"({"name":"x","list":[true,{"k":"some te"}]})");
  EXPECT_EQ(partial_of("```json\n{\"a\": 1, \"b\": \"xyz\" \"c\": [1,"), R"({"a":1,"b":"xyz","c":[1]})");
  EXPECT_EQ(partial_of("{'a': 'line one\nline tw"), R"({"a":"line one\nline tw"})");
}

TEST(Repair, RP7_TheDeadlineIsKept) {
  std::string hard = "[";
  for (int i = 0; i < 20000; ++i) hard += "\"some words and then \" a quote\", ";
  RepairOptions options;
  options.timeout = std::chrono::milliseconds(1);
  const Repair repair = json::repair(hard, options);
  ASSERT_FALSE(repair.ok());
  EXPECT_EQ(repair.error()->code, ErrorCode::kRepairTimeout);
}

}  // namespace
}  // namespace acode::json
