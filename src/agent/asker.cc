// The loop. `Run` is one question, from its first request to its last.
#include "agent/asker.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "acode/json/writer.h"
#include "acode/retry/second_answer.h"
#include "agent/answer_reader.h"
#include "agent/second_question.h"
#include "base/utf8.h"

namespace acode::agent {
namespace {

using pipeline::Finding;
using pipeline::ParseResult;
using pipeline::ToolCall;

void add_times(pipeline::StageTimes& sum, const pipeline::StageTimes& other) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += other[i];
}

const Finding* first_error(const ParseResult& result) {
  const auto found = std::find_if(result.findings.begin(), result.findings.end(),
                                  [](const Finding& finding) { return finding.kind == Finding::Kind::kError; });
  return found == result.findings.end() ? nullptr : &*found;
}

// Statuses that mean «not now».
bool is_passing(int status) {
  static constexpr std::array kPassing = {408, 425, 429, 500, 502, 503, 504, 529};
  return std::find(kPassing.begin(), kPassing.end(), status) != kPassing.end();
}

}  // namespace

class Asker::Run {
 public:
  Run(Asker& asker, const Conversation& conversation, AskListener& listener, const net::CancelToken& cancel)
      : asker_(asker), conversation_(conversation), listener_(listener), cancel_(cancel) {}

  Asked finish() {
    if (get_first_answer()) {
      const std::chrono::nanoseconds answered = asker_.clock_.now();
      settle_calls();
      asked_.retry_time = asker_.clock_.now() - answered;
    }
    asked_.result.usage = usage_;
    return std::move(asked_);
  }

 private:
  /// One request and its answer.
  struct Exchange {
    TransportReply reply;
    ParseResult result;
    wire::Answer answer;
  };

  // --- one request ---

  [[nodiscard]] ChatRequest question() const {
    ChatRequest request;
    request.model = asker_.settings_.model;
    request.messages = conversation_;
    request.tools = asker_.tools_json_;
    request.stream = asker_.settings_.streaming;
    request.options = asker_.settings_.options;
    return request;
  }

  Exchange send(const ChatRequest& request, bool is_question, Attempt& attempt) {
    const std::chrono::nanoseconds begun = asker_.clock_.now();
    AnswerReader reader(asker_.pipeline_, asker_.transport_.dialect());
    Exchange exchange;
    exchange.reply = asker_.transport_.send(
        request,
        [&](std::string_view bytes) {
          listener_.fragment(bytes);
          const std::vector<pipeline::SessionEvent> events = reader.feed(bytes);
          if (is_question) tell(events);
          return true;
        },
        cancel_);
    exchange.result = reader.finish();
    exchange.answer = reader.answer();
    if (is_question) tell_rest(exchange.result.content);
    attempt.status = exchange.reply.status;
    attempt.usage = exchange.result.usage;
    attempt.duration = asker_.clock_.now() - begun;
    usage_ = usage_ + exchange.result.usage;
    return exchange;
  }

  void tell(const std::vector<pipeline::SessionEvent>& events) {
    for (const pipeline::SessionEvent& event : events) {
      if (const auto* text = std::get_if<pipeline::Text>(&event)) {
        listener_.text(text->text);
        told_ += text->text.size();
      }
      if (const auto* thought = std::get_if<pipeline::Thought>(&event)) listener_.thought(thought->text);
    }
  }

  /// What was held back, since it might have become a call.
  void tell_rest(std::string_view content) {
    if (content.size() <= told_) return;
    listener_.text(content.substr(told_));
    told_ = content.size();
  }

  // --- the question ---

  /// False if there is none, and `failure` says why.
  bool get_first_answer() {
    Attempt attempt;
    while (true) {
      told_ = 0;
      Exchange exchange = send(question(), true, attempt);
      std::optional<AskFailure> failure = failure_of(exchange);
      note(attempt, failure, exchange.result.rejected.empty() ? nullptr : &exchange.result.rejected.front());
      keep(attempt);
      if (!failure || !may_put_again(*failure, exchange.reply, attempt.number)) {
        asked_.text = std::move(exchange.answer.text);
        asked_.result = std::move(exchange.result);
        asked_.failure = std::move(failure);
        return !asked_.failure;
      }
      const PutAgain again{*failure, attempt.number + 1, wait_before(attempt.number + 1, exchange.reply), told_ > 0};
      listener_.putting_again(again);
      attempt = {};
      attempt.number = again.number;
      if (!pause(again.wait, attempt)) return false;
    }
  }

  [[nodiscard]] bool may_put_again(const AskFailure& failure, const TransportReply& reply, unsigned so_far) const {
    if (failure.kind == AskFailure::Kind::kCancelled || so_far >= asker_.settings_.tool_call.retry.max_retries) {
      return false;
    }
    return reply.error ? reply.error->may_retry() : is_passing(reply.status);
  }

