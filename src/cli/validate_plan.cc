// The options of `acode validate`, which of them go together, and the help that is made of them.
#include "cli/validate_plan.h"

#include <algorithm>
#include <utility>

#include "cli/args.h"
#include "cli/validate_command.h"

namespace acode::cli {

namespace {

constexpr std::size_t kLargestLimit = std::size_t{256} << 20;  // one byte more than kMaxTextBytes, but a round number
constexpr std::size_t kMostErrors = 1000000;

/// The options as they were typed.
struct ValidateFlags {
  ValidatePlan plan;
  bool draft_given = false;
  bool strict = false;
  bool no_strict = false;
  bool json = false;
  bool json_lines = false;
  bool help = false;
};

Setter set_draft(schema::Draft& target, bool& given) {
  using schema::Draft;
  const Setter choose =
      set_choice<Draft>(target, {{"7", Draft::k7}, {"2019-09", Draft::k201909}, {"2020-12", Draft::k202012}});
  return {[choose, &given](std::string_view value) {
            given = true;
            return choose(value);
          },
          choose.values()};
}

std::vector<Option> validate_options(ValidateFlags& flags) {
  ValidatePlan& plan = flags.plan;
  return {
      {"schema", 's', "FILE", "the JSON Schema to check against", set_file(plan.choice.schema)},
      {"tools", 0, "FILE", "definitions of tools, instead of --schema", set_file(plan.choice.tools)},
      {"tool", 0, "NAME", "the tool of --tools whose parameters to check against",
       set_text(plan.choice.tool, {Values::Kind::kTool})},
      {"draft", 0, "DRAFT", "what a schema without $schema is written in: 7, 2019-09 or 2020-12 (the default)",
       set_draft(plan.draft, flags.draft_given)},
      {"strict", 0, "",
       "a property that the schema does not name is an error, unless the schema allows more; the default with --tools",
       set_true(flags.strict)},
      {"no-strict", 0, "", "such a property is fine; the default otherwise", set_true(flags.no_strict)},
      {"formats", 0, "", "check \"format\" too; without this it only tells what is meant", set_true(plan.formats)},
      {"resource-dir", 0, "URI=DIR", kResourceDirHelp, add_resource_dir(plan.resource_dirs)},
      {"max-errors", 0, "N", "tell so many violations of an input at most (default 100)",
       set_number<std::size_t>(plan.max_errors, 1, kMostErrors)},
      {"quiet", 'q', "", "do not print FILE: valid", set_true(plan.quiet)},
      {"json", 0, "", "print one JSON object for each input", set_true(flags.json)},
      {"jsonl", 0, "",
       "JSON lines: {\"id\", \"schema\", \"instance\", \"draft\"} in, "
       "{\"id\", \"valid\", \"errors\"} out; lines without \"schema\" are "
       "checked against --schema or --tools",
       set_true(flags.json_lines)},
      {"max-bytes", 0, "N", "refuse larger inputs; N may end in k or M (default 1M, at most 256M)",
       set_size<std::size_t>(plan.limits.max_bytes, 1, kLargestLimit)},
      {"max-depth", 0, "N", "refuse deeper nesting (default 64)", set_number<std::uint32_t>(plan.limits.max_depth, 1)},
      {"help", 'h', "", "print this help and leave", set_true(flags.help)},
  };
}

/// What is wrong with the choice of the schema and of how it is read.
void check_schema(const ValidateFlags& flags, UsageProblems& problems) {
  const SchemaChoice& choice = flags.plan.choice;
  check_choice(choice, problems);
  if (choice.tools && flags.draft_given) problems.push_back(not_together("--draft", "--tools"));
  if (flags.strict && flags.no_strict) problems.push_back(not_together("--strict", "--no-strict"));
  if (!choice.made() && !choice.tool && !flags.json_lines) {
    problems.emplace_back("there is no schema: give --schema FILE, or --tools FILE and --tool NAME");
  }
}

void check_output(const ValidateFlags& flags, UsageProblems& problems) {
  if (flags.json && flags.json_lines) problems.push_back(not_together("--json", "--jsonl"));
  if (flags.plan.quiet && (flags.json || flags.json_lines)) {
    problems.push_back(not_together("--quiet", flags.json ? "--json" : "--jsonl"));
  }
}

}  // namespace

std::variant<ValidatePlan, UsageProblems> plan_validate(Words words) {
  ValidateFlags flags;
  ParsedWords parsed = parse_words(validate_options(flags), words);
  ValidatePlan& plan = flags.plan;
  if (flags.help) {
    plan.mode = ValidatePlan::Mode::kHelp;
    return std::move(plan);
  }
  plan.inputs = std::move(parsed.operands);
  check_schema(flags, parsed.problems);
  check_output(flags, parsed.problems);
  check_files(plan.choice, plan.inputs, "check", parsed.problems);
  if (!parsed.problems.empty()) return std::move(parsed.problems);

  if (plan.inputs.empty()) plan.inputs.emplace_back("-");
  if (flags.json) plan.mode = ValidatePlan::Mode::kJson;
  if (flags.json_lines) plan.mode = ValidatePlan::Mode::kJsonLines;
  plan.strict = flags.strict || (plan.choice.tools && !flags.no_strict);
  plan.limits.max_bytes = std::min(plan.limits.max_bytes, kMaxTextBytes);
  return std::move(plan);
}

Syntax validate_syntax() {
  auto flags = std::make_shared<ValidateFlags>();
  return {flags, validate_options(*flags), {}, any_number_of_files()};
}

std::string validate_help() {
  ValidateFlags flags;
  return "Checks JSON against a JSON Schema (drafts 7, 2019-09, 2020-12) or against the\n"
         "parameters of a tool, and says everything that does not fit. Values are never\n"
         "changed or converted.\n\n"
         "Usage: acode validate --schema FILE [OPTIONS] [FILE|-]...\n"
         "       acode validate --tools FILE --tool NAME [OPTIONS] [FILE|-]...\n"
         "       acode validate --jsonl [OPTIONS] [FILE|-]...\n\n"
         "Without FILE, or with -, standard input is read.\n\n"
         "Options:\n" +
         describe_options(validate_options(flags)) +
         "\n"
         "Examples:\n"
         "  acode validate --schema config.schema.json config.json\n"
         "  echo '{\"path\": 1}' | acode validate --tools tools.json --tool read_file\n"
         "  acode repair answer.txt | acode validate --schema answer.schema.json --strict\n"
         "  acode validate -s a.json --resource-dir https://example.org/=schemas b.json\n"
         "  acode validate --json -s a.schema.json *.json  verdict, errors, for programs\n"
         "  acode validate --jsonl < in.jsonl > out.jsonl  many instances, one a line\n"
         "\n"
         "Exit status:\n"
         "  0  every input fits the schema\n"
         "  1  some input does not fit, or is not JSON\n"
         "  2  the command line was not understood; nothing was read\n"
         "  3  the schema cannot be used, some input could not be read or some output not\n"
         "     written\n"
         "Where several inputs end differently the largest number counts.\n";
}

}  // namespace acode::cli
