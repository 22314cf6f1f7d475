// The lanes, the thread behind them, and what it does when something is wrong with the file.
#include "observe/event_store.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <variant>

#include "observe/call_lanes.h"
#include "observe/event_file.h"
#include "observe/quiet_thread.h"
#include "observe/ring.h"

namespace acode::observe {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kWeightOfEvent = 1024;                  // bytes, about
constexpr std::size_t kMostBreakers = 256;                    // notes that wait
constexpr std::size_t kPruneBite = 500;                       // rows in one go, so that nobody waits long for it
constexpr std::chrono::milliseconds kBusyTimeout{250};        // of one attempt
constexpr std::chrono::milliseconds kBusyPause{10};           // between two
constexpr std::chrono::milliseconds kPatienceAtTheEnd{1000};  // a program that ends is not held up

/// What it takes of memory beside its lane.
std::size_t weight_of(const CallStory& story) { return story.weight(); }
std::size_t weight_of(const CallEvent& /*event*/) { return kWeightOfEvent; }

WallTime wall_time() { return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()); }

}  // namespace

class EventStore::Impl {
 public:
  Impl(EventStoreOptions options, Complain complain)
      : options_(std::move(options)),
        complain_(std::move(complain)),
        lanes_(options_.capacity, options_.most_bytes),
        breakers_(kMostBreakers),
        file_(options_.file, kBusyTimeout),
        thread_(quiet_thread([this] { run(); })) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  ~Impl() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }

  void record(const std::shared_ptr<const Origin>& origin, const pipeline::ParseResult& result,
              const pipeline::ToolCall& call) {
    char* const room = lanes_.is_at_hand() ? known_lane.lane->room_for_more(origin) : nullptr;
    if (room == nullptr) return record_with_care(origin, result, call);
    known_lane.lane->tell_more(room, result, call);
  }

  /// Apart from the usual, which has to be small.
  [[gnu::noinline]] void record_with_care(const std::shared_ptr<const Origin>& origin,
                                          const pipeline::ParseResult& result, const pipeline::ToolCall& call) {
    CallLane* const lane = lanes_.mine();
    if (lane == nullptr || !lane->tell(origin, result, call)) drop(1);
  }

  template <class Told>
  void record(std::unique_ptr<Told> told) {
    const std::size_t weight = weight_of(*told);
    if (bytes_.fetch_add(weight, std::memory_order_relaxed) <= options_.most_bytes) {
      CallLane* const lane = lanes_.mine();
      if (lane != nullptr && lane->tell(std::move(told))) return;
    }
    bytes_.fetch_sub(weight, std::memory_order_relaxed);
    drop(1);
  }

  void record(std::unique_ptr<BreakerNote> note) {
    if (!breakers_.push(std::move(note))) drop(1);
  }

  void flush() {
    std::unique_lock lock(mutex_);
    const std::uint64_t mine = ++flushes_wanted_;
    wake_.notify_all();
    flushed_.wait(lock, [this, mine] { return flushes_done_ >= mine; });
  }

  [[nodiscard]] std::uint64_t written() const { return written_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

 private:
  // --- the thread of the store; all members below `thread_` are its own ---

  void run() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
      wake_.wait_for(lock, options_.interval, [this] { return stopping_ || flushes_done_ < flushes_wanted_; });
      const std::uint64_t wanted = flushes_wanted_;
      lock.unlock();
      const bool all_done = guarded_turn();
      lock.lock();
      if (all_done) {
        flushes_done_ = wanted;
        flushed_.notify_all();
      } else if (!stopping_) {
        // Somebody holds the file: a flush that waits must not make this a busy loop.
        wake_.wait_for(lock, options_.interval, [this] { return stopping_; });
      }
    }
    lock.unlock();
    options_.patience = kPatienceAtTheEnd;
    while (!guarded_turn()) std::this_thread::sleep_for(kBusyPause);
  }

  /// One turn: whether nothing is left to be written. What is thrown in it (there is no memory) is a fault like others.
  bool guarded_turn() {
    try {
      return turn();
    } catch (const std::exception& exception) {
      fault({SqlError::Kind::kOther, exception.what()});
      return true;
    }
  }

  bool turn() {
    take_notes();
    const bool all_heard = lanes_.each([this](CallLane& lane) { return hear(lane); });
    if (is_resting()) drop_batch();
    if (!batch_.empty()) write_batch();
    if (batch_.empty() && file_.is_open() && Clock::now() >= next_prune_) prune();
    return all_heard && batch_.empty();
  }

  void take_notes() {
    const bool resting = is_resting();
    const auto keep = [this, resting](std::unique_ptr<BreakerNote>& note) {
      if (resting) return drop(1);
      batch_.breakers.push_back(std::move(*note));
    };
    for (std::size_t i = batch_.breakers.size(); i < breakers_.capacity(); ++i) {
      if (!breakers_.take(keep)) return;
    }
  }

  /// Makes events of what is told in a lane.
  struct Listener {
    Impl& store;
    WallTime now;
    bool deaf;  ///< nothing can be kept

    void hear(const BriefStory& brief, const Origin* origin) const {
      if (deaf) return store.drop(1);
      store.batch_.events.push_back(make_event(brief, origin, now));
    }
    void hear(const CallStory& story) const {
      const std::size_t weight = weight_of(story);
      deaf ? store.drop(1) : store.batch_.events.push_back(make_event(story));
      store.bytes_.fetch_sub(weight, std::memory_order_relaxed);
    }
    void hear(CallEvent& event) const {
      const std::size_t weight = weight_of(event);
      deaf ? store.drop(1) : store.batch_.events.push_back(std::move(event));
      store.bytes_.fetch_sub(weight, std::memory_order_relaxed);
    }
  };

  /// As much as the lane holds; most of what comes meanwhile is for the next turn. False if there are too many events
  /// already that cannot be written now.
  bool hear(CallLane& lane) {
    if (batch_.events.size() >= options_.capacity) write_batch();
    if (batch_.events.size() >= options_.capacity) return false;
    lane.take(options_.capacity, Listener{*this, wall_time(), is_resting()});
    return true;
  }

  void write_batch() {
    std::optional<SqlError> error = file_.write(batch_);
    if (error && error->kind == SqlError::Kind::kDamaged && set_aside()) error = file_.write(batch_);
    if (error) return fault(*error);
    busy_since_.reset();
    written_.fetch_add(batch_.events.size(), std::memory_order_relaxed);
    batch_.clear();
  }

  bool set_aside() {
    const std::optional<std::string> name = file_.set_aside(wall_time());
    if (name && *name != file_.name() && !std::exchange(told_of_damage_, true)) {
      complain_("the file of events " + file_.name() + " is damaged; it was renamed to " + *name +
                ", and a new one is begun");
    }
    return name.has_value();
  }

  void fault(const SqlError& error) {
    if (error.kind == SqlError::Kind::kBusy) {
      if (!busy_since_) busy_since_ = Clock::now();
      if (Clock::now() - *busy_since_ < options_.patience) return;
    }
    busy_since_.reset();
    file_.close();
    resting_until_ = Clock::now() + options_.try_again;
    drop_batch();
    if (std::exchange(told_of_fault_, true)) return;
    complain_("events cannot be kept in " + file_.name() + ": " + error.message +
              "; the work goes on without them, and it is tried again later");
  }

  void prune() {
    if (options_.keep.count() == 0) {
      next_prune_ = Clock::time_point::max();
      return;
    }
    const auto which = options_.keep_unsent ? EventFile::Prune::kSent : EventFile::Prune::kAll;
    const auto pruned = file_.prune(wall_time() - options_.keep, kPruneBite, which);
    if (const auto* error = std::get_if<SqlError>(&pruned)) {
      if (error->kind == SqlError::Kind::kBusy) return;  // the next turn will do
      if (error->kind == SqlError::Kind::kDamaged && set_aside()) return;
      return fault(*error);
    }
    if (std::get<std::size_t>(pruned) < kPruneBite) next_prune_ = Clock::now() + options_.prune_every;
  }

  [[nodiscard]] bool is_resting() const { return Clock::now() < resting_until_; }

  void drop(std::size_t count) { dropped_.fetch_add(count, std::memory_order_relaxed); }

  void drop_batch() {
    drop(batch_.events.size());
    batch_.clear();
  }

  EventStoreOptions options_;
  Complain complain_;
  CallLanes lanes_;
  Ring<std::unique_ptr<BreakerNote>> breakers_;  // of all threads: the last one counts
  std::atomic<std::size_t> bytes_ = 0;
  std::atomic<std::uint64_t> written_ = 0;
  std::atomic<std::uint64_t> dropped_ = 0;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable flushed_;
  bool stopping_ = false;
  std::uint64_t flushes_wanted_ = 0;
  std::uint64_t flushes_done_ = 0;

  EventFile file_;
  Batch batch_;
  std::optional<Clock::time_point> busy_since_;
  Clock::time_point resting_until_{};
  Clock::time_point next_prune_{};
  bool told_of_fault_ = false;
  bool told_of_damage_ = false;

  std::thread thread_;  // last: it uses all the others
};

