// Anything at all from a model server through the gateway's guard: calls that reach the client are valid, however the bytes
// were cut, whole or streamed; and who only looks on changes nothing. The first byte says who speaks what.
#include <string>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/pipeline/pipeline.h"
#include "acode/wire/wire.h"
#include "fuzz_target.h"
#include "gateway/body_guard.h"
#include "gateway/stream_guard.h"

namespace {

using namespace acode::gateway;
using acode::wire::Dialect;

const acode::schema::Toolset& tools() {
  static const acode::schema::Toolset kTools =
      acode::schema::load_tools(R"([{"name": "get_weather", "description": "d", "parameters": {"type": "object",
        "properties": {"city": {"type": "string", "minLength": 1}, "days": {"type": "integer", "maximum": 9}},
        "required": ["city"]}},
        {"name": "f", "description": "d", "parameters": {"type": "object", "additionalProperties": true}}])")
          .tools;
  return kTools;
}

const acode::pipeline::Pipeline& guard_pipeline() {
  static const acode::pipeline::Pipeline kPipeline = [] {
    acode::pipeline::PipelineOptions options;
    options.repair_timeout = std::chrono::milliseconds{0};  // so that a slow machine finds nothing else
    return acode::pipeline::Pipeline(&tools(), options);
  }();
  return kPipeline;
}

GuardPlan plan_of(std::uint8_t choice, GuardMode mode) {
  GuardPlan plan;
  plan.upstream = static_cast<Dialect>(choice % 4);
  plan.client = static_cast<Dialect>((choice >> 2U) % 4);
  plan.mode = mode;
  plan.model = "m";
  plan.tool_names = {"get_weather", "f"};
  return plan;
}

std::string streamed(const GuardPlan& plan, std::string_view bytes, std::size_t piece) {
  StreamGuard guard(guard_pipeline(), plan);
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += piece) guard.feed(bytes.substr(at, piece), out);
  guard.finish(out);
  guard.close(out);
  return out;
}

std::string law_calls_are_good(const acode::wire::Answer& answer) {
  for (const acode::wire::WireCall& call : answer.calls) {
    const acode::schema::Tool* const tool = tools().find(call.name);
    if (tool == nullptr) return "a call of no tool reaches the client";
    const auto arguments = acode::json::parse(call.arguments.empty() ? "{}" : call.arguments);
    if (!arguments) return "arguments that are no JSON reach the client";
    if (!tool->parameters.accepts(arguments->root())) return "a call that does not fit reaches the client";
  }
  return {};
}

// What a quick look at a body comes to is what a close one does.
std::string law_quick_is_close(const GuardPlan& plan, std::string_view bytes) {
  BodyGuard quick(guard_pipeline(), plan);
  quick.read(bytes);
  BodyGuard close(guard_pipeline(), plan);
  close.read(bytes, BodyGuard::Look::kClose);
  if (quick.has_good_calls() != close.has_good_calls()) return "a quick look finds other calls";
  const GuardedBody a = quick.close();
  const GuardedBody b = close.close();
  return a.changed == b.changed && a.failed == b.failed ? "" : "a quick look says otherwise";
}

// All but the ids, which are made up where there are none.
std::string summary(const acode::wire::Answer& answer) {
  std::string out;
  for (const acode::wire::WireCall& call : answer.calls) out += call.name + call.arguments + "\n";
  return out + "|" + answer.text + "|" + answer.reasoning + "|" + std::to_string(answer.errors.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using acode::fuzz::expect_law;
  if (size < 2) return 0;
  const std::string_view bytes = acode::fuzz::as_text(data + 2, size - 2);
  const GuardPlan plan = plan_of(data[0], GuardMode::kRepair);
  const std::string whole = streamed(plan, bytes, bytes.size() + 1);
  const acode::wire::Answer at_once = acode::wire::decode(plan.client, whole);
  expect_law(law_calls_are_good(at_once));
  const std::string cut = streamed(plan, bytes, 1 + data[1] % 16);
  expect_law(
      summary(acode::wire::decode(plan.client, cut)) == summary(at_once) ? "" : "cut otherwise, it is another answer");

  BodyGuard body(guard_pipeline(), plan);
  body.read(bytes);
  expect_law(law_calls_are_good(acode::wire::decode(plan.client, body.close().body)));
  expect_law(law_quick_is_close(plan, bytes));
  expect_law(law_calls_are_good(acode::wire::decode(plan.client, body.close_as_stream().body)));

  GuardPlan looking = plan_of(data[0], GuardMode::kObserve);
  looking.client = looking.upstream;
  expect_law(streamed(looking, bytes, 1 + data[1] % 16) == bytes ? "" : "who looks on has changed the stream");
  BodyGuard looked(guard_pipeline(), looking);
  looked.read(bytes);
  expect_law(looked.close().body == bytes ? "" : "who looks on has changed the body");
  return 0;
}
