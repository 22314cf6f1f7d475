// Going through a text that may be broken, and masking what may be a value.
#include "observe/redact.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/text.h"
#include "observe/secrets.h"

namespace acode::observe {
namespace {

constexpr std::size_t kLongestName = 64;  // bytes; what is longer is data

constexpr std::string_view kFence = "```";

// What a byte is, looked up: every byte is asked about.
enum class Kind : std::uint8_t { kPlain, kWhite, kStructure, kQuote, kOtherQuote };

constexpr std::array<Kind, 256> kKinds = [] {
  std::array<Kind, 256> kinds{};
  const auto set = [&kinds](std::string_view bytes, Kind kind) {
    for (const char c : bytes) kinds.at(static_cast<unsigned char>(c)) = kind;
  };
  set(base::kWhite, Kind::kWhite);
  set("{}[](),:=", Kind::kStructure);
  set("\"", Kind::kQuote);
  set("'`", Kind::kOtherQuote);
  return kinds;
}();

Kind kind_of(char c) { return kKinds[static_cast<unsigned char>(c)]; }

bool is_in_word(char c) { return kind_of(c) == Kind::kPlain || kind_of(c) == Kind::kOtherQuote; }

class ValueMasker {
 public:
  ValueMasker(std::string_view text, const Names* names) : text_(text), names_(names), out_(text) {}

  std::string run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const Kind kind = kind_of(c);
      if (kind == Kind::kWhite) {
        ++at_;
      } else if (kind == Kind::kStructure) {
        take_structure(c);
      } else if (c == kFence.front() && text_.substr(at_, kFence.size()) == kFence) {
        at_ += kFence.size();
      } else if (kind != Kind::kPlain) {
        take_string(c);
      } else {
        take_word();
      }
    }
    return std::move(out_);
  }

 private:
  void take_structure(char c) {
    ++at_;
    if (c == '{' || c == '[' || c == '(') {
      open_.push_back(c);
    } else if ((c == '}' || c == ']' || c == ')') && !open_.empty()) {
      open_.pop_back();
    }
    name_may_follow_ = (c == '{' || c == '(' || c == ',') && !open_.empty() && open_.back() != '[';
  }

  // To its closing quote, or to the end of the text.
  void take_string(char quote) {
    const std::size_t begin = at_ + 1;
    std::size_t end = begin;
    while (end < text_.size() && text_[end] != quote) end += text_[end] == '\\' ? 2U : 1U;
    end = std::min(end, text_.size());
    at_ = std::min(end + 1, text_.size());
    take(begin, end);
  }

  void take_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_in_word(text_[at_])) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word == "true" || word == "false" || word == "null") {
      name_may_follow_ = false;
    } else {
      take(begin, at_);
    }
  }

  // What is no name is a value.
  void take(std::size_t begin, std::size_t end) {
    if (!is_name(text_.substr(begin, end - begin))) {
      std::fill(out_.begin() + static_cast<std::ptrdiff_t>(begin), out_.begin() + static_cast<std::ptrdiff_t>(end),
                '*');
    }
    name_may_follow_ = false;
  }

  [[nodiscard]] bool is_name(std::string_view word) const {
    const std::size_t next = base::skip_white(text_, at_);
    if (next == text_.size() || (text_[next] != ':' && text_[next] != '=')) return false;
    if (word.size() > kLongestName) return false;
    const bool named = names_ != nullptr ? names_->contains(word) : name_may_follow_;
    return named && !looks_like_secret(word);
  }

  std::string_view text_;
  const Names* names_;
  std::string out_;
  std::size_t at_ = 0;
  std::string open_;  // brackets
  bool name_may_follow_ = false;
};

}  // namespace

Names member_names(json::Value value) {
  Names names;
  std::vector<json::Value> waiting = {value};
  while (!waiting.empty()) {
    const json::Value next = waiting.back();
    waiting.pop_back();
    for (const json::Value element : next.elements()) waiting.push_back(element);
    for (const json::Member member : next.members()) {
      names.emplace(member.name);
      waiting.push_back(member.value);
    }
  }
  return names;
}

std::string masked_values(std::string_view text, const Names* names) { return ValueMasker(text, names).run(); }

}  // namespace acode::observe
