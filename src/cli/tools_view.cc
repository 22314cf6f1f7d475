// Columns and rows.
#include "cli/tools_view.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "acode/json/writer.h"
#include "acode/schema/describe.h"
#include "cli/display.h"
#include "cli/row_parts.h"
#include "cli/tools_file.h"

namespace acode::cli {

namespace {

using Severity = schema::ToolProblem::Severity;

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - columns_of(text), ' ');
}

/// The version, or a dash in its place.
std::string version_of(const schema::Tool& tool) { return tool.version.empty() ? "-" : printable(tool.version); }

/// Each line with two spaces before it, made safe for a terminal; the last ends too.
std::string indented(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) lines += "  " + printable(text.substr(0, end));
    lines += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string section(std::string_view title, std::string_view text) {
  return "\n" + std::string(title) + ":\n" + indented(text);
}

std::string counted(std::size_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

std::size_t count(const schema::LoadedTools& loaded, Severity severity) {
  return static_cast<std::size_t>(
      std::count_if(loaded.problems.begin(), loaded.problems.end(),
                    [severity](const schema::ToolProblem& problem) { return problem.severity == severity; }));
}

/// The members that a list and a single tool have in common.
void append_tool(std::string& out, const schema::Tool& tool) {
  append_member(out, "name", tool.name);
  out += ',';
  append_member(out, "version", tool.version);
  out += ',';
  append_member(out, "description", tool.description);
  out += ',';
  append_member(out, "signature", schema::signature(tool.name, tool.parameters));
}

void append_problems(std::string& out, const schema::LoadedTools& loaded) {
  out += "\"problems\":[";
  bool first = true;
  for (const schema::ToolProblem& problem : loaded.problems) {
    out += first ? "{" : ",{";
    first = false;
    append_member(out, "severity", problem.severity == Severity::kError ? "error" : "warning");
    out += ',';
    append_member(out, "tool", problem.tool);
    out += ',';
    append_member(out, "code", code_name(problem.code));
    out += ',';
    append_member(out, "path", problem.where);
    out += ',';
    append_member(out, "message", problem.message);
    out += '}';
  }
  out += ']';
}

}  // namespace

std::string render_list(const schema::Toolset& tools) {
  std::size_t names = 0;
  std::size_t versions = 0;
  for (const schema::Tool& tool : tools.tools()) {
    names = std::max(names, columns_of(printable(tool.name)));
    versions = std::max(versions, columns_of(version_of(tool)));
  }
  std::string text;
  for (const schema::Tool& tool : tools.tools()) {
    text += padded(printable(tool.name), names) + "  " + padded(version_of(tool), versions) + "  " +
            printable(schema::signature("", tool.parameters)) + "\n";
  }
  return text;
}

std::string render_tool(const schema::Tool& tool) {
  std::string text = printable(tool.name + (tool.version.empty() ? "" : " " + tool.version)) + "\n";
  text += indented(tool.description);
  for (const schema::EarlierParameters& earlier : tool.earlier) {
    text += "  also takes the arguments of version " + printable(earlier.version) + "\n";
  }
  text += section("Signature", schema::signature(tool.name, tool.parameters));
  const std::optional<std::string> example = schema::example(tool.parameters, {.optional_properties = true});
  text += section("Example", example ? printable_json(*example) : "none could be made from the schema");
  return text + section("Parameters", printable_json(json::write(tool.parameters.source(), {.indent = 2})));
}

std::string render_check(std::string_view name, const schema::LoadedTools& loaded, bool quiet) {
  const std::string subject = printable(name) + ": ";
  std::string text;
  for (const schema::ToolProblem& problem : loaded.problems) {
    text += subject + (problem.tool.empty() ? "" : printable(problem.tool) + ": ") + printable(problem_words(problem)) +
            "\n";
  }
  if (quiet) return text;
  text += subject + counted(loaded.tools.size(), "tool");
  if (loaded.problems.empty()) return text + ", nothing is wrong\n";
  return text + ", " + counted(count(loaded, Severity::kError), "error") + ", " +
         counted(count(loaded, Severity::kWarning), "warning") + "\n";
}

std::string tools_row(std::string_view name, const schema::LoadedTools& loaded) {
  std::string row = begin_row(name) + "\"tools\":[";
  bool first = true;
  for (const schema::Tool& tool : loaded.tools.tools()) {
    row += first ? "{" : ",{";
    first = false;
    append_tool(row, tool);
    row += '}';
  }
  row += "],";
  append_problems(row, loaded);
  return row + "}\n";
}

std::string tool_row(const schema::Tool& tool) {
  std::string row = "{";
  append_tool(row, tool);
  const std::optional<std::string> example = schema::example(tool.parameters, {.optional_properties = true});
  row += ",\"example\":" + example.value_or("null") + ",\"parameters\":";
  json::write_to(row, tool.parameters.source());
  row += ",\"earlier\":[";
  bool first = true;
  for (const schema::EarlierParameters& earlier : tool.earlier) {
    row += first ? "{" : ",{";
    first = false;
    append_member(row, "version", earlier.version);
    row += ",\"parameters\":";
    json::write_to(row, earlier.parameters.source());
    row += '}';
  }
  return row + "]}\n";
}

std::string check_row(std::string_view name, const schema::LoadedTools& loaded) {
  std::string row = begin_row(name) + "\"ok\":" + (loaded.has_errors() ? "false" : "true");
  row += ",\"tools\":" + std::to_string(loaded.tools.size()) + ",";
  append_problems(row, loaded);
  return row + "}\n";
}

std::string error_row(std::string_view name, const Problem& problem) {
  std::string row = begin_row(name);
  append_error(row, problem);
  return row + "}\n";
}

std::string error_row(std::string_view name, const Error& error) {
  std::string row = begin_row(name);
  append_error(row, error);
  return row + "}\n";
}

}  // namespace acode::cli
