// Replacing members where they stand.
#include "gateway/graft.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "wire/fields.h"

namespace acode::gateway {
namespace {

using json::Value;
using wire::detail::object_in;
using wire::detail::string_in;

/// What a member shall be; nothing: it shall not be.
struct Edit {
  std::string_view name;
  std::optional<std::string> json;
};

void write_member(std::string& out, std::string_view name, std::string_view json) {
  if (out.size() > 1) out += ',';
  json::write_string_to(out, name);
  out += ':';
  out += json;
}

// The object with these members replaced where they stand; those that it does not have come behind the others.
std::string edited(Value object, std::span<const Edit> edits) {
  std::string out = "{";
  for (const json::Member member : object.members()) {
    const auto edit = std::find_if(edits.begin(), edits.end(), [&](const Edit& e) { return e.name == member.name; });
    if (edit == edits.end()) {
      write_member(out, member.name, json::write(member.value));
    } else if (edit->json) {
      write_member(out, member.name, *edit->json);
    }
  }
  for (const Edit& edit : edits) {
    if (edit.json && !object.find(edit.name)) write_member(out, edit.name, *edit.json);
  }
  return out + '}';
}

std::optional<std::string> text_of(Value object, std::string_view name) {
  const auto member = object.find(name);
  return member ? std::optional(json::write(*member)) : std::nullopt;
}

// The old list without elements of these types, and those of the new one behind it.
std::string joined(Value before, Value fresh, std::string_view list, std::span<const std::string_view> replaced) {
  std::string out = "[";
  const auto add_those = [&](Value holder, bool of_these_types) {
    const auto elements = holder.find(list);
    if (!elements) return;
    for (const Value element : elements->elements()) {
      const std::string_view type = string_in(element, "type");
      const bool is_replaced = std::find(replaced.begin(), replaced.end(), type) != replaced.end();
      if (is_replaced != of_these_types) continue;
      if (out.size() > 1) out += ',';
      json::write_to(out, element);
    }
  };
  add_those(before, false);
  add_those(fresh, true);
  return out + ']';
}

// The words in the elements of a list that have this type.
std::string words_in(Value holder, std::string_view list, std::string_view type) {
  std::string out;
  const auto elements = holder.find(list);
  if (!elements) return out;
  for (const Value element : elements->elements()) {
    if (string_in(element, "type") == type) out += string_in(element, "text");
    if (string_in(element, "type") == "message") out += words_in(element, "content", type);
  }
  return out;
}

// Words that have not changed stay as they are, with what else is known of them: sources, for example. Of the types that are
// replaced the first is that of words.
std::string graft_list(Value body, Value fresh, std::string_view list, std::string_view words_type,
                       std::span<const std::string_view> replaced) {
  const bool are_same = words_in(body, list, words_type) == words_in(fresh, list, words_type);
  return joined(body, fresh, list, replaced.subspan(are_same ? 1 : 0));
}

std::string graft_message(Value message, Value fresh) {
  const std::array edits = {Edit{"content", text_of(fresh, "content")},
                            Edit{"tool_calls", text_of(fresh, "tool_calls")}, Edit{"function_call", std::nullopt}};
  return edited(message, edits);
}

std::string graft_ollama(Value body, Value fresh) {
  const auto message = object_in(body, "message");
  const auto fresh_message = object_in(fresh, "message");
  if (!message || !fresh_message) return json::write(fresh);
  const std::array edits = {Edit{"message", graft_message(*message, *fresh_message)}};
  return edited(body, edits);
}

std::string graft_openai_chat(Value body, Value fresh) {
  const auto choices = body.find("choices");
  const auto choice = choices ? choices->at(0) : std::nullopt;
  const auto message = choice ? object_in(*choice, "message") : std::nullopt;
  const auto fresh_choice = fresh.find("choices")->at(0);
  if (!message) return json::write(fresh);
  const std::array choice_edits = {Edit{"message", graft_message(*message, *object_in(*fresh_choice, "message"))},
                                   Edit{"finish_reason", text_of(*fresh_choice, "finish_reason")}};
  const std::array edits = {Edit{"choices", "[" + edited(*choice, choice_edits) + "]"}};
  return edited(body, edits);
}

std::string graft_anthropic(Value body, Value fresh) {
  if (!body.find("content")) return json::write(fresh);
  constexpr std::array<std::string_view, 2> kReplaced = {"text", "tool_use"};
  const std::array edits = {Edit{"content", graft_list(body, fresh, "content", "text", kReplaced)},
                            Edit{"stop_reason", text_of(fresh, "stop_reason")}};
  return edited(body, edits);
}

std::string graft_responses(Value body, Value fresh) {
  if (!body.find("output")) return json::write(fresh);
  constexpr std::array<std::string_view, 3> kReplaced = {"message", "function_call", "custom_tool_call"};
  const std::array edits = {Edit{"output", graft_list(body, fresh, "output", "output_text", kReplaced)},
                            Edit{"status", text_of(fresh, "status")}};
  return edited(body, edits);
}

}  // namespace

std::string graft(wire::Dialect dialect, Value body, wire::Answer answer, const wire::Envelope& envelope) {
  answer.reasoning.clear();
  std::string text = wire::encode(dialect, answer, envelope);
  const Result<json::Document> fresh = json::parse(text);
  if (!fresh || !body.is_object()) return text;
  switch (dialect) {
    case wire::Dialect::kOllama:
      return graft_ollama(body, fresh->root());
    case wire::Dialect::kOpenAiChat:
      return graft_openai_chat(body, fresh->root());
    case wire::Dialect::kOpenAiResponses:
      return graft_responses(body, fresh->root());
    case wire::Dialect::kAnthropic:
      break;
  }
  return graft_anthropic(body, fresh->root());
}

}  // namespace acode::gateway
