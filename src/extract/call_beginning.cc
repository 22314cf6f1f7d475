// Whether a JSON text can still become a call, told from its first bytes: so that other JSON, and prose with braces, is
// not held back.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "extract/call_keys.h"
#include "extract/call_shapes.h"

namespace acode::extract {
namespace {

// Nobody writes more before the first word of a call, nor a longer one. So little is looked at, however often it is.
constexpr std::size_t kMostSpace = 1000;
constexpr std::size_t kLongestWord = 250;
constexpr int kMostBrackets = 6;

// What a byte may be to a word.
constexpr std::uint8_t kQuote = 1;      // a quote for sure
constexpr std::uint8_t kPerhaps = 2;    // the first byte of a quote, or an escape
constexpr std::uint8_t kSeparator = 4;  // ends a word without quotes

constexpr auto kBytes = [] {
  std::array<std::uint8_t, 256> bytes{};
  for (const char c : std::string_view("\"'`")) bytes[static_cast<unsigned char>(c)] = kQuote;
  for (const char c : std::string_view("\\\xE2")) bytes[static_cast<unsigned char>(c)] = kPerhaps;
  for (const char c : std::string_view(" \n\r\t:,}]=")) bytes[static_cast<unsigned char>(c)] = kSeparator;
  return bytes;
}();

constexpr std::uint8_t kind_of(char c) { return kBytes[static_cast<unsigned char>(c)]; }

// Reads the beginning of a JSON text that may be broken, as far as it goes.
class Beginning {
 public:
  Beginning(std::string_view text, const Tools& tools) : text_(text), tools_(tools) {}

  bool may_be_call() {
    bool in_array = false;
    bool in_object = false;
    int brackets = 0;
    for (; !at_end(); ++at_) {
      const char c = text_[at_];
      if (c == '[' || c == '(') {
        if (in_object || ++brackets > kMostBrackets) return false;
        in_array = true;
      } else if (c == '{') {
        if (++brackets > kMostBrackets) return false;
        in_object = true;
      } else if (!is_space(c) || at_ > kMostSpace) {
        break;
      }
    }
    if (at_ > kMostSpace) return false;
    if (at_end()) return true;
    return in_object ? key_may_begin() : in_array && element_may_begin();
  }

 private:
  struct Word {
    std::string_view text;
    bool complete = false;
    bool quoted = false;
    bool escaped = false;
  };

  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  void skip_space() {
    while (!at_end() && is_space(text_[at_])) ++at_;
  }

  // How long the quote at this place is, of whatever kind; 0 if there is none. A backslash before it belongs to it.
  [[nodiscard]] std::size_t quote_length() const {
    if (at_end()) return 0;
    const std::uint8_t kind = kind_of(text_[at_]);
    return kind == kQuote ? 1 : kind == kPerhaps ? long_quote_length() : 0;
  }

  [[nodiscard]] std::size_t long_quote_length() const {
    const std::string_view rest = text_.substr(at_, 3);
    if (rest[0] == '\\') return rest.starts_with("\\\"") ? 2 : 0;
    return rest == "\u201C" || rest == "\u201D" || rest == "\u2018" || rest == "\u2019" ? 3 : 0;
  }

  // A quote of which only the first bytes have come.
  static constexpr std::array<std::string_view, 3> kBegunQuotes = {"\\", "\xE2\x80", "\xE2"};

  [[nodiscard]] bool is_begun_quote() const {
    const std::string_view rest = text_.substr(at_);
    return rest.size() <= 2 && std::find(kBegunQuotes.begin(), kBegunQuotes.end(), rest) != kBegunQuotes.end();
  }

  static std::string_view without_begun_quote(std::string_view word) {
    for (const std::string_view begun : kBegunQuotes) {
      if (word.ends_with(begun)) return word.substr(0, word.size() - begun.size());
    }
    return word;
  }

