// The formats, each from a file of its own. formats.cc makes a table of them.
#pragma once

#include "extract/format.h"

namespace acode::extract {

Format hermes();
Format granite_20b_fc();
Format internlm2();
Format gigachat3();
Format mistral_json();
Format mistral_args();
Format deepseek_v3();
Format deepseek_v31();
Format kimi_k2();
Format function_tag();
Format functionary_v32();
Format lfm2();
Format olmo3();
Format llama4();
Format tool_code();
Format llama_python_tag();
Format functiongemma();
Format gemma4();
Format inkling();
Format harmony();
Format harmony_words();
Format qwen3_xml();
Format tool_name_xml();
Format glm();
Format hunyuan_v3();
Format minimax_m2();
Format minimax_m3();
Format dsml();
Format step3();
Format minicpm5_xml();
Format dots();
Format atem();
Format kimi_k3();
Format claude_legacy();
Format claude_elements();
Format cline();
Format granite3();
Format tool_calls_array();
Format nemotron();
Format command_action();
Format apertus();
Format functools();
Format tool_call_line();
Format react();
Format fence();
Format json_call();
Format pythonic();

}  // namespace acode::extract
