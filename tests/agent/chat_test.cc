// CL-3: calls are run, their results fed back, several rounds, and nothing runs that was not allowed.
#include "agent/chat.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "acode/json/writer.h"
#include "agent/fakes.h"

namespace acode::agent {
namespace {

using test::calling;
using test::saying;

struct Recorder final : CallRunner {
  ToolOutcome run(const pipeline::ToolCall& call) override {
    ran.push_back(call.name + " " + json::write(call.arguments->value()));
    return {true, "result " + std::to_string(ran.size())};
  }
  std::vector<std::string> ran;
};

struct Witness final : ChatWitness {
  bool allows(const pipeline::ToolCall& call) override { return call.name != forbidden; }
  std::string forbidden;
};

struct Room {
  explicit Room(std::deque<test::Scripted> script) : bench(std::move(script)) {}

  ChatTurn say(const std::string& message, const ChatLimits& limits = {}) {
    Asker asker(bench.transport, test::tools(), bench.settings, bench.clock, bench.breaker);
    Chat chat(asker, runner, witness, "Be brief.", limits);
    ChatTurn turn = chat.say(message, bench.cancel);
    conversation = chat.conversation();
    return turn;
  }

  test::Bench bench;
  Recorder runner;
  Witness witness;
  Conversation conversation;
};

TEST(Chat, CL3_ResultsAreFedBackUntilTheModelAnswersInWords) {
  Room room({{calling({{"read_file", R"({"path":"a"})"}})}, {calling({{"now", "{}"}})}, {saying("It is noon.")}});
  const ChatTurn turn = room.say("What time is it?");
  EXPECT_EQ(turn.end, ChatTurn::End::kAnswered);
  EXPECT_EQ(turn.text, "It is noon.");
  EXPECT_EQ(turn.rounds, 3U);
  EXPECT_EQ(room.runner.ran, (std::vector<std::string>{R"(read_file {"path":"a"})", "now {}"}));
  ASSERT_EQ(room.conversation.size(), 7U);
  EXPECT_EQ(room.conversation[2].calls.at(0).name, "read_file");
  EXPECT_EQ(room.conversation[3].role, Role::kTool);
  EXPECT_EQ(room.conversation[3].content, "result 1");
  EXPECT_EQ(room.conversation[3].call_id, room.conversation[2].calls[0].id);
}

TEST(Chat, WhatIsNotAllowedIsNotRunAndTheModelIsTold) {
  Room room({{calling({{"now", "{}"}})}, {saying("Then not.")}});
  room.witness.forbidden = "now";
  EXPECT_EQ(room.say("?").calls, 0U);
  EXPECT_TRUE(room.runner.ran.empty());
  EXPECT_EQ(room.conversation[3].content, "error: the user did not allow this call");
}

TEST(Chat, ACallThatCannotBeUsedIsNeverRun) {
  Room room({{calling({{"read_file", R"({"path":5})"}})}});
  const ChatTurn turn = room.say("?");
  EXPECT_EQ(turn.end, ChatTurn::End::kRefused);
  EXPECT_TRUE(room.runner.ran.empty());
  EXPECT_EQ(turn.rejected.at(0).error()->code, "ACODE-TLP-006");
}

TEST(Chat, ACallInTextStaysInTheTextAndItsResultFollows) {
  Room room({{saying("<tool_call>{\"name\": \"now\", \"arguments\": {}}</tool_call>")}, {saying("Noon.")}});
  EXPECT_EQ(room.say("?").text, "Noon.");
  EXPECT_TRUE(room.conversation[2].calls.empty());
  EXPECT_NE(room.conversation[2].content.find("<tool_call>"), std::string::npos);
  EXPECT_EQ(room.conversation[3].tool_name, "now");
}

TEST(Chat, RT9_WordsInPlaceOfACallAreRemembered) {
  Room room({{saying("<tool_call>{\"name\": \"read_file\", \"arguments\": {\"lines\": 3}}</tool_call>")},
             {saying("Which file?")}});
  const ChatTurn turn = room.say("?");
  EXPECT_EQ(turn.end, ChatTurn::End::kAnswered);
  EXPECT_EQ(turn.withdrawn, 1U);
  EXPECT_EQ(turn.retries, 1U);
  EXPECT_TRUE(room.conversation[2].content.ends_with("\nWhich file?")) << room.conversation[2].content;
}

TEST(Chat, AModelThatCallsForEverIsStopped) {
  Room room({{calling({{"now", "{}"}})}});
  const ChatTurn turn = room.say("?", {5});
  EXPECT_EQ(turn.end, ChatTurn::End::kTooLong);
  EXPECT_EQ(turn.rounds, 5U);
}

TEST(Chat, NoAnswerIsAFailure) {
  Room room({{"", 0, net::NetErrorKind::kRefused}});
  EXPECT_EQ(room.say("?").failure->code, "ACODE-NET-005");
}

}  // namespace
}  // namespace acode::agent
