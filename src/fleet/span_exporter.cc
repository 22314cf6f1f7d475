// The thread that sends, and what it does when it cannot.
#include "fleet/span_exporter.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <random>
#include <thread>

#include "acode/json/reader.h"
#include "net/client.h"
#include "observe/fields.h"
#include "observe/quiet_thread.h"
#include "observe/ring.h"

namespace acode::fleet {
namespace {

using Clock = std::chrono::steady_clock;
using observe::Level;
using observe::Span;
using std::chrono::milliseconds;

constexpr std::string_view kComponent = "tracing";

net::ClientOptions client_options(milliseconds time) {
  net::ClientOptions options;
  options.connect_timeout = time;
  options.total_timeout = time;
  options.max_body_bytes = std::size_t{1} << 20;
  return options;
}

/// What came of a request.
struct Sending {
  enum class End : std::uint8_t { kTaken, kLater, kNever } end = End::kNever;
  std::uint64_t rejected = 0;  ///< of those that were taken
  milliseconds wait{0};        ///< that the collector asks for
  std::string code{};          ///< of what is wrong
  std::string reason{};
};

// https://opentelemetry.io/docs/specs/otlp/#retryable-response-codes
bool is_for_later(int status) { return status == 429 || status == 502 || status == 503 || status == 504; }

milliseconds wait_of(const net::HttpHead& head) {
  constexpr unsigned kLongest = 60;
  const std::string_view text = head.headers.get("Retry-After");
  unsigned seconds = 0;
  std::from_chars(text.data(), text.data() + text.size(), seconds);
  return std::chrono::seconds(std::min(seconds, kLongest));
}

// {"partialSuccess": {"rejectedSpans": "3"}}
std::uint64_t rejected_in(std::string_view body) {
  const auto document = json::parse(body);
  if (!document) return 0;
  const auto partial = document->root().find("partialSuccess");
  const auto count = partial ? partial->find("rejectedSpans") : std::nullopt;
  if (!count) return 0;
  std::uint64_t number = count->as_uint64().value_or(0);
  const std::string_view digits = count->as_string();
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

Sending read_answer(const net::NetResult<net::HttpResponse>& answer) {
  using End = Sending::End;
  if (!answer) return {End::kLater, 0, {}, std::string(answer.error().code()), answer.error().message};
  const net::HttpHead& head = answer->head;
  if (head.is_success()) return {End::kTaken, rejected_in(answer->body), {}, {}, {}};
  const std::string code = "HTTP " + std::to_string(head.status);
  return {is_for_later(head.status) ? End::kLater : End::kNever, 0, wait_of(head), code, "the collector refuses spans"};
}

}  // namespace

class SpanExporter::Impl {
 public:
  Impl(SpanExporterOptions options, observe::Logger& logger)
      : options_(std::move(options)),
        logger_(logger),
        ring_(options_.capacity),
        client_(client_options(options_.send_time)),
        thread_(observe::quiet_thread([this] { run(); })) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { stop(); }

  void add(Span&& span) {
    if (!ring_.push(std::make_unique<Span>(std::move(span)))) ++dropped_;
  }

  void stop() {
    std::unique_lock lock(mutex_);
    if (!thread_.joinable()) return;
    stopping_ = true;
    wake_.notify_all();
    const bool is_done = ended_.wait_for(lock, options_.stop_time, [this] { return has_ended_; });
    lock.unlock();
    if (!is_done) cancel_.cancel();
    thread_.join();
  }

  [[nodiscard]] SpanCounts counts() const { return {sent_.load(), dropped_.load(), failures_.load()}; }

 private:
  // --- the thread; the members behind `has_ended_` are its own ---

  void run() {
    while (!rest(options_.interval)) send_all();
    send_all();
    dropped_ += batch_.size();
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    ended_.notify_all();
  }

  /// Whether it is to end.
  bool rest(milliseconds time) {
    std::unique_lock lock(mutex_);
    return wake_.wait_for(lock, time, [this] { return stopping_; });
  }

