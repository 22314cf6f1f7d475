// Looking up what matters in a request.
#include "gateway/question.h"

#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "gateway/heal.h"

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

Question::Question(Dialect dialect, std::string body, json::Document document)
    : dialect_(dialect), body_(std::move(body)), document_(std::move(document)) {
  const Value root = document_.root();
  if (const auto model = root.find("model")) model_ = model->as_string();
  if (const auto tools = root.find("tools"); tools && tools->size() > 0) tools_ = json::write(*tools);
  wants_stream_ = streams(dialect, root);
  const auto many = root.find("n");
  wants_several_ = many && many->as_int64().value_or(1) > 1;
  wants_usage_ = asks_for_usage(dialect, root);
  names_one_tool_ = names_tool(root);
  const auto choice = root.find("tool_choice");
  has_tool_choice_ = choice && !choice->is_null();
}

Result<Question> Question::read(Dialect dialect, std::string body) {
  Result<json::Document> document = json::parse(body, wire::kRequestLimits);
  if (!document) return document.error();
  if (!document->root().is_object()) {
    Error error;
    error.code = ErrorCode::kInvalidJson;
    error.message = "the body of the request is not a JSON object";
    return error;
  }
  return Question(dialect, std::move(body), std::move(*document));
}

bool Question::needs_healing() const { return gateway::needs_healing(dialect_, document_.root()); }

Result<wire::Request> Question::request() const { return wire::decode_request(dialect_, document_.root()); }

}  // namespace acode::gateway
