// Calls whose parameters are tags: qwen3-xml and its kin, and what models make of them (TX-3, TX-4, TX-5).
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
  static const schema::Toolset set = schema::load_tools(R"([
          {"name": "get_weather", "description": "Tells the weather", "parameters": {"type": "object",
           "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city"]}},
          {"name": "write_file", "description": "Writes a file", "parameters": {"type": "object",
           "properties": {"path": {"type": "string"}, "content": {"type": "string"}}, "required": ["path", "content"]}},
          {"name": "search", "description": "Searches", "parameters": {"type": "object",
           "properties": {"query": {"type": "string"}, "filters": {"type": "object"}, "tags": {"type": "array"},
                          "exact": {"type": "boolean"}, "limit": {"type": ["integer", "null"]},
                          "id": {"type": ["string", "integer"]}}}},
          {"name": "get_time", "description": "Tells the time", "parameters": {"type": "object", "properties": {}}}])")
                                         .tools;
  return set;
}

constexpr std::string_view kParis = R"({"city":"Paris"})";

void run(const std::vector<Case>& cases) { expect_cases(tools(), cases); }

TEST(Qwen3Xml, AsItIsMeant) {
  run({{"<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n<parameter=days>\n3\n</"
        "parameter>\n"
        "</function>\n</tool_call>",
        {{"get_weather", R"({"city":"Paris","days":3})"}}},
       {"<tool_call>\n<function=get_time>\n</function>\n</tool_call>", {{"get_time", "{}"}}},
       {"Look:\n<tool_call><function=get_weather><parameter=city>Paris</parameter></function></tool_call>\nand\n"
        "<tool_call><function=get_time></function></tool_call>",
        {{"get_weather", kParis}, {"get_time", "{}"}},
        "Look:\n\nand\n"},
       {"<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n</function>\n<function=get_time>\n"
        "</function>\n</tool_call>",
        {{"get_weather", kParis}, {"get_time", "{}"}}},
       {"<seed:tool_call>\n<function=get_weather>\n<parameter=city>Paris</parameter>\n</function>\n</seed:tool_call>",
        {{"get_weather", kParis}}}});
}

TEST(Qwen3Xml, TagsThatAreMissing) {
  constexpr std::string_view kBoth = R"({"city":"Paris","days":3})";
  run({{"<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n</function>", {{"get_weather", kParis}}},
       {"<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n</function>\n</tool_call>",
        {{"get_weather", kParis}}},
       {"<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n<parameter=days>\n3\n</function>\n</tool_call>",
        {{"get_weather", kBoth}}},
       {"<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n</tool_call>",
        {{"get_weather", kParis}}},
       {"<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</tool_call>", {{"get_weather", kParis}}},
       {"<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n</function>\n<tool_call>\n"
        "<function=get_time>\n</function>\n</tool_call>",
        {{"get_weather", kParis}, {"get_time", "{}"}}},
       {"<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n<tool_call>\n<function=get_time>\n</function>",
        {{"get_weather", kParis}, {"get_time", "{}"}}},
       {"<tool_call>\n<function=get_weather\n<parameter=city>Paris</parameter>\n</function>\n</tool_call>",
        {{"get_weather", kParis}}},
       {"<tool_call>\n<function=get_weather>\n<parameter=city\nParis\n</parameter>\n</function>\n</tool_call>",
        {{"get_weather", kParis}}},
       {"<tool_call>\n<function=get_time</function>\n</tool_call><tool_call><function=get_weather><parameter=city>Paris"
        "</parameter></function></tool_call>",
        {{"get_time", "{}"}, {"get_weather", kParis}}},
       {"<tool_call><function get_weather><parameter city>Paris</parameter></function></tool_call>",
        {{"get_weather", kParis}}},
       {"<tool_call><function=\"get_weather\"><parameter=\"city\">Paris</parameter></function></tool_call>",
        {{"get_weather", kParis}}},
       {"<tool_call><tool_call><function=get_weather><parameter=city>Paris</parameter></function></tool_call></"
        "tool_call>",
        {{"get_weather", kParis}}},
       {"<tool_call><invoke name=\"get_weather\"><parameter name=\"city\">Paris</parameter></invoke></tool_call>",
        {{"get_weather", kParis}}}});
}

