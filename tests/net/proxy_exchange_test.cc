// Exchanges through a proxy: what it is asked, and what is said when it does not lead anywhere.
#include <gtest/gtest.h>

#include <string>

#include "net/client.h"
#include "net/raw_server.h"

namespace acode::net {
namespace {

ClientOptions through(const RawServer& proxy, const std::string& no_proxy = "") {
  ClientOptions options;
  options.proxies.http = options.proxies.https = "http://127.0.0.1:" + std::to_string(proxy.port());
  options.proxies.no_proxy = no_proxy;
  return options;
}

HttpRequest get(std::string_view url) {
  HttpRequest request;
  request.url = *Url::parse(url);
  return request;
}

TEST(ProxyExchange, HttpIsAskedForInFull) {
  std::string asked;
  RawServer proxy([&asked](RawSocket& client) {
    for (std::string text = client.read_message(); !text.empty(); text = client.read_message()) {
      asked += text.substr(0, text.find("User-Agent"));
      client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
    }
  });
  HttpClient client(through(proxy));
  EXPECT_EQ(client.send(get("http://models.example:8080/v1?x=1"))->body, "hello");
  EXPECT_EQ(client.send(get("http://other.example/"))->body, "hello");
  EXPECT_EQ(asked,
            "GET http://models.example:8080/v1?x=1 HTTP/1.1\r\nHost: models.example:8080\r\n"
            "GET http://other.example/ HTTP/1.1\r\nHost: other.example\r\n");
  EXPECT_EQ(proxy.accepted(), 1) << "one connection leads to all";
}

TEST(ProxyExchange, NoProxyGoesStraight) {
  RawServer proxy([](RawSocket& client) { client.wait_for_end(); });
  HttpClient client(through(proxy, "models.invalid"));
  const auto answer = client.send(get("http://models.invalid/"));
  ASSERT_FALSE(answer);
  EXPECT_TRUE(answer.error().kind == NetErrorKind::kNameNotFound ||
              answer.error().kind == NetErrorKind::kNameLookupFailed);
  EXPECT_EQ(proxy.accepted(), 0);
}

TEST(ProxyExchange, AProxyThatRefuses) {
  RawServer proxy([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 3\r\n\r\nno\n");
  });
  HttpClient client(through(proxy));
  const auto answer = client.send(get("https://models.example/"));
  ASSERT_FALSE(answer);
  EXPECT_EQ(
      to_string(answer.error()),
      "ACODE-NET-021: the proxy does not lead to models.example:443: it answers 407 Proxy Authentication Required; "
      "check the proxy in the environment, or name the host in no_proxy");
}

TEST(ProxyExchange, AProxyThatCloses) {
  RawServer proxy([](RawSocket& client) { client.read_message(); });
  HttpClient client(through(proxy));
  const auto answer = client.send(get("https://models.example/"));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, NetErrorKind::kProxyFailed);
}

TEST(ProxyExchange, AProxyThatIsNotThere) {
  ClientOptions options;
  options.proxies.http = "127.0.0.1:" + std::to_string(unused_port());
  HttpClient client(options);
  const auto answer = client.send(get("http://models.example/"));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().message, "the proxy " + options.proxies.http + " refused the connection");
}

}  // namespace
}  // namespace acode::net
