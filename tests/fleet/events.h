// An instance of a fleet, as far as events go: a file, a store that writes it, and a log.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "cli/program.h"
#include "fleet/shipper.h"
#include "observe/event_store.h"
#include "observe/log.h"

namespace acode::fleet::test {

using std::chrono::milliseconds;

/// An event that can be told from all others.
inline observe::CallEvent event_named(const std::string& name) {
  observe::CallEvent event;
  event.time = std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
  event.provider = "ollama";
  event.model = "m";
  event.correlation_id = name;
  event.tool_name = "read_file";
  event.outcome = observe::Outcome::kRepaired;
  event.repairs = {{"trailing_comma", 2}};
  event.error_position = 7;
  event.attempts = {{1, "first", R"({"path": "*", })", {}, R"({"path": "*"})", "", "", false}};
  return event;
}

/// Waits until something is so, for a generous time.
inline bool eventually(const std::function<bool()>& is_so) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!is_so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return true;
}

class Instance {
 public:
  explicit Instance(std::string name) : name_(std::move(name)) { options.file = folder_.file("events.db"); }

  /// Records so many events, with names that go on.
  void record(int count) {
    if (!store_) store_ = std::make_unique<observe::EventStore>(observe::EventStoreOptions{.file = options.file});
    for (int i = 0; i < count; ++i) store_->record(event_named(name_ + "-" + std::to_string(++recorded_)));
    store_->flush();
  }

  /// Begins to send them there. It is in a hurry, as tests are.
  Shipper& send_to(const std::string& url) {
    options.url = url;
    options.instance = name_;
    options.interval = milliseconds(10);
    options.first_pause = milliseconds(20);
    options.longest_pause = milliseconds(100);
    shipper_ = std::make_unique<Shipper>(options, logger_);
    return *shipper_;
  }
  void end() { shipper_.reset(); }
  /// Before a fork: threads and open files do not go along.
  void close() { store_.reset(); }

  [[nodiscard]] int recorded() const { return recorded_; }
  [[nodiscard]] std::string log() const { return folder_.read("log"); }
  /// How often something was said.
  [[nodiscard]] int times_said(const std::string& piece) const {
    const std::string text = log();
    int count = 0;
    for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++count;
    return count;
  }
  [[nodiscard]] std::string file() const { return options.file; }

  ShipperOptions options;

 private:
  std::string name_;
  acode::test::TemporaryFolder folder_;
  int recorded_ = 0;
  observe::Logger logger_{{.level = observe::Level::kInfo}, observe::LogSink::file(folder_.write("log", ""))};
  std::unique_ptr<observe::EventStore> store_;
  std::unique_ptr<Shipper> shipper_;
};

}  // namespace acode::fleet::test
