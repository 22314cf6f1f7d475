// Writing the answers of a script.
#include "script/answer_body.h"

#include <algorithm>
#include <array>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "base/text.h"
#include "base/utf8.h"

namespace acode::script {
namespace {

using wire::Answer;
using wire::Dialect;

constexpr std::size_t kTextPiece = 12;      // bytes of text in an event
constexpr std::size_t kArgumentPiece = 16;  // bytes of arguments in an event

std::string quoted(std::string_view text) {
  std::string out;
  json::write_string_to(out, text);
  return out;
}

std::vector<std::string_view> cut(std::string_view text, std::size_t size) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(base::whole_characters(text, size), 1);
    pieces.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return pieces;
}

// ---- Ollama, whose calls come whole ----

bool is_object(std::string_view text) {
  const Result<json::Document> read = json::parse(text);
  return read.ok() && read->root().kind() == json::Kind::kObject;
}

std::string ollama_calls(const Answer& answer) {
  std::string calls;
  for (const wire::WireCall& call : answer.calls) {
    calls += (calls.empty() ? "" : ",") + std::string("{\"function\":{\"name\":") + quoted(call.name) +
             ",\"arguments\":" + (is_object(call.arguments) ? call.arguments : quoted(call.arguments)) + "}}";
  }
  return calls.empty() ? calls : ",\"tool_calls\":[" + calls + "]";
}

std::string ollama_line(const Wanted& wanted, const std::string& message, const std::string& end) {
  return "{\"model\":" + quoted(wanted.model) +
         ",\"created_at\":\"2026-01-01T00:00:00Z\",\"message\":{\"role\":\"assistant\"," + message + "}," + end + "}";
}

std::string ollama_end(const Answer& answer) {
  return "\"done\":true,\"done_reason\":" + quoted(answer.finish == wire::FinishReason::kLength ? "length" : "stop") +
         ",\"total_duration\":1000000,\"prompt_eval_count\":" + std::to_string(answer.usage.input) +
         ",\"eval_count\":" + std::to_string(answer.usage.output);
}

std::string ollama_thinking(std::string_view text) { return text.empty() ? "" : ",\"thinking\":" + quoted(text); }

std::vector<std::string> ollama_pieces(const Answer& answer, const Wanted& wanted) {
  if (!wanted.stream) {
    const std::string message =
        "\"content\":" + quoted(answer.text) + ollama_thinking(answer.reasoning) + ollama_calls(answer);
    return {ollama_line(wanted, message, ollama_end(answer))};
  }
  std::vector<std::string> lines;
  for (const std::string_view piece : cut(answer.reasoning, kTextPiece)) {
    lines.push_back(ollama_line(wanted, "\"content\":\"\"" + ollama_thinking(piece), "\"done\":false") + "\n");
  }
  for (const std::string_view piece : cut(answer.text, kTextPiece)) {
    lines.push_back(ollama_line(wanted, "\"content\":" + quoted(piece), "\"done\":false") + "\n");
  }
  if (!answer.calls.empty()) {
    lines.push_back(ollama_line(wanted, "\"content\":\"\"" + ollama_calls(answer), "\"done\":false") + "\n");
  }
  lines.push_back(ollama_line(wanted, "\"content\":\"\"", ollama_end(answer)) + "\n");
  return lines;
}

// ---- the others ----

// As some servers number the calls of a stream.
std::string with_index_zero(std::string text) {
  constexpr std::string_view kIndex = "\"index\":";
  for (std::size_t at = text.find(kIndex); at != std::string::npos; at = text.find(kIndex, at + kIndex.size())) {
    const std::size_t begin = at + kIndex.size();
    const std::size_t end = text.find_first_not_of("0123456789", begin);
    if (end != std::string::npos && end > begin) text.replace(begin, end - begin, "0");
  }
  return text;
}

std::vector<std::string> streamed_pieces(const Step& step, const Wanted& wanted) {
  const Answer& answer = step.answer;
  wire::Encoder encoder(wanted.dialect, {"", wanted.model, 1767225600});
  std::vector<std::string> events;
  const auto say = [&](const wire::Delta& delta) {
    std::string bytes = encoder.encode(delta);
    if (!bytes.empty()) events.push_back(step.index_zero ? with_index_zero(std::move(bytes)) : std::move(bytes));
  };
  for (const std::string_view piece : cut(answer.reasoning, kTextPiece)) say(wire::ReasoningDelta{std::string(piece)});
  for (const std::string_view piece : cut(answer.text, kTextPiece)) say(wire::TextDelta{std::string(piece)});
  for (std::size_t i = 0; i < answer.calls.size(); ++i) {
    const wire::WireCall& call = answer.calls[i];
    const std::string id = call.id.empty() ? "call_" + std::to_string(i) : call.id;
    say(wire::CallDelta{i, id, call.name, "", false});
    for (const std::string_view piece : cut(call.arguments, kArgumentPiece)) {
      say(wire::CallDelta{i, "", "", std::string(piece), false});
    }
    say(wire::CallDelta{i, "", "", "", true});
  }
  say(wire::UsageDelta{answer.usage});
  say(wire::FinishDelta{answer.finish, ""});
  events.push_back(encoder.finish());
  return events;
}

}  // namespace

std::optional<Dialect> dialect_of_path(std::string_view path) {
  static constexpr std::array<std::pair<std::string_view, Dialect>, 4> kEnds = {{
      {"/api/chat", Dialect::kOllama},
      {"/chat/completions", Dialect::kOpenAiChat},
      {"/responses", Dialect::kOpenAiResponses},
      {"/messages", Dialect::kAnthropic},
  }};
  for (const auto& [end, dialect] : kEnds) {
    if (path.ends_with(end)) return dialect;
  }
  return std::nullopt;
}

Wanted wanted_by(Dialect dialect, std::string_view body) {
  Wanted wanted{dialect, dialect == Dialect::kOllama, "scripted"};
  Limits limits;
  limits.max_bytes = kMaxTextBytes;
  limits.max_depth = 1000;
  const Result<json::Document> request = json::parse(body, limits);
  if (!request || request->root().kind() != json::Kind::kObject) return wanted;
  if (const auto stream = request->root().find("stream")) wanted.stream = stream->as_bool();
  if (const auto model = request->root().find("model"); model && model->kind() == json::Kind::kString) {
    wanted.model = model->as_string();
  }
  return wanted;
}

std::vector<std::string> answer_pieces(const Step& step, const Wanted& wanted) {
  if (step.body) return {*step.body};
  if (wanted.dialect == Dialect::kOllama) return ollama_pieces(step.answer, wanted);
  if (wanted.stream) return streamed_pieces(step, wanted);
  return {wire::encode(wanted.dialect, step.answer, {"", wanted.model, 1767225600})};
}

std::string_view content_type(const Step& step, const Wanted& wanted) {
  if (!step.content_type.empty()) return step.content_type;
  if (step.body) {
    const std::string_view text = base::trimmed(*step.body);
    return text.starts_with('{') || text.starts_with('[') ? "application/json" : "text/plain; charset=utf-8";
  }
  if (!wanted.stream) return "application/json";
  return wanted.dialect == Dialect::kOllama ? "application/x-ndjson" : "text/event-stream";
}

}  // namespace acode::script
