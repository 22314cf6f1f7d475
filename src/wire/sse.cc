// Cutting bytes into lines, and lines into events.
#include "wire/sse.h"

#include <algorithm>
#include <array>

#include "base/line_end.h"

namespace acode::wire::detail {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Whether a line of data begins a JSON text of its own: no text goes on with `{` behind `}`.
bool is_next_text(std::string_view before, std::string_view line) {
  return (before.ends_with('}') && (line.starts_with('{') || line.starts_with('['))) ||
         (before.ends_with(']') && line.starts_with('['));
}

}  // namespace

void SseParser::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    if (skip_newline_) {
      skip_newline_ = false;
      if (bytes.front() == '\n') bytes.remove_prefix(1);
      continue;
    }
    const std::size_t end = base::find_line_end(bytes);
    const std::string_view piece = bytes.substr(0, end);
    const bool ends = end != std::string_view::npos;
    if (ends) skip_newline_ = bytes[end] == '\r';
    // A line that is all there need not be put together.
    if (ends && line_.empty() && !line_cut_ && piece.size() <= max_bytes_) {
      take_line(piece);
    } else {
      keep(piece);
      if (!ends) return;
      end_line();
    }
    bytes.remove_prefix(end + 1);
  }
}

void SseParser::finish() {
  if (!line_.empty() || line_cut_) end_line();
  dispatch();
}

// A line is kept only as far as an event may be large; its name takes a little more.
void SseParser::keep(std::string_view piece) {
  constexpr std::size_t kLongestName = 64;
  const std::size_t room = max_bytes_ + kLongestName - std::min(line_.size(), max_bytes_ + kLongestName);
  line_.append(piece.substr(0, room));
  line_cut_ = line_cut_ || piece.size() > room;
}

void SseParser::end_line() {
  take_line(line_);
  line_.clear();
  line_cut_ = false;
}

void SseParser::take_line(std::string_view line) {
  if (first_line_ && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  first_line_ = false;
  if (line.empty()) {
    dispatch();
  } else if (line.front() == '{' || line.front() == '[') {
    field("data", line);
  } else if (line.front() != ':') {
    const std::size_t colon = std::min(line.find(':'), line.size());
    std::string_view value = line.substr(std::min(colon + 1, line.size()));
    if (value.starts_with(' ')) value.remove_prefix(1);
    field(line.substr(0, colon), value);
  }
}

void SseParser::field(std::string_view name, std::string_view value) {
  if (name == "data") {
    if (is_next_text(data_, value)) dispatch();
    add_data(value);
  } else if (name == "event") {
    name_ = value;
  } else if (name == "error") {
    name_ = name;
    add_data(value);
  }
}

void SseParser::add_data(std::string_view value) {
  if (has_data_) data_ += '\n';
  has_data_ = true;
  too_large_ = too_large_ || line_cut_ || data_.size() + value.size() > max_bytes_;
  if (too_large_) {
    data_.clear();
  } else {
    data_ += value;
  }
}

void SseParser::dispatch() {
  if (has_data_) sink_({name_, data_, too_large_});
  name_.clear();
  data_.clear();
  has_data_ = false;
  too_large_ = false;
}

LooksLikeSse looks_like_sse(std::string_view beginning) {
  if (beginning.size() < kByteOrderMark.size() && kByteOrderMark.starts_with(beginning)) return LooksLikeSse::kUnknown;
  if (beginning.starts_with(kByteOrderMark)) beginning.remove_prefix(kByteOrderMark.size());
  beginning.remove_prefix(std::min(beginning.find_first_not_of(" \t\r\n"), beginning.size()));
  if (beginning.empty()) return LooksLikeSse::kUnknown;
  if (beginning.front() == ':') return LooksLikeSse::kYes;
  constexpr std::array<std::string_view, 5> kFields = {"data:", "event:", "id:", "retry:", "error:"};
  bool may_become = false;
  for (const std::string_view name : kFields) {
    if (beginning.starts_with(name)) return LooksLikeSse::kYes;
    may_become = may_become || name.starts_with(beginning);
  }
  return may_become ? LooksLikeSse::kUnknown : LooksLikeSse::kNo;
}

}  // namespace acode::wire::detail
