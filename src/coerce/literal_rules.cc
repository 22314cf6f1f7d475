// "true" → true, "null" → null; true → "true".
#include <array>

#include "coerce/rule.h"
#include "json/words.h"

namespace acode::coerce {
namespace {

namespace type_bit = schema::detail::type_bit;

// The JSON literal that a string spells, in the ways of JSON, Python and the like; empty if it is none.
std::string_view literal_in(const Case& which) {
  if (!which.value.is_string()) return {};
  const json::detail::Word word = json::detail::classify(trimmed(which.value.as_string()));
  const bool literal =
      word.kind == json::detail::WordKind::kLiteral || (word.kind == json::detail::WordKind::kJson && !word.number);
  return literal ? word.json : std::string_view{};
}

std::optional<Proposal> as_literal(const Case& which, std::string_view literal, std::string_view kind) {
  std::string after(literal);
  if (!kind.empty()) after = std::string(kind) + " " + after;
  return Proposal{std::string(literal), converted(which.value, after)};
}

}  // namespace

std::optional<Proposal> string_to_boolean(const Case& which) {
  if (!which.wants(type_bit::kBoolean)) return std::nullopt;
  const std::string_view literal = literal_in(which);
  if (literal != "true" && literal != "false") return std::nullopt;
  return as_literal(which, literal, "boolean");
}

// The other way round. A boolean has one spelling, so nothing is guessed, unlike with numbers.
std::optional<Proposal> boolean_to_string(const Case& which) {
  if (!which.wants(type_bit::kString) || !which.value.is_boolean()) return std::nullopt;
  const std::string text = which.value.as_bool() ? "\"true\"" : "\"false\"";
  return Proposal{text, converted(which.value, "string " + text)};
}

std::optional<Proposal> string_to_null(const Case& which) {
  if (!which.wants(type_bit::kNull) || literal_in(which) != "null") return std::nullopt;
  return as_literal(which, "null", {});
}

}  // namespace acode::coerce
