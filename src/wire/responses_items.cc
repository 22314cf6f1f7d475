// The output items of the Responses dialect.
#include "wire/responses_items.h"

#include "wire/finish_words.h"

namespace acode::wire::detail {
namespace {

std::string usage_text(const Usage& usage) {
  return ObjectText()
      .number("input_tokens", usage.input)
      .json("input_tokens_details", ObjectText().number("cached_tokens", usage.cached).take())
      .number("output_tokens", usage.output)
      .json("output_tokens_details", ObjectText().number("reasoning_tokens", usage.reasoning).take())
      .number("total_tokens", usage.input + usage.output)
      .take();
}

std::string incomplete_details(const FinishDelta& finish) {
  if (status_word(finish.reason) != "incomplete") return "null";
  const std::string_view usual = finish.reason == FinishReason::kLength ? "max_output_tokens" : "content_filter";
  return ObjectText().string("reason", finish_word(finish.native, finish.reason, usual)).take();
}

}  // namespace

std::string item_id(ItemKind kind, std::size_t place) {
  constexpr std::string_view kPrefixes[] = {"rs_", "msg_", "fc_"};
  return std::string(kPrefixes[static_cast<std::size_t>(kind)]) + std::to_string(place);
}

std::string part_text(ItemKind kind, std::string_view text) {
  ObjectText part;
  part.string("type", kind == ItemKind::kReasoning ? "summary_text" : "output_text").string("text", text);
  if (kind == ItemKind::kMessage) part.json("annotations", "[]");
  return part.take();
}

std::string item_text(const OutItem& item, bool beginning, bool complete) {
  ObjectText out;
  const std::string parts = beginning ? "[]" : array_text({part_text(item.kind, item.text)});
  const std::string_view done = complete ? "completed" : "incomplete";
  out.string("id", item.id);
  switch (item.kind) {
    case ItemKind::kReasoning:
      return out.string("type", "reasoning").json("summary", parts).take();
    case ItemKind::kMessage:
      out.string("type", "message").string("role", "assistant");
      return out.string("status", beginning ? "in_progress" : done).json("content", parts).take();
    case ItemKind::kCall:
      break;
  }
  out.string("type", "function_call").string("status", beginning ? "in_progress" : done);
  out.string("call_id", item.call_id).string("name", item.name);
  return out.string("arguments", beginning ? std::string_view{} : std::string_view(item.text)).take();
}

std::string response_text(const Envelope& envelope, const std::vector<std::string>& items, const ResponseState& state) {
  ObjectText out;
  out.string("id", response_id(envelope, "resp_")).string("object", "response");
  out.integer("created_at", envelope.created).string("model", envelope.model);
  out.string("status", state.beginning ? "in_progress" : status_word(state.finish.reason));
  out.json("error", state.error.empty() ? "null" : state.error);
  out.json("incomplete_details", incomplete_details(state.finish));
  out.json("output", array_text(items));
  return out.json("usage", state.beginning ? "null" : usage_text(state.usage)).take();
}

std::string_view status_word(FinishReason reason) {
  if (reason == FinishReason::kError) return "failed";
  return reason == FinishReason::kLength || reason == FinishReason::kContentFilter ? "incomplete" : "completed";
}

}  // namespace acode::wire::detail
