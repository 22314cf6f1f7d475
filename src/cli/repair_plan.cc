// The options of `acode repair`, which of them go together, and the help that is made of them.
#include "cli/repair_plan.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "cli/args.h"
#include "cli/display.h"
#include "cli/repair_command.h"
#include "cli/suggest.h"

namespace acode::cli {

namespace {

constexpr std::size_t kLargestLimit = std::size_t{256} << 20;  // one byte more than kMaxTextBytes, but a round number
constexpr std::uint64_t kLongestTimeout = 24ULL * 60 * 60 * 1000;

/// The options as they were typed.
struct RepairFlags {
  bool view = false;
  bool text = false;
  bool json = false;
  bool json_lines = false;
  bool in_place = false;
  bool check = false;
  bool list_kinds = false;
  bool help = false;
  bool pretty = false;
  bool compact = false;
  std::uint64_t timeout_ms = 100;
  json::RepairOptions options;
  SchemaChoice choice;
  std::vector<ResourceDir> resource_dirs;
};

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < json::kEditKinds; ++i) {
    names.push_back(json::edit_kind_name(static_cast<json::EditKind>(i)));
  }
  return names;
}

std::optional<std::string> unknown_kind(std::string_view name) {
  const std::vector<std::string_view> names = kind_names();
  return "there is no kind '" + printable(name, 60) + "'" + did_you_mean(name, names);
}

/// Takes one kind or several with commas between them.
Setter disable_kinds(json::RepairOptions& options) {
  Values values = one_of(kind_names());
  values.several = true;
  return {[&options](std::string_view value) -> std::optional<std::string> {
            while (true) {
              const std::size_t comma = value.find(',');
              const std::string_view name = value.substr(0, comma);
              const std::optional<json::EditKind> kind = json::edit_kind_from_name(name);
              if (!kind) return unknown_kind(name);
              options.disabled.set(static_cast<std::size_t>(*kind));
              if (comma == std::string_view::npos) return std::nullopt;
              value.remove_prefix(comma + 1);
            }
          },
          std::move(values)};
}

std::vector<Option> repair_options(RepairFlags& flags) {
  using json::RepairLevel;
  json::RepairOptions& options = flags.options;
  return {
      {"view", 0, "", "show each edit with a caret under it, then the repaired text; this is what a terminal gets",
       set_true(flags.view)},
      {"text", 0, "", "print nothing but the repaired text, on a terminal too", set_true(flags.text)},
      {"json", 0, "", "print one JSON object for each input", set_true(flags.json)},
      {"jsonl", 0, "",
       "JSON lines: {\"id\", \"input\", \"schema\"} in, "
       "{\"id\", \"ok\", \"output\", ...} out; lines without \"schema\" are "
       "guided by --schema or --tools, if given",
       set_true(flags.json_lines)},
      {"in-place", 'i', "", "rewrite the files that need it; each is replaced whole or not at all",
       set_true(flags.in_place)},
      {"check", 0, "", "change nothing; print FILE:LINE:COLUMN: CODE MESSAGE for every input that is not valid JSON",
       set_true(flags.check)},
      {"schema", 's', "FILE",
       "a JSON Schema that the texts should fit: where one can be read "
       "in several ways, the way that the schema expects is taken; "
       "whether it fits is not checked",
       set_file(flags.choice.schema)},
      {"tools", 0, "FILE", "definitions of tools, instead of --schema", set_file(flags.choice.tools)},
      {"tool", 0, "NAME", "the tool of --tools whose parameters guide the repair",
       set_text(flags.choice.tool, {Values::Kind::kTool})},
      {"resource-dir", 0, "URI=DIR", kResourceDirHelp, add_resource_dir(flags.resource_dirs)},
      {"level", 0, "LEVEL",
       "how much may be tried: safe (only what has one plain reading), "
       "normal (the reading that is clearly the best; the default) or "
       "eager (the best reading, however many others are as good)",
       set_choice<RepairLevel>(
           options.level,
           {{"safe", RepairLevel::kSafe}, {"normal", RepairLevel::kNormal}, {"eager", RepairLevel::kEager}})},
      {"disable", 0, "KIND",
       "do not use this kind of edit: inputs that need it are refused; "
       "may be given several times, or several kinds with commas",
       disable_kinds(options)},
      {"list-kinds", 0, "", "print the kinds of edits, one line each; with --json as one object",
       set_true(flags.list_kinds)},
      {"max-bytes", 0, "N", "refuse larger inputs; N may end in k or M (default 1M, at most 256M)",
       set_size<std::size_t>(options.limits.max_bytes, 1, kLargestLimit)},
      {"max-depth", 0, "N", "refuse deeper nesting (default 64)",
       set_number<std::uint32_t>(options.limits.max_depth, 1)},
      {"timeout", 0, "MS", "give up on an input after so many milliseconds (default 100; 0: never)",
       set_number<std::uint64_t>(flags.timeout_ms, 0, kLongestTimeout)},
      {"pretty", 0, "", "write the value anew over several lines, instead of keeping the text", set_true(flags.pretty)},
      {"compact", 0, "", "write the value anew on one line", set_true(flags.compact)},
      {"help", 'h', "", "print this help and leave", set_true(flags.help)},
  };
}

struct NamedMode {
  std::string_view flag;
  bool given;
  RepairPlan::Mode mode;
};

