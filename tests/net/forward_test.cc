// What a proxy passes on of a head.
#include "net/forward.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace acode::net {
namespace {

std::string forwarded(const Headers& from, std::initializer_list<std::string_view> others = {}) {
  Headers to;
  copy_end_to_end(from, to, others);
  std::string text;
  to.print_to(text);
  return text;
}

TEST(Forward, PassesOnAllButWhatIsAboutTheConnection) {
  Headers from;
  for (const char* name : {"Host", "connection", "Keep-Alive", "Proxy-Authorization", "Proxy-Connection", "proxy-x",
                           "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Content-Length", "Expect"}) {
    from.add(name, "z");
  }
  from.add("Authorization", "Bearer x");
  from.add("X", "1");
  from.add("X", "2");
  from.add("Prox", "y");
  EXPECT_EQ(forwarded(from), "Authorization: Bearer x\r\nX: 1\r\nX: 2\r\nProx: y\r\n");
}

TEST(Forward, OthersAreLeftOutToo) {
  Headers from;
  for (const char* name : {"X-Own", "A", "x-OWN", "X-Owner", "B"}) from.add(name, "");
  EXPECT_EQ(forwarded(from, {"x-own", "b", ""}), "A: \r\nX-Owner: \r\n");
}

TEST(Forward, WhatConnectionNamesEndsHere) {
  Headers from;
  from.add("Connection", "close, X-A ,,\tx-b");
  from.add("X-A", "1");
  from.add("X-B", "1");
  from.add("X-C", "1");
  from.add("Connection", "x-D");
  from.add("X-D", "1");
  EXPECT_EQ(forwarded(from), "X-C: 1\r\n");
}

}  // namespace
}  // namespace acode::net
