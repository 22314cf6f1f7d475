// Reading JSON between markers.
#include "extract/tagged_json.h"

#include <algorithm>

#include "acode/json/repair.h"
#include "extract/call_shapes.h"

namespace acode::extract {
namespace {

constexpr std::string_view kWhite = " \t\r\n";

std::size_t skip_white(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(kWhite, at), text.size());
}

// Behind "```json" and the like, if that stands here.
std::size_t skip_fence(std::string_view text, std::size_t at) {
  if (!text.substr(at).starts_with("```")) return at;
  const std::size_t line = text.find('\n', at);
  return line == std::string_view::npos ? at : skip_white(text, line);
}

}  // namespace

Look TaggedJsonReader::look(std::string_view text, bool final) {
  for (;;) {
    if (end_ == 0) {
      const Look::State state = read_value(text, final);
      if (state == Look::State::kNot) return Look::no();
      if (state == Look::State::kMore) return Look::more();
    }
    const std::size_t next = skip_white(text, end_);
    if (next == text.size() && !final) return Look::more();
    if (next == text.size() || text[next] != '{') return finish(text, final);
    // Several objects between one pair of markers.
    begin_ = next;
    end_ = 0;
    span_ = JsonSpan();
  }
}

// The next value; kDone if it has ended.
Look::State TaggedJsonReader::read_value(std::string_view text, bool final) {
  if (begin_ == 0) {
    const std::size_t at = skip_fence(text, skip_white(text, opener_.size()));
    if (at == text.size() || text[at] == '`') return final ? Look::State::kNot : Look::State::kMore;
    if (text[at] != '{' && text[at] != '[') return Look::State::kNot;
    begin_ = at;
  }
  const std::size_t length = span_.look(text.substr(begin_));
  if (length == JsonSpan::kOpen && !final) return Look::State::kMore;
  const std::size_t closer = length == JsonSpan::kOpen ? find_closer(text) : 0;
  end_ = length == JsonSpan::kOpen ? std::min(closer, text.size()) : begin_ + length;
  return take_value(text, closer != std::string_view::npos) ? Look::State::kDone : Look::State::kNot;
}

// The calls in one value; false if it holds none.
bool TaggedJsonReader::take_value(std::string_view text, bool complete) {
  json::RepairOptions options;
  options.limits.max_bytes = kMaxTextBytes;
  const json::Repair repair = json::repair(text.substr(begin_, end_ - begin_), options);
  std::vector<JsonCall> found;
  if (!repair.ok() || !calls_in(repair.value(), tools_, found, Around::kMarker)) return false;
  for (JsonCall& call : found) {
    TextCall taken;
    taken.name = std::move(call.name);
    taken.arguments = std::move(call.arguments);
    taken.id = std::move(call.id);
    taken.warnings = std::move(call.warnings);
    taken.offset = begin_;
    taken.length = end_ - begin_;
    taken.complete = complete && !repair.truncated();
    calls_.push_back(std::move(taken));
  }
  return true;
}

std::size_t TaggedJsonReader::find_closer(std::string_view text) const {
  std::size_t first = std::string_view::npos;
  for (const std::string_view closer : closers_) first = std::min(first, text.find(closer, begin_));
  return first;
}

// With the closing marker, if that follows.
Look TaggedJsonReader::finish(std::string_view text, bool final) {
  std::size_t next = skip_white(text, end_);
  if (text.substr(next).starts_with("```")) next = skip_white(text, next + 3);
  for (const std::string_view closer : closers_) {
    const std::string_view rest = text.substr(next);
    if (rest.starts_with(closer)) return Look::done(next + closer.size(), std::move(calls_));
    if (!final && closer.starts_with(rest)) return Look::more();
  }
  return Look::done(end_, std::move(calls_));
}

}  // namespace acode::extract
