// Reading JSON in prose.
#include "extract/bare_json.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "extract/call_shapes.h"

namespace acode::extract {
namespace {

using base::kWhite;

}  // namespace

Look BareJsonReader::look(std::string_view text, bool final) {
  for (;;) {
    if (!between_) {
      const Look::State state = read_value(text, final);
      if (state == Look::State::kMore) return Look::more();
      if (state == Look::State::kNot) return ended();
      between_ = true;
    }
    if (!closed_ && !skip_closers(text, final)) return Look::more();
    // Another one, with a separator before it or none.
    std::size_t next = text.find_first_not_of(kWhite, end_);
    if (next != std::string_view::npos && (text[next] == ';' || text[next] == ',')) {
      next = text.find_first_not_of(kWhite, next + 1);
    }
    if (next == std::string_view::npos) {
      if (!final) return Look::more();
      return ended();
    }
    if (text[next] != '{') return ended();
    begin_value(next);
  }
}

Within BareJsonReader::within() const { return strict_->in_string() ? Within::kString : Within::kNothing; }

std::optional<PartialTextCall> BareJsonReader::partial(std::string_view text) {
  const std::optional<json::Value> value = strict_->partial(text.substr(begin_));
  return value ? partial_call_in(*value) : std::nullopt;
}

void BareJsonReader::begin_value(std::size_t begin) {
  begin_ = begin;
  between_ = false;
  closed_ = false;
  begins_like_call_ = false;
  strict_.emplace();
  span_ = JsonSpan();
}

Look BareJsonReader::ended() {
  if (calls_.empty() && !plain_) return Look::no(examined_);
  Look look = Look::done(end_, std::move(calls_));
  if (plain_) look.plain = {&*plain_, 1};
  return look;
}

// The next value; kDone if it was taken.
Look::State BareJsonReader::read_value(std::string_view text, bool final) {
  if (!begins_like_call_ && !may_begin_call(text.substr(begin_), tools_)) return Look::State::kNot;
  switch (strict_->look(text.substr(begin_), final)) {
    case StrictJson::State::kMore:
      return Look::State::kMore;
    case StrictJson::State::kValue:
      examined_ = begin_ + strict_->length();
      return take_plain() || take_valid() ? Look::State::kDone : Look::State::kNot;
    case StrictJson::State::kBroken:
      break;
  }
  return read_broken_value(text, final);
}

// Only its brackets tell where it ends.
Look::State BareJsonReader::read_broken_value(std::string_view text, bool final) {
  const std::size_t length = span_.look(text.substr(begin_));
  if (length == JsonSpan::kOpen && !final) return Look::State::kMore;
  const std::size_t end = length == JsonSpan::kOpen ? text.size() : begin_ + length;
  examined_ = end;
  std::optional<JsonCalls> read = read_json_calls(text, begin_, end, tools_, Around::kNothing, strict_->is_wrong());
  if (!read) return Look::State::kNot;
  spell_out();
  end_ = read->end;
  if (calls_.empty()) {
    calls_ = std::move(read->calls);
  } else {
    std::move(read->calls.begin(), read->calls.end(), std::back_inserter(calls_));
  }
  return Look::State::kDone;
}

// Most often there is one call, and it is plain.
bool BareJsonReader::take_plain() {
  if (plain_ || !calls_.empty()) return false;
  const std::optional<PlainShape> shape = plain_shape_of(strict_->root(), tools_);
  if (!shape) return false;
  plain_.emplace(PlainCall{shape->tool, {shape->arguments, strict_->take_owner()}, {}, begin_, examined_ - begin_});
  end_ = examined_;
  return true;
}

// Any other calls in valid JSON.
bool BareJsonReader::take_valid() {
  spell_out();
  if (!add_json_calls(strict_->document(), begin_, examined_, tools_, Around::kNothing, calls_)) return false;
  end_ = examined_;
  return true;
}

// The plain call is one of several, or there is something to be said of it.
void BareJsonReader::spell_out() {
  if (plain_) calls_.push_back(spelled_out(std::move(*std::exchange(plain_, std::nullopt))));
}

// Brackets that were closed once too often. False if more text must come.
bool BareJsonReader::skip_closers(std::string_view text, bool final) {
  const std::size_t end = std::min(text.find_first_not_of("}]", end_), text.size());
  if (end == text.size() && !final) return false;
  closed_ = true;
  const bool alone = end == text.size() || base::is_white(text[end]);
  if (end == end_ || !alone) return true;
  spell_out();
  calls_.back().repairs.push_back({json::EditKind::kExtraCloser, end_, std::string(text.substr(end_, end - end_)), {}});
  end_ = end;
  return true;
}

}  // namespace acode::extract
