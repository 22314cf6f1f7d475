// A reader that always comes to an end: what is no value is a text.
#include "extract/gemma_value.h"

#include <algorithm>
#include <optional>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/limits.h"
#include "base/text.h"
#include "extract/call_keys.h"
#include "extract/marker_match.h"
#include "extract/typed_text.h"

namespace acode::extract {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kLongestKey = 128;

bool is_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_literal(std::string_view text) {
  if (text.empty() || text.front() == '"' || text.front() == '{' || text.front() == '[') return false;
  return json::parse(text, {.max_bytes = text.size(), .max_depth = 2}).ok();
}

class GemmaReader {
 public:
  GemmaReader(std::string_view text, std::string_view quote, const schema::Tool* tool,
              std::vector<std::string>& warnings)
      : text_(text), quote_(quote), tool_(tool), warnings_(warnings) {}

  std::string run() {
    std::string out;
    object(out, 0);
    return out;
  }

 private:
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] char now() const { return text_[at_]; }
  [[nodiscard]] bool quote_at(std::size_t at) const { return text_.substr(at).starts_with(quote_); }
  void skip_space() { at_ = skip_white(text_, at_); }

  void warn(std::string message) {
    if (std::find(warnings_.begin(), warnings_.end(), message) == warnings_.end())
      warnings_.push_back(std::move(message));
  }

  // --- objects and lists ---

  void object(std::string& out, std::size_t depth) {
    ++at_;
    out += '{';
    bool first = true;
    for (;;) {
      skip_separators();
      if (at_end() || now() == '}' || now() == ']') break;
      const std::string key = read_key();
      if (!first) out += ',';
      first = false;
      json::write_string_to(out, key);
      out += ':';
      parameter_ = depth == 0 ? std::optional(key) : std::nullopt;
      value(out, depth, '}');
    }
    out += '}';
    close();
  }

  void list(std::string& out, std::size_t depth) {
    ++at_;
    out += '[';
    bool first = true;
    for (;;) {
      skip_separators();
      if (at_end() || now() == ']' || now() == '}') break;
      if (!first) out += ',';
      first = false;
      parameter_ = std::nullopt;
      value(out, depth, ']');
    }
    out += ']';
    close();
  }

  void close() {
    if (at_end()) return warn("a bracket was not closed");
    ++at_;
  }

  void skip_separators() {
    skip_space();
    while (!at_end() && now() == ',') {
      ++at_;
      skip_space();
    }
  }

  // --- keys ---

  // Up to the colon: `city`, `"city"`, `<|"|>city<|"|>`. A text without a colon is a key without a value.
  std::string read_key() {
    if (quote_at(at_)) return quoted_key(quote_);
    if (now() == '"' || now() == '\'') return quoted_key(text_.substr(at_, 1));
    const std::size_t begin = at_;
    while (!at_end() && now() != ':' && now() != ',' && now() != '}' && now() != ']') ++at_;
    const std::string_view key = base::trimmed(text_.substr(begin, at_ - begin));
    skip_colon();
    return std::string(key);
  }

  std::string quoted_key(std::string_view quote) {
    const std::size_t begin = at_ + quote.size();
    const std::size_t end = std::min(text_.find(quote, begin), text_.size());
    at_ = std::min(end + quote.size(), text_.size());
    skip_space();
    skip_colon();
    return std::string(text_.substr(begin, end - begin));
  }

  void skip_colon() {
    if (!at_end() && (now() == ':' || now() == '=')) ++at_;
  }

  // --- values ---

  // `closer`: of the bracket round it.
  void value(std::string& out, std::size_t depth, char closer) {
    skip_space();
    if (at_end()) {
      out += "null";
      return warn("a value is missing");
    }
    if (quote_at(at_)) return json::write_string_to(out, quoted());
    const bool bracket = now() == '{' || now() == '[';
    if (bracket && depth < kDeepest) return now() == '{' ? object(out, depth + 1) : list(out, depth + 1);
    if (now() == '"' || now() == '\'') {
      if (const std::optional<std::string> text = other_quotes(now())) return json::write_string_to(out, *text);
    }
    bare(out, closer);
  }

  // Behind a quote that ends a string: a comma, a bracket or a colon; or the text is over.
  [[nodiscard]] bool ends_value(std::size_t at) const {
    const std::size_t next = skip_white(text_, at);
    return next == text_.size() || std::string_view(",}]").find(text_[next]) != std::string_view::npos;
  }

  // Between two of the tokens. If the second one does not end a value, it opens the next: the one between is missing.
  std::string_view quoted() {
    const std::size_t begin = at_ + quote_.size();
    const std::size_t end = text_.find(quote_, begin);
    if (end != std::string_view::npos && !ends_value(end + quote_.size())) {
      if (const std::size_t key = key_before(begin, end)) {
        warn("a closing quote was missing");
        at_ = key;
        return without_brackets(text_.substr(begin, key - begin));
      }
    }
    if (end != std::string_view::npos) {
      at_ = end + quote_.size();
      skip_loose_text();
      return text_.substr(begin, end - begin);
    }
    warn("a closing quote was missing");
    at_ = next_key(begin);
    return without_brackets(text_.substr(begin, at_ - begin));
  }

