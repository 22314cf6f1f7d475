// Answers as models write them: a call in one of the ways that are seen most, prose around it, and slips.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "tool_stock.h"

namespace acode::training {

/// What a row has to be parsed.
struct Input {
  std::string text;
  bool is_response = false;  ///< the body of a provider's answer
};

/// An answer of a model that has these tools.
Input some_answer(const std::vector<Tool>& tools, std::mt19937& random);

}  // namespace acode::training
