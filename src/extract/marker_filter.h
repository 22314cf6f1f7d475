// Where in a text one of many fixed strings may begin, seen from its first bytes. Most of a text is prose, in which none
// does: it is passed over sixteen places at a time where the processor can.
//
//   MarkerFilter filter;
//   filter.add("<tool_call>");
//   filter.next("so <b>: <tool_call>", 0)      // 8; the first `<` is followed by the wrong bytes
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace acode::extract {

class MarkerFilter {
 public:
  /// `marker` must not be empty.
  void add(std::string_view marker);

  /// The first place at or behind `position` where a marker may begin, seen from four bytes, or from as many as there are;
  /// the end of the text if there is none.
  [[nodiscard]] std::size_t next(std::string_view text, std::size_t position) const;

 private:
  [[nodiscard]] bool may_begin(std::string_view text, std::size_t position) const;

  /// The same as next(), for all but the last bytes of a text: from there on others must look.
  [[nodiscard]] std::size_t next_ssse3(std::string_view text, std::size_t position) const;

  /// What bytes follow in a marker that begins with a certain byte: those that are equal in their last six bits share a
  /// bit.
  struct Followers {
    std::array<std::uint64_t, 3> bits{};

    [[nodiscard]] bool has(std::size_t which, char byte) const {
      return ((bits[which] >> (static_cast<unsigned char>(byte) % 64U)) & 1U) != 0;
    }
  };

  /// The same once more, as sixteen bytes at a time are asked: for each half of each of the first three bytes, in which
  /// groups of markers it occurs, a bit for each group. A group has the markers whose first bytes are equal in their upper
  /// half.
  struct alignas(16) Halves {
    std::array<std::uint8_t, 16> low{};
    std::array<std::uint8_t, 16> high{};
  };

  std::array<Followers, 128> followers_{};  // by the last seven bits of the first byte
  std::array<Halves, 3> halves_{};
};

}  // namespace acode::extract
