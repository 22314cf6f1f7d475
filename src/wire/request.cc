// Requests: what is the same in all dialects. What came in the dialect that it goes out in is written as it came, but
// for what was changed; what came in another one is put in order first and written anew.
#include "acode/wire/request.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "wire/call_links.h"
#include "wire/dialect.h"
#include "wire/native_text.h"
#include "wire/object_text.h"
#include "wire/request_form.h"
#include "wire/request_parts.h"

namespace acode::wire {
namespace {

using detail::Members;
using detail::RequestForm;
using detail::RequestReading;
using json::Value;

constexpr Limits kNativeLimits = {kMaxTextBytes, 100'000};

const RequestForm& form_of(Dialect dialect) { return *detail::dialect_entry(dialect).request; }

// --- reading ---

// Whether what a member holds is kept elsewhere: messages, tools, the system prompt. Nothing is not kept.
bool stands_elsewhere(const RequestForm& form, const json::Member& member) {
  const bool is_nothing = member.value.is_null() || (member.value.is_array() && member.value.size() == 0);
  const bool is_system = !form.system.empty() && member.name == form.system;
  return !is_nothing && (member.name == form.messages || member.name == "tools" || is_system);
}

// Of a name that comes again the last one counts.
Members members_of(const RequestForm& form, Value body) {
  Members out;
  std::unordered_map<std::string_view, std::size_t> places;
  for (const json::Member member : body.members()) {
    std::string text = stands_elsewhere(form, member) ? std::string() : json::write(member.value);
    const auto [place, is_new] = places.emplace(member.name, out.size());
    if (is_new) {
      out.emplace_back(member.name, std::move(text));
    } else {
      out[place->second].second = std::move(text);
    }
  }
  return out;
}

void read_system(const RequestForm& form, Value body, RequestReading& reading, Request& out) {
  const auto system = form.system.empty() ? std::nullopt : RequestReading::any(body, form.system);
  if (!system) return;
  Message message{Role::kSystem, {}, json::write(*system)};
  detail::read_content_value(*system, reading, message.parts);
  out.messages.push_back(std::move(message));
}

void read_messages(const RequestForm& form, Value body, RequestReading& reading, Request& out) {
  const auto messages = RequestReading::any(body, form.messages);
  const auto read = [&](Value message) {
    if (!message.is_object() && !message.is_string()) return reading.wrong(message, "a message, which is an object");
    out.messages.push_back(form.read_message(message, reading));
    out.messages.back().native = json::write(message);
  };
  if (!messages) {
    if (!form.may_lack_messages(body)) reading.missing(body, form.messages, "an array of messages");
  } else if (messages->is_array()) {
    for (const Value message : messages->elements()) read(message);
  } else if (messages->is_string() && form.reads_text) {
    read(*messages);
  } else {
    reading.wrong(*messages, form.reads_text ? "a string or an array of items" : "an array of messages");
  }
}

void read_tools(Value body, RequestReading& reading, Request& out) {
  const auto tools = reading.array(body, "tools");
  if (!tools) return;
  for (const Value tool : tools->elements()) {
    if (!tool.is_object()) reading.wrong(tool, "a tool, which is an object");
    out.tools.push_back(detail::read_tool(tool, reading));
    out.tools.back().native = json::write(tool);
  }
}

// --- writing messages ---

// What a native text says; nothing if it cannot be read.
std::optional<Message> message_in(const RequestForm& form, const std::string& native) {
  const auto document = json::parse(native, kNativeLimits);
  if (!document) return std::nullopt;
  RequestReading reading(document->root());
  Message out = form.read_message(document->root(), reading);
  return reading.ok() ? std::optional(std::move(out)) : std::nullopt;
}

bool says_the_same(const Message& a, const Message& b) { return a.role == b.role && a.parts == b.parts; }

bool is_native_object(const Message& message) { return message.native.starts_with('{'); }

// A message of the same dialect: as it came, as far as it says the same. `linked` is the same with its ids and names.
void write_own_message(const RequestForm& form, const Message& message, const Message& linked,
                       std::vector<std::string>& out) {
  const auto was = is_native_object(message) ? message_in(form, message.native) : std::nullopt;
  if (was && says_the_same(*was, message)) return out.push_back(message.native);
  std::vector<std::string> now_texts;
  form.write_message(linked, now_texts);
  if (was && now_texts.size() == 1) {
    std::vector<std::string> was_texts;
    form.write_message(*was, was_texts);
    if (was_texts.size() == 1) now_texts[0] = detail::changed_text(message.native, was_texts[0], now_texts[0]);
  }
  for (std::string& text : now_texts) out.push_back(std::move(text));
}

// Whether a message belongs to the system prompt that stands apart.
bool stands_apart(const RequestForm& form, const Message& message) {
  return !form.system.empty() && message.role == Role::kSystem && !is_native_object(message);
}

std::size_t count_apart(const RequestForm& form, const std::vector<Message>& messages) {
  const auto end = std::find_if_not(messages.begin(), messages.end(),
                                    [&form](const Message& message) { return stands_apart(form, message); });
  return static_cast<std::size_t>(end - messages.begin());
}

// The system prompt that these messages are together.
void write_system(const RequestForm& form, const std::vector<Message>& messages, std::size_t count, Members& out) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::string& text : detail::texts_in(messages[i].parts)) texts.push_back(std::move(text));
  }
  std::string now = texts.empty() ? std::string() : form.write_system(texts);
  if (count == 1 && !messages[0].native.empty()) {
    if (const auto native = json::parse(messages[0].native, kNativeLimits)) {
      RequestReading reading(native->root());
      Message was{Role::kSystem, {}, {}};
      detail::read_content_value(native->root(), reading, was.parts);
      const bool same = says_the_same(was, messages[0]);
      now = same ? messages[0].native
                 : detail::changed_text(messages[0].native, form.write_system(detail::texts_in(was.parts)), now);
    }
  }
  if (!now.empty()) detail::put_json(out, form.system, std::move(now));
}

