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

constexpr std::size_t kBlockBytes = std::size_t{256} << 10;
constexpr int kPatienceMs = 100;  // between two looks whether to stop

}  // namespace

LineBlocks::LineBlocks(int descriptor, std::size_t max_line_bytes, std::function<bool()> stopped)
    : descriptor_(descriptor), max_line_bytes_(max_line_bytes), stopped_(std::move(stopped)) {}

LineBlocks::Status LineBlocks::next(LineBlock& block) {
  std::string& text = block.text;
  // What the block held before is written over, not thrown away first: room that has been used need not be made again.
  std::size_t filled = rest_.size();
  text.resize(std::max(text.size(), filled));
  rest_.copy(text.data(), filled);
  block.too_long = false;
  std::size_t searched = 0;
  std::size_t end = std::string::npos;
  while (end == std::string::npos) {
    const Status status = read_more(text, filled);
    if (status == Status::kEnd) break;
    if (status != Status::kBlock) return status;
    end = std::string_view(text).substr(searched, filled - searched).rfind('\n');
    if (end != std::string::npos) end += searched + 1;
    searched = filled;
    if (end == std::string::npos && filled > max_line_bytes_) return pass_over(block, filled);
  }
  if (end == std::string::npos) end = filled;  // the end of the file is the end of its last line
  rest_.assign(text, end, filled - end);
  text.resize(end);
  return text.empty() ? Status::kEnd : finish(block);
}

/// Gives the block its place, and goes on behind it.
LineBlocks::Status LineBlocks::finish(LineBlock& block) {
  block.number = number_;
  block.offset = offset_;
  block.bytes = block.text.size();
  for (std::size_t end = 0; (end = block.text.find('\n', end)) != std::string::npos; ++end) ++number_;
  offset_ += block.bytes;
  return Status::kBlock;
}

/// Throws away a line that is too long, whose beginning is in the block.
LineBlocks::Status LineBlocks::pass_over(LineBlock& block, std::size_t filled) {
  std::size_t passed = 0;
  rest_.clear();
  while (true) {
    passed += filled;
    filled = 0;
    const Status status = read_more(block.text, filled);
    if (status == Status::kEnd) break;
    if (status != Status::kBlock) return status;
    const std::size_t end = std::string_view(block.text).substr(0, filled).find('\n');
    if (end == std::string::npos) continue;
    passed += end + 1;
    rest_.assign(block.text, end + 1, filled - end - 1);
    break;
  }
  block.text.clear();
  block.too_long = true;
  block.number = number_++;
  block.offset = std::exchange(offset_, offset_ + passed);
  block.bytes = passed;
  return Status::kBlock;
}

/// Puts what the next read brings behind the part of a text that is filled; kEnd if there is nothing more.
LineBlocks::Status LineBlocks::read_more(std::string& text, std::size_t& filled) {
  struct pollfd waiting = {descriptor_, POLLIN, 0};
  while (::poll(&waiting, 1, kPatienceMs) == 0) {
    if (stopped_()) return Status::kStopped;
  }
  text.resize(std::max(text.size(), filled + kBlockBytes));
  const std::ptrdiff_t count = read_some(descriptor_, text.data() + filled, kBlockBytes);
  if (count > 0) {
    filled += static_cast<std::size_t>(count);
    return Status::kBlock;
  }
  if (count == 0) return Status::kEnd;
  problem_ = problem_from_errno(errno, ProblemCode::kReadFailed, "read it");
  return Status::kFailed;
}

}  // namespace acode::cli
