// An answer in pieces: the same as whole, text at once, and what is known early.
#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "acode/pipeline/pipeline.h"
#include "pipeline/summary.h"

namespace acode::pipeline {
namespace {

std::string event(std::string_view delta) {
  return R"(data: {"choices":[{"index":0,"delta":)" + std::string(delta) + "}]}\n\n";
}

std::string arguments(std::string_view piece) {
  std::string text;
  json::write_string_to(text, piece);
  return event(R"({"tool_calls":[{"index":0,"function":{"arguments":)" + text + "}}]}");
}

std::string begin(std::string_view name) {
  return event(R"({"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":")" + std::string(name) +
               R"(","arguments":""}}]})");
}

constexpr std::string_view kEnd =
    "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n";

std::string stream_of(std::string_view name, std::string_view whole) {
  std::string stream = event(R"({"content":"Let me see."})") + begin(name);
  for (std::size_t at = 0; at < whole.size(); at += 5) stream += arguments(whole.substr(at, 5));
  return stream + std::string(kEnd);
}

/// The summary of an answer, whole and in pieces of several sizes.
template <class MakeSession>
std::string in_pieces(std::string_view bytes, const MakeSession& make) {
  std::string whole;
  for (const std::size_t size :
       {bytes.size(), std::size_t{1}, std::size_t{3}, std::size_t{4}, std::size_t{7}, std::size_t{64}}) {
    Session session = make();
    for (std::size_t at = 0; at < bytes.size(); at += size) session.feed(bytes.substr(at, size));
    const std::string found = summary(session.finish());
    if (whole.empty()) whole = found;
    EXPECT_EQ(found, whole) << "in pieces of " << size;
  }
  return whole;
}

TEST(Session, PiecesAreTheWholeST3) {
  const Pipeline pipeline(&test_tools());
  const auto session = [&] { return pipeline.session(wire::Dialect::kOpenAiChat); };
  EXPECT_EQ(in_pieces(stream_of("read_file", R"({"path": "a.txt", "lines": "3"})"), session),
            R"(read_file({"path":"a.txt","lines":3}) |Let me see.||)");
  EXPECT_EQ(in_pieces(stream_of("read_file", R"({path: 'a.txt'})"), session),
            R"(read_file({"path":"a.txt"}) |Let me see.||)");
  const auto text = [&] { return pipeline.text_session(); };
  EXPECT_EQ(in_pieces("So. <tool_call>{\"name\": \"now\", \"arguments\": {}}</tool_call> Done.", text),
            "now({}) |So.  Done.||");
}

// Nearly all of such a call is put aside piece by piece: whatever may end or break the string must not be.
TEST(Session, ALongStringInSmallPiecesST3) {
  const Pipeline pipeline(&test_tools());
  const auto text = [&] { return pipeline.text_session(); };
  for (const std::string_view content :
       {R"(plain text of some length, and more of it)", R"(lines\nand \"quotes\", \\ and \u00e9 é 日本語 😀)",
        R"(</tool_call> <tool_call>{)", "a line that\nis broken, and goes on", "a wrong \\x escape, and so on",
        "a tab\tinside"}) {
    std::string call = R"(So. <tool_call>{"name": "write_file", "arguments": {"path": "a.txt", "content": ")";
    for (int i = 0; i < 200; ++i) call += content;
    call += R"("}}</tool_call> Done.)";
    const std::string found = in_pieces(call, text);
    EXPECT_TRUE(found.starts_with("write_file(")) << found.substr(0, 200);
    EXPECT_TRUE(found.ends_with("|So.  Done.||")) << found.substr(found.size() - 50);
  }
}

// Of a value between tags pieces without `<` are only put side by side.
TEST(Session, ALongValueBetweenTagsInSmallPiecesST3) {
  const Pipeline pipeline(&test_tools());
  const auto session = [&] { return pipeline.text_session(); };
  const auto call_with = [](const std::string& value) {
    return "<tool_call>\n<function=read_file>\n<parameter=path>\n" + value +
           "\n</parameter>\n</function>\n</tool_call>\nDone, as you see.";
  };
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += "if (a" + std::to_string(i) + " > \"b\") {\n\tc();\n}\n";
  for (const std::string& value : {lines, lines + "<p>1 < 2</p>" + lines, "<![CDATA[" + lines + "]]>",
                                   lines + "</parameter> is what closes it" + lines, "  " + lines + "\xC3\xA9"}) {
    const std::string found = in_pieces(call_with(value), session);
    EXPECT_TRUE(found.starts_with("read_file({\"path\":")) << found.substr(0, 100);
    EXPECT_TRUE(found.ends_with("|\nDone, as you see.||")) << found.substr(found.size() - 50);
  }
}

TEST(Session, TextPassesAtOnceST5) {
  Session session = Pipeline(&test_tools()).text_session();
  const std::vector<SessionEvent> events = session.feed("Hello, you");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(std::get<Text>(events[0]).text, "Hello, you");
}

