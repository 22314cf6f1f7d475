// Counting brackets outside of strings.
#include "extract/json_span.h"

#include <array>
#include <cstdint>

#include "base/text.h"

namespace acode::extract {
namespace {

enum class Byte : std::uint8_t { kOther, kQuote, kApostrophe, kOpener, kCloser };

constexpr auto kBytes = [] {
  std::array<Byte, 256> bytes{};
  bytes['"'] = Byte::kQuote;
  bytes['\''] = Byte::kApostrophe;
  bytes['{'] = bytes['['] = Byte::kOpener;
  bytes['}'] = bytes[']'] = Byte::kCloser;
  return bytes;
}();

constexpr Byte byte_of(char c) { return kBytes[static_cast<unsigned char>(c)]; }

}  // namespace

// As take() does byte by byte, but what stands before an apostrophe is looked for once there is one.
std::size_t JsonSpan::look(std::string_view text) {
  while (end_ == kOpen && at_ < text.size()) {
    if (quote_ != 0) {
      pass_string(text);
    } else {
      pass_structure(text);
    }
  }
  return end_;
}

// Behind the string at hand.
void JsonSpan::pass_string(std::string_view text) {
  while (at_ < text.size() && quote_ != 0) {
    while (!escaped_ && at_ < text.size() && text[at_] != quote_ && text[at_] != '\\') ++at_;
    if (at_ < text.size()) take_in_string(text[at_++]);
  }
}

// To where the next string begins, or behind the value.
void JsonSpan::pass_structure(std::string_view text) {
  for (; at_ < text.size(); ++at_) {
    switch (byte_of(text[at_])) {
      case Byte::kOther:
        continue;
      case Byte::kOpener:
        ++depth_;
        continue;
      case Byte::kCloser:
        if (--depth_ > 0) continue;
        end_ = ++at_;
        return;
      case Byte::kApostrophe:
        before_ = last_before(text, at_);
        if (!may_begin_string()) continue;
        [[fallthrough]];
      case Byte::kQuote:
        quote_ = text[at_++];
        return;
    }
  }
}

// The last character before a place that is no white space.
char JsonSpan::last_before(std::string_view text, std::size_t at) {
  while (at > 0 && base::is_white(text[at - 1])) --at;
  return at > 0 ? text[at - 1] : '\0';
}

}  // namespace acode::extract
