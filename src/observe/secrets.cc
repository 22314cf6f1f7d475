// Looking for secrets: four searches, each of them one pass.
#include "observe/secrets.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"

namespace acode::observe {
namespace {

constexpr std::size_t kNotFound = std::string_view::npos;
constexpr std::size_t kShortestKnown = 4;
constexpr std::size_t kShortestBearer = 6;

constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_alnum(char c) { return is_upper(c) || is_digit(c) || (c >= 'a' && c <= 'z'); }

// Looked up: every byte is asked about.
constexpr std::array<bool, 256> kWordBytes = [] {
  std::array<bool, 256> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = static_cast<char>(i);
    bytes.at(i) = is_alnum(c) || c == '_' || c == '-';
  }
  return bytes;
}();

bool is_word(char c) { return kWordBytes[static_cast<unsigned char>(c)]; }
bool is_token(char c) { return is_word(c) || c == '.' || c == '~' || c == '+' || c == '/' || c == '='; }
bool is_one_of(char c, std::string_view set) { return set.find(c) != kNotFound; }
char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered_letters(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_alnum(c)) out += lower(c);
  }
  return out;
}

/// Keys of well-known services begin with their mark and have a least length.
struct Shape {
  std::string_view prefix;
  std::size_t shortest;  // the prefix included
};

constexpr std::array kShapes = {
    Shape{"sk-", 16},         Shape{"sk_live_", 16}, Shape{"sk_test_", 16}, Shape{"rk_live_", 16}, Shape{"pk-lf-", 16},
    Shape{"ghp_", 20},        Shape{"gho_", 20},     Shape{"ghu_", 20},     Shape{"ghs_", 20},     Shape{"ghr_", 20},
    Shape{"xoxa-", 12},       Shape{"xoxb-", 12},    Shape{"xoxp-", 12},    Shape{"xoxr-", 12},    Shape{"xoxs-", 12},
    Shape{"glpat-", 16},      Shape{"gsk_", 20},     Shape{"hf_", 20},      Shape{"npm_", 20},     Shape{"pypi-", 20},
    Shape{"AIza", 30},        Shape{"xapp-", 12},    Shape{"dop_v1_", 20},  Shape{"tgp_v1_", 20},  Shape{"r8_", 20},
    Shape{"shpat_", 20},      Shape{"nvapi-", 20},   Shape{"sk-ant-", 12},  Shape{"sk-or-", 12},   Shape{"xai-", 20},
    Shape{"github_pat_", 20},
};

// Most words are too short for any of them, or begin otherwise.
constexpr std::size_t kShortestShape =
    std::min_element(kShapes.begin(), kShapes.end(), [](const Shape& a, const Shape& b) {
      return a.shortest < b.shortest;
    })->shortest;
constexpr std::array<bool, 256> kShapesBegin = [] {
  std::array<bool, 256> bytes{};
  for (const Shape& shape : kShapes) bytes.at(static_cast<unsigned char>(shape.prefix.front())) = true;
  return bytes;
}();

bool is_access_key_id(std::string_view word) {
  constexpr std::size_t kLength = 20;
  return word.size() == kLength && (word.starts_with("AKIA") || word.starts_with("ASIA")) &&
         std::all_of(word.begin(), word.end(), [](char c) { return is_upper(c) || is_digit(c); });
}

bool has_shape(std::string_view word) {
  if (is_access_key_id(word)) return true;
  if (word.size() < kShortestShape || !kShapesBegin[static_cast<unsigned char>(word.front())]) return false;
  return std::any_of(kShapes.begin(), kShapes.end(), [word](const Shape& shape) {
    return word.size() >= shape.shortest && word.starts_with(shape.prefix);
  });
}

class Search {
 public:
  explicit Search(std::string_view text) : text_(text) {}

  void find_known(const std::vector<std::string>& known) {
    for (const std::string& value : known) {
      if (value.size() < kShortestKnown) continue;
      for (std::size_t at = text_.find(value); at != kNotFound; at = text_.find(value, at + value.size())) {
        add(at, at + value.size());
      }
    }
  }

