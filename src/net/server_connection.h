// One connection of a server: requests one after the other, and their answers in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "net/loop.h"
#include "net/message_parser.h"
#include "net/server.h"
#include "net/stream.h"

namespace acode::net {

class ServerConnection : public std::enable_shared_from_this<ServerConnection> {
 public:
  /// Options and handler must outlive the connection.
  ServerConnection(Loop& loop, const ServerOptions& options, const Handler& handler, Fd socket);
  ServerConnection(const ServerConnection&) = delete;
  ServerConnection& operator=(const ServerConnection&) = delete;
  ~ServerConnection() = default;

  /// Serves until either side has had enough.
  Task<> run();

  /// The server is stopping: closes now if nothing is going on, after the answer otherwise.
  void finish();

  /// Ends whatever is going on.
  void abort();

  // What an Exchange can do; see there.
  [[nodiscard]] const ReceivedRequest& request() { return parser_.request(); }
  Task<bool> respond(const HttpHead& head, std::string_view body);
  Task<bool> begin(const HttpHead& head);
  Task<bool> write(std::string_view piece);
  Task<bool> end();
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
  Task<bool> read_body();
  Task<bool> continue_if_expected();
  Task<Io> fill();
  Task<> handle();
  Task<bool> refuse(int status, std::string why);
  Task<bool> refuse_unread(Io io, std::string what);
  Task<> linger();

  void start_answer(const HttpHead& head);
  void push(std::string_view first, std::string_view second = {});
  Task<bool> flush();
  static Task<bool> too_late();
  void limit(std::chrono::milliseconds allowed) { deadline_.set(Clock::now() + allowed); }
  void note_leaving();
  void watch_client();
  void stop_watching();

  [[nodiscard]] std::string_view pending() const { return {buffer_.data() + begin_, end_ - begin_}; }
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
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::string out_;   // the head or the frame that is being sent
  std::string rest_;  // what could not be sent at once

  bool is_first_ = true;
  bool can_send_ = true;  // as far as we know
  bool is_idle_ = false;  // no byte of a request has come
  bool keep_alive_ = true;
  bool is_finishing_ = false;
  bool is_chunked_ = false;
  bool has_no_body_ = false;  // the answer to HEAD, and some statuses
  bool is_watching_ = false;
  bool has_left_ = false;
  Answer answer_ = Answer::kNone;
  std::function<void()> on_leave_;
};

}  // namespace acode::net
