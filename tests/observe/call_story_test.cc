// From what happened to what is kept: figures, texts without values, and where the edits are.
#include "observe/call_story.h"

#include <gtest/gtest.h>

#include <array>

#include "acode/retry/ladder.h"
#include "observe/stories.h"

namespace acode::observe {
namespace {

using std::chrono::nanoseconds;
using test::call_in;
using test::result_of;
using test::story_with;
using Strings = std::vector<std::string>;

TEST(MakeEvent, OfACallThatIsRight) {
  const CallEvent event = make_event(story_with(R"({"path": "a.txt", "lines": 3})"));
  EXPECT_EQ(event.provider, "ollama");
  EXPECT_EQ(event.model, "qwen3:8b");
  EXPECT_EQ(event.correlation_id, "corr-1");
  EXPECT_EQ(event.tool_name, "read_file");
  EXPECT_EQ(event.tool_call_id, "c1");
  EXPECT_EQ(event.outcome, Outcome::kSuccess);
  EXPECT_FALSE(event.coerced);
  ASSERT_EQ(event.attempts.size(), 1U);
  EXPECT_EQ(event.attempts[0].number, 1U);
  EXPECT_EQ(event.attempts[0].rung, "first");
  EXPECT_EQ(event.attempts[0].original, R"({"path": "*****", "lines": *})");
  EXPECT_EQ(event.attempts[0].repaired, "");
  EXPECT_GT(event.parse_time.count(), 0);
  EXPECT_EQ(event.repair_time.count(), 0);
}

TEST(MakeEvent, OfARepairedCall) {
  const CallEvent event = make_event(story_with(R"({path: 'a.txt',})"));
  EXPECT_EQ(event.outcome, Outcome::kRepaired);
  EXPECT_EQ(event.repairs,
            (std::vector<RepairCount>{{"unquoted_key", 2}, {"single_quotes", 2}, {"trailing_comma", 1}}));
  EXPECT_GT(event.repair_time.count(), 0);
  const Attempt& attempt = event.attempts.at(0);
  EXPECT_EQ(attempt.original, R"({path: '*****',})");
  EXPECT_EQ(attempt.repaired, R"({"path": "*****"})");
  ASSERT_EQ(attempt.edits.size(), 5U);
  EXPECT_EQ(attempt.edits[2], (EditNote{"single_quotes", 7, 1, 1, "\""}));
  EXPECT_EQ(attempt.edits[4], (EditNote{"trailing_comma", 14, 1, 0, ""}));
}

TEST(MakeEvent, OfACoercedCall) {
  const CallEvent event = make_event(story_with(R"({"path": "a.txt", "lines": "42"})"));
  EXPECT_EQ(event.outcome, Outcome::kSuccess);
  EXPECT_TRUE(event.coerced);
  ASSERT_EQ(event.coercions.size(), 1U);
  EXPECT_TRUE(event.coercions[0].starts_with("lines ")) << event.coercions[0];
}

// OB-3: validation messages name fields, not values.
TEST(MakeEvent, OfACallThatDoesNotFit) {
  const CallEvent event =
      make_event(story_with(R"({"lines": "many", "mode": "hidden", "how": {"deep": "zzz"}, "other": 1})"));
  EXPECT_EQ(event.outcome, Outcome::kFailed);
  EXPECT_EQ(event.error_code, "ACODE-TLP-004");
  EXPECT_EQ(event.validation_errors,
            (Strings{"lines type", "mode enum", "how.deep pattern", "other additionalProperties", "path required"}));
  EXPECT_EQ(event.attempts.at(0).error_code, "ACODE-TLP-004");
  EXPECT_EQ(event.attempts.at(0).error_message,
            "lines: expected integer, got string; mode: expected one of \"text\", \"binary\", got string; "
            "how.deep: expected a match of the pattern \"^a\", got string; "
            "other: expected one of the properties path, lines, mode, how, got property; "
            "path: expected string, but it is missing");
}

TEST(MakeEvent, OfATextThatIsNotJson) {
  pipeline::PipelineOptions options;
  options.repair = false;
  const CallEvent event = make_event(story_with(R"({"path": "a.txt" "lines": 2})", {}, options));
  EXPECT_EQ(event.outcome, Outcome::kFailed);
  EXPECT_EQ(event.error_code, "ACODE-TLP-002");
  EXPECT_EQ(event.error_position, 17U);
  EXPECT_EQ(event.attempts.at(0).error_message,
            "the arguments are not valid JSON, or no object: expected ',' or '}' after a member at offset 17");
  EXPECT_EQ(event.attempts.at(0).original, R"({"path": "*****" "*****": *})");
}

TEST(MakeEvent, OfAnObjectThatIsNone) {
  EXPECT_EQ(make_event(story_with(R"("hidden")")).attempts.at(0).error_message,
            "the arguments are not valid JSON, or no object: expected an object at offset 0");
}

TEST(MakeEvent, OfACallThatWasCutOff) {
  const CallEvent event = make_event(story_with(R"({"path": "hid)"));
  EXPECT_TRUE(event.truncated);
  EXPECT_EQ(event.error_code, "ACODE-TLP-011");
  EXPECT_EQ(event.attempts.at(0).repaired, R"({"path": "***"})");
}

TEST(MakeEvent, OfRetriesThatHelped) {
  CallStory story = story_with(R"({"path": "b.txt"})");
  story.earlier.push_back({kFirst, call_in(result_of(R"({"path": 3})"))});
  story.rung = retry::rung_name(retry::Rung::kReemit);
  story.retries = 1;
  story.retry_time = std::chrono::milliseconds(150);
  const CallEvent event = make_event(story);
  EXPECT_EQ(event.outcome, Outcome::kRetried);
  EXPECT_EQ(event.retry_count, 1U);
  EXPECT_EQ(event.retry_time, std::chrono::milliseconds(150));
  ASSERT_EQ(event.attempts.size(), 2U);
  EXPECT_EQ(event.attempts[0].error_code, "ACODE-TLP-004");
  EXPECT_EQ(event.attempts[1].number, 2U);
  EXPECT_EQ(event.attempts[1].rung, "reemit");
  EXPECT_EQ(event.attempts[1].error_code, "");
}

TEST(MakeEvent, OfRetriesInVain) {
  const pipeline::ToolCall bad = call_in(result_of(R"({"path": 3})"));
  retry::Ladder ladder(bad, test::tools().find("read_file"), {});
  while (ladder.next(0.5)) ladder.failed(bad, test::tools().find("read_file"));
  CallStory story = story_with(R"({})");
  story.call = ladder.exhausted();
  story.retries = ladder.retries();
  const CallEvent event = make_event(story);
  EXPECT_EQ(event.outcome, Outcome::kFailed);
  EXPECT_EQ(event.error_code, "ACODE-TLP-006");
  EXPECT_EQ(event.retry_count, 3U);
  EXPECT_EQ(event.validation_errors, (Strings{"path type"}));
}

TEST(MakeEvent, OfACallInText) {
  const pipeline::ParseResult result =
      pipeline::Pipeline(&test::tools())
          .process("<tool_call>{\"name\": \"read_file\", \"arguments\": {\"path\": 'hidden',}}</tool_call>");
  ASSERT_EQ(result.calls.size(), 1U);
  const CallEvent event =
      make_event(story_of(std::make_shared<const Origin>(), result, pipeline::ToolCall(result.calls[0])));
  EXPECT_EQ(event.outcome, Outcome::kRepaired);
  EXPECT_EQ(event.attempts.at(0).original.size(), result.calls[0].raw_arguments.size());
  EXPECT_NE(event.attempts.at(0).original.find("\"path\": '******',"), std::string::npos) << event.attempts[0].original;
  EXPECT_NE(event.attempts.at(0).repaired.find("\"path\": \"******\""), std::string::npos)
      << event.attempts[0].repaired;
}

TEST(MakeEvent, ValuesAreKeptWhenAllowedButSecretsAreNot) {
  const Origin origin{"ollama", "m", true, {"inuse-key"}};
  const CallEvent event = make_event(
      story_with(R"({"path": "a.txt", "password": "hunter2", "deep": "inuse-key", "lines": "many",})", origin));
  const Attempt& attempt = event.attempts.at(0);
  EXPECT_EQ(attempt.original, R"({"path": "a.txt", "password": "*******", "deep": "*********", "lines": "many",})");
  EXPECT_EQ(attempt.repaired, R"({"path": "a.txt", "password": "*******", "deep": "*********", "lines": "many"})");
  EXPECT_NE(attempt.error_message.find("many"), std::string::npos);
}

TEST(MakeEvent, ANameThatIsNoNameIsMasked) {
  const pipeline::ParseResult result = result_of("{}", {}, "read_file {\"path\": \"hidden\"}");
  const CallEvent event = make_event(story_of(nullptr, result, call_in(result)));
  EXPECT_EQ(event.error_code, "ACODE-TLP-005");
  EXPECT_EQ(event.tool_name, "********* {\"path\": \"******\"}");
  EXPECT_EQ(event.attempts.at(0).error_message, "there is no such tool");
}

TEST(MakeEvent, LongTextsAreCut) {
  const CallEvent event = make_event(story_with("{\"path\": \"" + std::string(200'000, 'x') + "\",}"));
  EXPECT_EQ(event.outcome, Outcome::kRepaired);
  EXPECT_LT(event.attempts.at(0).original.size(), 70'000U);
}

// What is handed over of a call that was right makes the same event, but for what is cut.
CallEvent brief_event(const pipeline::ParseResult& result) {
  alignas(BriefStory) std::array<char, kLargestBriefStory> room;
  room.fill('x');  // from the last time
  EXPECT_TRUE(is_brief(result, result.calls.at(0)));
  const std::size_t size = tell_briefly(room.data(), result, result.calls.at(0));
  const BriefStory& brief = BriefStory::at(room.data());
  EXPECT_EQ(size, brief.size());
  EXPECT_LE(size, room.size());
  const Origin origin{"ollama", "m"};
  return make_event(brief, &origin, WallTime(std::chrono::milliseconds(7)));
}

TEST(BriefStory, MakesTheSameEvent) {
  pipeline::ParseResult result = result_of(R"({"path": "hidden", "how": {"deep": "a:b"}})");
  result.usage.output = 7;
  CallEvent whole = make_event(
      story_of(std::make_shared<const Origin>(Origin{"ollama", "m"}), result, pipeline::ToolCall(result.calls.at(0))));
  const CallEvent brief = brief_event(result);
  EXPECT_EQ(brief.time, WallTime(std::chrono::milliseconds(7))) << "when it was heard";
  whole.time = brief.time;
  whole.parse_time = brief.parse_time;  // rounded elsewhere
  EXPECT_EQ(brief, whole);
  EXPECT_EQ(brief.attempts.at(0).original, R"({"path": "******", "how": {"deep": "***"}})");
  EXPECT_FALSE(is_brief(result, call_in(result_of(R"({"path": 'x'})"))));
}

TEST(BriefStory, KeepsTheBeginningOfALongText) {
  const std::string original =
      brief_event(result_of("{\"path\": \"" + std::string(2000, 'h') + "\"}")).attempts.at(0).original;
  EXPECT_EQ(original, "{\"path\": \"" + std::string(502, '*'));
}

TEST(BriefStory, TextsOfAnyLengthAreCopiedWhole) {
  pipeline::ParseResult result = result_of(R"({"path": "a"})");
  pipeline::ToolCall& call = result.calls.at(0);
  for (std::size_t length = 0; length <= BriefStory::kMostWords - call.name.size(); ++length) {
    call.id.clear();
    for (std::size_t i = 0; i < length; ++i) call.id += static_cast<char>('a' + i % 26);
    alignas(BriefStory) std::array<char, kLargestBriefStory> room;
    room.fill('.');
    tell_briefly(room.data(), result, call);
    EXPECT_EQ(std::string_view(BriefStory::at(room.data()).texts(), length + call.name.size()), call.id + call.name);
  }
}

TEST(BriefStory, EachCallGetsItsShareOfTheTime) {
  pipeline::ParseResult result = result_of(R"({"path": "a"})");
  result.times = {nanoseconds(10), nanoseconds(20), nanoseconds(30), nanoseconds(40), nanoseconds(0), nanoseconds(61)};
  EXPECT_EQ(brief_event(result).parse_time, nanoseconds(161));
  result.calls.push_back(result.calls[0]);
  EXPECT_EQ(brief_event(result).parse_time, nanoseconds(80));
}

TEST(BriefStory, LongNamesAreForAWholeStory) {
  pipeline::ParseResult result = result_of(R"({"path": "a"})");
  pipeline::ToolCall& call = result.calls.at(0);
  call.id = std::string(BriefStory::kMostWords - call.name.size(), 'i');
  EXPECT_EQ(brief_event(result).tool_name, "read_file");
  call.id += 'i';
  EXPECT_FALSE(is_brief(result, call));
}

TEST(BriefStory, InTextOnlyNamesOfArgumentsAreNames) {
  for (const std::size_t length : {std::size_t{3}, std::size_t{2000}}) {
    const pipeline::ParseResult result =
        pipeline::Pipeline(&test::tools())
            .process("<tool_call>\n<function=read_file>\n<parameter=path>\n{\"hidden\": 1, hidden: " +
                     std::string(length, 'x') + "}\n</parameter>\n</function>\n</tool_call>");
    ASSERT_EQ(result.calls.size(), 1U);
    const std::string original = brief_event(result).attempts.at(0).original;
    EXPECT_EQ(original.find("hidden"), std::string::npos) << original;
  }
}

// Tags are no part of what is kept, so a call between them cannot be read again, and its names are masked too.
TEST(BriefStory, NamesInTextAreReadInTheFormatOfEachCall) {
  const std::string call = R"({"name": "read_file", "arguments": {"path": "ab"}})";
  for (int round = 0; round < 2; ++round) {
    for (const bool tagged : {true, false}) {
      const pipeline::ParseResult result =
          pipeline::Pipeline(&test::tools()).process(tagged ? "<tool_call>" + call + "</tool_call>" : call);
      ASSERT_EQ(result.calls.size(), 1U);
      EXPECT_EQ(brief_event(result).attempts.at(0).original,
                tagged ? R"({"name": "*********", "arguments": {"****": "**"}})"
                       : R"({"name": "*********", "arguments": {"path": "**"}})");
    }
  }
}

TEST(StoryOf, EachCallGetsItsShareOfTheTime) {
  pipeline::ParseResult result = result_of(R"({"path": "a"})");
  result.calls.push_back(result.calls[0]);
  result.times = {nanoseconds(10), nanoseconds(20), nanoseconds(30), nanoseconds(40), nanoseconds(0), nanoseconds(60)};
  result.usage.input = 100;
  result.usage.output = 20;
  const CallStory right = story_of(nullptr, result, result.calls[0]);
  EXPECT_EQ(right.parse_time, nanoseconds(80));
  EXPECT_EQ(right.repair_time, nanoseconds(0));
  EXPECT_EQ(right.total_tokens, 120U);
  const CallStory repaired = story_of(nullptr, result, call_in(result_of(R"({"path": "a",})")));
  EXPECT_EQ(repaired.parse_time, nanoseconds(60));
  EXPECT_EQ(repaired.repair_time, nanoseconds(20));
}

}  // namespace
}  // namespace acode::observe
