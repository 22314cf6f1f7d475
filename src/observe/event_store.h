// Keeps events in an SQLite file, off the hot path (OB-4).
//
//   EventStore store({.file = state / "acode/events.db"}, [&](const std::string& what) { logger.at(…); });
//   store.record(origin, result, call);       // some 20 ns; from any thread; never waits
//
// Each thread has a lane of its own for what it records, which is bounded. A thread of the store takes it out every 20 ms,
// masks values, and writes it in one transaction. So a process that is killed loses what it recorded in the last 100 ms, at
// the most, and the file is whole. What a lane has no room for is dropped and counted. What one thread recorded is written
// in its order; among threads it is the order in which their lanes are emptied.
//
// The store is never a reason to stop working. If the file cannot be written (no room, not allowed, held by others for
// long) that is told once, events are dropped and counted, and from time to time it is tried again. A damaged file is
// set aside under another name, which is told, and a new one is begun. Any number of processes may write one file.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "acode/retry/breaker.h"
#include "observe/call_story.h"
#include "observe/event.h"
#include "observe/log_sink.h"

namespace acode::observe {

struct EventStoreOptions {
  std::string file;
  std::chrono::hours keep{24 * 30};        ///< older events are deleted; 0 keeps them for ever
  bool keep_unsent = false;                ///< but not what another store does not have yet: see event_spool.h
  std::size_t capacity = 8192;             ///< of each thread's lane, in events
  std::size_t most_bytes = 64U << 20U;     ///< of all lanes; and once more of texts that are not in them
  std::chrono::milliseconds interval{20};  ///< of turns: far below the 100 ms that may be lost, a turn takes time too
  std::chrono::milliseconds patience{5'000};    ///< how long a file that others hold is waited for
  std::chrono::milliseconds try_again{30'000};  ///< after a fault
  std::chrono::milliseconds prune_every{3'600'000};
};

class EventStore {
 public:
  /// Returns at once: the file is opened by the store's thread, which is also the one that complains.
  explicit EventStore(EventStoreOptions options, Complain complain = complain_on_stderr);
  EventStore(const EventStore&) = delete;
  EventStore& operator=(const EventStore&) = delete;

  /// Writes what is left, if that is possible without long waiting.
  ~EventStore();

  /// A call of a result. From any thread; never waits. It becomes an event later, values masked as the origin says;
  /// if it was right at once, the time of the event is when that is done.
  void record(const std::shared_ptr<const Origin>& origin, const pipeline::ParseResult& result,
              const pipeline::ToolCall& call);

  /// The same for a story with more to tell: attempts, what running the tool came to.
  void record(CallStory&& story);

  /// The same for an event that was made already.
  void record(CallEvent&& event);

  /// Keeps what a breaker has to remember (RT-6); EventReader::breaker() reads it.
  void save_breaker(std::string provider, std::string model, const retry::BreakerMemory& memory);

  /// Waits until all that was recorded before is written, or dropped.
  void flush();

  /// How many were written, and how many could not be kept.
  [[nodiscard]] std::uint64_t written() const;
  [[nodiscard]] std::uint64_t dropped() const;

 private:
  /// Apart from record(), which is for the usual and must be small.
  [[gnu::noinline]] void record_whole(const std::shared_ptr<const Origin>& origin, const pipeline::ParseResult& result,
                                      const pipeline::ToolCall& call);

  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace acode::observe