// RP-8: what the text ends in is marked.
TEST(Qwen3Xml, TheTextMayEndAnywhere) {
  run({{"<tool_call>\n<function=get_weather>\n<parameter=city>\nPar", {{"get_weather", R"({"city":"Par"})", false}}},
       {"<tool_call>\n<function=get_weather>\n<parameter=city>\nParis<|im_end|>",
        {{"get_weather", R"({"city":"Paris"})", false}}},
       {"<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n", {{"get_weather", kParis}}},
       {"<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n",
        {{"write_file", R"({"path":"a"})", false}}},
       {"<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=cont",
        {{"write_file", R"({"path":"a"})", false}}},
       {"<tool_call>\n<function=get_weather>\n", {{"get_weather", "{}", false}}},
       {"<tool_call>\n<function=get_time>", {{"get_time", "{}"}}},
       {"<tool_call>\n<function=get_wea", {}, "<tool_call>\n<function=get_wea"},
       {"<tool_call>\n<func", {}, "<tool_call>\n<func"},
       {"<tool_call>", {}, "<tool_call>"}});
}

TEST(Qwen3Xml, ValuesMayHoldAnything) {
  run({{"<tool_call>\n<function=write_file>\n<parameter=path>\na.html\n</parameter>\n<parameter=content>\n<p>1 < 2 "
        "&amp; "
        "3</p>\n\n</parameter>\n</function>\n</tool_call>",
        {{"write_file", R"({"path":"a.html","content":"<p>1 < 2 &amp; 3</p>\n"})"}}},
       {"<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\nclose it with "
        "</parameter> and </function>, then </tool_call> ends\n</parameter>\n</function>\n</tool_call>",
        {{"write_file",
          R"({"path":"a","content":"close it with </parameter> and </function>, then </tool_call> ends"})"}}},
       {"<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\nwrite "
        "<parameter=name> and <function=f> there\n</parameter>\n</function>\n</tool_call>",
        {{"write_file", R"({"path":"a","content":"write <parameter=name> and <function=f> there"})"}}},
       {"<tool_call><function=write_file><parameter=path></parameter><parameter=content>  two\n</parameter></function>"
        "</tool_call>",
        {{"write_file", R"({"path":"","content":"  two\n"})"}}},
       {"<tool_call><function=write_file><parameter=path>a</parameter><parameter=content><![CDATA[</parameter></"
        "function>]]>"
        "</parameter></function></tool_call>",
        {{"write_file", R"({"path":"a","content":"</parameter></function>"})"}}},
       {"<tool_call><function=write_file><parameter=path>a</parameter><parameter=content><![CDATA[b</parameter></"
        "function>"
        "</tool_call>",
        {{"write_file", R"({"path":"a","content":"b"})"}}}});
}

TEST(Qwen3Xml, ValuesHaveTheTypesOfTheSchema) {
  run(
      {{"<tool_call>\n<function=search>\n<parameter=query>\n42\n</parameter>\n<parameter=filters>\n{'a': True}\n"
        "</parameter>\n<parameter=tags>\n[1]\n</parameter>\n<parameter=exact>\nTrue\n</"
        "parameter>\n<parameter=limit>\nnull\n"
        "</parameter>\n<parameter=more>\n5\n</parameter>\n</function>\n</tool_call>",
        {{"search", R"({"query":"42","filters":{"a": true},"tags":[1],"exact":true,"limit":null,"more":5})"}}}});
  expect_calls("<function=f><parameter=a>42</parameter><parameter=b>{\"c\": 1}</parameter></function>", nullptr,
               {{"f", R"({"a":"42","b":{"c": 1}})"}});
}

