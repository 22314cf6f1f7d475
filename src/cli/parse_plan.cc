// The options of `acode parse` and `acode extract`, which of them go together, and the help that is made of them.
#include "cli/parse_plan.h"

#include <utility>

#include "cli/args.h"
#include "cli/inputs.h"
#include "cli/parse_command.h"

namespace acode::cli {

namespace {

using pipeline::Extent;

struct Flags {
  ParsePlan plan;
  ParseFlags parse;
  bool view = false;
  bool json = false;
  bool json_lines = false;
  bool help = false;
};

std::vector<Option> all_options(Flags& flags) {
  std::vector<Option> options = parse_options(flags.plan.setting, flags.parse);
  options.insert(options.end(),
                 {{"view", 0, "", "print the view for people, in a pipe too", set_true(flags.view)},
                  {"json", 0, "", "print one JSON object for each input; the default in a pipe", set_true(flags.json)},
                  {"jsonl", 0, "",
                   "JSON lines: {\"id\", \"input\", \"tools\", \"kind\", "
                   "\"stream_chunks\", \"start_in_reasoning\"} in, {\"id\", \"calls\", "
                   "\"errors\", \"warnings\", \"repairs\", \"content\", \"reasoning\", "
                   "\"truncated\"} out; lines without \"tools\" have those of --tools",
                   set_true(flags.json_lines)},
                  {"help", 'h', "", "print this help and leave", set_true(flags.help)}});
  return options;
}

/// Flags for a command that goes so far.
Flags flags_for(Extent extent) {
  Flags flags;
  flags.plan.setting.pipeline.extent = extent;
  flags.plan.command = extent == Extent::kExtract ? "extract" : "parse";
  return flags;
}

void check_output(const Flags& flags, UsageProblems& problems) {
  if (flags.json && flags.json_lines) problems.push_back(not_together("--json", "--jsonl"));
  if (flags.view && flags.json) problems.push_back(not_together("--view", "--json"));
  if (flags.view && flags.json_lines) problems.push_back(not_together("--view", "--jsonl"));
}

void check_inputs(const ParsePlan& plan, UsageProblems& problems) {
  std::vector<std::string> names = plan.inputs;
  if (plan.setting.tools) names.push_back(*plan.setting.tools);
  if (plan.inputs.empty() && plan.setting.tools == "-") {
    problems.emplace_back("standard input is the tools already: name the files to read");
  }
  check_names(names, problems);
}

ParsePlan::Mode mode_of(const Flags& flags, bool out_is_terminal) {
  if (flags.json_lines) return ParsePlan::Mode::kJsonLines;
  if (flags.json) return ParsePlan::Mode::kJson;
  return flags.view || out_is_terminal ? ParsePlan::Mode::kView : ParsePlan::Mode::kJson;
}

constexpr std::string_view kExitStatus =
    "\n"
    "Exit status:\n"
    "  0  nothing is wrong; there may be no calls at all\n"
    "  1  some input has errors, and no call in it is good\n"
    "  2  the command line was not understood; nothing was read\n"
    "  3  the tools cannot be used, some input could not be read or some output not\n"
    "     written\n"
    "  5  some input has errors, but good calls too\n"
    "Where several inputs end differently the gravest counts: 3, then 1, then 5.\n";

}  // namespace

std::variant<ParsePlan, UsageProblems> plan_parse(Words words, Extent extent, bool out_is_terminal) {
  Flags flags = flags_for(extent);
  ParsedWords parsed = parse_words(all_options(flags), words);
  ParsePlan& plan = flags.plan;
  if (flags.help) {
    plan.mode = ParsePlan::Mode::kHelp;
    return std::move(plan);
  }
  plan.inputs = std::move(parsed.operands);
  settle(plan.setting, flags.parse, parsed.problems);
  check_output(flags, parsed.problems);
  check_inputs(plan, parsed.problems);
  if (!parsed.problems.empty()) return std::move(parsed.problems);

  if (plan.inputs.empty()) plan.inputs.emplace_back("-");
  plan.mode = mode_of(flags, out_is_terminal);
  return std::move(plan);
}

Syntax parse_syntax() {
  auto flags = std::make_shared<Flags>(flags_for(Extent::kValidate));
  return {flags, all_options(*flags), {}, any_number_of_files()};
}

Syntax extract_syntax() {
  auto flags = std::make_shared<Flags>(flags_for(Extent::kExtract));
  return {flags, all_options(*flags), {}, any_number_of_files()};
}

std::string parse_help() {
  Flags flags = flags_for(Extent::kValidate);
  return "Reads what a model or its server sent, whatever it is, and hands out the tool\n"
         "calls in it: whole, typed, and checked against the schemas of the tools. Says\n"
         "what was changed, and what is wrong with the calls that cannot be used; they\n"
         "cost the others nothing.\n\n"
         "Usage: acode parse [OPTIONS] [FILE|-]...\n\n"
         "Without FILE, or with -, standard input is read: a provider's answer, a recorded\n"
         "stream, or the text of a model. A terminal gets a view for people, a pipe\n"
         "JSON.\n\n"
         "Options:\n" +
         describe_options(all_options(flags)) +
         "\n"
         "Examples:\n"
         "  acode parse --tools tools.json answer.txt\n"
         "  curl -s $SERVER/api/chat -d @request.json | acode parse -t tools.json\n"
         "  acode parse -t tools.json --json capture.sse    calls and record, for programs\n"
         "  acode parse --format hermes --starts-in-reasoning answer.txt\n"
         "  acode parse --jsonl < in.jsonl > out.jsonl      many inputs, one a line\n" +
         std::string(kExitStatus);
}

std::string extract_help() {
  Flags flags = flags_for(Extent::kExtract);
  return "Finds the tool calls in what a model or its server sent, and hands them out as\n"
         "they were written: unknown tools and arguments that do not fit are kept. acode\n"
         "parse checks them too.\n\n"
         "Usage: acode extract [OPTIONS] [FILE|-]...\n\n"
         "Without FILE, or with -, standard input is read. The tools tell calls from text\n"
         "that only looks like one, and give values their types where a format has none.\n\n"
         "Options:\n" +
         describe_options(all_options(flags)) +
         "\n"
         "Examples:\n"
         "  acode extract answer.txt\n"
         "  acode extract --tools tools.json --json answer.txt\n"
         "  acode extract --jsonl < in.jsonl > out.jsonl\n" +
         std::string(kExitStatus);
}

}  // namespace acode::cli
