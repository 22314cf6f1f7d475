// Calls whose name stands before their JSON: Mistral, DeepSeek, Kimi, Llama's function tags, Functionary (TX-4).
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
          {"name": "python", "parameters": {"type": "object", "properties": {"code": {"type": "string"}},
           "required": ["code"]}},
          {"name": "get_time", "parameters": {"type": "object", "properties": {}}}])")
                                            .tools;
  return kTools;
}

constexpr std::string_view kParis = R"({"city": "Paris"})";

void run(const std::vector<Case>& cases) { expect_cases(tools(), cases); }

/// Without tools any plain name may be called.
void run_without_tools(const std::vector<Case>& cases) {
  for (const Case& one : cases) expect_calls(one.text, nullptr, one.calls, one.content, one.reasoning);
}

std::string id_of(std::string_view text) {
  const Extraction extraction = extract(text, {.tools = &tools()});
  return extraction.calls.size() == 1 ? extraction.calls[0].id : "";
}

TEST(MistralArgs, AsItIsMeant) {
  const std::vector<Case> cases = {
      {R"([TOOL_CALLS]get_weather[ARGS]{"city": "Paris"})", {{"get_weather", kParis}}},
      {R"([TOOL_CALLS]get_weather[CALL_ID]a1b2c3d4e[ARGS]{"city": "Paris"})", {{"get_weather", kParis}}},
      {R"(Hm.[TOOL_CALLS]get_weather[ARGS]{"city": "Paris"}[TOOL_CALLS]get_time[ARGS]{}So.)",
       {{"get_weather", kParis}, {"get_time", "{}"}},
       "Hm.So."},
      {"[THINK]hm[/THINK][TOOL_CALLS]get_time[ARGS]{}", {{"get_time", "{}"}}, "", "hm"}};
  run(cases);
  run_without_tools(cases);
  EXPECT_EQ(id_of(R"([TOOL_CALLS]get_weather[CALL_ID]a1b2c3d4e[ARGS]{"city": "Paris"})"), "a1b2c3d4e");
}

TEST(MistralArgs, SeparatorsThatAreBroken) {
  run({{R"([TOOL_CALLS]get_weather{"city": "Paris"})", {{"get_weather", kParis}}},
       {R"([TOOL_CALLS]get_weather[ARGS{"city": "Paris"})", {{"get_weather", kParis}}},
       {R"([TOOL_CALLS] get_weather [ARGS] {"city": "Paris"})", {{"get_weather", kParis}}},
       {"[TOOL_CALLS]\u00A0get_weather\u00A0[ARGS]{\"city\": \"Paris\"}", {{"get_weather", kParis}}},
       {R"([TOOL_CALLS]get_weather[ARGS]{"city": "Paris"}})", {{"get_weather", kParis}}},
       {R"([TOOL_CALLS]no_such_tool[ARGS]{"a": 1})", {{"no_such_tool", R"({"a": 1})"}}}});
}

TEST(MistralArgs, TalkOfTheMarkerIsContentTX6) {
  run({{"The marker [TOOL_CALLS] opens a call {like this}.", {}, "The marker [TOOL_CALLS] opens a call {like this}."},
       {"[TOOL_CALLS]", {}, "[TOOL_CALLS]"},
       {"[TOOL_CALLS]get_weather", {}, "[TOOL_CALLS]get_weather"}});
}

TEST(MistralArgs, CutOffRP8) {
  run({{R"([TOOL_CALLS]get_weather[ARGS]{"city": "Par)", {{"get_weather", R"({"city": "Par)", false}}},
       {"[TOOL_CALLS]get_weather[ARGS]", {{"get_weather", "{}", false}}}});
}

TEST(DeepSeek, BothVersions) {
  const std::vector<Case> cases = {
      {"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{\"city\": \"Paris\"}\n"
       "```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>",
       {{"get_weather", kParis}}},
      {"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{\"city\": \"Paris\"}<｜tool▁call▁end｜>\n"
       "<｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
       {{"get_weather", kParis}, {"get_time", "{}"}}},
      {"hm</think>So.<｜tool▁call▁begin｜>get_time<｜tool▁sep｜>{}<｜tool▁call▁end｜>",
       {{"get_time", "{}"}},
       "So.",
       "hm"}};
  run(cases);
  run_without_tools(cases);
}