// A conversation that is nothing but the text it came as.
bool is_text_as_it_came(const RequestForm& form, const Message& message) {
  if (!form.reads_text || !message.native.starts_with('"')) return false;
  const auto was = message_in(form, message.native);
  return was && says_the_same(*was, message);
}

void write_own_conversation(const RequestForm& form, const Request& request, Members& out) {
  const std::vector<Message>& messages = request.messages;
  std::vector<Message> linked = messages;
  detail::link_calls(linked, {.ids = form.needs_ids});
  const std::size_t apart = count_apart(form, messages);
  if (apart != 0) write_system(form, messages, apart, out);
  if (messages.size() == apart + 1 && is_text_as_it_came(form, messages[apart])) {
    return detail::put_json(out, form.messages, messages[apart].native);
  }
  std::vector<std::string> texts;
  for (std::size_t i = apart; i < messages.size(); ++i) write_own_message(form, messages[i], linked[i], texts);
  // Who had no messages still has none.
  const bool lacks =
      texts.empty() && !request.members.empty() && !detail::came_with(request, request.dialect, form.messages);
  if (!lacks) detail::put_json(out, form.messages, detail::array_text(texts));
}

// --- writing for another dialect ---

// What the other dialect has no word for, or would refuse.
bool is_left_out(const RequestForm& form, const Part& part) {
  if (std::holds_alternative<OtherPart>(part)) return true;
  return std::holds_alternative<ReasoningPart>(part) && !form.takes_foreign_reasoning;
}

std::vector<Message> translatable(const RequestForm& form, const std::vector<Message>& messages) {
  std::vector<Message> out;
  for (const Message& message : messages) {
    Message left{message.role, {}, {}};
    std::copy_if(message.parts.begin(), message.parts.end(), std::back_inserter(left.parts),
                 [&form](const Part& part) { return !is_left_out(form, part); });
    if (!left.parts.empty() || message.parts.empty()) out.push_back(std::move(left));
  }
  return out;
}

void write_foreign_conversation(const RequestForm& form, const Request& request, Members& out) {
  std::vector<Message> messages = translatable(form, request.messages);
  detail::link_calls(messages, {.ids = form.needs_ids, .narrow_ids = form.narrow_ids});
  const std::size_t apart = count_apart(form, messages);
  if (apart != 0) write_system(form, messages, apart, out);
  messages.erase(messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(apart));
  form.arrange(messages);
  std::vector<std::string> texts;
  for (const Message& message : messages) form.write_message(message, texts);
  detail::put_json(out, form.messages, detail::array_text(texts));
}

// --- writing tools ---

std::string own_tool_text(const RequestForm& form, const ToolDefinition& tool) {
  const auto document = json::parse(tool.native, kNativeLimits);
  if (!document) return form.write_tool(tool, true);
  RequestReading reading(document->root());
  ToolDefinition was = detail::read_tool(document->root(), reading);
  const std::string was_text = form.write_tool(was, true);
  was.native = tool.native;
  return was == tool ? tool.native : detail::changed_text(tool.native, was_text, form.write_tool(tool, true));
}

// A dialect that cannot be told which tools to use is told of no others.
bool is_chosen(const RequestForm& form, const Request& request, const ToolDefinition& tool) {
  using Kind = ToolChoice::Kind;
  if (form.has_tool_choice) return true;
  if (request.tool_choice.kind == Kind::kNamed) return tool.name == request.tool_choice.name;
  return request.tool_choice.kind != Kind::kNone;
}

