// The story, told for one call.
#include "pipeline/call_reader.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "acode/coerce/coerce.h"
#include "acode/coerce/tool_name.h"
#include "acode/extract/extract.h"
#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/schema/describe.h"
#include "base/text.h"
#include "pipeline/arguments_text.h"
#include "pipeline/merged.h"
#include "schema/program.h"
#include "schema/quick.h"

namespace acode::pipeline {
namespace {

Finding warning(Stage stage, std::string_view code, std::string message) {
  return {Finding::Kind::kWarning, stage, std::string(code), std::move(message)};
}

void reject(ToolCall& call, Stage stage, ErrorCode code, std::string message) {
  call.findings.push_back({Finding::Kind::kError, stage, std::string(code_name(code)), std::move(message)});
  call.verdict = Verdict::kRejected;
}

// A value without the members whose name comes again later (AR-4). The depth is bounded: the value was read.
void write_without_duplicates(json::Value value, std::string& out) {
  if (value.is_array()) {
    out += '[';
    bool first = true;
    for (const json::Value element : value.elements()) {
      if (!std::exchange(first, false)) out += ',';
      write_without_duplicates(element, out);
    }
    out += ']';
  } else if (value.is_object()) {
    out += '{';
    bool first = true;
    for (const json::Member member : value.members()) {
      if (value.find(member.name)->index() != member.value.index()) continue;
      if (!std::exchange(first, false)) out += ',';
      json::write_string_to(out, member.name);
      out += ':';
      write_without_duplicates(member.value, out);
    }
    out += '}';
  } else {
    json::write_to(out, value);
  }
}

}  // namespace

std::vector<ToolCall> CallReader::read_merged(ToolCall call, RawArguments raw) {
  std::vector<ToolCall> calls;
  std::vector<std::string> several = split_merged(raw.text);
  if (several.empty()) {
    read(calls.emplace_back(std::move(call)), raw);
    return calls;
  }
  for (std::string& arguments : several) {
    ToolCall& one = calls.emplace_back(call);
    raw.text = std::move(arguments);
    one.findings.push_back(warning(Stage::kWire, "merged_calls", "several calls had been merged into one"));
    call.id.clear();
    read(one, raw);
  }
  return calls;
}

bool CallReader::read_plain(ToolCall& call, std::string_view text, json::SharedValue& value) {
  if (tools_ == nullptr || !is_within_limits(call, text)) return false;
  const schema::Tool* const tool = tools_->find(call.name);
  return tool != nullptr && take_plain(call, *tool, value);
}

bool CallReader::read_plain(ToolCall& call, const schema::Tool& tool, json::SharedValue& value) {
  return is_within_limits(call, {}) && take_plain(call, tool, value);
}

bool CallReader::take_plain(ToolCall& call, const schema::Tool& tool, json::SharedValue& value) {
  constexpr std::size_t kLong = 4096;
  if (!validates()) return false;
  tool_ = &tool;
  const bool timed = call.raw_arguments.size() > kLong;
  if (timed) clock_.lap(Stage::kExtract);
  if (!fits_plainly(value.value())) return false;
  if (timed) clock_.lap(Stage::kValidate);
  if (call.id.empty()) make_id(call);
  call.arguments.emplace(std::move(value));
  return true;
}

void CallReader::make_id(ToolCall& call) {
  std::string id(kIdBytes, '\0');  // made at its size: one that grows to it takes longer
  ids_.next("call_", id.data());
  call.id = std::move(id);
}

// Whether arguments are right as they are, for sure.
bool CallReader::fits_plainly(json::Value value) const {
  const schema::detail::Program& program = tool_->parameters.program();
  return schema::detail::plainly_fits_unrepeated(program, program.root, value);
}

void CallReader::read(ToolCall& call, RawArguments& raw) {
  if (call.id.empty()) make_id(call);
  const bool known = resolve(call);  // now the name is that of a tool, or there is no such tool
  clock_.lap(Stage::kName);
  const bool parsed = parse(call, raw);  // now the arguments are an object
  clock_.lap(Stage::kParse);
  if (parsed) {
    refuse_mended(call);                // now nothing was mended, where nothing may be
    check_truncation(call, raw);        // now they are whole
    if (known && call.ok()) fit(call);  // now they fit the schema
  }
  if (call.raw_arguments.empty()) call.raw_arguments = std::move(raw.text);
  if (!call.ok() || call.verdict == Verdict::kCoerced) return;
  const auto is_repair = [](const Finding& finding) { return finding.kind == Finding::Kind::kRepair; };
  if (std::any_of(call.findings.begin(), call.findings.end(), is_repair)) call.verdict = Verdict::kRepaired;
}

// A call may have been mended where it was found, before anyone could say that it must not be.
void CallReader::refuse_mended(ToolCall& call) const {
  if (parts_.options().repair) return;
  const auto mended = std::find_if(call.findings.begin(), call.findings.end(),
                                   [](const Finding& finding) { return finding.kind == Finding::Kind::kRepair; });
  if (mended == call.findings.end()) return;
  const std::optional<Position> position = mended->position;
  const std::string what = "the JSON of the call is broken (" + mended->code + "), and repair is switched off";
  std::erase_if(call.findings, [](const Finding& finding) { return finding.kind == Finding::Kind::kRepair; });
  reject(call, Stage::kExtract, ErrorCode::kInvalidJson, what);
  call.findings.back().position = position;
}

// Which tool is meant (EX-6, EX-9).
bool CallReader::resolve(ToolCall& call) {
  tool_ = nullptr;
  if (base::is_blank(call.name)) {
    reject(call, Stage::kName, ErrorCode::kNameMissing, "the name of the function is missing");
    return false;
  }
  if (tools_ == nullptr) return true;
  tool_ = tools_->find(call.name);
  return tool_ != nullptr || resolve_other(call);
}

// A name that no tool has to the letter.
bool CallReader::resolve_other(ToolCall& call) {
  coerce::ResolvedName resolved = coerce::resolve_tool_name(*tools_, call.name);
  tool_ = resolved.tool;
  if (tool_ != nullptr) {
    call.name = tool_->name;
    call.findings.push_back(warning(Stage::kName, "tool_name", std::move(resolved.warning)));
  } else if (validates()) {
    reject(call, Stage::kName, ErrorCode::kUnknownTool, tools_->unknown_tool_message(call.name));
  }
  return tool_ != nullptr || !validates();
}

// From text to an object, unless they are one already.
bool CallReader::parse(ToolCall& call, RawArguments& raw) {
  if (!raw.value || !is_within_limits(call, raw.text)) {
    if (raw.value && raw.text.empty()) raw.text = json::write(raw.value->value());
    if (!parse_text(call, raw)) return false;
  } else {
    call.truncated = !raw.complete;
    call.arguments.emplace(std::move(*raw.value));
  }
  drop_duplicates(call);
  return true;
}

static_assert(wire::kMaxValueDepth <= extract::kShallow,
              "a value that comes along is not looked through for its depth");

// If there is no text of it, then the value is at most twice as long when it is written as that from which it was read: names
// get quotes, and a character in Python's quotes may have to be escaped.
bool CallReader::is_within_limits(const ToolCall& call, std::string_view text) const {
  const Limits& limits = parts_.options().limits;
  const std::size_t size = text.empty() ? 2 * call.raw_arguments.size() : text.size();
  return size <= limits.max_bytes && extract::kShallow <= limits.max_depth;
}

bool CallReader::parse_text(ToolCall& call, const RawArguments& raw) {
  ArgumentsRead read = read_arguments(raw.text, tool_ == nullptr ? nullptr : &tool_->parameters, parts_.options());
  std::move(read.findings.begin(), read.findings.end(), std::back_inserter(call.findings));
  call.truncated = read.truncated || !raw.complete;
  if (read.error) {
    reject(call, Stage::kParse, read.error->code, read.error->message);
    Finding& finding = call.findings.back();
    finding.position = read.error->position;
    finding.expected = std::move(read.error->expected);
    finding.actual = std::move(read.error->found);
    return false;
  }
  call.arguments = std::move(read.arguments);
  return true;
}

void CallReader::drop_duplicates(ToolCall& call) {
  const std::vector<json::DuplicateKey> duplicates = json::find_duplicate_keys(call.arguments->value());
  if (duplicates.empty()) return;
  for (const json::DuplicateKey& duplicate : duplicates) {
    call.findings.push_back(
        warning(Stage::kParse, "duplicate_key",
                duplicate.pointer + " is given " + std::to_string(duplicate.count) + " times; the last one counts"));
  }
  std::string text;
  write_without_duplicates(call.arguments->value(), text);
  Result<json::Document> document = json::parse(text, {kMaxTextBytes, parts_.options().limits.max_depth});
  if (!document) return;
  call.arguments = Arguments(document->root(), document->owner());
}

// Half a file is not written (RP-8).
void CallReader::check_truncation(ToolCall& call, const RawArguments& raw) {
  if (!call.truncated) return;
  if (raw.broken) {
    return reject(call, Stage::kWire, ErrorCode::kStreamBroken,
                  "the stream broke off inside the call; ask for it again");
  }
  if (parts_.options().truncated_calls == TruncatedCalls::kAccept) {
    call.findings.push_back(warning(Stage::kParse, "truncated", "the call was cut off; it was closed where it ended"));
    return;
  }
  reject(call, Stage::kParse, ErrorCode::kTruncated,
         "the call was cut off; its arguments are closed where they ended, and may lack what came behind. Ask for "
         "something shorter, or for the rest");
}

// Values are made to fit, and the schema has the final word.
void CallReader::fit(ToolCall& call) {
  if (!validates()) return;
  const bool accepted = tool_ != nullptr && tool_->parameters.accepts(call.arguments->value());
  clock_.lap(Stage::kValidate);
  if (accepted) return;
  if (tool_ == nullptr) {
    take_coerced(call, coerce::coerce_without_schema(call.arguments->value(), parts_.options().coercion));
  } else {
    coerce::Coerced coerced = coerced_to(tool_->parameters, call);
    if (coerced.fits()) {
      take_coerced(call, std::move(coerced));
    } else if (!fit_earlier(call)) {
      report_violations(call, coerced.value());
    }
  }
  clock_.lap(Stage::kCoerce);
}

// The arguments with their types mended, as far as a schema asks for it.
coerce::Coerced CallReader::coerced_to(const schema::Schema& schema, const ToolCall& call) const {
  return coerce::coerce(schema, call.arguments->value(), parts_.options().coercion);
}

void CallReader::take_coerced(ToolCall& call, coerce::Coerced coerced) {
  if (!coerced.changed()) return;
  for (const coerce::Change& change : coerced.changes()) {
    call.findings.push_back(warning(Stage::kCoerce, change.rule, change.message));
    call.findings.back().path = change.where.dotted();
  }
  const json::Value value = coerced.value();
  call.arguments = Arguments(value, std::make_shared<const coerce::Coerced>(std::move(coerced)));
  call.verdict = Verdict::kCoerced;
}

// A schema that the tool had before (SC-1).
bool CallReader::fit_earlier(ToolCall& call) {
  for (const schema::EarlierParameters& earlier : tool_->earlier) {
    coerce::Coerced coerced = coerced_to(earlier.parameters, call);
    if (!coerced.fits()) continue;
    take_coerced(call, std::move(coerced));
    call.findings.push_back(warning(Stage::kValidate, "earlier_version",
                                    "the arguments fit version " + earlier.version + " of " + tool_->name + ", not " +
                                        (tool_->version.empty() ? "the present one" : tool_->version)));
    return true;
  }
  return false;
}

// Why the arguments do not fit, after all that could be mended was.
void CallReader::report_violations(ToolCall& call, json::Value mended) {
  for (const schema::Violation& violation : tool_->parameters.validate(mended, parts_.options().max_errors)) {
    reject(call, Stage::kValidate, ErrorCode::kSchemaMismatch, schema::for_person(violation));
    Finding& finding = call.findings.back();
    finding.path = violation.where.dotted();
    finding.expected = violation.expected;
    finding.actual = violation.actual;
    finding.keyword = violation.keyword;
  }
}

}  // namespace acode::pipeline
