// The story of an exchange: a connection, the request, the head of the answer, its body.
#include "net/client_exchange.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace acode::net {
namespace {

constexpr std::size_t kBufferSize = std::size_t{16} * 1024;

// Fields that decide where a message ends, or whom it is for.
constexpr std::array<std::string_view, 6> kOwnFields = {"Host",       "Content-Length",   "Transfer-Encoding",
                                                        "Connection", "Proxy-Connection", "Proxy-Authorization"};

bool is_own_field(std::string_view name) {
  return std::any_of(kOwnFields.begin(), kOwnFields.end(), [name](auto own) { return same_token(own, name); });
}

std::string text_of(int error) { return std::generic_category().message(error); }

bool wants_length(const HttpRequest& request) {
  return !request.body.empty() || request.method == "POST" || request.method == "PUT" || request.method == "PATCH";
}

}  // namespace

NetResult<std::shared_ptr<TlsContext>> ClientShared::tls() {
  const std::lock_guard lock(mutex_);
  if (tls_) return tls_;
  auto made = TlsContext::make(options.ca_file);
  if (made) tls_ = *made;
  return made;
}

ClientExchange::ClientExchange(Loop& loop, ClientShared& shared, const HttpRequest& request, const ResponseSink& sink,
                               const CancelToken& cancel)
    : loop_(loop),
      shared_(shared),
      options_(shared.options),
      request_(request),
      sink_(sink),
      cancel_(cancel),
      where_(request.url.where()),
      parser_(options_.max_head_bytes) {
  deadline_.emplace(loop_, [this] { interrupt_.raise(Interruption::kTimeout); });
  if (options_.total_timeout) total_end_ = Clock::now() + *options_.total_timeout;
}

NetResult<HttpResponse> ClientExchange::result() {
  if (error_) return std::move(*error_);
  return std::move(response_);
}

void ClientExchange::leave() {
  deadline_.reset();
  cancel_watch_.reset();
  stream_.reset();
}

Task<> ClientExchange::run() {
  if (!prepare()) co_return;
  watch_cancel();
  auto first = attempt(/*may_reuse=*/true);
  const bool is_done = co_await std::move(first);
  if (is_done || !is_stale_) co_return;
  error_.reset();
  auto second = attempt(/*may_reuse=*/false);
  co_await std::move(second);
}

// What can be said before anyone is asked.
bool ClientExchange::prepare() {
  if (!is_token(request_.method)) return fail(NetErrorKind::kBadRequest, "'" + request_.method + "' is no method");
  if (!is_host(request_.url.host)) return fail(NetErrorKind::kBadRequest, "its host has a character no host has");
  if (!is_target(request_.url.target))
    return fail(NetErrorKind::kBadRequest, "its target has a character no target has");
  if (!Headers().add("User-Agent", options_.user_agent)) {
    return fail(NetErrorKind::kBadRequest, "the name of the user agent has a line end in it");
  }
  for (const HeaderField field : request_.headers) {
    if (!is_own_field(field.name)) continue;
    return fail(NetErrorKind::kBadRequest, "the field " + std::string(field.name) + " is set by the client itself");
  }
  auto proxy = options_.proxies.proxy_for(request_.url);
  if (!proxy) return fail(proxy.error());
  proxy_ = std::move(*proxy);
  hop_ = proxy_ ? "the proxy " + proxy_->url.where() : where_;
  way_ = proxy_ ? proxy_->url.origin() + (request_.url.tls ? " " + request_.url.origin() : "") : request_.url.origin();
  head_ = head_text();
  return true;
}

std::string ClientExchange::head_text() const {
  const bool in_full = proxy_ && !request_.url.tls;
  std::string text = request_.method + " " + (in_full ? request_.url.text() : request_.url.target) + " HTTP/1.1\r\n";
  text += "Host: " + request_.url.authority() + "\r\n";
  if (!request_.headers.has("User-Agent") && !options_.user_agent.empty()) {
    text += "User-Agent: " + options_.user_agent + "\r\n";
  }
  if (!request_.headers.has("Accept")) text += "Accept: */*\r\n";
  if (in_full && !proxy_->authorization.empty()) text += "Proxy-Authorization: " + proxy_->authorization + "\r\n";
  request_.headers.print_to(text);
  if (wants_length(request_)) text += "Content-Length: " + std::to_string(request_.body.size()) + "\r\n";
  return text + "\r\n";
}

