// The readable view of calls and what was done to them.
#include "cli/parse_view.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "acode/json/writer.h"
#include "cli/display.h"
#include "cli/palette.h"

namespace acode::cli {

namespace {

using pipeline::Finding;
using pipeline::ParseResult;
using pipeline::ToolCall;
using pipeline::Verdict;

constexpr std::size_t kColumns = 110;
constexpr std::size_t kPieceColumns = 40;   // of what was taken out or put in
constexpr std::size_t kArgumentLines = 60;  // more than that nobody reads
constexpr std::size_t kTextLines = 6;       // of content and reasoning
constexpr std::size_t kMostFindings = 30;   // of one call
constexpr std::string_view kIndent = "    ";

struct WayForward {
  std::string_view code;
  std::string_view hint;
};

constexpr std::array kWaysForward = {
    WayForward{"ACODE-TLP-001", "ask the model again: it must name the tool"},
    WayForward{"ACODE-TLP-002", "ask the model for a JSON object; without --no-repair broken ones are mended"},
    WayForward{"ACODE-TLP-003", "ask the model again; --repair-level eager takes the best reading there is, if any"},
    WayForward{"ACODE-TLP-004", "show the model what is wrong; --coercion aggressive mends more"},
    WayForward{"ACODE-TLP-005", "acode tools list shows the tools there are"},
    WayForward{"ACODE-TLP-007", "allow more time with --repair-timeout MS (0: no limit)"},
    WayForward{"ACODE-TLP-008", "send the request again"},
    WayForward{"ACODE-TLP-009", "raise the limit with --max-argument-bytes N"},
    WayForward{"ACODE-TLP-010", "raise the limit with --max-depth N"},
    WayForward{"ACODE-TLP-011", "ask for something shorter; --truncated accept takes it as it is"},
};

std::string_view way_forward(const Finding& error) {
  if (error.code == "provider") return "this is the server's own error: its log says more";
  // What the server sent is no call that the model could be shown.
  if (error.stage == pipeline::Stage::kWire && error.code == "ACODE-TLP-002") {
    return "check the address of the server and its log; --kind text reads the bytes as a model's text";
  }
  const auto* const found = std::find_if(kWaysForward.begin(), kWaysForward.end(),
                                         [&error](const WayForward& way) { return way.code == error.code; });
  return found == kWaysForward.end() ? std::string_view{} : found->hint;
}

std::string counted(std::size_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

std::string in_ticks(std::string_view piece) { return "`" + printable(piece, kPieceColumns) + "`"; }

/// The lines of a text, indented and shortened, `most` of them at most.
std::string lines_of(std::string_view text, std::size_t most, std::string_view indent) {
  std::string lines;
  std::size_t count = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (count++ < most) lines += std::string(indent) + printable(text.substr(0, end), kColumns) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (count > most) lines += std::string(indent) + "… and " + counted(count - most, "line") + " more\n";
  return lines;
}

std::string repair_words(const Finding& repair) {
  std::string words;
  if (repair.before.empty()) {
    words = "inserted " + in_ticks(repair.after);
  } else if (repair.after.empty()) {
    words = "removed " + in_ticks(repair.before);
  } else {
    words = "replaced " + in_ticks(repair.before) + " with " + in_ticks(repair.after);
  }
  if (!repair.position) return words;
  return words + " at " + std::to_string(repair.position->line) + ":" + std::to_string(repair.position->column);
}

std::string place_words(const Finding& error) {
  if (!error.position || error.position->offset == 0) return "";
  return " at " + std::to_string(error.position->line) + ":" + std::to_string(error.position->column);
}

std::string render_finding(const Finding& finding, const Palette& colours) {
  const std::string indent(kIndent);
  switch (finding.kind) {
    case Finding::Kind::kRepair:
      return indent + paint(colours.kind, printable(finding.code), colours) + ": " + repair_words(finding) + "\n";
    case Finding::Kind::kWarning:
      return indent + printable(finding.message, 2 * kColumns) + "\n";
    case Finding::Kind::kError:
      break;
  }
  return indent + paint(colours.bad, printable(finding.code), colours) + ": " +
         printable(finding.message, 4 * kColumns) + place_words(finding) + "\n" +
         (finding.before.empty() ? "" : indent + "  sent: " + printable(finding.before, kColumns) + "\n");
}

/// What was seen and changed, and for each sort of error what can be done about it.
std::string render_findings(const std::vector<Finding>& findings, const Palette& colours) {
  std::string text;
  std::string_view hint;
  for (std::size_t i = 0; i < findings.size() && i < kMostFindings; ++i) {
    text += render_finding(findings[i], colours);
    if (findings[i].kind == Finding::Kind::kError && hint.empty()) hint = way_forward(findings[i]);
  }
  if (findings.size() > kMostFindings) {
    text += std::string(kIndent) + "… and " + std::to_string(findings.size() - kMostFindings) +
            " more; --json lists them all\n";
  }
  if (!hint.empty()) text += std::string(kIndent) + "  hint: " + std::string(hint) + "\n";
  return text;
}

std::string_view verdict_words(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAsIs:
      return "as it is";
    case Verdict::kRepaired:
      return "repaired";
    case Verdict::kCoerced:
      return "converted";
    case Verdict::kRejected:
      return "rejected";
  }
  return "";
}

std::string render_call(const ToolCall& call, const Palette& colours) {
  const std::string name = call.name.empty() ? "(no name)" : printable(call.name, kColumns);
  std::string text = "\n  " + paint(colours.strong, name, colours) + "  " +
                     paint(colours.faint, printable(call.id, kPieceColumns), colours) + "  ";
  text += paint(call.ok() ? colours.kind : colours.bad, verdict_words(call.verdict), colours);
  if (!call.format.empty()) text += "  (" + std::string(call.format) + ")";
  text += "\n";
  if (call.arguments) {
    text += lines_of(printable_json(json::write(call.arguments->value(), {.indent = 2})), kArgumentLines, kIndent);
  } else if (!call.raw_arguments.empty()) {
    text += std::string(kIndent) + "sent: " + printable(call.raw_arguments, kColumns) + "\n";
  }
  return text + render_findings(call.findings, colours);
}

std::string render_text(std::string_view what, std::string_view text, const Palette& colours) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return "";
  return "\n  " + paint(colours.strong, what, colours) + "\n" + lines_of(text, kTextLines, kIndent);
}

std::size_t count_errors(const ParseResult& result) {
  const auto is_error = [](const Finding& finding) { return finding.kind == Finding::Kind::kError; };
  return result.rejected.size() +
         static_cast<std::size_t>(std::count_if(result.findings.begin(), result.findings.end(), is_error));
}

std::string headline(std::string_view name, const ParseResult& result, const Palette& colours) {
  std::string line = paint(colours.strong, printable(name), colours) + ": ";
  line += result.calls.empty() ? "no calls" : counted(result.calls.size(), "call");
  if (const std::size_t errors = count_errors(result); errors > 0) {
    line += ", " + paint(colours.bad, counted(errors, "error"), colours);
  }
  if (result.truncated) line += ", cut off";
  return line + "\n";
}

}  // namespace

std::string render_parsed(std::string_view name, const ParseResult& result, bool colour) {
  const Palette& colours = palette_for(colour);
  std::string view = headline(name, result, colours);
  for (const ToolCall& call : result.calls) view += render_call(call, colours);
  for (const ToolCall& call : result.rejected) view += render_call(call, colours);
  if (!result.findings.empty()) view += "\n" + render_findings(result.findings, colours);
  view += render_text("content", result.content, colours);
  view += render_text("reasoning", result.reasoning, colours);
  view += render_text("written in another's name", result.invented, colours);
  return view;
}

}  // namespace acode::cli
