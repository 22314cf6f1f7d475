// The members of an object that count: of those with the same name the last (AR-4).
#pragma once

#include <vector>

#include "acode/json/value.h"

namespace acode::schema::detail {

using Members = std::vector<json::Member>;

/// Whether a name comes more than once.
bool has_duplicates(json::Value object);

/// The members without those that are overruled, in their order.
Members last_members(json::Value object);

/// For each member, by its position, whether it counts.
std::vector<bool> counting_members(json::Value object);

}  // namespace acode::schema::detail
