// What is looked for in a text, made ready once: all markers in one scan, and what each of them means.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/schema/toolset.h"
#include "extract/construct.h"
#include "extract/format.h"
#include "extract/markers.h"
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

class Catalog {
 public:
  /// `tools` may be null. `pinned`: the only format, or empty for all.
  Catalog(const schema::Toolset* tools, std::string_view pinned);
  Catalog(const Catalog&) = delete;
  Catalog& operator=(const Catalog&) = delete;
  Catalog(Catalog&&) = delete;
  Catalog& operator=(Catalog&&) = delete;
  ~Catalog() = default;

  [[nodiscard]] const Tools& tools() const { return tools_; }
  [[nodiscard]] const MarkerScan& scan() const { return *scan_; }
  [[nodiscard]] const Meaning& meaning(const Marker& marker) const { return meanings_[marker.owner]; }

 private:
  void add_format(const Format& format, std::vector<Marker>& markers);
  void add_tokens(std::vector<Marker>& markers);
  void add(std::vector<Marker>& markers, std::string_view text, const Meaning& meaning, Place place = Place::kAnywhere);

  std::optional<schema::Toolset> toolset_;
  Tools tools_;
  std::deque<std::string> made_;  // openers that were made from the names of tools
  std::vector<Meaning> meanings_;
  std::optional<MarkerScan> scan_;
};

}  // namespace acode::extract
