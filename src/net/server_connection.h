// One connection of a server: requests one after the other, and their answers in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "net/body_reader.h"
#include "net/input.h"
#include "net/loop.h"
#include "net/message_parser.h"
#include "net/server.h"
#include "net/stream.h"

namespace acode::net {

/// Is itself the reader of the body of the request that it is at.
class ServerConnection : public std::enable_shared_from_this<ServerConnection>, public BodyReader {
 public:
  /// Options and handler must outlive the connection.
  ServerConnection(Loop& loop, const ServerOptions& options, const Handler& handler, Fd socket);
  ServerConnection(const ServerConnection&) = delete;
  ServerConnection& operator=(const ServerConnection&) = delete;
  ~ServerConnection() override = default;

  /// Serves until either side has had enough.
  Task<> run();

  /// The server is stopping: closes now if nothing is going on, after the answer otherwise.
  void finish();

  /// Ends whatever is going on.
  void abort();

  // What an Exchange can do; see there.
  [[nodiscard]] const ReceivedRequest& request() { return parser_.request(); }
  Task<bool> respond(const HttpHead& head, std::string_view body);
  [[nodiscard]] std::string take_body() { return std::exchange(parser_.request().body, {}); }
  Task<bool> read_body();
  Task<bool> next() override;
  [[nodiscard]] std::string_view piece() const override { return piece_; }
  [[nodiscard]] bool is_complete() const override { return parser_.phase() == Phase::kDone && !refusal_; }
  [[nodiscard]] std::optional<std::uint64_t> content_length() const { return parser_.content_length(); }
  [[nodiscard]] const Refusal* refusal() const { return refusal_ ? &*refusal_ : nullptr; }
  Task<bool> begin(const HttpHead& head, std::optional<std::uint64_t> length);
  Task<bool> write(std::string_view piece);
  Task<bool> end(std::string_view last, const Headers& trailers);
  [[nodiscard]] bool wants_trailers() const;
  Task<bool> raw_write(std::string_view bytes);
  Task<bool> sleep(std::chrono::milliseconds duration);
  void cut(bool reset);
  [[nodiscard]] bool client_gone();
  void when_client_leaves(std::function<void()> callback);
  [[nodiscard]] Loop& loop() { return loop_; }

 private:
  /// How far the answer is.
  enum class Answer : std::uint8_t { kNone, kBegun, kDone, kBroken };

  Task<bool> read_request();
  Task<bool> wait_for_request();
  void let_go_of_room();
  Task<bool> read_head();
  [[nodiscard]] bool is_body_left_to_handler() const;
  Task<bool> continue_if_expected();
  Task<> handle();
  Task<> settle_body();
  bool note_refusal(int status, std::string why);
  bool note_unread(const Io& io, std::string_view what);
  Task<> refuse();
  Task<> linger();

  std::string& start_answer(const HttpHead& head);
  void say_how_it_goes_on(std::string& out) const;
  [[nodiscard]] bool is_worth_draining() const;
  [[nodiscard]] bool expects_continue() const;
  void push(std::string_view first, std::string_view second = {});
  void hold(std::string_view head);
  void send_held();
  Task<bool> flush();
  Task<bool> send_rest();
  void limit(std::chrono::milliseconds allowed) { deadline_.set(Clock::now() + allowed); }
  void note_leaving();
  void watch_client();
  void stop_watching();

  [[nodiscard]] bool may_go_on() const {
    return keep_alive_ && can_send_ && answer_ == Answer::kDone && !interrupt_.is_raised();
  }

  Loop& loop_;
  const ServerOptions& options_;
  const Handler& handler_;
  Interrupt interrupt_;
  Deadline deadline_;
  Stream stream_;

  RequestParser parser_;
  Input input_;
  std::string_view piece_;             // of the request's body
  std::optional<Refusal> refusal_;     // of the request
  std::string rest_;                   // what could not be sent at once
  std::optional<std::uint64_t> left_;  // how much of an answer with a length is still to be sent

  bool is_held_ = false;  // rest_ is the head of an answer, which goes with its first piece if that comes at once
  bool is_first_ = true;
  bool can_send_ = true;  // as far as we know
  bool is_idle_ = false;  // no byte of a request has come
  bool keep_alive_ = true;
  bool is_finishing_ = false;
  bool is_body_wanted_ = false;  // someone has begun to read it
  bool is_chunked_ = false;
  bool has_no_body_ = false;  // the answer to HEAD, and some statuses
  bool is_watching_ = false;
  bool has_left_ = false;
  Answer answer_ = Answer::kNone;
  std::function<void()> on_leave_;
};

}  // namespace acode::net
