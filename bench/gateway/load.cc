// Asking and listening.
#include "gateway/load.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace acode::bench {
namespace {

bool is_good(std::string_view answer) { return answer.starts_with("HTTP/1.1 200"); }

}  // namespace

double Samples::quantile(double share) {
  if (values_.empty()) return 0;
  const auto index = static_cast<std::size_t>(share * static_cast<double>(values_.size() - 1));
  const auto place = values_.begin() + static_cast<std::ptrdiff_t>(index);
  std::nth_element(values_.begin(), place, values_.end());
  return *place;
}

class WholeLoad::Client : public Connection {
 public:
  Client(Poller& poller, WholeLoad& load, std::uint16_t port) : Connection(poller, connect_to(port)), load_(load) {
    send(load_.request_);
  }

 private:
  void received(std::string_view bytes) override {
    const bool is_kept = !input_.empty();
    if (is_kept) input_ += bytes;
    const std::string_view all = is_kept ? std::string_view(input_) : bytes;
    const std::size_t size = message_size(all);
    if (size == 0 || size > all.size()) {
      if (!is_kept) input_ = bytes;
      return;
    }
    ++(is_good(all) ? load_.answered_ : load_.failed_);
    if (load_.sample_.empty()) load_.sample_ = all;
    input_.clear();
    send(load_.request_);
  }

  void left() override { ++load_.failed_; }

  WholeLoad& load_;
  std::string input_;
};

WholeLoad::WholeLoad(Poller& poller, std::uint16_t port, Ask ask, std::size_t connections)
    : request_(request_text(ask)) {
  for (std::size_t i = 0; i < connections; ++i) clients_.push_back(std::make_unique<Client>(poller, *this, port));
}

WholeLoad::~WholeLoad() = default;

class StreamLoad::Client : public Connection {
 public:
  explicit Client(StreamLoad& load) : Connection(load.poller_, connect_to(load.port_)), load_(load) { ask(); }

 private:
  void ask() {
    last_ = 0;
    asked_ = now_ns();
    send(load_.request_);
  }

  void received(std::string_view bytes) override {
    const std::uint64_t now = now_ns();
    if (!input_.empty()) {
      input_ += bytes;
      bytes = input_;
    }
    if (!has_head_) {
      if (!is_good(bytes)) ++load_.failed_;
      has_head_ = true;
    }
    std::size_t at = bytes.find(kStamp);
    for (; at != std::string_view::npos && bytes.size() - at > digits_wanted(); at = bytes.find(kStamp, at + 1)) {
      note_word(now, bytes.substr(at + 1));
    }
    const bool is_over = is_end(bytes);
    // A time that is cut in two is looked at when the rest has come.
    input_ = std::string(at == std::string_view::npos ? std::string_view() : bytes.substr(at));
    if (!is_over) return;
    has_head_ = false;
    ask();
  }

  // Whether the last chunk was the last of all; it may have come on its own.
  bool is_end(std::string_view bytes) {
    constexpr std::string_view kEnd = "\r\n0\r\n\r\n";
    tail_ += bytes.substr(bytes.size() - std::min(bytes.size(), kEnd.size()));
    if (tail_.size() > kEnd.size()) tail_.erase(0, tail_.size() - kEnd.size());
    return tail_ == kEnd;
  }

  // The first word of an answer tells two times.
  [[nodiscard]] std::size_t digits_wanted() const { return (last_ == 0 ? 2 : 1) * kStampDigits; }

  void note_word(std::uint64_t now, std::string_view digits) {
    const std::uint64_t sent = read_stamp(digits.substr(0, kStampDigits));
    ++load_.events_;
    if (last_ == 0) {
      const std::uint64_t arrived = read_stamp(digits.substr(kStampDigits, kStampDigits));
      const std::uint64_t asking = arrived - std::min(asked_, arrived);
      load_.first.add(now - asked_);
      load_.asking.add(asking);
      load_.added.add(asking + now - std::min(sent, now));
      if (!std::exchange(has_begun_, true)) ++load_.begun_;
    } else {
      load_.gaps.add(now - last_);
    }
    load_.delays.add(now - std::min(sent, now));
    last_ = now;
  }

  void left() override { ++load_.failed_; }

  StreamLoad& load_;
  std::string input_;
  std::string tail_;
  std::uint64_t asked_ = 0;
  std::uint64_t last_ = 0;  // when the word before came
  bool has_head_ = false;
  bool has_begun_ = false;
};

StreamLoad::StreamLoad(Poller& poller, std::uint16_t port, Ask ask)
    : poller_(poller), port_(port), request_(request_text(ask)) {}

StreamLoad::~StreamLoad() = default;

void StreamLoad::add(std::size_t connections) {
  for (std::size_t i = 0; i < connections; ++i) clients_.push_back(std::make_unique<Client>(*this));
}

void StreamLoad::clear() {
  events_ = 0;
  first.clear();
  asking.clear();
  added.clear();
  gaps.clear();
  delays.clear();
}

}  // namespace acode::bench
