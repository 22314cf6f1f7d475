// The formats that are known. A new one is one file, one test, and one line in the table of formats.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/construct.h"
#include "extract/reader_room.h"

namespace acode::extract {

/// Where a marker counts.
enum class Place : std::uint8_t {
  kAnywhere,
  kTextStart,  ///< nothing but white space before it
  kLineStart,  ///< at the beginning of a line, white space and asterisks before it aside
  kWordStart,  ///< not inside a word
  kNameStart,  ///< not behind a letter, a digit or an underscore
  /// Where a message may have ended: at the beginning of a line, behind a mark that ends a sentence, or anywhere in reasoning
  /// that a header or words have opened.
  kMessageEnd,
};

struct Format {
  std::string_view name;
  std::string_view models;   ///< who writes like that
  std::string_view example;  ///< a real one
  std::span<const std::string_view> openers;
  Place place = Place::kAnywhere;

  /// Makes a reader for a construct that begins with one of the openers. The tools outlive it.
  ConstructReader& (*reader)(ReaderRoom& room, const Tools& tools, std::string_view opener) = nullptr;

  /// Tokens that only frame calls or text, and that nobody writes as text: dropped wherever they stand.
  std::span<const std::string_view> frames{};

  /// Markers that are dropped where nothing but white space stands between them and the end of a call: a closing tag
  /// that is there twice, or behind several calls. Elsewhere they are text.
  std::span<const std::string_view> closers{};

  /// Further openers, made from the tools' names; null if there are none.
  void (*tool_openers)(const Tools& tools, std::vector<std::string>& openers) = nullptr;

  /// Where an opener may stand; null if `place` goes for all of them.
  Place (*place_of)(std::string_view opener) = nullptr;
};

/// Openers that are a tool's name between two texts, one for each tool that there is.
void add_tool_openers(const Tools& tools, std::string_view before, std::string_view behind,
                      std::vector<std::string>& openers);

/// All of them, in the order in which they are tried where several have the same marker.
std::span<const Format> formats();

}  // namespace acode::extract