void ClientExchange::watch_cancel() {
  if (cancel_.is_cancelled()) interrupt_.raise(Interruption::kCancelled);
  // A descriptor of our own: the token may be watched by many loops.
  Fd own(cancel_.descriptor() < 0 ? -1 : ::fcntl(cancel_.descriptor(), F_DUPFD_CLOEXEC, 0));
  if (!own) return;
  cancel_watch_.emplace(loop_.context(), own.release());
  cancel_watch_->async_wait(boost::asio::posix::descriptor_base::wait_read,
                            [this](const boost::system::error_code& error) {
                              if (!error) interrupt_.raise(Interruption::kCancelled);
                            });
}

// Each stage has its own time.
void ClientExchange::begin(Stage stage) {
  stage_ = stage;
  const auto allowed = stage == Stage::kConnect  ? options_.connect_timeout
                       : stage == Stage::kAnswer ? options_.response_timeout
                                                 : options_.idle_timeout;
  stage_end_ = Clock::now() + allowed;
  limit(stage_end_);
}

void ClientExchange::limit(Clock::time_point at) { deadline_->set(std::min(at, total_end_)); }

Task<bool> ClientExchange::attempt(bool may_reuse) {
  auto opening = open(may_reuse);
  const bool is_open = co_await std::move(opening);
  if (!is_open) co_return false;
  auto sending = send_request();
  const bool is_sent = co_await std::move(sending);
  if (!is_sent) co_return false;
  auto reading = read_head();
  const bool has_head = co_await std::move(reading);
  if (!has_head) co_return false;
  if (take_head()) {
    auto reading_body = read_body();
    const bool has_body = co_await std::move(reading_body);
    if (!has_body) co_return false;
  }
  if (error_) co_return false;
  keep_connection();
  co_return true;
}

Task<bool> ClientExchange::open(bool may_reuse) {
  begin(Stage::kConnect);
  begin_ = end_ = 0;
  auto kept = may_reuse ? shared_.pool.take(way_) : std::nullopt;
  is_reused_ = kept.has_value();
  is_stale_ = false;
  if (kept) {
    stream_ = std::make_unique<Stream>(loop_, interrupt_, std::move(*kept));
    co_return true;
  }
  auto finding = find_addresses();
  const bool is_found = co_await std::move(finding);
  if (!is_found) co_return false;
  auto connecting = connect_any();
  const bool is_connected = co_await std::move(connecting);
  if (!is_connected) co_return false;
  ++shared_.opened;
  if (!request_.url.tls) co_return true;
  if (proxy_) {
    auto asking = ask_proxy();
    const bool is_led = co_await std::move(asking);
    if (!is_led) co_return false;
  }
  auto securing = secure();
  const bool is_secure = co_await std::move(securing);
  co_return is_secure;
}

Task<bool> ClientExchange::find_addresses() {
  const Url& hop = proxy_ ? proxy_->url : request_.url;
  addresses_ = known_addresses(hop.host, hop.port);
  if (!addresses_.empty()) co_return true;
  std::optional<Lookup> lookup;
  try {
    lookup.emplace(hop.host, hop.port);
  } catch (const std::system_error& error) {
    fail(NetErrorKind::kSystem, error.what());
  }
  if (!lookup) co_return false;
  auto waiting = wait_readable(loop_, interrupt_, lookup->descriptor());
  const bool is_there = co_await std::move(waiting);
  if (!is_there) co_return fail_interrupted();
  Resolved resolved = lookup->result();
  addresses_ = std::move(resolved.addresses);
  if (!addresses_.empty()) co_return true;
  const auto kind = is_unknown_name(resolved.error) ? NetErrorKind::kNameNotFound : NetErrorKind::kNameLookupFailed;
  co_return fail(make_error(kind, hop_, lookup_error_text(resolved.error)));
}

// One address after the other. Each gets its share of the time that is left, so that a dead one does not use it all.
// That one of them refused tells more than what another failed of.
Task<bool> ClientExchange::connect_any() {
  Io failure{0, Io::End::kFailed, EADDRNOTAVAIL};
  for (std::size_t i = 0; i < addresses_.size(); ++i) {
    const auto now = Clock::now();
    const auto left = std::max(stage_end_ - now, Clock::duration::zero());
    limit(now + left / static_cast<int>(addresses_.size() - i));
    auto connecting = connect_to(addresses_[i]);
    const Io io = co_await std::move(connecting);
    if (io.ok()) {
      limit(stage_end_);
      co_return true;
    }
    if (failure.error != ECONNREFUSED) failure = io;
    if (interrupt_.why() == Interruption::kCancelled) co_return fail_interrupted();
    if (Clock::now() >= std::min(stage_end_, total_end_)) break;
    interrupt_.clear();
  }
  co_return fail_connecting(failure);
}

