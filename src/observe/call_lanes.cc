// How threads come to their lanes, and what happens to lanes whose thread or whose store has ended.
#include "observe/call_lanes.h"

#include <atomic>
#include <iterator>
#include <new>
#include <utility>

namespace acode::observe {
namespace {

/// A number for each store, so that a new one is not taken for an old one that stood in the same place.
std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

constinit thread_local bool thread_has_left = false;

/// All lanes of this thread: most often one.
class LanesOfThread {
 public:
  LanesOfThread() = default;
  LanesOfThread(const LanesOfThread&) = delete;
  LanesOfThread& operator=(const LanesOfThread&) = delete;
  LanesOfThread(LanesOfThread&&) = delete;
  LanesOfThread& operator=(LanesOfThread&&) = delete;
  ~LanesOfThread() {
    for (const Entry& entry : entries_) entry.lane->leave();
    known_lane = {};
    thread_has_left = true;
  }

  [[nodiscard]] CallLane* find(std::uint64_t lanes) const {
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [lanes](const Entry& entry) { return entry.lanes == lanes; });
    return found == entries_.end() ? nullptr : found->lane.get();
  }

  /// Forgets, by the way, lanes whose store is gone.
  void add(std::uint64_t lanes, std::shared_ptr<CallLane> lane) {
    std::erase_if(entries_, [](const Entry& entry) { return entry.lane.use_count() == 1; });
    entries_.push_back({lanes, std::move(lane)});
  }

 private:
  struct Entry {
    std::uint64_t lanes;
    std::shared_ptr<CallLane> lane;
  };
  std::vector<Entry> entries_;
};

thread_local LanesOfThread lanes_of_thread;

}  // namespace

CallLanes::CallLanes(std::size_t capacity, std::size_t most_bytes)
    : number_(next_number()), capacity_(capacity), quota_(most_bytes / CallLane::kLargest) {}

CallLanes::~CallLanes() {
  welcome();
  // Their threads still know them.
  for (const auto& lane : lanes_) lane->close();
}

CallLane* CallLanes::join() noexcept {
  if (thread_has_left) return nullptr;
  CallLane* lane = lanes_of_thread.find(number_);
  if (lane == nullptr) {
    try {
      lane = make_lane();
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
  }
  known_lane = {number_, lane};
  return lane;
}

CallLane* CallLanes::make_lane() {
  const auto lane = std::make_shared<CallLane>(capacity_, quota_);
  const std::lock_guard lock(mutex_);
  new_.reserve(new_.size() + 1);  // both sides know it, or neither
  lanes_of_thread.add(number_, lane);
  new_.push_back(lane);
  return lane.get();
}

void CallLanes::welcome() {
  const std::lock_guard lock(mutex_);
  std::move(new_.begin(), new_.end(), std::back_inserter(lanes_));
  new_.clear();
}

bool CallLanes::is_over(const CallLane& lane) {
  if (!lane.is_done()) return false;
  quota_.give_back(lane.granted());
  return true;
}

}  // namespace acode::observe
