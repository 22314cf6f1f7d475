// The text of arguments without what is in them (OB-3).
//
//   masked_values(R"({"path": "/home/ann", "n": 12,})")     // {"path": "*********", "n": **,}
//
// Every byte of a value becomes one `*`; structure, white space and property names stay. So the length stays too, and an
// offset or a caret means the same place in both texts. The text may be broken in any way: where it is not plain whether
// something is a name or a value, it is masked. One pass, linear.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "acode/json/value.h"

namespace acode::observe {

/// Property names.
using Names = std::set<std::string, std::less<>>;

/// All names of members in a value, at any depth.
Names member_names(json::Value value);

/// The text with its values masked. What stays of values: `true`, `false` and `null`.
///
/// With `names`, a word before a colon stays only if it is one of them: the names that were read from this text, so that
/// a value which happens to look like a name in a broken text is not taken for one. Without, it is its place that
/// decides: behind `{` or a comma in an object. A name that looks like a secret never stays.
std::string masked_values(std::string_view text, const Names* names = nullptr);

}  // namespace acode::observe
