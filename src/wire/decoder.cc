// Reading: bytes through the framing and the dialect into deltas, and deltas into an answer.
#include <algorithm>
#include <utility>

#include "acode/wire/wire.h"
#include "wire/collector.h"
#include "wire/dialect.h"
#include "wire/envelope.h"
#include "wire/event_source.h"
#include "wire/provider_error.h"

namespace acode::wire {

class Decoder::Impl final : private detail::EventSink {
 public:
  Impl(Dialect dialect, const WireLimits& limits, ToolNames tool_names)
      : tool_names_(std::move(tool_names)),
        collector_(limits, detail::dialect_entry(dialect).habits, tool_names_.list()),
        reader_(detail::dialect_entry(dialect).reader()),
        source_(limits, *this) {}

  std::vector<Delta> feed(std::string_view bytes) {
    source_.feed(bytes);
    return collector_.take();
  }

  std::vector<Delta> finish() {
    if (std::exchange(finished_, true)) return {};
    source_.finish();
    reader_->finish(collector_);
    if (source_.recognised()) {
      collector_.close();
    } else if (source_.empty()) {
      collector_.error(detail::own_error(ErrorDelta::Kind::kCut, "the answer is empty"));
    } else if (!problems_) {
      collector_.error(detail::own_error(ErrorDelta::Kind::kCut, "there is no answer in what the provider sent"));
    }
    return collector_.take();
  }

  [[nodiscard]] bool ended() const { return finished_ || collector_.ended(); }
  [[nodiscard]] bool regular() const { return collector_.regular(); }
  [[nodiscard]] const Envelope& envelope() const { return envelope_; }
  [[nodiscard]] StreamProgress progress() const {
    StreamProgress progress = collector_.progress();
    progress.events = events_;
    progress.is_at_rest = source_.is_at_rest();
    return progress;
  }
  [[nodiscard]] const StreamParts& parts() const { return collector_.parts(); }

 private:
  bool event(const detail::Event& event) override {
    if (event.mended || event.cut) collector_.note_odd();
    if (envelope_.model.empty()) detail::read_envelope(event.value, envelope_);
    collector_.reading_cut(event.cut);
    collector_.begin_event();
    const bool known = reader_->take(event, collector_);
    if (known && !reader_->is_holding()) ++events_;
    return known;
  }

  [[nodiscard]] std::string_view only_words() const override { return collector_.only_words(); }

  bool alike(const detail::AlikeEvent& event) override {
    if (!reader_->may_pass(event.number)) return false;
    collector_.more_words(event.words);
    ++events_;
    return true;
  }

  void done() override { collector_.end(); }

  void problem(ErrorDelta error) override {
    problems_ = true;
    collector_.note_odd();
    collector_.error(std::move(error));
  }

  ToolNames tool_names_;
  detail::Collector collector_;
  std::unique_ptr<detail::EventReader> reader_;
  detail::EventSource source_;
  Envelope envelope_;
  std::size_t events_ = 0;
  bool problems_ = false;
  bool finished_ = false;
};

Decoder::Decoder(Dialect dialect, const WireLimits& limits, ToolNames tool_names)
    : impl_(std::make_unique<Impl>(dialect, limits, std::move(tool_names))) {}
Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;
Decoder::~Decoder() = default;

std::vector<Delta> Decoder::feed(std::string_view bytes) { return impl_->feed(bytes); }

std::vector<Delta> Decoder::finish() { return impl_->finish(); }

bool Decoder::ended() const { return impl_->ended(); }

bool Decoder::regular() const { return impl_->regular(); }

const Envelope& Decoder::envelope() const { return impl_->envelope(); }

StreamProgress Decoder::progress() const { return impl_->progress(); }

const StreamParts& Decoder::parts() const { return impl_->parts(); }

namespace {

// Adds to an answer what each kind of delta says.
struct Adder {
  Answer& answer;  // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members): it lives for one call

  void operator()(const TextDelta& delta) const { answer.text += delta.text; }
  void operator()(const ReasoningDelta& delta) const { answer.reasoning += delta.text; }
  void operator()(const UsageDelta& delta) const { answer.usage = delta.usage; }
  void operator()(const ErrorDelta& delta) const { answer.errors.push_back(delta); }
  void operator()(const FinishDelta& delta) const {
    answer.finish = delta.reason;
    answer.native_finish = delta.native;
  }
  void operator()(const CallDelta& delta) const {
    if (delta.call >= answer.calls.size()) answer.calls.resize(delta.call + 1, {{}, {}, {}, false});
    WireCall& call = answer.calls[delta.call];
    call.id += delta.id;
    call.name += delta.name;
    call.arguments += delta.arguments;
    call.complete = call.complete || delta.complete;
  }
};

}  // namespace

void add(Answer& answer, const Delta& delta) { std::visit(Adder{answer}, delta); }

Answer decode(Dialect dialect, std::string_view bytes, const WireLimits& limits, const ToolNames& tool_names) {
  Decoder decoder(dialect, limits, tool_names);
  Answer answer;
  for (const Delta& delta : decoder.feed(bytes)) add(answer, delta);
  for (const Delta& delta : decoder.finish()) add(answer, delta);
  return answer;
}

}  // namespace acode::wire
