// Names of events: none twice, in the order of time, and what they say they are (OB-4).
#include "observe/event_names.h"

#include <gtest/gtest.h>

#include <set>

namespace acode::observe {
namespace {

using std::chrono::milliseconds;

std::string next(EventNames& names, std::int64_t time) {
  std::string name = "what was there";
  names.next(WallTime(milliseconds(time)), name);
  return name;
}

TEST(EventNames, AreUuidsOfVersion7WithTheirTime) {
  EventNames names;
  for (int i = 0; i < 1000; ++i) {
    const std::string name = next(names, 0x0123456789AB + i / 10);
    ASSERT_EQ(name.size(), 32U);
    ASSERT_EQ(name.find_first_not_of("0123456789abcdef"), std::string::npos) << name;
    ASSERT_EQ(std::stoll(name.substr(0, 12), nullptr, 16), 0x0123456789AB + i / 10) << name;
    ASSERT_EQ(name[12], '7') << name;
    ASSERT_EQ(name[16], '8') << name;
  }
}

TEST(EventNames, GrowWithTimeAndWithinAMillisecond) {
  EventNames names;
  std::string last;
  for (int i = 0; i < 20'000; ++i) {
    const std::string name = next(names, i / 5000);
    ASSERT_GT(name, last);
    last = name;
  }
}

TEST(EventNames, NobodyElseHasThem) {
  std::set<std::string> all;
  std::set<std::string> drawn;  // without their time
  for (int maker = 0; maker < 20; ++maker) {
    EventNames names;
    for (const std::int64_t time : {1, 1, 2, 1}) {  // the clock may be set back
      const std::string name = next(names, time);
      all.insert(name);
      drawn.insert(name.substr(12));
    }
  }
  EXPECT_EQ(all.size(), 80U);
  EXPECT_EQ(drawn.size(), 80U);
}

}  // namespace
}  // namespace acode::observe
