// A first look at a value: yes at once for what nearly all tool calls are.
//
// Tools ask for little: types, names, bounds, a list of words, a pattern. For schemas, and parts of schemas, that ask no
// more than this a flat form is made beside the nodes, and a tight loop over the words of the tree says yes. It never says
// no: whatever is not plainly right is left to the checker, which is exact in every case. So nothing can be refused here
// by mistake, and what is accepted must be what the checker accepts; tests compare the two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "acode/json/value.h"

namespace acode::schema::detail {

struct Program;
struct StringRule;
class PlainPattern;

/// A short text that others are compared with.
struct QuickWord {
  explicit QuickWord(std::string_view word);

  std::string_view text;
  std::uint64_t head = 0;  // its first 8 bytes
  std::uint64_t tail = 0;  // up to 8 bytes: which bits of `head` count; more: its last 8 bytes
};

enum class QuickAsk : std::uint8_t {
  kNothing,  // but the type
  kRange,    // a number between two integers
  kWords,    // one of some strings
  kText,     // a string of some length, matching a pattern
  kArray,    // so many elements, all alike
  kObject,   // named properties
  kChecker,  // something else
};

/// What is asked of a value: its type, and one thing more.
struct QuickNode {
  std::uint8_t tags = 0;  // a bit for each json::detail::Tag that fits
  QuickAsk ask = QuickAsk::kChecker;
  std::uint32_t rule = 0;  // in the list of rules for that; for kChecker the node
};

struct QuickProperty {
  QuickWord name;
  QuickNode node;
};

struct QuickObject {
  std::vector<QuickProperty> properties;
  std::uint64_t required = 0;  // a bit for each property
  bool closed = false;
};

struct QuickArray {
  std::uint64_t least;
  std::uint64_t most;
  QuickNode element;
};

struct QuickRange {
  std::int64_t least;
  std::int64_t most;
};

struct QuickText {
  std::uint64_t least;
  std::uint64_t most;
  std::uint32_t pattern;  // in Program::patterns, or kNone
};

/// The flat form of a program.
struct QuickForm {
  std::vector<QuickNode> nodes;  // one for each node of the program; empty if it has no such form
  std::vector<QuickObject> objects;
  std::vector<QuickArray> arrays;
  std::vector<QuickRange> ranges;
  std::vector<QuickText> texts;
  std::vector<std::vector<QuickWord>> words;
};

/// Makes the flat form of a program that is otherwise complete.
QuickForm make_quick_form(const Program& program);

/// Whether a value plainly fits a node. No means nothing.
bool plainly_fits(const Program& program, std::uint32_t node, json::Value value);

}  // namespace acode::schema::detail
