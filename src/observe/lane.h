// A bounded way from one thread to another for records of any size, in which nobody waits for anybody.
//
//   Lane lane(1024, 700, quota);
//   if (char* room = lane.room()) lane.put(write_record(room));                       // the one who records
//   lane.take(1024, [](char* record) { … return size; });                             // the one who takes
//
// The records lie one behind the other in one piece of memory. A place in it is told by its round and by how far it is from
// the beginning: as soon as all is taken a new round starts at the beginning, in memory that is still in the caches. So
// there is no end to come around, and no memory is touched but as much as once waited to be taken. Whoever takes sees by the
// round that there is a new one: it is begun only when all of the last one was taken, so they are never two rounds apart.
//
// What costs time is not the steps but the memory: the other side has had it last. So whoever has written a record has the
// room behind it fetched meanwhile, to be written and not only to be read, and as much as was just used: the next will be
// like it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "observe/fetch.h"

namespace acode::observe {

/// How much room several lanes may have together, in records.
class LaneQuota {
 public:
  explicit LaneQuota(std::size_t most) : most_(most) {}

  /// Whether there is more. The last one who gets some may get more than was left: there is always some for the first.
  bool take(std::size_t records) {
    if (used_.fetch_add(records, std::memory_order_relaxed) < most_) return true;
    give_back(records);
    return false;
  }
  void give_back(std::size_t records) { used_.fetch_sub(records, std::memory_order_relaxed); }

 private:
  std::atomic<std::size_t> used_ = 0;
  std::size_t most_;
};

class Lane {
 public:
  /// For so many records that were not taken yet, each of `largest` bytes at the most. The memory is only reserved: it is
  /// taken from the quota, and from the system, as it is needed.
  Lane(std::size_t capacity, std::size_t largest, LaneQuota& quota)
      // More than is used, since so much is fetched ahead.
      : memory_(std::make_unique_for_overwrite<char[]>(  // NOLINT(modernize-avoid-c-arrays)
            capacity * padded(largest) + std::max(padded(largest), kUsualLines * kCacheLine))),
        at_(memory_.get()),
        capacity_(capacity),
        quota_(&quota),
        beginning_(memory_.get()) {}
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;
  Lane(Lane&&) = delete;
  Lane& operator=(Lane&&) = delete;
  ~Lane() = default;

  /// A record stands at a multiple of this.
  static constexpr std::size_t kAlignment = 8;

  // --- who records ---

  /// Where the next record may be written, as large as any; null if there is no room.
  char* room() {
    char* const room = room_at_hand();
    return room != nullptr || !grow() ? room : at_;
  }

  /// The same, null also where more memory would have to be asked for: this is for the one who is in a hurry.
  char* room_at_hand() {
    if (taken_.load(std::memory_order_acquire) == position_) start_again();
    return waiting_ == granted_ ? nullptr : at_;
  }

  /// What was written into the room, so many bytes, is a record.
  void put(std::size_t size) {
    const std::size_t step = padded(size);
    position_ += step;
    ++waiting_;
    written_.store(position_, std::memory_order_release);
    at_ += step;
    fetch_ahead(step);
  }

  /// There will be no more records.
  void leave() { left_.store(true, std::memory_order_release); }

  // --- who takes ---

  /// Hands the oldest records to `use`, which returns their size; no more than `most`, and those that come meanwhile
  /// too. One for which `use` throws stays.
  template <class Use>
  void take(std::size_t most, Use use) {
    for (std::uint64_t end = written_.load(std::memory_order_acquire); next_ != end && most > 0;
         end = written_.load(std::memory_order_acquire)) {
      if (round(next_) != round(end)) next_ = start_of(round(end));
      for (; next_ != end && most > 0; --most) next_ += padded(use(beginning_ + offset(next_)));
      taken_.store(next_, std::memory_order_release);
    }
  }

  /// Whether all is taken and nothing more will come.
  [[nodiscard]] bool is_done() const {
    return left_.load(std::memory_order_acquire) && written_.load(std::memory_order_relaxed) == next_;
  }

  /// How much of the quota it has; for lanes that are done.
  [[nodiscard]] std::size_t granted() const { return granted_; }

  /// Gives its memory away. Neither side may use it any more.
  void close() { memory_.reset(); }

 private:
  static constexpr std::size_t kCacheLine = 64;
  static constexpr std::size_t kUsualLines = 4;  // of a record
  static constexpr std::size_t kGrowth = 64;     // records
  static constexpr unsigned kOffsetBits = 40;

  static std::size_t padded(std::size_t size) { return (size + kAlignment - 1) & ~(kAlignment - 1); }
  static std::uint64_t offset(std::uint64_t position) { return position & ((std::uint64_t{1} << kOffsetBits) - 1); }
  static std::uint64_t round(std::uint64_t position) { return position >> kOffsetBits; }
  static std::uint64_t start_of(std::uint64_t round) { return round << kOffsetBits; }

  void start_again() {
    position_ = start_of(round(position_) + 1);
    at_ = memory_.get();
    waiting_ = 0;
  }

  /// What most records take without counting.
  void fetch_ahead(std::size_t bytes) const {
    static_assert(kUsualLines == 4);
    fetch_for_writing(at_);
    fetch_for_writing(at_ + kCacheLine);
    fetch_for_writing(at_ + 2 * kCacheLine);
    fetch_for_writing(at_ + 3 * kCacheLine);
    for (std::size_t at = kUsualLines * kCacheLine; at < bytes; at += kCacheLine) fetch_for_writing(at_ + at);
  }

  bool grow() {
    const std::size_t more = std::min(kGrowth, capacity_ - granted_);
    if (more == 0 || !quota_->take(more)) return false;
    granted_ += more;
    return true;
  }

  // Of who records; the other one reads of it, now and then, what is written.
  std::unique_ptr<char[]> memory_;  // NOLINT(modernize-avoid-c-arrays): not filled with zeros
  char* at_;                        // where the next record goes
  std::uint64_t position_ = 0;      // the same, with its round
  std::size_t waiting_ = 0;         // records of this round
  std::size_t granted_ = 0;         // records for which there is memory
  std::atomic<std::uint64_t> written_ = 0;
  std::size_t capacity_;
  LaneQuota* quota_;
  std::atomic<bool> left_ = false;

  // Of who takes, and does not look at what the other one is writing all the time.
  alignas(kCacheLine) std::atomic<std::uint64_t> taken_ = 0;
  char* beginning_;
  std::uint64_t next_ = 0;  // as far as it was read: ahead of `taken_` only meanwhile
};

}  // namespace acode::observe
