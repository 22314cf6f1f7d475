// The thread that sends, and what it does when it cannot.
#include "fleet/shipper.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <utility>
#include <variant>

#include "fleet/central_store.h"
#include "observe/event_spool.h"
#include "observe/fields.h"
#include "observe/quiet_thread.h"

namespace acode::fleet {
namespace {

using observe::Level;
using observe::SpooledEvent;
using observe::SqlError;
using Kind = DatabaseErrorKind;

constexpr std::string_view kComponent = "fleet";
constexpr std::size_t kPruneBite = 5000;                // rows in one go
constexpr std::chrono::milliseconds kBusyTimeout{500};  // for the file, which others write

std::size_t index_of(Kind kind) { return static_cast<std::size_t>(kind) - 1; }

std::string events_in_words(std::uint64_t count) { return std::to_string(count) + (count == 1 ? " event" : " events"); }

void head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  out.append("# HELP ").append(name).append(" ").append(help).append("\n");
  out.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

class Shipper::Impl {
 public:
  Impl(ShipperOptions options, observe::Logger& logger)
      : options_(std::move(options)),
        logger_(logger),
        spool_(options_.file, kBusyTimeout),
        limit_(options_.most_events),
        thread_(observe::quiet_thread([this] { run(); })) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { stop(); }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      if (!thread_.joinable()) return;
      last_moment_.store((Clock::now() + options_.stop_time).time_since_epoch().count());
      stopping_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }

  [[nodiscard]] ShipperCounts counts() const {
    ShipperCounts counts;
    counts.waiting = waiting_.load();
    counts.sent = sent_.load();
    counts.refused = refused_.load();
    counts.connected = connected_.load();
    for (std::size_t i = 0; i < failures_.size(); ++i) {
      const std::uint64_t failures = failures_.at(i).load();
      if (failures > 0) counts.failures.emplace(database_code_name(static_cast<Kind>(i + 1)), failures);
    }
    return counts;
  }

 private:
  // --- the thread; the members behind `stopping_` are its own ---