TEST(Qwen3Xml, DuplicatesAndStrangeTextBetweenAR4) {
  const Extraction twice = extract(
      "<tool_call><function=get_weather><parameter=city>Rome</parameter><parameter=city>Paris</parameter></function>"
      "</tool_call>",
      {.tools = &tools()});
  ASSERT_EQ(twice.calls.size(), 1U);
  EXPECT_EQ(twice.calls[0].arguments, kParis);
  EXPECT_EQ(twice.calls[0].warnings,
            std::vector<std::string>{"parameter \"city\" is there more than once; the last counts"});
  run({{"<tool_call><function=get_weather><parameter=city>Paris</parameter>, <parameter=days>3</parameter></function>"
        "</tool_call>",
        {{"get_weather", R"({"city":"Paris","days":3})"}}},
       {"<tool_call><function=get_weather><parameter=city>Paris</parameter> <!-- so --> </function></tool_call>",
        {{"get_weather", kParis}}},
       {"<function=get_weather><parameter=city>Paris</parameter> I hope that helps.",
        {{"get_weather", kParis}},
        " I hope that helps."},
       {"<tool_call><function=get_weather><parameter=city>Paris</parameter></parameter></function></function></"
        "tool_call>!",
        {{"get_weather", kParis}},
        "!"}});
}

TEST(Qwen3Xml, TalkOfCallsIsNoneTX6) {
  for (const std::string_view text :
       {"The tag <function=get_weather> opens a call.", "Use <tool_call> and <function=NAME>.", "<tool_call> and so on",
        "<function=></function>", "a <function=get_weather",
        "<tool_call>\n<parameter=city>Paris</parameter></tool_call>", "<functions><function=x y z></function>"}) {
    expect_calls(text, &tools(), {}, text);
  }
}

// EX-6: what comes near to a tool is an unknown tool; what stands beside a call too. The rest is not for us.
TEST(Qwen3Xml, ToolsThatAreNotKnown) {
  run({{"<tool_call><function=fly_to_moon><parameter=a>1</parameter></function></tool_call>",
        {},
        "<tool_call><function=fly_to_moon><parameter=a>1</parameter></function></tool_call>"},
       {"<tool_call><function=get_wether><parameter=city>Paris</parameter></function></tool_call>",
        {{"get_wether", kParis}}},
       {"<tool_call><function=get_time></function><function=fly><parameter=a>1</parameter></function></tool_call>",
        {{"get_time", "{}"}, {"fly", R"({"a":"1"})"}}}});
}

// Whoever offered tools is told that a call of something else was left in the text.
TEST(Qwen3Xml, ACallOfNoToolLeavesAWarning) {
  constexpr std::string_view kText =
      "<tool_call><function=fly_to_moon><parameter=a>1</parameter></function></tool_call>";
  const Extraction extraction = extract(kText, {.tools = &tools()});
  EXPECT_EQ(extraction.content, kText);
  ASSERT_EQ(extraction.oddities.size(), 1U);
  EXPECT_EQ(extraction.oddities[0].message, "what looks like a call of \"fly_to_moon\" is text: there is no such tool");
}

TEST(Qwen3Xml, AnEmptyBlockIsNothing) {
  run({{"<seed:tool_call></seed:tool_call>Hello", {}, "Hello"}, {"<tool_call>\n</tool_call>Hello", {}, "Hello"}});
}

