// What is measured of a proxy, and how.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "gateway/load.h"
#include "gateway/proxy.h"
#include "gateway/table.h"
#include "gateway/upstream.h"

namespace acode::bench {

struct GatewayOptions {
  std::string acode;             ///< the program
  std::string nginx;             ///< the program; empty: acode alone
  std::filesystem::path folder;  ///< for settings and logs of the proxies
  std::string only;              ///< one of whole, streams, latency, memory; empty: all
  int rounds = 7;
  double seconds = 0.5;  ///< of one measurement of whole answers
};

class GatewayBench {
 public:
  explicit GatewayBench(GatewayOptions options);

  /// Measures what was asked for. Throws std::runtime_error if something does not work as it should.
  GatewayTable run();

 private:
  struct Rate {
    double requests = 0;      // a second
    double microseconds = 0;  // of the proxy's processor, for each
  };

  // What was measured of both, one right after the other. The machine may be quicker or slower from one pair to the next, so
  // it is the ratio within each that counts.
  struct Pairs {
    std::vector<double> nginx;
    std::vector<double> acode;

    std::vector<double>& of(std::size_t proxy) { return proxy == 0 ? nginx : acode; }
  };

  /// How long words take.
  struct WordTimes {
    Pairs first_50, first_99;  // from the question to the first of them
    Pairs added_50, added_99;  // the part of it that is the proxy's
    Pairs asking_50;           // and that before the server has the question
    Pairs gap_50, gap_99;      // between two of them
    Pairs delay_50, delay_99;  // from the server to the client
  };

  void whole();
  Rate whole_once(const Proxy& proxy, Ask ask);
  void streams();
  double cost_of_an_event(const Proxy& proxy, Ask ask);
  double sustained_streams(const Proxy& proxy, double expected);
  void latency();
  void measure_words(const Proxy& proxy, Ask ask, std::size_t which, WordTimes& times);
  void memory();
  double bytes_of_an_idle_stream(const Proxy& proxy);
  void check(const Proxy& proxy, Ask ask, const std::string& wanted);

  [[nodiscard]] Proxy start_nginx(bool buffers);
  [[nodiscard]] Proxy start_acode(bool records = false, const std::string& mode = "full");
  void add(std::string what, std::string unit, double nginx, double acode, std::optional<GatewayBar> bar = {});
  void add(std::string what, std::string unit, const Pairs& pairs, std::optional<GatewayBar> bar = {});
  void run_for(double seconds) { poller_.run_until(now_ns() + static_cast<std::uint64_t>(seconds * 1e9)); }
  void note_load(std::uint64_t idle_before, std::uint64_t began);

  GatewayOptions options_;
  Cores cores_;
  Poller poller_;
  Upstream upstream_;
  GatewayTable table_;
  int folders_ = 0;
  double busiest_ = 0;  // that the load was
};

}  // namespace acode::bench
