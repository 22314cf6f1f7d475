// Keeps the books: what became of calls, in the log, the store of events and the metrics (OB). For any number of threads.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "acode/retry/breaker.h"
#include "acode/retry/ladder.h"
#include "gateway/metrics.h"
#include "observe/call_story.h"
#include "observe/event_store.h"
#include "observe/log.h"
#include "observe/span.h"

namespace acode::gateway {

/// A call at the end of its story.
struct SettledCall {
  pipeline::ToolCall call;
  bool as_sent = false;
  std::vector<observe::EarlierAttempt> earlier;
  std::string_view rung = observe::kFirst;
  unsigned retries = 0;
  std::chrono::nanoseconds retry_time{0};
  std::uint64_t tokens = 0;
  bool withdrawn = false;  ///< asked again, the model answered in words
};

/// What became of it.
CallOutcome outcome_of(const SettledCall& settled);

class Recorder {
 public:
  /// What the breaker of a model remembers from earlier runs (RT-6).
  using Remembered = std::function<retry::BreakerMemory(std::string_view model)>;

  /// `store` may be null: then nothing is kept.
  Recorder(observe::Logger& logger, observe::EventStore* store, std::string upstream, bool keep_values,
           std::vector<std::string> secrets, Remembered remembered = {});

  [[nodiscard]] Metrics& metrics() { return metrics_; }
  [[nodiscard]] observe::Logger& logger() { return logger_; }

  /// Where spans go, before the first exchange; nowhere, unless this is said. The sink must outlive all exchanges.
  void trace_to(observe::SpanSink& spans) { spans_ = &spans; }
  [[nodiscard]] observe::SpanSink* spans() const { return spans_; }

  /// A call of an answer of this model.
  void settled(std::string_view model, const pipeline::ParseResult& result, SettledCall&& settled);

  /// The model is asked for a call again.
  void asking_again(std::string_view correlation_id, const pipeline::ToolCall& call, const retry::Plan& plan);

  /// The breaker of a model: whether its calls may be asked for again now, and what came of asking.
  [[nodiscard]] bool may_ask_again(std::string_view model, const retry::BreakerPolicy& policy);
  void asked_in_vain(std::string_view model, const retry::BreakerPolicy& policy);
  void asked_with_success(std::string_view model, const retry::BreakerPolicy& policy);

 private:
  std::shared_ptr<const observe::Origin> origin_of(std::string_view model);
  retry::Breaker& breaker_of(std::string_view model, const retry::BreakerPolicy& policy);
  void keep(std::string_view model, const retry::Breaker& breaker);

  observe::Logger& logger_;
  observe::EventStore* store_;
  std::string upstream_;
  bool keep_values_;
  std::vector<std::string> secrets_;
  Remembered remembered_;
  Metrics metrics_;
  observe::SpanSink* spans_ = nullptr;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const observe::Origin>, std::less<>> origins_;
  std::map<std::string, retry::Breaker, std::less<>> breakers_;  // of those models that came first; "" for all others
};

}  // namespace acode::gateway
