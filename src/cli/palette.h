// The colours of the readable views.
#pragma once

#include <string>
#include <string_view>

namespace acode::cli {

/// Escape sequences, all empty where there are no colours.
struct Palette {
  std::string_view strong, kind, bad, faint, off;
};

inline constexpr Palette kPlain = {"", "", "", "", ""};
inline constexpr Palette kColours = {"\x1b[1m", "\x1b[36m", "\x1b[1;31m", "\x1b[2m", "\x1b[0m"};

inline const Palette& palette_for(bool colour) { return colour ? kColours : kPlain; }

/// The text in one of the colours of a palette.
inline std::string paint(std::string_view colour, std::string_view text, const Palette& palette) {
  return std::string(colour) + std::string(text) + std::string(palette.off);
}

}  // namespace acode::cli
