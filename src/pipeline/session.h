// One answer on its way through the pipeline.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/extract/extract.h"
#include "acode/pipeline/pipeline.h"
#include "acode/wire/wire.h"
#include "pipeline/call_reader.h"
#include "pipeline/parts.h"
#include "pipeline/watcher.h"

namespace acode::pipeline {

class Session::Impl {
 public:
  /// Without a dialect the bytes are the model's text.
  Impl(std::shared_ptr<const PipelineParts> parts, std::optional<wire::Dialect> dialect, bool starts_in_reasoning);

  std::vector<SessionEvent> feed(std::string_view bytes);
  ParseResult finish();
  std::optional<PartialCall> partial();

 private:
  /// A call that the provider is sending.
  struct Incoming {
    RawCall raw;
    std::optional<Watcher> watcher;  // from when its name is whole
    bool done = false;
  };

  void take(const wire::Delta& delta);
  void take(const wire::CallDelta& delta);
  void take(const wire::FinishDelta& delta);
  void take(const wire::ErrorDelta& delta);
  void watch(std::size_t index, std::string_view piece);
  void take_text(std::string_view text);
  void take(const extract::Event& event);
  void take(const extract::TextCall& call);
  void complete(Incoming& incoming);
  void deliver(RawCall raw);
  bool is_told_twice(const ToolCall& call);
  void note(Finding::Kind kind, Stage stage, std::string_view code, std::string message);
  void cut_incoming();

  std::shared_ptr<const PipelineParts> parts_;
  std::optional<wire::Decoder> decoder_;
  extract::Extractor extractor_;
  CallReader reader_;
  std::map<std::size_t, Incoming> incoming_;
  bool broken_ = false;  // the stream broke off
  ParseResult result_;
  std::vector<SessionEvent> events_;
  std::chrono::nanoseconds wire_time_{0};
  std::chrono::nanoseconds extract_time_{0};
};

}  // namespace acode::pipeline
