// A real `acode serve` under a mixed load with faults, and the questions at its end: do the counts of the clients, of /metrics
// and of the event store agree; are memory and descriptors flat; is the log clean?
//
//   acode_soak ACODE [SECONDS]
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "acode/json/reader.h"
#include "net/client.h"
#include "soak/load.h"
#include "soak/process.h"
#include "soak/upstream.h"

namespace acode::soak {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr unsigned kClients = 16;
// A shorter run tells nothing about memory: it is still being used for the first time.
constexpr long kLongEnough = 60;
// The gateway is weighed so often. After the first two it is warm.
constexpr std::size_t kParts = 8;
constexpr std::size_t kMegabyte = std::size_t{1} << 20;

// What the system says about the gateway while it is at work.
struct Weight {
  std::size_t bytes = 0;
  std::size_t descriptors = 0;
};

// The median of some moments: they differ.
Weight weigh(const Process& gateway) {
  std::vector<std::size_t> bytes;
  std::vector<std::size_t> descriptors;
  for (int i = 0; i < 11; ++i) {
    bytes.push_back(gateway.resident_bytes());
    descriptors.push_back(gateway.descriptors());
    std::this_thread::sleep_for(milliseconds(10));
  }
  std::sort(bytes.begin(), bytes.end());
  std::sort(descriptors.begin(), descriptors.end());
  return {bytes[bytes.size() / 2], descriptors[descriptors.size() / 2]};
}

std::string text_of(const Weight& weight) {
  return std::to_string(weight.bytes / 1024) + " KiB, " + std::to_string(weight.descriptors) + " descriptors";
}

// The sum of the lines of a metric that have this in their labels.
std::uint64_t sum_of(std::string_view metrics, std::string_view name, std::string_view label) {
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < metrics.size();) {
    const std::size_t end = std::min(metrics.find('\n', at), metrics.size());
    const std::string_view line = metrics.substr(at, end - at);
    at = end + 1;
    const bool is_asked_for = line.starts_with(name) && line.find(label) != std::string_view::npos;
    if (is_asked_for) sum += std::strtoull(std::string(line.substr(line.rfind(' '))).c_str(), nullptr, 10);
  }
  return sum;
}

class Soak {
 public:
  Soak(std::string acode, seconds length) : acode_(std::move(acode)), length_(length) {
    folder_ = std::filesystem::temp_directory_path() / ("acode-soak-" + std::to_string(std::random_device{}()));
    std::filesystem::create_directories(folder_);
  }
  Soak(const Soak&) = delete;
  Soak& operator=(const Soak&) = delete;
  ~Soak() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  bool run() {
    const auto upstream = start_upstream();
    if (!upstream) return complain("the upstream cannot listen");
    Process gateway({acode_, "serve", "--provider", "ollama", "--upstream", upstream->url().origin(),
                     "--upstream-dialect", "openai", "--listen", "127.0.0.1:0", "--json", "--grace", "10"},
                    environment(), file("out"), file("err"));
    const std::optional<net::Url> url = wait_for_url();
    if (!url) return complain("the gateway does not start: " + read_file(file("err")));
    std::optional<Load> load;
    load.emplace(*url, kClients);
    std::vector<Weight> weights;
    for (std::size_t i = 0; i < kParts; ++i) {
      std::this_thread::sleep_for(milliseconds(length_) / kParts);
      weights.push_back(weigh(gateway));
    }
    const Weight& warm = weights[kParts / 4 - 1];
    const Weight& last = weights.back();
    load->stop();
    const Seen seen = load->seen();
    const std::string metrics = last_metrics(*url, seen);
    const int status = gateway.end();
    std::cout << seen.requests << " requests in " << length_.count() << " s\n";
    for (const Weight& weight : weights) std::cout << "  " << text_of(weight) << '\n';
    for (const std::string& wrong : seen.wrong) complain(wrong);
    if (status != 0) complain("the gateway ended with status " + std::to_string(status));
    compare_weights(warm, last);
    compare_metrics(seen, metrics);
    compare_store(seen);
    look_at_log();
    return is_well_;
  }

 private:
  [[nodiscard]] std::string file(const char* name) const { return (folder_ / name).string(); }

  [[nodiscard]] std::vector<std::string> environment() const {
    return {"XDG_STATE_HOME=" + file("state"), "XDG_CONFIG_HOME=" + file("config"), "ACODE_LOGGING_LEVEL=error"};
  }

  bool complain(const std::string& what) {
    std::cout << "WRONG: " << what << '\n';
    is_well_ = false;
    return false;
  }

