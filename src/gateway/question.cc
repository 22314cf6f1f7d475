// Looking up what matters in a request.
#include "gateway/question.h"

#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "gateway/heal.h"
#include "gateway/raw_member.h"
#include "gateway/ready_tools.h"

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

}  // namespace

// The document is not kept: the answer may take hours.
Question::Question(Dialect dialect, std::string body, const json::Document& document, const Place& tools)
    : dialect_(dialect), body_(std::move(body)), tools_(tools) {
  const Value root = document.root();
  if (const auto model = root.find("model")) model_ = model->as_string();
  if (tools_.size == 0) note_tools(root);
  wants_stream_ = streams(dialect, root);
  const auto many = root.find("n");
  wants_several_ = many && many->as_int64().value_or(1) > 1;
  wants_usage_ = asks_for_usage(dialect, root);
  names_one_tool_ = names_tool(root);
  const auto choice = root.find("tool_choice");
  has_tool_choice_ = choice && !choice->is_null();
  needs_healing_ = gateway::needs_healing(dialect, root);
  if (!this->tools().empty()) repetition_ = repetition_in(dialect, root);
}

// Where they stand, which is a tenth of the work of writing them. A name with an escape in it is found by nobody but the
// reader.
void Question::note_tools(Value root) {
  const auto tools = root.find("tools");
  if (!tools || tools->size() == 0) return;
  tools_ = place_of(body_, raw_member(body_, "tools"));
  if (tools_.size == 0) written_tools_ = json::write(*tools);
}

Question::Place Question::place_of(const std::string& body, std::string_view part) {
  if (part.empty()) return {};
  return {static_cast<std::size_t>(part.data() - body.data()), part.size()};
}

void Question::leave_tools_to(std::string_view owner) {
  if (tools_.size == 0 || tools() != owner) return;
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
  if (!left_tools_.empty()) return left_tools_;
  return written_tools_.empty() ? std::string_view(body_).substr(tools_.at, tools_.size) : written_tools_;
}

Result<Question> Question::read(Dialect dialect, std::string body, const ToolCache* known) {
  if (known != nullptr) {
    const std::string_view tools = raw_member(body, "tools", known->last());
    if (!tools.empty() && known->knows(tools)) {
      std::optional<Question> question = read_without_tools(dialect, body, place_of(body, tools));
      if (question) return std::move(*question);
    }
  }
  Result<json::Document> document = json::parse(body, wire::kRequestLimits);
  if (!document) return document.error();
  if (!document->root().is_object()) {
    Error error;
    error.code = ErrorCode::kInvalidJson;
    error.message = "the body of the request is not a JSON object";
    return error;
  }
  return Question(dialect, std::move(body), *document, {});
}

// Tools that are known are JSON, and need not be read again: often they are most of a request. With another value in their
// place the rest is JSON if and only if the whole is. Takes the body only if that is so.
std::optional<Question> Question::read_without_tools(Dialect dialect, std::string& body, const Place& tools) {
  const std::string_view all = body;
  std::string rest;
  rest.reserve(body.size() - tools.size + 2);
  rest.append(all.substr(0, tools.at)).append("[]").append(all.substr(tools.at + tools.size));
  Result<json::Document> document = json::parse(rest, wire::kRequestLimits);
  if (!document || !document->root().is_object()) return std::nullopt;
  return Question(dialect, std::move(body), *document, tools);
}

Result<wire::Request> Question::request() const {
  return left_tools_.empty() ? wire::decode_request(dialect_, body_) : wire::decode_request(dialect_, whole_body());
}

}  // namespace acode::gateway
