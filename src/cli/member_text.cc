// Passing over values: strings are passed whole, brackets are counted.
#include "cli/member_text.h"

#include <array>
#include <cstddef>

#include "json/scan.h"

namespace acode::cli {

namespace {

enum class Mark : unsigned char { kNone, kQuote, kOpen, kClose };

constexpr std::array<Mark, 256> kMarks = [] {
  std::array<Mark, 256> marks{};
  marks['"'] = Mark::kQuote;
  marks['{'] = marks['['] = Mark::kOpen;
  marks['}'] = marks[']'] = Mark::kClose;
  return marks;
}();

/// Goes through a text from left to right. Every function says whether what it looks for was there.
class Glance {
 public:
  explicit Glance(std::string_view text) : next_(text.data()), end_(text.data() + text.size()) {}

  bool take(char wanted) {
    while (next_ != end_ && json::detail::is_space(*next_)) ++next_;
    if (next_ == end_ || *next_ != wanted) return false;
    ++next_;
    return true;
  }

  /// A name without escapes: with them it could be any.
  bool take_name(std::string_view& name) {
    if (!take('"')) return false;
    const char* const begin = next_;
    bool escaped = false;
    if (!pass_string(escaped) || escaped) return false;
    name = {begin, static_cast<std::size_t>(next_ - begin - 1)};
    return true;
  }

  bool take_value(std::string_view& value) {
    while (next_ != end_ && json::detail::is_space(*next_)) ++next_;
    const char* const begin = next_;
    const bool whole = pass_value();
    value = {begin, static_cast<std::size_t>(next_ - begin)};
    return whole;
  }

 private:
  bool pass_value() {
    if (next_ == end_) return false;
    bool escaped = false;
    switch (kMarks[static_cast<unsigned char>(*next_)]) {
      case Mark::kQuote:
        ++next_;
        return pass_string(escaped);
      case Mark::kOpen:
        return pass_container();
      default:
        break;
    }
    while (next_ != end_ && *next_ != ',' && *next_ != '}' && !json::detail::is_space(*next_)) ++next_;
    return true;
  }

  bool pass_container() {
    std::size_t depth = 0;
    bool escaped = false;
    while (next_ != end_) {
      switch (kMarks[static_cast<unsigned char>(*next_++)]) {
        case Mark::kQuote:
          if (!pass_string(escaped)) return false;
          break;
        case Mark::kOpen:
          ++depth;
          break;
        case Mark::kClose:
          if (--depth == 0) return true;
          break;
        case Mark::kNone:
          break;
      }
    }
    return false;
  }

  /// The rest of a string, behind its opening quote.
  bool pass_string(bool& escaped) {
    while (true) {
      bool quoted = false;
      next_ = json::detail::skip_plain(next_, end_, quoted);
      if (next_ == end_) return false;
      if (quoted) break;
      if (*next_ == '\\') {
        escaped = true;
        if (++next_ == end_) return false;
      }
      ++next_;  // what was escaped, or a byte that is not plain
    }
    ++next_;
    return true;
  }

  const char* next_;
  const char* end_;
};

}  // namespace

std::optional<std::string_view> member_text(std::string_view object, std::string_view name) {
  Glance glance(object);
  if (!glance.take('{')) return std::nullopt;
  std::optional<std::string_view> found;
  do {
    std::string_view member;
    std::string_view value;
    if (!glance.take_name(member) || !glance.take(':') || !glance.take_value(value)) return std::nullopt;
    if (member != name) continue;
    if (found) return std::nullopt;
    found = value;
  } while (glance.take(','));
  return found;
}

}  // namespace acode::cli
