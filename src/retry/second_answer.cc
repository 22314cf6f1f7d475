// Reading what a model says when it is asked for a call again.
#include "acode/retry/second_answer.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace acode::retry {
namespace {

using pipeline::ParseResult;
using pipeline::ToolCall;

// The call of that tool, else the only one there is.
std::optional<ToolCall> call_of(ParseResult& result, const std::string& tool_name) {
  for (auto* calls : {&result.calls, &result.rejected}) {
    const auto found =
        std::find_if(calls->begin(), calls->end(), [&](const ToolCall& c) { return c.name == tool_name; });
    if (found != calls->end()) return std::move(*found);
  }
  if (!result.calls.empty()) return std::move(result.calls.front());
  if (!result.rejected.empty()) return std::move(result.rejected.front());
  return std::nullopt;
}

// The text as the arguments of the tool: as if the provider had sent a call with them.
std::optional<ToolCall> call_from_text(const wire::Answer& answer, const std::string& tool_name,
                                       const pipeline::Pipeline& pipeline) {
  if (answer.text.find('{') == std::string::npos) return std::nullopt;
  wire::Answer as_call;
  as_call.finish = answer.finish == wire::FinishReason::kLength ? answer.finish : wire::FinishReason::kToolCalls;
  as_call.calls.push_back({"", tool_name, answer.text, answer.finish != wire::FinishReason::kLength});
  const std::string body = wire::encode(wire::Dialect::kOpenAiChat, as_call);
  ParseResult result = pipeline.process(body, pipeline::Input::kResponse);
  return call_of(result, tool_name);
}

// Whether a text is words for a person. One with code or data in it is none: there the model tried to make the call, and
// failed in a way that not even a call can be seen.
bool is_words(std::string_view text) {
  if (base::is_blank(text) || text.find('{') != std::string_view::npos || text.find("```") != std::string_view::npos) {
    return false;
  }
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = base::trimmed(text.substr(0, end));
    if (line.starts_with('[') || line.starts_with('<')) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

}  // namespace

SecondAnswer read_second_answer(const wire::Answer& answer, ParseResult result, const std::string& tool_name,
                                const Plan& plan, const pipeline::Pipeline& pipeline) {
  SecondAnswer second;
  // Held to the schema, the text is the arguments, even if they look like a call of something.
  const bool is_arguments = plan.constrained && !plan.whole_call && answer.calls.empty();
  if (is_arguments) second.call = call_from_text(answer, tool_name, pipeline);
  if (!second.call) second.call = call_of(result, tool_name);
  if (!second.call && !plan.whole_call) second.call = call_from_text(answer, tool_name, pipeline);
  second.plain_text = !second.call && !plan.constrained && answer.errors.empty() && is_words(answer.text);
  return second;
}

}  // namespace acode::retry
