// One file after the other, and what has been answered before passed over.
#include "cli/batch_input.h"

#include <variant>

namespace acode::cli {

bool BatchInput::next(BatchTask& task) {
  const std::lock_guard lock(mutex_);
  // To wait here keeps only those from working who would have to wait for the same.
  if (ended_ || !order_.wait_for_room()) return false;
  do {
    ended_ = !read(task.block);
    if (ended_) return false;
  } while (!skip_answered(task));
  task.place = order_.enter(task.block.held_bytes());
  return true;
}

/// The next block of whichever file has one.
bool BatchInput::read(LineBlock& block) {
  while (blocks_ || open_next()) {
    switch (blocks_->next(block)) {
      case LineBlocks::Status::kBlock:
        return true;
      case LineBlocks::Status::kEnd:
        blocks_.reset();
        break;
      case LineBlocks::Status::kFailed:
        return fail(blocks_->problem());
      case LineBlocks::Status::kStopped:
        return false;
    }
  }
  return false;
}

bool BatchInput::open_next() {
  if (opened_ == names_.size()) return false;
  std::variant<File, Problem> opened = open_input(names_[opened_++], standard_input_);
  if (const Problem* problem = std::get_if<Problem>(&opened)) return fail(*problem);
  file_.emplace(std::move(std::get<File>(opened)));
  blocks_.emplace(file_->descriptor(), max_line_bytes_, [this] { return order_.stopped(); });
  return true;
}

/// Passes over the lines at the beginning of a block that have been answered before. False if no others are left.
bool BatchInput::skip_answered(BatchTask& task) {
  const LineBlock& block = task.block;
  task.first_line = 0;
  if (answered_ == 0) return true;
  if (block.too_long) {
    --answered_;
  } else {
    for (; answered_ > 0 && task.first_line < block.ends.size(); ++task.first_line) {
      if (!is_blank(block.line(task.first_line))) --answered_;
    }
    if (task.first_line < block.ends.size()) return true;
  }
  skipped_bytes_ += block.bytes;
  return false;
}

bool BatchInput::fail(const Problem& problem) {
  problem_.emplace(names_[opened_ - 1], problem);
  return false;
}

}  // namespace acode::cli
