// The gateway between real clients and real servers, over HTTP: every dialect before every dialect, streamed and not, with
// everything that models and their servers do wrong.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "acode/json/reader.h"
#include "acode/wire/request.h"
#include "acode/wire/wire.h"
#include "gateway/gateway.h"
#include "gateway/questions.h"
#include "gateway/route.h"
#include "net/client.h"
#include "net/raw_server.h"
#include "observe/event_store.h"
#include "observe/log.h"
#include "observe/log_sink.h"
#include "script/script.h"
#include "script/scripted_server.h"

namespace acode::gateway {
namespace {

using script::Script;
using script::Step;
using wire::Dialect;

constexpr Dialect kDialects[] = {Dialect::kOllama, Dialect::kOpenAiChat, Dialect::kOpenAiResponses,
                                 Dialect::kAnthropic};

// Where a gateway writes what it does; nowhere, if nothing is said.
struct Books {
  observe::Level level = observe::Level::kOff;
  std::string log_file;
  std::string events_file;
};

// A gateway in front of a server that plays a script.
class Stage {
 public:
  Stage(std::vector<Step> steps, Dialect upstream, GatewaySettings settings = {}, const Books& books = {})
      : logger_({.level = books.level},
                books.log_file.empty() ? observe::LogSink::descriptor(2) : observe::LogSink::file(books.log_file)),
        store_(books.events_file.empty()
                   ? nullptr
                   : std::make_unique<observe::EventStore>(observe::EventStoreOptions{.file = books.events_file})),
        recorder_(logger_, store_.get(), "scripted", false, {}) {
    Script script;
    script.steps = std::move(steps);
    script.then = Script::Then::kFail;
    auto server = script::ScriptedServer::start(std::move(script));
    server_ = std::move(*server);
    settings.upstream.base = *net::Url::parse(server_->url());
    settings.upstream.dialect = upstream;
    settings.upstream.constraint_style =
        upstream == Dialect::kOllama ? retry::ConstraintStyle::kFormat : retry::ConstraintStyle::kNamedTool;
    settings.retry.delay = std::chrono::milliseconds(1);
    auto gateway = Gateway::listen({}, std::move(settings), recorder_);
    gateway_ = std::move(*gateway);
    gateway_->start();
  }

  net::NetResult<net::HttpResponse> ask(Dialect client, std::string body,
                                        std::vector<std::pair<std::string, std::string>> headers = {}) {
    net::HttpRequest request;
    request.method = "POST";
    request.url = gateway_->url();
    request.url.target = chat_path(client);
    request.headers.set("Content-Type", "application/json");
    for (const auto& [name, value] : headers) request.headers.set(name, value);
    request.body = std::move(body);
    return client_.send(request);
  }

  net::NetResult<net::HttpResponse> get(std::string path, std::string method = "GET", std::string body = {}) {
    net::HttpRequest request;
    request.method = std::move(method);
    request.url = gateway_->url();
    request.url.target = std::move(path);
    request.body = std::move(body);
    return client_.send(request);
  }

  [[nodiscard]] std::vector<script::SeenRequest> seen() const { return server_->requests(); }
  [[nodiscard]] std::string server_url() const { return server_->url(); }
  Gateway& gateway() { return *gateway_; }

