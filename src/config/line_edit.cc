// Editing lines, by the places that the YAML reader tells, and making sure afterwards.
#include "config/line_edit.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "config/setting.h"
#include "config/yaml_text.h"

namespace acode::config {
namespace {

using Entries = std::vector<YamlEntry>;
using YamlKind = YamlEntry::Kind;

// ---- how a value is written ----

bool reads_back(const std::string& written, std::string_view value, bool as_json) {
  const auto read = read_yaml("k: " + written + "\n", "");
  const auto* entries = std::get_if<Entries>(&read);
  if (entries == nullptr || entries->size() != 1) return false;
  return as_json ? entries->front().json == value
                 : entries->front().kind == YamlKind::kPlain && entries->front().text == value;
}

// As it is where YAML reads it so; else in quotes, which are the same in JSON.
std::string yaml_scalar(std::string_view value, bool as_json) {
  const bool one_line = value.find_first_of("\r\n") == std::string_view::npos;
  if (one_line && reads_back(std::string(value), value, as_json)) return std::string(value);
  std::string out;
  json::write_string_to(out, value);
  return out;
}

// ---- lines ----

class Lines {
 public:
  explicit Lines(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      lines_.emplace_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    ends_with_newline_ = text.empty() || text.back() == '\n';
  }

  [[nodiscard]] std::size_t size() const { return lines_.size(); }
  [[nodiscard]] std::string& operator[](std::size_t number) { return lines_[number - 1]; }
  void insert_after(std::size_t number, std::string line) {
    const bool returns = !lines_.empty() && lines_[0].ends_with('\r');
    lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(number), std::move(line) + (returns ? "\r" : ""));
    if (number + 1 == lines_.size()) ends_with_newline_ = true;
  }
  void erase(std::size_t first, std::size_t last) {
    lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(first - 1),
                 lines_.begin() + static_cast<std::ptrdiff_t>(last));
  }

  [[nodiscard]] std::string text() const {
    std::string text;
    for (const std::string& line : lines_) text += line + "\n";
    if (!ends_with_newline_ && !text.empty()) text.pop_back();
    return text;
  }

  // The columns before what stands on a line; nothing for one that is blank or a comment.
  [[nodiscard]] std::optional<std::size_t> indent(std::size_t number) const {
    const std::string& line = lines_[number - 1];
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos || line[begin] == '#') return std::nullopt;
    return begin;
  }

  // The last line of what stands behind line `number` and is indented deeper than `columns`.
  [[nodiscard]] std::size_t block_end(std::size_t number, std::size_t columns) const {
    std::size_t last = number;
    for (std::size_t line = number + 1; line <= lines_.size(); ++line) {
      const std::optional<std::size_t> here = indent(line);
      if (!here) continue;
      if (*here <= columns) break;
      last = line;
    }
    return last;
  }

 private:
  std::vector<std::string> lines_;
  bool ends_with_newline_ = true;
};

// ---- the edit ----

