// Repairs the input of a row.
#include "cli/repair_lines.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "acode/schema/hints.h"
#include "cli/line_protocol.h"
#include "cli/recent_schemas.h"
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

/// A reader that is guided by a schema, and what the schema tells it.
struct Guided {
  std::unique_ptr<const schema::SchemaHints> hints;  // stays where it is when this is moved: the reader knows its place
  json::TolerantReader reader;
};

// A reader keeps the memory of the longest text it has read. There is one for each of the recent schemas, so they are
// not given longer texts than this; for those a reader of their own costs little.
constexpr std::size_t kShortInput = std::size_t{64} << 10;

class RepairRows final : public RowHandler {
 public:
  RepairRows(const json::RepairOptions& options, const schema::CompileOptions& compiling)
      : options_(options), otherwise_(options), schemas_(compiling, [this](const schema::Schema& schema) {
          auto hints = std::make_unique<const schema::SchemaHints>(schema);
          json::TolerantReader reader(guided_by(*hints));
          return Guided{std::move(hints), std::move(reader)};
        }) {}

  std::variant<ExitCode, BadRow> answer(json::Value row, json::detail::TextWriter& out) override {
    const std::optional<json::Value> input = row.find("input");
    if (!input) return BadRow{"the object has no \"input\""};
    if (!input->is_string()) {
      return BadRow{"\"input\" must be a string, not " + std::string(kind_name(input->kind()))};
    }
    const std::optional<json::Value> schema = row.find("schema");
    if (!schema || schema->is_null()) return repair(otherwise_, input->as_string(), out);

    Result<Guided>& guided = schemas_.get(*schema);
    if (!guided) {
      append_failure(out.flush(), guided.error());
      return ExitCode::kRefused;
    }
    if (input->as_string().size() <= kShortInput) return repair(guided->reader, input->as_string(), out);
    json::TolerantReader once(guided_by(*guided->hints));
    return repair(once, input->as_string(), out);
  }

  void refuse(const Problem& problem, const Position& position, std::string& out) override {
    append_failure(out, problem, position);
  }

  void refuse(const Error& error, std::string& out) override { append_failure(out, error); }

 private:
  static ExitCode repair(json::TolerantReader& reader, std::string_view input, json::detail::TextWriter& out) {
    const bool good = reader.read(input);
    append_result(out.flush(), reader);
    return good ? ExitCode::kGood : ExitCode::kRefused;
  }

  [[nodiscard]] json::RepairOptions guided_by(const json::Hints& hints) const {
    json::RepairOptions options = options_;
    options.hints = &hints;
    return options;
  }

  json::RepairOptions options_;
  json::TolerantReader otherwise_;
  RecentSchemas<Guided> schemas_;
};

}  // namespace

ExitCode repair_lines(std::string_view name, const File& file, const json::RepairOptions& options,
                      const schema::CompileOptions& compiling, Streams& streams) {
  RepairRows rows(options, compiling);
  const RowLimits limits = {.max_bytes = longest_row(options.limits), .max_depth = kRowDepth};
  return answer_lines(name, file, limits, rows, streams);
}

}  // namespace acode::cli
