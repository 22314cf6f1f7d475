// Resolving URIs: the examples of RFC 3986, section 5.4, and the bases that schemas have.
#include "schema/uri.h"

#include <gtest/gtest.h>

#include <string>

namespace acode::schema::detail {
namespace {

struct Example {
  const char* reference;
  const char* target;
};

TEST(ResolveUri, FollowsTheNormalExamplesOfTheRfc) {
  const Example examples[] = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {"g;x", "http://a/b/c/g;x"},
      {"g;x?y#s", "http://a/b/c/g;x?y#s"},
      {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../", "http://a/"},
      {"../../g", "http://a/g"},
  };
  for (const Example& e : examples) EXPECT_EQ(resolve_uri("http://a/b/c/d;p?q", e.reference), e.target) << e.reference;
}

TEST(ResolveUri, FollowsTheAbnormalExamplesOfTheRfc) {
  const Example examples[] = {
      {"../../../g", "http://a/g"},
      {"../../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {".g", "http://a/b/c/.g"},
      {"g..", "http://a/b/c/g.."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"./g/.", "http://a/b/c/g/"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
      {"g;x=1/../y", "http://a/b/c/y"},
      {"g?y/./x", "http://a/b/c/g?y/./x"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"g#s/./x", "http://a/b/c/g#s/./x"},
      {"g#s/../x", "http://a/b/c/g#s/../x"},
      {"http:g", "http:g"},
  };
  for (const Example& e : examples) EXPECT_EQ(resolve_uri("http://a/b/c/d;p?q", e.reference), e.target) << e.reference;
}

TEST(ResolveUri, TakesAnyBase) {
  EXPECT_EQ(resolve_uri("", ""), "");
  EXPECT_EQ(resolve_uri("", "#/$defs/a"), "#/$defs/a");
  EXPECT_EQ(resolve_uri("", "tool.json"), "tool.json");
  EXPECT_EQ(resolve_uri("", "http://a/./b"), "http://a/b");
  EXPECT_EQ(resolve_uri("schemas/tool.json", "types.json#path"), "schemas/types.json#path");
  EXPECT_EQ(resolve_uri("schemas/tool.json", "../types.json"), "types.json");
  EXPECT_EQ(resolve_uri("/schemas/tool.json", "../../types.json"), "/types.json");
  EXPECT_EQ(resolve_uri("//host", "a"), "//host/a");
  EXPECT_EQ(resolve_uri("http://host", "a"), "http://host/a");
  EXPECT_EQ(resolve_uri("http://host?q", "#a"), "http://host?q#a");
  EXPECT_EQ(resolve_uri("file:///a/b", "c"), "file:///a/c");
}

TEST(ResolveUri, KeepsTheWayUpOfRelativePaths) {
  EXPECT_EQ(resolve_uri("", "../types.json"), "../types.json");
  EXPECT_EQ(resolve_uri("tool.json", "../types.json"), "../types.json");
  EXPECT_EQ(resolve_uri("../tool.json", "../a/../types.json"), "../../types.json");
  EXPECT_EQ(resolve_uri("http://host/x/y/z", resolve_uri("tool.json", "../types.json")), "http://host/x/types.json");
}

// What comes out means the same when it goes in again.
TEST(ResolveUri, IsNotMisreadTheSecondTime) {
  EXPECT_EQ(resolve_uri("", "./a:b"), "./a:b");
  EXPECT_EQ(resolve_uri("a/b", "../c:d"), "./c:d");
  EXPECT_EQ(resolve_uri("a", "b/.."), "./");
  EXPECT_EQ(resolve_uri("a", ".//b"), ".//b");
  EXPECT_EQ(resolve_uri("http:/a/b", "..//c"), "http:/.//c");
}

TEST(ResolveUri, ReadsBasesWithoutAHierarchyAsTheRfcDoes) {
  EXPECT_EQ(resolve_uri("urn:example:tool", "#a"), "urn:example:tool#a");
  EXPECT_EQ(resolve_uri("urn:example:tool#b", "#a"), "urn:example:tool#a");
  EXPECT_EQ(resolve_uri("urn:example:tool", ""), "urn:example:tool");
  EXPECT_EQ(resolve_uri("urn:example:tool", "other"), "urn:other");
  EXPECT_EQ(resolve_uri("urn:example:tool", "../other"), "urn:other");
  EXPECT_EQ(resolve_uri("urn:example:tool", "urn:example:other"), "urn:example:other");
}

TEST(ResolveUri, DropsEmptyFragments) {
  EXPECT_EQ(resolve_uri("http://a/b#", ""), "http://a/b");
  EXPECT_EQ(resolve_uri("http://a/b#c", ""), "http://a/b");
  EXPECT_EQ(resolve_uri("http://a/b", "#"), "http://a/b");
  EXPECT_EQ(resolve_uri("", "http://a/b#"), "http://a/b");
}

TEST(SplitUri, TellsAbsentFromEmpty) {
  const UriComponents full = split_uri("s://h:1/p?q#f");
  EXPECT_EQ(full.scheme, "s");
  EXPECT_EQ(full.authority, "h:1");
  EXPECT_EQ(full.path, "/p");
  EXPECT_EQ(full.query, "q");
  EXPECT_EQ(full.fragment, "f");
  const UriComponents empty = split_uri("//?#");
  EXPECT_EQ(empty.scheme, std::nullopt);
  EXPECT_EQ(empty.authority, "");
  EXPECT_EQ(empty.query, "");
  EXPECT_EQ(empty.fragment, "");
  EXPECT_EQ(split_uri("1:b").scheme, std::nullopt);
  EXPECT_EQ(split_uri("a/b:c").scheme, std::nullopt);
  EXPECT_EQ(split_uri("a?b#c?d").fragment, "c?d");
}

TEST(SplitFragment, CutsAtTheFirstHash) {
  EXPECT_EQ(split_fragment("a?b#/c#d").document, "a?b");
  EXPECT_EQ(split_fragment("a?b#/c#d").fragment, "/c#d");
  EXPECT_EQ(split_fragment("a#").document, "a");
  EXPECT_EQ(split_fragment("a#").fragment, "");
  EXPECT_EQ(split_fragment("a").document, "a");
  EXPECT_EQ(split_fragment("#b").document, "");
}

TEST(DecodePercent, LeavesWhatIsNoCode) {
  EXPECT_EQ(decode_percent("/a%20b%2Fc%2f"), "/a b/c/");
  EXPECT_EQ(decode_percent("%E2%82%AC"), "\xE2\x82\xAC");
  EXPECT_EQ(decode_percent("%2525"), "%25");
  EXPECT_EQ(decode_percent("100%, %zz, %4"), "100%, %zz, %4");
  EXPECT_EQ(decode_percent("%00"), std::string(1, '\0'));
}

TEST(ResolveUri, IsLinear) {
  std::string path = "http://a";
  for (int step = 0; step < 200000; ++step) path += "/b";
  for (int step = 0; step < 200000; ++step) path += "/..";
  EXPECT_EQ(resolve_uri("", path), "http://a/");
}

}  // namespace
}  // namespace acode::schema::detail