TEST(DeepSeek, TokensInAscii) {
  run({{"<|tool_calls_begin|><|tool_call_begin|>function<|tool_sep|>get_weather\n```json\n{\"city\": \"Paris\"}\n"
        "```<|tool_call_end|><|tool_calls_end|>",
        {{"get_weather", kParis}}},
       {"<|tool▁calls▁begin|><|tool▁call▁begin|>get_weather<|tool▁sep|>{\"city\": \"Paris\"}<|tool▁call▁end|>"
        "<|tool▁calls▁end|>",
        {{"get_weather", kParis}}}});
}

TEST(DeepSeek, PartsThatAreMissing) {
  run({{"<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{\"city\": \"Paris\"}<｜tool▁call▁end｜>",
        {{"get_weather", kParis}}},
       {"<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n{\"city\": \"Paris\"}", {{"get_weather", kParis}}},
       {"<｜tool▁call▁begin｜>get_weather\n{\"city\": \"Paris\"}<｜tool▁call▁end｜>", {{"get_weather", kParis}}},
       {"<｜tool▁call▁begin｜>get_time<｜tool▁sep｜><｜tool▁call▁end｜>", {{"get_time", "{}"}}},
       {"<｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{\"city\": \"Paris\"<｜tool▁call▁end｜>So.",
        {{"get_weather", R"({"city": "Paris")"}},
        "So."}});
}

TEST(KimiK2, AsItIsMeant) {
  const std::vector<Case> cases = {
      {R"(Hm. <|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>)"
       R"({"city": "Paris"}<|tool_call_end|><|tool_call_begin|>functions.get_time:1 <|tool_call_argument_begin|> {} )"
       R"(<|tool_call_end|><|tool_calls_section_end|>)",
       {{"get_weather", kParis}, {"get_time", "{}"}},
       "Hm. "},
      {R"(<|tool_call_section_begin|><|tool_call_begin|>get_weather:7<|tool_call_argument_begin|>{"city": "Paris"})"
       R"(<|tool_call_end|><|tool_call_section_end|>)",
       {{"get_weather", kParis}}},
      {"So.<|tool_calls_section_begin|><|tool_calls_section_end|>", {}, "So."}};
  run(cases);
  run_without_tools(cases);
  EXPECT_EQ(id_of(R"(<|tool_call_begin|>functions.get_time:3<|tool_call_argument_begin|>{}<|tool_call_end|>)"),
            "functions.get_time:3");
}

TEST(KimiK2, ANumberForANameIsTheToolThatTheArgumentsFit) {
  run({{R"(<|tool_call_begin|>0<|tool_call_argument_begin|>{"city": "Paris"}<|tool_call_end|>)",
        {{"get_weather", kParis}}},
       {R"(<|tool_call_begin|>functions.:0<|tool_call_argument_begin|>{"path": "a", "content": "b"}<|tool_call_end|>)",
        {{"write_file", R"({"path": "a", "content": "b"})"}}}});
  const std::string_view unclear = R"(<|tool_call_begin|>0<|tool_call_argument_begin|>{"zip": 1}<|tool_call_end|>)";
  expect_calls(unclear, &tools(), {}, unclear.substr(0, unclear.rfind('<')));
}

TEST(KimiK2, TokensThatAreMissing) {
  run({{R"(<|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Paris"}<|tool_call_begin|>)"
        R"(functions.get_time:1<|tool_call_argument_begin|>{})",
        {{"get_weather", kParis}, {"get_time", "{}"}}},
       {R"(<|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Par<|tool_call_end|>)"
        R"(<|tool_call_begin|>functions.get_time:1<|tool_call_argument_begin|>{}<|tool_call_end|>)",
        {{"get_weather", R"({"city": "Par)"}, {"get_time", "{}"}}},
       {R"(<think>so <|tool_call_begin|>functions.get_time:0<|tool_call_argument_begin|>{}<|tool_call_end|>)",
        {{"get_time", "{}"}},
        "",
        "so "}});
}

