// A connected socket, with TLS or without, for coroutines: tries first, and waits only when it would block.
#pragma once

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "net/fd.h"
#include "net/loop.h"
#include "net/resolve.h"
#include "net/tls.h"

namespace acode::net {

/// How reading, writing or connecting ended.
struct Io {
  enum class End : std::uint8_t {
    kNone,         ///< it was done
    kClosed,       ///< the other side sends no more
    kInterrupted,  ///< see Interrupt::why()
    kFailed,       ///< see error
    kTlsFailed,    ///< see Stream::tls_failure()
  };
  std::size_t bytes = 0;
  End end = End::kNone;
  int error = 0;  ///< an errno

  [[nodiscard]] bool ok() const { return end == End::kNone; }
};

class Stream : public Sleeper {
 public:
  /// What a connection is when nobody runs it.
  struct Parts {
    Fd socket;
    std::unique_ptr<TlsSession> tls;
  };

  /// Takes a socket that does not block.
  Stream(Loop& loop, Interrupt& interrupt, Parts parts);
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() override;

  /// A socket that does not block, is not inherited by programs we start, and sends small pieces at once. -1: see errno.
  static Fd make_socket(int family);

  Task<Io> connect(const SocketAddress& address);

  /// Greets by TLS; from then on all goes through it.
  Task<Io> secure(std::unique_ptr<TlsSession> session);

  /// Reads what is there, at least one byte.
  Task<Io> read_some(char* into, std::size_t size);

  /// Writes both, in one go where that is possible.
  Task<Io> write(std::string_view first, std::string_view second = {});

  /// Writes as much as can be written without waiting, and takes it off. kNone also if something is left.
  Io write_now(std::string_view& first, std::string_view& second);

  [[nodiscard]] NetError tls_failure(std::string_view where) const { return tls_->failure(where); }
  [[nodiscard]] int descriptor() { return socket_.native_handle(); }
  [[nodiscard]] bool is_open() const { return socket_.is_open(); }

  /// Calls back once when there is something to read, even the end of it. Not if woken or closed before.
  void when_readable(std::function<void()> callback);

  /// Takes the connection off the loop, to be used again.
  Parts take();

  /// Closes at once. With `reset` the other side is told that something went wrong.
  void close(bool reset = false);

  void wake() override;

 private:
  using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;

  Task<Io> read_plain(char* into, std::size_t size);
  Task<Io> read_tls(char* into, std::size_t size);
  Task<Io> wait(Socket::wait_type what);
  Task<Io> wait_for_tls(TlsStep step);
  Io write_plain(std::string_view& first, std::string_view& second);
  Io write_tls(std::string_view& text);

  Interrupt& interrupt_;
  Socket socket_;
  std::unique_ptr<TlsSession> tls_;
  TlsStep blocked_on_ = TlsStep::kWantWrite;  // what a write of TLS waits for
};

}  // namespace acode::net
