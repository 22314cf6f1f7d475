// Random JSON: trees, their texts, and the ways in which models break a text.
//
//   Random random(seed);
//   Tree tree = random_tree(random, {});
//   std::string text = spell(random, tree);          // a valid text: any spacing, any escapes
//   std::string broken = break_text(random, text);   // most likely not valid any more
//
// A Tree is a second, plain model of a JSON value that shares nothing with acode::json::Value, so that the two can be
// held against each other.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/value.h"
#include "support_gen/random.h"

namespace acode::test {

struct TreeMember;

struct Tree {
  json::Kind kind = json::Kind::kNull;
  bool boolean = false;
  std::string characters;  ///< of a string: its UTF-8; of a number: its digits
  std::vector<Tree> elements;
  std::vector<TreeMember> members;
};

struct TreeMember {
  std::string key;
  Tree value;
};

struct TreeShape {
  std::size_t max_depth = 6;
  std::size_t max_children = 5;
  std::size_t max_string = 24;
  bool duplicate_keys = true;
  bool huge_numbers = true;  ///< beyond 64 bits and beyond the range of a double
};

Tree random_tree(Random& random, const TreeShape& shape);

/// An array or object inside another, `depth` deep.
Tree deep_tree(Random& random, std::size_t depth);

/// A tree like the arguments of a tool: an object with words for keys; paths, source text, numbers, lists for values.
Tree tool_arguments(Random& random);

/// One of the many valid texts of a tree: random white space, random escapes.
std::string spell(Random& random, const Tree& tree);

/// The text as models write it: `indent` 0 is one line with spaces after colon and comma.
std::string spell_plainly(const Tree& tree, std::size_t indent);

/// Whether a value read from a text is this tree: kinds, order, duplicates, characters and digits.
bool same(json::Value value, const Tree& tree);

/// A way to break a text.
struct Mutator {
  std::string_view name;
  std::string (*apply)(Random& random, std::string_view text);
};

/// All of them: quotes, commas, colons and brackets lost or doubled, python, fences, prose, cuts, raw newlines …
const std::vector<Mutator>& mutators();

/// One to three mutators, one after the other.
std::string break_text(Random& random, std::string_view text);

/// Bytes that mean something to a JSON reader, in no order at all.
std::string random_soup(Random& random, std::size_t max_size);

/// Any bytes.
std::string random_bytes(Random& random, std::size_t max_size);

}  // namespace acode::test
