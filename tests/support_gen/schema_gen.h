// Random JSON Schemas (2020-12), and values that nearly fit them.
//
//   Random random(seed);
//   Tree schema = random_schema(random, {});
//   Tree value = random_instance(random, schema);     // fits about every other time
//
// The schemas are proper ones: each compiles. They use all keywords that ask something of a value, and refer to each other
// in circles, though never so that a schema would be applied to the same value again and again. Names, texts and
// numbers come from a small stock, so that what one keyword asks and another forbids meets often.
#pragma once

#include <cstddef>

#include "support_gen/generate.h"
#include "support_gen/random.h"

namespace acode::test {

struct SchemaShape {
  std::size_t max_depth = 3;  ///< schemas inside schemas
  bool odd_numbers = true;    ///< numbers that a double cannot hold
  bool more_is_less = true;   ///< oneOf and maxContains, by which a value can fit because a subschema refuses it
  bool unevaluated = true;    ///< unevaluatedProperties and unevaluatedItems
};

/// A schema; the root is an object, with `$defs` if something is referred to.
Tree random_schema(Random& random, const SchemaShape& shape);

/// A value made after a schema, then changed here and there.
Tree random_instance(Random& random, const Tree& schema);

/// Any value made from the same stock as the schemas.
Tree random_stock_value(Random& random, const SchemaShape& shape, std::size_t max_depth);

/// The member with this name, or null.
const Tree* find_member(const Tree& object, std::string_view name);

/// One object with one member.
Tree object_of(std::string_view name, Tree value);

/// An array of these.
Tree array_of(std::vector<Tree> elements);

/// A string.
Tree text_of(std::string_view characters);

/// `tree` with the members of each object in another order.
Tree shuffled_members(Random& random, Tree tree);

/// `tree` with names that come twice: some members have a rival of any value in front of them. The last counts (AR-4).
Tree with_rivals(Random& random, Tree tree);

}  // namespace acode::test
