// `acode providers`: the plan, and its actions.
#include "cli/providers_command.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "agent/examination.h"
#include "cli/args.h"
#include "cli/display.h"
#include "cli/examine.h"
#include "cli/observation.h"
#include "cli/provider_choice.h"
#include "cli/row_parts.h"
#include "cli/settings.h"
#include "cli/stats_view.h"
#include "cli/suggest.h"
#include "observe/event_source.h"

namespace acode::cli {
namespace {

enum class Component : std::uint8_t { kAll, kParser, kServer };

struct Plan {
  std::string action;
  ProviderWords provider;
  Component component = Component::kAll;
  bool tool_calls = false;
  bool verbose = false;
  bool fleet = false;
  std::chrono::seconds since = std::chrono::hours(24);
  bool json = false;
  bool help = false;
};

constexpr std::array<std::string_view, 4> kActions = {"list", "check", "smoke-test", "stats"};

// 90s, 30m, 24h, 7d.
std::optional<std::string> read_span(std::string_view text, std::chrono::seconds& span) {
  constexpr std::string_view kUnits = "smhd";
  constexpr std::array<std::int64_t, 4> kSeconds = {1, 60, 3600, 86'400};
  const std::size_t unit = text.empty() ? std::string_view::npos : kUnits.find(text.back());
  std::uint64_t number = 0;
  if (unit == std::string_view::npos || read_number(text.substr(0, text.size() - 1), 1, 100'000, number)) {
    return "give a number and s, m, h or d, like 24h";
  }
  span = std::chrono::seconds(static_cast<std::int64_t>(number) * kSeconds.at(unit));
  return std::nullopt;
}

std::vector<Option> options_of(Plan& plan) {
  std::vector<Option> options = provider_options(plan.provider);
  options.erase(options.begin());  // the provider is an operand here
  options.push_back({"component", 0, "NAME", "check: only tool-call-parser, which asks nobody, or server",
                     set_choice(plan.component, {{"tool-call-parser", Component::kParser},
                                                 {"server", Component::kServer},
                                                 {"all", Component::kAll}})});
  options.push_back({"tool-calls", 0, "",
                     "stats: of tool calls, which is all there is; smoke-test: also a "
                     "tool call by the live model: extraction, "
                     "argument parsing, mapping, repair, retry",
                     set_true(plan.tool_calls)});
  options.push_back({"since", 0, "SPAN", "stats: so far back: 90s, 30m, 24h (the default), 7d",
                     [&plan](std::string_view value) { return read_span(value, plan.since); }});
  options.push_back({"verbose", 'v', "", "stats: percentiles, and each model and tool", set_true(plan.verbose)});
  options.push_back(
      {"fleet", 0, "", "stats: of all instances, from the database of database.url", set_true(plan.fleet)});
  options.push_back({"json", 0, "", "print one JSON object", set_true(plan.json)});
  options.push_back({"help", 'h', "", "print this help and leave", set_true(plan.help)});
  return options;
}

void take_operands(Plan& plan, ParsedWords& parsed) {
  if (parsed.operands.empty()) {
    parsed.problems.emplace_back("say what to do: list, check NAME, smoke-test NAME or stats NAME");
    return;
  }
  plan.action = parsed.operands[0];
  if (std::find(kActions.begin(), kActions.end(), plan.action) == kActions.end()) {
    parsed.problems.push_back("providers can list, check, smoke-test and stats, not '" + printable(plan.action, 60) +
                              "'" + did_you_mean(plan.action, kActions));
  } else if (parsed.operands.size() != (plan.action == "list" ? 1U : 2U)) {
    parsed.problems.push_back(plan.action +
                              (plan.action == "list" ? " needs no name" : " needs the name of one provider"));
  } else if (plan.action != "list") {
    plan.provider.provider = parsed.operands[1];
  }
}

// {"default": "ollama", "providers": [{"name", "base_url", "model"}]}
std::string list_row(const config::Configuration& configuration) {
  std::string row = "{";
  append_member(row, "default", configuration.default_provider());
  row += ",\"providers\":[";
  for (const std::string& name : configuration.providers()) {
    const config::ProviderSettings settings = configuration.provider(name);
    if (!row.ends_with('[')) row += ',';
    row += '{';
    append_member(row, "name", name);
    row += ',';
    append_member(row, "base_url", settings.base_url);
    row += ',';
    append_member(row, "model", settings.model);
    row += '}';
  }
  return row + "]}\n";
}

std::string render_list(const config::Configuration& configuration) {
  std::size_t widest = 0;
  for (const std::string& name : configuration.providers()) widest = std::max(widest, name.size());
  std::string text;
  for (const std::string& name : configuration.providers()) {
    const config::ProviderSettings settings = configuration.provider(name);
    text += std::string(name == configuration.default_provider() ? "* " : "  ") + name +
            std::string(widest - name.size() + 2, ' ') + printable(settings.base_url) +
            (settings.model.empty() ? "" : "  " + printable(settings.model)) + "\n";
  }
  return text;
}

ExitCode list(const Plan& plan, Streams& streams) {
  auto loaded = load_settings(plan.provider.settings_file, {}, streams);
  if (const auto* failed = std::get_if<ExitCode>(&loaded)) return *failed;
  const config::Configuration& configuration = std::get<LoadedSettings>(loaded).configuration;
  streams.out.write(plan.json ? list_row(configuration) : render_list(configuration));
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

ExitCode unreadable(const std::string& file, const observe::ReadError& error, Streams& streams) {
  return streams.complain(printable(file), {ProblemCode::kReadFailed, error.message, ""});
}

ExitCode check(const Plan& plan, Streams& streams) {
  const auto checks = examine_provider(plan.provider, plan.json, streams, [&plan](agent::Examination& examination) {
    examine(plan, examination);
    return ExitCode::kGood;
  });
  if (const auto* failed = std::get_if<ExitCode>(&checks)) return *failed;
  const auto& done = std::get<std::vector<agent::Check>>(checks);
  const bool failed = std::any_of(done.begin(), done.end(),
                                  [](const agent::Check& c) { return c.status == agent::Check::Status::kFail; });
  return failed ? ExitCode::kRefused : ExitCode::kGood;
}

ExitCode stats(const Plan& plan, Streams& streams) {
  auto loaded = load_settings(plan.provider.settings_file, {}, streams);
  if (const auto* failed = std::get_if<ExitCode>(&loaded)) return *failed;
  observe::EventFilter filter;
  filter.provider = *plan.provider.provider;
  filter.since = std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now() - plan.since);
  observe::CallStats figures;
  const RecordedEvents events =
      recorded_events(std::get<LoadedSettings>(loaded).configuration, plan.fleet ? Whose::kFleet : Whose::kThisMachine);
  const auto* missing = std::get_if<observe::ReadError>(&events.source);
  if (missing == nullptr) {
    auto read = std::get<std::unique_ptr<observe::EventSource>>(events.source)->stats(filter);
    if (const auto* error = std::get_if<observe::ReadError>(&read)) return unreadable(events.place, *error, streams);
    figures = std::get<observe::CallStats>(std::move(read));
  } else if (!missing->missing) {
    return unreadable(events.place, *missing, streams);
  }
  streams.out.write(plan.json ? stats_row(filter.provider, figures, plan.since)
                              : render_stats(figures, plan.since, plan.verbose));
  return ExitCode::kGood;
}

}  // namespace

Syntax providers_syntax() {
  auto plan = std::make_shared<Plan>();
  const Values name{Values::Kind::kProvider};
  return {plan,
          options_of(*plan),
          {{"list", "the providers that there are", {}},
           {"check", "the parser with its settings, and the server", {{name}}},
           {"smoke-test", "a short talk with the live model", {{name}}},
           {"stats", "what its calls came to", {{name}}}},
          {}};
}

std::string providers_help() {
  Plan plan;
  return "The servers that acode talks to: which there are, whether they work, and what\n"
         "their calls came to.\n\n"
         "Usage: acode providers list\n"
         "       acode providers check NAME         the parser and the server\n"
         "       acode providers smoke-test NAME    a short talk with the live model\n"
         "       acode providers stats NAME         what its calls came to\n\n"
         "Options:\n" +
         describe_options(options_of(plan)) +
         "\n"
         "Examples:\n"
         "  acode providers check ollama --component tool-call-parser\n"
         "  acode providers smoke-test ollama --tool-calls\n"
         "  acode providers stats ollama --tool-calls --since 7d --verbose\n"
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
  if (plan.action == "stats") return stats(plan, streams);
  return plan.action == "list" ? list(plan, streams) : check(plan, streams);
}

}  // namespace acode::cli
