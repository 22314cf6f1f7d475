// What is known of each kind of edit: its name, what it costs a reading, and how sure it is.
#pragma once

#include <cstdint>
#include <string_view>

#include "acode/json/repair.h"

namespace acode::json::detail {

struct KindFacts {
  std::string_view name;
  /// What a reading pays for one edit of this kind, about 10 for one slip of the pen. Cheap are the habits of other
  /// languages (a trailing comma, Python's quotes), dear are edits that invent or throw away something.
  std::uint8_t cost;
  /// In percent: how sure, if no other reading comes near.
  std::uint8_t confidence;
  /// Whether RepairLevel::kSafe allows it.
  bool safe;
};

const KindFacts& facts(EditKind kind);

}  // namespace acode::json::detail
