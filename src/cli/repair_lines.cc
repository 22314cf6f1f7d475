// Repairs the input of a row.
#include "cli/repair_lines.h"

#include <algorithm>
#include <optional>
#include <string>
#include <variant>

#include "cli/line_protocol.h"
#include "cli/repair_rows.h"

namespace acode::cli {

namespace {

constexpr std::uint32_t kRowDepth = 1024;  // of the row itself: an id or a schema may be nested

/// How long a row may be. An input of the largest size, every byte of it written as \u00XX, has six times as many bytes;
/// the rest is for the id and the schema.
std::size_t longest_row(const Limits& limits) {
  const std::size_t room = std::size_t{1} << 20;
  return std::min(kMaxTextBytes, 6 * limits.max_bytes + room);
}

class RepairRows final : public RowHandler {
 public:
  explicit RepairRows(const json::RepairOptions& options) : repairer_(options) {}

  std::variant<ExitCode, BadRow> answer(json::Value row, std::string& out) override {
    const std::optional<json::Value> input = row.find("input");
    if (!input) return BadRow{"the object has no \"input\""};
    if (!input->is_string()) {
      return BadRow{"\"input\" must be a string, not " + std::string(kind_name(input->kind()))};
    }
    const bool good = repairer_.read(input->as_string());
    append_result(out, repairer_);
    return good ? ExitCode::kGood : ExitCode::kRefused;
  }

  void refuse(const Problem& problem, const Position& position, std::string& out) override {
    append_failure(out, problem, position);
  }

  void refuse(const Error& error, std::string& out) override { append_failure(out, error); }

 private:
  json::TolerantReader repairer_;
};

}  // namespace

ExitCode repair_lines(std::string_view name, const File& file, const json::RepairOptions& options, Streams& streams) {
  RepairRows rows(options);
  const RowLimits limits = {.max_bytes = longest_row(options.limits), .max_depth = kRowDepth};
  return answer_lines(name, file, limits, rows, streams);
}

}  // namespace acode::cli
