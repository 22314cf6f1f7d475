// The ask-again loop: a question in, an answer out whose calls are whole, typed and checked, or honestly refused (RT).
//
//   Asker asker(transport, tools, settings, clock, breaker);
//   Asked asked = asker.ask(conversation, listener, cancel);
//   for (const auto& call : asked.result.calls) run(call);
//   if (asked.failure) …                                      // there is no answer at all
//
// The story of one question: send it, read the answer as it comes; for each call with an error climb the ladder
// (retry/ladder.h) until it is right, the requests are used up, the breaker says no, or somebody cancels. What the
// attempts cost is added up.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "acode/pipeline/pipeline.h"
#include "acode/retry/breaker.h"
#include "acode/retry/ladder.h"
#include "acode/schema/toolset.h"
#include "agent/clock.h"
#include "agent/message.h"
#include "agent/transport.h"
#include "config/configuration.h"
#include "net/cancel.h"

namespace acode::agent {

/// One request of the loop, and what came of it.
struct Attempt {
  unsigned number = 0;              ///< 0 for the question itself, then 1, 2, … for each call anew
  std::optional<retry::Rung> rung;  ///< none for the question
  bool constrained = false;
  std::string tool;           ///< that it was about; empty for the question
  std::string call_id;        ///< likewise
  int status = 0;             ///< of HTTP
  std::string error_code;     ///< what was wrong with what came of it; empty if it was right
  std::string error_message;  ///< may show values: not for logs
  wire::Usage usage;
  std::chrono::nanoseconds duration{0};  ///< sending and reading
  std::chrono::nanoseconds waited{0};    ///< before it was sent
};

/// Why there is no answer.
struct AskFailure {
  enum class Kind : std::uint8_t {
    kNetwork,    ///< the server could not be reached, or broke off
    kServer,     ///< it answered with an error
    kCancelled,  ///< somebody wanted it to end
  };
  Kind kind = Kind::kNetwork;
  std::string code;     ///< "ACODE-NET-005"; of a server's error its own code, or "HTTP 503"
  std::string message;  ///< one sentence
  std::string hint;     ///< a way forward; may be empty
};

/// What came of a question.
struct Asked {
  pipeline::ParseResult
      result;        ///< the good calls in the model's order; its times and tokens are those of all attempts
  std::string text;  ///< what the model wrote, calls in it and all: for the conversation
  std::vector<Attempt> attempts;  ///< all requests that were sent
  std::optional<AskFailure> failure;
  std::vector<pipeline::ToolCall> withdrawn;  ///< as they failed: asked for again, the model answered in words
  bool breaker_open = false;                  ///< calls were not asked for again, since that has not helped lately
  std::chrono::nanoseconds retry_time{0};     ///< from the first answer to the end
};

/// An answer that was not good enough.
struct EarlierCall {
  std::optional<retry::Rung> rung;  ///< none for the first answer
  pipeline::ToolCall call;
};

/// The end of a call's story: it is good, or refused, or the model took it back.
struct SettledCall {
  const pipeline::ToolCall& call;       ///< one that was taken back: as it failed last
  const pipeline::ParseResult& result;  ///< of the answer that it was in: its correlation id, its times
  std::optional<retry::Rung> rung;      ///< how the last answer was asked for; none for the first
  std::vector<EarlierCall> earlier;     ///< the answers before the last
  bool withdrawn = false;               ///< asked for again, the model answered in words, which was its last answer
  unsigned retries = 0;
  std::chrono::nanoseconds retry_time{0};
  std::uint64_t tokens = 0;  ///< of its retries
};

/// The question is put once more, since there was no answer, or only a part of one.
struct PutAgain {
  const AskFailure& failure;
  unsigned number = 1;  ///< 1 for the first time
  std::chrono::milliseconds wait{0};
  bool text_was_told = false;  ///< the answer broke off behind some of its text, which does not count any more
};

/// Who wants to know what happens while it happens. What is told of text is told once: an answer to a retry is not. Only if
/// an answer broke off it comes once more, from its beginning; putting_again() stands between.
class AskListener {
 public:
  AskListener() = default;
  AskListener(const AskListener&) = delete;
  AskListener& operator=(const AskListener&) = delete;
  virtual ~AskListener() = default;

  virtual void text(std::string_view /*piece*/) {}
  virtual void thought(std::string_view /*piece*/) {}
  virtual void fragment(std::string_view /*bytes*/) {}  ///< of an answer, as it came
  virtual void putting_again(const PutAgain& /*again*/) {}
  virtual void asking_again(const pipeline::ToolCall& /*call*/, const retry::Plan& /*plan*/) {}
  virtual void attempted(const Attempt& /*attempt*/) {}
  virtual void settled(const SettledCall& /*settled*/) {}
};

class Asker {
 public:
  /// All of these must outlive it. `tools` may be empty.
  Asker(Transport& transport, const schema::Toolset& tools, const config::ProviderSettings& settings, Clock& clock,
        retry::Breaker& breaker);

  /// Puts the conversation, which ends with what the model shall answer, to the model.
  Asked ask(const Conversation& conversation, AskListener& listener, const net::CancelToken& cancel);

 private:
  class Run;

  Transport& transport_;
  const schema::Toolset& tools_;
  const config::ProviderSettings& settings_;
  Clock& clock_;
  retry::Breaker& breaker_;
  pipeline::Pipeline pipeline_;
  std::string tools_json_;
  std::minstd_rand random_;
};

}  // namespace acode::agent