TEST(Glm, AsItIsMeantAndAsItIsWritten) {
  constexpr std::string_view kBoth = R"({"city":"Paris","days":3})";
  run({{"<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Paris</arg_value>\n<arg_key>days</arg_key>\n"
        "<arg_value>3</arg_value>\n</tool_call>",
        {{"get_weather", kBoth}}},
       {"<tool_call>get_weather<arg_key>city</arg_key><arg_value>Paris</arg_value></tool_call><tool_call>get_time</"
        "tool_call>",
        {{"get_weather", kParis}, {"get_time", "{}"}}},
       {"<tool_call>\nget_time\n</tool_call>", {{"get_time", "{}"}}},
       {R"(<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Paris</arg_value>\n</tool_call>)",
        {{"get_weather", kParis}}},
       {"<tool_call>get_weather<arg_key>city</arg_key><arg_value>Paris<arg_key>days</arg_key><arg_value>3</tool_call>",
        {{"get_weather", kBoth}}},
       {"<tool_call>get_weather<arg_key>city<arg_value>Paris</arg_value></tool_call>", {{"get_weather", kParis}}},
       {"<tool_call>get_weather<arg_key>city</arg_key><arg_key>days</arg_key><arg_value>Paris</arg_value><arg_value>3"
        "</arg_value></tool_call>",
        {{"get_weather", kBoth}}},
       {"<tool_call>get_weather\n{\"city\": \"Paris\"}\n</tool_call>", {{"get_weather", R"({"city": "Paris"})"}}},
       {"<tool_call><tool_call>get_weather<arg_key>city</arg_key><arg_value>Paris</arg_value></tool_call></tool_call>",
        {{"get_weather", kParis}}},
       {"<tool_call>get_weather<arg_key>city</arg_key><arg_value>  a </arg_value> b  </arg_value></tool_call>",
        {{"get_weather", R"({"city":"  a </arg_value> b  "})"}}},
       {"<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Paris</arg_value>\n"
        "</tool_call>\n<tool_call>get_time<tool_sep>\n</tool_call>\n</tool_calls>",
        {{"get_weather", kParis}, {"get_time", "{}"}}},
       {"<tool_calls:x1><tool_call:x1>get_weather<tool_sep:x1><arg_key:x1>city</arg_key:x1><arg_value:x1>Paris"
        "</arg_value:x1></tool_call:x1></tool_calls:x1>",
        {{"get_weather", kParis}}}});
}

TEST(Glm, TheTextMayEndAnywhere) {
  run({{"<tool_call>get_weather<arg_key>city</arg_key><arg_value>Paris</arg_value>", {{"get_weather", kParis}}},
       {"<tool_call>get_weather<arg_key>city</arg_key><arg_value>Par", {{"get_weather", R"({"city":"Par"})", false}}},
       {"<tool_call>get_weather<arg_key>city</arg_key>", {{"get_weather", "{}", false}}},
       {"<tool_call>get_weather<arg_key>ci", {{"get_weather", "{}", false}}},
       {"<tool_call>get_time", {{"get_time", "{}"}}}});
}

TEST(Glm, TalkIsNoCall) {
  for (const std::string_view text :
       {"The <tool_call> tag is for calls.", "<tool_call>get_time is what I want</tool_call>",
        "<tool_call>\nget_time\nthen more", "<tool_call>fly_to_moon</tool_call>"}) {
    expect_calls(text, &tools(), {}, text);
  }
}

TEST(MinimaxM2, AsItIsMeantAndAsItIsWritten) {
  run({{"<minimax:tool_call>\n<invoke name=\"get_weather\">\n<parameter name=\"city\">Paris</parameter>\n</invoke>\n"
        "<invoke name=\"get_time\">\n</invoke>\n</minimax:tool_call>",
        {{"get_weather", kParis}, {"get_time", "{}"}}},
       {"<minimax:tool_call><invoke name='get_weather'><parameter name=city>Paris</parameter></invoke>",
        {{"get_weather", kParis}}},
       {"<minimax:tool_call><invoke name=\"get_weather\">{\"city\": \"Paris\"}</invoke></minimax:tool_call>",
        {{"get_weather", R"({"city": "Paris"})"}}},
       {"<minimax:tool_call><invoke name=\"get_time\"/></minimax:tool_call>", {{"get_time", "{}"}}}});
}

