// Looking for markers.
#include "extract/markers.h"

#include <algorithm>

namespace acode::extract {
namespace {

unsigned char first_byte(const Marker& marker) { return static_cast<unsigned char>(marker.text[0]); }

// Whether only white space and asterisks stand between the beginning of the line and `position`.
bool begins_line(std::string_view text, std::size_t position, bool line_start) {
  while (position > 0) {
    const char c = text[position - 1];
    if (c == '\n') return true;
    if (c != ' ' && c != '\t' && c != '*' && c != '\r') return false;
    --position;
  }
  return line_start;
}

// Whether `position` is not inside a word. What stood before the text was no part of one.
bool begins_word(std::string_view text, std::size_t position) {
  if (position == 0) return true;
  const char c = text[position - 1];
  return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || static_cast<unsigned char>(c) >= 0x80);
}

bool stands_right(Place place, std::string_view text, std::size_t position, bool line_start) {
  switch (place) {
    case Place::kLineStart:
      return begins_line(text, position, line_start);
    case Place::kWordStart:
      return begins_word(text, position);
    default:
      return true;
  }
}

}  // namespace

MarkerScan::MarkerScan(std::vector<Marker> markers) : markers_(std::move(markers)) {
  std::stable_sort(markers_.begin(), markers_.end(), [](const Marker& a, const Marker& b) {
    return first_byte(a) != first_byte(b) ? first_byte(a) < first_byte(b) : a.text.size() > b.text.size();
  });
  for (std::size_t i = 0; i < markers_.size(); ++i) {
    auto& [from, to] = begin_[first_byte(markers_[i])];
    if (from == to) from = static_cast<std::uint16_t>(i);
    to = static_cast<std::uint16_t>(i + 1);
  }
}

MarkerScan::Found MarkerScan::find(std::string_view text, std::size_t from, bool line_start, bool final) const {
  for (std::size_t position = from; position < text.size(); ++position) {
    const auto& [first, last] = begin_[static_cast<unsigned char>(text[position])];
    if (first == last) continue;
    Found found = at(text, position, line_start, final);
    if (found.state != Found::State::kNothing) return found;
  }
  return {Found::State::kNothing, text.size(), {}};
}

MarkerScan::Found MarkerScan::at(std::string_view text, std::size_t position, bool line_start, bool final) const {
  const auto& [first, last] = begin_[static_cast<unsigned char>(text[position])];
  const std::string_view rest = text.substr(position);
  Found found{Found::State::kNothing, position, {}};
  for (std::size_t i = first; i < last; ++i) {
    const Marker& marker = markers_[i];
    const bool whole = rest.starts_with(marker.text);
    const bool part = !final && !whole && marker.text.starts_with(rest);
    if (!whole && !part) continue;
    if (!stands_right(marker.place, text, position, line_start)) continue;
    // A longer one that may yet come goes before a shorter one that is there.
    if (part) return {Found::State::kPart, position, {}};
    found.state = Found::State::kMarkers;
    found.markers.push_back(&marker);
  }
  return found;
}

}  // namespace acode::extract
