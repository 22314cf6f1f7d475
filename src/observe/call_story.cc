// From stories to events: what is left out on the way is the point of it.
#include "observe/call_story.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>
#include <numeric>
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

/// The names in a call that was right and found in text, and whose value was not kept: read again. None if that does not
/// work, since only the beginning was kept.
Names names_read_again(const ToolCall& call) {
  pipeline::PipelineOptions options;
  options.extent = pipeline::Extent::kExtract;
  options.format = call.format;
  const pipeline::ParseResult result =
      pipeline::Pipeline(nullptr, options).process(call.raw_arguments, pipeline::Input::kText);
  Names names;
  if (result.calls.size() != 1) return names;
  // Only those of the arguments themselves: without the schema a text may be taken for an object.
  for (const json::Member member : result.calls[0].arguments->value().members()) names.emplace(member.name);
  return names;
}

/// Masks the texts of one call.
class Masker {
 public:
  Masker(const Origin& origin, const ToolCall& call) : origin_(origin) {
    if (origin.keep_values) return;
    if (call.arguments) {
      names_ = member_names(call.arguments->value());
    } else if (call.ok() && !call.format.empty()) {
      names_ = names_read_again(call);
    } else {
      return;  // JSON that was right, or nothing that could be read: the place decides
    }
    names_->insert(kEnvelope.begin(), kEnvelope.end());
  }

  [[nodiscard]] std::string text(std::string_view text) const {
    std::string masked = origin_.keep_values ? masked_secrets(text, origin_.secrets, Cover::kEachByte)
                                             : masked_values(text, names_ ? &*names_ : nullptr);
    return base::shortened(masked, kMostText);
  }

  [[nodiscard]] std::string message(const Finding& error) const {
    return origin_.keep_values ? masked_secrets(error.message, origin_.secrets) : without_values(error);
  }

 private:
  const Origin& origin_;
  std::optional<Names> names_;  // that were read from the call
};

Attempt attempt_of(const Origin& origin, std::string_view rung, const ToolCall& call) {
  const Masker masker(origin, call);
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

bool is_brief(const pipeline::ParseResult& result, const ToolCall& call) {
  return call.findings.empty() && call.ok() && !call.truncated && result.retries == 0 &&
         call.id.size() + call.name.size() <= BriefStory::kMostWords;
}

void tell_briefly(BriefStory& brief, const std::shared_ptr<const Origin>& origin, const pipeline::ParseResult& result,
                  const ToolCall& call) {
  if (brief.origin != origin) brief.origin = origin;
  brief.correlation_id = result.correlation_id;
  brief.id_size = static_cast<std::uint8_t>(call.id.size());
  brief.name_size = static_cast<std::uint8_t>(call.name.size());
  const std::string_view text = std::string_view(call.raw_arguments).substr(0, BriefStory::kMostText);
  brief.text_size = static_cast<std::uint16_t>(text.size());
  char* end = brief.texts.data();
  for (const std::string_view part : {std::string_view(call.id), std::string_view(call.name), text}) {
    std::memcpy(end, part.data(), part.size());
    end += part.size();
  }
  brief.format = call.format;
  brief.time_of_all = std::accumulate(result.times.begin(), result.times.end(), nanoseconds(0));
  brief.calls = static_cast<std::uint32_t>(result.total_count());
  brief.total_tokens = tokens_of(result);
}

CallStory whole_story(const BriefStory& brief, WallTime heard) {
  const char* at = brief.texts.data();
  const auto take = [&at](std::size_t size) {
    const char* const begin = std::exchange(at, at + size);
    return std::string(begin, size);
  };
  CallStory story;
  story.time = heard;
  story.origin = brief.origin;
  story.correlation_id = brief.correlation_id.view();
  story.call.id = take(brief.id_size);
  story.call.name = take(brief.name_size);
  story.call.raw_arguments = take(brief.text_size);
  story.call.format = brief.format;
  story.total_tokens = brief.total_tokens;
  story.parse_time = brief.time_of_all / std::max<std::int64_t>(brief.calls, 1);
  return story;
}

CallEvent make_event(const CallStory& story) {
  static const Origin kNobody;
  const Origin& origin = story.origin ? *story.origin : kNobody;
  CallEvent event;
  event.time = story.time;
  event.provider = origin.provider;
  event.model = origin.model;
  event.correlation_id = story.correlation_id;
  event.tool_name = shown_name(story.call.name);
  event.tool_call_id = shown_name(story.call.id);
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

}  // namespace acode::observe
