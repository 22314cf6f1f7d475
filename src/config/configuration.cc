// Putting the sources together.
#include "config/configuration.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "config/database_url.h"
#include "config/environment.h"
#include "config/yaml_text.h"

namespace acode::config {
namespace {

using std::chrono::milliseconds;

/// What is known of providers by their name.
struct KnownProvider {
  std::string_view name;
  std::string_view base_url;
  std::string_view api_key_env;
  std::string_view dialect;
};

constexpr std::array kKnown = {
    KnownProvider{"ollama", "http://127.0.0.1:11434", "", "ollama"},
    KnownProvider{"openai", "https://api.openai.com/v1", "OPENAI_API_KEY", "openai"},
    KnownProvider{"anthropic", "https://api.anthropic.com", "ANTHROPIC_API_KEY", "anthropic"},
    KnownProvider{"openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", "openai"},
    KnownProvider{"llamacpp", "http://127.0.0.1:8080/v1", "", "openai"},
    KnownProvider{"vllm", "http://127.0.0.1:8000/v1", "", "openai"},
};

std::string_view known_default(const KeyMeaning& meaning) {
  const auto* const known =
      std::find_if(kKnown.begin(), kKnown.end(), [&](const KnownProvider& p) { return p.name == meaning.provider; });
  const std::string_view key = meaning.setting->key;
  if (key == "dialect") return known == kKnown.end() ? "openai" : known->dialect;
  if (known == kKnown.end()) return "";
  if (key == "base_url") return known->base_url;
  return key == "api_key_env" ? known->api_key_env : std::string_view{};
}

std::string fallback(const KeyMeaning& meaning) {
  const std::string_view known = known_default(meaning);
  return std::string(known.empty() ? meaning.setting->fallback : known);
}

constexpr std::array<std::string_view, 4> kDialects = {"ollama", "openai", "responses", "anthropic"};

// Values were checked when they came in.
ServerDialect dialect_from(std::string_view name) {
  const auto* const found = std::find(kDialects.begin(), kDialects.end(), name);
  return found == kDialects.end() ? ServerDialect::kOpenAi : static_cast<ServerDialect>(found - kDialects.begin());
}

ConfigError::Code code_of(const ValueProblem& problem) {
  return problem.wrong_type ? ConfigError::Code::kWrongType : ConfigError::Code::kNotAllowed;
}

ConfigError unknown_key(Origin origin, const std::string& key) {
  ConfigError error{ConfigError::Code::kUnknownKey, std::move(origin), key, "there is no such setting", ""};
  if (const std::optional<std::string> nearest = nearest_key(key)) error.message += "; did you mean " + *nearest + "?";
  return error;
}

// Whether some setting's key goes on behind this one.
bool is_way_to_setting(std::string_view key) {
  static constexpr std::array<std::string_view, 6> kMaps = {"model",    "logging", "events",
                                                            "database", "tracing", "gateway"};
  if (std::find(kMaps.begin(), kMaps.end(), key) != kMaps.end() || key == "logging.levels") return true;
  if (key == "model.providers") return true;
  if (!key.starts_with("model.providers.")) return false;
  const std::string_view rest = key.substr(std::string_view("model.providers.").size());
  const std::size_t dot = rest.find('.');
  if (dot == std::string_view::npos) return meaning_of(std::string(key) + ".model").has_value();
  const std::string_view inside = rest.substr(dot + 1);
  return inside == "tool_call" || inside == "tool_call.streaming" || inside == "options";
}

bool is_inside(std::string_view key, std::string_view map) {
  return key.size() > map.size() && key.starts_with(map) && key[map.size()] == '.';
}

// The value as the table writes it. A text in quotes is only a text: `"3"` is no number.
std::optional<std::string> written_value(const Setting& setting, const YamlEntry& entry) {
  using YamlKind = YamlEntry::Kind;
  if (setting.kind == Kind::kJson) return entry.json;
  if (entry.kind == YamlKind::kPlain) return entry.text;
  const bool is_text = setting.kind != Kind::kBool && setting.kind != Kind::kInteger;
  if (entry.kind == YamlKind::kQuoted && is_text) return entry.text;
  return std::nullopt;
}

std::string shown_value(const YamlEntry& entry) {
  switch (entry.kind) {
    case YamlEntry::Kind::kMap:
      return "a map";
    case YamlEntry::Kind::kList:
      return "a list";
    case YamlEntry::Kind::kNull:
      return "nothing";
    default:
      return "the text \"" + entry.text + "\"";
  }
}

}  // namespace

std::string_view dialect_name(ServerDialect dialect) { return kDialects.at(static_cast<std::size_t>(dialect)); }

std::optional<ConfigError> problem_with(const Setting& setting, const Entry& entry) {
  if (setting.kind == Kind::kDatabase && entry.origin.kind != Origin::Kind::kEnvironment && has_password(entry.value)) {
    return ConfigError{ConfigError::Code::kNotAllowed, entry.origin, entry.key,
                       "a password must not stand in a file or on a command line",
                       "an address without it; the password in PGPASSWORD or ~/.pgpass, or all of it in "
                       "ACODE_DATABASE_URL"};
  }
  const std::optional<ValueProblem> problem = check_value(setting, entry.value);
  if (!problem) return std::nullopt;
  return ConfigError{code_of(*problem), entry.origin, entry.key, problem->message, problem->allowed};
}

void Configuration::take_file(const ConfigFile& file, ConfigErrors& errors) {
  auto read = read_yaml(file.text, file.name);
  if (auto* error = std::get_if<ConfigError>(&read)) return errors.push_back(std::move(*error));
  std::string whole;  // the value that is taken as a whole, and whose members are its own affair
  for (const YamlEntry& entry : std::get<std::vector<YamlEntry>>(read)) {
    if (!whole.empty() && is_inside(entry.key, whole)) continue;
    const std::optional<KeyMeaning> meaning = meaning_of(entry.key);
    Origin at{Origin::Kind::kFile, file.name, entry.line, entry.column};
    if (!meaning) {
      const bool is_map = entry.kind == YamlEntry::Kind::kMap || entry.kind == YamlEntry::Kind::kNull;
      if (is_way_to_setting(entry.key) && is_map) continue;
      at.line = entry.key_line;
      at.column = entry.key_column;
      errors.push_back(is_way_to_setting(entry.key)
                           ? ConfigError{ConfigError::Code::kWrongType, at, entry.key, "settings belong here", "a map"}
                           : unknown_key(at, entry.key));
      whole = entry.key;
      continue;
    }
    whole = entry.key;
    const std::optional<std::string> value = written_value(*meaning->setting, entry);
    if (!value) {
      errors.push_back({ConfigError::Code::kWrongType, at, entry.key, shown_value(entry) + " cannot stand here",
                        allowed_values(*meaning->setting)});
      continue;
    }
    Entry taken{entry.key, *value, at};
    if (auto problem = problem_with(*meaning->setting, taken)) errors.push_back(std::move(*problem));
    put(kFile, std::move(taken));
  }
}

void Configuration::take_environment(const Sources& sources, ConfigErrors& errors) {
  std::vector<std::string> names;
  for (const auto& [key, entry] : layers_[kFile]) {
    if (const auto meaning = meaning_of(key); meaning && !meaning->provider.empty()) names.push_back(meaning->provider);
  }
  for (const KnownProvider& known : kKnown) names.emplace_back(known.name);
  for (const auto& [name, value] : sources.environment) {
    const bool conventional = !name.starts_with("ACODE_");
    const std::optional<std::string> key = conventional ? conventional_key(name) : environment_key(name, names);
    if (!key || value.empty()) continue;
    Entry entry{*key, name == "OLLAMA_HOST" ? ollama_address(value) : value, {Origin::Kind::kEnvironment, name}};
    const std::optional<KeyMeaning> meaning = meaning_of(with_any_provider(*key));
    if (!meaning) {
      errors.push_back(unknown_key(entry.origin, *key));
      continue;
    }
    if (auto problem = problem_with(*meaning->setting, entry)) errors.push_back(std::move(*problem));
    put(conventional ? kConventions : kEnvironment, std::move(entry));
  }
}

void Configuration::take_flags(const Sources& sources, ConfigErrors& errors) {
  for (const Flag& flag : sources.flags) {
    Entry entry{flag.key, flag.value, {Origin::Kind::kFlag, flag.name}};
    const std::optional<KeyMeaning> meaning = meaning_of(with_any_provider(flag.key));
    if (!meaning) {
      errors.push_back(unknown_key(entry.origin, flag.key));
      continue;
    }
    if (auto problem = problem_with(*meaning->setting, entry)) errors.push_back(std::move(*problem));
    put(kFlags, std::move(entry));
  }
}

std::variant<Configuration, ConfigErrors> Configuration::load(const Sources& sources) {
  Configuration configuration;
  ConfigErrors errors;
  if (sources.file) configuration.take_file(*sources.file, errors);
  configuration.take_environment(sources, errors);
  configuration.take_flags(sources, errors);
  if (!errors.empty()) return errors;
  return configuration;
}

Entry Configuration::get(std::string_view key) const {
  const std::optional<KeyMeaning> meaning = meaning_of(key);
  const std::string for_any = meaning && !meaning->provider.empty()
                                  ? provider_key("*", key.substr(provider_key(meaning->provider, "").size()))
                                  : std::string(key);
  // NOLINTNEXTLINE(modernize-loop-convert): clang 14 cannot read the ranges of this standard library
  for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
    auto found = layer->find(key);
    if (found == layer->end()) found = layer->find(for_any);
    if (found != layer->end()) return {std::string(key), found->second.value, found->second.origin};
  }
  return {std::string(key), meaning ? fallback(*meaning) : "", {}};
}

