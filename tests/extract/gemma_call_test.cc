// Calls of Gemma 4 and FunctionGemma: their notation, and what models make of it (TX-4).
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "acode/extract/extract.h"
#include "acode/schema/toolset.h"
#include "extract/gemma_value.h"
#include "format_case.h"

namespace acode::extract {
namespace {

const schema::Toolset& tools() {
  static const schema::Toolset kTools = schema::load_tools(R"([
          {"name": "get_weather", "parameters": {"type": "object",
           "properties": {"city": {"type": "string"}, "days": {"type": "integer"}, "zip": {"type": "string"}},
           "required": ["city"]}},
          {"name": "bash", "parameters": {"type": "object",
           "properties": {"command": {"type": "string"}, "cwd": {"type": "string"}}, "required": ["command"]}},
          {"name": "get_time", "parameters": {"type": "object", "properties": {}}}])")
                                            .tools;
  return kTools;
}

constexpr std::string_view kParis = R"({"city":"Paris"})";

void run(const std::vector<Case>& cases) { expect_cases(tools(), cases); }

std::string object(std::string_view text, std::string_view tool = {}) {
  std::vector<std::string> warnings;
  return gemma_object(text, R"(<|"|>)", tools().find(tool), warnings);
}

TEST(GemmaValue, AsItIsMeant) {
  EXPECT_EQ(object(R"({a:<|"|>x, y<|"|>,n:-1.5e3,t:true,z:null})"), R"({"a":"x, y","n":-1.5e3,"t":true,"z":null})");
  EXPECT_EQ(object(R"({o:{p:<|"|>x<|"|>,q:[1,<|"|>2<|"|>,{}]},e:[]})"), R"({"o":{"p":"x","q":[1,"2",{}]},"e":[]})");
  EXPECT_EQ(object("{}"), "{}");
  EXPECT_EQ(object("{f:{language:python,stars:100},w:a b}"), R"({"f":{"language":"python","stars":100},"w":"a b"})");
}

TEST(GemmaValue, TheSchemaTellsNumbersFromTexts) {
  EXPECT_EQ(object("{zip:12345,days:3}", "get_weather"), R"({"zip":"12345","days":3})");
  EXPECT_EQ(object(R"({days:<|"|>3<|"|>})", "get_weather"), R"({"days":"3"})") << "what is quoted is a text";
}

TEST(GemmaValue, QuotesThatAreMissingOrOthers) {
  EXPECT_EQ(object(R"({city:<|"|>Paris})"), R"({"city":"Paris"})");
  EXPECT_EQ(object(R"({city:Paris<|"|>})"), R"({"city":"Paris"})");
  EXPECT_EQ(object(R"({city:<|"|>Paris,days:<|"|>3<|"|>})"), R"({"city":"Paris","days":"3"})");
  EXPECT_EQ(object(R"({city:'it''s', "zip":"a \"b\"", 'n': 1})"), R"({"city":"it''s","zip":"a \"b\"","n":1})");
  EXPECT_EQ(object(R"({<|"|>city<|"|>:<|"|>Paris<|"|>})"), R"({"city":"Paris"})");
  EXPECT_EQ(object(R"({city:"San Francisco, CA"})"), R"({"city":"San Francisco, CA"})");
}

TEST(GemmaValue, TextsWithoutQuotesRunOn) {
  EXPECT_EQ(object("{command:ls -la, then\nwc, x: {1},cwd:/tmp}", "bash"),
            R"({"command":"ls -la, then\nwc, x: {1}","cwd":"/tmp"})");
  EXPECT_EQ(object("{command:if a { b } else { c },cwd:/tmp}", "bash"),
            R"({"command":"if a { b } else { c }","cwd":"/tmp"})");
}

TEST(GemmaValue, BracketsThatAreMissing) {
  EXPECT_EQ(object("{a:1"), R"({"a":1})");
  EXPECT_EQ(object("{a:[1,2"), R"({"a":[1,2]})");
  EXPECT_EQ(object("{a:{b:1}"), R"({"a":{"b":1}})");
  EXPECT_EQ(object("{a:"), R"({"a":null})");
  EXPECT_EQ(object("{"), "{}");
}

TEST(Gemma4, CallsInText) {
  run({{R"(<|tool_call>call:get_weather{city:<|"|>Paris<|"|>}<tool_call|>)", {{"get_weather", kParis}}},
       {R"(Hm.<|tool_call>call:get_weather{city:<|"|>Paris<|"|>}<tool_call|><|tool_call>call:get_time{}<tool_call|>So.)",
        {{"get_weather", kParis}, {"get_time", "{}"}},
        "Hm.So."},
       {"<|channel>thought\nhm<channel|><|tool_call>call:get_time{}<tool_call|>", {{"get_time", "{}"}}, "", "hm"},
       {"<|channel>thought<channel|>So.", {}, "So."},
       {"<|channel><|channel>thought\nhm<channel|>So.", {}, "So.", "hm"},
       {R"(<|tool_call>call:get_wether{city:<|"|>Paris<|"|>}<tool_call|>)", {{"get_wether", kParis}}},
       {R"(<|tool_call>call:no_such.tool-x{a:1}<tool_call|>)", {}, "<|tool_call>call:no_such.tool-x{a:1}"},
       {"<start_function_call>call:get_weather{city:<escape>Paris<escape>}<end_function_call>",
        {{"get_weather", kParis}}}});
}

TEST(Gemma4, MarkersThatAreMissingOrTooMany) {
  run({{R"(<|tool_call>call:get_weather{city:<|"|>Paris<|"|>})", {{"get_weather", kParis}}},
       {R"(<|tool_call>call:get_weather{city:<|"|>Paris<|"|>}<tool_call|><tool_call|>)", {{"get_weather", kParis}}},
       {R"(<|tool_call>call:get_weather{city:<|"|>Paris<|"|><tool_call|>)", {{"get_weather", kParis}}},
       {R"(<|tool_call>call:get_weather{city:<|"|>Paris}<tool_call|><|tool_call>call:get_time{}<tool_call|>)",
        {{"get_weather", kParis}, {"get_time", "{}"}}},
       {R"(<|tool_call>call:get_weather{city:<|"|>Par)", {{"get_weather", R"({"city":"Par"})", false}}},
       {"<|tool_call><tool_call|>So.", {}, "So."},
       {"call:get_weather{city:Paris}", {{"get_weather", kParis}}},
       {R"(<|tool_call>{"name": "get_weather", "arguments": {"city": "Paris"}}<tool_call|>)",
        {{"get_weather", kParis}}}});
}

TEST(Gemma4, StringsMayHoldBracketsAndMarkers) {
  run({{"<|tool_call>call:bash{command:<|\"|>echo \"}\" <tool_call|> {<|\"|>,cwd:<|\"|>/<|\"|>}<tool_call|>So.",
        {{"bash", R"({"command":"echo \"}\" <tool_call|> {","cwd":"/"})"}},
        "So."}});
}

TEST(Gemma4, TalkIsNoCallTX6) {
  run({{"Write call:other{a:1} or <|tool_call> so.", {}, "Write call:other{a:1} or <|tool_call> so."}});
}

}  // namespace
}  // namespace acode::extract
