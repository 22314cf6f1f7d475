// Loops, deadlines and sockets: the part that knows Asio well.
#include "net/stream.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <tuple>
#include <utility>

namespace acode::net {
namespace {

namespace asio = boost::asio;
using AsioError = boost::system::error_code;

constexpr asio::use_awaitable_t<Executor> kAwait;

// Deadlines that lie closer together than this are looked at together.
constexpr std::chrono::milliseconds kGrain(5);

// As much as one record of TLS, and what a read of a busy connection finds.
constexpr std::size_t kRoom = std::size_t{16} * 1024;

Io done(std::size_t bytes) { return {bytes, Io::End::kNone, 0}; }
Io ended(Io::End end) { return {0, end, 0}; }
Io failed(int error) { return {0, Io::End::kFailed, error}; }

Io outcome(std::size_t bytes, const AsioError& error) {
  if (!error) return done(bytes);
  if (error == asio::error::eof) return ended(Io::End::kClosed);
  if (error == asio::error::operation_aborted) return ended(Io::End::kInterrupted);
  return failed(error.value());
}

}  // namespace

void Interrupt::raise(Interruption why) {
  if (is_raised()) return;
  why_ = why;
  for (Sleeper* sleeper : sleepers_) sleeper->wake();
}

void Interrupt::detach(Sleeper& sleeper) { std::erase(sleepers_, &sleeper); }

Loop::Loop() : context_(1), timer_(context_) {}

Loop::~Loop() {
  is_closing_ = true;
  for (LoopGuest* guest : guests_) {
    guest->let_go();
    guest->loop_ = nullptr;
  }
}

void Loop::soon(std::function<void()> callback) { asio::post(context_, std::move(callback)); }

std::vector<char> Loop::take_room() {
  if (rooms_.empty()) return std::vector<char>(kRoom);
  std::vector<char> room = std::move(rooms_.back());
  rooms_.pop_back();
  return room;
}

void Loop::give_back(std::vector<char> room) {
  constexpr std::size_t kMostKept = 16;
  if (room.size() == kRoom && rooms_.size() < kMostKept) rooms_.push_back(std::move(room));
}

void LoopGuest::leave() {
  if (loop_ != nullptr) std::erase(loop_->guests_, this);
}

void Loop::arm(Clock::time_point at) {
  armed_ = at;
  timer_.expires_at(at);
  timer_.async_wait([this](const AsioError& error) {
    if (!error) sweep();
  });
}

// Calls those whose time has come, and sets the timer for the next.
void Loop::sweep() {
  const auto now = Clock::now();
  armed_ = Clock::time_point::max();
  auto next = Clock::time_point::max();
  for (std::size_t i = deadlines_.size(); i-- > 0;) {
    Deadline& deadline = *deadlines_[i];
    if (deadline.at_ <= now) {
      deadline.clear();
      deadline.passed_();
    } else {
      next = std::min(next, deadline.at_);
    }
  }
  if (next != Clock::time_point::max() && next < armed_) arm(std::max(next, now + kGrain));
}

Deadline::Deadline(Loop& loop, std::function<void()> passed)
    : loop_(loop), passed_(std::move(passed)), index_(loop.deadlines_.size()) {
  loop_.deadlines_.push_back(this);
}

Deadline::~Deadline() {
  Deadline* const last = loop_.deadlines_.back();
  loop_.deadlines_[index_] = last;
  last->index_ = index_;
  loop_.deadlines_.pop_back();
  if (!loop_.deadlines_.empty() || loop_.is_closing_) return;
  loop_.timer_.cancel();
  loop_.armed_ = Clock::time_point::max();
}

void Deadline::set(Clock::time_point at) {
  at_ = at;
  if (at < loop_.armed_) loop_.arm(at);
}

namespace {

class TimerSleeper : public Sleeper {
 public:
  explicit TimerSleeper(Loop& loop) : timer_(loop.context()) {}
  void wake() override { timer_.cancel(); }
  Timer& timer() { return timer_; }

 private:
  Timer timer_;
};

class DescriptorSleeper : public Sleeper {
 public:
  DescriptorSleeper(Loop& loop, int descriptor) : descriptor_(loop.context(), descriptor) {}
  DescriptorSleeper(const DescriptorSleeper&) = delete;
  DescriptorSleeper& operator=(const DescriptorSleeper&) = delete;
  ~DescriptorSleeper() override { descriptor_.release(); }
  void wake() override { descriptor_.cancel(); }
  asio::posix::basic_stream_descriptor<Executor>& descriptor() { return descriptor_; }

