// Reading JSON between markers.
#include "extract/tagged_json.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "extract/json_calls.h"

namespace acode::extract {
namespace {

constexpr std::string_view kNoCall = "directly_answer";  // how Command R says that it calls nothing
constexpr std::size_t kLongestFence = 64;                // "```json" and the end of its line

bool is_separator(char c) { return c == ',' || c == ';'; }

}  // namespace

Look TaggedJsonReader::look(std::string_view text, bool final) {
  for (;;) {
    if (begin_ == 0) {
      const Look::State state = begin_value(text, final);
      if (state != Look::State::kDone) return state == Look::State::kNot ? Look::no() : Look::more();
    }
    if (body_) {
      const Look::State state = read_value(text, final);
      if (state == Look::State::kMore) return Look::more();
      if (state == Look::State::kNot) {
        return calls_.empty() && !plain_ ? Look::no(examined_) : finish(text, final);
      }
    }
    const Look::State next = next_value(text, final);
    if (next == Look::State::kMore) return Look::more();
    if (next == Look::State::kNot) return finish(text, final);
  }
}

Within TaggedJsonReader::within() const { return body_ && body_->in_string() ? Within::kString : Within::kNothing; }

std::optional<PartialTextCall> TaggedJsonReader::partial(std::string_view text) {
  const std::optional<json::Value> value = body_ ? body_->partial(text, begin_) : std::nullopt;
  return value ? partial_call_in(*value) : std::nullopt;
}

// The first value, behind white space and perhaps a fence.
Look::State TaggedJsonReader::begin_value(std::string_view text, bool final) {
  std::size_t at = skip_white(text, opener_.size());
  const Match fence = match_one(text, at, "```", final);
  if (fence.part()) return Look::State::kMore;
  if (fence.yes()) {
    const std::size_t line = text.substr(at, kLongestFence).find('\n');
    const bool may_come = text.size() < at + kLongestFence && !final;
    if (line == std::string_view::npos) return may_come ? Look::State::kMore : Look::State::kNot;
    at = skip_white(text, at + line);
  }
  if (at == text.size()) return final ? Look::State::kNot : Look::State::kMore;
  if (text[at] != '{' && text[at] != '[') return Look::State::kNot;
  begin_ = at;
  body_.emplace(closers_, Markers(&opener_, 1));
  return Look::State::kDone;
}

Look::State TaggedJsonReader::read_value(std::string_view text, bool final) {
  const JsonBody::State state = body_->look(text, begin_, final);
  if (state == JsonBody::State::kMore) return Look::State::kMore;
  examined_ = body_->end();
  const bool taken = take_value(text, *body_, state != JsonBody::State::kCut);
  body_.reset();
  return taken ? Look::State::kDone : Look::State::kNot;
}

// The calls in the value at hand; false if it holds none.
bool TaggedJsonReader::take_value(std::string_view text, JsonBody& body, bool closed) {
  return take_plain(body) || take_calls(text, body, closed);
}

// Most often there is one call, and it is plain.
bool TaggedJsonReader::take_plain(JsonBody& body) {
  if (plain_ || !calls_.empty() || body.value() == nullptr) return false;
  const std::optional<PlainShape> shape = plain_shape_of(body.value()->root(), tools_);
  if (!shape) return false;
  plain_.emplace(
      PlainCall{shape->tool, {shape->arguments, body.value()->take_owner()}, {}, begin_, body.end() - begin_});
  end_ = body.end();
  return true;
}

bool TaggedJsonReader::take_calls(std::string_view text, JsonBody& body, bool closed) {
  if (plain_) calls_.push_back(spelled_out(std::move(*std::exchange(plain_, std::nullopt))));
  const std::size_t before = calls_.size();
  if (body.value() != nullptr) {
    if (!add_json_calls(body.value()->document(), begin_, body.end(), tools_, Around::kMarker, calls_)) return false;
    end_ = body.end();
  } else if (!take_broken(text, body, closed)) {
    return false;
  }
  const auto is_none = [this](const TextCall& call) { return call.name == kNoCall && tools_.find(kNoCall) == nullptr; };
  calls_.erase(std::remove_if(calls_.begin() + static_cast<std::ptrdiff_t>(before), calls_.end(), is_none),
               calls_.end());
  return true;
}

// The same for one that has to be repaired, or read another way.
bool TaggedJsonReader::take_broken(std::string_view text, const JsonBody& body, bool closed) {
  std::optional<JsonCalls> read = read_json_calls(text, begin_, body.end(), tools_, Around::kMarker, body.is_wrong());
  if (!read) return false;
  if (closed) read->calls.back().complete = true;  // where it is not, the repair knows whether it was cut off (RP-8)
  end_ = read->end;
  std::move(read->calls.begin(), read->calls.end(), std::back_inserter(calls_));
  return true;
}

// Several values between one pair of markers, perhaps with a comma or a semicolon between them. kNot if none follows.
Look::State TaggedJsonReader::next_value(std::string_view text, bool final) {
  std::size_t next = skip_white(text, end_);
  if (next < text.size() && is_separator(text[next])) next = skip_white(text, next + 1);
  if (next == text.size()) return final ? Look::State::kNot : Look::State::kMore;
  if (text[next] != '{') return Look::State::kNot;
  begin_ = next;
  body_.emplace(closers_, Markers(&opener_, 1));
  return Look::State::kDone;
}

// With the closing marker, if that follows; brackets too many, and the end of a fence, may stand before it.
Look TaggedJsonReader::finish(std::string_view text, bool final) {
  std::size_t end = end_;
  while (end < text.size() && (text[end] == '}' || text[end] == ']')) ++end;
  std::size_t next = skip_white(text, end);
  while (next < text.size() && (text[next] == '}' || text[next] == ']')) next = skip_white(text, next + 1);
  const Match fence = match_one(text, next, "```", final);
  if (fence.part()) return Look::more();
  if (fence.yes()) end = next + fence.length;
  if (fence.yes()) next = skip_white(text, end);
  const Match closer = match_any(text, next, closers_, final);
  if (closer.part()) return Look::more();
  return done(closer.yes() ? next + closer.length : end);
}

// Put together where the caller wants it: to fill it with zeros first and move it takes longer than all the rest of finish().
Look TaggedJsonReader::done(std::size_t length) {
  Look look;
  look.state = Look::State::kDone;
  look.length = length;
  look.calls = std::move(calls_);
  if (plain_) look.plain = {&*plain_, 1};
  return look;
}

}  // namespace acode::extract
