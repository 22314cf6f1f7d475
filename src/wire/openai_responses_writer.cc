// Answers as OpenAI's /v1/responses writes them: numbered events, item by item, and the whole at the end.
#include <utility>

#include "wire/dialect.h"
#include "wire/error_text.h"
#include "wire/object_text.h"
#include "wire/out_calls.h"
#include "wire/responses_items.h"
#include "wire/stream_parts.h"

namespace acode::wire::detail {
namespace {

class OpenAiResponsesWriter final : public EventWriter {
 public:
  explicit OpenAiResponsesWriter(Envelope envelope) : envelope_(std::move(envelope)) {}

  std::string write(const Delta& delta) override {
    return std::visit([this](const auto& which) { return take(which); }, delta);
  }

  std::string finish() override {
    std::string out = begin() + close_words();
    for (std::size_t i = 0; i < calls_.all().size(); ++i) {
      OutCall& call = calls_.all()[i];
      if (!call.begun) out += begin_call(call, i);
      if (!call.ended) out += end_call(call, false);
    }
    if (!error_.empty() && state_.finish.reason == FinishReason::kUnknown) state_.finish.reason = FinishReason::kError;
    state_.error = error_;
    std::erase(done_, "null");  // parts that nobody ended
    const std::string type = "response." + std::string(status_word(state_.finish.reason));
    return out + event(type, std::move(ObjectText().json("response", response_text(envelope_, done_, state_))));
  }

  void go_on_behind(std::uint64_t events, const StreamParts& parts) override {
    begun_ = true;
    sequence_ = events;
    if (parts.begun.empty()) return;  // where they have no numbers, those that would have been given are as good as any
    places_ = next_index(parts);
    done_.assign(places_, "null");
    for (const StreamPart& part : parts.done) done_[part.index] = part.json;
    const StreamPart* const open = open_part(parts);
    const auto kind =
        open != nullptr && open->kind == StreamPart::Kind::kReasoning ? ItemKind::kReasoning : ItemKind::kMessage;
    const bool goes_on = words_open_ && words_.kind == kind;
    words_open_ = open != nullptr && open->kind != StreamPart::Kind::kOther;
    if (!words_open_) return;
    words_ = {kind, open->id, goes_on ? words_.text : std::string(), {}, {}};
    words_place_ = open->index;
  }

 private:
  std::string event(std::string_view type, ObjectText fields) {
    ObjectText head;
    head.string("type", type).number("sequence_number", sequence_++);
    std::string data = head.take();
    const std::string rest = fields.take();
    if (rest.size() > 2) data.replace(data.size() - 1, 1, "," + rest.substr(1));
    return "event: " + std::string(type) + "\ndata: " + data + "\n\n";
  }

  std::string begin() {
    if (std::exchange(begun_, true)) return {};
    ResponseState state;
    state.beginning = true;
    const std::string response = response_text(envelope_, {}, state);
    std::string out = event("response.created", std::move(ObjectText().json("response", response)));
    return out + event("response.in_progress", std::move(ObjectText().json("response", response)));
  }

  static ObjectText at_item(const OutItem& item, std::size_t place) {
    ObjectText out;
    out.string("item_id", item.id).number("output_index", place);
    return out;
  }

  // The same for a part of the words that are open.
  ObjectText at_words() const {
    ObjectText out = at_item(words_, words_place_);
    out.number(words_.kind == ItemKind::kReasoning ? "summary_index" : "content_index", 0);
    return out;
  }
  std::string words_event(std::string_view what) const {
    const bool reasoning = words_.kind == ItemKind::kReasoning;
    return (reasoning ? "response.reasoning_summary_text." : "response.output_text.") + std::string(what);
  }
  std::string part_event(std::string_view what) const {
    const bool reasoning = words_.kind == ItemKind::kReasoning;
    return (reasoning ? "response.reasoning_summary_part." : "response.content_part.") + std::string(what);
  }

  std::string added(const OutItem& item, std::size_t place) {
    ObjectText fields;
    fields.number("output_index", place).json("item", item_text(item, true, false));
    return event("response.output_item.added", std::move(fields));
  }

  // The whole of an item, once more for the response at the end.
  std::string item_done(const OutItem& item, std::size_t place, bool complete) {
    const std::string text = item_text(item, false, complete);
    if (done_.size() <= place) done_.resize(place + 1, "null");
    done_[place] = text;
    return event("response.output_item.done", std::move(ObjectText().number("output_index", place).json("item", text)));
  }

