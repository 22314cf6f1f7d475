// The pipeline: what the bytes are, and one session over them.
#include "acode/pipeline/pipeline.h"

#include "pipeline/answer_reader.h"
#include "pipeline/parts.h"
#include "pipeline/session.h"
#include "wire/body.h"
#include "wire/dialect.h"

namespace acode::pipeline {

Pipeline::Pipeline(const schema::Toolset* tools, const PipelineOptions& options)
    : parts_(std::make_shared<const PipelineParts>(tools, options)) {}

Pipeline Pipeline::with_tools(const schema::Toolset* tools) const {
  return Pipeline(std::make_shared<const PipelineParts>(*parts_, tools));
}

void Pipeline::fetch() const {
  constexpr std::size_t kLine = 64;
  const auto* const begin = reinterpret_cast<const std::byte*>(parts_.get());
  for (std::size_t at = 0; at < sizeof(PipelineParts); at += kLine) __builtin_prefetch(begin + at);
}

void Pipeline::fetch_more() const { parts_->fetch(); }

Session Pipeline::text_session(bool starts_in_reasoning) const {
  return {parts_, std::make_unique<Session::Impl>(*parts_, std::nullopt, starts_in_reasoning)};
}

Session Pipeline::session(wire::Dialect dialect, bool starts_in_reasoning) const {
  return {parts_, std::make_unique<Session::Impl>(*parts_, dialect, starts_in_reasoning)};
}

ParseResult Pipeline::process(std::string_view bytes, Input input, bool starts_in_reasoning) const {
  ParseResult result;  // one for all ways, so that it is made where the caller wants it
  extract::ReaderPlace place;
  std::optional<wire::Dialect> dialect;
  if (input != Input::kText) {
    std::optional<wire::detail::Body> body = wire::detail::read_body(bytes);
    if (body) {
      AnswerReader reader(*parts_, std::nullopt, starts_in_reasoning, Telling::kAtTheEnd, result, &place);
      if (reader.finish_body(*body)) return result;
    }
    dialect = body ? body->dialect : wire::detail::dialect_of_events(bytes);
  }
  if (input == Input::kResponse && !dialect) dialect = wire::Dialect::kOpenAiChat;
  AnswerReader reader(*parts_, dialect, starts_in_reasoning, Telling::kAtTheEnd, result, &place);
  if (dialect) {
    reader.feed(bytes);
    reader.finish();
  } else {
    reader.finish_text(bytes);
  }
  return result;
}

ParseResult Pipeline::process(std::string_view bytes, wire::Dialect dialect) const {
  ParseResult result;
  extract::ReaderPlace place;
  if (auto body = wire::detail::read_body(bytes, dialect)) {
    AnswerReader reader(*parts_, std::nullopt, false, Telling::kAtTheEnd, result, &place);
    if (reader.finish_body(*body)) return result;
  }
  AnswerReader reader(*parts_, dialect, false, Telling::kAtTheEnd, result, &place);
  reader.feed(bytes);
  reader.finish();
  return result;
}

}  // namespace acode::pipeline
