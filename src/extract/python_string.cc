// Prefixes, quotes and escapes of Python strings.
#include "extract/python_string.h"

#include <charconv>
#include <optional>

#include "base/utf8.h"

namespace acode::extract::detail {
namespace {

constexpr std::string_view kPlainEscapes = "ntrabfv\\'\"`";
constexpr std::string_view kPlainMeanings = "\n\t\r\a\b\f\v\\'\"`";

void append(std::string& out, char32_t character) {
  char bytes[4];
  const bool valid = character < 0x110000 && (character < 0xD800 || character > 0xDFFF);
  const char* const end = base::encode_utf8(valid ? character : base::kReplacement, bytes);
  out.append(bytes, static_cast<std::size_t>(end - bytes));
}

// Resolves the escapes in the inside of a string.
class Unescaper {
 public:
  Unescaper(std::string_view inside, bool markdown) : rest_(inside), markdown_(markdown) {}

  std::string run() {
    while (!rest_.empty()) {
      const std::size_t plain = rest_.find('\\');
      out_.append(rest_.substr(0, plain));
      if (plain == std::string_view::npos) break;
      rest_.remove_prefix(plain);
      escape();
    }
    return std::move(out_);
  }

 private:
  // `rest_` begins with a backslash.
  void escape() {
    if (rest_.size() < 2) return keep(1);
    const char c = rest_[1];
    const std::size_t plain = kPlainEscapes.find(c);
    if (plain != std::string_view::npos) return replace(kPlainMeanings.substr(plain, 1), 2);
    if (c == '\n') return replace("", 2);
    if (c == '_' && markdown_) return replace("_", 2);
    if (c >= '0' && c <= '7') return octal();
    if (c == 'x') return hexadecimal(2);
    if (c == 'u') return hexadecimal(4);
    if (c == 'U') return hexadecimal(8);
    keep(2);
  }

  void keep(std::size_t length) { replace(rest_.substr(0, length), length); }

  void replace(std::string_view by, std::size_t length) {
    out_.append(by);
    rest_.remove_prefix(length);
  }

  void octal() {
    std::size_t length = 1;
    while (length < 4 && length < rest_.size() && rest_[length] >= '0' && rest_[length] <= '7') ++length;
    append(out_, *number(rest_.substr(1, length - 1), 8));
    rest_.remove_prefix(length);
  }

  void hexadecimal(std::size_t digits) {
    const std::optional<char32_t> character = number(rest_.substr(2, digits), 16);
    if (!character || rest_.size() < 2 + digits) return keep(2);
    rest_.remove_prefix(2 + digits);
    if (*character >= 0xD800 && *character < 0xDC00 && rest_.starts_with("\\u")) {
      const std::optional<char32_t> low = number(rest_.substr(2, 4), 16);
      if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
        rest_.remove_prefix(6);
        return append(out_, 0x10000 + ((*character - 0xD800) << 10U) + (*low - 0xDC00));
      }
    }
    append(out_, *character);
  }

  // All of some digits.
  static std::optional<char32_t> number(std::string_view digits, int base) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return static_cast<char32_t>(value);
  }

  std::string_view rest_;
  bool markdown_;
  std::string out_;
};

bool has(std::string_view prefix, char lower, char upper) {
  return prefix.find(lower) != std::string_view::npos || prefix.find(upper) != std::string_view::npos;
}

// How many characters the opening quote has: ''' or \' or '.
std::size_t quote_length(std::string_view quoted) {
  if (quoted[0] == '\\') return 2;
  const bool triple = quoted.size() >= 3 && quoted[0] != '`' && quoted[1] == quoted[0] && quoted[2] == quoted[0];
  return triple ? 3 : 1;
}

}  // namespace

PythonString read_python_string(std::string_view written, PythonStringForm form) {
  const std::string_view prefix = written.substr(0, written.find_first_of("'\"`\\"));
  std::string_view inside = written.substr(prefix.size());
  const std::size_t quotes = quote_length(inside);
  inside.remove_prefix(quotes);
  if (!form.cut) inside.remove_suffix(quotes);
  PythonString string;
  string.formatted = has(prefix, 'f', 'F') && inside.find('{') != std::string_view::npos;
  if (quotes == 2) {
    const std::string once = Unescaper(inside, false).run();
    string.characters = Unescaper(once, form.markdown).run();
  } else {
    string.characters = has(prefix, 'r', 'R') ? std::string(inside) : Unescaper(inside, form.markdown).run();
  }
  return string;
}

}  // namespace acode::extract::detail
