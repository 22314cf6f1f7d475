// Reading requests, running the handler, writing answers.
#include "net/server_connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <tuple>
#include <utility>

namespace acode::net {
namespace {

constexpr std::size_t kSmallBuffer = std::size_t{4} * 1024;
constexpr std::size_t kLargeBuffer = std::size_t{64} * 1024;

// What is added here and not taken from the handler: two answers to where a message ends would be one too many.
bool is_framing(std::string_view name) {
  constexpr std::array<std::string_view, 4> kFraming = {"Content-Length", "Transfer-Encoding", "Connection",
                                                        "Keep-Alive"};
  return std::any_of(kFraming.begin(), kFraming.end(), [name](auto own) { return same_token(own, name); });
}

void append_number(std::string& out, std::uint64_t number, int base) {
  std::array<char, 20> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number, base);
  out.append(digits.data(), end);
}

bool has_closed(int socket) {
  pollfd state{socket, POLLRDHUP, 0};
  return ::poll(&state, 1, 0) == 1 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

}  // namespace

ServerConnection::ServerConnection(Loop& loop, const ServerOptions& options, const Handler& handler, Fd socket)
    : loop_(loop),
      options_(options),
      handler_(handler),
      deadline_(loop, [this] { interrupt_.raise(Interruption::kTimeout); }),
      stream_(loop, interrupt_, {std::move(socket), nullptr}),
      parser_(options.max_head_bytes) {}

Task<> ServerConnection::run() {
  do {
    auto reading = read_request();
    const bool is_read = co_await std::move(reading);
    if (!is_read) break;
    auto handling = handle();
    co_await std::move(handling);
    is_first_ = false;
  } while (may_go_on() && !is_finishing_);
  stream_.close();
}

void ServerConnection::finish() {
  is_finishing_ = true;
  if (is_idle_) abort();
}

void ServerConnection::abort() { interrupt_.raise(Interruption::kCancelled); }

Task<bool> ServerConnection::read_request() {
  parser_.begin();
  parser_.request().body.clear();
  auto waiting = wait_for_request();
  const bool has_begun = co_await std::move(waiting);
  if (!has_begun) co_return false;
  auto reading_head = read_head();
  const bool has_head = co_await std::move(reading_head);
  if (!has_head) co_return false;
  keep_alive_ = parser_.keep_alive();
  if (parser_.phase() == Phase::kBody) {
    auto reading_body = read_body();
    const bool has_body = co_await std::move(reading_body);
    if (!has_body) co_return false;
  }
  deadline_.clear();
  co_return true;
}

// Until the first byte of a request; an empty line before it is forgiven, as RFC 9112 asks for.
Task<bool> ServerConnection::wait_for_request() {
  while (true) {
    while (begin_ != end_ && (buffer_[begin_] == '\r' || buffer_[begin_] == '\n')) ++begin_;
    if (begin_ != end_) co_return true;
    if (is_finishing_) co_return false;
    limit(is_first_ ? options_.head_timeout : options_.keep_alive_timeout);
    let_go_of_room();
    is_idle_ = true;
    auto filling = fill();
    const Io io = co_await std::move(filling);
    is_idle_ = false;
    if (!io.ok()) co_return false;
  }
}

// A connection that waits costs little, whatever went over it before.
void ServerConnection::let_go_of_room() {
  std::string& body = parser_.request().body;
  if (buffer_.size() > kSmallBuffer) std::vector<char>().swap(buffer_);
  if (body.capacity() > kLargeBuffer) std::string().swap(body);
  if (rest_.capacity() > kLargeBuffer) std::string().swap(rest_);
}

Task<bool> ServerConnection::read_head() {
  limit(options_.head_timeout);
  while (true) {
    const ParseStep step = parser_.put(pending());
    begin_ += step.used;
    if (step.problem != ParseProblem::kNone) {
      auto refusing = refuse(step.problem == ParseProblem::kHeadTooLarge ? 431 : 400, step.what);
      co_await std::move(refusing);
      co_return false;
    }
    if (parser_.phase() != Phase::kHead) co_return true;
    if (step.used != 0 && begin_ != end_) continue;
    auto filling = fill();
    const Io io = co_await std::move(filling);
    if (io.ok()) continue;
    auto refusing = refuse_unread(io, "head");
    co_await std::move(refusing);
    co_return false;
  }
}

Task<bool> ServerConnection::read_body() {
  const std::uint64_t expected = parser_.content_length().value_or(0);
  std::string& body = parser_.request().body;
  if (expected <= options_.max_body_bytes) {
    auto continuing = continue_if_expected();
    const bool is_there = co_await std::move(continuing);
    if (!is_there) co_return false;
  }
  bool is_too_large = expected > options_.max_body_bytes;
  while (!is_too_large && parser_.phase() != Phase::kDone) {
    const ParseStep step = parser_.put(pending());
    begin_ += step.used;
    is_too_large = body.size() + step.body.size() > options_.max_body_bytes;
    if (!is_too_large) body += step.body;
    // A line before a chunk that is longer than a head may be is not meant well.
    const bool is_stuck = step.used == 0 && end_ - begin_ > options_.max_head_bytes;
    if (step.problem != ParseProblem::kNone || is_stuck) {
      auto refusing = refuse(400, is_stuck ? "the line before a chunk does not end" : step.what);
      co_await std::move(refusing);
      co_return false;
    }
    if (step.used != 0 || is_too_large) continue;
    limit(options_.body_timeout);
    auto filling = fill();
    const Io io = co_await std::move(filling);
    if (io.ok()) continue;
    auto refusing = refuse_unread(io, "body");
    co_await std::move(refusing);
    co_return false;
  }
  if (!is_too_large) co_return true;
  auto refusing = refuse(413, "the body is larger than " + std::to_string(options_.max_body_bytes) + " bytes");
  co_await std::move(refusing);
  co_return false;
}

// A client with a large body may ask whether it is welcome.
Task<bool> ServerConnection::continue_if_expected() {
  const bool is_expected = same_token(parser_.request().headers.get("Expect"), "100-continue");
  if (!is_expected || begin_ != end_ || parser_.request().version == 10) co_return true;
  push("HTTP/1.1 100 Continue\r\n\r\n");
  auto sending = flush();
  const bool is_sent = co_await std::move(sending);
  co_return is_sent;
}

// Makes room if there is none, more of it for bodies, and reads.
Task<Io> ServerConnection::fill() {
  if (begin_ == end_) begin_ = end_ = 0;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  const bool wants_more = parser_.phase() == Phase::kBody && buffer_.size() < kLargeBuffer;
  if (buffer_.empty()) buffer_.resize(kSmallBuffer);
  if (end_ == buffer_.size()) buffer_.resize(wants_more ? kLargeBuffer : 2 * buffer_.size());
  auto reading = stream_.read_some(buffer_.data() + end_, buffer_.size() - end_);
  const Io io = co_await std::move(reading);
  end_ += io.bytes;
  co_return io;
}

Task<> ServerConnection::handle() {
  answer_ = Answer::kNone;
  bool has_thrown = false;
  Exchange exchange(*this);
  try {
    auto handling = handler_(exchange);
    co_await std::move(handling);
  } catch (...) {
    has_thrown = true;
  }
  stop_watching();
  on_leave_ = nullptr;
  if (answer_ != Answer::kNone || interrupt_.is_raised()) co_return;
  auto answering =
      respond(HttpHead(500, "text/plain"), has_thrown ? "The server failed.\n" : "The server has no answer.\n");
  co_await std::move(answering);
}

// Says why and closes. What the client still sends is taken, so that it gets to read the answer.
Task<bool> ServerConnection::refuse(int status, std::string why) {
  keep_alive_ = false;
  answer_ = Answer::kNone;
  auto answering = respond(HttpHead(status, "text/plain"),
                           std::to_string(status) + " " + std::string(reason_of(status)) + ": " + why + "\n");
  const bool is_sent = co_await std::move(answering);
  if (is_sent) {
    auto lingering = linger();
    co_await std::move(lingering);
  }
  co_return false;
}

// Reading ended before the request did.
Task<bool> ServerConnection::refuse_unread(Io io, std::string what) {
  if (io.end != Io::End::kInterrupted || interrupt_.why() != Interruption::kTimeout) co_return false;
  interrupt_.clear();
  auto refusing = refuse(408, "the " + what + " of the request did not come in time");
  co_await std::move(refusing);
  co_return false;
}

Task<> ServerConnection::linger() {
  constexpr std::chrono::milliseconds kLongest(1000);
  ::shutdown(stream_.descriptor(), SHUT_WR);
  limit(kLongest);
  Io io;
  do {
    begin_ = end_ = 0;
    auto filling = fill();
    io = co_await std::move(filling);
  } while (io.ok());
}

// The head of the answer into out_, with what HTTP needs to know of the body still to come.
void ServerConnection::start_answer(const HttpHead& head) {
  keep_alive_ = keep_alive_ && !is_finishing_;
  has_no_body_ = parser_.request().method == "HEAD" || head.status == 204 || head.status == 304;
  out_.assign("HTTP/1.1 ");
  append_number(out_, static_cast<std::uint64_t>(std::clamp(head.status, 100, 999)), 10);
  out_ += ' ';
  const bool has_reason = !head.reason.empty() && head.reason.find_first_of("\r\n") == std::string::npos;
  out_ += has_reason ? std::string_view(head.reason) : reason_of(head.status);
  out_ += "\r\n";
  for (const HeaderField field : head.headers) {
    if (!is_framing(field.name)) out_.append(field.name).append(": ").append(field.value).append("\r\n");
  }
}

Task<bool> ServerConnection::respond(const HttpHead& head, std::string_view body) {
  if (answer_ != Answer::kNone) return too_late();
  start_answer(head);
  if (head.status != 204 && head.status != 304) {
    out_ += "Content-Length: ";
    append_number(out_, body.size(), 10);
    out_ += "\r\n";
  }
  if (!keep_alive_) {
    out_ += "Connection: close\r\n";
  } else if (parser_.request().version == 10) {
    out_ += "Connection: keep-alive\r\n";
  }
  out_ += "\r\n";
  answer_ = Answer::kDone;
  push(out_, has_no_body_ ? std::string_view() : body);
  return flush();
}

// In chunks; to HTTP/1.0, which does not know them, until the connection ends.
Task<bool> ServerConnection::begin(const HttpHead& head) {
  if (answer_ != Answer::kNone) return too_late();
  start_answer(head);
  is_chunked_ = parser_.request().version == 11 && head.status != 204 && head.status != 304;
  if (parser_.request().version == 10) keep_alive_ = false;
  if (is_chunked_) out_ += "Transfer-Encoding: chunked\r\n";
  if (!keep_alive_) out_ += "Connection: close\r\n";
  out_ += "\r\n";
  answer_ = Answer::kBegun;
  push(out_);
  return flush();
}

Task<bool> ServerConnection::write(std::string_view piece) {
  if (answer_ != Answer::kBegun) return too_late();
  if (piece.empty() || has_no_body_) return flush();
  if (!is_chunked_) {
    push(piece);
    return flush();
  }
  out_.clear();
  append_number(out_, piece.size(), 16);
  out_ += "\r\n";
  // A piece is copied so that it leaves with its frame in one write; a large one is not worth it.
  constexpr std::size_t kWorthCopying = std::size_t{16} * 1024;
  if (piece.size() <= kWorthCopying) {
    out_.append(piece).append("\r\n");
    push(out_);
  } else {
    push(out_, piece);
    push("\r\n");
  }
  return flush();
}

Task<bool> ServerConnection::end() {
  if (answer_ != Answer::kBegun) return too_late();
  answer_ = Answer::kDone;
  if (is_chunked_ && !has_no_body_) push("0\r\n\r\n");
  return flush();
}

Task<bool> ServerConnection::raw_write(std::string_view bytes) {
  if (!stream_.is_open()) return too_late();
  push(bytes);
  answer_ = Answer::kBroken;
  return flush();
}

// Sends what can be sent at once and keeps the rest, so that nobody has to hold what was given until it is awaited.
void ServerConnection::push(std::string_view first, std::string_view second) {
  if (!can_send_ || interrupt_.is_raised() || !stream_.is_open()) {
    can_send_ = false;
    return;
  }
  if (rest_.empty()) {
    const Io io = stream_.write_now(first, second);
    can_send_ = io.ok();
    if (!can_send_) note_leaving();
  }
  rest_.append(first).append(second);
}

// Sends what is left, and tells whether all of it went.
Task<bool> ServerConnection::flush() {
  if (can_send_ && !rest_.empty()) {
    limit(options_.write_timeout);
    auto writing = stream_.write(rest_);
    const Io io = co_await std::move(writing);
    deadline_.clear();
    rest_.clear();
    can_send_ = io.ok();
    if (io.end == Io::End::kFailed) note_leaving();
  }
  co_return can_send_ && !interrupt_.is_raised();
}

Task<bool> ServerConnection::too_late() { co_return false; }

void ServerConnection::cut(bool reset) {
  answer_ = Answer::kBroken;
  stream_.close(reset);
}

Task<bool> ServerConnection::sleep(std::chrono::milliseconds duration) {
  if (client_gone()) co_return false;
  watch_client();
  auto sleeping = sleep_for(loop_, interrupt_, duration);
  const bool is_over = co_await std::move(sleeping);
  co_return is_over && !has_left_;
}

bool ServerConnection::client_gone() {
  if (!has_left_ && stream_.is_open() && has_closed(stream_.descriptor())) note_leaving();
  return has_left_ || !stream_.is_open();
}

// Whoever sees it first: from then on nothing is sent, and nobody sleeps.
void ServerConnection::note_leaving() {
  if (has_left_) return;
  has_left_ = true;
  abort();
  if (on_leave_) std::exchange(on_leave_, nullptr)();
}

void ServerConnection::when_client_leaves(std::function<void()> callback) {
  on_leave_ = std::move(callback);
  watch_client();
}

// Readable is also what a client that sends its next request ahead makes the socket; then nothing more can be seen.
void ServerConnection::watch_client() {
  if (is_watching_ || !stream_.is_open()) return;
  is_watching_ = true;
  stream_.when_readable([self = shared_from_this()] {
    if (self->is_watching_) std::ignore = self->client_gone();
  });
}

void ServerConnection::stop_watching() {
  if (!is_watching_) return;
  is_watching_ = false;
  stream_.wake();
}

const ReceivedRequest& Exchange::request() const { return connection_.request(); }
Task<bool> Exchange::respond(const HttpHead& head, std::string_view body) { return connection_.respond(head, body); }
Task<bool> Exchange::begin(const HttpHead& head) { return connection_.begin(head); }
Task<bool> Exchange::write(std::string_view piece) { return connection_.write(piece); }
Task<bool> Exchange::end() { return connection_.end(); }
Task<bool> Exchange::raw_write(std::string_view bytes) { return connection_.raw_write(bytes); }
void Exchange::cut(Cut how) { connection_.cut(how == Cut::kReset); }
Task<bool> Exchange::sleep(std::chrono::milliseconds duration) { return connection_.sleep(duration); }
bool Exchange::client_gone() { return connection_.client_gone(); }
void Exchange::when_client_leaves(std::function<void()> callback) {
  connection_.when_client_leaves(std::move(callback));
}
Loop& Exchange::loop() { return connection_.loop(); }

}  // namespace acode::net
