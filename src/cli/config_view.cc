// Blocks of settings.
#include "cli/config_view.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "acode/json/writer.h"
#include "cli/display.h"
#include "config/setting.h"

namespace acode::cli {
namespace {

using config::Entry;
using config::Setting;

constexpr std::size_t kColumns = 76;

// The name in its block: what all names of the block begin with goes without saying.
std::string short_key(const Entry& entry, const config::KeyMeaning& meaning) {
  std::string_view key = entry.key;
  if (!meaning.provider.empty()) key.remove_prefix(config::provider_key(meaning.provider, "").size());
  for (const std::string_view prefix : {"tool_call.streaming.", "tool_call.", "logging.", "events.", "model."}) {
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

// Words in lines of so many columns, each line indented.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (column > indent && column + 1 + end > kColumns) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
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
    rows.push_back({short_key(entry, *meaning), shown(entry.value), printable(to_string(entry.origin))});
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
      json::write_string_to(out, entry.value);
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

}  // namespace acode::cli
