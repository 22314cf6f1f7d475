// Tools that rows bring along: known again by their text, wherever that ends, and forgotten in time.
#include "cli/recent_tools.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "acode/json/reader.h"

namespace acode::cli {
namespace {

/// A list of one tool whose description tells it from others of the same name.
std::string list_of(std::string_view name, std::string_view description) {
  return R"([{"name": ")" + std::string(name) + R"(", "parameters": {"type": "object", "properties": {)" +
         R"("path": {"type": "string", "description": "a file"}}, "required": ["path"]}, "description": ")" +
         std::string(description) + "\"}]";
}

class RecentToolsTest : public testing::Test {
 protected:
  void add(const std::string& text) {
    recent_.add(maker_.make(text, json::parse(text, {.max_bytes = kMaxTextBytes})->root()));
  }

  ToolsMaker maker_{{}, {}};
  RecentTools recent_;
};

TEST_F(RecentToolsTest, AreFoundByTheirText) {
  const std::string text = list_of("read", "reads");
  EXPECT_EQ(recent_.find(text), nullptr);
  add(text);
  EXPECT_NE(recent_.find(text), nullptr);
}

TEST_F(RecentToolsTest, AreFoundWhereMoreFollows) {
  const std::string first = list_of("read", "reads");
  const std::string second = list_of("read", "reads more");
  add(first);
  add(second);
  for (const std::string& text : {first, second}) {
    const RecentTools::Known known = recent_.find_at(text + R"(, "kind": "text"})");
    EXPECT_EQ(known.length, text.size());
    EXPECT_EQ(known.made, recent_.find(text));
  }
  EXPECT_EQ(recent_.find_at(list_of("read", "reads less")).made, nullptr) << "they only begin alike";
  EXPECT_EQ(recent_.find_at(first.substr(0, first.size() - 1)).made, nullptr);
}

TEST_F(RecentToolsTest, ThoseNotUsedForLongestAreForgotten) {
  const std::string used = list_of("used", "d");
  const std::string unused = list_of("unused", "d");
  add(used);
  add(unused);
  for (int i = 0; i < 12; ++i) {
    EXPECT_NE(recent_.find(used), nullptr);
    add(list_of("other" + std::to_string(i), std::string(100000, 'x')));
  }
  EXPECT_NE(recent_.find(used), nullptr);
  EXPECT_EQ(recent_.find(unused), nullptr);
}

TEST_F(RecentToolsTest, ManyAreFound) {
  constexpr int kMany = 300;
  const auto text = [](int i) { return list_of("tool" + std::to_string(i), "d"); };
  for (int i = 0; i < kMany; ++i) {
    EXPECT_EQ(recent_.find(text(i)), nullptr) << i;
    add(text(i));
  }
  for (int i = 0; i < kMany; ++i) {
    const ToolsPipeline* const found = recent_.find(text(i));
    ASSERT_NE(found, nullptr) << i;
    EXPECT_EQ(found->text, text(i));
  }
}

// As many as begin alike may be there; to look for one more takes no longer for it.
TEST_F(RecentToolsTest, ManyThatBeginAlike) {
  const auto text = [](int i) { return list_of("tool", "the description number " + std::to_string(i)); };
  for (int i = 0; i < 100; ++i) add(text(i));
  EXPECT_NE(recent_.find(text(0)), nullptr);
  for (int i = 0; i < 101; ++i) {
    const ToolsPipeline* const found = recent_.find(text(i));
    EXPECT_TRUE(found == nullptr || found->text == text(i)) << i;
  }
}

TEST_F(RecentToolsTest, SE1_TheirTextsAreBounded) {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  const auto text = [](std::size_t i) { return list_of("tool" + std::to_string(i), std::string(i * 40000, 'x')); };
  for (std::size_t i = 0; i < 20; ++i) add(text(i));
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < 20; ++i) bytes += recent_.find(text(i)) == nullptr ? 0 : text(i).size();
  EXPECT_LE(bytes, kMost);
  EXPECT_NE(recent_.find(text(19)), nullptr) << "the last one";
  const std::string huge = list_of("huge", std::string(2 * kMost, 'x'));
  add(huge);
  EXPECT_NE(recent_.find(huge), nullptr) << "one alone is always kept";
  EXPECT_EQ(recent_.find(text(19)), nullptr);
}

TEST_F(RecentToolsTest, AreMadeOnceForAllThreads) {
  const std::string text = list_of("read", "reads");
  const Result<json::Document> definitions = json::parse(text);
  std::vector<std::shared_ptr<const ToolsPipeline>> made(4);
  {
    std::vector<std::jthread> threads;
    for (auto& one : made) threads.emplace_back([&] { one = maker_.make(text, definitions->root()); });
  }
  for (const auto& one : made) EXPECT_EQ(one, made[0]);
  EXPECT_NE(maker_.make(list_of("read", "reads more"), definitions->root()), made[0]);
}

}  // namespace
}  // namespace acode::cli
