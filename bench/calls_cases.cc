// Making the cases of calls. Before the clock starts every call is compared with the one that has to come out.
#include "calls_cases.h"

#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "acode/extract/extract.h"
#include "acode/json/reader.h"
#include "acode/pipeline/pipeline.h"
#include "calls_texts.h"

namespace acode::bench {
namespace {

constexpr std::size_t kPieceBytes = 4;

json::Document parsed(const std::string& text) {
  Result<json::Document> result = json::parse(text);
  if (!result) throw std::runtime_error("arguments of the benchmark are not JSON");
  return std::move(*result);
}

/// One way from a text to calls.
using Way = pipeline::ParseResult (*)(const pipeline::Pipeline& pipeline, std::string_view text);

pipeline::ParseResult whole(const pipeline::Pipeline& pipeline, std::string_view text) {
  return pipeline.process(text, pipeline::Input::kText);
}

pipeline::ParseResult in_pieces(const pipeline::Pipeline& pipeline, std::string_view text) {
  pipeline::Session session = pipeline.text_session();
  for (std::size_t at = 0; at < text.size(); at += kPieceBytes) keep(session.feed(text.substr(at, kPieceBytes)));
  return session.finish();
}

/// Throws std::runtime_error unless the one call that was written came out, and nothing else.
void check(const pipeline::ParseResult& result, const CallText& wanted, const CallInput& input) {
  const bool single = result.calls.size() == 1 && result.rejected.empty() && result.content.empty();
  if (single && result.calls[0].name == wanted.tool &&
      result.calls[0].arguments->value().equals(parsed(wanted.arguments).root())) {
    return;
  }
  throw std::runtime_error("another call came out of " + input.name + ": " + wanted.text.substr(0, 200));
}

Runner make_pipeline(const CallInput& input, const schema::Toolset& tools, Way way) {
  const auto pipeline = std::make_shared<const pipeline::Pipeline>(&tools);
  for (const CallText& call : input.calls) check(way(*pipeline, call.text), call, input);
  return {[pipeline, way, &input](std::size_t times) {
            for (; times > 0; --times) {
              for (const CallText& call : input.calls) keep(way(*pipeline, call.text));
            }
          },
          nullptr};
}

/// As the pipeline does it: what is looked for is made ready once, the extractor is new for each text.
Runner make_extractor(const CallInput& input, const schema::Toolset& tools) {
  const auto recognizer = std::make_shared<const extract::Recognizer>(&tools);
  return {[recognizer, &input](std::size_t times) {
            for (; times > 0; --times) {
              for (const CallText& call : input.calls) {
                extract::Extractor extractor(*recognizer);
                keep(extractor.feed(call.text));
                keep(extractor.finish());
              }
            }
          },
          nullptr};
}

/// A call owns its arguments, so each text has a document of its own.
Runner make_arguments_reader(const CallInput& input, const schema::Toolset& /*tools*/) {
  return {[&input](std::size_t times) {
            for (; times > 0; --times) {
              for (const CallText& call : input.calls) keep(json::parse(call.arguments));
            }
          },
          nullptr};
}

/// The arguments of a call as a tree, and the schema of its tool.
struct Ready {
  schema::Schema schema;
  json::Document arguments;
};

std::shared_ptr<const std::vector<Ready>> made_ready(const CallInput& input, const schema::Toolset& tools) {
  auto all = std::make_shared<std::vector<Ready>>();
  for (const CallText& call : input.calls) {
    all->push_back({tools.find(call.tool)->parameters, parsed(call.arguments)});
    if (!all->back().schema.accepts(all->back().arguments.root())) throw std::runtime_error("refused: " + call.text);
  }
  return all;
}

Runner make_duplicates_finder(const CallInput& input, const schema::Toolset& tools) {
  return {[all = made_ready(input, tools)](std::size_t times) {
            for (; times > 0; --times) {
              for (const Ready& ready : *all) keep(json::find_duplicate_keys(ready.arguments.root()));
            }
          },
          nullptr};
}

Runner make_validator(const CallInput& input, const schema::Toolset& tools) {
  return {[all = made_ready(input, tools)](std::size_t times) {
            for (; times > 0; --times) {
              for (const Ready& ready : *all) keep(ready.schema.accepts(ready.arguments.root()));
            }
          },
          nullptr};
}

using Make = Runner (*)(const CallInput& input, const schema::Toolset& tools);

void add(std::vector<Case>& cases, const char* group, const CallInput& input, const char* subject,
         const schema::Toolset& tools, Make make) {
  cases.push_back({group, input.name, subject, input.calls.size(), input.bytes(),
                   [make, tools, &input] { return make(input, tools); }});
}

Runner make_whole(const CallInput& input, const schema::Toolset& tools) { return make_pipeline(input, tools, whole); }
Runner make_pieces(const CallInput& input, const schema::Toolset& tools) {
  return make_pipeline(input, tools, in_pieces);
}

}  // namespace

schema::Toolset benchmark_tools() {
  schema::LoadedTools loaded = schema::load_tools(tools_text());
  if (loaded.has_errors()) throw std::runtime_error("a tool of the benchmark is refused");
  return std::move(loaded.tools);
}

void add_call_cases(std::vector<Case>& cases, const CallInput& input, const schema::Toolset& tools) {
  add(cases, "call", input, "acode", tools, make_whole);
}

void add_stage_cases(std::vector<Case>& cases, const CallInput& input, const schema::Toolset& tools) {
  add(cases, "stages", input, "whole", tools, make_whole);
  add(cases, "stages", input, "extract", tools, make_extractor);
  add(cases, "stages", input, "read the arguments", tools, make_arguments_reader);
  add(cases, "stages", input, "find duplicate names", tools, make_duplicates_finder);
  add(cases, "stages", input, "validate", tools, make_validator);
}

void add_call_piece_cases(std::vector<Case>& cases, const CallInput& input, const schema::Toolset& tools) {
  add(cases, "pieces", input, "whole", tools, make_whole);
  add(cases, "pieces", input, "4-byte pieces", tools, make_pieces);
}

}  // namespace acode::bench
