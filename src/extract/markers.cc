// Looking for markers.
#include "extract/markers.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "base/eight_bytes.h"
#include "base/text.h"

namespace acode::extract {
namespace {

using base::is_white;

bool is_word(char c) { return is_name(c) || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80; }

// Those of other scripts are more than a byte, and more than there is room for here.
bool ends_sentence(char c) {
  return std::string_view(".!?:;)]}>\"'`*").find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
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

char last_byte(std::string_view text, std::size_t position, const Before& before) {
  return position > 0 ? text[position - 1] : before.last;
}

bool stands_right(Place place, std::string_view text, std::size_t position, const Before& before) {
  switch (place) {
    case Place::kTextStart:
      return begins_text(text, position, before);
    case Place::kLineStart:
      return begins_line(text, position, before);
    case Place::kWordStart:
      return !is_word(last_byte(text, position, before));
    case Place::kNameStart:
      return !is_name(last_byte(text, position, before));
    case Place::kMessageEnd:
      return before.in_thought || ends_sentence(last_byte(text, position, before)) ||
             begins_line(text, position, before);
    case Place::kAnywhere:
      return true;
  }
  return true;
}

// Eight bytes of a text as a number that is ordered as they are.
std::uint64_t eight_bytes(std::string_view text, std::size_t from) {
  const std::uint64_t bytes = base::first_eight_bytes(text.substr(std::min(from, text.size())));
  return std::endian::native == std::endian::little ? __builtin_bswap64(bytes) : bytes;
}

// How many of some ordered numbers are not greater than this one. Where that is cannot be foretold, so nothing is made to
// depend on it but what is looked at next.
std::size_t count_not_above(std::span<const std::uint64_t> numbers, std::uint64_t most) {
  if (numbers.empty()) return 0;
  const std::uint64_t* first = numbers.data();
  for (std::size_t size = numbers.size(); size > 1;) {
    const std::size_t half = size / 2;
    first += first[half - 1] <= most ? half : 0;
    size -= half;
  }
  return static_cast<std::size_t>(first - numbers.data()) + (*first <= most ? 1U : 0U);
}

// Whether none stands behind a letter that begins with one; in a thought that a header has opened it may.
bool are_no_part_of_words(const MarkerTable& table) {
  return std::none_of(table.markers().begin(), table.markers().end(), [](const Marker& marker) {
    return is_name(marker.text.front()) && marker.place == Place::kAnywhere;
  });
}

/// A place of a text, and what stands there.
class Lookup {
 public:
  Lookup(std::string_view text, std::size_t position, const Before& before, MarkerList& markers)
      : rest_(text.substr(position)), text_(text), position_(position), before_(before), markers_(markers) {}

  /// Adds the markers of a table that begin there, the longest first.
  void look(const MarkerTable& table) {
    const std::uint32_t count = table.count_up_to(rest_);
    std::uint32_t group = count == 0 ? MarkerTable::kNone : count - 1;
    while (group != MarkerTable::kNone && !rest_.begins_with(table.groups()[group].text)) {
      group = table.groups()[group].shorter;
    }
    for (; group != MarkerTable::kNone; group = table.groups()[group].shorter) add(table, table.groups()[group]);
  }

  /// Whether one of a table may begin there that is longer than the text.
  [[nodiscard]] bool may_come(const MarkerTable& table) const {
    for (std::uint32_t i = table.count_up_to(rest_); i < table.groups().size(); ++i) {
      const MarkerTable::Group& group = table.groups()[i];
      if (!group.text.text.starts_with(rest_.text)) return false;
      for (std::uint32_t marker = group.first; marker < group.last; ++marker) {
        if (is_right(table.markers()[marker])) return true;
      }
    }
    return false;
  }

 private:
  void add(const MarkerTable& table, const MarkerTable::Group& group) {
    for (std::uint32_t i = group.first; i < group.last; ++i) {
      if (is_right(table.markers()[i])) markers_.add(table.markers()[i]);
    }
  }

  [[nodiscard]] bool is_right(const Marker& marker) const {
    return stands_right(marker.place, text_, position_, before_);
  }

  OrderedText rest_;
  std::string_view text_;
  std::size_t position_;
  const Before& before_;
  MarkerList& markers_;
};

}  // namespace

bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

void MarkerList::insert(const Marker& marker) {
  if (size_ == kRoom && !goes_before(marker, *markers_[kRoom - 1])) return;
  std::size_t at = size_ < kRoom ? size_++ : kRoom - 1;
  for (; at > 0 && goes_before(marker, *markers_[at - 1]); --at) markers_[at] = markers_[at - 1];
  markers_[at] = &marker;
}

void Before::pass(std::string_view text) {
  if (text.empty()) return;
  line_start = begins_line(text, text.size(), *this);
  text_start = text_start && base::is_blank(text);
  last = text.back();
}

OrderedText::OrderedText(std::string_view bytes)
    : head(eight_bytes(bytes, 0)), next(eight_bytes(bytes, sizeof(head))), text(bytes) {}

MarkerTable::MarkerTable(std::vector<Marker> markers, bool many) : markers_(std::move(markers)) {
  // Of equal ones, that which was added first goes first.
  std::stable_sort(markers_.begin(), markers_.end(), [](const Marker& a, const Marker& b) { return a.text < b.text; });
  groups_.reserve(markers_.size());
  heads_.reserve(markers_.size());
  behind_.reserve(markers_.size());
  for (std::uint32_t i = 0; i < markers_.size(); ++i) {
    const std::string_view text = markers_[i].text;
    if (!groups_.empty() && groups_.back().text.text == text) {
      groups_.back().last = i + 1;
      continue;
    }
    // All that this one begins with are among those that the one before it begins with, and that one.
    std::uint32_t shorter = groups_.empty() ? kNone : static_cast<std::uint32_t>(groups_.size() - 1);
    while (shorter != kNone && !text.starts_with(groups_[shorter].text.text)) shorter = groups_[shorter].shorter;
    groups_.push_back({OrderedText(text), i, i + 1, shorter});
    add_head(groups_.back().text.head);
  }
  if (many) note_first_bytes();
}

void MarkerTable::note_first_bytes() {
  constexpr unsigned kBytes = 256;
  constexpr unsigned kFirst = 56;  // of a head: where its first byte stands
  firsts_.resize(kBytes + 1);
  for (const std::uint64_t head : heads_) ++firsts_[(head >> kFirst) + 1];
  for (unsigned i = 0; i < kBytes; ++i) firsts_[i + 1] = static_cast<std::uint16_t>(firsts_[i + 1] + firsts_[i]);
}

void MarkerTable::add_head(std::uint64_t head) {
  if (heads_.empty() || heads_.back() != head) {
    heads_.push_back(head);
    behind_.push_back(0);
  }
  behind_.back() = static_cast<std::uint32_t>(groups_.size());
}

std::uint32_t MarkerTable::count_up_to(const OrderedText& text) const {
  std::span<const std::uint64_t> heads = heads_;
  std::size_t before = 0;
  if (!firsts_.empty()) {
    const auto byte = static_cast<unsigned char>(text.text.front());
    before = firsts_[byte];
    heads = heads.subspan(before, firsts_[byte + 1U] - before);
  }
  const std::size_t head = before + count_not_above(heads, text.head);
  if (head == 0) return 0;
  const std::uint32_t count = behind_[head - 1];
  if (heads_[head - 1] != text.head) return count;
  const std::uint32_t first = head == 1 ? 0 : behind_[head - 2];
  const auto behind = std::upper_bound(groups_.begin() + first, groups_.begin() + count, text,
                                       [](const OrderedText& a, const Group& b) { return a < b.text; });
  return static_cast<std::uint32_t>(behind - groups_.begin());
}

CommonMarkers::CommonMarkers(std::vector<Marker> markers) : table(std::move(markers), true) {
  for (const MarkerTable::Group& group : table.groups()) filter.add(group.text.text);
}

MarkerScan::MarkerScan(std::shared_ptr<const CommonMarkers> common, std::vector<Marker> own)
    : common_(std::move(common)), own_(std::move(own), false), filter_(common_->filter) {
  for (const MarkerTable::Group& group : own_.groups()) filter_.add(group.text.text);
  letters_begin_words_ = are_no_part_of_words(common_->table) && are_no_part_of_words(own_);
}

// Most pieces end inside of a word, and the letter there may begin a marker as far as the filter can tell.
MarkerScan::Found MarkerScan::find(std::string_view text, std::size_t from, const Before& before, bool final,
                                   MarkerList& markers) const {
  const bool skips_words = letters_begin_words_ && !before.in_thought;
  for (std::size_t position = from; (position = filter_.next(text, position)) < text.size(); ++position) {
    if (skips_words && is_name(text[position]) && is_name(last_byte(text, position, before))) continue;
    const Found found = at(text, position, before, final, markers);
    if (found.state != State::kNothing) return found;
  }
  return {State::kNothing, text.size()};
}

MarkerScan::Found MarkerScan::at(std::string_view text, std::size_t position, const Before& before, bool final,
                                 MarkerList& markers) const {
  markers.clear();
  Lookup lookup(text, position, before, markers);
  // Most places where a common one begins are none where one of the tools' may begin.
  const bool own = filter_.may_begin_own(text, position);
  // A longer one that may yet come goes before a shorter one that is there.
  if (!final && (lookup.may_come(common_->table) || (own && lookup.may_come(own_)))) return {State::kPart, position};
  lookup.look(common_->table);
  if (own) lookup.look(own_);
  if (markers.empty()) return {State::kNothing, position};
  return {State::kMarkers, position};
}

}  // namespace acode::extract
