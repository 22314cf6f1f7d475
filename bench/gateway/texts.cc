// The texts, and the little that has to be known of HTTP to tell where they end.
#include "gateway/texts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace acode::bench {
namespace {

constexpr std::array<std::string_view, 7> kNames = {"whole",   "broken",        "stream", "prompt",
                                                    "endless", "probabilities", "idle"};
constexpr std::string_view kPath = "POST /v1/chat/completions?stub=";

constexpr std::string_view kTools = R"json([
  {"type": "function", "function": {"name": "get_weather", "description": "The weather of the next days",
    "parameters": {"type": "object", "properties": {"city": {"type": "string", "minLength": 1},
      "days": {"type": "integer", "minimum": 1, "maximum": 14}, "hourly": {"type": "boolean"},
      "units": {"type": "string", "enum": ["metric", "imperial"]}},
    "required": ["city"], "additionalProperties": false}}},
  {"type": "function", "function": {"name": "create_event", "description": "Puts an appointment into the calendar",
    "parameters": {"type": "object", "properties": {"title": {"type": "string", "minLength": 1, "maxLength": 200},
      "start": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$"},
      "minutes": {"type": "integer", "minimum": 5}, "place": {"type": "string"},
      "attendees": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"},
        "email": {"type": "string"}}, "required": ["name", "email"], "additionalProperties": false}}},
    "required": ["title", "start"], "additionalProperties": false}}},
  {"type": "function", "function": {"name": "search_issues", "description": "Looks for issues of a project",
    "parameters": {"type": "object", "properties": {"query": {"type": "string"},
      "labels": {"type": "array", "items": {"type": "string"}, "maxItems": 10},
      "limit": {"type": "integer", "minimum": 1, "maximum": 100}},
    "required": ["query"], "additionalProperties": false}}}])json";

// About 150 bytes, as models write them; inside a JSON string.
constexpr std::string_view kArguments =
    R"({\"title\": \"Dentist\", \"start\": \"2026-03-04T15:30\", \"minutes\": 45, \"place\": \"Rue Pascal 12, first )"
    R"(floor\", \"attendees\": [{\"name\": \"Ada\", \"email\": \"ada@example.com\"}]})";
constexpr std::string_view kBrokenArguments =
    R"({'title': 'Dentist', 'start': '2026-03-04T15:30', 'minutes': 45, 'place': 'Rue Pascal 12, first )"
    R"(floor', 'attendees': [{'name': 'Ada', 'email': 'ada@example.com'},]})";

constexpr std::string_view kWords =
    "Of course. The practice in the Rue Pascal has an appointment free on Wednesday afternoon, which does not collide "
    "with anything that is in your calendar so far. I put it there with the address and invite Ada, who wanted to come "
    "along; should the time not suit her, the next one that is free is on Friday morning at a quarter past nine. ";

std::string body_with(std::string_view arguments) {
  return R"({"id": "chatcmpl-8f2c1d", "object": "chat.completion", "created": 1772637000, "model": "bench", "choices": )"
         R"([{"index": 0, "message": {"role": "assistant", "content": ")" +
         std::string(kWords) +
         R"(", "tool_calls": [{"id": "call_4b7a90", "type": "function", "function": {"name": "create_event", )"
         R"("arguments": ")" +
         std::string(arguments) +
         R"("}}]}, "logprobs": null, "finish_reason": "tool_calls"}], "usage": {"prompt_tokens": 412, )"
         R"("completion_tokens": 96, "total_tokens": 508}, "system_fingerprint": "fp_bench"})";
}

std::string answer_with(std::string_view arguments) {
  const std::string body = body_with(arguments);
  return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: Wed, 04 Mar 2026 15:10:00 GMT\r\n"
         "x-request-id: req_7d51\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

void write_number(std::string& out, std::uint64_t number, int base, std::size_t digits) {
  std::array<char, 20> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number, base);
  const auto size = static_cast<std::size_t>(end - text.data());
  out.append(digits - std::min(digits, size), '0').append(text.data(), size);
}

std::string chunk(std::string_view event) {
  std::string out;
  write_number(out, event.size(), 16, 1);
  return out.append("\r\n").append(event).append("\r\n");
}

std::string event_with(std::string_view choice) {
  return "data: "
         "{\"id\":\"chatcmpl-8f2c1d\",\"object\":\"chat.completion.chunk\",\"created\":1772637000,\"model\":\"bench\","
         "\"choices\":[{\"index\":0," +
         std::string(choice) + "}]}\n\n";
}

// An event with a word: up to the word, up to the time in it, which stands where OpenAI has padding, and from there on.
constexpr std::string_view kEventFront =
    "data: {\"id\":\"chatcmpl-8f2c1d\",\"object\":\"chat.completion.chunk\",\"created\":1772637000,"
    "\"model\":\"bench\",\"system_fingerprint\":\"fp_44709d6fcb\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"";
