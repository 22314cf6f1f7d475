// Sends events from the file of this machine to the database that a fleet shares, off the hot path (OB-4).
//
//   Shipper shipper({.file = file, .url = url, .instance = host_name()}, logger);
//   …
//   shipper.stop();                       // sends what is left, if that can be done in a few seconds
//
// The file is the spool. A thread reads what is behind a mark in it, sends that in one statement, and only then moves the
// mark. So nothing is lost while the database is away, however long, nor when this process is killed; and what is sent
// again is known to the database by its name. That it is away is said once, and that it is back; it is never a reason to
// wait for anybody else.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "observe/log.h"

namespace acode::fleet {

struct ShipperOptions {
  using Milliseconds = std::chrono::milliseconds;

  std::string file;                     ///< of events
  std::string url;                      ///< of the database
  std::string instance;                 ///< who sends them
  std::chrono::hours keep{0};           ///< older events are deleted in the database; 0 keeps them for ever
  std::size_t most_events = 1000;       ///< sent at once
  std::size_t most_bytes = 4U << 20U;   ///< likewise
  Milliseconds interval{250};           ///< between two looks into the file
  Milliseconds connect_time{10'000};    ///< looking up, connecting, and making tables
  Milliseconds statement_time{30'000};  ///< for the database to take what is sent
  Milliseconds first_pause{250};        ///< before it is tried again; doubled each time
  Milliseconds longest_pause{10'000};
  Milliseconds stop_time{5'000};  ///< for what is left at the end
  Milliseconds prune_every{3'600'000};
};

/// What it has done so far.
struct ShipperCounts {
  std::uint64_t waiting = 0;  ///< events in the file that were not sent yet
  std::uint64_t sent = 0;
  std::uint64_t refused = 0;  ///< events that the database does not take
  bool connected = false;
  std::map<std::string, std::uint64_t> failures;  ///< by code
};

/// The name of this machine.
std::string host_name();

class Shipper {
 public:
  /// Returns at once. The logger must outlive it.
  Shipper(ShipperOptions options, observe::Logger& logger);
  Shipper(const Shipper&) = delete;
  Shipper& operator=(const Shipper&) = delete;
  /// Stops it.
  ~Shipper();

  /// Sends what is left, for at most `stop_time`, and ends. What is left then is said, and stays for the next start.
  void stop();

  [[nodiscard]] ShipperCounts counts() const;

  /// The same for Prometheus.
  [[nodiscard]] std::string metrics() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace acode::fleet
