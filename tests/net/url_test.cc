// Addresses, as people write them.
#include "net/url.h"

#include <gtest/gtest.h>

#include <string>

namespace acode::net {
namespace {

std::string taken_apart(std::string_view text) {
  const auto url = Url::parse(text);
  if (!url) return "error: " + url.error().message;
  return std::string(url->tls ? "https" : "http") + " | " + url->host + " | " + std::to_string(url->port) + " | " +
         url->target;
}

TEST(Url, IsTakenApart) {
  EXPECT_EQ(taken_apart("http://localhost:11434/api/chat"), "http | localhost | 11434 | /api/chat");
  EXPECT_EQ(taken_apart("https://api.example.com/v1?x=1&y=2"), "https | api.example.com | 443 | /v1?x=1&y=2");
  EXPECT_EQ(taken_apart("http://host"), "http | host | 80 | /");
  EXPECT_EQ(taken_apart("http://host?x=1"), "http | host | 80 | /?x=1");
  EXPECT_EQ(taken_apart("http://host/a#part"), "http | host | 80 | /a");
  EXPECT_EQ(taken_apart("HTTPS://HOST.Example:/"), "https | host.example | 443 | /");
}

TEST(Url, HttpIsMeantWhereNoSchemeStands) {
  EXPECT_EQ(taken_apart("localhost:11434"), "http | localhost | 11434 | /");
  EXPECT_EQ(taken_apart("10.0.0.1:8080/v1"), "http | 10.0.0.1 | 8080 | /v1");
  EXPECT_EQ(taken_apart("models/x://y"), "error: 'models/x://y': only http and https are spoken here, not 'models/x'");
}

TEST(Url, Ipv6StandsInBrackets) {
  EXPECT_EQ(taken_apart("http://[::1]:8080/x"), "http | ::1 | 8080 | /x");
  EXPECT_EQ(taken_apart("[2001:DB8::1]"), "http | 2001:db8::1 | 80 | /");
  EXPECT_EQ(taken_apart("http://::1/"), "error: 'http://::1/': the host is missing");
  EXPECT_EQ(taken_apart("http://fe80::1:80/"), "error: 'http://fe80::1:80/': an IPv6 address needs brackets: [::1]:80");
  EXPECT_EQ(taken_apart("http://[::1/"), "error: 'http://[::1/': the ] behind the IPv6 address is missing");
  EXPECT_EQ(taken_apart("http://[::g]/"), "error: 'http://[::g]/': there is no IPv6 address between the brackets");
  EXPECT_EQ(taken_apart("http://[::1]x/"), "error: 'http://[::1]x/': behind the ] only a port can follow");
}

TEST(Url, SaysWhatIsWrong) {
  EXPECT_EQ(taken_apart(""), "error: the address is empty");
  EXPECT_EQ(taken_apart("http://"), "error: 'http://': the host is missing");
  EXPECT_EQ(taken_apart("ftp://host/"), "error: 'ftp://host/': only http and https are spoken here, not 'ftp'");
  EXPECT_EQ(taken_apart("http://host:0/"), "error: 'http://host:0/': the port is a number from 1 to 65535, not '0'");
  EXPECT_EQ(taken_apart("host:65536"), "error: 'host:65536': the port is a number from 1 to 65535, not '65536'");
  EXPECT_EQ(taken_apart("host:80x"), "error: 'host:80x': the port is a number from 1 to 65535, not '80x'");
  EXPECT_EQ(taken_apart("http://ho$t/"), "error: 'http://ho$t/': the host has a character no host has");
  EXPECT_NE(taken_apart("http://host/a b").find("write such a character as %XX"), std::string::npos);
  EXPECT_NE(taken_apart("http://host/a\r\nX: y").find("write such a character as %XX"), std::string::npos);
  EXPECT_NE(taken_apart("http://" + std::string(300, 'a')).find("longer than a host name"), std::string::npos);
}

TEST(Url, APasswordIsRefusedAndNotRepeated) {
  const auto url = Url::parse("https://me:secret@host/");
  ASSERT_FALSE(url);
  EXPECT_EQ(url.error().message,
            "'@host/': a user name or password in an address is not accepted: send it in a header");
  EXPECT_EQ(url.error().code(), "ACODE-NET-001");
}

TEST(Url, IsPutTogetherAgain) {
  EXPECT_EQ(Url::parse("HTTP://Host:80/x")->text(), "http://host/x");
  EXPECT_EQ(Url::parse("https://[::1]:444/x")->text(), "https://[::1]:444/x");
  EXPECT_EQ(Url::parse("[::1]")->where(), "[::1]:80");
  EXPECT_EQ(Url::parse("[::1]")->authority(), "[::1]");
  EXPECT_EQ(Url::parse("https://host")->origin(), "https://host:443");
}

TEST(Url, APathIsPutBehind) {
  EXPECT_EQ(Url::parse("host")->at("/api/chat").text(), "http://host/api/chat");
  EXPECT_EQ(Url::parse("host/v1/")->at("/models").text(), "http://host/v1/models");
  EXPECT_EQ(Url::parse("host/v1?key=1")->at("models").text(), "http://host/v1/models");
}

TEST(Url, KnowsThisMachine) {
  for (const char* host : {"localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "::1"}) EXPECT_TRUE(is_loopback(host));
  for (const char* host : {"localhost.example", "128.0.0.1", "127.0.0.1.example", "::2"}) {
    EXPECT_FALSE(is_loopback(host)) << host;
  }
}

}  // namespace
}  // namespace acode::net
