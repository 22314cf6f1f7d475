// "{\"a\": 1}" → {"a": 1}: a string that holds the object or array that is wanted, broken in a plain way perhaps.
#include "acode/json/repair.h"
#include "acode/json/writer.h"
#include "coerce/rule.h"

namespace acode::coerce {
namespace {

namespace type_bit = schema::detail::type_bit;

// All of the string must be the value: `[label]: text` is no array.
bool looks_like(const Case& which, std::string_view text) {
  if (text.size() < 2) return false;
  const bool object = text.front() == '{' && text.back() == '}' && which.wants(type_bit::kObject);
  const bool array = text.front() == '[' && text.back() == ']' && which.wants(type_bit::kArray);
  return object || array;
}

// Only kinds of repair that leave no doubt what was written.
json::RepairOptions plain_repairs(std::size_t bytes) {
  json::RepairOptions options;
  options.level = json::RepairLevel::kSafe;
  options.limits.max_bytes = bytes;
  for (const json::EditKind kind :
       {json::EditKind::kTextAround, json::EditKind::kStrayText, json::EditKind::kSeveralValues,
        json::EditKind::kUnquotedValue, json::EditKind::kEllipsis}) {
    options.disabled.set(static_cast<std::size_t>(kind));
  }
  return options;
}

}  // namespace

std::optional<Proposal> json_in_string(const Case& which) {
  if (!which.value.is_string()) return std::nullopt;
  const std::string_view text = trimmed(which.value.as_string());
  if (!looks_like(which, text)) return std::nullopt;
  const json::Repair repair = json::repair(text, plain_repairs(text.size()));
  if (!repair.ok() || repair.truncated()) return std::nullopt;
  const std::string kind(json::kind_name(repair.value().kind()));
  return Proposal{std::string(repair.text()), "string holding JSON converted to " + kind, 1};
}

}  // namespace acode::coerce
