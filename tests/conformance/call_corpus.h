// Calls that models wrote, from outside: texts in their formats with the calls expected, and answers of many models to
// questions whose right calls are known. How they are read, and when an answer counts as right.
//
// The rules are those of the corpus: the same calls in the same order with equal arguments for the formats; for the
// questions any order, and for each argument one of several acceptable values.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/value.h"
#include "acode/pipeline/pipeline.h"
#include "acode/schema/toolset.h"

namespace acode::test {

/// One row, read from its line.
class CallRow {
 public:
  explicit CallRow(std::string_view line);

  [[nodiscard]] std::string_view id() const { return text("id"); }
  [[nodiscard]] std::string_view family() const { return text("family"); }
  [[nodiscard]] std::string_view group() const { return text("group"); }
  [[nodiscard]] std::string_view input() const { return input_; }
  [[nodiscard]] bool reachable() const { return text("reachable") == "yes"; }
  [[nodiscard]] bool starts_in_reasoning() const;

  /// Whether the row says what is right: not if it stops early, expects an error, or is not to be scored.
  [[nodiscard]] bool is_scored() const;

  /// Null if the row has no tools.
  [[nodiscard]] const schema::Toolset* tools() const { return tools_ ? &tools_->tools : nullptr; }

  [[nodiscard]] pipeline::Input kind() const;

  /// What acode makes of it.
  [[nodiscard]] pipeline::ParseResult answer(pipeline::Extent extent, bool leaves_calls = false) const;

  /// Whether these calls are right: in a row of formats/, in a row of bfcl/.
  [[nodiscard]] bool is_right_format(const std::vector<pipeline::ToolCall>& calls) const;
  [[nodiscard]] bool is_right_reasoning(
      std::string_view reasoning) const;  // in formats/ too; white space does not count
  [[nodiscard]] bool is_right_answer(const std::vector<pipeline::ToolCall>& calls) const;

 private:
  [[nodiscard]] std::string_view text(std::string_view member) const;
  [[nodiscard]] bool meta(std::string_view member) const;
  [[nodiscard]] json::Value root() const { return document_.root(); }

  json::Document document_;
  std::string input_;
  std::optional<schema::LoadedTools> tools_;
};

/// How many of how many.
struct CallTally {
  std::size_t right = 0;
  std::size_t all = 0;

  void count(bool is_right) {
    right += is_right ? 1U : 0U;
    ++all;
  }
  [[nodiscard]] double percent() const {
    return all == 0 ? 100.0 : 100.0 * static_cast<double>(right) / static_cast<double>(all);
  }
};

/// All rows of a file.
std::vector<CallRow> read_call_rows(const std::filesystem::path& file);

}  // namespace acode::test
