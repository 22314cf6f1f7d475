// Filling in the template.
#include "acode/retry/feedback.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "acode/error.h"
#include "acode/json/value.h"
#include "acode/json/writer.h"
#include "acode/schema/describe.h"
#include "base/text.h"
#include "base/utf8.h"

namespace acode::retry {
namespace {

using base::shortened;
using pipeline::Finding;
using pipeline::ToolCall;

constexpr std::size_t kErrors = 3;         // more would bury the first
constexpr std::size_t kExcerpt = 200;      // bytes of the piece at fault
constexpr std::size_t kSent = 2000;        // bytes of what was sent
constexpr std::size_t kFieldSchema = 800;  // bytes of the schema of one field
constexpr std::size_t kSchema = 4000;      // bytes of a whole one

constexpr std::string_view kTemplate =
    "Your call of {tool_name} cannot be used: {error_type}.\n"
    "{error_message}\n"
    "{error_position}\n"
    "You sent:\n"
    "{malformed_json}\n"
    "What is wanted:\n"
    "{schema_example}\n"
    "Answer with only the corrected JSON object of the arguments of {tool_name}.";

// Without a tool nobody knows whose arguments they are.
constexpr std::string_view kWholeCallTemplate =
    "Your call of a tool cannot be used: {error_type}.\n"
    "{error_message}\n"
    "You sent:\n"
    "{malformed_json}\n"
    "Write the whole call again, with the name of a tool that there is.";

// Nothing is to be corrected.
constexpr std::string_view kRepeatedTemplate =
    "Your call of {tool_name} was not run again: {error_message}.\n"
    "You sent:\n"
    "{malformed_json}\n"
    "Do not make this call again. Go on with the result that you have, call something else, or answer in words.";

std::string_view error_type(std::string_view code) {
  static constexpr std::array<std::pair<ErrorCode, std::string_view>, 9> kTypes = {{
      {ErrorCode::kNameMissing, "the name of the tool is missing"},
      {ErrorCode::kInvalidJson, "its arguments are not one valid JSON object"},
      {ErrorCode::kRepairFailed, "its arguments are not valid JSON"},
      {ErrorCode::kSchemaMismatch, "its arguments do not fit the schema"},
      {ErrorCode::kUnknownTool, "there is no such tool"},
      {ErrorCode::kRepairTimeout, "its arguments are not valid JSON"},
      {ErrorCode::kStreamBroken, "it broke off before its end"},
      {ErrorCode::kTooDeep, "its arguments are nested too deep"},
      {ErrorCode::kTruncated, "it was cut off before its end"},
  }};
  for (const auto& [known, words] : kTypes) {
    if (code_name(known) == code) return words;
  }
  return "it has an error";
}

bool was_cut(std::string_view code) {
  return code == code_name(ErrorCode::kTruncated) || code == code_name(ErrorCode::kStreamBroken);
}

// At most so many bytes around a place.
std::string_view around(std::string_view text, std::size_t offset, std::size_t limit) {
  if (text.size() <= limit) return text;
  std::size_t begin = std::min(offset > limit / 2 ? offset - limit / 2 : 0, text.size() - limit);
  std::size_t end = begin + limit;
  while (begin > 0 && base::is_continuation(text[begin])) --begin;
  while (end < text.size() && base::is_continuation(text[end])) ++end;
  return text.substr(begin, end - begin);
}

std::string error_message(const ToolCall& call) {
  std::string lines;
  std::size_t told = 0;
  std::size_t more = 0;
  for (const Finding& finding : call.findings) {
    if (finding.kind != Finding::Kind::kError) continue;
    if (told == kErrors) {
      ++more;
      continue;
    }
    lines += (told++ == 0 ? "" : "\n") + shortened(finding.message, 2 * kExcerpt);
  }
  if (more > 0) lines += "\nand " + std::to_string(more) + " more";
  const Finding* error = call.error();
  if (error != nullptr && was_cut(error->code)) lines += "\nGive something shorter, or split it into several calls.";
  return lines;
}

// Line and column, then the line itself with a caret under the place. The end of the text is a place too.
std::string error_position(const ToolCall& call) {
  const Finding* error = call.error();
  if (error == nullptr || !error->position) return "";
  const Position& at = *error->position;
  const std::string_view text = call.raw_arguments;
  if (at.offset > text.size()) return "";
  std::size_t begin = at.offset - std::min(at.offset, at.column - 1);
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  const std::string_view line = around(text.substr(begin, end - begin), at.offset - begin, kExcerpt);
  begin = static_cast<std::size_t>(line.data() - text.data());
  const std::string_view before = text.substr(begin, at.offset - begin);
  const auto columns = std::count_if(before.begin(), before.end(), [](char c) { return !base::is_continuation(c); });
  return "at line " + std::to_string(at.line) + ", column " + std::to_string(at.column) + ":\n" + std::string(line) +
         "\n" + std::string(static_cast<std::size_t>(columns), ' ') + "^";
}

// What was read, if it was read: then the error is in a value. Else the text as it came.
std::string malformed_json(const ToolCall& call) {
  const Finding* error = call.error();
  const bool was_read = error != nullptr && error->code == code_name(ErrorCode::kSchemaMismatch) && call.arguments;
  std::string text = was_read ? json::write(call.arguments->value()) : call.raw_arguments;
  const std::size_t offset = !was_read && error != nullptr && error->position ? error->position->offset : 0;
  const std::string_view piece = around(text, offset, kSent);
  if (piece.size() == text.size()) return text;
  return (piece.data() == text.data() ? "" : "…") + std::string(piece) +
         (piece.data() + piece.size() == text.data() + text.size() ? "" : "…");
}

// `options.timeout` lies in the property `options`, `["a b"].c` in `a b`.
std::string top_property(std::string_view path) {
  if (path.substr(0, 2) != "[\"") return std::string(path.substr(0, path.find_first_of(".[")));
  const std::size_t end = path.find("\"]", 2);
  return std::string(path.substr(2, end == std::string_view::npos ? end : end - 2));
}

std::string field_schemas(const ToolCall& call, const schema::Tool& tool) {
  const std::optional<json::Value> properties = tool.parameters.source().find("properties");
  std::vector<std::string> told;
  std::string lines;
  for (const Finding& finding : call.findings) {
    if (finding.kind != Finding::Kind::kError || told.size() == kErrors || !properties) continue;
    const std::string name = top_property(finding.path);
    const std::optional<json::Value> property = properties->find(name);
    if (!property || std::find(told.begin(), told.end(), name) != told.end()) continue;
    lines += (told.empty() ? "" : "\n") + name + ": " + shortened(json::write(*property), kFieldSchema);
    told.push_back(name);
  }
  return lines;
}

// Of a wrong value the schema of its field; the signature if it has none.
std::string schema_example(const ToolCall& call, const schema::Tool* tool) {
  if (tool == nullptr) return "";
  const Finding* error = call.error();
  if (error != nullptr && error->code == code_name(ErrorCode::kSchemaMismatch)) {
    std::string fields = field_schemas(call, *tool);
    return fields.empty() ? schema::signature(tool->name, tool->parameters) : fields;
  }
  std::string text = shortened(json::write(tool->parameters.source()), kSchema);
  if (const std::optional<std::string> example = schema::example(tool->parameters))
    text += "\nFor example: " + *example;
  return text;
}

struct Word {
  std::string_view name;
  std::string (*value)(const ToolCall& call, const schema::Tool* tool);
};

constexpr std::array kWords = {
    Word{"tool_name", [](const ToolCall& call, const schema::Tool*) { return call.name; }},
    Word{"error_type",
         [](const ToolCall& call, const schema::Tool*) {
           return std::string(call.error() == nullptr ? "" : error_type(call.error()->code));
         }},
    Word{"error_message", [](const ToolCall& call, const schema::Tool*) { return error_message(call); }},
    Word{"error_position", [](const ToolCall& call, const schema::Tool*) { return error_position(call); }},
    Word{"malformed_json", [](const ToolCall& call, const schema::Tool*) { return malformed_json(call); }},
    Word{"schema_example", schema_example},
};

bool is_word(std::string_view name) {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

// The next `{word}` at or behind `from`: where it begins, and the word. Braces around anything else are text.
struct FoundWord {
  std::size_t begin;
  std::string_view name;
};

std::optional<FoundWord> next_word(std::string_view text, std::size_t from) {
  for (std::size_t begin = text.find('{', from); begin != std::string_view::npos; begin = text.find('{', begin + 1)) {
    const std::size_t end = text.find_first_of("{}", begin + 1);
    if (end == std::string_view::npos) break;
    const std::string_view name = text.substr(begin + 1, end - begin - 1);
    if (text[end] == '}' && is_word(name)) return FoundWord{begin, name};
  }
  return std::nullopt;
}

const Word* known_word(std::string_view name) {
  const auto* const found =
      std::find_if(kWords.begin(), kWords.end(), [name](const Word& w) { return w.name == name; });
  return found == kWords.end() ? nullptr : found;
}

class Filler {
 public:
  Filler(const ToolCall& call, const schema::Tool* tool) : call_(call), tool_(tool) {}

  std::string fill(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      take(text.substr(begin, end - begin), lines);
      begin = end + 1;
    }
    std::string filled;
    for (std::size_t i = 0; i < lines.size(); ++i) filled += (i == 0 ? "" : "\n") + lines[i];
    return filled;
  }

 private:
  void take(std::string_view line, std::vector<std::string>& lines) {
    bool has_words = false;
    bool has_values = false;
    std::string filled;
    std::size_t at = 0;
    while (const std::optional<FoundWord> found = next_word(line, at)) {
      const std::size_t end = found->begin + found->name.size() + 2;
      const Word* word = known_word(found->name);
      const std::string value =
          word == nullptr ? std::string(line.substr(found->begin, end - found->begin)) : word->value(call_, tool_);
      has_words = has_words || word != nullptr;
      has_values = has_values || !value.empty();
      filled += std::string(line.substr(at, found->begin - at)) + value;
      at = end;
    }
    filled += line.substr(at);
    if (!has_words || has_values) {
      lines.push_back(std::move(filled));
    } else if (!lines.empty() && lines.back().ends_with(':')) {
      lines.pop_back();
    }
  }

  const ToolCall& call_;
  const schema::Tool* tool_;
};

}  // namespace

std::string_view default_template() { return kTemplate; }

const std::vector<std::string_view>& template_words() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names;
    names.reserve(kWords.size());
    for (const Word& word : kWords) names.push_back(word.name);
    return names;
  }();
  return kNames;
}

std::vector<std::string> unknown_words(std::string_view text) {
  std::vector<std::string> unknown;
  std::size_t at = 0;
  while (const std::optional<FoundWord> found = next_word(text, at)) {
    if (known_word(found->name) == nullptr) unknown.emplace_back(found->name);
    at = found->begin + found->name.size() + 2;
  }
  return unknown;
}

std::string feedback(const ToolCall& call, const schema::Tool* tool, std::string_view text) {
  const auto has_code = [&call](ErrorCode code) {
    return call.error() != nullptr && call.error()->code == code_name(code);
  };
  const bool no_tool = base::is_blank(call.name) || has_code(ErrorCode::kUnknownTool);
  if (has_code(ErrorCode::kRepeatedCall)) {
    text = kRepeatedTemplate;
  } else if (text.empty()) {
    text = no_tool ? kWholeCallTemplate : kTemplate;
  }
  return Filler(call, tool).fill(text);
}

}  // namespace acode::retry
