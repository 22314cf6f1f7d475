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

// The words that a mould finds in an event; empty if it must be read.
std::string words_in(const EventMould& mould, std::string_view event, std::string_view name = "") {
  const auto alike = mould.read(name, event);
  return alike ? std::string(alike->words) : "";
}

TEST(EventMould, TwoHaveToBeReadFirst) {
  EventMould mould;
  EXPECT_EQ(words_in(mould, R"({"t":"a"})"), "");
  mould.learn("", R"({"t":"a"})", "a");
  EXPECT_EQ(words_in(mould, R"({"t":"b"})"), "");
  mould.learn("", R"({"t":"b"})", "b");
  EXPECT_EQ(words_in(mould, R"({"t":"c d"})"), "c d");
  EXPECT_EQ(words_in(mould, R"({"t":"c d"})", "x"), "") << "another kind of event";
}

TEST(EventMould, WhatMustBeReadIsNotTaken) {
  EventMould mould;
  mould.learn("", R"({"t":"a","u":1})", "a");
  mould.learn("", R"({"t":"b","u":1})", "b");
  ASSERT_EQ(words_in(mould, R"({"t":"c","u":1})"), "c");
  for (const std::string_view event : {R"({"t":"","u":1})", R"({"t":"a\n","u":1})", R"({"t":"a","t":"b","u":1})",
                                       R"({"t":"a","u":2})", R"({"t": "a","u":1})", R"({"t":"a","u":1)",
                                       R"("t":"a","u":1})", "{\"t\":\"a\tb\",\"u\":1}", "{\"t\":\"caf\xC3\",\"u\":1}",
                                       R"({"t":"a","u":1})"
                                       "\n",
                                       R"({"t":","u":1})"}) {
    EXPECT_EQ(words_in(mould, event), "") << event;
  }
}

// Where words stand is where two events differ, though there be others like them.
TEST(EventMould, WordsMayStandElsewhereToo) {
  EventMould mould;
  mould.learn("", R"({"role":"a","t":"a"})", "a");
  mould.learn("", R"({"role":"a","t":"a"})", "a");
  EXPECT_EQ(words_in(mould, R"({"role":"a","t":"b"})"), "") << "these two do not differ";
  mould.learn("", R"({"role":"a","t":"ab"})", "ab");
  EXPECT_EQ(words_in(mould, R"({"role":"a","t":"b"})"), "b");
  EXPECT_EQ(words_in(mould, R"({"role":"b","t":"a"})"), "");
}

TEST(EventMould, WhatDiffersInSomethingElseIsNoForm) {
  for (const std::string_view other :
       {R"({"n":2,"t":"b"})", R"({"n":1,"t":"b" })", R"({"n":1,"t":"b","u":2})", R"({"n":1,"u":"b"})"}) {
    EventMould mould;
    mould.learn("", R"({"n":1,"t":"a"})", "a");
    mould.learn("", other, "b");
    EXPECT_EQ(words_in(mould, R"({"n":1,"t":"c"})"), "") << other;
    EXPECT_EQ(words_in(mould, R"({"n":2,"t":"c"})"), "") << other;
  }
  EventMould mould;
  mould.learn("", R"({"t":"a"})", "b");
  mould.learn("", R"({"t":"c"})", "d");
  EXPECT_EQ(words_in(mould, R"({"t":"c"})"), "") << "the words came from elsewhere";
}

TEST(EventMould, SomethingElseInBetweenEndsIt) {
  EventMould mould;
  mould.learn("", R"({"t":"a"})", "a");
  mould.forget();
  mould.learn("", R"({"t":"b"})", "b");
  EXPECT_EQ(words_in(mould, R"({"t":"c"})"), "");
  mould.learn("", R"({"t":"c"})", "c");
  EXPECT_EQ(words_in(mould, R"({"t":"d"})"), "d");
  mould.learn("", R"({"t":"d\n"})", "d\n");
  EXPECT_EQ(words_in(mould, R"({"t":"e"})"), "e") << "an escape is no other form";
  mould.learn("", R"({"t":"d\n","done":true})", "d\n");
  EXPECT_EQ(words_in(mould, R"({"t":"e"})"), "");
}

// What no dialect reads may be anything; where it stands, and what kind it is of, must be the same.
TEST(EventMould, WhatNobodyReadsMayDiffer) {
  EventMould mould;
  mould.learn("", R"({"created":17,"t":"a","obfuscation":"x","created_at": "2026"})", "a");
  mould.learn("", R"({"created":18,"t":"b","obfuscation":"","created_at": "2027"})", "b");
  EXPECT_EQ(words_in(mould, R"({"created":1,"t":"ç d","obfuscation":"abc","created_at": ""})"), "ç d");
  for (const std::string_view event :
       {R"({"created":0,"t":"c","obfuscation":"x","created_at": "2"})",
        R"({"created":1.5,"t":"c","obfuscation":"x","created_at": "2"})",
        R"({"created":"1","t":"c","obfuscation":"x","created_at": "2"})",
        R"({"created":,"t":"c","obfuscation":"x","created_at": "2"})",
        R"({"created":1,"t":"c","obfuscation":"\x","created_at": "2"})",
        R"({"created":1,"t":"c","obfuscation":"x","u":1,"created_at": "2"})",
        R"({"created":1,"t":"c","obfuscation":"x","created_at":"2"})",
        R"({"created":1111111111111111111,"t":"c","obfuscation":"x","created_at": "2"})"}) {
    EXPECT_EQ(words_in(mould, event), "") << event;
  }
}

