// The whole story, at the level where a user would notice: what comes out of what a model or its server sent.
#include "acode/pipeline/pipeline.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

#include "pipeline/summary.h"

namespace acode::pipeline {
namespace {

std::string parsed(std::string_view input, const PipelineOptions& options = {}) {
  return summary(processed(input, options));
}

std::vector<std::string> messages(const std::vector<Finding>& findings, Finding::Kind kind) {
  std::vector<std::string> found;
  for (const Finding& finding : findings) {
    if (finding.kind == kind) found.push_back(finding.message);
  }
  return found;
}

/// An OpenAI answer with one call.
std::string answer(std::string_view name, std::string_view arguments) {
  std::string out =
      R"({"choices": [{"message": {"tool_calls": [{"id": "c1", "type": "function", "function": {"name": )";
  json::write_string_to(out, name);
  out += R"(, "arguments": )";
  json::write_string_to(out, arguments);
  return out + R"(}}]}, "finish_reason": "tool_calls"}]})";
}

// --- what comes in ---

TEST(Pipeline, TextAndResponsesAreToldApart) {
  EXPECT_EQ(parsed(R"(Sure. <tool_call>{"name": "read_file", "arguments": {"path": "a"}}</tool_call>)"),
            R"(read_file({"path":"a"}) |Sure. ||)");
  EXPECT_EQ(parsed(answer("read_file", R"({"path": "a"})")), R"(read_file({"path":"a"}) |||)");
  EXPECT_EQ(parsed("data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"x\",\"function\":{\"name\":"
                   "\"read_file\",\"arguments\":\"{\\\"path\\\":\\\"a\\\"}\"}}]}}]}\n\ndata: [DONE]\n\n"),
            R"(read_file({"path":"a"}) |||)");
}

TEST(Pipeline, NoCallsAreNoErrorEX4) {
  EXPECT_EQ(parsed("Just words."), "|Just words.||");
  EXPECT_TRUE(processed("Just words.").all_succeeded());
  EXPECT_EQ(parsed(""), "|||");
}

TEST(Pipeline, AProvidersContentIsSearchedForCallsToo) {
  EXPECT_EQ(
      parsed(
          R"({"message": {"role": "assistant", "content": "<think>hm</think>TOOL_CALL: {\"tool\": \"now\", \"arguments\": {}}"}, "done": true})"),
      "now({}) ||hm|");
}

TEST(Pipeline, ACallToldTwiceCountsOnce) {
  const std::string both =
      R"({"message": {"content": "<tool_call>{\"name\": \"now\", \"arguments\": {}}</tool_call>", "tool_calls": [{"function": {"name": "now", "arguments": {}}}]}, "done": true})";
  EXPECT_EQ(parsed(both), "now({}) |||");
}

TEST(Pipeline, AFailureThatCarriesTheTextIsReadEX10) {
  EXPECT_EQ(
      parsed(
          R"({"error": {"message": "Failed to call a function.", "type": "invalid_request_error", "code": "tool_use_failed", "failed_generation": "<function=read_file>{\"path\": \"a\"}</function>"}})"),
      R"(read_file({"path":"a"}) |||)");
}

TEST(Pipeline, AnErrorOfTheProviderIsTold) {
  const ParseResult result = processed(R"({"error": {"message": "overloaded", "type": "server_error"}})");
  EXPECT_TRUE(result.has_errors());
  EXPECT_EQ(result.total_count(), 0U);
}

// --- names ---

TEST(Pipeline, NamesEX6EX9) {
  EXPECT_EQ(parsed(answer("  ", "{}")), "!  :ACODE-TLP-001 |||");
  EXPECT_EQ(parsed(answer("reed_file", "{}")), "!reed_file:ACODE-TLP-005 |||");
  EXPECT_EQ(parsed(answer("functions.Read-File", R"({"path": "a"})")), R"(read_file({"path":"a"}) |||)");
  const ParseResult unknown = processed(answer("reed_file", R"({"path": "a"})"));
  EXPECT_NE(unknown.rejected[0].error()->message.find("did you mean \"read_file\""), std::string::npos);
  EXPECT_EQ(unknown.rejected[0].raw_arguments, R"({"path": "a"})") << "TC-2";
}

