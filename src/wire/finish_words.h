// The words of all providers for why an answer ended. Dialects borrow each other's, so there is one table for all.
#pragma once

#include <string_view>

#include "acode/wire/wire.h"

namespace acode::wire::detail {

/// What a word means, in any case of letters; kUnknown if it is none of ours.
FinishReason finish_reason_of(std::string_view word);

/// The word to send: the answer's own if it means the same, else the given one.
std::string_view finish_word(std::string_view own, FinishReason reason, std::string_view usual);

}  // namespace acode::wire::detail