 private:
  observe::Logger logger_;
  std::unique_ptr<observe::EventStore> store_;
  Recorder recorder_;
  std::unique_ptr<script::ScriptedServer> server_;
  std::unique_ptr<Gateway> gateway_;
  net::HttpClient client_;
};

struct Fault {
  std::string_view what;
  std::vector<Step> steps;
};

Step cut_off(Step step, std::size_t after) {
  step.cut_after = after;
  return step;
}

Step failing(int status, std::string body) {
  Step step;
  step.status = status;
  step.body = std::move(body);
  return step;
}

// What models and servers do wrong, and then, where one answer cannot be enough, what they say when asked again.
std::vector<Fault> faults() {
  const Step good = script::calling("read_file", R"({"path": "a.txt"})");
  std::vector<Fault> all;
  all.push_back({"nothing", {good}});
  all.push_back({"malformed", {script::calling("read_file", R"({"path": "a.txt",})")}});
  all.push_back({"wrong type", {script::calling("read_file", R"({"path": "a.txt", "lines": "3"})")}});
  all.push_back(
      {"leaked as text",
       {script::saying("<tool_call>{\"name\": \"read_file\", \"arguments\": {\"path\": \"a.txt\"}}</tool_call>")}});
  all.push_back({"cut off", {cut_off(script::calling("read_file", R"({"path": "a.txt"})"), 160), good}});
  all.push_back(
      {"500 with text",
       {failing(
           500,
           R"({"error":"error parsing tool call: raw='{\"name\": \"read_file\", \"arguments\": {\"path\": \"a.txt\"}}', err=x"})")}});
  all.push_back({"missing value, then right", {script::calling("read_file", R"({"lines": 3})"), good}});
  all.push_back({"missing value, then bare arguments",
                 {script::calling("read_file", R"({"lines": 3})"), script::saying(R"({"path": "a.txt"})")}});
  return all;
}

// GW-1, GW-2: client × upstream × streamed × fault: a valid call, or an error of the client's own kind.
TEST(Exchange, EveryFaultEndsWithAValidCallOrAnError) {
  for (const Fault& fault : faults()) {
    for (const Dialect upstream : kDialects) {
      for (const Dialect client : kDialects) {
        for (const bool stream : {false, true}) {
          // A whole body of Anthropic's has arguments as an object: there is no malformed one.
          if (fault.what == "malformed" && upstream == Dialect::kAnthropic && !stream) continue;
          const std::string where = std::string(fault.what) + ", " + std::string(wire::dialect_name(client)) +
                                    " before " + std::string(wire::dialect_name(upstream)) +
                                    (stream ? ", streamed" : "");
          Stage stage(fault.steps, upstream);
          const auto answer = stage.ask(client, question_in(client, stream));
          ASSERT_TRUE(answer) << where;
          const wire::Answer said = wire::decode(client, answer->body);
          if (said.calls.empty()) {
            // Half an answer is not always one that can be told from a whole: then it must be an error.
            EXPECT_EQ(fault.what, "cut off") << where << '\n' << answer->head.status << '\n' << answer->body;
            EXPECT_FALSE(said.errors.empty()) << where << '\n' << answer->body;
            continue;
          }
          EXPECT_EQ(answer->head.status, 200) << where;
          ASSERT_EQ(said.calls.size(), 1U) << where << '\n' << answer->body;
          EXPECT_EQ(said.calls[0].name, "read_file") << where;
          const auto arguments = json::parse(said.calls[0].arguments);
          ASSERT_TRUE(arguments) << where << '\n' << answer->body;
          EXPECT_EQ(arguments->root().find("path")->as_string(), "a.txt") << where;
          EXPECT_EQ(said.finish, wire::FinishReason::kToolCalls) << where << '\n' << answer->body;
        }
      }
    }
  }
}

// GW-3: with nothing wrong, bodies and streams are those of the server, byte for byte.
TEST(Exchange, IsTransparentWhereNothingIsWrong) {
  for (const Dialect dialect : kDialects) {
    for (const bool stream : {false, true}) {
      Step step = script::calling("read_file", R"({"path": "a.txt"})");
      step.answer.text = "I look at 1 < 2 and <b>this</b>.";
      step.answer.reasoning = "Hm.";
      Stage stage({step, step}, dialect);
      const std::string body = question_in(dialect, stream);
      const auto through = stage.ask(dialect, body);
      net::HttpClient client;
      net::HttpRequest direct;
      direct.method = "POST";
      direct.url = *net::Url::parse(stage.server_url());
      direct.url.target = chat_path(dialect);
      direct.headers.set("Content-Type", "application/json");
      direct.body = body;
      const auto plain = client.send(direct);
      ASSERT_TRUE(through && plain);
      EXPECT_EQ(through->body, plain->body) << wire::dialect_name(dialect) << stream;
      EXPECT_EQ(through->head.headers.get("Content-Type"), plain->head.headers.get("Content-Type"));
      ASSERT_EQ(stage.seen().size(), 2U);
      EXPECT_EQ(stage.seen()[0].body, stage.seen()[1].body);
    }
  }
}

TEST(Exchange, GivesUpHonestly) {
  for (const Dialect dialect : kDialects) {
    for (const bool stream : {false, true}) {
      const Step bad = script::calling("read_file", R"({"lines": 3})");
      Stage stage({bad, bad, bad, bad, bad, bad}, dialect);
      const auto answer = stage.ask(dialect, question_in(dialect, stream));
      ASSERT_TRUE(answer);
      const wire::Answer said = wire::decode(dialect, answer->body);
      EXPECT_TRUE(said.calls.empty()) << answer->body;
      EXPECT_FALSE(said.errors.empty()) << answer->body;
      EXPECT_EQ(stage.seen().size(), 4U);  // the question, and three retries
      if (!stream) {
        EXPECT_EQ(answer->head.status, 502);
      }
    }
  }
}

// Asked for a call again, a model may also answer in words: then these are the answer.
TEST(Exchange, ACallMayBeTakenBack) {
  for (const bool stream : {false, true}) {
    const Step bad = script::calling("read_file", R"({"lines": 3})");
    Stage stage({bad, bad, script::saying("Never mind, I know it.")}, Dialect::kOpenAiChat);
    const auto answer = stage.ask(Dialect::kAnthropic, question_in(Dialect::kAnthropic, stream));
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->head.status, 200);
    const wire::Answer said = wire::decode(Dialect::kAnthropic, answer->body);
    EXPECT_TRUE(said.calls.empty()) << answer->body;
    EXPECT_TRUE(said.errors.empty()) << answer->body;
    EXPECT_EQ(said.text, "Never mind, I know it.") << answer->body;
    EXPECT_EQ(said.finish, wire::FinishReason::kStop) << answer->body;
    EXPECT_NE(stage.get("/metrics")->body.find(R"(outcome="withdrawn"} 1)"), std::string::npos);
  }
}

TEST(Exchange, HeadersTellWhatHappened) {
  Stage stage({script::calling("read_file", R"({"lines": 3})"), script::calling("read_file", R"({"path": "b"})")},
              Dialect::kOpenAiChat);
  const auto answer = stage.ask(Dialect::kOpenAiChat, question_in(Dialect::kOpenAiChat, false));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->head.headers.get("x-acode-outcome"), "retried");
  EXPECT_EQ(answer->head.headers.get("x-acode-attempts"), "2");
  EXPECT_TRUE(answer->head.headers.get("x-acode-correlation-id").starts_with("corr_"));
}

