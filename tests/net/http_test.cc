// Fields, and errors as they are printed.
#include "net/http.h"

#include <gtest/gtest.h>

#include <string>

namespace acode::net {
namespace {

std::string printed(const Headers& headers) {
  std::string text;
  headers.print_to(text);
  return text;
}

TEST(Headers, KeepTheirOrderAndAreFoundInAnyCase) {
  Headers headers;
  EXPECT_TRUE(headers.add("Content-Type", "a"));
  EXPECT_TRUE(headers.add("X-Two", "b"));
  EXPECT_TRUE(headers.add("x-two", "c"));
  EXPECT_EQ(printed(headers), "Content-Type: a\r\nX-Two: b\r\nx-two: c\r\n");
  EXPECT_EQ(headers.get("CONTENT-type"), "a");
  EXPECT_EQ(headers.get("X-TWO"), "b");
  EXPECT_FALSE(headers.find("X").has_value());
  EXPECT_EQ(headers.get("X", "otherwise"), "otherwise");
}

TEST(Headers, AreSetAndRemoved) {
  Headers headers;
  headers.add("A", "1");
  headers.add("B", "2");
  headers.add("a", "3");
  EXPECT_TRUE(headers.set("A", "4"));
  EXPECT_EQ(printed(headers), "B: 2\r\nA: 4\r\n");
  headers.remove("b");
  EXPECT_EQ(printed(headers), "A: 4\r\n");
}

TEST(Headers, MayHaveAnEmptyValue) {
  Headers headers;
  ASSERT_TRUE(headers.add("X-Empty", {}));
  EXPECT_EQ(headers.find("x-empty"), std::string_view());
  std::string text;
  headers.print_to(text);
  EXPECT_EQ(text, "X-Empty: \r\n");
}

TEST(Headers, RefuseWhatWouldEndTheHead) {
  Headers headers;
  headers.add("A", "1");
  for (const std::string_view value : {std::string_view("x\r\nB: 2"), std::string_view("x\ny"),
                                       std::string_view("x\ry"), std::string_view("x\0y", 3)}) {
    EXPECT_FALSE(headers.add("B", value));
    EXPECT_FALSE(headers.set("A", value));
  }
  for (const char* name : {"", "a b", "a:", "a\r\n", "\xC3\xA4"}) EXPECT_FALSE(headers.add(name, "1")) << name;
  EXPECT_EQ(printed(headers), "A: 1\r\n");
}

TEST(Headers, MayBeGivenTheirOwnValues) {
  Headers headers;
  headers.add("First", "the value that is copied");
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(headers.add((*headers.begin()).name, (*headers.begin()).value));
  for (const HeaderField field : headers) EXPECT_EQ(field.value, "the value that is copied");
  ASSERT_TRUE(headers.set((*headers.begin()).name, (*headers.begin()).value));
  EXPECT_EQ(printed(headers), "First: the value that is copied\r\n");
}

// As often as the text has to move for it.
TEST(Headers, MayBeGivenTheirOwnFields) {
  Headers headers;
  headers.add("Name", std::string(200, 'v'));
  std::string wanted;
  headers.print_to(wanted);
  for (int i = 0; i < 4; ++i) {
    for (std::size_t left = headers.size(); left > 0; --left) ASSERT_TRUE(headers.add(headers.begin()));
    wanted += wanted;
    std::string text;
    headers.print_to(text);
    ASSERT_EQ(text, wanted);
  }
}

TEST(Headers, AreTheSameWhateverTheCaseOfLettersAndOfNothingElse) {
  EXPECT_TRUE(same_token("", ""));
  EXPECT_TRUE(same_token("Content-Type", "cONTENT-tYPE"));
  EXPECT_FALSE(same_token("@", "`"));
  EXPECT_FALSE(same_token("[x", "{x"));
  EXPECT_FALSE(same_token("a[", "a{"));
  EXPECT_FALSE(same_token("ab", "a"));
}

TEST(NetError, HasACodeASentenceAndAWayForward) {
  const NetError refused = make_error(NetErrorKind::kRefused, "localhost:11434");
  EXPECT_EQ(to_string(refused),
            "ACODE-NET-005: localhost:11434 refused the connection; start the server there, or check the port");
  EXPECT_TRUE(refused.may_retry());
  const NetError last = make_error(NetErrorKind::kSystem, "host:1", "no descriptors");
  EXPECT_EQ(last.code(), "ACODE-NET-024");
  EXPECT_FALSE(make_error(NetErrorKind::kTlsExpired, "host:1").may_retry());
  EXPECT_FALSE(make_error(NetErrorKind::kCancelled, "host:1").may_retry());
  EXPECT_EQ(make_error(NetErrorKind::kNoAnswer, "host:1", in_words(std::chrono::milliseconds(250))).message,
            "host:1 did not answer within 250 ms");
  EXPECT_EQ(in_words(std::chrono::seconds(10)), "10 s");
}

}  // namespace
}  // namespace acode::net
