// The table of formats.
#include <array>

#include "extract/format_list.h"

namespace acode::extract {

std::span<const Format> formats() {
  // clang-format off: one a line
  static const std::array kFormats = {
      hermes(),
      granite_20b_fc(),
      internlm2(),
      gigachat3(),
      mistral_json(),
      mistral_args(),
      deepseek_v3(),
      deepseek_v31(),
      kimi_k2(),
      function_tag(),
      functionary_v32(),
      lfm2(),
      olmo3(),
      llama4(),
      tool_code(),
      llama_python_tag(),
      functiongemma(),
      gemma4(),
      inkling(),
      harmony(),
      harmony_words(),
      qwen3_xml(),
      tool_name_xml(),
      glm(),
      hunyuan_v3(),
      minimax_m2(),
      minimax_m3(),
      dsml(),
      step3(),
      minicpm5_xml(),
      dots(),
      atem(),
      kimi_k3(),
      claude_legacy(),
      claude_elements(),
      cline(),
      granite3(),
      tool_calls_array(),
      nemotron(),
      command_action(),
      apertus(),
      functools(),
      tool_call_line(),
      react(),
      // With no marker of their own: last.
      fence(),
      json_call(),
      pythonic(),
  };
  // clang-format on
  return kFormats;
}

void add_tool_openers(const Tools& tools, std::string_view before, std::string_view behind,
                      std::vector<std::string>& openers) {
  if (!tools.given()) return;
  for (const schema::Tool& tool : tools.all()->tools()) {
    openers.push_back(std::string(before) + tool.name + std::string(behind));
  }
}

std::span<const FormatInfo> known_formats() {
  static const std::vector<FormatInfo> kInfos = [] {
    std::vector<FormatInfo> infos;
    for (const Format& format : formats()) infos.push_back({format.name, format.models, format.example});
    return infos;
  }();
  return kInfos;
}

}  // namespace acode::extract
