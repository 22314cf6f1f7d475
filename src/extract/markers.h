// One scan over all markers: where in a text one of many fixed strings begins.
//
// The markers of the formats are the same for all; those that are made from the names of tools are not. So there are two
// tables, and a place is looked up in both.
#pragma once

#include <array>
#include <bitset>
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

struct Marker {
  std::string_view text;
  Meaning meaning;
  Place place = Place::kAnywhere;
  std::uint32_t rank = 0;  ///< of markers with the same text the one with the lowest comes first
};

/// What is known of the text before the one that is scanned.
struct Before {
  bool text_start = true;  ///< nothing but white space
  bool line_start = true;  ///< nothing on this line but white space and asterisks
  bool in_word = false;    ///< the last byte belongs to a word

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

  /// Puts a marker where it belongs: the longest first, of equal ones that of the lowest rank.
  void add(const Marker& marker);

 private:
  static constexpr std::size_t kRoom = 24;
  std::array<const Marker*, kRoom> markers_{};
  std::size_t size_ = 0;
};

/// Markers in the order of their texts. Those that begin alike stand side by side, the shorter before the longer.
class MarkerTable {
 public:
  /// Its filter() lets through what another one does, too.
  explicit MarkerTable(std::vector<Marker> markers, const MarkerFilter& others = {});

  static constexpr std::uint32_t kNone = 0xffffffffU;

  [[nodiscard]] const std::vector<Marker>& markers() const { return markers_; }
  [[nodiscard]] const MarkerFilter& filter() const { return filter_; }

  /// Whether a marker begins with this byte.
  [[nodiscard]] bool has(char first) const { return firsts_[static_cast<unsigned char>(first)]; }

  /// How many markers do not come behind a text in the order. The last of them is the longest with which the text begins,
  /// or begins itself with that one.
  [[nodiscard]] std::uint32_t count_up_to(std::string_view text) const;

  /// The longest marker with which another one begins, as far as it stands before it; kNone if there is none.
  [[nodiscard]] std::uint32_t shorter(std::uint32_t marker) const { return shorter_[marker]; }

 private:
  std::vector<Marker> markers_;
  std::vector<std::uint64_t> heads_;    // their first bytes, as numbers: most are told apart by these
  std::vector<std::uint32_t> shorter_;  // for each
  std::bitset<256> firsts_;             // bytes
  MarkerFilter filter_;
};

class MarkerScan {
 public:
  /// `common` is shared by many scans.
  MarkerScan(std::shared_ptr<const MarkerTable> common, std::vector<Marker> own);

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

  /// What begins at this very place.
  Found at(std::string_view text, std::size_t position, const Before& before, bool final, MarkerList& markers) const;

 private:
  std::shared_ptr<const MarkerTable> common_;
  MarkerTable own_;  // with a filter for both
};

}  // namespace acode::extract
