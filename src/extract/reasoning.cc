// The tables.
#include "extract/reasoning.h"

#include <array>

namespace acode::extract {

std::span<const ReasoningTags> reasoning_tags() {
  static constexpr std::array kTags = {
      ReasoningTags{"<think>", "</think>"},
      ReasoningTags{"<thinking>", "</thinking>"},
      ReasoningTags{"<seed:think>", "</seed:think>"},
      ReasoningTags{"<longcat_think>", "</longcat_think>"},
      ReasoningTags{"<mm:think>", "</mm:think>"},
      ReasoningTags{"[THINK]", "[/THINK]"},
      ReasoningTags{"<|START_THINKING|>", "<|END_THINKING|>"},
      ReasoningTags{"<|channel>thought\n", "<channel|>"},
      ReasoningTags{"◁think▷", "◁/think▷"},
  };
  return kTags;
}

std::span<const std::string_view> end_tokens() {
  static constexpr std::array<std::string_view, 12> kTokens = {
      "<|im_end|>",    "<|endoftext|>", "<|eot_id|>",
      "<|eom_id|>",    "</s>",          "<|end_of_text|>",
      "<end_of_turn>", "<eos>",         "<｜end▁of▁sentence｜>",
      "<|end|>",       "<|return|>",    "<|END_OF_TURN_TOKEN|>",
  };
  return kTokens;
}

}  // namespace acode::extract
