// Requests to Anthropic's /v1/messages: turns of blocks, in which results come first and belong to the turn before.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "acode/json/reader.h"
#include "wire/fields.h"
#include "wire/object_text.h"
#include "wire/request_form.h"
#include "wire/request_parts.h"

namespace acode::wire::detail {
namespace {

using json::Value;

constexpr std::uint64_t kUsualMaxTokens = 8192;
constexpr std::uint64_t kLeastBudget = 1024;

// Tokens of thinking for each effort, and from where on a number of tokens is the next higher one.
struct Effort {
  std::string_view name;
  std::uint64_t budget;
  std::uint64_t below;
};
constexpr std::array<Effort, 3> kEfforts = {{{"low", kLeastBudget, 4096}, {"medium", 8192, 16384}, {"high", 24576, 0}}};

bool may_lack_messages(Value) { return false; }

bool is_result(const Part& part) { return std::holds_alternative<ResultPart>(part); }

Message read_message(Value message, RequestReading& reading) {
  Message out = read_chat_message(message, reading);
  const bool only_results = !out.parts.empty() && std::all_of(out.parts.begin(), out.parts.end(), is_result);
  if (out.role == Role::kUser && only_results) out.role = Role::kTool;
  return out;
}

void read_choice(Value body, RequestReading& reading, Request& out) {
  using Kind = ToolChoice::Kind;
  const auto choice = reading.object(body, "tool_choice");
  if (!choice) return;
  const std::string type = reading.text(*choice, "type");
  if (type == "auto") out.tool_choice.kind = Kind::kAuto;
  if (type == "any") out.tool_choice.kind = Kind::kRequired;
  if (type == "none") out.tool_choice.kind = Kind::kNone;
  if (type == "tool") out.tool_choice = {Kind::kNamed, reading.text(*choice, "name")};
  if (const auto disabled = reading.flag(*choice, "disable_parallel_tool_use")) out.parallel_calls = !*disabled;
}

std::string effort_of_budget(std::uint64_t budget) {
  const auto* found = std::find_if(kEfforts.begin(), kEfforts.end() - 1,
                                   [budget](const Effort& effort) { return budget < effort.below; });
  return std::string(found->name);
}

// Either in tokens, or, with newer models, in a word.
std::string read_effort(Value body, RequestReading& reading) {
  if (const auto config = reading.object(body, "output_config")) {
    if (std::string word = reading.text(*config, "effort"); !word.empty()) return word;
  }
  const auto thinking = reading.object(body, "thinking");
  const std::string type = thinking ? reading.text(*thinking, "type") : std::string();
  if (type == "disabled") return "none";
  if (type == "adaptive") return "high";
  if (type != "enabled") return {};
  return effort_of_budget(reading.count(*thinking, "budget_tokens").value_or(kLeastBudget));
}

AnswerFormat read_format(Value body, RequestReading& reading) {
  auto format = reading.object(body, "output_format");
  if (const auto config = reading.object(body, "output_config"); config && !format) {
    format = reading.object(*config, "format");
  }
  return format ? read_openai_format(*format, "", reading) : AnswerFormat{};
}

void read_settings(Value body, RequestReading& reading, Request& out) {
  out.model = reading.text(body, "model");
  out.max_tokens = reading.count(body, "max_tokens");
  out.stream = reading.flag(body, "stream");
  out.temperature = reading.number(body, "temperature");
  out.top_p = reading.number(body, "top_p");
  out.stop = read_strings(body, "stop_sequences", reading);
  out.format = read_format(body, reading);
  out.reasoning_effort = read_effort(body, reading);
  read_choice(body, reading, out);
}

// --- a conversation from elsewhere ---

bool is_assistant(const Message& message) { return message.role == Role::kAssistant; }

bool makes_calls(const Message& message) { return is_assistant(message) && !parts_of<WireCall>(message).empty(); }

// There is no system prompt but at the beginning.
void mark_system_text(Message& message) {
  if (message.role != Role::kSystem) return;
  message.role = Role::kUser;
  for (Part& part : message.parts) {
    if (auto* text = std::get_if<TextPart>(&part)) text->text = "<system>\n" + text->text + "\n</system>";
  }
}

// Empty texts are refused.
void drop_empty_texts(Message& message) {
  std::erase_if(message.parts, [](const Part& part) {
    const auto* text = std::get_if<TextPart>(&part);
    return text != nullptr && text->text.empty();
  });
}

// One turn of the assistant, one of the user, and so on.
std::vector<Message> turns_of(std::vector<Message>& messages) {
  std::vector<Message> turns;
  for (Message& message : messages) {
    drop_empty_texts(message);
    mark_system_text(message);
    if (message.parts.empty()) continue;
    if (turns.empty() || is_assistant(turns.back()) != is_assistant(message)) {
      turns.push_back({is_assistant(message) ? Role::kAssistant : Role::kUser, {}, {}});
    }
    for (Part& part : message.parts) turns.back().parts.push_back(std::move(part));
  }
  return turns;
}

Part lone_result_text(const ResultPart& result) {
  const std::string name = result.tool_name.empty() ? "a tool" : result.tool_name;
  return TextPart{"[result of " + name + "]\n" + result_text(result)};
}

Part missing_result(const std::string& id) {
  ResultPart result;
  result.call_id = id;
  result.text = "There is no result of this call.";
  result.is_error = true;
  return result;
}

// The results of the calls before, in the order in which they came; then what has none; then all else. A result of
// another call becomes text, with its pictures behind it.
void order_user_turn(const Message* before, Message& turn) {
  std::vector<std::string> calls;
  if (before != nullptr) {
    for (const WireCall* call : parts_of<WireCall>(*before)) calls.push_back(call->id);
  }
  std::unordered_set<std::string> waiting(calls.begin(), calls.end());
  std::vector<Part> results;
  std::vector<Part> rest;
  for (Part& part : turn.parts) {
    auto* result = std::get_if<ResultPart>(&part);
    if (result == nullptr) {
      rest.push_back(std::move(part));
    } else if (waiting.erase(result->call_id) != 0) {
      results.push_back(std::move(part));
    } else {
      rest.push_back(lone_result_text(*result));
      for (ImagePart& image : result->images) rest.emplace_back(std::move(image));
    }
  }
  for (const std::string& id : calls) {
    if (waiting.erase(id) != 0) results.push_back(missing_result(id));
  }
  for (Part& part : rest) results.push_back(std::move(part));
  turn.parts = std::move(results);
}

void arrange(std::vector<Message>& messages) {
  std::vector<Message> turns = turns_of(messages);
  if (!turns.empty() && makes_calls(turns.back())) turns.push_back({Role::kUser, {}, {}});
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (!is_assistant(turns[i])) order_user_turn(i == 0 ? nullptr : &turns[i - 1], turns[i]);
  }
  messages = std::move(turns);
}

// --- writing ---

std::string text_block(std::string_view text) {
  return ObjectText().string("type", "text").string("text", text).take();
}

std::string image_block(const ImagePart& image) {
  ObjectText source;
  if (image.url.empty()) {
    source.string("type", "base64").string("media_type", media_type_of(image)).string("data", image.data);
  } else {
    source.string("type", "url").string("url", image.url);
  }
  return ObjectText().string("type", "image").json("source", source.take()).take();
}

std::string result_block(const ResultPart& result) {
  ObjectText out;
  out.string("type", "tool_result").string("tool_use_id", result.call_id);
  std::vector<std::string> blocks;
  if (!result.text.empty()) blocks.push_back(text_block(result.text));
  for (const ImagePart& image : result.images) blocks.push_back(image_block(image));
  out.json("content", result.images.empty() ? quoted(result.text) : array_text(blocks));
  if (result.is_error) out.boolean("is_error", true);
  return out.take();
}

std::string block_text(const Part& part) {
  if (const auto* text = std::get_if<TextPart>(&part)) return text_block(text->text);
  if (const auto* image = std::get_if<ImagePart>(&part)) return image_block(*image);
  if (const auto* result = std::get_if<ResultPart>(&part)) return result_block(*result);
  if (const auto* other = std::get_if<OtherPart>(&part)) return other->json;
  ObjectText out;
  if (const auto* call = std::get_if<WireCall>(&part)) {
    out.string("type", "tool_use").string("id", call->id).string("name", call->name);
    return out.json("input", arguments_object(call->arguments)).take();
  }
  const auto& reasoning = std::get<ReasoningPart>(part);
  out.string("type", "thinking").string("thinking", reasoning.text).string("signature", reasoning.signature);
  return out.take();
}

void write_message(const Message& message, std::vector<std::string>& out) {
  std::vector<std::string> blocks;
  for (const Part& part : message.parts) blocks.push_back(block_text(part));
  const TextPart* text = message.parts.size() == 1 ? std::get_if<TextPart>(&message.parts.front()) : nullptr;
  ObjectText written;
  written.string("role", is_assistant(message) ? "assistant" : "user");
  out.push_back(written.json("content", text != nullptr ? quoted(text->text) : array_text(blocks)).take());
}

std::string write_system(const std::vector<std::string>& texts) {
  if (texts.size() == 1) return quoted(texts.front());
  std::vector<std::string> blocks;
  blocks.reserve(texts.size());
  for (const std::string& text : texts) blocks.push_back(text_block(text));
  return array_text(blocks);
}

std::string write_tool(const ToolDefinition& tool, bool) {
  ObjectText out;
  out.string("name", tool.name);
  if (!tool.description.empty()) out.string("description", tool.description);
  out.json("input_schema", tool.parameters.empty() ? kNoParameters : std::string_view(tool.parameters));
  if (tool.strict) out.boolean("strict", *tool.strict);
  return out.take();
}

bool is_spoken(const Message& message) {
  return message.role == Role::kUser && !std::all_of(message.parts.begin(), message.parts.end(), is_result);
}

// Whether calls were made since the user last spoke.
bool is_amid_calls(const std::vector<Message>& messages) {
  const auto last = std::find_if(messages.rbegin(), messages.rend(),
                                 [](const Message& message) { return makes_calls(message) || is_spoken(message); });
  return last != messages.rend() && makes_calls(*last);
}

// A member as it came in this dialect; null if it did not.
json::Document member_that_came(const Request& request, std::string_view name) {
  if (request.dialect != Dialect::kAnthropic) return {};
  const auto member = std::find_if(request.members.begin(), request.members.end(),
                                   [name](const auto& one) { return one.first == name; });
  if (member == request.members.end()) return {};
  Result<json::Document> value = json::parse(member->second, kRequestLimits);
  return value ? std::move(value).value() : json::Document();
}

std::uint64_t usual_budget(std::string_view effort) {
  if (effort == "minimal") return kLeastBudget;
  const auto* known =
      std::find_if(kEfforts.begin(), kEfforts.end() - 1, [effort](const Effort& one) { return one.name == effort; });
  return known->budget;
}

// How many tokens to think; 0 for none. Anthropic refuses to think where a tool is forced, and in the middle of a turn
// whose thoughts are not its own. A number that came stays as long as it means the same.
std::uint64_t budget_of(const Request& request) {
  using Kind = ToolChoice::Kind;
  const std::string& effort = request.reasoning_effort;
  if (effort.empty() || effort == "none") return 0;
  const Kind choice = request.tool_choice.kind;
  if (choice == Kind::kRequired || choice == Kind::kNamed) return 0;
  if (request.dialect != Dialect::kAnthropic && is_amid_calls(request.messages)) return 0;
  const std::uint64_t room = request.max_tokens.value_or(2 * kEfforts.back().budget);
  if (room <= kLeastBudget) return 0;
  const json::Document thinking = member_that_came(request, "thinking");
  const std::uint64_t came = count_in(thinking.root(), "budget_tokens");
  if (came != 0 && came < room && effort_of_budget(came) == effort) return came;
  return std::min(usual_budget(effort), std::max(kLeastBudget, room / 2));
}

void write_choice(const Request& request, Members& out) {
  using Kind = ToolChoice::Kind;
  constexpr std::string_view kTypes[] = {"auto", "auto", "none", "any", "tool"};
  const ToolChoice& choice = request.tool_choice;
  const bool one_by_one = request.parallel_calls == false;
  if (choice.kind == Kind::kUnset && !one_by_one) return;
  ObjectText written;
  written.string("type", kTypes[static_cast<std::size_t>(choice.kind)]);
  if (choice.kind == Kind::kNamed) written.string("name", choice.name);
  if (request.parallel_calls && choice.kind != Kind::kNone) {
    written.boolean("disable_parallel_tool_use", one_by_one);
  }
  put_json(out, "tool_choice", written.take());
}

// Newer models have the effort as a word. It goes where it came from.
bool effort_came_as_word(const Request& request) {
  return member_that_came(request, "output_config").root().find("effort").has_value();
}

void write_thinking(const Request& request, std::uint64_t budget, Members& out) {
  if (request.reasoning_effort == "none") {
    put_json(out, "thinking", ObjectText().string("type", "disabled").take());
  } else if (budget != 0) {
    put_json(out, "thinking", ObjectText().string("type", "enabled").number("budget_tokens", budget).take());
  }
}

void write_output_config(const Request& request, bool effort_as_word, Members& out) {
  Members config;
  if (effort_as_word) put_text(config, "effort", request.reasoning_effort);
  if (request.format.kind == AnswerFormat::Kind::kSchema && !request.format.schema.empty()) {
    put_json(config, "format", ObjectText().string("type", "json_schema").json("schema", request.format.schema).take());
  }
  if (!config.empty()) put_json(out, "output_config", object_of(config));
}

Members write_settings(const Request& request, bool with_tools) {
  const bool own = request.dialect == Dialect::kAnthropic;
  const bool effort_as_word = effort_came_as_word(request);
  const std::uint64_t budget = effort_as_word ? 0 : budget_of(request);
  Members out;
  put_text(out, "model", request.model);
  put_count(out, "max_tokens", request.max_tokens.value_or(kUsualMaxTokens + budget));
  put_flag(out, "stream", request.stream);
  // Thinking goes with no other temperature than the usual, and Anthropic's end at 1.
  if (request.temperature && (own || budget == 0)) {
    put_number(out, "temperature", own ? *request.temperature : std::min(*request.temperature, 1.0));
  }
  if (own || budget == 0) put_number(out, "top_p", request.top_p);
  if (!request.stop.empty()) put_json(out, "stop_sequences", strings_text(request.stop));
  if (with_tools) write_choice(request, out);
  if (!effort_as_word) write_thinking(request, budget, out);
  write_output_config(request, effort_as_word, out);
  return out;
}

}  // namespace

const RequestForm kAnthropicRequest = {
    .messages = "messages",
    .system = "system",
    .streams_unless_told = false,
    .has_tool_choice = true,
    .needs_ids = true,
    .narrow_ids = true,
    .reads_text = false,
    .takes_foreign_reasoning = false,
    .may_lack_messages = may_lack_messages,
    .read_message = read_message,
    .read_settings = read_settings,
    .arrange = arrange,
    .write_message = write_message,
    .write_system = write_system,
    .write_tool = write_tool,
    .write_settings = write_settings,
};

}  // namespace acode::wire::detail
