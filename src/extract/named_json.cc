// Heads, arguments and closing markers.
#include "extract/named_json.h"

#include <algorithm>

#include "acode/json/repair.h"
#include "base/text.h"
#include "extract/call_keys.h"

namespace acode::extract {
namespace {

constexpr std::size_t kLongestHead = 512;

// Without the beginning of a fence: "f\n```json\n" is "f".
std::string_view without_fence(std::string_view head) { return base::trimmed(head.substr(0, head.find("```"))); }

// Whether all members are parameters, and all that are needed are there.
bool fits(json::Value arguments, const schema::Tool& tool) {
  for (const json::Member member : arguments.members()) {
    if (!has_property(&tool, member.name)) return false;
  }
  const std::optional<json::Value> required = tool.parameters.source().find("required");
  if (!required) return true;
  for (const json::Value name : required->elements()) {
    if (!arguments.find(name.as_string())) return false;
  }
  return true;
}

}  // namespace

Look NamedJsonReader::look(std::string_view text, bool final) {
  if (begin_ == 0) {
    const Look::State state = read_head(text, final);
    if (state == Look::State::kMore) return Look::more();
    if (state == Look::State::kNot) return unknown_.empty() ? Look::no() : Look::no_tool(unknown_);
  }
  if (end_ == 0) {
    const JsonBody::State state = body_->look(text, begin_, final);
    if (state == JsonBody::State::kMore) return Look::more();
    end_ = body_->end();
    cut_ = state == JsonBody::State::kCut;
  }
  return finish(text, final);
}

Within NamedJsonReader::within() const {
  return body_ && end_ == 0 && body_->in_string() ? Within::kString : Within::kNothing;
}

std::optional<PartialTextCall> NamedJsonReader::partial(std::string_view text) {
  if (!body_ || end_ != 0 || head_.name.empty()) return std::nullopt;
  const std::optional<json::Value> value = body_->partial(text, begin_);
  return value ? std::optional(PartialTextCall{head_.name, *value}) : std::nullopt;
}

Match NamedJsonReader::end_at(std::string_view text, std::size_t at, bool final) const {
  if (text[at] != '<' && text[at] != '[') return {};
  for (const Markers markers : {grammar_.closers, grammar_.openers, Markers(&opener_, 1)}) {
    const Match match = match_any(text, at, markers, final);
    if (match.state != Match::State::kNo) return match;
  }
  return {};
}

// Up to the brace of the arguments, or the closing marker of a call that has none.
Look::State NamedJsonReader::read_head(std::string_view text, bool final) {
  for (; at_ < text.size(); ++at_) {
    if (at_ - head_begin_ > kLongestHead) return Look::State::kNot;
    if (text[at_] == '{') {
      body_.emplace(grammar_.closers, Markers(&opener_, 1));
      return end_head(text, at_, true);
    }
    const Match end = end_at(text, at_, final);
    if (end.part()) return Look::State::kMore;
    if (!end.yes()) continue;
    if (!grammar_.may_lack_arguments || !match_any(text, at_, grammar_.closers, true).yes()) return Look::State::kNot;
    end_ = at_;
    return end_head(text, at_, true);
  }
  if (!final) return Look::State::kMore;
  const std::string_view head = base::trimmed(text.substr(head_begin_));
  const auto ends_it = [head](std::string_view separator) { return head.ends_with(separator); };
  if (std::none_of(grammar_.separators.begin(), grammar_.separators.end(), ends_it)) return Look::State::kNot;
  end_ = text.size();
  return end_head(text, text.size(), false);
}

Look::State NamedJsonReader::end_head(std::string_view text, std::size_t end, bool complete) {
  std::optional<CallHead> head = grammar_.head(without_fence(text.substr(head_begin_, end - head_begin_)), tools_);
  if (!head) return Look::State::kNot;
  if (grammar_.only_meant && !head->name.empty() && !tools_.may_be_meant(head->name)) {
    unknown_ = std::move(head->name);
    return Look::State::kNot;
  }
  head_ = std::move(*head);
  begin_ = end;
  cut_ = !complete;
  return Look::State::kDone;
}

// The closing marker is taken, with brackets too many and the end of a fence before it.
Look NamedJsonReader::finish(std::string_view text, bool final) {
  std::size_t end = end_;
  while (end < text.size() && (text[end] == '}' || text[end] == ')')) ++end;
  std::size_t next = skip_white(text, end);
  const Match fence = match_one(text, next, "```", final);
  if (fence.part()) return Look::more();
  if (fence.yes()) end = next + fence.length;
  next = skip_white(text, end);
  if (next == text.size() && !final) return Look::more();
  const Match closer = match_any(text, next, grammar_.closers, final);
  if (closer.part()) return Look::more();
  if (closer.yes()) end = next + closer.length;
  const bool sure = !grammar_.is_bare || closer.yes() || stands_alone(text);
  return sure ? call(text, end) : Look::no(end);
}

// The arguments fit the tool, and the line ends behind them.
bool NamedJsonReader::stands_alone(std::string_view text) const {
  std::size_t next = end_;
  while (next < text.size() && text[next] != '\n' && is_white(text[next])) ++next;
  if (next < text.size() && text[next] != '\n') return false;
  const schema::Tool* const tool = tools_.find(head_.name);
  const json::Repair repair = json::repair(text.substr(begin_, end_ - begin_));
  return !cut_ && tool != nullptr && repair.ok() && repair.value().size() > 0 && fits(repair.value(), *tool);
}

Look NamedJsonReader::call(std::string_view text, std::size_t end) {
  const std::string_view arguments = base::trimmed(text.substr(begin_, end_ - begin_));
  TextCall call;
  call.name = std::move(head_.name);
  if (call.name.empty()) {
    const schema::Tool* const tool = tool_for_arguments(arguments, tools_);
    if (tool == nullptr) return Look::no(end);
    call.name = tool->name;
    call.warnings.emplace_back("the call had no name: it is the tool that its arguments fit");
  }
  call.id = std::move(head_.id);
  call.arguments = arguments.empty() ? "{}" : std::string(arguments);
  call.offset = head_begin_;
  call.length = end_ - head_begin_;
  call.complete = !cut_;
  return Look::done(end, {std::move(call)});
}

const schema::Tool* tool_for_arguments(std::string_view arguments, const Tools& tools) {
  const json::Repair repair = json::repair(arguments);
  if (!tools.given() || !repair.ok() || !repair.value().is_object() || repair.value().size() == 0) return nullptr;
  const schema::Tool* found = nullptr;
  for (const schema::Tool& tool : tools.all()->tools()) {
    if (!fits(repair.value(), tool)) continue;
    if (found != nullptr) return nullptr;
    found = &tool;
  }
  return found;
}

}  // namespace acode::extract
