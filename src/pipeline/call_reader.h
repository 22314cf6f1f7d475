// The story of one call, from its text to a verdict: name, arguments, types, schema.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "acode/coerce/coerce.h"
#include "acode/pipeline/call.h"
#include "acode/schema/toolset.h"
#include "pipeline/parts.h"

namespace acode::pipeline {

/// A call as it was found. From here on no byte of it changes unseen.
struct RawCall {
  std::string name;
  std::string arguments;  ///< text that should be JSON
  std::string id;
  std::string raw;  ///< what the arguments were read from, if that is not their text
  std::string_view format;
  bool complete = true;  ///< false if the answer was cut off inside it
  bool broken = false;   ///< false unless the connection broke inside it
  std::vector<Finding> findings;
};

class CallReader {
 public:
  explicit CallReader(const PipelineParts& parts) : parts_(parts), tools_(parts.tools()) {}

  /// Reads a call, and hands out a call: one, unless the provider merged several (AR-1).
  void read(RawCall raw, std::vector<ToolCall>& calls);

  /// How long it took, for all calls so far.
  [[nodiscard]] const StageTimes& times() const { return times_; }

 private:
  class Watch;

  ToolCall read_one(RawCall&& raw);
  bool resolve(ToolCall& call);
  bool parse(ToolCall& call, const RawCall& raw);
  void check_truncation(ToolCall& call, const RawCall& raw);
  void fit(ToolCall& call);
  [[nodiscard]] bool is_accepted(const ToolCall& call);
  bool fit_schema(ToolCall& call, const schema::Schema& schema);
  bool fit_earlier(ToolCall& call);
  static void take_coerced(ToolCall& call, coerce::Coerced coerced);
  void drop_duplicates(ToolCall& call);
  void report_violations(ToolCall& call);
  [[nodiscard]] bool validates() const { return parts_.options().extent == Extent::kValidate; }

  const PipelineParts& parts_;
  const schema::Toolset* tools_;
  const schema::Tool* tool_ = nullptr;  // of the call at hand; null if it is not known
  StageTimes times_{};
};

}  // namespace acode::pipeline
