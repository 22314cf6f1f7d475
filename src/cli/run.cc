// Finds the command and runs it; prints the help that belongs to the program as a whole.
#include "cli/run.h"

#include <algorithm>
#include <string>
#include <vector>

#include "acode/version.h"
#include "cli/args.h"
#include "cli/display.h"
#include "cli/man_page.h"
#include "cli/suggest.h"

namespace acode::cli {

namespace {

constexpr std::size_t kNameColumns = 11;

std::string list_of_commands() {
  std::string text = "Commands:\n";
  for (const Command& command : commands()) {
    std::string name(command.name);
    name.resize(std::max(name.size(), kNameColumns), ' ');
    text += "  " + name + "  " + std::string(command.summary) + "\n";
  }
  return text + "  help         how a command is used: acode help COMMAND\n";
}

std::string short_help() {
  return "Usage: acode COMMAND [OPTIONS] [FILE]...\n\n" + list_of_commands() +
         "\nacode --help says more, with examples.\n";
}

struct TopFlags {
  bool help = false;
  bool version = false;
};

std::vector<Option> top_options(TopFlags& flags) {
  return {
      {"help", 'h', "", "print this help and leave", set_true(flags.help)},
      {"version", 'V', "", "print the version and leave", set_true(flags.version)},
  };
}

std::string long_help() {
  TopFlags flags;
  return "acode makes the tool calls of language models dependable.\n\n"
         "Usage: acode COMMAND [OPTIONS] [FILE]...\n\n" +
         list_of_commands() + "\nOptions:\n" + describe_options(top_options(flags)) +
         "\n"
         "Examples:\n"
         "  acode parse --tools tools.json answer.txt    the calls in a model's answer\n"
         "  echo \"{path: 'a.txt',}\" | acode repair       prints {\"path\": \"a.txt\"}\n"
         "  acode validate --schema s.json args.json     says what does not fit a schema\n"
         "  acode tools check tools.json                 says what is wrong with them\n"
         "  acode batch in.jsonl -o out.jsonl            many answers, on all cores\n"
         "  acode chat --message 'What is in here?'      a model with tools\n"
         "  acode help parse                             all about one command\n"
         "\n"
         "Exit status:\n"
         "  0  everything was done, and nothing was wrong\n"
         "  1  some input could not be repaired, is not valid, or has errors and no good\n"
         "     call; a server or a model did not do what it should\n"
         "  2  the command line was not understood\n"
         "  3  some input could not be read or used, or some output not written\n"
         "  4  tools check, doctor: there are warnings, but no errors\n"
         "  5  parse, extract, batch: some calls are good, others have errors\n";
}

ExitCode print(std::string_view text, Streams& streams) {
  streams.out.write(text);
  return ExitCode::kGood;
}

ExitCode unknown_command(std::string_view name, Streams& streams) {
  std::vector<std::string_view> names = {"help"};
  for (const Command& command : commands()) names.push_back(command.name);
  const std::string message = "there is no command '" + printable(name, 60) + "'" + did_you_mean(name, names);
  return streams.complain("", {ProblemCode::kUsage, message, "acode --help lists the commands"});
}

/// `acode help [COMMAND]`, `acode help --man`.
ExitCode run_help(Words words, Streams& streams) {
  if (words.empty()) return print(long_help(), streams);
  if (words[0] == "--man") return print(man_page(long_help()), streams);
  if (words.size() > 1) {
    return streams.complain("", {ProblemCode::kUsage, "help takes one command", "acode help COMMAND"});
  }
  const Command* command = find_command(words[0]);
  return command == nullptr ? unknown_command(words[0], streams) : print(command->help(), streams);
}

/// `acode --help`, `acode --version` and what was meant to be one of them.
ExitCode run_without_command(Words words, Streams& streams) {
  TopFlags flags;
  const ParsedWords parsed = parse_words(top_options(flags), words.first(1));
  if (!parsed.problems.empty()) {
    const std::string hint = "options of a command stand behind its name: acode COMMAND [OPTIONS]";
    return streams.complain("", {ProblemCode::kUsage, parsed.problems[0], hint});
  }
  if (flags.help) return run_help(words.subspan(1), streams);
  return print("acode " + std::string(version()) + "\n", streams);
}

ExitCode dispatch(Words words, Streams& streams) {
  if (words.empty()) {
    streams.tell(short_help());
    return ExitCode::kUsage;
  }
  const std::string& first = words[0];
  if (first.size() > 1 && first[0] == '-' && first != "--") return run_without_command(words, streams);
  if (first == "help") return run_help(words.subspan(1), streams);
  const Command* command = find_command(first);
  return command == nullptr ? unknown_command(first, streams) : command->run(words.subspan(1), streams);
}

}  // namespace

Syntax program_syntax() {
  auto flags = std::make_shared<TopFlags>();
  Syntax syntax{flags, top_options(*flags), {}, {}};
  std::vector<std::string_view> names;
  for (const Command& command : commands()) {
    syntax.subcommands.push_back({command.name, command.summary});
    names.push_back(command.name);
  }
  syntax.subcommands.push_back({"help", "how a command is used", {{one_of(names)}}});
  return syntax;
}

ExitCode run(Words words, Streams& streams) {
  const ExitCode code = dispatch(words, streams);
  if (streams.out.finish()) return code;
  const Problem problem = problem_from_errno(streams.out.error(), ProblemCode::kWriteFailed, "write to it");
  return worse(code, streams.complain("standard output", problem));
}

}  // namespace acode::cli
