// Requests to OpenAI's /v1/responses: a conversation of items, one for each message, call, result and thought.
#include "acode/json/writer.h"
#include "wire/fields.h"
#include "wire/object_text.h"
#include "wire/request_form.h"
#include "wire/request_parts.h"

namespace acode::wire::detail {
namespace {

using json::Value;

// The conversation may be the provider's to know.
bool may_lack_messages(Value body) {
  for (const std::string_view name : {"previous_response_id", "prompt", "conversation"}) {
    if (RequestReading::any(body, name)) return true;
  }
  return false;
}

// The texts of a list of parts, one a line.
std::string texts_of(Value item, std::string_view name) {
  std::vector<std::string> texts;
  if (const auto parts = array_in(item, name)) {
    for (const Value part : parts->elements()) texts.emplace_back(string_in(part, "text"));
  }
  return joined(texts);
}

Message read_reasoning(Value item, RequestReading& reading) {
  std::string text = texts_of(item, "summary");
  if (text.empty()) text = texts_of(item, "content");
  return {Role::kAssistant, {ReasoningPart{std::move(text), reading.text(item, "encrypted_content")}}, {}};
}

Message read_call(Value item, RequestReading& reading) {
  return {Role::kAssistant,
          {WireCall{reading.text(item, "call_id"), reading.text(item, "name"), read_arguments(item.find("arguments")),
                    true}},
          {}};
}

Message read_output(Value item, RequestReading& reading) {
  ResultPart result = read_result(item, "output", reading);
  result.call_id = reading.text(item, "call_id");
  return {Role::kTool, {std::move(result)}, {}};
}

Message read_message(Value item, RequestReading& reading) {
  if (item.is_string()) return {Role::kUser, {TextPart{std::string(item.as_string())}}, {}};
  const std::string type = reading.text(item, "type");
  if (type.empty() || type == "message") return read_chat_message(item, reading);
  if (type == "function_call") return read_call(item, reading);
  if (type == "function_call_output") return read_output(item, reading);
  if (type == "reasoning") return read_reasoning(item, reading);
  return {Role::kAssistant, {OtherPart{json::write(item)}}, {}};
}

void read_settings(Value body, RequestReading& reading, Request& out) {
  out.model = reading.text(body, "model");
  out.stream = reading.flag(body, "stream");
  out.max_tokens = reading.count(body, "max_output_tokens");
  out.temperature = reading.number(body, "temperature");
  out.top_p = reading.number(body, "top_p");
  if (const auto text = reading.object(body, "text")) {
    if (const auto format = reading.object(*text, "format")) out.format = read_openai_format(*format, "", reading);
  }
  if (const auto reasoning = reading.object(body, "reasoning")) {
    out.reasoning_effort = reading.text(*reasoning, "effort");
  }
  out.tool_choice = read_tool_choice(body, reading);
  out.parallel_calls = reading.flag(body, "parallel_tool_calls");
}

std::string text_part(std::string_view text) {
  return ObjectText().string("type", "input_text").string("text", text).take();
}

std::string image_part(const ImagePart& image) {
  return ObjectText().string("type", "input_image").string("image_url", url_of(image)).take();
}

std::string message_item(std::string_view role, std::string_view content) {
  return ObjectText().string("type", "message").string("role", role).json("content", content).take();
}

std::string reasoning_item(const ReasoningPart& part) {
  std::vector<std::string> summary;
  if (!part.text.empty()) {
    summary.push_back(ObjectText().string("type", "summary_text").string("text", part.text).take());
  }
  ObjectText out;
  out.string("type", "reasoning").json("summary", array_text(summary));
  if (!part.signature.empty()) out.string("encrypted_content", part.signature);
  return out.take();
}

std::string call_item(const WireCall& call) {
  ObjectText out;
  out.string("type", "function_call").string("call_id", call.id).string("name", call.name);
  return out.string("arguments", call.arguments).take();
}

std::string output_item(const ResultPart& result) {
  const std::string text = result_text(result);
  std::vector<std::string> parts;
  if (!text.empty()) parts.push_back(text_part(text));
  for (const ImagePart& image : result.images) parts.push_back(image_part(image));
  ObjectText out;
  out.string("type", "function_call_output").string("call_id", result.call_id);
  return out.json("output", result.images.empty() ? quoted(text) : array_text(parts)).take();
}

// Each part of what the assistant said is an item.
struct SpokenItems {
  std::vector<std::string>& out;  // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members): it lives for one call

