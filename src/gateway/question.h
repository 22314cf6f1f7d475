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

class Question {
 public:
  static Result<Question> read(wire::Dialect dialect, std::string body);

  [[nodiscard]] wire::Dialect dialect() const { return dialect_; }
  [[nodiscard]] const std::string& model() const { return model_; }
  [[nodiscard]] bool wants_stream() const { return wants_stream_; }
  /// The tools as JSON; empty if there are none.
  [[nodiscard]] const std::string& tools() const { return tools_; }
  /// Whether several answers are asked for at once, which nobody but the client can tell apart.
  [[nodiscard]] bool wants_several() const { return wants_several_; }
  /// Whether the client wants to be told of tokens at the end of a stream.
  [[nodiscard]] bool wants_usage() const { return wants_usage_; }
  [[nodiscard]] bool names_one_tool() const { return names_one_tool_; }
  [[nodiscard]] bool has_tool_choice() const { return has_tool_choice_; }
  [[nodiscard]] bool needs_healing() const;
  /// Whether the conversation goes round in circles.
  [[nodiscard]] Repetition repetition() const { return repetition_in(dialect_, document_.root()); }
  [[nodiscard]] const std::string& body() const { return body_; }

  /// All of it. An error if it cannot be understood, which is the client's fault.
  [[nodiscard]] Result<wire::Request> request() const;

 private:
  Question(wire::Dialect dialect, std::string body, json::Document document);

  wire::Dialect dialect_;
  std::string body_;
  json::Document document_;
  std::string model_;
  std::string tools_;
  bool wants_stream_ = false;
  bool wants_several_ = false;
  bool wants_usage_ = true;
  bool names_one_tool_ = false;
  bool has_tool_choice_ = false;
};

}  // namespace acode::gateway
