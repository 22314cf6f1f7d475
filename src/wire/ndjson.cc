// Cutting bytes into lines, and lines into objects.
#include "wire/ndjson.h"

#include <algorithm>

#include "json/brackets.h"
#include "json/scan.h"

namespace acode::wire::detail {
namespace {

bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

// What may stand between two texts and says nothing: separators, closers too many, the bytes of a byte order mark.
bool says_nothing(char byte) {
  constexpr std::string_view kSeparators = " \t\r\n,;]}\x1E\xEF\xBB\xBF";
  return byte == '\0' || kSeparators.find(byte) != std::string_view::npos;
}

}  // namespace

void NdjsonFramer::feed(std::string_view bytes) {
  std::size_t kept = 0;  // up to here bytes are in text_, or not wanted
  std::size_t line = 0;  // where the next line begins with a brace, as far as that is known
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    i += pass_plain(bytes.substr(i));
    if (i == bytes.size()) break;
    const char byte = bytes[i];
    if (state_ == State::kBetween) {
      if (byte == '{' || byte == '[') {
        if (line <= i) line = std::min(bytes.find("\n{", i), bytes.size());
        if (const std::size_t length = take_whole(bytes.substr(i, line - i)); length != 0) {
          i += length - 1;
          kept = i + 1;
          continue;
        }
      }
      kept = i;
      if (!says_nothing(byte)) begin(byte);
      if (state_ == State::kBetween) kept = i + 1;
      continue;
    }
    if (line_start_ && byte == '{') {
      keep(bytes.substr(kept, i - kept));
      kept = i;
      cut_at_line();
      begin(byte);
      continue;
    }
    line_start_ = byte == '\n' && (in_string_ || std::string_view("{[,:").find(last_) == std::string_view::npos);
    if (state_ != State::kInside || !inside(byte)) continue;
    keep(bytes.substr(kept, i + 1 - kept));
    kept = i + 1;
    close();
  }
  if (state_ != State::kBetween) keep(bytes.substr(kept));
}

// Hands out the text that `bytes` begin with, if all of it is there: the usual case, and no byte of it is copied. How long
// it is; 0 if it is to be looked at byte by byte.
std::size_t NdjsonFramer::take_whole(std::string_view bytes) {
  const std::size_t length = json::detail::closed_bracket(bytes);
  const bool taken = length != 0 && length <= max_bytes_ && sink_->closed(bytes.substr(0, length));
  return taken ? length : 0;
}

void NdjsonFramer::finish() {
  if (state_ == State::kInside && !too_large_) sink_->cut(text_, in_string_);
  if (state_ == State::kBroken && !too_large_) sink_->broken(text_);
  if (state_ != State::kBetween && too_large_) sink_->too_large();
  reset();
}

void NdjsonFramer::begin(char byte) {
  const bool bracket = byte == '{' || byte == '[';
  state_ = bracket ? State::kInside : State::kBroken;
  depth_ = bracket ? 1 : 0;
  last_ = byte;
}

// How many bytes of a string say nothing.
std::size_t NdjsonFramer::pass_plain(std::string_view bytes) {
  if (state_ != State::kInside || !in_string_ || escaped_ || line_start_) return 0;
  const char* const end = json::detail::skip_plain(bytes.data(), bytes.data() + bytes.size());
  const auto passed = static_cast<std::size_t>(end - bytes.data());
  if (passed > 0) last_ = bytes[passed - 1];
  return passed;
}

// Notes what a byte means for the brackets. True if it closes the text.
bool NdjsonFramer::inside(char byte) {
  if (in_string_) {
    const bool ends = byte == '"' && !escaped_;
    escaped_ = byte == '\\' && !escaped_;
    in_string_ = !ends;
    last_ = byte;
    return false;
  }
  if (is_space(byte)) return false;
  last_ = byte;
  in_string_ = byte == '"';
  if (byte == '{' || byte == '[') ++depth_;
  if (byte == '}' || byte == ']') --depth_;
  return depth_ == 0;
}

void NdjsonFramer::close() {
  if (too_large_) {
    sink_->too_large();
  } else if (!sink_->closed(text_)) {
    state_ = State::kBroken;
    return;
  }
  reset();
}

// A new text begins where one is still open, or broken: that one ends here.
void NdjsonFramer::cut_at_line() {
  if (too_large_) {
    sink_->too_large();
  } else {
    sink_->broken(text_);
  }
  reset();
}

void NdjsonFramer::keep(std::string_view bytes) {
  too_large_ = too_large_ || text_.size() + bytes.size() > max_bytes_;
  if (!too_large_) {
    text_ += bytes;
  } else if (text_.capacity() != 0) {
    std::string().swap(text_);
  }
}

void NdjsonFramer::reset() {
  state_ = State::kBetween;
  text_.clear();
  depth_ = 0;
  in_string_ = false;
  escaped_ = false;
  line_start_ = false;
  too_large_ = false;
}

}  // namespace acode::wire::detail