  void operator()(const TextPart& part) const { out.push_back(message_item("assistant", quoted(part.text))); }
  void operator()(const ImagePart&) const {}  // it cannot have shown one
  void operator()(const ReasoningPart& part) const { out.push_back(reasoning_item(part)); }
  void operator()(const WireCall& part) const { out.push_back(call_item(part)); }
  void operator()(const ResultPart& part) const { out.push_back(output_item(part)); }
  void operator()(const OtherPart& part) const { out.push_back(part.json); }
};

// The parts of a message to the assistant are its content; a text alone is that text.
std::string content_text(const Message& message) {
  std::vector<std::string> parts;
  for (const Part& part : message.parts) {
    if (const auto* text = std::get_if<TextPart>(&part)) parts.push_back(text_part(text->text));
    if (const auto* image = std::get_if<ImagePart>(&part)) parts.push_back(image_part(*image));
    if (const auto* other = std::get_if<OtherPart>(&part)) parts.push_back(other->json);
  }
  const std::vector<const TextPart*> texts = parts_of<TextPart>(message);
  if (parts.empty()) return "\"\"";
  return parts.size() == 1 && texts.size() == 1 ? quoted(texts.front()->text) : array_text(parts);
}

void write_message(const Message& message, std::vector<std::string>& out) {
  if (message.role == Role::kAssistant) {
    for (const Part& part : message.parts) std::visit(SpokenItems{out}, part);
    if (message.parts.empty()) out.push_back(message_item("assistant", "\"\""));
    return;
  }
  const std::vector<const ResultPart*> results = parts_of<ResultPart>(message);
  for (const ResultPart* result : results) out.push_back(output_item(*result));
  if (!results.empty() && results.size() == message.parts.size()) return;
  out.push_back(message_item(message.role == Role::kSystem ? "system" : "user", content_text(message)));
}

std::string write_system(const std::vector<std::string>& texts) { return quoted(joined(texts)); }

// Here a tool is strict unless it says that it is not; elsewhere it is the other way round.
std::string write_tool(const ToolDefinition& tool, bool own) {
  ObjectText out;
  out.string("type", "function").string("name", tool.name);
  if (!tool.description.empty()) out.string("description", tool.description);
  out.json("parameters", tool.parameters.empty() ? kNoParameters : std::string_view(tool.parameters));
  if (tool.strict || !own) out.boolean("strict", tool.strict.value_or(false));
  return out.take();
}

std::string format_text(const AnswerFormat& format) {
  if (format.kind == AnswerFormat::Kind::kJson) return ObjectText().string("type", "json_object").take();
  ObjectText out;
  out.string("type", "json_schema").string("name", format.name.empty() ? "answer" : std::string_view(format.name));
  if (!format.schema.empty()) out.json("schema", format.schema);
  if (format.strict) out.boolean("strict", *format.strict);
  return out.take();
}

Members write_settings(const Request& request, bool with_tools) {
  Members out;
  put_text(out, "model", request.model);
  put_flag(out, "stream", request.stream);
  put_count(out, "max_output_tokens", request.max_tokens);
  put_number(out, "temperature", request.temperature);
  put_number(out, "top_p", request.top_p);
  if (request.format.kind != AnswerFormat::Kind::kText) {
    put_json(out, "text", ObjectText().json("format", format_text(request.format)).take());
  }
  if (!request.reasoning_effort.empty()) {
    put_json(out, "reasoning", ObjectText().string("effort", openai_effort(request.reasoning_effort)).take());
  }
  if (with_tools) write_tool_choice(request, true, out);
  return out;
}

}  // namespace

const RequestForm kOpenAiResponsesRequest = {
    .messages = "input",
    .system = "instructions",
    .streams_unless_told = false,
    .has_tool_choice = true,
    .needs_ids = true,
    .narrow_ids = false,
    .reads_text = true,
    .takes_foreign_reasoning = false,
    .may_lack_messages = may_lack_messages,
    .read_message = read_message,
    .read_settings = read_settings,
    .arrange = join_turns,
    .write_message = write_message,
    .write_system = write_system,
    .write_tool = write_tool,
    .write_settings = write_settings,
};

}  // namespace acode::wire::detail
