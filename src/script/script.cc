// Reading scripts: a schema says what may stand there, so that its errors can be told as all others are.
#include "script/script.h"

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/schema/describe.h"
#include "acode/schema/schema.h"

namespace acode::script {
namespace {

using json::Value;
using std::chrono::milliseconds;

constexpr std::string_view kSchema = R"({
  "$defs": {
    "count": {"type": "integer", "minimum": 0, "maximum": 1000000000},
    "call": {"type": "object", "additionalProperties": false, "required": ["name"], "properties": {
      "id": {"type": "string"}, "name": {"type": "string"}, "arguments": {"type": ["string", "object"]}}},
    "step": {"type": "object", "additionalProperties": false, "properties": {
      "text": {"type": "string"}, "reasoning": {"type": "string"},
      "calls": {"type": "array", "items": {"$ref": "#/$defs/call"}},
      "finish": {"enum": ["stop", "tool_calls", "length", "content_filter"]},
      "usage": {"type": "object", "additionalProperties": false, "properties": {
        "input": {"$ref": "#/$defs/count"}, "output": {"$ref": "#/$defs/count"}}},
      "status": {"type": "integer", "minimum": 200, "maximum": 599},
      "body": {"type": ["string", "object", "array"]}, "content_type": {"type": "string"},
      "headers": {"type": "object", "additionalProperties": {"type": "string"}},
      "delay_ms": {"$ref": "#/$defs/count"}, "piece_bytes": {"$ref": "#/$defs/count"},
      "piece_delay_ms": {"$ref": "#/$defs/count"}, "cut_after": {"$ref": "#/$defs/count"},
      "reset": {"type": "boolean"}, "index_zero": {"type": "boolean"}}},
    "steps": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/step"}}
  },
  "type": "object", "additionalProperties": false, "required": ["steps"], "properties": {
    "steps": {"$ref": "#/$defs/steps"}, "then": {"enum": ["repeat_last", "repeat_all", "fail"]}}
})";

const schema::Schema& script_schema() {
  static const schema::Schema kCompiled = std::move(schema::Schema::compile(kSchema)).value();
  return kCompiled;
}

std::string text_of(Value step, std::string_view name) {
  const std::optional<Value> member = step.find(name);
  return member && member->kind() == json::Kind::kString ? std::string(member->as_string()) : std::string();
}

std::uint64_t count_of(Value step, std::string_view name) {
  const std::optional<Value> member = step.find(name);
  return member ? static_cast<std::uint64_t>(member->as_int64().value_or(0)) : 0;
}

bool flag_of(Value step, std::string_view name) {
  const std::optional<Value> member = step.find(name);
  return member && member->as_bool();
}

wire::FinishReason finish_of(const std::string& word, bool has_calls) {
  if (word == "stop") return wire::FinishReason::kStop;
  if (word == "length") return wire::FinishReason::kLength;
  if (word == "content_filter") return wire::FinishReason::kContentFilter;
  return has_calls || word == "tool_calls" ? wire::FinishReason::kToolCalls : wire::FinishReason::kStop;
}

// A text as it is, anything else as JSON.
std::string raw_text(Value value) {
  return value.kind() == json::Kind::kString ? std::string(value.as_string()) : json::write(value);
}

wire::WireCall read_call(Value call) {
  const std::optional<Value> arguments = call.find("arguments");
  return {text_of(call, "id"), text_of(call, "name"), arguments ? raw_text(*arguments) : "{}"};
}

// Tokens are counted as servers would, roughly, so that accounts have something to add up.
std::uint64_t rough_tokens(const wire::Answer& answer) {
  std::size_t bytes = answer.text.size() + answer.reasoning.size();
  for (const wire::WireCall& call : answer.calls) bytes += call.name.size() + call.arguments.size();
  return bytes / 4 + 1;
}

Step read_step(Value value) {
  Step step;
  step.answer.text = text_of(value, "text");
  step.answer.reasoning = text_of(value, "reasoning");
  if (const std::optional<Value> calls = value.find("calls")) {
    for (const Value call : calls->elements()) step.answer.calls.push_back(read_call(call));
  }
  step.answer.finish = finish_of(text_of(value, "finish"), !step.answer.calls.empty());
  step.answer.usage = {20, rough_tokens(step.answer), 0, 0};
  if (const std::optional<Value> usage = value.find("usage")) {
    step.answer.usage = {count_of(*usage, "input"), count_of(*usage, "output"), 0, 0};
  }
  if (value.find("status")) step.status = static_cast<int>(count_of(value, "status"));
  if (const std::optional<Value> body = value.find("body")) step.body = raw_text(*body);
  step.content_type = text_of(value, "content_type");
  if (const std::optional<Value> headers = value.find("headers")) {
    for (const json::Member header : headers->members())
      step.headers.emplace_back(header.name, header.value.as_string());
  }
  step.delay = milliseconds(count_of(value, "delay_ms"));
  step.piece_bytes = count_of(value, "piece_bytes");
  step.piece_delay = milliseconds(count_of(value, "piece_delay_ms"));
  if (value.find("cut_after")) step.cut_after = count_of(value, "cut_after");
  step.reset = flag_of(value, "reset");
  step.index_zero = flag_of(value, "index_zero");
  return step;
}

// One step and a list of steps stand for a script of them.
std::string as_whole_script(Value value) {
  if (value.kind() == json::Kind::kArray) return "{\"steps\":" + json::write(value) + "}";
  const bool is_step = value.kind() == json::Kind::kObject && !value.find("steps");
  return is_step ? "{\"steps\":[" + json::write(value) + "]}" : json::write(value);
}

Error misfit(const schema::Violation& violation) {
  Error error;
  error.code = ErrorCode::kSchemaMismatch;
  error.message = schema::for_person(violation);
  error.path = violation.where.text();
  return error;
}

}  // namespace

Result<Script> read_script(std::string_view text) {
  Limits limits;
  limits.max_bytes = std::size_t{64} << 20;
  const Result<json::Document> given = json::parse(text, limits);
  if (!given) return given.error();
  const Result<json::Document> whole = json::parse(as_whole_script(given->root()), limits);
  if (!whole) return whole.error();
  const std::vector<schema::Violation> violations = script_schema().validate(whole->root(), 1);
  if (!violations.empty()) return misfit(violations.front());
  Script script;
  for (const Value step : whole->root().find("steps")->elements()) script.steps.push_back(read_step(step));
  const std::string then = text_of(whole->root(), "then");
  script.then = then == "fail"         ? Script::Then::kFail
                : then == "repeat_all" ? Script::Then::kRepeatAll
                                       : Script::Then::kRepeatLast;
  return script;
}

Step calling(std::string name, std::string arguments) {
  Step step;
  step.answer.calls.push_back({"", std::move(name), std::move(arguments)});
  step.answer.finish = wire::FinishReason::kToolCalls;
  step.answer.usage = {20, rough_tokens(step.answer), 0, 0};
  return step;
}

Step saying(std::string text) {
  Step step;
  step.answer.text = std::move(text);
  step.answer.finish = wire::FinishReason::kStop;
  step.answer.usage = {20, rough_tokens(step.answer), 0, 0};
  return step;
}

}  // namespace acode::script
