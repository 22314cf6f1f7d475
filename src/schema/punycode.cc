// Punycode as RFC 3492 defines it: the plain characters first, then where the others are inserted, in order of their
// codes, as differences in a number system with a moving threshold.
#include "schema/punycode.h"

#include <algorithm>
#include <cstdint>

#include "schema/ascii.h"

namespace acode::schema::detail {
namespace {

constexpr std::uint64_t kBase = 36;
constexpr std::uint64_t kLowest = 1;
constexpr std::uint64_t kHighest = 26;
constexpr std::uint64_t kFirstBias = 72;
constexpr char32_t kFirstCode = 0x80;
constexpr char32_t kLastCode = 0x10FFFF;

// Beyond what any label of a sensible length comes to.
constexpr std::uint64_t kTooLarge = std::uint64_t{1} << 40;

std::uint64_t adapt(std::uint64_t delta, std::uint64_t count, bool first) {
  delta = first ? delta / 700 : delta / 2;
  delta += delta / count;
  std::uint64_t bias = 0;
  while (delta > (kBase - kLowest) * kHighest / 2) {
    delta /= kBase - kLowest;
    bias += kBase;
  }
  return bias + (kBase - kLowest + 1) * delta / (delta + 38);
}

std::uint64_t threshold(std::uint64_t position, std::uint64_t bias) {
  return position <= bias ? kLowest : std::clamp(position - bias, kLowest, kHighest);
}

char digit_character(std::uint64_t digit) {
  return static_cast<char>(digit < 26 ? 'a' + static_cast<int>(digit) : '0' + static_cast<int>(digit - 26));
}

std::optional<std::uint64_t> digit_value(char c) {
  if (is_digit(c)) return static_cast<std::uint64_t>(c - '0') + 26;
  if (is_letter(c)) return static_cast<std::uint64_t>(to_lower(c) - 'a');
  return std::nullopt;
}

void write_number(std::uint64_t number, std::uint64_t bias, std::string& out) {
  for (std::uint64_t position = kBase;; position += kBase) {
    const std::uint64_t limit = threshold(position, bias);
    if (number < limit) break;
    out += digit_character(limit + (number - limit) % (kBase - limit));
    number = (number - limit) / (kBase - limit);
  }
  out += digit_character(number);
}

std::optional<std::uint64_t> read_number(std::string_view& text, std::uint64_t bias) {
  std::uint64_t number = 0;
  std::uint64_t weight = 1;
  for (std::uint64_t position = kBase; !text.empty(); position += kBase) {
    const auto digit = digit_value(text.front());
    if (!digit) return std::nullopt;
    text.remove_prefix(1);
    number += *digit * weight;
    const std::uint64_t limit = threshold(position, bias);
    if (*digit < limit) return number;
    weight *= kBase - limit;
    if (number > kTooLarge || weight > kTooLarge) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::string encode_punycode(std::u32string_view characters) {
  std::string out;
  for (const char32_t c : characters) {
    if (c < kFirstCode) out += static_cast<char>(c);
  }
  const std::size_t plain = out.size();
  if (plain > 0) out += '-';

  std::uint64_t delta = 0;
  std::uint64_t bias = kFirstBias;
  char32_t code = kFirstCode;
  for (std::size_t written = plain; written < characters.size(); ++delta, ++code) {
    char32_t next = kLastCode;
    for (const char32_t c : characters) next = c >= code ? std::min(next, c) : next;
    delta += std::uint64_t{next - code} * (written + 1);
    code = next;
    for (const char32_t c : characters) {
      if (c < code) ++delta;
      if (c != code) continue;
      write_number(delta, bias, out);
      bias = adapt(delta, written + 1, written == plain);
      delta = 0;
      ++written;
    }
  }
  return out;
}

std::optional<std::u32string> decode_punycode(std::string_view text) {
  std::u32string characters;
  const std::size_t mark = text.rfind('-');
  if (mark != std::string_view::npos) {
    characters.assign(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(mark));
    text.remove_prefix(mark + 1);
  }
  std::uint64_t code = kFirstCode;
  std::uint64_t place = 0;
  std::uint64_t bias = kFirstBias;
  const std::size_t plain = characters.size();
  while (!text.empty()) {
    const auto number = read_number(text, bias);
    if (!number) return std::nullopt;
    const std::uint64_t count = characters.size() + 1;
    bias = adapt(*number, count, characters.size() == plain);
    code += (place + *number) / count;
    place = (place + *number) % count;
    if (code > kLastCode || (code >= 0xD800 && code <= 0xDFFF)) return std::nullopt;
    characters.insert(place, 1, static_cast<char32_t>(code));
    ++place;
  }
  return characters;
}

}  // namespace acode::schema::detail
