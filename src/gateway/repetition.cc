// Reading a history backwards.
#include "gateway/repetition.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "acode/error.h"
#include "acode/json/reader.h"
#include "acode/json/writer.h"

namespace acode::gateway {
namespace {

using json::Value;
using wire::Dialect;

/// What one message, or one item, adds to a turn.
struct Piece {
  std::vector<MadeCall> calls;
  std::vector<std::string> results;
  bool ends_it = false;  // a person or the system speaks
};

struct Turn {
  std::vector<MadeCall> calls;
  std::vector<std::string> results;
  friend bool operator==(const Turn&, const Turn&) = default;
};

std::string_view text_of(Value value, std::string_view name) {
  const auto member = value.find(name);
  return member && member->is_string() ? member->as_string() : std::string_view();
}

std::string json_of(Value value, std::string_view name) {
  const auto member = value.find(name);
  return member ? json::write(*member) : std::string();
}

// Some dialects send them as an object, some as its text.
std::string arguments_of(std::optional<Value> arguments) {
  if (!arguments) return "{}";
  if (!arguments->is_string()) return json::write(*arguments);
  const Result<json::Document> document = json::parse(arguments->as_string());
  return document ? json::write(document->root()) : std::string(arguments->as_string());
}

// Ollama and OpenAI's chat.
Piece piece_of_chat(Value message) {
  Piece piece;
  const std::string_view role = text_of(message, "role");
  if (role == "tool") {
    piece.results.push_back(json_of(message, "content"));
  } else if (role == "assistant") {
    const auto calls = message.find("tool_calls");
    if (!calls) return piece;
    for (const Value call : calls->elements()) {
      const auto function = call.find("function");
      if (!function) continue;
      piece.calls.push_back({std::string(text_of(*function, "name")), arguments_of(function->find("arguments"))});
    }
  } else {
    piece.ends_it = true;
  }
  return piece;
}

Piece piece_of_responses(Value item) {
  Piece piece;
  const std::string_view type = text_of(item, "type");
  if (type == "function_call_output") {
    piece.results.push_back(json_of(item, "output"));
  } else if (type == "function_call") {
    piece.calls.push_back({std::string(text_of(item, "name")), arguments_of(item.find("arguments"))});
  } else {
    const std::string_view role = text_of(item, "role");
    piece.ends_it = !role.empty() && role != "assistant";
  }
  return piece;
}

Piece piece_of_anthropic(Value message) {
  Piece piece;
  const bool is_model = text_of(message, "role") == "assistant";
  const auto content = message.find("content");
  if (!content || !content->is_array()) {
    piece.ends_it = !is_model;
    return piece;
  }
  for (const Value block : content->elements()) {
    const std::string_view type = text_of(block, "type");
    if (type == "tool_result") {
      piece.results.push_back(json_of(block, "content"));
    } else if (type == "tool_use") {
      piece.calls.push_back({std::string(text_of(block, "name")), arguments_of(block.find("input"))});
    } else if (!is_model) {
      piece.ends_it = true;
    }
  }
  return piece;
}

Piece piece_of(Dialect dialect, Value message) {
  switch (dialect) {
    case Dialect::kOpenAiResponses:
      return piece_of_responses(message);
    case Dialect::kAnthropic:
      return piece_of_anthropic(message);
    default:
      return piece_of_chat(message);
  }
}

/// Takes turns off the end of a list of messages.
class Backwards {
 public:
  Backwards(Dialect dialect, Value messages) : dialect_(dialect) {
    for (const Value message : messages.elements()) messages_.push_back(message);
  }

  // The turn before: its results, and the calls that they answer. Nothing if there is none, or it has no results.
  std::optional<Turn> next() {
    Turn turn;
    for (; !messages_.empty(); messages_.pop_back()) {
      Piece piece = piece_of(dialect_, messages_.back());
      const bool is_of_the_turn_before = !piece.results.empty() && !turn.calls.empty();
      if (piece.ends_it || is_of_the_turn_before) break;
      std::move(piece.calls.begin(), piece.calls.end(), std::back_inserter(turn.calls));
      std::move(piece.results.begin(), piece.results.end(), std::back_inserter(turn.results));
    }
    if (turn.calls.empty() || turn.results.empty()) return std::nullopt;
    return turn;
  }

 private:
  Dialect dialect_;
  std::vector<Value> messages_;
};

}  // namespace

bool Repetition::has(const pipeline::ToolCall& call) const {
  if (calls.empty() || !call.arguments) return false;
  const MadeCall made{call.name, json::write(call.arguments->value())};
  return std::find(calls.begin(), calls.end(), made) != calls.end();
}

Repetition repetition_in(Dialect dialect, Value body) {
  Repetition repetition;
  const auto messages = body.find(dialect == Dialect::kOpenAiResponses ? "input" : "messages");
  if (!messages || !messages->is_array()) return repetition;
  // Most questions end with somebody's word: then nothing was repeated.
  std::optional<Value> last_message;
  for (const Value message : messages->elements()) last_message = message;
  if (!last_message || piece_of(dialect, *last_message).ends_it) return repetition;
  Backwards turns(dialect, *messages);
  std::optional<Turn> last = turns.next();
  if (!last) return repetition;
  do {
    ++repetition.times;
  } while (turns.next() == last);
  repetition.calls = std::move(last->calls);
  return repetition;
}

bool refuse_if_repeated(const Repetition& repetition, pipeline::ToolCall& call) {
  if (!call.ok() || !repetition.has(call)) return false;
  pipeline::Finding& error = call.findings.emplace_back();
  error.kind = pipeline::Finding::Kind::kError;
  error.stage = pipeline::Stage::kValidate;
  error.code = code_name(ErrorCode::kRepeatedCall);
  error.message = "the same call of " + call.name + " was made " + std::to_string(repetition.times) +
                  " times in a row, and each time the result was the same";
  call.verdict = pipeline::Verdict::kRejected;
  return true;
}

}  // namespace acode::gateway
