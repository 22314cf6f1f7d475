// `acode completions`: prints a script for a shell; and answers what the scripts ask.
//
// The scripts are short, since they know nothing: with every TAB they ask `acode completions next -- WORD...`, which
// prints a candidate a line, with its meaning behind a tab; or `:files` or `:directories`, which shells list better.
#include "cli/completions_command.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "cli/args.h"
#include "cli/completion.h"
#include "cli/display.h"

namespace acode::cli {
namespace {

// It is always the installed acode that is asked: a TAB must not run a program that merely lies in the folder.
constexpr std::string_view kBash = R"(# Completion of acode for bash.
_acode() {
  local typed=${COMP_WORDS[COMP_CWORD]} before word candidate words=()
  # For bash --level=safe and qwen3:8b are three words each.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if ((${#words[@]} > 0)) && [[ $word == [=:]* || ${words[-1]} == *[=:] ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  if [[ $typed == [=:]* ]]; then typed=; fi
  before=${words[-1]%"$typed"}

  COMPREPLY=()
  while IFS=$'\t' read -r candidate _; do
    case $candidate in
      :files | :directories)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen "-${candidate:1:1}" -- "$typed")
        ;;
      "$before$typed"*)
        printf -v candidate %q "${candidate#"$before"}"
        COMPREPLY+=("$candidate")
        ;;
    esac
  done < <(acode completions next -- "${words[@]}" 2>/dev/null)
}
complete -F _acode acode
)";

constexpr std::string_view kZsh = R"(#compdef acode
# Completion of acode for zsh.
_acode() {
  local line word
  local -a candidates
  for line in "${(@f)$(acode completions next -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      (:files) compset -P '--*='; _files; return ;;
      (:directories) compset -P '--*='; _files -/; return ;;
      (?*)
        word=${line%%$'\t'*}
        candidates+=("${word//:/\\:}:${line#*$'\t'}")
        ;;
    esac
  done
  _describe -t words acode candidates
}
if [[ ${funcstack[1]} == _acode ]]; then _acode "$@"; else compdef _acode acode; fi
)";

constexpr std::string_view kFish = R"(# Completion of acode for fish.
function __acode_complete
    set -l typed (commandline -ct)
    set -l words (commandline -opc) "$typed"
    set -l before (string match -r -- '^--[^=]*=' "$typed")
    for line in (acode completions next -- $words[2..-1] 2>/dev/null)
        switch $line
            case :files
                printf '%s\n' "$before"(__fish_complete_path (string replace -- "$before" '' "$typed"))
            case :directories
                printf '%s\n' "$before"(__fish_complete_directories (string replace -- "$before" '' "$typed"))
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c acode -f -a '(__acode_complete)'
)";

struct Shell {
  std::string_view name;
  std::string_view script;
};
constexpr std::array kShells = {Shell{"bash", kBash}, Shell{"zsh", kZsh}, Shell{"fish", kFish}};

struct Flags {
  bool help = false;
};

std::vector<Option> options_of(Flags& flags) {
  return {{"help", 'h', "", "print this help and leave", set_true(flags.help)}};
}

/// A word that would break the lines, or the terminal, is not offered.
bool is_plain(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

/// One line of a terminal at most.
std::string one_line(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  return printable(text.substr(0, text.find('\n')), kLongest);
}

void print_next(Words words, Streams& streams) {
  const Completions completions = completions_of(words, streams);
  if (completions.names == Completions::Names::kFiles) streams.out.write(":files\n");
  if (completions.names == Completions::Names::kDirectories) streams.out.write(":directories\n");
  for (const Completions::Word& word : completions.words) {
    if (is_plain(word.text)) streams.out.write(word.text + "\t" + one_line(word.meaning) + "\n");
  }
}

ExitCode unknown_shell(std::string_view name, Streams& streams) {
  std::vector<std::string_view> names;
  names.reserve(kShells.size());
  for (const Shell& shell : kShells) names.push_back(shell.name);
  return misused("completions", {not_one_of(name, names)}, streams);
}

}  // namespace

Syntax completions_syntax() {
  auto flags = std::make_shared<Flags>();
  Syntax syntax{flags, options_of(*flags), {}, {}};
  for (const Shell& shell : kShells) syntax.subcommands.push_back({shell.name, "the script for this shell"});
  return syntax;
}

ExitCode run_completions(Words words, Streams& streams) {
  Flags flags;
  ParsedWords parsed = parse_words(options_of(flags), words);
  if (flags.help) {
    streams.out.write(completions_help());
    return ExitCode::kGood;
  }
  if (parsed.operands.empty()) parsed.problems.emplace_back("say for which shell: bash, zsh or fish");
  if (!parsed.problems.empty()) return misused("completions", parsed.problems, streams);
  if (parsed.operands[0] == "next") {
    print_next(Words(parsed.operands).subspan(1), streams);
    return ExitCode::kGood;
  }
  if (parsed.operands.size() > 1) return misused("completions", {"completions takes one shell"}, streams);
  const auto* const shell =
      std::find_if(kShells.begin(), kShells.end(), [&parsed](const Shell& s) { return s.name == parsed.operands[0]; });
  if (shell == kShells.end()) return unknown_shell(parsed.operands[0], streams);
  streams.out.write(shell->script);
  return ExitCode::kGood;
}

std::string completions_help() {
  Flags flags;
  return "Prints the script by which a shell completes command lines of acode: commands,\n"
         "options, their values, and names of files, tools, formats, providers and\n"
         "settings. An installed acode has brought its scripts along; this is for all\n"
         "other cases.\n\n"
         "Usage: acode completions bash|zsh|fish\n"
         "       acode completions next -- WORD...    what may stand in the place of the\n"
         "                                            last word; the scripts ask this\n\n"
         "Options:\n" +
         describe_options(options_of(flags)) +
         "\n"
         "Examples:\n"
         "  source <(acode completions bash)          in ~/.bashrc\n"
         "  source <(acode completions zsh)           in ~/.zshrc, behind compinit\n"
         "  acode completions fish > ~/.config/fish/completions/acode.fish\n"
         "  acode completions next -- repair --level ''\n"
         "\n"
         "Exit status:\n"
         "  0  done\n"
         "  2  the command line was not understood\n"
         "  3  some output could not be written\n";
}

}  // namespace acode::cli
