// CF-3: one line changes, and nothing else.
#include "config/line_edit.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

namespace acode::config {
namespace {

constexpr const char* kMaxRetries = "model.providers.ollama.tool_call.max_retries";

std::string edited(std::string_view text, std::string_view key, std::string_view value) {
  auto result = with_setting(text, key, value, "c.yml");
  if (const auto* error = std::get_if<ConfigError>(&result)) return to_string(*error);
  return std::get<std::string>(result);
}

TEST(LineEdit, CF3_CommentsOrderAndSpacingStay) {
  const std::string before =
      "# mine\nmodel:\n  providers:\n\n    ollama:   # local\n      tool_call:\n        max_retries:   3   # patience\n"
      "        # why: …\n        coercion: safe\n\nlogging: {level: info}\n";
  std::string after = before;
  after.replace(after.find("   3   #"), 8, "   5   #");
  EXPECT_EQ(edited(before, kMaxRetries, "5"), after);
}

TEST(LineEdit, CF3_ASettingThatIsNotThereGoesToTheEndOfItsMap) {
  EXPECT_EQ(
      edited("model:\n  providers:\n    ollama:\n      tool_call:\n        coercion: off\n\n# end\nlogging:\n  level: "
             "info\n",
             kMaxRetries, "5"),
      "model:\n  providers:\n    ollama:\n      tool_call:\n        coercion: off\n        max_retries: 5\n\n# end\n"
      "logging:\n  level: info\n");
}

TEST(LineEdit, MapsOnTheWayAreMade) {
  EXPECT_EQ(edited("", kMaxRetries, "5"),
            "model:\n  providers:\n    ollama:\n      tool_call:\n        max_retries: 5\n");
  EXPECT_EQ(edited("# only a comment", "logging.level", "debug"), "# only a comment\nlogging:\n  level: debug\n");
  EXPECT_EQ(edited("model:\n   providers:\n", kMaxRetries, "5"),
            "model:\n   providers:\n     ollama:\n       tool_call:\n         max_retries: 5\n");
}

TEST(LineEdit, ValuesInQuotesAndInBraces) {
  EXPECT_EQ(edited("model:\n  default_provider: \"a # b\"  # c\n", "model.default_provider", "x"),
            "model:\n  default_provider: x  # c\n");
  EXPECT_EQ(edited("logging: {level: info, format: text}\n", "logging.level", "debug"),
            "logging: {level: debug, format: text}\n");
  EXPECT_EQ(edited("model:\n  default_provider: 'it''s'\n", "model.default_provider", "x"),
            "model:\n  default_provider: x\n");
}

TEST(LineEdit, AValueOfSeveralLinesIsReplacedAsAWhole) {
  const std::string key = "model.providers.ollama.tool_call.retry_prompt_template";
  EXPECT_EQ(
      edited("model:\n  providers:\n    ollama:\n      tool_call:\n        retry_prompt_template: |\n          one\n\n"
             "          two\n        max_retries: 3\n",
             key, "Again: {error_message}"),
      "model:\n  providers:\n    ollama:\n      tool_call:\n        retry_prompt_template: \"Again: {error_message}\"\n"
      "        max_retries: 3\n");
}

TEST(LineEdit, WhatYamlWouldReadOtherwiseIsQuoted) {
  EXPECT_EQ(edited("", "logging.file", "a: b # c"), "logging:\n  file: \"a: b # c\"\n");
  EXPECT_EQ(edited("", "logging.file", ""), "logging:\n  file: \"\"\n");
  EXPECT_EQ(edited("", "logging.file", "two\nlines"), "logging:\n  file: \"two\\nlines\"\n");
  EXPECT_EQ(edited("", "logging.file", "~"), "logging:\n  file: \"~\"\n");
}

TEST(LineEdit, CarriageReturnsAndAMissingLastNewlineAreKept) {
  EXPECT_EQ(edited("logging:\r\n  level: info\r\n", "logging.level", "debug"), "logging:\r\n  level: debug\r\n");
  EXPECT_EQ(edited("logging:\r\n  level: info\r\n", "logging.format", "json"),
            "logging:\r\n  level: info\r\n  format: json\r\n");
  EXPECT_EQ(edited("logging:\n  level: info", "logging.level", "debug"), "logging:\n  level: debug");
}

TEST(LineEdit, WhatCannotBeChangedAloneIsLeftToItsOwner) {
  const std::string said = edited("logging: {\n  format: text\n}\n", "logging.level", "debug");
  EXPECT_NE(said.find("ACODE-CFG-006"), std::string::npos) << said;
  EXPECT_NE(edited("a: &x {level: info}\nlogging: *x\n", "logging.level", "debug").find("ACODE-CFG-006"),
            std::string::npos);
  EXPECT_NE(edited("logging: [\n", "logging.level", "debug").find("ACODE-CFG-001"), std::string::npos);
}

TEST(LineEdit, OptionsTakeAnyJson) {
  EXPECT_EQ(edited("", "model.providers.ollama.options.temperature", "0.5"),
            "model:\n  providers:\n    ollama:\n      options:\n        temperature: 0.5\n");
  EXPECT_EQ(edited("", "model.providers.ollama.options.stop", R"(["a","b"])"),
            "model:\n  providers:\n    ollama:\n      options:\n        stop: [\"a\",\"b\"]\n");
}

}  // namespace
}  // namespace acode::config
