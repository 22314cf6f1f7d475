// A model server for as long as the gateway is measured: answers at once with a text that is ready, or streams events at a
// steady pace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

#include "gateway/poller.h"
#include "gateway/texts.h"

namespace acode::bench {

/// Between two events of a stream: 50 a second.
constexpr std::uint64_t kInterval = 20'000'000;

class Upstream : public Watcher, public Clockwork {
 public:
  /// Listens, and is served by the poller. The poller must outlive it.
  explicit Upstream(Poller& poller);
  ~Upstream() override;

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] std::uint64_t events_sent() const { return events_sent_; }

  void ready(std::uint32_t events) override;
  [[nodiscard]] std::uint64_t due() const override;
  void run(std::uint64_t now) override;

 private:
  class Client;
  struct Tick {
    std::uint64_t at;
    std::size_t client;
    friend bool operator<(const Tick& a, const Tick& b) { return a.at > b.at; }
  };

  void forget(std::size_t client);

  Poller& poller_;
  std::uint16_t port_ = 0;
  net::Fd listener_;
  std::size_t next_ = 0;
  std::unordered_map<std::size_t, std::unique_ptr<Client>> clients_;
  std::priority_queue<Tick> ticks_;  // of clients that may have gone
  std::string scratch_;
  std::uint64_t events_sent_ = 0;
};

}  // namespace acode::bench
