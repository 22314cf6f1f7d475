// Parts of requests that several dialects share: content, pictures, calls, tools, choices.
//
// Reading knows the names of all dialects at once: who sends one dialect's part in another's message means it all the
// same. Writing is each dialect's own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/value.h"
#include "acode/wire/request.h"
#include "wire/request_form.h"
#include "wire/request_reading.h"

namespace acode::wire::detail {

/// `content`: nothing, a string, or an array of parts. An empty string is no part.
void read_content(json::Value message, RequestReading& reading, std::vector<Part>& parts);

/// The same for a value that may be content itself.
void read_content_value(json::Value content, RequestReading& reading, std::vector<Part>& parts);

/// What a tool gave back, of the content of its message.
ResultPart read_result(json::Value message, std::string_view content_name, RequestReading& reading);

/// A message of OpenAI's chat or of Ollama.
Message read_chat_message(json::Value message, RequestReading& reading);

/// The arguments of a call: a string as it is, everything else as JSON, nothing as `{}`.
std::string read_arguments(const std::optional<json::Value>& arguments);

/// A tool, however it is spelled.
ToolDefinition read_tool(json::Value tool, RequestReading& reading);

/// `tool_choice` of OpenAI.
ToolChoice read_tool_choice(json::Value body, RequestReading& reading);
/// With the name of the tool inside of `function` (chat) or beside the type (Responses).
void write_tool_choice(const Request& request, bool flat, Members& out);

/// The effort in OpenAI's words, which end at high for most models.
std::string_view openai_effort(std::string_view effort);

/// A string, or an array of strings.
std::vector<std::string> read_strings(json::Value object, std::string_view name, RequestReading& reading);
std::string strings_text(const std::vector<std::string>& strings);

/// `{"type":"json_schema",…}` of OpenAI; the schema and its name are in `inner` or beside the type.
AnswerFormat read_openai_format(json::Value format, std::string_view inner, RequestReading& reading);

/// The media type of bytes in base64, by how they begin.
std::string_view media_type_of(const ImagePart& image);
/// The address of a picture; its bytes as an address if it has none.
std::string url_of(const ImagePart& image);
/// A picture by its address; bytes if that is what it holds.
ImagePart image_at(std::string_view url);

/// The texts among the parts.
std::vector<std::string> texts_in(const std::vector<Part>& parts);
std::string joined(const std::vector<std::string>& texts);
/// The text of a result for a dialect that cannot say that it failed.
std::string result_text(const ResultPart& result);

/// Arguments for a dialect that has them as an object: that object, or `{}` if they are none.
std::string arguments_object(std::string_view arguments);

std::string quoted(std::string_view text);
std::string number_text(double number);

/// Whether it came in this dialect, with this member.
bool came_with(const Request& request, Dialect dialect, std::string_view name);

/// Adds a member of settings, if there is something to say.
void put_text(Members& out, std::string_view name, std::string_view text);
void put_number(Members& out, std::string_view name, const std::optional<double>& number);
void put_count(Members& out, std::string_view name, const std::optional<std::uint64_t>& count);
void put_flag(Members& out, std::string_view name, const std::optional<bool>& flag);
void put_json(Members& out, std::string_view name, std::string json);
/// `{"a":1}` of members.
std::string object_of(const Members& members);

/// Adjacent messages of the assistant become one, and so do those of tools.
void join_turns(std::vector<Message>& messages);

/// The schema of a tool that has none.
inline constexpr std::string_view kNoParameters = R"({"type":"object","properties":{}})";

/// The parts of one kind.
template <class Kind>
std::vector<const Kind*> parts_of(const Message& message) {
  std::vector<const Kind*> out;
  for (const Part& part : message.parts) {
    if (const auto* found = std::get_if<Kind>(&part)) out.push_back(found);
  }
  return out;
}

}  // namespace acode::wire::detail
