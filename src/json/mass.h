// How much of a text looks like JSON: what is lost if a part of it is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace acode::json::detail {

/// Counts the quotes and colons of a text that may be growing, so that any part of it can be asked about.
class Mass {
 public:
  void clear() { sums_.assign(1, 0); }

  /// The quotes and colons between two places of the text.
  std::uint32_t between(std::string_view text, std::size_t begin, std::size_t end) {
    return up_to(text, end) - up_to(text, begin);
  }

 private:
  static constexpr std::size_t kBlock = 256;

  std::uint32_t up_to(std::string_view text, std::size_t end);

  std::vector<std::uint32_t> sums_ = {0};  // before each block
};

}  // namespace acode::json::detail
