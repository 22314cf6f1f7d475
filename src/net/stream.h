// A connected socket, with TLS or without, for coroutines: tries first, and waits only when it would block.
#pragma once

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

class Stream : public Sleeper, private Watcher {
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
  [[nodiscard]] bool is_quiet() const;
  /// The same as far as the loop knows, which is asking nobody.
  [[nodiscard]] bool seems_quiet() const { return !has_ended_ && (!may_have_more_ || is_quiet()); }

  /// Whether the other side has ended its sending, as far as the loop knows; what it sent before may still be unread.
  [[nodiscard]] bool has_ended() const { return has_ended_; }
  [[nodiscard]] bool is_secure() const { return tls_ != nullptr; }

  /// Writes both, in one go where that is possible.
  Task<Io> write(std::string_view first, std::string_view second = {});

  /// Writes as much as can be written without waiting, and takes it off. kNone also if something is left.
  Io write_now(std::string_view& first, std::string_view& second);

  /// Waits until more can be written, or, without TLS, until the other side has sent something.
  Task<Io> wait_to_go_on_writing();

  [[nodiscard]] NetError tls_failure(std::string_view where) const { return tls_->failure(where); }
  [[nodiscard]] int descriptor() const { return socket_.get(); }
  [[nodiscard]] bool is_open() const { return static_cast<bool>(socket_); }

  /// Calls back once when the other side ends its sending, unless closed before. None replaces one that was set.
  void when_ended(std::function<void()> callback) { on_end_ = std::move(callback); }

  /// Closes at once. With `reset` the other side is told that something went wrong.
  void close(bool reset = false);

  void wake() override { waiting_.resume_soon(); }

 private:
  void ready(std::uint32_t events) override;
  Io read_plain(char* into, std::size_t size);
  Io read_tls(char* into, std::size_t size);
  [[nodiscard]] bool is_interrupted() const { return interrupt_ != nullptr && interrupt_->is_raised(); }
  Task<Io> wait(std::uint32_t events);
  Task<Io> wait_to_greet(TlsStep step);
  [[nodiscard]] std::uint32_t events_to_write() const;
  Io write_plain(std::string_view& first, std::string_view& second);
  Io write_tls(std::string_view& text);

  Loop& loop_;
  Interrupt* interrupt_;
  Fd socket_;
  std::unique_ptr<TlsSession> tls_;
  Signal waiting_;  // one coroutine, for these
  std::uint32_t waits_for_ = 0;
  TlsStep read_waits_for_ = TlsStep::kWantRead;  // with TLS either may wait for the other
  TlsStep write_waits_for_ = TlsStep::kWantWrite;
  bool may_have_more_ = true;
  bool hears_of_room_ = false;  // to write
  bool has_ended_ = false;
  std::function<void()> on_end_;
};

}  // namespace acode::net
