// Where a member stands in the text of an object, found without reading what is around it.
//
//   member_text(R"({"id": 7, "tools": [{"name": "a"}]})", "tools")      // [{"name": "a"}]
//
// The tools of a row are most of its text and nearly always those of the row before: whoever knows them by their text
// need not read them again.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace acode::cli {

/// The length of a value that is known by its text, and with which the text given begins; 0 if none is.
using KnownLength = std::function<std::size_t(std::string_view text)>;

/// The text of the value of a member; nothing if there is no such member, if there are several, or if that cannot be said
/// at a glance (a name with escapes in it). Of a text that is not JSON it may be any part outside of strings. What `known`
/// knows the length of, if it is given, is not even looked at.
std::optional<std::string_view> member_text(std::string_view object, std::string_view name,
                                            const KnownLength& known = nullptr);

}  // namespace acode::cli