TEST(Pipeline, WithoutToolsAnyNameIsOneTX6) {
  EXPECT_EQ(summary(Pipeline(nullptr).process(answer("anything", R"({"a": "true"})"))), R"(anything({"a":true}) |||)")
      << "CO-2";
}

TEST(Pipeline, OneBadCallCostsTheOthersNothingTC4) {
  const std::string text = R"(<tool_call>{"name": "read_file", "arguments": {"path": 1}}</tool_call>
<tool_call>{"name": "nothing", "arguments": {}}</tool_call>
<tool_call>{"name": "now", "arguments": {}}</tool_call>)";
  EXPECT_EQ(parsed(text), "now({}) !read_file:ACODE-TLP-004 !nothing:ACODE-TLP-005 |||");
}

// --- ids ---

TEST(Pipeline, AMissingIdIsMadeEX5) {
  std::set<std::string> ids;
  const Pipeline pipeline(&test_tools());
  for (int i = 0; i < 100; ++i) {
    const ParseResult result = pipeline.process(R"(TOOL_CALL: {"tool": "now", "arguments": {}})");
    ASSERT_EQ(result.calls.size(), 1U);
    const std::string& id = result.calls[0].id;
    EXPECT_EQ(id.size(), 37U);
    EXPECT_TRUE(id.starts_with("call_"));
    EXPECT_EQ(id.find_first_not_of("0123456789abcdef", 5), std::string::npos);
    ids.insert(id);
  }
  EXPECT_EQ(ids.size(), 100U);
  EXPECT_EQ(pipeline.process(answer("now", "{}")).calls[0].id, "c1");
}

