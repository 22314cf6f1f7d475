// A client's request to a model, as far as the gateway has to know it; and the request that the upstream gets instead.
//
//   auto question = Question::read(wire::Dialect::kAnthropic, std::move(body));
//   if (!question) return refuse(question.error());
//   std::string_view onward = question->body();          // as it came, until something has to be changed
//
// Most requests go on as they came: only what every one of them needs is looked up in the JSON. All of it is taken apart
// (request()) when something has to be changed, or asked again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "acode/error.h"
#include "acode/json/value.h"
#include "acode/wire/request.h"
#include "acode/wire/wire.h"
#include "gateway/repetition.h"

namespace acode::gateway {

class ToolCache;

class Question {
 public:
  /// Tools that the cache knows are not read again.
  static Result<Question> read(wire::Dialect dialect, std::string body, const ToolCache* known = nullptr);

  [[nodiscard]] wire::Dialect dialect() const { return dialect_; }
  [[nodiscard]] const std::string& model() const { return model_; }
  [[nodiscard]] bool wants_stream() const { return wants_stream_; }
  /// The tools as JSON, as they stand in the body; empty if there are none.
  [[nodiscard]] std::string_view tools() const;
  /// Whether several answers are asked for at once, which nobody but the client can tell apart.
  [[nodiscard]] bool wants_several() const { return wants_several_; }
  /// Whether the client wants to be told of tokens at the end of a stream.
  [[nodiscard]] bool wants_usage() const { return wants_usage_; }
  [[nodiscard]] bool names_one_tool() const { return names_one_tool_; }
  [[nodiscard]] bool has_tool_choice() const { return has_tool_choice_; }
  /// Whether the model may call none of the tools: what looks like a call is text.
  [[nodiscard]] bool forbids_calls() const { return forbids_calls_; }
  [[nodiscard]] bool needs_healing() const { return needs_healing_; }
  /// Whether the conversation goes round in circles; looked up if there are tools.
  [[nodiscard]] const Repetition& repetition() const { return repetition_; }
  /// As it came; not to be asked for once its tools were left to somebody else.
  [[nodiscard]] std::string_view body() const { return body_; }
  /// The same at any time.
  [[nodiscard]] std::string whole_body() const;

  /// Lets go of its tools, if they are these, which must outlive it: they are most of many a request, and an answer may take
  /// hours.
  void leave_tools_to(std::string_view owner);

  /// All of it. An error if it cannot be understood, which is the client's fault.
  [[nodiscard]] Result<wire::Request> request() const;

 private:
  /// A part of the body.
  struct Place {
    std::size_t at = 0;
    std::size_t size = 0;
  };

  class KnownTools;

  Question(wire::Dialect dialect, std::string body, json::Value root, const Place& tools);

  wire::Dialect dialect_;
  std::string body_;
  std::string model_;
  Place tools_;
  std::string_view left_tools_;  // if they no longer stand there
  bool wants_stream_ = false;
  bool wants_several_ = false;
  bool wants_usage_ = true;
  bool names_one_tool_ = false;
  bool has_tool_choice_ = false;
  bool forbids_calls_ = false;
  bool needs_healing_ = false;
  Repetition repetition_;
};

}  // namespace acode::gateway
