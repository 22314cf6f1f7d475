// The formats of JSON Schema, each with texts that have it and texts that come close.
#include "schema/format.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "schema/punycode.h"

namespace acode::schema::detail {
namespace {

using Texts = std::initializer_list<std::string>;

void expect(Format format, const Texts& right, const Texts& wrong) {
  for (const std::string& text : right)
    EXPECT_TRUE(matches_format(format, text)) << format_name(format) << ": " << text;
  for (const std::string& text : wrong)
    EXPECT_FALSE(matches_format(format, text)) << format_name(format) << ": " << text;
}

TEST(Format, HasANameForEach) {
  for (std::uint8_t index = 0; index <= static_cast<std::uint8_t>(Format::kUuid); ++index) {
    const auto format = static_cast<Format>(index);
    EXPECT_EQ(format_from_name(format_name(format)), format);
  }
  EXPECT_EQ(format_name(Format::kRelativeJsonPointer), "relative-json-pointer");
  EXPECT_EQ(format_name(Format::kIdnHostname), "idn-hostname");
  EXPECT_EQ(format_from_name("Date"), std::nullopt);
  EXPECT_EQ(format_from_name("colour"), std::nullopt);
  EXPECT_EQ(format_from_name(""), std::nullopt);
}

TEST(Format, Date) {
  expect(Format::kDate, {"2024-02-29", "2000-02-29", "0000-01-01", "1999-12-31"},
         {"", "2023-02-29", "1900-02-29", "2024-04-31", "2024-13-01", "2024-00-10", "2024-1-1", "24-01-01",
          "2024/01/01", "2024-01-01 ", "02024-01-01", "2024-01-0\u0661"});
}

TEST(Format, Time) {
  expect(Format::kTime,
         {"12:00:00Z", "12:00:00z", "00:00:00.000001+23:59", "12:00:00-00:00", "23:59:60Z", "00:59:60.5+01:00",
          "18:59:60-05:00"},
         {"", "12:00:00", "24:00:00Z", "12:60:00Z", "12:00:61Z", "12:00:00.Z", "12:00:00+24:00", "12:00:00+01:60",
          "12:00:00+0100", "23:58:60Z", "23:59:60+01:00", "12:00:00Z ", "1\u0662:00:00Z"});
}

TEST(Format, DateTime) {
  expect(Format::kDateTime, {"2024-02-29T12:00:00Z", "2024-02-29t12:00:00.25+05:30", "2017-01-01T00:59:60+01:00"},
         {"2024-02-29", "2024-02-29 12:00:00Z", "2024-02-30T12:00:00Z", "2024-02-29T12:00:00", "T12:00:00Z",
          "2024-02-29T12:00:60Z"});
}

TEST(Format, Duration) {
  expect(Format::kDuration, {"P1Y", "P1Y2M3DT4H5M6S", "PT1H", "PT5M6S", "P3W", "P1DT0S", "P0D"},
         {"", "P", "PT", "P1DT", "1D", "P1", "P1Y3D", "PT1H6S", "P1W2D", "P3DT1W", "P1.5D", "P1H", "PT1Y", "p1d",
          "P-1D", "P1M1Y", "P\u0661D"});
}

TEST(Format, Email) {
  expect(
      Format::kEmail,
      {"a@b", "first.last+tag@mail.example", R"("a b\"c"@example.org)", R"("a@b"@example.org)", "a@[192.0.2.1]",
       "a@[IPv6:2001:db8::1]", "a@[ipv6:::]", std::string(64, 'a') + "@example.org"},
      {"", "a", "@b", "a@", "a@b@c", ".a@b", "a.@b", "a..b@c", "a b@c", R"("a"b"@c)", R"("a@c)", "a@-b", "a@b_c",
       "a@[192.0.2]", "a@[2001:db8::1]", "a@[", "a@b\n", "\u00FC@example.org", std::string(65, 'a') + "@example.org"});
  expect(Format::kIdnEmail, {"\u00FC@b\u00FCcher.example", "a@b", "\"\u00FC \"@b"},
         {"", "\u00FC", "@\u00FC", "a@\u2603.example", "\u00FC b@c"});
}

TEST(Format, Hostname) {
  const std::string label(63, 'a');
  expect(Format::kHostname,
         {"a", "example.com", "3com.example", "a-b", "a--b", "r3---x.example", "EXAMPLE.com", label,
          label + "." + label + "." + label + "." + label.substr(2), "xn--bcher-kva.example", "XN--bcher-KVA"},
         {"", ".", "a.", ".a", "a..b", "-a", "a-", "a_b", "a b", "b\u00FCcher", label + "a",
          label + "." + label + "." + label + "." + label.substr(1), "xn--", "xn--a", "xn--a-", "xn--\u00FC", "a\n"});
}

TEST(Format, IdnHostname) {
  expect(Format::kIdnHostname,
         {"example.com", "b\u00FCcher.example", "\u4F8B\u3048.\u30C6\u30B9\u30C8", "\u4F8B\u3002\u30C6\u30B9\u30C8",
          "xn--bcher-kva", "l\u00B7l", "\u05D0\u05D1.com", "\u0627\u0628\u0661", "\u0915\u094D\u200D\u0937"},
         {"", "\u3002", "\u00FC\u3002", "-\u00FC", "\u00FC-", "a\u2603", "\u0301a", "\u00FCb--c", "l\u00B7", "\u05D0a",
          "a\u200Db", "\u0627\u0661\u06F1", "1.\u05D0", "a\u0020\u00FC", "\u0640\u0627", "\xC3",
          "\u00FC" + std::string(60, 'a')});
}

TEST(Format, Addresses) {
  expect(Format::kIpv4, {"0.0.0.0", "255.255.255.255", "10.9.99.100"},
         {"", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4 ", "1..3.4", "0x1.2.3.4", "1.2.3.\u0664"});
  expect(Format::kIpv6,
         {"::", "::1", "1::", "1:2:3:4:5:6:7:8", "1::8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "::192.0.2.1",
          "1:2:3:4:5:6:192.0.2.1", "ABCD:ef01::"},
         {"", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "::g",
          "1:2:3:4:5:6:7:", ":2:3:4:5:6:7:8", "192.0.2.1::", "1:2:3:4:5:6:7:192.0.2.1", "::192.0.2.256", "::1%eth0",
          "[::1]", "1:2:3:4::5:6:7:8", "1::\u0662"});
}

TEST(Format, Uri) {
  const Texts both = {"http://example.org",     "http://u:p@h:80/a/b?c=d#e", "mailto:a@b.example", "urn:a:b",
                      "http://[2001:db8::1]:8", "http://[v7.a:b]/",          "file:///etc",        "a:",
                      "http://h/%20",           "http://h/a?b/c?d#e/f?g",    "http://h:/",         "s+1.-:x"};
  const Texts references = {"", "a", "/a", "//h/a", "?q", "#f", "./a:b", "../a", "a/b:c"};
  const Texts neither = {"a b",  "http://h/%2",  "http://h/%zz", "http://h/a#b#c", "http://[::1",  "http://[1::2::3]/",
                         "a\\b", "http://h:8a/", "http://a@b@c", "1a:b",           "http://h/[a]", "\xFF",
                         "{a}",  ":a",           "http://[v.a]", "http://[vg.a]",  "a\n",          "http://[::1]a"};
  expect(Format::kUri, both, neither);
  expect(Format::kUri, {}, references);
  expect(Format::kUriReference, both, neither);
  expect(Format::kUriReference, references, {"http://h/\u00FC", "\u00FC"});
  expect(Format::kIri, both, neither);
  expect(Format::kIri, {"http://b\u00FCcher.example/\u00FC?\u00FC#\u00FC", "a:b?\uE000", "a:\U00010300"},
         {"\u00FC", "a:\uE000", "a:b#\uE000", "a:\uFFFE", "a:\u0085", "\u00FC:a"});
  expect(Format::kIri, {}, references);
  expect(Format::kIriReference, both, neither);
  expect(Format::kIriReference, references, {});
  expect(Format::kIriReference, {"\u00FC", "//\u00FC/"}, {"\u00FC:a", "\uE000"});
}

TEST(Format, UriTemplate) {
  expect(Format::kUriTemplate, {"", "http://h/{a}", "{+a,b*,c:12}", "{?x.y,%41_1}", "a\u00FC%20'", "{a}{b}", "{&a}"},
         {"{",    "}",   "{}",   "{a",    "a}", "{a b}", "{a:}", "{a:0}", "{a:12345}", "{a*:1}",
          "{a.}", "{.}", "{a,}", "{{a}}", "%2", "a b",   "a|b",  "{%4}",  "\x7F",      "{\u00FC}"});
}

TEST(Format, Uuid) {
  expect(Format::kUuid, {"00000000-0000-0000-0000-000000000000", "AbCdEf01-2345-6789-abcd-ef0123456789"},
         {"", "AbCdEf01-2345-6789-abcd-ef012345678", "AbCdEf01-2345-6789-abcd-ef012345678g",
          "AbCdEf0123456789abcdef0123456789", "{bCdEf01-2345-6789-abcd-ef012345678}",
          "AbCdEf01-2345-6789-abcd+ef0123456789"});
}

TEST(Format, JsonPointers) {
  expect(Format::kJsonPointer, {"", "/", "/a/0", "/~0~1", "//", "/\u00FC ", std::string("/a\0b", 4)},
         {"a", "#/a", "/~", "/~2", "/a~", "~0"});
  expect(Format::kRelativeJsonPointer, {"0", "10", "0#", "1/a/b", "2/", "0/~1"},
         {"", "#", "/a", "01", "-1", "+1", "0##", "0#/a", "1a", "0/~", "\u0661"});
}

TEST(Format, RegexIsAnsweredElsewhere) { EXPECT_TRUE(matches_format(Format::kRegex, "(")); }

TEST(Punycode, GoesBothWays) {
  const std::pair<std::u32string, std::string> pairs[] = {
      {U"b\u00FCcher", "bcher-kva"},
      {U"\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587", "ihqwcrb4cv8a8dqg056pqjye"},  // RFC 3492, 7.1 (B)
      {U"Pref-\u00FC", "Pref--ova"},
      {U"\U0010FFFF", "dn32g"},
      {U"abc", "abc-"},
  };
  for (const auto& [characters, code] : pairs) {
    EXPECT_EQ(encode_punycode(characters), code);
    EXPECT_EQ(decode_punycode(code), characters) << code;
  }
  for (const char* wrong : {"99999999", "zzzzzzzzzzzzzzzzzzzzzzzz", "a-\xC3", "a_b"}) {
    EXPECT_EQ(decode_punycode(wrong), std::nullopt) << wrong;
  }
}

// Work that grew faster than the text would not end within the time that a test may take.
TEST(Format, TakesLinearTime) {
  constexpr std::size_t kLength = 1 << 17;
  for (const std::string_view piece :
       {"a", "1", ".", ":", "a.", "%41", "{a}", "~0", "/", "\\\"", "P1", "@", "\u4E00", "xn--a."}) {
    std::string text;
    while (text.size() < kLength) text += piece;
    for (const std::string& start : Texts{"", "\"", "http://", "a@", "P", "0/", "{", "["}) {
      for (std::uint8_t index = 0; index <= static_cast<std::uint8_t>(Format::kUuid); ++index) {
        matches_format(static_cast<Format>(index), start + text);
      }
    }
  }
}

}  // namespace
}  // namespace acode::schema::detail
