// Sockets: tried first, and waited for only if that says that nothing can be done now. The loop tells of each change once,
// so a wait begins with a try that failed, and nothing is missed in between.
#include "net/stream.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace acode::net {
namespace {

constexpr std::uint32_t kEnd = EPOLLRDHUP | EPOLLHUP | EPOLLERR;
constexpr std::uint32_t kToRead = EPOLLIN | kEnd;
constexpr std::uint32_t kToWrite = EPOLLOUT | EPOLLHUP | EPOLLERR;

std::uint32_t events_for(TlsStep step) { return step == TlsStep::kWantWrite ? kToWrite : kToRead; }

Io done(std::size_t bytes) { return {bytes, Io::End::kNone, 0}; }
Io ended(Io::End end) { return {0, end, 0}; }
Io failed(int error) { return {0, Io::End::kFailed, error}; }

}  // namespace

Stream::Stream(Loop& loop, Interrupt& interrupt, Fd socket)
    : loop_(loop), interrupt_(&interrupt), socket_(std::move(socket)), waiting_(loop) {
  if (!loop_.watch(socket_.get(), *this)) socket_.reset();
  interrupt_->attach(*this);
}

Stream::~Stream() {
  belong_to(nullptr);
  close();
}

void Stream::belong_to(Interrupt* interrupt) {
  if (interrupt_ != nullptr) interrupt_->detach(*this);
  interrupt_ = interrupt;
  if (interrupt_ != nullptr) interrupt_->attach(*this);
}

