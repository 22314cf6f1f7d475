// Pieces of a long value inside a call, put side by side until something else comes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace acode::extract {

/// What a text ends in: a value of which more changes nothing, as long as nothing comes that may end or break it.
enum class Within : std::uint8_t {
  kNothing,     ///< of that kind
  kString,      ///< of JSON, or in such quotes: no quote, no control character
  kApostrophe,  ///< a string in single quotes: none of these, no control character
  kTag,         ///< plain text up to the next `<`
};

/// Pieces of such a value. They are a few bytes each, and nearly all of a long call; so they are only put side by side
/// here, until something else comes.
class StringPieces {
 public:
  /// What they are pieces of.
  void set(Within within) {
    ender_ = kOnes * static_cast<unsigned char>(ender_of(within));
    controls_ = within == Within::kTag ? 0 : kHighs;
  }

  /// Takes a piece, unless it is full(). False if it is none of those, or too long.
  bool take(std::string_view piece) {
    if (piece.size() - 4 > 4 || has_other(piece)) return false;
    std::memcpy(next_, piece.data(), 4);
    std::memcpy(next_ + piece.size() - 4, piece.data() + piece.size() - 4, 4);
    next_ += piece.size();
    return true;
  }

  /// Moves all to the end of a text.
  void move_to(std::string& text) {
    if (bytes_ == nullptr) {
      bytes_ = std::make_unique<std::array<char, kRoom>>();
    } else {
      text.append(bytes_->data(), next_);
    }
    next_ = bytes_->data();
    last_ = next_ + kRoom - 8;
  }

  [[nodiscard]] bool empty() const { return bytes_ == nullptr || next_ == bytes_->data(); }
  [[nodiscard]] bool full() const { return next_ >= last_; }

 private:
  static char ender_of(Within within) {
    if (within == Within::kTag) return '<';
    return within == Within::kApostrophe ? '\'' : '"';
  }

  static constexpr std::uint64_t kOnes = 0x0101010101010101U;
  static constexpr std::uint64_t kHighs = kOnes << 7U;

  /// Whether there is one among 4 to 8 bytes that is not to be passed over.
  [[nodiscard]] bool has_other(std::string_view piece) const {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::memcpy(&first, piece.data(), 4);
    std::memcpy(&last, piece.data() + piece.size() - 4, 4);
    const std::uint64_t bytes = first | (static_cast<std::uint64_t>(last) << 32U);
    const std::uint64_t enders = bytes ^ ender_;
    // A byte below the subtrahend borrows into its high bit, unless that was set.
    return (((bytes - kOnes * 0x20) & ~bytes & controls_) | ((enders - kOnes) & ~enders & kHighs)) != 0;
  }

  static constexpr std::size_t kRoom = 4096;
  std::unique_ptr<std::array<char, kRoom>> bytes_;  // made when it is first needed
  char* next_ = nullptr;
  char* last_ = nullptr;        // no piece begins behind this
  std::uint64_t ender_ = 0;     // what ends the value, in each byte
  std::uint64_t controls_ = 0;  // the high bits, if control characters do not belong to it
};

}  // namespace acode::extract
