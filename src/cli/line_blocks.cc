// Reading blocks, and cutting them at line ends.
#include "cli/line_blocks.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

#include "cli/descriptors.h"

namespace acode::cli {

namespace {

// Read into the near cache of the core that answers the lines, with room left there for the answers and for tools.
constexpr std::size_t kBlockBytes = std::size_t{128} << 10;
constexpr std::size_t kMostKept = std::size_t{4} << 20;  // what a long line has grown is given back to the system
constexpr int kPatienceMs = 100;                         // between two looks whether to stop

/// Notes the line ends in a part of a block.
void find_ends(LineBlock& block, std::size_t begin, std::size_t end) {
  const std::string_view text(block.buffer.data(), end);
  for (std::size_t at = begin; (at = text.find('\n', at)) != std::string_view::npos; ++at) block.ends.push_back(at);
}

}  // namespace

LineBlocks::LineBlocks(int descriptor, std::size_t max_line_bytes, std::function<bool()> stopped)
    : descriptor_(descriptor), max_line_bytes_(max_line_bytes), stopped_(std::move(stopped)) {}

LineBlocks::Status LineBlocks::next(LineBlock& block) {
  if (block.buffer.size() > kMostKept) block.buffer.release();
  block.ends.clear();
  block.too_long = false;
  std::size_t filled = rest_.size();
  block.buffer.make_room(2 * kBlockBytes, 0);  // the rest is less than what one read brings
  rest_.copy(block.buffer.data(), filled);
  find_ends(block, 0, filled);  // there are some only behind a line that was passed over
  while (block.ends.empty()) {
    if (filled > max_line_bytes_) return pass_over(block, filled);
    const std::size_t searched = filled;
    const Status status = read_more(block.buffer, filled);
    if (status == Status::kEnd) break;
    if (status != Status::kBlock) return status;
    find_ends(block, searched, filled);
  }
  if (block.ends.empty()) {
    if (filled == 0) return Status::kEnd;
    block.ends.push_back(filled);  // the end of the file is the end of its last line
  }
  const std::size_t end = std::min(block.ends.back() + 1, filled);
  rest_.assign(block.buffer.data() + end, filled - end);
  place(block, block.ends.size(), end);
  return Status::kBlock;
}

/// Throws away a line that is too long, whose beginning is in the block.
LineBlocks::Status LineBlocks::pass_over(LineBlock& block, std::size_t filled) {
  std::size_t passed = 0;
  rest_.clear();
  while (true) {
    passed += filled;
    filled = 0;
    const Status status = read_more(block.buffer, filled);
    if (status == Status::kEnd) break;
    if (status != Status::kBlock) return status;
    const std::string_view text(block.buffer.data(), filled);
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) continue;
    passed += end + 1;
    rest_ = text.substr(end + 1);
    break;
  }
  block.too_long = true;
  place(block, 1, passed);
  return Status::kBlock;
}

/// Gives the block its place in the file, and goes on behind it.
void LineBlocks::place(LineBlock& block, std::size_t lines, std::size_t bytes) {
  block.number = std::exchange(number_, number_ + lines);
  block.offset = std::exchange(offset_, offset_ + bytes);
  block.bytes = bytes;
}

/// Puts what the next read brings behind the part of a buffer that is filled; kEnd if there is nothing more.
LineBlocks::Status LineBlocks::read_more(Buffer& buffer, std::size_t& filled) {
  struct pollfd waiting = {descriptor_, POLLIN, 0};
  while (::poll(&waiting, 1, kPatienceMs) == 0) {
    if (stopped_()) return Status::kStopped;
  }
  // A long line makes it grow by doubling, but not beyond what the longest line needs.
  if (filled + kBlockBytes > buffer.size()) {
    buffer.make_room(std::min(2 * buffer.size(), max_line_bytes_ + kBlockBytes), filled);
  }
  const std::ptrdiff_t count = read_some(descriptor_, buffer.data() + filled, kBlockBytes);
  if (count > 0) {
    filled += static_cast<std::size_t>(count);
    return Status::kBlock;
  }
  if (count == 0) return Status::kEnd;
  problem_ = problem_from_errno(errno, ProblemCode::kReadFailed, "read it");
  return Status::kFailed;
}

}  // namespace acode::cli
