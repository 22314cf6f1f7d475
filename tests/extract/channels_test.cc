// Protocols with channels: gpt-oss and Inkling (TX-4, TX-5).
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
          {"name": "python", "parameters": {"type": "object", "properties": {"code": {"type": "string"}}}},
          {"name": "get_time", "parameters": {"type": "object", "properties": {}}}])")
                                            .tools;
  return kTools;
}

constexpr std::string_view kParis = R"({"city":"Paris"})";

void run(const std::vector<Case>& cases) { expect_cases(tools(), cases); }

TEST(Harmony, ChannelsAndCalls) {
  run({{R"(<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather )"
        R"(<|constrain|>json<|message|>{"city":"Paris"}<|call|>)",
        {{"get_weather", kParis}},
        "",
        "hm"},
       {"<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>So.<|return|>",
        {},
        "So.",
        "hm"},
       {"<|channel|>commentary<|message|>First.<|end|><|start|>assistant<|channel|>final<|message|> Then.",
        {},
        "First. Then."},
       {"<|channel|>commentary to=functions.get_time<|message|>{}<|call|><|start|>assistant<|channel|>commentary "
        "to=functions.get_weather<|message|>{\"city\":\"Paris\"}<|call|>",
        {{"get_time", "{}"}, {"get_weather", kParis}}}});
}

TEST(Harmony, HeadersInAnyOrder) {
  for (const std::string_view header :
       {"<|start|>assistant to=functions.get_weather<|channel|>commentary <|constrain|>json<|message|>",
        " to=functions.get_weather<|channel|>analysis<|message|>",
        "<|channel|>analysis to=functions.get_weather<|message|>",
        "<|channel|>commentary to=get_weather <|constrain|>json<|message|>",
        "<|channel|>commentary <|constrain|>json to=functions.get_weather<|message|>",
        "<|channel|>commentary to=functions.get_weather<|channel|>commentary <|constrain|>json<|message|>",
        "<|channel|>commentary?? to=functions.get_weather ? <|message|>",
        "<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json",
        "<|channel|>commentary to=assistant<|channel|>commentary to=functions.get_weather<|message|>",
        "<|channel|>analysis<|channel|>commentary to=functions.functions.get_weather json<|message|>\n"}) {
    run({{std::string(header) + R"({"city":"Paris"})", {{"get_weather", kParis}}},
         {std::string(header) + R"({"city":"Paris"}<|call|>)", {{"get_weather", kParis}}}});
  }
}

TEST(Harmony, BodiesThatAreBrokenOrNoJson) {
  run({{"<|channel|>commentary to=functions.get_time<|message|><|call|>", {{"get_time", "{}"}}},
       {"<|channel|>commentary to=functions.get_weather<|message|>```json\n{\"city\":\"Paris\"}\n```<|call|>",
        {{"get_weather", kParis}}},
       {R"(<|channel|>commentary to=functions.get_weather<|message|>{"city":"Paris"}}<|call|>)",
        {{"get_weather", kParis}}},
       {R"(<|channel|>commentary to=functions.get_weather<|message|>{"city":"Par<|call|>)",
        {{"get_weather", R"({"city":"Par)"}}},
       {R"(<|channel|>commentary to=functions.get_weather<|message|>{"city":"Par)",
        {{"get_weather", R"({"city":"Par)", false}}},
       {"<|channel|>analysis to=python code<|message|>print(1)<|call|>", {{"python", R"x({"code":"print(1)"})x"}}}});
}

TEST(Harmony, AMessageThatWasNotEnded) {
  run({{"<|channel|>analysis<|message|>hm<|start|>assistant<|channel|>final<|message|>So.", {}, "So.", "hm"},
       {"<|channel|>analysis<|message|>hm<|channel|>commentary to=functions.get_time<|message|>{}<|call|>",
        {{"get_time", "{}"}},
        "",
        "hm"}});
}

TEST(Harmony, WithoutTheSpecialTokens) {
  run({{R"(analysisWe need it.assistantcommentary to=functions.get_weather json{"city":"Paris"})",
        {{"get_weather", kParis}},
        "",
        "We need it."},
       {"analysisWe need it.assistantfinalSo.", {}, "So.", "We need it."},
       {"analysisWe need itassistantfinalSo.", {}, "So.", "We need it"},
       {R"(We need it.assistant to=functions.get_weather<|message|>{"city":"Paris"})",
        {{"get_weather", kParis}},
        "We need it."},
       {R"(We need it.assistantcommentary to=functions.get_weather json{"city":"Paris"})",
        {{"get_weather", kParis}},
        "We need it."},
       {R"(commentary to=functions.get_weather json{"city":"Paris"})", {{"get_weather", kParis}}}});
}

TEST(Harmony, TalkIsNoHeaderTX6) {
  for (const std::string_view text :
       {"analysis of the data", "analysisResult = run()\n", "analysisWe need more", "commentary to= nobody",
        "pass to=functions. then", "the word assistantfinal", "an assistantanalysis tool"}) {
    expect_calls(text, &tools(), {}, text);
  }
}

TEST(Inkling, MessagesOfAllKinds) {
  run({{R"(<|content_thinking|>hm<|end_message|><|message_model|><|content_text|>So.<|end_message|><|message_model|>)"
        R"(get_weather<|content_invoke_tool_json|>{"name":"get_weather","args":{"city":"Paris"}}<|end_message|>)",
        {{"get_weather", kParis}},
        "So.",
        "hm"},
       {"<|content_invoke_tool_json|>{\"name\":\"get_time\",\"args\":{}}<|end_message|><|message_model|>"
        "<|content_text|>done<|content_model_end_sampling|>",
        {{"get_time", "{}"}},
        "done"},
       {"<|content_thinking|>one<|end_message|><|message_model|><|content_text|>mid<|end_message|><|message_"
        "model|>"
        "<|content_thinking|>two<|end_message|>",
        {},
        "mid",
        "onetwo"},
       {"<|content_tool_error|>boom<|end_message|>", {}, "boom"}});
}

}  // namespace
}  // namespace acode::extract
