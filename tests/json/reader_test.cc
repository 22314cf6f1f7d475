// The strict reader: what it says about errors, what a partial value is, what it keeps.
#include "acode/json/reader.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "acode/json/writer.h"

namespace acode::json {
namespace {

std::string error_of(std::string_view text, const Limits& limits = {}) {
  Reader reader(limits);
  return reader.read(text) ? "none" : to_string(*reader.error());
}

std::string partial_of(std::string_view text) {
  Reader reader;
  reader.feed(text);
  const std::optional<Value> value = reader.partial();
  return value ? write(*value) : "nothing";
}

TEST(Reader, ErrorsSayWhatWasExpectedFoundAndWhere) {
  EXPECT_EQ(error_of("{\"a\": 1,\n \"b\" 2}"),
            "ACODE-TLP-002: expected ':' after the key, found '2' at offset 14 (line 2, column 6)");
  EXPECT_EQ(error_of("[1 2]"),
            "ACODE-TLP-002: expected ',' or ']' after an element, found '2' at offset 3 (line 1, column 4)");
  EXPECT_EQ(error_of("[1,]"), "ACODE-TLP-002: expected a value, found ']' at offset 3 (line 1, column 4)");
  EXPECT_EQ(error_of("{a: 1}"),
            "ACODE-TLP-002: expected a key in double quotes or '}', found 'a' at offset 1 (line 1, column 2)");
  EXPECT_EQ(error_of("[01]"),
            "ACODE-TLP-002: expected no digit after a leading zero, found '1' at offset 2 (line 1, column 3)");
  EXPECT_EQ(error_of("[\"a\nb\"]"),
            "ACODE-TLP-002: expected no raw control character in a string, found a line break at offset 3 (line 1, "
            "column 4)");
  EXPECT_EQ(error_of("[trux]"),
            "ACODE-TLP-002: expected true, false or null, found 'x' at offset 4 (line 1, column 5)");
  EXPECT_EQ(error_of("1 2"), "ACODE-TLP-002: expected the end of the text, found '2' at offset 2 (line 1, column 3)");
}

TEST(Reader, ErrorsAtTheEndSayWhatIsMissing) {
  EXPECT_EQ(error_of(R"({"a": 1)"),
            "ACODE-TLP-002: missing closing brace: the text ends inside an object at offset 7 (line 1, column 8)");
  EXPECT_EQ(error_of("[1"),
            "ACODE-TLP-002: missing closing bracket: the text ends inside an array at offset 2 (line 1, column 3)");
  EXPECT_EQ(error_of(R"(["a)"),
            "ACODE-TLP-002: missing closing quote: the text ends inside a string at offset 3 (line 1, column 4)");
  EXPECT_EQ(error_of(""), "ACODE-TLP-002: there is no value: the text is empty at offset 0 (line 1, column 1)");
}

TEST(Reader, AR5_LimitsAreKept) {
  EXPECT_EQ(error_of("[[1]]", {100, 2}), "none");
  EXPECT_EQ(error_of("[[[1]]]", {100, 2}),
            "ACODE-TLP-010: nested deeper than the limit of 2 levels at offset 2 (line 1, column 3)");
  EXPECT_EQ(error_of("[1, 2, 3]", {8, 2}),
            "ACODE-TLP-009: the text has 9 bytes or more, the limit is 8 at offset 0 (line 1, column 1)");
}

TEST(Reader, AR3_NumbersKeepTheirDigits) {
  const std::string_view text = "[12345678901234567890123,-0,1.10,1e400,36028797018963968,-36028797018963967]";
  Reader reader;
  ASSERT_TRUE(reader.read(text));
  EXPECT_EQ(write(reader.value()), text);
  EXPECT_EQ(reader.value().at(4)->as_int64(), 36028797018963968);
  EXPECT_EQ(reader.value().at(0)->as_int64(), std::nullopt);
  EXPECT_EQ(reader.value().at(2)->as_int64(), std::nullopt);
  EXPECT_DOUBLE_EQ(reader.value().at(2)->as_double(), 1.1);
}

TEST(Reader, AR4_TheLastOfDuplicateKeysWins) {
  Reader reader;
  ASSERT_TRUE(reader.read(R"({"a": 1, "b": {"c": 1, "c": 2, "c": 3}, "a": 2})"));
  EXPECT_EQ(reader.value().find("a")->as_int64(), 2);
  const std::vector<DuplicateKey> duplicates = find_duplicate_keys(reader.value());
  ASSERT_EQ(duplicates.size(), 2U);
  EXPECT_EQ(duplicates[0].pointer, "/a");
  EXPECT_EQ(duplicates[1].pointer, "/b/c");
  EXPECT_EQ(duplicates[1].count, 3U);
}

TEST(Reader, ST4_APartialValueIsWhatTheTextStandsForSoFar) {
  EXPECT_EQ(partial_of(""), "nothing");
  EXPECT_EQ(partial_of("{"), "{}");
  EXPECT_EQ(partial_of(R"({"a)"), "{}");
  EXPECT_EQ(partial_of(R"({"a": )"), "{}");
  EXPECT_EQ(partial_of(R"({"a": "b)"), R"({"a":"b"})");
  EXPECT_EQ(partial_of(R"({"a": "b\)"), R"({"a":"b"})");
  EXPECT_EQ(partial_of("[12."), "[12]");
  EXPECT_EQ(partial_of("[1e-"), "[1]");
  EXPECT_EQ(partial_of("[-"), "[]");
  EXPECT_EQ(partial_of("[tru"), "[true]");
  EXPECT_EQ(partial_of(R"([{"a": [1, {"b": 2},)"), R"([{"a":[1,{"b":2}]}])");
}

TEST(Reader, ST3_PiecesMayBeCutAnywhere) {
  const std::string_view text =
      "{\"k\\u00e9y \\ud83d\\ude00\": [\"\xE4\xBD\xA0\\n\", -12.5e+3, true, null, \""
      "long enough to be copied in vectors\"]}";
  Reader whole;
  ASSERT_TRUE(whole.read(text));
  for (std::size_t size = 1; size <= text.size(); ++size) {
    Reader pieces;
    for (std::size_t at = 0; at < text.size(); at += size) ASSERT_TRUE(pieces.feed(text.substr(at, size)));
    ASSERT_TRUE(pieces.finish()) << size;
    EXPECT_TRUE(pieces.value().equals(whole.value())) << size;
  }
}

TEST(Reader, ReadsNothingMoreAfterAnError) {
  Limits limits;
  limits.max_bytes = 4;
  Reader reader(limits);
  EXPECT_TRUE(reader.feed("\"\xC3"));
  EXPECT_FALSE(reader.feed("\xA4, and so on"));
  EXPECT_FALSE(reader.feed("\xA4"));  // would have fitted, and been the rest of the letter
  EXPECT_FALSE(reader.feed(""));
  EXPECT_EQ(reader.error()->code, ErrorCode::kTooLarge);
}

TEST(Reader, TakesTheTreeOut) {
  Reader reader;
  ASSERT_TRUE(reader.read("[1]"));
  const Document first = reader.take();
  ASSERT_TRUE(reader.read("[2]"));
  EXPECT_EQ(write(first.root()), "[1]");
  EXPECT_EQ(write(reader.value()), "[2]");
}

// Small trees have their room beside them, larger ones elsewhere: nothing is lost where one becomes the other.
TEST(Reader, GrowsByteByByteAndWordByWord) {
  std::string characters;
  std::string elements = "[0";
  for (int size = 0; size < 700; ++size) {
    for (const std::string& text : {"{\"a\":\"" + characters + "\"}", elements + "]"}) {
      const Result<Document> whole = parse(text);
      ASSERT_TRUE(whole.ok());
      EXPECT_EQ(write(whole->root()), text);
      Reader reader;
      for (std::size_t at = 0; at < text.size(); at += 5)
        ASSERT_TRUE(reader.feed(std::string_view(text).substr(at, 5)));
      ASSERT_TRUE(reader.finish());
      EXPECT_EQ(write(reader.value()), text);
    }
    characters += static_cast<char>('a' + size % 26);
    elements += ',' + std::to_string(size % 10);
  }
}

TEST(Reader, AValueLivesByItsOwner) {
  std::optional<SharedValue> value;
  {
    const Result<Document> document = parse(R"({"a": ["x", 1]})");
    ASSERT_TRUE(document.ok());
    value.emplace(*document->root().find("a"), document->owner());
  }
  EXPECT_EQ(write(value->value()), R"(["x",1])");
}

}  // namespace
}  // namespace acode::json