// GW-5: what a stream will be known by is there before anything has happened.
TEST(Exchange, TheHeadOfAStreamTellsWhatItIsKnownBy) {
  for (const Dialect client : kDialects) {
    Stage stage({script::saying("Hello.")}, Dialect::kOllama);
    const auto answer = stage.ask(client, question_in(client, true));
    ASSERT_TRUE(answer);
    EXPECT_TRUE(answer->head.headers.get("x-acode-correlation-id").starts_with("corr_"));
  }
}

// GW-5: what became of a stream is known at its end.
TEST(Exchange, TrailersTellWhatBecameOfAStream) {
  Stage stage({script::calling("read_file", R"({"lines": 3})"), script::calling("read_file", R"({"path": "b"})"),
               script::calling("read_file", R"({"path": "b"})")},
              Dialect::kOpenAiChat);
  const std::string body = question_in(Dialect::kOpenAiChat, true);
  const auto ask_raw = [&](const std::string& more) {
    net::RawSocket client = net::RawSocket::connect(stage.gateway().url().port);
    client.send("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + more +
                "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    return client.read_all();
  };
  const std::string told = ask_raw("TE: gzip, Trailers;q=1\r\n");
  EXPECT_TRUE(told.ends_with("\r\n0\r\nx-acode-outcome: retried\r\nx-acode-repairs: 0\r\nx-acode-attempts: 2\r\n\r\n"))
      << told;
  EXPECT_TRUE(ask_raw("").ends_with("\r\n0\r\n\r\n"));
}

TEST(Exchange, ModesAreObeyed) {
  const Step broken = script::calling("read_file", R"({"path": "a.txt",})");
  Stage stage({broken, broken, broken}, Dialect::kOpenAiChat);
  for (const char* mode : {"off", "observe"}) {
    const auto answer =
        stage.ask(Dialect::kOpenAiChat, question_in(Dialect::kOpenAiChat, false), {{"x-acode-mode", mode}});
    ASSERT_TRUE(answer);
    EXPECT_EQ(wire::decode(Dialect::kOpenAiChat, answer->body).calls.at(0).arguments, R"({"path": "a.txt",})") << mode;
  }
  const auto mended =
      stage.ask(Dialect::kOpenAiChat, question_in(Dialect::kOpenAiChat, false), {{"x-acode-mode", "repair"}});
  ASSERT_TRUE(mended);
  EXPECT_EQ(wire::decode(Dialect::kOpenAiChat, mended->body).calls.at(0).arguments, R"({"path":"a.txt"})");
  const auto wrong =
      stage.ask(Dialect::kOpenAiChat, question_in(Dialect::kOpenAiChat, false), {{"x-acode-mode", "most"}});
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->head.status, 400);
}

