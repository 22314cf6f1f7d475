// The story of an exchange: a connection, the request, the head of the answer, its body.
#include "net/fetch.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <system_error>
#include <utility>

#include "net/connection_pool.h"
#include "net/fetch_story.h"
#include "net/tls.h"

namespace acode::net {
namespace {

// Fields that decide where a message ends, or whom it is for.
constexpr TokenSet kOwnFields("Host", "Content-Length", "Transfer-Encoding", "Connection", "Proxy-Connection",
                              "Proxy-Authorization");

std::string text_of(int error) { return std::generic_category().message(error); }

// The line before a chunk. The end of the chunk before it stands in the same text, so that a chunk is one write.
std::string chunk_line(bool is_first, std::size_t size) {
  std::array<char, 16> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), size, 16);
  std::string line = is_first ? "" : "\r\n";
  return line.append(digits.data(), end).append("\r\n");
}

}  // namespace

FetchStory::FetchStory(Upstreams& upstreams, const HttpRequest& request)
    : loop_(upstreams.loop()),
      upstreams_(upstreams),
      request_(request),
      timeouts_(upstreams.timeouts()),
      body_(request.body),
      deadline_(loop_, [this] { interrupt_.raise(Interruption::kTimeout); }),
      parser_(upstreams.options().max_head_bytes),
      input_(loop_) {}

void FetchStory::send_body(BodyReader& body, std::optional<std::uint64_t> length) {
  source_ = &body;
  source_length_ = length;
}

Task<bool> FetchStory::begin() {
  if (timeouts_.total_timeout) total_end_ = Clock::now() + *timeouts_.total_timeout;
  if (!prepare()) co_return false;
  auto first = attempt(/*may_reuse=*/source_ == nullptr);
  has_begun_ = co_await std::move(first);
  if (!has_begun_ && is_stale_) {
    error_.reset();
    auto second = attempt(/*may_reuse=*/false);
    has_begun_ = co_await std::move(second);
  }
  if (has_begun_) let_go_of_request();
  co_return has_begun_;
}

// What can be said before anyone is asked.
bool FetchStory::prepare() {
  const std::string& agent = upstreams_.options().user_agent;
  auto way = upstreams_.way_to(request_.url);
  if (!way) return fail(way.error());
  way_ = std::move(*way);
  if (!is_token(request_.method)) return fail(NetErrorKind::kBadRequest, "'" + request_.method + "' is no method");
  if (!is_target(request_.url.target))
    return fail(NetErrorKind::kBadRequest, "its target has a character no target has");
  if (!is_field_value(agent)) {
    return fail(NetErrorKind::kBadRequest, "the name of the user agent has a line end in it");
  }
  for (const HeaderField field : request_.headers) {
    if (!kOwnFields.has(field.name)) continue;
    return fail(NetErrorKind::kBadRequest, "the field " + std::string(field.name) + " is set by the client itself");
  }
  head_ = head_text();
  return true;
}

bool FetchStory::wants_length() const {
  return !body_.empty() || request_.method == "POST" || request_.method == "PUT" || request_.method == "PATCH";
}

std::string FetchStory::head_text() const {
  const bool in_full = way_->proxy && !request_.url.tls;
  const std::string& agent = upstreams_.options().user_agent;
  const auto add = [](std::string& to, std::string_view name, std::string_view value) {
    to.append(name).append(": ").append(value).append("\r\n");
  };
  constexpr std::size_t kRoom = 256;
  std::string text;
  text.reserve(request_.url.target.size() + request_.headers.bytes() + kRoom);
  text.append(request_.method).append(" ").append(in_full ? request_.url.text() : request_.url.target);
  text.append(" HTTP/1.1\r\n");
  add(text, "Host", way_->authority);
  if (!agent.empty() && !request_.headers.has("User-Agent")) add(text, "User-Agent", agent);
  if (!request_.headers.has("Accept")) add(text, "Accept", "*/*");
  if (in_full && !way_->proxy->authorization.empty()) add(text, "Proxy-Authorization", way_->proxy->authorization);
  request_.headers.print_to(text);
  if (source_ != nullptr && !source_length_) {
    add(text, "Transfer-Encoding", "chunked");
  } else if (source_ != nullptr || wants_length()) {
    add(text, "Content-Length", std::to_string(source_length_.value_or(body_.size())));
  }
  return text.append("\r\n");
}