Fd Stream::make_socket(int family) {
  Fd socket(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
  const int on = 1;
  if (socket) ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

void Stream::close(bool reset) {
  if (!socket_) return;
  if (tls_ && !reset) tls_->close();
  if (reset) {
    const linger at_once{1, 0};
    ::setsockopt(descriptor(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  }
  on_end_ = nullptr;
  loop_.forget(*this);
  socket_.reset();
  waiting_.resume_soon();
}

void Stream::ready(std::uint32_t events) {
  if ((events & kToRead) != 0) may_have_more_ = true;
  if ((events & kEnd) != 0) has_ended_ = true;
  if (has_ended_ && on_end_) std::exchange(on_end_, nullptr)();
  if ((events & waits_for_) != 0) waiting_.resume();
}

Task<Io> Stream::wait(std::uint32_t events) {
  if (is_interrupted()) co_return ended(Io::End::kInterrupted);
  waits_for_ = events;
  if ((events & EPOLLOUT) != 0 && !std::exchange(hears_of_room_, true)) loop_.watch_writing_too(descriptor(), *this);
  co_await waiting_;
  waits_for_ = 0;
  co_return is_interrupted() || !is_open() ? ended(Io::End::kInterrupted) : done(0);
}

// One that is on this machine has answered before the system lets us know that it will take a while: to ask again costs
// less than to wait.
Task<Io> Stream::connect(const SocketAddress& address) {
  may_have_more_ = false;
  if (::connect(descriptor(), address.get(), address.size) == 0) co_return done(0);
  if (errno == EINPROGRESS && ::connect(descriptor(), address.get(), address.size) == 0) co_return done(0);
  if (errno == EISCONN) co_return done(0);
  if (errno != EINPROGRESS && errno != EALREADY && errno != EINTR) co_return failed(errno);
  auto waiting = wait(kToWrite);
  const Io waited = co_await std::move(waiting);
  if (!waited.ok()) co_return waited;
  int error = 0;
  socklen_t size = sizeof error;
  ::getsockopt(descriptor(), SOL_SOCKET, SO_ERROR, &error, &size);
  co_return error == 0 ? done(0) : failed(error);
}

// What a step of the greeting wants before it can be repeated; or why it cannot.
Task<Io> Stream::wait_to_greet(TlsStep step) {
  if (step == TlsStep::kEnd) co_return ended(Io::End::kClosed);
  if (step == TlsStep::kCut) co_return failed(ECONNRESET);
  if (step == TlsStep::kFailed) co_return ended(Io::End::kTlsFailed);
  auto waiting = wait(events_for(step));
  const Io waited = co_await std::move(waiting);
  co_return waited;
}

Task<Io> Stream::secure(std::unique_ptr<TlsSession> session) {
  tls_ = std::move(session);
  while (true) {
    const TlsStep step = tls_->handshake();
    if (step == TlsStep::kDone) co_return done(0);
    auto waiting = wait_to_greet(step);
    const Io waited = co_await std::move(waiting);
    if (!waited.ok()) co_return waited;
  }
}

Io Stream::read_now(char* into, std::size_t size) {
  if (is_interrupted()) return ended(Io::End::kInterrupted);
  return tls_ ? read_tls(into, size) : read_plain(into, size);
}

Io Stream::read_plain(char* into, std::size_t size) {
  ssize_t got = 0;
  do {
    got = ::recv(descriptor(), into, size, 0);
  } while (got < 0 && errno == EINTR);
  // Of the end that came together with the last bytes nothing more is told.
  may_have_more_ = got == static_cast<ssize_t>(size) || (got > 0 && has_ended_);
  if (got > 0) return done(static_cast<std::size_t>(got));
  if (got == 0) return ended(Io::End::kClosed);
  return errno == EAGAIN ? done(0) : failed(errno);
}

// Here a full buffer says nothing: the rest of a record may lie in the session.
Io Stream::read_tls(char* into, std::size_t size) {
  std::size_t got = 0;
  const TlsStep step = tls_->read(into, size, got);
  may_have_more_ = step == TlsStep::kDone;
  switch (step) {
    case TlsStep::kDone:
      return done(got);
    case TlsStep::kEnd:
      return ended(Io::End::kClosed);
    case TlsStep::kCut:
      return failed(ECONNRESET);
    case TlsStep::kFailed:
      return ended(Io::End::kTlsFailed);
    case TlsStep::kWantRead:
    case TlsStep::kWantWrite:
      break;
  }
  read_waits_for_ = step;
  return done(0);
}

Task<Io> Stream::wait_for_more() { return wait(tls_ ? events_for(read_waits_for_) : kToRead); }

bool Stream::is_quiet() const {
  char byte = 0;
  return ::recv(descriptor(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

Io Stream::write_plain(std::string_view& first, std::string_view& second) {
  while (!first.empty() || !second.empty()) {
    std::array<iovec, 2> pieces = {
        {{const_cast<char*>(first.data()), first.size()}, {const_cast<char*>(second.data()), second.size()}}};
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = pieces.size();
    const ssize_t sent = ::sendmsg(descriptor(), &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return errno == EAGAIN ? done(0) : failed(errno);
    const std::size_t of_first = std::min(static_cast<std::size_t>(sent), first.size());
    first.remove_prefix(of_first);
    second.remove_prefix(static_cast<std::size_t>(sent) - of_first);
  }
  return done(0);
}

Io Stream::write_tls(std::string_view& text) {
  while (!text.empty()) {
    std::size_t written = 0;
    const TlsStep step = tls_->write(text, written);
    text.remove_prefix(written);
    if (step == TlsStep::kDone) continue;
    if (step == TlsStep::kWantRead || step == TlsStep::kWantWrite) {
      write_waits_for_ = step;
      return done(0);
    }
    return step == TlsStep::kFailed ? ended(Io::End::kTlsFailed) : failed(EPIPE);
  }
  return done(0);
}

Io Stream::write_now(std::string_view& first, std::string_view& second) {
  if (!tls_) return write_plain(first, second);
  const Io io = write_tls(first);
  return io.ok() && first.empty() ? write_tls(second) : io;
}

std::uint32_t Stream::events_to_write() const { return tls_ ? events_for(write_waits_for_) : kToWrite; }

Task<Io> Stream::wait_to_go_on_writing() { return wait(tls_ ? events_to_write() : kToWrite | kToRead); }

Task<Io> Stream::write(std::string_view first, std::string_view second) {
  while (true) {
    const Io io = write_now(first, second);
    if (!io.ok() || (first.empty() && second.empty())) co_return io;
    auto waiting = wait(events_to_write());
    const Io waited = co_await std::move(waiting);
    if (!waited.ok()) co_return waited;
  }
}

}  // namespace acode::net
