// Events that are alike but for their words: not read again, and understood as if they were.
#include "wire/event_mould.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "acode/wire/wire.h"

namespace acode::wire {
namespace {

using detail::EventMould;

TEST(EventMould, TwoHaveToBeReadFirst) {
  EventMould mould;
  EXPECT_EQ(mould.words_in("", R"({"t":"a"})"), "");
  mould.learn("", R"({"t":"a"})", "a");
  EXPECT_EQ(mould.words_in("", R"({"t":"b"})"), "");
  mould.learn("", R"({"t":"b"})", "b");
  EXPECT_EQ(mould.words_in("", R"({"t":"c d"})"), "c d");
  EXPECT_EQ(mould.words_in("x", R"({"t":"c d"})"), "") << "another kind of event";
}

TEST(EventMould, WhatMustBeReadIsNotTaken) {
  EventMould mould;
  mould.learn("", R"({"t":"a","u":1})", "a");
  mould.learn("", R"({"t":"b","u":1})", "b");
  ASSERT_EQ(mould.words_in("", R"({"t":"c","u":1})"), "c");
  for (const std::string_view event :
       {R"({"t":"","u":1})", R"({"t":"a\n","u":1})", R"({"t":"a","t":"b","u":1})", R"({"t":"a","u":2})",
        R"({"t": "a","u":1})", R"({"t":"a","u":1)", R"("t":"a","u":1})", "{\"t\":\"a\tb\",\"u\":1}",
        "{\"t\":\"caf\xC3\xA9\",\"u\":1}",
        R"({"t":"a","u":1})"
        "\n",
        R"({"t":","u":1})"}) {
    EXPECT_EQ(mould.words_in("", event), "") << event;
  }
}

// Where words stand is where two events differ, though there be others like them.
TEST(EventMould, WordsMayStandElsewhereToo) {
  EventMould mould;
  mould.learn("", R"({"role":"a","t":"a"})", "a");
  mould.learn("", R"({"role":"a","t":"a"})", "a");
  EXPECT_EQ(mould.words_in("", R"({"role":"a","t":"b"})"), "") << "these two do not differ";
  mould.learn("", R"({"role":"a","t":"ab"})", "ab");
  EXPECT_EQ(mould.words_in("", R"({"role":"a","t":"b"})"), "b");
  EXPECT_EQ(mould.words_in("", R"({"role":"b","t":"a"})"), "");
}

TEST(EventMould, WhatDiffersInSomethingElseIsNoForm) {
  for (const std::string_view other :
       {R"({"n":2,"t":"b"})", R"({"n":1,"t":"b" })", R"({"n":1,"t":"b","u":2})", R"({"n":1,"u":"b"})"}) {
    EventMould mould;
    mould.learn("", R"({"n":1,"t":"a"})", "a");
    mould.learn("", other, "b");
    EXPECT_EQ(mould.words_in("", R"({"n":1,"t":"c"})"), "") << other;
    EXPECT_EQ(mould.words_in("", R"({"n":2,"t":"c"})"), "") << other;
  }
  EventMould mould;
  mould.learn("", R"({"t":"a"})", "b");
  mould.learn("", R"({"t":"c"})", "d");
  EXPECT_EQ(mould.words_in("", R"({"t":"c"})"), "") << "the words came from elsewhere";
}

TEST(EventMould, SomethingElseInBetweenEndsIt) {
  EventMould mould;
  mould.learn("", R"({"t":"a"})", "a");
  mould.forget();
  mould.learn("", R"({"t":"b"})", "b");
  EXPECT_EQ(mould.words_in("", R"({"t":"c"})"), "");
  mould.learn("", R"({"t":"c"})", "c");
  EXPECT_EQ(mould.words_in("", R"({"t":"d"})"), "d");
  mould.learn("", R"({"t":"d\n"})", "d\n");
  EXPECT_EQ(mould.words_in("", R"({"t":"e"})"), "e") << "an escape is no other form";
  mould.learn("", R"({"t":"d\n","done":true})", "d\n");
  EXPECT_EQ(mould.words_in("", R"({"t":"e"})"), "");
}

// All that a decoder says, in one text.
std::string told(Dialect dialect, const std::string& bytes) {
  std::string out;
  const auto tell = [&out](const std::vector<Delta>& deltas) {
    for (const Delta& delta : deltas) {
      if (const auto* const text = std::get_if<TextDelta>(&delta)) out += "T(" + text->text + ")";
      if (const auto* const text = std::get_if<ReasoningDelta>(&delta)) out += "R(" + text->text + ")";
      if (const auto* const call = std::get_if<CallDelta>(&delta)) out += "C(" + call->name + call->arguments + ")";
      if (const auto* const end = std::get_if<FinishDelta>(&delta)) out += "F(" + end->native + ")";
      if (const auto* const usage = std::get_if<UsageDelta>(&delta)) out += "U" + std::to_string(usage->usage.output);
      if (const auto* const error = std::get_if<ErrorDelta>(&delta)) out += "E(" + error->message + ")";
    }
  };
  Decoder decoder(dialect);
  tell(decoder.feed(bytes));
  tell(decoder.finish());
  return out + (decoder.regular() ? "" : " odd") + decoder.envelope().id + decoder.envelope().model;
}

struct Stream {
  Dialect dialect;
  std::string front, back;  // of an event, around the words
  std::vector<std::string> others;
};

std::vector<Stream> streams() {
  return {
      {Dialect::kOpenAiChat,
       R"({"id":"c1","model":"m","choices":[{"index":0,"delta":{"content":")",
       R"("},"finish_reason":null}]})",
       {R"({"id":"c1","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})",
        R"({"id":"c1","model":"m","choices":[{"index":1,"delta":{"content":"another"},"finish_reason":null}]})",
        R"({"id":"c1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t","function":{"name":"f","arguments":"{}"}}]}}]})",
        "[DONE]", "{\"broken\": ", "{}"}},
      {Dialect::kOpenAiChat,
       R"({"choices":[{"delta":{"role":"assistant","reasoning_content":")",
       R"("}}],"usage":{"completion_tokens":3}})",
       {R"({"choices":[{"delta":{"content":" words"}}]})"}},
      {Dialect::kAnthropic,
       R"({"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":")",
       R"("}})",
       {R"({"type":"content_block_stop","index":0})", R"({"type":"ping"})",
        R"({"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}})",
        R"({"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}})"}},
      {Dialect::kOllama,
       R"({"model":"m","message":{"role":"assistant","content":")",
       R"("},"done":false})",
       {R"({"model":"m","message":{"role":"assistant","content":"so"},"done":true,"done_reason":"stop"})"}}};
}

