// Headers, and the bodies of calls.
#include "extract/harmony.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "extract/marker_match.h"
#include "extract/raw_code.h"

namespace acode::extract {
namespace {

constexpr std::string_view kMessage = "<|message|>";
constexpr std::string_view kRecipient = "to=";
constexpr std::array<std::string_view, 2> kClosers = {"<|call|>", "<|end|>"};
constexpr std::array<std::string_view, 4> kOthers = {"<|start|>", "<|channel|>", "<|return|>", "<|endoftext|>"};
constexpr std::array<std::string_view, 4> kEnds = {"<|call|>", "<|end|>", "<|return|>", "<|start|>"};
constexpr std::array<std::string_view, 3> kChannels = {"analysis", "commentary", "final"};
constexpr std::size_t kLongestHeader = 512;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

std::string_view name_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_name_character(text[end])) ++end;
  return text.substr(at, end - at);
}

// Recipients that are no tools.
bool is_person(std::string_view name) {
  return name.empty() || name == "assistant" || name == "user" || name == "all" || name == "self" || name == "system" ||
         name == "functions";
}

}  // namespace

HarmonyReader::HarmonyReader(const Tools& tools, std::string_view opener, bool plain)
    : tools_(tools), opener_(opener), plain_(plain), at_(opener.size()), json_(kClosers, kOthers) {}

Look HarmonyReader::look(std::string_view text, bool final) {
  if (stage_ == Stage::kHeader) {
    const Look::State state = read_header(text, final);
    if (state != Look::State::kDone) return state == Look::State::kMore ? Look::more() : Look::no();
    if (!is_call()) return say_channel();
    stage_ = Stage::kBegin;
  }
  if (stage_ == Stage::kBegin) {
    const Look::State state = begin_body(text, final);
    if (state != Look::State::kDone) return state == Look::State::kMore ? Look::more() : Look::no();
  }
  return stage_ == Stage::kJson ? read_json(text, final) : read_text(text, final);
}

// Up to `<|message|>`; or to the brace of arguments that came without it; or to where another message begins.
Look::State HarmonyReader::read_header(std::string_view text, bool final) {
  for (; at_ < text.size() && at_ < kLongestHeader; ++at_) {
    if (text[at_] == '{' && text.substr(0, at_).find(kRecipient) != std::string_view::npos) {
      return end_header(text, at_, at_);
    }
    if (text[at_] != '<') continue;
    const Match message = match_one(text, at_, kMessage, final);
    const Match end = match_any(text, at_, kEnds, final);
    if (message.part() || end.part()) return Look::State::kMore;
    if (message.yes()) return end_header(text, at_, at_ + message.length);
    if (end.yes()) return end_header(text, at_, at_);
  }
  if (at_ >= kLongestHeader || final) return end_header(text, std::min(at_, text.size()), 0);
  return Look::State::kMore;
}

// `body`: where it begins; 0 if the header has no end, and is over with the name of its channel.
Look::State HarmonyReader::end_header(std::string_view text, std::size_t end, std::size_t body) {
  const std::string_view header = text.substr(0, end);
  std::size_t channel_end = 0;
  for (const std::string_view channel : kChannels) {
    const std::size_t found = header.rfind(channel);
    if (found == std::string_view::npos || found + channel.size() <= channel_end) continue;
    channel_ = channel;
    channel_end = found + channel.size();
  }
  std::size_t recipient = header.find(kRecipient);
  while (recipient != std::string_view::npos && is_person(name_)) {
    name_ = name_at(header, recipient + kRecipient.size());
    recipient = header.find(kRecipient, recipient + 1);
  }
  if (is_person(name_)) {
    if (name_ == "self") channel_ = kChannels[0];
    name_.clear();
  }
  constexpr std::string_view kFunctions = "functions.";
  for (function_ = name_.starts_with(kFunctions); name_.starts_with(kFunctions);) name_.erase(0, kFunctions.size());
  if (body == 0 && (channel_end == 0 || plain_ || !name_.empty())) return Look::State::kNot;
  body_ = body == 0 ? channel_end : body;
  return Look::State::kDone;
}

