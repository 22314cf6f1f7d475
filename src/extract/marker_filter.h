// Where in a text one of many fixed strings may begin, seen from its first bytes. Most of a text is prose, in which none
// does: it is passed over sixteen or thirty-two places at a time where the processor can.
//
//   MarkerFilter filter;
//   filter.add("<tool_call>");
//   filter.next("so <b>: <tool_call>", 0)      // 8; the first `<` is followed by the wrong bytes
//
// What is looked for everywhere has one filter; the few markers that the tools of one answer add have a small one on top
// of it, since there are many lists of tools, and each of them is in nobody's cache.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace acode::extract {

/// What many places at a time are asked: for each half of each of the first four bytes, in which groups of markers it
/// occurs, a bit for each group. A group has the markers whose first bytes are equal in their upper half.
class MarkerHalves {
 public:
  void add(std::string_view marker);

  /// The first place at or behind `position` of which `may_begin` is true; it must be false where no marker passes here.
  /// The end of the text if there is none.
  template <class MayBegin>
  std::size_t next(std::string_view text, std::size_t position, const MayBegin& may_begin) const;

 private:
  /// The same for all but the last bytes of a text: from there on others must look.
  template <class MayBegin>
  std::size_t next_ssse3(std::string_view text, std::size_t position, const MayBegin& may_begin) const;
  template <class MayBegin>
  std::size_t next_avx2(std::string_view text, std::size_t position, const MayBegin& may_begin) const;

  struct alignas(16) Halves {
    std::array<std::uint8_t, 16> low{};
    std::array<std::uint8_t, 16> high{};
  };
  std::array<Halves, 4> halves_{};
};

class MarkerFilter {
 public:
  /// `marker` must not be empty.
  void add(std::string_view marker);

  /// The first place at or behind `position` where a marker may begin, seen from four bytes, or from as many as there are;
  /// the end of the text if there is none.
  [[nodiscard]] std::size_t next(std::string_view text, std::size_t position) const;

  /// Whether one may begin at this very place.
  [[nodiscard]] bool may_begin(std::string_view text, std::size_t position) const {
    const Followers& followers = followers_[static_cast<unsigned char>(text[position]) % followers_.size()];
    for (std::size_t i = 0; i < followers.bits.size(); ++i) {
      if (position + i + 1 == text.size()) return followers.bits[i] != 0;
      if (!followers.has(i, text[position + i + 1])) return false;
    }
    return true;
  }

  [[nodiscard]] const MarkerHalves& halves() const { return halves_; }

 private:
  /// What bytes follow in a marker that begins with a certain byte: those that are equal in their last six bits share a
  /// bit.
  struct Followers {
    std::array<std::uint64_t, 3> bits{};

    [[nodiscard]] bool has(std::size_t which, char byte) const {
      return ((bits[which] >> (static_cast<unsigned char>(byte) % 64U)) & 1U) != 0;
    }
  };

  std::array<Followers, 128> followers_{};  // by the last seven bits of the first byte
  MarkerHalves halves_;
};

/// A filter for a few markers beside those of another.
class MoreMarkersFilter {
 public:
  /// `common` must outlive this.
  explicit MoreMarkersFilter(const MarkerFilter& common) : common_(&common), halves_(common.halves()) {}

  /// As MarkerFilter's.
  void add(std::string_view marker);
  [[nodiscard]] std::size_t next(std::string_view text, std::size_t position) const;

  /// Whether one that was added here may begin at this very place.
  [[nodiscard]] bool may_begin_own(std::string_view text, std::size_t position) const {
    const char* const bytes = text.data() + position;
    if (text.size() - position >= kLongBytes) {
      return has(longs_, long_of(bytes)) || has(heads_, head_of(bytes)) || has(pairs_, pair_of(bytes));
    }
    return ((firsts_ >> (static_cast<unsigned char>(*bytes) % 64U)) & 1U) != 0;
  }

 private:
  static constexpr std::size_t kLongBytes = 10;  // `functions.` is no prose, while its first eight bytes are
  static constexpr std::size_t kHeadBytes = 4;
  static constexpr std::size_t kPairBytes = 2;
  static constexpr std::uint32_t kMix = 0x9e3779b1U;
  static constexpr std::uint64_t kMixMore = 0x9e3779b97f4a7c15U;

  /// A number for the first bytes of a text: ten, four or two. Few texts share one.
  static std::uint32_t long_of(const char* bytes) {
    std::uint64_t head = 0;
    std::uint16_t tail = 0;
    std::memcpy(&head, bytes, sizeof(head));
    std::memcpy(&tail, bytes + sizeof(head), sizeof(tail));
    return static_cast<std::uint32_t>(((head ^ (std::uint64_t{tail} << 40U)) * kMixMore) >> 56U);
  }
  static std::uint32_t head_of(const char* bytes) {
    std::uint32_t head = 0;
    std::memcpy(&head, bytes, kHeadBytes);
    return (head * kMix) >> 25U;
  }
  static std::uint32_t pair_of(const char* bytes) {
    std::uint16_t pair = 0;
    std::memcpy(&pair, bytes, kPairBytes);
    return (pair * kMix) >> 25U;
  }

  template <std::size_t kWords>
  using Bits = std::array<std::uint64_t, kWords>;
  template <std::size_t kWords>
  static void set(Bits<kWords>& bits, std::uint32_t number) {
    bits[number / 64] |= std::uint64_t{1} << (number % 64);
  }
  template <std::size_t kWords>
  static bool has(const Bits<kWords>& bits, std::uint32_t number) {
    return ((bits[number / 64] >> (number % 64)) & 1U) != 0;
  }

  [[nodiscard]] bool may_begin(std::string_view text, std::size_t position) const {
    return common_->may_begin(text, position) || may_begin_own(text, position);
  }

  const MarkerFilter* common_;
  MarkerHalves halves_;       // of both
  Bits<4> longs_{};           // with what ten bytes those that were added begin
  Bits<2> heads_{};           // with what four bytes those begin that have no ten
  Bits<2> pairs_{};           // with what two bytes those begin that have no four
  std::uint64_t firsts_ = 0;  // their first bytes; those that are equal in their last six bits share a bit
};

}  // namespace acode::extract
