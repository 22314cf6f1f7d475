// Scripts: what they may say, and how errors in them are told.
#include "script/script.h"

#include <gtest/gtest.h>

#include <string>

namespace acode::script {
namespace {

std::string error_of(std::string_view text) {
  const Result<Script> script = read_script(text);
  return script.ok() ? "" : to_string(script.error());
}

TEST(Script, AListOrOneStepIsAScript) {
  EXPECT_EQ(read_script(R"([{"text": "a"}, {"text": "b"}])")->steps.size(), 2U);
  EXPECT_EQ(read_script(R"({"text": "a"})")->steps.at(0).answer.text, "a");
  EXPECT_EQ(read_script(R"({"steps": [{}], "then": "fail"})")->then, Script::Then::kFail);
}

TEST(Script, ArgumentsAreKeptAsTheyAreWritten) {
  const Result<Script> script =
      read_script(R"([{"calls": [{"name": "f", "arguments": "{\"a\": 1,}"}, {"name": "g", "arguments": {"b": 2}}]}])");
  ASSERT_TRUE(script.ok());
  EXPECT_EQ(script->steps[0].answer.calls[0].arguments, "{\"a\": 1,}");
  EXPECT_EQ(script->steps[0].answer.calls[1].arguments, "{\"b\":2}");
  EXPECT_EQ(script->steps[0].answer.finish, wire::FinishReason::kToolCalls);
}

TEST(Script, EverythingElseAStepCanSay) {
  const Step step =
      read_script(R"([{"status": 500, "body": {"error": "x"}, "headers": {"Retry-After": "1"}, "delay_ms": 5,
      "piece_bytes": 3, "piece_delay_ms": 7, "cut_after": 9, "reset": true, "index_zero": true}])")
          ->steps[0];
  EXPECT_EQ(step.status, 500);
  EXPECT_EQ(step.body, "{\"error\":\"x\"}");
  EXPECT_EQ(step.headers.at(0).second, "1");
  EXPECT_EQ(step.delay.count(), 5);
  EXPECT_EQ(step.piece_bytes, 3U);
  EXPECT_EQ(step.piece_delay.count(), 7);
  EXPECT_EQ(step.cut_after, 9U);
  EXPECT_TRUE(step.reset);
  EXPECT_TRUE(step.index_zero);
}

TEST(Script, ErrorsNameThePlaceAndWhatMayStandThere) {
  EXPECT_NE(error_of(R"([{"text": 5}])").find("at /steps/0/text"), std::string::npos) << error_of(R"([{"text": 5}])");
  EXPECT_NE(error_of(R"([{"txt": "a"}])").find("txt"), std::string::npos) << error_of(R"([{"txt": "a"}])");
  EXPECT_NE(error_of("[").find("ACODE-TLP-002"), std::string::npos);
  EXPECT_NE(error_of("[]"), "");
}

}  // namespace
}  // namespace acode::script
