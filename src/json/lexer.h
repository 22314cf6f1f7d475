// Tokens of a text that may be anything: what JSON knows, and what models write in its place.
//
// The text may still be growing. A question about bytes that are not there yet is answered as if the text ended, and
// noted: if starved() says so afterwards, whatever was concluded is thrown away and asked again when there is more.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace acode::json::detail {

inline constexpr std::uint32_t kNone = 0xffffffffU;

enum class TokenKind : std::uint8_t {
  kEnd,
  kOpenBrace,
  kOpenBracket,
  kOpenParen,
  kCloseBrace,
  kCloseBracket,
  kCloseParen,
  kComma,
  kColon,
  kArrow,  // = or =>
  kSemicolon,
  kQuote,  // something that can open a string
  kPlus,
  kEllipsis,
  kComment,
  kFence,      // ``` and the rest of its line
  kTag,        // <tool_call>, </tool_call>, <|im_end|>
  kBackslash,  // outside a string: with the letter it escapes
  kOddSpace,
  kMark,  // a byte order mark
  kWord,  // anything else; how far it reaches depends on the place
};

struct Token {
  TokenKind kind;
  std::uint32_t begin;
  std::uint32_t end;
};

/// Some ASCII characters.
class CharSet {
 public:
  constexpr explicit CharSet(std::string_view characters) {
    for (const char c : characters) bits_[static_cast<unsigned char>(c) / 64U] |= std::uint64_t{1} << (c % 64);
  }
  [[nodiscard]] constexpr bool has(char c) const {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x80 && ((bits_[byte / 64U] >> (byte % 64U)) & 1U) != 0;
  }

 private:
  std::array<std::uint64_t, 2> bits_{};
};

/// Where words without quotes may end.
inline constexpr CharSet kKeyStops(":\"',{}[]\n=");     // as a key
inline constexpr CharSet kValueStops(",}]\n\"");        // as a value
inline constexpr CharSet kJoinStops(":,}]\n\"");        // behind another word
inline constexpr CharSet kOutsideStops("\n\",:{}[]`");  // outside the value

/// What can enclose a string. The double quote of JSON is the only one that needs no edit.
enum class Delimiter : std::uint8_t {
  kDouble,        // "
  kSingle,        // '
  kBackTick,      // ` … ` or ` … ´
  kCurlyDouble,   // “ … ”, any of “ ” „ ‟ « »
  kCurlySingle,   // ‘ … ’
  kTripleDouble,  // """
  kTripleSingle,  // '''
  kTwoDouble,     // ""a""
};

class Lexer {
 public:
  /// The text as it is now. `final`: nothing more will come.
  void set_text(std::string_view text, bool final) {
    text_ = text;
    final_ = final;
  }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }
  [[nodiscard]] bool final() const { return final_; }

  [[nodiscard]] bool starved() const { return starved_; }
  void clear_starved() { starved_ = false; }

  /// The byte at `at`, or -1 at the end.
  int peek(std::uint32_t at) {
    if (at < text_.size()) return static_cast<unsigned char>(text_[at]);
    if (!final_) starved_ = true;
    return -1;
  }

  [[nodiscard]] bool matches(std::uint32_t at, std::string_view what);

  /// Past blanks and line breaks.
  std::uint32_t skip_space(std::uint32_t at);

  /// The token at `at`, which is not white space.
  Token token(std::uint32_t at);

  /// The delimiter that opens a string at `at`, and its length.
  struct Opening {
    Delimiter delimiter;
    std::uint32_t length;
  };
  Opening opening(std::uint32_t at);

  /// Length of the delimiter that closes such a string at `at`, or 0.
  std::uint32_t closing(std::uint32_t at, Delimiter delimiter);

  /// Whether a bracket at `at` looks like the beginning of JSON and not like a piece of prose: `{"a": 1}`, `[1, 2]`
  /// and `{x: 1}` do, `[if]` and `{works}` do not.
  bool begins_json(std::uint32_t at);

  /// From `at` to the end of the line.
  std::uint32_t line_end(std::uint32_t at);

  /// How far into its line a place is; in a very long one that does not matter.
  [[nodiscard]] std::uint32_t column(std::uint32_t at) const;

  /// `end` without the white space before it.
  [[nodiscard]] std::uint32_t trim(std::uint32_t begin, std::uint32_t end) const;

  /// Words without quotes are not looked at further than this, so that no reading costs more than the text is long.
  static constexpr std::uint32_t kLongestWords = 1024;

  /// To the first of `stops` that is neither escaped nor inside parentheses that began here.
  std::uint32_t words_end(std::uint32_t begin, const CharSet& stops);

  /// To where a number or a literal that begins here may end.
  std::uint32_t word_end(std::uint32_t begin);

  /// The next fence or bracket that looks like the beginning of JSON, or kNone.
  std::uint32_t find_json(std::uint32_t from);

 private:
  std::uint32_t comment_end(std::uint32_t at);
  std::uint32_t comments_end(std::uint32_t at);
  std::uint32_t dots_end(std::uint32_t at);
  std::uint32_t tag_end(std::uint32_t at);
  Token wide(std::uint32_t at);

  std::string_view text_;
  bool final_ = true;
  bool starved_ = false;
};

}  // namespace acode::json::detail
