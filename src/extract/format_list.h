// The formats, each from a file of its own. formats.cc makes a table of them.
#pragma once

#include "extract/format.h"

namespace acode::extract {

Format hermes();
Format granite_20b_fc();
Format internlm2();
Format gigachat3();
Format mistral_json();
Format granite3();
Format tool_calls_array();
Format nemotron();
Format command_action();
Format apertus();
Format functools();
Format tool_call_line();

}  // namespace acode::extract
