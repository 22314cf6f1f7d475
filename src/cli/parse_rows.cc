// Rows of calls, put together by hand, so that the order of the contract is kept and nothing is copied twice.
#include "cli/parse_rows.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <vector>

#include "acode/wire/wire.h"
#include "cli/row_parts.h"

namespace acode::cli {

namespace {

using json::detail::TextWriter;
using pipeline::Finding;
using pipeline::ParseResult;
using pipeline::ToolCall;

/// Writes the commas between the elements of an array.
class Commas {
 public:
  explicit Commas(TextWriter& out) : out_(out) {}
  void next() {
    if (!first_) out_.put(',');
    first_ = false;
  }

 private:
  TextWriter& out_;
  bool first_ = true;
};

void append_truncated(TextWriter& out, bool truncated) {
  if (truncated) {
    out.put(",\"truncated\":true");
  } else {
    out.put(",\"truncated\":false");
  }
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

/// Whether nothing was found, neither in a call nor in the answer as a whole: so it is with most of them.
bool is_flawless(const ParseResult& result) {
  if (!result.findings.empty() || !result.rejected.empty()) return false;
  return std::all_of(result.calls.begin(), result.calls.end(), [](const ToolCall& c) { return c.findings.empty(); });
}

/// The members that every call has.
void begin_call(TextWriter& out, const ToolCall& call) {
  append_member(out, "{\"id\":", call.id);
  append_member(out, ",\"name\":", call.name);
  out.put(",\"arguments\":");
  if (call.arguments) {
    out.put_value(call.arguments->value());
  } else {
    out.put("null");
  }
}

void begin_error(TextWriter& out, std::string_view code, std::string_view message) {
  append_member(out, "{\"code\":", code);
  append_member(out, ",\"message\":", message);
  out.put(",\"tool\":");
}

void append_error(TextWriter& out, const Finding& error, const ToolCall* call) {
  begin_error(out, error.code, error.message);
  if (call != nullptr) {
    out.put_string(call->name);
  } else {
    out.put("null");
  }
  if (!error.path.empty()) append_member(out, ",\"path\":", error.path);
  if (error.position) append_position(out, *error.position);
}

void append_errors(TextWriter& out, const ParseResult& result) {
  out.put(",\"errors\":[");
  Commas commas(out);
  each_finding(result, Finding::Kind::kError, [&](const Finding& error, const ToolCall* call) {
    commas.next();
    append_error(out, error, call);
    out.put('}');
  });
  out.put(']');
}

void append_warnings(TextWriter& out, const ParseResult& result, std::span<const std::string> before) {
  out.put(",\"warnings\":[");
  Commas commas(out);
  for (const std::string& warning : before) {
    commas.next();
    out.put_string(warning);
  }
  each_finding(result, Finding::Kind::kWarning, [&](const Finding& warning, const ToolCall*) {
    commas.next();
    out.put_string(warning.message);
  });
  out.put(']');
}

void append_repair(TextWriter& out, const Finding& repair) {
  append_member(out, "{\"kind\":", repair.code);
  out.put(",\"offset\":");
  if (repair.position) {
    out.put_integer(std::uint64_t{repair.position->offset});
  } else {
    out.put("null");
  }
  append_member(out, ",\"removed\":", repair.before);
  append_member(out, ",\"inserted\":", repair.after);
  out.put('}');
}

void append_repairs(TextWriter& out, const ParseResult& result) {
  out.put(",\"repairs\":[");
  Commas commas(out);
  each_finding(result, Finding::Kind::kRepair, [&](const Finding& repair, const ToolCall*) {
    commas.next();
    append_repair(out, repair);
  });
  out.put(']');
}

/// The members from "errors" to "truncated".
void append_rest(TextWriter& out, const ParseResult& result, std::span<const std::string> warnings) {
  if (is_flawless(result) && warnings.empty()) {
    out.put(",\"errors\":[],\"warnings\":[],\"repairs\":[]");
  } else {
    append_errors(out, result);
    append_warnings(out, result, warnings);
    append_repairs(out, result);
  }
  append_member(out, ",\"content\":", result.content);
  append_member(out, ",\"reasoning\":", result.reasoning);
  append_truncated(out, result.truncated);
}

/// One thing that was seen or changed, with all that is known of it.
void append_finding(TextWriter& out, const Finding& finding) {
  static constexpr std::string_view kKinds[] = {"repair", "warning", "error"};
  append_member(out, "{\"kind\":", kKinds[static_cast<std::size_t>(finding.kind)]);
  append_member(out, ",\"stage\":", pipeline::stage_name(finding.stage));
  append_member(out, ",\"code\":", finding.code);
  append_member(out, ",\"message\":", finding.message);
  if (!finding.path.empty()) append_member(out, ",\"path\":", finding.path);
  if (finding.position) append_position(out, *finding.position);
  const bool changed = finding.kind == Finding::Kind::kRepair || !finding.before.empty() || !finding.after.empty();
  if (changed) append_member(out, ",\"before\":", finding.before);
  if (changed) append_member(out, ",\"after\":", finding.after);
  if (!finding.expected.empty()) append_member(out, ",\"expected\":", finding.expected);
  if (!finding.actual.empty()) append_member(out, ",\"actual\":", finding.actual);
  out.put('}');
}

void append_findings(TextWriter& out, const std::vector<Finding>& findings) {
  out.put(",\"findings\":[");
  Commas commas(out);
  for (const Finding& finding : findings) {
    commas.next();
    append_finding(out, finding);
  }
  out.put(']');
}

/// The calls with their record (TC-2), as an array.
void append_calls_with_record(TextWriter& out, const std::vector<ToolCall>& calls) {
  out.put('[');
  Commas commas(out);
  for (const ToolCall& call : calls) {
    commas.next();
    begin_call(out, call);
    append_member(out, ",\"verdict\":", pipeline::verdict_name(call.verdict));
    append_member(out, ",\"format\":", call.format);
    append_truncated(out, call.truncated);
    append_member(out, ",\"raw_arguments\":", call.raw_arguments);
    append_findings(out, call.findings);
    out.put('}');
  }
  out.put(']');
}

std::string_view finish_name(wire::FinishReason reason) {
  static constexpr std::string_view kNames[] = {"unknown", "stop", "tool_calls", "length", "content_filter", "error"};
  return kNames[static_cast<std::size_t>(reason)];
}

void append_usage(TextWriter& out, const wire::Usage& usage) {
  out.put(",\"usage\":{\"input\":");
  out.put_integer(usage.input);
  out.put(",\"output\":");
  out.put_integer(usage.output);
  out.put(",\"reasoning\":");
  out.put_integer(usage.reasoning);
  out.put(",\"cached\":");
  out.put_integer(usage.cached);
  out.put('}');
}

void append_times(TextWriter& out, const pipeline::StageTimes& times) {
  out.put(",\"times_us\":{");
  Commas commas(out);
  for (std::size_t stage = 0; stage < times.size(); ++stage) {
    commas.next();
    out.put_string(pipeline::stage_name(static_cast<pipeline::Stage>(stage)));
    out.put(':');
    out.put_integer(std::int64_t{std::chrono::duration_cast<std::chrono::microseconds>(times[stage]).count()});
  }
  out.put('}');
}

void begin_unparsed(TextWriter& out, std::string_view code, std::string_view message) {
  out.put("\"calls\":[],\"errors\":[");
  begin_error(out, code, message);
  out.put("null");
}

void end_unparsed(TextWriter& out) {
  out.put("}],\"warnings\":[],\"repairs\":[],\"content\":\"\",\"reasoning\":\"\",\"truncated\":false");
  out.flush();
}

}  // namespace

void append_parsed(TextWriter& out, const ParseResult& result, std::span<const std::string> warnings) {
  out.put("\"calls\":[");
  Commas commas(out);
  for (const ToolCall& call : result.calls) {
    commas.next();
    begin_call(out, call);
    out.put('}');
  }
  out.put(']');
  append_rest(out, result, warnings);
}

void append_record(std::string& out, const ParseResult& result) {
  TextWriter writer(out);
  writer.put("\"calls\":");
  append_calls_with_record(writer, result.calls);
  append_rest(writer, result, {});
  writer.put(",\"rejected\":");
  append_calls_with_record(writer, result.rejected);
  append_findings(writer, result.findings);
  append_member(writer, ",\"invented\":", result.invented);
  append_member(writer, ",\"finish\":", finish_name(result.finish));
  append_usage(writer, result.usage);
  append_times(writer, result.times);
  writer.flush();
}

void append_unparsed(std::string& out, const Error& error) {
  TextWriter writer(out);
  begin_unparsed(writer, code_name(error.code), error.message);
  append_position(writer, error.position);
  end_unparsed(writer);
}

void append_unparsed(std::string& out, const Problem& problem, const std::optional<Position>& position) {
  TextWriter writer(out);
  begin_unparsed(writer, problem_code_name(problem.code), problem.message);
  if (position) append_position(writer, *position);
  end_unparsed(writer);
}

ExitCode exit_code_of(const ParseResult& result) {
  if (!result.has_errors()) return ExitCode::kGood;
  return result.calls.empty() ? ExitCode::kRefused : ExitCode::kPartial;
}

}  // namespace acode::cli