// GW-4: one broken call in the history does not reach the server.
TEST(Exchange, HealsHistories) {
  const std::string body =
      R"({"model":"m","messages":[{"role":"user","content":"x"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1",)"
      R"("type":"function","function":{"name":"read_file","arguments":"{\"path\": \"a.txt\","}}]},{"role":"tool",)"
      R"("tool_call_id":"c1","content":"hello"}],"user":"u1","tools":[{"type":"function","function":{"name":"read_file",)"
      R"("parameters":{"type":"object","properties":{"path":{"type":"string"}}}}}]})";
  Stage stage({script::saying("It says hello.")}, Dialect::kOpenAiChat);
  const auto answer = stage.ask(Dialect::kOpenAiChat, body);
  ASSERT_TRUE(answer);
  ASSERT_EQ(stage.seen().size(), 1U);
  EXPECT_NE(stage.seen()[0].body.find(R"("arguments":"{\"path\":\"a.txt\"}")"), std::string::npos)
      << stage.seen()[0].body;
  EXPECT_NE(stage.seen()[0].body.find(R"("user":"u1")"), std::string::npos) << stage.seen()[0].body;
}

// GW-4: a call is demanded of a server that knows no tool_choice, and the model only talks.
TEST(Exchange, DemandsTheCallThatWasAskedFor) {
  for (const bool stream : {false, true}) {
    wire::Request request = question();
    request.tool_choice = {wire::ToolChoice::Kind::kNamed, "read_file"};
    Stage stage({script::saying("I would read it."), script::saying(R"({"path": "a.txt"})")}, Dialect::kOllama);
    const auto answer = stage.ask(Dialect::kOpenAiChat, question_in(Dialect::kOpenAiChat, stream, request));
    ASSERT_TRUE(answer);
    const wire::Answer said = wire::decode(Dialect::kOpenAiChat, answer->body);
    ASSERT_EQ(said.calls.size(), 1U) << answer->body;
    EXPECT_EQ(said.calls[0].arguments, R"({"path":"a.txt"})");
  }
}

// Who says that no tool may be called gets no call, though the text look like one.
TEST(Exchange, WhereCallsAreForbiddenTextStaysText) {
  const std::string text = R"(<tool_call>{"name": "read_file", "arguments": {"path": "a.txt"}}</tool_call>)";
  wire::Request request = question();
  request.tool_choice = {wire::ToolChoice::Kind::kNone, {}};
  for (const Dialect client : {Dialect::kOpenAiChat, Dialect::kOpenAiResponses, Dialect::kAnthropic}) {
    for (const Dialect upstream : kDialects) {
      for (const bool stream : {false, true}) {
        Stage stage({script::saying(text)}, upstream);
        const auto answer = stage.ask(client, question_in(client, stream, request));
        ASSERT_TRUE(answer);
        const wire::Answer said = wire::decode(client, answer->body);
        EXPECT_TRUE(said.calls.empty()) << answer->body;
        EXPECT_EQ(said.text, text) << answer->body;
      }
    }
  }
}

TEST(Exchange, WhereCallsAreForbiddenNoToolIsPutIntoThePrompt) {
  GatewaySettings settings;
  settings.upstream.emulate_tools = true;
  wire::Request request = question();
  request.tool_choice = {wire::ToolChoice::Kind::kNone, {}};
  Stage stage({script::saying("No.")}, Dialect::kOpenAiChat, settings);
  ASSERT_TRUE(stage.ask(Dialect::kOpenAiChat, question_in(Dialect::kOpenAiChat, false, request)));
  EXPECT_EQ(stage.seen()[0].body.find("read_file"), std::string::npos) << stage.seen()[0].body;
}

// GW-4: tools in the prompt for a model without tools.
TEST(Exchange, PutsToolsIntoThePrompt) {
  GatewaySettings settings;
  settings.upstream.emulate_tools = true;
  Stage stage({script::saying(R"(TOOL_CALL: {"tool": "read_file", "arguments": {"path": "a.txt"}})")},
              Dialect::kOpenAiChat, settings);
  const auto answer = stage.ask(Dialect::kAnthropic, question_in(Dialect::kAnthropic, false));
  ASSERT_TRUE(answer);
  const wire::Answer said = wire::decode(Dialect::kAnthropic, answer->body);
  ASSERT_EQ(said.calls.size(), 1U) << answer->body;
  EXPECT_EQ(stage.seen()[0].body.find("\"tools\""), std::string::npos);
  EXPECT_NE(stage.seen()[0].body.find("TOOL_CALL"), std::string::npos);
}

TEST(Exchange, LearnsWhichModelsHaveNoTools) {
  Stage stage({failing(400, R"({"error":"registry.ollama.ai/library/m does not support tools"})"),
               script::saying(R"(TOOL_CALL: {"tool": "read_file", "arguments": {"path": "a.txt"}})"),
               script::saying(R"(TOOL_CALL: {"tool": "read_file", "arguments": {"path": "b.txt"}})")},
              Dialect::kOllama);
  for (const char* path : {R"({"path":"a.txt"})", R"({"path":"b.txt"})"}) {
    const auto answer = stage.ask(Dialect::kOllama, question_in(Dialect::kOllama, true));
    ASSERT_TRUE(answer);
    const wire::Answer said = wire::decode(Dialect::kOllama, answer->body);
    ASSERT_EQ(said.calls.size(), 1U) << answer->body;
    EXPECT_EQ(said.calls[0].arguments, path);
  }
  EXPECT_EQ(stage.seen().size(), 3U);
}

TEST(Exchange, OwnPathsAndOthers) {
  Stage stage({}, Dialect::kOllama);
  EXPECT_EQ(stage.get("/healthz")->head.status, 200);
  EXPECT_EQ(stage.get("/readyz")->head.status, 200);
  const auto tags = stage.get("/api/tags");
  ASSERT_TRUE(tags);
  EXPECT_NE(tags->body.find("scripted"), std::string::npos) << tags->body;
  const auto metrics = stage.get("/metrics");
  ASSERT_TRUE(metrics);
  EXPECT_NE(metrics->body.find("acode_gateway_calls_total"), std::string::npos);
}

// GW-6: who is told to stop takes nobody else, and lets a stream come to its end.
TEST(Exchange, AStreamIsNotCutByStopping) {
  Step slow = script::saying("This takes a while, since it comes in many small pieces, one after the other.");
  slow.piece_delay = std::chrono::milliseconds(20);
  Stage stage({slow}, Dialect::kOpenAiChat);
  auto answer = std::async(std::launch::async,
                           [&] { return stage.ask(Dialect::kOpenAiChat, question_in(Dialect::kOpenAiChat, true)); });
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  stage.gateway().stop(std::chrono::seconds(10));
  const auto got = answer.get();
  ASSERT_TRUE(got);
  EXPECT_EQ(wire::decode(Dialect::kOpenAiChat, got->body).text, slow.answer.text);
  stage.gateway().wait();
  EXPECT_FALSE(stage.get("/healthz"));
}

// OB-3: a value that stands in arguments is in no log, no event and no metric, whatever becomes of the call.
TEST(Exchange, OB3_ValuesStayOutOfTheBooks) {
  const std::string secret = "hunter2-and-more";
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("acode-gateway-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string log = (folder / "log").string();
  const std::string events = (folder / "events.db").string();
  std::string metrics;
  {
    Books books;
    books.level = observe::Level::kDebug;
    books.log_file = log;
    books.events_file = events;
    Stage stage({script::calling("read_file", R"({"path": ")" + secret + R"("})"),
                 script::calling("read_file", R"({"path": ")" + secret + R"(",})"),
                 script::calling("read_file", R"({"lines": ")" + secret + R"("})"),
                 script::calling("read_file", R"({"path": ")" + secret + R"("})")},
                Dialect::kOpenAiChat, {}, books);
    for (int i = 0; i < 3; ++i) {
      const auto answer = stage.ask(Dialect::kOpenAiChat, question_in(Dialect::kOpenAiChat, i == 1));
      ASSERT_TRUE(answer);
      EXPECT_NE(answer->body.find(secret), std::string::npos) << "the client gets what is its own";
    }
    metrics = stage.get("/metrics")->body;
  }
  EXPECT_NE(metrics.find(R"(outcome="retried"} 1)"), std::string::npos) << metrics;
  EXPECT_NE(metrics.find(R"(outcome="repaired"} 1)"), std::string::npos) << metrics;
  EXPECT_NE(metrics.find(R"(outcome="as_sent"} 1)"), std::string::npos) << metrics;
  EXPECT_EQ(metrics.find(secret), std::string::npos);
  bool has_files = false;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    has_files = has_files || !text.empty();
    EXPECT_EQ(text.find(secret), std::string::npos) << entry.path();
  }
  EXPECT_TRUE(has_files);
  std::filesystem::remove_all(folder);
}

TEST(Exchange, WantsItsKey) {
  GatewaySettings settings;
  settings.client_key = "s3cret";
  Stage stage({script::saying("hi")}, Dialect::kOpenAiChat, settings);
  const std::string body = question_in(Dialect::kOpenAiChat, false);
  EXPECT_EQ(stage.ask(Dialect::kOpenAiChat, body)->head.status, 401);
  EXPECT_EQ(stage.get("/v1/models")->head.status, 401);
  EXPECT_EQ(stage.ask(Dialect::kOpenAiChat, body, {{"Authorization", "Bearer s3cret"}})->head.status, 200);
}

// GW-7: who looks at the metrics sees that clients are turned away, and why.
// A question is sent on before it is read if nothing in it can have to be changed. What is no JSON all the same is refused, in
// the same words as ever, and the server is as good as not asked.
TEST(Exchange, WhatTurnsOutToBeNoJsonIsTakenBack) {
  Stage stage({script::saying("hi"), script::saying("so")}, Dialect::kOpenAiChat);
  const std::string body = question_in(Dialect::kOpenAiChat, false);
  std::string broken = body;
  broken.insert(broken.size() - 1, ",,");
  const auto refused = stage.ask(Dialect::kOpenAiChat, broken);
  EXPECT_EQ(refused->head.status, 400);
  EXPECT_NE(refused->body.find("ACODE-"), std::string::npos) << refused->body;
  const auto answer = stage.ask(Dialect::kOpenAiChat, body);
  EXPECT_EQ(answer->head.status, 200);
}

// GW-4: a call in the history is found however its name is written.
TEST(Exchange, AHistoryIsReadBeforeItIsSent) {
  const std::string call =
      R"([{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{\"a\": 1,}"}}])";
  for (const std::string_view name : {"tool_calls", "tool\\u005fcalls", "\\u0074ool_calls"}) {
    Stage stage({script::saying("hi")}, Dialect::kOpenAiChat);
    const std::string body = R"({"model": "m", "messages": [{"role": "assistant", ")" + std::string(name) +
                             "\": " + call + R"(}, {"role": "tool", "tool_call_id": "c", "content": "x"}]})";
    EXPECT_EQ(stage.ask(Dialect::kOpenAiChat, body)->head.status, 200);
    EXPECT_NE(stage.get("/metrics")->body.find("acode_gateway_healed_calls_total 1\n"), std::string::npos) << name;
  }
}

