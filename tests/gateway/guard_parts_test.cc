// Streams whose parts are numbered, and have more in them than words and calls: what the gateway does not know stays, and
// what it writes itself goes on behind it.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/reader.h"
#include "acode/pipeline/pipeline.h"
#include "acode/schema/toolset.h"
#include "acode/wire/wire.h"
#include "gateway/stream_guard.h"

namespace acode::gateway {
namespace {

using wire::Dialect;
using Events = std::vector<std::string>;

constexpr std::string_view kTools = R"([{"name": "read_file", "parameters": {"type": "object", "properties":
  {"path": {"type": "string"}, "lines": {"type": "integer"}}, "required": ["path"]}}])";

const pipeline::Pipeline& guard_pipeline() {
  static const schema::LoadedTools loaded = schema::load_tools(kTools);
  static const pipeline::Pipeline made(&loaded.tools);
  return made;
}

std::string stream_of(const Events& events) {
  std::string out;
  for (const std::string& event : events) {
    const auto document = json::parse(event);
    out += "event: " + std::string(document->root().find("type")->as_string()) + "\ndata: " + event + "\n\n";
  }
  return out;
}

std::string through(Dialect dialect, const std::string& stream) {
  GuardPlan plan;
  plan.upstream = plan.client = dialect;
  plan.mode = GuardMode::kFull;
  plan.model = "m";
  plan.tool_names = {"read_file"};
  StreamGuard guard(guard_pipeline(), plan);
  std::string out;
  guard.feed(stream, out);
  guard.finish(out);
  guard.close(out);
  return out;
}

Events events_in(std::string_view stream) {
  Events out;
  for (std::size_t at = 0; (at = stream.find("data: ", at)) != std::string_view::npos;) {
    const std::size_t end = stream.find("\n\n", at);
    out.emplace_back(stream.substr(at + 6, end - at - 6));
    at = end;
  }
  return out;
}

// A stream as a client sees it that minds the numbers: every part begins once, with the next number, and ends once; nothing
// comes for one that is not open.
struct Blocks {
  std::vector<std::string> types;
  std::map<std::size_t, bool> open;
};

Blocks blocks_in(std::string_view stream) {
  Blocks out;
  for (const std::string& event : events_in(stream)) {
    const auto document = json::parse(event);
    const json::Value value = document->root();
    const std::string_view type = value.find("type")->as_string();
    if (!type.starts_with("content_block_")) continue;
    const auto index = static_cast<std::size_t>(*value.find("index")->as_int64());
    if (type == "content_block_start") {
      EXPECT_EQ(index, out.types.size()) << event;
      out.types.emplace_back(value.find("content_block")->find("type")->as_string());
      out.open[index] = true;
    } else {
      EXPECT_TRUE(out.open[index]) << event;
      out.open[index] = type != "content_block_stop";
    }
  }
  for (const auto& [index, is_open] : out.open) EXPECT_FALSE(is_open) << index;
  return out;
}

// Thoughts with a signature, a search of the provider's own, words, and then what is given.
Events message_with(const Events& rest) {
  Events events = {
      R"({"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[]}})",
      R"({"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}})",
      R"({"type":"ping"})",
      R"({"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm."}})",
      R"({"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}})",
      R"({"type":"content_block_stop","index":0})",
      R"({"type":"content_block_start","index":1,"content_block":{"type":"server_tool_use","id":"s1","name":"search","input":{}}})",
      R"({"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"q\":1}"}})",
      R"({"type":"content_block_stop","index":1})",
      R"({"type":"content_block_start","index":2,"content_block":{"type":"search_result","tool_use_id":"s1","content":[]}})",
      R"({"type":"content_block_stop","index":2})"};
  events.insert(events.end(), rest.begin(), rest.end());
  events.emplace_back(R"({"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":9}})");
  events.emplace_back(R"({"type":"message_stop"})");
  return events;
}

Events call_with(const std::string& arguments, int index) {
  const std::string number = std::to_string(index);
  return {R"({"type":"content_block_start","index":)" + number +
              R"(,"content_block":{"type":"tool_use","id":"t1","name":"read_file","input":{}}})",
          R"({"type":"content_block_delta","index":)" + number +
              R"(,"delta":{"type":"input_json_delta","partial_json":")" + arguments + R"("}})",
          R"({"type":"content_block_stop","index":)" + number + "}"};
}

TEST(GuardParts, WhatIsValidPassesByteForByte) {
  const std::string stream = stream_of(message_with(call_with(R"({\"path\":\"a\"})", 3)));
  EXPECT_EQ(through(Dialect::kAnthropic, stream), stream);
}

TEST(GuardParts, AMendedCallComesBehindWhatTheClientHas) {
  const std::string before = stream_of(message_with({}));
  const std::string got = through(Dialect::kAnthropic, stream_of(message_with(call_with(R"({'path': 'a',})", 3))));
  EXPECT_EQ(blocks_in(got).types,
            (std::vector<std::string>{"thinking", "server_tool_use", "search_result", "tool_use"}));
  EXPECT_TRUE(got.starts_with(before.substr(0, before.find("event: message_delta")))) << got;
  const wire::Answer answer = wire::decode(Dialect::kAnthropic, got);
  ASSERT_EQ(answer.calls.size(), 1U);
  EXPECT_EQ(answer.calls[0].arguments, R"({"path":"a"})");
}

