// What the command line of `acode chat` asks for.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "acode/schema/toolset.h"
#include "cli/command.h"
#include "cli/provider_choice.h"
#include "config/configuration.h"

namespace acode::cli {

struct ChatPlan {
  ProviderWords provider;
  std::optional<std::string> message;  ///< none: a conversation, a line at a time
  std::optional<std::string> tools;    ///< names with commas, `all` or `none`
  std::optional<std::string> system;
  std::optional<std::string> workspace;
  std::optional<std::string> log_level;
  bool stream = false;
  bool no_stream = false;
  bool yes = false;       ///< run everything without asking
  bool no_input = false;  ///< never ask: what would have to be asked is not run
  bool json = false;
  bool help = false;
  unsigned max_rounds = 12;
};

/// The words sorted into a plan, or what was not understood.
std::variant<ChatPlan, UsageProblems> plan_chat(Words words);

/// Those of the built-in tools that the plan names.
std::variant<schema::Toolset, UsageProblems> tools_of(const ChatPlan& plan);

/// What the plan says of settings.
std::vector<config::Flag> flags_of(const ChatPlan& plan);

}  // namespace acode::cli
