// Looking for markers.
#include "extract/markers.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

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
  return before.text_start && base::is_blank(text.substr(0, position));
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

constexpr std::uint8_t kInCommon = 1;
constexpr std::uint8_t kInOwn = 2;

// The first eight bytes as a number that is ordered as they are; what is missing counts as zeros.
std::uint64_t head_of(std::string_view text) {
  std::uint64_t head = 0;
  std::memcpy(&head, text.data(), std::min(text.size(), sizeof(head)));
  if constexpr (std::endian::native == std::endian::little) head = __builtin_bswap64(head);
  return head;
}

// The bit of a text's byte; all bits if it has none there.
std::uint64_t follower_bit(std::string_view text, std::size_t index) {
  return index < text.size() ? std::uint64_t{1} << (static_cast<unsigned char>(text[index]) % 64U) : ~std::uint64_t{0};
}

/// A place of a text, and what stands there.
class Lookup {
 public:
  Lookup(std::string_view text, std::size_t position, const Before& before, MarkerList& markers)
      : text_(text), position_(position), before_(before), markers_(markers) {}

  /// Adds the markers of a table that begin there. True if a longer one may yet come.
  bool look(const MarkerTable& table) {
    const std::string_view rest = text_.substr(position_);
    const std::uint32_t count = table.count_up_to(rest);
    for (std::uint32_t i = count == 0 ? MarkerTable::kNone : count - 1; i != MarkerTable::kNone; i = table.shorter(i)) {
      const Marker& marker = table.markers()[i];
      if (rest.starts_with(marker.text) && is_right(marker)) markers_.add(marker);
    }
    for (std::uint32_t i = count; i < table.markers().size(); ++i) {
      const Marker& marker = table.markers()[i];
      if (!marker.text.starts_with(rest)) return false;
      if (is_right(marker)) return true;
    }
    return false;
  }

 private:
  [[nodiscard]] bool is_right(const Marker& marker) const {
    return stands_right(marker.place, text_, position_, before_);
  }

  std::string_view text_;
  std::size_t position_;
  const Before& before_;
  MarkerList& markers_;
};

bool goes_before(const Marker& a, const Marker& b) {
  return a.text.size() != b.text.size() ? a.text.size() > b.text.size() : a.rank < b.rank;
}

}  // namespace

void MarkerList::add(const Marker& marker) {
  if (size_ == kRoom && !goes_before(marker, *markers_[kRoom - 1])) return;
  std::size_t at = size_ < kRoom ? size_++ : kRoom - 1;
  for (; at > 0 && goes_before(marker, *markers_[at - 1]); --at) markers_[at] = markers_[at - 1];
  markers_[at] = &marker;
}

void Before::pass(std::string_view text) {
  if (text.empty()) return;
  line_start = begins_line(text, text.size(), *this);
  text_start = text_start && base::is_blank(text);
  in_word = is_word(text.back());
}

MarkerTable::MarkerTable(std::vector<Marker> markers) : markers_(std::move(markers)) {
  // They are looked at from the longest to the shortest: of equal ones, that which was added first must stand last.
  std::reverse(markers_.begin(), markers_.end());
  std::stable_sort(markers_.begin(), markers_.end(), [](const Marker& a, const Marker& b) { return a.text < b.text; });
  heads_.reserve(markers_.size());
  shorter_.reserve(markers_.size());
  for (std::uint32_t i = 0; i < markers_.size(); ++i) {
    heads_.push_back(head_of(markers_[i].text));
    // All that this one begins with are among those that the one before it begins with, and that one.
    std::uint32_t shorter = i == 0 ? kNone : i - 1;
    while (shorter != kNone && !markers_[i].text.starts_with(markers_[shorter].text)) shorter = shorter_[shorter];
    shorter_.push_back(shorter);
  }
}

std::uint32_t MarkerTable::count_up_to(std::string_view text) const {
  const auto [first, last] = std::equal_range(heads_.begin(), heads_.end(), head_of(text));
  const auto place =
      std::upper_bound(markers_.begin() + (first - heads_.begin()), markers_.begin() + (last - heads_.begin()), text,
                       [](std::string_view a, const Marker& b) { return a < b.text; });
  return static_cast<std::uint32_t>(place - markers_.begin());
}

MarkerScan::MarkerScan(std::shared_ptr<const MarkerTable> common, std::vector<Marker> own)
    : common_(std::move(common)), own_(std::move(own)) {
  add_beginnings(*common_, kInCommon);
  add_beginnings(own_, kInOwn);
}

void MarkerScan::add_beginnings(const MarkerTable& table, std::uint8_t bit) {
  for (const Marker& marker : table.markers()) {
    const auto first = static_cast<unsigned char>(marker.text[0]);
    begins_[first] |= bit;
    seconds_[first] |= follower_bit(marker.text, 1);
    later_[first].third |= follower_bit(marker.text, 2);
    later_[first].fourth |= follower_bit(marker.text, 3);
  }
}

// Whether, seen from two bytes more, a marker may begin here. Where the text ends it may.
bool MarkerScan::goes_on(std::string_view text, std::size_t position) const {
  const Later& later = later_[static_cast<unsigned char>(text[position])];
  return (later.third & follower_bit(text, position + 2)) != 0 &&
         (later.fourth & follower_bit(text, position + 3)) != 0;
}

// Whether, seen from two bytes, a marker may begin here.
inline bool MarkerScan::begins(const char* p) const {
  const std::uint64_t seconds = seconds_[static_cast<unsigned char>(p[0])];
  return ((seconds >> (static_cast<unsigned char>(p[1]) % 64U)) & 1U) != 0;
}

// The next place where a marker may begin, seen from four bytes. The last byte has none behind it: there it may.
std::size_t MarkerScan::next_candidate(std::string_view text, std::size_t position) const {
  if (position + 1 >= text.size()) return position;
  const char* p = text.data() + position;
  const char* const last = text.data() + text.size() - 1;
  for (; p != last; ++p) {
    while (last - p >= 4 && !begins(p) && !begins(p + 1) && !begins(p + 2) && !begins(p + 3)) p += 4;
    while (p != last && !begins(p)) ++p;
    if (p == last || goes_on(text, static_cast<std::size_t>(p - text.data()))) break;
  }
  return static_cast<std::size_t>(p - text.data());
}

MarkerScan::Found MarkerScan::find(std::string_view text, std::size_t from, const Before& before, bool final,
                                   MarkerList& markers) const {
  for (std::size_t position = from; (position = next_candidate(text, position)) < text.size(); ++position) {
    const Found found = at(text, position, before, final, markers);
    if (found.state != State::kNothing) return found;
  }
  return {State::kNothing, text.size()};
}

MarkerScan::Found MarkerScan::at(std::string_view text, std::size_t position, const Before& before, bool final,
                                 MarkerList& markers) const {
  markers.clear();
  Lookup lookup(text, position, before, markers);
  const unsigned tables = begins_[static_cast<unsigned char>(text[position])];
  bool may_come = (tables & kInCommon) != 0 && lookup.look(*common_);
  if ((tables & kInOwn) != 0 && lookup.look(own_)) may_come = true;
  // A longer one that may yet come goes before a shorter one that is there.
  if (may_come && !final) return {State::kPart, position};
  if (markers.empty()) return {State::kNothing, position};
  return {State::kMarkers, position};
}

}  // namespace acode::extract
