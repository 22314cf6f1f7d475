// Host names, plain and internationalised: labels of letters, digits and hyphens (RFC 1123), and what RFC 5890 to 5893
// ask of labels with other characters.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "schema/format_rules.h"
#include "schema/idna_tables.h"
#include "schema/punycode.h"

namespace acode::schema::detail {
namespace {

constexpr std::size_t kLongestLabel = 63;
constexpr std::size_t kLongestName = 253;

bool is_ascii_only(std::u32string_view label) {
  return std::all_of(label.begin(), label.end(), [](char32_t c) { return c < 0x80; });
}

bool is_host_character(char32_t c) {
  if (c >= 0x80) return !kDisallowed.contains(c);
  const char ascii = static_cast<char>(c);
  return is_letter(ascii) || is_digit(ascii) || ascii == '-';
}

bool has_any(std::u32string_view label, char32_t first, char32_t last) {
  return std::any_of(label.begin(), label.end(), [=](char32_t c) { return c >= first && c <= last; });
}

// A non-joiner between letters that would otherwise join, marks aside (RFC 5892, A.1).
bool parts_joining_letters(std::u32string_view label, std::size_t at) {
  std::size_t before = at;
  while (before > 0 && kMarks.contains(label[before - 1])) --before;
  std::size_t after = at + 1;
  while (after < label.size() && kMarks.contains(label[after])) ++after;
  return before > 0 && kJoinsNext.contains(label[before - 1]) && after < label.size() &&
         kJoinsPrevious.contains(label[after]);
}

// Characters that are right in some company only (RFC 5892, appendix A).
bool fits_context(std::u32string_view label, std::size_t at) {
  const char32_t c = label[at];
  const char32_t previous = at > 0 ? label[at - 1] : 0;
  const char32_t next = at + 1 < label.size() ? label[at + 1] : 0;
  if (c >= 0x660 && c <= 0x669) return !has_any(label, 0x6F0, 0x6F9);  // two sets of Arabic digits
  switch (c) {
    case 0xB7:  // middle dot, as in Catalan
      return previous == U'l' && next == U'l';
    case 0x375:  // Greek keraia
      return kGreek.contains(next);
    case 0x5F3:  // Hebrew geresh and gershayim
    case 0x5F4:
      return kHebrew.contains(previous);
    case 0x30FB:  // Katakana middle dot
      return std::any_of(label.begin(), label.end(), [](char32_t other) { return kKanaOrHan.contains(other); });
    case 0x200C:  // zero width non-joiner
      return kViramas.contains(previous) || parts_joining_letters(label, at);
    case 0x200D:  // zero width joiner
      return kViramas.contains(previous);
    default:
      return true;
  }
}

bool is_plain_label(std::u32string_view label) {
  return label.front() != U'-' && label.back() != U'-' && std::all_of(label.begin(), label.end(), is_host_character);
}

// A label with characters beyond ASCII.
bool is_unicode_label(std::u32string_view label) {
  if (!is_plain_label(label) || label.substr(std::min<std::size_t>(label.size(), 2), 2) == U"--") return false;
  if (kMarks.contains(label.front())) return false;
  for (std::size_t at = 0; at < label.size(); ++at) {
    if (!fits_context(label, at)) return false;
  }
  return true;
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return to_lower(x) == to_lower(y); });
}

// What "xn--…" stands for. There must be only one way to write it.
std::optional<std::u32string> decode_label(const std::string& code) {
  std::optional<std::u32string> label = decode_punycode(code);
  if (!label || is_ascii_only(*label) || !is_unicode_label(*label)) return std::nullopt;
  if (!same_letters(encode_punycode(*label), code)) return std::nullopt;
  return label;
}

enum class Direction : std::uint8_t { kLeft, kRight, kArabicNumber, kEuropeanNumber, kNeutral, kMark };

