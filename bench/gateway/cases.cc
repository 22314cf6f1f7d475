// The measurements, each in turns: nginx, acode, nginx, acode.
#include "gateway/cases.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace acode::bench {
namespace {

using Kind = GatewayBar::Kind;

constexpr std::size_t kConnections = 64;

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

GatewayBench::GatewayBench(GatewayOptions options)
    : options_(std::move(options)), cores_(Cores::choose()), upstream_(poller_) {
  pin_to(cores_.of_load);
}

GatewayTable GatewayBench::run() {
  const auto is_wanted = [this](std::string_view name) { return options_.only.empty() || options_.only == name; };
  if (is_wanted("whole")) whole();
  if (is_wanted("streams")) streams();
  if (is_wanted("latency")) latency();
  if (is_wanted("memory")) memory();
  std::ostringstream line;
  line << "proxies on processor " << cores_.of_proxies << ", load and upstream on " << cores_.of_load
       << ", which was busy for at most " << std::lround(busiest_ * 100) << " % of the time";
  table_.about.push_back(line.str());
  return std::move(table_);
}

Proxy GatewayBench::start_nginx(bool buffers) {
  return Proxy::nginx(options_.nginx, options_.folder / ("nginx-" + std::to_string(++folders_)), upstream_.port(),
                      cores_.of_proxies, buffers);
}

Proxy GatewayBench::start_acode(bool records, const std::string& mode) {
  return Proxy::acode(options_.acode, options_.folder / ("acode-" + std::to_string(++folders_)), upstream_.port(),
                      cores_.of_proxies, records, mode);
}

void GatewayBench::add(std::string what, std::string unit, double nginx, double acode, std::optional<GatewayBar> bar) {
  const auto ratio = nginx > 0 ? std::optional(acode / nginx) : std::nullopt;
  table_.rows.push_back({std::move(what), std::move(unit), nginx, acode, bar, ratio});
}

void GatewayBench::add(std::string what, std::string unit, const Pairs& pairs, std::optional<GatewayBar> bar) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < pairs.acode.size(); ++i) ratios.push_back(pairs.acode[i] / pairs.nginx[i]);
  table_.rows.push_back(
      {std::move(what), std::move(unit), median(pairs.nginx), median(pairs.acode), bar, median(std::move(ratios))});
}

void GatewayBench::note_load(std::uint64_t idle_before, std::uint64_t began) {
  const auto idle = static_cast<double>(poller_.idle_time() - idle_before);
  busiest_ = std::max(busiest_, 1 - idle / static_cast<double>(now_ns() - began));
}

// One answer, before anything is measured: a proxy that is fast because it does not do its work is of no use.
void GatewayBench::check(const Proxy& proxy, Ask ask, const std::string& wanted) {
  WholeLoad load(poller_, proxy.port(), ask, 1);
  const std::uint64_t end = now_ns() + 5'000'000'000;
  while (load.sample().empty() && load.failed() == 0 && now_ns() < end) poller_.turn();
  if (load.sample().find(wanted) == std::string::npos) {
    throw std::runtime_error("an answer is not as it should be: " + load.sample());
  }
}

// --- whole answers ---

void GatewayBench::whole() {
  struct Subject {
    std::string name;
    Proxy proxy;
    Ask ask;
    std::string sign;  // that an answer must have
    Pairs requests{};
    Pairs microseconds{};
  };
  const Proxy nginx = start_nginx(true);
  check(nginx, Ask::kWhole, "create_event");
  std::vector<Subject> subjects;
  subjects.push_back({"a call that is valid", start_acode(), Ask::kWhole, "x-acode-outcome: passed"});
  subjects.push_back({"a call that is repaired", start_acode(), Ask::kBroken, "x-acode-outcome: repaired"});
  subjects.push_back({"valid, and recorded", start_acode(true), Ask::kWhole, "x-acode-outcome: passed"});
  subjects.push_back({"nothing looked at (mode off)", start_acode(false, "off"), Ask::kWhole, "create_event"});
  for (const Subject& subject : subjects) check(subject.proxy, subject.ask, subject.sign);
  for (int round = 0; round < options_.rounds; ++round) {
    for (Subject& subject : subjects) {
      const Rate of_nginx = whole_once(nginx, Ask::kWhole);
      const Rate of_acode = whole_once(subject.proxy, subject.ask);
      subject.requests.nginx.push_back(of_nginx.requests);
      subject.requests.acode.push_back(of_acode.requests);
      subject.microseconds.nginx.push_back(of_nginx.microseconds);
      subject.microseconds.acode.push_back(of_acode.microseconds);
    }
  }
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const auto bar = i == 0 ? std::optional(GatewayBar{Kind::kRatioAtLeast, 0.8}) : std::nullopt;
    add("whole answers: " + subjects[i].name, "1/s", subjects[i].requests, bar);
    add("  processor time of the proxy for each", "us", subjects[i].microseconds);
  }
}

