// One answer on its way through the pipeline.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acode/extract/extract.h"
#include "acode/pipeline/pipeline.h"
#include "acode/wire/wire.h"
#include "extract/text_extractor.h"
#include "pipeline/call_reader.h"
#include "pipeline/parts.h"
#include "pipeline/stage_clock.h"
#include "pipeline/watcher.h"
#include "wire/body.h"

namespace acode::pipeline {

/// Whether someone wants to hear of things as they come, or all at the end.
enum class Telling : std::uint8_t { kAtOnce, kAtTheEnd };

class AnswerReader final : private extract::Listener {
 public:
  /// Without a dialect the bytes are the model's text. What comes of them goes to `result`, which is new; it is whole once
  /// the answer is finished. Both it and the parts must outlive this, and so must the place for
  /// readers of text, if there is one.
  AnswerReader(const PipelineParts& parts, std::optional<wire::Dialect> dialect, bool starts_in_reasoning,
               Telling telling, ParseResult& result, extract::ReaderPlace* place = nullptr);

  /// Takes a short piece if nothing can come of it. False if it must be fed.
  bool absorb(std::string_view bytes) { return !decoder_ && extractor_.absorb(bytes); }

  void feed(std::string_view bytes);
  void feed(const wire::Delta& delta);
  void finish();

  /// Both in one, for the model's text.
  void finish_text(std::string_view text);

  /// The same for a provider's answer that is one whole body. False if it must be fed to a decoder; then nothing has
  /// happened.
  bool finish_body(wire::detail::Body& body);

  /// What there is to tell since the last time.
  std::vector<SessionEvent> take_events() { return std::exchange(events_, {}); }
  std::optional<Session::PartialCall> partial();

 private:
  /// A call that the provider is sending.
  struct Incoming {
    ToolCall call;
    RawArguments raw;
    std::optional<Watcher> watcher;  // from when its name is whole
    bool done = false;
  };

  void take(wire::detail::PlainChat& chat);
  void take(const wire::Delta& delta);
  void take(const wire::CallDelta& delta);
  void take(const wire::FinishDelta& delta);
  void take(const wire::ErrorDelta& delta);
  void watch(std::size_t index, std::string_view piece);
  void take_text(std::string_view text);
  void take_reasoning(std::string_view text, std::size_t offset);
  void end_text(std::string_view last);
  ToolCall& new_call();
  void complete(Incoming& incoming);
  void deliver();
  [[nodiscard]] bool is_told_twice() const;

  void content(std::string_view text, std::size_t offset) override;
  void reasoning(std::string_view text, std::size_t offset) override;
  void content_was_reasoning() override;
  void call(extract::TextCall&& found) override;
  void plain_call(extract::PlainCall&& found, std::string_view raw) override;
  void framing(std::size_t offset, std::size_t length) override;
  void invented(std::string_view text, std::size_t offset) override;
  void oddity(extract::Oddity&& oddity) override;

  /// Something for whoever listens, put together only if there is someone.
  template <class Make>
  void tell(const Make& make) {
    if (telling_ == Telling::kAtOnce) events_.emplace_back(make());
  }
  void read_other(ToolCall& call, extract::TextCall& found);
  static void take_remarks(ToolCall& call, extract::TextCall& found);
  void note(Finding::Kind kind, Stage stage, std::string_view code, std::string message);
  void cut_incoming();

  const PipelineParts& parts_;
  Telling telling_;
  StageClock clock_;
  std::optional<wire::Decoder> decoder_;
  extract::TextExtractor extractor_;
  IdMaker::Series ids_;
  CallReader reader_;
  std::map<std::size_t, Incoming> incoming_;
  std::size_t text_size_ = 0;  // of the whole text, if that is known
  bool broken_ = false;        // the stream broke off
  ParseResult& result_;
  std::vector<SessionEvent> events_;
};

}  // namespace acode::pipeline