  void expect(const std::string& what, std::uint64_t got, std::uint64_t wanted) {
    std::cout << "  " << what << ": " << got << '\n';
    if (got != wanted) complain(what + ": the clients say " + std::to_string(wanted));
  }

  [[nodiscard]] std::optional<net::Url> wait_for_url() const {
    for (int i = 0; i < 600; ++i) {
      const auto row = json::parse(read_file(file("out")));
      if (row && row->root().find("url")) {
        const auto url = net::Url::parse(std::string(row->root().find("url")->as_string()));
        return url ? std::optional<net::Url>(*url) : std::nullopt;
      }
      std::this_thread::sleep_for(milliseconds(50));
    }
    return std::nullopt;
  }

  // Those who left are noticed a little later.
  static std::string last_metrics(const net::Url& gateway, const Seen& seen) {
    net::HttpClient client;
    net::HttpRequest request;
    request.url = gateway;
    request.url.target = "/metrics";
    std::string metrics;
    for (int i = 0; i < 200; ++i) {
      const auto answer = client.send(request);
      metrics = answer ? answer->body : std::string();
      const bool is_quiet = metrics.find("\nacode_gateway_streams 0\n") != std::string::npos &&
                            sum_of(metrics, "acode_gateway_requests_total{", "") == seen.requests;
      if (is_quiet) break;
      std::this_thread::sleep_for(milliseconds(50));
    }
    return metrics;
  }

  void compare_weights(const Weight& warm, const Weight& last) {
    if (length_.count() < kLongEnough) return;
    if (last.bytes > warm.bytes + warm.bytes / 10 + 2 * kMegabyte) complain("it has grown");
    if (last.descriptors > warm.descriptors + kClients) complain("descriptors are left open");
  }

  void compare_metrics(const Seen& seen, const std::string& metrics) {
    std::cout << "in the metrics\n";
    expect("requests", sum_of(metrics, "acode_gateway_requests_total{", ""), seen.requests);
    for (const char* outcome : {"as_sent", "repaired", "coerced", "retried", "failed", "withdrawn"}) {
      const std::string label = "outcome=\"" + std::string(outcome) + "\"";
      const auto wanted = seen.outcomes.find(outcome);
      expect(outcome, sum_of(metrics, "acode_gateway_calls_total{", label),
             wanted == seen.outcomes.end() ? 0 : wanted->second);
    }
    expect("streams", sum_of(metrics, "acode_gateway_streams ", ""), 0);
  }

  // The store counts converted calls among those that were right, or mended.
  void compare_store(const Seen& seen) {
    Process stats({acode_, "providers", "stats", "ollama", "--tool-calls", "--json"}, environment(), file("stats"),
                  file("stats-err"));
    if (stats.wait() != 0) complain("no stats: " + read_file(file("stats-err")));
    const auto row = json::parse(read_file(file("stats")));
    if (!row) {
      complain("stats are not JSON: " + read_file(file("stats")));
      return;
    }
    const auto figure = [&row](const char* name) {
      const auto found = row->root().find(name);
      return found ? static_cast<std::uint64_t>(found->as_int64().value_or(0)) : 0;
    };
    std::map<std::string, std::uint64_t> wanted = seen.outcomes;
    std::cout << "in the event store\n";
    expect("right or mended", figure("parsed") + figure("repaired"),
           wanted["as_sent"] + wanted["repaired"] + wanted["coerced"]);
    expect("asked for again", figure("retried"), wanted["retried"]);
    expect("failed", figure("failed"), wanted["failed"]);
    expect("withdrawn", figure("withdrawn"), wanted["withdrawn"]);
  }

  void look_at_log() {
    const std::string log = read_file(file("err"));
    for (std::size_t at = 0; at < log.size();) {
      const std::size_t end = std::min(log.find('\n', at), log.size());
      const std::string line = log.substr(at, end - at);
      at = end + 1;
      if (!line.starts_with("acode: serve: stopping")) complain("in the log: " + line);
    }
  }

  std::string acode_;
  seconds length_;
  std::filesystem::path folder_;
  bool is_well_ = true;
};

}  // namespace
}  // namespace acode::soak

int main(int count, char** words) {
  if (count < 2 || count > 3) {
    std::cerr << "usage: acode_soak ACODE [SECONDS]\n";
    return 2;
  }
  const long length = count == 3 ? std::strtol(words[2], nullptr, 10) : 600;
  acode::soak::Soak soak(words[1], std::chrono::seconds(std::max(length, 1L)));
  const bool is_well = soak.run();
  std::cout << (is_well ? "all is well\n" : "something is wrong\n");
  return is_well ? 0 : 1;
}
