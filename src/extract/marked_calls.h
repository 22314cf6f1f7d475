// Shape E behind a marker: calls as Python, or as JSON after all.
//
//   <|tool_call_start|>[get_weather(city="Paris")]<|tool_call_end|>
//   <|tool_call_start|>[{"name": "get_weather", "arguments": {"city": "Paris"}}]<|tool_call_end|>
//
// The marker says that calls come, so any plain name may be one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "extract/construct.h"
#include "extract/marker_match.h"
#include "extract/python_calls.h"
#include "extract/tagged_json.h"

namespace acode::extract {

class MarkedCallsReader final : public ConstructReader {
 public:
  /// Whether the model may write the calls once more, word for word, with another closing marker behind them.
  enum class Echo : std::uint8_t { kNone, kDropped };

  /// The first of the closing markers ends the calls wherever it stands outside a string; any of them may stand behind
  /// them, and belongs to the construct. All must outlive the reader.
  MarkedCallsReader(const Tools& tools, std::string_view opener, Markers closers, Echo echo = Echo::kNone)
      : tools_(tools), opener_(opener), closers_(closers), echo_(echo) {}

  Look look(std::string_view text, bool final) override;

 private:
  enum class Stage : std::uint8_t { kBeginning, kEmpty, kJson, kPython, kBehind };

  Look::State begin(std::string_view text, bool final);
  Look read_python(std::string_view text, bool final);
  Look read_empty(std::string_view text, bool final);
  Look finish(std::string_view text, bool final);
  Match echo_at(std::string_view text, std::size_t at, bool final) const;

  const Tools& tools_;
  std::string_view opener_;
  Markers closers_;
  Echo echo_;
  Stage stage_ = Stage::kBeginning;
  std::optional<TaggedJsonReader> json_;
  std::optional<PythonCallsReader> python_;
  Look found_;  // the Python calls; then only their closing marker is looked for
};

}  // namespace acode::extract