Direction direction_of(char32_t c) {
  if (c < 0x80) {
    const char ascii = static_cast<char>(c);
    if (is_letter(ascii)) return Direction::kLeft;
    return is_digit(ascii) ? Direction::kEuropeanNumber : Direction::kNeutral;
  }
  if (kMarks.contains(c)) return Direction::kMark;
  if (kRightToLeft.contains(c)) return Direction::kRight;
  if (kArabicNumbers.contains(c)) return Direction::kArabicNumber;
  if (kEuropeanNumbers.contains(c)) return Direction::kEuropeanNumber;
  return kNeutrals.contains(c) ? Direction::kNeutral : Direction::kLeft;
}

// A host name as it is read: its labels in Unicode, its length as the DNS sees it.
class HostName {
 public:
  /// Reads a label as written; false if it is wrong.
  bool add(std::u32string_view written) {
    if (written.empty() || written.size() > kLongestLabel) return false;
    return is_ascii_only(written) ? add_ascii(written) : add_unicode(std::u32string(written));
  }

  /// What only the whole name shows: its length, and that no text direction upsets another.
  [[nodiscard]] bool fits() const {
    const std::size_t dots = labels_.size() - 1;
    return length_ + dots <= kLongestName && (!mixes_directions() || all_follow_bidi_rule());
  }

 private:
  bool add_ascii(std::u32string_view label) {
    if (!is_plain_label(label)) return false;
    length_ += label.size();
    const std::string text(label.begin(), label.end());
    if (!same_letters(std::string_view(text).substr(0, 4), "xn--")) {
      labels_.emplace_back(label);
      return true;
    }
    std::optional<std::u32string> decoded = decode_label(text.substr(4));
    if (!decoded) return false;
    labels_.push_back(std::move(*decoded));
    return true;
  }

  bool add_unicode(std::u32string label) {
    const std::size_t length = encode_punycode(label).size() + 4;
    if (length > kLongestLabel || !is_unicode_label(label)) return false;
    length_ += length;
    labels_.push_back(std::move(label));
    return true;
  }

  [[nodiscard]] bool mixes_directions() const {
    const auto from_right = [](char32_t c) {
      const Direction direction = direction_of(c);
      return direction == Direction::kRight || direction == Direction::kArabicNumber;
    };
    return std::any_of(labels_.begin(), labels_.end(), [&](const std::u32string& label) {
      return std::any_of(label.begin(), label.end(), from_right);
    });
  }

  [[nodiscard]] bool all_follow_bidi_rule() const {
    return std::all_of(labels_.begin(), labels_.end(), follows_bidi_rule);
  }

  // RFC 5893, section 2.
  static bool follows_bidi_rule(const std::u32string& label) {
    std::vector<Direction> directions(label.size());
    std::transform(label.begin(), label.end(), directions.begin(), direction_of);
    while (!directions.empty() && directions.back() == Direction::kMark) directions.pop_back();
    const auto has = [&](Direction one) {
      return std::find(directions.begin(), directions.end(), one) != directions.end();
    };
    if (directions.empty() || directions.back() == Direction::kNeutral) return false;
    if (directions.front() == Direction::kLeft) return !has(Direction::kRight) && !has(Direction::kArabicNumber);
    return directions.front() == Direction::kRight && !has(Direction::kLeft) &&
           !(has(Direction::kArabicNumber) && has(Direction::kEuropeanNumber));
  }

  std::vector<std::u32string> labels_;
  std::size_t length_ = 0;  // of the labels, in ASCII
};

bool is_dot(char32_t c) { return c == U'.' || c == 0x3002 || c == 0xFF0E || c == 0xFF61; }

}  // namespace

bool is_idn_hostname(std::string_view text) {
  if (text.size() > kLongestName * 4) return false;  // what follows may take its time
  HostName name;
  std::u32string label;
  Scanner scanner(text);
  while (!scanner.at_end()) {
    const char32_t c = scanner.take_character();
    if (!is_dot(c)) {
      label += c;
      continue;
    }
    if (!name.add(label)) return false;
    label.clear();
  }
  return name.add(label) && name.fits();
}

bool is_hostname(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_ascii) && is_idn_hostname(text);
}

}  // namespace acode::schema::detail
