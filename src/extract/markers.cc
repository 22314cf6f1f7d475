// Looking for markers.
//
// The markers are sorted, so those that begin with the same bytes stand together: at a place of the text the range of
// those that still fit is narrowed byte by byte, as in a trie.
#include "extract/markers.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"

namespace acode::extract {
namespace {

using base::is_white;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

// Whether only white space and asterisks stand between the beginning of the line and `position`.
bool begins_line(std::string_view text, std::size_t position, const Before& before) {
  for (; position > 0; --position) {
    const char c = text[position - 1];
    if (c == '\n') return true;
    if (!is_white(c) && c != '*') return false;
  }
  return before.line_start;
}

bool begins_text(std::string_view text, std::size_t position, const Before& before) {
  return before.text_start && std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), is_white);
}

bool stands_right(Place place, std::string_view text, std::size_t position, const Before& before) {
  switch (place) {
    case Place::kTextStart:
      return begins_text(text, position, before);
    case Place::kLineStart:
      return begins_line(text, position, before);
    case Place::kWordStart:
      return position > 0 ? !is_word(text[position - 1]) : !before.in_word;
    case Place::kAnywhere:
      return true;
  }
  return true;
}

}  // namespace

void Before::pass(std::string_view text) {
  for (const char c : text) {
    line_start = c == '\n' || (line_start && (is_white(c) || c == '*'));
    text_start = text_start && is_white(c);
  }
  if (!text.empty()) in_word = is_word(text.back());
}

MarkerScan::MarkerScan(std::vector<Marker> markers) : markers_(std::move(markers)) {
  std::stable_sort(markers_.begin(), markers_.end(), [](const Marker& a, const Marker& b) { return a.text < b.text; });
  for (std::uint32_t i = 0; i < markers_.size(); ++i) {
    auto& [from, to] = by_first_[static_cast<unsigned char>(markers_[i].text[0])];
    if (from == to) from = i;
    to = i + 1;
  }
}

MarkerScan::Found MarkerScan::find(std::string_view text, std::size_t from, const Before& before, bool final) const {
  for (std::size_t position = from; position < text.size(); ++position) {
    const auto& [first, last] = by_first_[static_cast<unsigned char>(text[position])];
    if (first == last) continue;
    Found found = at(text, position, before, final);
    if (found.state != Found::State::kNothing) return found;
  }
  return {Found::State::kNothing, text.size(), {}};
}

MarkerScan::Found MarkerScan::at(std::string_view text, std::size_t position, const Before& before, bool final) const {
  Found found{Found::State::kNothing, position, {}};
  if (position >= text.size()) return found;
  auto [first, last] = by_first_[static_cast<unsigned char>(text[position])];
  const auto right = [&](const Marker& marker) { return stands_right(marker.place, text, position, before); };
  for (std::size_t length = 1; first < last; ++length) {
    // Those that end here come first, and go before the shorter ones that were found.
    std::size_t place = 0;
    for (; first < last && markers_[first].text.size() == length; ++first) {
      if (!right(markers_[first])) continue;
      found.markers.insert(found.markers.begin() + static_cast<std::ptrdiff_t>(place++), &markers_[first]);
    }
    if (first == last) break;
    if (position + length == text.size()) {
      // A longer one that may yet come goes before a shorter one that is there.
      if (!final && std::any_of(markers_.begin() + first, markers_.begin() + last, right)) {
        return {Found::State::kPart, position, {}};
      }
      break;
    }
    std::tie(first, last) = narrowed({first, last}, length, text[position + length]);
  }
  if (!found.markers.empty()) found.state = Found::State::kMarkers;
  return found;
}

// Those of the markers that have this byte at this index.
MarkerScan::Range MarkerScan::narrowed(Range range, std::size_t index, char byte) const {
  const auto wanted = static_cast<unsigned char>(byte);
  const auto value = [index](const Marker& marker) { return static_cast<unsigned char>(marker.text[index]); };
  const auto begin = markers_.begin() + range.first;
  const auto end = markers_.begin() + range.second;
  const auto from = std::partition_point(begin, end, [&](const Marker& marker) { return value(marker) < wanted; });
  const auto to = std::partition_point(from, end, [&](const Marker& marker) { return value(marker) == wanted; });
  return {static_cast<std::uint32_t>(from - markers_.begin()), static_cast<std::uint32_t>(to - markers_.begin())};
}

}  // namespace acode::extract