constexpr std::string_view kEventMiddle =
    "\"},\"logprobs\":null,\"finish_reason\":null}],\"usage\":null,\"obfuscation\":\"";
constexpr std::string_view kEventBack = "\"}\n\n";

// The same, asked for with probabilities: the number stands in it.
constexpr std::string_view kProbability = "\"},\"logprobs\":{\"content\":[{\"token\":\"";
constexpr std::string_view kProbabilityEnd =
    ",\"bytes\":null,\"top_logprobs\":[]}]},\"finish_reason\":null}],\"usage\":null,\"obfuscation\":\"";

// As models cut them. A word may look like the beginning of a call, and a proxy that reads calls must not wait for that.
constexpr std::array<std::string_view, 48> kTokens = {
    "Of",    " course", ".",     " It",   " is",    " a",    " matter", " of",  " taste", ",",       " as",  " to",
    " me",   ":",       " what", " I",    " got",   " was",  " data",   " at",  " first", ".\\n\\n", "1",    ".",
    " Look", " at",     " the",  " list", " (",     "not",   " all",    " of",  " it",    ")",       ".",    "\\n",
    "2",     ".",       " Tell", " the",  " class", " that", " they",   " can", " start", " to",     " ask", "."};

}  // namespace

std::string request_text(Ask ask) {
  const bool streams = ask >= Ask::kStream;
  const std::string body =
      R"({"model": "bench", "temperature": 0.2, "stream": )" + std::string(streams ? "true" : "false") +
      R"(, "messages": [{"role": "system", "content": "You look after a calendar. Use the tools that you have."}, )"
      R"({"role": "user", "content": "Find me an appointment with the dentist next week, and take Ada along."}], )"
      R"("tool_choice": "auto", "tools": )" +
      std::string(kTools) + "}";
  return std::string(kPath) + std::string(kNames[static_cast<std::size_t>(ask)]) +
         " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nContent-Type: application/json\r\n"
         "User-Agent: bench/1.0\r\nAuthorization: Bearer sk-of-nobody\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

Ask asked_in(std::string_view request) {
  const std::string_view query = request.substr(std::min(request.find('=') + 1, request.size()));
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (query.starts_with(kNames[i])) return static_cast<Ask>(i);
  }
  return Ask::kWhole;
}

const std::string& answer_text(Ask ask) {
  static const std::string kWhole = answer_with(kArguments);
  static const std::string kBroken = answer_with(kBrokenArguments);
  return ask == Ask::kBroken ? kBroken : kWhole;
}

const std::string& stream_begin() {
  static const std::string kBegin =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nx-request-id: req_7d51\r\n"
      "Transfer-Encoding: chunked\r\n\r\n" +
      chunk(event_with(R"("delta":{"role":"assistant","content":""},"finish_reason":null)"));
  return kBegin;
}

void write_event(std::string& out, Ask ask, std::uint64_t nanoseconds, std::uint64_t asked, std::size_t number) {
  const std::string_view token = kTokens[number % kTokens.size()];
  std::string middle(kEventMiddle);
  if (ask == Ask::kProbabilities) {
    middle = std::string(kProbability).append(token).append("\",\"logprob\":-0.");
    write_number(middle, 1 + number * 37 % 997, 10, 4);
    middle += kProbabilityEnd;
  }
  const std::size_t stamps = (number == 0 ? 2 : 1) * kStampDigits + 1;
  const std::size_t size = kEventFront.size() + token.size() + middle.size() + stamps + kEventBack.size();
  write_number(out, size, 16, 1);
  out.append("\r\n").append(kEventFront).append(token).append(middle);
  out += kStamp;
  write_number(out, nanoseconds, 10, kStampDigits);
  if (number == 0) write_number(out, asked, 10, kStampDigits);
  out.append(kEventBack).append("\r\n");
}

const std::string& stream_end() {
  static const std::string kEnd =
      chunk(event_with(R"("delta":{},"finish_reason":"stop")")) + chunk("data: [DONE]\n\n") + "0\r\n\r\n";
  return kEnd;
}

std::uint64_t read_stamp(std::string_view digits) {
  std::uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

std::size_t message_size(std::string_view bytes) {
  constexpr std::string_view kName = "content-length:";
  const std::size_t end = bytes.find("\r\n\r\n");
  if (end == std::string_view::npos) return 0;
  for (std::size_t at = bytes.find("\r\n"); at < end; at = bytes.find("\r\n", at + 2)) {
    const std::string_view line = bytes.substr(at + 2, end - at);
    const auto is_same = [](char given, char wanted) { return (given | ' ') == wanted; };
    const std::string_view name = line.substr(0, kName.size());
    if (!std::equal(name.begin(), name.end(), kName.begin(), kName.end(), is_same)) continue;
    const std::string_view number = line.substr(std::min(line.find_first_of("0123456789"), line.size()));
    std::size_t length = 0;
    std::from_chars(number.data(), number.data() + number.size(), length);
    return end + 4 + length;
  }
  return end + 4;
}

}  // namespace acode::bench
