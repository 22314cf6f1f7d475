// The lanes of a store: one for each thread that records. So threads that record have nothing to do with each other.
//
//   CallLanes lanes(8192, 64 << 20);
//   if (CallLane* lane = lanes.mine()) …               // any thread
//   lanes.each([](CallLane& lane) { … return true; });  // one thread, which takes
//
// A thread gets its lane when it records for the first time. When the thread ends, its lane stays until all is taken from it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "observe/call_lane.h"

namespace acode::observe {

/// The lane that this thread has used last, and whose it is: no lanes have the number 0.
struct KnownLane {
  std::uint64_t lanes = 0;
  CallLane* lane = nullptr;
};
inline constinit thread_local KnownLane known_lane;

class CallLanes {
 public:
  /// Each has room for so many records; all together for about so many bytes of them.
  CallLanes(std::size_t capacity, std::size_t most_bytes);
  CallLanes(const CallLanes&) = delete;
  CallLanes& operator=(const CallLanes&) = delete;
  CallLanes(CallLanes&&) = delete;
  CallLanes& operator=(CallLanes&&) = delete;
  ~CallLanes();

  /// The lane of this thread; null if it can have none: there is no memory, or the thread is about to end.
  CallLane* mine() noexcept { return is_at_hand() ? known_lane.lane : join(); }

  /// Whether this thread has used it just now: then `known_lane` is its own.
  [[nodiscard]] bool is_at_hand() const noexcept { return known_lane.lanes == number_; }

  /// Shows each lane to `use`, until that returns false: whether it never did. Lanes that are done are gone afterwards.
  /// From one thread.
  template <class Use>
  bool each(Use use) {
    welcome();
    const bool all = std::all_of(lanes_.begin(), lanes_.end(), [&use](const auto& lane) { return use(*lane); });
    std::erase_if(lanes_, [this](const auto& lane) { return is_over(*lane); });
    return all;
  }

 private:
  CallLane* join() noexcept;
  CallLane* make_lane();
  void welcome();
  bool is_over(const CallLane& lane);

  std::uint64_t number_;
  std::size_t capacity_;
  LaneQuota quota_;
  std::vector<std::shared_ptr<CallLane>> lanes_;  // of who takes
  std::mutex mutex_;
  std::vector<std::shared_ptr<CallLane>> new_;  // made since; under the mutex
};

}  // namespace acode::observe