Task<Io> ClientExchange::connect_to(const SocketAddress& address) {
  Stream::Parts parts;
  parts.socket = Stream::make_socket(address.family());
  Io io{0, Io::End::kFailed, errno};
  if (!parts.socket) co_return io;
  stream_ = std::make_unique<Stream>(loop_, interrupt_, std::move(parts));
  auto connecting = stream_->connect(address);
  io = co_await std::move(connecting);
  co_return io;
}

Task<bool> ClientExchange::ask_proxy() {
  std::string text = "CONNECT " + where_ + " HTTP/1.1\r\nHost: " + where_ + "\r\n";
  if (!proxy_->authorization.empty()) text += "Proxy-Authorization: " + proxy_->authorization + "\r\n";
  text += "\r\n";
  auto writing = stream_->write(text);
  const Io written = co_await std::move(writing);
  if (!written.ok()) co_return fail_connecting(written);
  auto reading = read_head();
  const bool has_head = co_await std::move(reading);
  if (!has_head) co_return false;
  const HttpHead& head = parser_.head();
  if (!head.is_success()) {
    co_return fail(NetErrorKind::kProxyFailed, "it answers " + std::to_string(head.status) + " " + head.reason);
  }
  if (begin_ != end_) co_return fail(NetErrorKind::kProxyFailed, "it sends more than an answer");
  seen_any_ = false;
  co_return true;
}

Task<bool> ClientExchange::secure() {
  auto context = shared_.tls();
  if (!context) co_return fail(context.error());
  auto session = (*context)->open(stream_->descriptor(), request_.url.host);
  if (!session) co_return fail(NetErrorKind::kSystem, "TLS could not be begun");
  auto securing = stream_->secure(std::move(session));
  const Io io = co_await std::move(securing);
  if (io.ok()) co_return true;
  if (io.end == Io::End::kTlsFailed) co_return fail(stream_->tls_failure(where_));
  if (io.end == Io::End::kInterrupted) co_return fail_interrupted();
  co_return fail(NetErrorKind::kTlsFailed, "the connection was closed while TLS began");
}

Task<bool> ClientExchange::send_request() {
  begin(Stage::kAnswer);
  seen_any_ = false;
  auto writing = stream_->write(head_, request_.body);
  const Io io = co_await std::move(writing);
  is_sent_ = io.ok();
  // One who does not want all of a request may have answered before closing: let reading find out.
  if (io.ok() || io.end == Io::End::kFailed) co_return true;
  co_return fail_reading(io);
}

// Reads one head that is final; those of 1xx before it are passed over.
Task<bool> ClientExchange::read_head() {
  const bool is_connect = stage_ == Stage::kConnect;
  parser_.begin(is_connect || request_.method == "HEAD");
  while (true) {
    while (begin_ != end_) {
      const ParseStep step = parser_.put(pending());
      begin_ += step.used;
      if (step.problem == ParseProblem::kHeadTooLarge) co_return fail(NetErrorKind::kTooLarge, step.what);
      if (step.problem != ParseProblem::kNone) co_return fail(NetErrorKind::kGarbage, step.what);
      if (parser_.phase() != Phase::kHead && parser_.head().status >= 200) co_return true;
      if (parser_.phase() != Phase::kHead && parser_.head().status == 101) {
        co_return fail(NetErrorKind::kGarbage, "it switches to another protocol");
      }
      if (parser_.phase() != Phase::kHead) {
        parser_.begin(is_connect || request_.method == "HEAD");
      } else if (step.used == 0) {
        break;
      }
    }
    auto filling = fill();
    const Io io = co_await std::move(filling);
    if (!io.ok()) co_return fail_reading(io);
  }
}

// Makes room if there is none, and reads.
Task<Io> ClientExchange::fill() {
  if (begin_ == end_) begin_ = end_ = 0;
  if (end_ == buffer_.size() && begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) buffer_.resize(std::max(kBufferSize, 2 * buffer_.size()));
  if (cancel_.is_cancelled()) interrupt_.raise(Interruption::kCancelled);
  auto reading = stream_->read_some(buffer_.data() + end_, buffer_.size() - end_);
  const Io io = co_await std::move(reading);
  end_ += io.bytes;
  if (io.bytes > 0) seen_any_ = true;
  co_return io;
}

