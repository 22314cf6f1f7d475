// Masked values: nothing of a value stays, everything else does (OB-3).
#include "observe/redact.h"

#include <gtest/gtest.h>

#include <random>

#include "acode/json/reader.h"
#include "acode/json/repair.h"

namespace acode::observe {
namespace {

struct Row {
  std::string_view text;
  std::string_view masked;
};

TEST(MaskedValues, OfJson) {
  constexpr Row kRows[] = {
      {R"({"path": "a.txt", "n": 12})", R"({"path": "*****", "n": **})"},
      {R"({"a": [1, "x", true, null, false]})", R"({"a": [*, "*", true, null, false]})"},
      {R"({"a": {"b": -1.5e3}})", R"({"a": {"b": ******}})"},
      {R"({"a": "say \"b\": c"})", R"({"a": "************"})"},
      {R"({"a": "{\"b\": \"c\"}"})", R"({"a": "**************"})"},
      {R"("{\"b\": 1}")", R"("**********")"},
      {R"({"a": "b\\", "c": "\\\"", "d\\": ""})", R"({"a": "***", "c": "****", "d\\": ""})"},
      {R"({})", R"({})"},
      {R"(12)", R"(**)"},
      {R"("x")", R"("*")"},
      {"", ""},
      {"{\n  \"a\" :\t\"b c\"\n}", "{\n  \"a\" :\t\"***\"\n}"},
  };
  for (const Row& row : kRows) EXPECT_EQ(masked_values(row.text), row.masked);
}

TEST(MaskedValues, OfBrokenJson) {
  constexpr Row kRows[] = {
      {R"({path: 'a.txt',})", R"({path: '*****',})"},
      {R"({"path": "a.txt)", R"({"path": "*****)"},
      {R"({"path": a b, "n": 1)", R"({"path": * *, "n": *)"},
      {R"({"m": "He said "hello" to me"})", R"({"m": "********"*****"******"})"},
      {R"({"a": 1,, "b": True})", R"({"a": *,, "b": ****})"},
      {R"(read_file(path="x", n=3))", R"(*********(path="*", n=*))"},
      {R"({"a": ["x", "y": 1]})", R"({"a": ["*", "*": *]})"},
      {R"({"a": b: "c"})", R"({"a": *: "*"})"},
      {R"({"a": "b\)", R"({"a": "**)"},
      {R"({"a": "b\")", R"({"a": "***)"},
      {R"({"a": "b\\", c)", R"({"a": "***", *)"},
      {"```json\n{\"a\": 1}\n```", "```****\n{\"a\": *}\n```"},
  };
  for (const Row& row : kRows) EXPECT_EQ(masked_values(row.text), row.masked);
}

TEST(MaskedValues, WithTheNamesThatWereRead) {
  const auto document = json::parse(R"({"path": "x", "how": {"deep": [{"er": 1}]}})");
  const Names names = member_names(document->root());
  EXPECT_EQ(names, (Names{"path", "how", "deep", "er"}));
  EXPECT_EQ(masked_values(R"({"path": "5" pipe", "how": "x, hidden: y"})", &names),
            R"({"path": "*" ****"**"***"**"*, ******: *"*)");
  EXPECT_EQ(masked_values("{\"path\": 1\n\"how\": 2}", &names), "{\"path\": *\n\"how\": *}");
}

TEST(MaskedValues, ANameThatLooksLikeASecretGoesToo) {
  EXPECT_EQ(masked_values(R"({"ghp_0123456789abcdefghijABCDEFGHIJ012345": 1})"),
            R"({"****************************************": *})");
  EXPECT_EQ(masked_values("{\"" + std::string(65, 'n') + "\": 1}"), "{\"" + std::string(65, '*') + "\": *}");
}

// A text with a secret in its values, broken in one of the ways in which models break it, none of which makes the secret
// a name.
std::string broken_text(std::mt19937& random, const std::string& secret) {
  const auto pick = [&random](std::size_t below) { return static_cast<std::size_t>(random() % below); };
  std::string text = "{";
  for (std::size_t i = 0, members = 1 + pick(4); i < members; ++i) {
    const std::string quote = pick(3) == 0 ? "'" : "\"";
    const std::string name = "n" + std::to_string(i);
    text += (i == 0 ? "" : pick(6) == 0 ? "\n" : ", ") + (pick(3) == 0 ? name : quote + name + quote) + ": ";
    switch (pick(6)) {
      case 0:
        text += secret;
        break;
      case 1:
        text += quote + "x " + secret + " y" + quote;
        break;
      case 2:
        text += "[1, " + quote + secret + quote + ", " + secret + "]";
        break;
      case 3:
        text += "{inner: " + quote + secret + "\\n" + secret + quote + (pick(2) == 0 ? "}" : "");
        break;
      case 4:
        text += quote + "He said " + quote + secret + quote + " to me" + quote;
        break;
      default:
        text += quote + secret + (pick(4) == 0 ? "" : quote);
    }
  }
  text += pick(2) == 0 ? ",}" : "}";
  if (pick(4) == 0) text.resize(1 + pick(text.size()));
  return text;
}

TEST(MaskedValues, PropertyNothingOfASecretSurvives) {
  const std::string secret = "Zq7";  // three characters that stand in no name
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = broken_text(random, secret);
    const std::string masked = masked_values(text);
    ASSERT_EQ(masked.size(), text.size());
    ASSERT_EQ(masked.find_first_of(secret), std::string::npos) << text << '\n' << masked;
    for (std::size_t at = 0; at < text.size(); ++at) {
      ASSERT_TRUE(masked[at] == text[at] || masked[at] == '*') << text << '\n' << masked;
    }
  }
}

TEST(MaskedValues, PropertyAnyBytesKeepTheirLength) {
  constexpr std::string_view kBytes = "{}[]():,=\"'`\\ \nab1-\xC3\xA9";
  std::mt19937 random(2);
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (std::size_t size = random() % 40; size > 0; --size) text += kBytes[random() % kBytes.size()];
    EXPECT_EQ(masked_values(text).size(), text.size());
  }
}

// Each of these would take hours if it were not linear.
TEST(MaskedValues, LargeAndHostileTextsAreDone) {
  constexpr std::size_t kSize = std::size_t{1} << 20;
  for (const std::string_view piece :
       {"\"", "'", "{", "a ", "a:", "{\"a\":", "\\", "\\\"", "\"\\\"", " ", "[\"x\"   ", "eyJ.", "://"}) {
    std::string text;
    while (text.size() < kSize) text += piece;
    EXPECT_EQ(masked_values(text).size(), text.size());
  }
}

}  // namespace
}  // namespace acode::observe