// Every other event is written with a space more, and so each is read.
TEST(EventMould, ADecoderSaysTheSameWithAndWithoutIt) {
  const std::vector<std::string> words = {" The",  " cat",    " sat", "assistant", "a", "",   " \\\"so\\\"", " it",
                                          " said", "\\u00e9", "é",    " m",        ".", "c1", " and",        " left"};
  for (const Stream& stream : streams()) {
    std::vector<std::string> events;
    for (std::size_t i = 0; i < 200; ++i) {
      events.push_back(stream.front + words[(i * 7 + i / 16) % words.size()] + stream.back);
      if (i % 11 == 10) events.push_back(stream.others[i % stream.others.size()]);
    }
    for (const bool lines : {false, true}) {
      std::string alike;
      std::string unlike;
      for (std::size_t i = 0; i < events.size(); ++i) {
        const std::string front = lines ? "" : "data: ";
        const std::string back = lines ? "\n" : "\n\n";
        const bool may_have_space = i % 2 == 0 && events[i].starts_with("{\"");
        alike += front + events[i] + back;
        unlike += front + (may_have_space ? "{ " + events[i].substr(1) : events[i]) + back;
      }
      EXPECT_EQ(told(stream.dialect, alike), told(stream.dialect, unlike)) << stream.front;
    }
  }
}

}  // namespace
}  // namespace acode::wire
