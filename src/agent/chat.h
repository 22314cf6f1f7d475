// A conversation with tools: the model asks for them, they are run in the workspace, it gets their results, and so on until
// it answers in words (CL-3).
//
//   Chat chat(asker, runner, witness, limits);
//   ChatTurn turn = chat.say("What does a.txt say?", cancel);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/pipeline/call.h"
#include "agent/asker.h"
#include "agent/message.h"
#include "agent/tool_outcome.h"

namespace acode::agent {

/// Runs calls. Behind it are the built-in tools, or in tests whatever they like.
class CallRunner {
 public:
  CallRunner() = default;
  CallRunner(const CallRunner&) = delete;
  CallRunner& operator=(const CallRunner&) = delete;
  virtual ~CallRunner() = default;

  virtual ToolOutcome run(const pipeline::ToolCall& call) = 0;
};

/// Who watches a conversation, and has a say in it.
class ChatWitness : public AskListener {
 public:
  /// Whether a call may be run.
  virtual bool allows(const pipeline::ToolCall& call) = 0;
  virtual void ran(const pipeline::ToolCall& /*call*/, const ToolOutcome& /*outcome*/) {}
  /// An answer is whole, with all its retries; before its calls are run.
  virtual void answered(const Asked& /*asked*/) {}
};

/// How a turn ended.
struct ChatTurn {
  enum class End : std::uint8_t {
    kAnswered,  ///< in words
    kRefused,   ///< its calls could not be used
    kFailed,    ///< there was no answer; `failure` says why
    kTooLong,   ///< it went on calling tools beyond the limit
  };
  End end = End::kAnswered;
  std::string text;                          ///< the last words
  std::vector<pipeline::ToolCall> rejected;  ///< calls that could not be used, of all rounds
  std::size_t calls = 0;                     ///< that were run
  std::size_t withdrawn = 0;                 ///< that the model took back when it was asked for them again
  unsigned rounds = 0;                       ///< answers of the model
  unsigned retries = 0;
  wire::Usage usage;
  std::optional<AskFailure> failure;
};

struct ChatLimits {
  unsigned max_rounds = 12;
};

class Chat {
 public:
  /// All of these must outlive it. `instructions` may be empty.
  Chat(Asker& asker, CallRunner& runner, ChatWitness& witness, std::string instructions, const ChatLimits& limits = {});

  /// Says something and lets the model answer. What was said before is remembered.
  ChatTurn say(std::string message, const net::CancelToken& cancel);

  [[nodiscard]] const Conversation& conversation() const { return conversation_; }

 private:
  void remember(const Asked& asked);
  void run_calls(const Asked& asked, ChatTurn& turn, const net::CancelToken& cancel);

  Asker& asker_;
  CallRunner& runner_;
  ChatWitness& witness_;
  ChatLimits limits_;
  Conversation conversation_;
};

}  // namespace acode::agent
