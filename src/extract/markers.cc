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

// The first eight bytes as a number that is ordered as they are; what is missing counts as zeros.
std::uint64_t head_of(std::string_view text) {
  std::uint64_t head = 0;
  std::memcpy(&head, text.data(), std::min(text.size(), sizeof(head)));
  if constexpr (std::endian::native == std::endian::little) head = __builtin_bswap64(head);
  return head;
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

MarkerTable::MarkerTable(std::vector<Marker> markers, const MarkerFilter& others)
    : markers_(std::move(markers)), filter_(others) {
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
    firsts_.set(static_cast<unsigned char>(markers_[i].text[0]));
    filter_.add(markers_[i].text);
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
    : common_(std::move(common)), own_(std::move(own), common_->filter()) {}

MarkerScan::Found MarkerScan::find(std::string_view text, std::size_t from, const Before& before, bool final,
                                   MarkerList& markers) const {
  const MarkerFilter& filter = own_.filter();
  for (std::size_t position = from; (position = filter.next(text, position)) < text.size(); ++position) {
    const Found found = at(text, position, before, final, markers);
    if (found.state != State::kNothing) return found;
  }
  return {State::kNothing, text.size()};
}

MarkerScan::Found MarkerScan::at(std::string_view text, std::size_t position, const Before& before, bool final,
                                 MarkerList& markers) const {
  markers.clear();
  Lookup lookup(text, position, before, markers);
  bool may_come = false;
  for (const MarkerTable* const table : {common_.get(), &own_}) {
    if (table->has(text[position]) && lookup.look(*table)) may_come = true;
  }
  // A longer one that may yet come goes before a shorter one that is there.
  if (may_come && !final) return {State::kPart, position};
  if (markers.empty()) return {State::kNothing, position};
  return {State::kMarkers, position};
}

}  // namespace acode::extract
