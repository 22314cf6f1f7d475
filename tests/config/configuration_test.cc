// CF-1, CF-2: which value counts, where it comes from, and what is said of wrong ones.
#include "config/configuration.h"

#include <gtest/gtest.h>

#include <string>

namespace acode::config {
namespace {

constexpr const char* kMaxRetries = "model.providers.ollama.tool_call.max_retries";

Sources file(std::string text) {
  Sources sources;
  sources.file = ConfigFile{".agent/config.yml", std::move(text)};
  return sources;
}

Configuration loaded(const Sources& sources) {
  auto result = Configuration::load(sources);
  if (const auto* errors = std::get_if<ConfigErrors>(&result)) {
    ADD_FAILURE() << to_string(errors->front());
    return {};
  }
  return std::get<Configuration>(result);
}

std::string errors_of(const Sources& sources) {
  auto result = Configuration::load(sources);
  std::string all;
  if (const auto* errors = std::get_if<ConfigErrors>(&result)) {
    for (const ConfigError& error : *errors) all += to_string(error) + "\n";
  }
  return all;
}

TEST(Configuration, TheDefaultsOfTheContract) {
  const ProviderSettings ollama = Configuration().provider("ollama");
  EXPECT_EQ(ollama.base_url, "http://127.0.0.1:11434");
  EXPECT_EQ(ollama.dialect, ServerDialect::kOllama);
  const ToolCallSettings& calls = ollama.tool_call;
  EXPECT_EQ(calls.retry.max_retries, 3U);
  EXPECT_EQ(calls.retry.delay.count(), 100);
  EXPECT_TRUE(calls.pipeline.repair);
  EXPECT_EQ(calls.pipeline.repair_timeout.count(), 100);
  EXPECT_TRUE(calls.strict_validation);
  EXPECT_EQ(calls.pipeline.coercion, coerce::Level::kSafe);
  EXPECT_EQ(calls.pipeline.limits.max_depth, 64U);
  EXPECT_EQ(calls.pipeline.limits.max_bytes, 1048576U);
  EXPECT_EQ(calls.pipeline.truncated_calls, pipeline::TruncatedCalls::kRetry);
  EXPECT_EQ(calls.pipeline.repair_level, json::RepairLevel::kNormal);
  EXPECT_TRUE(calls.log_repair_details);
  EXPECT_FALSE(calls.log_argument_values);
  EXPECT_EQ(calls.pipeline.wire.max_calls, 10U);
}

TEST(Configuration, CF1_FileThenEnvironmentThenFlags) {
  Sources sources = file("model:\n  providers:\n    ollama:\n      tool_call:\n        max_retries: 4\n");
  Entry entry = loaded(sources).get(kMaxRetries);
  EXPECT_EQ(entry.value, "4");
  EXPECT_EQ(to_string(entry.origin), ".agent/config.yml:5");

  sources.environment = {{"ACODE_TOOL_CALL_MAX_RETRIES", "5"}};
  EXPECT_EQ(loaded(sources).get(kMaxRetries).value, "5");
  sources.environment.emplace_back("ACODE_OLLAMA_TOOL_CALL_MAX_RETRIES", "6");
  entry = loaded(sources).get(kMaxRetries);
  EXPECT_EQ(entry.value, "6") << "what names the provider counts more";
  EXPECT_EQ(to_string(entry.origin), "environment ACODE_OLLAMA_TOOL_CALL_MAX_RETRIES");

  sources.flags.push_back({"model.providers.*.tool_call.max_retries", "7", "--max-retries"});
  entry = loaded(sources).get(kMaxRetries);
  EXPECT_EQ(entry.value, "7");
  EXPECT_EQ(to_string(entry.origin), "flag --max-retries");
  EXPECT_EQ(to_string(Configuration().get(kMaxRetries).origin), "default");
}

TEST(Configuration, CF1_WhatOthersGoByCountsToo) {
  Sources sources;
  sources.environment = {{"OLLAMA_HOST", "0.0.0.0"}, {"OPENAI_BASE_URL", "http://10.0.0.1/v1"}};
  EXPECT_EQ(loaded(sources).provider("ollama").base_url, "http://127.0.0.1:11434");
  EXPECT_EQ(loaded(sources).provider("openai").base_url, "http://10.0.0.1/v1");
  sources.environment.emplace_back("ACODE_OLLAMA_BASE_URL", "http://10.0.0.2:1");
  EXPECT_EQ(loaded(sources).provider("ollama").base_url, "http://10.0.0.2:1");
}

TEST(Configuration, OllamaHostInAllItsSpellings) {
  EXPECT_EQ(ollama_address("box"), "http://box:11434");
  EXPECT_EQ(ollama_address("box:80"), "http://box:80");
  EXPECT_EQ(ollama_address("0.0.0.0:11500"), "http://127.0.0.1:11500");
  EXPECT_EQ(ollama_address("https://box/path"), "https://box/path");
  EXPECT_EQ(ollama_address("http://box"), "http://box:11434");
  EXPECT_EQ(ollama_address("[::1]"), "http://[::1]:11434");
  EXPECT_EQ(ollama_address("[::1]:5"), "http://[::1]:5");
}

TEST(Configuration, CF2_AnUnknownKeyIsToldWithItsPlaceAndWhatWasMeant) {
  EXPECT_EQ(
      errors_of(file("model:\n  providers:\n    ollama:\n      tool_call:\n        max_retrys: 4\n")),
      ".agent/config.yml:5:9: ACODE-CFG-002: model.providers.ollama.tool_call.max_retrys: there is no such setting; "
      "did you mean model.providers.ollama.tool_call.max_retries?\n");
}

TEST(Configuration, CF2_AWrongTypeAndAValueOutOfRangeAreToldWithWhatIsAllowed) {
  const std::string head = "model:\n  providers:\n    ollama:\n      tool_call:\n";
  const std::string key = "model.providers.ollama.tool_call.";
  EXPECT_EQ(errors_of(file(head + "        max_retries: many\n")),
            ".agent/config.yml:5:22: ACODE-CFG-003: " + key +
                "max_retries: \"many\" is not a whole number; allowed is a whole number from 1 to 10\n");
  EXPECT_EQ(errors_of(file(head + "        max_retries: 11\n")),
            ".agent/config.yml:5:22: ACODE-CFG-004: " + key +
                "max_retries: 11 is out of range; allowed is a whole number from 1 to 10\n");
  EXPECT_EQ(errors_of(file(head + "        max_retries: \"3\"\n")),
            ".agent/config.yml:5:22: ACODE-CFG-003: " + key +
                "max_retries: the text \"3\" cannot stand here; allowed is a whole number from 1 to 10\n");
  EXPECT_EQ(errors_of(file(head + "        coercion: loose\n")),
            ".agent/config.yml:5:19: ACODE-CFG-004: " + key +
                "coercion: \"loose\" is not one of the choices; allowed is off, safe or aggressive\n");
  EXPECT_EQ(errors_of(file(head + "        enable_auto_repair: yes\n")),
            ".agent/config.yml:5:29: ACODE-CFG-003: " + key +
                "enable_auto_repair: \"yes\" is neither true nor false; allowed is true or false\n");
  EXPECT_EQ(errors_of(file(head + "        retry_prompt_template: Do {tool} again\n")),
            ".agent/config.yml:5:32: ACODE-CFG-004: " + key +
                "retry_prompt_template: {tool} is not a word of the template; allowed is {tool_name}, {error_type}, "
                "{error_message}, {error_position}, {malformed_json}, {schema_example}\n");
}

TEST(Configuration, CF2_EverythingThatIsWrongIsToldAtOnceAndNothingIsApplied) {
  Sources sources = file("logging:\n  level: loud\nmodel:\n  providers:\n    ollama:\n      tool_call: 5\n");
  sources.environment = {{"ACODE_TOOL_CALL_MAX_RETRIES", "0"}, {"ACODE_TOOL_CALL_MAX_RETRY", "1"}};
  const std::string errors = errors_of(sources);
  EXPECT_NE(errors.find(".agent/config.yml:2:10: ACODE-CFG-004: logging.level"), std::string::npos) << errors;
  EXPECT_NE(errors.find(".agent/config.yml:6:7: ACODE-CFG-003: model.providers.ollama.tool_call"), std::string::npos)
      << errors;
  EXPECT_NE(errors.find("environment ACODE_TOOL_CALL_MAX_RETRIES: ACODE-CFG-004"), std::string::npos) << errors;
  EXPECT_NE(errors.find("environment ACODE_TOOL_CALL_MAX_RETRY: ACODE-CFG-002"), std::string::npos) << errors;
}

TEST(Configuration, CF2_WhatIsNotYamlOrNotAMapIsAnErrorWithItsPlace) {
  EXPECT_NE(errors_of(file("model: [\n")).find(".agent/config.yml:2:"), std::string::npos)
      << errors_of(file("model: [\n"));
  EXPECT_NE(errors_of(file("- a\n")).find("ACODE-CFG-003"), std::string::npos);
  EXPECT_NE(errors_of(file("logging:\n  level: info\n  level: debug\n")).find("logging.level: it is set twice"),
            std::string::npos);
  EXPECT_EQ(errors_of(file("")), "");
  EXPECT_EQ(errors_of(file("# nothing\n")), "");
}

TEST(Configuration, SE1_AFewAliasesThatStandForBillionsEndAtOnce) {
  std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n";
  for (char c = 'b'; c < 'k'; ++c) {
    const std::string before(1, static_cast<char>(c - 1));
    bomb += std::string(1, c) + ": &" + c + " [*" + before;
    for (int i = 0; i < 8; ++i) bomb += ",*" + before;
    bomb += "]\n";
  }
  EXPECT_NE(errors_of(file(bomb)).find("ACODE-CFG-001"), std::string::npos);
}

TEST(Configuration, OptionsAreHandedOnAsTheyAre) {
  const Configuration configuration = loaded(
      file("model:\n  providers:\n    ollama:\n      options:\n        temperature: 0.2\n        stop: [\"a\", b]\n"
           "        format: {type: object, properties: {x: {type: integer}}}\n        tag: \"7\"\n"));
  const std::vector<std::pair<std::string, std::string>> wanted = {
      {"format", R"({"type":"object","properties":{"x":{"type":"integer"}}})"},
      {"stop", R"(["a","b"])"},
      {"tag", "\"7\""},
      {"temperature", "0.2"},
  };
  EXPECT_EQ(configuration.provider("ollama").options, wanted);
}

TEST(Configuration, AProviderOfAnyNameCanBeSet) {
  const Configuration configuration = loaded(
      file("model:\n  default_provider: local\n  providers:\n    local:\n      base_url: http://127.0.0.1:9/v1\n"));
  EXPECT_EQ(configuration.default_provider(), "local");
  EXPECT_EQ(configuration.provider("local").dialect, ServerDialect::kOpenAi);
  EXPECT_EQ(configuration.provider("local").base_url, "http://127.0.0.1:9/v1");
}

TEST(Configuration, ASecretHasNoPlaceInAnAddress) {
  const std::string errors = errors_of(file("model:\n  providers:\n    a:\n      base_url: http://me:secret@host/\n"));
  EXPECT_NE(errors.find("ACODE-CFG-004"), std::string::npos) << errors;
  EXPECT_EQ(errors.find("secret"), std::string::npos) << errors;
}

TEST(Configuration, KeysMayBeTypedShort) {
  EXPECT_EQ(full_key("max_retries", "ollama"), kMaxRetries);
  EXPECT_EQ(full_key("tool_call.max_retries", "ollama"), kMaxRetries);
  EXPECT_EQ(full_key(kMaxRetries, "openai"), kMaxRetries);
  EXPECT_EQ(full_key("buffer_size", "a"), "model.providers.a.tool_call.streaming.buffer_size");
  EXPECT_EQ(full_key("level", "a"), "logging.level");
  EXPECT_EQ(full_key("nonsense", "a"), std::nullopt);
}

}  // namespace
}  // namespace acode::config
