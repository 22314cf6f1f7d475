// What becomes of calls with an error: the model is asked again, within the budget, and all is written into the books.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "acode/retry/second_answer.h"
#include "gateway/chat_exchange.h"
#include "gateway/emulate.h"

namespace acode::gateway {

using net::Task;
using pipeline::ToolCall;

bool ChatExchange::has_budget() const {
  return spent_.input + spent_.output <= settings_->budget.tokens && time_left().count() > 0;
}

// For asking again.
std::chrono::milliseconds ChatExchange::time_left() const {
  const auto since = std::chrono::steady_clock::now() - first_failure_.value_or(std::chrono::steady_clock::now());
  return settings_->budget.time - std::chrono::duration_cast<std::chrono::milliseconds>(since);
}

Task<> ChatExchange::settle(std::vector<JudgedCall*> rejected, std::string text, pipeline::ParseResult& result) {
  first_failure_ = std::chrono::steady_clock::now();
  for (JudgedCall* judged : rejected) {
    auto climbing = climb(*judged, text, result);
    co_await std::move(climbing);
  }
}

// Up the ladder with one call, until it is right or enough was asked.
Task<> ChatExchange::climb(JudgedCall& judged, std::string text, pipeline::ParseResult& result) {
  SettledCall settled;
  const std::string model = question_->model();
  Recorder& recorder = gateway_.recorder();
  const auto begun = std::chrono::steady_clock::now();
  retry::Ladder ladder(judged.call, tools_->loaded.tools.find(judged.call.name), settings_->retry);
  while (mode_ == GuardMode::kFull && has_budget() && !exchange_.client_gone() &&
         recorder.may_ask_again(model, settings_->breaker)) {
    const std::optional<retry::Plan> plan = ladder.next(gateway_.random());
    if (!plan) break;
    auto sleeping = exchange_.sleep(plan->delay);
    const bool is_there = co_await std::move(sleeping);
    if (!is_there) break;
    auto stepping = take_step(*plan, ladder, text, settled);
    std::optional<ToolCall> good = co_await std::move(stepping);
    if (settled.withdrawn) {
      judged.said_instead = text;
      break;
    }
    if (!good) continue;
    good->id = judged.call.id;
    good->index = judged.call.index;
    settled.earlier.push_back({settled.rung, ladder.call()});
    settled.rung = retry::rung_name(plan->rung);
    judged.call = std::move(*good);
    judged.as_sent = false;
    recorder.asked_with_success(model, settings_->breaker);
    break;
  }
  if (judged.is_bad() && !exchange_.client_gone()) {
    ToolCall last = ladder.exhausted();
    last.id = judged.call.id;
    last.index = judged.call.index;
    judged.call = std::move(last);
    if (ladder.retries() > 0) recorder.asked_in_vain(model, settings_->breaker);
  }
  settled.call = judged.call;
  settled.retries = ladder.retries();
  settled.retry_time = std::chrono::steady_clock::now() - begun;
  result.retries += ladder.retries();
  settled_.push_back(std::move(settled));
}

Task<std::optional<ToolCall>> ChatExchange::take_step(const retry::Plan& plan, retry::Ladder& ladder, std::string& text,
                                                      SettledCall& settled) {
  std::optional<ToolCall> good;
  const UpstreamSettings& upstream = settings_->upstream;
  Result<wire::Request> original =
      changed_body_.empty() ? question_->request() : wire::decode_request(upstream.dialect, changed_body_);
  if (!original) co_return good;
  wire::Request again =
      retry::second_request({*original, text, ladder.call(), tools_->loaded.tools}, plan, upstream.constraint_style);
  again.stream = false;
  again.stream_usage.reset();
  const std::string body = wire::encode_request(upstream.dialect, again);
  net::HttpRequest request = upstream_request();
  trace_.begin_upstream(request, upstream, question_->model(), retry::rung_name(plan.rung));
  net::Fetch fetch(gateway_.upstreams(), request);
  net::ClientTimeouts timeouts = upstream.timeouts();
  timeouts.total_timeout = time_left();
  fetch.set_timeouts(timeouts);
  fetch.send_body(body);
  fetch_ = &fetch;
  ++attempts_;
  gateway_.recorder().asking_again(correlation_id_, ladder.call(), plan);
  auto beginning = fetch.begin();
  const bool has_head = co_await std::move(beginning);
  std::string received;
  bool is_whole = false;
  if (has_head) {
    auto reading = read_whole(fetch, received);
    is_whole = co_await std::move(reading);
  }
  fetch_ = nullptr;
  if (!is_whole) {
    upstream_ended(fetch, {});
    co_return good;
  }
  const wire::Answer answer = wire::decode(upstream.dialect, received, {}, tools_->names);
  upstream_ended(fetch, answer.usage);
  spent_ = spent_ + answer.usage;
  settled.tokens += answer.usage.input + answer.usage.output;
  retry::SecondAnswer second =
      retry::read_second_answer(answer, tools_->pipeline.process(received, pipeline::Input::kResponse),
                                ladder.call().name, plan, tools_->pipeline);
  if (!second.call) {
    ladder.failed();
    // Words are as good an answer as a call, if no call was demanded.
    settled.withdrawn = second.plain_text && !missing_call(demanded_);
    if (settled.withdrawn) text = answer.text;
    co_return good;
  }
  refuse_if_repeated(repetition_, *second.call);
  if (second.call->ok()) {
    good = std::move(second.call);
    co_return good;
  }
  second.call->id = ladder.call().id;
  settled.earlier.push_back({settled.rung, ladder.call()});
  settled.rung = retry::rung_name(plan.rung);
  text = answer.text;
  const schema::Tool* const tool = tools_->loaded.tools.find(second.call->name);
  ladder.failed(std::move(*second.call), tool);
  co_return good;
}

// The calls that were good at once are in the result, for the last time; those that were not have been settled.
void ChatExchange::record(pipeline::ParseResult& result) {
  Recorder& recorder = gateway_.recorder();
  const std::string& model = question_->model();
  for (ToolCall& call : result.calls) {
    SettledCall settled;
    settled.as_sent = is_as_sent(call);
    settled.call = std::move(call);
    if (!settled.as_sent) ++repairs_;
    trace_.add_call(settled, result);
    recorder.settled(model, result, std::move(settled));
  }
  for (SettledCall& settled : settled_) {
    trace_.add_call(settled, result);
    recorder.settled(model, result, std::move(settled));
  }
  recorder.metrics().count_tokens(model, "answer", result.usage.input + result.usage.output);
  if (repairs_ > 0) outcome_ = "repaired";
  if (!settled_.empty()) outcome_ = "retried";
}

}  // namespace acode::gateway