TEST(Session, ACallComesAsSoonAsItIsWholeST2) {
  Session session = Pipeline(&test_tools()).text_session();
  std::size_t calls = 0;
  for (const SessionEvent& each : session.feed(R"(<tool_call>{"name": "now", "arguments": {}}</tool_call> and)")) {
    calls += std::holds_alternative<ToolCall>(each) ? 1U : 0U;
  }
  EXPECT_EQ(calls, 1U);
}

TEST(Session, ThePartialValueST4) {
  Session session = Pipeline(&test_tools()).session(wire::Dialect::kOpenAiChat);
  EXPECT_FALSE(session.partial());
  session.feed(begin("write_file"));
  session.feed(arguments(R"({"path": "a.t)"));
  const std::optional<Session::PartialCall> partial = session.partial();
  ASSERT_TRUE(partial);
  EXPECT_EQ(partial->name, "write_file");
  EXPECT_EQ(json::write(partial->arguments), R"({"path":"a.t"})");
}

/// What is seen of a call behind each piece of a text, a line each.
std::string seen_in_text(const std::vector<std::string_view>& pieces) {
  Session session = Pipeline(&test_tools()).text_session();
  std::string seen;
  for (const std::string_view piece : pieces) {
    session.feed(piece);
    const std::optional<Session::PartialCall> partial = session.partial();
    seen += partial ? std::string(partial->name) + json::write(partial->arguments) + "\n" : "-\n";
  }
  return seen;
}

TEST(Session, ThePartialValueOfACallInTextST4) {
  const std::string expected =
      "-\n-\nwrite_file{\"path\":\"a.t\"}\nwrite_file{\"path\":\"a.txt\",\"content\":\"x\"}\n-\n";
  EXPECT_EQ(seen_in_text({"So. <tool", R"(_call>{"name": "write_file", )", R"("arguments": {"path": "a.t)",
                          R"(xt", "content": "x)", R"(y"}}</tool_call> Done.)"}),
            expected);
  EXPECT_EQ(
      seen_in_text({"[TOOL_CALLS]wri", "te_file[ARGS]", R"({"path": "a.t)", R"(xt", "content": "x)", "y\"} Done."}),
      expected);
  EXPECT_EQ(seen_in_text({"<|channel|>commentary to=functions.write_file", "<|message|>", R"({"path": "a.t)",
                          R"(xt", "content": "x)", R"(y"}<|call|>)"}),
            expected);
  EXPECT_EQ(seen_in_text({"So: {", R"("name": "write_file",)", R"( "arguments": {"path": "a.t)",
                          R"(xt", "content": "x)", R"(y"}} Done.)"}),
            expected);
}

/// The path of what doomed the call, and the piece in which that was known.
std::string doomed(const std::vector<std::string>& pieces, const PipelineOptions& options = {}) {
  Session session = Pipeline(&test_tools(), options).session(wire::Dialect::kOpenAiChat);
  session.feed(begin("write_file"));
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (const SessionEvent& each : session.feed(arguments(pieces[i]))) {
      if (const auto* const doom = std::get_if<Doomed>(&each)) return doom->why.path + " in " + std::to_string(i);
    }
  }
  return "never";
}

TEST(Session, ACallThatCannotBecomeValidIsKnownEarlyST8) {
  EXPECT_EQ(doomed({R"({"path": "a", )", R"("mode": "other", )", R"("content": "b"})"}), "mode in 1") << "at the comma";
  EXPECT_EQ(doomed({R"({"path": "a", )", R"("nothing": 1, )", R"("content": ")"}), "nothing in 1");
  EXPECT_EQ(doomed({R"({"path": "a", )", R"("mode": "NEW", )", R"("content": "b"})"}), "never") << "coercion mends it";
  EXPECT_EQ(doomed({R"({"content": "b", )", R"("mode": "new")"}), "never") << "what is missing may still come";
}

TEST(Session, TooLargeIsKnownEarlyST8) {
  PipelineOptions options;
  options.limits.max_bytes = 20;
  EXPECT_EQ(doomed({R"({"path": "a", )", R"("content": "0123456789)"}, options), " in 1");
}

TEST(Session, InAllDialects) {
  const Pipeline pipeline(&test_tools());
  wire::Answer whole;
  whole.text = "Well.";
  whole.calls.push_back({"id1", "read_file", R"({"path":"a"})", true});
  whole.finish = wire::FinishReason::kToolCalls;
  for (const wire::Dialect dialect : {wire::Dialect::kOllama, wire::Dialect::kOpenAiChat,
                                      wire::Dialect::kOpenAiResponses, wire::Dialect::kAnthropic}) {
    const std::string body = wire::encode(dialect, whole, {"r1", "m", 1});
    EXPECT_EQ(in_pieces(body, [&] { return pipeline.session(dialect); }), R"(read_file({"path":"a"}) |Well.||)")
        << wire::dialect_name(dialect);
  }
}

}  // namespace
}  // namespace acode::pipeline
