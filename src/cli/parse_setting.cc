// The options of all that parse, and the tools that they name.
#include "cli/parse_setting.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <utility>

#include "acode/extract/extract.h"
#include "cli/display.h"
#include "cli/error_view.h"
#include "cli/inputs.h"
#include "cli/tools_file.h"

namespace acode::cli {

namespace {

constexpr std::size_t kLargestLimit = std::size_t{256} << 20;  // one byte more than kMaxTextBytes, but a round number
constexpr std::size_t kMostErrors = 1000000;
constexpr std::size_t kMostCalls = 1000000;
constexpr std::uint64_t kLongestTimeout = 86400000;

struct NamedInput {
  std::string_view name;
  pipeline::Input input;
};

// A recorded stream is a response too: which of them it is is seen from the bytes.
constexpr std::array kInputs = {
    NamedInput{"auto", pipeline::Input::kAuto},
    NamedInput{"text", pipeline::Input::kText},
    NamedInput{"response", pipeline::Input::kResponse},
    NamedInput{"stream", pipeline::Input::kResponse},
};

Setter set_input(pipeline::Input& target) {
  std::vector<std::pair<std::string_view, pipeline::Input>> choices;
  choices.reserve(kInputs.size());
  for (const NamedInput& named : kInputs) choices.emplace_back(named.name, named.input);
  return set_choice(target, std::move(choices));
}

Setter set_dialect(std::optional<wire::Dialect>& target) {
  std::vector<std::pair<std::string_view, std::optional<wire::Dialect>>> choices;
  for (const wire::Dialect dialect : {wire::Dialect::kOllama, wire::Dialect::kOpenAiChat,
                                      wire::Dialect::kOpenAiResponses, wire::Dialect::kAnthropic}) {
    choices.emplace_back(wire::dialect_name(dialect), dialect);
  }
  return set_choice(target, std::move(choices));
}

Setter set_format(std::string& target) {
  std::vector<std::pair<std::string_view, std::string>> choices;
  for (const extract::FormatInfo& format : extract::known_formats()) choices.emplace_back(format.name, format.name);
  return set_choice(target, std::move(choices));
}

Setter set_repair_level(json::RepairLevel& target) {
  using json::RepairLevel;
  return set_choice<RepairLevel>(
      target, {{"safe", RepairLevel::kSafe}, {"normal", RepairLevel::kNormal}, {"eager", RepairLevel::kEager}});
}

Setter set_coercion(coerce::Level& target) {
  using coerce::Level;
  return set_choice<Level>(target, {{"off", Level::kOff}, {"safe", Level::kSafe}, {"aggressive", Level::kAggressive}});
}

Setter set_truncated(pipeline::TruncatedCalls& target) {
  using pipeline::TruncatedCalls;
  return set_choice<TruncatedCalls>(
      target,
      {{"retry", TruncatedCalls::kRetry}, {"reject", TruncatedCalls::kReject}, {"accept", TruncatedCalls::kAccept}});
}

void append(std::vector<Option>& options, std::vector<Option> more) {
  std::move(more.begin(), more.end(), std::back_inserter(options));
}

std::vector<Option> input_options(ParseSetting& setting) {
  return {
      {"tools", 't', "FILE", "definitions of the tools there are; without them any name is one",
       set_file(setting.tools)},
      {"kind", 0, "KIND",
       "what the inputs are: text (what a model wrote), response (what "
       "a provider answered), stream (a recorded one) or auto: seen from the bytes (the default)",
       set_input(setting.input)},
      {"dialect", 0, "NAME",
       "whose responses they are: ollama, openai-chat, openai-responses or anthropic; seen from the bytes otherwise",
       set_dialect(setting.dialect)},
      {"format", 0, "NAME", "look for calls in this format only; acode formats lists them",
       set_format(setting.pipeline.format)},
      {"starts-in-reasoning", 0, "", "the text begins inside reasoning, which the prompt has opened",
       set_true(setting.starts_in_reasoning)},
      {"leave-calls", 0, "", "calls in the text stay there: only the reasoning is taken out",
       set_true(setting.pipeline.leaves_calls)},
  };
}

std::vector<Option> repair_options(ParseSetting& setting, ParseFlags& flags) {
  return {
      {"no-repair", 0, "", "broken arguments are an error", set_true(flags.no_repair)},
      {"repair-level", 0, "LEVEL", "how much repair may try: safe, normal (the default) or eager",
       set_repair_level(setting.pipeline.repair_level)},
      {"repair-timeout", 0, "MS", "give up on arguments after so many milliseconds (default 100; 0: never)",
       set_number<std::uint64_t>(flags.repair_timeout_ms, 0, kLongestTimeout)},
  };
}

std::vector<Option> validation_options(ParseSetting& setting, ParseFlags& flags) {
  return {
      {"coercion", 0, "LEVEL", "how far values are converted to fit: off, safe (the default) or aggressive",
       set_coercion(setting.pipeline.coercion)},
      {"truncated", 0, "WHAT",
       "calls that were cut off: retry (the default) and reject make them errors, accept takes them as they are",
       set_truncated(setting.pipeline.truncated_calls)},
      {"no-strict", 0, "", "a property that a schema does not name is fine", set_true(flags.no_strict)},
      {"max-errors", 0, "N", "tell so many violations of a call at most (default 20)",
       set_number<std::size_t>(setting.pipeline.max_errors, 1, kMostErrors)},
  };
}

std::vector<Option> limit_options(ParseSetting& setting) {
  return {
      {"resource-dir", 0, "URI=DIR", kResourceDirHelp, add_resource_dir(setting.resource_dirs)},
      {"max-bytes", 0, "N", "refuse larger inputs and lines; N may end in k or M (default 16M, at most 256M)",
       set_size<std::size_t>(setting.max_bytes, 1, kLargestLimit)},
      {"max-argument-bytes", 0, "N", "refuse larger arguments of a call (default 1M)",
       set_size<std::size_t>(setting.pipeline.limits.max_bytes, 1, kLargestLimit)},
      {"max-depth", 0, "N", "refuse arguments with deeper nesting (default 64)",
       set_number<std::uint32_t>(setting.pipeline.limits.max_depth, 1)},
      {"max-calls", 0, "N", "take so many calls of a response at most (default 128)",
       set_number<std::size_t>(setting.pipeline.wire.max_calls, 1, kMostCalls)},
  };
}

/// What is wrong with the file of the tools as a whole.
ExitCode unusable(const std::string& name, const Error& error, std::string_view text, Streams& streams) {
  streams.tell(render_error(display_name(name), error, text, json_hint(error, text)));
  return ExitCode::kInputOutput;
}

/// Tools that cannot be used cost the others nothing, but they should be known.
void tell_problems(const std::string& name, const schema::LoadedTools& loaded, Streams& streams) {
  for (const schema::ToolProblem& problem : loaded.problems) {
    if (problem.severity != schema::ToolProblem::Severity::kError) continue;
    streams.tell("acode: " + printable(display_name(name)) + ": " +
                 (problem.tool.empty() ? "" : printable(problem.tool) + ": ") + printable(problem_words(problem)) +
                 "\n");
  }
}

std::variant<schema::Toolset, ExitCode> load_given(const std::string& name, std::string_view command,
                                                   const schema::ToolOptions& options, Streams& streams) {
  const ToolsFile file = load_tools_file(name, command, options, streams);
  if (const Problem* problem = std::get_if<Problem>(&file.content)) {
    return streams.complain(display_name(name), *problem);
  }
  if (const Error* error = std::get_if<Error>(&file.content)) return unusable(name, *error, file.text, streams);
  const auto& loaded = std::get<schema::LoadedTools>(file.content);
  tell_problems(name, loaded, streams);
  if (loaded.tools.empty() && loaded.has_errors()) return ExitCode::kInputOutput;
  return loaded.tools;
}

}  // namespace

std::vector<Option> parse_options(ParseSetting& setting, ParseFlags& flags) {
  std::vector<Option> options = input_options(setting);
  append(options, repair_options(setting, flags));
  if (setting.pipeline.extent == pipeline::Extent::kValidate) append(options, validation_options(setting, flags));
  append(options, limit_options(setting));
  return options;
}

void settle(ParseSetting& setting, const ParseFlags& flags, UsageProblems& problems) {
  setting.pipeline.repair = !flags.no_repair;
  setting.strict = !flags.no_strict;
  setting.pipeline.repair_timeout = std::chrono::milliseconds(flags.repair_timeout_ms);
  setting.pipeline.limits.max_bytes = std::min(setting.pipeline.limits.max_bytes, kMaxTextBytes);
  setting.max_bytes = std::min(setting.max_bytes, kMaxTextBytes);
  if (!setting.dialect) return;
  if (setting.input == pipeline::Input::kText) problems.push_back(not_together("--dialect", "--kind text"));
  if (setting.starts_in_reasoning) problems.push_back(not_together("--dialect", "--starts-in-reasoning"));
}

std::optional<pipeline::Input> input_from_name(std::string_view name) {
  const auto* const found =
      std::find_if(kInputs.begin(), kInputs.end(), [name](const NamedInput& named) { return named.name == name; });
  if (found == kInputs.end()) return std::nullopt;
  return found->input;
}

std::variant<ParseTools, ExitCode> load_parse_tools(const ParseSetting& setting, std::string_view command,
                                                    Streams& streams) {
  auto documents = std::make_unique<schema::Documents>();
  const ExitCode resources = load_resources(setting.resource_dirs, *documents, streams);
  if (resources != ExitCode::kGood) return resources;
  ParseTools tools = {std::move(documents), {}, std::nullopt};
  tools.options.strict = setting.strict;
  tools.options.documents = tools.documents.get();
  if (!setting.tools) return tools;

  std::variant<schema::Toolset, ExitCode> given = load_given(*setting.tools, command, tools.options, streams);
  if (const ExitCode* code = std::get_if<ExitCode>(&given)) return *code;
  tools.given = std::move(std::get<schema::Toolset>(given));
  return tools;
}

}  // namespace acode::cli
