// The story, told in coroutines. Only what has a name is awaited: see net/task.h.
#include "gateway/chat_exchange.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "gateway/client_key.h"
#include "gateway/emulate.h"
#include "gateway/heal.h"
#include "gateway/keep_alive.h"
#include "gateway/relay.h"
#include "gateway/route.h"
#include "net/forward.h"

namespace acode::gateway {
namespace {

using net::HttpHead;
using net::Task;
using pipeline::ToolCall;
using wire::Dialect;

constexpr std::string_view kJson = "application/json";
// What an answer says of itself (GW-5); the same fields of an upstream that is a gateway, too, are about another one.
constexpr std::string_view kOutcome = "x-acode-outcome";
constexpr std::string_view kRepairs = "x-acode-repairs";
constexpr std::string_view kAttempts = "x-acode-attempts";
constexpr std::string_view kCorrelation = "x-acode-correlation-id";
constexpr int kClientLeft = 499;  // what others count, too, if nothing was answered since nobody was there

std::string_view stream_type(Dialect dialect) {
  return dialect == Dialect::kOllama ? "application/x-ndjson" : "text/event-stream";
}

bool is_stream(std::string_view content_type) {
  return content_type.starts_with("text/event-stream") || content_type.starts_with("application/x-ndjson");
}

std::string error_body(Dialect dialect, std::string_view code, std::string message) {
  wire::Answer answer;
  wire::ErrorDelta& error = answer.errors.emplace_back();
  error.code = code;
  error.message = std::move(message);
  return wire::encode(dialect, answer);
}

/// Adds the time for which it lives.
class OwnTime {
 public:
  explicit OwnTime(std::chrono::nanoseconds& sum) : sum_(sum) {}
  OwnTime(const OwnTime&) = delete;
  OwnTime& operator=(const OwnTime&) = delete;
  ~OwnTime() { sum_ += std::chrono::steady_clock::now() - begun_; }

 private:
  std::chrono::nanoseconds& sum_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

/// A stream that is going on as long as this lives.
class StreamCount {
 public:
  explicit StreamCount(Metrics& metrics) : metrics_(metrics) { metrics_.begin_stream(); }
  StreamCount(const StreamCount&) = delete;
  StreamCount& operator=(const StreamCount&) = delete;
  ~StreamCount() { metrics_.end_stream(); }