  // Text between a closing quote and the comma belongs to nothing.
  void skip_loose_text() {
    if (ends_value(at_)) return;
    const std::size_t end = std::min(text_.find_first_of(",}]", at_), text_.size());
    warn("text behind a closing quote was left out");
    at_ = end;
  }

  // The comma in `…,key:` right before `end`; 0 if there is none.
  [[nodiscard]] std::size_t key_before(std::size_t begin, std::size_t end) const {
    std::size_t at = end;
    while (at > begin && is_white(text_[at - 1])) --at;
    if (at == begin || text_[at - 1] != ':') return 0;
    std::size_t name = --at;
    while (name > begin && is_key_character(text_[name - 1]) && at - name < kLongestKey) --name;
    if (name == at) return 0;
    while (name > begin && is_white(text_[name - 1])) --name;
    return name > begin && text_[name - 1] == ',' ? name - 1 : 0;
  }

  // Where `,key:` stands, at or behind `from`; the end of the text if nowhere.
  [[nodiscard]] std::size_t next_key(std::size_t from) const {
    for (std::size_t at = from; at < text_.size(); ++at) {
      if (text_[at] == ',' && key_follows(at + 1)) return at;
    }
    return text_.size();
  }

  // A text that goes to the end has taken the closing brackets with it.
  static std::string_view without_brackets(std::string_view text) {
    text = base::trimmed(text);
    while (!text.empty() && text.back() == '}') text.remove_suffix(1);
    return text;
  }

  // "…" or '…', if it ends before a comma or a bracket. What is escaped in it is escaped as in JSON.
  std::optional<std::string> other_quotes(char quote) {
    bool& hopeless = quote == '"' ? no_double_quote_ends_ : no_single_quote_ends_;
    if (hopeless) return std::nullopt;
    for (std::size_t at = at_ + 1; at < text_.size(); ++at) {
      if (text_[at] == '\\') {
        ++at;
      } else if (text_[at] == quote && ends_value(at + 1)) {
        std::string text = unescaped(text_.substr(at_ + 1, at - at_ - 1), quote);
        at_ = at + 1;
        return text;
      }
    }
    hopeless = true;
    return std::nullopt;
  }

  static std::string unescaped(std::string_view text, char quote) {
    if (quote == '"') {
      const std::string json = '"' + std::string(text) + '"';
      const Result<json::Document> document = json::parse(json, {.max_bytes = json.size(), .max_depth = 1});
      if (document.ok()) return std::string(document->root().as_string());
    }
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool escaped = text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == quote || text[i + 1] == '\\');
      out += text[escaped ? ++i : i];
    }
    return out;
  }

  // --- texts without quotes ---

  // A number, a word, or a text that runs up to the next key or the closing bracket.
  void bare(std::string& out, char closer) {
    const std::size_t begin = at_;
    at_ = end_of_bare(closer);
    const std::string_view text = base::trimmed(text_.substr(begin, at_ - begin));
    if (text.ends_with(quote_)) {
      warn("an opening quote was missing");
      return json::write_string_to(out, text.substr(0, text.size() - quote_.size()));
    }
    if (text.empty()) {
      out += "null";
    } else if (parameter_ && tool_ != nullptr) {
      out += typed_json(text, tool_, *parameter_, warnings_);
    } else if (is_literal(text)) {
      out += text;
    } else {
      json::write_string_to(out, text);
    }
  }

  [[nodiscard]] std::size_t end_of_bare(char closer) const {
    std::size_t depth = 0;
    for (std::size_t at = at_; at < text_.size(); ++at) {
      const char c = text_[at];
      if (c == ',' && depth == 0 && (closer == ']' || key_follows(at + 1))) return at;
      if (c == '{' || c == '[') ++depth;
      if (c != '}' && c != ']') continue;
      if (depth == 0 && ends_value(at + 1)) return at;
      if (depth > 0) --depth;
    }
    return text_.size();
  }

  // `key:` where another member can begin; that of a parameter, if this is one and the tool's are known.
  [[nodiscard]] bool key_follows(std::size_t at) const {
    at = skip_white(text_, at);
    const std::size_t begin = at;
    while (at < text_.size() && is_key_character(text_[at]) && at - begin < kLongestKey) ++at;
    if (at == begin || at == text_.size() || text_[at] != ':') return false;
    return !names_are_known() || has_property(tool_, text_.substr(begin, at - begin));
  }

  [[nodiscard]] bool names_are_known() const {
    if (tool_ == nullptr || !parameter_) return false;
    const std::optional<json::Value> properties = tool_->parameters.source().find("properties");
    return properties && properties->size() > 0;
  }

  std::string_view text_;
  std::string_view quote_;
  const schema::Tool* tool_;
  std::vector<std::string>& warnings_;
  std::size_t at_ = 0;
  std::optional<std::string> parameter_;  // the one whose value is read, if it is no value inside another
  bool no_double_quote_ends_ = false;     // from here on, so that nobody looks again
  bool no_single_quote_ends_ = false;
};

}  // namespace

std::string gemma_object(std::string_view text, std::string_view quote, const schema::Tool* tool,
                         std::vector<std::string>& warnings) {
  return GemmaReader(text, quote, tool, warnings).run();
}

}  // namespace acode::extract
