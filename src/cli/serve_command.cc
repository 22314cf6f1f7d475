// `acode serve`: from words and the configuration to a running gateway.
#include "cli/serve_command.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "agent/chat_request.h"
#include "cli/args.h"
#include "cli/display.h"
#include "cli/fleet_link.h"
#include "cli/observation.h"
#include "cli/provider_choice.h"
#include "cli/row_parts.h"
#include "cli/serve_signals.h"
#include "gateway/gateway.h"
#include "net/url.h"

namespace acode::cli {
namespace {

using gateway::GuardMode;
using wire::Dialect;

struct Plan {
  ProviderWords provider;
  std::string address = "127.0.0.1";
  std::uint16_t port = 8780;
  std::optional<Dialect> dialect;
  GuardMode mode = GuardMode::kFull;
  std::uint32_t threads = 0;
  std::optional<std::string> key_variable;
  bool emulate_tools = false;
  bool ignores_tool_choice = false;
  std::uint32_t grace = 30;
  bool json = false;
  bool help = false;
};

// "8080", "0.0.0.0:8080", "[::1]:8080".
Setter set_listen(std::string& address, std::uint16_t& port) {
  return [&address, &port](std::string_view value) -> std::optional<std::string> {
    const std::size_t colon = value.rfind(':');
    std::string_view host = colon == std::string_view::npos ? std::string_view() : value.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    std::uint64_t number = 0;
    std::optional<std::string> problem =
        read_number(colon == std::string_view::npos ? value : value.substr(colon + 1), 0, 65535, number);
    if (problem) return problem;
    if (!host.empty()) address = host;
    port = static_cast<std::uint16_t>(number);
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

std::vector<Option> options_of(Plan& plan) {
  std::vector<Option> options = provider_options(plan.provider);
  options.insert(
      options.end(),
      {{"listen", 'l', "[ADDR:]PORT", "where clients connect (default: 127.0.0.1:8780)",
        set_listen(plan.address, plan.port)},
       {"upstream-dialect", 0, "NAME",
        "what the server speaks: ollama, openai, responses or anthropic; without this as "
        "configured",
        set_dialect(plan.dialect)},
       {"mode", 0, "NAME", "how far to go: off, observe, repair or full (default)",
        set_choice(plan.mode, {{"off", GuardMode::kOff},
                               {"observe", GuardMode::kObserve},
                               {"repair", GuardMode::kRepair},
                               {"full", GuardMode::kFull}})},
       {"threads", 't', "N", "so many; without this one for each processor", set_number(plan.threads, 0U, 256U)},
       {"client-key-env", 0, "NAME", "clients must show the key that this environment variable holds",
        set_text(plan.key_variable)},
       {"emulate-tools", 0, "", "put tools into the prompt, for models without tools", set_true(plan.emulate_tools)},
       {"ignores-tool-choice", 0, "", "the server does not listen to tool_choice: see to it here",
        set_true(plan.ignores_tool_choice)},
       {"grace", 0, "SECONDS", "how long streams may go on after SIGTERM (default: 30)",
        set_number(plan.grace, 0U, 86'400U)},
       {"json", 0, "", "print where it listens as a JSON object", set_true(plan.json)},
       {"help", 'h', "", "print this help and leave", set_true(plan.help)}});
  return options;
}

gateway::GatewaySettings settings_of(const Plan& plan, const ChosenProvider& chosen, const net::Url& base) {
  const config::ProviderSettings& provider = chosen.settings;
  gateway::GatewaySettings settings;
  settings.upstream.name = provider.name;
  settings.upstream.base = base;
  const bool is_ollama = provider.dialect == config::ServerDialect::kOllama;
  settings.upstream.dialect = plan.dialect.value_or(is_ollama ? Dialect::kOllama : Dialect::kOpenAiChat);
  settings.upstream.api_key = chosen.key;
  settings.upstream.timeout = provider.request_timeout;
  settings.upstream.emulate_tools = plan.emulate_tools;
  settings.upstream.ignores_tool_choice = plan.ignores_tool_choice;
  config::ProviderSettings spoken = provider;
  const bool speaks_ollama = settings.upstream.dialect == Dialect::kOllama;
  spoken.dialect = speaks_ollama ? config::ServerDialect::kOllama : config::ServerDialect::kOpenAi;
  settings.upstream.constraint_style = agent::constraint_style(spoken);
  settings.mode = plan.mode;
  settings.pipeline = provider.tool_call.pipeline;
  settings.strict_validation = provider.tool_call.strict_validation;
  settings.retry = provider.tool_call.retry;
  settings.breaker = provider.tool_call.breaker;
  return settings;
}

// NOLINTNEXTLINE(concurrency-mt-unsafe): before any thread is made
const char* variable(const std::string& name) { return std::getenv(name.c_str()); }

std::string listening(const net::Url& url, const gateway::UpstreamSettings& upstream, bool json) {
  const std::string text = url.origin();
  if (json) {
    std::string row = "{";
    append_member(row, "url", text);
    row += ',';
    append_member(row, "upstream", upstream.base.text());
    return row + "}\n";
  }
  return "listening on " + text + ", in front of " + upstream.base.text() +
         "\n\n"
         "  export OPENAI_BASE_URL=" +
         text +
         "/v1\n"
         "  export ANTHROPIC_BASE_URL=" +
         text +
         "\n"
         "  export OLLAMA_HOST=" +
         text + "\n";
}

// Serves until somebody wants it to end. A configuration that cannot be read leaves the old one in force.
ExitCode serve(const Plan& plan, const ChosenProvider& chosen, gateway::GatewaySettings settings, Streams& streams) {
  const ServeSignals signals;
  Observation observation(chosen.configuration, chosen.settings, chosen.key);
  std::vector<std::string> secrets;
  for (const std::string& secret : {chosen.key, settings.client_key}) {
    if (!secret.empty()) secrets.push_back(secret);
  }
  gateway::Recorder recorder(observation.logger(), observation.store(), chosen.settings.name,
                             chosen.settings.tool_call.log_argument_values, std::move(secrets));
  FleetLink fleet(chosen.configuration, observation, recorder);
  net::ServerOptions options;
  options.address = plan.address;
  options.port = plan.port;
  options.threads = plan.threads != 0 ? plan.threads : std::max(1U, std::thread::hardware_concurrency());
  const std::string client_key = settings.client_key;
  const gateway::UpstreamSettings upstream = settings.upstream;
  auto made = gateway::Gateway::listen(std::move(options), std::move(settings), recorder);
  if (!made) {
    streams.tell("acode: serve: " + printable(to_string(made.error())) + "\n");
    return ExitCode::kInputOutput;
  }
  gateway::Gateway& server = **made;
  server.start();
  streams.out.write(listening(server.url(), upstream, plan.json));
  streams.out.flush();
  while (signals.next() == ServeSignals::What::kReload) {
    auto again = choose_provider(plan.provider, {}, streams);
    const auto* const fresh = std::get_if<ChosenProvider>(&again);
    if (fresh == nullptr) continue;
    const auto base = net::Url::parse(fresh->settings.base_url);
    if (!base) continue;
    gateway::GatewaySettings next = settings_of(plan, *fresh, *base);
    next.client_key = client_key;
    server.use(std::move(next));
    streams.tell("acode: serve: the configuration was read again\n");
  }
  streams.tell("acode: serve: stopping; streams may go on for " + std::to_string(plan.grace) + " s\n");
  server.stop(std::chrono::seconds(plan.grace));
  server.wait();
  fleet.stop();
  return ExitCode::kGood;
}

}  // namespace

Syntax serve_syntax() {
  auto plan = std::make_shared<Plan>();
  return {plan, options_of(*plan), {}, {}};
}

std::string serve_help() {
  Plan plan;
  return "A gateway in front of a model server: clients of OpenAI's, Anthropic's and\n"
         "Ollama's APIs connect to it instead, and every tool call that they get is valid.\n\n"
         "Usage: acode serve [--provider NAME] [--listen [ADDR:]PORT]\n\n"
         "Options:\n" +
         describe_options(options_of(plan)) +
         "\n"
         "Prose passes at once. A call is held until it is whole, checked against the\n"
         "request's own tools, mended, and if need be asked for again; then it is sent in\n"
         "the client's dialect. What is right passes byte for byte, and so does\n"
         "everything that is not a question to a model.\n\n"
         "  x-acode-mode: off | observe | repair | full      a header of a request\n"
         "  /metrics, /healthz, /readyz                      the gateway's own\n"
         "  SIGHUP reads the configuration again; SIGTERM ends it when streams are done\n\n"
         "Examples:\n"
         "  acode serve --provider ollama\n"
         "  OPENAI_BASE_URL=http://127.0.0.1:8780/v1 your-agent\n"
         "\n"
         "Exit status:\n"
         "  0  it was told to stop\n"
         "  1  the configuration is wrong\n"
         "  2  the command line was not understood\n"
         "  3  the port is taken, or the address is not ours\n";
}

ExitCode run_serve(Words words, Streams& streams) {
  Plan plan;
  ParsedWords parsed = parse_words(options_of(plan), words);
  if (plan.help) {
    streams.out.write(serve_help());
    return ExitCode::kGood;
  }
  if (!parsed.operands.empty()) parsed.problems.emplace_back("serve takes no files");
  const char* const key = plan.key_variable ? variable(*plan.key_variable) : nullptr;
  if (plan.key_variable && (key == nullptr || *key == '\0')) {
    parsed.problems.push_back("the variable " + printable(*plan.key_variable, 40) + " of --client-key-env is not set");
  }
  if (!parsed.problems.empty()) return misused("serve", parsed.problems, streams);
  auto chosen = choose_provider(plan.provider, {}, streams);
  if (const auto* failed = std::get_if<ExitCode>(&chosen)) return *failed;
  const ChosenProvider& provider = std::get<ChosenProvider>(chosen);
  const auto base = net::Url::parse(provider.settings.base_url);
  if (!base) {
    streams.tell("acode: serve: " + printable(to_string(base.error())) + "\n");
    return ExitCode::kRefused;
  }
  gateway::GatewaySettings settings = settings_of(plan, provider, *base);
  if (key != nullptr) settings.client_key = key;
  return serve(plan, provider, std::move(settings), streams);
}

}  // namespace acode::cli
