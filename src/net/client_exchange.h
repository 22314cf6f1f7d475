// One exchange of a client, from looking for a connection to giving it back: the story that client.h promises, in
// coroutines, so that one thread can run many.
#pragma once

#include <atomic>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/cancel.h"
#include "net/client.h"
#include "net/connection_pool.h"
#include "net/loop.h"
#include "net/message_parser.h"
#include "net/stream.h"

namespace acode::net {

/// What all exchanges of a client share.
class ClientShared {
 public:
  explicit ClientShared(ClientOptions client_options)
      : options(std::move(client_options)), pool(options.max_idle_connections, options.idle_connection_lifetime) {}

  /// Made when it is first needed: to read the system's authorities takes some milliseconds.
  NetResult<std::shared_ptr<TlsContext>> tls();

  const ClientOptions options;
  ConnectionPool pool;
  std::atomic<std::size_t> opened = 0;

 private:
  std::mutex mutex_;
  std::shared_ptr<TlsContext> tls_;
};

class ClientExchange {
 public:
  /// All of these must outlive the exchange.
  ClientExchange(Loop& loop, ClientShared& shared, const HttpRequest& request, const ResponseSink& sink,
                 const CancelToken& cancel);

  /// Runs it. Throws only what the sink throws.
  Task<> run();

  /// To be called when run() has ended, in whatever way: lets go of the loop.
  void leave();

  /// What came of it, after run().
  NetResult<HttpResponse> result();

 private:
  enum class Stage : std::uint8_t { kConnect, kAnswer, kBody };

  bool prepare();
  std::string head_text() const;
  void watch_cancel();
  void begin(Stage stage);
  void limit(Clock::time_point at);

  Task<bool> attempt(bool may_reuse);
  Task<bool> open(bool may_reuse);
  Task<bool> find_addresses();
  Task<bool> connect_any();
  Task<Io> connect_to(const SocketAddress& address);
  Task<bool> ask_proxy();
  Task<bool> secure();
  Task<bool> send_request();
  Task<bool> read_head();
  Task<bool> read_body();
  Task<Io> fill();
  bool take_head();
  bool deliver(std::string_view piece);
  void keep_connection();

  bool fail(NetErrorKind kind, std::string_view detail = {});
  bool fail(NetError error);
  bool fail_interrupted();
  bool fail_connecting(const Io& io);
  bool fail_reading(const Io& io);

  [[nodiscard]] std::string_view pending() const { return {buffer_.data() + begin_, end_ - begin_}; }

  Loop& loop_;
  ClientShared& shared_;
  const ClientOptions& options_;
  const HttpRequest& request_;
  const ResponseSink& sink_;
  const CancelToken& cancel_;

  Interrupt interrupt_;
  std::optional<Deadline> deadline_;
  std::optional<boost::asio::posix::basic_stream_descriptor<Executor>> cancel_watch_;
  Clock::time_point total_end_ = Clock::time_point::max();
  Clock::time_point stage_end_ = Clock::time_point::max();
  Stage stage_ = Stage::kConnect;

  std::optional<Proxy> proxy_;
  std::string way_;    // what connections of this kind have in common
  std::string hop_;    // whom we connect to, for messages
  std::string where_;  // whom we speak to, for messages
  std::string head_;   // the request's, as it is sent

  std::vector<SocketAddress> addresses_;
  std::unique_ptr<Stream> stream_;
  bool is_reused_ = false;
  bool is_stale_ = false;  // a connection that was kept had been closed meanwhile
  bool is_sent_ = false;   // all of the request
  bool seen_any_ = false;  // of the answer

  ResponseParser parser_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;

  HttpResponse response_;
  std::optional<NetError> error_;
};

}  // namespace acode::net
