// What marks reasoning, ends a turn, or begins somebody else's: the tokens of chat templates, as far as they are no
// format's own.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "extract/format.h"

namespace acode::extract {

struct ReasoningTags {
  std::string_view open;
  std::string_view close;
  Place place = Place::kAnywhere;  ///< where the first one counts
  bool alone = true;               ///< the second one counts even if the first has not come: the prompt had it
};

/// How models mark their reasoning.
std::span<const ReasoningTags> reasoning_tags();

/// Tokens by which a model ends its turn or a message, left in the text by servers that do not take them out.
std::span<const std::string_view> end_tokens();

/// Tokens that only frame.
std::span<const std::string_view> frame_tokens();

/// The beginning of a turn.
struct Turn {
  enum class Whose : std::uint8_t {
    kOther,      ///< the user's or a tool's: what follows is invented
    kAssistant,  ///< the model's own: if it has made a call before, it did not wait for the answer
    kSpoken,     ///< the user's or a tool's, in plain words: counts only behind a call
  };
  std::string_view text;
  Whose whose;
  Place place = Place::kAnywhere;
};
std::span<const Turn> turns();

}  // namespace acode::extract
