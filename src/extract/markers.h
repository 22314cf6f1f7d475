// One scan over all markers: where in a text one of many fixed strings begins.
//
// The markers of the formats are the same for all; those that are made from the names of tools are not. So there are two
// tables, and a place is looked up in both.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "extract/format.h"
#include "extract/marker_filter.h"
#include "extract/tokens.h"

namespace acode::extract {

/// What a marker means.
struct Meaning {
  enum class Kind : std::uint8_t {
    kFormat,        ///< opens a construct of a format
    kFence,         ///< a markdown fence, which may hold calls
    kReasoning,     ///< opens reasoning
    kReasoningEnd,  ///< closes it, even if nothing has opened it
    kWordsEnd,      ///< closes it, if something has
    kAnswer,        ///< ends reasoning that a header opened: `Final Answer:`
    kEndToken,      ///< ends a message
    kFrame,         ///< only frames
    kCloser,        ///< only frames, if it stands behind a call
    kTurn,          ///< begins a turn
  };
  Kind kind;
  const Format* format = nullptr;           // of kFormat
  Turn::Whose whose = Turn::Whose::kOther;  // of kTurn
};

/// Whether this is what names are made of: a letter, a digit or an underscore.
bool is_name(char c);

struct Marker {
  std::string_view text;
  Meaning meaning;
  Place place = Place::kAnywhere;
  std::uint32_t rank = 0;  ///< of markers with the same text the one with the lowest comes first
};

/// What is known of the text before the one that is scanned.
struct Before {
  bool text_start = true;   ///< nothing but white space
  bool line_start = true;   ///< nothing on this line but white space and asterisks
  bool in_thought = false;  ///< it is reasoning that a header or words have opened
  char last = '\n';         ///< byte

  /// The same, `text` further on.
  void pass(std::string_view text);
};

/// Markers that begin at one place. There is room for more than any place has; were there none left, the shortest would
/// be passed over.
class MarkerList {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Marker& operator[](std::size_t index) const { return *markers_[index]; }
  void clear() { size_ = 0; }

  /// Puts a marker where it belongs: the longest first, of equal ones that of the lowest rank. Most come in that order.
  void add(const Marker& marker) {
    if (size_ == kRoom || (size_ > 0 && goes_before(marker, *markers_[size_ - 1]))) return insert(marker);
    markers_[size_++] = &marker;
  }

 private:
  static bool goes_before(const Marker& a, const Marker& b) {
    return a.text.size() != b.text.size() ? a.text.size() > b.text.size() : a.rank < b.rank;
  }
  void insert(const Marker& marker);

  static constexpr std::size_t kRoom = 24;
  std::array<const Marker*, kRoom> markers_;
  std::size_t size_ = 0;
};

/// A text that is put in order by its first bytes as numbers, which is all it takes for most; what is missing there counts
/// as zeros.
struct OrderedText {
  explicit OrderedText(std::string_view bytes);

  std::uint64_t head;  // the first eight
  std::uint64_t next;  // and the next eight
  std::string_view text;

  friend bool operator<(const OrderedText& a, const OrderedText& b) {
    if (a.head != b.head) return a.head < b.head;
    return a.next != b.next ? a.next < b.next : a.text < b.text;
  }

  /// Whether it begins with another, which is not empty.
  [[nodiscard]] bool begins_with(const OrderedText& other) const {
    const std::size_t size = other.text.size();
    if (text.size() < size) return false;
    if (size <= 8) return (head ^ other.head) >> (64 - 8 * size) == 0;
    if (head != other.head) return false;
    if (size <= 16) return (next ^ other.next) >> (128 - 8 * size) == 0;
    return next == other.next && text.substr(16).starts_with(other.text.substr(16));
  }
};

/// Markers in the order of their texts. Those that begin alike stand side by side, the shorter before the longer.
class MarkerTable {
 public:
  /// `many`: they are so many that those with the same first byte are found at once.
  MarkerTable(std::vector<Marker> markers, bool many);

  static constexpr std::uint32_t kNone = 0xffffffffU;

  /// Markers that have the same text.
  struct Group {
    OrderedText text;
    std::uint32_t first;    // of them, that of the lowest rank
    std::uint32_t last;     // behind them
    std::uint32_t shorter;  // the longest group whose text this one begins with; kNone if there is none
  };

  [[nodiscard]] const std::vector<Marker>& markers() const { return markers_; }
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }

  /// Where in memory it looks first.
  [[nodiscard]] std::vector<const void*> places() const {
    return {heads_.data(), heads_.data() + heads_.size() / 2, behind_.data(), groups_.data() + groups_.size() / 2};
  }

  /// How many groups do not come behind a text, which is not empty, in the order. The last of them is the longest with which
  /// the text begins, or begins itself with that one; unless there is none with its first byte.
  [[nodiscard]] std::uint32_t count_up_to(const OrderedText& text) const;

 private:
  void add_head(std::uint64_t head);
  void note_first_bytes();

  std::vector<Marker> markers_;
  std::vector<Group> groups_;
  std::vector<std::uint64_t> heads_;   // of their texts, each once: most are told apart by these
  std::vector<std::uint32_t> behind_;  // how many groups do not come behind each of them
  std::vector<std::uint16_t> firsts_;  // of many: how many heads begin with a lower byte than each, and at last all
};

/// Markers that many scans share.
struct CommonMarkers {
  explicit CommonMarkers(std::vector<Marker> markers);

  MarkerTable table;
  MarkerFilter filter;
};

class MarkerScan {
 public:
  MarkerScan(std::shared_ptr<const CommonMarkers> common, std::vector<Marker> own);

  enum class State : std::uint8_t {
    kNothing,  ///< no marker in the text
    kPart,     ///< at `position` a marker may begin, of which not all is there yet
    kMarkers,  ///< at `position` some markers begin
  };
  struct Found {
    State state = State::kNothing;
    std::size_t position = 0;
  };

  /// The first place at or behind `from`. Sets `markers` to those that begin there, the longest first.
  Found find(std::string_view text, std::size_t from, const Before& before, bool final, MarkerList& markers) const;

  /// Where in memory it looks for markers of its own.
  [[nodiscard]] std::vector<const void*> places() const { return own_.places(); }

  /// What begins at this very place.
  Found at(std::string_view text, std::size_t position, const Before& before, bool final, MarkerList& markers) const;

 private:
  std::shared_ptr<const CommonMarkers> common_;
  MarkerTable own_;
  MoreMarkersFilter filter_;  // for both
  bool letters_begin_words_ = false;
};

}  // namespace acode::extract
