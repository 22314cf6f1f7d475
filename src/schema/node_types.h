// Which types a value can have that fits a node, with all that the node applies to the same value taken into account.
//
//   {"allOf": [{"type": ["string", "null"]}], "enum": ["a", 1]}      string
#pragma once

#include <cstdint>
#include <vector>

#include "schema/program.h"

namespace acode::schema::detail {

/// Bits of type_bit for each node. Never too few: what cannot be told cheaply (`not`, dynamic references) is left open.
std::vector<std::uint8_t> possible_types(const Program& program);

/// The bits of the values in a set.
std::uint8_t types_of(const ValueSet& set);

}  // namespace acode::schema::detail
