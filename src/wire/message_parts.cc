// Content, reasoning and calls of a message, under all their names.
#include "wire/message_parts.h"

#include "acode/json/writer.h"
#include "json/access.h"
#include "wire/fields.h"

namespace acode::wire::detail {
namespace {

using json::Value;

// Whether a container of a partial value has not been closed.
bool is_open(Value value) {
  if (!value.is_array() && !value.is_object()) return false;
  const json::detail::Storage& storage = json::detail::Access::storage(value);
  return (storage.words[value.index()] & json::detail::kSpanMask) == 0;
}

// The last value in a container, or nothing.
std::optional<Value> last_in(Value container) {
  std::optional<Value> last;
  for (const Value element : container.elements()) last = element;
  for (const json::Member member : container.members()) last = member.value;
  return last;
}

// Takes off the end of a text what was never sent: the closers of open containers and the quote of an open string.
void take_off_closers(const Event& event, Value value, std::string& text) {
  if (!is_open(value)) return;
  std::optional<Value> innermost = value;
  while (innermost && is_open(*innermost)) {
    text.pop_back();
    innermost = last_in(*innermost);
  }
  if (innermost && event.in_string && innermost->is_string()) text.pop_back();
}

// Mistral has its thinking as a list of parts of text.
std::string thinking_in(Value part) {
  std::string text(string_in(part, "thinking"));
  const auto parts = array_in(part, "thinking");
  if (!parts) return text;
  for (const Value inner : parts->elements()) text += string_in(inner, "text");
  return text;
}

void take_part(Value part, Collector& out) {
  const std::string_view type = string_in(part, "type");
  if (part.is_string()) {
    out.text(part.as_string());
  } else if (type == "thinking") {
    out.reasoning(thinking_in(part));
  } else if (type == "refusal") {
    out.text(string_in(part, "refusal"));
  } else if (type.empty() || type == "text" || type == "output_text") {
    out.text(string_in(part, "text"));
  }
}

std::string details_text(Value details) {
  std::string text;
  for (const Value detail : details.elements()) {
    text += string_in(detail, "text");
    text += string_in(detail, "summary");
  }
  return text;
}

CallPiece piece_of(const Event& event, Value entry, bool whole) {
  // Some have the fields of `function` in the entry itself, and custom tools have another name for everything.
  const Fields<4> fields(entry, {"custom", "function", "index", "id"});
  const auto custom = fields.object(0);
  const Value function = custom ? *custom : fields.object(1).value_or(entry);
  auto arguments = function.find(custom ? "input" : "arguments");
  if (!arguments) arguments = function.find("parameters");
  CallPiece piece;
  piece.index = fields[2] ? fields[2]->as_int64() : std::nullopt;
  piece.id = fields.string(3);
  piece.name = string_in(function, "name");
  piece.begins = whole;
  if (!arguments) return piece;
  piece.as_object = !arguments->is_string();
  piece.arguments = arguments_text(event, *arguments);
  if (whole && !arguments->is_string()) piece.ending = ending_of(event, *arguments);
  return piece;
}

}  // namespace

MessageFields::MessageFields(Value message)
    : fields_(message, {"content", "refusal", "tool_calls", "function_call", "reasoning_content", "reasoning",
                        "thinking", "reasoning_details"}) {}

std::string_view MessageFields::reasoning() const {
  for (const Field name : {kReasoningContent, kReasoning, kThinking}) {
    if (const std::string_view text = fields_.string(name); !text.empty()) return text;
  }
  return {};
}

void take_content(Value content, Collector& out) {
  if (content.is_string()) return out.text(content.as_string());
  for (const Value part : content.elements()) take_part(part, out);
}

void take_reasoning(const MessageFields& message, Collector& out) {
  const std::string_view text = message.reasoning();
  if (!text.empty()) return out.reasoning(text);
  if (const auto details = message.reasoning_details()) out.reasoning(details_text(*details));
}

void take_tool_calls(const Event& event, const MessageFields& message, bool whole, Collector& out) {
  const std::optional<Value>& list = message.tool_calls();
  if (list && list->is_object()) out.call(piece_of(event, *list, whole));
  if (list && list->is_array()) {
    std::size_t position = 0;
    for (const Value entry : list->elements()) {
      CallPiece piece = piece_of(event, entry, whole);
      piece.position = position++;
      piece.siblings = list->size();
      out.call(piece);
    }
  }
  if (const auto legacy = message.function_call()) {
    CallPiece piece = piece_of(event, *legacy, whole);
    if (!piece.index) piece.index = 0;
    piece.legacy = true;
    out.call(piece);
  }
}

std::string arguments_text(const Event& event, Value arguments) {
  if (arguments.is_string()) return std::string(arguments.as_string());
  const bool none = arguments.is_null() || (arguments.is_object() && arguments.size() == 0);
  if (none) return {};
  std::string text = json::write(arguments);
  if (event.cut && !event.mended) take_off_closers(event, arguments, text);
  return text;
}

Ending ending_of(const Event& event, Value arguments) {
  return event.cut && (event.mended || is_open(arguments)) ? Ending::kTorn : Ending::kEnds;
}

}  // namespace acode::wire::detail
