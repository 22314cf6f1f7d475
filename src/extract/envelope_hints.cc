// Answering from several schemas at once.
#include "extract/envelope_hints.h"

#include <algorithm>

#include "extract/call_keys.h"

namespace acode::extract {
namespace {

// Long texts, and lists of tools, for which it is not worth the time.
constexpr std::size_t kLongestText = std::size_t{256} << 10;
constexpr std::size_t kMostCandidates = 64;

}  // namespace

EnvelopeHints::EnvelopeHints(std::string_view text, const Tools& tools) {
  if (!tools.given() || text.size() > kLongestText) return;
  for (const schema::Tool& tool : tools.all()->tools()) {
    if (candidates_.size() == kMostCandidates) break;
    if (text.find(tool.name) == std::string_view::npos) continue;
    candidates_.push_back({&tool, &tools.hints(tool)});
  }
}

json::Hints::Place EnvelopeHints::outer(std::size_t candidate, Place inner) {
  if (inner >= (1U << kShift)) return kNowhere;  // nowhere there, or too far away for us
  return static_cast<Place>((candidate + 1) << kShift) | inner;
}

const schema::SchemaHints* EnvelopeHints::inside(Place place) const {
  const std::size_t number = place >> kShift;
  return place == kNowhere || number == 0 ? nullptr : candidates_[number - 1].hints;
}

// A parameter of one of the tools: of the first that has it.
json::Hints::Place EnvelopeHints::parameter(std::string_view name) const {
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const schema::SchemaHints& hints = *candidates_[i].hints;
    const Place found = hints.root() == kNowhere ? kNowhere : hints.member(hints.root(), name);
    if (found != kNowhere) return outer(i, found);
  }
  return kNowhere;
}

json::Hints::Place EnvelopeHints::member(Place object, std::string_view name) const {
  if (const schema::SchemaHints* const hints = inside(object)) {
    return outer((object >> kShift) - 1, hints->member(inner(object), name));
  }
  if (object == kArguments) return parameter(name);
  if (object != kCall) return kNowhere;
  const Key key = key_of(name);
  if (key.role == Role::kName && !key.may_hold_object) return kName;
  if (key.role == Role::kName || key.role == Role::kWrapper) return kCall;
  if (key.role == Role::kArguments) {
    return candidates_.size() == 1 ? outer(0, candidates_[0].hints->root()) : kArguments;
  }
  return parameter(name);
}

json::Hints::Place EnvelopeHints::element(Place array) const {
  if (const schema::SchemaHints* const hints = inside(array)) {
    return outer((array >> kShift) - 1, hints->element(inner(array)));
  }
  return array == kCall ? kCall : kNowhere;
}

unsigned EnvelopeHints::expected_kinds(Place place) const {
  if (const schema::SchemaHints* const hints = inside(place)) return hints->expected_kinds(inner(place));
  switch (place) {
    case kCall:
      return bit(json::Kind::kObject) | bit(json::Kind::kArray) | bit(json::Kind::kString);
    case kName:
      return bit(json::Kind::kString);
    case kArguments:
      return bit(json::Kind::kObject) | bit(json::Kind::kString);
    default:
      return kAnyKind;
  }
}

bool EnvelopeHints::names_are_known(Place object) const {
  const schema::SchemaHints* const hints = inside(object);
  return hints != nullptr && hints->names_are_known(inner(object));
}

std::size_t EnvelopeHints::listed(Place place, std::string_view text) const {
  const schema::SchemaHints* const hints = inside(place);
  return hints == nullptr ? kAnyText : hints->listed(inner(place), text);
}

}  // namespace acode::extract