TEST(Exchange, RequestsThatAreRefusedAreCountedToo) {
  GatewaySettings settings;
  settings.client_key = "s3cret";
  Stage stage({script::saying("hi")}, Dialect::kOpenAiChat, settings);
  const std::vector<std::pair<std::string, std::string>> key = {{"Authorization", "Bearer s3cret"}};
  const std::string body = question_in(Dialect::kOpenAiChat, false);
  EXPECT_EQ(stage.ask(Dialect::kOpenAiChat, body)->head.status, 401);
  EXPECT_EQ(stage.ask(Dialect::kOpenAiChat, "[broken", key)->head.status, 400);
  EXPECT_EQ(stage.ask(Dialect::kOpenAiChat, body, key)->head.status, 200);
  const std::string metrics = stage.get("/metrics")->body;
  for (const std::string_view status : {"200", "400", "401"}) {
    const std::string line = R"(status=")" + std::string(status) + R"(",streamed="false"} 1)";
    EXPECT_NE(metrics.find(line), std::string::npos) << line << " is not in\n" << metrics;
  }
}

TEST(Exchange, ServerThatIsNotThere) {
  Stage stage({}, Dialect::kOpenAiChat);
  GatewaySettings settings;
  settings.upstream.base = *net::Url::parse("http://127.0.0.1:1");
  stage.gateway().use(settings);
  for (const bool stream : {false, true}) {
    const auto answer = stage.ask(Dialect::kOpenAiChat, question_in(Dialect::kOpenAiChat, stream));
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->head.status, 502);
    EXPECT_FALSE(wire::decode(Dialect::kOpenAiChat, answer->body).errors.empty()) << answer->body;
  }
}

