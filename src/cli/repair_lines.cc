// Reads a row, repairs its input, writes the answer.
#include "cli/repair_lines.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "cli/repair_rows.h"

namespace acode::cli {

namespace {

constexpr std::uint32_t kRowDepth = 1024;  // of the row itself: an id or a schema may be nested
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// How long a row may be. An input of the largest size, every byte of it written as \u00XX, has six times as many bytes;
/// the rest is for the id and the schema.
std::size_t longest_row(const Limits& limits) {
  const std::size_t room = std::size_t{1} << 20;
  return std::min(kMaxTextBytes, 6 * limits.max_bytes + room);
}

class LineAnswerer {
 public:
  explicit LineAnswerer(const json::RepairOptions& options)
      : row_reader_(Limits{.max_bytes = kMaxTextBytes, .max_depth = kRowDepth}), repairer_(options) {}

  /// The answer to a line, with its end; empty for a blank line.
  std::string_view answer(const LineReader& line) {
    std::string_view text = line.text();
    if (line.number() == 1 && text.substr(0, 3) == kByteOrderMark) text.remove_prefix(3);
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) return {};

    row_.clear();
    good_ = false;
    if (!row_reader_.read(text)) {
      bad_line(std::nullopt, line, row_reader_.error()->message, text.data() - line.text().data());
    } else if (const json::Value row = row_reader_.value(); !row.is_object()) {
      bad_line(std::nullopt, line, "expected an object, found " + std::string(kind_name(row.kind())));
    } else if (const std::optional<json::Value> input = row.find("input"); !input) {
      bad_line(row.find("id"), line, "the object has no \"input\"");
    } else if (!input->is_string()) {
      bad_line(row.find("id"), line, "\"input\" must be a string, not " + std::string(kind_name(input->kind())));
    } else {
      good_ = repairer_.read(input->as_string());
      begin(row.find("id"));
      append_result(row_, repairer_);
      end();
    }
    return row_;
  }

  /// The answer to a line that is longer than was allowed.
  std::string_view answer_too_long(const LineReader& line, std::size_t limit) {
    row_.clear();
    good_ = false;
    begin(std::nullopt);
    const std::string message = in_line(line) + "longer than " + std::to_string(limit) + " bytes; nothing was parsed";
    append_failure(row_, Error{ErrorCode::kTooLarge, message, {line.offset(), line.number(), 1}, "", ""});
    end();
    return row_;
  }

  /// Whether the last answer was a value.
  [[nodiscard]] bool good() const { return good_; }

 private:
  static std::string in_line(const LineReader& line) { return "line " + std::to_string(line.number()) + ": "; }

  void begin(const std::optional<json::Value>& id) {
    row_ += "{\"id\":";
    if (id) {
      json::write_to(row_, *id);
    } else {
      row_ += "null";
    }
    row_ += ',';
  }

  void end() { row_ += "}\n"; }

  /// The position is that of the line in the whole file; `skipped` bytes of it were not given to the reader.
  void bad_line(const std::optional<json::Value>& id, const LineReader& line, const std::string& what,
                std::ptrdiff_t skipped = 0) {
    Position position = {line.offset(), line.number(), 1};
    if (const Error* error = row_reader_.error()) {
      const std::size_t inside = error->position.offset + static_cast<std::size_t>(skipped);
      position.offset += inside;
      position.column += inside;
    }
    begin(id);
    append_failure(row_, Problem{ProblemCode::kBadLine, in_line(line) + what, ""}, position);
    end();
  }

  json::Reader row_reader_;
  json::TolerantReader repairer_;
  std::string row_;
  bool good_ = false;
};

}  // namespace

ExitCode repair_lines(std::string_view name, const File& file, const json::RepairOptions& options, Streams& streams) {
  const std::size_t limit = longest_row(options.limits);
  LineAnswerer answerer(options);
  LineReader lines(file.descriptor(), limit, [&streams] { streams.out.flush(); });
  ExitCode code = ExitCode::kGood;
  while (streams.out.ok()) {
    std::string_view row;
    switch (lines.next()) {
      case LineReader::Status::kEnd:
        return code;
      case LineReader::Status::kFailed:
        return worse(code, streams.complain(name, lines.problem()));
      case LineReader::Status::kTooLong:
        row = answerer.answer_too_long(lines, limit);
        break;
      case LineReader::Status::kLine:
        row = answerer.answer(lines);
        break;
    }
    streams.out.write(row);
    if (!row.empty() && !answerer.good()) code = worse(code, ExitCode::kNotRepaired);
  }
  return code;  // the output is gone; whoever finishes it will say so
}

}  // namespace acode::cli
