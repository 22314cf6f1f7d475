// The extractor's public face: a TextExtractor behind a pointer, and events for those who want them in a list.
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "acode/extract/extract.h"
#include "acode/json/writer.h"
#include "extract/construct.h"
#include "extract/text_extractor.h"

namespace acode::extract {
namespace {

/// Keeps all that is said.
struct Collector final : Listener {
  std::vector<Event> events;

  void content(std::string_view text, std::size_t offset) override {
    events.emplace_back(Content{std::string(text), offset});
  }
  void reasoning(std::string_view text, std::size_t offset) override {
    events.emplace_back(Reasoning{std::string(text), offset});
  }
  void content_was_reasoning() override { events.emplace_back(ContentWasReasoning{}); }
  void call(TextCall&& call) override {
    if (call.value && call.arguments.empty()) call.arguments = json::write(call.value->value());
    events.emplace_back(std::move(call));
  }
  void framing(std::size_t offset, std::size_t length) override { events.emplace_back(Framing{offset, length}); }
  void invented(std::string_view text, std::size_t offset) override {
    events.emplace_back(Invented{std::string(text), offset});
  }
  void oddity(Oddity&& oddity) override { events.emplace_back(std::move(oddity)); }
};

}  // namespace

TextCall spelled_out(PlainCall&& call) {
  TextCall spelled;
  spelled.name = call.tool->name;
  spelled.value.emplace(std::move(call.arguments));
  spelled.format = call.format;
  spelled.offset = call.offset;
  spelled.length = call.length;
  return spelled;
}

void Listener::plain_call(PlainCall&& call, std::string_view raw) {
  TextCall spelled = spelled_out(std::move(call));
  spelled.raw = raw;
  this->call(std::move(spelled));
}

Extractor::Extractor(const Recognizer& recognizer, bool starts_in_reasoning)
    : impl_(std::make_unique<TextExtractor>(recognizer, starts_in_reasoning)) {}
Extractor::Extractor(const Options& options)
    : impl_(std::make_unique<TextExtractor>(Recognizer(options.tools, options.format, options.leaves_calls).catalog_,
                                            options.starts_in_reasoning)) {}
Extractor::Extractor(Extractor&&) noexcept = default;
Extractor& Extractor::operator=(Extractor&&) noexcept = default;
Extractor::~Extractor() = default;

bool Extractor::absorb(std::string_view piece) { return impl_->absorb(piece); }
std::optional<PartialTextCall> Extractor::partial() { return impl_->partial(); }

void Extractor::feed(std::string_view piece, Listener& listener) { impl_->feed(piece, listener); }
void Extractor::finish(std::string_view last, Listener& listener) { impl_->finish(last, listener); }

std::vector<Event> Extractor::feed(std::string_view piece) {
  Collector collector;
  feed(piece, collector);
  return std::move(collector.events);
}

std::vector<Event> Extractor::finish() {
  Collector collector;
  finish({}, collector);
  return std::move(collector.events);
}

void add(Extraction& extraction, const Event& event) {
  if (const auto* const content = std::get_if<Content>(&event)) {
    extraction.content += content->text;
  } else if (const auto* const reasoning = std::get_if<Reasoning>(&event)) {
    extraction.reasoning += reasoning->text;
  } else if (std::holds_alternative<ContentWasReasoning>(event)) {
    extraction.reasoning += std::exchange(extraction.content, {});
  } else if (const auto* const call = std::get_if<TextCall>(&event)) {
    extraction.calls.push_back(*call);
  } else if (const auto* const invented = std::get_if<Invented>(&event)) {
    extraction.invented += invented->text;
  } else if (const auto* const oddity = std::get_if<Oddity>(&event)) {
    extraction.oddities.push_back(*oddity);
  }
}

Extraction extract(std::string_view text, const Options& options) {
  Extraction extraction;
  Extractor extractor(options);
  for (const Event& event : extractor.feed(text)) add(extraction, event);
  for (const Event& event : extractor.finish()) add(extraction, event);
  return extraction;
}

}  // namespace acode::extract
