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
// A request is read whole before it is handed out. What cannot be read in one way only (two lengths, folded lines, an
// unknown transfer coding, …) is refused with 400 and the connection closed.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

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
  std::size_t max_connections = 10'000;                        ///< 503 beyond it
  Milliseconds head_timeout{10'000};                           ///< for a head, from its first byte; 408 after it
  Milliseconds body_timeout{30'000};                           ///< between two pieces of a body; 408 after it
  Milliseconds write_timeout{60'000};                          ///< for a client to take what is written
  Milliseconds keep_alive_timeout{75'000};                     ///< until the next request
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

  /// Answers at once. The length and what says how the connection goes on are added, and replace yours.
  Task<bool> respond(const HttpHead& head, std::string_view body);

  /// Answers in pieces: each is sent when it is written.
  Task<bool> begin(const HttpHead& head);
  Task<bool> write(std::string_view piece);
  Task<bool> end();

  /// Sends bytes as they are, HTTP or not; the connection is closed when the handler returns. To play a broken server.
  Task<bool> raw_write(std::string_view bytes);

  enum class Cut : std::uint8_t { kClose, kReset };
  /// Closes the connection at once, whatever was promised.
  void cut(Cut how = Cut::kClose);

  /// Sleeps, and wakes early when the client leaves.
  Task<bool> sleep(std::chrono::milliseconds duration);

  /// Whether the client has closed its side.
  [[nodiscard]] bool client_gone();

  /// Calls back, on the loop, as soon as the client leaves while the handler runs. Not noticed behind a request that the
  /// client sent ahead.
  void when_client_leaves(std::function<void()> callback);

  /// The loop this runs on, for other coroutines.
  [[nodiscard]] Loop& loop();

 private:
  ServerConnection& connection_;
};

using Handler = std::function<Task<>(Exchange& exchange)>;

class HttpServer {
 public:
  /// Listens; clients can connect from now on, and are served once it runs. An error says why it cannot.
  static NetResult<std::unique_ptr<HttpServer>> listen(ServerOptions options, Handler handler);

  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  /// Stops without grace, and waits for the thread.
  ~HttpServer();

  /// Where it listens, with the port that was found.
  [[nodiscard]] const Url& url() const;

  /// Serves on a thread of its own.
  void start();

  /// Serves on this thread until stopped.
  void run();

  /// Ends it: no new connections, idle ones are closed, exchanges may go on for `grace`. Returns at once; safe to call
  /// from any thread and from a signal handler. A second call with less grace hurries the first.
  void stop(std::chrono::milliseconds grace = std::chrono::seconds(10)) noexcept;

  /// Waits until it has stopped, after start().
  void wait();

  /// How many connections came so far.
  [[nodiscard]] std::size_t connections_accepted() const;

 private:
  class Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace acode::net