// Each stage has its own time.
void FetchStory::enter(Stage stage) {
  stage_ = stage;
  const auto allowed = stage == Stage::kConnect  ? timeouts_.connect_timeout
                       : stage == Stage::kAnswer ? timeouts_.response_timeout
                                                 : timeouts_.idle_timeout;
  stage_end_ = Clock::now() + allowed;
  limit(stage_end_);
}

void FetchStory::limit(Clock::time_point at) { deadline_.set(std::min(at, total_end_)); }

Task<bool> FetchStory::attempt(bool may_reuse) {
  auto opening = open(may_reuse);
  const bool is_open = co_await std::move(opening);
  if (!is_open) co_return false;
  auto sending = send_request();
  const bool is_sent = co_await std::move(sending);
  if (!is_sent) co_return false;
  if (meanwhile_) {
    // The answer takes a while; a request that came at the same time need not.
    OthersFirst others(loop_);
    co_await others;
    std::exchange(meanwhile_, nullptr)();
  }
  auto reading = read_head();
  const bool has_head = co_await std::move(reading);
  if (!has_head) co_return false;
  wait_for_others();
  settle();
  co_return true;
}

Task<bool> FetchStory::open(bool may_reuse) {
  enter(Stage::kConnect);
  input_.clear();
  is_stale_ = false;
  is_reused_ = false;
  if (may_reuse) stream_ = upstreams_.pool_->take(*way_);
  if (may_reuse && stream_) {
    is_reused_ = true;
    stream_->belong_to(&interrupt_);
    co_return true;
  }
  auto finding = find_addresses();
  const bool is_found = co_await std::move(finding);
  if (!is_found) co_return false;
  auto connecting = connect_any();
  const bool is_connected = co_await std::move(connecting);
  if (!is_connected) co_return false;
  ++upstreams_.opened_;
  if (!request_.url.tls) co_return true;
  if (way_->proxy) {
    auto asking = ask_proxy();
    const bool is_led = co_await std::move(asking);
    if (!is_led) co_return false;
  }
  auto securing = secure();
  const bool is_secure = co_await std::move(securing);
  co_return is_secure;
}

