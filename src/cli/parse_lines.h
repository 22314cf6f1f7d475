// The rows of `acode parse --jsonl`, `extract --jsonl` and `batch` (CL-10).
//
//   in   {"id": 7, "input": "…", "tools": […], "kind": "text"}
//   out  {"id":7,"calls":[…],"errors":[…],…}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "acode/pipeline/pipeline.h"
#include "cli/line_protocol.h"
#include "cli/parse_setting.h"
#include "cli/recent_tools.h"

namespace acode::cli {

/// What an input is, and how it begins.
struct Reading {
  pipeline::Input input = pipeline::Input::kAuto;
  std::optional<wire::Dialect> dialect;
  bool starts_in_reasoning = false;
};

/// The members of a row that mean something here, found in one pass over it. Of several with one name the last counts, as
/// everywhere.
struct RowFields {
  /// Forgets the row before.
  void find_in(json::Value row);

  std::optional<json::Value> id;
  std::optional<json::Value> input;
  std::optional<json::Value> kind;
  std::optional<json::Value> tools;
  std::optional<json::Value> pieces;  ///< "stream_chunks"
  std::optional<json::Value> starts_in_reasoning;
  std::optional<json::Value> meta;

 private:
  std::optional<json::Value>* field_of(std::string_view name);
};

/// What a row has to be parsed.
struct RowInput {
  std::string_view whole{};
  std::optional<json::Value> pieces{};  ///< instead: strings, as they would come from a connection
};

/// Reads one whole input.
pipeline::ParseResult parse_input(const pipeline::Pipeline& pipeline, std::string_view bytes, const Reading& reading);

/// How much of a line is taken.
RowLimits parse_row_limits(const ParseSetting& setting);

/// Reads the input of every row. One for each thread; what it is made of must outlive it, and is for all of them.
class ParseRows final : public RowHandler {
 public:
  ParseRows(const ParseSetting& setting, const ParseTools& tools, ToolsMaker& maker);

  void begin() override;

  /// Tools that are known are not read.
  std::size_t known_length(std::string_view name, std::string_view text) override;
  std::optional<json::Value> id_of(json::Value row) override;
  std::variant<ExitCode, BadRow> answer(json::Value row, json::detail::TextWriter& out) override;
  void refuse(const Problem& problem, const Position& position, std::string& out) override;
  void refuse(const Error& error, std::string& out) override;

 private:
  std::variant<const ToolsPipeline*, BadRow> row_tools();
  [[nodiscard]] std::variant<Reading, BadRow> row_reading() const;
  std::variant<RowInput, BadRow> row_input();

  const ParseSetting& setting_;
  ToolsPipeline given_;  // for rows that say nothing of tools
  ToolsPipeline none_;   // for rows that say there are none
  ToolsMaker& maker_;
  RecentTools recent_;
  RowFields fields_;                      // of the row at hand
  std::string_view tools_text_;           // its tools; empty if it has no list of them
  const ToolsPipeline* known_ = nullptr;  // the same, if they are known by that text
  std::string text_;                      // of an input that is no string
};

}  // namespace acode::cli
