// What an event says of the answer it belongs to: its id, the model, when it was made.
//
//   {"id":"chatcmpl-1","created":1700000000,"model":"m", …}                    OpenAI's chunks
//   {"type":"message_start","message":{"id":"msg_1","model":"m", …}}           Anthropic's first event
//   {"type":"response.created","response":{"id":"resp_1","created_at":…}}      the first of OpenAI's Responses
//   {"model":"m","created_at":"2026-01-31T12:00:00Z", …}                       Ollama
#pragma once

#include "acode/json/value.h"
#include "acode/wire/wire.h"
#include "wire/fields.h"

namespace acode::wire::detail {

/// Fills what is still empty. Ollama's time of day is not read: nobody asks for it again.
inline void read_envelope(json::Value event, Envelope& envelope) {
  json::Value holder = event;
  if (const auto response = object_in(event, "response")) holder = *response;
  const auto message = object_in(event, "message");
  if (message && message->find("model")) holder = *message;
  if (envelope.id.empty()) envelope.id = string_in(holder, "id");
  if (envelope.model.empty()) envelope.model = string_in(holder, "model");
  for (const std::string_view name : {"created", "created_at"}) {
    if (envelope.created == 0) envelope.created = integer_in(holder, name).value_or(0);
  }
}

}  // namespace acode::wire::detail
