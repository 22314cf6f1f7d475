// URI templates (RFC 6570): "https://example.com/{user}/files{?page,size:10,tags*}".
#include "schema/format_rules.h"

namespace acode::schema::detail {
namespace {

bool take_literal(Scanner& scanner) {
  constexpr std::string_view kForbidden = " \"%<>\\^`{|}";
  const char c = scanner.peek();
  if (!is_ascii(c)) {
    const char32_t character = scanner.take_character();
    return is_iri_character(character) || is_iri_private(character);
  }
  if (scanner.take_percent()) return true;
  if (c < ' ' || c == '\x7F' || kForbidden.find(c) != std::string_view::npos) return false;
  scanner.skip(1);
  return true;
}

bool take_name_character(Scanner& scanner) {
  if (scanner.take_percent()) return true;
  const char c = scanner.peek();
  if (!is_letter(c) && !is_digit(c) && c != '_') return false;
  scanner.skip(1);
  return true;
}

// "a.b": dots between characters only.
bool take_name(Scanner& scanner) {
  if (!take_name_character(scanner)) return false;
  while (true) {
    if (scanner.take('.')) {
      if (!take_name_character(scanner)) return false;
    } else if (!take_name_character(scanner)) {
      return true;
    }
  }
}

// "*", ":" and a number below 10000, or nothing.
bool take_modifier(Scanner& scanner) {
  if (scanner.take('*') || !scanner.take(':')) return true;
  if (scanner.peek() == '0') return false;
  const std::size_t digits = scanner.take_digits();
  return digits >= 1 && digits <= 4;
}

// "?page,size:10}"; the opening brace is already taken.
bool take_expression(Scanner& scanner) {
  scanner.take_one_of("+#./;?&=,!@|");
  do {
    if (!take_name(scanner) || !take_modifier(scanner)) return false;
  } while (scanner.take(','));
  return scanner.take('}');
}

}  // namespace

bool is_uri_template(std::string_view text) {
  Scanner scanner(text);
  while (!scanner.at_end()) {
    if (!(scanner.take('{') ? take_expression(scanner) : take_literal(scanner))) return false;
  }
  return true;
}

}  // namespace acode::schema::detail
