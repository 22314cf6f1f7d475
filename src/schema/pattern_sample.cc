// Writing a text by a regular expression: one pass over the pattern, which writes as it reads.
#include "schema/pattern_sample.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <vector>

#include "schema/ascii.h"

namespace acode::schema::detail {
namespace {

constexpr std::size_t kLongest = 4096;  // of the text
constexpr int kDeepest = 32;            // groups

class Sampler {
 public:
  Sampler(std::string_view pattern, const SampleChoice& choice) : pattern_(pattern), choice_(choice) {}

  std::optional<std::string> run() {
    std::string text = alternatives();
    if (at_ != pattern_.size()) failed_ = true;
    return failed_ ? std::nullopt : std::optional(std::move(text));
  }

 private:
  [[nodiscard]] bool at_end() const { return at_ == pattern_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : pattern_[at_]; }

  bool take(char c) {
    if (at_end() || pattern_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string fail() {
    failed_ = true;
    return {};
  }

  // `a|b|c`, up to a closing parenthesis or the end.
  std::string alternatives() {
    if (++depth_ > kDeepest) return fail();
    std::vector<std::string> texts = {sequence()};
    while (!failed_ && take('|')) texts.push_back(sequence());
    --depth_;
    return texts[choice_.variant % texts.size()];
  }

  std::string sequence() {
    std::string text;
    while (!failed_ && !at_end() && peek() != '|' && peek() != ')') {
      const std::string item = one_item();
      const std::size_t times = failed_ ? 0 : repeats();
      if (item.size() * times > kLongest || text.size() > kLongest) return fail();
      for (std::size_t i = 0; i < times; ++i) text += item;
    }
    return text;
  }

  std::string one_item() {
    const char c = pattern_[at_++];
    switch (c) {
      case '^':
      case '$':
        return {};
      case '(':
        return group();
      case '[':
        return std::string(1, from_class());
      case '.':
        return "a";
      case '\\':
        return escape();
      case '*':
      case '+':
      case '?':
      case '{':
        return fail();
      default:
        return std::string(1, c);
    }
  }

  std::string group() {
    if (take('?')) {
      if (take('<')) {  // (?<name>…)
        if (peek() == '=' || peek() == '!') return fail();
        const std::size_t end = pattern_.find('>', at_);
        if (end == std::string_view::npos) return fail();
        at_ = end + 1;
      } else if (!take(':')) {
        return fail();
      }
    }
    std::string text = alternatives();
    return take(')') ? text : fail();
  }

  std::string escape() {
    if (at_end()) return fail();
    const char c = pattern_[at_++];
    if (c == 'b') return {};
    const std::string set = escaped_set(c);
    if (!set.empty()) return std::string(1, set[choice_.variant % set.size()]);
    if (is_letter(c) || is_digit(c)) return fail();
    return std::string(1, c);
  }

  // The characters to choose from behind a backslash; none if it is no class.
  static std::string escaped_set(char c) {
    switch (c) {
      case 'd':
        return "0123456789";
      case 'w':
        return "abcdefghijklmnopqrstuvwxyz";
      case 's':
        return " ";
      case 'D':
      case 'S':
        return "abc";
      case 'W':
        return "-";
      case 't':
        return "\t";
      case 'n':
        return "\n";
      default:
        return {};
    }
  }

  // `[a-z_]`: its first character, or another one by the variant. Of a negated class one that is not in it.
  char from_class() {
    const bool negated = take('^');
    std::string members;
    while (!at_end() && peek() != ']') {
      const std::string low = class_member();
      if (failed_) return ' ';
      const bool range = low.size() == 1 && peek() == '-' && at_ + 1 < pattern_.size() && pattern_[at_ + 1] != ']';
      members += low;
      if (!range) continue;
      ++at_;
      const std::string high = class_member();
      if (high.size() != 1 || high[0] < low[0]) return fail(), ' ';
      for (int c = low[0] + 1; c <= high[0]; ++c) members += static_cast<char>(c);
    }
    if (!take(']')) fail();
    if (negated) members = all_but(members);
    if (members.empty()) return fail(), ' ';
    return members[choice_.variant % members.size()];
  }

  std::string class_member() {
    if (!is_ascii(peek())) return fail();
    if (!take('\\')) return std::string(1, pattern_[at_++]);
    if (at_end()) return fail();
    const char c = pattern_[at_++];
    std::string set = escaped_set(c);
    if (!set.empty()) return set;
    return is_letter(c) || is_digit(c) ? fail() : std::string(1, c);
  }

  static std::string all_but(const std::string& members) {
    std::string others;
    for (const char c : std::string_view("abcdefghijklmnopqrstuvwxyz0123456789ABCXYZ-_ ")) {
      if (members.find(c) == std::string::npos) others += c;
    }
    return others;
  }

  // How often the item before is to be written.
  std::size_t repeats() {
    std::size_t least = 1;
    std::size_t most = 1;
    if (take('*')) {
      least = 0;
      most = kLongest;
    } else if (take('+')) {
      most = kLongest;
    } else if (take('?')) {
      least = 0;
    } else if (peek() == '{' && !counts(least, most)) {
      failed_ = true;
    }
    if (least != most) take('?');
    return std::min(least + choice_.repeats, most);
  }

  // `{2}`, `{2,}`, `{2,4}`.
  bool counts(std::size_t& least, std::size_t& most) {
    ++at_;
    if (!number(least)) return false;
    most = least;
    if (take(',')) {
      most = kLongest;
      if (peek() != '}' && !number(most)) return false;
    }
    return take('}') && least <= kLongest;
  }

  bool number(std::size_t& out) {
    const char* const end = pattern_.data() + pattern_.size();
    const auto [behind, error] = std::from_chars(pattern_.data() + at_, end, out);
    if (error != std::errc()) return false;
    at_ = static_cast<std::size_t>(behind - pattern_.data());
    return true;
  }

  std::string_view pattern_;
  SampleChoice choice_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<std::string> sample_of_pattern(std::string_view pattern, const SampleChoice& choice) {
  return Sampler(pattern, choice).run();
}

}  // namespace acode::schema::detail
