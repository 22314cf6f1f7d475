// Looking up what matters in a request.
#include "gateway/question.h"

#include <utility>

#include "gateway/heal.h"
#include "gateway/ready_tools.h"
#include "json/brackets.h"
#include "json/known_members.h"
#include "json/machine.h"

namespace acode::gateway {
namespace {

using json::Value;
using wire::Dialect;

bool is_true(Value body, std::string_view name) {
  const auto member = body.find(name);
  return member && member->as_bool();
}

// Ollama streams unless told not to.
bool streams(Dialect dialect, Value body) {
  const auto stream = body.find("stream");
  return stream && stream->is_boolean() ? stream->as_bool() : dialect == Dialect::kOllama;
}

// Only OpenAI's clients have to ask for them.
bool asks_for_usage(Dialect dialect, Value body) {
  const auto options = body.find("stream_options");
  return dialect != Dialect::kOpenAiChat || (options && is_true(*options, "include_usage"));
}

bool names_tool(Value body) {
  const auto choice = body.find("tool_choice");
  return choice && choice->is_object() && (choice->find("name") || choice->find("function"));
}

// `"none"`, or Anthropic's `{"type": "none"}`.
bool is_none(Value choice) {
  const auto type = choice.find("type");
  return choice.as_string() == "none" || (type && type->as_string() == "none");
}

}  // namespace

/// Notes where the tools stand while the body is read. Those that are known are JSON, and need not be read again: often they
/// are most of a request.
class Question::KnownTools : public json::detail::KnownMembers {
 public:
  KnownTools(std::string_view body, const ToolCache* cache) : body_(body), cache_(cache) {}

  std::size_t known_length(std::string_view name, std::string_view text) override {
    if (name != "tools") return 0;
    const std::string_view tools = text.substr(0, length_in(text));
    place_ = {static_cast<std::size_t>(text.data() - body_.data()), tools.size()};  // of several the last counts
    return !tools.empty() && cache_ != nullptr && cache_->knows(tools) ? tools.size() : 0;
  }

  [[nodiscard]] const Place& place() const { return place_; }

 private:
  // Most requests have the tools of the one before, and these need not be gone through.
  [[nodiscard]] std::size_t length_in(std::string_view text) const {
    const std::string_view last = cache_ == nullptr ? std::string_view() : cache_->last();
    if (!last.empty() && text.starts_with(last)) return last.size();
    return text.starts_with('[') || text.starts_with('{') ? json::detail::closed_bracket(text) : 0;
  }

  std::string_view body_;
  const ToolCache* cache_;
  Place place_;
};

// The values are not kept: the answer may take hours.
Question::Question(Dialect dialect, std::string body, Value root, const Place& tools)
    : dialect_(dialect), body_(std::move(body)), tools_(tools) {
  if (const auto model = root.find("model")) model_ = model->as_string();
  const auto listed = root.find("tools");
  if (listed && !listed->is_null() && listed->size() == 0) tools_ = {};  // known ones are null here, and never empty
  wants_stream_ = streams(dialect, root);
  const auto many = root.find("n");
  wants_several_ = many && many->as_int64().value_or(1) > 1;
  wants_usage_ = asks_for_usage(dialect, root);
  names_one_tool_ = names_tool(root);
  const auto choice = root.find("tool_choice");
  has_tool_choice_ = choice && !choice->is_null();
  forbids_calls_ = choice && is_none(*choice);
  needs_healing_ = gateway::needs_healing(dialect, root);
  if (!this->tools().empty()) repetition_ = repetition_in(dialect, root);
}

void Question::leave_tools_to(std::string_view owner) {
  if (tools_.size == 0 || !left_tools_.empty() || tools() != owner) return;
  const std::string_view all = body_;
  std::string rest;
  rest.reserve(all.size() - tools_.size);
  rest.append(all.substr(0, tools_.at)).append(all.substr(tools_.at + tools_.size));
  body_ = std::move(rest);
  left_tools_ = owner;
}

std::string Question::whole_body() const {
  std::string all = body_;
  return all.insert(tools_.at, left_tools_);
}

std::string_view Question::tools() const {
  return left_tools_.empty() ? std::string_view(body_).substr(tools_.at, tools_.size) : left_tools_;
}

Result<Question> Question::read(Dialect dialect, std::string body, const ToolCache* known) {
  json::detail::Machine machine(wire::kRequestLimits);
  KnownTools tools(body, known);
  if (!machine.read(body, tools)) return *machine.error();
  if (!machine.value().is_object()) {
    Error error;
    error.code = ErrorCode::kInvalidJson;
    error.message = "the body of the request is not a JSON object";
    return error;
  }
  return Question(dialect, std::move(body), machine.value(), tools.place());
}

Result<wire::Request> Question::request() const {
  return left_tools_.empty() ? wire::decode_request(dialect_, body_) : wire::decode_request(dialect_, whole_body());
}

}  // namespace acode::gateway
