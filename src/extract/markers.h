// One scan over all markers: where in a text one of many fixed strings begins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "extract/format.h"

namespace acode::extract {

/// A string that opens something. What it opens is known by `owner`.
struct Marker {
  std::string_view text;
  std::uint32_t owner = 0;
  Place place = Place::kAnywhere;
};

/// What is known of the text before the one that is scanned.
struct Before {
  bool text_start = true;  ///< nothing but white space
  bool line_start = true;  ///< nothing on this line but white space and asterisks
  bool in_word = false;    ///< the last byte belongs to a word

  /// The same, `text` further on.
  void pass(std::string_view text);
};

class MarkerScan {
 public:
  explicit MarkerScan(std::vector<Marker> markers);

  struct Found {
    enum class State : std::uint8_t {
      kNothing,  ///< no marker in the text
      kPart,     ///< at `position` a marker may begin, of which not all is there yet
      kMarkers,  ///< at `position` these markers begin, the longest first
    };
    State state = State::kNothing;
    std::size_t position = 0;
    std::vector<const Marker*> markers;
  };

  /// The first place at or behind `from`.
  [[nodiscard]] Found find(std::string_view text, std::size_t from, const Before& before, bool final) const;

  /// What begins at this very place.
  [[nodiscard]] Found at(std::string_view text, std::size_t position, const Before& before, bool final) const;

 private:
  using Range = std::pair<std::uint32_t, std::uint32_t>;  // indices: from, to

  [[nodiscard]] Range narrowed(Range range, std::size_t index, char byte) const;

  std::vector<Marker> markers_;        // sorted; of equal ones the first given is the first
  std::array<Range, 256> by_first_{};  // for each first byte: from, to
};

}  // namespace acode::extract
