// The tokens of DeepSeek V3 and R1, with what becomes of them: bars and separators may have turned into ASCII.
//
//   <｜tool▁call▁begin｜>   <|tool▁call▁begin|>   <｜tool_call_begin｜>   <|tool_call_begin|>
#pragma once

#include <array>
#include <string_view>

#include "extract/format.h"

namespace acode::extract::deepseek {

inline constexpr std::array<std::string_view, 4> kCallBegin = {"<｜tool▁call▁begin｜>", "<|tool▁call▁begin|>",
                                                               "<｜tool_call_begin｜>", "<|tool_call_begin|>"};
inline constexpr std::array<std::string_view, 4> kCallEnd = {"<｜tool▁call▁end｜>", "<|tool▁call▁end|>",
                                                             "<｜tool_call_end｜>", "<|tool_call_end|>"};
inline constexpr std::array<std::string_view, 4> kSeparator = {"<｜tool▁sep｜>", "<|tool▁sep|>", "<｜tool_sep｜>",
                                                               "<|tool_sep|>"};
inline constexpr std::array<std::string_view, 8> kCalls = {
    "<｜tool▁calls▁begin｜>", "<|tool▁calls▁begin|>", "<｜tool_calls_begin｜>", "<|tool_calls_begin|>",
    "<｜tool▁calls▁end｜>",   "<|tool▁calls▁end|>",   "<｜tool_calls_end｜>",   "<|tool_calls_end|>"};

}  // namespace acode::extract::deepseek
