// Blocks of settings.
#include "cli/config_view.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "acode/json/writer.h"
#include "cli/display.h"
#include "cli/row_parts.h"
#include "config/setting.h"

namespace acode::cli {
namespace {

using config::Entry;
using config::Setting;

// The name in its block: what all names of the block begin with goes without saying.
std::string short_key(const Entry& entry, const config::KeyMeaning& meaning) {
  std::string_view key = entry.key;
  if (!meaning.provider.empty()) key.remove_prefix(config::provider_key(meaning.provider, "").size());
  for (const std::string_view prefix :
       {"tool_call.streaming.", "tool_call.", "logging.", "events.", "database.", "tracing.", "model."}) {
    if (key.starts_with(prefix)) return std::string(key.substr(prefix.size()));
  }
  return std::string(key);
}

struct Row {
  std::string name, value, origin;
};

void append_block(std::string& out, std::string_view group, const std::vector<Row>& rows, bool origins) {
  std::size_t names = 0;
  std::size_t values = 0;
  for (const Row& row : rows) {
    names = std::max(names, row.name.size());
    values = std::max(values, columns_of(row.value));
  }
  out += (out.empty() ? "" : "\n") + std::string(group) + ":\n";
  for (const Row& row : rows) {
    out += "  " + row.name + ":" + std::string(names - row.name.size() + 1, ' ') + row.value;
    if (origins) out += std::string(values - columns_of(row.value) + 2, ' ') + "# " + row.origin;
    out += "\n";
  }
}

std::string shown(const std::string& value) {
  constexpr std::size_t kLongest = 60;
  return value.empty() ? "\"\"" : printable(value, kLongest);
}

// An object whose values are texts.
std::string member_list(const std::vector<std::pair<std::string_view, std::string>>& members) {
  std::string out = "{";
  for (const auto& [name, text] : members) {
    if (out.size() > 1) out += ',';
    append_member(out, name, text);
  }
  return out + "}";
}

std::string file_member(const std::optional<std::string>& file) {
  if (!file) return "\"file\":null";
  std::string out;
  append_member(out, "file", *file);
  return out;
}

}  // namespace

std::string render_settings(std::span<const Entry> entries, bool origins) {
  std::string out;
  std::vector<Row> rows;
  std::string_view group;
  for (const Entry& entry : entries) {
    const std::optional<config::KeyMeaning> meaning = config::meaning_of(entry.key);
    if (!meaning) continue;
    if (meaning->setting->group != group && !rows.empty()) {
      append_block(out, group, rows, origins);
      rows.clear();
    }
    group = meaning->setting->group;
    rows.push_back({short_key(entry, *meaning), shown(config::shown_value(*meaning->setting, entry.value)),
                    printable(to_string(entry.origin))});
  }
  if (!rows.empty()) append_block(out, group, rows, origins);
  return out;
}

std::string settings_row(std::span<const Entry> entries) {
  std::string out = "{";
  for (const Entry& entry : entries) {
    const std::optional<config::KeyMeaning> meaning = config::meaning_of(entry.key);
    if (!meaning) continue;
    using config::Kind;
    const Kind kind = meaning->setting->kind;
    const bool bare = kind == Kind::kBool || kind == Kind::kInteger || (kind == Kind::kJson && !entry.value.empty());
    if (out.size() > 1) out += ",";
    json::write_string_to(out, entry.key);
    out += ":{\"value\":";
    if (bare) {
      out += entry.value;
    } else {
      json::write_string_to(out, config::shown_value(*meaning->setting, entry.value));
    }
    out += ",\"origin\":";
    json::write_string_to(out, to_string(entry.origin));
    out += "}";
  }
  return out + "}\n";
}

std::string describe_settings() {
  constexpr std::size_t kIndent = 6;
  std::string out;
  std::string_view group;
  for (const Setting& setting : config::settings()) {
    if (setting.group != group) out += (out.empty() ? "" : "\n") + std::string(setting.group) + ":\n";
    group = setting.group;
    out += "  " + std::string(setting.key) + "\n" + std::string(kIndent, ' ');
    std::string words(setting.help);
    words += (words.empty() ? "" : "; ") + config::allowed_values(setting);
    if (!setting.fallback.empty()) words += " (" + std::string(setting.fallback) + ")";
    out += wrapped(words, kIndent) + "\n";
  }
  return out;
}

std::string all_settings_row() {
  std::string out = "{\"settings\":[";
  for (const Setting& setting : config::settings()) {
    if (!out.ends_with('[')) out += ',';
    out += member_list({{"key", std::string(setting.key)},
                        {"meaning", std::string(setting.help)},
                        {"allowed", config::allowed_values(setting)},
                        {"default", std::string(setting.fallback)}});
  }
  return out + "]}\n";
}

std::string changed_row(std::string_view file, std::string_view key, std::string_view value) {
  return member_list({{"file", std::string(file)}, {"key", std::string(key)}, {"value", std::string(value)}}) + "\n";
}

std::string path_row(const std::optional<std::string>& file) { return "{" + file_member(file) + "}\n"; }

std::string verdict_row(const std::optional<std::string>& file, std::span<const config::ConfigError> errors) {
  std::string out = "{" + file_member(file) + ",\"valid\":" + (errors.empty() ? "true" : "false") + ",\"errors\":[";
  for (const config::ConfigError& error : errors) {
    if (!out.ends_with('[')) out += ',';
    out += member_list({{"code", std::string(config_code_name(error.code))},
                        {"where", to_string(error.origin)},
                        {"key", error.key},
                        {"message", error.message},
                        {"allowed", error.allowed}});
  }
  return out + "]}\n";
}

}  // namespace acode::cli