 private:
  asio::posix::basic_stream_descriptor<Executor> descriptor_;
};

// A sleeper is known to the interrupt for as long as it sleeps.
class Attached {
 public:
  Attached(Interrupt& interrupt, Sleeper& sleeper) : interrupt_(interrupt), sleeper_(sleeper) {
    interrupt_.attach(sleeper_);
  }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;
  ~Attached() { interrupt_.detach(sleeper_); }

 private:
  Interrupt& interrupt_;
  Sleeper& sleeper_;
};

}  // namespace

Task<bool> sleep_for(Loop& loop, Interrupt& interrupt, std::chrono::milliseconds duration) {
  if (interrupt.is_raised()) co_return false;
  TimerSleeper sleeper(loop);
  const Attached attached(interrupt, sleeper);
  AsioError error;
  auto token = asio::redirect_error(kAwait, error);
  sleeper.timer().expires_after(duration);
  auto waiting = sleeper.timer().async_wait(token);
  co_await std::move(waiting);
  co_return !interrupt.is_raised();
}

Task<bool> wait_readable(Loop& loop, Interrupt& interrupt, int descriptor) {
  if (interrupt.is_raised()) co_return false;
  DescriptorSleeper sleeper(loop, descriptor);
  const Attached attached(interrupt, sleeper);
  AsioError error;
  auto token = asio::redirect_error(kAwait, error);
  auto waiting = sleeper.descriptor().async_wait(asio::posix::descriptor_base::wait_read, token);
  co_await std::move(waiting);
  co_return !error && !interrupt.is_raised();
}

Stream::Stream(Loop& loop, Interrupt& interrupt, Fd socket) : interrupt_(&interrupt), socket_(loop.context()) {
  AsioError error;
  socket_.assign(asio::ip::tcp::v4(), socket.get(), error);
  if (!error) std::ignore = socket.release();
  socket_.native_non_blocking(true, error);
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

void Stream::wake() {
  AsioError ignored;
  socket_.cancel(ignored);
}

void Stream::close(bool reset) {
  if (!socket_.is_open()) return;
  if (tls_ && !reset) tls_->close();
  if (reset) {
    const linger at_once{1, 0};
    ::setsockopt(descriptor(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  }
  AsioError ignored;
  socket_.close(ignored);
}

Task<Io> Stream::wait(Socket::wait_type what) {
  if (is_interrupted()) co_return ended(Io::End::kInterrupted);
  AsioError error;
  auto token = asio::redirect_error(kAwait, error);
  auto waiting = socket_.async_wait(what, token);
  co_await std::move(waiting);
  may_have_more_ = true;
  co_return outcome(0, error);
}

void Stream::when_readable(std::function<void()> callback) {
  socket_.async_wait(Socket::wait_read, [callback = std::move(callback)](const AsioError& error) {
    if (!error) callback();
  });
}

Task<Io> Stream::connect(const SocketAddress& address) {
  if (::connect(descriptor(), address.get(), address.size) == 0) co_return done(0);
  if (errno != EINPROGRESS && errno != EINTR) co_return failed(errno);
  auto waiting = wait(Socket::wait_write);
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
  auto waiting = wait(step == TlsStep::kWantRead ? Socket::wait_read : Socket::wait_write);
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
  may_have_more_ = got == static_cast<ssize_t>(size);
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

Task<Io> Stream::wait_for_more() {
  return wait(tls_ && read_waits_for_ == TlsStep::kWantWrite ? Socket::wait_write : Socket::wait_read);
}

bool Stream::is_quiet() {
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

Task<Io> Stream::wait_to_go_on_writing() {
  const bool is_plain = !tls_;
  // The watch may outlive the wait, and with it the stream: it asks before it touches anything.
  const auto is_waiting = std::make_shared<bool>(true);
  if (is_plain) {
    when_readable([this, is_waiting] {
      if (*is_waiting) wake();
    });
  }
  auto waiting = wait(tls_ && write_waits_for_ == TlsStep::kWantRead ? Socket::wait_read : Socket::wait_write);
  Io waited = co_await std::move(waiting);
  *is_waiting = false;
  if (is_plain) wake();
  if (waited.end == Io::End::kInterrupted && !is_interrupted()) waited = done(0);
  co_return waited;
}

Task<Io> Stream::write(std::string_view first, std::string_view second) {
  while (true) {
    const Io io = write_now(first, second);
    if (!io.ok() || (first.empty() && second.empty())) co_return io;
    auto waiting = wait(tls_ && write_waits_for_ == TlsStep::kWantRead ? Socket::wait_read : Socket::wait_write);
    const Io waited = co_await std::move(waiting);
    if (!waited.ok()) co_return waited;
  }
}

}  // namespace acode::net
