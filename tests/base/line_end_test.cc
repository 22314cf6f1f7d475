// The end of a line is where a search for either byte finds it.
#include "base/line_end.h"

#include <gtest/gtest.h>

#include <string>

namespace acode::base {
namespace {

TEST(LineEnd, IsTheFirstOfEitherByte) {
  for (std::size_t size = 0; size < 50; ++size) {
    for (std::size_t at = 0; at <= size; ++at) {
      for (const char end : {'\r', '\n', '\x0b', '\x8d'}) {
        std::string text(size, 'a');
        if (at < size) text[at] = end;
        if (at + 3 < size) text[at + 3] = '\n';
        for (std::size_t from = 0; from <= size; ++from) {
          EXPECT_EQ(find_line_end(text, from), text.find_first_of("\r\n", from)) << size << ' ' << at << ' ' << from;
        }
      }
    }
  }
}

}  // namespace
}  // namespace acode::base
