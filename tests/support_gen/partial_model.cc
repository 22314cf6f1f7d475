// The model of partial values; see partial_model.h. It goes over the text once, remembers the last place at which it
// could have stopped, and closes what was open there.
#include "support_gen/partial_model.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>

namespace acode::test {

namespace {

class Model {
 public:
  explicit Model(std::string_view text) : text_(text) {}

  std::optional<std::string> run() {
    while (at_ < text_.size()) step();
    if (!good_) return std::nullopt;
    std::string out = *good_;
    for (std::size_t i = good_open_.size(); i > 0; --i) out += good_open_[i - 1] == '{' ? '}' : ']';
    return out;
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '{' || c == '[') {
      ++at_;
      open_ += c;
      expecting_key_ = c == '{';
      keep(text_.substr(0, at_));
    } else if (c == '}' || c == ']') {
      ++at_;
      open_.pop_back();
      keep(text_.substr(0, at_));
    } else if (c == ',') {
      ++at_;
      expecting_key_ = !open_.empty() && open_.back() == '{';
    } else if (c == ':') {
      ++at_;
      expecting_key_ = false;
    } else if (c == '"') {
      step_string();
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++at_;
    } else {
      step_word();
    }
  }

  /// The text can stop here.
  void keep(std::string_view done, std::string_view added = {}) {
    good_ = std::string(done).append(added);
    good_open_ = open_;
  }

  void step_string() {
    ++at_;
    std::size_t whole = at_;  // behind the last whole character
    while (at_ < text_.size() && text_[at_] != '"') {
      whole = at_;
      const std::size_t size = character_size();
      if (at_ + size > text_.size()) break;
      at_ += size;
      whole = at_;
    }
    const bool closed = at_ < text_.size() && text_[at_] == '"';
    at_ = closed ? at_ + 1 : text_.size();
    if (expecting_key_) return;
    if (closed) {
      keep(text_.substr(0, at_));
    } else {
      keep(text_.substr(0, whole), "\"");
    }
  }

  /// Bytes of the character or escape at `at_`; more than there are, if it is cut off.
  [[nodiscard]] std::size_t character_size() const {
    const auto lead = static_cast<unsigned char>(text_[at_]);
    if (lead >= 0xf0) return 4;
    if (lead >= 0xe0) return 3;
    if (lead >= 0xc0) return 2;
    if (lead != '\\') return 1;
    if (at_ + 1 >= text_.size() || text_[at_ + 1] != 'u') return 2;
    return high_surrogate_at(at_) ? surrogate_size() : 6;
  }

  [[nodiscard]] bool high_surrogate_at(std::size_t at) const { return has_unit(at, "89abAB"); }

  /// Whether \uD?xx stands at this place, whole, its second digit one of these.
  [[nodiscard]] bool has_unit(std::size_t at, std::string_view second) const {
    return at + 6 <= text_.size() && text_[at] == '\\' && text_[at + 1] == 'u' &&
           (text_[at + 2] == 'd' || text_[at + 2] == 'D') && second.find(text_[at + 3]) != std::string_view::npos;
  }

  /// A high surrogate waits for its other half: as long as that may still come, the character is not whole.
  [[nodiscard]] std::size_t surrogate_size() const {
    const std::size_t next = at_ + 6;
    if (has_unit(next, "cdefCDEF")) return 12;
    const std::string_view rest = text_.substr(next);
    static constexpr std::string_view kShape = "\\ud";
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const char lower = rest[i] == 'D' && i == 2 ? 'd' : rest[i];
      if (i < kShape.size() && lower != kShape[i]) return 6;
      if (i == 3 && std::string_view("cdefCDEF").find(rest[i]) == std::string_view::npos) return 6;
      if (i > 3) break;
    }
    return 12;
  }

  void step_word() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(",:]} \t\r\n", begin), text_.size());
    std::string_view word = text_.substr(begin, at_ - begin);
    const std::string_view before = text_.substr(0, begin);
    for (const std::string_view literal : {"true", "false", "null"}) {
      if (literal.front() == word.front()) return keep(before, literal);
    }
    if (at_ == text_.size()) word = whole_number(word);
    if (!word.empty()) keep(before, word);
  }

  /// The longest beginning that is a number: `12.` and `12e-` are 12, `-` is none.
  static std::string_view whole_number(std::string_view word) {
    while (!word.empty() && (word.back() < '0' || word.back() > '9')) word.remove_suffix(1);
    return word;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string open_;
  bool expecting_key_ = false;
  std::optional<std::string> good_;
  std::string good_open_;
};

}  // namespace

std::optional<std::string> partial_text(std::string_view beginning) { return Model(beginning).run(); }

}  // namespace acode::test