GatewayBench::Rate GatewayBench::whole_once(const Proxy& proxy, Ask ask) {
  WholeLoad load(poller_, proxy.port(), ask, kConnections);
  run_for(0.2);
  const std::uint64_t idle = poller_.idle_time();
  const std::uint64_t before = proxy.processor_time();
  const std::uint64_t answered = load.answered();
  const std::uint64_t began = now_ns();
  run_for(options_.seconds);
  const auto count = static_cast<double>(load.answered() - answered);
  const auto nanoseconds = static_cast<double>(now_ns() - began);
  note_load(idle, began);
  if (load.failed() > 0 || count == 0) throw std::runtime_error("questions were not answered");
  return {count / nanoseconds * 1e9, static_cast<double>(proxy.processor_time() - before) / 1e3 / count};
}

// --- streams ---

void GatewayBench::streams() {
  const Proxy nginx = start_nginx(false);
  const Proxy acode = start_acode();
  const std::array<const Proxy*, 2> proxies = {&nginx, &acode};
  Pairs sustained, costs, costs_of_others;
  for (int round = 0; round < std::min(options_.rounds, 5); ++round) {
    for (std::size_t i = 0; i < proxies.size(); ++i) {
      const double cost = cost_of_an_event(*proxies[i], Ask::kEndless);
      costs.of(i).push_back(cost);
      sustained.of(i).push_back(sustained_streams(*proxies[i], 1e6 / (cost * 50)));
      costs_of_others.of(i).push_back(cost_of_an_event(*proxies[i], Ask::kProbabilities));
    }
  }
  add("streams of 50 events/s: how many at once", "", sustained, GatewayBar{Kind::kRatioAtLeast, 0.9});
  add("  processor time for an event, 400 streams", "us", costs);
  add("  for one with probabilities", "us", costs_of_others);
}

double GatewayBench::cost_of_an_event(const Proxy& proxy, Ask ask) {
  constexpr std::size_t kStreams = 400;
  StreamLoad load(poller_, proxy.port(), ask);
  for (std::size_t i = 0; i < kStreams; i += 20) {
    load.add(20);
    run_for(0.011);
  }
  run_for(0.2);
  load.clear();
  const std::uint64_t before = proxy.processor_time();
  run_for(1.5);
  if (load.failed() > 0 || load.events() == 0) throw std::runtime_error("streams broke off");
  return static_cast<double>(proxy.processor_time() - before) / 1e3 / static_cast<double>(load.events());
}

// More and more of them, until words come late: until of a hundred gaps one is twice as long as it should be, two times in a
// row.
double GatewayBench::sustained_streams(const Proxy& proxy, double expected) {
  StreamLoad load(poller_, proxy.port(), Ask::kEndless);
  const auto step = static_cast<std::size_t>(std::max(expected * 0.03, 1.0));
  std::size_t good = 0;
  int late = 0;
  while (late < 2 && load.size() < 3500) {
    while (static_cast<double>(load.size()) < expected * 0.5) {
      load.add(step);
      run_for(0.02);
    }
    run_for(0.2);
    load.clear();
    const std::uint64_t idle = poller_.idle_time();
    const std::uint64_t began = now_ns();
    run_for(0.3);
    const double wanted = static_cast<double>(load.size()) * static_cast<double>(now_ns() - began) / kInterval;
    note_load(idle, began);
    if (load.failed() > 0) throw std::runtime_error("streams broke off");
    const bool is_late =
        load.gaps.quantile(0.99) > 2.0 * kInterval || static_cast<double>(load.events()) < 0.9 * wanted;
    late = is_late ? late + 1 : 0;
    if (!is_late) good = load.size();
    if (!is_late) load.add(step);
  }
  return static_cast<double>(good);
}

