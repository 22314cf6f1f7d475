// A first look at a value: yes at once for what nearly all tool calls are.
//
// Tools ask for little: types, names, bounds, a list of words, a pattern. For schemas, and parts of schemas, that ask no
// more than this a flat form is made beside the nodes, and a tight loop over the words of the tree says yes. It never says
// no: whatever is not plainly right is left to the checker, which is exact in every case. So nothing can be refused here
// by mistake, and what is accepted must be what the checker accepts; tests compare the two.
//
// Layout. Everything lies in a few lists and is referred to by its index. What is asked of a value is a QuickNode: for each
// tag a value can have (acode/json/value.h) what is to be done with it, and what this needs to know: two bounds, or where
// in another list its parts begin and how many they are.
//
//   {"properties": {"days": {"type": "integer", "minimum": 1}, "units": {"enum": ["m", "ft"]}}, "required": ["days"]}
//
//   nodes        object: kObject, part 0; array: kSkip; any other tag: kAccept
//   objects      2 properties from 0 on, the first is required
//   properties   "days", {integer: kInteger, any other: kLeave, from 1 on}
//                "units", {string: kWords, any other: kLeave, 2 parts from 0 on}
//   words        "m", "ft"
//
// A property holds its node and does not refer to it: to go through an object in the order of the schema is to go through
// one block of memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "acode/json/value.h"
#include "schema/plain_pattern.h"

namespace acode::schema::detail {

struct Program;

/// What is to be done with a value.
enum class QuickAct : std::uint8_t {
  kLeave,    // to the checker, and all that is around it with it
  kAccept,   // a value without parts
  kSkip,     // an array or object, whatever is in it
  kInteger,  // between the bounds
  kDecimal,  // a number with a fraction, between the bounds
  kWords,    // one of some strings; parts: QuickForm::words
  kTrack,    // a string; part: in QuickForm::tracks
  kText,     // a string, its length between the bounds; part: a pattern of the program, or kNone
  kArray,    // the number of elements between the bounds; part: the node for each
  kObject,   // part: in QuickForm::objects
  kChecker,  // only for this value; part: the node of the program
};

inline constexpr std::size_t kTags = 8;

struct QuickNode {
  std::array<QuickAct, kTags> acts{};  // by the tag of the value
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  std::uint32_t part = 0;  // the first one
  std::uint32_t count = 1;
};

/// A text that others are compared with: by its size and its first bytes, which for most is all there is.
struct QuickWord {
  explicit QuickWord(std::string_view word);

  /// Has a size that no text has.
  static QuickWord none();

  std::uint64_t head = 0;  // its first 8 bytes
  std::uint64_t mask = 0;  // which bits of `head` count
  const char* text;
  std::uint32_t size;
  std::uint32_t bit = 0;  // of a property: 1, 2, 4 and so on in the order of the schema
};

struct QuickProperty {
  QuickNode node;
  QuickWord name;
};

static_assert(sizeof(QuickProperty) == 64, "a property is a line of the cache");

/// Behind the properties stand two more that no name is like: what is asked of all other members, and an end.
struct QuickObject {
  std::uint32_t first;     // of its properties
  std::uint32_t count;     // of them
  std::uint32_t known;     // their bits
  std::uint32_t required;  // the bits of those that must be there
};

/// The flat form of a program.
struct QuickForm {
  std::vector<QuickNode> nodes;  // one for each node of the program
  std::vector<QuickObject> objects;
  std::vector<QuickProperty> properties;
  std::vector<QuickWord> words;
  std::vector<const PlainPattern::Track*> tracks;  // of the program's patterns
};

/// Makes the flat form of a program that is otherwise complete.
QuickForm make_quick_form(const Program& program);

/// Whether a value plainly fits a node. No means nothing.
bool plainly_fits(const Program& program, std::uint32_t node, json::Value value);

/// The same, and whether plainly no object in it has two members of one name: what is named in the schema is known to have
/// come once.
bool plainly_fits_unrepeated(const Program& program, std::uint32_t node, json::Value value);

}  // namespace acode::schema::detail
