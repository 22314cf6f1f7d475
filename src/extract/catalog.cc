// Gathering the markers.
#include "extract/catalog.h"

#include "acode/extract/extract.h"

namespace acode::extract {
namespace {

std::optional<schema::Toolset> copied(const schema::Toolset* tools) {
  if (tools == nullptr) return std::nullopt;
  return *tools;
}

}  // namespace

Catalog::Catalog(const schema::Toolset* tools, std::string_view pinned)
    : toolset_(copied(tools)), tools_(toolset_ ? &*toolset_ : nullptr) {
  std::vector<Marker> markers;
  for (const Format& format : formats()) {
    // A fence alone holds nothing: JSON is what stands in most of them.
    const bool in_fence = pinned == "fence" && format.name == "json";
    if (pinned.empty() || format.name == pinned || in_fence) add_format(format, markers);
  }
  add_tokens(markers);
  scan_.emplace(std::move(markers));
}

void Catalog::add_format(const Format& format, std::vector<Marker>& markers) {
  const Meaning opens{format.reader == nullptr ? Meaning::Kind::kFence : Meaning::Kind::kFormat, &format};
  for (const std::string_view opener : format.openers) add(markers, opener, opens, format.place);
  for (const std::string_view frame : format.frames) add(markers, frame, {Meaning::Kind::kFrame});
  for (const std::string_view closer : format.closers) add(markers, closer, {Meaning::Kind::kCloser});
  if (format.tool_openers == nullptr) return;
  std::vector<std::string> made;
  format.tool_openers(tools_, made);
  for (std::string& opener : made) add(markers, made_.emplace_back(std::move(opener)), opens, format.place);
}

void Catalog::add_tokens(std::vector<Marker>& markers) {
  for (const ReasoningTags& tags : reasoning_tags()) {
    add(markers, tags.open, {Meaning::Kind::kReasoning}, tags.place);
    add(markers, tags.close, {tags.alone ? Meaning::Kind::kReasoningEnd : Meaning::Kind::kWordsEnd});
  }
  for (const std::string_view opener : {"Final Answer:", "**Final Answer:**", "**Final Answer**:"}) {
    add(markers, opener, {Meaning::Kind::kAnswer}, Place::kLineStart);
  }
  for (const std::string_view token : end_tokens()) add(markers, token, {Meaning::Kind::kEndToken});
  for (const std::string_view token : frame_tokens()) add(markers, token, {Meaning::Kind::kFrame});
  for (const Turn& turn : turns()) {
    add(markers, turn.text, {Meaning::Kind::kTurn, nullptr, turn.whose}, turn.place);
  }
}

void Catalog::add(std::vector<Marker>& markers, std::string_view text, const Meaning& meaning, Place place) {
  markers.push_back({text, static_cast<std::uint32_t>(meanings_.size()), place});
  meanings_.push_back(meaning);
}

Recognizer::Recognizer(const schema::Toolset* tools, std::string_view format)
    : catalog_(std::make_shared<const Catalog>(tools, format)) {}

}  // namespace acode::extract
