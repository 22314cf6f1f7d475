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

// What is kept of a body's room while a connection waits for the next request, and how much of a body that nobody wants is
// read to keep the connection.
constexpr std::size_t kSmall = std::size_t{1} * 1024;
constexpr std::size_t kMostDrained = std::size_t{64} * 1024;

// What is added here and not taken from the handler: two answers to where a message ends would be one too many.
bool is_framing(std::string_view name) {
  static constexpr TokenSet kFraming("Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive");
  return kFraming.has(name);
}

void append_number(std::string& out, std::uint64_t number, int base) {
  std::array<char, 20> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number, base);
  out.append(digits.data(), end);
}

// A piece is copied so that it leaves with its frame in one write; a larger one than this is not worth it.
constexpr std::size_t kWorthCopying = std::size_t{16} * 1024;

void append_chunk(std::string& out, std::string_view piece) {
  append_number(out, piece.size(), 16);
  out.append("\r\n").append(piece).append("\r\n");
}

void append_length(std::string& out, std::uint64_t length) {
  out += "Content-Length: ";
  append_number(out, length, 10);
  out += "\r\n";
}

// `TE: gzip;q=0.5, trailers`.
bool names_trailers(std::string_view list) {
  bool are_named = false;
  each_listed(list, [&are_named](std::string_view one) {
    are_named = are_named || same_token(one.substr(0, one.find_first_of(" \t;")), "trailers");
  });
  return are_named;
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
      stream_(loop, interrupt_, std::move(socket)),
      parser_(options.max_head_bytes),
      input_(loop) {}

Task<> ServerConnection::run() {
  do {
    auto reading = read_request();
    const bool is_read = co_await std::move(reading);
    if (!is_read) break;
    auto handling = handle();
    co_await std::move(handling);
    is_first_ = false;
  } while (may_go_on() && !is_finishing_);
  // An answer that only the end of the connection ends looks whole if it is cut there.
  stream_.close(/*reset=*/answer_ == Answer::kBegun && !is_chunked_ && !left_);
}

void ServerConnection::finish() {
  is_finishing_ = true;
  if (is_idle_) abort();
}

void ServerConnection::abort() {
  interrupt_.raise(Interruption::kCancelled);
  if (on_leave_) std::exchange(on_leave_, nullptr)();
}

// False if there is nothing to be handled: none came, or it was refused.
Task<bool> ServerConnection::read_request() {
  parser_.begin();
  parser_.request().body.clear();
  refusal_.reset();
  piece_ = {};
  is_body_wanted_ = false;
  answer_ = Answer::kNone;
  auto waiting = wait_for_request();
  const bool has_begun = co_await std::move(waiting);
  if (!has_begun) co_return false;
  auto reading_head = read_head();
  bool is_good = co_await std::move(reading_head);
  keep_alive_ = is_good && parser_.keep_alive();
  if (is_good && parser_.phase() == Phase::kBody && !is_body_left_to_handler()) {
    auto reading_body = read_body();
    is_good = co_await std::move(reading_body);
  }
  deadline_.clear();
  if (refusal_) {
    auto refusing = refuse();
    co_await std::move(refusing);
  }
  co_return is_good;
}

bool ServerConnection::is_body_left_to_handler() const {
  return options_.streams_body && options_.streams_body(parser_.request());
}

// Until the first byte of a request; an empty line before it is forgiven, as RFC 9112 asks for.
Task<bool> ServerConnection::wait_for_request() {
  while (true) {
    const std::string_view pending = input_.pending();
    input_.use(std::min(pending.find_first_not_of("\r\n"), pending.size()));
    if (!input_.empty()) co_return true;
    if (is_finishing_) co_return false;
    limit(is_first_ ? options_.head_timeout : options_.keep_alive_timeout);
    let_go_of_room();
    is_idle_ = true;
    auto filling = input_.fill(stream_);
    const Io io = co_await std::move(filling);
    is_idle_ = false;
    if (!io.ok()) co_return false;
  }
}

// A connection that waits costs little, whatever went over it before.
void ServerConnection::let_go_of_room() {
  std::string& body = parser_.request().body;
  if (body.capacity() > kSmall) std::string().swap(body);
}

Task<bool> ServerConnection::read_head() {
  limit(options_.head_timeout);
  while (true) {
    const ParseStep step = parser_.put(input_.pending());
    input_.use(step.used);
    if (step.problem != ParseProblem::kNone) {
      co_return note_refusal(step.problem == ParseProblem::kHeadTooLarge ? 431 : 400, step.what);
    }
    if (parser_.phase() != Phase::kHead) co_return true;
    if (step.used != 0 && !input_.empty()) continue;
    auto filling = input_.fill(stream_);
    const Io io = co_await std::move(filling);
    if (!io.ok()) co_return note_unread(io, "head");
  }
}

Task<bool> ServerConnection::read_body() {
  const std::size_t most = options_.max_body_bytes;
  const auto refuse_size = [this, most] {
    return note_refusal(413, "the body is larger than " + std::to_string(most) + " bytes");
  };
  const std::uint64_t length = parser_.content_length().value_or(0);
  if (length > most) co_return refuse_size();
  std::string& body = parser_.request().body;
  while (true) {
    auto reading = next();
    const bool is_there = co_await std::move(reading);
    if (!is_there) break;
    if (body.size() + piece_.size() > most) {
      std::string().swap(body);  // the client may go on sending for a while
      co_return refuse_size();
    }
    body += piece_;
  }
  piece_ = {};
  input_.rest();  // an answer may take long
  co_return is_complete();
}

Task<bool> ServerConnection::next() {
  piece_ = {};
  if (!is_body_wanted_ && parser_.phase() == Phase::kBody) {
    is_body_wanted_ = true;
    auto continuing = continue_if_expected();
    const bool is_there = co_await std::move(continuing);
    if (!is_there) co_return false;
  }
  while (!refusal_ && parser_.phase() == Phase::kBody) {
    const BodyStep step = take_piece(parser_, input_);
    if (!step.problem.empty()) note_refusal(400, step.problem);
    piece_ = step.piece;
    if (!piece_.empty()) co_return true;
    if (refusal_ || parser_.phase() == Phase::kDone) break;
    limit(options_.body_timeout);
    auto filling = input_.fill(stream_);
    const Io io = co_await std::move(filling);
    deadline_.clear();
    if (!io.ok()) co_return note_unread(io, "body");
  }
  if (on_leave_ && parser_.phase() == Phase::kDone) watch_client();
  co_return false;
}

// A client with a large body may ask whether it is welcome.
bool ServerConnection::expects_continue() const {
  const ReceivedRequest& request = parser_.request();
  return request.version == 11 && same_token(request.headers.get("Expect"), "100-continue");
}

Task<bool> ServerConnection::continue_if_expected() {
  if (!expects_continue() || !input_.empty() || answer_ != Answer::kNone) co_return true;
  push("HTTP/1.1 100 Continue\r\n\r\n");
  auto sending = flush();
  const bool is_sent = co_await std::move(sending);
  co_return is_sent;
}

Task<> ServerConnection::handle() {
  bool has_thrown = false;
  Exchange exchange(*this);
  input_.rest();
  try {
    auto handling = handler_(exchange);
    co_await std::move(handling);
  } catch (...) {
    has_thrown = true;
  }
  stop_watching();
  on_leave_ = nullptr;
  send_held();
  if (interrupt_.is_raised()) co_return;
  if (answer_ == Answer::kNone && refusal_) {
    auto refusing = refuse();
    co_await std::move(refusing);
    co_return;
  }
  if (answer_ == Answer::kNone) {
    auto answering =
        respond(HttpHead(500, "text/plain"), has_thrown ? "The server failed.\n" : "The server has no answer.\n");
    co_await std::move(answering);
  }
  if (parser_.phase() == Phase::kBody && answer_ == Answer::kDone) {
    auto settling = settle_body();
    co_await std::move(settling);
  }
}

// What was not read of a body may not be taken for the next request.
Task<> ServerConnection::settle_body() {
  if (!keep_alive_) {
    auto lingering = linger();
    co_await std::move(lingering);
    co_return;
  }
  bool is_there = true;
  while (is_there) {
    auto reading = next();
    is_there = co_await std::move(reading);
  }
  if (!is_complete()) keep_alive_ = false;
}

// A little that is sure to come is read; to one who waits to be told to go on nothing can be said any more.
bool ServerConnection::is_worth_draining() const {
  const auto length = parser_.content_length();
  return !refusal_ && length && *length <= kMostDrained && (is_body_wanted_ || !expects_continue());
}

// Keeps it for an answer of the handler's own, or for ours. False, to be returned.
bool ServerConnection::note_refusal(int status, std::string why) {
  if (!refusal_) refusal_ = Refusal{status, std::move(why)};
  keep_alive_ = false;
  return false;
}

// Reading ended before the request did.
bool ServerConnection::note_unread(const Io& io, std::string_view what) {
  if (io.end != Io::End::kInterrupted) {
    note_leaving();
  } else if (interrupt_.why() == Interruption::kTimeout) {
    interrupt_.clear();
    note_refusal(408, "the " + std::string(what) + " of the request did not come in time");
  }
  return false;
}

// Says why and closes. What the client still sends is taken, so that it gets to read the answer.
Task<> ServerConnection::refuse() {
  const int status = refusal_->status;
  keep_alive_ = false;
  auto answering = respond(HttpHead(status, "text/plain"),
                           std::to_string(status) + " " + std::string(reason_of(status)) + ": " + refusal_->why + "\n");
  const bool is_sent = co_await std::move(answering);
  if (!is_sent) co_return;
  auto lingering = linger();
  co_await std::move(lingering);
}

Task<> ServerConnection::linger() {
  constexpr std::chrono::milliseconds kLongest(1000);
  ::shutdown(stream_.descriptor(), SHUT_WR);
  limit(kLongest);
  Io io;
  do {
    input_.clear();
    auto filling = input_.fill(stream_);
    io = co_await std::move(filling);
  } while (io.ok());
}

// The head of the answer, without what HTTP needs to know of its body.
std::string& ServerConnection::start_answer(const HttpHead& head) {
  if (parser_.phase() == Phase::kBody && !is_worth_draining()) keep_alive_ = false;
  keep_alive_ = keep_alive_ && !is_finishing_;
  has_no_body_ = parser_.request().method == "HEAD" || head.status == 204 || head.status == 304;
  std::string& out = loop_.scratch();
  out.assign("HTTP/1.1 ");
  append_number(out, static_cast<std::uint64_t>(std::clamp(head.status, 100, 999)), 10);
  out += ' ';
  const bool has_reason = !head.reason.empty() && head.reason.find_first_of("\r\n") == std::string::npos;
  out += has_reason ? std::string_view(head.reason) : reason_of(head.status);
  out += "\r\n";
  for (const HeaderField field : head.headers) {
    if (!is_framing(field.name)) out.append(Headers::printed(field));
  }
  return out;
}

void ServerConnection::say_how_it_goes_on(std::string& out) const {
  if (!keep_alive_) {
    out += "Connection: close\r\n";
  } else if (parser_.request().version == 10) {
    out += "Connection: keep-alive\r\n";
  }
  out += "\r\n";
}

Task<bool> ServerConnection::respond(const HttpHead& head, std::string_view body) {
  if (answer_ != Answer::kNone) return Task<bool>(false);
  std::string& out = start_answer(head);
  if (head.status != 204 && head.status != 304) append_length(out, body.size());
  say_how_it_goes_on(out);
  answer_ = Answer::kDone;
  push(out, has_no_body_ ? std::string_view() : body);
  return flush();
}

// With its length, or in chunks; to HTTP/1.0, which does not know them, until the connection ends.
Task<bool> ServerConnection::begin(const HttpHead& head, std::optional<std::uint64_t> length) {
  if (answer_ != Answer::kNone) return Task<bool>(false);
  std::string& out = start_answer(head);
  const bool is_framed = length || has_no_body_;
  left_ = length;
  is_chunked_ = !is_framed && parser_.request().version == 11;
  if (!is_framed && !is_chunked_) keep_alive_ = false;
  if (length && head.status != 204) append_length(out, *length);
  if (is_chunked_) out += "Transfer-Encoding: chunked\r\n";
  say_how_it_goes_on(out);
  answer_ = Answer::kBegun;
  hold(out);
  return flush();
}

Task<bool> ServerConnection::write(std::string_view piece) {
  if (answer_ != Answer::kBegun) return Task<bool>(false);
  if (piece.empty() || has_no_body_) return flush();
  if (left_ && piece.size() > *left_) {
    cut(/*reset=*/false);
    return Task<bool>(false);
  }
  if (left_) *left_ -= piece.size();
  if (!is_chunked_) {
    push(piece);
    return flush();
  }
  std::string& out = loop_.scratch();
  out.clear();
  if (piece.size() <= kWorthCopying) {
    append_chunk(out, piece);
    push(out);
  } else {
    append_number(out, piece.size(), 16);
    push(out += "\r\n", piece);
    push("\r\n");
  }
  return flush();
}

Task<bool> ServerConnection::end(std::string_view last, const Headers& trailers) {
  const bool goes_along = is_chunked_ && last.size() <= kWorthCopying;
  if (!last.empty() && !goes_along) static_cast<void>(write(last));  // what cannot leave at once goes with the end
  if (answer_ != Answer::kBegun) return Task<bool>(false);
  if (left_.value_or(0) != 0 && !has_no_body_) {
    cut(/*reset=*/false);
    return Task<bool>(false);
  }
  answer_ = Answer::kDone;
  if (!is_chunked_) return flush();
  std::string& out = loop_.scratch();
  out.clear();
  if (!last.empty() && goes_along) append_chunk(out, last);
  out += "0\r\n";
  if (!trailers.empty() && wants_trailers()) trailers.print_to(out);
  push(out += "\r\n");
  return flush();
}

bool ServerConnection::wants_trailers() const { return names_trailers(parser_.request().headers.get("TE")); }

Task<bool> ServerConnection::raw_write(std::string_view bytes) {
  if (!stream_.is_open()) return Task<bool>(false);
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
  Io io;
  if (is_held_) {
    is_held_ = false;
    rest_.append(first).append(second);
    std::string_view all = rest_;
    std::string_view none;
    io = stream_.write_now(all, none);
    std::string(all).swap(rest_);
  } else {
    if (rest_.empty()) io = stream_.write_now(first, second);
    rest_.append(first).append(second);
  }
  can_send_ = io.ok();
  if (!can_send_) note_leaving();
}

// One write less for each answer whose body is there already. The head of another goes when the handler waits.
void ServerConnection::hold(std::string_view head) {
  if (!rest_.empty()) return push(head);
  rest_ = head;
  is_held_ = true;
  loop_.soon([self = shared_from_this()] { self->send_held(); });
}

void ServerConnection::send_held() {
  if (is_held_) push({});
}

// Sends what is left, and tells whether all of it went.
Task<bool> ServerConnection::flush() {
  if (!can_send_ || rest_.empty() || is_held_) return Task<bool>(can_send_ && !interrupt_.is_raised());
  return send_rest();
}

Task<bool> ServerConnection::send_rest() {
  limit(options_.write_timeout);
  auto writing = stream_.write(rest_);
  const Io io = co_await std::move(writing);
  deadline_.clear();
  std::string().swap(rest_);
  can_send_ = io.ok();
  if (io.end == Io::End::kFailed) note_leaving();
  co_return can_send_ && !interrupt_.is_raised();
}

void ServerConnection::cut(bool reset) {
  send_held();
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
  const auto has_ended = [this] { return stream_.has_ended() || has_closed(stream_.descriptor()); };
  if (!has_left_ && stream_.is_open() && has_ended()) note_leaving();
  return has_left_ || !stream_.is_open();
}

// Whoever sees it first: from then on nothing is sent, and nobody sleeps.
void ServerConnection::note_leaving() {
  if (has_left_) return;
  has_left_ = true;
  abort();
}

void ServerConnection::when_client_leaves(std::function<void()> callback) {
  on_leave_ = std::move(callback);
  if (on_leave_ && parser_.phase() == Phase::kDone) watch_client();
}

void ServerConnection::watch_client() {
  if (is_watching_ || !stream_.is_open()) return;
  is_watching_ = true;
  if (stream_.has_ended()) {
    loop_.soon([self = shared_from_this()] {
      if (self->is_watching_) std::ignore = self->client_gone();
    });
  } else {
    stream_.when_ended([this] { std::ignore = client_gone(); });
  }
}

void ServerConnection::stop_watching() {
  is_watching_ = false;
  stream_.when_ended(nullptr);
}

const ReceivedRequest& Exchange::request() const { return connection_.request(); }
Task<bool> Exchange::respond(const HttpHead& head, std::string_view body) { return connection_.respond(head, body); }
std::string Exchange::take_body() { return connection_.take_body(); }
Task<bool> Exchange::read_body() { return connection_.read_body(); }
BodyReader& Exchange::body() { return connection_; }
std::optional<std::uint64_t> Exchange::content_length() const { return connection_.content_length(); }
const Refusal* Exchange::refusal() const { return connection_.refusal(); }
Task<bool> Exchange::begin(const HttpHead& head, std::optional<std::uint64_t> length) {
  return connection_.begin(head, length);
}
Task<bool> Exchange::write(std::string_view piece) { return connection_.write(piece); }
Task<bool> Exchange::end(std::string_view last, const Headers& trailers) { return connection_.end(last, trailers); }
bool Exchange::wants_trailers() const { return connection_.wants_trailers(); }
Task<bool> Exchange::raw_write(std::string_view bytes) { return connection_.raw_write(bytes); }
void Exchange::cut(Cut how) { connection_.cut(how == Cut::kReset); }
Task<bool> Exchange::sleep(std::chrono::milliseconds duration) { return connection_.sleep(duration); }
bool Exchange::client_gone() { return connection_.client_gone(); }
void Exchange::when_client_leaves(std::function<void()> callback) {
  connection_.when_client_leaves(std::move(callback));
}
Loop& Exchange::loop() { return connection_.loop(); }

}  // namespace acode::net