TEST(MinimaxM3, TagsInsideTags) {
  run({{"]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name=\"search\">]<]minimax[>[<query>1]<]minimax[>[</query>"
        "]<]minimax[>[<tags>]<]minimax[>[<item>a]<]minimax[>[</item>]<]minimax[>[<item>2]<]minimax[>[</item>"
        "]<]minimax[>[</tags>]<]minimax[>[<filters>]<]minimax[>[<x>1]<]minimax[>[</x>]<]minimax[>[</filters>"
        "]<]minimax[>[</invoke>\n]<]minimax[>[<invoke "
        "name=\"get_time\">]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>ok",
        {{"search", R"({"query":"1","tags":["a",2],"filters":{"x":1}})"}, {"get_time", "{}"}},
        "ok"},
       {"]<]minimax[>[<tool_call>]<]minimax[>[<invoke "
        "name=\"get_weather\">]<]minimax[>[<city>Paris]<]minimax[>[</invoke>",
        {{"get_weather", kParis}}},
       {"]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"get_weather\">]<]minimax[>[<city>Par",
        {{"get_weather", R"({"city":"Par"})", false}}},
       {"]<]minimax[>[<tool_call> is a token", {}, "]<]minimax[>[<tool_call> is a token"}});
  expect_calls(
      "]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"f\">]<]minimax[>[<a>]<]minimax[>[<b>1]<]minimax[>[</b>"
      "]<]minimax[>[</a>]<]minimax[>[</invoke>]<]minimax[>[</tool_call>",
      nullptr, {{"f", R"({"a":{"b":"1"}})"}});
}

TEST(Dsml, TheTagTellsTheType) {
  run({{"<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"search\">\n<｜DSML｜parameter name=\"id\" string=\"true\">42"
        "</｜DSML｜parameter>\n<｜DSML｜parameter name=\"limit\" string=\"false\">5</｜DSML｜parameter>\n"
        "<｜DSML｜parameter name=\"filters\" string=\"true\">{\"a\":1}</｜DSML｜parameter>\n<｜DSML｜parameter "
        "name=\"other\" "
        "string=\"true\">7</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>",
        {{"search", R"({"id":"42","limit":5,"filters":{"a":1},"other":"7"})"}}},
       {"<｜DSML｜tool_calls><｜DSML｜invoke name=\"get_time\"/></｜DSML｜tool_calls>", {{"get_time", "{}"}}},
       {"<｜DSML｜invoke name=\"get_weather\"><｜DSML｜parameter name=\"city\" "
        "string=\"true\">Paris</｜DSML｜parameter>"
        "</｜DSML｜invoke>",
        {{"get_weather", kParis}}},
       {"<｜DSML｜tool_calls><｜DSML｜invoke name=\"get_weather\">{\"city\": "
        "\"Paris\"}</｜DSML｜invoke></｜DSML｜tool_calls>",
        {{"get_weather", R"({"city": "Paris"})"}}},
       {"<｜DSML｜tool_calls><｜DSML｜invoke name=\"get_weather\"><｜DSML｜parameter name=\"arguments\" "
        "string=\"false\">"
        "{\"city\": \"Paris\"}</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜tool_calls>",
        {{"get_weather", R"({"city": "Paris"})"}}},
       {"<｜DSML｜tool_calls><｜DSML｜invoke name=\"get_weather\"><｜DSML｜parameter name=\"city\" "
        "string=\"true\">Paris"
        "</｜DSML｜tool_calls>",
        {{"get_weather", kParis}}},
       {"<｜DSML｜tool_calls><｜DSML｜invoke name=\"get_wea", {}}});
  expect_calls(
      "<｜DSML｜invoke name=\"f\"><｜DSML｜parameter name=\"a\" string=\"false\">5</｜DSML｜parameter>"
      "<｜DSML｜parameter name=\"b\" string=\"true\">{}</｜DSML｜parameter></｜DSML｜invoke>",
      nullptr, {{"f", R"({"a":5,"b":"{}"})"}});
}

