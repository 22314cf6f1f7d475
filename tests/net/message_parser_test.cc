// Messages of HTTP, whole and cut at every place; what a server makes of them is in server_requests_test.cc.
#include "net/message_parser.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "net/parsed.h"

namespace acode::net {
namespace {

constexpr std::size_t kMostHead = 4096;

Parsed request(std::string_view bytes, std::size_t piece = 0) {
  RequestParser parser(kMostHead);
  parser.begin();
  return parse(parser, bytes, piece);
}

Parsed response(std::string_view bytes, bool to_head_request = false, std::size_t piece = 0) {
  ResponseParser parser(kMostHead);
  parser.begin(to_head_request);
  return parse(parser, bytes, piece);
}

TEST(MessageParser, ReadsARequest) {
  RequestParser parser(kMostHead);
  parser.begin();
  const std::string_view bytes =
      "POST /x?y HTTP/1.1\r\nHost:h\r\nX-A: \t a b \t\r\nEmpty:\r\nContent-Length: 2\r\n\r\nabGET";
  const ParseStep head = parser.put(bytes);
  EXPECT_EQ(bytes.substr(head.used), "abGET") << "a head is taken without its body";
  EXPECT_TRUE(head.body.empty());
  EXPECT_EQ(parser.phase(), Phase::kBody);
  EXPECT_EQ(parser.request().method, "POST");
  EXPECT_EQ(parser.request().target, "/x?y");
  EXPECT_EQ(parser.request().headers.get("x-a"), "a b");
  EXPECT_EQ(parser.request().headers.find("empty"), std::string_view());
  EXPECT_EQ(parser.content_length(), 2U);
  const ParseStep body = parser.put(bytes.substr(head.used));
  EXPECT_EQ(body.body, "ab");
  EXPECT_EQ(body.used, 2U);
  EXPECT_EQ(parser.phase(), Phase::kDone);
  EXPECT_TRUE(parser.keep_alive());
}

TEST(MessageParser, OneParserReadsOneMessageAfterTheOther) {
  RequestParser parser(kMostHead);
  const auto next = [&parser](std::string_view bytes) {
    parser.begin();
    return parse(parser, bytes, 0);
  };
  EXPECT_TRUE(next("POST /1 HTTP/1.0\r\nConnection: close\r\nContent-Length: 1\r\n\r\na").is_done);
  const Parsed second = next("GET /2 HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_TRUE(second.is_done);
  EXPECT_EQ(second.body, "");
  EXPECT_TRUE(second.keep_alive);
  EXPECT_EQ(parser.request().headers.size(), 1U);
  EXPECT_FALSE(parser.content_length());
}

TEST(MessageParser, ReadsAnswersHoweverTheyEnd) {
  EXPECT_EQ(response("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab").body, "ab");
  EXPECT_EQ(response("HTTP/1.1 200\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nab").body, "ab");
  EXPECT_EQ(response("HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n1 ;x=\"y\"\r\na\r\n01\r\nb\r\n0\r\n\r\n").body,
            "ab");
  const Parsed until_end = response("HTTP/1.1 200 OK\r\n\r\nab");
  EXPECT_EQ(until_end.body, "ab");
  EXPECT_FALSE(until_end.is_done);
  EXPECT_TRUE(until_end.may_end_here);
  EXPECT_FALSE(until_end.keep_alive);
  for (const std::string_view status : {"100", "103", "204", "304"}) {
    const Parsed bare = response("HTTP/1.1 " + std::string(status) + " x\r\nContent-Length: 5\r\n\r\n");
    EXPECT_TRUE(bare.is_done) << status;
  }
  EXPECT_TRUE(response("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", /*to_head_request=*/true).is_done);
}

TEST(MessageParser, SaysWhetherTheConnectionMayBeUsedAgain) {
  const auto is_kept = [](const std::string& fields, const std::string& version = "1.1") {
    return response("HTTP/" + version + " 200 OK\r\nContent-Length: 0\r\n" + fields + "\r\n").keep_alive;
  };
  EXPECT_TRUE(is_kept(""));
  EXPECT_FALSE(is_kept("Connection: close\r\n"));
  EXPECT_FALSE(is_kept("connection: x , CLOSE\r\n"));
  EXPECT_FALSE(is_kept("Connection: keep-alive\r\nConnection: close\r\n"));
  EXPECT_FALSE(is_kept("", "1.0"));
  EXPECT_TRUE(is_kept("Connection: Keep-Alive\r\n", "1.0"));
}

TEST(MessageParser, WhatIsMissingIsNoticedAtTheEnd) {
  for (const std::string_view bytes :
       {"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX: y\r\n"}) {
    const Parsed parsed = response(bytes);
    EXPECT_EQ(parsed.problem, "") << bytes;
    EXPECT_FALSE(parsed.may_end_here) << bytes;
  }
}

// A client of another protocol may wait for an answer and never end its line.
TEST(MessageParser, WhatIsNoHttpIsSeenBeforeItsLineEnds) {
  EXPECT_EQ(request("\x16\x03\x01").problem, "the method is not a word");
  EXPECT_EQ(request("GET /\rX").problem, "a line does not end in CR LF");
  EXPECT_EQ(response("SSH-2.0").problem, "it does not say HTTP/1.1 where it should");
  EXPECT_EQ(response("HTTP/2").problem, "it does not say HTTP/1.1 where it should");
  EXPECT_EQ(request("GET").problem, "");
  EXPECT_EQ(response("HTTP/1").problem, "");
}

TEST(MessageParser, TrailersAreBoundedLikeHeads) {
  std::string bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n";
  for (int i = 0; i < 1000; ++i) bytes += "X: y\r\n";
  EXPECT_EQ(response(bytes + "\r\n").problem, "the head is larger than 4096 bytes");
}

// In whatever pieces a message comes, it is the same.
TEST(MessageParser, PiecesAreTheWhole) {
  const std::vector<std::string> requests = {
      "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5;x\r\nhello\r\nA\r\n0123456789\r\n0\r\nT: "
      "x\r\n\r\n",
      "GET http://h/x HTTP/1.1\r\nHost: other\r\nX: a\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello",
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello",
      "GET / HTTP/1.1\r\nHost: h\rX: y\r\n\r\n",
      "GET / HTTP/1.1\r\nX: y\r\n z\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhello\r\n0\r\n\r\n"};
  for (const std::string& bytes : requests) {
    for (std::size_t piece = 1; piece < bytes.size(); ++piece) {
      EXPECT_TRUE(say_the_same(request(bytes), request(bytes, piece))) << piece << " at a time: " << bytes;
    }
  }
  const std::string answer = "HTTP/1.1 200 OK\r\nX: y\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
  for (std::size_t piece = 1; piece < answer.size(); ++piece) {
    EXPECT_TRUE(say_the_same(response(answer), response(answer, false, piece))) << piece;
  }
}

}  // namespace
}  // namespace acode::net
