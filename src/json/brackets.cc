// Sixty-four bytes at a time, a bit for each.
#include "json/brackets.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "json/scan.h"

namespace acode::json::detail {

namespace {

constexpr std::size_t kBlock = 64;

/// What stands in a block, bit by bit.
struct Marks {
  std::uint64_t quotes = 0;
  std::uint64_t backslashes = 0;
  std::uint64_t openers = 0;
  std::uint64_t closers = 0;

  explicit Marks(const char* block) {
    for (unsigned at = 0; at < kBlock; at += 16) add(block + at, at);
  }

 private:
#if defined(__SSE2__)
  static std::uint64_t equal(__m128i bytes, char c) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c))));
  }

  void add(const char* p, unsigned at) {
    const __m128i bytes = load16(p);
    const __m128i curled = _mm_or_si128(bytes, _mm_set1_epi8(0x20));  // [ is { then, and ] is }
    quotes |= equal(bytes, '"') << at;
    backslashes |= equal(bytes, '\\') << at;
    openers |= equal(curled, '{') << at;
    closers |= equal(curled, '}') << at;
  }
#else
  void add(const char* p, unsigned at) {
    for (unsigned i = 0; i < 16; ++i) {
      const std::uint64_t bit = std::uint64_t{1} << (at + i);
      if (p[i] == '"') quotes |= bit;
      if (p[i] == '\\') backslashes |= bit;
      if (p[i] == '{' || p[i] == '[') openers |= bit;
      if (p[i] == '}' || p[i] == ']') closers |= bit;
    }
  }
#endif
};

// For each bit, whether an odd number of bits is set up to it.
std::uint64_t running_parity(std::uint64_t bits) {
  for (unsigned shift = 1; shift < kBlock; shift *= 2) bits ^= bits << shift;
  return bits;
}

/// Goes through a text block by block.
class BracketCounter {
 public:
  /// How many bytes of a block it takes to close the first bracket; 0 if they are not enough.
  std::size_t pass(Marks marks) {
    pass_escapes(marks);
    const std::uint64_t strings = running_parity(marks.quotes) ^ (in_string_ ? ~std::uint64_t{0} : 0);
    in_string_ = strings >> (kBlock - 1) != 0;
    const std::uint64_t closers = marks.closers & ~strings;
    for (std::uint64_t rest = closers | (marks.openers & ~strings); rest != 0; rest &= rest - 1) {
      const std::uint64_t first = rest & (~rest + 1);
      if ((closers & first) == 0) {
        ++depth_;
      } else if (--depth_ <= 0) {
        return static_cast<std::size_t>(std::countr_zero(first)) + 1;
      }
    }
    return 0;
  }

 private:
  // A quote behind a backslash is none, and a backslash behind another stands before nothing.
  void pass_escapes(Marks& marks) {
    const std::uint64_t escaped = escaped_ ? 1 : 0;
    escaped_ = false;
    marks.quotes &= ~escaped;
    for (std::uint64_t rest = marks.backslashes & ~escaped; rest != 0;) {
      const std::uint64_t first = rest & (~rest + 1);
      const std::uint64_t behind = first << 1U;
      marks.quotes &= ~behind;
      rest &= ~(first | behind);
      if (behind == 0) escaped_ = true;
    }
  }

  std::ptrdiff_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;  // a backslash stands before the next block
};

}  // namespace

std::size_t closed_bracket(std::string_view text) {
  BracketCounter counter;
  std::size_t at = 0;
  for (; text.size() - at >= kBlock; at += kBlock) {
    const std::size_t length = counter.pass(Marks(text.data() + at));
    if (length != 0) return at + length;
  }
  std::array<char, kBlock> last{};
  text.copy(last.data(), last.size(), at);
  const std::size_t length = counter.pass(Marks(last.data()));
  return length == 0 ? 0 : at + length;
}

}  // namespace acode::json::detail