TEST(Step3, AsItIsMeantAndAsItIsWritten) {
  run({{"<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=\"get_weather\">"
        "<steptml:parameter name=\"city\">a < "
        "b</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_call_begin｜>"
        "function<｜tool_sep｜><steptml:invoke "
        "name=\"get_time\"></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>",
        {{"get_weather", R"({"city":"a < b"})"}, {"get_time", "{}"}}},
       {"<steptml:invoke name=\"get_time\"></steptml:invoke><｜tool_call_end｜>", {{"get_time", "{}"}}}});
}

TEST(Minicpm5, IsXml) {
  run({{"<function name=\"write_file\"><param name=\"path\">a</param><param name=\"content\"><![CDATA[</param> & "
        "</function>]]>"
        "</param></function>",
        {{"write_file", R"({"path":"a","content":"</param> & </function>"})"}}},
       {"<function name=\"get_weather\"><param name=\"city\">a &lt; b & c</param></function>",
        {{"get_weather", R"({"city":"a < b & c"})"}}},
       {"<functionname=\"get_weather\"><paramname=\"city\">Paris</param></function>", {{"get_weather", kParis}}},
       {"<function\u0120name=\"get_weather\"><param\u0120name=\"city\">Paris</param></function>",
        {{"get_weather", kParis}}},
       {"<function name=\"get_weather\"><param name=\"properties\">{'city': 'Paris'}</param></function>",
        {{"get_weather", "{'city': 'Paris'}"}}}});
}

TEST(Dots, TagsOrJson) {
  run(
      {{"<dots_function_call><invoke name=\"get_weather\"><parameter name=\"city\">Paris</parameter></invoke>"
        "</dots_function_call><dots_function_call>{\"name\": \"get_time\", \"arguments\": {}}</dots_function_call>",
        {{"get_weather", kParis}, {"get_time", "{}"}}}});
}

TEST(Atem, OnlyAMessageToAToolHoldsCallsTX5) {
  constexpr std::string_view kCall =
      "<atem:function_calls>\n<atem:invoke name=\"get_weather\">\n<atem:parameter "
      "name=\"city\">Paris</atem:parameter>\n"
      "</atem:invoke>\n</atem:function_calls>";
  const std::string call(kCall);
  expect_calls("to=self<|message|>I look.<|eom|><|start|>assistant to=get_weather<|message|>" + call, &tools(),
               {{"get_weather", kParis}}, "", "I look.");
  expect_calls("to=get_weather<|message|>" + call, &tools(), {{"get_weather", kParis}});
  expect_calls(
      "<|start|>assistant to=foo.bar<|message|><atem:function_calls><atem:invoke name=\"foo.bar\"></atem:invoke>"
      "</atem:function_calls><|eom|><|start|>assistant to=user<|message|>Done.<|eot|>",
      nullptr, {{"foo.bar", "{}"}}, "Done.");
  expect_calls("to=user<|message|>Like this: " + call + "<|eot|>", &tools(), {}, "Like this: " + call);
  expect_calls("to=self<|message|>Maybe " + call + " but wait", &tools(), {}, "", "Maybe " + call + " but wait");
}

TEST(KimiK3, Channels) {
  expect_calls(
      "<|open|>think<|sep|>Hm.<|close|>think<|sep|><|open|>response<|sep|>Wait.<|close|>response<|sep|>"
      "<|open|>tools<|sep|><|open|>call tool=\"search\" index=\"1\"<|sep|><|open|>argument key=\"limit\" "
      "type=\"number\"<|sep|>5<|close|>argument<|sep|><|open|>argument key=\"query\" type=\"string\"<|sep|>a > b"
      "<|close|>argument<|sep|><|close|>call<|sep|><|open|>call tool=\"x&amp;y\" index=\"2\"<|sep|><|close|>call"
      "<|sep|><|close|>tools<|sep|><|close|>message<|sep|>",
      &tools(), {{"search", R"({"limit":5,"query":"a > b"})"}, {"x&y", "{}"}}, "Wait.", "Hm.");
  expect_calls("<|open|>tools<|sep|><|open|>call tool=\"search\" index=\"1\"", &tools(), {});
  expect_calls(
      "<|open|>tools<|sep|><|open|>call tool=\"get_weather\" index=\"1\"<|sep|><|open|>argument key=\"city\" "
      "type=\"string\"<|sep|>Par",
      &tools(), {{"get_weather", R"({"city":"Par"})", false}});
}

