// From help to roff.
#include "cli/man_page.h"

#include <algorithm>
#include <span>
#include <utility>

#include "acode/version.h"
#include "cli/command.h"

namespace acode::cli {
namespace {

/// Text that roff takes for nothing but text; dashes can be copied into a shell.
std::string plain(std::string_view text) {
  std::string roff;
  if (text.starts_with('.') || text.starts_with('\'')) roff = "\\&";
  for (const char c : text) {
    if (c == '\\') {
      roff += "\\e";
    } else if (c == '-') {
      roff += "\\-";
    } else {
      roff += c;
    }
  }
  return roff;
}

std::string in_capitals(std::string_view text) {
  std::string capitals(text);
  std::transform(capitals.begin(), capitals.end(), capitals.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return capitals;
}

/// `.TP` and what it says: "-o, --output FILE".
std::string option_as_roff(const Option& option) {
  std::string roff = ".TP\n";
  if (option.letter != 0) roff += std::string("\\fB\\-") + option.letter + "\\fR, ";
  roff += "\\fB\\-\\-" + plain(option.name) + "\\fR";
  if (!option.value.empty()) roff += " \\fI" + plain(option.value) + "\\fR";
  return roff + "\n" + plain(option.help) + "\n";
}

std::string options_as_roff(std::span<const Option> options) {
  std::string roff;
  for (const Option& option : options) roff += option_as_roff(option);
  return roff;
}

/// Goes through the lines of a text of help.
class HelpWriter {
 public:
  explicit HelpWriter(std::string_view options) : options_(options) {}

  void line(std::string_view text) {
    const bool indented = text.starts_with(' ');
    if (skipping_ && indented) return;
    skipping_ = false;
    if (text.empty()) {
      end();
    } else if (is_status(text)) {
      end();
      roff_ += ".TP\n.B " + std::string(text.substr(2, 1)) + "\n" + plain(text.substr(5)) + "\n";
      kind_ = Kind::kStatus;
    } else if (kind_ == Kind::kStatus && indented) {
      roff_ += plain(text.substr(std::min(text.find_first_not_of(' '), text.size()))) + "\n";
    } else if (indented || text.starts_with("Usage: ")) {
      begin(Kind::kAsItIs, ".EX\n");
      roff_ += plain(text) + "\n";
    } else if (text.ends_with(':') && (text == "Options:" || text.find_first_of(" ,") == std::string_view::npos ||
                                       text.starts_with("Exit status"))) {
      title(text.substr(0, text.size() - 1));
    } else {
      begin(Kind::kProse, "");
      roff_ += plain(text) + "\n";
    }
  }

  std::string take() {
    end();
    return std::move(roff_);
  }

 private:
  enum class Kind { kNone, kProse, kAsItIs, kStatus };

  /// "  3  some input could not be read".
  static bool is_status(std::string_view text) {
    return text.size() > 5 && text.starts_with("  ") && text[2] >= '0' && text[2] <= '9' && text.substr(3, 2) == "  ";
  }

  void title(std::string_view text) {
    end();
    roff_ += ".SS " + plain(text) + "\n";
    under_title_ = true;
    if (text != "Options") return;
    roff_ += options_;
    skipping_ = true;
    under_title_ = false;
  }

  void begin(Kind kind, std::string_view opening) {
    if (kind_ == kind) return;
    end();
    if (!under_title_) roff_ += ".PP\n";
    roff_ += opening;
    kind_ = kind;
    under_title_ = false;
  }

  void end() {
    if (kind_ == Kind::kAsItIs) roff_ += ".EE\n";
    kind_ = Kind::kNone;
  }

  std::string_view options_;
  std::string roff_;
  Kind kind_ = Kind::kNone;
  bool under_title_ = true;  // where a paragraph needs no opening
  bool skipping_ = false;    // the options, which stand there already
};

constexpr std::string_view kEnvironment = R"(.SH ENVIRONMENT
.TP
.BR NO_COLOR ", " TERM
If the one is set and not empty, or the other is
.B dumb
or not set, nothing is coloured.
.TP
.BR ACODE_ ...
Settings; see
.BR "acode config \-\-help" .
.TP
.BR OLLAMA_HOST ", " OPENAI_BASE_URL ", " ANTHROPIC_BASE_URL
Where these servers are.
.SH FILES
.TP
.I .agent/config.yml
Settings, here or in a directory above.
.TP
.I $XDG_CONFIG_HOME/acode/config.yml
Settings where there are none above;
.I ~/.config
if the variable is not set.
.TP
.I $XDG_STATE_HOME/acode/events.db
The record of calls;
.I ~/.local/state
if the variable is not set.
)";

}  // namespace

std::string help_as_roff(std::string_view help, std::string_view options) {
  HelpWriter writer(options);
  while (!help.empty()) {
    const std::size_t end = std::min(help.find('\n'), help.size());
    writer.line(help.substr(0, end));
    help.remove_prefix(std::min(end + 1, help.size()));
  }
  return writer.take();
}

std::string man_page(std::string_view program_help) {
  std::string page = ".\\\" Made by acode help \\-\\-man\n.TH ACODE 1 2026-11-16 \"acode " + std::string(version()) +
                     "\" \"User Commands\"\n.SH NAME\nacode \\- make the tool calls of language models dependable\n"
                     ".SH DESCRIPTION\n";
  page += help_as_roff(program_help, options_as_roff(program_syntax().options));
  for (const Command& command : commands()) {
    page += ".SH ACODE " + in_capitals(command.name) + "\n";
    page += help_as_roff(command.help(), options_as_roff(command.syntax().options));
  }
  return page + std::string(kEnvironment);
}

}  // namespace acode::cli
