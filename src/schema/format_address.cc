// IP addresses (RFC 2673, RFC 4291) and mailboxes (RFC 5321, RFC 6531).
#include <algorithm>

#include "schema/format_rules.h"

namespace acode::schema::detail {
namespace {

// 0 to 255, without zeros in front.
bool take_octet(Scanner& scanner) {
  const std::string_view text = scanner.rest();
  const std::size_t digits = scanner.take_digits();
  if (digits == 0 || digits > 3 || (digits > 1 && text[0] == '0')) return false;
  return digits < 3 || text.substr(0, 3) <= "255";
}

bool take_group(Scanner& scanner) {
  const std::string_view text = scanner.rest();
  std::size_t digits = 0;
  while (digits < text.size() && is_hex(text[digits])) ++digits;
  scanner.skip(digits);
  return digits >= 1 && digits <= 4;
}

// Groups with single colons between them, to the end of the text; the last may be an IPv4 address, which counts as two.
// How many, or -1.
int count_groups(std::string_view text, bool last_part) {
  constexpr int kWrong = -1;
  if (text.empty()) return 0;
  Scanner scanner(text);
  for (int count = 1; count <= 8; ++count) {
    if (last_part && is_ipv4(scanner.rest())) return count + 1;
    if (!take_group(scanner)) return kWrong;
    if (scanner.at_end()) return count;
    if (!scanner.take(':')) return kWrong;
  }
  return kWrong;
}

enum class Letters : bool { kAscii, kUnicode };

bool is_atom_character(char c, Letters letters) {
  constexpr std::string_view kOthers = "!#$%&'*+-/=?^_`{|}~";
  if (!is_ascii(c)) return letters == Letters::kUnicode;
  return is_letter(c) || is_digit(c) || kOthers.find(c) != std::string_view::npos;
}

// "joe.bloggs"
bool take_dotted_atoms(Scanner& scanner, Letters letters) {
  do {
    const std::string_view text = scanner.rest();
    std::size_t length = 0;
    while (length < text.size() && is_atom_character(text[length], letters)) ++length;
    if (length == 0) return false;
    scanner.skip(length);
  } while (scanner.take('.'));
  return true;
}

bool is_printable(char c, Letters letters) { return is_ascii(c) ? c >= ' ' && c <= '~' : letters == Letters::kUnicode; }

// "\"joe bloggs\""; the opening quote is already taken.
bool take_quoted(Scanner& scanner, Letters letters) {
  while (!scanner.take('"')) {
    if (scanner.take('\\') && !is_ascii(scanner.peek())) return false;
    if (scanner.at_end() || !is_printable(scanner.peek(), letters)) return false;
    scanner.skip(1);
  }
  return true;
}

bool starts_with_ipv6(std::string_view text) {
  constexpr std::string_view kTag = "ipv6:";
  return text.size() > kTag.size() &&
         std::equal(kTag.begin(), kTag.end(), text.begin(), [](char tag, char c) { return tag == to_lower(c); });
}

// "[127.0.0.1]", "[IPv6:::1]"
bool is_address_literal(std::string_view text) {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return false;
  text = text.substr(1, text.size() - 2);
  return starts_with_ipv6(text) ? is_ipv6(text.substr(5)) : is_ipv4(text);
}

bool is_mailbox(std::string_view text, Letters letters) {
  constexpr std::size_t kLongestLocalPart = 64;
  Scanner scanner(text);
  if (!(scanner.take('"') ? take_quoted(scanner, letters) : take_dotted_atoms(scanner, letters))) return false;
  if (text.size() - scanner.rest().size() > kLongestLocalPart || !scanner.take('@')) return false;
  const std::string_view domain = scanner.rest();
  return is_address_literal(domain) || (letters == Letters::kAscii ? is_hostname(domain) : is_idn_hostname(domain));
}

}  // namespace

bool is_ipv4(std::string_view text) {
  Scanner scanner(text);
  for (int octet = 0; octet < 4; ++octet) {
    if ((octet > 0 && !scanner.take('.')) || !take_octet(scanner)) return false;
  }
  return scanner.at_end();
}

bool is_ipv6(std::string_view text) {
  constexpr std::size_t kLongest = 45;
  if (text.size() > kLongest) return false;
  const std::size_t gap = text.find("::");
  if (gap == std::string_view::npos) return count_groups(text, true) == 8;
  const int before = count_groups(text.substr(0, gap), false);
  const int after = count_groups(text.substr(gap + 2), true);
  return before >= 0 && after >= 0 && before + after < 8;
}

bool is_email(std::string_view text) { return is_mailbox(text, Letters::kAscii); }

bool is_idn_email(std::string_view text) { return is_mailbox(text, Letters::kUnicode); }

}  // namespace acode::schema::detail
