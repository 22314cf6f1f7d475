// Classes of ASCII characters, whatever the locale.
#pragma once

namespace acode::schema::detail {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The value of a hexadecimal digit, or -1.
constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

constexpr bool is_hex(char c) { return hex_value(c) >= 0; }

constexpr bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// The lower-case letter of an upper-case one; everything else as it is.
constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace acode::schema::detail
