// Gathering the markers.
#include "extract/catalog.h"

#include <memory>
#include <utility>
#include <vector>

#include "acode/extract/extract.h"

namespace acode::extract {
namespace {

std::optional<schema::Toolset> copied(const schema::Toolset* tools) {
  if (tools == nullptr) return std::nullopt;
  return *tools;
}

bool is_wanted(const Format& format, std::string_view pinned) {
  // A fence alone holds nothing: JSON is what stands in most of them.
  const bool in_fence = pinned == "fence" && format.name == "json";
  return pinned.empty() || format.name == pinned || in_fence;
}

Place place_of(const Format& format, std::string_view opener) {
  return format.place_of == nullptr ? format.place : format.place_of(opener);
}

Meaning opening(const Format& format) {
  return {format.reader == nullptr ? Meaning::Kind::kFence : Meaning::Kind::kFormat, &format};
}

/// Markers that are gathered. What is added first goes first.
class Gatherer {
 public:
  // One that begins with a letter begins a word: inside of one it is none, and so nothing waits for it there.
  void add(std::string_view text, const Meaning& meaning, Place place = Place::kAnywhere) {
    const bool is_word = place == Place::kAnywhere && is_name(text.front());
    markers_.push_back({text, meaning, is_word ? Place::kNameStart : place, rank_});
  }

  /// What is added from now on belongs to a format: those are tried in their order.
  void begin(const Format& format) { rank_ = 2 * static_cast<std::uint32_t>(&format - formats().data()); }

  void add(const Format& format) {
    begin(format);
    for (const std::string_view opener : format.openers) add(opener, opening(format), place_of(format, opener));
    ++rank_;
    for (const std::string_view frame : format.frames) add(frame, {Meaning::Kind::kFrame});
    for (const std::string_view closer : format.closers) add(closer, {Meaning::Kind::kCloser});
  }

  void add_tokens() {
    rank_ = 2 * static_cast<std::uint32_t>(formats().size());
    for (const ReasoningTags& tags : reasoning_tags()) {
      add(tags.open, {Meaning::Kind::kReasoning}, tags.place);
      if (tags.alone) {
        add(tags.close, {Meaning::Kind::kReasoningEnd});
      } else {
        add(tags.close, {Meaning::Kind::kWordsEnd}, Place::kMessageEnd);
      }
    }
    for (const std::string_view opener : {"Final Answer:", "**Final Answer:**", "**Final Answer**:"}) {
      add(opener, {Meaning::Kind::kAnswer}, Place::kLineStart);
    }
    ++rank_;
    for (const std::string_view token : end_tokens()) add(token, {Meaning::Kind::kEndToken});
    ++rank_;
    for (const std::string_view token : frame_tokens()) add(token, {Meaning::Kind::kFrame});
    ++rank_;
    for (const Turn& turn : turns()) add(turn.text, {Meaning::Kind::kTurn, nullptr, turn.whose}, turn.place);
  }

  std::vector<Marker> take() { return std::move(markers_); }

 private:
  std::vector<Marker> markers_;
  std::uint32_t rank_ = 0;
};

std::shared_ptr<const CommonMarkers> common_markers(std::string_view pinned) {
  Gatherer gatherer;
  for (const Format& format : formats()) {
    if (is_wanted(format, pinned)) gatherer.add(format);
  }
  gatherer.add_tokens();
  return std::make_shared<const CommonMarkers>(gatherer.take());
}

// Those of all formats are made once.
std::shared_ptr<const CommonMarkers> shared_markers(std::string_view pinned) {
  if (!pinned.empty()) return common_markers(pinned);
  static const std::shared_ptr<const CommonMarkers> kAll = common_markers({});
  return kAll;
}

// The markers that are made from the names of tools; their texts are put into `made`, side by side.
std::vector<Marker> tool_markers(const Tools& tools, std::string_view pinned, std::string& made) {
  std::vector<std::string> openers;
  std::vector<std::pair<const Format*, std::size_t>> ends;  // of the openers of each format
  for (const Format& format : formats()) {
    if (format.tool_openers == nullptr || !is_wanted(format, pinned)) continue;
    format.tool_openers(tools, openers);
    ends.emplace_back(&format, openers.size());
  }
  std::size_t size = 0;
  for (const std::string& opener : openers) size += opener.size();
  made.reserve(size);  // at once: the markers point into it
  Gatherer gatherer;
  std::size_t next = 0;
  for (const auto& [format, end] : ends) {
    gatherer.begin(*format);
    for (; next < end; ++next) {
      const std::size_t begin = made.size();
      made += openers[next];
      gatherer.add(std::string_view(made).substr(begin), opening(*format), place_of(*format, openers[next]));
    }
  }
  return gatherer.take();
}

}  // namespace

Catalog::Catalog(const schema::Toolset* tools, std::string_view pinned, bool leaves_calls)
    : toolset_(copied(tools)),
      tools_(toolset_ ? &*toolset_ : nullptr),
      scan_(shared_markers(pinned), tool_markers(tools_, pinned, made_)),
      leaves_calls_(leaves_calls) {}

Recognizer::Recognizer(const schema::Toolset* tools, std::string_view format, bool leaves_calls)
    : catalog_(std::make_shared<const Catalog>(tools, format, leaves_calls)) {}

}  // namespace acode::extract