std::vector<std::string> Configuration::providers() const {
  std::set<std::string> names;
  for (const KnownProvider& known : kKnown) names.emplace(known.name);
  for (const Values& layer : layers_) {
    for (const auto& [key, entry] : layer) {
      const std::optional<KeyMeaning> meaning = meaning_of(key);
      if (meaning && !meaning->provider.empty()) names.insert(meaning->provider);
    }
  }
  return {names.begin(), names.end()};
}

std::string Configuration::text(std::string_view provider, std::string_view key) const {
  return get(provider_key(provider, key)).value;
}

// Values were checked when they came in.
std::int64_t Configuration::integer(std::string_view provider, std::string_view key) const {
  const std::string value = provider.empty() ? get(key).value : text(provider, key);
  std::int64_t number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return number;
}

bool Configuration::flag(std::string_view provider, std::string_view key) const {
  return (provider.empty() ? get(key).value : text(provider, key)) == "true";
}

ToolCallSettings Configuration::tool_call(std::string_view provider) const {
  const auto number = [&](std::string_view key) { return integer(provider, "tool_call." + std::string(key)); };
  const auto word = [&](std::string_view key) { return text(provider, "tool_call." + std::string(key)); };
  const auto yes = [&](std::string_view key) { return flag(provider, "tool_call." + std::string(key)); };
  ToolCallSettings settings;
  pipeline::PipelineOptions& reading = settings.pipeline;
  reading.limits.max_bytes = static_cast<std::size_t>(number("max_argument_size"));
  reading.limits.max_depth = static_cast<std::uint32_t>(number("max_nesting_depth"));
  reading.repair = yes("enable_auto_repair");
  reading.repair_timeout = milliseconds(number("repair_timeout_ms"));
  const std::string level = word("repair_level");
  reading.repair_level = level == "safe"    ? json::RepairLevel::kSafe
                         : level == "eager" ? json::RepairLevel::kEager
                                            : json::RepairLevel::kNormal;
  const std::string coercion = word("coercion");
  reading.coercion = coercion == "off"          ? coerce::Level::kOff
                     : coercion == "aggressive" ? coerce::Level::kAggressive
                                                : coerce::Level::kSafe;
  const std::string truncated = word("truncated_calls");
  reading.truncated_calls = truncated == "reject"   ? pipeline::TruncatedCalls::kReject
                            : truncated == "accept" ? pipeline::TruncatedCalls::kAccept
                                                    : pipeline::TruncatedCalls::kRetry;
  reading.wire.max_calls = static_cast<std::size_t>(number("streaming.max_concurrent_calls"));
  settings.strict_validation = yes("strict_validation");
  settings.retry.max_retries = static_cast<unsigned>(number("max_retries"));
  settings.retry.delay = milliseconds(number("retry_delay_ms"));
  settings.retry.max_delay = milliseconds(number("max_retry_delay_ms"));
  settings.retry.truncated_calls = reading.truncated_calls;
  settings.retry.unknown_tools = yes("retry_unknown_tools");
  settings.retry.prompt_template = word("retry_prompt_template");
  settings.breaker.threshold = static_cast<unsigned>(number("breaker_threshold"));
  settings.breaker.cooldown = milliseconds(number("breaker_cooldown_ms"));
  settings.log_repair_details = yes("log_repair_details");
  settings.log_argument_values = yes("log_argument_values");
  return settings;
}

