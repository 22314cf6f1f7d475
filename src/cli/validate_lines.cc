// Checks the instance of a row.
#include "cli/validate_lines.h"

#include <algorithm>
#include <functional>
#include <string>
#include <variant>

#include "cli/line_protocol.h"
#include "cli/recent_schemas.h"
#include "cli/row_parts.h"
#include "cli/validate_rows.h"

namespace acode::cli {

namespace {

class ValidateRows final : public RowHandler {
 public:
  ValidateRows(const schema::CompileOptions& options, const std::optional<schema::Schema>& otherwise,
               std::size_t max_errors)
      : draft_(options.draft), otherwise_(otherwise), max_errors_(max_errors), schemas_(options, std::identity{}) {}

  std::variant<ExitCode, BadRow> answer(json::Value row, json::detail::TextWriter& out) override {
    const std::optional<json::Value> source = row.find("schema");
    const std::optional<json::Value> instance = row.find("instance");
    if (!source && !otherwise_) return BadRow{"the object has no \"schema\""};
    if (!instance) return BadRow{"the object has no \"instance\""};
    const std::variant<schema::Draft, BadRow> draft = draft_of(row);
    if (const BadRow* bad = std::get_if<BadRow>(&draft)) return *bad;

    if (!source) return check(*otherwise_, *instance, out);
    const Result<schema::Schema>& schema = schemas_.get(*source, std::get<schema::Draft>(draft));
    if (schema) return check(*schema, *instance, out);
    append_error(out.flush(), schema.error());
    return ExitCode::kRefused;
  }

  void refuse(const Problem& problem, const Position& position, std::string& out) override {
    append_error(out, problem, position);
  }

  void refuse(const Error& error, std::string& out) override { append_error(out, error); }

 private:
  ExitCode check(const schema::Schema& schema, json::Value instance, json::detail::TextWriter& out) const {
    const std::vector<schema::Violation> violations = schema.validate(instance, max_errors_);
    append_verdict(out.flush(), violations);
    return violations.empty() ? ExitCode::kGood : ExitCode::kRefused;
  }

  /// What the row says its schema is written in; 7 may be a number.
  [[nodiscard]] std::variant<schema::Draft, BadRow> draft_of(json::Value row) const {
    const std::optional<json::Value> named = row.find("draft");
    if (!named || named->is_null()) return draft_;
    const std::string name = named->is_number() ? named->number_text() : std::string(named->as_string());
    if (const std::optional<schema::Draft> draft = schema::draft_from_name(name)) return *draft;
    return BadRow{R"("draft" must be "7", "2019-09" or "2020-12")"};
  }

  schema::Draft draft_;
  const std::optional<schema::Schema>& otherwise_;
  std::size_t max_errors_;
  RecentSchemas<schema::Schema> schemas_;
};

/// A line holds an instance and a schema, each within its limits, one level down.
RowLimits row_limits(const Limits& instance, const Limits& schema) {
  const std::uint32_t deepest = std::max(instance.max_depth, schema.max_depth);
  return {
      .max_bytes = std::min(kMaxTextBytes, instance.max_bytes + schema.max_bytes),
      .max_depth = std::max(deepest, deepest + 1),  // the largest number there is has no successor
  };
}

}  // namespace

ExitCode validate_lines(std::string_view name, const File& file, const ValidatePlan& plan,
                        const schema::CompileOptions& options, const std::optional<schema::Schema>& otherwise,
                        Streams& streams) {
  ValidateRows rows(options, otherwise, plan.max_errors);
  return answer_lines(name, file, row_limits(plan.limits, options.limits), rows, streams);
}

}  // namespace acode::cli
