// Laws of requests, on random ones: what is written is read as it was; what is left alone is written as it came; nothing
// that comes crashes, and what is taken can be written in all dialects and is taken there.
#include <gtest/gtest.h>

#include <ctime>
#include <string>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "support_gen/generate.h"
#include "wire/request_texts.h"

namespace acode::wire {
namespace {

using test::Random;

constexpr std::uint64_t kRounds = 400;

std::string words(Random& random) {
  static constexpr std::string_view kPieces[] = {"a", "word", " ", "\n", "\"",    "\\",
                                                 "é", "日本", "{", "}",  "data:", "Error"};
  std::string out = "w";
  for (std::size_t i = random.below(6); i > 0; --i) out += random.pick(kPieces);
  return out;
}

std::string random_object(Random& random) {
  const auto document = json::parse(test::spell_plainly(test::tool_arguments(random), 0), {kMaxTextBytes, 1000});
  return json::write(document->root());
}

bool has_objects(Dialect dialect) { return dialect == Dialect::kOllama || dialect == Dialect::kAnthropic; }

ImagePart random_image(Random& random, Dialect dialect) {
  if (dialect == Dialect::kOllama) return {{}, "iVBORw0KGgo" + std::to_string(random.below(99)), {}};
  if (random.one_in(2)) return {{}, {}, "https://example.org/" + std::to_string(random.below(9)) + ".png"};
  return {"image/webp", "UklGR" + std::to_string(random.below(99)), {}};
}

// A conversation in the form in which each dialect gives it back: one text where it has only one, one item a message
// where it has items, results together or each for itself.
class RequestMaker {
 public:
  RequestMaker(Random& random, Dialect dialect) : random_(random), dialect_(dialect) {}

  Request make() {
    Request request;
    request.dialect = dialect_;
    request.model = words(random_);
    if (random_.one_in(2)) request.messages.push_back({Role::kSystem, {TextPart{words(random_)}}, {}});
    for (std::size_t i = random_.below(4); i > 0; --i) add_turns(request.messages);
    add_tools(request);
    add_settings(request);
    return request;
  }

 private:
  void add_turns(std::vector<Message>& messages) {
    messages.push_back(question());
    Message turn{Role::kAssistant, {}, {}};
    if (random_.one_in(2)) turn.parts.emplace_back(ReasoningPart{words(random_), signature()});
    if (random_.one_in(2)) turn.parts.emplace_back(TextPart{words(random_)});
    std::vector<Part> results;
    for (std::size_t i = random_.below(3); i > 0; --i) {
      const WireCall call{"call-" + std::to_string(calls_++), "f", arguments(), true};
      turn.parts.emplace_back(call);
      results.emplace_back(result_of(call));
    }
    if (turn.parts.empty()) turn.parts.emplace_back(TextPart{"done"});
    add(messages, turn, dialect_ == Dialect::kOpenAiResponses);
    if (!results.empty()) add(messages, {Role::kTool, results, {}}, dialect_ != Dialect::kAnthropic);
  }

  static void add(std::vector<Message>& messages, const Message& message, bool each_for_itself) {
    if (!each_for_itself) return messages.push_back(message);
    for (const Part& part : message.parts) messages.push_back({message.role, {part}, {}});
  }

  Message question() {
    Message message{Role::kUser, {TextPart{words(random_)}}, {}};
    if (random_.one_in(3)) message.parts.emplace_back(random_image(random_, dialect_));
    if (dialect_ != Dialect::kOllama && random_.one_in(3)) message.parts.emplace_back(TextPart{words(random_)});
    return message;
  }

  ResultPart result_of(const WireCall& call) {
    ResultPart result;
    result.call_id = call.id;
    if (dialect_ == Dialect::kOllama) result.tool_name = call.name;
    result.text = words(random_);
    if (dialect_ != Dialect::kOpenAiChat && random_.one_in(4)) result.images.push_back(random_image(random_, dialect_));
    result.is_error = dialect_ == Dialect::kAnthropic && random_.one_in(3);
    return result;
  }

  std::string signature() {
    const bool signs = dialect_ == Dialect::kAnthropic || dialect_ == Dialect::kOpenAiResponses;
    return signs ? words(random_) : std::string();
  }

  std::string arguments() {
    if (!has_objects(dialect_) && random_.one_in(3)) return words(random_);
    return random_object(random_);
  }

  void add_tools(Request& request) {
    for (std::size_t i = random_.between(1, 2); i > 0; --i) {
      ToolDefinition tool;
      tool.name = "f" + std::to_string(i);
      if (random_.one_in(2)) tool.description = words(random_);
      tool.parameters = R"({"type":"object"})";
      if (dialect_ != Dialect::kOllama && random_.one_in(2)) tool.strict = random_.one_in(2);
      request.tools.push_back(tool);
    }
    if (dialect_ == Dialect::kOllama) return;
    using Kind = ToolChoice::Kind;
    static constexpr Kind kKinds[] = {Kind::kUnset, Kind::kAuto, Kind::kRequired, Kind::kNamed};
    request.tool_choice.kind = random_.pick(kKinds);
    if (request.tool_choice.kind == Kind::kNamed) request.tool_choice.name = "f1";
    if (request.tool_choice.kind != Kind::kUnset && random_.one_in(2)) request.parallel_calls = random_.one_in(2);
  }

