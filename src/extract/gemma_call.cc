// Where such a call ends.
#include "extract/gemma_call.h"

#include <string>
#include <vector>

#include "acode/json/reader.h"
#include "acode/limits.h"
#include "base/text.h"
#include "extract/gemma_value.h"
#include "extract/tokens.h"

namespace acode::extract {
namespace {

constexpr std::string_view kCall = "call:";
constexpr std::size_t kLongestName = 256;
constexpr std::size_t kPatience = 16384;  // how far to look for a closing marker behind what may be the end

bool is_object(std::string_view text) {
  const Result<json::Document> document = json::parse(text, {kMaxTextBytes, 64});
  return document.ok() && document->root().is_object();
}

}  // namespace

Look GemmaCallReader::look(std::string_view text, bool final) {
  if (stage_ == Stage::kName) {
    const Look::State state = read_name(text, final);
    if (state == Look::State::kMore) return Look::more();
    if (state == Look::State::kNot) return unknown_.empty() ? Look::no() : Look::no_tool(unknown_);
  }
  if (stage_ == Stage::kJson) return json_->look(text, final);
  if (stage_ == Stage::kBody && !read_body(text, final)) return Look::more();
  if (stage_ == Stage::kBehind && !read_behind(text, final)) return Look::more();
  return finish(text, final);
}

Match GemmaCallReader::marker_at(std::string_view text, std::size_t at, bool final) const {
  if (text[at] != '<') return {};
  for (const Markers markers : {grammar_.closers, grammar_.openers, Markers(end_tokens())}) {
    const Match match = match_any(text, at, markers, final);
    if (match.state != Match::State::kNo) return match;
  }
  return {};
}

// `call:` may be missing. A closing marker right behind the opening one: nothing is called.
Look::State GemmaCallReader::read_name(std::string_view text, bool final) {
  std::size_t at = skip_white(text, begin_);
  for (Match token; (token = match_any(text, at, end_tokens(), final)).yes();
       at = skip_white(text, at + token.length)) {
  }
  if (at == text.size()) return final ? Look::State::kNot : Look::State::kMore;
  const Match closer = match_any(text, at, grammar_.closers, final);
  if (closer.part() || match_any(text, at, end_tokens(), final).part()) return Look::State::kMore;
  if (closer.yes()) {
    name_end_ = body_ = at_ = end_ = at;
    stage_ = Stage::kEnd;
    return Look::State::kDone;
  }
  if (text[at] == '{' || text[at] == '[') {
    json_.emplace(tools_, opener_, grammar_.closers);
    stage_ = Stage::kJson;
    return Look::State::kDone;
  }
  if (match_one(text, at, kCall, final).part()) return Look::State::kMore;
  if (text.substr(at).starts_with(kCall)) at += kCall.size();
  const std::size_t brace = text.substr(0, at + kLongestName).find('{', at);
  const bool may_come = !final && text.size() < at + kLongestName;
  if (brace == std::string_view::npos) return may_come ? Look::State::kMore : Look::State::kNot;
  const std::string_view name = base::trimmed(text.substr(at, brace - at));
  if (!Tools(nullptr).may_be(name) || (bare_ && tools_.find(name) == nullptr)) return Look::State::kNot;
  if (!tools_.may_be_meant(name)) {
    unknown_ = name;
    return Look::State::kNot;
  }
  begin_ = at;
  name_end_ = at + name.size();
  body_ = at_ = brace;
  stage_ = Stage::kBody;
  return Look::State::kDone;
}

// Up to the bracket that closes the arguments, or a marker that ends them. False if more must come.
bool GemmaCallReader::read_body(std::string_view text, bool final) {
  while (at_ < text.size()) {
    if (marker_ != kNone && at_ - marker_ > kPatience) break;
    const Match quote = match_one(text, at_, grammar_.quote, final);
    const Match marker = marker_at(text, at_, final);
    if (quote.part() || marker.part()) return false;
    if (quote.yes()) {
      in_quotes_ = !in_quotes_;
      at_ += quote.length;
      continue;
    }
    if (marker.yes() && match_one(text, at_ + marker.length, kCall, final).part()) return false;
    if (marker.yes() && take_marker(text, marker.length)) return true;
    const char c = text[at_++];
    if (in_quotes_) continue;
    if (c == '{' || c == '[') ++depth_;
    if ((c == '}' || c == ']') && --depth_ == 0) {
      closed_ = at_;
      stage_ = Stage::kBehind;
      return true;
    }
  }
  if (at_ >= text.size() && !final) return false;
  end_at(marker_ != kNone ? marker_ : text.size(), marker_ == kNone);
  return true;
}

// A marker outside a string ends the arguments. Inside one it may be text, unless another call follows.
bool GemmaCallReader::take_marker(std::string_view text, std::size_t length) {
  if (marker_ == kNone) marker_ = at_;
  if (in_quotes_ && !text.substr(at_ + length).starts_with(kCall)) return false;
  end_at(in_quotes_ ? marker_ : at_);
  return true;
}

// The brackets have closed. If text follows, they may belong to a text without quotes, and a closing marker tells.
bool GemmaCallReader::read_behind(std::string_view text, bool final) {
  for (; at_ < text.size(); ++at_) {
    const Match marker = marker_at(text, at_, final);
    if (marker.part()) return false;
    if (bare_ || at_ - closed_ > kPatience) break;
    if (!marker.yes()) continue;
    const bool closes = match_any(text, at_, grammar_.closers, true).yes();
    end_at(closes && !base::trimmed(text.substr(closed_, at_ - closed_)).empty() ? at_ : closed_);
    return true;
  }
  if (at_ >= text.size() && !final) return false;
  end_at(closed_);
  return true;
}

void GemmaCallReader::end_at(std::size_t end, bool cut) {
  end_ = end;
  cut_ = cut;
  stage_ = Stage::kEnd;
}

Look GemmaCallReader::finish(std::string_view text, bool final) {
  const std::size_t next = skip_white(text, end_);
  if (next == text.size() && !final) return Look::more();
  const Match closer = match_any(text, next, grammar_.closers, final);
  if (closer.part()) return Look::more();
  const std::size_t end = closer.yes() ? next + closer.length : end_;
  if (name_end_ == body_ && body_ == end_) return Look::done(end, {});
  TextCall call;
  call.name = text.substr(begin_, name_end_ - begin_);
  const std::string_view body = base::trimmed(text.substr(body_, end_ - body_));
  call.arguments =
      is_object(body) ? std::string(body) : gemma_object(body, grammar_.quote, tools_.find(call.name), call.warnings);
  call.offset = begin_;
  call.length = end_ - begin_;
  call.complete = !cut_;
  return Look::done(end, {std::move(call)});
}

}  // namespace acode::extract
