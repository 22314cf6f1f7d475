// Running git without a shell: what a model sends is an argument, never a command and never an option.
#include "agent/tool_git.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "agent/tool_arguments.h"
#include "agent/tool_command.h"
#include "agent/tool_environment.h"
#include "agent/tool_process.h"
#include "base/text.h"

namespace acode::agent {

namespace {

// For all commands. No program is run to watch files, a repository without a `.git` of its own is not taken for one (its
// configuration would be a plain file that write_file may write), and nothing goes on in the background.
constexpr std::array<std::string_view, 11> kAlways = {
    "--no-pager", "-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit", "-c",
    "gc.auto=0",  "-c", "color.ui=false",       "-c", "core.quotePath=false",
};

// These would lead git to another repository than that of the workspace.
constexpr std::array<std::string_view, 9> kElsewhere = {
    "GIT_DIR",       "GIT_WORK_TREE", "GIT_INDEX_FILE",        "GIT_OBJECT_DIRECTORY",    "GIT_COMMON_DIR",
    "GIT_NAMESPACE", "GIT_PREFIX",    "GIT_CONFIG_PARAMETERS", "GIT_CEILING_DIRECTORIES",
};

bool went_well(const ProcessEnd& end) { return end.how == ProcessEnd::How::kExited && end.number == 0; }

/// Git, at work in the workspace.
class Git {
 public:
  /// Looks for git, and for the repository.
  explicit Git(const ToolContext& context) : context_(context), directory_(context.workspace.open_directory(".")) {
    const std::optional<std::string> program = find_program("git");
    if (!program) {
      problem_ = "git is not installed, or not on the PATH";
    } else if (const auto* refusal = std::get_if<Refusal>(&directory_)) {
      problem_ = refusal->message;
    } else {
      program_ = *program;
      find_repository();
    }
  }

  /// Why git cannot be used here; empty if it can.
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// The path of the workspace in the repository: empty at its top, else "libs/net/".
  [[nodiscard]] const std::string& prefix() const { return prefix_; }

  [[nodiscard]] ProcessEnd run(const std::vector<std::string>& arguments) const {
    ProcessPlan plan;
    plan.arguments.push_back(program_);
    plan.arguments.insert(plan.arguments.end(), kAlways.begin(), kAlways.end());
    plan.arguments.insert(plan.arguments.end(), arguments.begin(), arguments.end());
    plan.directory = std::get_if<Descriptor>(&directory_)->number();
    std::vector<std::string> hidden = context_.options.hidden_variables;
    hidden.insert(hidden.end(), kElsewhere.begin(), kElsewhere.end());
    // Nobody is there to answer a question or to use an editor, and messages come in one language.
    const std::vector<std::string> more = {"GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=:", "LANGUAGE=en"};
    plan.environment = environment_for_programs(hidden, more);
    plan.timeout = context_.options.command_timeout;
    plan.max_output = context_.options.max_output;
    plan.cancelled = context_.options.cancelled;
    return run_process(plan);
  }

  /// What git said; if it did not go well, with how it ended.
  [[nodiscard]] ToolOutcome outcome(const ProcessEnd& end) const {
    if (went_well(end)) return succeeded(end.output);
    return failed(end.output + "git " + end_note(end, context_.options));
  }

 private:
  void find_repository() {
    const ProcessEnd end = run({"rev-parse", "--is-inside-work-tree", "--show-prefix"});
    constexpr std::string_view kInside = "true\n";
    if (went_well(end) && end.output.starts_with(kInside)) {
      prefix_ = end.output.substr(kInside.size(), end.output.size() - kInside.size() - 1);
    } else if (end.output.find("not a git repository") != std::string::npos || went_well(end)) {
      problem_ = "the workspace is not in a git repository; execute_command with `git init` makes it one";
    } else {
      problem_ = outcome(end).text;
    }
  }

  const ToolContext& context_;
  OrRefusal<Descriptor> directory_;
  std::string program_;
  std::string problem_;
  std::string prefix_;
};

/// The paths that a commit is for, as git is to be given them.
OrRefusal<std::vector<std::string>> commit_paths(const ToolContext& context, json::Value arguments) {
  std::vector<std::string> paths;
  for (const std::string_view path : strings_argument(arguments, "paths")) {
    OrRefusal<std::string> plain = context.workspace.plain_path(path);
    if (auto* refusal = std::get_if<Refusal>(&plain)) return std::move(*refusal);
    paths.push_back(*std::get_if<std::string>(&plain));
  }
  return paths;
}

/// A command with paths behind it, which are taken word by word: no options, no patterns.
std::vector<std::string> with_paths(std::vector<std::string> command, const std::vector<std::string>& paths) {
  command.insert(command.begin(), "--literal-pathspecs");
  if (!paths.empty()) command.emplace_back("--");
  command.insert(command.end(), paths.begin(), paths.end());
  return command;
}

/// Whether something is staged that lies outside a workspace in a larger repository: a commit would take it along.
bool staged_outside(const Git& git) {
  if (git.prefix().empty()) return false;
  const ProcessEnd end = git.run({"diff", "--cached", "--quiet", "--no-ext-diff", "--", ":(top)",
                                  ":(top,exclude,literal)" + git.prefix().substr(0, git.prefix().size() - 1)});
  return !went_well(end);
}

}  // namespace

ToolOutcome git_status(const ToolContext& context, json::Value /*arguments*/) {
  const Git git(context);
  if (!git.problem().empty()) return failed(git.problem());
  ToolOutcome status = git.outcome(git.run({"--no-optional-locks", "status", "--short", "--branch", "--", "."}));
  const bool only_branch = status.ok && status.text.find('\n') + 1 == status.text.size();
  if (only_branch) status.text += "nothing to commit, working tree clean\n";
  return status;
}

ToolOutcome git_commit(const ToolContext& context, json::Value arguments) {
  const std::string message(string_argument(arguments, "message"));
  if (base::is_blank(message)) return failed("the message is empty; say what changed and why");
  OrRefusal<std::vector<std::string>> checked = commit_paths(context, arguments);
  if (const auto* refusal = std::get_if<Refusal>(&checked)) return failed(*refusal);
  std::vector<std::string> paths = *std::get_if<std::vector<std::string>>(&checked);
  const bool all = bool_argument(arguments, "all");
  if (all && !paths.empty()) return failed("either all or paths, not both");
  const Git git(context);
  if (!git.problem().empty()) return failed(git.problem());

  if (all || !paths.empty()) {
    const std::vector<std::string> staged = all ? std::vector<std::string>{"."} : paths;
    const ProcessEnd end = git.run(with_paths({"add", "--all"}, staged));
    if (!went_well(end)) return git.outcome(end);
  }
  if (paths.empty() && staged_outside(git)) {
    return failed("changes outside the workspace are staged and would be committed too; name the paths to commit");
  }
  return git.outcome(git.run(with_paths({"commit", "--message=" + message}, paths)));
}

std::string git_branch(const ToolContext& context) {
  const Git git(context);
  if (!git.problem().empty()) return {};
  const ProcessEnd end = git.run({"symbolic-ref", "--short", "--quiet", "HEAD"});
  return went_well(end) ? std::string(base::trimmed(end.output)) : std::string();
}

}  // namespace acode::agent
