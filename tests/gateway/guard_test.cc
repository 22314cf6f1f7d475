// What reaches a client of a model's answer: the same bytes where nothing is wrong, valid calls where something was.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "acode/pipeline/pipeline.h"
#include "acode/schema/toolset.h"
#include "acode/wire/wire.h"
#include "gateway/body_guard.h"
#include "gateway/stream_guard.h"

namespace acode::gateway {
namespace {

using wire::Dialect;

constexpr Dialect kDialects[] = {Dialect::kOllama, Dialect::kOpenAiChat, Dialect::kOpenAiResponses,
                                 Dialect::kAnthropic};

constexpr std::string_view kTools = R"([
  {"name": "read_file", "parameters": {"type": "object", "properties": {"path": {"type": "string"},
   "lines": {"type": "integer"}}, "required": ["path"], "additionalProperties": false}},
  {"name": "now", "parameters": {"type": "object", "properties": {}}}])";

const pipeline::Pipeline& guard_pipeline() {
  static const schema::LoadedTools loaded = schema::load_tools(kTools);
  static const pipeline::Pipeline made(&loaded.tools);
  return made;
}

GuardPlan plan_of(Dialect upstream, Dialect client, GuardMode mode = GuardMode::kFull) {
  GuardPlan plan;
  plan.upstream = upstream;
  plan.client = client;
  plan.mode = mode;
  plan.model = "m";
  plan.tool_names = {"read_file", "now"};
  return plan;
}

// An answer with a little of everything, as a stream of a dialect: words in pieces, reasoning, two calls.
struct Spoken {
  std::vector<wire::Delta> deltas;

  Spoken& think(std::string text) {
    deltas.emplace_back(wire::ReasoningDelta{std::move(text)});
    return *this;
  }
  Spoken& say(std::string text) {
    deltas.emplace_back(wire::TextDelta{std::move(text)});
    return *this;
  }
  Spoken& call(std::size_t number, std::string name, const std::string& arguments) {
    const std::size_t half = arguments.size() / 2;
    deltas.emplace_back(wire::CallDelta{number, "call_" + std::to_string(number), std::move(name), {}, false});
    deltas.emplace_back(wire::CallDelta{number, {}, {}, arguments.substr(0, half), false});
    deltas.emplace_back(wire::CallDelta{number, {}, {}, arguments.substr(half), true});
    return *this;
  }
  Spoken& end(wire::FinishReason reason) {
    deltas.emplace_back(wire::FinishDelta{reason, {}});
    deltas.emplace_back(wire::UsageDelta{{.input = 10, .output = 20}});
    return *this;
  }
  [[nodiscard]] std::string in(Dialect dialect) const {
    wire::Encoder encoder(dialect, {"id_1", "m", 1700000000});
    std::string out;
    for (const wire::Delta& delta : deltas) out += encoder.encode(delta);
    return out + encoder.finish();
  }
};

Spoken good_answer() {
  Spoken spoken;
  spoken.think("Let me see").think(" the file.").say("I read ").say("it: 1 < 2").say(" and `{`.");
  return spoken.call(0, "read_file", R"({"path": "a.txt", "lines": 3})")
      .call(1, "now", "{}")
      .end(wire::FinishReason::kToolCalls);
}

std::string through(StreamGuard& guard, std::string_view stream, std::size_t piece) {
  std::string out;
  for (; !stream.empty(); stream.remove_prefix(std::min(piece, stream.size())))
    guard.feed(stream.substr(0, piece), out);
  guard.finish(out);
  guard.close(out);
  return out;
}

std::string through(GuardPlan plan, std::string_view stream, std::size_t piece = 1000) {
  StreamGuard guard(guard_pipeline(), std::move(plan));
  return through(guard, stream, piece);
}

