// A forgiving look into a provider's JSON: what is missing, null or of another kind reads as empty.
//
//   string_in(value, "id")            // "call_1", or "" if there is none or it is not a string
//   object_in(value, "message")       // the object, or nothing
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "acode/json/value.h"

namespace acode::wire::detail {

inline std::string_view string_in(json::Value value, std::string_view name) {
  const auto found = value.find(name);
  return found ? found->as_string() : std::string_view{};
}

inline std::optional<json::Value> object_in(json::Value value, std::string_view name) {
  const auto found = value.find(name);
  return found && found->is_object() ? found : std::nullopt;
}

inline std::optional<json::Value> array_in(json::Value value, std::string_view name) {
  const auto found = value.find(name);
  return found && found->is_array() ? found : std::nullopt;
}

inline std::optional<std::int64_t> integer_in(json::Value value, std::string_view name) {
  const auto found = value.find(name);
  return found ? found->as_int64() : std::nullopt;
}

inline std::uint64_t count_in(json::Value value, std::string_view name) {
  const auto found = value.find(name);
  return found ? found->as_uint64().value_or(0) : 0;
}

/// A code may be a word or a number.
inline std::string word_or_number_in(json::Value value, std::string_view name) {
  const auto found = value.find(name);
  if (!found) return {};
  return found->is_number() ? found->number_text() : std::string(found->as_string());
}

/// Members of several names, found in one walk: readers ask every event of a stream for a dozen, and it has few.
///
///   const Fields fields(value, std::array<std::string_view, 2>{"delta", "message"});
///   if (const auto delta = fields.object(0)) …
template <std::size_t kCount>
class Fields {
 public:
  /// Of several with the same name the last counts, as in Value::find().
  Fields(json::Value object, const std::array<std::string_view, kCount>& names) {
    for (const json::Member member : object.members()) {
      for (std::size_t i = 0; i < kCount; ++i) {
        if (member.name.size() == names[i].size() && member.name == names[i]) found_[i] = member.value;
      }
    }
  }

  [[nodiscard]] const std::optional<json::Value>& operator[](std::size_t which) const { return found_[which]; }
  [[nodiscard]] std::string_view string(std::size_t which) const {
    return found_[which] ? found_[which]->as_string() : std::string_view{};
  }
  [[nodiscard]] std::optional<json::Value> object(std::size_t which) const {
    return found_[which] && found_[which]->is_object() ? found_[which] : std::nullopt;
  }
  [[nodiscard]] std::optional<json::Value> array(std::size_t which) const {
    return found_[which] && found_[which]->is_array() ? found_[which] : std::nullopt;
  }

 private:
  std::array<std::optional<json::Value>, kCount> found_;
};

}  // namespace acode::wire::detail
