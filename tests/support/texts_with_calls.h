// Texts as models write them, made at random: prose, reasoning and calls in all formats, whole and damaged.
#pragma once

#include <random>
#include <string>

#include "acode/schema/toolset.h"

namespace acode::test {

/// Some text. Now and then it is cut short, a piece of it is doubled or left out, or a byte is another.
std::string text_with_calls(std::mt19937& random);

/// The tools that the calls in it are of.
const schema::Toolset& tools_of_texts();

}  // namespace acode::test