  std::string open_words(ItemKind kind) {
    std::string out = begin();
    if (words_open_ && words_.kind == kind) return out;
    out += close_words();
    words_open_ = true;
    words_place_ = places_++;
    words_ = {kind, item_id(kind, words_place_), {}, {}, {}};
    out += added(words_, words_place_);
    return out + event(part_event("added"), std::move(at_words().json("part", part_text(kind, ""))));
  }

  std::string close_words() {
    if (!std::exchange(words_open_, false)) return {};
    std::string out = event(words_event("done"), std::move(at_words().string("text", words_.text)));
    out += event(part_event("done"), std::move(at_words().json("part", part_text(words_.kind, words_.text))));
    return out + item_done(words_, words_place_, true);
  }

  std::string words(ItemKind kind, std::string_view text) {
    std::string out = open_words(kind);
    words_.text += text;
    return out + event(words_event("delta"), std::move(at_words().string("delta", text)));
  }

  static OutItem item_of(const OutCall& call) {
    return {ItemKind::kCall, item_id(ItemKind::kCall, call.place), call.arguments, call.id, call.name};
  }

  std::string begin_call(OutCall& call, std::size_t number) {
    std::string out = begin() + close_words();
    call.begun = true;
    call.id = id_or_made(call.id, number);
    call.place = places_++;
    return out + added(item_of(call), call.place);
  }

  std::string end_call(OutCall& call, bool complete) {
    call.ended = true;
    const OutItem item = item_of(call);
    std::string out;
    if (complete) {
      out = event("response.function_call_arguments.done",
                  std::move(at_item(item, call.place).string("name", call.name).string("arguments", call.arguments)));
    }
    return out + item_done(item, call.place, complete);
  }

  std::string take(const TextDelta& delta) { return words(ItemKind::kMessage, delta.text); }
  std::string take(const ReasoningDelta& delta) { return words(ItemKind::kReasoning, delta.text); }

  std::string take(const CallDelta& delta) {
    OutCall& call = calls_.take(delta);
    if (call.ended || (delta.arguments.empty() && !delta.complete)) return {};
    std::string out = call.begun ? std::string() : begin_call(call, delta.call);
    if (!delta.arguments.empty()) {
      out += event("response.function_call_arguments.delta",
                   std::move(at_item(item_of(call), call.place).string("delta", delta.arguments)));
    }
    return delta.complete ? out + end_call(call, true) : out;
  }

  std::string take(const FinishDelta& delta) {
    state_.finish = delta;
    return {};
  }
  std::string take(const UsageDelta& delta) {
    state_.usage = delta.usage;
    return {};
  }
  std::string take(const ErrorDelta& delta) {
    std::string out = begin();
    ObjectText fields;
    error_ = error_text(delta);
    fields.json("code", string_or_null(delta.code)).string("message", delta.message).json("param", "null");
    // OpenAI's own client raises an error only where it finds this.
    fields.json("error", error_);
    return out + event("error", std::move(fields));
  }

  Envelope envelope_;
  OutCalls calls_;
  ResponseState state_;
  OutItem words_;                  // the item of words that is open
  std::vector<std::string> done_;  // items, for the response at the end
  std::string error_;
  std::size_t words_place_ = 0;
  std::size_t places_ = 0;  // items so far
  std::uint64_t sequence_ = 0;
  bool words_open_ = false;
  bool begun_ = false;
};

}  // namespace

std::unique_ptr<EventWriter> openai_responses_writer(const Envelope& envelope) {
  return std::make_unique<OpenAiResponsesWriter>(envelope);
}

std::string openai_responses_body(const Answer& answer, const Envelope& envelope) {
  std::vector<std::string> items;
  const auto add_words = [&items](ItemKind kind, const std::string& text) {
    if (text.empty()) return;
    items.push_back(item_text({kind, item_id(kind, items.size()), text, {}, {}}, false, true));
  };
  add_words(ItemKind::kReasoning, answer.reasoning);
  add_words(ItemKind::kMessage, answer.text);
  for (std::size_t i = 0; i < answer.calls.size(); ++i) {
    const WireCall& call = answer.calls[i];
    const std::string id = item_id(ItemKind::kCall, items.size());
    items.push_back(
        item_text({ItemKind::kCall, id, call.arguments, id_or_made(call.id, i), call.name}, false, call.complete));
  }
  ResponseState state{{answer.finish, answer.native_finish}, answer.usage, {}, false};
  if (!answer.errors.empty()) state.error = error_text(answer.errors.front());
  return response_text(envelope, items, state);
}

}  // namespace acode::wire::detail
