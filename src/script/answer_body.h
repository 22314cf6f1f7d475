// What a step looks like on the wire: the body of an answer, whole or as the events of a stream.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/wire/wire.h"
#include "script/script.h"

namespace acode::script {

/// How an answer is wanted.
struct Wanted {
  wire::Dialect dialect = wire::Dialect::kOpenAiChat;
  bool stream = false;
  std::string model;
};

/// The dialect that a path is spoken in; nothing for other paths.
std::optional<wire::Dialect> dialect_of_path(std::string_view path);

/// What a request asks for. Ollama streams unless told not to, the others only if told to.
Wanted wanted_by(wire::Dialect dialect, std::string_view body);

/// The body of the answer in the pieces in which a server would send it: one, or the events of a stream. What the step says
/// is sent as it is, however broken: arguments that are no object go out as a string where a dialect has objects.
std::vector<std::string> answer_pieces(const Step& step, const Wanted& wanted);

/// The Content-Type that belongs to it.
std::string_view content_type(const Step& step, const Wanted& wanted);

}  // namespace acode::script
