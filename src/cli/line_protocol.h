// The frame of every `--jsonl` (CL-10): a JSON object a line in, one out, in the same order, in bounded memory.
//
//   in   {"id": 7, …}
//   out  {"id":7,…}
//
// What stands behind the id is the command's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "acode/error.h"
#include "acode/json/value.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/problem.h"
#include "cli/streams.h"
#include "json/known_members.h"
#include "json/machine.h"
#include "json/text_writer.h"

namespace acode::cli {

/// Why an object is not the row that the command expects: one sentence.
struct BadRow {
  std::string message;
};

/// What a command does with its rows. The functions write members behind the id, without braces.
class RowHandler : public json::detail::KnownMembers {
 public:
  /// A line comes. It is read next, and then answered or refused.
  virtual void begin() {}

  /// While it is read: a handler that knows the value of a member of the row already need not have it read again, and is
  /// given null in its place.
  std::size_t known_length(std::string_view /*name*/, std::string_view /*text*/) override { return 0; }

  /// The "id" of a row that is answered next. A handler that goes through all members anyway finds it on the way.
  virtual std::optional<json::Value> id_of(json::Value row) { return row.find("id"); }

  /// Answers a row, which is an object. If it is a bad one, what was written is taken back.
  virtual std::variant<ExitCode, BadRow> answer(json::Value row, json::detail::TextWriter& out) = 0;

  /// The answer to a line that was not understood.
  virtual void refuse(const Problem& problem, const Position& position, std::string& out) = 0;

  /// The answer to a line that was not even read.
  virtual void refuse(const Error& error, std::string& out) = 0;
};

/// How much of a line is taken.
struct RowLimits {
  std::size_t max_bytes;
  std::uint32_t max_depth;
};

/// A line of a file and where it stands there.
struct Line {
  std::string_view text;  ///< without its end
  std::size_t number;     ///< from 1
  std::size_t offset;     ///< of its first byte
};

/// Whether nothing stands in the line: it is passed over. A byte order mark before the first line is nothing.
bool is_blank(const Line& line);

/// Answers lines, in any number, from any file.
class LineAnswerer {
 public:
  LineAnswerer(const RowLimits& limits, RowHandler& handler);

  /// Writes the answer to a line, with its end, behind what `out` holds; nothing for a blank line. What the answer means
  /// for the exit status.
  ExitCode answer(const Line& line, std::string& out);

  /// The answer to a line that is longer than was allowed, whose text need not be there.
  ExitCode answer_too_long(const Line& line, std::string& out);

 private:
  ExitCode answer_object(json::Value row, const Line& line, std::string& out);
  ExitCode bad_line(const std::optional<json::Value>& id, const Line& line, const std::string& what,
                    const Position& position, std::string& out);

  std::size_t max_bytes_;
  json::detail::Machine reader_;
  RowHandler& handler_;
};

/// Answers every line of a file with a line. Blank lines are passed over. A line that is not understood is answered with
/// an error row. What has been answered is sent off before more input is waited for, so that a program can hold a
/// conversation over two pipes.
ExitCode answer_lines(std::string_view name, const File& file, const RowLimits& limits, RowHandler& handler,
                      Streams& streams);

}  // namespace acode::cli
