// Texts known again by a number.
#include "base/text_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace acode::base {
namespace {

TEST(TextHash, IsTheSameForTheSameText) {
  const TextHash hash;
  for (std::size_t size = 0; size < 200; ++size) {
    const std::string text(size, 'a');
    EXPECT_EQ(hash(text), hash(std::string(text)));
  }
}

TEST(TextHash, EveryByteAndTheLengthHaveASay) {
  const TextHash hash;
  std::set<std::uint64_t> seen;
  std::size_t texts = 0;
  for (std::size_t size = 0; size < 100; ++size) {
    std::string text(size, '\0');
    seen.insert(hash(text));
    ++texts;
    for (std::size_t at = 0; at < size; ++at) {
      for (const char other : {'\1', '\x80'}) {
        text[at] = other;
        seen.insert(hash(text));
        ++texts;
      }
      text[at] = '\0';
    }
  }
  EXPECT_EQ(seen.size(), texts);
}

TEST(TextHash, EachHasItsOwnSecret) { EXPECT_NE(TextHash()("a text"), TextHash()("a text")); }

}  // namespace
}  // namespace acode::base
