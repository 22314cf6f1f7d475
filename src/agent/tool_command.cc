// Running a command line, and telling how it ended. The one tool that is not confined: it asks first.
#include "agent/tool_command.h"

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include "agent/tool_arguments.h"
#include "agent/tool_environment.h"

namespace acode::agent {

namespace {

std::string seconds(std::chrono::milliseconds time) {
  if (time.count() % 1000 == 0) return std::to_string(time.count() / 1000) + " s";
  return std::to_string(time.count()) + " ms";
}

}  // namespace

std::string end_note(const ProcessEnd& end, const RunOptions& options) {
  std::string note;
  switch (end.how) {
    case ProcessEnd::How::kExited:
      note = "exit status " + std::to_string(end.number);
      break;
    case ProcessEnd::How::kKilled:
      note = "ended by signal " + std::to_string(end.number);
      break;
    case ProcessEnd::How::kTimedOut:
      note = "ended: it took longer than " + seconds(options.command_timeout);
      break;
    case ProcessEnd::How::kCancelled:
      note = "cancelled";
      break;
    case ProcessEnd::How::kNotStarted:
      note = "could not be started: " + std::generic_category().message(end.number);
      break;
  }
  if (end.output.empty() && end.how != ProcessEnd::How::kNotStarted) note += ", no output";
  if (end.left_behind) note += "; what it left running was ended";
  return "[" + note + "]\n";
}

ToolOutcome execute_command(const ToolContext& context, json::Value arguments) {
  const OrRefusal<Descriptor> directory =
      context.workspace.open_directory(string_argument(arguments, "directory", "."));
  if (const auto* refusal = std::get_if<Refusal>(&directory)) return failed(*refusal);
  ProcessPlan plan;
  plan.arguments = {"/bin/sh", "-c", std::string(string_argument(arguments, "command"))};
  plan.directory = std::get_if<Descriptor>(&directory)->number();
  plan.environment = environment_for_programs(context.options.hidden_variables);
  plan.timeout = context.options.command_timeout;
  plan.max_output = context.options.max_output;
  plan.cancelled = context.options.cancelled;
  const ProcessEnd end = run_process(plan);
  std::string text = end.output;
  if (!text.empty() && text.back() != '\n') text += '\n';
  return {end.how == ProcessEnd::How::kExited && end.number == 0, text + end_note(end, context.options)};
}

}  // namespace acode::agent
