// The frame of every `--jsonl` (CL-10): a JSON object a line in, one out, in the same order, in bounded memory.
//
//   in   {"id": 7, …}
//   out  {"id":7,…}
//
// What stands behind the id is the command's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "acode/error.h"
#include "acode/json/value.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/problem.h"
#include "cli/streams.h"

namespace acode::cli {

/// Why an object is not the row that the command expects: one sentence.
struct BadRow {
  std::string message;
};

/// What a command does with its rows. The functions write members behind the id, without braces.
class RowHandler {
 public:
  virtual ~RowHandler() = default;

  /// Answers a row, which is an object. Writes nothing if it is a bad one.
  virtual std::variant<ExitCode, BadRow> answer(json::Value row, std::string& out) = 0;

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

/// Answers every line of a file with a line. Blank lines are passed over. A line that is not understood is answered with
/// an error row. What has been answered is sent off before more input is waited for, so that a program can hold a
/// conversation over two pipes.
ExitCode answer_lines(std::string_view name, const File& file, const RowLimits& limits, RowHandler& handler,
                      Streams& streams);

}  // namespace acode::cli
