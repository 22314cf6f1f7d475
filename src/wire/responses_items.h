// The parts of a response as OpenAI's /v1/responses writes them, for a body and for a stream alike.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "acode/wire/wire.h"
#include "wire/object_text.h"
#include "wire/out_calls.h"

namespace acode::wire::detail {

enum class ItemKind : unsigned char { kReasoning, kMessage, kCall };

/// An item of the output, as far as it is known.
struct OutItem {
  ItemKind kind = ItemKind::kMessage;
  std::string id;    ///< of the item
  std::string text;  ///< words, or the arguments of the call
  std::string call_id;
  std::string name;
};

/// The id of the item at this place of the output: `msg_0`, `fc_1`, `rs_2`.
std::string item_id(ItemKind kind, std::size_t place);

/// An item of the output. One that is just beginning has nothing in it.
std::string item_text(const OutItem& item, bool beginning, bool complete);

/// A part of a message or of a summary.
std::string part_text(ItemKind kind, std::string_view text);

struct ResponseState {
  FinishDelta finish;
  Usage usage;
  std::string error;  ///< JSON; empty if there is none
  bool beginning = false;
};

/// The response around its items.
std::string response_text(const Envelope& envelope, const std::vector<std::string>& items, const ResponseState& state);

/// "completed", "incomplete" or "failed".
std::string_view status_word(FinishReason reason);

}  // namespace acode::wire::detail
