// Which of the two it is, and what closes it.
#include "extract/marked_calls.h"

#include <utility>

namespace acode::extract {

Look MarkedCallsReader::look(std::string_view text, bool final) {
  if (stage_ == Stage::kBeginning) {
    const Look::State state = begin(text, final);
    if (state != Look::State::kDone) return state == Look::State::kMore ? Look::more() : Look::no();
  }
  if (stage_ == Stage::kEmpty) return read_empty(text, final);
  if (stage_ == Stage::kJson) return json_->look(text, final);
  return stage_ == Stage::kPython ? read_python(text, final) : finish(text, final);
}

// `{` and `[{` are JSON; a fence too, unless it says otherwise.
Look::State MarkedCallsReader::begin(std::string_view text, bool final) {
  const std::size_t first = skip_white(text, opener_.size());
  const std::size_t second = first < text.size() && text[first] == '[' ? skip_white(text, first + 1) : first;
  if (second == text.size()) return final ? Look::State::kNot : Look::State::kMore;
  const Match closer = match_any(text, second, closers_, final);
  if (closer.part()) return Look::State::kMore;
  if (closer.yes() || (text[second] == ']' && second > first)) {
    stage_ = Stage::kEmpty;
    found_.length = text[second] == ']' ? second + 1 : second;
  } else if (text[second] == '{' || text[second] == '`') {
    stage_ = Stage::kJson;
    json_.emplace(tools_, opener_, closers_);
  } else {
    stage_ = Stage::kPython;
    python_.emplace(tools_, PythonPlace::kMarked, closers_.empty() ? std::string_view() : closers_.front());
  }
  return Look::State::kDone;
}

Look MarkedCallsReader::read_python(std::string_view text, bool final) {
  found_ = python_->look(text.substr(opener_.size()), final);
  if (found_.state == Look::State::kMore) return Look::more();
  if (found_.state == Look::State::kNot) return Look::no(opener_.size() + found_.length);
  found_.length += opener_.size();
  for (TextCall& call : found_.calls) call.offset += opener_.size();
  stage_ = Stage::kBehind;
  return finish(text, final);
}

// An empty list between the markers is nothing; without the closing one it is text.
Look MarkedCallsReader::read_empty(std::string_view text, bool final) {
  const std::size_t next = skip_white(text, found_.length);
  if (next == text.size() && !final) return Look::more();
  const Match closer = match_any(text, next, closers_, final);
  if (closer.part()) return Look::more();
  return closer.yes() ? Look::done(next + closer.length, {}) : Look::no();
}

Look MarkedCallsReader::finish(std::string_view text, bool final) {
  const std::size_t next = skip_white(text, found_.length);
  if (next == text.size() && !final) return Look::more();
  const Match closer = match_any(text, next, closers_, final);
  if (closer.part()) return Look::more();
  if (closer.yes()) {
    const Match echo = echo_at(text, next + closer.length, final);
    if (echo.part()) return Look::more();
    found_.length = next + closer.length + echo.length;
  }
  return std::exchange(found_, {});
}

// The calls once more, and a closing marker.
Match MarkedCallsReader::echo_at(std::string_view text, std::size_t at, bool final) const {
  if (echo_ == Echo::kNone) return {};
  const std::string_view again = text.substr(opener_.size(), at - opener_.size());
  return match_one(text, at, again, final);
}

}  // namespace acode::extract
