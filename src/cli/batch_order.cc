// One lock for all: a block is a good part of a millisecond of work, so nobody waits for it. It is not held while writing.
#include "cli/batch_order.h"

#include <algorithm>
#include <utility>

namespace acode::cli {

namespace {

constexpr std::size_t kLeastBytes = std::size_t{16} << 10;  // of a place: pipes have short blocks, but not any number
constexpr std::size_t kMostKept = std::size_t{4} << 20;     // what a long line has grown is given back to the system

void clear(BatchAnswers& answers) {
  std::string text = std::move(answers.text);
  answers = {};
  if (text.capacity() > kMostKept) return;
  text.clear();
  answers.text = std::move(text);
}

}  // namespace

bool BatchOrder::wait_for_room() {
  std::unique_lock lock(mutex_);
  room_.wait(lock, [this] { return stopped_ || places_.empty() || bytes_ < most_bytes_; });
  return !stopped_;
}

std::size_t BatchOrder::enter(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  hold(places_.emplace_back(), std::max(bytes, kLeastBytes));
  return first_ + places_.size() - 1;
}

void BatchOrder::hand_in(std::size_t place, BatchAnswers& answers) {
  std::unique_lock lock(mutex_);
  if (stopped_) return clear(answers);
  if (place != first_) {
    Place& mine = places_[place - first_];
    hold(mine, std::max(answers.text.size(), kLeastBytes));  // and its lines no more
    mine.answers = std::exchange(answers, blank());
    mine.done = true;
    return;
  }
  write_first(answers, lock);
  clear(answers);
  while (!stopped_ && !places_.empty() && places_.front().done) {
    BatchAnswers next = std::move(places_.front().answers);
    write_first(next, lock);
    clear(next);
    blanks_.push_back(std::move(next));
  }
}

/// Writes the answers that are next. Meanwhile others may enter and hand in: the first place is still the same.
void BatchOrder::write_first(const BatchAnswers& answers, std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  const bool written = write_(answers);
  lock.lock();
  if (!written) stopped_ = true;
  hold(places_.front(), 0);
  places_.pop_front();
  ++first_;
}

/// Says how much a place holds from now on.
void BatchOrder::hold(Place& place, std::size_t bytes) {
  bytes_ -= std::exchange(place.bytes, bytes);
  bytes_ += bytes;
  room_.notify_one();
}

/// Answers to fill: some whose memory has been used, or new ones.
BatchAnswers BatchOrder::blank() {
  if (blanks_.empty()) return {};
  BatchAnswers blank = std::move(blanks_.back());
  blanks_.pop_back();
  return blank;
}

void BatchOrder::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  room_.notify_one();
}

bool BatchOrder::stopped() {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

}  // namespace acode::cli