TEST(Exchange, ErrorsOfTheServerStayWhatTheyAre) {
  const std::string body = R"({"error":{"message":"slow down","type":"rate_limit","param":"x","code":"r"},"more":1})";
  Step busy = failing(429, body);
  busy.headers.emplace_back("Retry-After", "7");
  for (const bool stream : {false, true}) {
    Stage stage({busy, busy}, Dialect::kOpenAiChat);
    const auto same = stage.ask(Dialect::kOpenAiChat, question_in(Dialect::kOpenAiChat, stream));
    ASSERT_TRUE(same);
    EXPECT_EQ(same->head.status, 429);
    EXPECT_EQ(same->body, body);
    EXPECT_EQ(same->head.headers.get("Retry-After"), "7");
    const auto other = stage.ask(Dialect::kAnthropic, question_in(Dialect::kAnthropic, stream));
    ASSERT_TRUE(other);
    EXPECT_EQ(other->head.status, 429);
    const wire::Answer said = wire::decode(Dialect::kAnthropic, other->body);
    ASSERT_FALSE(said.errors.empty()) << other->body;
    EXPECT_EQ(said.errors[0].message, "slow down");
  }
}

TEST(Exchange, RequestsThatAreNone) {
  Stage stage({}, Dialect::kOpenAiChat);
  for (const Dialect dialect : kDialects) {
    for (const char* body : {"", "{", "[]", "null"}) {
      const auto answer = stage.ask(dialect, body);
      ASSERT_TRUE(answer);
      EXPECT_EQ(answer->head.status, 400) << body;
      EXPECT_FALSE(wire::decode(dialect, answer->body).errors.empty()) << answer->body;
    }
  }
}

