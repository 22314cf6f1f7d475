// Writing the prompt: the rules first, then the tools one by one.
#include <optional>
#include <string>
#include <string_view>

#include "acode/json/value.h"
#include "acode/json/writer.h"
#include "acode/pipeline/prompt.h"
#include "acode/schema/describe.h"

namespace acode::pipeline {
namespace {

constexpr std::string_view kRules =
    "You can use tools. To call one, write a line of exactly this form:\n"
    "\n"
    "TOOL_CALL: {\"tool\": \"NAME\", \"arguments\": {ARGUMENTS}}\n"
    "\n"
    "Rules:\n"
    "- What follows TOOL_CALL: is one JSON object on one line. It must be valid JSON: double quotes around names and\n"
    "  strings, no comments, no trailing commas; a line break inside a string is written \\n, a quote \\\".\n"
    "- \"tool\" is one of the names below, spelled as it stands there. \"arguments\" is an object with the parameters "
    "of\n"
    "  that tool and no others. A parameter with ? behind its name may be left out; all others must be given.\n"
    "- One line for each call. To call several tools, write several such lines.\n"
    "- When you have written your calls, stop and wait: the results come in the next message. Never write a result\n"
    "  yourself, and do not say what a tool will answer.\n"
    "- If you need no tool, answer in plain text, without such a line.\n"
    "\n"
    "The tools:\n";

// A text of any number of lines, behind what stands on its first one.
void append_indented(std::string& prompt, std::string_view text, std::string_view indent) {
  for (const char c : text) {
    prompt += c;
    if (c == '\n') prompt += indent;
  }
  prompt += '\n';
}

// What the parameters mean, where the schema says so. Their types stand in the signature.
void append_parameters(std::string& prompt, const schema::Schema& schema) {
  const std::optional<json::Value> properties = schema.source().find("properties");
  if (!properties) return;
  for (const json::Member property : properties->members()) {
    const std::optional<json::Value> description = property.value.find("description");
    if (!description || description->as_string().empty()) continue;
    prompt += "- " + std::string(property.name) + ": ";
    append_indented(prompt, description->as_string(), "  ");
  }
}

// Arguments that fit: only what is needed, unless nothing is, for then they would teach nothing.
std::optional<std::string> example_arguments(const schema::Schema& schema) {
  std::optional<std::string> least = schema::example(schema);
  if (least && *least != "{}") return least;
  std::optional<std::string> all = schema::example(schema, {.optional_properties = true});
  return all ? all : least;
}

void append_tool(std::string& prompt, const schema::Tool& tool) {
  prompt += "\n" + schema::signature(tool.name, tool.parameters) + "\n";
  if (!tool.description.empty()) append_indented(prompt, tool.description, "");
  append_parameters(prompt, tool.parameters);
  const std::optional<std::string> arguments = example_arguments(tool.parameters);
  if (!arguments) return;
  prompt += "Example:\nTOOL_CALL: {\"tool\": ";
  json::write_string_to(prompt, tool.name);
  prompt += ", \"arguments\": " + *arguments + "}\n";
}

}  // namespace

std::string tool_prompt(const schema::Toolset& tools) {
  if (tools.empty()) return "";
  std::string prompt(kRules);
  for (const schema::Tool& tool : tools.tools()) append_tool(prompt, tool);
  return prompt;
}

}  // namespace acode::pipeline
