// The tables.
#include "extract/tokens.h"

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
      ReasoningTags{"<|open|>think<|sep|>", "<|close|>think<|sep|>"},
      ReasoningTags{"Here is my thought process:", "Here is my response:", Place::kTextStart, false},
      ReasoningTags{"Here's my thought process:", "Here's my response:", Place::kTextStart, false},
      ReasoningTags{"Here are my reasoning steps:", "[BEGIN FINAL RESPONSE]", Place::kTextStart},
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

std::span<const std::string_view> frame_tokens() {
  static constexpr std::array<std::string_view, 8> kTokens = {
      "<|im_start|>", "<|start_header_id|>", "<|end_header_id|>",       "<|begin_of_text|>",
      "<bos>",        "<｜Assistant｜>",     "<｜begin▁of▁sentence｜>", "<|CHATBOT_TOKEN|>",
  };
  return kTokens;
}

std::span<const Turn> turns() {
  using enum Turn::Whose;
  static constexpr std::array kTurns = {
      Turn{"<|im_start|>user", kOther},
      Turn{"<|im_start|>tool", kOther},
      Turn{"<|im_start|>system", kOther},
      Turn{"<|im_start|>assistant", kAssistant},
      Turn{"<|start_header_id|>user<|end_header_id|>", kOther},
      Turn{"<|start_header_id|>tool<|end_header_id|>", kOther},
      Turn{"<|start_header_id|>ipython<|end_header_id|>", kOther},
      Turn{"<|start_header_id|>system<|end_header_id|>", kOther},
      Turn{"<|start_header_id|>assistant<|end_header_id|>", kAssistant},
      Turn{"<start_of_turn>user", kOther},
      Turn{"<start_of_turn>model", kAssistant},
      Turn{"<|user|>", kOther},
      Turn{"<|observation|>", kOther},
      Turn{"<|assistant|>", kAssistant},
      Turn{"<｜User｜>", kOther},
      Turn{"<｜tool▁outputs▁begin｜>", kOther},
      Turn{"<｜tool▁output▁begin｜>", kOther},
      Turn{"[INST]", kOther},
      Turn{"<|start|>user", kOther},
      Turn{"<|start|>functions.", kOther},
      Turn{"<|tool_response>", kOther},
      Turn{"<start_function_response>", kOther},
      Turn{"[TOOL_RESULTS]", kOther},
      Turn{"<|USER_TOKEN|>", kOther},
      Turn{"<tool_response>", kSpoken},
      Turn{"<function_results>", kSpoken},
      Turn{"<function_response>", kSpoken},
      Turn{"<tool_result>", kSpoken},
      Turn{"Observation:", kSpoken, Place::kLineStart},
      Turn{"**Observation:**", kSpoken, Place::kLineStart},
      Turn{"Tool result:", kSpoken, Place::kLineStart},
      Turn{"TOOL_RESULT:", kSpoken, Place::kLineStart},
      Turn{"### Instruction:", kSpoken, Place::kLineStart},
      Turn{"### Response:", kSpoken, Place::kLineStart},
      Turn{"### User:", kSpoken, Place::kLineStart},
      Turn{"### Human:", kSpoken, Place::kLineStart},
      Turn{"User:", kSpoken, Place::kLineStart},
      Turn{"Human:", kSpoken, Place::kLineStart},
  };
  return kTurns;
}

}  // namespace acode::extract
