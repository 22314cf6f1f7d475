// URIs and IRIs (RFC 3986, RFC 3987): taken apart, then each component by its own characters.
#include <algorithm>
#include <array>

#include "schema/format_rules.h"
#include "schema/uri.h"

namespace acode::schema::detail {
namespace {

// Unreserved characters and delimiters, which may stand in every component but the scheme.
constexpr std::array<bool, 128> kPlain = [] {
  std::array<bool, 128> plain{};
  for (const char c : std::string_view("-._~!$&'()*+,;=")) plain[static_cast<unsigned char>(c)] = true;
  for (std::size_t c = 0; c < plain.size(); ++c) {
    plain[c] = plain[c] || is_letter(static_cast<char>(c)) || is_digit(static_cast<char>(c));
  }
  return plain;
}();

// Which characters beyond ASCII may stand there.
enum class Beyond : std::uint8_t { kNone, kLetters, kLettersAndPrivate };

bool allows(Beyond beyond, char32_t c) {
  return (beyond != Beyond::kNone && is_iri_character(c)) ||
         (beyond == Beyond::kLettersAndPrivate && is_iri_private(c));
}

// Of ASCII characters: one of these, or one of `more`.
bool is_plain(char c, std::string_view more) {
  return kPlain[static_cast<unsigned char>(c)] || more.find(c) != std::string_view::npos;
}

// Unreserved characters, delimiters, those in `more`, and percent-encoded bytes.
bool consists_of(std::string_view text, std::string_view more, Beyond beyond) {
  Scanner scanner(text);
  while (!scanner.at_end()) {
    const char c = scanner.peek();
    if (!is_ascii(c)) {
      if (!allows(beyond, scanner.take_character())) return false;
    } else if (is_plain(c, more)) {
      scanner.skip(1);
    } else if (!scanner.take_percent()) {
      return false;
    }
  }
  return true;
}

bool all_digits(std::string_view text) { return std::all_of(text.begin(), text.end(), is_digit); }

// "v1.fe80::a"
bool is_future_address(std::string_view text) {
  if (text.empty() || to_lower(text[0]) != 'v') return false;
  const std::size_t dot = std::min(text.find('.'), text.size());
  const std::string_view version = text.substr(1, dot - 1);
  const std::string_view rest = text.substr(dot);
  return !version.empty() && std::all_of(version.begin(), version.end(), is_hex) && rest.size() > 1 &&
         std::all_of(rest.begin(), rest.end(), [](char c) { return is_ascii(c) && is_plain(c, ":"); });
}

// "[::1]:80"; the opening bracket is already off.
bool is_bracketed_host(std::string_view text) {
  const std::size_t end = text.find(']');
  if (end == std::string_view::npos) return false;
  const std::string_view address = text.substr(0, end);
  const std::string_view rest = text.substr(end + 1);
  return (is_ipv6(address) || is_future_address(address)) &&
         (rest.empty() || (rest.front() == ':' && all_digits(rest.substr(1))));
}

bool is_authority(std::string_view text, Beyond beyond) {
  const std::size_t at = text.find('@');
  if (at != std::string_view::npos) {
    if (!consists_of(text.substr(0, at), ":", beyond)) return false;
    text.remove_prefix(at + 1);
  }
  if (!text.empty() && text.front() == '[') return is_bracketed_host(text.substr(1));
  const std::size_t colon = std::min(text.find(':'), text.size());
  return consists_of(text.substr(0, colon), {}, beyond) && all_digits(text.substr(std::min(colon + 1, text.size())));
}

// Before the first slash of a relative path a colon would look like the end of a scheme.
bool looks_like_scheme(const UriComponents& uri) {
  const std::string_view first = uri.path.substr(0, uri.path.find('/'));
  return !uri.scheme && !uri.authority && first.find(':') != std::string_view::npos;
}

bool is_reference(const UriComponents& uri, Beyond beyond) {
  const Beyond in_query = beyond == Beyond::kNone ? Beyond::kNone : Beyond::kLettersAndPrivate;
  return !looks_like_scheme(uri) && (!uri.authority || is_authority(*uri.authority, beyond)) &&
         consists_of(uri.path, "/:@", beyond) && (!uri.query || consists_of(*uri.query, "/:@?", in_query)) &&
         (!uri.fragment || consists_of(*uri.fragment, "/:@?", beyond));
}

}  // namespace

bool is_iri_character(char32_t c) {
  if (c < 0x10000) return (c >= 0xA0 && c <= 0xD7FF) || (c >= 0xF900 && c <= 0xFDCF) || (c >= 0xFDF0 && c <= 0xFFEF);
  return c < 0xF0000 && (c & 0xFFFFU) <= 0xFFFD && (c < 0xE0000 || c >= 0xE1000);
}

bool is_iri_private(char32_t c) {
  return (c >= 0xE000 && c <= 0xF8FF) || (c >= 0xF0000 && c <= 0x10FFFF && (c & 0xFFFFU) <= 0xFFFD);
}

bool is_uri(std::string_view text) {
  const UriComponents uri = split_uri(text);
  return uri.scheme && is_reference(uri, Beyond::kNone);
}

bool is_uri_reference(std::string_view text) { return is_reference(split_uri(text), Beyond::kNone); }

bool is_iri(std::string_view text) {
  const UriComponents uri = split_uri(text);
  return uri.scheme && is_reference(uri, Beyond::kLetters);
}

bool is_iri_reference(std::string_view text) { return is_reference(split_uri(text), Beyond::kLetters); }

}  // namespace acode::schema::detail