ProviderSettings Configuration::provider(std::string_view name) const {
  ProviderSettings settings;
  settings.name = name;
  settings.base_url = text(name, "base_url");
  settings.model = text(name, "model");
  settings.api_key_env = text(name, "api_key_env");
  settings.dialect = dialect_from(text(name, "dialect"));
  settings.streaming = flag(name, "streaming");
  settings.request_timeout = milliseconds(integer(name, "request_timeout_ms"));
  settings.emulate_tools = flag(name, "emulate_tools");
  settings.ignores_tool_choice = flag(name, "ignores_tool_choice");
  const std::string stem = provider_key(name, "options.");
  for (const Entry& entry : set_under(stem)) settings.options.emplace_back(entry.key.substr(stem.size()), entry.value);
  settings.tool_call = tool_call(name);
  return settings;
}

LoggingSettings Configuration::logging() const {
  LoggingSettings settings{get("logging.level").value, get("logging.format").value, get("logging.file").value, {}};
  constexpr std::string_view kStem = "logging.levels.";
  for (const Entry& entry : set_under(kStem)) settings.levels.emplace_back(entry.key.substr(kStem.size()), entry.value);
  return settings;
}

EventSettings Configuration::events() const {
  return {flag("", "events.enabled"), get("events.file").value, std::chrono::days(integer("", "events.keep_days"))};
}