TEST(KimiK2, AStringMayHoldTheTokens) {
  const std::string_view arguments = R"({"path": "a.md", "content": "then <|tool_call_end|> follows"})";
  run({{R"(<|tool_call_begin|>functions.write_file:0<|tool_call_argument_begin|>)"
        R"({"path": "a.md", "content": "then <|tool_call_end|> follows"}<|tool_call_end|>Done.)",
        {{"write_file", arguments}},
        "Done."}});
}

TEST(FunctionTag, AsItIsMeantAndAsGroqRefusesItEX10) {
  run({{R"(<function=get_weather>{"city": "Paris"}</function>)", {{"get_weather", kParis}}},
       {R"(So: <function=get_weather>{"city": "Paris"}</function><|eom_id|>)", {{"get_weather", kParis}}, "So: "},
       {R"(<function=get_weather{"city": "Paris"}</function>)", {{"get_weather", kParis}}},
       {R"(<function=get_weather>{"city": "Paris"}<function>)", {{"get_weather", kParis}}},
       {R"(<function=get_weather({"city": "Paris"})</function>)", {{"get_weather", kParis}}},
       {R"(<function="get_weather">{"city": "Paris"}</function>)", {{"get_weather", kParis}}},
       {R"(<function=get_weather,{"city": "Paris"}</function>)", {{"get_weather", kParis}}},
       {R"(get_weather{"city": "Paris"}</function>)", {{"get_weather", kParis}}},
       {R"(get_weather>{"city": "Paris"}</function>)", {{"get_weather", kParis}}},
       {R"(<function=get_weather>{"city": "Paris"}<function=get_time>{}</function>)",
        {{"get_weather", kParis}, {"get_time", "{}"}}}});
}

TEST(FunctionTag, WithoutItsTagOnALineOfItsOwn) {
  run({{"So:\nget_weather{\"city\": \"Paris\"}\nThat is all.", {{"get_weather", kParis}}, "So:\n\nThat is all."},
       {R"(get_weather{"zip": 1})", {}, R"(get_weather{"zip": 1})"}});
}

TEST(NamedJson, WhatRemainsWithoutTheSpecialTokens) {
  run({{R"(functions.get_weather:0{"city": "Paris"}functions.get_time:1{})",
        {{"get_weather", kParis}, {"get_time", "{}"}}},
       {R"([TOOL_CALLS]get_weather[ARGS]{"city": "Paris"}get_time[ARGS]{})",
        {{"get_weather", kParis}, {"get_time", "{}"}}}});
}

TEST(FunctionTag, WithoutItsTagOnlyWithTheEndTag) {
  run({{R"(get_weather{"city": "Paris"} is the form)", {}, R"(get_weather{"city": "Paris"} is the form)"}});
}

TEST(Functionary, RecipientsAndText) {
  run({{">>>all\nHm.>>>get_weather\n{\"city\": \"Paris\"}>>>get_time\n{}",
        {{"get_weather", kParis}, {"get_time", "{}"}},
        "Hm."},
       {">>>python\nprint(1)\nprint(2)", {{"python", R"x({"code":"print(1)\nprint(2)"})x"}}},
       {"get_weather\n{\"city\": \"Paris\"}", {{"get_weather", kParis}}}});
}

TEST(Functionary, ThePromptOfPythonIsNone) {
  run({{"Type\n>>> get_time()\n{}\nnow", {}, "Type\n>>> get_time()\n{}\nnow"},
       {">>>other\n{\"a\": 1}", {}, ">>>other\n{\"a\": 1}"},
       {"get_weather\n{\"zip\": 1}", {}, "get_weather\n{\"zip\": 1}"}});
}

// Whoever offered tools is told that a call of something else was left in the text (TX-6).
TEST(KimiK2, ACallOfNoToolLeavesAWarning) {
  const Extraction extraction =
      extract(R"(<|tool_call_begin|>functions.fly_to_moon:0<|tool_call_argument_begin|>{"a":1}<|tool_call_end|>)",
              {.tools = &tools()});
  EXPECT_TRUE(extraction.calls.empty());
  ASSERT_EQ(extraction.oddities.size(), 1U);
  EXPECT_EQ(extraction.oddities[0].message, "what looks like a call of \"fly_to_moon\" is text: there is no such tool");
}

}  // namespace
}  // namespace acode::extract
