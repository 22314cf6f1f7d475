// Anything at all through the whole pipeline: calls that come out fit their schemas, each with an id of its own; errors
// have words; and an answer in pieces is the same as whole. The first byte says what the bytes are taken for.
#include <set>
#include <string>

#include "acode/json/writer.h"
#include "acode/pipeline/pipeline.h"
#include "fuzz_target.h"

namespace {

using namespace acode::pipeline;

const acode::schema::Toolset& tools() {
  static const acode::schema::Toolset kTools =
      acode::schema::load_tools(R"([{"name": "get_weather", "description": "d", "parameters": {"type": "object",
        "properties": {"city": {"type": "string", "minLength": 1}, "days": {"type": "integer", "maximum": 9},
        "unit": {"enum": ["c", "f"]}, "tags": {"type": "array", "items": {"type": "string"}}}, "required": ["city"]}},
        {"name": "f", "description": "d", "parameters": {"type": "object", "additionalProperties": true}}])")
          .tools;
  return kTools;
}

std::string summary(const ParseResult& result) {
  std::string out;
  for (const ToolCall& call : result.calls) out += call.name + acode::json::write(call.arguments->value()) + "\n";
  for (const ToolCall& call : result.rejected) out += "!" + call.name + call.error()->code + "\n";
  return out + "|" + result.content + "|" + result.reasoning + "|" + result.invented;
}

std::string law_calls_are_good(const ParseResult& result) {
  std::set<std::string> ids;
  for (const ToolCall& call : result.calls) {
    const acode::schema::Tool* const tool = tools().find(call.name);
    if (tool == nullptr) return "a call of no tool";
    if (!tool->parameters.accepts(call.arguments->value())) return "a call that does not fit";
    if (call.id.empty()) return "a call without an id";
    if (call.error() != nullptr) return "a good call with an error";
  }
  for (const ToolCall& call : result.rejected) {
    if (call.error() == nullptr || call.error()->message.empty()) return "a bad call without a reason";
  }
  return {};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using acode::fuzz::expect_law;
  if (size < 1) return 0;
  PipelineOptions options;
  options.repair_timeout = std::chrono::milliseconds{0};  // so that a slow machine finds nothing else
  static const Pipeline kPipeline(&tools(), options);
  const std::string_view bytes = acode::fuzz::as_text(data + 1, size - 1);
  expect_law(law_calls_are_good(kPipeline.process(bytes)));
  const std::size_t piece = 1 + (data[0] >> 3U) % 16;
  const auto session = [&] {
    const unsigned kind = data[0] % 5;
    return kind == 4 ? kPipeline.text_session() : kPipeline.session(static_cast<acode::wire::Dialect>(kind));
  };
  Session whole = session();
  whole.feed(bytes);
  const ParseResult at_once = whole.finish();
  expect_law(law_calls_are_good(at_once));
  Session pieces = session();
  for (std::size_t at = 0; at < bytes.size(); at += piece) pieces.feed(bytes.substr(at, piece));
  expect_law(summary(pieces.finish()) == summary(at_once) ? "" : "in pieces it is another answer");
  return 0;
}
