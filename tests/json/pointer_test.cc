// JSON Pointer: reading, writing, following.
#include "acode/json/pointer.h"

#include <gtest/gtest.h>

#include "acode/json/reader.h"

namespace acode::json {
namespace {

TEST(Pointer, FollowsTheExamplesOfTheRfc) {
  const Result<Document> document =
      parse(R"({"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "m~n": 8, " ": 7, "01": 3})");
  ASSERT_TRUE(document.ok());
  const auto number_at = [&](std::string_view text) -> std::optional<std::int64_t> {
    const Result<Pointer> pointer = Pointer::parse(text);
    if (!pointer.ok()) return std::nullopt;
    const std::optional<Value> value = pointer->resolve(document->root());
    return value ? value->as_int64() : std::nullopt;
  };
  EXPECT_EQ(number_at("/"), 0);
  EXPECT_EQ(number_at("/a~1b"), 1);
  EXPECT_EQ(number_at("/c%d"), 2);
  EXPECT_EQ(number_at("/m~0n"), 8);
  EXPECT_EQ(number_at("/ "), 7);
  EXPECT_EQ(number_at("/01"), 3);
  EXPECT_EQ(Pointer::parse("/foo/1")->resolve(document->root())->as_string(), "baz");
  EXPECT_FALSE(Pointer::parse("/foo/01")->resolve(document->root()));
  EXPECT_FALSE(Pointer::parse("/foo/2")->resolve(document->root()));
  EXPECT_FALSE(Pointer::parse("/foo/-")->resolve(document->root()));
}

TEST(Pointer, HasTwoSpellings) {
  Pointer where;
  EXPECT_EQ(where.text(), "");
  EXPECT_EQ(where.dotted(), "$");
  where.push("items");
  where.push(2);
  where.push("a/b ~");
  EXPECT_EQ(where.text(), "/items/2/a~1b ~0");
  EXPECT_EQ(where.dotted(), R"(items[2]["a/b ~"])");
}

TEST(Pointer, SaysWhereItIsWrong) {
  EXPECT_EQ(Pointer::parse("a").error().position.offset, 0U);
  EXPECT_EQ(Pointer::parse("/a~2").error().position.offset, 3U);
  EXPECT_EQ(Pointer::parse("/a~").error().found, "the end of the text");
}

}  // namespace
}  // namespace acode::json
