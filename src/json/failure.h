// What stopped the strict reader: plain data, put into words only when somebody asks.
//
// The tolerant reader begins with a strict one that fails on every text it mends, and has no use for sentences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "acode/error.h"

namespace acode::json::detail {

struct Failure {
  enum class Kind : std::uint8_t {
    kNothing,     // no failure
    kUnexpected,  // `byte` stands where `expected` must
    kEscape,      // an escape that JSON does not know
    kUtf8,        // `byte` is no part of valid UTF-8
    kEnd,         // the text ended where `expected` must stand
    kTooDeep,     // more levels than `limit`
    kTooLarge,    // `size` bytes are more than `limit`
  };

  Kind kind = Kind::kNothing;
  unsigned char byte = 0;
  Position position;
  std::string_view expected;  // a constant
  std::string_view message;   // kEnd: what is missing; a constant
  std::size_t limit = 0;
  std::size_t size = 0;

  [[nodiscard]] ErrorCode code() const;
  [[nodiscard]] Error in_words() const;
};

}  // namespace acode::json::detail