// GW-3: nothing wrong, nothing changed.
TEST(StreamGuard, PassesGoodStreamsByteForByte) {
  for (const Dialect dialect : kDialects) {
    const std::string stream = good_answer().in(dialect);
    for (const std::size_t piece : {1U, 2U, 3U, 7U, 64U, 100'000U}) {
      EXPECT_EQ(through(plan_of(dialect, dialect), stream, piece), stream)
          << wire::dialect_name(dialect) << ' ' << piece;
    }
  }
}

TEST(StreamGuard, PassesPlainTextAtOnce) {
  for (const Dialect dialect : kDialects) {
    Spoken spoken;
    spoken.say("Hello").say(", ").say("world").end(wire::FinishReason::kStop);
    const std::string stream = spoken.in(dialect);
    const std::size_t last_word = stream.find("world");
    StreamGuard guard(guard_pipeline(), plan_of(dialect, dialect));
    std::string out;
    const char* const frame_end = dialect == Dialect::kOllama ? "\n" : "\n\n";
    guard.feed(
        std::string_view(stream).substr(0, stream.find(frame_end, last_word) + std::string_view(frame_end).size()),
        out);
    EXPECT_NE(out.find("world"), std::string::npos) << wire::dialect_name(dialect);
    EXPECT_FALSE(guard.has_changed());
  }
}

// Words that might begin a call wait, and pass as they came once it is clear that they do not.
TEST(StreamGuard, PassesWordsThatOnlyLookLikeACall) {
  for (const Dialect dialect : kDialects) {
    Spoken spoken;
    spoken.say("a <")
        .say("tool")
        .say("_box> and <think>")
        .say("no</think>")
        .say(" more")
        .end(wire::FinishReason::kStop);
    const std::string stream = spoken.in(dialect);
    EXPECT_EQ(through(plan_of(dialect, dialect), stream, 5), stream) << wire::dialect_name(dialect);
  }
}

// GW-2: every pair of dialects, an answer that is right.
TEST(StreamGuard, TranslatesBetweenAllDialects) {
  for (const Dialect upstream : kDialects) {
    for (const Dialect client : kDialects) {
      const std::string out = through(plan_of(upstream, client), good_answer().in(upstream), 11);
      const wire::Answer answer = wire::decode(client, out);
      const std::string pair =
          std::string(wire::dialect_name(upstream)) + " to " + std::string(wire::dialect_name(client));
      EXPECT_EQ(answer.text, "I read it: 1 < 2 and `{`.") << pair;
      EXPECT_EQ(answer.reasoning, "Let me see the file.") << pair;
      ASSERT_EQ(answer.calls.size(), 2U) << pair << '\n' << out;
      EXPECT_EQ(answer.calls[0].name, "read_file") << pair;
      EXPECT_EQ(answer.calls[1].name, "now") << pair;
      EXPECT_EQ(answer.usage.output, 20U) << pair;
      EXPECT_EQ(answer.finish, wire::FinishReason::kToolCalls) << pair;
    }
  }
}

struct Wrong {
  std::string_view what;
  Spoken spoken;
};

std::vector<Wrong> wrong_answers() {
  using wire::FinishReason;
  std::vector<Wrong> all;
  all.push_back({"trailing comma", {}});
  all.back().spoken.say("Now.").call(0, "read_file", R"({"path": "a.txt",})").end(FinishReason::kToolCalls);
  all.push_back({"wrong type", {}});
  all.back()
      .spoken.say("Now.")
      .call(0, "read_file", R"({"path": "a.txt", "lines": "3"})")
      .end(FinishReason::kToolCalls);
  all.push_back({"in the text", {}});
  all.back()
      .spoken.say("Now.")
      .say("<tool_")
      .say("call>{\"name\": \"read_file\", \"argum")
      .say("ents\": {\"path\": \"a.txt\"}}</tool_call>")
      .end(FinishReason::kStop);
  all.push_back({"finish says stop", {}});
  all.back().spoken.say("Now.").call(0, "read_file", R"({"path": "a.txt"})").end(FinishReason::kStop);
  return all;
}

TEST(StreamGuard, MendsWhatIsWrongInEveryDialect) {
  for (const Wrong& wrong : wrong_answers()) {
    for (const Dialect upstream : kDialects) {
      // Where arguments are objects there are none with a comma too many.
      if (wrong.what == "trailing comma" && upstream == Dialect::kOllama) continue;
      for (const Dialect client : kDialects) {
        for (const std::size_t piece : {1U, 9U, 10'000U}) {
          const std::string out = through(plan_of(upstream, client), wrong.spoken.in(upstream), piece);
          wire::Decoder decoder(client);
          wire::Answer answer;
          for (const wire::Delta& delta : decoder.feed(out)) wire::add(answer, delta);
          for (const wire::Delta& delta : decoder.finish()) wire::add(answer, delta);
          const std::string where = std::string(wrong.what) + ", " + std::string(wire::dialect_name(upstream)) +
                                    " to " + std::string(wire::dialect_name(client)) + "\n" + out;
          EXPECT_EQ(answer.text, "Now.") << where;
          ASSERT_EQ(answer.calls.size(), 1U) << where;
          EXPECT_EQ(answer.calls[0].name, "read_file") << where;
          const pipeline::ParseResult checked = guard_pipeline().process(out, pipeline::Input::kResponse);
          ASSERT_EQ(checked.calls.size(), 1U) << where;
          EXPECT_EQ(checked.calls[0].verdict, pipeline::Verdict::kAsIs) << where;
          EXPECT_TRUE(decoder.regular()) << where;
          EXPECT_TRUE(answer.errors.empty()) << where;
        }
      }
    }
  }
}

// Calls that all have the number 0, without ids: no client would tell them apart (quirks 2 and 3).
TEST(StreamGuard, NumbersCallsAnew) {
  const std::string stream =
      "data: "
      "{\"id\":\"c\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}"
      "\n\n"
      "data: "
      "{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"now\",\"arguments\":"
      "\"{}\"}}]}}]}\n\n"
      "data: "
      "{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"read_file\","
      "\"arguments\":\"{\\\"path\\\":\\\"b\\\"}\"}}]}}]}\n\n"
      "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n";
  const std::string out = through(plan_of(Dialect::kOpenAiChat, Dialect::kOpenAiChat), stream);
  wire::Decoder decoder(Dialect::kOpenAiChat);
  wire::Answer answer;
  for (const wire::Delta& delta : decoder.feed(out)) wire::add(answer, delta);
  EXPECT_TRUE(decoder.regular()) << out;
  ASSERT_EQ(answer.calls.size(), 2U) << out;
  EXPECT_EQ(answer.calls[0].name, "now");
  EXPECT_EQ(answer.calls[1].arguments, R"({"path":"b"})");
}

// What cannot be mended is an error in the client's words; what a second answer brings takes its place.
TEST(StreamGuard, HoldsRejectedCallsForASecondAnswer) {
  for (const Dialect client : kDialects) {
    Spoken spoken;
    spoken.say("Now.").call(0, "read_file", R"({"lines": 3})").call(1, "now", "{}").end(wire::FinishReason::kToolCalls);
    const std::string stream = spoken.in(Dialect::kOpenAiChat);
    StreamGuard guard(guard_pipeline(), plan_of(Dialect::kOpenAiChat, client));
    std::string out;
    guard.feed(stream, out);
    guard.finish(out);
    EXPECT_EQ(wire::decode(client, out).text, "Now.");
    ASSERT_EQ(guard.rejected().size(), 1U);
    const pipeline::ParseResult second =
        guard_pipeline().process(R"(<tool_call>{"name": "read_file", "arguments": {"path": "c"}}</tool_call>)");
    *guard.rejected()[0] = JudgedCall{second.calls.at(0)};
    guard.close(out);
    const wire::Answer answer = wire::decode(client, out);
    ASSERT_EQ(answer.calls.size(), 2U) << out;
    EXPECT_EQ(answer.calls[0].name, "read_file");
    EXPECT_EQ(answer.calls[1].name, "now");
  }
}

TEST(StreamGuard, TellsOfCallsThatCannotBeUsed) {
  for (const Dialect client : kDialects) {
    Spoken spoken;
    spoken.say("Now.").call(0, "read_file", R"({"lines": 3})").end(wire::FinishReason::kToolCalls);
    const std::string out = through(plan_of(Dialect::kOpenAiChat, client), spoken.in(Dialect::kOpenAiChat));
    const wire::Answer answer = wire::decode(client, out);
    EXPECT_TRUE(answer.calls.empty()) << out;
    ASSERT_FALSE(answer.errors.empty()) << out;
    EXPECT_NE(answer.errors[0].message.find("read_file"), std::string::npos) << out;
  }
}

TEST(StreamGuard, ObservingChangesNothing) {
  for (const Wrong& wrong : wrong_answers()) {
    for (const Dialect dialect : kDialects) {
      const std::string stream = wrong.spoken.in(dialect);
      StreamGuard guard(guard_pipeline(), plan_of(dialect, dialect, GuardMode::kObserve));
      EXPECT_EQ(through(guard, stream, 13), stream);
      EXPECT_EQ(guard.judge().result().total_count(), 1U);
    }
  }
}

// A stream that breaks off: what was said stays said, and the client hears of it.
TEST(StreamGuard, TellsOfAStreamThatBreaksOff) {
  for (const Dialect dialect : kDialects) {
    const std::string stream = good_answer().in(dialect);
    for (std::size_t cut = 1; cut < stream.size(); cut += 7) {
      const std::string out = through(plan_of(dialect, dialect), stream.substr(0, cut));
      const wire::Answer answer = wire::decode(dialect, out);
      const wire::Answer whole = wire::decode(dialect, stream);
      const std::string said = answer.text.substr(0, answer.text.find("\n[acode"));
      EXPECT_TRUE(whole.text.starts_with(said)) << out;
      for (const wire::WireCall& call : answer.calls) EXPECT_TRUE(call.complete) << out;
      const bool is_whole =
          answer.calls.size() == 2 || !answer.errors.empty() || answer.finish != wire::FinishReason::kUnknown;
      EXPECT_TRUE(is_whole) << wire::dialect_name(dialect) << ' ' << cut << '\n' << out;
    }
  }
}

std::string body_of(Dialect dialect, wire::Answer answer) { return wire::encode(dialect, answer, {"id_1", "m", 1}); }

wire::Answer whole_answer(std::string arguments, wire::FinishReason finish = wire::FinishReason::kToolCalls) {
  wire::Answer answer;
  answer.text = "Now.";
  answer.calls.push_back({"call_0", "read_file", std::move(arguments)});
  answer.finish = finish;
  return answer;
}

GuardedBody body_through(GuardPlan plan, std::string_view body) {
  BodyGuard guard(guard_pipeline(), std::move(plan));
  guard.read(body);
  return guard.close();
}

TEST(BodyGuard, PassesGoodBodiesByteForByte) {
  for (const Dialect dialect : kDialects) {
    const std::string body = body_of(dialect, whole_answer(R"({"path": "a.txt"})"));
    const GuardedBody out = body_through(plan_of(dialect, dialect), body);
    EXPECT_EQ(out.body, body);
    EXPECT_FALSE(out.changed);
  }
}

TEST(BodyGuard, MendsAndTranslates) {
  for (const Dialect upstream : kDialects) {
    for (const Dialect client : kDialects) {
      const std::string body = body_of(upstream, whole_answer(R"({"path": "a.txt", "lines": "3"})"));
      const GuardedBody out = body_through(plan_of(upstream, client), body);
      EXPECT_TRUE(out.changed);
      EXPECT_FALSE(out.failed);
      const wire::Answer answer = wire::decode(client, out.body);
      EXPECT_EQ(answer.text, "Now.") << out.body;
      ASSERT_EQ(answer.calls.size(), 1U) << out.body;
      EXPECT_EQ(answer.calls[0].arguments, R"({"path":"a.txt","lines":3})") << out.body;
      EXPECT_EQ(answer.finish, wire::FinishReason::kToolCalls) << out.body;
    }
  }
}

// What is not changed stays: members that only the provider knows.
TEST(BodyGuard, KeepsWhatItDoesNotKnow) {
  const std::string body =
      R"({"id":"c1","system_fingerprint":"fp","choices":[{"index":0,"logprobs":null,"message":{"role":"assistant",)"
      R"("content":"<tool_call>{\"name\": \"now\", \"arguments\": {}}</tool_call>","annotations":[1]},)"
      R"("finish_reason":"stop"}],"usage":{"prompt_tokens":1,"x":2}})";
  const GuardedBody out = body_through(plan_of(Dialect::kOpenAiChat, Dialect::kOpenAiChat), body);
  EXPECT_NE(out.body.find(R"("system_fingerprint":"fp")"), std::string::npos) << out.body;
  EXPECT_NE(out.body.find(R"("annotations":[1])"), std::string::npos) << out.body;
  EXPECT_NE(out.body.find(R"("usage":{"prompt_tokens":1,"x":2})"), std::string::npos) << out.body;
  EXPECT_NE(out.body.find(R"("content":null)"), std::string::npos) << out.body;
  EXPECT_NE(out.body.find(R"("finish_reason":"tool_calls")"), std::string::npos) << out.body;
}

TEST(BodyGuard, KeepsWordsThatDidNotChange) {
  const std::string said = R"({"type":"text","text":"So.","citations":[{"url":"u"}]})";
  const std::string thought = R"({"type":"thinking","thinking":"Hm.","signature":"c2ln"})";
  const std::string call = R"({"type":"tool_use","id":"t","name":"read_file","input":{"path":"a","lines":"3"}})";
  const std::string body = R"({"type":"message","role":"assistant","content":[)" + thought + "," + said + "," + call +
                           R"(],"stop_reason":"tool_use"})";
  const GuardedBody out = body_through(plan_of(Dialect::kAnthropic, Dialect::kAnthropic), body);
  EXPECT_NE(out.body.find(thought + "," + said), std::string::npos) << out.body;
  EXPECT_NE(out.body.find(R"("lines":3)"), std::string::npos) << out.body;
  EXPECT_EQ(wire::decode(Dialect::kAnthropic, out.body).text, "So.") << out.body;

  const std::string item =
      R"({"id":"m","type":"message","content":[{"type":"output_text","text":"So.","annotations":[1]}]})";
  const std::string response =
      R"({"object":"response","status":"completed","output":[)" + item +
      R"(,{"type":"function_call","call_id":"c","name":"read_file","arguments":"{'path': 'a'}"}]})";
  const GuardedBody other = body_through(plan_of(Dialect::kOpenAiResponses, Dialect::kOpenAiResponses), response);
  EXPECT_NE(other.body.find(item), std::string::npos) << other.body;
  EXPECT_EQ(wire::decode(Dialect::kOpenAiResponses, other.body).calls.size(), 1U) << other.body;
}

TEST(BodyGuard, AnErrorIfNothingCanBeUsed) {
  for (const Dialect dialect : kDialects) {
    const GuardedBody out = body_through(plan_of(dialect, dialect), body_of(dialect, whole_answer(R"({"lines": 1})")));
    EXPECT_TRUE(out.failed);
    EXPECT_FALSE(wire::decode(dialect, out.body).errors.empty()) << out.body;
  }
}

// Bodies, right and wrong in many ways.
std::vector<std::string> many_bodies(Dialect dialect) {
  std::vector<wire::Answer> answers = {whole_answer(R"({"path": "a.txt"})"),
                                       whole_answer(R"({"path": "a.txt",})"),
                                       whole_answer(R"({"path": "a.txt", "lines": "3"})"),
                                       whole_answer(R"({"lines": 1})"),
                                       whole_answer(R"({"path": "a.txt"})", wire::FinishReason::kStop),
                                       whole_answer(R"({"path": "a.txt"})", wire::FinishReason::kLength),
                                       {}};
  answers.push_back(answers[0]);
  answers.back().calls.push_back(answers[2].calls[0]);
  for (const std::string_view text :
       {"Only words.", "<think>Hm.</think>Words.", "<tool_call>{\"name\": \"now\", \"arguments\": {}}</tool_call>",
        "Words.\nUser: and then?"}) {
    answers.emplace_back().text = text;
    answers.back().finish = wire::FinishReason::kStop;
  }
  answers.emplace_back().errors.emplace_back().message = "no";
  std::vector<std::string> bodies;
  for (const wire::Answer& answer : answers) bodies.push_back(body_of(dialect, answer));
  for (std::size_t cut = 0; cut < bodies[0].size(); cut += 5) bodies.push_back(bodies[0].substr(0, cut));
  bodies.push_back(bodies[0] + bodies[0]);
  return bodies;
}

TEST(BodyGuard, AQuickLookComesToWhatACloseOneDoes) {
  std::size_t unchanged = 0;
  for (const Dialect dialect : kDialects) {
    for (const GuardMode mode : {GuardMode::kObserve, GuardMode::kRepair}) {
      for (const Dialect sent : kDialects) {
        for (const std::string& body : many_bodies(sent)) {
          BodyGuard quick(guard_pipeline(), plan_of(dialect, dialect, mode));
          quick.read(body);
          BodyGuard close(guard_pipeline(), plan_of(dialect, dialect, mode));
          close.read(body, BodyGuard::Look::kClose);
          EXPECT_EQ(quick.result().total_count(), close.result().total_count()) << body;
          EXPECT_EQ(quick.rejected().size(), close.rejected().size()) << body;
          EXPECT_EQ(quick.has_good_calls(), close.has_good_calls()) << body;
          EXPECT_EQ(quick.usage(), close.usage()) << body;
          const GuardedBody out = quick.close();
          EXPECT_EQ(out.changed, close.close().changed) << body;
          EXPECT_EQ(out.failed, close.close().failed) << body;
          EXPECT_TRUE(out.changed || out.body == body) << body;
          unchanged += out.changed ? 0U : 1U;
        }
      }
    }
  }
  EXPECT_GT(unchanged, 0U);
}

// A call is demanded where only words came: what looked right is not.
TEST(BodyGuard, WhatIsDemandedIsMissedAfterAQuickLook) {
  wire::Answer words;
  words.text = "Only words.";
  words.finish = wire::FinishReason::kStop;
  for (const Dialect dialect : kDialects) {
    BodyGuard guard(guard_pipeline(), plan_of(dialect, dialect));
    const std::string body = body_of(dialect, words);
    guard.read(body);
    const std::string id(guard.result().correlation_id.view());
    pipeline::ToolCall missing;
    missing.verdict = pipeline::Verdict::kRejected;
    missing.findings.emplace_back().kind = pipeline::Finding::Kind::kError;
    guard.demand(missing);
    EXPECT_EQ(guard.rejected().size(), 1U);
    EXPECT_EQ(guard.text(), "Only words.");
    EXPECT_EQ(guard.result().correlation_id.view(), id);
    EXPECT_TRUE(guard.close().failed);
  }
}

}  // namespace
}  // namespace acode::gateway
