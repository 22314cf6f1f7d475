// A look at the words of a tree for the other modules of the library, where asking a Value would be too slow.
#pragma once

#include "acode/json/value.h"

namespace acode::json::detail {

struct Access {
  [[nodiscard]] static Tag tag(Value value) { return value.tag(); }

  /// The value of a kInteger.
  [[nodiscard]] static std::int64_t integer(Value value) {
    constexpr unsigned kUnused = 64 - kTagShift;
    return static_cast<std::int64_t>(value.word() << kUnused) >> kUnused;
  }

  /// The characters of a kString, or the digits of a kNumber.
  [[nodiscard]] static std::string_view chars(Value value) { return value.chars(); }

  /// The value that stands at an index of the same tree.
  [[nodiscard]] static Value at(Value any, std::uint32_t index) { return {any.storage_, index}; }

  /// Whether two values stand in one tree.
  [[nodiscard]] static bool same_tree(Value a, Value b) { return a.storage_ == b.storage_; }

  [[nodiscard]] static const Storage& storage(Value value) { return *value.storage_; }

  /// The index behind a value and all that is in it.
  [[nodiscard]] static std::uint32_t next(Value value) { return value.next(); }
};

}  // namespace acode::json::detail
