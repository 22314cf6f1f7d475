// Words that stand without quotes where a value should be.
//
//   classify("True")    a literal, to be written true
//   classify("1_000")   a number in another notation
//   classify("007")     text: leading zeros matter to whoever wrote them
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "acode/json/value.h"

namespace acode::json::detail {

enum class WordKind : std::uint8_t { kJson, kLiteral, kNotANumber, kNumber, kText };

struct Word {
  WordKind kind;
  std::string_view json;  // kLiteral, kNotANumber, kJson literals: what it is in JSON
  bool number = false;    // kJson: a number and not a literal
};

Word classify(std::string_view word);

/// The JSON number that a number in another notation stands for: +1, .5, 5., 1_000, 0x1F; with `leading_zeros` also
/// 007. Empty if it is none.
std::string normalize_number(std::string_view word, bool leading_zeros = false);

/// Whether `word` is a number of RFC 8259.
bool is_json_number(std::string_view word);

/// The kind of a number or a literal, in JSON's notation or another's, by its first character.
Kind kind_of_scalar(char first);

/// What a literal that was cut off must have been, `tru` → true; empty if it can be several or none.
std::string_view complete_literal(std::string_view word);

}  // namespace acode::json::detail
