// Every format, by its own example: it is recognised without being told, alone and in prose, however it is cut.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "acode/extract/extract.h"
#include "acode/schema/toolset.h"
#include "extract/format.h"

namespace acode::extract {
namespace {

const schema::Toolset& tools() {
  static const schema::Toolset set =
      schema::load_tools(R"([{"name": "get_weather", "description": "Tells the weather", "parameters":
          {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}])")
          .tools;
  return set;
}

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

void expect_the_call(const Extraction& extraction, const Format& format, std::string_view content) {
  ASSERT_EQ(extraction.calls.size(), 1U) << format.name << ": " << format.example;
  EXPECT_EQ(extraction.calls[0].name, "get_weather");
  EXPECT_EQ(without_spaces(extraction.calls[0].arguments), R"({"city":"Paris"})");
  if (format.reader != nullptr) {  // what is in a fence has a format of its own
    EXPECT_EQ(extraction.calls[0].format, format.name);
  }
  EXPECT_EQ(extraction.content, content) << format.name;
  EXPECT_EQ(extraction.reasoning, "") << format.name;
}

TEST(Formats, EachIsRecognisedTX4) {
  for (const Format& format : formats()) {
    expect_the_call(extract(format.example, {.tools = &tools()}), format, "");
    if (!format.openers.empty()) expect_the_call(extract(format.example), format, "");
    if (format.reader != nullptr) {
      expect_the_call(extract(format.example, {.tools = &tools(), .format = format.name}), format, "");
    }
    expect_the_call(extract("Let me look.\n" + std::string(format.example), {.tools = &tools()}), format,
                    "Let me look.\n");
  }
}

TEST(Formats, EachMayBeCutAnywhereST3) {
  for (const Format& format : formats()) {
    const std::string text = "So:\n" + std::string(format.example);
    for (std::size_t at = 0; at <= text.size(); ++at) {
      Extraction extraction;
      Extractor extractor({.tools = &tools()});
      for (const Event& event : extractor.feed(text.substr(0, at))) add(extraction, event);
      for (const Event& event : extractor.feed(text.substr(at))) add(extraction, event);
      for (const Event& event : extractor.finish()) add(extraction, event);
      expect_the_call(extraction, format, "So:\n");
    }
  }
}

TEST(Formats, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Format& format : formats()) {
    EXPECT_TRUE(names.insert(format.name).second) << format.name;
    EXPECT_FALSE(format.models.empty()) << format.name;
  }
}

}  // namespace
}  // namespace acode::extract
