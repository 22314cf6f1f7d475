// Passing over values: strings are passed whole, brackets are counted.
#include "cli/member_text.h"

#include <cstddef>

#include "json/brackets.h"
#include "json/scan.h"

namespace acode::cli {

namespace {

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

  bool take_value(std::string_view& value, const KnownLength* known = nullptr) {
    while (next_ != end_ && json::detail::is_space(*next_)) ++next_;
    const char* const begin = next_;
    if (known != nullptr && *known) next_ += (*known)({next_, end_});
    const bool whole = next_ != begin || pass_value();
    value = {begin, static_cast<std::size_t>(next_ - begin)};
    return whole;
  }

 private:
  bool pass_value() {
    if (next_ == end_) return false;
    bool escaped = false;
    switch (*next_) {
      case '"':
        ++next_;
        return pass_string(escaped);
      case '{':
      case '[':
        return pass_container();
      default:
        break;
    }
    while (next_ != end_ && *next_ != ',' && *next_ != '}' && !json::detail::is_space(*next_)) ++next_;
    return true;
  }

  bool pass_container() {
    const std::size_t length = json::detail::closed_bracket({next_, end_});
    next_ += length;
    return length != 0;
  }

  /// The rest of a string, behind its opening quote.
  bool pass_string(bool& escaped) {
    while (true) {
      next_ = json::detail::find_quote(next_, end_);
      if (next_ == end_) return false;
      if (*next_++ == '"') return true;
      escaped = true;
      if (next_ == end_) return false;
      ++next_;  // what was escaped
    }
  }

  const char* next_;
  const char* end_;
};

}  // namespace

std::optional<std::string_view> member_text(std::string_view object, std::string_view name, const KnownLength& known) {
  Glance glance(object);
  if (!glance.take('{')) return std::nullopt;
  std::optional<std::string_view> found;
  do {
    std::string_view member;
    std::string_view value;
    if (!glance.take_name(member) || !glance.take(':')) return std::nullopt;
    if (!glance.take_value(value, member == name ? &known : nullptr)) return std::nullopt;
    if (member != name) continue;
    if (found) return std::nullopt;
    found = value;
  } while (glance.take(','));
  return found;
}

}  // namespace acode::cli
