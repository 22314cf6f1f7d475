// The rarer of the inner loops.
#include "json/scan.h"

namespace acode::json::detail {

int decode_unicode_escape(const char* p, const char* end, char*& out) {
  const int first = hex4(p + 2, end);
  if (first == -2) return 0;
  if (first < 0) return -1;
  const auto unit = static_cast<char32_t>(first);
  if (is_low_surrogate(unit)) return -1;
  if (!is_high_surrogate(unit)) {
    out = base::encode_utf8(unit, out);
    return 6;
  }
  if (p + 6 == end) return 0;
  if (p[6] != '\\') return -1;
  if (p + 7 == end) return 0;
  if (p[7] != 'u') return -1;
  const int second = hex4(p + 8, end);
  if (second == -2) return 0;
  if (second < 0 || !is_low_surrogate(static_cast<char32_t>(second))) return -1;
  out = base::encode_utf8(0x10000 + ((unit - 0xD800) << 10U) + (static_cast<char32_t>(second) - 0xDC00), out);
  return 12;
}

}  // namespace acode::json::detail
