// Reads one answer as its bytes come: by the pipeline for what it means, and by the wire for what was written.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "acode/pipeline/pipeline.h"
#include "acode/wire/wire.h"

namespace acode::agent {

class AnswerReader {
 public:
  AnswerReader(const pipeline::Pipeline& pipeline, wire::Dialect dialect)
      : session_(pipeline.session(dialect)), decoder_(dialect) {}

  /// The next bytes; what can be said of them already.
  std::vector<pipeline::SessionEvent> feed(std::string_view bytes) {
    for (const wire::Delta& delta : decoder_.feed(bytes)) wire::add(answer_, delta);
    return session_.feed(bytes);
  }

  /// The bytes end here.
  pipeline::ParseResult finish() {
    for (const wire::Delta& delta : decoder_.finish()) wire::add(answer_, delta);
    return session_.finish();
  }

  /// What was written, as it was written.
  [[nodiscard]] const wire::Answer& answer() const { return answer_; }

 private:
  pipeline::Session session_;
  wire::Decoder decoder_;
  wire::Answer answer_;
};

}  // namespace acode::agent