const YamlEntry* find(const Entries& entries, std::string_view key) {
  const auto found = std::find_if(entries.begin(), entries.end(), [key](const YamlEntry& e) { return e.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

// Where a scalar that begins at `begin` of a line ends on it; nothing if it goes on below.
std::optional<std::size_t> scalar_end(std::string_view line, std::size_t begin, bool in_braces) {
  const char first = line[begin];
  if (first == '"' || first == '\'') {
    for (std::size_t at = begin + 1; at < line.size(); ++at) {
      if (first == '"' && line[at] == '\\') {
        ++at;
      } else if (line[at] == first) {
        if (first == '"' || at + 1 == line.size() || line[at + 1] != '\'') return at + 1;
        ++at;
      }
    }
    return std::nullopt;
  }
  std::size_t end = std::min(line.find(" #", begin), line.size());
  if (in_braces) end = std::min(line.find_first_of(",}]", begin), end);
  while (end > begin && (line[end - 1] == ' ' || line[end - 1] == '\t' || line[end - 1] == '\r')) --end;
  return end;
}

class Edit {
 public:
  Edit(std::string_view text, const Entries& entries, std::string_view key, std::string value)
      : lines_(text), entries_(entries), key_(key), value_(std::move(value)) {}

  /// False where it cannot be done.
  bool run() {
    const YamlEntry* entry = find(entries_, key_);
    return entry != nullptr ? replace(*entry) : insert();
  }

  [[nodiscard]] std::string text() const { return lines_.text(); }

 private:
  // Whether the entry stands inside of braces.
  [[nodiscard]] bool in_braces(std::string_view key) const {
    for (std::size_t dot = key.find('.'); dot != std::string_view::npos; dot = key.find('.', dot + 1)) {
      const YamlEntry* outer = find(entries_, key.substr(0, dot));
      if (outer != nullptr && outer->in_braces) return true;
    }
    return false;
  }

  bool replace(const YamlEntry& entry) {
    std::string& line = lines_[entry.key_line];
    const std::size_t colon = line.find(':', entry.key_column - 1 + last_name(entry.key).size());
    if (colon == std::string::npos) return false;
    const bool braces = in_braces(entry.key);
    const std::size_t begin = std::min(line.find_first_not_of(" \t", colon + 1), line.size());
    const bool nothing = begin >= line.size() || line[begin] == '#' || line[begin] == '\r';
    if (nothing && (entry.kind == YamlKind::kNull || entry.kind == YamlKind::kMap || entry.kind == YamlKind::kList)) {
      drop_block(entry, braces);
      lines_[entry.key_line].insert(colon + 1, " " + value_ + (line[colon + 1] == '#' ? " " : ""));
      return true;
    }
    if (!nothing && line[begin] != '|' && line[begin] != '>' && !entry.in_braces) {
      const std::optional<std::size_t> end = scalar_end(line, begin, braces);
      if (!end) return false;
      drop_block(entry, braces);
      lines_[entry.key_line].replace(begin, *end - begin, value_);
      return true;
    }
    if (braces || entry.in_braces) return false;
    drop_block(entry, braces);
    lines_[entry.key_line].replace(colon + 1, std::string::npos, " " + value_);
    return true;
  }

  // A value that goes on below its first line goes as a whole.
  void drop_block(const YamlEntry& entry, bool braces) {
    if (braces) return;
    const std::size_t last = lines_.block_end(entry.key_line, entry.key_column - 1);
    if (last > entry.key_line) lines_.erase(entry.key_line + 1, last);
  }

  bool insert() {
    std::string_view outer = key_;
    const YamlEntry* parent = nullptr;
    while (parent == nullptr && outer.find('.') != std::string_view::npos) {
      outer = outer.substr(0, outer.rfind('.'));
      parent = find(entries_, outer);
    }
    if (parent == nullptr) return put_lines(lines_.size(), 0, key_);
    if (parent->in_braces || in_braces(parent->key)) return false;
    if (parent->kind != YamlKind::kMap && parent->kind != YamlKind::kNull) return false;
    const std::size_t columns = parent->key_column - 1;
    return put_lines(lines_.block_end(parent->key_line, columns), child_columns(*parent),
                     key_.substr(outer.size() + 1));
  }

  // How far its members are indented.
  [[nodiscard]] std::size_t child_columns(const YamlEntry& parent) const {
    const auto child = std::find_if(entries_.begin(), entries_.end(), [&](const YamlEntry& entry) {
      return entry.depth == parent.depth + 1 && entry.key.starts_with(parent.key + ".");
    });
    return child == entries_.end() ? parent.key_column + 1 : child->key_column - 1;
  }

  bool put_lines(std::size_t after, std::size_t columns, std::string_view names) {
    while (true) {
      const std::size_t dot = names.find('.');
      const std::string name(names.substr(0, dot));
      lines_.insert_after(after++,
                          std::string(columns, ' ') + name + (dot == std::string_view::npos ? ": " + value_ : ":"));
      if (dot == std::string_view::npos) return true;
      names.remove_prefix(dot + 1);
      columns += 2;
    }
  }

  static std::string_view last_name(std::string_view key) { return key.substr(key.rfind('.') + 1); }

  Lines lines_;
  const Entries& entries_;
  std::string_view key_;
  std::string value_;
};

// ---- and whether it says what was meant ----

bool is_leaf(const YamlEntry& entry) { return entry.kind != YamlKind::kMap && entry.kind != YamlKind::kNull; }

bool is_at_or_inside(std::string_view key, std::string_view other) {
  return key.starts_with(other) && (key.size() == other.size() || key[other.size()] == '.');
}

// What is set besides one key.
std::vector<std::pair<std::string, std::string>> others(const Entries& entries, std::string_view key) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const YamlEntry& entry : entries) {
    if (is_leaf(entry) && !is_at_or_inside(entry.key, key)) all.emplace_back(entry.key, entry.json);
  }
  return all;
}

bool says(const std::string& text, const Entries& before, std::string_view key, std::string_view value, bool as_json) {
  const auto read = read_yaml(text, "");
  const auto* entries = std::get_if<Entries>(&read);
  if (entries == nullptr || others(*entries, key) != others(before, key)) return false;
  const YamlEntry* entry = find(*entries, key);
  return entry != nullptr && (as_json ? entry->json : entry->text) == value;
}

ConfigError not_editable(std::string_view file, std::string_view key, std::size_t line) {
  ConfigError error;
  error.code = ConfigError::Code::kNotEditable;
  error.origin.kind = Origin::Kind::kFile;
  error.origin.name = file;
  error.origin.line = line;
  error.key = key;
  error.message =
      "this place is written in a way that cannot be changed alone; nothing was changed, please edit the file";
  return error;
}

}  // namespace

std::variant<std::string, ConfigError> with_setting(std::string_view text, std::string_view key, std::string_view value,
                                                    std::string_view file) {
  auto read = read_yaml(text, file);
  if (auto* error = std::get_if<ConfigError>(&read)) return std::move(*error);
  const auto& entries = std::get<Entries>(read);
  const std::optional<KeyMeaning> meaning = meaning_of(key);
  const bool as_json = meaning && meaning->setting->kind == Kind::kJson;
  Edit edit(text, entries, key, as_json ? std::string(value) : yaml_scalar(value, false));
  if (edit.run()) {
    std::string changed = edit.text();
    if (says(changed, entries, key, value, as_json)) return changed;
  }
  const YamlEntry* entry = find(entries, key);
  return not_editable(file, key, entry == nullptr ? 0 : entry->key_line);
}

}  // namespace acode::config
