// Rows of calls, put together by hand, so that the order of the contract is kept and nothing is copied twice.
#include "cli/parse_rows.h"

#include <array>
#include <charconv>
#include <chrono>
#include <string_view>
#include <vector>

#include "acode/json/writer.h"
#include "acode/wire/wire.h"
#include "cli/row_parts.h"

namespace acode::cli {

namespace {

using pipeline::Finding;
using pipeline::ParseResult;
using pipeline::ToolCall;

/// Writes the commas between the elements of an array.
class Commas {
 public:
  explicit Commas(std::string& out) : out_(out) {}
  void next() {
    if (!first_) out_ += ',';
    first_ = false;
  }

 private:
  std::string& out_;
  bool first_ = true;
};

void append_string(std::string& out, std::string_view name, std::string_view text) {
  out += ',';
  append_member(out, name, text);
}

void append_number(std::string& out, std::size_t number) {
  std::array<char, 24> digits{};
  out.append(digits.data(), std::to_chars(digits.begin(), digits.end(), number).ptr);
}

void append_flag(std::string& out, std::string_view name, bool flag) {
  out += ",\"";
  out += name;
  out += flag ? "\":true" : "\":false";
}

/// All findings of a kind, those of the calls first; `take` gets each and the call that it belongs to, if any.
template <class Take>
void each_finding(const ParseResult& result, Finding::Kind kind, const Take& take) {
  for (const std::vector<ToolCall>* calls : {&result.calls, &result.rejected}) {
    for (const ToolCall& call : *calls) {
      for (const Finding& finding : call.findings) {
        if (finding.kind == kind) take(finding, &call);
      }
    }
  }
  for (const Finding& finding : result.findings) {
    if (finding.kind == kind) take(finding, nullptr);
  }
}

/// The members that every call has.
void begin_call(std::string& out, const ToolCall& call) {
  out += '{';
  append_member(out, "id", call.id);
  append_string(out, "name", call.name);
  out += ",\"arguments\":";
  if (call.arguments) {
    json::write_to(out, call.arguments->value());
  } else {
    out += "null";
  }
}

void begin_error(std::string& out, std::string_view code, std::string_view message) {
  out += '{';
  append_member(out, "code", code);
  append_string(out, "message", message);
  out += ",\"tool\":";
}

void append_error(std::string& out, const Finding& error, const ToolCall* call) {
  begin_error(out, error.code, error.message);
  if (call != nullptr) {
    json::write_string_to(out, call->name);
  } else {
    out += "null";
  }
  if (!error.path.empty()) append_string(out, "path", error.path);
  if (error.position) append_position(out, *error.position);
}

void append_errors(std::string& out, const ParseResult& result) {
  out += ",\"errors\":[";
  Commas commas(out);
  each_finding(result, Finding::Kind::kError, [&](const Finding& error, const ToolCall* call) {
    commas.next();
    append_error(out, error, call);
    out += '}';
  });
  out += ']';
}

void append_warnings(std::string& out, const ParseResult& result, std::span<const std::string> before) {
  out += ",\"warnings\":[";
  Commas commas(out);
  for (const std::string& warning : before) {
    commas.next();
    json::write_string_to(out, warning);
  }
  each_finding(result, Finding::Kind::kWarning, [&](const Finding& warning, const ToolCall*) {
    commas.next();
    json::write_string_to(out, warning.message);
  });
  out += ']';
}

void append_repair(std::string& out, const Finding& repair) {
  out += '{';
  append_member(out, "kind", repair.code);
  out += ",\"offset\":";
  if (repair.position) {
    append_number(out, repair.position->offset);
  } else {
    out += "null";
  }
  append_string(out, "removed", repair.before);
  append_string(out, "inserted", repair.after);
  out += '}';
}

void append_repairs(std::string& out, const ParseResult& result) {
  out += ",\"repairs\":[";
  Commas commas(out);
  each_finding(result, Finding::Kind::kRepair, [&](const Finding& repair, const ToolCall*) {
    commas.next();
    append_repair(out, repair);
  });
  out += ']';
}

void append_end(std::string& out, const ParseResult& result) {
  append_string(out, "content", result.content);
  append_string(out, "reasoning", result.reasoning);
  append_flag(out, "truncated", result.truncated);
}

/// One thing that was seen or changed, with all that is known of it.
void append_finding(std::string& out, const Finding& finding) {
  static constexpr std::string_view kKinds[] = {"repair", "warning", "error"};
  out += '{';
  append_member(out, "kind", kKinds[static_cast<std::size_t>(finding.kind)]);
  append_string(out, "stage", pipeline::stage_name(finding.stage));
  append_string(out, "code", finding.code);
  append_string(out, "message", finding.message);
  if (!finding.path.empty()) append_string(out, "path", finding.path);
  if (finding.position) append_position(out, *finding.position);
  const bool changed = finding.kind == Finding::Kind::kRepair || !finding.before.empty() || !finding.after.empty();
  if (changed) append_string(out, "before", finding.before);
  if (changed) append_string(out, "after", finding.after);
  if (!finding.expected.empty()) append_string(out, "expected", finding.expected);
  if (!finding.actual.empty()) append_string(out, "actual", finding.actual);
  out += '}';
}

void append_findings(std::string& out, const std::vector<Finding>& findings) {
  out += ",\"findings\":[";
  Commas commas(out);
  for (const Finding& finding : findings) {
    commas.next();
    append_finding(out, finding);
  }
  out += ']';
}

/// The calls with their record (TC-2).
void append_calls_with_record(std::string& out, std::string_view name, const std::vector<ToolCall>& calls) {
  out += "\"" + std::string(name) + "\":[";
  Commas commas(out);
  for (const ToolCall& call : calls) {
    commas.next();
    begin_call(out, call);
    append_string(out, "verdict", pipeline::verdict_name(call.verdict));
    append_string(out, "format", call.format);
    append_flag(out, "truncated", call.truncated);
    append_string(out, "raw_arguments", call.raw_arguments);
    append_findings(out, call.findings);
    out += '}';
  }
  out += ']';
}

std::string_view finish_name(wire::FinishReason reason) {
  static constexpr std::string_view kNames[] = {"unknown", "stop", "tool_calls", "length", "content_filter", "error"};
  return kNames[static_cast<std::size_t>(reason)];
}

void append_usage(std::string& out, const wire::Usage& usage) {
  out += ",\"usage\":{\"input\":" + std::to_string(usage.input) + ",\"output\":" + std::to_string(usage.output) +
         ",\"reasoning\":" + std::to_string(usage.reasoning) + ",\"cached\":" + std::to_string(usage.cached) + "}";
}

void append_times(std::string& out, const pipeline::StageTimes& times) {
  out += ",\"times_us\":{";
  Commas commas(out);
  for (std::size_t stage = 0; stage < times.size(); ++stage) {
    commas.next();
    out += "\"" + std::string(pipeline::stage_name(static_cast<pipeline::Stage>(stage))) + "\":";
    out += std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(times[stage]).count());
  }
  out += '}';
}

void begin_unparsed(std::string& out, std::string_view code, std::string_view message) {
  out += "\"calls\":[],\"errors\":[";
  begin_error(out, code, message);
  out += "null";
}

void end_unparsed(std::string& out) {
  out += "}],\"warnings\":[],\"repairs\":[],\"content\":\"\",\"reasoning\":\"\",\"truncated\":false";
}

}  // namespace

