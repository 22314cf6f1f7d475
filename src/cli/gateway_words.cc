// The options of a gateway.
#include "cli/gateway_words.h"

#include <memory>
#include <string>
#include <string_view>

#include "config/setting.h"

namespace acode::cli {
namespace {

using wire::Dialect;

// A setting of the gateway.
Setter set_flag(std::vector<config::Flag>& flags, std::string_view key, std::string_view name) {
  const config::Setting* const setting = config::meaning_of(key)->setting;
  const auto set = [&flags, key, name, setting](std::string_view value) -> std::optional<std::string> {
    const std::optional<config::ValueProblem> problem = config::check_value(*setting, value);
    if (problem) return problem->message + "; it is " + problem->allowed;
    flags.push_back({std::string(key), std::string(value), std::string(name)});
    return std::nullopt;
  };
  const std::vector<std::string_view> choices = config::choices_of(*setting);
  return {set, choices.empty() ? Values{} : one_of(choices)};
}

// One of the provider, whichever it is.
Setter set_provider_flag(std::vector<config::Flag>& flags, std::string_view key, std::string_view name) {
  return [&flags, key, name](std::string_view /*none*/) -> std::optional<std::string> {
    flags.push_back({config::provider_key("*", key), "true", std::string(name)});
    return std::nullopt;
  };
}

Setter set_dialect(std::optional<Dialect>& target) {
  const auto chosen = std::make_shared<Dialect>(Dialect::kOpenAiChat);
  Setter setter = set_choice(*chosen, {{"ollama", Dialect::kOllama},
                                       {"openai", Dialect::kOpenAiChat},
                                       {"responses", Dialect::kOpenAiResponses},
                                       {"anthropic", Dialect::kAnthropic}});
  const auto set = [&target, chosen, setter](std::string_view value) {
    std::optional<std::string> problem = setter(value);
    if (!problem) target = *chosen;
    return problem;
  };
  return {set, setter.values()};
}

}  // namespace

std::vector<Option> gateway_options(GatewayWords& words) {
  std::vector<Option> options = provider_options(words.provider);
  options.insert(
      options.end(),
      {{"upstream", 'u', "URL", "the same as --base-url", set_text(words.provider.base_url)},
       {"upstream-dialect", 0, "NAME",
        "what the server speaks: ollama, openai, responses or anthropic; without this as "
        "configured",
        set_dialect(words.dialect)},
       {"listen", 'l', "[ADDR:]PORT", "where clients connect", set_flag(words.flags, "gateway.listen", "--listen")},
       {"mode", 0, "NAME", "how far to go: off, observe, repair or full (default)",
        set_flag(words.flags, "gateway.mode", "--mode")},
       {"threads", 't', "N", "so many; without this one for each processor",
        set_flag(words.flags, "gateway.threads", "--threads")},
       {"emulate-tools", 0, "", "put tools into the prompt, for models without tools",
        set_provider_flag(words.flags, "emulate_tools", "--emulate-tools")},
       {"ignores-tool-choice", 0, "", "the server does not listen to tool_choice: see to it here",
        set_provider_flag(words.flags, "ignores_tool_choice", "--ignores-tool-choice")},
       {"client-key-env", 0, "NAME", "clients must show the key that this environment variable holds",
        set_flag(words.flags, "gateway.client_key_env", "--client-key-env")},
       {"grace", 0, "SECONDS", "how long streams may go on when it is told to stop (default: 30)",
        set_flag(words.flags, "gateway.grace_seconds", "--grace")}});
  return options;
}

}  // namespace acode::cli
