// `acode batch`: makes sure of everything that can be made sure of, then runs.
#include "cli/batch_command.h"

#include <variant>

#include "cli/batch_output.h"
#include "cli/batch_plan.h"
#include "cli/batch_run.h"
#include "cli/inputs.h"
#include "cli/parse_setting.h"

namespace acode::cli {

namespace {

/// Whether all inputs can be read. Which row is which must not depend on what happens to be there: without one of them
/// nothing is begun.
ExitCode check_inputs(const std::vector<std::string>& names, Streams& streams) {
  ExitCode code = ExitCode::kGood;
  for (const std::string& name : names) {
    const std::variant<File, Problem> opened = open_named(name, "batch", streams);
    if (const Problem* problem = std::get_if<Problem>(&opened)) {
      code = worse(code, streams.complain(display_name(name), *problem));
    }
  }
  return code;
}

BatchOutput::Start start_of(const BatchPlan& plan) {
  if (plan.resume) return BatchOutput::Start::kContinue;
  return plan.force ? BatchOutput::Start::kOverwrite : BatchOutput::Start::kNew;
}

}  // namespace

ExitCode run_batch(Words words, Streams& streams) {
  const std::variant<BatchPlan, UsageProblems> planned = plan_batch(words);
  if (const auto* problems = std::get_if<UsageProblems>(&planned)) return misused("batch", *problems, streams);
  const auto& plan = std::get<BatchPlan>(planned);
  if (plan.help) {
    streams.out.write(batch_help());
    return ExitCode::kGood;
  }
  const std::variant<ParseTools, ExitCode> tools = load_parse_tools(plan.setting, "batch", streams);
  if (const ExitCode* code = std::get_if<ExitCode>(&tools)) return *code;
  const ExitCode readable = check_inputs(plan.inputs, streams);
  if (readable != ExitCode::kGood) return readable;
  std::variant<BatchOutput, Problem> output = BatchOutput::open(plan.output, start_of(plan), plan.inputs, streams);
  if (const Problem* problem = std::get_if<Problem>(&output)) return streams.complain(plan.output, *problem);
  return run_batch_plan(plan, std::get<ParseTools>(tools), std::get<BatchOutput>(output), streams);
}

}  // namespace acode::cli