// Hands out the head. False if there is nothing more to do.
bool ClientExchange::take_head() {
  response_.head = std::move(parser_.head());
  const auto length = parser_.phase() == Phase::kBody ? parser_.content_length() : std::nullopt;
  if (!sink_.on_body && length && *length > options_.max_body_bytes) {
    return fail(NetErrorKind::kTooLarge,
                std::to_string(*length) + " bytes, and " + std::to_string(options_.max_body_bytes) + " are allowed");
  }
  if (sink_.on_head && !sink_.on_head(response_.head)) response_.stopped = true;
  return !response_.stopped && parser_.phase() == Phase::kBody;
}

Task<bool> ClientExchange::read_body() {
  // Longer lines than this between two chunks are not meant well.
  constexpr std::size_t kLongestLine = std::size_t{16} * 1024;
  while (true) {
    while (begin_ != end_ && parser_.phase() == Phase::kBody) {
      const ParseStep step = parser_.put(pending());
      begin_ += step.used;
      if (step.problem != ParseProblem::kNone) co_return fail(NetErrorKind::kGarbage, step.what);
      if (!step.body.empty() && !deliver(step.body)) co_return !error_;
      if (step.used == 0 && end_ - begin_ > kLongestLine) {
        co_return fail(NetErrorKind::kGarbage, "the line before a chunk does not end");
      }
      if (step.used == 0) break;
    }
    if (parser_.phase() == Phase::kDone) co_return true;
    begin(Stage::kBody);
    auto filling = fill();
    const Io io = co_await std::move(filling);
    if (io.end == Io::End::kClosed && parser_.end()) co_return true;
    if (!io.ok()) co_return fail_reading(io);
  }
}

// Hands out a piece of the body. False if no more is wanted or allowed.
bool ClientExchange::deliver(std::string_view piece) {
  if (sink_.on_body) {
    response_.stopped = !sink_.on_body(piece);
    return !response_.stopped;
  }
  if (response_.body.size() + piece.size() > options_.max_body_bytes) {
    return fail(NetErrorKind::kTooLarge, "more than " + std::to_string(options_.max_body_bytes) + " bytes");
  }
  response_.body += piece;
  return true;
}

void ClientExchange::keep_connection() {
  const bool is_whole = is_sent_ && !response_.stopped && parser_.phase() == Phase::kDone && begin_ == end_;
  if (is_whole && parser_.keep_alive()) shared_.pool.put(way_, stream_->take());
}

bool ClientExchange::fail(NetError error) {
  error_ = std::move(error);
  return false;
}

bool ClientExchange::fail(NetErrorKind kind, std::string_view detail) { return fail(make_error(kind, where_, detail)); }

bool ClientExchange::fail_interrupted() {
  if (interrupt_.why() == Interruption::kCancelled) return fail(NetErrorKind::kCancelled);
  if (Clock::now() >= total_end_) return fail(NetErrorKind::kTotalTimeout, in_words(*options_.total_timeout));
  switch (stage_) {
    case Stage::kConnect:
      return fail(make_error(NetErrorKind::kConnectTimeout, hop_, in_words(options_.connect_timeout)));
    case Stage::kAnswer:
      return fail(NetErrorKind::kNoAnswer, in_words(options_.response_timeout));
    case Stage::kBody:
      break;
  }
  return fail(NetErrorKind::kStalled, in_words(options_.idle_timeout));
}

bool ClientExchange::fail_connecting(const Io& io) {
  if (io.end == Io::End::kInterrupted) return fail_interrupted();
  if (io.error == ECONNREFUSED) return fail(make_error(NetErrorKind::kRefused, hop_));
  if (io.error == EMFILE || io.error == ENFILE || io.error == ENOMEM || io.error == ENOBUFS) {
    return fail(make_error(NetErrorKind::kSystem, hop_, text_of(io.error)));
  }
  if (io.error == ETIMEDOUT) {
    return fail(make_error(NetErrorKind::kConnectTimeout, hop_, "the time that the system allows"));
  }
  return fail(make_error(NetErrorKind::kUnreachable, hop_, text_of(io.error)));
}

bool ClientExchange::fail_reading(const Io& io) {
  if (io.end == Io::End::kInterrupted) return fail_interrupted();
  if (io.end == Io::End::kTlsFailed) return fail(stream_->tls_failure(where_));
  if (stage_ == Stage::kConnect) return fail(NetErrorKind::kProxyFailed, "it closed the connection");
  is_stale_ = is_reused_ && !seen_any_;
  if (!seen_any_) return fail(NetErrorKind::kClosed);
  return fail(NetErrorKind::kCut, stage_ == Stage::kBody ? "in the body" : "in the head");
}

}  // namespace acode::net
