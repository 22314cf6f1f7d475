// Which way to a server: the rules of the environment, as curl reads it.
#include "net/proxy.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace acode::net {
namespace {

using Variables = std::map<std::string, std::string>;

ProxySettings settings(const Variables& variables) {
  return ProxySettings::from([&variables](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  });
}

// The way to an address: "straight", the proxy, or the error.
std::string way(const Variables& variables, std::string_view url) {
  const auto proxy = settings(variables).proxy_for(*Url::parse(url));
  if (!proxy) return proxy.error().message;
  if (!*proxy) return "straight";
  return (*proxy)->url.where() + ((*proxy)->authorization.empty() ? "" : " " + (*proxy)->authorization);
}

TEST(Proxy, EachSchemeHasItsVariable) {
  const Variables both = {{"http_proxy", "http://plain:1"}, {"HTTPS_PROXY", "secure:2"}};
  EXPECT_EQ(way(both, "http://host/"), "plain:1");
  EXPECT_EQ(way(both, "https://host/"), "secure:2");
  EXPECT_EQ(way({}, "http://host/"), "straight");
  EXPECT_EQ(way({{"all_proxy", "all:3"}, {"https_proxy", "secure:2"}}, "http://host/"), "all:3");
  EXPECT_EQ(way({{"ALL_PROXY", "all:3"}, {"https_proxy", "secure:2"}}, "https://host/"), "secure:2");
  EXPECT_EQ(way({{"https_proxy", ""}, {"ALL_PROXY", "all:3"}}, "https://host/"), "all:3") << "empty is not set";
}

TEST(Proxy, HttpProxyInCapitalsCouldComeFromARequest) {
  EXPECT_EQ(way({{"HTTP_PROXY", "http://evil:1"}}, "http://host/"), "straight");
}

TEST(Proxy, NoProxyNamesHostsDomainsAndNetworks) {
  const Variables variables = {{"http_proxy", "p:1"},
                               {"no_proxy", "corp.example, .inner.test,10.0.0.0/8 192.168.1.7,[fd00::]/8"}};
  for (const char* straight : {"corp.example", "CORP.example", "a.b.corp.example", "inner.test", "x.inner.test",
                               "10.9.8.7", "192.168.1.7", "[fd12::1]"}) {
    EXPECT_EQ(way(variables, straight), "straight") << straight;
  }
  for (const char* by_proxy :
       {"notcorp.example", "corp.example.org", "11.0.0.1", "192.168.1.8", "[fe80::1]", "example"}) {
    EXPECT_EQ(way(variables, by_proxy), "p:1") << by_proxy;
  }
  EXPECT_EQ(way({{"http_proxy", "p:1"}, {"NO_PROXY", "*"}}, "host"), "straight");
}

TEST(Proxy, ThisMachineIsReachedStraight) {
  EXPECT_EQ(way({{"all_proxy", "p:1"}}, "localhost:11434"), "straight");
  EXPECT_EQ(way({{"all_proxy", "p:1"}}, "https://127.0.0.1/"), "straight");
}

TEST(Proxy, AUserIsSentInAField) {
  EXPECT_EQ(way({{"http_proxy", "http://me:p%40ss@proxy:3128"}}, "host"), "proxy:3128 Basic bWU6cEBzcw==");
  EXPECT_EQ(way({{"http_proxy", "http://a@proxy:3128"}}, "host"), "proxy:3128 Basic YQ==");
}

TEST(Proxy, OtherKindsOfProxiesAreRefusedWithAReason) {
  EXPECT_NE(way({{"all_proxy", "socks5://p:1080"}}, "host").find("not 'socks5'"), std::string::npos);
  EXPECT_NE(way({{"all_proxy", "https://p:1080"}}, "host").find("spoken to by http"), std::string::npos);
  EXPECT_EQ(way({{"all_proxy", "http://me:secret@p:x"}}, "host").find("secret"), std::string::npos);
}

}  // namespace
}  // namespace acode::net
