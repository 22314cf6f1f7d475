// Lines of the log: their formats, their levels, what cannot be forged, and sinks that fail.
#include "observe/log.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "acode/json/reader.h"
#include "cli/program.h"
#include "observe/fields.h"

namespace acode::observe {
namespace {

using acode::test::MemoryFile;
using acode::test::TemporaryFolder;

WallTime noon() { return WallTime(std::chrono::milliseconds(1'794'789'451'123)); }

Logger logger_to(const MemoryFile& file, LogOptions options = {}) {
  options.clock = noon;
  return {std::move(options), LogSink::descriptor(file.descriptor())};
}

std::string one_line(LogFormat format, std::string_view message, std::initializer_list<Field> fields) {
  const MemoryFile file;
  logger_to(file, {.format = format}).at(Level::kInfo, "retry", message, fields);
  return file.content();
}

TEST(Log, ALineForPeople) {
  EXPECT_EQ(one_line(LogFormat::kText, "asking again",
                     {{field::kCorrelationId, "7f3a"}, {field::kRetryCount, 2}, {"share", 0.25}, {"good", true}}),
            "2026-11-16T00:37:31.123Z [INFO] retry: asking again correlation_id=7f3a retry_count=2 share=0.25 "
            "good=true\n");
}

TEST(Log, ALineForMachines) {
  EXPECT_EQ(one_line(LogFormat::kJson, "asking again",
                     {{field::kCorrelationId, "7f3a"}, {field::kRetryCount, 2U}, {"share", 0.25}, {"good", false}}),
            R"({"time":"2026-11-16T00:37:31.123Z","level":"info","component":"retry","message":"asking again",)"
            R"("correlation_id":"7f3a","retry_count":2,"share":0.25,"good":false})"
            "\n");
}

TEST(Log, NoValueForgesALine) {
  const std::string evil =
      "x\n2026-11-16T00:37:31.123Z [ERROR] forged: \x1b[31m a=b \"q\" \xE2\x80\xA8 \xE2\x80\xAE \xFF";
  for (const LogFormat format : {LogFormat::kText, LogFormat::kJson}) {
    const std::string line = one_line(format, evil, {{"name", evil}, {evil, 1}});
    EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
    EXPECT_EQ(line.find('\x1b'), std::string::npos);
    EXPECT_EQ(line.find("\xE2\x80\xA8"), std::string::npos);
    EXPECT_EQ(line.find("\xE2\x80\xAE"), std::string::npos);
    EXPECT_EQ(line.find('\xFF'), std::string::npos);
  }
  EXPECT_TRUE(json::parse(one_line(LogFormat::kJson, evil, {{"name", evil}})).ok());
}

TEST(Log, AJsonLineGivesBackWhatWasPutIn) {
  const std::string text = "a \"quoted\" \\ \n line, é, 漢";
  const auto document = json::parse(one_line(LogFormat::kJson, "m", {{"name", text}}));
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->root().find("name")->as_string(), text);
}

TEST(Log, AValueWithSpacesIsQuotedInText) {
  EXPECT_TRUE(one_line(LogFormat::kText, "m", {{"a", "b c=d"}, {"e", ""}}).ends_with(" m a=\"b c=d\" e=\"\"\n"));
}

TEST(Log, LevelsForAllAndForOne) {
  const MemoryFile file;
  Logger logger = logger_to(file, {.level = Level::kWarn, .levels = {{"retry", Level::kDebug}, {"net", Level::kOff}}});
  logger.at(Level::kDebug, "retry", "1");
  logger.at(Level::kInfo, "tool_call", "2");
  logger.at(Level::kWarn, "tool_call", "3");
  logger.at(Level::kError, "net", "4");
  EXPECT_EQ(file.content(),
            "2026-11-16T00:37:31.123Z [DEBUG] retry: 1\n2026-11-16T00:37:31.123Z [WARN] tool_call: 3\n");
}

TEST(Log, OffLogsNothing) {
  const MemoryFile file;
  Logger logger = logger_to(file, {.level = Level::kOff});
  logger.at(Level::kError, "net", "1");
  logger.at(Level::kOff, "net", "2");
  EXPECT_EQ(file.content(), "");
}

TEST(Log, NamesReadBack) {
  for (const Level level : {Level::kDebug, Level::kInfo, Level::kWarn, Level::kError, Level::kOff}) {
    EXPECT_EQ(level_from_name(level_name(level)), level);
  }
  EXPECT_EQ(level_from_name("loud"), std::nullopt);
  EXPECT_EQ(log_format_from_name("json"), LogFormat::kJson);
  EXPECT_EQ(log_format_from_name("xml"), std::nullopt);
}

TEST(Log, TimesBeforeAndAfterTheEpoch) {
  std::string text;
  append_time(text, WallTime(std::chrono::milliseconds(-1)));
  append_time(text, WallTime(std::chrono::milliseconds(951'782'400'000)));
  EXPECT_EQ(text, "1969-12-31T23:59:59.999Z2000-02-29T00:00:00.000Z");
}

TEST(Log, LinesOfManyThreadsStayWhole) {
  const MemoryFile file;
  Logger logger = logger_to(file);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&logger] {
      for (int line = 0; line < 200; ++line) logger.at(Level::kInfo, "c", "message", {{"a", "0123456789"}});
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::string expected;
  for (int i = 0; i < 800; ++i) expected += "2026-11-16T00:37:31.123Z [INFO] c: message a=0123456789\n";
  EXPECT_TRUE(file.content() == expected);
}

TEST(LogSink, AFileIsAppendedToAndIsItsOwnersOnly) {
  const TemporaryFolder folder;
  LogSink::file(folder.file("a.log")).write("one\n");
  LogSink::file(folder.file("a.log")).write("two\n");
  EXPECT_EQ(folder.read("a.log"), "one\ntwo\n");
  EXPECT_EQ(std::filesystem::status(folder.file("a.log")).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST(LogSink, AFullDiskIsToldOnce) {
  const int full = ::open("/dev/full", O_WRONLY);
  if (full == -1) GTEST_SKIP() << "there is no /dev/full here";
  std::vector<std::string> told;
  LogSink sink = LogSink::descriptor(full, [&told](const std::string& what) { told.push_back(what); });
  sink.write("one\n");
  sink.write("two\n");
  ::close(full);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told[0].find("No space left"), std::string::npos);
}

TEST(LogSink, APipeThatNobodyReadsDoesNotEndTheProgram) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  ::close(ends[0]);
  int told = 0;
  LogSink sink = LogSink::descriptor(ends[1], [&told](const std::string&) { ++told; });
  sink.write("one\n");
  sink.write("two\n");
  ::close(ends[1]);
  EXPECT_EQ(told, 1);
}

TEST(LogSink, AFileThatCannotBeOpenedIsTriedAgain) {
  const TemporaryFolder folder;
  int told = 0;
  LogSink sink = LogSink::file(folder.file("later/a.log"), [&told](const std::string&) { ++told; });
  sink.write("lost\n");
  EXPECT_EQ(told, 1);
  std::filesystem::create_directory(folder.file("later"));
  sink.write("kept\n");
  EXPECT_EQ(folder.read("later/a.log"), "kept\n");
  EXPECT_EQ(told, 1);
}

}  // namespace
}  // namespace acode::observe
