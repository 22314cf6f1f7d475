// The options of `acode batch`, which of them go together, and the help that is made of them.
#include "cli/batch_plan.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <thread>
#include <utility>

#include "cli/args.h"
#include "cli/batch_command.h"
#include "cli/inputs.h"

namespace acode::cli {

namespace {

constexpr unsigned kMostJobs = 1024;

struct BatchFlags {
  BatchPlan plan;
  ParseFlags parse;
  std::optional<std::string> output;
};

std::vector<Option> batch_options(BatchFlags& flags) {
  std::vector<Option> options = {
      {"output", 'o', "FILE", "where the answers go; - is standard output", set_file(flags.output)},
      {"jobs", 'j', "N", "so many threads parse; without this one for each core",
       set_number<unsigned>(flags.plan.jobs, 1, kMostJobs)},
      {"resume", 0, "", "go on where an earlier run with the same inputs ended", set_true(flags.plan.resume)},
      {"force", 0, "", "overwrite the file of --output", set_true(flags.plan.force)},
  };
  std::vector<Option> more = parse_options(flags.plan.setting, flags.parse);
  std::move(more.begin(), more.end(), std::back_inserter(options));
  options.push_back({"help", 'h', "", "print this help and leave", set_true(flags.plan.help)});
  return options;
}

void check(const BatchFlags& flags, UsageProblems& problems) {
  const BatchPlan& plan = flags.plan;
  if (!flags.output)
    problems.emplace_back("say where the answers go: --output FILE, or --output - for standard output");
  if (flags.output == "") problems.emplace_back("the name of a file is empty");
  if (plan.resume && plan.force) problems.push_back(not_together("--resume", "--force"));
  if (plan.resume && flags.output == "-") problems.push_back(not_together("--resume", "--output -"));
  if (plan.inputs.empty() && plan.setting.tools == "-") {
    problems.emplace_back("standard input is the tools already: name the files to read");
  }
  std::vector<std::string> names = plan.inputs;
  if (plan.setting.tools) names.push_back(*plan.setting.tools);
  check_names(names, problems);
}

}  // namespace

std::variant<BatchPlan, UsageProblems> plan_batch(Words words) {
  BatchFlags flags;
  BatchPlan& plan = flags.plan;
  plan.jobs = std::clamp(std::thread::hardware_concurrency(), 1U, kMostJobs);
  ParsedWords parsed = parse_words(batch_options(flags), words);
  if (plan.help) return std::move(plan);
  plan.inputs = std::move(parsed.operands);
  settle(plan.setting, flags.parse, parsed.problems);
  check(flags, parsed.problems);
  if (!parsed.problems.empty()) return std::move(parsed.problems);
  if (plan.inputs.empty()) plan.inputs.emplace_back("-");
  plan.output = *flags.output;
  return std::move(plan);
}

Syntax batch_syntax() {
  auto flags = std::make_shared<BatchFlags>();
  return {flags, batch_options(*flags), {}, any_number_of_files()};
}

std::string batch_help() {
  BatchFlags flags;
  return "Parses JSON lines by the million, on all cores: rows in and out are those of\n"
         "acode parse --jsonl, in the same order, in bounded memory. A terminal shows how\n"
         "far it is.\n\n"
         "Usage: acode batch [OPTIONS] IN... --output OUT\n\n"
         "Several files are read in turn; without IN, or with -, standard input is read.\n"
         "When it was interrupted or the disk was full, --resume takes off a half line at\n"
         "the end of OUT, passes over what has been answered, and goes on.\n\n"
         "Options:\n" +
         describe_options(batch_options(flags)) +
         "\n"
         "Examples:\n"
         "  acode batch in.jsonl --output out.jsonl\n"
         "  acode batch --tools tools.json monday.jsonl tuesday.jsonl -o out.jsonl\n"
         "  acode batch in.jsonl -o out.jsonl --resume\n"
         "  zcat in.jsonl.gz | acode batch -o - | gzip > out.jsonl.gz\n"
         "\n"
         "Exit status, of the rows that this run has answered:\n"
         "  0  nothing is wrong\n"
         "  1  some row has errors, and no call in it is good\n"
         "  2  the command line was not understood; nothing was read\n"
         "  3  the tools cannot be used, some input could not be read or some output not\n"
         "     written\n"
         "  5  some row has errors, but good calls too\n"
         "Where rows end differently the gravest counts: 3, then 1, then 5.\n";
}

}  // namespace acode::cli
