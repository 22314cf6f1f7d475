// The shapes in which calls come, and JSON that is none (TX-2, TX-6).
#include "extract/call_shapes.h"

#include <gtest/gtest.h>

#include <array>

#include "acode/json/reader.h"
#include "acode/json/writer.h"

namespace acode::extract {
namespace {

schema::Toolset some_tools() {
  schema::LoadedTools loaded = schema::load_tools(R"([
      {"name": "read_file", "description": "Reads a file", "parameters": {"type": "object",
       "properties": {"path": {"type": "string"}, "lines": {"type": "integer"}}, "required": ["path"]}},
      {"name": "search", "description": "Searches", "parameters": {"type": "object",
       "properties": {"query": {"type": "string"}, "input": {"type": "string"}, "id": {"type": "string"}}}},
      {"name": "get_time", "description": "The time", "parameters": {"type": "object", "properties": {}}}])");
  EXPECT_FALSE(loaded.has_errors());
  return loaded.tools;
}

// The calls of a text, one per line, as `name arguments` and `#id`; "-" if it is none.
std::string shown(std::string_view text, const Tools& tools, Around around = Around::kNothing) {
  const Result<json::Document> document = json::parse(text);
  EXPECT_TRUE(document.ok()) << text;
  std::vector<TextCall> calls;
  const bool found = calls_in(document->root(), nullptr, tools, calls, around);
  EXPECT_EQ(found, !calls.empty()) << text;
  std::string out;
  for (const TextCall& call : calls) {
    out += (out.empty() ? "" : "\n") + call.name + " " + call.arguments + (call.id.empty() ? "" : " #" + call.id);
  }
  return out.empty() ? "-" : out;
}

std::string with_tools(std::string_view text, Around around = Around::kNothing) {
  const schema::Toolset tools = some_tools();
  return shown(text, Tools(&tools), around);
}

std::string without_tools(std::string_view text, Around around = Around::kNothing) {
  return shown(text, Tools(nullptr), around);
}

constexpr std::string_view kOneCall = R"(read_file {"path":"a"})";

// Shapes that can be nothing but a call of read_file with {"path": "a"}.
constexpr auto kUnmistakable = std::to_array<std::string_view>({
    R"({"name": "read_file", "arguments": {"path": "a"}})",
    R"({"arguments": {"path": "a"}, "name": "read_file"})",
    R"({"name": "read_file", "parameters": {"path": "a"}})",
    R"({"name": "read_file", "args": {"path": "a"}})",
    R"({"tool": "read_file", "args": {"path": "a"}})",
    R"({"tool": "read_file", "arguments": {"path": "a"}})",
    R"({"tool": "read_file", "tool_input": {"path": "a"}})",
    R"({"tool_name": "read_file", "tool_args": {"path": "a"}})",
    R"({"tool_name": "read_file", "parameters": {"path": "a"}})",
    R"({"toolName": "read_file", "toolInput": {"path": "a"}})",
    R"({"function": "read_file", "arguments": {"path": "a"}})",
    R"({"function_name": "read_file", "arguments": {"path": "a"}})",
    R"({"function": {"name": "read_file", "arguments": {"path": "a"}}})",
    R"({"function": {"name": "read_file"}, "arguments": {"path": "a"}})",
    R"({"type": "function", "function": {"name": "read_file", "arguments": {"path": "a"}}})",
    R"({"type": "function", "name": "read_file", "parameters": {"path": "a"}})",
    R"({"type": "tool_use", "name": "read_file", "input": {"path": "a"}})",
    R"({"action": "read_file", "action_input": {"path": "a"}})",
    R"({"thought": "I need it", "tool": "read_file", "args": {"path": "a"}})",
    R"({"functionCall": {"name": "read_file", "args": {"path": "a"}}})",
    R"({"function_call": {"name": "read_file", "arguments": {"path": "a"}}})",
    R"({"tool_call": {"name": "read_file", "arguments": {"path": "a"}}})",
    R"({"tool_calls": [{"type": "function", "function": {"name": "read_file", "arguments": {"path": "a"}}}]})",
    R"({"role": "assistant", "content": null, "tool_calls": [{"name": "read_file", "arguments": {"path": "a"}}]})",
    R"({"calls": [{"name": "read_file", "arguments": {"path": "a"}}]})",
    R"({"tools": [{"name": "read_file", "arguments": {"path": "a"}}]})",
    R"([{"name": "read_file", "arguments": {"path": "a"}}])",
    R"([[{"name": "read_file", "parameters": {"path": "a"}}]])",
});

// Shapes that are the same call if read_file is known.
constexpr auto kWithKnownName = std::to_array<std::string_view>({
    R"({"name": "read_file", "input": {"path": "a"}})",
    R"({"name": "read_file", "params": {"path": "a"}})",
    R"({"func": "read_file", "params": {"path": "a"}})",
    R"({"name": "read_file", "properties": {"path": "a"}})",
    R"({"action": "read_file", "parameters": {"path": "a"}})",
    R"({"read_file": {"path": "a"}})",
    R"([{"read_file": {"path": "a"}}])",
    R"({"read_file": [{"path": "a"}]})",
    R"(["read_file", {"path": "a"}])",
    R"([["read_file", {"path": "a"}]])",
    R"({"name": "read_file", "path": "a"})",
    R"({"tool": "read_file", "path": "a"})",
    R"({"type": "read_file", "path": "a"})",
    R"({"function": {"name": "read_file", "path": "a"}})",
    R"({"name": "read_file", "arguments": {"path": "a"}, "priority": 1, "why": "so"})",
});

TEST(CallShapes, EveryPairOfKeysTX2) {
  for (const std::string_view text : kUnmistakable) {
    EXPECT_EQ(with_tools(text), kOneCall) << text;
    EXPECT_EQ(without_tools(text), kOneCall) << text;
  }
  for (const std::string_view text : kWithKnownName) {
    EXPECT_EQ(with_tools(text), kOneCall) << text;
    EXPECT_EQ(without_tools(text), "-") << text;
  }
  EXPECT_EQ(with_tools(R"({"tool_uses": [{"recipient_name": "functions.read_file", "parameters": {"path": "a"}}]})"),
            R"(functions.read_file {"path":"a"})");
}

TEST(CallShapes, AToolThatIsNotKnownIsNoneTX6) {
  const schema::Toolset none;
  for (const std::string_view text : kUnmistakable) EXPECT_EQ(shown(text, Tools(&none)), "-") << text;
  for (const std::string_view text : kWithKnownName) EXPECT_EQ(shown(text, Tools(&none)), "-") << text;
}

TEST(CallShapes, SpelledAlmostRightEX9) {
  EXPECT_EQ(with_tools(R"({"name": "functions.Read-File", "arguments": {}})"), "functions.Read-File {}");
  EXPECT_EQ(with_tools(R"({"name": "reed_file", "arguments": {}})"), "-");
}

TEST(CallShapes, JsonThatIsNoCallTX6) {
  for (const std::string_view text :
       {R"({"name": "my-app", "version": "1.0"})", R"({"name": "Ann", "parameters": {"age": 3}})", R"({"a": 1})", "{}",
        "[]", "[1, 2]", R"(["a", {"b": 1}])", R"({"result": {"name": "read_file"}})", R"("read_file")", "null",
        R"({"type": "object", "properties": {"name": {"type": "string"}}})"}) {
    EXPECT_EQ(with_tools(text), "-") << text;
  }
  for (const std::string_view text :
       {R"({"name": "my-app", "version": "1.0"})", R"({"name": "x", "input": {"a": 1}})",
        R"({"name": "x", "params": {}})", R"({"name": "two words", "arguments": {}})",
        R"({"name": "x", "arguments": [1]})", R"({"name": "x", "parameters": {"a": 1}, "scripts": {}})",
        R"({"action": "x", "parameters": {}})", R"({"x": {"a": 1}})", R"(["x", {"a": 1}])", R"({"name": "x"})",
        R"({"function": "x"})"}) {
    EXPECT_EQ(without_tools(text), "-") << text;
  }
}

TEST(CallShapes, TheDefinitionOfAToolIsNoCall) {
  for (
      const std::string_view text :
      {R"({"name": "read_file", "description": "Reads", "parameters": {"type": "object", "properties": {"path": {}}}})",
       R"([{"name": "read_file", "parameters": {"type": "dict", "properties": {"path": {"type": "string"}}}}])",
       R"({"type": "function", "function": {"name": "get_time", "description": "The time", "parameters": {}}})",
       R"({"read_file": {"description": "Reads", "parameters": {"type": "object", "properties": {}}}})",
       R"({"read_file": {"type": "object", "properties": {"path": {"type": "string"}}}})",
       R"({"tools": [{"name": "read_file", "parameters": {"type": "object", "properties": {}}}]})",
       R"([{"name": "read_file"}, {"name": "search"}])"}) {
    EXPECT_EQ(with_tools(text), "-") << text;
    EXPECT_EQ(without_tools(text), "-") << text;
  }
}

TEST(CallShapes, NoArgumentsAreAnEmptyObjectAR2) {
  EXPECT_EQ(with_tools(R"({"name": "get_time"})"), "get_time {}");
  EXPECT_EQ(with_tools(R"({"name": "read_file", "arguments": null})"), "read_file {}");
  EXPECT_EQ(with_tools(R"({"name": "read_file", "arguments": ""})"), "read_file {}");
  EXPECT_EQ(with_tools(R"({"get_time": {}})"), "get_time {}");
  EXPECT_EQ(with_tools(R"({"name": "read_file"})"), "-") << "read_file cannot be called like that";
  EXPECT_EQ(without_tools(R"({"name": "f", "arguments": null})"), "f {}");
}

TEST(CallShapes, ArgumentsInAStringAreKeptAsTheyAreAR1) {
  EXPECT_EQ(with_tools(R"({"name": "read_file", "arguments": "{\"path\": \"a\"}"})"), R"(read_file {"path": "a"})");
  EXPECT_EQ(with_tools(R"({"name": "read_file", "arguments": "{\"path\": \"a"})"), R"(read_file {"path": "a)");
  EXPECT_EQ(without_tools(R"({"name": "f", "arguments": "\"{}\""})"), R"(f "{}")");
}

TEST(CallShapes, NumbersKeepTheirDigitsAR3) {
  EXPECT_EQ(with_tools(R"({"name": "read_file", "arguments": {"lines": 123456789012345678901, "path": 1.50}})"),
            R"(read_file {"lines":123456789012345678901,"path":1.50})");
}

TEST(CallShapes, Ids) {
  EXPECT_EQ(with_tools(R"({"id": "c1", "name": "get_time", "arguments": {}})"), "get_time {} #c1");
  EXPECT_EQ(with_tools(R"([{"tool_call_id": 0, "tool_name": "get_time", "parameters": {}}])"), "get_time {} #0");
  EXPECT_EQ(with_tools(R"({"id": "item", "call_id": "c1", "name": "get_time", "arguments": {}})"), "get_time {} #c1");
  EXPECT_EQ(with_tools(R"({"tool_calls": [{"id": "c1", "function": {"name": "get_time", "arguments": "{}"}}]})"),
            "get_time {} #c1");
  EXPECT_EQ(with_tools(R"({"tool": "search", "id": "x"})"), R"(search {"id":"x"})") << "a parameter of that name";
}

TEST(CallShapes, SeveralCallsInOrder) {
  constexpr std::string_view kTwo = "get_time {}\nsearch {\"query\":\"x\"}";
  for (const std::string_view text :
       {R"([{"name": "get_time", "arguments": {}}, {"tool": "search", "args": {"query": "x"}}])",
        R"([{"get_time": {}}, {"search": {"query": "x"}}])", R"({"get_time": {}, "search": {"query": "x"}})",
        R"(["get_time", {}, "search", {"query": "x"}])", R"([["get_time", {}], ["search", {"query": "x"}]])",
        R"({"name": "get_time", "arguments": {}, "name": "search", "arguments": {"query": "x"}})",
        R"({"name": "multi_tool_use.parallel", "arguments": {"tool_uses": [
            {"recipient_name": "get_time", "parameters": {}},
            {"recipient_name": "search", "parameters": {"query": "x"}}]}})"}) {
    EXPECT_EQ(with_tools(text), kTwo) << text;
  }
  EXPECT_EQ(with_tools(R"({"search": [{"query": "x"}, {"query": "y"}]})"),
            "search {\"query\":\"x\"}\nsearch {\"query\":\"y\"}");
}

TEST(CallShapes, AKnownToolVouchesForItsNeighboursEX6) {
  EXPECT_EQ(with_tools(R"([{"name": "get_time", "arguments": {}}, {"name": "gone", "arguments": {}}])"),
            "get_time {}\ngone {}");
  EXPECT_EQ(with_tools(R"([{"name": "gone", "arguments": {}}, {"name": "lost", "arguments": {}}])"), "-");
  EXPECT_EQ(with_tools(R"([{"name": "get_time", "arguments": {}}, {"a": 1}])"), "-");
}

TEST(CallShapes, ArgumentsBesideTheName) {
  EXPECT_EQ(with_tools(R"({"id": "c1", "name": "read_file", "path": "a", "lines": 2})"),
            R"(read_file {"path":"a","lines":2} #c1)");
  EXPECT_EQ(with_tools(R"({"name": "read_file", "path": "a", "size": 2})"), "-");
  EXPECT_EQ(with_tools(R"({"tool": "search", "input": "x"})"), R"(search {"input":"x"})");
  EXPECT_EQ(with_tools(R"({"tool": "search", "input": {"query": "x"}})"), R"(search {"query":"x"})");
}

TEST(CallShapes, AParameterOutsideOfTheArgumentsIsTakenInWithAWarning) {
  const schema::Toolset tools = some_tools();
  const Result<json::Document> document =
      json::parse(R"({"name": "read_file", "arguments": {"path": "a"}, "lines": 2, "path": "b"})");
  std::vector<TextCall> calls;
  ASSERT_TRUE(calls_in(document->root(), nullptr, Tools(&tools), calls));
  EXPECT_EQ(calls[0].arguments, R"({"path":"a","lines":2})");
  EXPECT_EQ(calls[0].warnings, std::vector<std::string>{R"("lines" stood beside the arguments and was taken for one)"});
}

TEST(CallShapes, PlainCalls) {
  const schema::Toolset tools = some_tools();
  const Tools known(&tools);
  const auto tool_of = [&](std::string_view text) -> std::string {
    const Result<json::Document> document = json::parse(text);
    const std::optional<PlainShape> shape = plain_shape_of(document->root(), known);
    return shape ? shape->tool->name + " " + json::write(shape->arguments) : "-";
  };
  EXPECT_EQ(tool_of(R"({"name": "get_time", "arguments": {}})"), "get_time {}");
  EXPECT_EQ(tool_of(R"({"parameters": {"path": "a"}, "function": "read_file"})"), R"(read_file {"path":"a"})");
  EXPECT_EQ(tool_of(R"({"name": "search", "input": {"query": "x"}})"), "-");  // it has such a parameter
  EXPECT_EQ(tool_of(R"({"name": "gettime", "arguments": {}})"), "-");
  EXPECT_EQ(tool_of(R"({"name": "get_time", "arguments": "{}"})"), "-");
  EXPECT_EQ(tool_of(R"({"name": "get_time", "arguments": {}, "id": 1})"), "-");
  EXPECT_EQ(tool_of(R"({"title": "get_time", "arguments": {}})"), "-");
  EXPECT_EQ(tool_of(R"({"name": "get_time", "parameters": {"type": "object", "properties": {}}})"), "-");
}

TEST(CallShapes, AResultUnderTheNameOfAToolIsNoCall) {
  EXPECT_EQ(with_tools(R"({"read_file": {"content": "hello", "size": 5}})"), "-");
  EXPECT_EQ(with_tools(R"({"get_time": "12:00"})"), "-");
  EXPECT_EQ(with_tools(R"({"read_file": null})"), "-");
}

TEST(CallShapes, BehindAMarkerAnyNameMayStandEX6) {
  constexpr auto kMarker = Around::kMarker;
  EXPECT_EQ(with_tools(R"({"name": "gone", "arguments": {"a": 1}})", kMarker), R"(gone {"a":1})");
  EXPECT_EQ(with_tools(R"({"name": "read_file"})", kMarker), "read_file {}");
  EXPECT_EQ(with_tools(R"({"name": "read_file", "pth": "a"})", kMarker), R"(read_file {"pth":"a"})");
  EXPECT_EQ(without_tools(R"({"name": "f"})", kMarker), "f {}");
  EXPECT_EQ(without_tools(R"({"name": "f", "input": {}})", kMarker), "f {}");
  EXPECT_EQ(without_tools(R"([{"f": {"a": 1}}, {"g": {}}])", kMarker), "f {\"a\":1}\ng {}");
  EXPECT_EQ(without_tools(R"(["f", {"a": 1}])", kMarker), R"(f {"a":1})");
  EXPECT_EQ(without_tools(R"({"a": 1, "b": 2})", kMarker), "-");
  EXPECT_EQ(without_tools(R"({"name": "f", "parameters": {"type": "object", "properties": {}}})", kMarker), "-");
}

TEST(CallShapes, NestingIsBounded) {
  const std::string call = R"({"name": "get_time", "arguments": {}})";
  EXPECT_EQ(with_tools("[[" + call + "]]"), "get_time {}");
  EXPECT_EQ(with_tools(std::string(30, '[') + call + std::string(30, ']')), "-");
}

TEST(CallShapes, NothingIsAddedByWhatIsNoCall) {
  const schema::Toolset tools = some_tools();
  std::vector<TextCall> calls(1);
  calls[0].name = "before";
  const Result<json::Document> document = json::parse(R"([{"name": "get_time", "arguments": {}}, 5])");
  EXPECT_FALSE(calls_in(document->root(), nullptr, Tools(&tools), calls));
  EXPECT_EQ(calls.size(), 1U);
}

// --- beginnings ---

TEST(CallBeginnings, EveryBeginningOfACallMayBeOne) {
  const schema::Toolset set = some_tools();
  for (const std::string_view text : kUnmistakable) {
    for (std::size_t length = 1; length <= text.size(); ++length) {
      EXPECT_TRUE(may_begin_call(text.substr(0, length), Tools(&set))) << text.substr(0, length);
      EXPECT_TRUE(may_begin_call(text.substr(0, length), Tools(nullptr))) << text.substr(0, length);
    }
  }
  for (const std::string_view text : kWithKnownName) {
    for (std::size_t length = 1; length <= text.size(); ++length) {
      EXPECT_TRUE(may_begin_call(text.substr(0, length), Tools(&set))) << text.substr(0, length);
    }
  }
}

TEST(CallBeginnings, AlsoWhereItNeedsRepair) {
  const schema::Toolset set = some_tools();
  for (const std::string_view text :
       {"{'name': 'read_file'", "{name: read_file, x", "{{\"name\": \"read_file\"", R"({\"name\": \"read_file\")",
        "{\u201Cname\u201D: \u201Cread_file\u201D", "{ \n \"name\" : \"read_file\"", "[('read_file', {",
        "[\n  {\"read-file\": {", "{\"name\": \"functions.read_file\"", "{\"name\": \"<|x|>read_file\"",
        "{\"name\": \"read_file<|x|>\"", "{\"name\": \"read\\u005ffile\"", "{\"name\" = \"read_file\""}) {
    const std::string_view all = text;
    for (std::size_t length = 1; length <= all.size(); ++length) {
      EXPECT_TRUE(may_begin_call(all.substr(0, length), Tools(&set))) << all.substr(0, length);
    }
  }
}

TEST(CallBeginnings, OtherTextIsKnownByItsFirstBytes) {
  const schema::Toolset set = some_tools();
  for (const std::string_view text :
       {"{}",   "{ x",      "{\"version",         "{ return x; }",         "[1",           "[]",     "[x](http",
        "[\"a", "[link]",   "{\"name\": \"my",    "{\"name\": 5",          "{\"name\": [", "{name}", "{5",
        "{[",   "{\"names", "[\"read_file_now\"", "{\"tool\": \"hammer\"", "{, ",          "{\"\":"}) {
    EXPECT_FALSE(may_begin_call(text, Tools(&set))) << text;
  }
  for (const std::string_view text : {"[\"read_file\"", "{\"read_file\"", "{\"name\": \"two words\"", "{\"x"}) {
    EXPECT_FALSE(may_begin_call(text, Tools(nullptr))) << text;
  }
}

TEST(CallBeginnings, WhatIsNoCallStaysNone) {
  const schema::Toolset set = some_tools();
  for (const std::string_view text :
       {R"({"name": "my-app", "version": "1.0"})", R"({"read_only": true})", R"(["read", "write"])", R"({"typed": 1})",
        R"({"function": "f", "arguments": {}})"}) {
    bool before = true;
    for (std::size_t length = 1; length <= text.size(); ++length) {
      const bool now = may_begin_call(text.substr(0, length), Tools(&set));
      EXPECT_TRUE(before || !now) << text.substr(0, length);
      before = now;
    }
    EXPECT_FALSE(before) << text;
  }
}

TEST(CallBeginnings, LittleIsLookedAt) {
  const schema::Toolset set = some_tools();
  EXPECT_FALSE(may_begin_call("{" + std::string(100'000, ' '), Tools(&set)));
  EXPECT_FALSE(may_begin_call("{\"" + std::string(100'000, 'a'), Tools(&set)));
  EXPECT_FALSE(may_begin_call(std::string(100'000, '['), Tools(&set)));
}

}  // namespace
}  // namespace acode::extract