  // What is thrown (there is no memory) costs the spans, and nothing else.
  void send_all() {
    try {
      while (take_batch()) {
        if (!send_batch() && rest(pause_)) return;  // at the end nothing is waited for
      }
    } catch (const std::exception&) {
      give_up();
    }
  }

  bool take_batch() {
    while (batch_.size() < options_.most_at_once) {
      const bool has_one = ring_.take([this](std::unique_ptr<Span>& span) {
        batch_.push_back(std::move(*span));
        span.reset();
      });
      if (!has_one) break;
    }
    return !batch_.empty();
  }

  /// Whether it is taken, or given up; else it is to be tried again after a pause.
  bool send_batch() {
    const Sending sending = read_answer(client_.send(request(), {}, cancel_));
    if (sending.end == Sending::End::kTaken) {
      taken(std::min<std::uint64_t>(sending.rejected, batch_.size()));
      return true;
    }
    ++failures_;
    if (!std::exchange(told_, true)) {
      logger_.at(Level::kWarn, kComponent, "spans cannot be sent to the collector",
                 {{observe::field::kErrorCode, sending.code}, {"reason", sending.reason}});
    }
    if (sending.end == Sending::End::kNever || ++tries_ >= options_.most_tries) {
      give_up();
      return true;
    }
    const double share = std::uniform_real_distribution<double>(1, 1.5)(random_);  // not all instances at once
    const auto least = std::max(sending.wait, options_.first_pause * (1U << std::min(tries_ - 1, 10U)));
    pause_ = std::chrono::duration_cast<milliseconds>(least * share);
    return false;
  }

  void taken(std::uint64_t rejected) {
    sent_ += batch_.size() - rejected;
    dropped_ += rejected;
    tries_ = 0;
    batch_.clear();
    if (std::exchange(told_, false)) logger_.at(Level::kWarn, kComponent, "the collector takes spans again");
  }

  void give_up() {
    dropped_ += batch_.size();
    tries_ = 0;
    batch_.clear();
  }

  net::HttpRequest request() {
    net::HttpRequest request;
    request.method = "POST";
    request.url = options_.url;
    for (const auto& [name, value] : options_.headers) request.headers.set(name, value);
    request.headers.set("Content-Type", "application/json");
    request.body = spans_json(batch_, options_.origin);
    return request;
  }

  SpanExporterOptions options_;
  observe::Logger& logger_;
  observe::Ring<std::unique_ptr<Span>> ring_;
  std::atomic<std::uint64_t> sent_ = 0;
  std::atomic<std::uint64_t> dropped_ = 0;
  std::atomic<std::uint64_t> failures_ = 0;
  net::CancelToken cancel_ = net::CancelToken::make();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable ended_;
  bool stopping_ = false;
  bool has_ended_ = false;

  net::HttpClient client_;
  std::vector<Span> batch_;
  unsigned tries_ = 0;  // of this batch, in vain
  milliseconds pause_{0};
  bool told_ = false;
  std::minstd_rand random_{std::random_device{}()};

  std::thread thread_;  // last: it uses all the others
};

SpanExporter::SpanExporter(SpanExporterOptions options, observe::Logger& logger)
    : impl_(std::make_unique<Impl>(std::move(options), logger)) {}
SpanExporter::~SpanExporter() = default;

void SpanExporter::add(Span&& span) { impl_->add(std::move(span)); }

void SpanExporter::stop() { impl_->stop(); }

SpanCounts SpanExporter::counts() const { return impl_->counts(); }

std::string SpanExporter::metrics() const {
  const SpanCounts now = counts();
  std::string out;
  const auto line = [&out](std::string_view name, std::string_view help, std::uint64_t value) {
    out.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ").append(name).append(" counter\n");
    out.append(name).append(" ").append(std::to_string(value)).append("\n");
  };
  line("acode_spans_sent_total", "Spans that the collector took.", now.sent);
  line("acode_spans_dropped_total", "Spans that were given up.", now.dropped);
  line("acode_spans_failures_total", "Requests to the collector that failed.", now.failures);
  return out;
}

}  // namespace acode::fleet
