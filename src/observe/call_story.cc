// From stories to events: what is left out on the way is the point of it.
#include "observe/call_story.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "acode/error.h"
#include "acode/pipeline/pipeline.h"
#include "base/utf8.h"
#include "observe/redact.h"
#include "observe/secrets.h"

namespace acode::observe {
namespace {

using pipeline::Finding;
using pipeline::ToolCall;
using std::chrono::nanoseconds;

constexpr std::size_t kMostText = std::size_t{1} << 16;  // bytes of a text that are kept
constexpr std::size_t kLongestName = 64;

/// Names around the arguments, in the text of a call that was found in text.
constexpr std::array<std::string_view, 9> kEnvelope = {"name",     "arguments", "parameters", "tool", "tool_name",
                                                       "function", "id",        "type",       "input"};

bool is_repair(const Finding& finding) { return finding.kind == Finding::Kind::kRepair; }
bool is_coercion(const Finding& finding) {
  return finding.kind == Finding::Kind::kWarning && finding.stage == pipeline::Stage::kCoerce;
}
bool is_error(const Finding& finding) { return finding.kind == Finding::Kind::kError; }

std::string field_of(const Finding& finding) {
  return finding.path.empty() ? "(arguments)" : masked_secrets(finding.path);
}

/// Names and ids come from the model too, and can be anything.
std::string shown_name(std::string_view name) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || c == ':' || c == '/';
  };
  const bool plain = name.size() <= kLongestName && std::all_of(name.begin(), name.end(), is_plain);
  if (plain && !looks_like_secret(name)) return std::string(name);
  return base::shortened(masked_values(name), kLongestName);
}

/// The first word of what a schema error found, if it is that of a type; the rest is the value.
std::string_view type_in(std::string_view actual) {
  static constexpr std::array<std::string_view, 9> kTypes = {"string", "integer", "number",  "boolean", "null",
                                                             "array",  "object",  "missing", "property"};
  const std::string_view first = actual.substr(0, actual.find(' '));
  const auto* const found = std::find(kTypes.begin(), kTypes.end(), first);
  return found == kTypes.end() ? "another value" : *found;
}

/// What an error means, in words that hold for every call.
std::string_view words_of(std::string_view code) {
  static constexpr std::array<std::pair<ErrorCode, std::string_view>, 11> kWords = {{
      {ErrorCode::kNameMissing, "the name of the function is missing"},
      {ErrorCode::kInvalidJson, "the arguments are not valid JSON, or no object"},
      {ErrorCode::kRepairFailed, "the arguments could not be repaired"},
      {ErrorCode::kSchemaMismatch, "the arguments do not fit the schema"},
      {ErrorCode::kUnknownTool, "there is no such tool"},
      {ErrorCode::kRetriesExhausted, "asking again did not help"},
      {ErrorCode::kRepairTimeout, "repair ran past its time"},
      {ErrorCode::kStreamBroken, "the stream broke off inside the call"},
      {ErrorCode::kTooLarge, "the arguments are larger than the limit"},
      {ErrorCode::kTooDeep, "the arguments are nested deeper than the limit"},
      {ErrorCode::kTruncated, "the call was cut off"},
  }};
  for (const auto& [known, words] : kWords) {
    if (code_name(known) == code) return words;
  }
  return "the provider reports an error";
}

/// What is wrong, without what was found there.
std::string without_values(const Finding& error) {
  if (!error.keyword.empty()) {
    const std::string_view type = type_in(error.actual);
    return field_of(error) + ": expected " + error.expected +
           (type == "missing" ? ", but it is missing" : ", got " + std::string(type));
  }
  std::string words(words_of(error.code));
  if (error.position && !error.expected.empty()) {
    words += ": expected " + error.expected + " at offset " + std::to_string(error.position->offset);
  }
  return words;
}

bool is_punctuation(std::string_view text) {
  return text.find_first_not_of("{}[]():,\"'\\ \n") == std::string_view::npos;
}

/// The original with the changes made; nothing if they are not changes of this text.
std::optional<std::string> with_edits(std::string_view original, const std::vector<Finding>& findings) {
  std::string text;
  std::size_t at = 0;
  for (const Finding& edit : findings) {
    if (!is_repair(edit)) continue;
    if (!edit.position || edit.position->offset < at || edit.position->offset > original.size()) return std::nullopt;
    const std::size_t offset = edit.position->offset;
    if (original.substr(offset, edit.before.size()) != edit.before) return std::nullopt;
    text += original.substr(at, offset - at);
    text += edit.after;
    at = offset + edit.before.size();
  }
  return text.append(original.substr(at));
}

