// Punycode (RFC 3492): characters beyond ASCII in the letters of host names. Without the "xn--" before it.
//
//   encode_punycode(U"bücher")        "bcher-kva"
//   decode_punycode("bcher-kva")      U"bücher"
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace acode::schema::detail {

/// The characters in Punycode. The time grows with the square of their number: for labels, which are short.
std::string encode_punycode(std::u32string_view characters);

/// The characters that `text` stands for, or nothing if it is not Punycode. Capitals among plain letters are kept.
std::optional<std::u32string> decode_punycode(std::string_view text);

}  // namespace acode::schema::detail
