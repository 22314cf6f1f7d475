// Brackets and markers, and which of the two to believe.
#include "extract/json_body.h"

#include "acode/json/reader.h"
#include "acode/limits.h"
#include "extract/tokens.h"

namespace acode::extract {
namespace {

// How far to look for the end of a value that has a marker in it, or that closes where it should not.
constexpr std::size_t kPatience = 16384;

bool is_json(std::string_view text) { return json::Reader({kMaxTextBytes, 1000}).read(text); }

// Whether a call begins behind an opener: a brace, and a quote that no string could hold as it is.
Match call_begins(std::string_view text, std::size_t at, bool final) {
  constexpr std::size_t kFar = 256;
  const std::string_view ahead = text.substr(at, kFar);
  const std::size_t brace = ahead.find('{');
  const std::size_t quote = brace == std::string_view::npos ? brace : ahead.find_first_of("\"'", brace);
  if (quote != std::string_view::npos) return {ahead[quote - 1] == '\\' ? Match::State::kNo : Match::State::kYes, 0};
  return {final || ahead.size() == kFar ? Match::State::kNo : Match::State::kPart, 0};
}

// What is left of a string that closed too early.
bool looks_like_rest(std::string_view text) { return text.find_first_of("\"}]") != std::string_view::npos; }

}  // namespace

Match JsonBody::marker_at(std::string_view text, std::size_t at, bool final) const {
  for (const Markers markers : {closers_, openers_, Markers(end_tokens())}) {
    const Match match = match_any(text, at, markers, final);
    if (match.state != Match::State::kNo) return match;
  }
  return {};
}

JsonBody::State JsonBody::ended(State state, std::size_t end) {
  end_ = end;
  ended_ = state;
  return state;
}

JsonBody::State JsonBody::look(std::string_view text, std::size_t begin, bool final) {
  if (ended_) return *ended_;
  switch (strict_.look(text.substr(begin), final)) {
    case StrictJson::State::kMore:
      return State::kMore;
    case StrictJson::State::kValue:
      return ended(State::kClosed, begin + strict_.length());
    case StrictJson::State::kBroken:
      break;
  }
  return look_carefully(text, begin, final);
}

JsonBody::State JsonBody::look_carefully(std::string_view text, std::size_t begin, bool final) {
  if (at_ == 0) at_ = begin;
  if (closed_ == kNone && !read_value(text, final)) return State::kMore;
  if (closed_ == kNone) return marker_ == kNone ? ended(State::kCut, text.size()) : ended(State::kMarked, marker_);
  if (!doubted_) {
    if (!strict_.is_wrong() && is_json(text.substr(begin, closed_ - begin))) return ended(State::kClosed, closed_);
    if (marker_ != kNone) return ended(State::kMarked, marker_);
    doubted_ = true;
  }
  if (!read_behind(text, final)) return State::kMore;
  const bool rest = marker_ != kNone && looks_like_rest(text.substr(closed_, marker_ - closed_));
  return rest ? ended(State::kMarked, marker_) : ended(State::kClosed, closed_);
}

// Up to the bracket that closes the value, or the marker that ends it. False if more must come.
bool JsonBody::read_value(std::string_view text, bool final) {
  for (; at_ < text.size(); ++at_) {
    if (marker_ != kNone && at_ - marker_ > kPatience) return true;
    const bool may_be = text[at_] == '<' || text[at_] == '[';
    const Match match = may_be ? marker_at(text, at_, final) : Match();
    if (match.part()) return false;
    if (match.yes()) {
      const bool opens = match_any(text, at_, openers_, true).yes();
      const Match call = opens ? call_begins(text, at_ + match.length, final) : Match();
      if (call.part()) return false;
      if (marker_ == kNone || (!span_.in_string() && !call.yes())) marker_ = at_;
      if (!span_.in_string() || call.yes()) return true;
    }
    if (!span_.take(text[at_])) continue;
    closed_ = ++at_;
    return true;
  }
  return final;
}

// The brackets have closed, but what they close is not JSON. The next closing marker may be the end.
bool JsonBody::read_behind(std::string_view text, bool final) {
  if (closers_.empty()) return true;
  for (; at_ < text.size(); ++at_) {
    if (at_ - closed_ > kPatience) return true;
    const bool may_be = text[at_] == '<' || text[at_] == '[';
    const Match match = may_be ? marker_at(text, at_, final) : Match();
    if (match.part()) return false;
    if (!match.yes()) continue;
    if (match_any(text, at_, closers_, true).yes()) marker_ = at_;
    return true;
  }
  return final;
}

}  // namespace acode::extract
