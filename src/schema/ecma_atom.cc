// Writing characters and ranges so that none of them can mean anything else to PCRE2.
#include "schema/ecma_atom.h"

#include <array>
#include <charconv>

#include "schema/ascii.h"

namespace acode::schema::detail {
namespace {

void append_hex(std::string& out, char32_t character) {
  std::array<char, 8> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<std::uint32_t>(character), 16);
  out += "\\x{";
  out.append(digits.data(), end.ptr);
  out += '}';
}

}  // namespace

void append_character(std::string& out, char32_t character) {
  const char narrow = character < 0x80 ? static_cast<char>(character) : '\0';
  if (is_letter(narrow) || is_digit(narrow)) {
    out += narrow;
  } else {
    append_hex(out, character);
  }
}

void append_range(std::string& items, char32_t low, char32_t high) {
  if (is_surrogate(low)) low = 0xE000;
  if (is_surrogate(high)) high = 0xD7FF;
  if (low > high) return;
  append_character(items, low);
  if (low == high) return;
  items += '-';
  append_character(items, high);
}

void append_to_class(std::string& items, const EcmaAtom& atom) {
  if (atom.kind == EcmaAtom::Kind::kCharacter) {
    append_range(items, atom.character, atom.character);
  } else {
    items += atom.text;
  }
}

}  // namespace acode::schema::detail
