// Regular expressions as ECMA-262 has them, and the limits within which they are matched.
#include "schema/regex.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace acode::schema::detail {
namespace {

using Answer = Regex::Answer;

bool matches(std::string_view pattern, std::string_view subject) {
  const Result<Regex> regex = Regex::compile(pattern);
  EXPECT_TRUE(regex.ok()) << pattern << ": " << (regex.ok() ? "" : regex.error().message);
  if (!regex.ok()) return false;
  const Answer answer = regex->search(subject);
  EXPECT_NE(answer, Answer::kGaveUp) << pattern;
  return answer == Answer::kYes;
}

TEST(Regex, SearchesAnywhere) {
  EXPECT_TRUE(matches("b+", "abbc"));
  EXPECT_TRUE(matches("(x|b)c$", "abbc"));
  EXPECT_FALSE(matches("^b+", "abbc"));
  EXPECT_TRUE(matches("", "anything"));
  EXPECT_TRUE(matches("^a|b$", "xb"));
}

TEST(Regex, AnchorsMeanTheWholeText) {
  EXPECT_FALSE(matches("^(a|b)$", "a\n"));
  EXPECT_FALSE(matches("^(a|b)$", "x\na"));
  EXPECT_TRUE(matches("^(?m:^a$)|x$", "a\nb"));
}

TEST(Regex, ClassesAreThoseOfEcma) {
  EXPECT_FALSE(matches("^\\d$", "\u07c0"));
  EXPECT_FALSE(matches("^\\w$", "é"));
  EXPECT_TRUE(matches("^\\W$", "é"));
  for (const char* space : {" ", "\t", "\v", "\u00a0", "\ufeff", "\u2029", "\u2003", "\u1680"}) {
    EXPECT_TRUE(matches("^\\s$", space));
    EXPECT_FALSE(matches("^\\S$", space));
    EXPECT_FALSE(matches("^[\\S]$", space));
    EXPECT_TRUE(matches("^[^\\S]$", space));
  }
  EXPECT_TRUE(matches("^\\S$", "\u200b"));
  for (const char* end : {"\n", "\r", "\u2028", "\u2029"}) EXPECT_FALSE(matches("^.$", end));
  EXPECT_TRUE(matches("^.$", "\u0085"));
  EXPECT_TRUE(matches("^.$", "😀"));
  EXPECT_TRUE(matches("^[^]$", "\n"));
  EXPECT_FALSE(matches("[]", "a"));
  EXPECT_TRUE(matches("^[[:alpha:]]$", "a]"));
  EXPECT_FALSE(matches("^[[:alpha:]]$", "z"));
}

TEST(Regex, EscapesAreThoseOfEcma) {
  EXPECT_TRUE(matches("^\\cC\\x41\\u00e9\\u{1F600}\\ud83d\\ude00\\0\\/\\-$", std::string("\x03"
                                                                                         "Aé😀😀\0/-",
                                                                                         1 + 1 + 2 + 4 + 4 + 3)));
  EXPECT_TRUE(matches("^[\\u{1F600}-\\u{1F64F}]$", "😅"));
  EXPECT_FALSE(matches("\\ud83d", "😀"));  // half a character is none
  EXPECT_TRUE(matches("^[\\b]$", "\b"));
  EXPECT_TRUE(matches("^[\\w-.]+$", "a-.b"));
  EXPECT_TRUE(matches("^x{,3}$", "x{,3}"));
}

TEST(Regex, PropertiesGoByTheirNamesInEcma) {
  EXPECT_TRUE(matches("^\\p{Letter}\\p{L}\\p{Lu}\\p{digit}\\p{gc=Nd}$", "éßÉ৪2"));
  EXPECT_TRUE(matches("^\\p{Script=Greek}\\p{sc=Grek}\\P{L}$", "αβ1"));
  EXPECT_TRUE(matches("^[\\p{Emoji_Presentation}\\p{ASCII}]+$", "a😀"));
  EXPECT_TRUE(matches("^\\p{Assigned}\\P{Assigned}$", "a\u0378"));
  EXPECT_FALSE(Regex::compile("\\p{Greek}").ok());
  EXPECT_FALSE(Regex::compile("\\p{Script=Klingon}").ok());
  EXPECT_FALSE(Regex::compile("\\p{letter}").ok());
}

TEST(Regex, GroupsLookAroundAndReferences) {
  EXPECT_TRUE(matches("^(?<word>a+)-\\k<word>$", "aa-aa"));
  EXPECT_FALSE(matches("^(?<word>a+)-\\k<word>$", "aa-a"));
  EXPECT_TRUE(matches("^(a)?\\1b$", "b"));  // a group that took no part refers to the empty text
  EXPECT_TRUE(matches("^(?:(a)|b)\\1{1,2}$", "b"));
  EXPECT_TRUE(matches("^\\1(a)$", "a"));
  EXPECT_TRUE(matches("^(?:\\1b|(a))*$", "ab"));  // so does one that is yet to come, however often it came before
  EXPECT_TRUE(matches("^(?=.*\\d)(?!.*x).{3,}?$", "ab1"));
  EXPECT_TRUE(matches("(?<=\\$)\\d+(?<!0)$", "$42"));
  EXPECT_TRUE(matches("^(?i:abc)d$", "ABCd"));
  EXPECT_FALSE(matches("^(?i:abc)d$", "ABCD"));
}

TEST(Regex, WhatOnlyPcreKnowsIsRefusedOrReadAsEcmaDoes) {
  for (const char* pattern :
       {"a++", "a*+", "(?i)a", "(?#c)a", "(?R)", "(*FAIL)", "(?>a)", "(?P<n>a)",       "(?|a|b)",       "(?1)",
        "(a",  "a)",  "[a",    "a\\",    "*a",   "a{2,1}",  "[b-a]", "(?<n>a)(?<n>b)", "(?<n>a)\\k<m>", "\\p{}"}) {
    EXPECT_FALSE(Regex::compile(pattern).ok()) << pattern;
  }
  EXPECT_TRUE(matches("^(\\A\\Z\\a\\e|x)$", "AZae"));
  EXPECT_TRUE(matches("^(\\Qa.\\E|x)$", "QabE"));
  EXPECT_TRUE(matches("^(\\K\\R\\h|x)$", "KRh"));
}

TEST(Regex, SaysWhereThePatternIsWrong) {
  const auto offset = [](std::string_view pattern) { return Regex::compile(pattern).error().position.offset; };
  EXPECT_EQ(offset("ab(c"), 2U);
  EXPECT_EQ(offset("ab**"), 3U);
  EXPECT_EQ(offset("é[b-a]"), 3U);
  EXPECT_EQ(offset("abc(x|y){70000}"), 7U);
  EXPECT_FALSE(Regex::compile("a(?<=b+)").error().message.empty());
}

TEST(Regex, BoundsThePattern) {
  EXPECT_FALSE(Regex::compile(std::string(70'000, 'a')).ok());
  EXPECT_FALSE(Regex::compile(std::string(5'000, '(') + std::string(5'000, ')')).ok());
  EXPECT_FALSE(Regex::compile("((((a{999}){999}){999}){999}|b)").ok());
}

// SC-7: what blows up does not end within the time that a test may take.
TEST(Regex, DoesNotBlowUp) {
  const std::string as(30'000, 'a');
  const auto search = [](std::string_view pattern, const std::string& subject) {
    return Regex::compile(pattern)->search(subject);
  };
  EXPECT_NE(search("^(a+)+$", as.substr(0, 60) + 'b'), Answer::kYes);
  EXPECT_NE(search("^(a+)+$", as + 'b'), Answer::kYes);
  EXPECT_NE(search("(a|a)+$", as + 'b'), Answer::kYes);     // from each place anew
  EXPECT_NE(search("[a-z]+1b", as + "1xb"), Answer::kYes);  // each step a walk
  EXPECT_NE(search("^(a|a){40}b", as + "b"), Answer::kYes);
  EXPECT_NE(search("^(a*)(a*)\\1\\2[bc]", as + "db"), Answer::kYes);
  EXPECT_NE(search("[a-z]+1b", std::string(300'000, 'a') + "1xb"), Answer::kYes);
  const Result<Regex> restarting = Regex::compile("(a|a){15}[bc]");  // much at each place, at none too much
  for (int i = 0; i < 300; ++i) EXPECT_NE(restarting->search(as.substr(0, 500)), Answer::kYes);
}

TEST(Regex, LongSubjectsThatBehaveAreAnswered) {
  const std::string text(200'000, 'x');
  EXPECT_TRUE(matches("^(x|y)*$", text));
  EXPECT_TRUE(matches("x+(y|z)$", text.substr(0, 300) + "y"));
  EXPECT_TRUE(matches("(foo|bar)\\d", std::string(200'000, ' ') + "bar1"));
  EXPECT_FALSE(matches("(foo|bar)\\d", std::string(200'000, ' ')));
}

TEST(Regex, BadUtf8InASubjectIsNoMatchAndNoCrash) {
  const Result<Regex> regex = Regex::compile("^(a|.)+$");
  EXPECT_NE(regex->search("a\xff\xc3"), Answer::kYes);
}

TEST(Regex, IsSharedBetweenThreads) {
  const Result<Regex> regex = Regex::compile("^(a|b)+c$");
  const std::string subject = std::string(2'000, 'a') + "c";
  std::vector<int> found(4);
  std::vector<std::thread> threads;
  threads.reserve(found.size());
  for (int& count : found) {
    threads.emplace_back([&count, &subject, copy = *regex] {
      for (int i = 0; i < 200; ++i) count += copy.search(subject) == Answer::kYes ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(found, std::vector<int>(4, 200));
}

TEST(IsRegex, GoesByTheLetter) {
  for (const char* text : {"", "([abc])+\\s+$", "(?<=a+)b", "[]", "[^]", "\\cA", "(?<n>a)\\k<n>", "\\p{Script=Greek}",
                           "[\\-]", "\\/", "(?i:a)", "a{100000}", "\\u{1F600}"}) {
    EXPECT_TRUE(is_regex(text)) << text;
  }
  for (const char* text :
       {"^(abc]", "\\Z",  "\\a",         "\\-",     "(?P<n>x)", "(?i)a", "(?#c)",  "a}",
        "a{",     "]",    "[\\w-a]",     "\\1",     "\\00",     "\\k",   "(?=a)*", "\\p{Script=Klingon}",
        "\\p{L",  "\\c1", "\\u{110000}", "(?<1>a)", "a**"}) {
    EXPECT_FALSE(is_regex(text)) << text;
  }
}

}  // namespace
}  // namespace acode::schema::detail
