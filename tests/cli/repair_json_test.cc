// `acode repair --json`: one JSON object for each input (CL-9, CL-10, RP-9).
#include <gtest/gtest.h>

#include "acode/json/reader.h"
#include "cli/program.h"

namespace acode {
namespace {

using test::Outcome;
using test::run_acode;
using test::TemporaryFolder;

std::string member_names(json::Value object) {
  std::string names;
  for (const json::Member member : object.members()) names += (names.empty() ? "" : " ") + std::string(member.name);
  return names;
}

TEST(RepairJson, RP9_TellsAllAboutARepair) {
  const Outcome outcome = run_acode({"repair", "--json"}, "[1,]");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  const auto row = json::parse(outcome.out);
  ASSERT_TRUE(row);
  EXPECT_EQ(member_names(row->root()), "file ok output value edits truncated attempted confidence");
  EXPECT_EQ(outcome.out.substr(0, outcome.out.rfind(':')),
            R"({"file":"-","ok":true,"output":"[1]","value":[1],"edits":[{"kind":"trailing_comma","offset":2,)"
            R"("removed":",","inserted":""}],"truncated":false,"attempted":true,"confidence")");
  const double confidence = row->root().find("confidence")->as_double();
  EXPECT_GT(confidence, 0);
  EXPECT_LE(confidence, 1);
}

TEST(RepairJson, RP1_ValidJsonHasNoEdits) {
  EXPECT_EQ(run_acode({"repair", "--json"}, " {\"a\": 1.50}\n").out,
            R"({"file":"-","ok":true,"output":" {\"a\": 1.50}\n","value":{"a":1.50},"edits":[],)"
            R"("truncated":false,"attempted":false,"confidence":1})"
            "\n");
}

TEST(RepairJson, ARefusalIsARowWithAnError) {
  const Outcome outcome = run_acode({"repair", "--json"}, "");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "") << "the row tells it";
  const auto row = json::parse(outcome.out);
  ASSERT_TRUE(row);
  EXPECT_EQ(member_names(row->root()), "file ok output edits truncated error attempted confidence");
  EXPECT_FALSE(row->root().find("ok")->as_bool());
  EXPECT_TRUE(row->root().find("output")->is_null());
  const json::Value error = *row->root().find("error");
  EXPECT_EQ(member_names(error), "code message position expected found");
  EXPECT_EQ(error.find("code")->as_string(), "ACODE-TLP-003");
  EXPECT_EQ(member_names(*error.find("position")), "offset line column");
}

TEST(RepairJson, AsManyRowsAsInputs) {
  const TemporaryFolder folder;
  const Outcome outcome = run_acode({"repair", "--json", folder.write("a", "[1]"), folder.file("none"),
                                     folder.write("big", std::string(30, ' ')), "--max-bytes=10"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.out,
            R"({"file":")" + folder.file("a") +
                R"(","ok":true,"output":"[1]","value":[1],"edits":[],"truncated":false,)"
                R"("attempted":false,"confidence":1})"
                "\n"
                R"({"file":")" +
                folder.file("none") +
                R"(","ok":false,"output":null,"edits":[],"truncated":false,"error":{"code":)"
                R"("ACODE-CLI-002","message":"there is no such file"},"attempted":false,"confidence":0})"
                "\n"
                R"({"file":")" +
                folder.file("big") +
                R"(","ok":false,"output":null,"edits":[],"truncated":false,"error":{"code":)"
                R"("ACODE-TLP-009","message":"the text has 30 bytes, the limit is 10; nothing was parsed",)"
                R"("position":{"offset":0,"line":1,"column":1},"expected":"at most 10 bytes",)"
                R"("found":"30 bytes"},"attempted":false,"confidence":0})"
                "\n");
  EXPECT_NE(outcome.err.find("ACODE-CLI-002"), std::string::npos);
}

TEST(RepairJson, WhatIsNotUtf8BecomesReplacementCharacters) {
  const Outcome outcome = run_acode({"repair", "--json"}, "[\"a\xff\",]");
  EXPECT_TRUE(json::parse(outcome.out)) << outcome.out;
}

}  // namespace
}  // namespace acode