  /// The wait before the question is put again: ours, or what the server asks for if that is longer.
  std::chrono::milliseconds wait_before(unsigned again, const TransportReply& reply) {
    const retry::Policy& policy = asker_.settings_.tool_call.retry;
    const auto wanted =
        std::max(retry::backoff(policy, again, random()), reply.retry_after.value_or(std::chrono::milliseconds(0)));
    return std::min(wanted, std::max(policy.max_delay, policy.delay));
  }

  bool pause(std::chrono::milliseconds duration, Attempt& attempt) {
    const std::chrono::nanoseconds begun = asker_.clock_.now();
    const bool waited = asker_.clock_.wait(duration, cancel_);
    attempt.waited = asker_.clock_.now() - begun;
    if (!waited) asked_.failure = cancelled();
    return waited;
  }

  static AskFailure cancelled() { return {AskFailure::Kind::kCancelled, "", "cancelled", ""}; }

  /// Why this is no answer. An answer with calls in it is one, whatever else is wrong (EX-10).
  [[nodiscard]] std::optional<AskFailure> failure_of(const Exchange& exchange) const {
    if (cancel_.is_cancelled()) return cancelled();
    const ParseResult& result = exchange.result;
    if (result.total_count() > 0) return std::nullopt;
    if (exchange.reply.error) {
      const net::NetError& error = *exchange.reply.error;
      return AskFailure{AskFailure::Kind::kNetwork, std::string(error.code()), error.message, error.hint};
    }
    const Finding* error = first_error(result);
    if (exchange.reply.status < 400 && error == nullptr) return std::nullopt;
    AskFailure failure;
    failure.kind = AskFailure::Kind::kServer;
    failure.code = exchange.reply.status >= 400 ? "HTTP " + std::to_string(exchange.reply.status) : error->code;
    failure.message = error != nullptr ? error->message : "the server answered with an error and no words";
    return failure;
  }

  // --- its calls ---

  void settle_calls() {
    std::vector<ToolCall> rejected = std::move(asked_.result.rejected);
    asked_.result.rejected.clear();
    for (const ToolCall& call : asked_.result.calls) listener_.settled({call, asked_.result, {}, {}});
    for (ToolCall& call : rejected) settle(std::move(call));
    std::stable_sort(asked_.result.calls.begin(), asked_.result.calls.end(),
                     [](const ToolCall& a, const ToolCall& b) { return a.index < b.index; });
  }

  /// A call on its way up the ladder.
  struct Climb {
    retry::Ladder ladder;
    std::string text;                   // of the answer that it was in last
    std::optional<retry::Rung> rung{};  // that it is on
    std::vector<EarlierCall> earlier{};
    bool withdrawn = false;
    std::chrono::nanoseconds begun{0};
    std::uint64_t tokens = 0;
  };

  void settle(ToolCall call) {
    const std::size_t index = call.index;
    const schema::Tool* tool = asker_.tools_.find(call.name);
    Climb climb{retry::Ladder(std::move(call), tool, asker_.settings_.tool_call.retry), asked_.text};
    climb.begun = asker_.clock_.now();
    while (!cancel_.is_cancelled()) {
      if (!breaker_allows(climb.ladder.call())) break;
      const std::optional<retry::Plan> plan = climb.ladder.next(random());
      if (!plan) break;
      std::optional<ToolCall> good = take_step(climb, *plan);
      if (!good && !climb.withdrawn) continue;
      climb.earlier.push_back({climb.rung, climb.ladder.call()});
      climb.rung = plan->rung;
      if (climb.withdrawn) return finish_climb(climb, climb.ladder.call(), asked_.withdrawn);
      asker_.breaker_.recovered();
      good->index = index;
      good->id = climb.ladder.call().id;
      return finish_climb(climb, std::move(*good), asked_.result.calls);
    }
    give_up(climb, index);
  }

  /// The call has come to its end: it goes where it belongs, and whoever listens is told.
  void finish_climb(Climb& climb, ToolCall call, std::vector<ToolCall>& where) {
    asked_.result.retries += climb.ladder.retries();
    const std::chrono::nanoseconds duration =
        climb.ladder.retries() == 0 ? std::chrono::nanoseconds(0) : asker_.clock_.now() - climb.begun;
    listener_.settled({call, asked_.result, climb.rung, std::move(climb.earlier), climb.withdrawn,
                       climb.ladder.retries(), duration, climb.tokens});
    where.push_back(std::move(call));
  }

  /// Whether a call of this error may be asked for again at all now.
  bool breaker_allows(const ToolCall& call) {
    if (asker_.breaker_.allows(asker_.clock_.wall())) return true;
    asked_.breaker_open = asked_.breaker_open || retry::may_retry(call.error()->code);
    return false;
  }

