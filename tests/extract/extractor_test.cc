// The extractor: what is content, what is reasoning, what is a call; and that the cut does not matter.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "acode/extract/extract.h"
#include "acode/schema/toolset.h"

namespace acode::extract {
namespace {

/// All that came out, on one line: `content|reasoning|name(arguments)…`.
std::string summary(const Extraction& extraction) {
  std::string out = extraction.content + "|" + extraction.reasoning + "|";
  for (const TextCall& call : extraction.calls) {
    out += call.name + "(" + call.arguments + ")" + (call.complete ? "" : "…");
  }
  return out;
}

/// `absorbs`: what nothing can come of is not even looked at.
Extraction in_pieces(std::string_view text, std::size_t size, const Options& options, bool absorbs) {
  Extraction extraction;
  Extractor extractor(options);
  for (std::size_t at = 0; at < text.size(); at += size) {
    if (absorbs && extractor.absorb(text.substr(at, size))) continue;
    for (const Event& event : extractor.feed(text.substr(at, size))) add(extraction, event);
  }
  for (const Event& event : extractor.finish()) add(extraction, event);
  return extraction;
}

/// The summary, which must be the same in pieces of any size.
std::string extracted(std::string_view text, const Options& options = {}) {
  const std::string whole = summary(extract(text, options));
  for (std::size_t size = 1; size < text.size(); ++size) {
    EXPECT_EQ(summary(in_pieces(text, size, options, false)), whole) << "in pieces of " << size << ": " << text;
    EXPECT_EQ(summary(in_pieces(text, size, options, true)), whole) << "absorbed in pieces of " << size << ": " << text;
  }
  return whole;
}

constexpr std::string_view kCall = R"(<tool_call>
{"name": "f", "arguments": {"a": 1}}
</tool_call>)";

TEST(Extractor, LongStringsInPythonMayBeAbsorbed) {
  const schema::LoadedTools loaded = schema::load_tools(R"([{"name": "put", "parameters": {"type": "object"}}])");
  const Options options{.tools = &loaded.tools};
  const std::string some = "some words, (brackets], a \\n and so on ";
  EXPECT_EQ(
      extracted("put(a='" + some + some + "', b=\"it's " + some + "\") is it", options),
      " is it||put({\"a\":\"some words, (brackets], a \\n and so on some words, (brackets], a \\n and so on \",\"b\":"
      "\"it's some words, (brackets], a \\n and so on \"})");
  EXPECT_EQ(extracted("put(a=\"Martha's 'own' words\\\" and more\", b='two\nlines of \"text\"')", options),
            "||put({\"a\":\"Martha's 'own' words\\\" and more\",\"b\":\"two\\nlines of \\\"text\\\"\"})");
  EXPECT_EQ(extracted("put(a='''three of them, 'so' long''', b=1)", options),
            "||put({\"a\":\"three of them, 'so' long\",\"b\":1})");
}

TEST(Extractor, ProseIsContent) {
  EXPECT_EQ(extracted("Nothing to call here."), "Nothing to call here.||");
  EXPECT_EQ(extracted("a < b, <tool> and <tool_cal"), "a < b, <tool> and <tool_cal||");
  EXPECT_EQ(extracted(""), "||");
}

// A client sees words as they come, and not one later: markers that begin as words do are looked for only where they can
// stand. The pieces are those that models write: a word with the space before it, or behind it.
TEST(Extractor, ProseDoesNotWaitForTheNextWord) {
  const std::string tools = R"([{"name": "search_notes"}, {"name": "get_time"}, {"name": "t"}])";
  const schema::LoadedTools loaded = schema::load_tools(tools, {});
  const std::vector<std::string> words = {
      "Of",   "course.", "It",    "is",  "a",   "matter", "of",     "taste:", "as",  "to",   "the",   "calls",
      "that", "I",       "make,", "ask", "me.", "What",   "I",      "got",    "was", "data", "about", "class",
      "a",    "(not",    "class", "f)",  "and", "to",     "assess", "it",     "to",  "me",   "is",    "easy\n"};
  for (const bool space_first : {true, false}) {
    Extractor extractor(Options{&loaded.tools});
    std::string fed;
    std::string said;
    for (const std::string& word : words) {
      const std::string piece = space_first ? " " + word : word + " ";
      fed += piece;
      for (const Event& event : extractor.feed(piece)) said += std::get<Content>(event).text;
      EXPECT_EQ(said, fed);
    }
  }
}

TEST(Extractor, ANameInsideAWordIsNoCall) {
  const std::string tools = R"([{"name": "get_time"}])";
  const schema::LoadedTools loaded = schema::load_tools(tools, {});
  const Options options{&loaded.tools};
  for (const std::string_view call : {R"(get_time[ARGS]{})", "functions.get_time:0{}", "call:get_time{}"}) {
    EXPECT_EQ(extracted(call, options), "||get_time({})") << call;
    EXPECT_EQ(extracted("Now: " + std::string(call), options), "Now: ||get_time({})") << call;
    const std::string inside = "for" + std::string(call);
    EXPECT_EQ(extracted(inside, options), inside + "||");
  }
}

TEST(Extractor, ACallInProse) {
  EXPECT_EQ(extracted("Let me see. " + std::string(kCall) + " Done."), R"(Let me see.  Done.||f({"a":1}))");
  EXPECT_EQ(extracted(std::string(kCall) + "\n" + std::string(kCall)), "||f({\"a\":1})f({\"a\":1})");
}

TEST(Extractor, WhatIsCutOffIsMarked) {
  EXPECT_EQ(extracted(R"(<tool_call>{"name": "f", "arguments": {"a": "x)"), R"(||f({"a":"x"})…)");
  EXPECT_EQ(extracted(R"(<tool_call>{"name": "f", "arguments": {"a": 1}})"), R"(||f({"a":1}))") << "only its end tag";
}

TEST(Extractor, AMarkerThatOpensNothingIsContent) {
  EXPECT_EQ(extracted("The tag <tool_call> is for calls."), "The tag <tool_call> is for calls.||");
  EXPECT_EQ(extracted("<tool_call>[1, 2]</tool_call>"), "<tool_call>[1, 2]</tool_call>||");
}

TEST(Extractor, ReasoningIsReasoningTX5) {
  EXPECT_EQ(extracted("<think>hm</think>Hello"), "Hello|hm|");
  EXPECT_EQ(extracted("hm</think>Hello"), "Hello|hm|") << "the prompt had opened it";
  EXPECT_EQ(extracted("hm</think>Hello", {.starts_in_reasoning = true}), "Hello|hm|");
  EXPECT_EQ(extracted("never closed", {.starts_in_reasoning = true}), "|never closed|");
}

// What was opened by words ends wherever the words for it stand; what was not is prose.
TEST(Extractor, ReasoningMayBeOpenedByWordsTX5) {
  EXPECT_EQ(extracted("Here is my thought process:\nI see.\n\nHere is my response: yes"), " yes|\nI see.\n\n|");
  EXPECT_EQ(extracted("Here is my thought process: I seeHere is my response:yes"), "yes| I see|");
  EXPECT_EQ(extracted("So. Here is my response: yes"), "So. Here is my response: yes||");
}

TEST(Extractor, ACallQuotedInReasoningIsNoCallTX5) {
  const std::string quoted = "<think>I could write " + std::string(kCall) + " now</think>No.";
  EXPECT_EQ(extracted(quoted), "No.|I could write " + std::string(kCall) + " now|");
  EXPECT_EQ(extracted("<think>so" + std::string(kCall)), R"(|so|f({"a":1}))") << "reasoning that was never closed";
}

// Who only wants the reasoning taken out gets calls as they stand there, in whatever format they are.
TEST(Extractor, CallsMayBeLeftInTheTextTX5) {
  const Options leave = {.leaves_calls = true};
  const std::string call(kCall);
  EXPECT_EQ(extracted("<think>hm</think>So: " + call + " and " + call, leave), "So: " + call + " and " + call + "|hm|");
  EXPECT_EQ(extracted("<think>so" + call, leave), call + "|so|") << "a call ends reasoning that was never closed";
  EXPECT_EQ(extracted("<think>I could write " + call + " now</think>No.", leave),
            "No.|I could write " + call + " now|");
  EXPECT_EQ(extracted("hm</think>" + call + "<|im_end|>", leave), call + "|hm|");
  const std::string fence = "```json\n{\"name\": \"f\", \"arguments\": {}}\n```";
  EXPECT_EQ(extracted(fence, leave), fence + "||");
  const std::string header = "<|start|>assistant<|channel|>commentary to=functions.f <|message|>{\"a\": 1}<|call|>";
  EXPECT_EQ(extracted("<|channel|>analysis<|message|>hm<|end|>" + header, leave), header + "|hm|");
}

TEST(Extractor, TokensThatEndATurnAreNoContent) { EXPECT_EQ(extracted("Hello<|im_end|>"), "Hello||"); }

TEST(Extractor, CallsTellWhereTheyStood) {
  const Extraction extraction = extract("ab" + std::string(kCall));
  ASSERT_EQ(extraction.calls.size(), 1U);
  EXPECT_EQ(extraction.calls[0].offset, 2 + std::string_view("<tool_call>\n").size());
  EXPECT_EQ(extraction.calls[0].length, std::string_view(R"({"name": "f", "arguments": {"a": 1}})").size());
  EXPECT_EQ(extraction.calls[0].format, "hermes");
}

TEST(Extractor, ProsePassesAtOnceST5) {
  Extractor extractor;
  EXPECT_EQ(extractor.feed("Hello <tool").size(), 1U);
  const std::vector<Event> events = extractor.feed("s>.");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0], Event(Content{"<tools>.", 6}));
}

}  // namespace
}  // namespace acode::extract
