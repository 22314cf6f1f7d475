// Server-sent events, in every form in which they come (ST-6).
#include "wire/sse.h"

#include <gtest/gtest.h>

#include <vector>

namespace acode::wire::detail {
namespace {

// The events of a stream, each as `name|data`, the same for pieces of every size.
std::vector<std::string> events(std::string_view stream, std::size_t max_bytes = 1000) {
  std::vector<std::string> whole;
  for (std::size_t size = stream.size() + 1; size > 0; --size) {
    std::vector<std::string> out;
    SseParser parser(max_bytes, [&out](const SseEvent& event) {
      out.push_back(std::string(event.name) + "|" + (event.too_large ? "too large" : std::string(event.data)));
    });
    for (std::size_t at = 0; at < stream.size(); at += size) parser.feed(stream.substr(at, size));
    parser.finish();
    if (size > stream.size()) whole = out;
    EXPECT_EQ(out, whole) << "in pieces of " << size;
  }
  return whole;
}

using Events = std::vector<std::string>;

TEST(Sse, LinesEndInThreeWays) {
  EXPECT_EQ(events("data: a\n\ndata: b\n\n"), (Events{"|a", "|b"}));
  EXPECT_EQ(events("data: a\r\n\r\ndata: b\r\n\r\n"), (Events{"|a", "|b"}));
  EXPECT_EQ(events("data: a\r\rdata: b\r\r"), (Events{"|a", "|b"}));
  EXPECT_EQ(events("data: a\r\n\ndata: b\n\r\n"), (Events{"|a", "|b"}));
}

TEST(Sse, FieldsAndComments) {
  EXPECT_EQ(events(": hello\n\nevent: x\nid: 1\nretry: 10\ndata: a\n\n:\n"), (Events{"x|a"}));
  EXPECT_EQ(events("data:a\n\ndata:  b\n\ndata\n\n"), (Events{"|a", "| b", "|"}));
  EXPECT_EQ(events("event: x\n\ndata: a\n\n"), (Events{"|a"})) << "a name without data is no event, and is forgotten";
  EXPECT_EQ(events("dataset: a\nother\n\n"), Events{});
}

TEST(Sse, DataOverSeveralLines) {
  EXPECT_EQ(events("data: {\ndata:   \"a\": 1\ndata: }\n\n"), (Events{"|{\n  \"a\": 1\n}"}));
  EXPECT_EQ(events("data: [{\"a\":1},\ndata: {\"b\":1}]\n\n"), (Events{"|[{\"a\":1},\n{\"b\":1}]"}));
}

TEST(Sse, EventsWithoutBlankLines) {
  EXPECT_EQ(events("data: {\"a\":1}\ndata: {\"b\":2}\ndata: [DONE]\n"),
            (Events{"|{\"a\":1}", "|{\"b\":2}", "|[DONE]"}));
  EXPECT_EQ(events("data: a"), (Events{"|a"}));
  EXPECT_EQ(events("data: a\n"), (Events{"|a"}));
}

TEST(Sse, ByteOrderMarkOnlyAtTheStart) {
  EXPECT_EQ(events("\xEF\xBB\xBF"
                   "data: a\n\n\xEF\xBB\xBF"
                   "data: b\n\n"),
            (Events{"|a"}));
}

TEST(Sse, LinesThatAreNone) {
  EXPECT_EQ(events("error: {\"code\":500}\n\n"), (Events{"error|{\"code\":500}"}));
  EXPECT_EQ(events("data: a\n\n{\"error\":\"x\"}\n"), (Events{"|a", "|{\"error\":\"x\"}"}));
}

TEST(Sse, TooLargeIsPassedOverAlone) {
  const std::string large(100, 'x');
  EXPECT_EQ(events("data: a\n\ndata: " + large + "\n\ndata: b\n\n", 20), (Events{"|a", "|too large", "|b"}));
  EXPECT_EQ(events("data: " + large.substr(0, 15) + "\ndata: " + large.substr(0, 15) + "\n\ndata: b\n\n", 20),
            (Events{"|too large", "|b"}));
  EXPECT_EQ(events(": " + large + "\n\n" + large + ": 1\n\ndata: b\n\n", 20), (Events{"|b"}));
}

TEST(Sse, LooksLikeIt) {
  EXPECT_EQ(looks_like_sse("data: x"), LooksLikeSse::kYes);
  EXPECT_EQ(looks_like_sse(":"), LooksLikeSse::kYes);
  EXPECT_EQ(looks_like_sse("\r\n event: x"), LooksLikeSse::kYes);
  EXPECT_EQ(looks_like_sse("dat"), LooksLikeSse::kUnknown);
  EXPECT_EQ(looks_like_sse(""), LooksLikeSse::kUnknown);
  EXPECT_EQ(looks_like_sse("{"), LooksLikeSse::kNo);
  EXPECT_EQ(looks_like_sse("<html>"), LooksLikeSse::kNo);
  EXPECT_EQ(looks_like_sse("datax"), LooksLikeSse::kNo);
}

}  // namespace
}  // namespace acode::wire::detail