  Word word() {
    const std::size_t opening = quote_length();
    at_ += opening;
    Word word;
    word.quoted = opening > 0;
    const std::size_t begin = at_;
    word.escaped = pass_word(word.quoted ? kQuote | kPerhaps : kQuote | kPerhaps | kSeparator);
    word.text = text_.substr(begin, at_ - begin);
    word.complete = !at_end();
    if (!word.complete) word.text = without_begun_quote(word.text);
    if (word.complete && word.quoted) at_ += quote_length();
    return word;
  }

  // Up to what ends the word, one of these. Whether it has escapes in it.
  bool pass_word(int ends) {
    const std::size_t limit = std::min(text_.size(), at_ + kLongestWord + 1);
    bool escaped = false;
    while (at_ < limit) {
      const std::uint8_t kind = kind_of(text_[at_]);
      if ((kind & ends) == 0) {
        ++at_;
        continue;
      }
      if (kind != kPerhaps || long_quote_length() > 0) break;
      const bool escape = text_[at_] == '\\';
      escaped = escaped || escape;
      at_ += escape ? 2U : 1U;
    }
    at_ = std::min(at_, text_.size());
    return escaped;
  }

  bool key_may_begin() {
    if (is_begun_quote()) return true;
    const Word key = word();
    if (key.text.empty()) return at_end();
    if (!key.complete) return is_key_beginning(key.text) || may_be_tool_beginning(before_escape(key));
    const Key meaning = key_of(key.text);
    if (meaning.role == Role::kName && !meaning.companion) return name_may_follow(meaning);
    return meaning.role != Role::kNone || names_tool(key);
  }

  // Behind the key of a name: it must be the name of a tool, where that can be said.
  bool name_may_follow(const Key& key) {
    skip_space();
    if (at_end()) return true;
    if (text_[at_] != ':' && text_[at_] != '=') return false;
    ++at_;
    skip_space();
    if (at_end() || is_begun_quote()) return true;
    if (text_[at_] == '{' || text_[at_] == '[') return key.may_hold_object;
    const Word name = word();
    if (!name.complete || name.escaped) return !tools_.given() || may_be_tool_beginning(before_escape(name));
    return tools_.may_be(name.text);
  }

  // Behind the bracket of an array: the name of a tool, or nothing that is a call.
  bool element_may_begin() {
    if (!tools_.given()) return false;
    if (is_begun_quote()) return true;
    if (quote_length() == 0) return false;
    const Word name = word();
    if (!name.complete) return may_be_tool_beginning(before_escape(name));
    return names_tool(name);
  }

  [[nodiscard]] bool names_tool(const Word& word) const {
    if (word.escaped) return may_be_tool_beginning(before_escape(word));
    return tools_.given() && tools_.may_be(word.text);
  }

  // What an escape stands for is not looked at: it may be the rest of the name.
  static std::string_view before_escape(const Word& word) { return word.text.substr(0, word.text.find('\\')); }

  // Whether a name of which this is the beginning may be a tool's, with all that is forgiven in it (EX-9).
  [[nodiscard]] bool may_be_tool_beginning(std::string_view text) const {
    if (!tools_.given()) return false;
    if (text.empty() || text.starts_with('<') || text.starts_with(' ')) return true;
    const std::string begun = folded(text);
    const std::string prefix = "functions";
    if (prefix.starts_with(begun)) return true;
    const std::string rest = begun.starts_with(prefix) ? begun.substr(prefix.size()) : begun;
    const std::span<const schema::Tool> all = tools_.all()->tools();
    return std::any_of(all.begin(), all.end(), [&](const schema::Tool& tool) {
      const std::string name = folded(tool.name);
      return name.starts_with(begun) || name.starts_with(rest) || is_before_token(begun, name);
    });
  }

  // `read_file<|mess`: a special token behind the name.
  static bool is_before_token(std::string_view begun, std::string_view name) {
    return begun.starts_with(name) && begun.substr(name.size()).starts_with('<');
  }

  std::string_view text_;
  const Tools& tools_;
  std::size_t at_ = 0;
};

}  // namespace

bool may_begin_call(std::string_view beginning, const Tools& tools) {
  return Beginning(beginning, tools).may_be_call();
}

}  // namespace acode::extract
