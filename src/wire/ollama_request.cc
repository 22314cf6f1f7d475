// Requests to Ollama's /api/chat.
#include "acode/json/writer.h"
#include "wire/object_text.h"
#include "wire/request_form.h"
#include "wire/request_parts.h"

namespace acode::wire::detail {
namespace {

using json::Value;

// Without messages it loads the model.
bool may_lack_messages(Value) { return true; }

// Less than 0 means without end, which is the same as not to say it.
std::optional<std::uint64_t> read_num_predict(Value options, RequestReading& reading) {
  const std::optional<std::int64_t> tokens = reading.integer(options, "num_predict");
  return tokens && *tokens >= 0 ? std::optional(static_cast<std::uint64_t>(*tokens)) : std::nullopt;
}

void read_options(Value body, RequestReading& reading, Request& out) {
  const auto options = reading.object(body, "options");
  if (!options) return;
  out.temperature = reading.number(*options, "temperature");
  out.top_p = reading.number(*options, "top_p");
  out.seed = reading.integer(*options, "seed");
  out.max_tokens = read_num_predict(*options, reading);
  out.stop = read_strings(*options, "stop", reading);
}

void read_format(Value body, RequestReading& reading, Request& out) {
  const auto format = RequestReading::any(body, "format");
  if (!format) return;
  if (format->is_object()) {
    out.format = {AnswerFormat::Kind::kSchema, {}, json::write(*format), {}};
  } else if (format->as_string() == "json") {
    out.format.kind = AnswerFormat::Kind::kJson;
  } else if (!format->is_string() || !format->as_string().empty()) {
    reading.wrong(*format, R"("json" or a JSON Schema)");
  }
}

void read_think(Value body, RequestReading& reading, Request& out) {
  const auto think = RequestReading::any(body, "think");
  if (!think) return;
  if (think->is_boolean()) {
    out.reasoning_effort = think->as_bool() ? "medium" : "none";
  } else if (think->is_string()) {
    out.reasoning_effort = think->as_string();
  } else {
    reading.wrong(*think, R"(true, false, "low", "medium" or "high")");
  }
}

void read_settings(Value body, RequestReading& reading, Request& out) {
  out.model = reading.text(body, "model");
  out.stream = reading.flag(body, "stream");
  read_format(body, reading, out);
  read_think(body, reading, out);
  read_options(body, reading, out);
}

// Words and pictures of a message. What is only an address is told.
struct Content {
  std::vector<std::string> texts;
  std::vector<std::string> images;

  void take(const ImagePart& image) {
    if (image.data.empty()) {
      texts.push_back("[image: " + image.url + "]");
    } else {
      images.push_back(quoted(image.data));
    }
  }
  void write(ObjectText& out) const {
    out.string("content", joined(texts));
    if (!images.empty()) out.json("images", array_text(images));
  }
};

std::string call_text(const WireCall& call) {
  ObjectText out;
  if (!call.id.empty()) out.string("id", call.id);
  ObjectText function;
  function.string("name", call.name).json("arguments", arguments_object(call.arguments));
  return out.json("function", function.take()).take();
}

std::string result_message(const ResultPart& result) {
  Content content;
  content.texts.push_back(result_text(result));
  for (const ImagePart& image : result.images) content.take(image);
  ObjectText out;
  out.string("role", "tool");
  content.write(out);
  if (!result.tool_name.empty()) out.string("tool_name", result.tool_name);
  if (!result.call_id.empty()) out.string("tool_call_id", result.call_id);
  return out.take();
}

std::string words_message(const Message& message) {
  constexpr std::string_view kRoles[] = {"system", "user", "assistant", "user"};
  Content content;
  std::vector<std::string> thinking;
  std::vector<std::string> calls;
  for (const Part& part : message.parts) {
    if (const auto* text = std::get_if<TextPart>(&part)) content.texts.push_back(text->text);
    if (const auto* image = std::get_if<ImagePart>(&part)) content.take(*image);
    if (const auto* reasoning = std::get_if<ReasoningPart>(&part)) thinking.push_back(reasoning->text);
    if (const auto* call = std::get_if<WireCall>(&part)) calls.push_back(call_text(*call));
  }
  ObjectText out;
  out.string("role", kRoles[static_cast<std::size_t>(message.role)]);
  content.write(out);
  if (!thinking.empty()) out.string("thinking", joined(thinking));
  if (!calls.empty()) out.json("tool_calls", array_text(calls));
  return out.take();
}

void write_message(const Message& message, std::vector<std::string>& out) {
  const std::vector<const ResultPart*> results = parts_of<ResultPart>(message);
  for (const ResultPart* result : results) out.push_back(result_message(*result));
  if (results.empty() || results.size() < message.parts.size()) out.push_back(words_message(message));
}

std::string write_system(const std::vector<std::string>& texts) { return quoted(joined(texts)); }

std::string write_tool(const ToolDefinition& tool, bool) {
  ObjectText function;
  function.string("name", tool.name);
  if (!tool.description.empty()) function.string("description", tool.description);
  function.json("parameters", tool.parameters.empty() ? kNoParameters : std::string_view(tool.parameters));
  return ObjectText().string("type", "function").json("function", function.take()).take();
}

// Other words than Ollama's own are the nearest of them.
std::string think_text(std::string_view effort) {
  if (effort == "none") return "false";
  if (effort == "minimal") return quoted("low");
  if (effort == "xhigh" || effort == "max") return quoted("high");
  return quoted(effort);
}

std::string options_text(const Request& request) {
  Members options;
  put_number(options, "temperature", request.temperature);
  put_number(options, "top_p", request.top_p);
  if (request.seed) put_json(options, "seed", std::to_string(*request.seed));
  put_count(options, "num_predict", request.max_tokens);
  if (!request.stop.empty()) put_json(options, "stop", strings_text(request.stop));
  return options.empty() ? std::string() : object_of(options);
}

std::string format_text(const AnswerFormat& format) {
  const bool any = format.kind == AnswerFormat::Kind::kJson || format.schema.empty();
  return any ? quoted("json") : format.schema;
}

Members write_settings(const Request& request, bool) {
  Members out;
  put_text(out, "model", request.model);
  put_flag(out, "stream", request.stream);
  if (request.format.kind != AnswerFormat::Kind::kText) put_json(out, "format", format_text(request.format));
  if (!request.reasoning_effort.empty()) put_json(out, "think", think_text(request.reasoning_effort));
  if (std::string options = options_text(request); !options.empty()) put_json(out, "options", std::move(options));
  return out;
}

}  // namespace

const RequestForm kOllamaRequest = {
    .messages = "messages",
    .system = "",
    .streams_unless_told = true,
    .has_tool_choice = false,
    .needs_ids = false,
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
