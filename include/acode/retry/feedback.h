// What a model is told about a call that could not be used (RT-2).
//
//   std::string prompt = acode::retry::feedback(call, tool);
//
//   Your call of read_file cannot be used: its arguments do not fit the schema.
//   lines: expected integer, got string "many"
//   You sent:
//   {"path": "a.txt", "lines": "many"}
//   …
//
// The text is a template, and a user may give another. In a template
//   {tool_name}       the tool's name
//   {error_type}      what kind of error it is, in a few words
//   {error_message}   what is wrong: at most three errors, a line each
//   {error_position}  where: line and column, and the piece at fault with a caret under it; nothing for errors of a field
//   {malformed_json}  what was sent, cut around the error where it is long
//   {schema_example}  what is wanted: the fields at fault, or, if the JSON could not be read, the schema and an example
// are filled in. A line of a template whose words are all empty is left out, and the line before it, if that ends in a
// colon.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "acode/pipeline/call.h"
#include "acode/schema/toolset.h"

namespace acode::retry {

/// The template that is used if none is given.
std::string_view default_template();

/// The words that may stand in a template, without their braces.
const std::vector<std::string_view>& template_words();

/// Words in braces that are none of them: `{tool_nam}` is a slip that would reach the model.
std::vector<std::string> unknown_words(std::string_view text);

/// The template filled in for a call with an error. `tool` may be null.
std::string feedback(const pipeline::ToolCall& call, const schema::Tool* tool, std::string_view text = {});

}  // namespace acode::retry