// --- conversations that are stuck ---

wire::Request stuck_question(unsigned times) {
  wire::Request request = question();
  for (unsigned i = 0; i < times; ++i) {
    const std::string id = "call_" + std::to_string(i);
    request.messages.push_back({wire::Role::kAssistant, {wire::WireCall{id, "read_file", R"({"path":"a.txt"})"}}, {}});
    request.messages.push_back({wire::Role::kTool, {wire::ResultPart{id, "read_file", "no such file", {}, false}}, {}});
  }
  return request;
}

// GW-4: the model is told that it goes round in circles, and may do something else.
TEST(Repetitions, AreEndedByAskingForSomethingElse) {
  const Step same = script::calling("read_file", R"({"path": "a.txt"})");
  for (const Dialect dialect : kDialects) {
    for (const bool stream : {false, true}) {
      Stage words({same, script::saying("There is no such file.")}, dialect);
      const auto said = words.ask(dialect, question_in(dialect, stream, stuck_question(5)));
      ASSERT_TRUE(said);
      const wire::Answer answer = wire::decode(dialect, said->body);
      EXPECT_TRUE(answer.calls.empty()) << said->body;
      EXPECT_EQ(answer.text, "There is no such file.") << said->body;
      ASSERT_EQ(words.seen().size(), 2U);
      EXPECT_NE(words.seen()[1].body.find("Do not make this call again"), std::string::npos) << words.seen()[1].body;

      Stage other({same, script::calling("read_file", R"({"path": "b.txt"})")}, dialect);
      const auto called = other.ask(dialect, question_in(dialect, stream, stuck_question(5)));
      ASSERT_TRUE(called);
      const wire::Answer call = wire::decode(dialect, called->body);
      ASSERT_EQ(call.calls.size(), 1U) << called->body;
      EXPECT_NE(call.calls[0].arguments.find("b.txt"), std::string::npos);
    }
  }
}