TEST(ClaudeLegacy, BothForms) {
  run({{"<function_calls>\n<invoke name=\"get_weather\">\n<parameter name=\"city\">Paris</parameter>\n</invoke>\n"
        "<invoke name=\"get_time\">\n</invoke>\n</function_calls>",
        {{"get_weather", kParis}, {"get_time", "{}"}}},
       {"<invoke name=\"get_weather\">\n<parameter name=\"city\">Paris</parameter>\n</invoke>",
        {{"get_weather", kParis}}},
       {"<function_calls>\n<invoke>\n<tool_name>get_weather</tool_name>\n<parameters>\n<city>Paris</city>\n<days>3</"
        "days>\n"
        "</parameters>\n</invoke>\n<invoke>\n<tool_name>get_time</tool_name>\n<parameters>\n</parameters>\n</invoke>\n"
        "</function_calls>",
        {{"get_weather", R"({"city":"Paris","days":3})"}, {"get_time", "{}"}}},
       {"<invoke><tool_name>write_file</tool_name><parameters><path>a</path><content><p>x</p> </content> y</content>"
        "</parameters></invoke>",
        {{"write_file", R"({"path":"a","content":"<p>x</p> </content> y"})"}}}});
}

TEST(ToolNameXml, TheOldXmlTX3) {
  run({{"<tool_call><tool_name>get_weather</tool_name><arguments>{\"city\": \"Paris\"}</arguments></tool_call>",
        {{"get_weather", R"({"city": "Paris"})"}}},
       {"Now.\n<tool_call>\n<tool_name>get_weather</tool_name>\n<arguments>\n{\"city\": "
        "\"Paris\",}\n</arguments>\n</tool_call>\n"
        "<tool_call><tool_name>get_time</tool_name><arguments></arguments></tool_call> Done.",
        {{"get_weather", R"({"city": "Paris",})"}, {"get_time", "{}"}},
        "Now.\n Done."},
       {"<tool_call><tool_name>get_weather</tool_name><arguments><city>Paris</city></arguments></tool_call>",
        {{"get_weather", kParis}}},
       {"<tool_call><name>get_weather</name><parameters>{\"city\": \"Paris\"}</parameters></tool_call>",
        {{"get_weather", R"({"city": "Paris"})"}}},
       {"<tool_call><tool_name>get_weather</tool_name><arguments>{\"city\": \"Paris\"",
        {{"get_weather", R"({"city": "Paris")", false}}},
       {"<tool_call><tool_name>fly</tool_name></tool_call>", {}, "<tool_call><tool_name>fly</tool_name></tool_call>"}});
  expect_calls("<tool_call><tool_name>f</tool_name><arguments>{}</arguments></tool_call>", nullptr, {{"f", "{}"}});
}

TEST(Cline, TheTagIsTheTool) {
  run({{"I write.\n<write_file>\n<path>a.html</path>\n<content>\n<p>x</p>\n<path>y</path>\n</content>\n</write_file>",
        {{"write_file", R"({"path":"a.html","content":"<p>x</p>\n<path>y</path>"})"}},
        "I write.\n"},
       {"<get_time></get_time>", {{"get_time", "{}"}}},
       {"<get_weather>{\"city\": \"Paris\"}</get_weather>", {{"get_weather", R"({"city": "Paris"})"}}},
       {"<get_time>{\"iso\": 1}</get_time>", {}, "<get_time>{\"iso\": 1}</get_time>"},
       {"<search>cats</search> is HTML", {}, "<search>cats</search> is HTML"},
       {"<write_file>\n<path>a</path>\n<content>\nhalf", {{"write_file", R"({"path":"a","content":"half"})", false}}}});
  expect_calls("<get_time></get_time>", nullptr, {}, "<get_time></get_time>");
}

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

