// Counting block by block, each once.
#include "json/mass.h"

#include <algorithm>

namespace acode::json::detail {
namespace {

std::uint32_t count(std::string_view text) {
  // Twice over the text, but each time without a branch.
  return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '"') +
                                    std::count(text.begin(), text.end(), ':'));
}

}  // namespace

std::uint32_t Mass::up_to(std::string_view text, std::size_t end) {
  const std::size_t block = end / kBlock;
  while (sums_.size() <= block) {
    const std::size_t last = sums_.size() - 1;
    sums_.push_back(sums_[last] + count(text.substr(last * kBlock, kBlock)));
  }
  return sums_[block] + count(text.substr(block * kBlock, end - block * kBlock));
}

}  // namespace acode::json::detail
