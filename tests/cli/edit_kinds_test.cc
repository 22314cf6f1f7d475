// Every kind of edit is described.
#include "cli/edit_kinds.h"

#include <gtest/gtest.h>

#include <set>

namespace acode::cli {
namespace {

TEST(EditKinds, EachHasALineOfItsOwn) {
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < json::kEditKinds; ++i) {
    const auto kind = static_cast<json::EditKind>(i);
    const std::string_view line = describe(kind);
    EXPECT_FALSE(line.empty()) << i;
    EXPECT_EQ(line.find('\n'), std::string_view::npos) << line;
    EXPECT_LE(line.size(), 95U) << line;
    EXPECT_TRUE(seen.insert(line).second) << line;
  }
}

}  // namespace
}  // namespace acode::cli
