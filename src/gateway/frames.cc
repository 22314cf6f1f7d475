// Finding the ends of frames, each byte looked at once.
#include "gateway/frames.h"

#include <cstddef>
#include <utility>

#include "base/line_end.h"

namespace acode::gateway {

void FrameCutter::feed(std::string_view bytes) {
  kept_.append(bytes_);  // nothing, if all frames were taken
  bytes_ = bytes;
}

std::string_view FrameCutter::next() {
  const std::size_t length = framing_ == Framing::kLines ? bytes_.find('\n') + 1 : length_of_event(bytes_);
  if (length == 0) {
    kept_.append(std::exchange(bytes_, {}));
    return {};
  }
  const std::string_view end = bytes_.substr(0, length);
  bytes_.remove_prefix(length);
  if (kept_.empty()) return end;
  frame_ = std::exchange(kept_, {});
  frame_.append(end);
  return frame_;
}

std::string_view FrameCutter::rest() {
  frame_ = std::exchange(kept_, {});
  frame_.append(std::exchange(bytes_, {}));
  return frame_;
}

// How many bytes there are up to the end of the event; 0 if it does not end in them. It ends with an empty line, and lines
// end with LF, CRLF or CR.
std::size_t FrameCutter::length_of_event(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (after_ == After::kText) {
      i = base::find_line_end(bytes, i);
      if (i == std::string_view::npos) return 0;
      after_ = bytes[i] == '\n' ? After::kLine : After::kReturn;
      continue;
    }
    const After before = std::exchange(after_, After::kText);
    const char byte = bytes[i];
    if (before == After::kBlankReturn) return byte == '\n' ? i + 1 : i;
    if (before == After::kReturn && byte == '\n') {
      after_ = After::kLine;
    } else if (before == After::kLine && byte == '\r') {
      after_ = After::kBlankReturn;
    } else if (byte == '\n' || byte == '\r') {
      return i + 1;
    }
  }
  return 0;
}

bool is_keep_alive(std::string_view frame) {
  return frame.starts_with(':') || frame.starts_with("event: ping") ||
         frame.find_first_not_of("\r\n") == std::string_view::npos;
}

}  // namespace acode::gateway
