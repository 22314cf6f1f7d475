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
  /// Takes a socket that does not block.
  Stream(Loop& loop, Interrupt& interrupt, Fd socket);
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() override;

  /// A socket that does not block, is not inherited by programs we start, and sends small pieces at once. -1: see errno.
  static Fd make_socket(int family);

  Task<Io> connect(const SocketAddress& address);

  /// Greets by TLS; from then on all goes through it.
  Task<Io> secure(std::unique_ptr<TlsSession> session);

  /// Whose connection this is from now on: who can end its waits. Null for nobody's.
  void belong_to(Interrupt* interrupt);

  /// Reads what is there. kNone without a byte if that is nothing: then wait_for_more() tells when to ask again.
  Io read_now(char* into, std::size_t size);
  Task<Io> wait_for_more();

  /// Whether it is worth reading before waiting. What a read left room for was all that there was.
  [[nodiscard]] bool may_have_more() const { return may_have_more_; }

  /// Whether nothing has come that was not read, not even the end.
  [[nodiscard]] bool is_quiet();
  [[nodiscard]] bool is_secure() const { return tls_ != nullptr; }

  /// Writes both, in one go where that is possible.
  Task<Io> write(std::string_view first, std::string_view second = {});

  /// Writes as much as can be written without waiting, and takes it off. kNone also if something is left.
  Io write_now(std::string_view& first, std::string_view& second);

  /// Waits until more can be written, or, without TLS, until the other side has sent something.
  Task<Io> wait_to_go_on_writing();

  [[nodiscard]] NetError tls_failure(std::string_view where) const { return tls_->failure(where); }
  [[nodiscard]] int descriptor() { return socket_.native_handle(); }
  [[nodiscard]] bool is_open() const { return socket_.is_open(); }

  /// Calls back once when there is something to read, even the end of it. Not if woken or closed before.
  void when_readable(std::function<void()> callback);

  /// Closes at once. With `reset` the other side is told that something went wrong.
  void close(bool reset = false);

  void wake() override;

 private:
  using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;

  Io read_plain(char* into, std::size_t size);
  Io read_tls(char* into, std::size_t size);
  [[nodiscard]] bool is_interrupted() const { return interrupt_ != nullptr && interrupt_->is_raised(); }
  Task<Io> wait(Socket::wait_type what);
  Task<Io> wait_to_greet(TlsStep step);
  Io write_plain(std::string_view& first, std::string_view& second);
  Io write_tls(std::string_view& text);

  Interrupt* interrupt_;
  Socket socket_;
  std::unique_ptr<TlsSession> tls_;
  TlsStep read_waits_for_ = TlsStep::kWantRead;  // with TLS either may wait for the other
  TlsStep write_waits_for_ = TlsStep::kWantWrite;
  bool may_have_more_ = true;
};

}  // namespace acode::net
