// From the words so far to those that may come next.
#include "cli/completion.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "cli/settings.h"
#include "cli/tools_file.h"
#include "config/setting.h"

namespace acode::cli {
namespace {

/// A command line whose last word is still being typed.
struct Line {
  std::string typed;                          ///< the last word as far as it goes
  std::vector<std::string> operands;          ///< before it
  std::map<std::string, std::string> values;  ///< of the options
  const Option* option = nullptr;             ///< whose value is being typed, if it is one
  std::string before;                         ///< what of the word stands before that value: "--level="
  bool is_operand = false;                    ///< no option, and no value of one
};

bool lies_in(std::string_view part, const std::string& whole) {
  constexpr std::less_equal<> kNotBehind;
  return kNotBehind(whole.data(), part.data()) && kNotBehind(part.data(), whole.data() + whole.size());
}

/// Sorts the words as the command would, with options that only write down what they get.
Line read_line(const std::vector<Option>& options, Words words) {
  const std::string& typed = words.back();
  Line line;
  line.typed = typed;
  std::vector<Option> noting = options;
  for (std::size_t i = 0; i < options.size(); ++i) {
    noting[i].set = [&line, &typed, &option = options[i]](std::string_view value) -> std::optional<std::string> {
      line.values[std::string(option.name)] = value;
      if (lies_in(value, typed)) {
        line.option = &option;
        line.before = typed.substr(0, static_cast<std::size_t>(value.data() - typed.data()));
      }
      return std::nullopt;
    };
  }
  line.operands = parse_words(noting, words).operands;
  line.is_operand = line.option == nullptr && !line.operands.empty() && line.operands.back() == typed;
  if (line.is_operand) line.operands.pop_back();
  return line;
}

/// The first clause of what help says.
std::string meaning_of(std::string_view help) { return std::string(help.substr(0, help.find(';'))); }

Completions options_as_words(const std::vector<Option>& options) {
  Completions completions;
  for (const Option& option : options) {
    completions.words.push_back({"--" + std::string(option.name), meaning_of(option.help)});
  }
  return completions;
}

Completions subcommands_as_words(const std::vector<Subcommand>& subcommands) {
  Completions completions;
  for (const Subcommand& subcommand : subcommands) {
    completions.words.push_back({std::string(subcommand.name), std::string(subcommand.summary)});
  }
  return completions;
}

/// The tools in a file. Only of a plain file: a pipe would have to be waited for.
std::vector<Completions::Word> tools_in(const std::string& file, Streams& streams) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return {};
  const ToolsFile read = load_tools_file(file, "tools", {}, streams);
  const auto* loaded = std::get_if<schema::LoadedTools>(&read.content);
  if (loaded == nullptr) return {};
  std::vector<Completions::Word> words;
  for (const schema::Tool& tool : loaded->tools.tools()) words.push_back({tool.name, tool.description});
  return words;
}

std::string file_of_tools(const Line& line) {
  if (const auto given = line.values.find("tools"); given != line.values.end()) return given->second;
  return line.operands.empty() ? "" : line.operands.back();
}

std::vector<Completions::Word> providers(Streams& streams) {
  const auto loaded = load_settings(std::nullopt, {}, streams);
  const auto* settings = std::get_if<LoadedSettings>(&loaded);
  const config::Configuration configuration = settings == nullptr ? config::Configuration() : settings->configuration;
  std::vector<Completions::Word> words;
  for (const std::string& name : configuration.providers()) {
    words.push_back({name, configuration.provider(name).base_url});
  }
  return words;
}

/// The keys of settings, as short as they are understood; not those with any name at their end.
std::vector<Completions::Word> setting_keys() {
  std::vector<Completions::Word> words;
  for (const config::Setting& setting : config::settings()) {
    if (setting.key.ends_with('*')) continue;
    const std::string_view last = setting.key.substr(setting.key.rfind('.') + 1);
    const bool is_enough = config::full_key(last, "ollama").has_value();
    words.push_back({std::string(is_enough ? last : setting.key), meaning_of(setting.help)});
  }
  return words;
}

/// What the setting may be that was named before, if that can be counted out. Whose it is makes no difference.
std::vector<Completions::Word> setting_values(const Line& line) {
  const std::optional<std::string> key = config::full_key(line.operands.back(), "ollama");
  if (!key) return {};
  const config::Setting& setting = *config::meaning_of(*key)->setting;
  std::vector<Completions::Word> words;
  for (const std::string_view choice : config::choices_of(setting)) {
    words.push_back({std::string(choice), choice == setting.fallback ? "the default" : ""});
  }
  return words;
}

std::vector<Completions::Word> words_for(const Values& values, const Line& line, Streams& streams) {
  switch (values.kind) {
    case Values::Kind::kTool:
      return tools_in(file_of_tools(line), streams);
    case Values::Kind::kProvider:
      return providers(streams);
    case Values::Kind::kSetting:
      return setting_keys();
    case Values::Kind::kSettingValue:
      return setting_values(line);
    default: {
      std::vector<Completions::Word> words;
      for (const std::string& choice : values.choices) words.push_back({choice, ""});
      return words;
    }
  }
}

/// `before` is what of the typed word stands before the value.
Completions values_as_words(const Values& values, std::string_view before, const Line& line, Streams& streams) {
  Completions completions;
  if (values.kind == Values::Kind::kFile) completions.names = Completions::Names::kFiles;
  if (values.kind == Values::Kind::kDirectory) completions.names = Completions::Names::kDirectories;
  std::string start(before);
  if (const std::size_t comma = line.typed.rfind(','); values.several && comma != std::string::npos) {
    start = line.typed.substr(0, comma + 1);
  }
  completions.words = words_for(values, line, streams);
  for (Completions::Word& word : completions.words) word.text.insert(0, start);
  return completions;
}

const Values* operand_at(const Operands& operands, std::size_t index) {
  if (index < operands.each.size()) return &operands.each[index];
  return operands.any_number ? &operands.each.back() : nullptr;
}

Completions operand_as_words(const Syntax& syntax, const Line& line, Streams& streams) {
  const Values* values = nullptr;
  if (syntax.subcommands.empty()) {
    values = operand_at(syntax.operands, line.operands.size());
  } else if (line.operands.empty()) {
    return subcommands_as_words(syntax.subcommands);
  } else {
    const auto found = std::find_if(syntax.subcommands.begin(), syntax.subcommands.end(),
                                    [&line](const Subcommand& a) { return a.name == line.operands[0]; });
    if (found != syntax.subcommands.end()) values = operand_at(found->operands, line.operands.size() - 1);
  }
  return values == nullptr ? Completions() : values_as_words(*values, "", line, streams);
}

}  // namespace

Completions completions_of(Words words, Streams& streams) {
  if (words.empty()) return subcommands_as_words(program_syntax().subcommands);
  const Command* command = words.size() > 1 ? find_command(words[0]) : nullptr;
  const Syntax syntax = command == nullptr ? program_syntax() : command->syntax();
  const Line line = read_line(syntax.options, command == nullptr ? words : words.subspan(1));
  if (line.option != nullptr) return values_as_words(line.option->set.values(), line.before, line, streams);
  const bool is_option = line.typed.starts_with('-') && (!line.is_operand || line.typed == "-");
  return is_option ? options_as_words(syntax.options) : operand_as_words(syntax, line, streams);
}

}  // namespace acode::cli
