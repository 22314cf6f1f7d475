// RT-2: what the model is told.
#include "acode/retry/feedback.h"

#include <gtest/gtest.h>

#include <string>

#include "retry/rejected.h"

namespace acode::retry {
namespace {

using test::call_with;
using test::read_file;
using test::unrepaired;

TEST(Feedback, RT2_AWrongValueIsNamedWithItsFieldAndTheSchemaOfThatFieldOnly) {
  EXPECT_EQ(feedback(call_with(R"({"path": "a.txt", "lines": "many"})"), &read_file()),
            "Your call of read_file cannot be used: its arguments do not fit the schema.\n"
            "lines: expected integer, got string \"many\"\n"
            "You sent:\n"
            "{\"path\":\"a.txt\",\"lines\":\"many\"}\n"
            "What is wanted:\n"
            "lines: {\"type\":\"integer\"}\n"
            "Answer with only the corrected JSON object of the arguments of read_file.");
}

TEST(Feedback, RT2_BrokenJsonIsShownWithACaretAndTheWholeSchema) {
  const std::string text = feedback(unrepaired("{\"path\": \"ä.txt\",}"), &read_file());
  EXPECT_NE(text.find("at line 1, column 19:\n{\"path\": \"ä.txt\",}\n                 ^\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("\"required\":[\"path\"]"), std::string::npos) << text;
  EXPECT_NE(text.find("For example: {\"path\":\"text\"}"), std::string::npos) << text;
}

TEST(Feedback, RT2_WhatWasCutOffIsAskedForShorter) {
  const std::string text = feedback(call_with(R"({"path": "a/b)"), &read_file());
  EXPECT_NE(text.find("Give something shorter, or split it into several calls."), std::string::npos) << text;
}

TEST(Feedback, AtMostThreeErrorsAndTheRestCounted) {
  const std::string text = feedback(call_with(R"({"path": 1, "lines": "x", "a": 1, "b": 2, "c": 3})"), &read_file());
  EXPECT_NE(text.find("\nand 2 more\n"), std::string::npos) << text;
}

TEST(Feedback, ANestedFieldIsShownInThePropertyItLiesIn) {
  const std::string text = feedback(call_with(R"({"path": "a", "how": {"mode": "hex"}})"), &read_file());
  EXPECT_NE(text.find("how: {\"type\":\"object\""), std::string::npos) << text;
}

TEST(Feedback, LongTextsAreCutAroundTheError) {
  const std::string text = feedback(unrepaired("{\"path\": \"" + std::string(100'000, 'x') + "\",}"), &read_file());
  EXPECT_LT(text.size(), 4000U);
  EXPECT_NE(text.find("x\",}\n"), std::string::npos) << text;
}

TEST(Feedback, WithoutANameTheWholeCallIsAskedFor) {
  const std::string text = feedback(call_with(R"({"path": "a"})", {}, " "), nullptr);
  EXPECT_NE(text.find("with the name of a tool that there is"), std::string::npos) << text;
}

TEST(Feedback, RT2_AUsersTemplateIsFilledInAndOtherBracesAreKept) {
  EXPECT_EQ(
      feedback(call_with(R"({"path": 5})"), &read_file(), "{tool_name}|{error_type}|{error_position}|{\"a\": {}}|{x}"),
      "read_file|its arguments do not fit the schema||{\"a\": {}}|{x}");
}

TEST(Feedback, WordsThatAreNoneAreFound) {
  EXPECT_EQ(unknown_words("{tool_nam} {tool_name} {\"a\": 1} {x}"), (std::vector<std::string>{"tool_nam", "x"}));
  EXPECT_TRUE(unknown_words(default_template()).empty());
}

TEST(Feedback, WhatWasSentIsNeverReadAsATemplate) {
  const std::string text = feedback(call_with(R"({"path": 5, "lines": "{tool_name}"})"), &read_file());
  EXPECT_NE(text.find("\"lines\":\"{tool_name}\""), std::string::npos) << text;
}

}  // namespace
}  // namespace acode::retry