std::vector<std::string> tool_texts(const RequestForm& form, const Request& request, bool own) {
  std::vector<std::string> out;
  for (const ToolDefinition& tool : request.tools) {
    if ((tool.built_in && !own) || !is_chosen(form, request, tool)) continue;
    out.push_back(own && !tool.native.empty() ? own_tool_text(form, tool) : form.write_tool(tool, own));
  }
  return out;
}

// --- all of it ---

const std::string* value_of(const Members& members, std::string_view name) {
  const auto found =
      std::find_if(members.begin(), members.end(), [name](const auto& member) { return member.first == name; });
  return found == members.end() ? nullptr : &found->second;
}

// The settings that the members of a request say, in our spelling.
Members settings_as_they_came(const RequestForm& form, const Request& request, bool with_tools) {
  Members given;
  for (const auto& member : request.members) {
    if (!member.second.empty()) given.push_back(member);
  }
  const auto document = json::parse(detail::object_of(given), kNativeLimits);
  if (!document) return {};
  Request was;
  was.dialect = request.dialect;
  was.members = request.members;
  RequestReading reading(document->root());
  form.read_settings(document->root(), reading, was);
  return form.write_settings(was, with_tools);
}

// A member as it is now; empty if it is not there any more.
std::string member_now(const std::string& native, const std::string* was, const std::string* now) {
  constexpr std::string_view kNothing = "{}";
  if (native.empty() || was == nullptr) return now != nullptr ? *now : native;
  if (now != nullptr) return *was == *now ? native : detail::changed_text(native, *was, *now);
  // What an object says beyond what we have a word for is still said.
  if (!was->starts_with('{')) return {};
  std::string rest = detail::changed_text(native, *was, kNothing);
  return rest == kNothing ? std::string() : rest;
}

// The members in the order in which they came, and what is new behind them.
Members in_their_places(const Members& came, const Members& was, const Members& now) {
  Members out;
  for (const auto& [name, native] : came) {
    std::string text = member_now(native, value_of(was, name), value_of(now, name));
    if (!text.empty()) out.emplace_back(name, std::move(text));
  }
  for (const auto& [name, text] : now) {
    const std::string* before = value_of(was, name);
    const bool implied = before != nullptr && *before == text;
    if (!implied && value_of(came, name) == nullptr) out.emplace_back(name, text);
  }
  return out;
}

// The model first, then the conversation and the tools, then everything else.
Members in_usual_order(Members settings, Members conversation) {
  const bool has_model = !settings.empty() && settings.front().first == "model";
  settings.insert(settings.begin() + (has_model ? 1 : 0), std::make_move_iterator(conversation.begin()),
                  std::make_move_iterator(conversation.end()));
  return settings;
}

// The settings of a request from elsewhere, with what is usual there said in so many words.
Members foreign_settings(const RequestForm& form, const Request& request, bool with_tools) {
  const bool usual = form_of(request.dialect).streams_unless_told;
  if (request.stream || usual == form.streams_unless_told) return form.write_settings(request, with_tools);
  Request explicit_stream = request;
  explicit_stream.stream = usual;
  return form.write_settings(explicit_stream, with_tools);
}

}  // namespace

bool wants_stream(const Request& request) {
  return request.stream.value_or(form_of(request.dialect).streams_unless_told);
}

Result<Request> decode_request(Dialect dialect, Value body) {
  const RequestForm& form = form_of(dialect);
  RequestReading reading(body);
  if (!body.is_object()) reading.wrong(body, "an object");
  Request out;
  out.dialect = dialect;
  form.read_settings(body, reading, out);
  read_system(form, body, reading, out);
  read_messages(form, body, reading, out);
  read_tools(body, reading, out);
  if (!reading.ok()) return reading.error();
  out.members = members_of(form, body);
  return out;
}

Result<Request> decode_request(Dialect dialect, std::string_view body, const Limits& limits) {
  const Result<json::Document> document = json::parse(body, limits);
  if (!document) return document.error();
  return decode_request(dialect, document->root());
}

std::string encode_request(Dialect dialect, const Request& request) {
  const RequestForm& form = form_of(dialect);
  const bool own = request.dialect == dialect;
  Members conversation;
  own ? write_own_conversation(form, request, conversation) : write_foreign_conversation(form, request, conversation);
  const std::vector<std::string> tools = tool_texts(form, request, own);
  if (!tools.empty()) detail::put_json(conversation, "tools", detail::array_text(tools));
  if (!own) {
    return detail::object_of(in_usual_order(foreign_settings(form, request, !tools.empty()), std::move(conversation)));
  }
  const Members now = in_usual_order(form.write_settings(request, !tools.empty()), std::move(conversation));
  if (request.members.empty()) return detail::object_of(now);
  const Members was = settings_as_they_came(form, request, !tools.empty());
  return detail::object_of(in_their_places(request.members, was, now));
}

}  // namespace acode::wire
