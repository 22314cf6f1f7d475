// A table of ranges, and three ways to write a number.
#include "base/visible.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace acode::base {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

constexpr Range kHidden[] = {
    {0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},     {0x61c, 0x61c},   {0x180e, 0x180e}, {0x200b, 0x200b},
    {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
};

std::string hex(std::uint32_t number, std::size_t digits) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(digits, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, number >>= 4U) *digit = kDigits[number & 15U];
  return text;
}

}  // namespace

bool is_hidden(char32_t character) {
  return std::any_of(std::begin(kHidden), std::end(kHidden),
                     [character](const Range& range) { return range.first <= character && character <= range.last; });
}

std::string escaped(char32_t character) {
  if (character == '\n') return "\\n";
  if (character == '\r') return "\\r";
  if (character == '\t') return "\\t";
  if (character < 0x80) return "\\x" + hex(character, 2);
  if (character < 0x10000) return "\\u" + hex(character, 4);
  return "\\u{" + hex(character, 5) + "}";
}

std::string escaped_byte(char byte) { return "\\x" + hex(static_cast<unsigned char>(byte), 2); }

std::string json_escaped(char32_t character) {
  if (character < 0x10000) return "\\u" + hex(character, 4);
  const std::uint32_t rest = character - 0x10000;
  return "\\u" + hex(0xd800 + (rest >> 10U), 4) + "\\u" + hex(0xdc00 + (rest & 0x3ffU), 4);
}

}  // namespace acode::base