EditNote note_of(const Finding& edit) {
  EditNote note;
  note.kind = edit.code;
  if (edit.position) note.offset = edit.position->offset;
  note.removed = edit.before.size();
  note.inserted = edit.after.size();
  if (is_punctuation(edit.after)) note.punctuation = edit.after;
  return note;
}

/// Finds calls of this format. To make one takes ten times as long as to read a call with it, so they are kept: there are
/// as many as formats at the most.
const pipeline::Pipeline& reader_of(std::string_view format) {
  thread_local std::map<std::string, pipeline::Pipeline, std::less<>> readers;
  const auto found = readers.find(format);
  if (found != readers.end()) return found->second;
  pipeline::PipelineOptions options;
  options.extent = pipeline::Extent::kExtract;
  options.format = format;
  return readers.emplace(format, pipeline::Pipeline(nullptr, options)).first->second;
}

/// The names in a call that was right and found in text, and whose value was not kept: read again. None if that does not
/// work, since only the beginning was kept.
Names names_read_again(std::string_view format, std::string_view text) {
  const pipeline::ParseResult result = reader_of(format).process(text, pipeline::Input::kText);
  Names names;
  if (result.calls.size() != 1) return names;
  // Only those of the arguments themselves: without the schema a text may be taken for an object.
  for (const json::Member member : result.calls[0].arguments->value().members()) names.emplace(member.name);
  return names;
}

/// The names in a call; nothing if it was JSON that was right, or if it could not be read: then the place decides.
std::optional<Names> names_in(const ToolCall& call) {
  if (call.arguments) return member_names(call.arguments->value());
  if (call.ok() && !call.format.empty()) return names_read_again(call.format, call.raw_arguments);
  return std::nullopt;
}

/// Masks the texts of one call.
class Masker {
 public:
  /// `find_names` is asked where it matters.
  template <class FindNames>
  Masker(const Origin& origin, FindNames find_names) : origin_(origin) {
    if (origin.keep_values) return;
    names_ = find_names();
    if (names_) names_->insert(kEnvelope.begin(), kEnvelope.end());
  }

  [[nodiscard]] std::string text(std::string_view text) const {
    std::string masked = origin_.keep_values ? masked_secrets(text, origin_.secrets, Cover::kEachByte)
                                             : masked_values(text, names_ ? &*names_ : nullptr);
    if (masked.size() > kMostText) masked = base::shortened(masked, kMostText);
    return masked;
  }

  [[nodiscard]] std::string message(const Finding& error) const {
    return origin_.keep_values ? masked_secrets(error.message, origin_.secrets) : without_values(error);
  }

 private:
  const Origin& origin_;
  std::optional<Names> names_;  // that were read from the call
};

Attempt attempt_of(const Origin& origin, std::string_view rung, const ToolCall& call) {
  const Masker masker(origin, [&call] { return names_in(call); });
  Attempt attempt;
  attempt.rung = rung;
  attempt.original = masker.text(call.raw_arguments);
  for (const Finding& finding : call.findings) {
    if (is_repair(finding)) attempt.edits.push_back(note_of(finding));
    if (!is_error(finding)) continue;
    if (attempt.error_code.empty()) attempt.error_code = finding.code;
    attempt.error_message += (attempt.error_message.empty() ? "" : "; ") + masker.message(finding);
  }
  if (!attempt.edits.empty()) {
    const std::optional<std::string> repaired = with_edits(call.raw_arguments, call.findings);
    if (repaired) attempt.repaired = masker.text(*repaired);
  }
  return attempt;
}

Attempt answer_in_words(std::string_view rung) {
  Attempt attempt;
  attempt.rung = rung;
  attempt.in_words = true;
  return attempt;
}

void count_repair(std::vector<RepairCount>& repairs, const std::string& kind) {
  const auto same_kind = [&kind](const RepairCount& repair) { return repair.kind == kind; };
  const auto found = std::find_if(repairs.begin(), repairs.end(), same_kind);
  if (found == repairs.end()) {
    repairs.push_back({kind, 1});
  } else {
    ++found->count;
  }
}

void add_findings(CallEvent& event, const ToolCall& call) {
  for (const Finding& finding : call.findings) {
    if (is_repair(finding)) count_repair(event.repairs, finding.code);
    if (is_coercion(finding)) event.coercions.push_back(field_of(finding) + " " + finding.code);
    if (is_error(finding) && !finding.keyword.empty()) {
      event.validation_errors.push_back(field_of(finding) + " " + finding.keyword);
    }
  }
  if (const Finding* error = call.error()) {
    event.error_code = error->code;
    if (error->position) event.error_position = error->position->offset;
  }
}

const Origin& known(const Origin* origin) {
  static const Origin kNobody;
  return origin != nullptr ? *origin : kNobody;
}

