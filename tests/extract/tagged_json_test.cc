// JSON between markers: where it ends, and what may be wrong with it (TX-4, RP-8).
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "acode/extract/extract.h"
#include "acode/schema/toolset.h"
#include "format_case.h"

namespace acode::extract {
namespace {

const schema::Toolset& tools() {
  static const schema::Toolset kTools = schema::load_tools(R"([
          {"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}},
           "required": ["city"]}},
          {"name": "write_file", "parameters": {"type": "object",
           "properties": {"path": {"type": "string"}, "content": {"type": "string"}}, "required": ["path"]}},
          {"name": "get_time", "parameters": {"type": "object", "properties": {}}}])")
                                            .tools;
  return kTools;
}

constexpr std::string_view kParis = R"({"city":"Paris"})";

void run(const std::vector<Case>& cases) { expect_cases(tools(), cases); }

TEST(TaggedJson, SeveralValuesBetweenOnePairOfMarkers) {
  run({{R"(<tool_call>{"name": "get_weather", "arguments": {"city": "Paris"}}
           {"name": "get_time", "arguments": {}}</tool_call>)",
        {{"get_weather", kParis}, {"get_time", "{}"}}},
       {R"(<tool_call>{"name": "get_time", "arguments": {}}, {"name": "get_time", "arguments": {}}</tool_call>)",
        {{"get_time", "{}"}, {"get_time", "{}"}}},
       {R"([TOOL_CALLS][{"name": "get_time", "arguments": {}}][see there])", {{"get_time", "{}"}}, "[see there]"}});
}

TEST(TaggedJson, ClosersTooManyOrMissing) {
  run({{R"(<tool_call>{"name": "get_time", "arguments": {}}}</tool_call>So.)", {{"get_time", "{}"}}, "So."},
       {R"(<tool_call>{"name": "get_time", "arguments": {}}</tool_call></tool_call>)", {{"get_time", "{}"}}},
       {R"(<tool_call>{"name": "get_weather", "arguments": {"city": "Paris"}</tool_call>So.)",
        {{"get_weather", kParis}},
        "So."},
       {R"(<tool_call>{"name": "get_weather", "arguments": {"city": "Paris"}
<tool_call>{"name": "get_time", "arguments": {}}</tool_call>)",
        {{"get_weather", kParis}, {"get_time", "{}"}}},
       {"<tool_call>\n```json\n{\"name\": \"get_time\", \"arguments\": {}}\n```\n</tool_call>", {{"get_time", "{}"}}},
       {R"(<tool_call>{"name": "get_weather", "arguments": {"city": "Par)",
        {{"get_weather", R"({"city":"Par"})", false}}}});
}

TEST(TaggedJson, CommandRSaysThatItCallsNothing) {
  run({{"Action:\n```json\n[{\"tool_name\": \"directly_answer\", \"parameters\": {}}]\n```", {}, ""},
       {"Action:\n```json\n[{\"tool_name\": \"get_time\", \"parameters\": {}}]\n```", {{"get_time", "{}"}}}});
}

TEST(TaggedJson, AStringMayHoldTheMarkers) {
  run({{R"(<tool_call>{"name": "write_file", "arguments": {"path": "a", "content": "<tool_call>{\"b\": 1}</tool_call>"}}</tool_call>So.)",
        {{"write_file", R"({"path":"a","content":"<tool_call>{\"b\": 1}</tool_call>"})"}},
        "So."}});
}

TEST(TaggedJson, QuotesInsideAStringDoNotEndTheCall) {
  run({{R"x(<tool_call>{"name": "write_file", "arguments": {"path": "a", "content": "print("}")"}}</tool_call>So.)x",
        {{"write_file", R"x({"path":"a","content":"print(\"}\")"})x"}},
        "So."}});
}

// A text full of markers that open and never close costs no more than its length (counted in tests/complexity): it ends.
TEST(TaggedJson, HostileTextsAreReadInLinearTimeSE) {
  for (const std::string_view unit :
       {R"(<tool_call>{"name":"f","arguments":{"a":"</tool_call>x)", R"(<tool_call>{")", R"([TOOL_CALLS]f[ARGS]{"a":")",
        R"(<|tool_call_begin|>f<|tool_call_argument_begin|>{"a":"<|tool_call_end|>z)",
        R"(<function=f>{"a":"</function>k)", R"(<|tool_call>call:f{a:<|"|>)", R"(<|tool_call>call:f{a:'x,b:')",
        "<|tool_call_start|>[f(a='", "[f(", "<|channel|>commentary to=functions.f",
        R"(<|channel|>commentary to=f<|message|>{"a":"<|call|>u)"}) {
    std::string text;
    while (text.size() < (std::size_t{1} << 16)) text += unit;
    const Extraction extraction = extract(text, {.tools = &tools()});
    EXPECT_LE(extraction.content.size(), text.size());
  }
}

}  // namespace
}  // namespace acode::extract
