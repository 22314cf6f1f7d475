// What is written, piece by piece, against a writer that is as plain as can be.
#include "acode/json/writer.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/reader.h"
#include "base/utf8.h"
#include "json/text_writer.h"

namespace acode::json {
namespace {

using detail::TextWriter;

/// A string as write_string_to() has to write it, one character after the other.
std::string naive(std::string_view characters) {
  std::string out = "\"";
  while (!characters.empty()) {
    const char c = characters.front();
    const base::Utf8 decoded = base::decode_utf8(characters);
    const std::size_t short_one = std::string_view("\"\\\b\f\n\r\t").find(c);
    if (short_one != std::string_view::npos) {
      out += '\\';
      out += "\"\\bfnrt"[short_one];
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += c < 0x10 ? "\\u000" : "\\u001";
      out += "0123456789abcdef"[c % 16];
    } else if (decoded.status == base::Utf8::Status::kValid) {
      out += characters.substr(0, decoded.length);
    } else {
      out += "\xEF\xBF\xBD";
    }
    characters.remove_prefix(decoded.length);
  }
  return out + '"';
}

std::string written(std::string_view characters) {
  std::string out = "before";
  write_string_to(out, characters);
  return out.substr(6);
}

/// Two pages, the second of which cannot be read: who reads beyond the end of a text at the end of the first is found out.
class LastPage {
 public:
  LastPage() : size_(static_cast<std::size_t>(::sysconf(_SC_PAGESIZE))) {
    void* const mapped = ::mmap(nullptr, 2 * size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    begin_ = static_cast<char*>(mapped);
    if (::mprotect(begin_ + size_, size_, PROT_NONE) != 0) throw std::bad_alloc();
  }
  LastPage(const LastPage&) = delete;
  LastPage& operator=(const LastPage&) = delete;
  ~LastPage() { ::munmap(begin_, 2 * size_); }

  /// A copy of the text that ends so many bytes before the end of the page.
  [[nodiscard]] std::string_view copy(std::string_view text, std::size_t before_end = 0) const {
    char* const at = begin_ + size_ - text.size() - before_end;
    std::memcpy(at, text.data(), text.size());
    return {at, text.size()};
  }

 private:
  std::size_t size_;
  char* begin_ = nullptr;
};

TEST(WriteString, EveryByteAtEveryPlace) {
  const LastPage page;
  for (const std::size_t length : {1U, 2U, 15U, 16U, 17U, 31U, 32U, 33U, 48U}) {
    for (std::size_t place = 0; place < length; ++place) {
      for (unsigned byte = 0; byte < 256; ++byte) {
        std::string text(length, 'x');
        text[place] = static_cast<char>(byte);
        ASSERT_EQ(written(page.copy(text)), naive(text)) << length << " " << place << " " << byte;
      }
    }
  }
}

TEST(WriteString, EveryLengthAtEveryAlignment) {
  const LastPage page;
  for (std::size_t length = 0; length < 100; ++length) {
    std::string text;
    for (std::size_t i = 0; i < length; ++i) text += static_cast<char>('a' + i % 26);
    for (std::size_t before_end = 0; before_end < 40; ++before_end) {
      ASSERT_EQ(written(page.copy(text, before_end)), '"' + text + '"') << length << " " << before_end;
    }
  }
}

TEST(WriteString, WhatLiesBehindTheEndDoesNotMatter) {
  const std::string text = "abc\"\n\\\xC3\xA9";
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string_view part = std::string_view(text).substr(0, length);
    EXPECT_EQ(written(part), naive(part)) << length;
  }
}

TEST(WriteString, NotUtf8) {
  EXPECT_EQ(written("\x80"), "\"\xEF\xBF\xBD\"");
  EXPECT_EQ(written("a\xC3"), "\"a\xEF\xBF\xBD\"");
  EXPECT_EQ(written("\xE2\x82"), "\"\xEF\xBF\xBD\"");
  EXPECT_EQ(written("\xE2\x82\xAC"), "\"\xE2\x82\xAC\"");
  EXPECT_EQ(written("\xED\xA0\x80"), naive("\xED\xA0\x80"));
  EXPECT_EQ(written("\xF0\x9F\x98\x80\xF0\x9F\x98"), naive("\xF0\x9F\x98\x80\xF0\x9F\x98"));
}

/// Of bytes that are often odd, seldom and never, and of all lengths up to several rooms of the writer.
TEST(WriteString, AnyBytes) {
  const LastPage page;
  const std::vector<std::string> kinds = {
      "abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvw \n\"\\",    "\x01\x1f\"\\\n\t",
      "a\xC3\xA9\xE2\x82\xAC\x80",  "\xF0\x9F\x98\x80\xED\xA0\x80\xFFz", std::string("\0 \x7f", 3)};
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same each time
  for (std::size_t round = 0; round < 3000; ++round) {
    const std::string& kind = kinds[round % kinds.size()];
    std::string text;
    for (std::size_t length = random() % (round % 10 == 0 ? 4000 : 150); text.size() < length;) {
      text += kind[random() % kind.size()];
    }
    ASSERT_EQ(written(page.copy(text, random() % 20)), naive(text));
  }
}

TEST(WriteString, LongOnes) {
  for (const std::string_view unit : {"x", "\n", "\x01", "\xFF", "\xE2\x82\xAC", "0123456789abcdef\""}) {
    std::string text;
    while (text.size() < 100'000) text += unit;
    ASSERT_EQ(written(text), naive(text));
  }
}

/// Whatever is put wherever the room ends.
TEST(TextWriter, AllPiecesAtTheEndOfTheRoom) {
  const std::string long_text(500, 'y');
  for (std::size_t before = 1900; before < 2250; ++before) {
    std::string out = "kept";
    TextWriter writer(out);
    for (std::size_t i = 0; i < before; ++i) writer.put('x');
    writer.put("constant");
    writer.put_string("a\nb");
    writer.put_name(',', "name\"");
    writer.put_integer(std::int64_t{-12});
    writer.put_times(3, '.');
    writer.put_text("text");
    writer.put_text(long_text);
    writer.put_string(long_text);
    writer.put_times(300, ' ');
    writer.flush();
    ASSERT_EQ(out, "kept" + std::string(before, 'x') + "constant\"a\\nb\",\"name\\\"\":-12...text" + long_text + '"' +
                       long_text + '"' + std::string(300, ' '));
  }
}

TEST(TextWriter, OthersMayAppendInBetween) {
  std::string out;
  TextWriter writer(out);
  writer.put('[');
  writer.flush() += "1,2";
  writer.put(']');
  EXPECT_EQ(out, "[1,2");
  EXPECT_EQ(writer.flush(), "[1,2]");
}

TEST(TextWriter, Integers) {
  std::string out;
  TextWriter writer(out);
  for (const std::int64_t number : {std::int64_t{0}, std::int64_t{7}, std::int64_t{-10}, std::int64_t{123456789},
                                    std::numeric_limits<std::int64_t>::min()}) {
    writer.put_integer(number);
    writer.put(' ');
  }
  writer.put_integer(std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(writer.flush(), "0 7 -10 123456789 -9223372036854775808 18446744073709551615");
}

TEST(Write, Compact) {
  for (const std::string_view text :
       {"null", "true", "-0.5e+10", "\"\"", "[]", "{}", "[[]]", "[{}]", R"({"a":{}})", R"({"a":[],"b":{"c":1},"d":2})",
        R"([1,[2,[3,[]],{}],[[],4]])", R"({"":[null,false,123456789012345678901234567890],"b":"\n"})"}) {
    EXPECT_EQ(write(parse(text)->root()), text);
  }
}

TEST(Write, Indented) {
  const Result<Document> document = parse(R"({"a":[],"b":{},"c":[1,{"d":[2]}],"e":3})");
  EXPECT_EQ(write(document->root(), {.indent = 2}), R"({
  "a": [],
  "b": {},
  "c": [
    1,
    {
      "d": [
        2
      ]
    }
  ],
  "e": 3
})");
}

TEST(Write, PartOfATree) {
  const Result<Document> document = parse(R"([{"a":[1,2]},{"b":3}])");
  EXPECT_EQ(write(*document->root().at(0)), R"({"a":[1,2]})");
  EXPECT_EQ(write(*document->root().at(0)->find("a")), "[1,2]");
  EXPECT_EQ(write(*document->root().at(1)), R"({"b":3})");
}

TEST(Write, OfAnyDepth) {
  for (const std::size_t depth : {7U, 8U, 9U, 10U, 500U}) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += i % 2 == 0 ? "[1," : "{\"a\":";
    text += "0";
    for (std::size_t i = depth; i-- > 0;) text += i % 2 == 0 ? "]" : "}";
    EXPECT_EQ(write(parse(text, {.max_depth = 1000})->root()), text);
  }
}

}  // namespace
}  // namespace acode::json
