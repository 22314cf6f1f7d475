// `acode run`: a gateway for as long as a command runs.
#include "cli/run_command.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "cli/args.h"
#include "cli/awaited_signals.h"
#include "cli/child_process.h"
#include "cli/display.h"
#include "cli/row_parts.h"
#include "cli/running_gateway.h"

namespace acode::cli {
namespace {

using gateway::CallOutcome;

// As shells say it.
constexpr int kNotExecutable = 126;
constexpr int kNoSuchCommand = 127;

struct Plan {
  GatewayWords gateway;
  bool json = false;
  bool quiet = false;
  bool help = false;
};

std::vector<Option> options_of(Plan& plan) {
  std::vector<Option> options = gateway_options(plan.gateway);
  options.push_back({"quiet", 'q', "", "say nothing of the gateway", set_true(plan.quiet)});
  options.push_back({"json", 0, "", "say what became of calls as a JSON object", set_true(plan.json)});
  options.push_back({"help", 'h', "", "print this help and leave", set_true(plan.help)});
  return options;
}

bool has_listen(const GatewayWords& words) {
  for (const config::Flag& flag : words.flags) {
    if (flag.key == "gateway.listen") return true;
  }
  return false;
}

// Client libraries do not start without a key; the gateway puts the real one in its place where there is one.
void add_key(Variables& variables, const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody changes it
  if (value == nullptr || *value == '\0') variables.emplace_back(name, "acode");
}

Variables variables_for(const std::string& url) {
  Variables variables = {{"OPENAI_BASE_URL", url + "/v1"},
                         {"OPENAI_API_BASE", url + "/v1"},
                         {"ANTHROPIC_BASE_URL", url},
                         {"OLLAMA_HOST", url}};
  for (const char* const name : {"OPENAI_API_KEY", "ANTHROPIC_API_KEY"}) add_key(variables, name);
  return variables;
}

std::string summary(const gateway::Metrics& metrics, bool json) {
  std::string row = "{";
  std::string sentence;
  std::uint64_t sum = 0;
  for (const auto& [outcome, words] :
       std::initializer_list<std::pair<CallOutcome, std::string_view>>{{CallOutcome::kAsSent, "right as sent"},
                                                                       {CallOutcome::kRepaired, "repaired"},
                                                                       {CallOutcome::kCoerced, "coerced"},
                                                                       {CallOutcome::kRetried, "asked for again"},
                                                                       {CallOutcome::kWithdrawn, "withdrawn"},
                                                                       {CallOutcome::kFailed, "failed"}}) {
    const std::uint64_t count = metrics.calls(outcome);
    row += (row.size() > 1 ? ",\"" : "\"") + std::string(outcome_name(outcome)) + "\":" + std::to_string(count);
    if (count == 0) continue;
    sentence += (sentence.empty() ? ": " : ", ") + std::to_string(count) + " " + std::string(words);
    sum += count;
  }
  if (json) return row + "}\n";
  return "acode: run: " + std::to_string(sum) + (sum == 1 ? " tool call" : " tool calls") + sentence + "\n";
}

ExitCode tell_not_started(const std::string& command, int error, Streams& streams) {
  const bool is_missing = error == ENOENT;
  streams.complain("run", {is_missing ? ProblemCode::kNotFound : ProblemCode::kNotPermitted,
                           printable(command, 60) + ": " + std::generic_category().message(error),
                           is_missing ? "the command stands behind --, as in a shell" : ""});
  return static_cast<ExitCode>(is_missing ? kNoSuchCommand : kNotExecutable);
}

}  // namespace

Syntax run_syntax() {
  auto plan = std::make_shared<Plan>();
  return {plan, options_of(*plan), {}, any_number_of_files()};
}

std::string run_help() {
  Plan plan;
  return "Runs a command with a gateway between it and its model: every tool call that it\n"
         "gets is valid. The gateway ends with the command.\n\n"
         "Usage: acode run [--upstream URL | --provider NAME] [OPTIONS] -- COMMAND [WORD…]\n\n"
         "Options:\n" +
         describe_options(options_of(plan)) +
         "\n"
         "The command finds OPENAI_BASE_URL, ANTHROPIC_BASE_URL and OLLAMA_HOST set to the\n"
         "gateway, on a free port of this machine; and a key for libraries that want one,\n"
         "unless there is one already. Its input, output and signals are its own; what\n"
         "became of its calls is said on standard error.\n\n"
         "Examples:\n"
         "  acode run -- python3 my_agent.py\n"
         "  acode run --upstream http://127.0.0.1:8000/v1 -- npm start\n"
         "\n"
         "Exit status:\n"
         "  that of the command, 128 + N if signal N ended it; and if it did not begin:\n"
         "  1    the configuration is wrong\n"
         "  2    the command line was not understood\n"
         "  3    the gateway cannot listen\n"
         "  126  the command cannot be run\n"
         "  127  there is no such command\n";
}

ExitCode run_run(Words words, Streams& streams) {
  Plan plan;
  ParsedWords parsed = parse_words(options_of(plan), words);
  if (plan.help) {
    streams.out.write(run_help());
    return ExitCode::kGood;
  }
  if (parsed.operands.empty()) parsed.problems.emplace_back("there is no command to run; it stands behind --");
  if (!parsed.problems.empty()) return misused("run", parsed.problems, streams);
  if (!has_listen(plan.gateway)) plan.gateway.flags.push_back({"gateway.listen", "127.0.0.1:0", "run"});
  const AwaitedSignals signals{SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD};
  auto started = RunningGateway::start(std::move(plan.gateway), "run", streams);
  if (const auto* failed = std::get_if<ExitCode>(&started)) return *failed;
  RunningGateway& gateway = *std::get<std::unique_ptr<RunningGateway>>(started);
  if (!plan.quiet && !plan.json) {
    streams.tell("acode: run: gateway on " + gateway.url() + ", in front of " + gateway.upstream() + "\n");
  }
  ChildProcess child;
  const int error = child.start(parsed.operands, variables_for(gateway.url()), signals.before());
  if (error != 0) return tell_not_started(parsed.operands.front(), error, streams);
  const int status = child.wait(signals);
  gateway.stop();
  if (!plan.quiet || plan.json) streams.tell(summary(gateway.metrics(), plan.json));
  return static_cast<ExitCode>(status);
}

}  // namespace acode::cli
