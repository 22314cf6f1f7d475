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

/// The arguments of a call as they were found. From here on no byte of them changes unseen.
struct RawArguments {
  std::string text;                        ///< should be JSON; may be empty if there is a value
  std::optional<json::SharedValue> value;  ///< what was read already
  bool complete = true;                    ///< false if the answer was cut off inside it
  bool broken = false;                     ///< true if the connection broke inside it
};

class CallReader {
 public:
  /// All must outlive the reader.
  CallReader(const PipelineParts& parts, StageClock& clock, IdMaker::Series& ids)
      : parts_(parts), tools_(parts.tools()), clock_(clock), ids_(ids) {}

  /// Reads a whole call that came with its value, if it is right as it is, which nearly all are: then there is nothing
  /// else to ask. False if there is; then nothing has happened. `text` is that of the arguments, if there is one.
  bool read_plain(ToolCall& call, std::string_view text, json::SharedValue& value);

  /// The same for one of which the tool is known, and that has no text of the arguments.
  bool read_plain(ToolCall& call, const schema::Tool& tool, json::SharedValue& value);

  /// Reads a call of which is known: name, id, format, findings; of one found in text also `raw_arguments`. All that comes
  /// of it is put there.
  void read(ToolCall& call, RawArguments& raw);

  /// Reads a call from a provider: one, unless it merged several (AR-1).
  std::vector<ToolCall> read_merged(ToolCall call, RawArguments raw);

 private:
  bool take_plain(ToolCall& call, const schema::Tool& tool, json::SharedValue& value);
  void make_id(ToolCall& call);
  void refuse_mended(ToolCall& call) const;
  bool resolve(ToolCall& call);
  bool resolve_other(ToolCall& call);
  bool parse(ToolCall& call, RawArguments& raw);
  [[nodiscard]] bool fits_plainly(json::Value value) const;
  bool parse_text(ToolCall& call, const RawArguments& raw);
  [[nodiscard]] bool is_within_limits(const ToolCall& call, std::string_view text) const;
  void check_truncation(ToolCall& call, const RawArguments& raw);
  void fit(ToolCall& call);
  [[nodiscard]] coerce::Coerced coerced_to(const schema::Schema& schema, const ToolCall& call) const;
  bool fit_earlier(ToolCall& call);
  static void take_coerced(ToolCall& call, coerce::Coerced coerced);
  void drop_duplicates(ToolCall& call);
  void report_violations(ToolCall& call, json::Value mended);
  [[nodiscard]] bool validates() const { return parts_.options().extent == Extent::kValidate; }

  const PipelineParts& parts_;
  const schema::Toolset* tools_;
  const schema::Tool* tool_ = nullptr;  // of the call at hand; null if it is not known
  StageClock& clock_;
  IdMaker::Series& ids_;  // of the answer
};

}  // namespace acode::pipeline
