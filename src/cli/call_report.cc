// Reading aloud.
#include "cli/call_report.h"

#include <string_view>

#include "acode/json/writer.h"
#include "agent/builtin_tools.h"
#include "cli/display.h"

namespace acode::cli {
namespace {

using pipeline::Finding;
using pipeline::ParseResult;
using pipeline::ToolCall;

std::string line(std::string_view label, std::string_view value) {
  return "  " + std::string(label) + ": " + printable(value, 300) + "\n";
}

std::string_view headline(std::string_view code) {
  if (code == "ACODE-TLP-004") return "Schema validation failed";
  if (code == "ACODE-TLP-005") return "Unknown tool";
  if (code == "ACODE-TLP-009") return "Arguments are too large";
  if (code == "ACODE-TLP-011") return "Tool call was cut off";
  return "Tool call could not be parsed";
}

// `integer 5`: the type alone, unless values were asked for.
std::string actual_words(const std::string& actual, bool verbose) {
  return verbose ? actual : actual.substr(0, actual.find(' '));
}

std::string tool_names(const schema::Toolset& tools) {
  std::string names;
  for (const schema::Tool& tool : tools.tools()) names += (names.empty() ? "" : ", ") + tool.name;
  return names;
}

// The place in the text, with a caret.
std::string place(const ToolCall& call, const Finding& error) {
  if (!error.position) return "";
  const Excerpt piece = excerpt(call.raw_arguments, error.position->offset, 1);
  return line("Position",
              "line " + std::to_string(error.position->line) + ", column " + std::to_string(error.position->column)) +
         "    " + piece.line + "\n    " + piece.carets + "\n";
}

void append_error(std::string& out, const ToolCall& call, const Finding& error, const schema::Toolset& tools,
                  bool verbose) {
  out += "[ERROR] " + std::string(headline(error.code)) + "\n";
  if (!call.name.empty()) out += line("Tool", call.name);
  if (!error.path.empty()) out += line("Path", error.path);
  if (!error.expected.empty()) out += line("Expected", error.expected);
  if (!error.actual.empty()) out += line("Actual", actual_words(error.actual, verbose));
  out += line("Error Code", error.code);
  const bool shows_value = error.code == "ACODE-TLP-004" && !verbose;
  if (error.code == "ACODE-TLP-005") {
    out += line("Available Tools", tool_names(tools));
  } else if (!shows_value) {
    out += line("Message", error.message);
  }
  out += place(call, error);
}

void append_repairs(std::string& out, const ToolCall& call) {
  for (const Finding& finding : call.findings) {
    if (finding.kind == Finding::Kind::kRepair) out += "[DEBUG] Repair applied: " + finding.code + "\n";
    if (finding.kind == Finding::Kind::kWarning) out += "[WARN] " + printable(finding.message, 300) + "\n";
  }
}

void append_details(std::string& out, const ToolCall& call) {
  out += line("Tool", call.name) + line("ID", call.id) + line("Verdict", pipeline::verdict_name(call.verdict));
  if (!call.format.empty()) out += line("Format", call.format);
  out += line("Original", call.raw_arguments);
  if (call.arguments) out += line("Arguments", json::write(call.arguments->value()));
}

std::string numbered(std::size_t number, const ToolCall& call) {
  const std::string main = call.arguments ? agent::ToolRunner::main_argument(call.name, call.arguments->value()) : "";
  return "  " + std::to_string(number) + ". " + printable(call.name) + " (id: " + printable(call.id) + ")" +
         (main.empty() ? "" : " " + printable(main, 100)) + "\n";
}

void append_good(std::string& out, const ParseResult& result, bool verbose) {
  if (result.calls.size() == 1) {
    out += "[INFO] Tool call parsed successfully\n";
  } else if (!result.calls.empty()) {
    out += "[INFO] " + std::to_string(result.calls.size()) + " tool calls parsed successfully\n";
    for (std::size_t i = 0; i < result.calls.size(); ++i) out += numbered(i + 1, result.calls[i]);
  }
  for (const ToolCall& call : result.calls) {
    append_repairs(out, call);
    if (verbose) append_details(out, call);
  }
}

}  // namespace

std::string render_call_report(const ParseResult& result, const schema::Toolset& tools, bool verbose) {
  std::string out;
  append_good(out, result, verbose);
  for (const ToolCall& call : result.rejected) {
    for (const Finding& finding : call.findings) {
      if (finding.kind == Finding::Kind::kError) append_error(out, call, finding, tools, verbose);
    }
    append_repairs(out, call);
    if (verbose) append_details(out, call);
  }
  for (const Finding& finding : result.findings) {
    const bool bad = finding.kind == Finding::Kind::kError;
    out += (bad ? "[ERROR] " + finding.code + ": " : "[WARN] ") + printable(finding.message, 300) + "\n";
  }
  if (result.total_count() == 0 && !result.has_errors()) out += "[INFO] No tool call found\n";
  if (!verbose) return out;
  for (std::size_t i = 0; i < pipeline::kStages; ++i) {
    out += "[DEBUG] " + std::string(pipeline::stage_name(static_cast<pipeline::Stage>(i))) + ": " +
           std::to_string(result.times[i].count() / 1000) + " us\n";
  }
  return out;
}

}  // namespace acode::cli
