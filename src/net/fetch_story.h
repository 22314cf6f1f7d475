// The inside of a Fetch: from looking for a connection to giving it back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "net/fetch.h"
#include "net/input.h"
#include "net/loop.h"
#include "net/message_parser.h"
#include "net/stream.h"

namespace acode::net {

class FetchStory {
 public:
  FetchStory(Upstreams& upstreams, const HttpRequest& request);
  FetchStory(const FetchStory&) = delete;
  FetchStory& operator=(const FetchStory&) = delete;
  ~FetchStory() = default;

  // See Fetch.
  void set_timeouts(const ClientTimeouts& timeouts) { timeouts_ = timeouts; }
  void send_body(std::string_view body) { body_ = body; }
  void set_meanwhile(std::function<void()> meanwhile) { meanwhile_ = std::move(meanwhile); }
  void send_body(BodyReader& body, std::optional<std::uint64_t> length);
  Task<bool> begin();
  Task<bool> next();
  [[nodiscard]] HttpHead& head() { return parser_.head(); }
  [[nodiscard]] std::optional<std::uint64_t> length() const { return parser_.content_length(); }
  [[nodiscard]] std::string_view piece() const { return piece_; }
  [[nodiscard]] bool is_complete() const { return has_begun_ && !error_ && parser_.phase() == Phase::kDone; }
  [[nodiscard]] const NetError* error() const { return error_ ? &*error_ : nullptr; }
  [[nodiscard]] bool is_reused() const { return is_reused_; }
  void cancel() { interrupt_.raise(Interruption::kCancelled); }

 private:
  enum class Stage : std::uint8_t { kConnect, kAnswer, kBody };

  bool prepare();
  [[nodiscard]] std::string head_text() const;
  void enter(Stage stage);
  void limit(Clock::time_point at);
  void wait_for_others() { limit(Clock::time_point::max()); }

  Task<bool> attempt(bool may_reuse);
  Task<bool> open(bool may_reuse);
  Task<bool> find_addresses();
  Task<bool> connect_any();
  Task<Io> connect_to(const SocketAddress& address);
  Task<bool> ask_proxy();
  Task<bool> secure();
  Task<bool> send_request();
  Task<bool> send_pieces();
  Task<Io> send(std::string_view first, std::string_view second);
  Task<bool> read_head();
  Task<Io> fill();
  bool take_sent(const Io& io);
  void let_go_of_request();
  void settle();

  bool fail(NetErrorKind kind, std::string_view detail = {});
  bool fail(NetError error);
  bool fail_interrupted();
  bool fail_connecting(const Io& io);
  bool fail_reading(const Io& io);

  [[nodiscard]] bool wants_length() const;
  [[nodiscard]] bool is_answered_early();

  Loop& loop_;
  Upstreams& upstreams_;
  const HttpRequest& request_;
  ClientTimeouts timeouts_;
  std::string_view body_;
  BodyReader* source_ = nullptr;
  std::optional<std::uint64_t> source_length_;
  std::function<void()> meanwhile_;

  Interrupt interrupt_;
  Deadline deadline_;
  Clock::time_point total_end_ = Clock::time_point::max();
  Clock::time_point stage_end_ = Clock::time_point::max();
  Stage stage_ = Stage::kConnect;

  std::shared_ptr<const Way> way_;
  std::string head_;  // the request's, as it is sent

  std::vector<SocketAddress> addresses_;
  std::unique_ptr<Stream> stream_;
  bool is_reused_ = false;
  bool is_stale_ = false;   // a connection that was kept had been closed meanwhile
  bool is_sent_ = false;    // all of the request
  bool seen_any_ = false;   // of the answer
  bool has_begun_ = false;  // the head of the answer is there

  ResponseParser parser_;
  Input input_;
  std::string_view piece_;
  std::optional<NetError> error_;

  [[nodiscard]] std::string where() const { return request_.url.where(); }
  [[nodiscard]] std::string hop() const { return way_->proxy ? "the proxy " + way_->proxy->url.where() : where(); }
};

}  // namespace acode::net
