// A file of lines, read by large blocks: for those who hand the lines to others instead of reading them one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/buffer.h"
#include "cli/line_protocol.h"
#include "cli/problem.h"

namespace acode::cli {

/// Some whole lines that stand next to each other.
struct LineBlock {
  Buffer buffer;                  ///< holds them, with their ends; the last line of a file may have none
  std::vector<std::size_t> ends;  ///< where in it the text of each line ends
  std::size_t number = 1;         ///< of the first line in its file, from 1
  std::size_t offset = 0;         ///< of its first byte
  std::size_t bytes = 0;          ///< of the file that it stands for
  bool too_long = false;          ///< instead of lines: one that is longer than the limit, whose text is not held

  /// One of its lines, counted from 0.
  [[nodiscard]] Line line(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends[index - 1] + 1;
    return {{buffer.data() + begin, ends[index] - begin}, number + index, offset + begin};
  }

  /// Bytes of text that it holds.
  [[nodiscard]] std::size_t held_bytes() const { return too_long ? 0 : bytes; }
};

class LineBlocks {
 public:
  enum class Status : std::uint8_t {
    kBlock,
    kEnd,      ///< no more lines
    kFailed,   ///< reading failed; problem() says why
    kStopped,  ///< `stopped` said so
  };

  /// While it waits for input, `stopped` is asked now and then whether that is still wanted.
  LineBlocks(int descriptor, std::size_t max_line_bytes, std::function<bool()> stopped);

  /// Fills `block`, whose memory is used again. A block is as many lines as fit, or one that is longer.
  Status next(LineBlock& block);

  [[nodiscard]] const Problem& problem() const { return problem_; }

 private:
  Status read_more(Buffer& buffer, std::size_t& filled);
  Status pass_over(LineBlock& block, std::size_t filled);
  void place(LineBlock& block, std::size_t lines, std::size_t bytes);

  int descriptor_;
  std::size_t max_line_bytes_;
  std::function<bool()> stopped_;
  std::string rest_;  // behind the last line end that was read
  std::size_t number_ = 1;
  std::size_t offset_ = 0;
  Problem problem_;
};

}  // namespace acode::cli
