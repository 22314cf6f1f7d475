// The loop: who is resumed when.
#include "net/loop.h"

#include <gtest/gtest.h>

#include <exception>
#include <string>

#include "net/task.h"

namespace acode::net {
namespace {

Task<> let_others_go_first(Loop& loop, std::string& order) {
  order += "one ";
  OthersFirst others(loop);
  co_await others;
  order += "last";
  loop.stop();
}

Task<> go(std::string& order) {
  order += "other ";
  co_return;
}

void ignore(const std::exception_ptr& /*thrown*/) {}

TEST(Loop, OthersMayGoFirst) {
  Loop loop;
  std::string order;
  loop.spawn(let_others_go_first(loop, order), ignore);
  loop.spawn(go(order), ignore);
  loop.run();
  EXPECT_EQ(order, "one other last");
}

TEST(Loop, OneWhoLetsOthersGoFirstMayGoWithTheLoop) {
  std::string order;
  {
    Loop loop;
    loop.spawn(let_others_go_first(loop, order), ignore);
  }
  EXPECT_EQ(order, "one ");
}

}  // namespace
}  // namespace acode::net
