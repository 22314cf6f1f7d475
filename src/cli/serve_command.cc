// `acode serve`: a gateway until somebody wants it to end.
#include "cli/serve_command.h"

#include <csignal>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "cli/args.h"
#include "cli/awaited_signals.h"
#include "cli/row_parts.h"
#include "cli/running_gateway.h"

namespace acode::cli {
namespace {

struct Plan {
  GatewayWords gateway;
  bool json = false;
  bool help = false;
};

std::vector<Option> options_of(Plan& plan) {
  std::vector<Option> options = gateway_options(plan.gateway);
  options.push_back({"json", 0, "", "print where it listens as a JSON object", set_true(plan.json)});
  options.push_back({"help", 'h', "", "print this help and leave", set_true(plan.help)});
  return options;
}

std::string listening(const RunningGateway& gateway, bool json) {
  const std::string url = gateway.url();
  if (json) {
    std::string row = "{";
    append_member(row, "url", url);
    row += ',';
    append_member(row, "upstream", gateway.upstream());
    return row + "}\n";
  }
  return "listening on " + url + ", in front of " + gateway.upstream() +
         "\n\n"
         "  export OPENAI_BASE_URL=" +
         url +
         "/v1\n"
         "  export ANTHROPIC_BASE_URL=" +
         url +
         "\n"
         "  export OLLAMA_HOST=" +
         url + "\n";
}

}  // namespace

Syntax serve_syntax() {
  auto plan = std::make_shared<Plan>();
  return {plan, options_of(*plan), {}, {}};
}

std::string serve_help() {
  Plan plan;
  return "A gateway in front of a model server: clients of OpenAI's, Anthropic's and\n"
         "Ollama's APIs connect to it instead, and every tool call that they get is valid.\n\n"
         "Usage: acode serve [--upstream URL | --provider NAME] [--listen [ADDR:]PORT]\n\n"
         "Options:\n" +
         describe_options(options_of(plan)) +
         "\n"
         "Prose passes at once. A call is held until it is whole, checked against the\n"
         "request's own tools, mended, and if need be asked for again; then it is sent in\n"
         "the client's dialect. What is right passes byte for byte, and so does\n"
         "everything that is not a question to a model.\n\n"
         "  x-acode-mode: off | observe | repair | full      a header of a request\n"
         "  /metrics, /healthz, /readyz                      the gateway's own\n"
         "  SIGHUP reads the configuration again; SIGTERM ends it when streams are done\n\n"
         "Examples:\n"
         "  acode serve --upstream http://127.0.0.1:11434\n"
         "  OPENAI_BASE_URL=http://127.0.0.1:11435/v1 your-agent\n"
         "\n"
         "Exit status:\n"
         "  0  it was told to stop\n"
         "  1  the configuration is wrong\n"
         "  2  the command line was not understood\n"
         "  3  the port is taken, or the address is not ours\n";
}

ExitCode run_serve(Words words, Streams& streams) {
  Plan plan;
  ParsedWords parsed = parse_words(options_of(plan), words);
  if (plan.help) {
    streams.out.write(serve_help());
    return ExitCode::kGood;
  }
  if (!parsed.operands.empty()) parsed.problems.emplace_back("serve takes no files");
  if (!parsed.problems.empty()) return misused("serve", parsed.problems, streams);
  const AwaitedSignals signals{SIGINT, SIGTERM, SIGHUP};
  auto started = RunningGateway::start(std::move(plan.gateway), "serve", streams);
  if (const auto* failed = std::get_if<ExitCode>(&started)) return *failed;
  RunningGateway& gateway = *std::get<std::unique_ptr<RunningGateway>>(started);
  streams.out.write(listening(gateway, plan.json));
  streams.out.flush();
  while (signals.next().number == SIGHUP) gateway.reload(streams);
  streams.tell("acode: serve: stopping; streams may go on for " + std::to_string(gateway.grace().count()) + " s\n");
  gateway.stop();
  return ExitCode::kGood;
}

}  // namespace acode::cli
