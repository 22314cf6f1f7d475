// The story of a call as `acode debug tool-call` tells it (CL-6).
#pragma once

#include <string>

#include "observe/event.h"

namespace acode::cli {

/// Timestamp, tool, id, result; each attempt with the original, a caret under each edit, the repaired text and what the
/// schema said; and what running the tool came to.
std::string render_story(const observe::CallEvent& event);

/// One object.
std::string story_row(const observe::CallEvent& event);

}  // namespace acode::cli
