// Reading a text some of whose values are known: what is asked for, and what becomes of it.
#include "json/known_members.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "acode/json/writer.h"
#include "json/machine.h"

namespace acode::json::detail {
namespace {

/// Knows one member by a text that is no JSON, so that nobody can have read it.
class Odd final : public KnownMembers {
 public:
  std::size_t known_length(std::string_view name, std::string_view text) override {
    asked_.emplace_back(name);
    constexpr std::string_view kOdd = "[odd]]";
    return name == "a" && text.starts_with(kOdd) ? kOdd.size() : 0;
  }

  std::vector<std::string> asked_;
};

std::string read(std::string_view text) {
  Machine machine({});
  Odd odd;
  return machine.read(text, odd) ? write(machine.value()) : to_string(*machine.error());
}

TEST(KnownMembers, BecomeNullUnread) {
  EXPECT_EQ(read(R"({"x": 1, "a": [odd]], "y": [2]})"), R"({"x":1,"a":null,"y":[2]})");
  EXPECT_EQ(read(R"({"a":[odd]]})"), R"({"a":null})");
  EXPECT_EQ(read("{\"a\" :\n\t[odd]]\n}"), R"({"a":null})") << "whatever white space there is";
  EXPECT_EQ(read(R"({"\u0061": [odd]]})"), R"({"a":null})") << "however the name is written";
  EXPECT_EQ(read(R"({"a": [odd]], "a": 1, "a": [odd]]})"), R"({"a":null,"a":1,"a":null})");
}

TEST(KnownMembers, OthersAreRead) {
  EXPECT_EQ(read(R"({"a": [1], "b": "[odd]]"})"), R"({"a":[1],"b":"[odd]]"})");
  EXPECT_EQ(read("[1, [2]]"), "[1,[2]]");
  EXPECT_EQ(read("{}"), "{}");
}

TEST(KnownMembers, OnlyMembersOfTheOutermostObjectAreAskedFor) {
  Machine machine({});
  Odd odd;
  ASSERT_TRUE(machine.read(R"({"x": {"a": 1, "y": {"a": 2}}, "z": [{"a": 3}], "a": "\"a\": 4"})", odd));
  EXPECT_EQ(odd.asked_, (std::vector<std::string>{"x", "z", "a"}));
  ASSERT_TRUE(machine.read(R"([{"a": 1}])", odd));
  ASSERT_TRUE(machine.read(R"({"a": 1})"));
  EXPECT_EQ(odd.asked_.size(), 3U) << "nor those of a text that is read without asking";
}

TEST(KnownMembers, ErrorsBehindThemHaveTheirPlace) {
  EXPECT_EQ(read(R"({"a": [odd]] 1})"),
            "ACODE-TLP-002: expected ',' or '}' after a member, found '1' at offset 13 (line 1, column 14)");
  EXPECT_EQ(read(R"({"a": [odd]])"),
            "ACODE-TLP-002: missing closing brace: the text ends inside an object at offset 12 (line 1, column 13)");
  EXPECT_NE(read(R"({"b": [odd]]})").find("at offset 7"), std::string::npos);
}

}  // namespace
}  // namespace acode::json::detail