void append_parsed(std::string& out, const ParseResult& result, std::span<const std::string> warnings) {
  out += "\"calls\":[";
  Commas commas(out);
  for (const ToolCall& call : result.calls) {
    commas.next();
    begin_call(out, call);
    out += '}';
  }
  out += ']';
  append_errors(out, result);
  append_warnings(out, result, warnings);
  append_repairs(out, result);
  append_end(out, result);
}

void append_record(std::string& out, const ParseResult& result) {
  append_calls_with_record(out, "calls", result.calls);
  append_errors(out, result);
  append_warnings(out, result, {});
  append_repairs(out, result);
  append_end(out, result);
  out += ',';
  append_calls_with_record(out, "rejected", result.rejected);
  append_findings(out, result.findings);
  append_string(out, "invented", result.invented);
  append_string(out, "finish", finish_name(result.finish));
  append_usage(out, result.usage);
  append_times(out, result.times);
}

void append_unparsed(std::string& out, const Error& error) {
  begin_unparsed(out, code_name(error.code), error.message);
  append_position(out, error.position);
  end_unparsed(out);
}

void append_unparsed(std::string& out, const Problem& problem, const std::optional<Position>& position) {
  begin_unparsed(out, problem_code_name(problem.code), problem.message);
  if (position) append_position(out, *position);
  end_unparsed(out);
}

ExitCode exit_code_of(const ParseResult& result) {
  if (!result.has_errors()) return ExitCode::kGood;
  return result.calls.empty() ? ExitCode::kRefused : ExitCode::kPartial;
}

}  // namespace acode::cli
