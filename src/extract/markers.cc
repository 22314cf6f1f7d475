// Looking for markers.
#include "extract/markers.h"

#include <algorithm>
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

// More edges than this are not looked through one by one.
constexpr std::uint32_t kMany = 4;

/// A place of a text, and what stands there.
class Lookup {
 public:
  Lookup(std::string_view text, std::size_t position, const Before& before, MarkerList& markers)
      : text_(text), position_(position), before_(before), markers_(markers) {}

  /// Adds the markers of a table that begin there, the shortest first. True if a longer one may yet come.
  bool look(const MarkerTable& table) {
    const MarkerTable::Node* node = &table.root();
    for (std::size_t at = position_; at < text_.size(); ++at) {
      node = table.next(*node, text_[at]);
      if (node == nullptr) return false;
      for (std::uint32_t i = node->first; i < node->ends; ++i) {
        if (is_right(table.marker(i))) markers_.add(table.marker(i));
      }
    }
    for (std::uint32_t i = node->ends; i < node->last; ++i) {
      if (is_right(table.marker(i))) return true;
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
  std::sort(markers_.begin(), markers_.end(), [](const Marker& a, const Marker& b) { return a.text < b.text; });
  nodes_.push_back({0, static_cast<std::uint32_t>(markers_.size()), 0});
  // Level by level: the nodes that are added are longer by a byte.
  std::uint32_t node = 0;
  for (std::size_t depth = 0; node < nodes_.size(); ++depth) {
    for (const auto level = static_cast<std::uint32_t>(nodes_.size()); node < level; ++node) add_children(node, depth);
  }
}

void MarkerTable::add_children(std::uint32_t node, std::size_t depth) {
  nodes_[node].edges = static_cast<std::uint32_t>(edges_.size());
  const auto same = [&](std::uint32_t i, std::uint32_t j) {
    return markers_[i].text[depth] == markers_[j].text[depth];
  };
  for (std::uint32_t from = nodes_[node].ends; from < nodes_[node].last;) {
    std::uint32_t to = from + 1;
    while (to < nodes_[node].last && same(from, to)) ++to;
    std::uint32_t ends = from;
    while (ends < to && markers_[ends].text.size() == depth + 1) ++ends;
    edges_.push_back(
        {static_cast<unsigned char>(markers_[from].text[depth]), static_cast<std::uint32_t>(nodes_.size())});
    nodes_.push_back({from, to, ends});
    from = to;
  }
  nodes_[node].edges_end = static_cast<std::uint32_t>(edges_.size());
  if (nodes_[node].edges_end - nodes_[node].edges > kMany) add_jumps(nodes_[node]);
}

void MarkerTable::add_jumps(Node& node) {
  node.jumps = static_cast<std::uint32_t>(jumps_.size());
  jumps_.emplace_back().fill(kNone);
  for (std::uint32_t edge = node.edges; edge < node.edges_end; ++edge) {
    jumps_.back()[edges_[edge].byte] = edges_[edge].node;
  }
}

const MarkerTable::Node* MarkerTable::next(const Node& node, char byte) const {
  const auto wanted = static_cast<unsigned char>(byte);
  if (node.jumps != kNone) {
    const std::uint32_t found = jumps_[node.jumps][wanted];
    return found == kNone ? nullptr : &nodes_[found];
  }
  for (std::uint32_t edge = node.edges; edge < node.edges_end && edges_[edge].byte <= wanted; ++edge) {
    if (edges_[edge].byte == wanted) return &nodes_[edges_[edge].node];
  }
  return nullptr;
}

MarkerScan::MarkerScan(std::shared_ptr<const MarkerTable> common, std::vector<Marker> own)
    : common_(std::move(common)), own_(std::move(own)) {
  add_seconds(*common_, kInCommon);
  add_seconds(own_, kInOwn);
}

void MarkerScan::add_seconds(const MarkerTable& table, std::uint8_t bit) {
  for (std::uint32_t i = table.root().first; i < table.root().last; ++i) {
    const std::string_view text = table.marker(i).text;
    const auto first = static_cast<unsigned char>(text[0]);
    begins_[first] |= bit;
    seconds_[first] |=
        text.size() == 1 ? ~std::uint64_t{0} : std::uint64_t{1} << (static_cast<unsigned char>(text[1]) % 64U);
  }
}

// The next place where a marker may begin, seen from two bytes. The last byte has none behind it: there it may.
std::size_t MarkerScan::next_candidate(std::string_view text, std::size_t position) const {
  for (; position + 1 < text.size(); ++position) {
    const std::uint64_t seconds = seconds_[static_cast<unsigned char>(text[position])];
    if (((seconds >> (static_cast<unsigned char>(text[position + 1]) % 64U)) & 1U) != 0) return position;
  }
  return position;
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
