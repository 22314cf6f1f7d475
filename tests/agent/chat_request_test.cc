// What is sent to servers, word for word.
#include "agent/chat_request.h"

#include <gtest/gtest.h>

#include "acode/json/reader.h"
#include "acode/schema/schema.h"
#include "agent/fakes.h"

namespace acode::agent {
namespace {

using config::ServerDialect;

ChatRequest request() {
  ChatRequest request;
  request.model = "m";
  request.messages = {{Role::kUser, "hi \"you\""},
                      {Role::kAssistant, "", {{"c1", "now", "{\"a\":1}"}}},
                      {Role::kTool, "noon", {}, "c1", "now"}};
  request.tools = "[{}]";
  request.options = {{"temperature", "0.7"}, {"keep_alive", "\"5m\""}, {"num_predict", "10"}};
  return request;
}

TEST(ChatRequest, ForOllama) {
  EXPECT_EQ(encode_request(ServerDialect::kOllama, request(), ConstraintStyle::kFormat),
            R"({"model":"m","messages":[{"role":"user","content":"hi \"you\""},)"
            R"({"role":"assistant","content":"","tool_calls":[{"function":{"name":"now","arguments":{"a":1}}}]},)"
            R"({"role":"tool","content":"noon","tool_name":"now"}],"keep_alive":"5m","tools":[{}],"stream":true,)"
            R"("options":{"temperature":0.7,"num_predict":10}})");
}

TEST(ChatRequest, ForOpenAi) {
  EXPECT_EQ(
      encode_request(ServerDialect::kOpenAi, request(), ConstraintStyle::kNamedTool),
      R"({"model":"m","messages":[{"role":"user","content":"hi \"you\""},)"
      R"({"role":"assistant","content":"","tool_calls":[{"id":"c1","type":"function","function":{"name":"now",)"
      R"("arguments":"{\"a\":1}"}}]},{"role":"tool","content":"noon","tool_call_id":"c1"}],"tools":[{}],)"
      R"("stream":true,"stream_options":{"include_usage":true},"temperature":0.7,"keep_alive":"5m","num_predict":10})");
}

TEST(ChatRequest, RT7_AConstraintAsEachServerUnderstandsIt) {
  ChatRequest constrained = request();
  constrained.messages.clear();
  constrained.options.clear();
  constrained.stream = false;
  constrained.temperature = 0;
  constrained.constraint = Constraint{"now", "[{\"t\":1}]", "{\"type\":\"object\"}"};
  EXPECT_EQ(encode_request(ServerDialect::kOllama, constrained, ConstraintStyle::kFormat),
            R"({"model":"m","messages":[],"format":{"type":"object"},"stream":false,"options":{"temperature":0}})");
  EXPECT_EQ(
      encode_request(ServerDialect::kOpenAi, constrained, ConstraintStyle::kNamedTool),
      R"({"model":"m","messages":[],"tools":[{"t":1}],"tool_choice":{"type":"function","function":{"name":"now"}},)"
      R"("stream":false,"temperature":0})");
  EXPECT_EQ(encode_request(ServerDialect::kOpenAi, constrained, ConstraintStyle::kOnlyTool),
            R"({"model":"m","messages":[],"tools":[{"t":1}],"tool_choice":"required","stream":false,"temperature":0})");
}

TEST(ChatRequest, RT7_AConstraintToACallOfAnyTool) {
  const Constraint any = constraint_to_any(test::tools());
  const Result<schema::Schema> schema = schema::Schema::compile(any.schema);
  ASSERT_TRUE(schema.ok()) << any.schema;
  const auto accepts = [&](std::string_view text) { return schema->accepts(json::parse(text)->root()); };
  EXPECT_TRUE(accepts(R"({"name": "now", "arguments": {}})"));
  EXPECT_TRUE(accepts(R"({"name": "read_file", "arguments": {"path": "a"}})"));
  EXPECT_FALSE(accepts(R"({"name": "read_file", "arguments": {}})"));
  EXPECT_FALSE(accepts(R"({"name": "rm", "arguments": {}})"));
}

TEST(ChatRequest, MoreRoomDoublesTheNumberThatIsSet) {
  ChatRequest longer = request();
  longer.more_room = true;
  EXPECT_NE(encode_request(ServerDialect::kOllama, longer, ConstraintStyle::kFormat).find("\"num_predict\":20"),
            std::string::npos);
}

TEST(ChatRequest, ToolsAreWrittenInOpenAisWay) {
  const std::string json = tools_json(test::tools());
  EXPECT_TRUE(
      json.starts_with(R"([{"type":"function","function":{"name":"read_file","description":"Reads","parameters":{)"))
      << json;
  EXPECT_EQ(schema::load_tools(json).tools.size(), 2U);
}

}  // namespace
}  // namespace acode::agent
