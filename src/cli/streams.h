// Standard input, output and error as the commands see them. Tests hand in their own.
#pragma once

#include <string>
#include <string_view>

#include "cli/exit_code.h"
#include "cli/problem.h"

namespace acode::cli {

/// A descriptor to write to, with a buffer. The first failure is kept, and what is written after it is dropped.
class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}

  /// Puts bytes behind those written before; they leave the buffer when it is full and at flush().
  void write(std::string_view bytes);

  /// Sends the buffer off. False if that or an earlier write failed.
  bool flush();

  /// Flush, and ask the system whether the bytes have really arrived, as far as it can say.
  bool finish();

  [[nodiscard]] bool ok() const { return error_ == 0; }

  /// The errno of the first failure; 0 if there was none.
  [[nodiscard]] int error() const { return error_; }

 private:
  int descriptor_;
  int error_ = 0;
  std::string buffer_;
};

struct Streams {
  int in;  ///< descriptor
  Output out;
  Output err;
  bool in_is_terminal = false;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool colour = false;  ///< whether `out` may be coloured

  /// Writes a message to `err` at once, after everything that went to `out` before it.
  void tell(std::string_view message);

  /// Tells `acode: SUBJECT: CODE: message` and the hint, and hands back the exit code that belongs to it.
  ExitCode complain(std::string_view subject, const Problem& problem);
};

/// The streams of this process. Colour only on a terminal that has some, and not with NO_COLOR.
Streams standard_streams();

}  // namespace acode::cli
