// Names, literals, lists and dicts; whatever else comes is somebody else's.
#include "extract/plain_python.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "json/scan.h"
#include "json/tree_builder.h"

namespace acode::extract::detail {
namespace {

using base::is_white;
using json::detail::Tag;

constexpr std::size_t kLongest = 8192;  // bytes of a call
constexpr std::size_t kMostArguments = 16;
constexpr int kDeepest = 8;

constexpr std::array<bool, 256> kNameBytes = [] {
  std::array<bool, 256> bytes{};
  for (unsigned c = 0; c < 256; ++c) {
    bytes[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
  return bytes;
}();

bool is_name_byte(char c) { return kNameBytes[static_cast<unsigned char>(c)]; }

/// What may stand behind a value, seen past white space.
bool ends_value(char c) { return c == ',' || c == ')' || c == ']' || c == '}'; }

/// The names of a tool's parameters, one after the other.
class ParameterNames {
 public:
  explicit ParameterNames(const schema::Tool& tool) : properties_(tool.parameters.source().find("properties")) {}

  /// The next one; an empty one if there is none.
  std::string_view next() {
    if (!properties_) return {};
    if (!next_) next_.emplace(properties_->members().begin());
    if (*next_ == properties_->members().end()) return {};
    const std::string_view name = (**next_).name;
    ++*next_;
    return name;
  }

 private:
  std::optional<json::Value> properties_;
  std::optional<json::Children<json::Member>::Iterator> next_;
};

class PlainReader {
 public:
  /// `p` stands behind the parenthesis.
  PlainReader(const char* p, const char* end, const schema::Tool& tool) : p_(p), end_(end), tool_(tool) {}

  /// False if something is not plain.
  bool read() {
    skip_white();
    const bool named = begins_name();
    std::optional<ParameterNames> parameters;
    if (!named) parameters.emplace(tool_);
    const std::uint32_t object = tree_.open(Tag::kObject);
    for (;;) {
      if (!(named ? read_name() : take_name(*parameters)) || !read_value(0)) return false;
      skip_white();
      if (take(')')) break;
      if (!take(',')) return false;
      skip_white();
      if (take(')')) break;
    }
    tree_.close(object, Tag::kObject, static_cast<std::uint32_t>(names_));
    return !is_lone_dict_;
  }

  [[nodiscard]] const char* end() const { return p_; }
  json::SharedValue value() { return tree_.take(); }

 private:
  [[nodiscard]] char now() const { return p_ != end_ ? *p_ : '\0'; }

  bool take(char c) {
    if (now() != c) return false;
    ++p_;
    return true;
  }

  void skip_white() {
    while (p_ != end_ && is_white(*p_)) ++p_;
  }

  // `city=`, and no literal.
  [[nodiscard]] bool begins_name() const {
    const char* p = p_;
    while (p != end_ && is_name_byte(*p)) ++p;
    if (p == p_ || json::detail::is_digit(*p_)) return false;
    while (p != end_ && is_white(*p)) ++p;
    return p != end_ && *p == '=';
  }

  bool read_name() {
    const char* const begin = p_;
    while (p_ != end_ && is_name_byte(*p_)) ++p_;
    const std::string_view name(begin, static_cast<std::size_t>(p_ - begin));
    if (name.empty() || json::detail::is_digit(name.front())) return false;
    skip_white();
    if (!take('=') || now() == '=' || now() == '>') return false;
    skip_white();
    return add_name(name);
  }

  // An argument without a name has that of the parameter in its place.
  bool take_name(ParameterNames& parameters) {
    is_lone_dict_ = names_ == 0 && now() == '{';  // which may be all of the arguments
    const std::string_view name = parameters.next();
    return !name.empty() && add_name(name);
  }

  // False if it is there already.
  bool add_name(std::string_view name) {
    const std::string_view* const end = seen_.data() + names_;
    if (names_ == kMostArguments || std::find(std::as_const(seen_).data(), end, name) != end) return false;
    seen_[names_++] = name;
    tree_.put_string(name);
    return true;
  }

  bool read_value(int depth) {
    switch (now()) {
      case '\'':
      case '"':
        return read_string() && is_ended();
      case '[':
        return depth < kDeepest && read_list(depth) && is_ended();
      case '{':
        return depth < kDeepest && read_dict(depth) && is_ended();
      case 'T':
      case 't':
      case 'F':
      case 'f':
      case 'N':
      case 'n':
        return read_literal() && is_ended();
      default:
        return read_number() && is_ended();
    }
  }

  [[nodiscard]] bool is_ended() {
    skip_white();
    return p_ != end_ && ends_value(*p_);
  }

  bool read_list(int depth) {
    ++p_;
    const std::uint32_t list = tree_.open(Tag::kArray);
    std::uint32_t count = 0;
    for (skip_white(); !take(']'); skip_white()) {
      if (!read_value(depth + 1)) return false;
      ++count;
      if (!take(',') && now() != ']') return false;
    }
    tree_.close(list, Tag::kArray, count);
    return true;
  }

  bool read_dict(int depth) {
    ++p_;
    const std::uint32_t dict = tree_.open(Tag::kObject);
    std::uint32_t count = 0;
    for (skip_white(); !take('}'); skip_white()) {
      if ((now() != '\'' && now() != '"') || !read_string()) return false;
      skip_white();
      if (!take(':')) return false;
      skip_white();
      if (!read_value(depth + 1)) return false;
      ++count;
      if (!take(',') && now() != '}') return false;
    }
    tree_.close(dict, Tag::kObject, count);
    return true;
  }

  // As Python has them, or JSON.
  bool read_literal() {
    constexpr std::array<std::string_view, 6> kLiterals = {"True", "False", "None", "true", "false", "null"};
    const std::string_view rest(p_, static_cast<std::size_t>(end_ - p_));
    const auto* const literal = std::find_if(kLiterals.begin(), kLiterals.end(),
                                             [&](std::string_view known) { return rest.starts_with(known); });
    if (literal == kLiterals.end()) return false;
    p_ += literal->size();
    tree_.put_literal(static_cast<char>(literal->front() | 0x20));
    return true;
  }

  bool read_number() {
    const char* const begin = p_;
    const bool negative = take('-');
    const json::detail::ShortNumber number = measured();
    if (number.whole == 0) return false;
    if (number.fraction == 0) {
      std::uint64_t magnitude = 0;
      for (std::uint32_t i = 0; i < number.whole; ++i) magnitude = magnitude * 10 + digit(p_[i]);
      if (negative && magnitude == 0) return false;
      tree_.put_integer(negative, magnitude);
    }
    p_ += number.whole + number.fraction;
    if (number.fraction != 0) tree_.put_number({begin, static_cast<std::size_t>(p_ - begin)});
    return true;
  }

  static std::uint64_t digit(char c) { return static_cast<std::uint64_t>(c - '0'); }

  // Near the end of the text a number is put where there is room behind it.
  [[nodiscard]] json::detail::ShortNumber measured() const {
    constexpr std::size_t kNeeded = 16;
    const auto left = static_cast<std::size_t>(end_ - p_);
    if (left >= kNeeded) return json::detail::measure_number(p_, end_);
    std::array<char, kNeeded> copy{};
    std::copy(p_, end_, copy.begin());
    return json::detail::measure_number(copy.data(), copy.data() + kNeeded);
  }

  // A string without escapes, in which its quote does not stand; what follows it has to be looked at by the caller.
  bool read_string() {
    const char quote = *p_++;
    if (end_ - p_ >= 2 && p_[0] == quote && p_[1] == quote) return false;  // three of them
    const char* const begin = p_;
    for (skip_plain(quote); p_ != end_ && *p_ != quote; skip_plain(quote)) {
      if (!skip_odd()) return false;
    }
    if (p_ == end_) return false;
    tree_.put_string({begin, static_cast<std::size_t>(p_ - begin)});
    ++p_;
    return true;
  }

  // Passes over what needs no look, up to the quote or something odd.
  void skip_plain(char quote) {
#if defined(__SSE2__)
    while (end_ - p_ >= 16) {
      const __m128i bytes = json::detail::load16(p_);
      // Signed: control characters and bytes from 0x80 on are both less than a space.
      const __m128i odd =
          _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')), _mm_cmplt_epi8(bytes, _mm_set1_epi8(' ')));
      const __m128i stops = _mm_or_si128(odd, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(quote)));
      const auto mask = static_cast<unsigned>(_mm_movemask_epi8(stops));
      p_ += mask == 0 ? 16 : __builtin_ctz(mask);
      if (mask != 0) return;
    }
#endif
    while (p_ != end_ && *p_ != quote && *p_ != '\\' && static_cast<signed char>(*p_) >= ' ') ++p_;
  }

  // White space other than blanks, and characters beyond ASCII.
  bool skip_odd() {
    if (is_white(*p_)) {
      ++p_;
      return true;
    }
    const unsigned length = static_cast<unsigned char>(*p_) >= 0x80 && end_ - p_ >= 4 ? base::utf8_length(p_) : 0;
    p_ += length;
    return length > 0;
  }

  const char* p_;
  const char* end_;
  const schema::Tool& tool_;
  json::detail::TreeBuilder tree_;
  std::size_t names_ = 0;
  std::array<std::string_view, kMostArguments> seen_;
  bool is_lone_dict_ = false;
};

}  // namespace

std::optional<PlainPython> read_plain_python(std::string_view text, std::size_t parenthesis, const schema::Tool& tool) {
  const std::string_view call = text.substr(parenthesis + 1, kLongest);
  PlainReader reader(call.data(), call.data() + call.size(), tool);
  if (!reader.read()) return std::nullopt;
  const auto length = static_cast<std::size_t>(reader.end() - call.data());
  return PlainPython{reader.value(), parenthesis + 1 + length};
}

}  // namespace acode::extract::detail
