// The file that `acode batch` writes: not overwritten by mistake, and continued after an interruption.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/files.h"
#include "cli/problem.h"
#include "cli/streams.h"

namespace acode::cli {

class BatchOutput {
 public:
  enum class Start : std::uint8_t {
    kNew,        ///< a file that has something in it is refused
    kOverwrite,  ///< what was in it is gone
    kContinue,   ///< behind the last whole line
  };

  /// Opens the file, or takes standard output for "-". A file that is among the inputs is refused.
  static std::variant<BatchOutput, Problem> open(const std::string& name, Start start,
                                                 const std::vector<std::string>& inputs, Streams& streams);

  /// Lines that stood in it already.
  [[nodiscard]] std::uint64_t lines() const { return lines_; }

  /// Appends bytes. Nothing if all went well.
  std::optional<Problem> write(std::string_view bytes);

  /// Sees to it that everything has reached the disk.
  std::optional<Problem> finish();

 private:
  BatchOutput(File file, Output* standard) : file_(std::move(file)), standard_(standard) {}

  std::optional<Problem> prepare(Start start, const std::vector<std::string>& inputs);
  std::optional<Problem> find_end();
  void send_off(std::size_t bytes);

  File file_;
  Output* standard_;  // instead of the file, if not null
  std::uint64_t lines_ = 0;
  std::size_t waiting_bytes_ = 0;  // written, but the disk has not been told to begin
};

}  // namespace acode::cli