TEST(GuardParts, ACallInTheTextEndsTheBlockThatIsOpen) {
  const std::string call = R"(<tool_call>{\"name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}</tool_call>)";
  const auto block_with = [](const std::string& words, const std::string& more) {
    return Events{R"({"type":"content_block_start","index":3,"content_block":{"type":"text","text":""}})",
                  R"({"type":"content_block_delta","index":3,"delta":{"type":"text_delta","text":")" + words + R"("}})",
                  R"({"type":"content_block_delta","index":3,"delta":{"type":"text_delta","text":")" + more + R"("}})",
                  R"({"type":"content_block_stop","index":3})"};
  };
  const std::string some = through(Dialect::kAnthropic, stream_of(message_with(block_with("I look. ", call))));
  EXPECT_EQ(blocks_in(some).types,
            (std::vector<std::string>{"thinking", "server_tool_use", "search_result", "text", "tool_use"}));
  EXPECT_EQ(wire::decode(Dialect::kAnthropic, some).calls.size(), 1U);
  // A block of text without text is one that the provider would not take back.
  const std::string none = through(Dialect::kAnthropic, stream_of(message_with(block_with(call, " "))));
  EXPECT_EQ(blocks_in(none).types,
            (std::vector<std::string>{"thinking", "server_tool_use", "search_result", "tool_use"}))
      << none;
}

// Nobody counts up to a number that comes from outside.
TEST(GuardParts, NumbersThatNoAnswerHasArePassedOver) {
  const std::string odd =
      R"({"type":"response.output_item.added","output_index":999999999999999,"item":{"type":"message","id":"x"}})";
  const std::string call =
      R"({"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"c","name":"read_file","arguments":"{'path': 'a'}"}})";
  const std::string end = R"({"type":"response.completed","response":{"status":"completed","output":[]}})";
  const wire::Answer answer =
      wire::decode(Dialect::kOpenAiResponses, through(Dialect::kOpenAiResponses, stream_of({odd, call, end})));
  EXPECT_EQ(answer.calls.size(), 1U);
}

// --- OpenAI's Responses ---

Events response_with(const std::string& arguments) {
  const auto call = [&](const std::string& text) {
    return R"({"id":"fc_x","type":"function_call","call_id":"c1","name":"read_file","arguments":")" + text + R"("})";
  };
  const std::string thought = R"({"id":"rs_x","type":"reasoning","summary":[],"encrypted_content":"gAAA"})";
  const std::string message =
      R"({"id":"msg_x","type":"message","role":"assistant","content":[{"type":"output_text","text":"So."}]})";
  int number = 0;
  const auto event = [&number](const std::string& type, const std::string& rest) {
    return R"({"type":"response.)" + type + R"(","sequence_number":)" + std::to_string(number++) + "," + rest + "}";
  };
  const std::string at_message = R"("item_id":"msg_x","output_index":1,"content_index":0,)";
  const std::string at_call = R"("item_id":"fc_x","output_index":2,)";
  return {event("created",
                R"("response":{"id":"resp_1","object":"response","status":"in_progress","model":"m","output":[]})"),
          event("output_item.added", R"("output_index":0,"item":)" + thought),
          event("output_item.done", R"("output_index":0,"item":)" + thought),
          event("output_item.added",
                R"("output_index":1,"item":{"id":"msg_x","type":"message","role":"assistant","content":[]})"),
          event("output_text.delta", at_message + R"("delta":"So.")"),
          event("output_text.done", at_message + R"("text":"So.")"),
          event("output_item.done", R"("output_index":1,"item":)" + message),
          event("output_item.added", R"("output_index":2,"item":)" + call("")),
          event("function_call_arguments.delta", at_call + R"("delta":")" + arguments + "\""),
          event("function_call_arguments.done", at_call + R"("arguments":")" + arguments + "\""),
          event("output_item.done", R"("output_index":2,"item":)" + call(arguments)),
          event("completed",
                R"("response":{"id":"resp_1","object":"response","status":"completed","model":"m","output":[)" +
                    thought + "," + message + "," + call(arguments) + "]}")};
}

TEST(GuardParts, AValidResponsePassesByteForByte) {
  const std::string stream = stream_of(response_with(R"({\"path\":\"a\"})"));
  EXPECT_EQ(through(Dialect::kOpenAiResponses, stream), stream);
}

TEST(GuardParts, ItemsAreKeptAndCountedOn) {
  const Events got = events_in(through(Dialect::kOpenAiResponses, stream_of(response_with(R"({'path': 'a',})"))));
  std::int64_t number = 0;
  std::string last;
  for (const std::string& event : got) {
    const auto document = json::parse(event);
    const json::Value value = document->root();
    EXPECT_EQ(value.find("sequence_number")->as_int64(), number++) << event;
    const auto index = value.find("output_index");
    EXPECT_TRUE(!index || number <= 7 || index->as_int64() == 2) << event;
    last = event;
  }
  const auto document = json::parse(last);
  const json::Value output = *document->root().find("response")->find("output");
  ASSERT_EQ(output.size(), 3U) << last;
  EXPECT_NE(last.find(R"("encrypted_content":"gAAA")"), std::string::npos) << last;
  EXPECT_NE(last.find(R"("id":"msg_x")"), std::string::npos) << last;
  EXPECT_NE(last.find(R"("arguments":"{\"path\":\"a\"}")"), std::string::npos) << last;
}

}  // namespace
}  // namespace acode::gateway
