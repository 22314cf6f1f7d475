// All of it with a secret in the arguments: no level of the log and no byte of the store shows it (OB-3).
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "acode/retry/ladder.h"
#include "cli/program.h"
#include "observe/call_log.h"
#include "observe/event_reader.h"
#include "observe/event_store.h"
#include "observe/stories.h"

namespace acode::observe {
namespace {

using acode::test::contains;
using acode::test::MemoryFile;
using acode::test::TemporaryFolder;

constexpr std::string_view kSecret = "Zq7Xw9";

/// Texts of arguments with the secret as value: right, broken in many ways, of the wrong type, cut off.
std::vector<std::string> texts() {
  std::vector<std::string> texts = {
      R"({"path": "@"})",
      R"({path: '@',})",
      R"({"path": "@)",
      R"({"path": @})",
      R"({"path": "He said "@" to me"})",
      R"({"path": ["@"]})",
      R"({"path": {"deep": "@"}})",
      R"({"path": "x", "lines": "@"})",
      R"({"path": "x", "mode": "@"})",
      R"({"path": "x", "how": {"deep": "@"}})",
      R"({"path": "x", "how": "@"})",
      R"("@")",
      R"(["@"])",
      R"("{\"path\": \"@\"}")",
      R"("{\"path\": \"@\", \"lines\": \"@\"")",
      R"(@)",
      R"({"path": "x" "lines" "@"})",
      R"({"path": "\@"})",
      R"({"path": "x"} @)",
      "```json\n{\"path\": \"@\",}\n```",
      R"({"path": "x", "lines": {"@": 1}, "mode": "@"]})",
  };
  for (std::string& text : texts) {
    // A name is shown; as one it must be none that we look for.
    if (const auto name = text.find("\"@\":"); name != std::string::npos) text.replace(name, 3, "\"name\"");
    for (auto at = text.find('@'); at != std::string::npos; at = text.find('@')) text.replace(at, 1, kSecret);
  }
  return texts;
}

std::vector<pipeline::PipelineOptions> settings() {
  std::vector<pipeline::PipelineOptions> all(3);
  all[1].repair = false;
  all[2].truncated_calls = pipeline::TruncatedCalls::kAccept;
  all[2].coercion = coerce::Level::kAggressive;
  return all;
}

/// A call that was asked for again in vain.
CallStory exhausted(const CallStory& first) {
  CallStory story = first;
  retry::Ladder ladder(first.call, test::tools().find("read_file"), {});
  while (ladder.next(0.5)) {
    story.earlier.push_back({retry::rung_name(retry::Rung::kReask), ladder.call()});
    ladder.failed(first.call, test::tools().find("read_file"));
  }
  story.call = ladder.exhausted();
  story.retries = ladder.retries();
  return story;
}

std::vector<CallStory> stories() {
  std::vector<CallStory> all;
  for (const std::string& text : texts()) {
    for (const pipeline::PipelineOptions& options : settings()) {
      all.push_back(test::story_with(text, {"ollama", "m"}, options));
      if (!all.back().call.ok()) all.push_back(exhausted(all.back()));
    }
    for (const char* format : {"<tool_call>{\"name\": \"read_file\", \"arguments\": $}</tool_call>",
                               "TOOL_CALL:\n{\"tool\": \"read_file\", \"arguments\": $}"}) {
      std::string answer = format;
      answer.replace(answer.find('$'), 1, text);
      const pipeline::ParseResult result = pipeline::Pipeline(&test::tools()).process(answer);
      for (const auto* calls : {&result.calls, &result.rejected}) {
        for (const pipeline::ToolCall& call : *calls) all.push_back(story_of(nullptr, result, call));
      }
    }
  }
  return all;
}

std::string log_of(const std::vector<CallStory>& all, LogFormat format) {
  const MemoryFile file;
  Logger logger({.level = Level::kDebug, .format = format}, LogSink::descriptor(file.descriptor()));
  for (const CallStory& story : all) log_call(logger, make_event(story));
  return file.content();
}

TEST(NoValues, InTheLogAtAnyLevel) {
  const std::vector<CallStory> all = stories();
  ASSERT_GT(all.size(), 100U);
  for (const CallStory& story : all) {
    const std::string log = log_of({story}, LogFormat::kText);
    ASSERT_FALSE(contains(log, kSecret)) << story.call.raw_arguments << '\n' << log;
  }
  const std::string log = log_of(all, LogFormat::kJson);
  EXPECT_FALSE(contains(log, kSecret));
  // It is a log of calls all the same.
  for (const char* part :
       {"\"level\":\"debug\"", "\"level\":\"info\"", "\"level\":\"warn\"", "\"parse_result\":\"success\"",
        "\"parse_result\":\"repaired\"", "\"parse_result\":\"fail\"", "lines type"}) {
    EXPECT_TRUE(contains(log, part)) << part;
  }
}

TEST(NoValues, InTheStore) {
  const TemporaryFolder folder;
  const std::vector<CallStory> all = stories();
  {
    EventStore store({.file = folder.file("events.db")});
    for (const CallStory& story : all) store.record(CallStory(story));
    for (const std::string& text : texts()) {
      const pipeline::ParseResult result = test::result_of(text);
      store.record(nullptr, result, test::call_in(result));
    }
    store.flush();
    EXPECT_EQ(store.written(), all.size() + texts().size());
    for (const std::string& name : folder.names()) EXPECT_FALSE(contains(folder.read(name), kSecret)) << name;
  }
  for (const std::string& name : folder.names()) EXPECT_FALSE(contains(folder.read(name), kSecret)) << name;
  auto reader = EventReader::open(folder.file("events.db"));
  const CallStats stats = std::get<CallStats>(std::get<EventReader>(reader).stats({}));
  EXPECT_EQ(stats.counts.total, all.size() + texts().size());
  EXPECT_EQ(stats.counts.success + stats.counts.repaired + stats.counts.retried + stats.counts.failed,
            stats.counts.total);
}

TEST(NoValues, WhereTheyAreAllowedTheyAreThereButKnownSecretsAreNot) {
  for (const std::string& text : texts()) {
    const CallStory open = test::story_with(text, {"ollama", "m", true, {}});
    const CallStory guarded = test::story_with(text, {"ollama", "m", true, {std::string(kSecret)}});
    EXPECT_TRUE(contains(log_of({open}, LogFormat::kText), kSecret)) << text;
    EXPECT_FALSE(contains(log_of({guarded}, LogFormat::kText), kSecret)) << text;
  }
}

}  // namespace
}  // namespace acode::observe
