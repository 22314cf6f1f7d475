// The table of edit kinds, one line each, in the order of EditKind.
#include "json/edit_kinds.h"

#include <array>

namespace acode::json {
namespace detail {
namespace {

constexpr std::array<KindFacts, kEditKinds> kTable = {{
    {"trailing_comma", 3, 100, true},
    {"missing_closing_brace", 8, 90, true},
    {"missing_closing_bracket", 8, 90, true},
    {"single_quotes", 1, 98, true},
    {"unquoted_key", 4, 97, true},
    {"truncated_string", 15, 70, true},
    {"unescaped_quotes", 10, 85, false},
    {"missing_comma", 10, 95, true},
    {"extra_comma", 5, 97, true},
    {"missing_colon", 10, 93, true},
    {"wrong_colon", 5, 97, true},
    {"missing_value", 18, 60, false},
    {"missing_opening_quote", 12, 88, false},
    {"missing_closing_quote", 12, 85, false},
    {"doubled_quotes", 8, 90, false},
    {"typographic_quotes", 2, 96, true},
    {"unquoted_value", 12, 75, false},
    {"missing_opening_brace", 14, 85, false},
    {"missing_opening_bracket", 14, 80, false},
    {"extra_closer", 14, 85, false},
    {"wrong_closer", 14, 85, false},
    {"literal", 2, 98, true},
    {"not_a_number", 4, 90, true},
    {"number_format", 3, 95, true},
    {"comment", 3, 97, true},
    {"fence", 1, 99, true},
    {"text_around", 2, 92, true},
    {"stray_text", 25, 55, false},
    {"control_character", 2, 97, true},
    {"invalid_escape", 3, 92, true},
    {"lone_surrogate", 3, 80, false},
    {"invalid_utf8", 5, 70, false},
    {"concatenation", 5, 92, true},
    {"ellipsis", 6, 85, false},
    {"several_values", 10, 85, false},
    {"escaped_text", 8, 92, true},
    {"parentheses", 5, 90, true},
    {"byte_order_mark", 0, 100, true},
    {"stray_backslash", 6, 88, false},
    {"odd_space", 1, 99, true},
    {"odd_punctuation", 3, 95, true},
    {"truncated_value", 15, 70, true},
}};

}  // namespace

const KindFacts& facts(EditKind kind) { return kTable[static_cast<std::size_t>(kind)]; }

}  // namespace detail

std::string_view edit_kind_name(EditKind kind) { return detail::facts(kind).name; }

std::optional<EditKind> edit_kind_from_name(std::string_view name) {
  for (std::size_t index = 0; index < kEditKinds; ++index) {
    const auto kind = static_cast<EditKind>(index);
    if (edit_kind_name(kind) == name) return kind;
  }
  return std::nullopt;
}

}  // namespace acode::json