/// What every event tells.
CallEvent begin_event(const Origin& origin, WallTime time, std::string_view correlation_id, std::string_view tool_name,
                      std::string_view tool_call_id) {
  CallEvent event;
  event.time = time;
  event.provider = origin.provider;
  event.model = origin.model;
  event.correlation_id = correlation_id;
  event.tool_name = shown_name(tool_name);
  event.tool_call_id = shown_name(tool_call_id);
  return event;
}

Outcome outcome_of(const CallStory& story) {
  if (story.withdrawn) return Outcome::kWithdrawn;
  if (!story.call.ok()) return Outcome::kFailed;
  if (story.retries > 0) return Outcome::kRetried;
  const std::vector<Finding>& findings = story.call.findings;
  return std::any_of(findings.begin(), findings.end(), is_repair) ? Outcome::kRepaired : Outcome::kSuccess;
}

/// The time to a few milliseconds, which is asked for in a fraction of the time.
WallTime coarse_now() {
  std::timespec time{};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &time);
  return WallTime(
      std::chrono::floor<std::chrono::milliseconds>(std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec)));
}

std::uint64_t tokens_of(const pipeline::ParseResult& result) { return result.usage.input + result.usage.output; }

void share_times(CallStory& story, const pipeline::StageTimes& times, std::size_t calls) {
  std::array<bool, pipeline::kStages> repaired{};
  for (const Finding& finding : story.call.findings) {
    if (is_repair(finding)) repaired.at(static_cast<std::size_t>(finding.stage)) = true;
  }
  const auto parts = static_cast<std::int64_t>(std::max<std::size_t>(calls, 1));
  for (std::size_t i = 0; i < pipeline::kStages; ++i) {
    (repaired.at(i) ? story.repair_time : story.parse_time) += times.at(i) / parts;
  }
}

}  // namespace

std::string_view outcome_name(Outcome outcome) {
  static constexpr std::array<std::string_view, kOutcomes> kNames = {"success", "repaired", "retry", "fail",
                                                                     "withdrawn"};
  return kNames.at(static_cast<std::size_t>(outcome));
}

std::size_t CallStory::weight() const {
  std::size_t bytes = sizeof(CallStory) + call.raw_arguments.size();
  for (const EarlierAttempt& attempt : earlier) bytes += attempt.call.raw_arguments.size();
  return bytes;
}

CallStory story_of(std::shared_ptr<const Origin> origin, const pipeline::ParseResult& result, ToolCall call) {
  CallStory story;
  story.time = coarse_now();
  story.origin = std::move(origin);
  story.correlation_id = result.correlation_id.view();
  story.retries = result.retries;
  story.total_tokens = tokens_of(result);
  story.call = std::move(call);
  share_times(story, result.times, result.total_count());
  return story;
}

CallEvent make_event(const CallStory& story) {
  const Origin& origin = known(story.origin.get());
  CallEvent event = begin_event(origin, story.time, story.correlation_id, story.call.name, story.call.id);
  event.outcome = outcome_of(story);
  event.coerced = std::any_of(story.call.findings.begin(), story.call.findings.end(), is_coercion);
  event.truncated = story.call.truncated;
  event.retry_count = story.retries;
  event.parse_time = story.parse_time;
  event.repair_time = story.repair_time;
  event.retry_time = story.retry_time;
  event.total_tokens = story.total_tokens;
  event.execution = story.execution;
  if (!story.withdrawn) add_findings(event, story.call);  // else there is nothing any more that they could be about
  for (const EarlierAttempt& earlier : story.earlier) {
    event.attempts.push_back(attempt_of(origin, earlier.rung, earlier.call));
  }
  event.attempts.push_back(story.withdrawn ? answer_in_words(story.rung) : attempt_of(origin, story.rung, story.call));
  for (std::size_t i = 0; i < event.attempts.size(); ++i) event.attempts[i].number = static_cast<unsigned>(i + 1);
  return event;
}

CallEvent make_event(const BriefStory& brief, const Origin* origin_or_null, WallTime heard) {
  const Origin& origin = known(origin_or_null);
  const char* at = brief.texts();
  const auto take = [&at](std::size_t size) { return std::string_view(std::exchange(at, at + size), size); };
  const std::string_view id = take(brief.id_size);
  const std::string_view name = take(brief.name_size);
  const std::string_view text = take(brief.text_size);
  const Masker masker(origin, [&brief, text]() -> std::optional<Names> {
    if (brief.format_size == 0) return std::nullopt;
    return names_read_again({brief.format, brief.format_size}, text);
  });
  CallEvent event = begin_event(origin, heard, brief.correlation_id, name, id);
  event.parse_time = brief.parse_time;
  event.total_tokens = brief.total_tokens;
  Attempt& attempt = event.attempts.emplace_back();
  attempt.rung = kFirst;
  attempt.original = masker.text(text);
  return event;
}

}  // namespace acode::observe
