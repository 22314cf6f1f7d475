// `acode config` (CL-4, CF): shown, changed, and respected at once.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cli/program.h"
#include "support/corpus.h"

namespace acode {
namespace {

using test::contains;
using test::Outcome;
using test::TemporaryFolder;

class Config : public testing::Test {
 protected:
  Outcome config(std::vector<std::string> words, std::vector<std::string> environment = {}) const {
    words.insert(words.begin(), "config");
    test::Setting setting;
    setting.directory = folder_.path();
    setting.environment = std::move(environment);
    setting.environment.push_back("XDG_CONFIG_HOME=" + folder_.file("user"));
    return run_acode(words, setting);
  }

  [[nodiscard]] std::string text() const { return test::read_file(folder_.file(".agent/config.yml")); }

  void write(std::string_view text) const {
    std::filesystem::create_directories(folder_.file(".agent"));
    folder_.write(".agent/config.yml", text);
  }

  TemporaryFolder folder_;
};

TEST_F(Config, CL4_ShowPrintsTheBlockOfTheDefaults) {
  const Outcome outcome = config({"show"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(
      outcome.out.starts_with("Tool Call Parsing Configuration:\n"
                              "  max_retries:        3\n"
                              "  retry_delay_ms:     100\n"
                              "  enable_auto_repair: true\n"
                              "  repair_timeout_ms:  100\n"
                              "  strict_validation:  true\n"
                              "  coercion:           safe\n"
                              "  max_nesting_depth:  64\n"
                              "  max_argument_size:  1048576\n"
                              "  truncated_calls:    retry\n"
                              "  repair_level:       normal\n"))
      << outcome.out;
}

TEST_F(Config, OB3_ThePasswordOfADatabaseIsTakenFromTheEnvironmentOnlyAndShownToNobody) {
  const std::string url = "ACODE_DATABASE_URL=postgresql://u:hunter2@db:5432/calls?sslmode=require&sslpassword=hunter2";
  for (const std::vector<std::string>& words : {std::vector<std::string>{"show", "--origin"},
                                                {"get", "database.url"},
                                                {"get", "database.url", "--json"},
                                                {"show", "--json"}}) {
    const Outcome shown = config(words, {url});
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_TRUE(contains(shown.out, "postgresql://u:***@db:5432/calls?sslmode=require&sslp")) << shown.out;
    EXPECT_FALSE(contains(shown.out + shown.err, "hunter2")) << shown.out;
  }
  const Outcome set = config({"set", "database.url", "postgresql://u:hunter2@db/calls"});
  EXPECT_EQ(set.status, 1);
  EXPECT_TRUE(contains(set.err, "ACODE-CFG-004")) << set.err;
  write("database:\n  url: postgresql://db/calls?password=hunter2\n");
  const Outcome refused = config({"show"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_TRUE(contains(refused.err, "config.yml:2:8: ACODE-CFG-004: database.url: a password must not")) << refused.err;
  EXPECT_FALSE(contains(set.err + refused.err, "hunter2"));
  write("database:\n  url: mysql://u:hunter2@db/calls\n");
  EXPECT_FALSE(contains(config({"show"}).err, "hunter2"));
  write("database:\n  url: postgresql://acode@db/calls\n");
  EXPECT_EQ(config({"get", "database.url"}).out, "postgresql://acode@db/calls\n");
}

TEST_F(Config, CF3_SetMakesTheFileThenChangesOneLineAndCountsAtOnce) {
  EXPECT_EQ(config({"set", "max_retries", "5"}).status, 0);
  EXPECT_EQ(text(), "model:\n  providers:\n    ollama:\n      tool_call:\n        max_retries: 5\n");
  EXPECT_EQ(config({"get", "max_retries"}).out, "5\n");
  write("# mine\n" + text() + "# end\n");
  EXPECT_EQ(config({"set", "tool_call.max_retries", "7"}).status, 0);
  EXPECT_EQ(text(), "# mine\nmodel:\n  providers:\n    ollama:\n      tool_call:\n        max_retries: 7\n# end\n");
}

TEST_F(Config, CF1_ShowSaysWhereEachValueComesFrom) {
  write("logging:\n  level: info\n");
  const std::string shown = config({"show", "--origin"}, {"ACODE_TOOL_CALL_COERCION=off"}).out;
  EXPECT_TRUE(contains(shown, "  level:  info  # .agent/config.yml:2\n")) << shown;
  EXPECT_TRUE(contains(shown, "  coercion:           off      # environment ACODE_TOOL_CALL_COERCION\n")) << shown;
  EXPECT_TRUE(contains(shown, "  max_retries:        3        # default\n")) << shown;
}

TEST_F(Config, CF2_EveryErrorIsToldAndNothingIsShown) {
  write("logging:\n  level: loud\n  colour: red\n");
  const Outcome outcome = config({"show"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, "acode: .agent/config.yml:2:10: ACODE-CFG-004: logging.level: ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "acode: .agent/config.yml:3:3: ACODE-CFG-002: logging.colour: ")) << outcome.err;
  EXPECT_EQ(config({"validate"}).status, 1);
}

TEST_F(Config, AFileWithAnErrorCanBeMendedBySettingIt) {
  write("logging:\n  level: loud\n");
  EXPECT_EQ(config({"set", "logging.level", "debug"}).status, 0);
  EXPECT_EQ(text(), "logging:\n  level: debug\n");
  EXPECT_EQ(config({"validate"}).status, 0);
}

TEST_F(Config, AWrongValueOrKeyChangesNothing) {
  const Outcome value = config({"set", "max_retries", "0"});
  EXPECT_EQ(value.status, 1);
  EXPECT_TRUE(contains(value.err, "0 is out of range; allowed is a whole number from 1 to 10")) << value.err;
  const Outcome key = config({"set", "max_retrys", "1"});
  EXPECT_EQ(key.status, 1);
  EXPECT_TRUE(contains(key.err, "did you mean 'max_retries'?")) << key.err;
  EXPECT_FALSE(std::filesystem::exists(folder_.file(".agent")));
}

TEST_F(Config, TheFileIsFoundFromBelowAndTheUsersOwnIsTheLast) {
  std::filesystem::create_directories(folder_.file("a/b"));
  std::filesystem::create_directories(folder_.file("user/acode"));
  folder_.write("user/acode/config.yml", "logging:\n  level: error\n");
  EXPECT_EQ(config({"get", "logging.level"}).out, "error\n");
  write("logging:\n  level: debug\n");
  test::Setting setting;
  setting.directory = folder_.file("a/b");
  EXPECT_EQ(run_acode({"config", "get", "logging.level"}, setting).out, "debug\n");
  EXPECT_TRUE(run_acode({"config", "path"}, setting).out.ends_with("/.agent/config.yml\n"));
}

TEST_F(Config, ADirectoryThatMayNotBeWrittenIsSaid) {
  test::Setting setting;
  setting.directory = "/";
  setting.before_start = test::become_another_user;
  const Outcome outcome = run_acode({"config", "--file", folder_.file("x/c.yml"), "set", "max_retries", "2"}, setting);
  if (test::not_run(outcome)) GTEST_SKIP() << "cannot become another user here";
  EXPECT_EQ(outcome.status, 3) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "ACODE-CLI-003")) << outcome.err;
}

TEST_F(Config, JsonForMachines) {
  EXPECT_EQ(config({"get", "max_retries", "--json"}).out,
            "{\"model.providers.ollama.tool_call.max_retries\":{\"value\":3,\"origin\":\"default\"}}\n");
}

TEST_F(Config, CL9_EveryActionSpeaksJson) {
  EXPECT_EQ(config({"path", "--json"}).out, "{\"file\":null}\n");
  EXPECT_EQ(config({"path", "--json"}).status, 1);
  EXPECT_EQ(config({"validate", "--json"}).out, "{\"file\":null,\"valid\":true,\"errors\":[]}\n");
  const Outcome changed = config({"set", "max_retries", "5", "--json"});
  EXPECT_EQ(changed.out,
            "{\"file\":\".agent/config.yml\",\"key\":\"model.providers.ollama.tool_call.max_retries\","
            "\"value\":\"5\"}\n");
  EXPECT_EQ(changed.err, "");
  EXPECT_TRUE(config({"path", "--json"}).out.ends_with("/.agent/config.yml\"}\n"));
  write("logging: {level: loud}\n");
  const Outcome wrong = config({"validate", "--json"});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_EQ(wrong.err, "");
  EXPECT_TRUE(contains(wrong.out,
                       "\"valid\":false,\"errors\":[{\"code\":\"ACODE-CFG-004\",\"where\":\".agent/config.yml:1\","
                       "\"key\":\"logging.level\""))
      << wrong.out;
  const Outcome missing = config({"validate", "none.yml", "--json"});
  EXPECT_EQ(missing.status, 3);
  EXPECT_TRUE(missing.out.starts_with("{\"file\":\"none.yml\",\"error\":{\"code\":\"ACODE-CLI-002\"")) << missing.out;
  EXPECT_TRUE(contains(config({"--list", "--json"}).out, "{\"key\":\"events.keep_days\",")) << "the table";
}

TEST_F(Config, OptionsTakeWordsAndJson) {
  EXPECT_EQ(config({"set", "options.temperature", "0.5"}).status, 0);
  EXPECT_EQ(config({"set", "options.keep_alive", "10m"}).status, 0);
  EXPECT_EQ(config({"get", "options.temperature"}).out, "0.5\n");
  EXPECT_EQ(config({"get", "options.keep_alive"}).out, "\"10m\"\n");
}

}  // namespace
}  // namespace acode
