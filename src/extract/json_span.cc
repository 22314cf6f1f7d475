// Counting brackets outside of strings.
#include "extract/json_span.h"

namespace acode::extract {

std::size_t JsonSpan::look(std::string_view text) {
  while (end_ == kOpen && at_ < text.size()) {
    take(text[at_++]);
    if (depth_ == 0) end_ = at_;
  }
  return end_;
}

void JsonSpan::take(char c) {
  if (quote_ != 0) {
    if (escaped_) {
      escaped_ = false;
    } else if (c == '\\') {
      escaped_ = true;
    } else if (c == quote_) {
      quote_ = 0;
      before_ = c;
    }
    return;
  }
  const bool may_begin = std::string_view("{[,:(").find(before_) != std::string_view::npos;
  if (c == '"' || (c == '\'' && may_begin)) {
    quote_ = c;
  } else if (c == '{' || c == '[') {
    ++depth_;
  } else if (c == '}' || c == ']') {
    --depth_;
  }
  if (c != ' ' && c != '\t' && c != '\n' && c != '\r') before_ = c;
}

}  // namespace acode::extract
