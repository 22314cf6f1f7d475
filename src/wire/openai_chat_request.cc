// Requests to OpenAI's /v1/chat/completions, and to all who imitate it.
#include "acode/json/reader.h"
#include "wire/fields.h"
#include "wire/object_text.h"
#include "wire/request_form.h"
#include "wire/request_parts.h"

namespace acode::wire::detail {
namespace {

using json::Value;

bool may_lack_messages(Value) { return false; }

// OpenAI's own, and OpenRouter's.
std::string read_effort(Value body, RequestReading& reading) {
  std::string effort = reading.text(body, "reasoning_effort");
  const auto reasoning = object_in(body, "reasoning");
  return effort.empty() && reasoning ? reading.text(*reasoning, "effort") : effort;
}

void read_settings(Value body, RequestReading& reading, Request& out) {
  out.model = reading.text(body, "model");
  out.stream = reading.flag(body, "stream");
  if (const auto options = reading.object(body, "stream_options")) {
    out.stream_usage = reading.flag(*options, "include_usage");
  }
  out.max_tokens = reading.count(body, "max_completion_tokens");
  if (!out.max_tokens) out.max_tokens = reading.count(body, "max_tokens");
  out.temperature = reading.number(body, "temperature");
  out.top_p = reading.number(body, "top_p");
  out.seed = reading.integer(body, "seed");
  out.stop = read_strings(body, "stop", reading);
  if (const auto format = reading.object(body, "response_format")) {
    out.format = read_openai_format(*format, "json_schema", reading);
  }
  out.reasoning_effort = read_effort(body, reading);
  out.tool_choice = read_tool_choice(body, reading);
  out.parallel_calls = reading.flag(body, "parallel_tool_calls");
}

std::string text_part(std::string_view text) { return ObjectText().string("type", "text").string("text", text).take(); }

std::string image_part(const ImagePart& image) {
  const std::string inner = ObjectText().string("url", url_of(image)).take();
  return ObjectText().string("type", "image_url").json("image_url", inner).take();
}

std::string call_text(const WireCall& call) {
  const std::string function = ObjectText().string("name", call.name).string("arguments", call.arguments).take();
  return ObjectText().string("id", call.id).string("type", "function").json("function", function).take();
}

// A call of a custom tool came as it is, and stands among the calls.
bool is_custom_call(std::string_view json) {
  const auto entry = json::parse(json, {kMaxTextBytes, kRequestLimits.max_depth});
  return entry && object_in(entry->root(), "custom");
}

struct Words {
  std::vector<std::string> content;
  std::vector<std::string> reasoning;
  std::vector<std::string> calls;

  void take(const TextPart& part) { content.push_back(text_part(part.text)); }
  void take(const ImagePart& part) { content.push_back(image_part(part)); }
  void take(const ReasoningPart& part) { reasoning.push_back(part.text); }
  void take(const WireCall& part) { calls.push_back(call_text(part)); }
  void take(const ResultPart&) {}
  void take(const OtherPart& part) { (is_custom_call(part.json) ? calls : content).push_back(part.json); }

