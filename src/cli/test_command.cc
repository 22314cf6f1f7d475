// `acode test`: the plan, and its two actions.
#include "cli/test_command.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "agent/clock.h"
#include "cli/args.h"
#include "cli/display.h"
#include "cli/error_view.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/retry_scenario.h"
#include "cli/row_parts.h"
#include "cli/settings.h"
#include "cli/suggest.h"
#include "script/scripted_server.h"

namespace acode::cli {
namespace {

struct Plan {
  std::optional<std::uint64_t> failures;
  bool always_fail = false;
  config::ServerDialect dialect = config::ServerDialect::kOllama;
  bool no_stream = false;
  bool json = false;
  std::optional<std::string> script;
  std::uint16_t port = 0;
  std::optional<std::string> model;
  std::optional<std::string> settings;
  bool help = false;
};

Setter set_failures(std::optional<std::uint64_t>& target) {
  return [&target](std::string_view value) {
    std::uint64_t number = 0;
    std::optional<std::string> problem = read_number(value, 0, 100, number);
    if (!problem) target = number;
    return problem;
  };
}

std::vector<Option> options_of(Plan& plan) {
  using config::ServerDialect;
  return {
      {"initial-failures", 0, "N", "retry-scenario: so many bad answers, then a good one", set_failures(plan.failures)},
      {"always-fail", 0, "", "retry-scenario: never a good one", set_true(plan.always_fail)},
      {"dialect", 0, "NAME", "retry-scenario: what the server speaks: ollama (default) or openai",
       set_choice(plan.dialect, {{"ollama", ServerDialect::kOllama}, {"openai", ServerDialect::kOpenAi}})},
      {"no-stream", 0, "", "retry-scenario: answers come whole", set_true(plan.no_stream)},
      {"script", 's', "FILE", "serve: what to answer; - is standard input", set_file(plan.script)},
      {"port", 'p', "N", "serve: listen here; without this any free port", set_number(plan.port)},
      {"model", 0, "NAME", "serve: the model that it says it has", set_text(plan.model)},
      {"config", 0, "FILE", "this configuration instead of the one that is found", set_file(plan.settings)},
      {"json", 0, "", "print one JSON object", set_true(plan.json)},
      {"help", 'h', "", "print this help and leave", set_true(plan.help)},
  };
}

ExitCode retry_scenario(const Plan& plan, Streams& streams) {
  auto loaded = load_settings(plan.settings, {}, streams);
  if (const auto* failed = std::get_if<ExitCode>(&loaded)) return *failed;
  const config::Configuration& configuration = std::get<LoadedSettings>(loaded).configuration;
  RetryScenario scenario;
  if (plan.failures) scenario.failures = static_cast<unsigned>(*plan.failures);
  scenario.dialect = plan.dialect;
  scenario.stream = !plan.no_stream;
  scenario.json = plan.json;
  return play_retry_scenario(scenario, configuration.provider(configuration.default_provider()), streams);
}

std::variant<script::Script, ExitCode> read_script_file(const std::string& name, Streams& streams) {
  auto opened = open_input(name, streams.in);
  if (const auto* problem = std::get_if<Problem>(&opened)) return streams.complain(printable(name), *problem);
  auto read = read_whole(std::get<File>(opened), std::size_t{64} << 20);
  if (const auto* problem = std::get_if<Problem>(&read)) return streams.complain(printable(name), *problem);
  if (!std::holds_alternative<std::string>(read)) {
    return streams.complain(printable(name), {ProblemCode::kReadFailed, "it is larger than 64 MiB", ""});
  }
  const auto& text = std::get<std::string>(read);
  auto script = script::read_script(text);
  if (script.ok()) return std::move(script).value();
  streams.tell(render_error(printable(name), script.error(), text, "acode test --help shows a script"));
  return ExitCode::kRefused;
}

std::string listening(const std::string& url, bool json) {
  if (!json) return "listening on " + url + "\n";
  std::string row = "{";
  append_member(row, "url", url);
  return row + "}\n";
}

ExitCode serve(const Plan& plan, Streams& streams) {
  auto script = read_script_file(*plan.script, streams);
  if (const auto* failed = std::get_if<ExitCode>(&script)) return *failed;
  const Interrupt interrupt;
  script::ServerSettings settings;
  settings.port = plan.port;
  if (plan.model) settings.model = *plan.model;
  settings.on_request = [&streams](const script::SeenRequest& request, std::size_t step) {
    streams.tell(printable(request.path) + " (" + std::to_string(request.body.size()) + " bytes): step " +
                 std::to_string(step + 1) + "\n");
  };
  auto server = script::ScriptedServer::start(std::get<script::Script>(std::move(script)), std::move(settings));
  if (!server) {
    streams.tell("acode: test: " + to_string(server.error()) + "\n");
    return ExitCode::kInputOutput;
  }
  streams.out.write(listening((*server)->url(), plan.json));
  streams.out.flush();
  agent::SystemClock clock;
  while (clock.wait(std::chrono::hours(1), interrupt.token())) {
  }
  return ExitCode::kGood;
}

}  // namespace

Syntax test_syntax() {
  auto plan = std::make_shared<Plan>();
  return {plan,
          options_of(*plan),
          {{"retry-scenario", "see how acode asks again", {}}, {"serve", "play a model for your own agent", {}}},
          {}};
}

std::string test_help() {
  Plan plan;
  return "Plays a model that fails, over real HTTP: to see how acode asks again, and to\n"
         "test your own agent against.\n\n"
         "Usage: acode test retry-scenario --initial-failures N\n"
         "       acode test retry-scenario --always-fail\n"
         "       acode test serve --script FILE [--port N]\n\n"
         "Options:\n" +
         describe_options(options_of(plan)) +
         "\n"
         "A script is a JSON list of answers; each request gets the next one, in the\n"
         "dialect that it asks in: /api/chat (Ollama), /v1/chat/completions and\n"
         "/v1/responses (OpenAI), /v1/messages (Anthropic), streamed or not.\n\n"
         "  [{\"calls\": [{\"name\": \"read_file\", \"arguments\": \"{\\\"path\\\": \\\"a.txt\\\",}\"}]},\n"
         "   {\"text\": \"It says hello.\"},\n"
         "   {\"status\": 500, \"body\": \"out of memory\"},\n"
         "   {\"text\": \"slow\", \"delay_ms\": 2000, \"piece_bytes\": 1, \"piece_delay_ms\": 50},\n"
         "   {\"text\": \"half of\", \"cut_after\": 40}]\n\n"
         "  {\"steps\": [...], \"then\": \"repeat_last\"}      or repeat_all, or fail\n"
         "\n"
         "Examples:\n"
         "  acode test retry-scenario --initial-failures 2\n"
         "  acode test serve --script answers.json --port 11434\n"
         "\n"
         "Exit status:\n"
         "  0  done; the scenario ended with a good call\n"
         "  1  the scenario ended without one, or the script is wrong\n"
         "  2  the command line was not understood\n"
         "  3  a file could not be read, or the port is taken\n";
}

ExitCode run_test(Words words, Streams& streams) {
  Plan plan;
  ParsedWords parsed = parse_words(options_of(plan), words);
  if (plan.help) {
    streams.out.write(test_help());
    return ExitCode::kGood;
  }
  const std::string action = parsed.operands.empty() ? "" : parsed.operands[0];
  if (parsed.operands.size() != 1 || (action != "retry-scenario" && action != "serve")) {
    constexpr std::array<std::string_view, 2> kActions = {"retry-scenario", "serve"};
    parsed.problems.push_back("say what to do: retry-scenario or serve" + did_you_mean(action, kActions));
  } else if (action == "serve" && !plan.script) {
    parsed.problems.emplace_back("serve needs --script FILE");
  } else if (action == "retry-scenario" && plan.failures.has_value() == plan.always_fail) {
    parsed.problems.emplace_back("retry-scenario needs --initial-failures N or --always-fail");
  }
  if (!parsed.problems.empty()) return misused("test", parsed.problems, streams);
  return action == "serve" ? serve(plan, streams) : retry_scenario(plan, streams);
}

}  // namespace acode::cli
