// JSON texts one behind the other (ST-6).
#include "wire/ndjson.h"

#include <gtest/gtest.h>

#include <vector>

#include "acode/json/reader.h"

namespace acode::wire::detail {
namespace {

class Texts final : public TextSink {
 public:
  bool closed(std::string_view text) override {
    if (!json::parse(text)) return false;
    list.emplace_back(text);
    return true;
  }
  void broken(std::string_view text) override { list.push_back("broken " + std::string(text)); }
  void cut(std::string_view text, bool in_string) override {
    list.push_back((in_string ? "cut in a string " : "cut ") + std::string(text));
  }
  void too_large() override { list.emplace_back("too large"); }

  std::vector<std::string> list;
};

std::vector<std::string> texts(std::string_view stream, std::size_t max_bytes = 1000) {
  std::vector<std::string> whole;
  for (std::size_t size = stream.size() + 1; size > 0; --size) {
    Texts out;
    NdjsonFramer framer(max_bytes, out);
    for (std::size_t at = 0; at < stream.size(); at += size) framer.feed(stream.substr(at, size));
    framer.finish();
    if (size > stream.size()) whole = out.list;
    EXPECT_EQ(out.list, whole) << "in pieces of " << size;
  }
  return whole;
}

using List = std::vector<std::string>;

TEST(Ndjson, OneALine) {
  EXPECT_EQ(texts("{\"a\":1}\n{\"b\":2}\n"), (List{"{\"a\":1}", "{\"b\":2}"}));
  EXPECT_EQ(texts("\r\n{\"a\":1}\r\n\r\n\n{\"b\":2}"), (List{"{\"a\":1}", "{\"b\":2}"}));
}

TEST(Ndjson, SeveralOnALine) {
  EXPECT_EQ(texts("{\"a\":\"}{\"}{\"b\":2} {\"c\":3},{\"d\":4}\n"),
            (List{"{\"a\":\"}{\"}", "{\"b\":2}", "{\"c\":3}", "{\"d\":4}"}));
  EXPECT_EQ(texts("{\"a\":\"\\\"{\"}}{\"b\":2}"), (List{"{\"a\":\"\\\"{\"}", "{\"b\":2}"})) << "a closer too many";
}

TEST(Ndjson, OneOverSeveralLines) {
  EXPECT_EQ(texts("{\n  \"a\": [\n    1\n  ]\n}\n"), (List{"{\n  \"a\": [\n    1\n  ]\n}"}));
  EXPECT_EQ(texts("{\"a\":\n{\"b\":[\n{\"c\":1},\n{\"d\":1}\n]}}\n"),
            (List{"{\"a\":\n{\"b\":[\n{\"c\":1},\n{\"d\":1}\n]}}"}));
}

TEST(Ndjson, ABrokenLineCostsOnlyItself) {
  EXPECT_EQ(texts("{\"a\":1}\n{\"b\":'}'\n{\"c\":3}\n"), (List{"{\"a\":1}", "broken {\"b\":'}'\n", "{\"c\":3}"}));
  EXPECT_EQ(texts("{\"a\":\"x}\n{\"b\":2}\n"), (List{"broken {\"a\":\"x}\n", "{\"b\":2}"}));
  EXPECT_EQ(texts("{'a':1} and so on\n{\"b\":2}\n"), (List{"broken {'a':1} and so on\n", "{\"b\":2}"}));
}

TEST(Ndjson, TheEnd) {
  EXPECT_EQ(texts("{\"a\":1}\n{\"b\":"), (List{"{\"a\":1}", "cut {\"b\":"}));
  EXPECT_EQ(texts("{\"a\":\"\\\"x"), (List{"cut in a string {\"a\":\"\\\"x"}));
  EXPECT_EQ(texts("<html>\n<p>no</p>\n"), (List{"broken <html>\n<p>no</p>\n"}));
  EXPECT_EQ(texts(" \n"), List{});
}

TEST(Ndjson, TooLargeIsPassedOverAlone) {
  const std::string large = "{\"x\":\"" + std::string(100, '{') + "\"}";
  EXPECT_EQ(texts("{\"a\":1}\n" + large + "\n{\"b\":2}\n", 20), (List{"{\"a\":1}", "too large", "{\"b\":2}"}));
  EXPECT_EQ(texts(large.substr(0, 60), 20), (List{"too large"}));
  EXPECT_EQ(texts(large.substr(0, 60) + "\n{\"b\":2}", 20), (List{"too large", "{\"b\":2}"}));
}

}  // namespace
}  // namespace acode::wire::detail
