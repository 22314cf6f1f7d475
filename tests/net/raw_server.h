// A server that says what the test wants, byte by byte: to play servers that misbehave.
//
//   RawServer server([](RawSocket& client) {
//     client.read_request();
//     client.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
//   });                                                               // and the connection is closed
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "net/fd.h"
#include "net/url.h"

namespace acode::net {

/// One end of a connection, with calls that block.
class RawSocket {
 public:
  explicit RawSocket(Fd socket, int number = 0) : socket_(std::move(socket)), number_(number) {}

  /// Connects to a port of this machine.
  static RawSocket connect(std::uint16_t port);

  /// False if the other side has gone.
  bool send(std::string_view bytes);

  /// What comes next, "" at the end. Waits at most 10 s.
  std::string read_some();

  /// A head and, if it has a Content-Length, its body. What came of it if the other side ends before.
  std::string read_message();

  /// Everything until the other side closes.
  std::string read_all();

  /// Waits until the other side closes: for scripts that say nothing more.
  void wait_for_end() { read_all(); }

  void reset_connection();
  void close() { socket_.reset(); }
  void end_sending();

  [[nodiscard]] int number() const { return number_; }  ///< which connection this is, from 0
  [[nodiscard]] int descriptor() const { return socket_.get(); }

 private:
  Fd socket_;
  int number_;
  std::string ahead_;
};

/// Runs a script on a thread for each connection; the connection is closed when the script returns.
class RawServer {
 public:
  using Script = std::function<void(RawSocket& client)>;
  explicit RawServer(Script script);
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;
  ~RawServer();

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] Url url(std::string_view target = "/") const;
  [[nodiscard]] int accepted() const { return accepted_; }

 private:
  void accept_all();

  Script script_;
  std::uint16_t port_ = 0;
  Fd listener_;  // sets the port
  std::atomic<int> accepted_ = 0;
  std::mutex mutex_;
  std::list<int> open_;
  std::list<std::thread> scripts_;
  std::thread acceptor_;
};

/// Connects a socket that is there already to a port of this machine: for those who have no descriptor for another.
bool connect_to(int socket, std::uint16_t port);

/// A listening socket that nobody accepts from.
Fd listening_socket(std::uint16_t& port, int backlog = 16);

/// A port of this machine at which nobody listens.
std::uint16_t unused_port();

/// How long something takes.
class Stopwatch {
 public:
  [[nodiscard]] std::chrono::milliseconds elapsed() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin_);
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace acode::net
