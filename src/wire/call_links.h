// Which result belongs to which call, where a conversation does not say: by id, else by name, else in order.
//
//   assistant  calls f, calls g              without ids, as older Ollamas have it
//   tool       g: "2"                        belongs to the second call
//   tool       "1"                           to the first that has no result yet
#pragma once

#include <vector>

#include "acode/wire/request.h"

namespace acode::wire::detail {

struct LinkNeeds {
  bool ids = true;          ///< calls without an id get one
  bool narrow_ids = false;  ///< of letters, digits, `_` and `-` only, and no two the same (Anthropic)
};

/// Gives calls their ids and results the ids and names of their calls. A result that belongs to no call stays as it is.
void link_calls(std::vector<Message>& messages, const LinkNeeds& needs);

}  // namespace acode::wire::detail
