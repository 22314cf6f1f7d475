// What a person sees of a text, and whether the caret stands where it should.
#include "cli/display.h"

#include <gtest/gtest.h>

namespace acode::cli {
namespace {

using namespace std::string_literals;

TEST(Printable, LeavesWhatCanBeSeen) {
  EXPECT_EQ(printable("plain \"text\" \\ 100%"), "plain \"text\" \\ 100%");
  EXPECT_EQ(printable("Grüße 世界 🙂"), "Grüße 世界 🙂");
}

TEST(Printable, EscapesControlCharacters) {
  EXPECT_EQ(printable("a\tb\nc\r"), "a\\tb\\nc\\r");
  EXPECT_EQ(printable("\0\x1b[31m\x7f"s), "\\x00\\x1b[31m\\x7f");
  EXPECT_EQ(printable("\u009b31m"), "\\u009b31m") << "a control character beyond ASCII";
}

TEST(Printable, EscapesWhatHidesOrTurns) {
  EXPECT_EQ(printable("a\u200bb\u202ec\u202c\ufeff"), "a\\u200bb\\u202ec\\u202c\\ufeff");
  EXPECT_EQ(printable("\U000e0041"), "\\u{e0041}");
}

TEST(Printable, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(printable("a\xff\xc3"), "a\\xff\\xc3");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
}

TEST(Printable, CutsToColumns) {
  EXPECT_EQ(printable("abcdef", 6), "abcdef");
  EXPECT_EQ(printable("abcdefg", 6), "abcde…");
  EXPECT_EQ(printable("世界世界", 6), "世界…") << "two columns each";
}

TEST(PrintableJson, StaysTheSameJson) {
  EXPECT_EQ(printable_json("{\n\t\"a\": \"é世\"}\r\n"), "{\n\t\"a\": \"é世\"}\r\n");
  EXPECT_EQ(printable_json("\"\u009b\x7f\u202e\u202c\""), "\"\\u009b\\u007f\\u202e\\u202c\"");
  EXPECT_EQ(printable_json("\"\U000e0041\""), "\"\\udb40\\udc41\"");
}

void expect_excerpt(std::string_view text, std::size_t offset, std::size_t length, std::string_view line,
                    std::string_view carets) {
  const Excerpt shown = excerpt(text, offset, length);
  EXPECT_EQ(shown.line, line);
  EXPECT_EQ(shown.carets, carets);
}

TEST(Excerpt, PointsAtAPlace) {
  expect_excerpt("{\"a\": 1,}", 7, 1, "{\"a\": 1,}", "       ^");
  expect_excerpt("abc", 0, 0, "abc", "^");
  expect_excerpt("abc", 1, 2, "abc", " ^^");
}

TEST(Excerpt, PointsBehindTheEnd) {
  expect_excerpt("[1", 2, 0, "[1", "  ^");
  expect_excerpt("[1", 99, 5, "[1", "  ^");
  expect_excerpt("", 0, 0, "", "^");
}

TEST(Excerpt, ShowsOneLineOfMany) {
  expect_excerpt("[\n  1,,\n  2]", 6, 1, "  1,,", "    ^");
  expect_excerpt("[\r\n  1,,\r\n  2]", 7, 1, "  1,,", "    ^");
  expect_excerpt("one\ntwo\n", 8, 0, "", "^");
}

TEST(Excerpt, CaretsEndWithTheLine) { expect_excerpt("ab // cd\nef", 3, 8, "ab // cd", "   ^^^^^"); }

TEST(Excerpt, ALineEndThatIsMeantIsShown) { expect_excerpt("\"a\nb\"", 2, 1, "\"a\\n", "  ^^"); }

TEST(Excerpt, CountsColumnsNotBytes) {
  expect_excerpt("\"é\",]", 4, 1, "\"é\",]", "   ^");
  expect_excerpt("\"世界\",]", 8, 1, "\"世界\",]", "      ^");
  expect_excerpt("\"e\u0301\",]", 5, 1, "\"e\u0301\",]", "   ^");  // a mark takes no column
  expect_excerpt("\"🙂\",]", 6, 1, "\"🙂\",]", "    ^");
}

TEST(Excerpt, EscapesMoveTheCaret) {
  expect_excerpt("\"\t\",]", 3, 1, "\"\\t\",]", "    ^");
  expect_excerpt("\"\xff\",]", 3, 1, "\"\\xff\",]", "      ^");
}

TEST(Excerpt, CutsLongLinesAroundThePlace) {
  const std::string many(500, 'x');
  expect_excerpt(many + "," + many, 500, 1, "…" + std::string(60, 'x') + "," + std::string(39, 'x') + "…",
                 std::string(61, ' ') + "^");
  expect_excerpt(many, 10, 1, std::string(100, 'x') + "…", std::string(10, ' ') + "^");
  expect_excerpt(many, 500, 0, "…" + std::string(60, 'x'), std::string(61, ' ') + "^");
  expect_excerpt(many, 400, 90, "…" + std::string(100, 'x') + "…", std::string(61, ' ') + std::string(40, '^'));
}

TEST(Excerpt, NeverCutsInsideACharacter) {
  std::string many;
  for (int i = 0; i < 200; ++i) many += "世";
  const Excerpt shown = excerpt(many, 300, 3);
  std::string thirty;
  std::string twenty;
  for (int i = 0; i < 30; ++i) thirty += "世";
  for (int i = 0; i < 20; ++i) twenty += "世";
  EXPECT_EQ(shown.line, "…" + thirty + twenty + "…");
  EXPECT_EQ(shown.carets, std::string(61, ' ') + "^^");
}

}  // namespace
}  // namespace acode::cli