// --- how long a word takes ---

void GatewayBench::latency() {
  const Proxy nginx = start_nginx(false);
  const Proxy acode = start_acode();
  const std::array<const Proxy*, 2> proxies = {&nginx, &acode};
  WordTimes times, of_prompt;
  for (int round = 0; round < options_.rounds; ++round) {
    for (std::size_t i = 0; i < proxies.size(); ++i) measure_words(*proxies[i], Ask::kStream, i, times);
    for (std::size_t i = 0; i < proxies.size(); ++i) measure_words(*proxies[i], Ask::kPromptStream, i, of_prompt);
  }
  constexpr GatewayBar kNoWorse{Kind::kRatioAtMost, 1.1};
  add("100 streams: to the first word, median", "us", times.first_50);
  add("  99 of 100", "us", times.first_99);
  add("  what the proxy adds, median", "us", times.added_50, kNoWorse);
  add("  99 of 100", "us", times.added_99, kNoWorse);
  add("  until the upstream has the question, median", "us", times.asking_50);
  add("between two words, median", "us", times.gap_50, kNoWorse);
  add("  99 of 100", "us", times.gap_99, kNoWorse);
  add("from upstream to client, median", "us", times.delay_50);
  add("  99 of 100", "us", times.delay_99);
  add("server answers at once: first word, median", "us", of_prompt.first_50, kNoWorse);
  add("  99 of 100", "us", of_prompt.first_99, kNoWorse);
}

void GatewayBench::measure_words(const Proxy& proxy, Ask ask, std::size_t which, WordTimes& times) {
  constexpr std::size_t kStreams = 100;
  StreamLoad load(poller_, proxy.port(), ask);
  for (std::size_t added = 0; added < kStreams; added += 2) {
    load.add(2);
    run_for(0.0203);
  }
  load.clear();
  run_for(3);
  if (load.failed() > 0 || load.events() == 0) throw std::runtime_error("streams broke off");
  const auto note = [which](Pairs& pairs, double nanoseconds) { pairs.of(which).push_back(nanoseconds / 1e3); };
  note(times.first_50, load.first.quantile(0.5));
  note(times.first_99, load.first.quantile(0.99));
  note(times.added_50, load.added.quantile(0.5));
  note(times.added_99, load.added.quantile(0.99));
  note(times.asking_50, load.asking.quantile(0.5));
  note(times.gap_50, load.gaps.quantile(0.5));
  note(times.gap_99, load.gaps.quantile(0.99));
  note(times.delay_50, load.delays.quantile(0.5));
  note(times.delay_99, load.delays.quantile(0.99));
}

// --- memory ---

void GatewayBench::memory() {
  const double nginx = bytes_of_an_idle_stream(start_nginx(false));
  const double acode = bytes_of_an_idle_stream(start_acode());
  add("an idle stream", "KB", nginx / 1024, acode / 1024, GatewayBar{Kind::kAtMost, 16});
}

double GatewayBench::bytes_of_an_idle_stream(const Proxy& proxy) {
  constexpr std::size_t kWarmUp = 100;
  constexpr std::size_t kStreams = 1000;
  StreamLoad load(poller_, proxy.port(), Ask::kIdle);
  const auto add_and_wait = [this, &load](std::size_t count) {
    const std::uint64_t end = now_ns() + 10'000'000'000;
    for (std::size_t i = 0; i < count; i += 20) {
      load.add(20);
      while (load.begun() < load.size() && load.failed() == 0 && now_ns() < end) poller_.turn();
    }
    if (load.begun() < load.size()) throw std::runtime_error("streams did not begin");
  };
  add_and_wait(kWarmUp);
  const std::size_t before = proxy.resident_bytes();
  add_and_wait(kStreams);
  return static_cast<double>(proxy.resident_bytes() - before) / kStreams;
}

}  // namespace acode::bench
