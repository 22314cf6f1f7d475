// Calls as Python, behind markers and bare: LFM2, Olmo 3, Llama 3 and 4, Gemma 3 (TX-4, TX-6).
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "acode/extract/extract.h"
#include "acode/schema/toolset.h"
#include "format_case.h"

namespace acode::extract {
namespace {

const schema::Toolset& tools() {
  static const schema::Toolset kTools = schema::load_tools(R"([
          {"name": "get_weather", "parameters": {"type": "object",
           "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city"]}},
          {"name": "code_interpreter", "parameters": {"type": "object", "properties": {"code": {"type": "string"}},
           "required": ["code"]}},
          {"name": "get_time", "parameters": {"type": "object", "properties": {}}}])")
                                            .tools;
  return kTools;
}

constexpr std::string_view kParis = R"({"city":"Paris"})";

void run(const std::vector<Case>& cases) { expect_cases(tools(), cases); }

void run_without_tools(const std::vector<Case>& cases) {
  for (const Case& one : cases) expect_calls(one.text, nullptr, one.calls, one.content);
}

TEST(MarkedPython, BehindEachMarker) {
  const std::vector<Case> cases = {
      {R"(Hm.<|tool_call_start|>[get_weather(city="Paris"), get_time()]<|tool_call_end|>So.)",
       {{"get_weather", kParis}, {"get_time", "{}"}},
       "Hm.So."},
      {"<function_calls>get_weather(city='Paris')\nget_time()</function_calls>",
       {{"get_weather", kParis}, {"get_time", "{}"}}},
      {"<|python_start|>[get_weather(city='Paris')]<|python_end|>", {{"get_weather", kParis}}},
      {"<|python_start|>[get_weather(city='Paris')]", {{"get_weather", kParis}}},
      {"```tool_code\nprint(get_weather(city='Paris'))\n```", {{"get_weather", kParis}}},
      {"```tool_code\nget_weather(city='Paris')\n```\nOne moment.", {{"get_weather", kParis}}, "\nOne moment."},
      {"TOOL_CALL: get_weather(city='Paris')\nSo.", {{"get_weather", kParis}}, "\nSo."}};
  run(cases);
  run_without_tools(cases);
}

TEST(MarkedPython, MayBeJsonAfterAll) {
  run({{R"(<|tool_call_start|>[{"name": "get_weather", "arguments": {"city": "Paris"}}]<|tool_call_end|>)",
        {{"get_weather", kParis}}},
       {R"(<|tool_call_start|>{"name": "get_time", "arguments": {}}<|tool_call_end|>)", {{"get_time", "{}"}}}});
}

TEST(MarkedPython, TokensTooManyOrMissing) {
  run({{"<|tool_call_start|>[get_time()]", {{"get_time", "{}"}}},
       {"<|tool_call_start|>[get_time()]<|tool_call_end|><|tool_call_end|>", {{"get_time", "{}"}}},
       {"<|tool_call_start|>[get_time()]<|tool_call_end|>[get_time()]<|tool_call_end|>So.",
        {{"get_time", "{}"}},
        "So."},
       {"<|tool_call_start|>[]<|tool_call_end|>So.", {}, "So."},
       {"<|tool_call_start|>[get_weather(city='Par", {{"get_weather", R"({"city":"Par"})", false}}},
       {"<|tool_call_start|>[made_up(a=1)]<|tool_call_end|>", {{"made_up", R"({"a":1})"}}}});
}

TEST(MarkedPython, StringsMayHoldAnything) {
  run({{R"(<|tool_call_start|>[get_weather(city="a, b=c) ] <|tool_call_end|>")]<|tool_call_end|>)",
        {{"get_weather", R"({"city":"a, b=c) ] <|tool_call_end|>"})"}}},
       {"<|tool_call_start|>[get_weather(city=\"one\ntwo\")]<|tool_call_end|>",
        {{"get_weather", R"({"city":"one\ntwo"})"}}}});
}

TEST(Pythonic, ListsAndCallsInText) {
  run({{"[get_weather(city='Paris', days=3), get_time()]",
        {{"get_weather", R"({"city":"Paris","days":3})"}, {"get_time", "{}"}}},
       {"I call get_weather(city='Paris') now.", {{"get_weather", kParis}}, "I call  now."},
       {"print(get_weather(city='Paris'))", {{"get_weather", kParis}}},
       {R"(So: get\_weather(city='Paris'))", {{"get_weather", kParis}}, "So: "},
       {"So: functions.get_weather(city='Paris')", {{"functions.get_weather", kParis}}, "So: "},
       {"[get_weather(city='Paris'), made_up(a=1)]", {{"get_weather", kParis}, {"made_up", R"({"a":1})"}}}});
  run_without_tools({{"[get_weather(city='Paris')]", {{"get_weather", kParis}}}});
}

TEST(Pythonic, TalkIsNoCallTX6) {
  for (const std::string_view text :
       {"Use [link text](url), e.g. [Wikipedia](https://www.wikipedia.org).", "get_weather(city, days) is a tool.",
        "Call get_weather(...) first.", "get_weather() needs a city.", "def get_weather(city='x'):\n  pass",
        "my_get_weather(city='Paris')", "x[0] and y[i(1)]", "[other(a=1)]"}) {
    expect_calls(text, &tools(), {}, text);
  }
  for (const std::string_view text : {"f(a=1)", "x = rows[int(i)]", "[a, b](c)"}) expect_calls(text, nullptr, {}, text);
}

TEST(LlamaPythonTag, JsonBuiltinsAndCode) {
  run({{R"(<|python_tag|>{"name": "get_weather", "parameters": {"city": "Paris"}}<|eom_id|>)",
        {{"get_weather", kParis}}},
       {R"(<|python_tag|>{"name": "get_weather", "parameters": {"city": "Paris"}}; {"name": "get_time", "parameters": {}})",
        {{"get_weather", kParis}, {"get_time", "{}"}}},
       {R"(<|python_tag|>get_weather.call(city="Paris"))", {{"get_weather", kParis}}},
       {"So.<|python_tag|>import math\nprint(math.pi)<|eom_id|>",
        {{"code_interpreter", R"x({"code":"import math\nprint(math.pi)"})x"}},
        "So."}});
  run_without_tools(
      {{R"(<|python_tag|>brave_search.call(query="x")<|eom_id|>)", {{"brave_search", R"({"query":"x"})"}}}});
}

}  // namespace
}  // namespace acode::extract
