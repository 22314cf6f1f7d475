// Sentences about calls that were left out.
#include "gateway/failure_text.h"

#include "acode/error.h"

namespace acode::gateway {
namespace {

using pipeline::ToolCall;

// "a call of read_file (ACODE-TLP-004: …)".
std::string named(const ToolCall& call) {
  const pipeline::Finding* const error = call.error();
  std::string text = call.name.empty() ? "a call without a name" : "the call of " + call.name;
  if (error != nullptr) text += " (" + error->code + ": " + error->message + ")";
  return text;
}

std::string list_of(const std::vector<const ToolCall*>& calls) {
  std::string text;
  for (const ToolCall* call : calls) text += (text.empty() ? "" : "; ") + named(*call);
  return text;
}

}  // namespace

wire::ErrorDelta failure_of(const std::vector<const ToolCall*>& calls) {
  const pipeline::Finding* const error = calls.empty() ? nullptr : calls.front()->error();
  wire::ErrorDelta failure;
  failure.kind = wire::ErrorDelta::Kind::kProvider;
  failure.code = error == nullptr ? std::string(code_name(ErrorCode::kRepairFailed)) : error->code;
  failure.message = "The model's tool call cannot be used: " + list_of(calls);
  return failure;
}

std::string note_of(const std::vector<const ToolCall*>& calls) {
  return "\n[acode left out what cannot be used: " + list_of(calls) + "]\n";
}

}  // namespace acode::gateway
