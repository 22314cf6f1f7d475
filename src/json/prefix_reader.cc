// Feeding the machine until it has a value.
#include "json/prefix_reader.h"

#include <algorithm>

#include "base/text.h"

namespace acode::json::detail {
namespace {

// How much of the text is shown to the machine at a time, at first and for each byte that it has read: it makes room for
// all that it is shown, and most of a long text may lie behind the value.
constexpr std::size_t kFirst = 512;
constexpr std::size_t kPerByte = 2;

}  // namespace

PrefixReader::State PrefixReader::look(std::string_view text) {
  while (length_ < text.size()) {
    const std::string_view piece = text.substr(length_, std::max(kFirst, kPerByte * length_));
    const bool fed = machine_.feed(piece);
    length_ = fed ? length_ + piece.size() : std::max(length_, machine_.failure().position.offset);
    if (machine_.finish_value()) return at_end(text);
    if (!fed) return State::kNot;
  }
  return State::kMore;
}

// The value ends before the white space that was read behind it.
PrefixReader::State PrefixReader::at_end(std::string_view text) {
  while (base::is_white(text[length_ - 1])) --length_;
  return State::kValue;
}

Document PrefixReader::take() { return Document(machine_.release()); }

}  // namespace acode::json::detail
