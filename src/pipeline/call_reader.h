// The story of one call, from its text to a verdict: name, arguments, types, schema.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/coerce/coerce.h"
#include "acode/json/value.h"
#include "acode/pipeline/call.h"
#include "acode/schema/toolset.h"
#include "pipeline/parts.h"
#include "pipeline/stage_clock.h"

namespace acode::pipeline {

/// A call as it was found. From here on no byte of it changes unseen.
struct RawCall {
  ToolCall call;  ///< what is known of it: name, id, format, findings; of a call found in text also `raw_arguments`
  std::string arguments;                   ///< text that should be JSON; empty if there is a value
  std::optional<json::SharedValue> value;  ///< what was read already
  bool complete = true;                    ///< false if the answer was cut off inside it
  bool broken = false;                     ///< true if the connection broke inside it
};

class CallReader {
 public:
  /// Both must outlive the reader.
  CallReader(const PipelineParts& parts, StageClock& clock) : parts_(parts), tools_(parts.tools()), clock_(clock) {}

  /// Reads a call that was found in text. What came of it is in `raw.call`.
  void read(RawCall& raw);

  /// Reads a call from a provider: one, unless it merged several (AR-1).
  std::vector<RawCall> read_merged(RawCall raw);

 private:
  bool resolve(ToolCall& call);
  bool parse(ToolCall& call, RawCall& raw);
  bool parse_text(ToolCall& call, const RawCall& raw);
  [[nodiscard]] bool is_within_limits(const RawCall& raw) const;
  void check_truncation(ToolCall& call, const RawCall& raw);
  void fit(ToolCall& call);
  bool fit_schema(ToolCall& call, const schema::Schema& schema);
  bool fit_earlier(ToolCall& call);
  static void take_coerced(ToolCall& call, coerce::Coerced coerced);
  void drop_duplicates(ToolCall& call);
  void report_violations(ToolCall& call);
  [[nodiscard]] bool validates() const { return parts_.options().extent == Extent::kValidate; }

  const PipelineParts& parts_;
  const schema::Toolset* tools_;
  const schema::Tool* tool_ = nullptr;  // of the call at hand; null if it is not known
  StageClock& clock_;
};

}  // namespace acode::pipeline