 private:
  Metrics& metrics_;
};

// Whether it begins and ends as one: what was cut off, or is of another kind, does not.
bool looks_like_object(std::string_view body) {
  while (!body.empty() && base::is_white(body.front())) body.remove_prefix(1);
  while (!body.empty() && base::is_white(body.back())) body.remove_suffix(1);
  return body.size() > 1 && body.front() == '{' && body.back() == '}';
}

// What a server says of a model that was made without tools.
bool says_no_tools(std::string_view body) { return body.find("does not support tools") != std::string_view::npos; }

}  // namespace

ChatExchange::ChatExchange(LoopGateway& gateway, net::Exchange& exchange, Dialect client)
    : gateway_(gateway),
      exchange_(exchange),
      client_(client),
      settings_(gateway.settings()),
      begun_(std::chrono::steady_clock::now()),
      trace_(gateway.recorder().spans(), exchange.request()),
      mode_(settings_->mode) {
  exchange_.when_client_leaves([this] {
    if (fetch_ != nullptr) fetch_->cancel();
  });
}

ChatExchange::~ChatExchange() {
  exchange_.when_client_leaves(nullptr);
  trace_.end({wire::dialect_name(client_), question_ ? std::string_view(question_->model()) : "", outcome_,
              correlation_id_, status_, repairs_, attempts_});
}

Task<> ChatExchange::run() {
  auto serving = serve();
  co_await std::move(serving);
  gateway_.recorder().metrics().count_request(
      wire::dialect_name(client_), wire::dialect_name(settings_->upstream.dialect),
      status_ == 0 ? kClientLeft : status_, question_ && question_->wants_stream());
}

Task<> ChatExchange::serve() {
  const bool is_welcome = has_key(exchange_.request().headers, settings_->client_key) ||
                          refuse(401, "unauthorized", "this gateway wants a key, as Authorization or x-api-key");
  bool is_read = false;
  if (is_welcome) {
    auto reading = read_body();
    is_read = co_await std::move(reading);
    if (!is_read && !refusal_) co_return;  // nobody is there any more
  }
  const bool is_understood = is_read && read_mode() && (may_pass_unread() || (read_question() && prepare()));
  if (!is_understood) {
    auto refusing = answer_refusal();
    co_await std::move(refusing);
    co_return;
  }
  auto asking = ask();
  co_await std::move(asking);
  if (lacks_tools_) {
    // The model was made without tools: they go into the prompt, for it and from now on.
    gateway_.remember_without_tools(question_->model());
    lacks_tools_ = false;
    prepare();
    auto asking_anew = ask();
    co_await std::move(asking_anew);
  }
  const std::chrono::nanoseconds all = std::chrono::steady_clock::now() - begun_;
  gateway_.recorder().metrics().add_time(own_time_, all - own_time_);
}

Task<> ChatExchange::ask() {
  net::HttpRequest request = upstream_request();
  if (question_) trace_.begin_upstream(request, settings_->upstream, question_->model(), observe::kFirst);
  net::Fetch fetch(gateway_.upstreams(), request);
  fetch.set_timeouts(settings_->upstream.timeouts());
  if (!question_) {
    fetch.send_body(exchange_.request().body);
    fetch.set_meanwhile([this] { read_meanwhile(); });
  } else {
    fetch.send_body(changed_body_.empty() ? question_->body() : std::string_view(changed_body_));
  }
  fetch_ = &fetch;
  auto answering = answer(fetch);
  co_await std::move(answering);
  fetch_ = nullptr;
  upstream_ended(fetch, {});
}

// As far as it was not noted already.
void ChatExchange::upstream_ended(net::Fetch& fetch, const wire::Usage& usage) {
  const net::NetError* const error = fetch.error();
  trace_.end_upstream(error == nullptr ? fetch.head().status : 0, usage,
                      error == nullptr ? std::string_view() : error->code());
}

// --- the request ---

bool ChatExchange::refuse(int status, std::string_view code, std::string message) {
  refusal_ = Refusal{status, error_body(client_, code, std::move(message))};
  return false;
}

// False if it is refused, or the client has left.
Task<bool> ChatExchange::read_body() {
  auto reading = exchange_.read_body();
  const bool is_read = co_await std::move(reading);
  const net::Refusal* const refusal = is_read ? nullptr : exchange_.refusal();
  if (refusal != nullptr) {
    const bool is_large = refusal->status == 413;
    refuse(refusal->status, is_large ? code_name(ErrorCode::kTooLarge) : "bad_request", refusal->why);
  }
  co_return is_read;
}

bool ChatExchange::read_mode() {
  const auto asked = exchange_.request().headers.find("x-acode-mode");
  if (!asked) return true;
  const std::optional<GuardMode> mode = mode_from(*asked);
  if (!mode) return refuse(400, "bad_mode", "x-acode-mode is one of off, observe, repair, full");
  mode_ = *mode;
  return true;
}

bool ChatExchange::read_question() {
  Result<Question> question = Question::read(client_, exchange_.take_body(), &gateway_.tools());
  if (!question) return refuse(400, code_name(question.error().code), to_string(question.error()));
  question_.emplace(std::move(*question));
  tools_ = gateway_.tools().get(question_->forbids_calls() ? std::string_view() : question_->tools());
  const unsigned most = settings_->max_equal_calls;
  const bool is_stuck = most != 0 && question_->repetition().times >= most;
  if (mode_ == GuardMode::kFull && is_stuck) repetition_ = question_->repetition();
  return true;
}

// Whether the upstream gets what the client sent.
bool ChatExchange::is_passed_as_it_came() const {
  const UpstreamSettings& upstream = settings_->upstream;
  if (!is_same_dialect()) return false;
  if (mode_ == GuardMode::kOff || mode_ == GuardMode::kObserve) return true;
  const bool lacks_something = (upstream.ignores_tool_choice && question_->has_tool_choice()) || puts_tools_in_prompt();
  return !lacks_something && !question_->needs_healing();
}

// The same for one that was not read, if that can be told of it. It is read while the upstream thinks about it; should it turn
// out to be no JSON, it is taken back.
bool ChatExchange::may_pass_unread() const {
  const UpstreamSettings& upstream = settings_->upstream;
  const std::string_view body = exchange_.request().body;
  if (!is_same_dialect() || trace_.is_kept() || !looks_like_object(body)) return false;
  if (mode_ == GuardMode::kOff || mode_ == GuardMode::kObserve) return true;
  const bool may_lack_something =
      upstream.ignores_tool_choice || upstream.emulate_tools || gateway_.are_without_tools();
  return !may_lack_something && !may_have_history(client_, body);
}

void ChatExchange::read_meanwhile() {
  if (!read_question()) return fetch_->cancel();
  fetch_->send_body(question_->body());
  if (question_->wants_stream() && !has_nothing_to_guard()) guard_.emplace(tools_->pipeline, guard_plan());
}

bool ChatExchange::has_nothing_to_guard() const {
  return mode_ == GuardMode::kOff || question_->wants_several() || question_->tools().empty() ||
         question_->forbids_calls();
}

bool ChatExchange::puts_tools_in_prompt() const {
  if (question_->tools().empty()) return false;
  return settings_->upstream.emulate_tools || gateway_.is_without_tools(question_->model());
}

bool ChatExchange::prepare() {
  if (is_passed_as_it_came()) return true;
  Result<wire::Request> request = question_->request();
  if (!request) return refuse(400, code_name(request.error().code), to_string(request.error()));
  const UpstreamSettings& upstream = settings_->upstream;
  if (mode_ != GuardMode::kObserve) gateway_.recorder().metrics().count_healed(heal(*request));
  const bool may_demand = mode_ == GuardMode::kRepair || mode_ == GuardMode::kFull;
  if (may_demand && (upstream.ignores_tool_choice || upstream.dialect == Dialect::kOllama)) {
    demanded_ = request->tool_choice;
    emulate_tool_choice(*request);
  }
  if (puts_tools_in_prompt()) emulate_tools(*request, question_->forbids_calls() ? nullptr : &tools_->loaded.tools);
  changed_body_ = wire::encode_request(upstream.dialect, *request);
  return true;
}

net::HttpRequest ChatExchange::upstream_request() const {
  const UpstreamSettings& upstream = settings_->upstream;
  net::HttpRequest request;
  request.method = "POST";
  request.url = upstream.base;
  request.url.target = passed_target(upstream.base, chat_path(upstream.dialect));
  const std::string_view target = exchange_.request().target;
  if (is_same_dialect()) request.url.target += target.substr(std::min(target.find('?'), target.size()));
  const net::Headers& received = exchange_.request().headers;
  net::copy_end_to_end(received, request.headers, {"x-acode-mode", "Accept-Encoding", "Content-Type"});
  request.headers.add(net::HeaderField{"Content-Type", kJson});
  if (is_same_dialect() && !has_own_key(*settings_)) return request;
  hide_keys(request.headers);
  show_key(request.headers, upstream.dialect,
           has_own_key(*settings_) ? std::string_view(upstream.api_key) : shown_key(received));
  return request;
}

GuardPlan ChatExchange::guard_plan() const {
  GuardPlan plan;
  plan.upstream = settings_->upstream.dialect;
  plan.client = client_;
  plan.mode = mode_ == GuardMode::kOff ? GuardMode::kObserve : mode_;  // in other words it must be said anyway
  plan.model = question_->model();
  plan.tool_names = tools_->names;
  plan.one_tool_was_named = question_->names_one_tool();
  plan.wants_usage = question_->wants_usage();
  plan.repetition = repetition_;
  return plan;
}

// --- the answer ---

HttpHead ChatExchange::head_of(int status, std::string_view content_type, const net::Headers* passed) const {
  HttpHead head(status);
  const std::string_view type = content_type.empty() ? std::string_view() : "Content-Type";
  if (passed != nullptr)
    net::copy_end_to_end(*passed, head.headers, {kOutcome, kRepairs, kAttempts, kCorrelation, type});
  if (!content_type.empty()) head.headers.add(net::HeaderField{type, content_type});
  if (!correlation_id_.empty()) head.headers.add(kCorrelation, correlation_id_);
  return head;
}

Task<> ChatExchange::answer_refusal() {
  status_ = refusal_->status;
  const HttpHead head = head_of(refusal_->status, kJson, nullptr);
  auto responding = exchange_.respond(head, refusal_->body);
  co_await std::move(responding);
}

// GW-5: in the head of an answer, or behind a stream.
void ChatExchange::tell_outcome(net::Headers& headers) const {
  headers.add(net::HeaderField{kOutcome, outcome_});
  headers.add(net::HeaderField{kRepairs, std::to_string(repairs_)});
  headers.add(net::HeaderField{kAttempts, std::to_string(attempts_)});
}

Task<> ChatExchange::send_body(int status, std::string_view content_type, std::string body,
                               const net::Headers* passed) {
  status_ = status;
  HttpHead head = head_of(status, content_type, passed);
  tell_outcome(head.headers);
  // What we could not do ourselves will not be done by asking us again.
  if (outcome_ == "failed") head.headers.set("x-should-retry", "false");
  auto responding = exchange_.respond(head, body);
  co_await std::move(responding);
}

Task<> ChatExchange::answer(net::Fetch& fetch) {
  auto beginning = fetch.begin();
  const bool has_head = co_await std::move(beginning);
  // A question that turned out to be none is refused, even if the server was quicker with an answer.
  if (!has_head || refusal_) {
    if (exchange_.client_gone()) co_return;
    const net::NetError* const error = fetch.error();
    if (!refusal_) refuse(502, error->code(), "the model server does not answer: " + error->message);
    auto refusing = answer_refusal();
    co_await std::move(refusing);
    co_return;
  }
  const HttpHead& head = fetch.head();
  const bool is_coded = head.headers.has("Content-Encoding") && head.headers.get("Content-Encoding") != "identity";
  if (is_same_dialect() && (has_nothing_to_guard() || is_coded)) {
    auto passing = pass(fetch);
    co_await std::move(passing);
  } else if (head.status < 400 && question_->wants_stream() && is_stream(head.headers.get("Content-Type"))) {
    auto guarding = guard_stream(fetch);
    co_await std::move(guarding);
  } else {
    auto guarding = guard_body(fetch);
    co_await std::move(guarding);
  }
}

// As it comes, whatever it is.
Task<> ChatExchange::pass(net::Fetch& fetch) {
  status_ = fetch.head().status;
  HttpHead head(status_);
  net::copy_end_to_end(fetch.head().headers, head.headers);
  auto relaying = relay(fetch, std::move(head), exchange_);
  co_await std::move(relaying);
}

Task<> ChatExchange::guard_stream(net::Fetch& fetch) {
  if (!guard_) guard_.emplace(tools_->pipeline, guard_plan());
  StreamGuard& guard = *guard_;
  correlation_id_ = guard.judge().correlation_id();
  status_ = 200;
  const StreamCount counted(gateway_.recorder().metrics());
  const HttpHead head =
      is_same_dialect() ? head_of(200, {}, &fetch.head().headers) : head_of(200, stream_type(client_), nullptr);
  auto beginning = exchange_.begin(head);
  bool is_there = co_await std::move(beginning);
  KeepAlive keep_alive(exchange_, guard, settings_->keep_alive);
  std::string out;
  std::size_t received = 0;
  while (is_there) {
    auto reading = fetch.next();
    const bool has_piece = co_await std::move(reading);
    if (!has_piece) break;
    {
      const OwnTime own(own_time_);
      guard.feed(fetch.piece(), out);
    }
    // Of all of it something is kept.
    received += fetch.piece().size();
    if (received > settings_->max_answer_bytes) {
      fetch.cancel();
      break;
    }
    if (guard.is_doomed() && mode_ == GuardMode::kFull) {
      guard.abandon();
      fetch.cancel();
      break;
    }
    if (fetch.is_complete()) break;  // what is left goes with the end
    if (out.empty()) {
      keep_alive.begin();
    } else {
      keep_alive.end();
      auto writing = exchange_.write(out);
      is_there = co_await std::move(writing);
      out.clear();
    }
    question_->leave_tools_to(tools_->text);
  }
  // Half an answer that nobody waits for is nobody's fault.
  if (!is_there || (!fetch.is_complete() && exchange_.client_gone())) co_return;
  {
    const OwnTime own(own_time_);
    guard.finish(out);
  }
  upstream_ended(fetch, guard.judge().usage());
  if (const std::optional<ToolCall> missing = missing_call(demanded_)) guard.demand(*missing);
  std::vector<JudgedCall*> rejected = guard.rejected();
  if (!rejected.empty()) {
    // The client has its prose while the model is asked again.
    auto writing = exchange_.write(out);
    is_there = co_await std::move(writing);
    out.clear();
    keep_alive.begin();
    auto settling = settle(std::move(rejected), std::string(guard.judge().text()), guard.judge().result());
    co_await std::move(settling);
    if (exchange_.client_gone()) co_return;
    guard.add_usage(spent_);
  }
  keep_alive.end();
  guard.close(out);
  record(guard.judge().result());
  if (guard.has_failed()) outcome_ = "failed";
  net::Headers trailers;
  if (exchange_.wants_trailers()) tell_outcome(trailers);
  auto ending = exchange_.end(out, trailers);
  co_await std::move(ending);
}

Task<bool> ChatExchange::read_whole(net::Fetch& fetch, std::string& body) {
  while (true) {
    auto reading = fetch.next();
    const bool has_piece = co_await std::move(reading);
    if (!has_piece) break;
    body += fetch.piece();
    if (body.size() > settings_->max_answer_bytes) co_return false;
  }
  co_return fetch.is_complete();
}

Task<> ChatExchange::guard_body(net::Fetch& fetch) {
  std::string body;
  auto reading = read_whole(fetch, body);
  const bool is_whole = co_await std::move(reading);
  if (!is_whole && exchange_.client_gone()) co_return;
  const HttpHead& upstream = fetch.head();
  const bool may_emulate = mode_ >= GuardMode::kRepair && !puts_tools_in_prompt() && !question_->tools().empty();
  if (upstream.status >= 400 && may_emulate && says_no_tools(body)) {
    lacks_tools_ = true;
    co_return;
  }
  BodyGuard guard(tools_->pipeline, guard_plan());
  {
    const OwnTime own(own_time_);
    guard.read(body);
  }
  upstream_ended(fetch, guard.usage());
  correlation_id_ = guard.result().correlation_id;
  const std::optional<ToolCall> missing = upstream.status < 400 ? missing_call(demanded_) : std::nullopt;
  if (missing) guard.demand(*missing);
  std::vector<JudgedCall*> rejected = guard.rejected();
  if (!rejected.empty()) {
    auto settling = settle(std::move(rejected), std::string(guard.text()), guard.result());
    co_await std::move(settling);
    if (exchange_.client_gone()) co_return;
    guard.add_usage(spent_);
  }
  record(guard.result());
  if (!is_whole && !guard.has_good_calls()) {
    refuse(502, fetch.error() == nullptr ? "" : fetch.error()->code(), "the model server broke off its answer");
    auto refusing = answer_refusal();
    co_await std::move(refusing);
    co_return;
  }
  // An error of the upstream stays one, unless a call could be saved out of it.
  const bool is_error = upstream.status >= 400 && !guard.has_good_calls();
  const bool as_stream = question_->wants_stream() && !is_error;
  const bool as_it_came = is_same_dialect() && (is_error || (!as_stream && !guard.must_change()));
  GuardedBody out = as_it_came ? GuardedBody{std::move(body)} : as_stream ? guard.close_as_stream() : guard.close();
  int status = is_error ? upstream.status : 200;
  if (out.failed && status < 400 && !as_stream) status = 502;
  if (out.failed) outcome_ = "failed";
  const bool is_untouched = is_same_dialect() && !out.changed;
  const std::string_view type = is_untouched ? std::string_view() : as_stream ? stream_type(client_) : kJson;
  auto sending = send_body(status, type, std::move(out.body), is_same_dialect() ? &upstream.headers : nullptr);
  co_await std::move(sending);
}

}  // namespace acode::gateway