// Only the members of the event itself: in an object of it the same name may mean something.
TEST(EventMould, TheSameNamesElsewhereAreRead) {
  for (const std::string_view form :
       {R"({"delta":{"created":1,"t":"a"}})", R"({"list":[{"obfuscation":"1"}],"t":"a"})",
        R"({"sequence_number":"1","t":"a"})", R"({"creat\u0065d":1,"t":"a"})", R"({"other":1,"t":"a"})"}) {
    EventMould mould;
    for (const char digit : {'1', '2', '3'}) {
      std::string event(form);
      event.replace(event.find("1"), 1, 1, digit);
      EXPECT_EQ(words_in(mould, event), "") << event;
      event.replace(event.rfind('a'), 1, 1, digit);
      mould.learn("", event, std::string(1, digit));
    }
  }
}

TEST(EventMould, TheNumberOfAnEventIsHandedOn) {
  EventMould mould;
  mould.learn("", R"({"t":"a","sequence_number":4})", "a");
  mould.learn("", R"({"t":"b","sequence_number":5})", "b");
  const auto alike = mould.read("", R"({"t":"c","sequence_number":17})");
  ASSERT_TRUE(alike);
  EXPECT_EQ(alike->number, 17);
  EXPECT_EQ(words_in(mould, R"({"t":"c","sequence_number":-1})"), "");
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
  std::string front, back;  // of an event, around the words; `#` stands for its number
  std::vector<std::string> others;
  bool in_order = true;
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
       {R"({"model":"m","message":{"role":"assistant","content":"so"},"done":true,"done_reason":"stop"})"}},
      {Dialect::kOpenAiChat,
       R"({"id":"c1","created":1#,"model":"m","choices":[{"index":0,"delta":{"content":")",
       R"("},"finish_reason":null}],"obfuscation":"x#"})",
       {R"({"id":"c1","created":1#,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})",
        R"({"id":"c1","created":1#,"choices":[],"usage":{"completion_tokens":7},"obfuscation":""})"}},
      {Dialect::kOllama,
       R"({"model":"m","created_at":"2026-01-31T12:00:0#Z","message":{"role":"assistant","content":")",
       R"("},"done":false})",
       {R"({"model":"m","created_at":"#","message":{"role":"assistant","content":"","thinking":"so"},"done":false})"}},
      {Dialect::kOpenAiResponses,
       R"({"type":"response.output_text.delta","sequence_number":#,"item_id":"i","output_index":0,"delta":")",
       R"(","obfuscation":"x#"})",
       {R"({"type":"response.reasoning_text.delta","sequence_number":#,"item_id":"j","output_index":1,"delta":"hm"})",
        R"({"type":"response.output_text.done","sequence_number":#,"item_id":"i","output_index":0,"text":"all"})"}},
      {Dialect::kOpenAiResponses,
       R"({"type":"response.output_text.delta","sequence_number":#,"item_id":"i","output_index":0,"delta":")",
       R"("})",
       {R"({"type":"response.output_text.delta","sequence_number":#,"item_id":"j","output_index":1,"delta":"hm"})"},
       false}};
}

std::string numbered(std::string text, std::size_t number) {
  for (std::size_t at = 0; (at = text.find('#', at)) != std::string::npos;) text.replace(at, 1, std::to_string(number));
  return text;
}

std::vector<std::string> events_of(const Stream& stream) {
  const std::vector<std::string> words = {" The",  " cat",    " sat", "assistant", "a", "",   " \\\"so\\\"", " it",
                                          " said", "\\u00e9", "é",    " m",        ".", "c1", " and",        " left"};
  std::vector<std::string> events;
  for (std::size_t i = 0; i < 200; ++i) {
    const std::string event = stream.front + words[(i * 7 + i / 16) % words.size()] + stream.back;
    events.push_back(numbered(event, events.size()));
    if (i % 11 == 10) events.push_back(numbered(stream.others[i % stream.others.size()], events.size()));
  }
  for (std::size_t i = 5; i < events.size() && !stream.in_order; i += 8) std::swap(events[i], events[i - i / 8 % 4]);
  return events;
}

// Every other event is written with a space more, and so each is read.
TEST(EventMould, ADecoderSaysTheSameWithAndWithoutIt) {
  for (const Stream& stream : streams()) {
    const std::vector<std::string> events = events_of(stream);
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
