// The list.
#include "soak/kinds.h"

#include <array>
#include <string>

namespace acode::soak {
namespace {

constexpr std::string_view kProse =
    "I will have a look at this file, since you ask for it, and then tell you what it says.";

using Fault = Kind::Fault;

constexpr std::array<Kind, 13> kKinds = {{
    {.name = "good", .outcome = "as_sent", .weight = 8},
    {.name = "broken", .outcome = "repaired", .weight = 3},
    {.name = "wrong-type", .outcome = "coerced", .weight = 3},
    {.name = "leaked", .outcome = "repaired", .weight = 3},
    {.name = "prose", .weight = 4},
    {.name = "retried", .outcome = "retried", .weight = 2},
    {.name = "cut-in-call", .outcome = "retried", .is_stream = true, .fault = Fault::kCut},
    {.name = "cut-in-prose", .is_error = true, .is_stream = true, .fault = Fault::kCut},
    {.name = "failing", .outcome = "failed", .is_error = true},
    {.name = "error-500", .is_error = true},
    {.name = "error-429", .is_error = true},
    {.name = "leave-in-prose", .is_stream = true, .fault = Fault::kSilent},
    {.name = "leave-in-call", .is_stream = true, .fault = Fault::kSilent},
}};

script::Step calling(std::string arguments) {
  script::Step step = script::calling("read_file", std::move(arguments));
  step.answer.text = kProse;
  return step;
}

script::Step refusing(int status, std::string body) {
  script::Step step;
  step.status = status;
  step.body = std::move(body);
  return step;
}

}  // namespace

std::span<const Kind> kinds() { return kKinds; }

const Kind* kind_named(std::string_view name) {
  for (const Kind& kind : kKinds) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

script::Step answer_of(const Kind& kind, unsigned visit) {
  const std::string good = R"({"path": "a.txt"})";
  if (kind.name == "broken") return calling(R"({"path": "a.txt",})");
  if (kind.name == "wrong-type") return calling(R"({"path": "a.txt", "lines": "3"})");
  if (kind.name == "leaked") {
    return script::saying(R"(<tool_call>{"name": "read_file", "arguments": {"path": "a.txt"}}</tool_call>)");
  }
  if (kind.name == "prose" || kind.name == "cut-in-prose" || kind.name == "leave-in-prose") {
    return script::saying(std::string(kProse));
  }
  if (kind.name == "failing" || (kind.name == "retried" && visit == 0)) return calling(R"({"lines": 3})");
  if (kind.name == "error-500") return refusing(500, R"({"error":{"message":"out of memory","type":"server_error"}})");
  if (kind.name == "error-429") return refusing(429, R"({"error":{"message":"slow down","type":"rate_limit_error"}})");
  return calling(good);
}

}  // namespace acode::soak
