// Requests in, answers out.
#include "gateway/upstream.h"

#include <sys/socket.h>

#include <limits>
#include <string>
#include <utility>

namespace acode::bench {

class Upstream::Client : public Connection {
 public:
  Client(Upstream& upstream, std::size_t number, net::Fd socket)
      : Connection(upstream.poller_, std::move(socket)), upstream_(upstream), number_(number) {}

  /// Sends the next event. False if there is none behind it.
  bool tick(std::uint64_t now) {
    if (left_ == 0) return false;
    --left_;
    ++upstream_.events_sent_;
    std::string& out = upstream_.scratch_;
    out = sent_ == 0 ? stream_begin() : std::string_view();
    write_event(out, ask_, now, asked_, sent_++);
    if (left_ == 0 && ask_ != Ask::kIdle) out += stream_end();
    send(out);
    return left_ > 0;
  }

 private:
  // Usually a request comes in one piece, and nothing is kept.
  void received(std::string_view bytes) override {
    const bool is_kept = !input_.empty();
    if (is_kept) input_ += bytes;
    const std::string_view all = is_kept ? std::string_view(input_) : bytes;
    const std::size_t size = message_size(all);
    if (size == 0 || size > all.size()) {
      if (!is_kept) input_ = bytes;
      return;
    }
    answer(asked_in(all));
    input_.clear();
  }

  void answer(Ask ask) {
    if (ask < Ask::kStream) return send(answer_text(ask));
    ask_ = ask;
    asked_ = now_ns();
    sent_ = 0;
    const bool has_end = ask == Ask::kStream || ask == Ask::kPromptStream;
    left_ = ask == Ask::kIdle ? 1 : has_end ? kEventsOfAStream : std::numeric_limits<std::size_t>::max();
    if (ask != Ask::kStream) tick(asked_);
    if (ask != Ask::kIdle) upstream_.ticks_.push({asked_ + kInterval, number_});
  }

  void left() override { upstream_.forget(number_); }

  Upstream& upstream_;
  std::size_t number_;
  std::string input_;
  Ask ask_ = Ask::kStream;
  std::uint64_t asked_ = 0;  // when
  std::size_t left_ = 0;     // events to be sent
  std::size_t sent_ = 0;     // those before
};

Upstream::Upstream(Poller& poller) : poller_(poller), listener_(listen_anywhere(port_)) {
  poller_.watch(listener_.get(), *this);
  poller_.set_clockwork(this);
}

Upstream::~Upstream() { poller_.set_clockwork(nullptr); }

void Upstream::ready(std::uint32_t /*events*/) {
  while (true) {
    net::Fd socket(::accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket) return;
    clients_.emplace(next_, std::make_unique<Client>(*this, next_, std::move(socket)));
    ++next_;
  }
}

void Upstream::forget(std::size_t client) {
  const auto found = clients_.find(client);
  poller_.bury(std::move(found->second));
  clients_.erase(found);
}

std::uint64_t Upstream::due() const {
  return ticks_.empty() ? std::numeric_limits<std::uint64_t>::max() : ticks_.top().at;
}

void Upstream::run(std::uint64_t now) {
  // Others want to be heard in between, even if this falls behind.
  constexpr int kAtOnce = 64;
  for (int i = 0; i < kAtOnce && due() <= now; ++i) {
    const Tick tick = ticks_.top();
    ticks_.pop();
    const auto client = clients_.find(tick.client);
    if (client != clients_.end() && client->second->tick(now_ns())) ticks_.push({tick.at + kInterval, tick.client});
  }
}

}  // namespace acode::bench
