// Reads a row, has it answered, writes the answer.
#include "cli/line_protocol.h"

#include <optional>

#include "acode/json/reader.h"
#include "acode/json/writer.h"

namespace acode::cli {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

std::string in_line(const LineReader& line) { return "line " + std::to_string(line.number()) + ": "; }

class LineAnswerer {
 public:
  LineAnswerer(const RowLimits& limits, RowHandler& handler)
      : reader_(Limits{.max_bytes = kMaxTextBytes, .max_depth = limits.max_depth}), handler_(handler) {}

  /// The answer to a line, with its end; empty for a blank line.
  std::string_view answer(const LineReader& line) {
    std::string_view text = line.text();
    if (line.number() == 1 && text.substr(0, 3) == kByteOrderMark) text.remove_prefix(3);
    row_.clear();
    code_ = ExitCode::kGood;
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) return {};

    if (!reader_.read(text)) {
      bad_line(std::nullopt, line, reader_.error()->message, text.data() - line.text().data());
    } else if (const json::Value row = reader_.value(); !row.is_object()) {
      bad_line(std::nullopt, line, "expected an object, found " + std::string(kind_name(row.kind())));
    } else {
      answer_object(row, line);
    }
    return row_;
  }

  /// The answer to a line that is longer than was allowed.
  std::string_view answer_too_long(const LineReader& line, std::size_t limit) {
    row_.clear();
    code_ = ExitCode::kRefused;
    begin(std::nullopt);
    const std::string message = in_line(line) + "longer than " + std::to_string(limit) + " bytes; nothing was parsed";
    handler_.refuse(Error{ErrorCode::kTooLarge, message, {line.offset(), line.number(), 1}, "", ""}, row_);
    end();
    return row_;
  }

  /// What the last answer means for the exit status.
  [[nodiscard]] ExitCode code() const { return code_; }

 private:
  void answer_object(json::Value row, const LineReader& line) {
    const std::optional<json::Value> id = row.find("id");
    begin(id);
    const std::variant<ExitCode, BadRow> answered = handler_.answer(row, row_);
    if (const BadRow* bad = std::get_if<BadRow>(&answered)) {
      row_.clear();
      return bad_line(id, line, bad->message);
    }
    code_ = std::get<ExitCode>(answered);
    end();
  }

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
    if (const Error* error = reader_.error()) {
      const std::size_t inside = error->position.offset + static_cast<std::size_t>(skipped);
      position.offset += inside;
      position.column += inside;
    }
    code_ = ExitCode::kRefused;
    begin(id);
    handler_.refuse(Problem{ProblemCode::kBadLine, in_line(line) + what, ""}, position, row_);
    end();
  }

  json::Reader reader_;
  RowHandler& handler_;
  std::string row_;
  ExitCode code_ = ExitCode::kGood;
};

}  // namespace

ExitCode answer_lines(std::string_view name, const File& file, const RowLimits& limits, RowHandler& handler,
                      Streams& streams) {
  LineAnswerer answerer(limits, handler);
  LineReader lines(file.descriptor(), limits.max_bytes, [&streams] { streams.out.flush(); });
  ExitCode code = ExitCode::kGood;
  while (streams.out.ok()) {
    std::string_view row;
    switch (lines.next()) {
      case LineReader::Status::kEnd:
        return code;
      case LineReader::Status::kFailed:
        return worse(code, streams.complain(name, lines.problem()));
      case LineReader::Status::kTooLong:
        row = answerer.answer_too_long(lines, limits.max_bytes);
        break;
      case LineReader::Status::kLine:
        row = answerer.answer(lines);
        break;
    }
    streams.out.write(row);
    code = worse(code, answerer.code());
  }
  return code;  // the output is gone; whoever finishes it will say so
}

}  // namespace acode::cli
