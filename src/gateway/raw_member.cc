// From member to member; what is in brackets is passed over at once.
#include "gateway/raw_member.h"

#include <algorithm>
#include <cstddef>

#include "json/brackets.h"

namespace acode::gateway {
namespace {

class Walk {
 public:
  /// The guess is for the value of members of that name.
  Walk(std::string_view object, std::string_view name, std::string_view guess)
      : text_(object), wanted_(name), guess_(guess) {
    pass_space();
    pass(1);  // the bracket
  }

  /// Goes to the next member. False if there is none.
  bool next() {
    pass_space();
    if (text_.starts_with(',')) pass(1);
    pass_space();
    if (!text_.starts_with('"')) return false;
    name_ = take(string_length());
    pass_space();
    pass(1);  // the colon
    pass_space();
    value_ = take(is_guessed() ? guess_.size() : value_length());
    return true;
  }

  [[nodiscard]] bool is_wanted() const {
    return name_.size() == wanted_.size() + 2 && name_.substr(1, wanted_.size()) == wanted_;
  }
  [[nodiscard]] std::string_view value() const { return value_; }

 private:
  [[nodiscard]] bool is_guessed() const { return !guess_.empty() && is_wanted() && text_.starts_with(guess_); }

  void pass(std::size_t bytes) { text_.remove_prefix(std::min(bytes, text_.size())); }
  void pass_space() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\n' || text_[0] == '\r' || text_[0] == '\t')) pass(1);
  }

  std::string_view take(std::size_t bytes) {
    const std::string_view taken = text_.substr(0, bytes);
    pass(bytes);
    return taken;
  }

  // A quote ends a string unless an odd number of backslashes stands before it.
  [[nodiscard]] std::size_t string_length() const {
    for (std::size_t at = text_.find('"', 1); at != std::string_view::npos; at = text_.find('"', at + 1)) {
      const std::size_t other = text_.find_last_not_of('\\', at - 1);
      if ((at - other) % 2 == 1) return at + 1;
    }
    return text_.size();
  }

  [[nodiscard]] std::size_t value_length() const {
    if (text_.starts_with('"')) return string_length();
    if (text_.starts_with('[') || text_.starts_with('{')) return json::detail::closed_bracket(text_);
    return std::min(text_.find_first_of(",} \n\r\t"), text_.size());
  }

  std::string_view text_;  // that is still to be gone through
  std::string_view wanted_;
  std::string_view guess_;
  std::string_view name_;  // with its quotes
  std::string_view value_;
};

}  // namespace

std::string_view raw_member(std::string_view object, std::string_view name, std::string_view guess) {
  std::string_view found;
  for (Walk walk(object, name, guess); walk.next();) {
    if (walk.is_wanted()) found = walk.value();
  }
  return found;
}

}  // namespace acode::gateway