DatabaseSettings Configuration::database() const {
  return {get("database.url").value, std::chrono::days(integer("", "database.keep_days"))};
}

GatewaySettings Configuration::gateway() const {
  const auto number = [&](std::string_view key) { return integer("", "gateway." + std::string(key)); };
  GatewaySettings settings;
  settings.listen = read_listen(get("gateway.listen").value).value_or(ListenPlace{});
  settings.mode = get("gateway.mode").value;
  settings.threads = static_cast<unsigned>(number("threads"));
  settings.client_key_env = get("gateway.client_key_env").value;
  settings.budget = milliseconds(number("budget_ms"));
  settings.budget_tokens = static_cast<std::uint64_t>(number("budget_tokens"));
  settings.max_equal_calls = static_cast<unsigned>(number("max_equal_calls"));
  settings.keep_alive = milliseconds(number("keep_alive_ms"));
  settings.max_connections = static_cast<std::size_t>(number("max_connections"));
  settings.max_body_bytes = static_cast<std::size_t>(number("max_body_bytes"));
  settings.grace = std::chrono::seconds(number("grace_seconds"));
  return settings;
}

std::vector<Entry> Configuration::set_under(std::string_view stem) const {
  std::set<std::string> keys;
  for (const Values& layer : layers_) {
    for (const auto& [key, entry] : layer) {
      if (key.starts_with(stem)) keys.insert(key);
    }
  }
  std::vector<Entry> entries;
  entries.reserve(keys.size());
  for (const std::string& key : keys) entries.push_back(get(key));
  return entries;
}

std::vector<Entry> Configuration::entries(std::string_view provider) const {
  std::vector<Entry> all;
  for (const Setting& setting : settings()) {
    const std::string key =
        setting.section == Section::kProvider ? provider_key(provider, setting.key) : std::string(setting.key);
    if (!key.ends_with('*')) {
      all.push_back(get(key));
      continue;
    }
    for (Entry& entry : set_under(std::string_view(key).substr(0, key.size() - 1))) all.push_back(std::move(entry));
  }
  return all;
}

}  // namespace acode::config