bool HarmonyReader::is_call() const { return !name_.empty(); }

Look HarmonyReader::say_channel() const {
  if (plain_) return Look::no();
  return Look::header(body_, channel_ == "analysis" ? Look::Then::kReasoning : Look::Then::kContent);
}

// JSON, perhaps in a fence; else code or text. Tags are another format's.
Look::State HarmonyReader::begin_body(std::string_view text, bool final) {
  std::size_t at = skip_white(text, body_);
  if (at == text.size() && !final) return Look::State::kMore;
  if (match_one(text, at, "```json", final).part()) return Look::State::kMore;
  if (text.substr(at).starts_with("```json")) at = skip_white(text, at + 7);
  if (at == text.size() && !final) return Look::State::kMore;
  if (at < text.size() && text[at] == '<') {
    const Match end = match_any(text, at, kEnds, final);
    if (end.part()) return Look::State::kMore;
    if (!end.yes()) return Look::State::kNot;
  }
  body_ = at_ = at;
  stage_ = at < text.size() && text[at] == '{' ? Stage::kJson : Stage::kText;
  return Look::State::kDone;
}

Within HarmonyReader::within() const {
  return stage_ == Stage::kJson && json_.in_string() ? Within::kString : Within::kNothing;
}

std::optional<PartialTextCall> HarmonyReader::partial(std::string_view text) {
  if (stage_ != Stage::kJson || name_.empty()) return std::nullopt;
  const std::optional<json::Value> value = json_.partial(text, body_);
  return value ? std::optional(PartialTextCall{name_, *value}) : std::nullopt;
}

Look HarmonyReader::read_json(std::string_view text, bool final) {
  const JsonBody::State state = json_.look(text, body_, final);
  if (state == JsonBody::State::kMore) return Look::more();
  body_end_ = json_.end();
  cut_ = state == JsonBody::State::kCut;
  return finish(text, body_end_, final);
}

// To the end of the message.
Look HarmonyReader::read_text(std::string_view text, bool final) {
  for (; at_ < text.size(); ++at_) {
    const Match end = match_any(text, at_, kEnds, final);
    if (end.part()) return Look::more();
    if (end.yes()) break;
  }
  if (at_ == text.size() && !final) return Look::more();
  if (plain_) return Look::no(at_);
  body_end_ = at_;
  return finish(text, at_, final);
}

// The token that ends the message belongs to it.
Look HarmonyReader::finish(std::string_view text, std::size_t end, bool final) {
  std::size_t next = skip_white(text, end);
  while (next < text.size() && text[next] == '}') next = skip_white(text, next + 1);
  if (match_one(text, next, "```", final).part()) return Look::more();
  if (text.substr(next).starts_with("```")) next = skip_white(text, next + 3);
  if (next == text.size() && !final) return Look::more();
  const Match closer = match_any(text, next, kClosers, final);
  if (closer.part()) return Look::more();
  if (closer.yes()) end = next + closer.length;
  const std::string_view body = base::trimmed(text.substr(body_, body_end_ - body_));
  if (stage_ == Stage::kJson || function_) return done(body.empty() ? "{}" : std::string(body), end);
  const schema::Tool* const tool = tools_.find(name_);
  if (tools_.given()) return done(raw_arguments(body, tool), end);
  // Code for a builtin tool of whoever runs the model.
  return {Look::State::kDone, end, {}, Look::Then::kContent};
}

Look HarmonyReader::done(std::string arguments, std::size_t end) const {
  TextCall call;
  call.name = name_;
  call.arguments = std::move(arguments);
  call.offset = body_;
  call.length = body_end_ - body_;
  call.complete = !cut_;
  return {Look::State::kDone, end, {std::move(call)}, Look::Then::kContent};
}

}  // namespace acode::extract
