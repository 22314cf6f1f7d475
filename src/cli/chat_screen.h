// What a person sees of a conversation: the model's words on standard output, tools and troubles on standard error.
//
// On a terminal, or where --stream asks for it, words come as they are written; if the answer then breaks off and the
// question is put again, a line says so before it begins anew. Into a file or a pipe only whole answers are written: who
// reads it could not tell a half answer from its repetition.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agent/chat.h"
#include "cli/chat_plan.h"
#include "cli/observation.h"
#include "cli/palette.h"
#include "cli/streams.h"
#include "cli/waiting.h"

namespace acode::cli {

/// Shows what happens, asks before tools that change things, and passes all of it on to those who keep records.
class ChatScreen final : public agent::ChatWitness {
 public:
  /// `model` is who is being talked to.
  ChatScreen(const ChatPlan& plan, std::string model, Streams& streams, Observation& observation);

  void text(std::string_view piece) override;
  void fragment(std::string_view bytes) override;
  void putting_again(const agent::PutAgain& again) override;
  void asking_again(const pipeline::ToolCall& call, const retry::Plan& plan) override;
  void attempted(const agent::Attempt& attempt) override;
  void settled(const agent::SettledCall& settled) override;
  bool allows(const pipeline::ToolCall& call) override;
  void ran(const pipeline::ToolCall& call, const agent::ToolOutcome& outcome) override;
  void answered(const agent::Asked& asked) override;

  /// A turn begins: the model is asked.
  void begins() { wait(); }

  /// How a turn ended, if that has to be said.
  void ended(const agent::ChatTurn& turn);

 private:
  void wait() { waiting_.emplace(model_, streams_); }
  void show(std::string_view piece);
  void end_line();
  void note(const std::string& line);
  bool agrees(const std::string& question);

  const ChatPlan& plan_;
  const std::string model_;
  Streams& streams_;
  Observation& observation_;
  const Palette& palette_;
  const bool at_once_;              // words are shown as they come, and not when the answer is whole
  std::string held_;                // words of an answer that is not whole yet
  bool in_line_ = false;            // words were shown, and no line end behind them
  std::optional<Waiting> waiting_;  // while the model is silent
};

/// A turn as one JSON object.
std::string turn_row(const agent::ChatTurn& turn);

}  // namespace acode::cli