  void add_settings(Request& request) {
    if (random_.one_in(2)) request.stream = random_.one_in(2);
    if (random_.one_in(2) || dialect_ == Dialect::kAnthropic) request.max_tokens = 60'000 + random_.below(1000);
    if (random_.one_in(2)) request.temperature = static_cast<double>(random_.below(11)) / 10;
    if (random_.one_in(2)) request.top_p = 0.25;
    const bool samples = dialect_ == Dialect::kOllama || dialect_ == Dialect::kOpenAiChat;
    if (samples && random_.one_in(2)) request.seed = static_cast<std::int64_t>(random_.below(100)) - 50;
    if (dialect_ != Dialect::kOpenAiResponses && random_.one_in(2)) request.stop = {words(random_), words(random_)};
    if (dialect_ == Dialect::kOpenAiChat && random_.one_in(2)) request.stream_usage = random_.one_in(2);
    add_format(request);
    using Kind = ToolChoice::Kind;
    const bool forced = request.tool_choice.kind == Kind::kRequired || request.tool_choice.kind == Kind::kNamed;
    static constexpr std::string_view kEfforts[] = {"", "low", "medium", "high", "none"};
    if (!forced || dialect_ != Dialect::kAnthropic) request.reasoning_effort = random_.pick(kEfforts);
  }

  void add_format(Request& request) {
    using Kind = AnswerFormat::Kind;
    const bool openai = dialect_ == Dialect::kOpenAiChat || dialect_ == Dialect::kOpenAiResponses;
    if (random_.one_in(3)) request.format = {Kind::kSchema, openai ? "reply" : "", R"({"type":"object"})", {}};
    if (dialect_ != Dialect::kAnthropic && random_.one_in(3)) request.format = {Kind::kJson, {}, {}, {}};
  }

