// Looking through a history, and mending it.
#include "gateway/heal.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "acode/json/reader.h"
#include "acode/json/repair.h"
#include "acode/json/writer.h"

namespace acode::gateway {
namespace {

using json::Value;

bool is_object(std::string_view text) {
  const Result<json::Document> document = json::parse(text);
  return document && document->root().is_object();
}

// Whether these are arguments that every server can read. None at all are none.
bool are_sound(std::optional<Value> arguments, bool as_text) {
  if (!arguments) return true;
  if (!as_text) return arguments->is_object();
  return arguments->is_string() && is_object(arguments->as_string());
}

bool has_broken_call(Value message, bool as_text) {
  const auto calls = message.find("tool_calls");
  if (!calls) return false;
  for (const Value call : calls->elements()) {
    const auto function = call.find("function");
    if (function && !are_sound(function->find("arguments"), as_text)) return true;
  }
  return false;
}

bool has_broken_block(Value message) {
  const auto content = message.find("content");
  if (!content) return false;
  for (const Value block : content->elements()) {
    const auto type = block.find("type");
    if (type && type->as_string() == "tool_use" && !are_sound(block.find("input"), false)) return true;
  }
  return false;
}

bool is_broken_item(Value item) {
  const auto type = item.find("type");
  return type && type->as_string() == "function_call" && !are_sound(item.find("arguments"), true);
}

bool is_broken(wire::Dialect dialect, Value message) {
  switch (dialect) {
    case wire::Dialect::kOllama:
      return has_broken_call(message, false);
    case wire::Dialect::kOpenAiChat:
      return has_broken_call(message, true);
    case wire::Dialect::kOpenAiResponses:
      return is_broken_item(message);
    case wire::Dialect::kAnthropic:
      break;
  }
  return has_broken_block(message);
}

std::string mended(std::string_view arguments) {
  const json::Repair repair = json::repair(arguments);
  if (repair.ok() && repair.value().is_object()) return json::write(repair.value());
  std::string out = "{\"invalid_arguments\":";
  json::write_string_to(out, arguments);
  return out + "}";
}

}  // namespace

// The names are looked for from their underscores on, which are rarer than letters. In one that is written with escapes there
// is one of ASCII.
bool may_have_history(wire::Dialect dialect, std::string_view body) {
  constexpr std::string_view kAsciiEscape = "\\u00";
  const auto name = [dialect]() -> std::string_view {
    switch (dialect) {
      case wire::Dialect::kOllama:
      case wire::Dialect::kOpenAiChat:
        return "_calls";
      case wire::Dialect::kOpenAiResponses:
        return "_call";
      case wire::Dialect::kAnthropic:
        break;
    }
    return "_use";
  };
  return body.find(name()) != std::string_view::npos || body.find(kAsciiEscape) != std::string_view::npos;
}

bool needs_healing(wire::Dialect dialect, Value body) {
  const auto messages = body.find(dialect == wire::Dialect::kOpenAiResponses ? "input" : "messages");
  if (!messages) return false;
  for (const Value message : messages->elements()) {
    if (is_broken(dialect, message)) return true;
  }
  return false;
}

std::size_t heal(wire::Request& request) {
  std::size_t healed = 0;
  for (wire::Message& message : request.messages) {
    for (wire::Part& part : message.parts) {
      auto* const call = std::get_if<wire::WireCall>(&part);
      if (call == nullptr || is_object(call->arguments)) continue;
      call->arguments = mended(call->arguments);
      ++healed;
    }
  }
  return healed;
}

}  // namespace acode::gateway
