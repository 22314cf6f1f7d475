// `acode config`: the plan, and its actions.
#include "cli/config_command.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "acode/json/writer.h"
#include "cli/args.h"
#include "cli/config_view.h"
#include "cli/display.h"
#include "cli/files.h"
#include "cli/row_parts.h"
#include "cli/settings.h"
#include "cli/suggest.h"
#include "config/find_file.h"
#include "config/line_edit.h"
#include "config/setting.h"

namespace acode::cli {
namespace {

namespace fs = std::filesystem;

struct Plan {
  std::string action;
  std::vector<std::string> operands;
  std::optional<std::string> provider;
  std::optional<std::string> file;
  bool origin = false;
  bool json = false;
  bool list = false;
  bool help = false;
};

struct Action {
  std::string_view name;
  std::size_t least, most;  ///< operands behind it
  std::string_view usage;
};

constexpr std::array kActions = {
    Action{"show", 0, 1, "acode config show [KEY]"},          Action{"get", 1, 1, "acode config get KEY"},
    Action{"set", 2, 2, "acode config set KEY VALUE"},        Action{"path", 0, 0, "acode config path"},
    Action{"validate", 0, 1, "acode config validate [FILE]"},
};

std::vector<Option> options_of(Plan& plan) {
  return {
      {"provider", 'p', "NAME", "whose settings: model.default_provider, else ollama",
       set_text(plan.provider, {Values::Kind::kProvider})},
      {"file", 'f', "FILE", "this file instead of the one that is found", set_file(plan.file)},
      {"origin", 0, "", "show: where each value comes from", set_true(plan.origin)},
      {"json", 0, "", "print one JSON object", set_true(plan.json)},
      {"list", 'l', "", "print every setting, what it means and what it may be", set_true(plan.list)},
      {"help", 'h', "", "print this help and leave", set_true(plan.help)},
  };
}

void check_action(Plan& plan, ParsedWords& parsed) {
  if (parsed.operands.empty()) {
    parsed.problems.emplace_back("say what to do: show, get KEY, set KEY VALUE, path or validate");
    return;
  }
  plan.action = parsed.operands[0];
  plan.operands.assign(parsed.operands.begin() + 1, parsed.operands.end());
  const auto* const found =
      std::find_if(kActions.begin(), kActions.end(), [&](const Action& action) { return action.name == plan.action; });
  if (found == kActions.end()) {
    std::vector<std::string_view> names;
    names.reserve(kActions.size());
    for (const Action& action : kActions) names.push_back(action.name);
    parsed.problems.push_back("config can show, get, set, path and validate, not '" + printable(plan.action, 60) + "'" +
                              did_you_mean(plan.action, names));
  } else if (plan.operands.size() < found->least || plan.operands.size() > found->most) {
    parsed.problems.push_back(std::string(found->name) + " is used like this: " + std::string(found->usage));
  }
}

std::string provider_of(const Plan& plan, const config::Configuration& configuration) {
  return plan.provider ? *plan.provider : configuration.default_provider();
}

ExitCode unknown_key(const std::string& key, const std::string& provider, Streams& streams) {
  std::vector<std::string_view> keys;
  for (const config::Setting& setting : config::settings()) {
    std::string_view name = setting.key;
    for (const std::string_view prefix : {"tool_call.streaming.", "tool_call.", "logging."}) {
      if (name.starts_with(prefix)) {
        name.remove_prefix(prefix.size());
        break;
      }
    }
    keys.push_back(name);
    if (name != setting.key) keys.push_back(setting.key);
  }
  streams.tell("acode: config: ACODE-CFG-002: there is no setting '" + printable(key, 80) + "' of the provider " +
               printable(provider, 40) + did_you_mean(key, keys) +
               "\n  hint: acode config --list prints all settings\n");
  return ExitCode::kRefused;
}

// What `show` and `get` say.
ExitCode show(const Plan& plan, Streams& streams) {
  auto loaded = load_settings(plan.file, {}, streams);
  if (const auto* failed = std::get_if<ExitCode>(&loaded)) return *failed;
  const config::Configuration& configuration = std::get<LoadedSettings>(loaded).configuration;
  const std::string provider = provider_of(plan, configuration);
  std::vector<config::Entry> entries;
  if (plan.operands.empty()) {
    entries = configuration.entries(provider);
  } else {
    const std::optional<std::string> key = config::full_key(plan.operands[0], provider);
    if (!key) return unknown_key(plan.operands[0], provider, streams);
    entries.push_back(configuration.get(*key));
  }
  if (plan.json) {
    streams.out.write(settings_row(entries));
  } else if (plan.action == "get") {
    streams.out.write(config::shown_value(*config::meaning_of(entries[0].key)->setting, entries[0].value) + "\n");
  } else {
    streams.out.write(render_settings(entries, plan.origin));
  }
  return ExitCode::kGood;
}

ExitCode refuse(const config::ConfigError& error, Streams& streams) {
  streams.tell("acode: " + printable(to_string(error)) + "\n");
  return ExitCode::kRefused;
}

// The text of the file, or of one that is not there yet.
std::variant<std::string, Problem> text_of(const std::string& name) {
  std::error_code error;
  if (!fs::exists(name, error)) return std::string();
  return read_settings(name);
}

ExitCode set(const Plan& plan, Streams& streams) {
  const std::string name = settings_file(plan.file).value_or(std::string(config::kProjectFile));
  auto read = text_of(name);
  if (const auto* problem = std::get_if<Problem>(&read)) return streams.complain(printable(name), *problem);
  const std::string& before = std::get<std::string>(read);

  config::Sources sources;
  sources.file = config::ConfigFile{name, before};
  auto loaded = config::Configuration::load(sources);
  // A file with errors may be mended by this very change, so only its names count here.
  const auto* configuration = std::get_if<config::Configuration>(&loaded);
  const std::string provider =
      plan.provider ? *plan.provider
                    : (configuration != nullptr ? *configuration : config::Configuration()).default_provider();
  const std::optional<std::string> key = config::full_key(plan.operands[0], provider);
  if (!key) return unknown_key(plan.operands[0], provider, streams);
  const config::Setting& setting = *config::meaning_of(*key)->setting;
  std::string value = plan.operands[1];
  // A plain word is meant as a text where any JSON may stand.
  if (setting.kind == config::Kind::kJson && config::check_value(setting, value)) {
    value.clear();
    json::write_string_to(value, plan.operands[1]);
  }
  const config::Origin typed{config::Origin::Kind::kFlag, "config set"};
  if (const auto problem = config::problem_with(setting, {*key, value, typed})) return refuse(*problem, streams);
  auto changed = config::with_setting(before, *key, value, name);
  if (const auto* error = std::get_if<config::ConfigError>(&changed)) return refuse(*error, streams);
  if (const auto problem = write_file(name, std::get<std::string>(changed))) {
    return streams.complain(printable(name), *problem);
  }
  if (plan.json) {
    streams.out.write(changed_row(name, *key, value));
  } else {
    streams.tell(printable(name) + ": " + *key + ": " + printable(value, 60) + "\n");
  }
  return ExitCode::kGood;
}

ExitCode path(const Plan& plan, Streams& streams) {
  const std::optional<std::string> name = settings_file(plan.file);
  if (plan.json) {
    streams.out.write(path_row(name ? std::optional(fs::absolute(*name).string()) : std::nullopt));
    return name ? ExitCode::kGood : ExitCode::kRefused;
  }
  if (name) {
    streams.out.write(fs::absolute(*name).string() + "\n");
    return ExitCode::kGood;
  }
  streams.tell("acode: config: there is no " + std::string(config::kProjectFile) +
               " here or above; the defaults are in force\n  hint: acode config set KEY VALUE makes one\n");
  return ExitCode::kRefused;
}

// The verdict as one object.
ExitCode validate_as_json(const std::optional<std::string>& named, Streams& streams) {
  const auto found = find_settings(named, {});
  if (const auto* unreadable = std::get_if<UnreadableSettings>(&found)) {
    std::string row = begin_row(unreadable->file);
    append_error(row, unreadable->problem);
    streams.out.write(row + "}\n");
    return streams.complain(printable(unreadable->file), unreadable->problem);
  }
  const auto* errors = std::get_if<config::ConfigErrors>(&found);
  streams.out.write(verdict_row(settings_file(named), errors == nullptr ? config::ConfigErrors() : *errors));
  return errors == nullptr ? ExitCode::kGood : ExitCode::kRefused;
}

ExitCode validate(const Plan& plan, Streams& streams) {
  const std::optional<std::string> named = plan.operands.empty() ? plan.file : std::optional(plan.operands[0]);
  if (plan.json) return validate_as_json(named, streams);
  auto loaded = load_settings(named, {}, streams);
  if (const auto* failed = std::get_if<ExitCode>(&loaded)) return *failed;
  const std::string& file = std::get<LoadedSettings>(loaded).file;
  streams.out.write((file.empty() ? "no file; the environment" : printable(file)) + ": nothing is wrong\n");
  return ExitCode::kGood;
}

}  // namespace

Syntax config_syntax() {
  auto plan = std::make_shared<Plan>();
  const Values key{Values::Kind::kSetting};
  return {plan,
          options_of(*plan),
          {{"show", "what is in force", {{key}}},
           {"get", "only the value", {{key}}},
           {"set", "change one line of the file", {{key, {Values::Kind::kSettingValue}}}},
           {"path", "which file that is", {}},
           {"validate", "everything that is wrong with it", {{{Values::Kind::kFile}}}}},
          {}};
}

std::string config_help() {
  Plan plan;
  return "Shows and changes settings. They come from .agent/config.yml, here or in a\n"
         "directory above, else from the user's configuration directory; variables of the\n"
         "environment count more than the file, and options on the command line more than\n"
         "those.\n\n"
         "Usage: acode config show [KEY]        what is in force\n"
         "       acode config get KEY           only the value\n"
         "       acode config set KEY VALUE     change one line of the file\n"
         "       acode config path              which file that is\n"
         "       acode config validate [FILE]   everything that is wrong with it\n\n"
         "A KEY is written in full (model.providers.ollama.tool_call.max_retries) or short\n"
         "(max_retries), which means the provider in use.\n\n"
         "Options:\n" +
         describe_options(options_of(plan)) +
         "\n"
         "Environment:\n"
         "  ACODE_TOOL_CALL_MAX_RETRIES=5          tool_call.max_retries of every provider\n"
         "  ACODE_OLLAMA_TOOL_CALL_MAX_RETRIES=5   of one\n"
         "  ACODE_OLLAMA_BASE_URL, ACODE_OLLAMA_MODEL, ACODE_LOGGING_LEVEL, … likewise\n"
         "  OLLAMA_HOST, OPENAI_BASE_URL, ANTHROPIC_BASE_URL   where the servers are\n"
         "\n"
         "Examples:\n"
         "  acode config show --origin\n"
         "  acode config set max_retries 5\n"
         "  acode config set --provider openai model some-model\n"
         "  acode config --list\n"
         "\n"
         "Exit status:\n"
         "  0  done\n"
         "  1  the configuration or the value is wrong, or there is no such setting\n"
         "  2  the command line was not understood\n"
         "  3  a file could not be read or written\n";
}

ExitCode run_config(Words words, Streams& streams) {
  Plan plan;
  ParsedWords parsed = parse_words(options_of(plan), words);
  if (plan.help) {
    streams.out.write(config_help());
    return ExitCode::kGood;
  }
  if (plan.list && parsed.problems.empty()) {
    streams.out.write(plan.json ? all_settings_row() : describe_settings());
    return ExitCode::kGood;
  }
  check_action(plan, parsed);
  if (!parsed.problems.empty()) return misused("config", parsed.problems, streams);
  if (plan.action == "set") return set(plan, streams);
  if (plan.action == "path") return path(plan, streams);
  return plan.action == "validate" ? validate(plan, streams) : show(plan, streams);
}

}  // namespace acode::cli