TEST(Repetitions, ThatGoOnAreAnError) {
  const Step same = script::calling("read_file", R"({"path": "a.txt"})");
  for (const bool stream : {false, true}) {
    Stage stage({same, same, same, same}, Dialect::kOpenAiChat);
    const auto answer = stage.ask(Dialect::kOpenAiChat, question_in(Dialect::kOpenAiChat, stream, stuck_question(5)));
    ASSERT_TRUE(answer);
    const wire::Answer said = wire::decode(Dialect::kOpenAiChat, answer->body);
    EXPECT_TRUE(said.calls.empty());
    ASSERT_EQ(said.errors.size(), 1U) << answer->body;
    EXPECT_NE(said.errors[0].message.find("ACODE-REQ-002"), std::string::npos) << answer->body;
    EXPECT_EQ(stage.seen().size(), 4U);
    const auto metrics = stage.get("/metrics");
    EXPECT_NE(metrics->body.find("code=\"ACODE-REQ-002\"} 1"), std::string::npos) << metrics->body;
  }
}

TEST(Repetitions, PassWhileTheyAreFewOrNobodyMinds) {
  const Step same = script::calling("read_file", R"({"path": "a.txt"})");
  GatewaySettings patient;
  patient.max_equal_calls = 0;
  GatewaySettings only_repairs;
  only_repairs.mode = GuardMode::kRepair;
  for (const auto& [times, settings] :
       {std::pair(4U, GatewaySettings()), std::pair(9U, patient), std::pair(9U, only_repairs)}) {
    Stage stage({same}, Dialect::kOllama, settings);
    const auto answer = stage.ask(Dialect::kOllama, question_in(Dialect::kOllama, true, stuck_question(times)));
    ASSERT_TRUE(answer);
    EXPECT_EQ(wire::decode(Dialect::kOllama, answer->body).calls.size(), 1U) << answer->body;
    EXPECT_EQ(stage.seen().size(), 1U);
  }
}

// What a client of a stream hears while nothing can be said.
std::string_view sign_of_life(Dialect client) {
  return client == Dialect::kOllama ? R"("content":"")" : ": keep-alive\n\n";
}

std::size_t count_of(std::string_view sign, std::string_view body) {
  std::size_t count = 0;
  for (std::size_t at = body.find(sign); at != std::string_view::npos; at = body.find(sign, at + 1)) ++count;
  return count;
}

TEST(KeepingAlive, AClientHearsOfUsWhileACallIsHeld) {
  Step slow = script::calling("read_file", R"({"path": ")" + std::string(200, 'a') + R"("})");
  slow.piece_bytes = 20;
  slow.piece_delay = std::chrono::milliseconds(5);
  for (const Dialect upstream : {Dialect::kOpenAiChat, Dialect::kAnthropic}) {
    for (const Dialect client : kDialects) {
      GatewaySettings often;
      often.keep_alive = std::chrono::milliseconds(1);
      GatewaySettings never;
      never.keep_alive = std::chrono::milliseconds(0);
      std::vector<std::size_t> signs;
      for (const GatewaySettings& settings : {never, often}) {
        Stage stage({slow}, upstream, settings);
        const auto answer = stage.ask(client, question_in(client, true));
        ASSERT_TRUE(answer);
        EXPECT_EQ(wire::decode(client, answer->body).calls.size(), 1U) << answer->body;
        signs.push_back(count_of(sign_of_life(client), answer->body));
      }
      EXPECT_GT(signs[1], signs[0]) << wire::dialect_name(client) << " before " << wire::dialect_name(upstream);
    }
  }
}

TEST(KeepingAlive, AClientHearsOfUsWhileTheModelIsAskedAgain) {
  Step second = script::calling("read_file", R"({"path": "a.txt"})");
  second.delay = std::chrono::milliseconds(100);
  GatewaySettings often;
  often.keep_alive = std::chrono::milliseconds(1);
  for (const Dialect client : kDialects) {
    Stage stage({script::calling("read_file", R"({"lines": 3})"), second}, Dialect::kOpenAiChat, often);
    const auto answer = stage.ask(client, question_in(client, true));
    ASSERT_TRUE(answer);
    EXPECT_EQ(wire::decode(client, answer->body).calls.size(), 1U) << answer->body;
    EXPECT_GT(count_of(sign_of_life(client), answer->body), 1U) << answer->body;
  }
}

}  // namespace
}  // namespace acode::gateway
