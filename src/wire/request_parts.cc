// Content, pictures, calls, tools and choices of requests.
#include "wire/request_parts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "wire/fields.h"
#include "wire/object_text.h"

namespace acode::wire::detail {
namespace {

using json::Value;

constexpr std::string_view kContentKinds = "a string, an array of parts, or null";

OtherPart other_part(Value part) { return {json::write(part)}; }

// `image_url` of OpenAI: a string, or an object with one.
Part read_image_url(Value part) {
  std::string_view url = string_in(part, "image_url");
  if (const auto object = object_in(part, "image_url")) url = string_in(*object, "url");
  return url.empty() ? Part(other_part(part)) : Part(image_at(url));
}

// `image` of Anthropic.
Part read_image_source(Value part) {
  const auto source = object_in(part, "source");
  if (!source) return other_part(part);
  const std::string_view type = string_in(*source, "type");
  if (type == "base64") {
    return ImagePart{std::string(string_in(*source, "media_type")), std::string(string_in(*source, "data")), {}};
  }
  if (type == "url") return image_at(string_in(*source, "url"));
  return other_part(part);
}

bool is_text(std::string_view type) { return type == "text" || type == "input_text" || type == "output_text"; }

// What may stand in a result too: text, a picture, or something that has no word here.
Part read_plain_part(Value part, RequestReading& reading) {
  if (part.is_string()) return TextPart{std::string(part.as_string())};
  if (!part.is_object()) {
    reading.wrong(part, "a part, which is an object with a type");
    return TextPart{};
  }
  const std::string_view type = string_in(part, "type");
  if (is_text(type) || (type.empty() && part.find("text"))) return TextPart{reading.text(part, "text")};
  if (type == "refusal") return TextPart{reading.text(part, "refusal")};
  if (type == "image_url" || type == "input_image") return read_image_url(part);
  if (type == "image") return read_image_source(part);
  return other_part(part);
}

Part read_tool_use(Value part, RequestReading& reading) {
  return WireCall{reading.text(part, "id"), reading.text(part, "name"), read_arguments(part.find("input")), true};
}

Part read_tool_result(Value part, RequestReading& reading) {
  ResultPart result = read_result(part, "content", reading);
  result.call_id = reading.text(part, "tool_use_id");
  result.is_error = reading.flag(part, "is_error").value_or(false);
  return result;
}

bool has_string(Value part, std::string_view name) {
  const auto found = part.find(name);
  return found && found->is_string();
}

Part read_part(Value part, RequestReading& reading) {
  const std::string_view type = string_in(part, "type");
  if (type == "tool_use") return read_tool_use(part, reading);
  if (type == "tool_result") return read_tool_result(part, reading);
  if (type == "thinking" && has_string(part, "thinking")) {
    return ReasoningPart{reading.text(part, "thinking"), reading.text(part, "signature")};
  }
  return read_plain_part(part, reading);
}

// The first name under which a message has its reasoning.
void read_reasoning(Value message, std::vector<Part>& parts) {
  for (const std::string_view name : {"reasoning_content", "reasoning", "thinking"}) {
    const std::string_view text = string_in(message, name);
    if (text.empty()) continue;
    parts.emplace_back(ReasoningPart{std::string(text), {}});
    return;
  }
}

// An entry of `tool_calls`. Some have the fields of `function` in the entry itself.
Part read_call(Value entry, RequestReading& reading) {
  if (!entry.is_object()) {
    reading.wrong(entry, "a call, which is an object");
    return TextPart{};
  }
  if (object_in(entry, "custom")) return other_part(entry);
  const Value function = reading.object(entry, "function").value_or(entry);
  return WireCall{reading.text(entry, "id"), reading.text(function, "name"), read_arguments(function.find("arguments")),
                  true};
}

void read_calls(Value message, RequestReading& reading, std::vector<Part>& parts) {
  if (const auto calls = reading.array(message, "tool_calls")) {
    for (const Value entry : calls->elements()) parts.push_back(read_call(entry, reading));
  }
  if (const auto legacy = reading.object(message, "function_call")) parts.push_back(read_call(*legacy, reading));
}

// Ollama's: bytes in base64; some put an address of data there.
void read_images(Value message, RequestReading& reading, std::vector<Part>& parts) {
  const auto images = reading.array(message, "images");
  if (!images) return;
  for (const Value image : images->elements()) {
    if (!image.is_string()) reading.wrong(image, "a string with the bytes of a picture in base64");
    const std::string_view text = image.as_string();
    parts.emplace_back(text.starts_with("data:") ? image_at(text) : ImagePart{{}, std::string(text), {}});
  }
}

std::optional<Role> role_of(std::string_view name) {
  if (name == "system" || name == "developer") return Role::kSystem;
  if (name == "user") return Role::kUser;
  if (name == "assistant") return Role::kAssistant;
  if (name == "tool" || name == "function") return Role::kTool;
  return std::nullopt;
}

Message read_tool_message(Value message, RequestReading& reading) {
  ResultPart result = read_result(message, "content", reading);
  std::vector<Part> images;
  read_images(message, reading, images);
  for (Part& image : images) result.images.push_back(std::get<ImagePart>(std::move(image)));
  result.call_id = reading.text(message, "tool_call_id");
  result.tool_name = reading.text(message, "tool_name");
  if (result.tool_name.empty()) result.tool_name = reading.text(message, "name");
  return {Role::kTool, {std::move(result)}, {}};
}

bool is_built_in(Value tool) {
  if (object_in(tool, "function")) return false;
  const std::string_view type = string_in(tool, "type");
  if (type == "custom") return !tool.find("input_schema");
  return !type.empty() && type != "function";
}

std::string json_of(const std::optional<Value>& value) { return value ? json::write(*value) : std::string(); }

bool begins_with_error(std::string_view text) {
  constexpr std::string_view kWord = "error";
  const auto same = [](char a, char b) {
    return (static_cast<unsigned char>(a) | 0x20U) == static_cast<unsigned char>(b);
  };
  return text.size() >= kWord.size() && std::equal(kWord.begin(), kWord.end(), text.begin(),
                                                   [&same](char word, char letter) { return same(letter, word); });
}

}  // namespace

void read_content_value(Value content, RequestReading& reading, std::vector<Part>& parts) {
  if (content.is_array()) {
    for (const Value part : content.elements()) parts.push_back(read_part(part, reading));
  } else if (content.is_string()) {
    if (!content.as_string().empty()) parts.emplace_back(TextPart{std::string(content.as_string())});
  } else if (!content.is_null()) {
    reading.wrong(content, kContentKinds);
  }
}

void read_content(Value message, RequestReading& reading, std::vector<Part>& parts) {
  if (const auto content = message.find("content")) read_content_value(*content, reading, parts);
}

ResultPart read_result(Value message, std::string_view content_name, RequestReading& reading) {
  std::vector<Part> parts;
  const auto content = RequestReading::any(message, content_name);
  if (content && content->is_array()) {
    for (const Value part : content->elements()) parts.push_back(read_plain_part(part, reading));
  } else if (content) {
    // Some tools give back an object or a number, and some clients send it as it is.
    parts.emplace_back(TextPart{content->is_string() ? std::string(content->as_string()) : json::write(*content)});
  }
  ResultPart result;
  result.text = joined(texts_in(parts));
  for (Part& part : parts) {
    if (auto* image = std::get_if<ImagePart>(&part)) result.images.push_back(std::move(*image));
  }
  return result;
}

Message read_chat_message(Value message, RequestReading& reading) {
  constexpr std::string_view kRoles = R"(one of "system", "developer", "user", "assistant" and "tool")";
  const std::string name = reading.text(message, "role");
  const std::optional<Role> role = role_of(name);
  if (!role) {
    const auto found = RequestReading::any(message, "role");
    found ? reading.wrong(*found, kRoles) : reading.missing(message, "role", kRoles);
    return {};
  }
  if (*role == Role::kTool) return read_tool_message(message, reading);
  Message out{*role, {}, {}};
  if (*role == Role::kAssistant) read_reasoning(message, out.parts);
  read_content(message, reading, out.parts);
  const std::string_view refusal = string_in(message, "refusal");
  if (out.parts.empty() && !refusal.empty()) out.parts.emplace_back(TextPart{std::string(refusal)});
  read_images(message, reading, out.parts);
  if (*role == Role::kAssistant) read_calls(message, reading, out.parts);
  return out;
}

std::string read_arguments(const std::optional<Value>& arguments) {
  if (!arguments || arguments->is_null()) return "{}";
  return arguments->is_string() ? std::string(arguments->as_string()) : json::write(*arguments);
}

ToolDefinition read_tool(Value tool, RequestReading& reading) {
  ToolDefinition out;
  out.built_in = is_built_in(tool);
  Value fields = object_in(tool, "function").value_or(tool);
  if (out.built_in) fields = object_in(tool, "custom").value_or(tool);
  out.name = reading.text(fields, "name");
  if (out.built_in) return out;
  out.description = reading.text(fields, "description");
  const auto parameters = reading.object(fields, "parameters");
  out.parameters = json_of(parameters ? parameters : reading.object(fields, "input_schema"));
  out.strict = reading.flag(fields, "strict");
  return out;
}

ToolChoice read_tool_choice(Value body, RequestReading& reading) {
  using Kind = ToolChoice::Kind;
  const auto choice = RequestReading::any(body, "tool_choice");
  if (!choice) return {};
  const std::string_view word = choice->as_string();
  if (word == "auto") return {Kind::kAuto, {}};
  if (word == "none") return {Kind::kNone, {}};
  if (word == "required" || word == "any") return {Kind::kRequired, {}};
  if (!choice->is_object()) {
    reading.wrong(*choice, R"("auto", "none", "required", or an object that names a tool)");
    return {};
  }
  // Other kinds of choices have no word here.
  if (string_in(*choice, "type") != "function") return {};
  const Value named = object_in(*choice, "function").value_or(*choice);
  return {Kind::kNamed, reading.text(named, "name")};
}

void write_tool_choice(const Request& request, bool flat, Members& out) {
  using Kind = ToolChoice::Kind;
  const ToolChoice& choice = request.tool_choice;
  if (choice.kind == Kind::kNamed) {
    ObjectText named;
    named.string("type", "function");
    if (flat) named.string("name", choice.name);
    if (!flat) named.json("function", ObjectText().string("name", choice.name).take());
    put_json(out, "tool_choice", named.take());
  } else if (choice.kind != Kind::kUnset) {
    put_text(out, "tool_choice",
             choice.kind == Kind::kAuto   ? "auto"
             : choice.kind == Kind::kNone ? "none"
                                          : "required");
  }
  put_flag(out, "parallel_tool_calls", request.parallel_calls);
}

std::string_view openai_effort(std::string_view effort) { return effort == "max" ? "high" : effort; }

std::vector<std::string> read_strings(Value object, std::string_view name, RequestReading& reading) {
  const auto found = RequestReading::any(object, name);
  if (!found) return {};
  if (found->is_string()) return {std::string(found->as_string())};
  if (!found->is_array()) reading.wrong(*found, "a string or an array of strings");
  std::vector<std::string> out;
  for (const Value element : found->elements()) {
    if (!element.is_string()) reading.wrong(element, "a string");
    out.emplace_back(element.as_string());
  }
  return out;
}

std::string strings_text(const std::vector<std::string>& strings) {
  std::vector<std::string> elements;
  elements.reserve(strings.size());
  for (const std::string& text : strings) elements.push_back(quoted(text));
  return array_text(elements);
}

AnswerFormat read_openai_format(Value format, std::string_view inner, RequestReading& reading) {
  using Kind = AnswerFormat::Kind;
  const std::string type = reading.text(format, "type");
  if (type == "json_object") return {Kind::kJson, {}, {}, {}};
  if (type != "json_schema") return {};
  const Value fields = inner.empty() ? format : reading.object(format, inner).value_or(format);
  return {Kind::kSchema, reading.text(fields, "name"), json_of(reading.object(fields, "schema")),
          reading.flag(fields, "strict")};
}

std::string_view media_type_of(const ImagePart& image) {
  if (!image.media_type.empty()) return image.media_type;
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kBeginnings = {{
      {"iVBORw0KGgo", "image/png"},
      {"/9j/", "image/jpeg"},
      {"R0lGOD", "image/gif"},
      {"UklGR", "image/webp"},
  }};
  for (const auto& [beginning, type] : kBeginnings) {
    if (image.data.starts_with(beginning)) return type;
  }
  return "image/png";
}

std::string url_of(const ImagePart& image) {
  if (!image.url.empty()) return image.url;
  return "data:" + std::string(media_type_of(image)) + ";base64," + image.data;
}

ImagePart image_at(std::string_view url) {
  constexpr std::string_view kScheme = "data:";
  constexpr std::string_view kEncoding = ";base64,";
  const std::size_t encoding = url.find(kEncoding);
  if (!url.starts_with(kScheme) || encoding == std::string_view::npos) return {{}, {}, std::string(url)};
  const std::string_view type = url.substr(kScheme.size(), encoding - kScheme.size());
  return {std::string(type.substr(0, type.find(';'))), std::string(url.substr(encoding + kEncoding.size())), {}};
}

std::vector<std::string> texts_in(const std::vector<Part>& parts) {
  std::vector<std::string> out;
  for (const Part& part : parts) {
    if (const auto* text = std::get_if<TextPart>(&part)) out.push_back(text->text);
  }
  return out;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (std::size_t i = 0; i < texts.size(); ++i) out.append(i == 0 ? "" : "\n").append(texts[i]);
  return out;
}

std::string result_text(const ResultPart& result) {
  return result.is_error && !begins_with_error(result.text) ? "Error: " + result.text : result.text;
}

std::string arguments_object(std::string_view arguments) {
  constexpr Limits kLimits = {kMaxTextBytes, kRequestLimits.max_depth};
  const auto document = json::parse(arguments, kLimits);
  return document && document->root().is_object() ? json::write(document->root()) : "{}";
}

std::string quoted(std::string_view text) {
  std::string out;
  json::write_string_to(out, text);
  return out;
}

std::string number_text(double number) {
  std::array<char, 32> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  return {digits.data(), written.ptr};
}

bool came_with(const Request& request, Dialect dialect, std::string_view name) {
  return request.dialect == dialect && std::any_of(request.members.begin(), request.members.end(),
                                                   [name](const auto& member) { return member.first == name; });
}

void put_json(Members& out, std::string_view name, std::string json) { out.emplace_back(name, std::move(json)); }

void put_text(Members& out, std::string_view name, std::string_view text) {
  if (!text.empty()) put_json(out, name, quoted(text));
}

void put_number(Members& out, std::string_view name, const std::optional<double>& number) {
  if (number && std::isfinite(*number)) put_json(out, name, number_text(*number));
}

void put_count(Members& out, std::string_view name, const std::optional<std::uint64_t>& count) {
  if (count) put_json(out, name, std::to_string(*count));
}

void put_flag(Members& out, std::string_view name, const std::optional<bool>& flag) {
  if (flag) put_json(out, name, *flag ? "true" : "false");
}

std::string object_of(const Members& members) {
  ObjectText out;
  for (const auto& [name, value] : members) out.json(name, value);
  return out.take();
}

void join_turns(std::vector<Message>& messages) {
  std::vector<Message> out;
  for (Message& message : messages) {
    const bool can_join = message.role == Role::kAssistant || message.role == Role::kTool;
    const bool continues = can_join && !out.empty() && out.back().role == message.role;
    if (!continues) {
      out.push_back(std::move(message));
      continue;
    }
    for (Part& part : message.parts) out.back().parts.push_back(std::move(part));
  }
  messages = std::move(out);
}

}  // namespace acode::wire::detail
