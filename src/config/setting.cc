// The table of settings, and what can be told from it.
#include "config/setting.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "acode/json/reader.h"
#include "acode/retry/feedback.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "config/database_url.h"

namespace acode::config {
namespace {

constexpr std::string_view kProviders = "model.providers.";
constexpr std::int64_t kDay = 86'400'000;

constexpr std::string_view kParsing = "Tool Call Parsing Configuration";
constexpr std::string_view kRetry = "Retry";
constexpr std::string_view kStreaming = "Streaming";
constexpr std::string_view kCallLog = "Call Logging";
constexpr std::string_view kProvider = "Provider";
constexpr std::string_view kGeneral = "General";
constexpr std::string_view kLogging = "Logging";
constexpr std::string_view kEvents = "Events";
constexpr std::string_view kDatabase = "Database";
constexpr std::string_view kTracing = "Tracing";
constexpr std::string_view kGateway = "Gateway";

constexpr Section kP = Section::kProvider;
constexpr Section kG = Section::kGeneral;

constexpr std::array kSettings = {
    Setting{"tool_call.max_retries", kP, Kind::kInteger, "3", kParsing, "requests after the first answer", 1, 10},
    Setting{"tool_call.retry_delay_ms", kP, Kind::kInteger, "100", kParsing, "wait before the first of them", 0, kDay},
    Setting{"tool_call.enable_auto_repair", kP, Kind::kBool, "true", kParsing, "mend broken arguments"},
    Setting{"tool_call.repair_timeout_ms", kP, Kind::kInteger, "100", kParsing, "how long mending may take", 1, 60'000},
    Setting{"tool_call.strict_validation", kP, Kind::kBool, "true", kParsing,
            "refuse properties the schema does not name"},
    Setting{"tool_call.coercion", kP, Kind::kChoice, "safe", kParsing, "how values are made to fit", 0, 0,
            "off safe aggressive"},
    Setting{"tool_call.max_nesting_depth", kP, Kind::kInteger, "64", kParsing, "of arguments", 1, 10'000},
    Setting{"tool_call.max_argument_size", kP, Kind::kInteger, "1048576", kParsing, "of arguments, in bytes", 1,
            268'435'455},
    Setting{"tool_call.truncated_calls", kP, Kind::kChoice, "retry", kParsing,
            "what to do with a call that was cut off", 0, 0, "retry reject accept"},
    Setting{"tool_call.repair_level", kP, Kind::kChoice, "normal", kParsing, "how far mending may go", 0, 0,
            "safe normal eager"},
    Setting{"tool_call.max_retry_delay_ms", kP, Kind::kInteger, "10000", kRetry, "the longest wait", 0, kDay},
    Setting{"tool_call.retry_unknown_tools", kP, Kind::kBool, "false", kRetry,
            "also ask again for a call of no tool that there is"},
    Setting{"tool_call.breaker_threshold", kP, Kind::kInteger, "5", kRetry,
            "calls given up in a row that stop all retries for a while; 0: never", 0, 1000},
    Setting{"tool_call.breaker_cooldown_ms", kP, Kind::kInteger, "60000", kRetry, "for how long", 0, kDay},
    Setting{"tool_call.retry_prompt_template", kP, Kind::kTemplate, "", kRetry,
            "what the model is told; empty: built in"},
    Setting{"tool_call.streaming.buffer_size", kP, Kind::kInteger, "65536", kStreaming, "first allocation, in bytes",
            1024, 268'435'455},
    Setting{"tool_call.streaming.max_concurrent_calls", kP, Kind::kInteger, "10", kStreaming, "in one answer", 1, 1000},
    Setting{"tool_call.log_repair_details", kP, Kind::kBool, "true", kCallLog, "each edit, at level debug"},
    Setting{"tool_call.log_argument_values", kP, Kind::kBool, "false", kCallLog,
            "values, at level debug; what looks like a secret is masked even then"},
    Setting{"base_url", kP, Kind::kUrl, "", kProvider, "where the server is"},
    Setting{"model", kP, Kind::kText, "", kProvider, "the model's name"},
    Setting{"dialect", kP, Kind::kChoice, "", kProvider, "what the server speaks", 0, 0,
            "ollama openai responses anthropic"},
    Setting{"api_key_env", kP, Kind::kText, "", kProvider, "the environment variable that holds the key"},
    Setting{"streaming", kP, Kind::kBool, "true", kProvider, "ask for answers in pieces"},
    Setting{"request_timeout_ms", kP, Kind::kInteger, "300000", kProvider, "how long to wait for an answer to go on", 1,
            kDay},
    Setting{"emulate_tools", kP, Kind::kBool, "false", kProvider,
            "for the gateway: put tools into the prompt, for models without tools"},
    Setting{"ignores_tool_choice", kP, Kind::kBool, "false", kProvider,
            "for the gateway: the server does not listen to tool_choice"},
    Setting{"options.*", kP, Kind::kJson, "", kProvider, "handed on to the model: temperature, num_ctx, …"},
    Setting{"model.default_provider", kG, Kind::kText, "ollama", kGeneral, "used where none is named"},
    Setting{"logging.level", kG, Kind::kChoice, "warn", kLogging, "the least level that is written", 0, 0,
            "debug info warn error off"},
    Setting{"logging.format", kG, Kind::kChoice, "text", kLogging, "", 0, 0, "text json"},
    Setting{"logging.file", kG, Kind::kText, "", kLogging, "empty: standard error"},
    Setting{"logging.levels.*", kG, Kind::kChoice, "", kLogging, "of a single component", 0, 0,
            "debug info warn error off"},
    Setting{"events.enabled", kG, Kind::kBool, "true", kEvents, "keep a record of calls for `providers stats`"},
    Setting{"events.file", kG, Kind::kText, "", kEvents, "empty: in the user's state directory"},
    Setting{"events.keep_days", kG, Kind::kInteger, "30", kEvents, "older ones are dropped", 1, 3650},
    Setting{"gateway.listen", kG, Kind::kListen, "127.0.0.1:11435", kGateway, "where clients connect"},
    Setting{"gateway.mode", kG, Kind::kChoice, "full", kGateway, "how far it goes", 0, 0, "off observe repair full"},
    Setting{"gateway.threads", kG, Kind::kInteger, "0", kGateway, "0: one for each processor", 0, 256},
    Setting{"gateway.client_key_env", kG, Kind::kText, "", kGateway,
            "the environment variable with the key that clients must show; empty: none"},
    Setting{"gateway.budget_ms", kG, Kind::kInteger, "60000", kGateway, "time for asking again, in one answer", 0,
            kDay},
    Setting{"gateway.budget_tokens", kG, Kind::kInteger, "20000", kGateway, "tokens for asking again, in one answer", 0,
            1'000'000'000},
    Setting{"gateway.max_equal_calls", kG, Kind::kInteger, "5", kGateway,
            "equal calls with equal results in a row before one more is refused; 0: never", 0, 1000},
    Setting{"gateway.keep_alive_ms", kG, Kind::kInteger, "15000", kGateway,
            "how often a client hears of us while a call is held for it; 0: never", 0, kDay},
    Setting{"gateway.max_connections", kG, Kind::kInteger, "10000", kGateway, "of clients at once; 503 beyond it", 1,
            1'000'000},
    Setting{"gateway.max_body_bytes", kG, Kind::kInteger, "33554432", kGateway, "of a request; 413 beyond it", 1024,
            1'073'741'824},
    Setting{"gateway.grace_seconds", kG, Kind::kInteger, "30", kGateway, "how long streams may go on after SIGTERM", 0,
            86'400},
    Setting{"database.url", kG, Kind::kDatabase, "", kDatabase,
            "the PostgreSQL database to which `serve` also sends events; its password stands in the environment"},
    Setting{"database.keep_days", kG, Kind::kInteger, "90", kDatabase,
            "older events are dropped there; 0: none, by this instance", 0, 3650},
    Setting{"tracing.endpoint", kG, Kind::kUrl, "", kTracing,
            "the OpenTelemetry collector to which `serve` sends spans; empty: as OTEL_EXPORTER_OTLP_ENDPOINT says"},
};

bool is_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

bool fits_key(const Setting& setting, std::string_view key) {
  if (!setting.key.ends_with('*')) return setting.key == key;
  const std::string_view stem = setting.key.substr(0, setting.key.size() - 1);
  return key.starts_with(stem) && is_name(key.substr(stem.size()));
}

const Setting* find(Section section, std::string_view key) {
  const auto* const found = std::find_if(kSettings.begin(), kSettings.end(), [&](const Setting& setting) {
    return setting.section == section && fits_key(setting, key);
  });
  return found == kSettings.end() ? nullptr : found;
}

std::string quoted(std::string_view value) { return "\"" + base::shortened(value, 60) + "\""; }

std::optional<ValueProblem> check_integer(const Setting& setting, std::string_view value) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (end != value.data() + value.size() || value.empty() || error == std::errc::invalid_argument) {
    return ValueProblem{true, quoted(value) + " is not a whole number", allowed_values(setting)};
  }
  if (error == std::errc() && number >= setting.least && number <= setting.most) return std::nullopt;
  return ValueProblem{false, std::string(value) + " is out of range", allowed_values(setting)};
}

std::optional<ValueProblem> check_choice(const Setting& setting, std::string_view value) {
  const std::vector<std::string_view> choices = choices_of(setting);
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return std::nullopt;
  return ValueProblem{false, quoted(value) + " is not one of the choices", allowed_values(setting)};
}

// Who reads it must be told where the server is, and secrets have no place in it.
std::optional<ValueProblem> check_url(const Setting& setting, std::string_view value) {
  const std::size_t scheme = value.find("://");
  const bool known = value.starts_with("http://") || value.starts_with("https://");
  if (!known || value.size() == scheme + 3) {
    return ValueProblem{true, quoted(value) + " is not the address of a server", allowed_values(setting)};
  }
  const std::string_view host = value.substr(scheme + 3, value.find('/', scheme + 3) - scheme - 3);
  if (host.find('@') == std::string_view::npos) return std::nullopt;
  return ValueProblem{false, "a user's name or password must not stand in it",
                      "an address without them; see api_key_env"};
}

std::optional<ValueProblem> check_listen(const Setting& setting, std::string_view value) {
  if (read_listen(value)) return std::nullopt;
  return ValueProblem{true, quoted(value) + " is not an address and a port", allowed_values(setting)};
}

std::optional<ValueProblem> check_template(std::string_view value) {
  const std::vector<std::string> unknown = retry::unknown_words(value);
  if (unknown.empty()) return std::nullopt;
  std::string allowed;
  for (const std::string_view word : retry::template_words()) {
    allowed += (allowed.empty() ? "{" : ", {") + std::string(word) + "}";
  }
  return ValueProblem{false, "{" + unknown[0] + "} is not a word of the template", allowed};
}

std::optional<ValueProblem> check_json(const Setting& setting, std::string_view value) {
  if (json::parse(value).ok()) return std::nullopt;
  return ValueProblem{true, quoted(value) + " is not JSON", allowed_values(setting)};
}

std::optional<ValueProblem> check_database(const Setting& setting, std::string_view value) {
  if (value.empty() || is_database_url(value)) return std::nullopt;
  return ValueProblem{true, "this is not the address of a PostgreSQL database", allowed_values(setting)};
}

}  // namespace

std::optional<ListenPlace> read_listen(std::string_view text) {
  ListenPlace place;
  const std::size_t colon = text.rfind(':');
  std::string_view host = colon == std::string_view::npos ? std::string_view() : text.substr(0, colon);
  const std::string_view port = colon == std::string_view::npos ? text : text.substr(colon + 1);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (!host.empty()) place.address = host;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), place.port);
  if (port.empty() || end != port.data() + port.size() || error != std::errc()) return std::nullopt;
  return place;
}

std::span<const Setting> settings() { return kSettings; }

std::string provider_key(std::string_view provider, std::string_view key) {
  return std::string(kProviders) + std::string(provider) + "." + std::string(key);
}

std::optional<KeyMeaning> meaning_of(std::string_view key) {
  if (const Setting* general = find(Section::kGeneral, key)) return KeyMeaning{general, ""};
  if (!key.starts_with(kProviders)) return std::nullopt;
  key.remove_prefix(kProviders.size());
  const std::size_t dot = key.find('.');
  if (dot == std::string_view::npos || !is_name(key.substr(0, dot))) return std::nullopt;
  const Setting* setting = find(Section::kProvider, key.substr(dot + 1));
  if (setting == nullptr) return std::nullopt;
  return KeyMeaning{setting, std::string(key.substr(0, dot))};
}

std::optional<std::string> full_key(std::string_view typed, std::string_view provider) {
  if (meaning_of(typed)) return std::string(typed);
  for (const std::string_view prefix : {"", "tool_call.", "tool_call.streaming."}) {
    const std::string key = std::string(prefix) + std::string(typed);
    if (find(Section::kProvider, key) != nullptr) return provider_key(provider, key);
  }
  for (const std::string_view prefix : {"logging.", "gateway."}) {
    std::string key = std::string(prefix) + std::string(typed);
    if (meaning_of(key)) return key;
  }
  return std::nullopt;
}

std::optional<std::string> nearest_key(std::string_view key) {
  std::string_view prefix;
  Section section = Section::kGeneral;
  if (key.starts_with(kProviders)) {
    const std::size_t dot = key.find('.', kProviders.size());
    if (dot == std::string_view::npos) return std::nullopt;
    prefix = key.substr(0, dot + 1);
    section = Section::kProvider;
  }
  std::vector<std::string_view> keys;
  for (const Setting& setting : kSettings) {
    if (setting.section == section) keys.push_back(setting.key);
  }
  const std::string_view nearest = base::nearest(key.substr(prefix.size()), keys);
  if (nearest.empty()) return std::nullopt;
  return std::string(prefix) + std::string(nearest);
}

std::optional<ValueProblem> check_value(const Setting& setting, std::string_view value) {
  switch (setting.kind) {
    case Kind::kBool:
      if (value == "true" || value == "false") return std::nullopt;
      return ValueProblem{true, quoted(value) + " is neither true nor false", allowed_values(setting)};
    case Kind::kInteger:
      return check_integer(setting, value);
    case Kind::kChoice:
      return check_choice(setting, value);
    case Kind::kUrl:
      return check_url(setting, value);
    case Kind::kListen:
      return check_listen(setting, value);
    case Kind::kTemplate:
      return check_template(value);
    case Kind::kJson:
      return check_json(setting, value);
    case Kind::kDatabase:
      return check_database(setting, value);
    case Kind::kText:
      break;
  }
  return std::nullopt;
}

std::string shown_value(const Setting& setting, std::string_view value) {
  return setting.kind == Kind::kDatabase ? without_password(value) : std::string(value);
}

std::vector<std::string_view> choices_of(const Setting& setting) {
  std::vector<std::string_view> words;
  std::string_view list = setting.kind == Kind::kBool ? "true false" : setting.choices;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    words.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

std::string allowed_values(const Setting& setting) {
  switch (setting.kind) {
    case Kind::kInteger:
      return "a whole number from " + std::to_string(setting.least) + " to " + std::to_string(setting.most);
    case Kind::kBool:
    case Kind::kChoice: {
      const std::vector<std::string_view> choices = choices_of(setting);
      std::string list;
      for (std::size_t i = 0; i < choices.size(); ++i) {
        if (i > 0) list += i + 1 == choices.size() ? " or " : ", ";
        list += choices[i];
      }
      return list;
    }
    case Kind::kUrl:
      return "an address like http://127.0.0.1:11434";
    case Kind::kDatabase:
      return "an address like postgresql://acode@db.example.com/calls";
    case Kind::kListen:
      return "a port, or an address and a port: 8080, 0.0.0.0:8080, [::1]:8080";
    case Kind::kJson:
      return "a number, true, false, null, a text, a list or a map";
    default:
      return "a text";
  }
}

}  // namespace acode::config