EventStore::EventStore(EventStoreOptions options, Complain complain)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(complain))) {}
EventStore::~EventStore() = default;

// One function and no calls: that is a third of the instructions.
[[gnu::flatten]] void EventStore::record(const std::shared_ptr<const Origin>& origin,
                                         const pipeline::ParseResult& result, const pipeline::ToolCall& call) {
  if (!is_brief(result, call)) return record_whole(origin, result, call);
  impl_->record(origin, result, call);
}
void EventStore::record_whole(const std::shared_ptr<const Origin>& origin, const pipeline::ParseResult& result,
                              const pipeline::ToolCall& call) {
  record(story_of(origin, result, call));
}
void EventStore::record(CallStory&& story) { impl_->record(std::make_unique<CallStory>(std::move(story))); }
void EventStore::record(CallEvent&& event) { impl_->record(std::make_unique<CallEvent>(std::move(event))); }

void EventStore::save_breaker(std::string provider, std::string model, const retry::BreakerMemory& memory) {
  impl_->record(std::make_unique<BreakerNote>(BreakerNote{std::move(provider), std::move(model), memory}));
}

void EventStore::flush() { impl_->flush(); }
std::uint64_t EventStore::written() const { return impl_->written(); }
std::uint64_t EventStore::dropped() const { return impl_->dropped(); }

}  // namespace acode::observe
