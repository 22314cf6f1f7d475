// Asking for tools by the names that models write.
#include <algorithm>

#include "extract/construct.h"
#include "schema/tool_match.h"

namespace acode::extract {
namespace {

// What a tool may be called where none are known: letters, digits and what providers allow between them.
bool is_plain_name(std::string_view name) {
  constexpr std::size_t kLongest = 128;
  if (name.empty() || name.size() > kLongest || (name[0] >= '0' && name[0] <= '9')) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || c == ':' || c == '/';
  });
}

}  // namespace

bool Tools::may_be(std::string_view name) const { return given() ? find(name) != nullptr : is_plain_name(name); }

const schema::Tool* Tools::find(std::string_view name) const {
  return tools_ == nullptr ? nullptr : schema::detail::match_tool(*tools_, name);
}

}  // namespace acode::extract