Task<bool> FetchStory::find_addresses() {
  const Url& hop_url = way_->proxy ? way_->proxy->url : request_.url;
  addresses_ = known_addresses(hop_url.host, hop_url.port);
  if (!addresses_.empty()) co_return true;
  std::optional<Lookup> lookup;
  try {
    lookup.emplace(hop_url.host, hop_url.port);
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
  co_return fail(make_error(kind, hop(), lookup_error_text(resolved.error)));
}

// One address after the other. Each gets its share of the time that is left, so that a dead one does not use it all.
// That one of them refused tells more than what another failed of.
Task<bool> FetchStory::connect_any() {
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

Task<Io> FetchStory::connect_to(const SocketAddress& address) {
  Fd socket = Stream::make_socket(address.family());
  Io io{0, Io::End::kFailed, errno};
  if (!socket) co_return io;
  stream_ = std::make_unique<Stream>(loop_, interrupt_, std::move(socket));
  auto connecting = stream_->connect(address);
  io = co_await std::move(connecting);
  co_return io;
}

Task<bool> FetchStory::ask_proxy() {
  std::string text = "CONNECT " + where() + " HTTP/1.1\r\nHost: " + where() + "\r\n";
  if (!way_->proxy->authorization.empty()) text += "Proxy-Authorization: " + way_->proxy->authorization + "\r\n";
  text += "\r\n";
  auto writing = stream_->write(text);
  const Io written = co_await std::move(writing);
  if (!written.ok()) co_return fail_connecting(written);
  auto reading = read_head();
  const bool has_head = co_await std::move(reading);
  if (!has_head) co_return false;
  const HttpHead& answer = parser_.head();
  if (!answer.is_success()) {
    co_return fail(NetErrorKind::kProxyFailed, "it answers " + std::to_string(answer.status) + " " + answer.reason);
  }
  if (!input_.empty()) co_return fail(NetErrorKind::kProxyFailed, "it sends more than an answer");
  seen_any_ = false;
  co_return true;
}

Task<bool> FetchStory::secure() {
  auto context = upstreams_.authorities_->context();
  if (!context) co_return fail(context.error());
  auto session = (*context)->open(stream_->descriptor(), request_.url.host);
  if (!session) co_return fail(NetErrorKind::kSystem, "TLS could not be begun");
  auto securing = stream_->secure(std::move(session));
  const Io io = co_await std::move(securing);
  if (io.ok()) co_return true;
  if (io.end == Io::End::kTlsFailed) co_return fail(stream_->tls_failure(where()));
  if (io.end == Io::End::kInterrupted) co_return fail_interrupted();
  co_return fail(NetErrorKind::kTlsFailed, "the connection was closed while TLS began");
}

Task<bool> FetchStory::send_request() {
  enter(Stage::kAnswer);
  seen_any_ = false;
  is_sent_ = false;
  auto writing = send(head_, source_ != nullptr ? std::string_view() : body_);
  const Io io = co_await std::move(writing);
  if (!take_sent(io)) co_return false;
  is_sent_ = io.ok();
  if (source_ == nullptr || !is_sent_) co_return true;
  auto sending = send_pieces();
  const bool may_go_on = co_await std::move(sending);
  enter(Stage::kAnswer);
  co_return may_go_on;
}

// One who does not want all of a request may have answered before closing: then let reading find out.
bool FetchStory::take_sent(const Io& io) { return io.ok() || io.end == Io::End::kFailed || fail_reading(io); }

bool FetchStory::is_answered_early() { return !stream_->is_secure() && !stream_->is_quiet(); }

// Writes both, unless the answer begins before that is done: as if the other side had closed, then, for reading to find out.
Task<Io> FetchStory::send(std::string_view first, std::string_view second) {
  while (true) {
    const Io io = stream_->write_now(first, second);
    if (!io.ok() || (first.empty() && second.empty())) co_return io;
    if (is_answered_early()) co_return Io{0, Io::End::kFailed, EPIPE};
    auto waiting = stream_->wait_to_go_on_writing();
    const Io waited = co_await std::move(waiting);
    if (!waited.ok()) co_return waited;
  }
}

// While the piece is not there yet, it is another who has to hurry.
Task<bool> FetchStory::send_pieces() {
  is_sent_ = false;
  std::uint64_t sent = 0;
  while (!is_answered_early()) {
    wait_for_others();
    auto pulling = source_->next();
    const bool is_there = co_await std::move(pulling);
    if (interrupt_.is_raised()) co_return fail_interrupted();
    enter(Stage::kAnswer);
    const std::string_view piece = is_there ? source_->piece() : std::string_view();
    const bool fits = !source_length_ || (is_there ? piece.size() <= *source_length_ - sent : sent == *source_length_);
    if (!fits || (!is_there && !source_->is_complete()))
      co_return fail(NetErrorKind::kBadRequest, "its body broke off");
    const bool is_first = sent == 0;
    std::string line = source_length_ ? std::string() : chunk_line(is_first, piece.size());
    if (!is_there && !source_length_) line += "\r\n";
    auto writing = send(line, piece);
    const Io io = co_await std::move(writing);
    if (!take_sent(io)) co_return false;
    if (!io.ok()) co_return true;
    sent += piece.size();
    is_sent_ = !is_there;
    if (is_sent_) co_return true;
  }
  co_return true;
}

// Reads one head that is final; those of 1xx before it are passed over.
Task<bool> FetchStory::read_head() {
  const bool has_no_body = stage_ == Stage::kConnect || request_.method == "HEAD";
  parser_.begin(has_no_body);
  while (true) {
    while (!input_.empty()) {
      const ParseStep step = parser_.put(input_.pending());
      input_.use(step.used);
      if (step.problem == ParseProblem::kHeadTooLarge) co_return fail(NetErrorKind::kTooLarge, step.what);
      if (step.problem != ParseProblem::kNone) co_return fail(NetErrorKind::kGarbage, step.what);
      if (parser_.phase() != Phase::kHead && parser_.head().status >= 200) co_return true;
      if (parser_.phase() != Phase::kHead && parser_.head().status == 101) {
        co_return fail(NetErrorKind::kGarbage, "it switches to another protocol");
      }
      if (parser_.phase() != Phase::kHead) {
        parser_.begin(has_no_body);
      } else if (step.used == 0) {
        break;
      }
    }
    auto filling = fill();
    const Io io = co_await std::move(filling);
    if (!io.ok()) co_return fail_reading(io);
  }
}

Task<Io> FetchStory::fill() {
  auto filling = input_.fill(*stream_);
  const Io io = co_await std::move(filling);
  if (io.bytes > 0) seen_any_ = true;
  co_return io;
}

Task<bool> FetchStory::next() {
  piece_ = {};
  while (has_begun_ && !error_ && parser_.phase() == Phase::kBody) {
    BodyStep step = take_piece(parser_, input_);
    if (!step.problem.empty()) fail(NetErrorKind::kGarbage, step.problem);
    settle();
    piece_ = step.piece;
    if (!piece_.empty()) co_return true;
    if (error_ || parser_.phase() == Phase::kDone) break;
    enter(Stage::kBody);
    auto filling = input_.fill(*stream_);
    const Io io = co_await std::move(filling);
    wait_for_others();
    if (io.end == Io::End::kClosed && parser_.end()) break;
    if (!io.ok()) co_return fail_reading(io);
  }
  co_return false;
}

// The answer may take hours; what was needed to ask for it goes now.
void FetchStory::let_go_of_request() {
  std::string().swap(head_);
  std::vector<SocketAddress>().swap(addresses_);
}

// Once the answer is whole the connection is free for others.
void FetchStory::settle() {
  const bool is_whole = is_sent_ && !error_ && parser_.phase() == Phase::kDone && input_.empty();
  if (is_whole && parser_.keep_alive() && stream_) upstreams_.pool_->put(way_, std::move(stream_));
}

bool FetchStory::fail(NetError error) {
  error_ = std::move(error);
  return false;
}

bool FetchStory::fail(NetErrorKind kind, std::string_view detail) { return fail(make_error(kind, where(), detail)); }

bool FetchStory::fail_interrupted() {
  if (interrupt_.why() == Interruption::kCancelled) return fail(NetErrorKind::kCancelled);
  if (Clock::now() >= total_end_) return fail(NetErrorKind::kTotalTimeout, in_words(*timeouts_.total_timeout));
  switch (stage_) {
    case Stage::kConnect:
      return fail(make_error(NetErrorKind::kConnectTimeout, hop(), in_words(timeouts_.connect_timeout)));
    case Stage::kAnswer:
      return fail(NetErrorKind::kNoAnswer, in_words(timeouts_.response_timeout));
    case Stage::kBody:
      break;
  }
  return fail(NetErrorKind::kStalled, in_words(timeouts_.idle_timeout));
}

bool FetchStory::fail_connecting(const Io& io) {
  if (io.end == Io::End::kInterrupted) return fail_interrupted();
  if (io.error == ECONNREFUSED) return fail(make_error(NetErrorKind::kRefused, hop()));
  if (io.error == EMFILE || io.error == ENFILE || io.error == ENOMEM || io.error == ENOBUFS) {
    return fail(make_error(NetErrorKind::kSystem, hop(), text_of(io.error)));
  }
  if (io.error == ETIMEDOUT) {
    return fail(make_error(NetErrorKind::kConnectTimeout, hop(), "the time that the system allows"));
  }
  return fail(make_error(NetErrorKind::kUnreachable, hop(), text_of(io.error)));
}

bool FetchStory::fail_reading(const Io& io) {
  if (io.end == Io::End::kInterrupted) return fail_interrupted();
  if (io.end == Io::End::kTlsFailed) return fail(stream_->tls_failure(where()));
  if (stage_ == Stage::kConnect) return fail(NetErrorKind::kProxyFailed, "it closed the connection");
  is_stale_ = is_reused_ && !seen_any_;
  if (!seen_any_) return fail(NetErrorKind::kClosed);
  return fail(NetErrorKind::kCut, has_begun_ ? "in the body" : "in the head");
}

Fetch::Fetch(Upstreams& upstreams, const HttpRequest& request)
    : story_(std::make_unique<FetchStory>(upstreams, request)) {}

Fetch::~Fetch() = default;

void Fetch::set_timeouts(const ClientTimeouts& timeouts) { story_->set_timeouts(timeouts); }
void Fetch::send_body(std::string_view body) { story_->send_body(body); }
void Fetch::set_meanwhile(std::function<void()> meanwhile) { story_->set_meanwhile(std::move(meanwhile)); }
void Fetch::send_body(BodyReader& body, std::optional<std::uint64_t> length) { story_->send_body(body, length); }
Task<bool> Fetch::begin() { return story_->begin(); }
HttpHead& Fetch::head() { return story_->head(); }
std::optional<std::uint64_t> Fetch::length() const { return story_->length(); }
Task<bool> Fetch::next() { return story_->next(); }
std::string_view Fetch::piece() const { return story_->piece(); }
bool Fetch::is_complete() const { return story_->is_complete(); }
const NetError* Fetch::error() const { return story_->error(); }
bool Fetch::is_reused() const { return story_->is_reused(); }
void Fetch::cancel() { story_->cancel(); }

}  // namespace acode::net