  void run() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
      lock.unlock();
      const bool goes_on = guarded_turn();
      lock.lock();
      if (!goes_on) wake_.wait_for(lock, options_.interval, [this] { return stopping_; });
    }
    lock.unlock();
    next_try_ = {};
    while (Clock::now() < last_moment() && guarded_turn()) {
    }
    count_waiting();
    connected_ = false;
    if (waiting_.load() == 0) return;
    logger_.at(Level::kWarn, kComponent,
               events_in_words(waiting_.load()) + " could not be sent to the database before the end; they wait in " +
                   options_.file + " for the next start");
  }

  /// Whether there is more to do right now. What is thrown (there is no memory) is a fault like others.
  bool guarded_turn() {
    try {
      return turn();
    } catch (const std::exception& exception) {
      failed({Kind::kOther, exception.what()});
      return false;
    }
  }

  bool turn() {
    count_waiting();
    if (!store_ && (Clock::now() < next_try_ || !connect())) return false;
    auto read = spool_.next(limit_, options_.most_bytes);
    if (const auto* error = std::get_if<SqlError>(&read)) return file_failed(*error);
    const auto& events = std::get<std::vector<SpooledEvent>>(read);
    if (!events.empty()) return send(events);
    recovered();
    return prune();
  }

  [[nodiscard]] Clock::time_point last_moment() const {
    return Clock::time_point(Clock::duration(last_moment_.load()));
  }

  /// So long from now, but not beyond the end.
  [[nodiscard]] Until within(std::chrono::milliseconds time) const {
    return [this, end = Clock::now() + time] { return std::min(end, last_moment()); };
  }

  bool connect() {
    auto opened = CentralStore::open(options_.url, within(options_.connect_time));
    if (!opened) {
      failed(opened.error());
      return false;
    }
    if (const std::optional<SqlError> error = spool_.send_to(opened->id())) {
      pause();
      return file_failed(*error);
    }
    store_.emplace(std::move(*opened));
    if (!connected_.exchange(true)) {
      logger_.at(Level::kInfo, kComponent, "events go to the database", {{"database", store_->where()}});
    }
    return true;
  }

  /// The database is there, and does what it should.
  void recovered() {
    tries_ = 0;
    if (std::exchange(told_, {}).empty()) return;
    logger_.at(Level::kWarn, kComponent, "the database is back; what waited for it is sent");
  }

  bool send(const std::vector<SpooledEvent>& events) {
    const auto added = store_->add(events, options_.instance, within(options_.statement_time));
    if (!added) return not_added(added.error(), events);
    recovered();
    sent_ += *added;
    limit_ = std::min(limit_ * 2, options_.most_events);
    return passed(events.back().number);
  }

  /// Only now, when the database has them.
  bool passed(std::int64_t number) {
    if (const std::optional<SqlError> error = spool_.mark_sent(number)) return file_failed(*error);
    told_of_file_ = false;
    return true;
  }

  // One that the database does not take must not hold up all the others: it is looked for by halves, and left out.
  bool not_added(const DatabaseError& error, const std::vector<SpooledEvent>& events) {
    if (error.kind != Kind::kRefused) {
      disconnect();
      // A connection may have died of old age: before anything is said, it is tried once more.
      if (tries_++ > 0) return failed(error);
      ++failures_.at(index_of(error.kind));
      return true;
    }
    if (events.size() > 1) {
      limit_ = events.size() / 2;
      return true;
    }
    ++failures_.at(index_of(error.kind));
    ++refused_;
    if (!std::exchange(told_of_refusal_, true)) tell("the database does not take an event, which is left out", error);
    return passed(events.back().number);
  }

  void disconnect() {
    store_.reset();
    connected_ = false;
  }

  bool failed(const DatabaseError& error) {
    disconnect();
    ++failures_.at(index_of(error.kind));
    pause();
    const std::string_view code = database_code_name(error.kind);
    if (told_ != code) {
      told_ = code;
      tell("events cannot be sent to the database; they wait in " + options_.file + ", and it is tried again", error);
    }
    return false;
  }

  void pause() {
    const auto longest = std::min(options_.longest_pause, options_.first_pause * (1U << std::min(tries_, 16U)));
    ++tries_;
    const double share = std::uniform_real_distribution<double>(0.5, 1)(random_);  // not all instances at once
    next_try_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(longest * share);
  }

  void tell(const std::string& what, const DatabaseError& error) {
    logger_.at(Level::kWarn, kComponent, what,
               {{observe::field::kErrorCode, database_code_name(error.kind)}, {"reason", error.message}});
  }

  bool file_failed(const SqlError& error) {
    if (error.kind != SqlError::Kind::kBusy && !std::exchange(told_of_file_, true)) {
      logger_.at(Level::kWarn, kComponent,
                 "events in " + options_.file + " cannot be read or marked as sent: " + error.message);
    }
    return false;
  }

  void count_waiting() {
    const auto counted = spool_.waiting();
    if (const auto* waiting = std::get_if<std::uint64_t>(&counted)) waiting_ = *waiting;
  }

  /// Whether there is more to delete. Who may not delete still may send.
  bool prune() {
    const bool is_ending = last_moment() != Clock::time_point::max();
    if (is_ending || options_.keep.count() == 0 || Clock::now() < next_prune_) return false;
    const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    const auto pruned = store_->prune(now - options_.keep, kPruneBite, within(options_.statement_time));
    const bool has_more = pruned && *pruned == kPruneBite;
    if (!has_more) next_prune_ = Clock::now() + options_.prune_every;
    if (!pruned) {
      ++failures_.at(index_of(pruned.error().kind));
      disconnect();
    }
    return has_more;
  }

  ShipperOptions options_;
  observe::Logger& logger_;
  std::atomic<std::uint64_t> waiting_ = 0;
  std::atomic<std::uint64_t> sent_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
  std::atomic<bool> connected_ = false;
  std::array<std::atomic<std::uint64_t>, kDatabaseErrorKinds> failures_{};
  std::atomic<Clock::rep> last_moment_ = Clock::time_point::max().time_since_epoch().count();

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;

  observe::EventSpool spool_;
  std::optional<CentralStore> store_;
  std::size_t limit_;   // of events sent at once
  unsigned tries_ = 0;  // in vain, in a row
  Clock::time_point next_try_{};
  Clock::time_point next_prune_{};
  std::string_view told_;  // the code of what was said last
  bool told_of_refusal_ = false;
  bool told_of_file_ = false;
  std::minstd_rand random_{std::random_device{}()};

  std::thread thread_;  // last: it uses all the others
};

Shipper::Shipper(ShipperOptions options, observe::Logger& logger)
    : impl_(std::make_unique<Impl>(std::move(options), logger)) {}
Shipper::~Shipper() = default;

void Shipper::stop() { impl_->stop(); }

ShipperCounts Shipper::counts() const { return impl_->counts(); }

std::string Shipper::metrics() const {
  const ShipperCounts now = counts();
  std::string out;
  const auto line = [&out](std::string_view name, std::string_view type, std::string_view help, std::uint64_t value) {
    head(out, name, type, help);
    out.append(name).append(" ").append(std::to_string(value)).append("\n");
  };
  line("acode_fleet_waiting_events", "gauge", "Events that the database does not have yet.", now.waiting);
  line("acode_fleet_sent_events_total", "counter", "Events that the database got from here.", now.sent);
  line("acode_fleet_refused_events_total", "counter", "Events that the database does not take.", now.refused);
  line("acode_fleet_connected", "gauge", "Whether there is a connection to the database.", now.connected ? 1 : 0);
  head(out, "acode_fleet_failures_total", "counter", "What went wrong with the database, by code.");
  for (const auto& [code, count] : now.failures) {
    out += "acode_fleet_failures_total{code=\"" + code + "\"} " + std::to_string(count) + "\n";
  }
  return out;
}

}  // namespace acode::fleet
