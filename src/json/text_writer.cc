// Strings as JSON, sixteen characters at a time: they are copied while they are looked at, and where one of them needs an
// escape, what follows is copied again behind it.
#include "json/text_writer.h"

#include <algorithm>
#include <charconv>

#include "base/utf8.h"
#include "json/scan.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ACODE_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define ACODE_SANITIZED
#endif
#endif

namespace acode::json::detail {
namespace {

/// How a character is written that may not stand in a string as it is. Eight bytes, so that it is copied by one move.
struct Escape {
  std::array<char, 7> text;
  std::uint8_t length;
};
static_assert(sizeof(Escape) == 8);

constexpr std::array<Escape, 128> kEscapes = [] {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::array<Escape, 128> escapes{};
  for (unsigned byte = 0; byte < 0x20; ++byte)
    escapes[byte] = {{'\\', 'u', '0', '0', kHex[byte >> 4U], kHex[byte & 0xFU]}, 6};
  escapes['"'] = {{'\\', '"'}, 2};
  escapes['\\'] = {{'\\', '\\'}, 2};
  escapes['\b'] = {{'\\', 'b'}, 2};
  escapes['\f'] = {{'\\', 'f'}, 2};
  escapes['\n'] = {{'\\', 'n'}, 2};
  escapes['\r'] = {{'\\', 'r'}, 2};
  escapes['\t'] = {{'\\', 't'}, 2};
  return escapes;
}();

constexpr std::size_t kPiece = 16;  // characters that are looked at together

bool is_wide(char c) { return static_cast<unsigned char>(c) >= 0x80; }

void put_escape(char c, char*& out) {
  const Escape& escape = kEscapes[static_cast<unsigned char>(c)];
  std::memcpy(out, &escape, sizeof(escape));
  out += escape.length;
}

/// One character beyond ASCII, or what is none.
const char* put_wide_one(const char* p, const char* end, char*& out) {
  const unsigned quick = end - p >= 4 ? base::utf8_length(p) : 0;
  if (quick != 0) {
    std::memcpy(out, p, 4);
    out += quick;
    return p + quick;
  }
  const base::Utf8 decoded = base::decode_utf8({p, std::min<std::size_t>(static_cast<std::size_t>(end - p), 4)});
  const bool valid = decoded.status == base::Utf8::Status::kValid;
  const std::string_view written = valid ? std::string_view(p, decoded.length) : "\xEF\xBF\xBD";
  out = std::copy(written.begin(), written.end(), out);
  return p + decoded.length;
}

/// Characters beyond ASCII, the last of which begins before `stop`.
const char* put_wide(const char* p, const char* stop, const char* end, char*& out) {
  do {
    p = put_wide_one(p, end, out);
  } while (p < stop && is_wide(*p));
  return p;
}

#if defined(__SSE2__)
void store16(__m128i bytes, char* out) { _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes); }

/// Copies sixteen characters, and tells which of them may not stand in a string like this, or must be looked at.
unsigned copy_piece(__m128i bytes, char* out) {
  store16(bytes, out);
  // Signed: control characters and bytes from 0x80 on are both less than a space; the quote takes its place.
  const __m128i swapped = _mm_xor_si128(bytes, _mm_set1_epi8('"' ^ ' '));
  const __m128i odd =
      _mm_or_si128(_mm_cmplt_epi8(swapped, _mm_set1_epi8(' ' + 1)), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
  return static_cast<unsigned>(_mm_movemask_epi8(odd));
}

unsigned first_bits(std::size_t count) { return (1U << count) - 1U; }

/// Whether sixteen bytes can be read where one can, though they may belong to somebody else: memory is given out in pages.
/// A sanitizer would rather not.
bool within_page(const char* p) {
#if defined(ACODE_SANITIZED)
  static_cast<void>(p);
  return false;
#else
  constexpr std::uintptr_t kPage = 4096;
  return reinterpret_cast<std::uintptr_t>(p) % kPage <= kPage - kPiece;
#endif
}

/// Sixteen bytes within a page. What lies behind the end of the text is anything.
__m128i load_within_page(const char* p) {
  asm("" : "+r"(p));  // for the compiler it is now a place that it knows nothing of
  return load16(p);
}

/// Sixteen bytes of a text of which one at least is left.
__m128i load_piece(const char* p, const char* end) {
  if (end - p >= 16) return load16(p);
  if (within_page(p)) return load_within_page(p);
  std::array<char, kPiece> piece{};
  std::memcpy(piece.data(), p, static_cast<std::size_t>(end - p));
  return load16(piece.data());
}

/// Characters up to the first odd ones, and these: at most sixteen from there on, or from `stop`. Writes up to 16 bytes
/// beyond what it copies.
const char* put_some(const char* p, const char* stop, const char* end, char*& out) {
  std::size_t left = kPiece;
  unsigned odd = 0;
  while (stop - p >= 16 && (odd = copy_piece(load16(p), out)) == 0) {
    p += kPiece;
    out += kPiece;
  }
  if (odd == 0) {
    if (p == end) return p;
    left = std::min(static_cast<std::size_t>(end - p), kPiece);
    odd = copy_piece(load_piece(p, end), out) & first_bits(left);
  }
  // What was learnt of sixteen bytes is used until they are passed, however many odd ones are among them.
  while (odd != 0) {
    const auto plain = static_cast<unsigned>(__builtin_ctz(odd));
    p += plain;
    out += plain;
    left -= plain;
    if (is_wide(*p)) return put_wide(p, p + left, end, out);
    put_escape(*p, out);
    ++p;
    --left;
    odd >>= plain + 1;
    if (left != 0) store16(load_piece(p, end), out);
  }
  out += left;
  return p + left;
}

/// Copies plain characters, unless there is more to be done, in which case it stops somewhere before.
inline const char* put_plain(const char* p, const char* end, char*& out) {
  for (; end - p >= 16; p += kPiece, out += kPiece) {
    if (copy_piece(load16(p), out) != 0) return p;
  }
  if (p == end || !within_page(p)) return p;
  const auto left = static_cast<std::size_t>(end - p);
  if ((copy_piece(load_within_page(p), out) & first_bits(left)) != 0) return p;
  out += left;
  return end;
}
#else
const char* put_some(const char* p, const char* stop, const char* end, char*& out) {
  while (p < stop) {
    if (is_wide(*p)) return put_wide(p, p + 1, end, out);
    if (!is_plain(*p)) {
      put_escape(*p, out);
      return p + 1;
    }
    *out++ = *p++;
  }
  return p;
}

const char* put_plain(const char* p, const char* end, char*& out) {
  while (p != end && is_plain(*p)) *out++ = *p++;
  return p;
}
#endif

}  // namespace

void TextWriter::put_text(std::string_view text) {
  if (text.size() > kSlack) {
    flush().append(text);
    return;
  }
  char* const at = ready(next_);
  text.copy(at, text.size());
  next_ = at + text.size();
}

void TextWriter::put_times(std::size_t count, char c) {
  if (count > kSlack) {
    flush().append(count, c);
    return;
  }
  char* const at = ready(next_);
  std::memset(at, c, count);
  next_ = at + count;
}

// What is plain and not too long is written here; for the rest others are called at the very end, so that nothing need be
// saved for them before.
template <bool kName>
inline void TextWriter::put_quoted(std::string_view characters, char lead) {
  char* at = next_;
  if (room_.data() + kRoom - at <= static_cast<std::ptrdiff_t>(characters.size())) [[unlikely]] {
    return put_long(characters, lead, kName);
  }
  if (kName) *at++ = lead;
  *at++ = '"';
  const char* const end = characters.data() + characters.size();
  const char* const p = put_plain(characters.data(), end, at);
  if (p != end) return put_rest(p, end, at, kName);
  next_ = put_end(at, kName);
}

void TextWriter::put_long(std::string_view characters, char lead, bool name) {
  char* at = ready(next_);
  if (name) *at++ = lead;
  *at++ = '"';
  put_rest(characters.data(), characters.data() + characters.size(), at, name);
}

inline char* TextWriter::put_end(char* at, bool name) {
  at[0] = '"';
  at[1] = ':';
  return at + (name ? 2 : 1);
}

void TextWriter::put_rest(const char* p, const char* end, char* at, bool name) {
  // No escape is longer than six bytes; what is written beyond it and what stands around the string has room enough.
  static_assert(6 * kPiece + kPiece + 4 <= kSlack);
  while (p != end) {
    at = ready(at);
    const auto room = static_cast<std::size_t>(room_.data() + kRoom - at);
    p = put_some(p, p + std::min(room, static_cast<std::size_t>(end - p)), end, at);
  }
  next_ = put_end(ready(at), name);
}

void TextWriter::put_string(std::string_view characters) { put_quoted<false>(characters, 0); }

void TextWriter::put_name(char lead, std::string_view characters) { put_quoted<true>(characters, lead); }

char* TextWriter::make_room(char* at) {
  next_ = at;
  flush();
  return next_;
}

void TextWriter::put_integer(std::int64_t number) {
  char* const at = ready(next_);
  next_ = std::to_chars(at, at + kSlack, number).ptr;
}

void TextWriter::put_integer(std::uint64_t number) {
  char* const at = ready(next_);
  next_ = std::to_chars(at, at + kSlack, number).ptr;
}

}  // namespace acode::json::detail
