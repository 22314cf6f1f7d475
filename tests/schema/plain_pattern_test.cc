// Plain patterns: which are recognised, and that they answer as PCRE2 does.
#include "schema/plain_pattern.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "schema/regex.h"

namespace acode::schema::detail {
namespace {

bool found(std::string_view pattern, std::string_view subject) {
  const std::optional<PlainPattern> plain = PlainPattern::recognise(pattern);
  EXPECT_TRUE(plain.has_value()) << pattern;
  return plain && plain->search(subject);
}

TEST(PlainPattern, KnowsWhatMostSchemasHave) {
  EXPECT_TRUE(found("^[a-z]{2,5}$", "abc"));
  EXPECT_FALSE(found("^[a-z]{2,5}$", "abcdef"));
  EXPECT_TRUE(found("^[A-Z]+-\\d+$", "ABC-12"));
  EXPECT_FALSE(found("^[A-Z]+-\\d+$", "ABC-"));
  EXPECT_TRUE(found("^\\d{4}-\\d{2}-\\d{2}$", "2024-02-30"));
  EXPECT_TRUE(found("^https?://", "http://a"));
  EXPECT_FALSE(found("^https?://", "httpss://a"));
  EXPECT_TRUE(found("^[a-zA-Z0-9_-]+$", "a_b-C9"));
  EXPECT_FALSE(found("^[a-zA-Z0-9_-]+$", ""));
  EXPECT_TRUE(found("^[a-zA-Z_]\\w*$", "_name1"));
  EXPECT_TRUE(found("^(red|green|)$", ""));
  EXPECT_FALSE(found("^(?:red|green)$", "greenish"));
  EXPECT_TRUE(found("@example\\.com$", "a@example.com"));
  EXPECT_FALSE(found("needle", "haystack"));
}

TEST(PlainPattern, EndsAtTheVeryEnd) {
  EXPECT_FALSE(found("^abc$", "abc\n"));
  EXPECT_FALSE(found("^[a-c]+$", "abc\n"));
}

TEST(PlainPattern, TakesCharactersBeyondAsciiWhole) {
  EXPECT_TRUE(found("^[^@]+@\\w+$", "é€😀@b"));
  EXPECT_TRUE(found("^né[a-z]$", "néz"));
  EXPECT_FALSE(PlainPattern::recognise("^[^@]$"));  // one character, but up to four bytes
  EXPECT_FALSE(PlainPattern::recognise("^[^@]{2,}$"));
  EXPECT_FALSE(PlainPattern::recognise("^né+$"));  // not the last byte is repeated
  EXPECT_FALSE(PlainPattern::recognise("^[é]$"));
}

TEST(PlainPattern, LeavesToTheEngineWhatItCannotDecideInOnePass) {
  for (const char* pattern :
       {"^a*a$",    "^[a-z]+[0-9a]$", "^a?b*a$", "^(a|b)*$", "^a|b$", "a+",  "^.$", "^\\s$", "^a+?$", "^a++$",
        "^a{3,2}$", "^[z-a]$",        "^[]$",    "^[^]$",    "^a{2$", "^[a", "^\\", "^\\b$", "^(a",   "^[\\w-.]$"}) {
    EXPECT_FALSE(PlainPattern::recognise(pattern)) << pattern;
  }
}

/// Makes patterns of the plain shape, and subjects that come close to matching.
class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  std::string pattern() {
    switch (below(6)) {
      case 0:
        return std::string(below(2) != 0 ? "^" : "") + text(4) + (below(2) != 0 ? "$" : "");
      case 1:
        return "^(" + text(3) + "|" + text(3) + "|" + text(2) + ")$";
      default:
        return sequence();
    }
  }

  std::string subject() {
    static const std::vector<std::string> kPieces = {"a", "b", "c", "0",  "1", "-", "_",
                                                     "a", "b", "0", "\n", "é", "€", "😀"};
    std::string out;
    for (std::size_t left = below(8); left > 0; --left) out += kPieces[below(kPieces.size())];
    return out;
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }

  std::string text(std::size_t most) {
    static const std::vector<std::string> kPieces = {"a", "b", "0", "\\-", "c", "é"};
    std::string out;
    for (std::size_t left = below(most + 1); left > 0; --left) out += kPieces[below(kPieces.size())];
    return out;
  }

  std::string sequence() {
    static const std::vector<std::string> kSets = {"a",    "b",   "[ab]",  "[^a]",   "\\d", "\\w",     "[a-c]", "-",
                                                   "[0-]", "\\D", "[^-0]", "[\\d_]", "\\W", "[^\\w-]", "é",     "1"};
    static const std::vector<std::string> kRepeats = {"",    "",      "",      "*",    "+",  "?",
                                                      "{2}", "{1,2}", "{0,3}", "{2,}", "{0}"};
    std::string out = "^";
    for (std::size_t left = below(5); left > 0; --left) {
      out += kSets[below(kSets.size())];
      out += kRepeats[below(kRepeats.size())];
    }
    return below(3) != 0 ? out + "$" : out;
  }

  std::mt19937 random_;
};

/// The same pattern in a form that is not plain, so that PCRE2 answers.
Regex engine(const std::string& pattern) {
  const std::string disguised = pattern.starts_with('^') ? "^(?=)" + pattern.substr(1) : "(?=)" + pattern;
  EXPECT_FALSE(PlainPattern::recognise(disguised)) << disguised;
  Result<Regex> regex = Regex::compile(disguised);
  EXPECT_TRUE(regex.ok()) << disguised;
  return std::move(regex).value();
}

TEST(PlainPattern, AnswersAsTheEngineDoes) {
  Maker maker(20240229);
  int recognised = 0;
  int matches = 0;
  for (int round = 0; round < 6000; ++round) {
    const std::string pattern = maker.pattern();
    const std::optional<PlainPattern> plain = PlainPattern::recognise(pattern);
    if (!plain) continue;
    ++recognised;
    const Regex other = engine(pattern);
    for (int i = 0; i < 60; ++i) {
      const std::string subject = maker.subject();
      const bool yes = plain->search(subject);
      matches += yes ? 1 : 0;
      ASSERT_EQ(yes ? Regex::Answer::kYes : Regex::Answer::kNo, other.search(subject)) << pattern << " on " << subject;
    }
  }
  EXPECT_GT(recognised, 2000);  // or the comparison would say little
  EXPECT_GT(matches, 10000);
}

}  // namespace
}  // namespace acode::schema::detail
