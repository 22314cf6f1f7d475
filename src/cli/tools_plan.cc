// The options of `acode tools`, its actions, and the help that is made of them.
#include "cli/tools_plan.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cli/args.h"
#include "cli/display.h"
#include "cli/inputs.h"
#include "cli/suggest.h"
#include "cli/tools_command.h"

namespace acode::cli {

namespace {

using Action = ToolsPlan::Action;

struct NamedAction {
  std::string_view name;
  Action action;
  std::size_t operands;  ///< behind the name
  std::string_view usage;
  std::string_view summary;
};

constexpr std::array kActions = {
    NamedAction{"list", Action::kList, 1, "acode tools list FILE", "names, versions and signatures, a line each"},
    NamedAction{"show", Action::kShow, 2, "acode tools show FILE NAME", "all about one tool"},
    NamedAction{"check", Action::kCheck, 1, "acode tools check FILE", "everything that is wrong with the definitions"},
};

std::vector<Option> tools_options(ToolsPlan& plan, bool& help) {
  return {
      {"json", 0, "", "print one JSON object", set_true(plan.json)},
      {"quiet", 'q', "", "check: print problems only, no count at the end", set_true(plan.quiet)},
      {"resource-dir", 0, "URI=DIR", kResourceDirHelp, add_resource_dir(plan.resource_dirs)},
      {"help", 'h', "", "print this help and leave", set_true(help)},
  };
}

std::string unknown_action(std::string_view word) {
  std::vector<std::string_view> names;
  names.reserve(kActions.size());
  for (const NamedAction& action : kActions) names.push_back(action.name);
  return "tools can list, show and check, not '" + printable(word, 60) + "'" + did_you_mean(word, names);
}

/// Sorts the words that are no options into the plan.
void take_operands(const std::vector<std::string>& operands, ToolsPlan& plan, UsageProblems& problems) {
  if (operands.empty()) {
    problems.emplace_back("say what to do: list FILE, show FILE NAME or check FILE");
    return;
  }
  const auto* const found = std::find_if(kActions.begin(), kActions.end(),
                                         [&operands](const NamedAction& a) { return a.name == operands[0]; });
  if (found == kActions.end()) {
    problems.push_back(unknown_action(operands[0]));
  } else if (operands.size() != found->operands + 1) {
    problems.push_back(std::string(found->name) + " is used like this: " + std::string(found->usage));
  } else {
    plan.action = found->action;
    plan.file = operands[1];
    check_names({plan.file}, problems);
    if (operands.size() > 2) plan.tool = operands[2];
  }
}

}  // namespace

std::variant<ToolsPlan, UsageProblems> plan_tools(Words words) {
  ToolsPlan plan;
  bool help = false;
  ParsedWords parsed = parse_words(tools_options(plan, help), words);
  if (help) return ToolsPlan{};
  take_operands(parsed.operands, plan, parsed.problems);
  if (plan.quiet && plan.json) parsed.problems.push_back(not_together("--quiet", "--json"));
  if (plan.quiet && (plan.action == Action::kList || plan.action == Action::kShow)) {
    parsed.problems.emplace_back("--quiet is for check");
  }
  if (!parsed.problems.empty()) return std::move(parsed.problems);
  return plan;
}

Syntax tools_syntax() {
  struct Targets {
    ToolsPlan plan;
    bool help = false;
  };
  auto targets = std::make_shared<Targets>();
  Syntax syntax{targets, tools_options(targets->plan, targets->help), {}, {}};
  const std::vector<Values> operands = {{Values::Kind::kFile}, {Values::Kind::kTool}};
  for (const NamedAction& action : kActions) {
    const auto end = operands.begin() + static_cast<std::ptrdiff_t>(action.operands);
    syntax.subcommands.push_back({action.name, action.summary, {{operands.begin(), end}}});
  }
  return syntax;
}

std::string tools_help() {
  ToolsPlan plan;
  bool help = false;
  return "Reads definitions of tools in any spelling in use: the `tools` of an OpenAI,\n"
         "Ollama, Anthropic or MCP request, a plain array, or a map from names to\n"
         "schemas.\n\n"
         "Usage: acode tools list FILE         names, versions and signatures, a line each\n"
         "       acode tools show FILE NAME    all about one: description, signature, an\n"
         "                                     example of its arguments, the schema\n"
         "       acode tools check FILE        all that is wrong with them, before a model\n"
         "                                     ever sees them\n\n"
         "FILE may be - for standard input.\n\n"
         "Options:\n" +
         describe_options(tools_options(plan, help)) +
         "\n"
         "Examples:\n"
         "  acode tools list tools.json\n"
         "  acode tools show tools.json read_file\n"
         "  acode tools check tools.json            a line for each problem\n"
         "  curl -s $SERVER/tools | acode tools check --json -\n"
         "\n"
         "Exit status:\n"
         "  0  done; with check: nothing is wrong\n"
         "  1  some definition cannot be used, the text is not JSON, or there is no such\n"
         "     tool\n"
         "  2  the command line was not understood; nothing was read\n"
         "  3  the file could not be read or some output not written\n"
         "  4  check: every tool can be used, but there are warnings\n";
}

}  // namespace acode::cli
