// `acode providers`: the plan, and its actions.
#include "cli/providers_command.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "agent/examination.h"
#include "cli/args.h"
#include "cli/checks_view.h"
#include "cli/display.h"
#include "cli/interrupt.h"
#include "cli/provider_choice.h"
#include "cli/settings.h"
#include "cli/suggest.h"

namespace acode::cli {
namespace {

enum class Component : std::uint8_t { kAll, kParser, kServer };

struct Plan {
  std::string action;
  ProviderWords provider;
  Component component = Component::kAll;
  bool tool_calls = false;
  bool json = false;
  bool help = false;
};

constexpr std::array<std::string_view, 3> kActions = {"list", "check", "smoke-test"};

std::vector<Option> options_of(Plan& plan) {
  std::vector<Option> options = provider_options(plan.provider);
  options.erase(options.begin());  // the provider is an operand here
  options.push_back({"component", 0, "NAME", "check: only tool-call-parser, which asks nobody, or server",
                     set_choice(plan.component, {{"tool-call-parser", Component::kParser},
                                                 {"server", Component::kServer},
                                                 {"all", Component::kAll}})});
  options.push_back({"tool-calls", 0, "",
                     "smoke-test: also a tool call by the live model: extraction,\n"
                     "argument parsing, mapping, repair, retry",
                     set_true(plan.tool_calls)});
  options.push_back({"json", 0, "", "print one JSON object", set_true(plan.json)});
  options.push_back({"help", 'h', "", "print this help and leave", set_true(plan.help)});
  return options;
}

void take_operands(Plan& plan, ParsedWords& parsed) {
  if (parsed.operands.empty()) {
    parsed.problems.emplace_back("say what to do: list, check NAME or smoke-test NAME");
    return;
  }
  plan.action = parsed.operands[0];
  if (std::find(kActions.begin(), kActions.end(), plan.action) == kActions.end()) {
    parsed.problems.push_back("providers can list, check and smoke-test, not '" + printable(plan.action, 60) + "'" +
                              did_you_mean(plan.action, kActions));
  } else if (parsed.operands.size() != (plan.action == "list" ? 1U : 2U)) {
    parsed.problems.push_back(plan.action +
                              (plan.action == "list" ? " needs no name" : " needs the name of one provider"));
  } else if (plan.action != "list") {
    plan.provider.provider = parsed.operands[1];
  }
}

ExitCode list(const Plan& plan, Streams& streams) {
  auto loaded = load_settings(plan.provider.settings_file, {}, streams);
  if (const auto* failed = std::get_if<ExitCode>(&loaded)) return *failed;
  const config::Configuration& configuration = std::get<LoadedSettings>(loaded).configuration;
  std::size_t widest = 0;
  for (const std::string& name : configuration.providers()) widest = std::max(widest, name.size());
  for (const std::string& name : configuration.providers()) {
    const config::ProviderSettings settings = configuration.provider(name);
    streams.out.write(std::string(name == configuration.default_provider() ? "* " : "  ") + name +
                      std::string(widest - name.size() + 2, ' ') + printable(settings.base_url) +
                      (settings.model.empty() ? "" : "  " + printable(settings.model)) + "\n");
  }
  return ExitCode::kGood;
}

void examine(const Plan& plan, agent::Examination& examination) {
  if (plan.action == "check") {
    if (plan.component != Component::kServer) examination.parser();
    if (plan.component != Component::kParser) examination.server();
    return;
  }
  examination.server();
  if (examination.has_failed()) return;
  examination.chat();
  if (plan.tool_calls) examination.tool_calls();
}

ExitCode check(const Plan& plan, Streams& streams) {
  auto chosen = choose_provider(plan.provider, {}, streams);
  if (const auto* failed = std::get_if<ExitCode>(&chosen)) return *failed;
  auto& provider = std::get<ChosenProvider>(chosen);
  const Interrupt interrupt;
  agent::SystemClock clock;
  const Palette& palette = palette_for(streams.colour);
  agent::Examination examination(provider.settings, *provider.transport, clock, interrupt.token(),
                                 [&](const agent::Check& done) {
                                   if (plan.json) return;
                                   streams.out.write(render_check(done, palette));
                                   streams.out.flush();
                                 });
  if (!plan.json)
    streams.out.write(printable(provider.settings.name) + ": " + printable(provider.settings.base_url) + "\n");
  examine(plan, examination);
  if (plan.json) streams.out.write(checks_row(provider.settings.name, examination.checks()));
  return examination.has_failed() ? ExitCode::kRefused : ExitCode::kGood;
}

}  // namespace

std::string providers_help() {
  Plan plan;
  return "The servers that acode talks to: which there are, and whether they work.\n\n"
         "Usage: acode providers list\n"
         "       acode providers check NAME          the parser with its settings, and the server\n"
         "       acode providers smoke-test NAME     a short talk with the live model\n\n"
         "Options:\n" +
         describe_options(options_of(plan)) +
         "\n"
         "Examples:\n"
         "  acode providers check ollama --component tool-call-parser\n"
         "  acode providers smoke-test ollama --tool-calls\n"
         "\n"
         "Exit status:\n"
         "  0  everything passed, perhaps with warnings\n"
         "  1  something failed\n"
         "  2  the command line was not understood\n"
         "  3  a file could not be read\n";
}

ExitCode run_providers(Words words, Streams& streams) {
  Plan plan;
  ParsedWords parsed = parse_words(options_of(plan), words);
  if (plan.help) {
    streams.out.write(providers_help());
    return ExitCode::kGood;
  }
  take_operands(plan, parsed);
  if (!parsed.problems.empty()) return misused("providers", parsed.problems, streams);
  return plan.action == "list" ? list(plan, streams) : check(plan, streams);
}

}  // namespace acode::cli
