// The story of one question: a client's request in, a guarded answer out (GW-1 to GW-5).
//
//   read the request → make the upstream's out of it → send it      (the other way round if it surely needs no change)
//     → nothing to guard: the answer passes
//     → a stream: prose passes at once, calls when they are valid; what is not is asked for again
//     → a whole body: the same, and then sent
//
// Lives in the coroutine that serves the request.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/wire/request.h"
#include "gateway/body_guard.h"
#include "gateway/exchange_trace.h"
#include "gateway/loop_gateway.h"
#include "gateway/question.h"
#include "gateway/stream_guard.h"
#include "net/fetch.h"
#include "net/server.h"

namespace acode::gateway {

class ChatExchange {
 public:
  ChatExchange(LoopGateway& gateway, net::Exchange& exchange, wire::Dialect client);
  ChatExchange(const ChatExchange&) = delete;
  ChatExchange& operator=(const ChatExchange&) = delete;
  ~ChatExchange();

  net::Task<> run();

 private:
  using Time = std::chrono::steady_clock::time_point;

  net::Task<> serve();

  // the request
  net::Task<bool> read_body();
  bool read_question();
  bool read_mode();
  bool prepare();
  bool refuse(int status, std::string_view code, std::string message);
  [[nodiscard]] bool is_passed_as_it_came() const;
  [[nodiscard]] bool may_pass_unread() const;
  void read_meanwhile();
  [[nodiscard]] bool has_nothing_to_guard() const;
  [[nodiscard]] bool is_same_dialect() const { return client_ == settings_->upstream.dialect; }
  [[nodiscard]] net::HttpRequest upstream_request() const;
  [[nodiscard]] GuardPlan guard_plan() const;

  net::Task<> ask();
  void upstream_ended(net::Fetch& fetch, const wire::Usage& usage);
  [[nodiscard]] bool puts_tools_in_prompt() const;

  // the answer
  net::Task<> answer_refusal();
  net::Task<> answer(net::Fetch& fetch);
  net::Task<> pass(net::Fetch& fetch);
  net::Task<> guard_stream(net::Fetch& fetch);
  net::Task<> guard_body(net::Fetch& fetch);
  net::Task<bool> read_whole(net::Fetch& fetch, std::string& body);
  net::Task<> send_body(int status, std::string_view content_type, std::string body, const net::Headers* passed);
  void tell_outcome(net::Headers& headers) const;
  [[nodiscard]] net::HttpHead head_of(int status, std::string_view content_type, const net::Headers* passed) const;

  // calls with an error: chat_settling.cc
  net::Task<> settle(std::vector<JudgedCall*> rejected, std::string text, pipeline::ParseResult& result);
  net::Task<> climb(JudgedCall& judged, std::string text, pipeline::ParseResult& result);
  net::Task<std::optional<pipeline::ToolCall>> take_step(const retry::Plan& plan, retry::Ladder& ladder,
                                                         std::string& text, SettledCall& settled);
  [[nodiscard]] bool has_budget() const;
  [[nodiscard]] std::chrono::milliseconds time_left() const;
  void record(pipeline::ParseResult& result);

  LoopGateway& gateway_;
  net::Exchange& exchange_;
  wire::Dialect client_;
  std::shared_ptr<const GatewaySettings> settings_;
  Time begun_;
  ExchangeTrace trace_;

  GuardMode mode_ = GuardMode::kFull;
  std::optional<Question> question_;
  std::string changed_body_;   // for the upstream, if it is not the client's
  wire::ToolChoice demanded_;  // that the upstream does not know of
  std::shared_ptr<const ReadyTools> tools_;
  Repetition repetition_;             // that is to be ended
  std::optional<StreamGuard> guard_;  // of a stream
  net::Fetch* fetch_ = nullptr;       // what is waited for

  struct Refusal {
    int status = 400;
    std::string body;
  };
  std::optional<Refusal> refusal_;

  bool lacks_tools_ = false;  // the upstream says that the model has none
  int status_ = 0;            // that the client got
  std::size_t repairs_ = 0;
  unsigned attempts_ = 1;
  std::string_view outcome_ = "passed";
  std::string correlation_id_;
  std::vector<SettledCall> settled_;
  wire::Usage spent_;
  std::optional<Time> first_failure_;
  std::chrono::nanoseconds own_time_{0};  // spent here and not on waiting
};

}  // namespace acode::gateway