  // -----BEGIN … KEY----- to -----END …-----, or to the end of the text.
  void find_pem() {
    for (std::size_t at = text_.find("-----BEGIN "); at != kNotFound; at = text_.find("-----BEGIN ", at)) {
      const std::size_t foot = text_.find("-----END", at);
      const std::size_t dashes = foot == kNotFound ? kNotFound : text_.find("-----", foot + 8);
      const std::size_t end = dashes == kNotFound ? text_.size() : dashes + 5;
      add(at, end);
      at = end;
    }
  }

  // scheme://user:password@host
  void find_user_info() {
    for (std::size_t at = text_.find("://"); at != kNotFound; at = text_.find("://", at)) {
      at += 3;
      const std::size_t end = std::min(text_.find_first_of("/?#\\\"'`<> \t\r\n", at), text_.size());
      const std::size_t sign = text_.substr(at, end - at).rfind('@');
      if (sign != kNotFound) add(at, at + sign);
      at = end;
    }
  }

  // What has a shape of its own.
  void find_shapes() {
    std::size_t at = 0;
    while (at < text_.size()) {
      const std::size_t begin = at;
      at = end_of(at, is_word);
      if (at == begin) {
        ++at;
      } else {
        at = take_word(begin, at);
      }
    }
  }

  // A name that tells of a secret, and what is set to it.
  void find_named() {
    std::size_t at = 0;
    while (at < text_.size()) {
      const std::size_t begin = at;
      at = end_of(at, is_word);
      if (at == begin) {
        ++at;
      } else if (names_secret(text_.substr(begin, at - begin))) {
        at = take_value(begin, at);
      }
    }
  }

  std::vector<Span> found() {
    std::sort(found_.begin(), found_.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    std::vector<Span> apart;
    for (const Span& span : found_) {
      if (!apart.empty() && span.begin <= apart.back().end) {
        apart.back().end = std::max(apart.back().end, span.end);
      } else {
        apart.push_back(span);
      }
    }
    return apart;
  }

 private:
  void add(std::size_t begin, std::size_t end) {
    if (begin < end) found_.push_back({begin, end});
  }

  template <class Belongs>
  [[nodiscard]] std::size_t end_of(std::size_t at, Belongs belongs) const {
    while (at < text_.size() && belongs(text_[at])) ++at;
    return at;
  }

  // Where to go on behind it. A token is taken to its end, whatever it is made of.
  std::size_t take_word(std::size_t begin, std::size_t end) {
    const std::string_view word = text_.substr(begin, end - begin);
    if (word.starts_with("eyJ")) return take_json_web_token(begin);
    if (is_bearer(word)) {
      const std::size_t token = base::skip_white(text_, end);
      return token == end ? end : take_token(token, kShortestBearer);
    }
    return has_shape(word) ? take_token(begin, 1) : end;
  }

  static bool is_bearer(std::string_view word) { return word.size() == 6 && lowered_letters(word) == "bearer"; }

  std::size_t take_token(std::size_t begin, std::size_t shortest) {
    const std::size_t end = end_of(begin, is_token);
    if (end - begin >= shortest) add(begin, end);
    return end;
  }

  // Three parts of base64url, of which the first is a JSON object.
  std::size_t take_json_web_token(std::size_t begin) {
    const std::size_t end = end_of(begin, [](char c) { return is_word(c) || c == '.'; });
    const std::string_view token = text_.substr(begin, end - begin);
    if (std::count(token.begin(), token.end(), '.') >= 2) add(begin, end);
    return end;
  }

  // Where to go on behind a name and its value.
  std::size_t take_value(std::size_t name_begin, std::size_t name_end) {
    std::size_t at = end_of(name_end, [](char c) { return is_one_of(c, "\\\"'`"); });
    const bool option = text_.substr(name_begin, 2) == "--" && at < text_.size() && text_[at] == ' ';
    at = base::skip_white(text_, at);
    if (at == text_.size()) return at;
    if (text_[at] == '>') return take_until(at + 1, "<");
    if (!option) {
      if (text_[at] != ':' && text_[at] != '=') return name_end;
      at = end_of(at, [](char c) { return is_one_of(c, ":=>"); });
      at = base::skip_white(text_, at);
    }
    const std::size_t slashes_end = end_of(at, [](char c) { return c == '\\'; });
    if (slashes_end < text_.size() && is_one_of(text_[slashes_end], "\"'`")) {
      return take_string(slashes_end, slashes_end - at);
    }
    if (at < text_.size() && is_one_of(text_[at], "{[")) return take_container(at);
    return take_bare(at, text_.substr(name_begin, name_end - name_begin));
  }

  std::size_t take_until(std::size_t begin, std::string_view stops) {
    const std::size_t end = std::min(text_.find_first_of(stops, begin), text_.size());
    add(begin, end);
    return end;
  }

  // A string whose quotes have so many backslashes before them, as in JSON that stands in a string.
  std::size_t take_string(std::size_t quote, std::size_t slashes) {
    std::size_t run = 0;
    for (std::size_t at = quote + 1; at < text_.size(); ++at) {
      if (text_[at] == '\\') {
        ++run;
        continue;
      }
      const bool closes = slashes == 0 ? run % 2 == 0 : run <= slashes;
      if (text_[at] == text_[quote] && closes) {
        add(quote + 1, at - (slashes == 0 ? 0 : run));
        return at + 1;
      }
      run = 0;
    }
    add(quote + 1, text_.size());
    return text_.size();
  }

  // All that is in it, to its closing bracket or the end of the text.
  std::size_t take_container(std::size_t begin) {
    std::size_t depth = 0;
    char quote = 0;
    for (std::size_t at = begin; at < text_.size(); ++at) {
      const char c = text_[at];
      if (c == '\\') {
        ++at;
      } else if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if ((c == '}' || c == ']') && --depth == 0) {
        add(begin + 1, at);
        return at + 1;
      }
    }
    add(begin + 1, text_.size());
    return text_.size();
  }

  // Headers go to the end of their line, other words to the next space.
  std::size_t take_bare(std::size_t begin, std::string_view name) {
    const std::string plain = lowered_letters(name);
    const bool header = plain.ends_with("authorization") || plain.ends_with("cookie");
    const std::string_view stops = header ? "\r\n\"'`{}<" : " \t\r\n\"'`,;&{}[]()<";
    const std::size_t end = std::min(text_.find_first_of(stops, begin), text_.size());
    const std::string_view word = text_.substr(begin, end - begin);
    if (word != "true" && word != "false" && word != "null") add(begin, end);
    return end;
  }

  std::string_view text_;
  std::vector<Span> found_;
};

}  // namespace

