// Counting brackets outside of strings.
#include "extract/json_span.h"

namespace acode::extract {

std::size_t JsonSpan::look(std::string_view text) {
  while (end_ == kOpen && at_ < text.size()) take(text[at_]);
  return end_;
}

}  // namespace acode::extract
