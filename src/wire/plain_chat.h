// The body of a chat completion that is as nearly all are: read where it stands, without the pieces and numbers of streams.
//
//   {"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[
//     {"id":"call_1","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]},"finish_reason":"tool_calls"}]}
//
// and not: a second choice, a call without an id, arguments that are no object, reasoning, an error, anything that has to be
// put right. Those are for the reader of the dialect, which says the same of what is read here.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "acode/json/value.h"
#include "acode/wire/wire.h"

namespace acode::wire::detail {

/// A call as it stands in a body.
struct PlainChatCall {
  std::string_view id;
  std::string_view name;
  std::string_view text;                   ///< of the arguments
  std::optional<json::SharedValue> value;  ///< the arguments: an object that is not empty
};

class PlainChat {
 public:
  /// Nothing if a body is not plain. What is read points into it.
  static std::optional<PlainChat> read(json::Value body);

  [[nodiscard]] std::string_view content() const { return content_; }
  [[nodiscard]] std::span<PlainChatCall> calls() { return {calls_.data(), size_}; }
  [[nodiscard]] FinishReason finish() const { return size_ > 0 ? FinishReason::kToolCalls : FinishReason::kStop; }
  [[nodiscard]] const Usage& usage() const { return usage_; }

 private:
  bool read_body(json::Value body);
  bool read_choices(json::Value choices);
  bool read_message(json::Value message);
  bool read_calls(json::Value calls);
  bool add_call(json::Value entry);
  [[nodiscard]] bool has(std::string_view id) const;

  static constexpr std::size_t kMostCalls = 8;

  std::string_view content_;
  std::array<PlainChatCall, kMostCalls> calls_;
  std::size_t size_ = 0;
  Usage usage_;
};

}  // namespace acode::wire::detail