std::vector<NamedMode> modes_given(const RepairFlags& flags) {
  using Mode = RepairPlan::Mode;
  std::vector<NamedMode> modes = {
      {"--view", flags.view, Mode::kView},
      {"--text", flags.text, Mode::kText},
      {"--json", flags.json && !flags.list_kinds, Mode::kJson},
      {"--jsonl", flags.json_lines, Mode::kJsonLines},
      {"--in-place", flags.in_place, Mode::kInPlace},
      {"--check", flags.check, Mode::kCheck},
      {"--list-kinds", flags.list_kinds, flags.json ? Mode::kListKindsAsJson : Mode::kListKinds},
  };
  std::erase_if(modes, [](const NamedMode& mode) { return !mode.given; });
  return modes;
}

/// What is wrong with options that are fine one by one.
void check_together(const RepairFlags& flags, const std::vector<NamedMode>& modes,
                    const std::vector<std::string>& operands, UsageProblems& problems) {
  using Mode = RepairPlan::Mode;
  if (modes.size() > 1) problems.push_back(not_together(modes[0].flag, modes[1].flag));
  if (flags.pretty && flags.compact) problems.push_back(not_together("--pretty", "--compact"));

  const bool writes_text =
      modes.empty() || modes[0].mode == Mode::kText || modes[0].mode == Mode::kView || modes[0].mode == Mode::kInPlace;
  if ((flags.pretty || flags.compact) && !writes_text) {
    problems.push_back(not_together(flags.pretty ? "--pretty" : "--compact", modes[0].flag));
  }

  const auto standard_inputs = std::count(operands.begin(), operands.end(), "-");
  if (flags.in_place && operands.empty()) problems.emplace_back("--in-place needs the name of a file");
  if (flags.in_place && standard_inputs > 0) {
    problems.emplace_back("--in-place cannot replace standard input; name a file");
  }
}

/// What is wrong with the choice of the schema.
void check_schema(const RepairFlags& flags, const std::vector<std::string>& operands, UsageProblems& problems) {
  check_choice(flags.choice, problems);
  if (!flags.resource_dirs.empty() && !flags.choice.made() && !flags.json_lines) {
    problems.emplace_back("--resource-dir needs a schema: give --schema FILE, or --tools FILE and --tool NAME");
  }
  check_files(flags.choice, operands, "repair", problems);
}

RepairPlan::Mode choose_mode(const std::vector<NamedMode>& modes, bool out_is_terminal) {
  if (!modes.empty()) return modes[0].mode;
  return out_is_terminal ? RepairPlan::Mode::kView : RepairPlan::Mode::kText;
}

}  // namespace

std::variant<RepairPlan, UsageProblems> plan_repair(Words words, bool out_is_terminal) {
  RepairFlags flags;
  ParsedWords parsed = parse_words(repair_options(flags), words);
  RepairPlan plan;
  if (flags.help) {
    plan.mode = RepairPlan::Mode::kHelp;
    return plan;
  }
  const std::vector<NamedMode> modes = modes_given(flags);
  check_together(flags, modes, parsed.operands, parsed.problems);
  check_schema(flags, parsed.operands, parsed.problems);
  if (!parsed.problems.empty()) return std::move(parsed.problems);

  plan.mode = choose_mode(modes, out_is_terminal);
  plan.options = flags.options;
  plan.options.limits.max_bytes = std::min(plan.options.limits.max_bytes, kMaxTextBytes);
  plan.options.timeout = std::chrono::milliseconds(flags.timeout_ms);
  plan.choice = std::move(flags.choice);
  plan.resource_dirs = std::move(flags.resource_dirs);
  if (flags.pretty) plan.rewrite = json::WriteOptions{.indent = 2};
  if (flags.compact) plan.rewrite = json::WriteOptions{.indent = 0};
  plan.inputs = std::move(parsed.operands);
  if (plan.inputs.empty()) plan.inputs.emplace_back("-");
  return plan;
}

Syntax repair_syntax() {
  auto flags = std::make_shared<RepairFlags>();
  return {flags, repair_options(*flags), {}, any_number_of_files()};
}

std::string repair_help() {
  RepairFlags flags;
  return "Mends broken JSON and says what was changed. Valid JSON comes back untouched;\n"
         "what is mended keeps everything else, white space too.\n\n"
         "Usage: acode repair [OPTIONS] [FILE|-]...\n\n"
         "Without FILE, or with -, standard input is read. Several files are printed in\n"
         "turn.\n\n"
         "Options:\n" +
         describe_options(repair_options(flags)) +
         "\n"
         "Examples:\n"
         "  echo \"{path: 'a.txt',}\" | acode repair      prints {\"path\": \"a.txt\"}\n"
         "  acode repair --view answer.json             shows each edit in its place\n"
         "  acode repair -i *.json                      mends files where they are\n"
         "  acode repair --check *.json                 only says which are not valid\n"
         "  acode repair --json answer.json             text, value, edits, for programs\n"
         "  acode repair --jsonl < in.jsonl > out.jsonl many texts, one a line\n"
         "  acode repair --tools t.json --tool f x.txt  the reading that fits the tool f\n"
         "  acode repair --disable comment,fence x.json refuses what needs these edits\n"
         "  acode repair --max-bytes 16M big.json       allows a larger input\n"
         "\n"
         "Exit status:\n"
         "  0  every input was valid or has been repaired (with --check: was valid)\n"
         "  1  some input could not be repaired (with --check: was not valid)\n"
         "  2  the command line was not understood; nothing was read\n"
         "  3  the schema cannot be used, some input could not be read or some output not\n"
         "     written\n"
         "Where several inputs end differently the largest number counts.\n";
}

}  // namespace acode::cli
