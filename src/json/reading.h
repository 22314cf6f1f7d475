// A reading: one way to understand the text so far, what it costs, and the changes it needs.
//
// `{"a": "x, "b": 1}` has, behind the second x, a reading in which the quote before b ends the first value, one in which
// it is a part of it, and one in which a quote is missing before the comma. Each goes on by itself, token by token, and
// pays for what does not fit; soon only one is worth keeping. Readings are plain values: to fork is to copy. What grows
// with the text (open containers, changes) is kept in lists that readings share from the tail on, as branches of a tree.
#pragma once

#include <cstdint>
#include <string_view>

#include "acode/json/repair.h"
#include "json/lexer.h"
#include "json/tracker.h"

namespace acode::json::detail {

/// Where in the grammar a reading stands.
enum class Place : std::uint8_t {
  kStart,         // before the value
  kFirstKey,      // behind '{'
  kKey,           // behind ',' in an object
  kColon,         // behind a key
  kMemberValue,   // behind ':'
  kFirstElement,  // behind '['
  kElement,       // behind ',' in an array
  kNext,          // behind a value in a container
  kString,        // inside a string
  kAfter,         // behind the outermost value
  kDone,          // at the end of the text
};

enum class LastValue : std::uint8_t { kNothing, kString, kScalar, kText, kContainer, kMade };

/// An open container, or, with open == 0, the level of the outermost value.
struct Frame {
  char open = 0;
  LastValue last = LastValue::kNothing;
  std::uint32_t opened = 0;           // offset of the bracket
  std::uint32_t value_begin = kNone;  // the last value
  std::uint32_t value_end = kNone;
  std::uint32_t before_end = kNone;       // the end of the value before that
  std::uint32_t comma = kNone;            // the comma behind the last value, until another value is complete
  std::uint32_t column = kNoColumn;       // where members stand that are the first on their line
  std::uint32_t line_column = kNoColumn;  // indentation of the line on which it was opened
  std::uint32_t shape = 1;                // a hash of the brackets open here
  std::uint32_t hash = 0;                 // of the values in it, …
  std::uint32_t before_hash = 0;          // … of all but the last, …
  std::uint32_t last_hash = 0;            // … and of the last
  std::uint32_t outer_hash = 0;           // of all that stands before it in the containers around it
  Hints::Place hint = Hints::kNowhere;
};

/// A container around the innermost one. Shared between readings.
struct StackNode {
  Frame frame;
  std::uint32_t parent;
};

/// The string a reading is in, or was in last.
struct StringSpan {
  std::uint32_t begin = kNone;   // the opening quote, or the first character where that is missing
  std::uint32_t content = 0;     // the first character
  std::uint32_t end = 0;         // behind the last character
  std::uint32_t scanned = 0;     // how far its end has been looked for
  std::uint32_t last_quote = 0;  // behind the last quote inside; where a missing closing quote is looked for
  Delimiter delimiter = Delimiter::kDouble;
  bool key = false;
  bool opening_missing = false;
  bool needs_mending = false;  // characters inside have to be changed
  bool bad_escape = false;
  bool joined = false;  // goes on after "…" + "
  std::uint16_t inner_quotes = 0;
};

enum class ChangeKind : std::uint8_t {
  kReplace,  // `length` bytes at `offset` by `insert`
  kString,   // quotes and characters of a string
  kText,     // quotes around words
  kNumber,   // a number in another notation
  kWrap,     // an opening bracket at `offset`, found missing at `at`
};

/// Something to be done to the text. Shared between readings.
struct Change {
  std::uint32_t previous;
  std::uint32_t offset;
  std::uint32_t length;
  std::uint32_t at = 0;  // kWrap: up to where the text has been read without the bracket
  ChangeKind change;
  EditKind kind;
  Delimiter delimiter = Delimiter::kDouble;
  bool opening_missing = false;
  bool bad_escape = false;   // kString
  std::uint8_t opening = 0;  // kString: length of the opening quote
  std::uint8_t closing = 0;  // kString: length of the closing quote; 0 if missing
  std::string_view insert;   // a constant
};

/// The order in which changes are made: by the place up to which the text must have been read.
inline std::uint32_t place_of(const Change& change) {
  return change.change == ChangeKind::kWrap ? change.at : change.offset;
}

inline constexpr int kDead = 1 << 24;
inline constexpr unsigned kLookBack = 3;  // tokens behind a string for which its end stays in doubt

/// Tells a piece of the text from others.
inline std::uint32_t span_hash(std::uint32_t begin, std::uint32_t end) {
  return (begin * 2654435761U) ^ (end * 40503U);
}

struct Reading {
  std::uint32_t pos = 0;
  Place place = Place::kStart;
  bool truncated = false;
  bool fenced = false;         // the value stands in a fence
  bool content_tried = false;  // the other ways to end the last string have been forked off
  std::uint8_t stuck = 0;      // steps at one place
  bool first_on_line = false;
  int cost = 0;
  int margin = kDead;       // how much worse the best reading was that met this one
  std::uint32_t start = 0;  // where it began: behind another value if not 0
  std::uint32_t log = kNone;
  std::uint32_t changes = 0;     // with those that will be found in its strings
  std::uint32_t noted = 0;       // changes in its log, before any of them was settled
  std::uint32_t common = 0;      // so many of these it has in common with the others, more or less
  std::uint32_t parent = kNone;  // the container around `top`
  std::uint32_t depth = 0;
  std::uint32_t snapshot = kNone;  // this reading as it was at the closing quote of the last string
  std::uint32_t line_start = 0;
  std::uint32_t line_indent = 0;
  std::uint32_t indent_unit = 0;  // by how much the first member is indented
  std::uint32_t key_begin = 0;
  std::uint32_t key_end = 0;
  std::uint32_t key_hash = 0;
  std::uint32_t skipped_from = kNone;   // text that is no part of the value, from here on
  std::uint8_t string_closing = 0;      // length of the last string's closing quote
  bool quoted_keys = false;             // has seen keys in quotes
  std::uint32_t value_count = 0;        // outermost values
  std::uint32_t closer = 0;             // offset of the last closing bracket …
  Frame closed;                         // … and what it closed
  bool closed_in_column = false;        // it stood where a closing bracket should
  Hints::Place hint = Hints::kNowhere;  // of the value that comes next
  Frame top;
  StringSpan string;

  // How long ago things happened is counted in tokens.
  std::uint32_t tokens = kLongAgo;  // read so far, and so many more
  std::uint32_t string_token = 0;   // the last string
  std::uint32_t close_token = 0;    // the last closing bracket that could be taken back

  static constexpr std::uint32_t kLongAgo = 256;

  [[nodiscard]] std::uint32_t noted_apart() const { return noted - common; }
  [[nodiscard]] std::uint32_t since_string() const { return tokens - string_token; }
  [[nodiscard]] std::uint32_t since_close() const { return tokens - close_token; }
};

}  // namespace acode::json::detail
