// The grammar of a number as a table of states, for numbers that a piece may cut anywhere.
#pragma once

#include <cstdint>

#include "json/machine.h"
#include "json/scan.h"

namespace acode::json::detail {

/// What a byte does to a number: it goes on, it was over before the byte, or it is none.
enum class NumberStep : std::uint8_t { kOn, kOver, kWrong };

/// One byte of a number; `first` tells whether it is the first. The fast way through Machine::parse() accepts the same
/// numbers.
inline NumberStep number_step(Machine::NumberState& state, char c, bool first) {
  using N = Machine::NumberState;
  const bool digit = is_digit(c);
  if (digit && (state == N::kInteger || state == N::kFraction)) return NumberStep::kOn;  // nearly all of them
  const bool exponent = c == 'e' || c == 'E';
  switch (state) {
    case N::kSign:
      if (c == '-' && first) return NumberStep::kOn;
      if (!digit) return NumberStep::kWrong;
      state = c == '0' ? N::kZero : N::kInteger;
      return NumberStep::kOn;
    case N::kZero:
    case N::kInteger:
      if (digit) return NumberStep::kWrong;
      if (c != '.' && !exponent) return NumberStep::kOver;
      state = c == '.' ? N::kPoint : N::kExponent;
      return NumberStep::kOn;
    case N::kPoint:
    case N::kFraction:
      if (digit) {
        state = N::kFraction;
        return NumberStep::kOn;
      }
      if (state == N::kPoint) return NumberStep::kWrong;
      if (!exponent) return NumberStep::kOver;
      state = N::kExponent;
      return NumberStep::kOn;
    case N::kExponent:
      if (c == '+' || c == '-') {
        state = N::kExponentSign;
        return NumberStep::kOn;
      }
      [[fallthrough]];
    case N::kExponentSign:
      if (!digit) return NumberStep::kWrong;
      state = N::kPower;
      return NumberStep::kOn;
    case N::kPower:
      return digit ? NumberStep::kOn : NumberStep::kOver;
  }
  return NumberStep::kWrong;
}

}  // namespace acode::json::detail
