// The file that `acode batch` writes: not overwritten by mistake, and continued after an interruption.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/direct_file.h"
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

  /// Appends bytes. Nothing if all went well. What a long file gets may not be in it yet.
  std::optional<Problem> write(std::string_view bytes);

  /// To be called now and then: if nothing has come since the last time, all that has come is written for others to see.
  std::optional<Problem> settle();

  /// Sees to it that everything has reached the disk.
  std::optional<Problem> finish();

 private:
  BatchOutput(File file, Output* standard) : file_(std::move(file)), standard_(standard) {}

  std::optional<Problem> prepare(Start start, const std::vector<std::string>& inputs);
  std::optional<Problem> find_end();
  std::optional<Problem> write_cached(std::string_view bytes);
  std::optional<Problem> write_direct(std::string_view bytes);
  std::optional<Problem> flush();
  void send_off(std::size_t bytes);

  File file_;
  Output* standard_;  // instead of the file, if not null
  std::uint64_t lines_ = 0;
  std::uint64_t end_ = 0;          // of what was written through the system's cache
  std::size_t waiting_bytes_ = 0;  // of that, what the disk has not been told to begin with
  std::uint64_t direct_from_ = std::numeric_limits<std::uint64_t>::max();
  std::unique_ptr<DirectFile> direct_;  // what comes from there on
  bool written_lately_ = false;         // since the last look
  bool settled_ = true;                 // all of it is in the file
};

}  // namespace acode::cli