  // The usual is a string; nothing is null only beside calls.
  [[nodiscard]] std::string content_text(const Message& message) const {
    if (content.empty()) return calls.empty() ? "\"\"" : "null";
    const std::vector<const TextPart*> texts = parts_of<TextPart>(message);
    return content.size() == 1 && texts.size() == 1 ? quoted(texts.front()->text) : array_text(content);
  }
};

std::string words_message(const Message& message) {
  constexpr std::string_view kRoles[] = {"system", "user", "assistant", "user"};
  Words words;
  for (const Part& part : message.parts) std::visit([&words](const auto& which) { words.take(which); }, part);
  ObjectText out;
  out.string("role", kRoles[static_cast<std::size_t>(message.role)]).json("content", words.content_text(message));
  if (!words.reasoning.empty()) out.string("reasoning_content", joined(words.reasoning));
  if (!words.calls.empty()) out.json("tool_calls", array_text(words.calls));
  return out.take();
}

std::string result_message(const ResultPart& result) {
  ObjectText out;
  out.string("role", "tool").string("tool_call_id", result.call_id).string("content", result_text(result));
  return out.take();
}

// A tool's message has text only.
void write_result_images(const std::vector<const ResultPart*>& results, std::vector<std::string>& out) {
  std::vector<std::string> images;
  for (const ResultPart* result : results) {
    for (const ImagePart& image : result->images) images.push_back(image_part(image));
  }
  if (images.empty()) return;
  out.push_back(ObjectText().string("role", "user").json("content", array_text(images)).take());
}

void write_message(const Message& message, std::vector<std::string>& out) {
  const std::vector<const ResultPart*> results = parts_of<ResultPart>(message);
  for (const ResultPart* result : results) out.push_back(result_message(*result));
  write_result_images(results, out);
  if (results.empty() || results.size() < message.parts.size()) out.push_back(words_message(message));
}

std::string write_system(const std::vector<std::string>& texts) { return quoted(joined(texts)); }

std::string write_tool(const ToolDefinition& tool, bool) {
  ObjectText function;
  function.string("name", tool.name);
  if (!tool.description.empty()) function.string("description", tool.description);
  if (!tool.parameters.empty()) function.json("parameters", tool.parameters);
  if (tool.strict) function.boolean("strict", *tool.strict);
  return ObjectText().string("type", "function").json("function", function.take()).take();
}

std::string format_text(const AnswerFormat& format) {
  if (format.kind == AnswerFormat::Kind::kJson) return ObjectText().string("type", "json_object").take();
  ObjectText schema;
  schema.string("name", format.name.empty() ? "answer" : std::string_view(format.name));
  if (!format.schema.empty()) schema.json("schema", format.schema);
  if (format.strict) schema.boolean("strict", *format.strict);
  return ObjectText().string("type", "json_schema").json("json_schema", schema.take()).take();
}

// The others always tell what a stream has cost, and so whoever speaks them waits for it.
std::optional<bool> asks_for_usage(const Request& request) {
  const bool own = request.dialect == Dialect::kOpenAiChat;
  if (own || request.stream_usage) return request.stream_usage;
  return request.stream.value_or(false) ? std::optional(true) : std::nullopt;
}

void write_effort(const Request& request, Members& out) {
  if (request.reasoning_effort.empty()) return;
  const std::string_view effort = openai_effort(request.reasoning_effort);
  if (came_with(request, Dialect::kOpenAiChat, "reasoning") &&
      !came_with(request, Dialect::kOpenAiChat, "reasoning_effort")) {
    put_json(out, "reasoning", ObjectText().string("effort", effort).take());
  } else {
    put_text(out, "reasoning_effort", effort);
  }
}

Members write_settings(const Request& request, bool with_tools) {
  Members out;
  put_text(out, "model", request.model);
  put_flag(out, "stream", request.stream);
  if (const auto usage = asks_for_usage(request)) {
    put_json(out, "stream_options", ObjectText().boolean("include_usage", *usage).take());
  }
  // The old name is the one that all understand.
  put_count(out,
            came_with(request, Dialect::kOpenAiChat, "max_completion_tokens") ? "max_completion_tokens" : "max_tokens",
            request.max_tokens);
  put_number(out, "temperature", request.temperature);
  put_number(out, "top_p", request.top_p);
  if (request.seed) put_json(out, "seed", std::to_string(*request.seed));
  if (!request.stop.empty()) put_json(out, "stop", strings_text(request.stop));
  if (request.format.kind != AnswerFormat::Kind::kText) put_json(out, "response_format", format_text(request.format));
  write_effort(request, out);
  if (with_tools) write_tool_choice(request, false, out);
  return out;
}

}  // namespace

const RequestForm kOpenAiChatRequest = {
    .messages = "messages",
    .system = "",
    .streams_unless_told = false,
    .has_tool_choice = true,
    .needs_ids = true,
    .narrow_ids = false,
    .reads_text = false,
    .takes_foreign_reasoning = true,
    .may_lack_messages = may_lack_messages,
    .read_message = read_chat_message,
    .read_settings = read_settings,
    .arrange = join_turns,
    .write_message = write_message,
    .write_system = write_system,
    .write_tool = write_tool,
    .write_settings = write_settings,
};

}  // namespace acode::wire::detail
