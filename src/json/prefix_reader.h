// A JSON object or array at the beginning of a text that goes on with something else.
//
//   PrefixReader reader;
//   reader.look(R"({"a": [1)");              // kMore
//   reader.look(R"({"a": [1]} and so)");     // kValue, of length 10
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "acode/json/value.h"
#include "acode/limits.h"
#include "json/machine.h"

namespace acode::json::detail {

class PrefixReader {
 public:
  enum class State : std::uint8_t {
    kMore,   ///< its end has not come
    kValue,  ///< it is whole
    kNot,    ///< it is not valid, or not within the limits
  };

  explicit PrefixReader(const Limits& limits = {}) : machine_(limits) {}

  /// `text` begins with '{' or '[', and is the same as before or more of it. Nothing is read twice.
  State look(std::string_view text);

  /// How many bytes were read; once the value is whole, its length.
  [[nodiscard]] std::size_t length() const { return length_; }

  /// Whether it is not valid, rather than not within the limits; once look() has said kNot.
  [[nodiscard]] bool is_wrong() const {
    const Failure::Kind kind = machine_.failure().kind;
    return kind != Failure::Kind::kTooDeep && kind != Failure::Kind::kTooLarge;
  }

  /// look(), and what there is of the value so far, or was before an error. Lives until the next look().
  std::optional<Value> partial(std::string_view text) {
    look(text);
    return machine_.partial();
  }

  /// Whether what was looked at ends inside a string.
  [[nodiscard]] bool in_string() const { return machine_.in_string(); }

  /// The value, once it is whole.
  [[nodiscard]] Value value() const { return machine_.value(); }

  /// The same with what it lives by. The reader is of no use then.
  [[nodiscard]] Document take();

  /// What it lives by, alone.
  [[nodiscard]] std::shared_ptr<const void> take_owner() { return machine_.release(); }

 private:
  State at_end(std::string_view text);

  Machine machine_;
  std::size_t length_ = 0;
};

}  // namespace acode::json::detail
