// Small questions about the text at a place, for readers that see it grow.
//
//   const Match end = match_any(text, at, closers, final);
//   if (end.state == Match::State::kPart) return Look::more();      // `</tool_c`: more must come
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/text.h"

namespace acode::extract {

using Markers = std::span<const std::string_view>;

/// What stands at a place.
struct Match {
  enum class State : std::uint8_t {
    kNo,
    kPart,  ///< the text ends inside what may become a marker
    kYes,
  };
  State state = State::kNo;
  std::size_t length = 0;  ///< of the marker, with kYes

  [[nodiscard]] bool yes() const { return state == State::kYes; }
  [[nodiscard]] bool part() const { return state == State::kPart; }
};

/// Whether one of some markers stands at a place; the longest counts. At the end of a text that may go on it is a part.
inline Match match_any(std::string_view text, std::size_t at, Markers markers, bool final) {
  const std::string_view rest = text.substr(std::min(at, text.size()));
  Match found;
  for (const std::string_view marker : markers) {
    if (!rest.empty() && rest.front() != marker.front()) continue;
    if (rest.starts_with(marker)) {
      if (found.length < marker.size()) found = {Match::State::kYes, marker.size()};
    } else if (!final && marker.size() > rest.size() && marker.starts_with(rest)) {
      return {Match::State::kPart, 0};
    }
  }
  return found;
}

/// The same for one marker.
inline Match match_one(std::string_view text, std::size_t at, std::string_view marker, bool final) {
  return match_any(text, at, {&marker, 1}, final);
}

using base::is_white;
using base::skip_white;

}  // namespace acode::extract
