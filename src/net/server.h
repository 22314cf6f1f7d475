// The server: listens, reads requests, and lets a coroutine of yours answer each.
//
//   auto server = HttpServer::listen({}, [](Exchange& exchange) -> Task<> {
//     auto answer = exchange.respond(HttpHead(200, "text/plain"), "hello\n");
//     co_await std::move(answer);
//   });
//   if (!server) return complain(server.error());
//   std::cout << (*server)->url().text() << '\n';
//   (*server)->start();                                   // on a thread of its own; run() is on this one
//
// A request is read whole before it is handed out, unless ServerOptions::streams_body wants it otherwise. What cannot be
// read in one way only (two lengths, folded lines, an unknown transfer coding, …) is refused with 400 and the connection
// closed.
//
// With several threads each has a loop, a listening socket and connections of its own. So that their handlers need share
// nothing either, listen_each() takes a function that makes a handler for each loop:
//
//   auto server = HttpServer::listen_each(options, [&](Loop& loop) -> Handler {
//     auto upstreams = std::make_shared<Upstreams>(loop, client_options, authorities);
//     return [upstreams](Exchange& exchange) { return relay(exchange, *upstreams); };
//   });
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "net/body_reader.h"
#include "net/http.h"
#include "net/net_error.h"
#include "net/task.h"

namespace acode::net {

class Loop;
class ServerConnection;

struct ServerOptions {
  using Milliseconds = std::chrono::milliseconds;

  std::string address = "127.0.0.1";                           ///< numeric, or localhost
  std::uint16_t port = 0;                                      ///< 0 is any that is free
  std::size_t max_head_bytes = std::size_t{16} * 1024;         ///< 431 beyond it
  std::size_t max_body_bytes = std::size_t{32} * 1024 * 1024;  ///< 413 beyond it
  std::size_t max_connections = 10'000;                        ///< over all threads; 503 beyond it
  Milliseconds head_timeout{10'000};                           ///< for a head, from its first byte; 408 after it
  Milliseconds body_timeout{30'000};                           ///< between two pieces of a body; 408 after it
  Milliseconds write_timeout{60'000};                          ///< for a client to take what is written
  Milliseconds keep_alive_timeout{75'000};                     ///< until the next request
  std::size_t threads = 1;                                     ///< each with a loop of its own

  /// Whether the handler of this request, of which only the head is there, reads the body itself. Not set: never.
  std::function<bool(const ReceivedRequest& head)> streams_body;
};

/// Why a request is not accepted.
struct Refusal {
  int status = 400;
  std::string why;
};

/// One request and its answer. Lives as long as the handler runs. What returns a Task<bool> gives false if the client has
/// gone or the server was told to stop: then the handler should return. What was given to it may go before it is awaited.
/// One of them at a time.
class Exchange {
 public:
  explicit Exchange(ServerConnection& connection) : connection_(connection) {}
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange() = default;

  [[nodiscard]] const ReceivedRequest& request() const;

  /// The body of the request, for those who let it go when they need it no longer.
  [[nodiscard]] std::string take_body();

  /// For requests whose body was left to the handler: reads it into request().body, at most as much as the options allow.
  /// False: see refusal().
  Task<bool> read_body();

  /// The same piece by piece, as much as there is. A client that waits to be told to go on is told when the first is asked
  /// for. What nobody reads is read and forgotten if it is little; otherwise the connection is closed behind the answer.
  [[nodiscard]] BodyReader& body();

  /// The length of the body, if the request tells it.
  [[nodiscard]] std::optional<std::uint64_t> content_length() const;

  /// What is wrong with the body as far as it was read: too large, too slow, malformed. It is the answer if the handler
  /// returns without one.
  [[nodiscard]] const Refusal* refusal() const;

  /// Answers at once. The length and what says how the connection goes on are added, and replace yours.
  Task<bool> respond(const HttpHead& head, std::string_view body);

  /// Answers in pieces: each is sent when it is written. With a length that is known before, which is also how to tell
  /// what a HEAD or a 304 is about, the client gets it; less than that at the end, or more, cuts the connection.
  Task<bool> begin(const HttpHead& head, std::optional<std::uint64_t> length = std::nullopt);
  Task<bool> write(std::string_view piece);
  /// The end, with the last piece if that is there. Fields behind the body reach a client that said that it looks at them
  /// (wants_trailers()), and nobody else.
  Task<bool> end(std::string_view last = {}, const Headers& trailers = {});
  [[nodiscard]] bool wants_trailers() const;

  /// Sends bytes as they are, HTTP or not; the connection is closed when the handler returns. To play a broken server.
  Task<bool> raw_write(std::string_view bytes);

  enum class Cut : std::uint8_t { kClose, kReset };
  /// Closes the connection at once, whatever was promised.
  void cut(Cut how = Cut::kClose);

  /// Sleeps, and wakes early when the client leaves.
  Task<bool> sleep(std::chrono::milliseconds duration);

  /// Whether the client has closed its side. One that only ends its sending is taken for gone too, as by most proxies: who
  /// gives up on an answer looks just the same.
  [[nodiscard]] bool client_gone();

  /// Calls back, on the loop, as soon as the client leaves while the handler runs, or the server's grace is over: for those
  /// who wait for something else. Not noticed behind what the client sent ahead, another request or the part of a body that
  /// nobody reads. Once at most; another callback, or none, replaces it.
  void when_client_leaves(std::function<void()> callback);

  /// The loop this runs on, for other coroutines.
  [[nodiscard]] Loop& loop();

 private:
  ServerConnection& connection_;
};

using Handler = std::function<Task<>(Exchange& exchange)>;

/// Makes the handler of a loop. It lives somewhat longer than the loop, and is called on the loop's thread only.
using HandlerFactory = std::function<Handler(Loop& loop)>;

class HttpServer {
 public:
  /// Listens; clients can connect from now on, and are served once it runs. An error says why it cannot.
  /// With several threads the handler is called on all of them.
  static NetResult<std::unique_ptr<HttpServer>> listen(ServerOptions options, Handler handler);

  /// The same with a handler for each thread.
  static NetResult<std::unique_ptr<HttpServer>> listen_each(ServerOptions options, const HandlerFactory& make_handler);

  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  /// Stops without grace, and waits for the threads.
  ~HttpServer();

  /// Where it listens, with the port that was found.
  [[nodiscard]] const Url& url() const;

  /// Serves on threads of its own.
  void start();

  /// Serves until stopped, on this thread and as many more as there are loops.
  void run();

  /// Ends it: no new connections, idle ones are closed, exchanges may go on for `grace`. Returns at once; safe to call
  /// from any thread and from a signal handler. A second call with less grace hurries the first.
  void stop(std::chrono::milliseconds grace = std::chrono::seconds(10)) noexcept;

  /// Waits until it has stopped, after start().
  void wait();

  /// How many connections came so far.
  [[nodiscard]] std::size_t connections_accepted() const;

  /// How many there are now.
  [[nodiscard]] std::size_t connections_open() const;

 private:
  class Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace acode::net
