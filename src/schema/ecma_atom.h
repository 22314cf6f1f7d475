// What stands for characters in a pattern of ECMA-262, and how it is written for PCRE2.
//
//   append_character(out, U'+')                    \x{2b}: letters and digits stand for themselves, nothing else does
//   append_range(items, 0xD000, 0xDFFF)            \x{d000}-\x{d7ff}: surrogates are no characters
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace acode::schema::detail {

// White space and line terminators, and everything else, as they stand in a class.
inline constexpr std::string_view kEcmaSpaces =
    R"(\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff})";
inline constexpr std::string_view kEcmaNoSpaces =
    R"(\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e})"
    R"(\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff})";

/// What stands for characters: one of them, or a set.
struct EcmaAtom {
  enum class Kind : std::uint8_t {
    kCharacter,
    kEscape,  // `text` is good anywhere
    kRanges,  // `text` is good between brackets
  };
  Kind kind = Kind::kCharacter;
  char32_t character = 0;
  std::string text;

  static EcmaAtom of(char32_t character) { return {Kind::kCharacter, character, {}}; }
  static EcmaAtom escape(std::string_view text) { return {Kind::kEscape, 0, std::string(text)}; }
  static EcmaAtom ranges(std::string_view text) { return {Kind::kRanges, 0, std::string(text)}; }
};

constexpr bool is_surrogate(char32_t c) { return c >= 0xD800 && c <= 0xDFFF; }

void append_character(std::string& out, char32_t character);

/// Adds a range to the items of a class, without the surrogates: no subject has them, and PCRE2 refuses them.
void append_range(std::string& items, char32_t low, char32_t high);

void append_to_class(std::string& items, const EcmaAtom& atom);

}  // namespace acode::schema::detail