TEST(Pipeline, OnesOfOtherToolsMakeOtherIdsEX5) {
  const std::string text = R"(TOOL_CALL: {"tool": "now", "arguments": {}})";
  PipelineOptions options;
  options.truncated_calls = TruncatedCalls::kAccept;
  const Pipeline first(nullptr, options);
  std::set<std::string> ids;
  for (int i = 0; i < 10; ++i) {
    const Pipeline other = first.with_tools(&test_tools());
    ids.insert(first.process(text).calls.at(0).id);
    ids.insert(other.process(text).calls.at(0).id);
    EXPECT_EQ(summary(other.process(R"(TOOL_CALL: {"tool": "nothing", "arguments": {}})")),
              "!nothing:ACODE-TLP-005 |||");
    EXPECT_EQ(summary(other.process(R"(TOOL_CALL: {"tool": "read_file", "arguments": {"path": "a)")),
              R"(read_file({"path":"a"}) |||)")
        << "the options are the same";
  }
  EXPECT_EQ(ids.size(), 20U);
}

TEST(Pipeline, IdsOfOneAnswerDifferEX5) {
  const ParseResult result = processed(
      R"(TOOL_CALL: {"tool": "now", "arguments": {}}
TOOL_CALL: {"tool": "read_file", "arguments": {"path": "a"}})");
  ASSERT_EQ(result.calls.size(), 2U);
  const std::set<std::string> digits = {result.calls[0].id.substr(5), result.calls[1].id.substr(5),
                                        std::string(result.correlation_id.view().substr(5))};
  EXPECT_EQ(digits.size(), 3U);
}

TEST(ShortId, IsTheTextOrItsBeginning) {
  EXPECT_EQ(ShortId().view(), "");
  EXPECT_EQ(ShortId(std::string_view("corr-1")).view(), "corr-1");
  EXPECT_EQ(ShortId(std::string_view(std::string(100, 'x'))).view(), std::string(ShortId::kMostBytes, 'x'));
}

// --- arguments ---

TEST(Pipeline, ArgumentsAreUnwrappedAR1) {
  EXPECT_EQ(parsed(answer("read_file", R"("{\"path\": \"a\"}")")), R"(read_file({"path":"a"}) |||)");
  EXPECT_EQ(parsed(answer("read_file", R"("\"{\\\"path\\\": \\\"a\\\"}\"")")), R"(read_file({"path":"a"}) |||)");
}

TEST(Pipeline, NoMoreThanTenLayersAR1) {
  std::string text = R"({"path": "a"})";
  for (int layer = 0; layer < 10; ++layer) {
    std::string wrapped;
    json::write_string_to(wrapped, text);
    text = wrapped;
  }
  EXPECT_EQ(parsed(answer("read_file", text)), R"(read_file({"path":"a"}) |||)");
  std::string more;
  json::write_string_to(more, text);
  const ParseResult result = processed(answer("read_file", more));
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_EQ(result.rejected[0].error()->code, "ACODE-TLP-002");
  EXPECT_NE(result.rejected[0].error()->message.find("layer 11"), std::string::npos);
  EXPECT_LT(result.rejected[0].error()->message.size(), 400U) << "quotes at most 100 characters";
}

TEST(Pipeline, NothingIsAnEmptyObjectAR2) {
  for (const std::string_view nothing : {"", "null", "  ", "\"\"", "{}"}) {
    EXPECT_EQ(parsed(answer("now", nothing)), "now({}) |||") << nothing;
  }
  for (const std::string_view other : {"[1]", "7", "true", "\"text\""}) {
    EXPECT_EQ(parsed(answer("now", other)), "!now:ACODE-TLP-002 |||") << other;
  }
}

TEST(Pipeline, BigNumbersKeepTheirDigitsAR3) {
  EXPECT_EQ(parsed(answer("read_file", R"({"path": "a", "lines": 12345678901234567890123})")),
            R"(read_file({"path":"a","lines":12345678901234567890123}) |||)");
}

TEST(Pipeline, TheLastOfTwoKeysWinsInATextTooAR4) {
  const ParseResult result =
      processed(R"(<tool_call>{"name": "read_file", "arguments": {"path": "a", "path": "b"}}</tool_call>)");
  EXPECT_EQ(summary(result), R"(read_file({"path":"b"}) |||)");
  ASSERT_EQ(result.calls.size(), 1U);
  ASSERT_EQ(result.calls[0].findings.size(), 1U);
  EXPECT_EQ(result.calls[0].findings[0].code, "duplicate_key");
}

// A part of the arguments that the schema leaves open is looked at all the same.
TEST(Pipeline, TheLastOfTwoKeysWinsWhereAnythingFitsAR4) {
  const schema::Toolset tools =
      schema::load_tools(R"([{"name": "note", "parameters": {"properties": {"data": {"type": "object"}}}}])").tools;
  const ParseResult result =
      Pipeline(&tools).process(R"(<tool_call>{"name": "note", "arguments": {"data": {"a": 1, "a": 2}}}</tool_call>)");
  EXPECT_EQ(summary(result), R"(note({"data":{"a":2}}) |||)");
}

TEST(Pipeline, TheLastOfTwoKeysWinsAR4) {
  const ParseResult result = processed(answer("read_file", R"({"path": "a", "path": "b"})"));
  EXPECT_EQ(summary(result), R"(read_file({"path":"b"}) |||)");
  ASSERT_EQ(messages(result.calls[0].findings, Finding::Kind::kWarning).size(), 1U);
}

TEST(Pipeline, LimitsAR5) {
  PipelineOptions options;
  options.limits.max_bytes = 30;
  EXPECT_EQ(parsed(answer("read_file", R"({"path": "0123456789012345678901"})"), options),
            "!read_file:ACODE-TLP-009 |||");
  options = {};
  options.limits.max_depth = 2;
  EXPECT_EQ(parsed(answer("read_file", R"({"path": [["a"]]})"), options), "!read_file:ACODE-TLP-010 |||");
}

TEST(Pipeline, TwoObjectsAreTwoCalls) {
  EXPECT_EQ(parsed(answer("read_file", R"({"path": "a"}{"path": "b"})")),
            R"(read_file({"path":"a"}) read_file({"path":"b"}) |||)");
  EXPECT_EQ(parsed(answer("read_file", R"({"path": "a"} {"path": "a"})")), R"(read_file({"path":"a"}) |||)")
      << "sent twice";
}

// --- repair and coercion ---

TEST(Pipeline, BrokenArgumentsAreRepairedAndItIsSaidTC2) {
  const ParseResult result = processed(answer("read_file", R"({path: 'a',})"));
  EXPECT_EQ(summary(result), R"(read_file({"path":"a"}) |||)");
  const ToolCall& call = result.calls[0];
  EXPECT_EQ(call.verdict, Verdict::kRepaired);
  EXPECT_EQ(call.raw_arguments, "{path: 'a',}");
  std::set<std::string> kinds;
  for (const Finding& finding : call.findings) kinds.insert(finding.code);
  EXPECT_EQ(kinds, (std::set<std::string>{"unquoted_key", "single_quotes", "trailing_comma"}));
}

TEST(Pipeline, ABrokenEnvelopeIsRepairedAndItIsSaid) {
  const ParseResult result = processed("<tool_call>{'name': 'read_file', 'arguments': {'path': 'a'}}</tool_call>");
  EXPECT_EQ(summary(result), R"(read_file({"path":"a"}) |||)");
  EXPECT_EQ(result.calls[0].verdict, Verdict::kRepaired);
  EXPECT_FALSE(messages(result.calls[0].findings, Finding::Kind::kRepair).empty());
  EXPECT_EQ(result.calls[0].raw_arguments, "{'name': 'read_file', 'arguments': {'path': 'a'}}");
}

TEST(Pipeline, WithoutRepairBrokenIsAnError) {
  PipelineOptions options;
  options.repair = false;
  const ParseResult result = processed(answer("read_file", R"({"path": "a",})"), options);
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_EQ(result.rejected[0].error()->code, "ACODE-TLP-002");
  EXPECT_EQ(result.rejected[0].error()->position->offset, 13U);
}

// The same for a call in text, which is mended where it is found.
TEST(Pipeline, WithoutRepairBrokenInTextIsAnError) {
  PipelineOptions options;
  options.repair = false;
  const ParseResult result =
      processed(R"(<tool_call>{"name": "read_file", "arguments": {"path": "a",}}</tool_call>)", options);
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_EQ(result.rejected[0].error()->code, "ACODE-TLP-002");
  ASSERT_TRUE(result.rejected[0].error()->position);
  EXPECT_EQ(result.rejected[0].raw_arguments.substr(result.rejected[0].error()->position->offset, 2), ",}");
  EXPECT_EQ(
      processed(R"(<tool_call>{"name": "read_file", "arguments": {"path": "a"}}</tool_call>)", options).calls.size(),
      1U);
}

TEST(Pipeline, TypesAreMendedAndItIsSaidCO1) {
  const ParseResult result = processed(answer("read_file", R"({"path": "a", "lines": "42"})"));
  EXPECT_EQ(summary(result), R"(read_file({"path":"a","lines":42}) |||)");
  EXPECT_EQ(result.calls[0].verdict, Verdict::kCoerced);
  EXPECT_EQ(messages(result.calls[0].findings, Finding::Kind::kWarning),
            std::vector<std::string>{R"(lines: string "42" converted to integer 42)"});
}

TEST(Pipeline, WhatDoesNotFitIsAnErrorForEachFieldSC4) {
  const ParseResult result = processed(answer("write_file", R"({"path": 1, "mode": "x"})"));
  ASSERT_EQ(result.rejected.size(), 1U);
  std::set<std::string> paths;
  for (const Finding& finding : result.rejected[0].findings) {
    EXPECT_EQ(finding.code, "ACODE-TLP-004");
    paths.insert(finding.path);
  }
  EXPECT_EQ(paths, (std::set<std::string>{"path", "content", "mode"}));
}

TEST(Pipeline, AnEarlierVersionIsAcceptedSC1) {
  const schema::Toolset tools = schema::load_tools(R"([{"name": "f", "description": "d", "version": "2.1.0",
        "parameters": {"type": "object", "properties": {"file": {"type": "string"}}, "required": ["file"]},
        "earlier": [{"version": "2.0.0", "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}}]}])")
                                    .tools;
  const ParseResult result = Pipeline(&tools).process(answer("f", R"({"path": "a"})"));
  EXPECT_EQ(summary(result), R"(f({"path":"a"}) |||)");
  EXPECT_EQ(messages(result.calls[0].findings, Finding::Kind::kWarning).size(), 1U);
}

// --- cut off ---

constexpr std::string_view kCut =
    R"(<tool_call>{"name": "write_file", "arguments": {"path": "a", "content": "half of it)";

TEST(Pipeline, HalfAFileIsNotWrittenRP8) {
  const ParseResult result = processed(kCut);
  EXPECT_EQ(summary(result), "!write_file:ACODE-TLP-011 |||");
  EXPECT_TRUE(result.truncated);
  EXPECT_EQ(json::write(result.rejected[0].arguments->value()), R"({"path":"a","content":"half of it"})");

  PipelineOptions options;
  options.truncated_calls = TruncatedCalls::kAccept;
  EXPECT_EQ(parsed(kCut, options), R"(write_file({"path":"a","content":"half of it"}) |||)");
}

TEST(Pipeline, OnlyItsClosersMissingIsNotCutOffRP8) {
  EXPECT_EQ(parsed(R"(<tool_call>{"name": "read_file", "arguments": {"path": "a"})"), R"(read_file({"path":"a"}) |||)");
}

TEST(Pipeline, AStreamThatBreaksInsideACallIs008) {
  const ParseResult result = processed(
      "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"x\",\"function\":{\"name\":"
      "\"read_file\",\"arguments\":\"{\\\"path\\\":\"}}]}}]}\n\n");
  ASSERT_EQ(result.rejected.size(), 1U);
  EXPECT_EQ(result.rejected[0].error()->code, "ACODE-TLP-008");
}

// --- the model's own bad habits ---

TEST(Pipeline, AnInventedTurnEndsTheAnswer) {
  const ParseResult result =
      processed("Action: now\nAction Input: {}\nObservation: noon\nThought: done\nFinal Answer: noon");
  EXPECT_EQ(summary(result), "now({}) |||Observation: noon\nThought: done\nFinal Answer: noon");
  EXPECT_EQ(messages(result.findings, Finding::Kind::kWarning).size(), 1U);
}

TEST(Pipeline, TheSameCallAgainAfterProseIsOne) {
  const std::string call = R"(<tool_call>{"name": "now", "arguments": {}}</tool_call>)";
  EXPECT_EQ(parsed(call + "\nAs I said:\n" + call), "now({}) |\nAs I said:\n||");
  EXPECT_EQ(parsed(call + call), "now({}) now({}) |||");
  EXPECT_EQ(parsed(R"([{"name": "now", "arguments": {}}, {"name": "now", "arguments": {}}])"), "now({}) now({}) |||");
}

// --- the extent ---

TEST(Pipeline, ExtractKeepsWhatDoesNotFitCL2) {
  PipelineOptions options;
  options.extent = Extent::kExtract;
  EXPECT_EQ(parsed(answer("nothing", R"({"path": 1})"), options), R"(nothing({"path":1}) |||)");
  EXPECT_EQ(parsed(answer("read_file", R"({"path": 1, "lines": "2"})"), options),
            R"(read_file({"path":1,"lines":"2"}) |||)");
}

// --- many threads ---

TEST(Pipeline, ManyThreadsMayUseOneSE2) {
  const Pipeline pipeline(&test_tools());
  std::vector<std::thread> threads;
  std::vector<std::string> found(4);
  for (std::size_t i = 0; i < found.size(); ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 200; ++round) {
        found[i] =
            summary(pipeline.process("<tool_call>{'name': 'read_file', 'arguments': {'path': 'a'}}</tool_call>"));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& each : found) EXPECT_EQ(each, R"(read_file({"path":"a"}) |||)");
}

TEST(Pipeline, TheStagesTellTheirTimeTC3) {
  const ParseResult result = processed(answer("read_file", R"({"path": "a"})"));
  EXPECT_GT(result.times[static_cast<std::size_t>(Stage::kWire)].count(), 0);
  EXPECT_GT(result.times[static_cast<std::size_t>(Stage::kParse)].count(), 0);
}

// EX-5: made ids are all different, and a store that sorts by them gets them in order.
TEST(Ids, DifferAndGrow) {
  const Pipeline first(nullptr);
  const Pipeline second = first.with_tools(nullptr);
  std::set<std::string> seen;
  std::string last;
  for (int i = 0; i < 5000; ++i) {
    const ParseResult result = first.process(R"({"name": "f", "arguments": {}})", Input::kText);
    ASSERT_EQ(result.calls.size(), 1U);
    const std::string id(result.correlation_id.view());
    EXPECT_LT(last, id);
    last = id;
    for (const std::string& each : {id.substr(5), result.calls[0].id.substr(5),
                                    std::string(second.process("words").correlation_id.view().substr(5))}) {
      EXPECT_EQ(each.size(), 32U);
      EXPECT_TRUE(seen.insert(each).second) << each;
    }
  }
}

}  // namespace
}  // namespace acode::pipeline
