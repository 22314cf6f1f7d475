// The ring, the thread behind it, and what it does when something is wrong with the file.
#include "observe/event_store.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <variant>

#include "observe/event_file.h"
#include "observe/quiet_thread.h"
#include "observe/ring.h"

namespace acode::observe {
namespace {

using Clock = std::chrono::steady_clock;

struct Brief {};  // the slot's own story
using Told = std::variant<std::monostate, Brief, std::unique_ptr<CallStory>, std::unique_ptr<CallEvent>,
                          std::unique_ptr<BreakerNote>>;

/// What is in the ring: the usual in its place, the rest elsewhere.
struct Entry {
  Told told;
  BriefStory brief;
};

constexpr std::size_t kUsualWeight = 1024;                    // bytes, of what is neither a whole story nor brief
constexpr std::size_t kPruneBite = 500;                       // rows in one go, so that nobody waits long for it
constexpr std::chrono::milliseconds kBusyTimeout{250};        // of one attempt
constexpr std::chrono::milliseconds kBusyPause{10};           // between two
constexpr std::chrono::milliseconds kPatienceAtTheEnd{1000};  // a program that ends is not held up

/// What it takes of memory beside its slot.
std::size_t weight_of(const Told& told) {
  if (std::holds_alternative<Brief>(told)) return 0;
  const auto* story = std::get_if<std::unique_ptr<CallStory>>(&told);
  return story == nullptr ? kUsualWeight : (*story)->weight();
}

WallTime wall_time() { return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()); }

}  // namespace

class EventStore::Impl {
 public:
  Impl(EventStoreOptions options, Complain complain)
      : options_(std::move(options)),
        complain_(std::move(complain)),
        ring_(options_.capacity),
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
    const bool kept = ring_.fill([&](Entry& entry) {
      entry.told = Brief();
      tell_briefly(entry.brief, origin, result, call);
      return static_cast<std::size_t>(entry.brief.end() - reinterpret_cast<const char*>(&entry));
    });
    if (!kept) drop(1);
  }

  void record(Told told) {
    const std::size_t weight = weight_of(told);
    const bool fits = bytes_.fetch_add(weight, std::memory_order_relaxed) <= options_.most_bytes;
    const auto keep = [&told](Entry& entry) {
      entry.told = std::move(told);
      return sizeof(entry.told);
    };
    if (fits && ring_.fill(keep)) return;
    bytes_.fetch_sub(weight, std::memory_order_relaxed);
    drop(1);
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
    take_entries();
    if (is_resting()) drop_batch();
    if (!batch_.empty()) write_batch();
    if (batch_.empty() && file_.is_open() && Clock::now() >= next_prune_) prune();
    return batch_.empty();
  }

  // As many as the ring holds; what comes meanwhile is for the next turn.
  void take_entries() {
    const WallTime now = wall_time();
    for (std::size_t i = batch_.events.size(); i < ring_.capacity(); ++i) {
      if (!ring_.take([this, now](Entry& entry) { take_entry(entry, now); })) return;
    }
  }

  void take_entry(Entry& entry, WallTime now) {
    bytes_.fetch_sub(weight_of(entry.told), std::memory_order_relaxed);
    if (is_resting()) {
      drop(1);
    } else if (std::holds_alternative<Brief>(entry.told)) {
      batch_.events.push_back(make_event(entry.brief, now));
    } else {
      std::visit([this](auto& told) { add(told); }, entry.told);
    }
    // The next one in this slot is most often brief too, and of the same origin: nothing of that need be set again.
    if (!std::holds_alternative<Brief>(entry.told)) entry.told = {};
  }

  void add(std::monostate& /*only in a slot that is free*/) {}
  void add(Brief& /*handled before*/) {}
  void add(std::unique_ptr<CallStory>& story) { batch_.events.push_back(make_event(*story)); }
  void add(std::unique_ptr<CallEvent>& event) { batch_.events.push_back(std::move(*event)); }
  void add(std::unique_ptr<BreakerNote>& note) { batch_.breakers.push_back(std::move(*note)); }

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
  Ring<Entry> ring_;
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

void EventStore::record(const std::shared_ptr<const Origin>& origin, const pipeline::ParseResult& result,
                        const pipeline::ToolCall& call) {
  if (is_brief(result, call)) {
    impl_->record(origin, result, call);
  } else {
    record(story_of(origin, result, call));
  }
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
