// A number for a text that no other text is likely to have, whoever chooses the texts: to know a long one again without
// looking at what it was compared with.
//
//   const TextHash hash;                     // each with a secret of its own
//   if (hash(text) == known) …               // the same text, but for a chance of one in 2^64
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>

namespace acode::base {

class TextHash {
 public:
  /// With a new secret. Numbers of one hash mean nothing to another.
  TextHash() {
    std::random_device device;
    for (std::uint64_t& word : secret_) word = (std::uint64_t{device()} << 32U) | device();
  }

  /// The text's number.
  std::uint64_t operator()(std::string_view text) const {
    std::uint64_t even = secret_[0];
    std::uint64_t odd = secret_[1];
    const char* p = text.data();
    std::size_t left = text.size();
    for (; left > kBlock; left -= kBlock, p += kBlock) {
      even = folded(word(p) ^ even, word(p + 8) ^ secret_[2]);
      odd = folded(word(p + 16) ^ odd, word(p + 24) ^ secret_[3]);
    }
    std::array<char, kBlock> few{};  // what is missing counts as zeros; the size tells those from others
    if (text.size() < kBlock) {
      text.copy(few.data(), kBlock);
      p = few.data();
    } else {
      p -= kBlock - left;  // some bytes once more
    }
    even = folded(word(p) ^ even, word(p + 8) ^ secret_[2]);
    odd = folded(word(p + 16) ^ odd, word(p + 24) ^ secret_[3]);
    return folded(folded(even ^ secret_[4], odd ^ secret_[5]) ^ text.size(), secret_[6]);
  }

 private:
  static constexpr std::size_t kBlock = 32;

  static std::uint64_t word(const char* p) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, p, sizeof(bytes));
    return bytes;
  }

  // Both halves of the product: every bit of either factor has a say in it.
  static std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
    __extension__ using Product = unsigned __int128;
    const Product product = static_cast<Product>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  }

  std::array<std::uint64_t, 7> secret_{};
};

}  // namespace acode::base
