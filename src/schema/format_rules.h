// One function for each format of format.h, and what they share. The rules themselves are told there.
#pragma once

#include <string_view>

#include "base/utf8.h"
#include "schema/ascii.h"

namespace acode::schema::detail {

// format_time.cc
bool is_date(std::string_view text);
bool is_time(std::string_view text);
bool is_date_time(std::string_view text);
bool is_duration(std::string_view text);

// format_address.cc
bool is_ipv4(std::string_view text);
bool is_ipv6(std::string_view text);
bool is_email(std::string_view text);
bool is_idn_email(std::string_view text);

// format_host.cc
bool is_hostname(std::string_view text);
bool is_idn_hostname(std::string_view text);

// format_uri.cc
bool is_uri(std::string_view text);
bool is_uri_reference(std::string_view text);
bool is_iri(std::string_view text);
bool is_iri_reference(std::string_view text);

// format_template.cc
bool is_uri_template(std::string_view text);

/// A character beyond ASCII that an IRI may have anywhere (RFC 3987: ucschar).
bool is_iri_character(char32_t c);
/// A character that an IRI may have in its query only (RFC 3987: iprivate).
bool is_iri_private(char32_t c);

/// Reads a text from left to right. Each take_…() moves on if it finds what it looks for, and stays put if not.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  /// The next character, or NUL at the end.
  [[nodiscard]] char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  [[nodiscard]] std::string_view rest() const { return rest_; }

  void skip(std::size_t count) { rest_.remove_prefix(count); }

  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// Takes one of these characters.
  bool take_one_of(std::string_view characters) {
    if (rest_.empty() || characters.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// Takes all digits that stand here; how many.
  std::size_t take_digits() {
    std::size_t count = 0;
    while (count < rest_.size() && is_digit(rest_[count])) ++count;
    rest_.remove_prefix(count);
    return count;
  }

  /// Takes "%xx".
  bool take_percent() {
    if (rest_.size() < 3 || rest_[0] != '%' || !is_hex(rest_[1]) || !is_hex(rest_[2])) return false;
    rest_.remove_prefix(3);
    return true;
  }

  /// Takes a character of any length; kReplacement for bytes that are none. Not at the end.
  char32_t take_character() {
    const base::Utf8 next = base::decode_utf8(rest_);
    rest_.remove_prefix(next.length);
    return next.status == base::Utf8::Status::kValid ? next.character : base::kReplacement;
  }

 private:
  std::string_view rest_;
};

}  // namespace acode::schema::detail
