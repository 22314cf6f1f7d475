// The descriptions that `acode repair --list-kinds` prints.
#include "cli/edit_kinds.h"

namespace acode::cli {

std::string_view describe(json::EditKind kind) {
  // A switch without default: the compiler names a kind that has been forgotten.
  switch (kind) {
    case json::EditKind::kTrailingComma:
      return "a comma before a closer is taken out: [1, 2,]";
    case json::EditKind::kMissingClosingBrace:
      return "a } is added: {\"a\": 1";
    case json::EditKind::kMissingClosingBracket:
      return "a ] is added: [1, 2";
    case json::EditKind::kSingleQuotes:
      return "single quotes become double quotes: {'a': 'b'}";
    case json::EditKind::kUnquotedKey:
      return "a key gets its quotes: {a: 1}";
    case json::EditKind::kTruncatedString:
      return "a string that the end of the text cut off is closed: {\"a\": \"b";
    case json::EditKind::kUnescapedQuotes:
      return "quotes inside a string get their backslash: \"say \"hi\" to me\"";
    case json::EditKind::kMissingComma:
      return "a comma is added: [1 2]";
    case json::EditKind::kExtraComma:
      return "a comma too many is taken out: [1,, 2]";
    case json::EditKind::kMissingColon:
      return "a colon is added: {\"a\" 1}";
    case json::EditKind::kWrongColon:
      return "=, => or a second colon becomes one colon: {\"a\" => 1}";
    case json::EditKind::kMissingValue:
      return "a member without a value gets null: {\"a\":}";
    case json::EditKind::kMissingOpeningQuote:
      return "the quote at the start of a string is added: {a\": 1}";
    case json::EditKind::kMissingClosingQuote:
      return "the quote at the end of a string is added: {\"a: 1}";
    case json::EditKind::kDoubledQuotes:
      return "doubled and tripled quotes become one: \"\"\"a\"\"\"";
    case json::EditKind::kTypographicQuotes:
      return "curly quotes and back-ticks around a string become double quotes";
    case json::EditKind::kUnquotedValue:
      return "a word gets its quotes: {\"a\": word}";
    case json::EditKind::kMissingOpeningBrace:
      return "a { is added: \"a\": 1}";
    case json::EditKind::kMissingOpeningBracket:
      return "a [ is added: 1, 2]";
    case json::EditKind::kExtraCloser:
      return "a closer too many is taken out: [1]]";
    case json::EditKind::kWrongCloser:
      return "a closer of the wrong sort is changed: [1}";
    case json::EditKind::kLiteral:
      return "literals of other languages become JSON's: True, None, undefined, nil";
    case json::EditKind::kNotANumber:
      return "NaN and Infinity become null";
    case json::EditKind::kNumberFormat:
      return "numbers are written as JSON writes them: +1, .5, 5., 1_000, 0x1F";
    case json::EditKind::kComment:
      return "comments are taken out: // a, /* b */, # c";
    case json::EditKind::kFence:
      return "a markdown fence around the value is taken off";
    case json::EditKind::kTextAround:
      return "prose, tags and special tokens around the value are taken off";
    case json::EditKind::kStrayText:
      return "words between members are taken out";
    case json::EditKind::kControlCharacter:
      return "raw line ends, tabs and other control characters in strings are escaped";
    case json::EditKind::kInvalidEscape:
      return "an escape JSON does not know keeps its backslash as text: \"\\d\"";
    case json::EditKind::kLoneSurrogate:
      return "half of a surrogate pair becomes U+FFFD: \"\\ud83d\"";
    case json::EditKind::kInvalidUtf8:
      return "bytes that are not UTF-8 become U+FFFD";
    case json::EditKind::kConcatenation:
      return "strings joined by + become one: \"a\" + \"b\"";
    case json::EditKind::kEllipsis:
      return "an ellipsis is taken out: [1, 2, ...]";
    case json::EditKind::kSeveralValues:
      return "several values one after the other become an array: {} {}";
    case json::EditKind::kEscapedText:
      return "a text that was escaped as a whole is unescaped: {\\\"a\\\": 1}";
    case json::EditKind::kParentheses:
      return "tuples become arrays: (1, 2)";
    case json::EditKind::kByteOrderMark:
      return "a byte order mark is taken out";
    case json::EditKind::kStrayBackslash:
      return "a backslash between values is taken out";
    case json::EditKind::kOddSpace:
      return "white space that JSON does not know becomes a space";
    case json::EditKind::kOddPunctuation:
      return "full-width commas, colons and brackets become plain ones";
    case json::EditKind::kTruncatedValue:
      return "a number, a literal or a key that the end of the text cut off is mended: [1, tr";
  }
  return "";
}

}  // namespace acode::cli