  /// One rung: the call, if it is right now; else the ladder knows what is wrong.
  std::optional<ToolCall> take_step(Climb& climb, const retry::Plan& plan) {
    const ToolCall& call = climb.ladder.call();
    Attempt attempt;
    attempt.number = plan.attempt;
    attempt.rung = plan.rung;
    attempt.constrained = plan.constrained;
    attempt.tool = call.name;
    attempt.call_id = call.id;
    if (!pause(plan.delay, attempt)) return std::nullopt;
    listener_.asking_again(call, plan);
    Exchange exchange = send(second_request(call, plan, climb.text), false, attempt);
    climb.tokens += attempt.usage.input + attempt.usage.output;
    add_times(asked_.result.times, exchange.result.times);
    const std::optional<AskFailure> failure = failure_of(exchange);
    retry::SecondAnswer second;
    if (!failure) {
      second =
          retry::read_second_answer(exchange.answer, std::move(exchange.result), call.name, plan, asker_.pipeline_);
    }
    note(attempt, failure, second.call ? &*second.call : nullptr);
    if (!failure && !second.call && !second.plain_text) {
      attempt.error_code = "ACODE-TLP-002";
      attempt.error_message = "there is no call in the answer";
    }
    keep(attempt);
    if (second.plain_text) withdraw(climb, exchange.answer.text);
    if (!second.call || second.call->ok()) return std::move(second.call);
    second.call->id = call.id;
    climb.earlier.push_back({climb.rung, call});
    climb.rung = plan.rung;
    climb.text = std::move(exchange.answer.text);
    const schema::Tool* tool = asker_.tools_.find(second.call->name);
    climb.ladder.failed(std::move(*second.call), tool);
    return std::nullopt;
  }

  /// What was wrong with an answer: that it is none, or a call in it, if there is one.
  static void note(Attempt& attempt, const std::optional<AskFailure>& failure, const ToolCall* call) {
    if (failure) {
      attempt.error_code = failure->code;
      attempt.error_message = failure->message;
    } else if (call != nullptr && !call->ok()) {
      attempt.error_code = call->error()->code;
      attempt.error_message = call->error()->message;
    }
  }

  [[nodiscard]] ChatRequest second_request(const ToolCall& call, const retry::Plan& plan,
                                           const std::string& text) const {
    ChatRequest request = question();
    const schema::Tool* tool = plan.whole_call ? nullptr : asker_.tools_.find(call.name);
    const Constraint constraint = tool == nullptr ? constraint_to_any(asker_.tools_) : constraint_to(*tool);
    request.messages = second_question({conversation_, text, call, constraint.tools}, plan);
    request.temperature = plan.temperature;
    request.seed = plan.seed;
    request.more_room = plan.shorter;
    if (plan.constrained) request.constraint = constraint;
    return request;
  }

  /// The model took the call back and answered in words. They are a part of its answer now.
  void withdraw(Climb& climb, const std::string& text) {
    climb.withdrawn = true;
    for (std::string* whole : {&asked_.result.content, &asked_.text}) *whole += (whole->empty() ? "" : "\n") + text;
    Finding finding;
    finding.kind = Finding::Kind::kWarning;
    finding.stage = pipeline::Stage::kExtract;
    finding.code = "withdrawn_call";
    finding.message = "asked for a call again, the model answered in words";
    asked_.result.findings.push_back(std::move(finding));
    listener_.text(text);
  }

  void give_up(Climb& climb, std::size_t index) {
    ToolCall call = climb.ladder.exhausted();
    call.index = index;
    if (climb.ladder.retries() > 0 && !cancel_.is_cancelled()) asker_.breaker_.exhausted(asker_.clock_.wall());
    finish_climb(climb, std::move(call), asked_.result.rejected);
  }

  void keep(const Attempt& attempt) {
    listener_.attempted(attempt);
    asked_.attempts.push_back(attempt);
  }

  double random() { return std::uniform_real_distribution<double>(0, 1)(asker_.random_); }

  Asker& asker_;
  const Conversation& conversation_;
  AskListener& listener_;
  const net::CancelToken& cancel_;
  Asked asked_;
  wire::Usage usage_;
  std::size_t told_ = 0;  // bytes of the answer's text, so far
};

Asker::Asker(Transport& transport, const schema::Toolset& tools, const config::ProviderSettings& settings, Clock& clock,
             retry::Breaker& breaker)
    : transport_(transport),
      tools_(tools),
      settings_(settings),
      clock_(clock),
      breaker_(breaker),
      pipeline_(&tools, settings.tool_call.pipeline),
      tools_json_(tools_json(tools)),
      random_(static_cast<std::minstd_rand::result_type>(clock.wall().time_since_epoch().count())) {}

Asked Asker::ask(const Conversation& conversation, AskListener& listener, const net::CancelToken& cancel) {
  return Run(*this, conversation, listener, cancel).finish();
}

}  // namespace acode::agent
