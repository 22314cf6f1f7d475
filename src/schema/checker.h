// Whether a value fits a compiled schema, and why not.
//
// One implementation, compiled twice: as a quick pass that stops at the first thing that does not fit, and as a
// reporting pass that goes on and says what it finds. The second is only run when the first has said no.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/pointer.h"
#include "acode/json/value.h"
#include "schema/evaluated.h"
#include "schema/program.h"

namespace acode::schema::detail {

/// A violation, and what it is about, for those who want to mend the value.
struct Finding {
  Violation violation;
  NodeId node = kNone;      // the schema that is not satisfied
  std::uint32_t value = 0;  // Value::index() of what does not satisfy it
};

/// Whether a value fits a node.
bool accepts(const Program& program, NodeId node, json::Value value);

/// The same without the first look (quick.h).
bool check(const Program& program, NodeId node, json::Value value);

/// Why it does not; nothing if it does. `most` findings at most.
std::vector<Finding> explain(const Program& program, NodeId node, json::Value value, std::size_t most);

/// The bit of type_bit for a value.
std::uint8_t type_of(json::Value value);

}  // namespace acode::schema::detail