  Random& random_;
  Dialect dialect_;
  std::size_t calls_ = 0;
};

Request without_native(Request request) {
  request.members.clear();
  for (Message& message : request.messages) message.native.clear();
  for (ToolDefinition& tool : request.tools) tool.native.clear();
  return request;
}

TEST(RequestProperties, WhatIsWrittenIsReadAsItWas) {
  for (const Dialect dialect : kAllDialects) {
    for (std::uint64_t seed = 0; seed < kRounds; ++seed) {
      Random random(seed);
      const Request request = RequestMaker(random, dialect).make();
      const std::string body = encode_request(dialect, request);
      const Result<Request> back = decode_request(dialect, body);
      ASSERT_TRUE(back.ok()) << to_string(back.error()) << body;
      ASSERT_EQ(without_native(*back), request) << dialect_name(dialect) << seed << body;
      ASSERT_EQ(encode_request(dialect, *back), body);
    }
  }
}

// All calls and results, and what was said, in their order: what survives every way through the dialects.
std::string essence(const Request& request) {
  std::string calls;
  std::string results;
  std::string texts;
  for (const Message& message : request.messages) {
    for (const Part& part : message.parts) {
      if (const auto* call = std::get_if<WireCall>(&part)) calls += call->id + call->name + call->arguments + "\n";
      if (const auto* result = std::get_if<ResultPart>(&part)) results += result->call_id + result->text + "\n";
      if (const auto* text = std::get_if<TextPart>(&part)) texts += text->text + "\n";
    }
  }
  return calls + results + texts;
}

TEST(RequestProperties, ThroughAllDialectsAndBack) {
  for (std::uint64_t seed = 0; seed < kRounds; ++seed) {
    Random random(seed);
    Request request = RequestMaker(random, Dialect::kOllama).make();
    request.dialect = Dialect::kOllama;
    const std::string before = essence(request);
    for (const Dialect dialect :
         {Dialect::kOpenAiChat, Dialect::kAnthropic, Dialect::kOpenAiResponses, Dialect::kOllama}) {
      Result<Request> next = decode_request(dialect, encode_request(dialect, request));
      ASSERT_TRUE(next.ok()) << to_string(next.error());
      request = *std::move(next);
      ASSERT_EQ(essence(request), before) << dialect_name(dialect) << seed;
    }
  }
}

// Everything that can be done with a body.
void expect_no_harm(std::string_view body) {
  constexpr Limits kWide = {kMaxTextBytes, 2000};
  for (const Dialect from : kAllDialects) {
    const Result<Request> request = decode_request(from, body);
    if (!request) {
      ASSERT_FALSE(request.error().message.empty());
      continue;
    }
    for (const Dialect to : kAllDialects) {
      const std::string written = encode_request(to, *request);
      const Result<Request> back = decode_request(to, written, kWide);
      ASSERT_TRUE(back.ok()) << to_string(back.error()) << "\n" << body << "\n" << written;
      ASSERT_EQ(encode_request(to, *back), written) << "what was written is written again";
    }
  }
}

TEST(RequestProperties, WhateverComesSE1) {
  for (const Dialect dialect : kAllDialects) {
    for (std::uint64_t seed = 0; seed < kRounds; ++seed) {
      Random random(seed);
      const std::string body = encode_request(dialect, RequestMaker(random, dialect).make());
      expect_no_harm(test::break_text(random, body));
      expect_no_harm(test::random_soup(random, 200));
    }
  }
}

// The text with one of its values replaced by another.
std::string with_another_value(Random& random, const std::string& body) {
  static constexpr std::string_view kValues[] = {"null",
                                                 "true",
                                                 "0",
                                                 "-1",
                                                 "1e400",
                                                 "1.5",
                                                 "\"\"",
                                                 "\"x\"",
                                                 "[]",
                                                 "{}",
                                                 "[null]",
                                                 "[[]]",
                                                 "[{}]",
                                                 "{\"type\":\"text\"}",
                                                 "{\"type\":\"tool_use\"}",
                                                 "[{\"type\":\"tool_result\"}]",
                                                 "{\"a\":{\"b\":[1]}}"};
  std::vector<std::size_t> starts;
  for (std::size_t i = 1; i < body.size(); ++i) {
    if (body[i - 1] == ':' && std::string_view("\"[{tfn0123456789").find(body[i]) != std::string_view::npos)
      starts.push_back(i);
  }
  const std::size_t start = starts[random.below(starts.size())];
  // The shortest piece from here on that is a value.
  for (std::size_t end = start + 1; end <= body.size(); ++end) {
    const bool may_end = end == body.size() || body[end] == ',' || body[end] == '}' || body[end] == ']';
    if (!may_end || !json::parse(body.substr(start, end - start), {kMaxTextBytes, 1000})) continue;
    return body.substr(0, start) + std::string(random.pick(kValues)) + body.substr(end);
  }
  return body;
}

TEST(RequestProperties, WrongKindsEverywhereSE1) {
  for (const Dialect dialect : kAllDialects) {
    const auto rich = json::parse(rich_request(dialect));
    for (std::uint64_t seed = 0; seed < kRounds; ++seed) {
      Random random(seed);
      std::string body = json::write(rich->root());
      for (std::size_t i = random.between(1, 3); i > 0; --i) body = with_another_value(random, body);
      expect_no_harm(body);
    }
  }
}

TEST(RequestProperties, DeepOnesSE1) {
  for (const std::size_t depth : {400U, 505U, 600U, 100'000U}) {
    const std::string deep = std::string(depth, '[') + std::string(depth, ']');
    expect_no_harm(R"({"messages":[{"role":"user","content":)" + deep + R"(}],"input":)" + deep + "}");
    expect_no_harm(R"({"messages":[],"input":[],"options":)" + deep + "}");
    expect_no_harm(R"({"messages":[{"role":"user","content":"x","y":)" + deep + "}]}");
    std::string nested = "1";
    for (std::size_t i = 0; i < 100; ++i) nested = R"([{"type":"tool_result","content":)" + nested + "}]";
    expect_no_harm(R"({"messages":[{"role":"user","content":)" + nested + "}]}");
    const std::string arguments = R"({\"a\":)" + deep + "}";
    expect_no_harm(R"({"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":")" +
                   arguments + R"("}}]}]})");
  }
}

// A conversation of many turns takes as many times as long as it is longer, with a wide margin for a busy machine.
TEST(RequestProperties, LongConversationsAreLinear) {
  const auto body_of = [](std::size_t turns) {
    std::string out = R"({"messages":[)";
    for (std::size_t i = 0; i < turns; ++i) {
      out += i == 0 ? "" : ",";
      out += R"({"role":"assistant","content":"","tool_calls":[{"function":{"name":"f","arguments":{"a":1}}}]},)"
             R"({"role":"tool","tool_name":"f","content":"1"})";
    }
    return out + "]}";
  };
  const auto seconds = [&](std::size_t turns) {
    const std::string body = body_of(turns);
    const std::clock_t start = std::clock();
    const Result<Request> request = decode_request(Dialect::kOllama, body);
    std::size_t bytes = 0;
    for (const Dialect to : kAllDialects) bytes += encode_request(to, *request).size();
    EXPECT_GT(bytes, 4 * turns);
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  const double small = seconds(1000);
  EXPECT_LT(seconds(16'000), 16 * 8 * std::max(small, 0.001));
}

}  // namespace
}  // namespace acode::wire
