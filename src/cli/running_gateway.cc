// From words and the configuration to a gateway.
#include "cli/running_gateway.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "agent/chat_request.h"
#include "cli/display.h"
#include "config/setting.h"
#include "net/url.h"

namespace acode::cli {
namespace {

using wire::Dialect;

// What is said, else what is configured. Of a server that only an address is known of, the address tells: `/v1` is how
// OpenAI's API is met.
Dialect dialect_of(const GatewayWords& words, const config::ProviderSettings& provider, const net::Url& base) {
  if (words.dialect) return *words.dialect;
  const bool is_only_address = words.provider.base_url && !words.provider.provider;
  if (is_only_address && (base.target == "/v1" || base.target == "/v1/")) return Dialect::kOpenAiChat;
  switch (provider.dialect) {
    case config::ServerDialect::kOllama:
      return Dialect::kOllama;
    case config::ServerDialect::kResponses:
      return Dialect::kOpenAiResponses;
    case config::ServerDialect::kAnthropic:
      return Dialect::kAnthropic;
    case config::ServerDialect::kOpenAi:
      break;
  }
  return Dialect::kOpenAiChat;
}

gateway::GatewaySettings settings_of(const GatewayWords& words, const ChosenServer& chosen, const net::Url& base) {
  const config::ProviderSettings& provider = chosen.settings;
  const config::GatewaySettings configured = chosen.configuration.gateway();
  gateway::GatewaySettings settings;
  settings.upstream.name = provider.name;
  settings.upstream.base = base;
  settings.upstream.dialect = dialect_of(words, provider, base);
  settings.upstream.api_key = chosen.key;
  settings.upstream.timeout = provider.request_timeout;
  settings.upstream.emulate_tools = provider.emulate_tools;
  settings.upstream.ignores_tool_choice = provider.ignores_tool_choice;
  config::ProviderSettings spoken = provider;
  const bool speaks_ollama = settings.upstream.dialect == Dialect::kOllama;
  spoken.dialect = speaks_ollama ? config::ServerDialect::kOllama : config::ServerDialect::kOpenAi;
  settings.upstream.constraint_style = agent::constraint_style(spoken);
  settings.mode = gateway::mode_from(configured.mode).value_or(settings.mode);
  settings.pipeline = provider.tool_call.pipeline;
  settings.strict_validation = provider.tool_call.strict_validation;
  settings.retry = provider.tool_call.retry;
  settings.breaker = provider.tool_call.breaker;
  settings.budget = {configured.budget, configured.budget_tokens};
  settings.max_equal_calls = configured.max_equal_calls;
  settings.keep_alive = configured.keep_alive;
  return settings;
}

net::ServerOptions options_of(const config::GatewaySettings& configured) {
  net::ServerOptions options;
  options.address = configured.listen.address;
  options.port = configured.listen.port;
  options.threads = configured.threads != 0 ? configured.threads : std::max(1U, std::thread::hardware_concurrency());
  options.max_connections = configured.max_connections;
  options.max_body_bytes = configured.max_body_bytes;
  return options;
}

// The key that clients must show; nothing if it is asked for and cannot be had.
std::optional<std::string> client_key(const std::string& variable) {
  if (variable.empty()) return std::string();
  const char* const value = std::getenv(variable.c_str());  // NOLINT(concurrency-mt-unsafe): before any thread is made
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string(value);
}

// Who takes its own address for the server's would ask itself for ever.
bool is_itself(const config::ListenPlace& listen, const net::Url& base) {
  const bool is_here = base.host == listen.address || net::is_loopback(base.host);
  return listen.port != 0 && is_here && base.port == listen.port;
}

}  // namespace

std::variant<std::unique_ptr<RunningGateway>, ExitCode> RunningGateway::start(GatewayWords words,
                                                                              std::string_view command,
                                                                              Streams& streams) {
  std::unique_ptr<RunningGateway> made(new RunningGateway(std::move(words), command));
  const auto refuse = [&](const std::string& why) {
    streams.tell("acode: " + std::string(command) + ": " + why + "\n");
    return ExitCode::kRefused;
  };
  auto chosen = choose_server(made->words_.provider, made->words_.flags, streams);
  if (const auto* failed = std::get_if<ExitCode>(&chosen)) return *failed;
  const ChosenServer& provider = std::get<ChosenServer>(chosen);
  const config::GatewaySettings configured = provider.configuration.gateway();
  const auto base = net::Url::parse(provider.settings.base_url);
  if (!base) return refuse(printable(to_string(base.error())));
  if (is_itself(configured.listen, *base)) {
    return refuse("the server behind the gateway would be the gateway itself, at " + base->text() +
                  "\n  hint: --upstream URL; OLLAMA_HOST and OPENAI_BASE_URL are read too");
  }
  std::optional<std::string> key = client_key(configured.client_key_env);
  if (!key) {
    return refuse("the variable " + printable(configured.client_key_env, 40) +
                  ", which should hold the key of clients, is not set");
  }
  gateway::GatewaySettings settings = settings_of(made->words_, provider, *base);
  settings.client_key = std::move(*key);
  if (!made->listen(provider, std::move(settings), streams)) return ExitCode::kInputOutput;
  return made;
}

bool RunningGateway::listen(const ChosenServer& chosen, gateway::GatewaySettings settings, Streams& streams) {
  observation_ = std::make_unique<Observation>(chosen.configuration, chosen.settings, chosen.key);
  std::vector<std::string> secrets;
  for (const std::string& secret : {chosen.key, settings.client_key}) {
    if (!secret.empty()) secrets.push_back(secret);
  }
  recorder_ = std::make_unique<gateway::Recorder>(
      observation_->logger(), observation_->store(), chosen.settings.name,
      chosen.settings.tool_call.log_argument_values, std::move(secrets),
      [this](std::string_view model) { return observation_->breaker_memory(model); });
  fleet_ = std::make_unique<FleetLink>(chosen.configuration, *observation_, *recorder_);
  const config::GatewaySettings configured = chosen.configuration.gateway();
  upstream_ = settings.upstream.base.text();
  grace_ = configured.grace;
  auto made = gateway::Gateway::listen(options_of(configured), std::move(settings), *recorder_);
  if (!made) {
    streams.tell("acode: " + command_ + ": " + printable(to_string(made.error())) + "\n");
    return false;
  }
  gateway_ = std::move(*made);
  gateway_->start();
  return true;
}

RunningGateway::~RunningGateway() = default;

void RunningGateway::reload(Streams& streams) {
  auto again = choose_server(words_.provider, words_.flags, streams);
  const auto* const fresh = std::get_if<ChosenServer>(&again);
  if (fresh == nullptr) return;
  const auto base = net::Url::parse(fresh->settings.base_url);
  std::optional<std::string> key = client_key(fresh->configuration.gateway().client_key_env);
  if (!base || !key) {
    streams.tell("acode: " + command_ + ": the configuration cannot be used; the old one stays in force\n");
    return;
  }
  gateway::GatewaySettings settings = settings_of(words_, *fresh, *base);
  settings.client_key = std::move(*key);
  grace_ = fresh->configuration.gateway().grace;
  gateway_->use(std::move(settings));
  streams.tell("acode: " + command_ + ": the configuration was read again\n");
}

void RunningGateway::stop() {
  gateway_->stop(grace_);
  gateway_->wait();
  fleet_->stop();
}

}  // namespace acode::cli
