// Telling a call's story.
#include "cli/story_view.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "acode/json/writer.h"
#include "cli/display.h"
#include "observe/line_text.h"

namespace acode::cli {
namespace {

using observe::Attempt;
using observe::CallEvent;
using observe::EditNote;

std::string line(std::string_view label, std::string_view value) {
  return "  " + std::string(label) + ": " + printable(value) + "\n";
}

std::string time_of(const CallEvent& event) {
  std::string time;
  observe::append_time(time, event.time);
  return time;
}

std::string milliseconds_of(std::chrono::nanoseconds duration) {
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
  std::string thousandths = std::to_string(micros % 1000);
  thousandths.insert(0, 3 - thousandths.size(), '0');
  return std::to_string(micros / 1000) + "." + thousandths + "ms";
}

// The line at an edit with carets under it, and its name behind them.
std::string edit_lines(const std::string& original, const EditNote& edit) {
  if (!edit.offset || *edit.offset > original.size()) return "      " + edit.kind + "\n";
  const Excerpt piece = excerpt(original, *edit.offset, std::max<std::size_t>(edit.removed, 1));
  return "      " + piece.line + "\n      " + piece.carets + " " + edit.kind +
         (edit.punctuation.empty() ? "" : " " + edit.punctuation) + "\n";
}

void append_attempt(std::string& out, const Attempt& attempt) {
  out += "  Attempt " + std::to_string(attempt.number) + " (" + attempt.rung + "):\n";
  if (attempt.in_words) {
    out += "    the model took the call back and answered in words\n";
    return;
  }
  out += "    Original:   " + printable(attempt.original, 160) + "\n";
  for (const EditNote& edit : attempt.edits) out += edit_lines(attempt.original, edit);
  if (!attempt.repaired.empty()) out += "    Repaired:   " + printable(attempt.repaired, 160) + "\n";
  out += "    Validation: " +
         (attempt.error_code.empty() ? std::string("passed")
                                     : attempt.error_code + ": " + printable(attempt.error_message, 300)) +
         "\n";
}

std::string strings_json(const std::vector<std::string>& words) {
  std::string out = "[";
  for (const std::string& word : words) {
    if (out.size() > 1) out += ",";
    json::write_string_to(out, word);
  }
  return out + "]";
}

void append_member(std::string& out, std::string_view name, std::string_view value) {
  if (out.size() > 1) out += ",";
  json::write_string_to(out, name);
  out += ":";
  json::write_string_to(out, value);
}

std::string attempt_json(const Attempt& attempt) {
  std::string out = "{";
  append_member(out, "rung", attempt.rung);
  append_member(out, "original", attempt.original);
  append_member(out, "repaired", attempt.repaired);
  append_member(out, "error_code", attempt.error_code);
  append_member(out, "error_message", attempt.error_message);
  out += ",\"number\":" + std::to_string(attempt.number) + ",\"in_words\":" + (attempt.in_words ? "true" : "false") +
         ",\"edits\":[";
  for (std::size_t i = 0; i < attempt.edits.size(); ++i) {
    const EditNote& edit = attempt.edits[i];
    std::string note = "{";
    append_member(note, "kind", edit.kind);
    note += ",\"offset\":" + (edit.offset ? std::to_string(*edit.offset) : "null") +
            ",\"removed\":" + std::to_string(edit.removed) + ",\"inserted\":" + std::to_string(edit.inserted) + "}";
    out += (i == 0 ? "" : ",") + note;
  }
  return out + "]}";
}

}  // namespace

std::string render_story(const CallEvent& event) {
  std::string out = "Tool Call " + printable(event.correlation_id) + "\n";
  out += line("Timestamp", time_of(event)) + line("Provider", event.provider) + line("Model", event.model) +
         line("Tool", event.tool_name) + line("Tool Call ID", event.tool_call_id) +
         line("Result", observe::outcome_name(event.outcome)) + line("Retry Count", std::to_string(event.retry_count));
  if (!event.error_code.empty()) out += line("Error Code", event.error_code);
  for (const Attempt& attempt : event.attempts) append_attempt(out, attempt);
  for (const std::string& coercion : event.coercions) out += line("Converted", coercion);
  out += line("Parse Time", milliseconds_of(event.parse_time));
  if (event.retry_count > 0) out += line("Retry Time", milliseconds_of(event.retry_time));
  out += line("Tokens", std::to_string(event.total_tokens));
  return out + line("Execution", event.execution.empty() ? "not run" : event.execution);
}

std::string story_row(const CallEvent& event) {
  std::string out = "{";
  append_member(out, "correlation_id", event.correlation_id);
  append_member(out, "time", time_of(event));
  append_member(out, "provider", event.provider);
  append_member(out, "model", event.model);
  append_member(out, "tool_name", event.tool_name);
  append_member(out, "tool_call_id", event.tool_call_id);
  append_member(out, "parse_result", observe::outcome_name(event.outcome));
  append_member(out, "error_code", event.error_code);
  append_member(out, "execution", event.execution);
  out += ",\"retry_count\":" + std::to_string(event.retry_count) +
         ",\"total_tokens\":" + std::to_string(event.total_tokens) +
         ",\"validation_errors\":" + strings_json(event.validation_errors) + ",\"attempts\":[";
  for (std::size_t i = 0; i < event.attempts.size(); ++i) out += (i == 0 ? "" : ",") + attempt_json(event.attempts[i]);
  return out + "]}\n";
}

}  // namespace acode::cli