// How the work grows is counted in tests/complexity; here it must end within the time that a test may take.
void read_in_pieces(const std::string& text) {
  Extractor extractor(Options{.tools = &tools()});
  for (std::size_t at = 0; at < text.size(); at += 997) (void)extractor.feed(std::string_view(text).substr(at, 997));
  (void)extractor.finish();
}

// SE-1: the work grows with the text and not faster, whatever is opened and never closed.
TEST(TagCalls, HostileTextsAreReadInLinearTime) {
#ifdef ACODE_UNDER_SANITIZER
  constexpr std::size_t kBytes = 1 << 16;
#else
  constexpr std::size_t kBytes = 1 << 18;
#endif
  for (const std::string_view piece :
       {"<tool_call>",
        "<function=search>",
        "<function=search><parameter=query>",
        "<function=search>\n<parameter=nobody>x",
        "<tool_call><function=search><parameter=query>a</parameter> x ",
        "<tool_call><function=search><parameter=query></function>",
        "<tool_call><function=search>{</function>",
        "<function=nobody><parameter=a>",
        "<function name=\"search\"><param name=\"query\"><![CDATA[",
        "<function name=\"search\"><param name=\"query\"><![CDATA[</param></function>\n",
        "</parameter>",
        "<invoke name=\"search\"><parameter name=\"query\">",
        "<tool_call>search<arg_key>query</arg_key><arg_value>",
        "<tool_call>search<arg_key>",
        "<tool_call>search\n",
        "<tool_calls><tool_call>",
        "<search><query>",
        "<search><query></query> ",
        "<tool_call><tool_name>search</tool_name>",
        "<｜DSML｜invoke name=\"search\">",
        "<｜DSML｜invoke name=\"search\"><｜DSML｜parameter name=\"query\">",
        "<|open|>call tool=\"search\"<|sep|><|open|>argument key=\"query\"<|sep|>",
        "<|start|>assistant to=search<|message|><atem:invoke name=\"search\">",
        "]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"search\">",
        "]<]minimax[>[<tool_call>]<]minimax[>[<invoke name=\"search\">]<]minimax[>[<tags>",
        "<function ",
        "<parameter="}) {
    const std::string all = repeated(piece, kBytes);
    read_in_pieces(all);
    read_in_pieces("<function=search><parameter=query>" + all);
    read_in_pieces("<tool_call><function=search>" + all);
  }
}

TEST(TagCalls, HostileJsonIsReadInLinearTime) {
  constexpr std::size_t kBytes = 1 << 16;
  for (const std::string_view piece :
       {"<tool_call><function=search>{\"", "<tool_call><function=search>{\\\"</function>",
        "<tool_call><tool_name>search</tool_name><arguments>{\""}) {
    read_in_pieces(repeated(piece, kBytes));
  }
}

TEST(TagCalls, WhiteSpaceIsSkippedOnce) {
  const std::string white(1 << 18, ' ');
  const std::string text = "<function=search><parameter=query>a</parameter>" + white + "<parameter=id>" + white +
                           "</parameter>" + white + "</function>";
  Extractor extractor(Options{.tools = &tools()});
  Extraction extraction;
  for (std::size_t at = 0; at < text.size(); at += 3) {
    for (const Event& event : extractor.feed(std::string_view(text).substr(at, 3))) add(extraction, event);
  }
  for (const Event& event : extractor.finish()) add(extraction, event);
  EXPECT_EQ(extraction.calls.size(), 1U);
}

}  // namespace
}  // namespace acode::extract
