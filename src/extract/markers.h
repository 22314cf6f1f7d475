// One scan over all markers: where in a text one of many fixed strings begins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "extract/format.h"

namespace acode::extract {

/// A string that opens something. What it opens is known by `owner`.
struct Marker {
  std::string_view text;
  std::uint32_t owner = 0;
  Place place = Place::kAnywhere;
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

  /// The first place at or behind `from`. `line_start`: whether the beginning of the text is the beginning of a line.
  [[nodiscard]] Found find(std::string_view text, std::size_t from, bool line_start, bool final) const;

 private:
  [[nodiscard]] Found at(std::string_view text, std::size_t position, bool line_start, bool final) const;

  std::vector<Marker> markers_;                                       // by first byte, then the longest first
  std::array<std::pair<std::uint16_t, std::uint16_t>, 256> begin_{};  // for each first byte: from, to
};

}  // namespace acode::extract
