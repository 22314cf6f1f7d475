// 5 → [5], where an array is wanted and its elements may be like that.
#include "acode/json/writer.h"
#include "coerce/rule.h"
#include "schema/explain.h"

namespace acode::coerce {

std::optional<Proposal> one_to_array(const Case& which) {
  if (!which.wants(schema::detail::type_bit::kArray) || which.value.is_array() || which.value.is_null())
    return std::nullopt;
  std::string json = "[";
  json::write_to(json, which.value);
  json += ']';
  return Proposal{std::move(json), schema::detail::actual_words(which.value) + " wrapped in an array", 2};
}

}  // namespace acode::coerce
