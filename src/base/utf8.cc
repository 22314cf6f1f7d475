// UTF-8 by the table of RFC 3629, section 4: the lead byte says how many bytes follow and what the first of them may be.
#include "base/utf8.h"

namespace acode::base {
namespace {

struct Lead {
  std::uint8_t length;  // 0: not a lead byte
  std::uint8_t low;     // bounds of the second byte
  std::uint8_t high;
};

Lead classify(unsigned char byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte < 0xC2) return {0, 0, 0};
  if (byte < 0xE0) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte < 0xF4) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

}  // namespace

Utf8 decode_utf8(std::string_view bytes) {
  const auto at = [&](std::size_t index) { return static_cast<unsigned char>(bytes[index]); };
  const Lead lead = classify(at(0));
  if (lead.length == 0) return {Utf8::Status::kInvalid, 1, 0};
  if (lead.length == 1) return {Utf8::Status::kValid, 1, at(0)};

  char32_t character = at(0) & (0x7FU >> lead.length);
  for (std::uint8_t index = 1; index < lead.length; ++index) {
    if (index == bytes.size()) return {Utf8::Status::kIncomplete, index, 0};
    const unsigned char low = index == 1 ? lead.low : 0x80;
    const unsigned char high = index == 1 ? lead.high : 0xBF;
    if (at(index) < low || at(index) > high) return {Utf8::Status::kInvalid, index, 0};
    character = (character << 6U) | (at(index) & 0x3FU);
  }
  return {Utf8::Status::kValid, lead.length, character};
}

char* encode_utf8(char32_t character, char* out) {
  const auto put = [&out](char32_t byte) { *out++ = static_cast<char>(byte); };
  if (character < 0x80) {
    put(character);
  } else if (character < 0x800) {
    put(0xC0U | (character >> 6U));
    put(0x80U | (character & 0x3FU));
  } else if (character < 0x10000) {
    put(0xE0U | (character >> 12U));
    put(0x80U | ((character >> 6U) & 0x3FU));
    put(0x80U | (character & 0x3FU));
  } else {
    put(0xF0U | (character >> 18U));
    put(0x80U | ((character >> 12U) & 0x3FU));
    put(0x80U | ((character >> 6U) & 0x3FU));
    put(0x80U | (character & 0x3FU));
  }
  return out;
}

}  // namespace acode::base
