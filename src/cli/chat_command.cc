// `acode chat`: sets the scene and lets it play.
#include "cli/chat_command.h"

#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "agent/asker.h"
#include "agent/builtin_tools.h"
#include "agent/chat.h"
#include "agent/clock.h"
#include "cli/chat_plan.h"
#include "cli/chat_screen.h"
#include "cli/display.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/observation.h"
#include "cli/provider_choice.h"

namespace acode::cli {
namespace {

using agent::ChatTurn;

/// The built-in tools as what runs calls.
class BuiltinRunner final : public agent::CallRunner {
 public:
  explicit BuiltinRunner(agent::ToolRunner runner) : runner_(std::move(runner)) {}
  agent::ToolOutcome run(const pipeline::ToolCall& call) override {
    return runner_.run(call.name, call.arguments->value());
  }

 private:
  agent::ToolRunner runner_;
};

ExitCode status_of(const ChatTurn& turn) {
  return turn.end == ChatTurn::End::kAnswered ? ExitCode::kGood : ExitCode::kRefused;
}

ExitCode say(agent::Chat& chat, const std::string& message, ChatScreen& screen, const net::CancelToken& cancel) {
  screen.begins();
  const ChatTurn turn = chat.say(message, cancel);
  screen.ended(turn);
  return status_of(turn);
}

// A line at a time, until the end of input.
ExitCode converse(agent::Chat& chat, ChatScreen& screen, const net::CancelToken& cancel, Streams& streams) {
  constexpr std::size_t kLongestLine = std::size_t{1} << 20;
  LineReader reader(streams.in, kLongestLine, [&streams] { streams.out.flush(); });
  ExitCode status = ExitCode::kGood;
  while (!cancel.is_cancelled()) {
    if (streams.in_is_terminal) streams.tell("> ");
    const LineReader::Status read = reader.next();
    if (read == LineReader::Status::kEnd) break;
    if (read == LineReader::Status::kFailed) return streams.complain("standard input", reader.problem());
    if (read == LineReader::Status::kTooLong || reader.text().empty()) continue;
    status = worse(status, say(chat, std::string(reader.text()), screen, cancel));
  }
  if (streams.in_is_terminal) streams.tell("\n");
  return status;
}

ExitCode run_plan(const ChatPlan& plan, const schema::Toolset& tools, Streams& streams) {
  auto chosen = choose_provider(plan.provider, flags_of(plan), streams);
  if (const auto* failed = std::get_if<ExitCode>(&chosen)) return *failed;
  auto& provider = std::get<ChosenProvider>(chosen);
  if (provider.settings.model.empty()) {
    streams.tell("acode: chat: " + std::string(config_code_name(config::ConfigError::Code::kIncomplete)) +
                 ": no model is set\n  hint: --model NAME, or acode config set model NAME\n");
    return ExitCode::kRefused;
  }
  auto workspace = agent::Workspace::open(plan.workspace.value_or("."));
  if (const auto* refusal = std::get_if<agent::Refusal>(&workspace)) {
    streams.tell("acode: chat: " + printable(refusal->message) + "\n");
    return ExitCode::kInputOutput;
  }
  const Interrupt interrupt;
  agent::RunOptions run_options;
  run_options.cancelled = [&interrupt] { return interrupt.token().is_cancelled(); };
  if (!provider.settings.api_key_env.empty()) run_options.hidden_variables.push_back(provider.settings.api_key_env);
  BuiltinRunner runner(agent::ToolRunner(std::get<agent::Workspace>(std::move(workspace)), std::move(run_options)));

  Observation observation(provider.configuration, provider.settings, provider.key);
  agent::SystemClock clock;
  retry::Breaker breaker(provider.settings.tool_call.breaker, observation.breaker_memory());
  agent::Asker asker(*provider.transport, tools, provider.settings, clock, breaker);
  ChatScreen screen(plan, provider.settings.model, streams, observation);
  agent::Chat chat(asker, runner, screen, plan.system.value_or(""), {plan.max_rounds});
  const ExitCode status = plan.message ? say(chat, *plan.message, screen, interrupt.token())
                                       : converse(chat, screen, interrupt.token(), streams);
  observation.keep_breaker(breaker.memory());
  return status;
}

}  // namespace

ExitCode run_chat(Words words, Streams& streams) {
  const std::variant<ChatPlan, UsageProblems> planned = plan_chat(words);
  if (const auto* problems = std::get_if<UsageProblems>(&planned)) return misused("chat", *problems, streams);
  const auto& plan = std::get<ChatPlan>(planned);
  if (plan.help) {
    streams.out.write(chat_help());
    return ExitCode::kGood;
  }
  const auto tools = tools_of(plan);
  if (const auto* problems = std::get_if<UsageProblems>(&tools)) return misused("chat", *problems, streams);
  return run_plan(plan, std::get<schema::Toolset>(tools), streams);
}

}  // namespace acode::cli
