// A coercion rule: what could be made of a value that does not fit. A new one is one file, one line in rules.cc and here,
// and one test.
//
// A rule only proposes. The coercer tries the proposal, mends what is inside it, asks the validator, and takes it back if
// the result does not fit; so a rule need not be sure that the schema will like what it makes, only that it means the
// same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "acode/coerce/coerce.h"
#include "acode/json/value.h"
#include "base/text.h"
#include "schema/program.h"

namespace acode::coerce {

namespace schema_detail = schema::detail;

/// A value that does not fit, and what is asked of it.
struct Case {
  const schema_detail::Program& program;
  schema_detail::NodeId node;
  std::uint8_t wanted;  // the types it should have, bits of schema::detail::type_bit; none if it has one of them
  json::Value value;

  [[nodiscard]] bool wants(std::uint8_t types) const { return (wanted & types) != 0; }
};

/// What to make of it.
struct Proposal {
  std::string json;   // the new value
  std::string words;  // what was done: `string "42" converted to integer 42`
  int cost = 1;       // where the schema has alternatives, the least wins
};

using RuleFunction = std::optional<Proposal> (*)(const Case& which);

struct Rule {
  RuleInfo info;
  RuleFunction propose;
};

/// All rules about single values, in the order in which they are tried.
std::span<const Rule> value_rules();

std::optional<Proposal> string_to_boolean(const Case& which);
std::optional<Proposal> boolean_to_string(const Case& which);
std::optional<Proposal> string_to_null(const Case& which);
std::optional<Proposal> string_to_number(const Case& which);
std::optional<Proposal> json_in_string(const Case& which);
std::optional<Proposal> enum_spelling(const Case& which);
std::optional<Proposal> date_format(const Case& which);
std::optional<Proposal> one_to_array(const Case& which);

/// `string "42" converted to integer 42`.
std::string converted(json::Value before, std::string_view after);

using base::trimmed;

}  // namespace acode::coerce
