// Reads a row, has it answered, writes the answer.
#include "cli/line_protocol.h"

namespace acode::cli {

using json::detail::TextWriter;

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// The text of a line without a byte order mark before the first.
std::string_view text_of(const Line& line) {
  return line.number == 1 && line.text.starts_with(kByteOrderMark) ? line.text.substr(kByteOrderMark.size())
                                                                   : line.text;
}

std::string in_line(const Line& line) { return "line " + std::to_string(line.number) + ": "; }

Position begin_of(const Line& line) { return {line.offset, line.number, 1}; }

void begin(TextWriter& out, const std::optional<json::Value>& id) {
  out.put("{\"id\":");
  if (id) {
    out.put_value(*id);
  } else {
    out.put("null");
  }
  out.put(',');
}

bool is_blank_text(std::string_view text) {
  if (!text.empty() && text.front() > ' ') return false;  // nearly always
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

void end(TextWriter& out) {
  out.put("}\n");
  out.flush();
}

}  // namespace

bool is_blank(const Line& line) { return is_blank_text(text_of(line)); }

LineAnswerer::LineAnswerer(const RowLimits& limits, RowHandler& handler)
    : max_bytes_(limits.max_bytes),
      reader_(Limits{.max_bytes = kMaxTextBytes, .max_depth = limits.max_depth}),
      handler_(handler) {}

ExitCode LineAnswerer::answer(const Line& line, std::string& out) {
  const std::string_view text = text_of(line);
  if (is_blank_text(text)) return ExitCode::kGood;
  handler_.begin();
  if (!reader_.read(text, handler_)) {
    Position position = begin_of(line);
    const std::size_t inside = reader_.error()->position.offset + (line.text.size() - text.size());
    position.offset += inside;
    position.column += inside;
    return bad_line(std::nullopt, line, reader_.error()->message, position, out);
  }
  const json::Value row = reader_.value();
  if (row.is_object()) return answer_object(row, line, out);
  return bad_line(std::nullopt, line, "expected an object, found " + std::string(kind_name(row.kind())), begin_of(line),
                  out);
}

ExitCode LineAnswerer::answer_too_long(const Line& line, std::string& out) {
  TextWriter writer(out);
  begin(writer, std::nullopt);
  const std::string message =
      in_line(line) + "longer than " + std::to_string(max_bytes_) + " bytes; nothing was parsed";
  handler_.refuse(Error{ErrorCode::kTooLarge, message, begin_of(line), "", ""}, writer.flush());
  end(writer);
  return ExitCode::kRefused;
}

ExitCode LineAnswerer::answer_object(json::Value row, const Line& line, std::string& out) {
  const std::size_t before = out.size();
  const std::optional<json::Value> id = handler_.id_of(row);
  TextWriter writer(out);
  begin(writer, id);
  const std::variant<ExitCode, BadRow> answered = handler_.answer(row, writer);
  if (const BadRow* bad = std::get_if<BadRow>(&answered)) {
    out.resize(before);
    return bad_line(id, line, bad->message, begin_of(line), out);
  }
  end(writer);
  return std::get<ExitCode>(answered);
}

ExitCode LineAnswerer::bad_line(const std::optional<json::Value>& id, const Line& line, const std::string& what,
                                const Position& position, std::string& out) {
  TextWriter writer(out);
  begin(writer, id);
  handler_.refuse(Problem{ProblemCode::kBadLine, in_line(line) + what, ""}, position, writer.flush());
  end(writer);
  return ExitCode::kRefused;
}

ExitCode answer_lines(std::string_view name, const File& file, const RowLimits& limits, RowHandler& handler,
                      Streams& streams) {
  LineAnswerer answerer(limits, handler);
  LineReader lines(file.descriptor(), limits.max_bytes, [&streams] { streams.out.flush(); });
  ExitCode code = ExitCode::kGood;
  std::string row;
  while (streams.out.ok()) {
    const LineReader::Status status = lines.next();
    if (status == LineReader::Status::kEnd) return code;
    if (status == LineReader::Status::kFailed) return worse(code, streams.complain(name, lines.problem()));
    const Line line = {lines.text(), lines.number(), lines.offset()};
    row.clear();
    code = worse(
        code, status == LineReader::Status::kLine ? answerer.answer(line, row) : answerer.answer_too_long(line, row));
    streams.out.write(row);
  }
  return code;  // the output is gone; whoever finishes it will say so
}

}  // namespace acode::cli
