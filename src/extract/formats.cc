// The table of formats.
#include <array>

#include "extract/format_list.h"

namespace acode::extract {

std::span<const Format> formats() {
  static const std::array kFormats = {
      hermes(),           granite_20b_fc(), internlm2(),      gigachat3(), mistral_json(), granite3(),
      tool_calls_array(), nemotron(),       command_action(), apertus(),   functools(),    tool_call_line(),
  };
  return kFormats;
}

}  // namespace acode::extract
