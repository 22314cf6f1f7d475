// Looking names up: what is known without asking, and what to do when those who are asked take their time.
#include "net/resolve.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <netdb.h>
#include <netinet/in.h>

#include <chrono>
#include <string_view>
#include <thread>

#include "net/client.h"
#include "net/raw_server.h"

namespace {

constexpr std::string_view kSlowHost = "slow-to-look-up.test";
constexpr std::string_view kTwoAddresses = "dead-and-alive.test";

}  // namespace

// Stands before the system's: one name takes long, and one has an address at which nobody listens and one at which
// someone does.
extern "C" int getaddrinfo(const char* host, const char* service, const addrinfo* hints, addrinfo** list) {
  using Function = int (*)(const char*, const char*, const addrinfo*, addrinfo**);
  static const auto kSystem = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "getaddrinfo"));
  if (host == kSlowHost && (hints->ai_flags & AI_NUMERICHOST) == 0) {
    std::this_thread::sleep_for(std::chrono::seconds(2));
    return EAI_AGAIN;
  }
  if (host == kTwoAddresses && (hints->ai_flags & AI_NUMERICHOST) == 0) {
    addrinfo* second = nullptr;
    addrinfo numeric = *hints;
    numeric.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    const int failed = kSystem("127.0.0.2", service, &numeric, list) | kSystem("127.0.0.1", service, &numeric, &second);
    if (failed == 0) (*list)->ai_next = second;
    return failed;
  }
  return kSystem(host, service, hints, list);
}

namespace acode::net {
namespace {

using std::chrono::milliseconds;

HttpRequest get(std::string_view host, std::uint16_t port) {
  HttpRequest request;
  request.url.host = host;
  request.url.port = port;
  return request;
}

TEST(Resolve, NumbersAndThisMachineAreKnown) {
  EXPECT_EQ(known_addresses("127.0.0.1", 80).size(), 1U);
  EXPECT_EQ(known_addresses("::1", 80).size(), 1U);
  const auto both = known_addresses("localhost", 80);
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].family(), AF_INET);
  EXPECT_EQ(both[1].family(), AF_INET6);
  EXPECT_TRUE(known_addresses("example.com", 80).empty());
}

TEST(Resolve, ALookUpThatTakesLongIsNotWaitedFor) {
  ClientOptions options;
  options.connect_timeout = milliseconds(200);
  HttpClient client(options);
  const Stopwatch watch;
  const auto answer = client.send(get(kSlowHost, 80));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, NetErrorKind::kConnectTimeout);
  EXPECT_LT(watch.elapsed().count(), 1500);
}

TEST(Resolve, ALookUpCanBeCancelled) {
  HttpClient client;
  const CancelToken cancel = CancelToken::make();
  std::thread canceller([cancel] {
    std::this_thread::sleep_for(milliseconds(50));
    cancel.cancel();
  });
  const Stopwatch watch;
  const auto answer = client.send(get(kSlowHost, 80), {}, cancel);
  canceller.join();
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, NetErrorKind::kCancelled);
  EXPECT_LT(watch.elapsed().count(), 1500);
}

TEST(Resolve, ALookUpThatFailsSaysWhy) {
  HttpClient client;
  const auto answer = client.send(get(kSlowHost, 80));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, NetErrorKind::kNameLookupFailed);
  EXPECT_EQ(answer.error().message,
            "the name in slow-to-look-up.test:80 could not be looked up: Temporary failure in name resolution");
}

TEST(Resolve, AllAddressesAreTried) {
  RawServer server([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
  });
  HttpClient client;
  const auto answer = client.send(get(kTwoAddresses, server.port()));
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_EQ(answer->body, "hello");
}

}  // namespace
}  // namespace acode::net
