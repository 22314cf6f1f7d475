// The table of rules.
#include <algorithm>
#include <array>

#include "coerce/rule.h"
#include "schema/explain.h"

namespace acode::coerce {
namespace {

// A string that holds what is wanted is taken for that before it is wrapped or looked at as text.
constexpr std::array kValueRules = {
    Rule{{"string_to_boolean", Level::kSafe, "\"true\" and \"false\" become booleans"}, string_to_boolean},
    Rule{{"boolean_to_string", Level::kSafe, "true and false become \"true\" and \"false\""}, boolean_to_string},
    Rule{{"string_to_null", Level::kSafe, "\"null\" becomes null"}, string_to_null},
    Rule{{"string_to_number", Level::kSafe, "\"42\" and \"4.5\" become numbers"}, string_to_number},
    Rule{{"json_in_string", Level::kSafe, "a string that holds JSON becomes the object or array in it"},
         json_in_string},
    Rule{{"enum_spelling", Level::kSafe, "an enum value in other case or with other white space is spelled right"},
         enum_spelling},
    Rule{{"date_format", Level::kSafe, "a date is written in the format that is asked for"}, date_format},
    Rule{{"one_to_array", Level::kSafe, "a single value becomes an array with one element"}, one_to_array},
};

constexpr std::array kObjectRules = {
    RuleInfo{"null_to_absent", Level::kSafe, "null for a property that may be left out is left out"},
    RuleInfo{"property_name", Level::kAggressive,
             "a property name in other case, or with other - and _, is spelled right"},
    RuleInfo{"unknown_property", Level::kAggressive, "a property that the schema does not allow is dropped"},
    RuleInfo{"default_value", Level::kAggressive, "a missing property that has a default gets it"},
};

constexpr std::array kLevels = {
    std::pair<Level, std::string_view>{Level::kOff, "off"},
    std::pair<Level, std::string_view>{Level::kSafe, "safe"},
    std::pair<Level, std::string_view>{Level::kAggressive, "aggressive"},
};

}  // namespace

std::span<const Rule> value_rules() { return kValueRules; }

std::span<const RuleInfo> rules() {
  static constexpr auto kAll = [] {
    std::array<RuleInfo, kValueRules.size() + kObjectRules.size()> all{};
    for (std::size_t i = 0; i < kValueRules.size(); ++i) all[i] = kValueRules[i].info;
    for (std::size_t i = 0; i < kObjectRules.size(); ++i) all[kValueRules.size() + i] = kObjectRules[i];
    return all;
  }();
  return kAll;
}

std::string_view level_name(Level level) { return kLevels[static_cast<std::size_t>(level)].second; }

std::optional<Level> level_from_name(std::string_view name) {
  const auto* const found =
      std::find_if(kLevels.begin(), kLevels.end(), [name](const auto& entry) { return entry.second == name; });
  return found == kLevels.end() ? std::nullopt : std::optional(found->first);
}

std::string converted(json::Value before, std::string_view after) {
  return schema::detail::actual_words(before) + " converted to " + std::string(after);
}

}  // namespace acode::coerce
