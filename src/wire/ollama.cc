// Ollama's /api/chat: JSON objects, one a line; calls come whole, with their arguments as an object.
//
//   {"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":{}}}]},
//    "done":false}
//   {"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","eval_count":12}
//   {"error":"…"}
#include "wire/dialect.h"
#include "wire/fields.h"
#include "wire/message_parts.h"
#include "wire/provider_error.h"

namespace acode::wire::detail {
namespace {

using json::Value;

class OllamaReader final : public EventReader {
 public:
  bool take(const Event& event, Collector& out) override {
    auto error = provider_error(event.value);
    if (error) out.error(std::move(*error));
    const auto message = object_in(event.value, "message");
    if (message) take_message(event, *message, out);
    const auto done = event.value.find("done");
    // Without `done` it is neither a line of a stream nor quite an answer; it is taken for a whole one.
    if (message && !done) out.whole();
    if (done && done->as_bool()) take_end(event.value, out);
    return error || message || done;
  }

 private:
  static void take_message(const Event& event, Value message, Collector& out) {
    const MessageFields fields(message);
    take_reasoning(fields, out);
    if (fields.content()) take_content(*fields.content(), out);
    take_tool_calls(event, fields, true, out);
  }

  static void take_end(Value value, Collector& out) {
    out.usage({.input = count_in(value, "prompt_eval_count"), .output = count_in(value, "eval_count")});
    out.finish(string_in(value, "done_reason"));
    out.end();
  }
};

}  // namespace

bool is_ollama(const Event& event) {
  const auto error = event.value.find("error");
  if (error && error->is_string()) return true;
  return object_in(event.value, "message") && (event.value.find("done") || event.value.find("created_at"));
}

std::unique_ptr<EventReader> ollama_reader() { return std::make_unique<OllamaReader>(); }

}  // namespace acode::wire::detail
