// One lock for all: a chunk is milliseconds of work, so nobody waits for it.
#include "cli/batch_queue.h"

#include <utility>

namespace acode::cli {

std::unique_ptr<BatchChunk> BatchQueue::blank() {
  const std::lock_guard lock(mutex_);
  if (blanks_.empty()) return std::make_unique<BatchChunk>();
  std::unique_ptr<BatchChunk> chunk = std::move(blanks_.back());
  blanks_.pop_back();
  return chunk;
}

bool BatchQueue::put(std::unique_ptr<BatchChunk> chunk) {
  std::unique_lock lock(mutex_);
  const std::size_t size = chunk->block.text.size();
  room_.wait(lock, [&] { return stopped_ || order_.empty() || bytes_ + size <= most_bytes_; });
  if (stopped_) return false;
  bytes_ += size;
  waiting_.push_back(chunk.get());
  order_.push_back(std::move(chunk));
  work_.notify_one();
  return true;
}

void BatchQueue::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  work_.notify_all();
  results_.notify_all();
}

BatchChunk* BatchQueue::take() {
  std::unique_lock lock(mutex_);
  work_.wait(lock, [&] { return stopped_ || ended_ || !waiting_.empty(); });
  if (stopped_ || waiting_.empty()) return nullptr;
  BatchChunk* const chunk = waiting_.front();
  waiting_.pop_front();
  return chunk;
}

void BatchQueue::finish(BatchChunk& chunk) {
  const std::lock_guard lock(mutex_);
  chunk.done = true;
  if (order_.front().get() == &chunk) results_.notify_one();
}

std::unique_ptr<BatchChunk> BatchQueue::next(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  results_.wait_for(lock, patience, [&] { return stopped_ || (order_.empty() ? ended_ : order_.front()->done); });
  if (stopped_ || order_.empty() || !order_.front()->done) return nullptr;
  std::unique_ptr<BatchChunk> chunk = std::move(order_.front());
  order_.pop_front();
  bytes_ -= chunk->block.text.size();
  room_.notify_one();
  return chunk;
}

bool BatchQueue::over() {
  const std::lock_guard lock(mutex_);
  return stopped_ || (ended_ && order_.empty());
}

void BatchQueue::recycle(std::unique_ptr<BatchChunk> chunk) {
  // What a long line has grown is given back to the system.
  constexpr std::size_t kMostKept = std::size_t{4} << 20;
  if (chunk->block.text.capacity() > kMostKept || chunk->answers.capacity() > kMostKept) return;
  chunk->answers.clear();
  chunk->rows = 0;
  chunk->code = ExitCode::kGood;
  chunk->done = false;
  const std::lock_guard lock(mutex_);
  blanks_.push_back(std::move(chunk));
}

void BatchQueue::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  room_.notify_all();
  work_.notify_all();
  results_.notify_all();
}

bool BatchQueue::stopped() {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

}  // namespace acode::cli
