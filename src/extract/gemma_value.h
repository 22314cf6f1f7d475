// The notation in which Gemma writes the arguments of a call: like JSON, but with bare keys and quotes of its own.
//
//   {city:<|"|>Paris<|"|>,days:3,units:[<|"|>C<|"|>,<|"|>F<|"|>]}       Gemma 4
//   {city:<escape>Paris<escape>,days:3}                                  FunctionGemma
//
// Models forget quotes, write others, leave out the last brace, and let a text without quotes run over lines and commas.
// Such a text ends where another key of the object begins, or where its bracket closes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "acode/schema/toolset.h"

namespace acode::extract {

/// The JSON object that a text between (and with) braces stands for. The closing ones may be missing. `quote` is the
/// token around strings. `tool` may be null; its schema tells `12345` from "12345", and keys from text.
std::string gemma_object(std::string_view text, std::string_view quote, const schema::Tool* tool,
                         std::vector<std::string>& warnings);

}  // namespace acode::extract
