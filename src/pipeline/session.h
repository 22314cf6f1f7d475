// What stands behind a Session: the result, and who fills it.
#pragma once

#include <optional>

#include "acode/pipeline/pipeline.h"
#include "acode/wire/wire.h"
#include "pipeline/answer_reader.h"
#include "pipeline/parts.h"

namespace acode::pipeline {

class Session::Impl {
 public:
  /// The parts must outlive this.
  Impl(const PipelineParts& parts, std::optional<wire::Dialect> dialect, bool starts_in_reasoning)
      : reader(parts, dialect, starts_in_reasoning, Telling::kAtOnce, result) {}

  ParseResult result;
  AnswerReader reader;
};

}  // namespace acode::pipeline