bool names_secret(std::string_view name) {
  constexpr std::size_t kLongest = 128;  // no name is longer, and words of a text may be
  if (name.size() > kLongest) return false;
  static constexpr std::array<std::string_view, 12> kParts = {
      "password", "passwd",     "passphrase", "secret",    "apikey",     "authorization",
      "cookie",   "privatekey", "credential", "accesskey", "signingkey", "encryptionkey"};
  const std::string plain = lowered_letters(name);
  return plain == "pwd" || plain == "auth" || plain.ends_with("token") ||
         std::any_of(kParts.begin(), kParts.end(),
                     [&plain](std::string_view part) { return plain.find(part) != std::string::npos; });
}

std::vector<Span> find_secrets(std::string_view text, const std::vector<std::string>& known) {
  Search search(text);
  search.find_known(known);
  search.find_pem();
  search.find_user_info();
  search.find_shapes();
  search.find_named();
  return search.found();
}

bool looks_like_secret(std::string_view text) {
  // Mostly it is the name of something: one word, in which nothing else can be found.
  if (std::all_of(text.begin(), text.end(), is_word)) return has_shape(text);
  Search search(text);
  search.find_pem();
  search.find_user_info();
  search.find_shapes();
  return !search.found().empty();
}

std::string masked_secrets(std::string_view text, const std::vector<std::string>& known, Cover cover) {
  std::string out;
  std::size_t at = 0;
  for (const Span& secret : find_secrets(text, known)) {
    out += text.substr(at, secret.begin - at);
    out.append(cover == Cover::kThreeStars ? 3 : secret.end - secret.begin, '*');
    at = secret.end;
  }
  out += text.substr(at);
  return out;
}

}  // namespace acode::observe
