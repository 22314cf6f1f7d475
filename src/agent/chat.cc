// The rounds of a turn.
#include "agent/chat.h"

#include <utility>

#include "acode/json/writer.h"

namespace acode::agent {
namespace {

using pipeline::ToolCall;

// A call that was found in the text stands there already.
bool came_as_call(const ToolCall& call) { return call.format.empty(); }

SentCall sent(const ToolCall& call) {
  return {call.id, call.name, call.arguments ? json::write(call.arguments->value()) : "{}"};
}

Message result_of(const ToolCall& call, std::string text) {
  return {Role::kTool, std::move(text), {}, call.id, call.name};
}

}  // namespace

Chat::Chat(Asker& asker, CallRunner& runner, ChatWitness& witness, std::string instructions, const ChatLimits& limits)
    : asker_(asker), runner_(runner), witness_(witness), limits_(limits) {
  if (!instructions.empty()) conversation_.push_back({Role::kSystem, std::move(instructions)});
}

ChatTurn Chat::say(std::string message, const net::CancelToken& cancel) {
  conversation_.push_back({Role::kUser, std::move(message)});
  ChatTurn turn;
  while (true) {
    Asked asked = asker_.ask(conversation_, witness_, cancel);
    ++turn.rounds;
    turn.retries += asked.result.retries;
    turn.withdrawn += asked.withdrawn.size();
    turn.usage.input += asked.result.usage.input;
    turn.usage.output += asked.result.usage.output;
    turn.text = asked.result.content;
    witness_.answered(asked);
    turn.rejected.insert(turn.rejected.end(), asked.result.rejected.begin(), asked.result.rejected.end());
    if (asked.failure) {
      turn.failure = std::move(asked.failure);
      turn.end = ChatTurn::End::kFailed;
      return turn;
    }
    remember(asked);
    if (asked.result.calls.empty()) {
      turn.end = asked.result.rejected.empty() ? ChatTurn::End::kAnswered : ChatTurn::End::kRefused;
      return turn;
    }
    run_calls(asked, turn, cancel);
    if (turn.rounds >= limits_.max_rounds) {
      turn.end = ChatTurn::End::kTooLong;
      return turn;
    }
  }
}

void Chat::remember(const Asked& asked) {
  Message message{Role::kAssistant, asked.text};
  if (asked.text.empty()) message.content = asked.result.content;
  for (const ToolCall& call : asked.result.calls) {
    if (came_as_call(call)) message.calls.push_back(sent(call));
  }
  // Servers want an answer to each call of their history: one that could not be used is answered with its error.
  for (const ToolCall& call : asked.result.rejected) {
    if (came_as_call(call)) message.calls.push_back(sent(call));
  }
  conversation_.push_back(std::move(message));
  for (const ToolCall& call : asked.result.rejected) {
    conversation_.push_back(result_of(call, "error: " + call.error()->message));
  }
}

void Chat::run_calls(const Asked& asked, ChatTurn& turn, const net::CancelToken& cancel) {
  for (const ToolCall& call : asked.result.calls) {
    if (cancel.is_cancelled() || !witness_.allows(call)) {
      conversation_.push_back(result_of(call, "error: the user did not allow this call"));
      continue;
    }
    const ToolOutcome outcome = runner_.run(call);
    ++turn.calls;
    witness_.ran(call, outcome);
    conversation_.push_back(result_of(call, outcome.text));
  }
}

}  // namespace acode::agent
