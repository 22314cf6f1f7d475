// `acode serve` and `acode run` as a person starts them, in front of the scripted server over real HTTP (GW-1, GW-6).
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "acode/json/reader.h"
#include "cli/program.h"
#include "script/scripted_server.h"

namespace acode {
namespace {

using script::calling;
using script::saying;
using script::ScriptedServer;
using test::contains;
using test::Outcome;

class GatewayProgram : public testing::Test {
 protected:
  void play(std::vector<script::Step> steps) {
    auto started = ScriptedServer::start({std::move(steps), script::Script::Then::kFail});
    if (!started) throw std::runtime_error(started.error().message);
    server_ = std::move(*started);
  }

  Outcome acode(const std::vector<std::string>& words, std::vector<std::string> environment = {}) const {
    test::Setting setting;
    setting.directory = folder_.path();
    setting.environment = {"XDG_STATE_HOME=" + folder_.file("state"), "XDG_CONFIG_HOME=" + folder_.file("config"),
                           "OPENAI_API_KEY", "ANTHROPIC_API_KEY"};
    setting.environment.insert(setting.environment.end(), environment.begin(), environment.end());
    return run_acode(words, setting);
  }

  Outcome run(std::vector<std::string> command, std::vector<std::string> options = {}) const {
    std::vector<std::string> words = {"run", "--upstream", server_ ? server_->url() : "http://127.0.0.1:9"};
    words.insert(words.end(), options.begin(), options.end());
    words.emplace_back("--");
    words.insert(words.end(), command.begin(), command.end());
    return acode(words);
  }

  // A line of shell with $acode, and $upstream for the server.
  Outcome shell(const std::string& line) const {
    return test::run_shell("upstream=" + (server_ ? server_->url() : std::string("http://127.0.0.1:9")) +
                               "; export XDG_STATE_HOME=$PWD/state XDG_CONFIG_HOME=$PWD/config; " + line,
                           folder_.path());
  }

  test::TemporaryFolder folder_;
  std::unique_ptr<ScriptedServer> server_;
};

TEST_F(GatewayProgram, RunGivesACommandAGatewayAndTellsWhatBecameOfItsCalls) {
  folder_.write("a.txt", "hello there\n");
  play({saying("<tool_call>{\"name\": \"read_file\", \"arguments\": {\"path\": \"a.txt\"}}</tool_call>"),
        saying("It says hello.")});
  const Outcome outcome = run({test::acode_program(), "chat", "--message", "Please.", "--model", "m"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "It says hello.")) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "acode: run: gateway on http://127.0.0.1:")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "acode: run: 1 tool call: 1 repaired\n")) << outcome.err;
}

// GW-1: the client speaks Ollama's dialect, the provider Anthropic's.
TEST_F(GatewayProgram, ProvidersOfOtherDialectsAreMetThroughTheGateway) {
  play({calling("read_file", R"({"path": "a.txt"})"), saying("Nothing there.")});
  const std::vector<std::string> chat = {test::acode_program(), "chat", "--message", "Please.", "--model", "m"};
  const Outcome outcome = run(chat, {"--provider", "anthropic"});
  EXPECT_TRUE(contains(outcome.out, "Nothing there.")) << outcome.err;
  ASSERT_EQ(server_->requests().size(), 2U);
  EXPECT_EQ(server_->requests()[0].path, "/v1/messages");
  const Outcome alone = acode({"chat", "--provider", "anthropic", "--message", "x", "--model", "m"});
  EXPECT_EQ(alone.status, 1);
  EXPECT_TRUE(contains(alone.err, "hint: acode serve --provider anthropic")) << alone.err;
}

TEST_F(GatewayProgram, RunSetsTheVariablesThatClientsRead) {
  const Outcome outcome =
      run({"sh", "-c", "echo $OPENAI_BASE_URL $ANTHROPIC_BASE_URL $OLLAMA_HOST $OPENAI_API_KEY $ANTHROPIC_API_KEY"});
  const std::string url = outcome.out.substr(0, outcome.out.find("/v1 "));
  EXPECT_TRUE(url.starts_with("http://127.0.0.1:")) << outcome.out;
  EXPECT_EQ(outcome.out, url + "/v1 " + url + " " + url + " acode acode\n");
  EXPECT_EQ(outcome.status, 0);
}

TEST_F(GatewayProgram, RunLeavesAKeyThatIsThere) {
  const Outcome outcome =
      acode({"run", "-q", "--upstream", "http://127.0.0.1:9", "--", "sh", "-c", "echo $OPENAI_API_KEY"},
            {"OPENAI_API_KEY=mine"});
  EXPECT_EQ(outcome.out, "mine\n");
  EXPECT_EQ(outcome.err, "") << "quiet";
}

TEST_F(GatewayProgram, RunEndsAsTheCommandEnds) {
  EXPECT_EQ(run({"sh", "-c", "exit 7"}).status, 7);
  EXPECT_EQ(run({"sh", "-c", "kill -9 $$"}).status, 137);
  const Outcome missing = run({"no-such-command-anywhere"});
  EXPECT_EQ(missing.status, 127);
  EXPECT_TRUE(contains(missing.err, "no-such-command-anywhere")) << missing.err;
  EXPECT_EQ(run({folder_.path()}).status, 126);
  EXPECT_EQ(acode({"run"}).status, 2);
}

TEST_F(GatewayProgram, RunHandsSignalsOn) {
  const Outcome outcome = shell(
      "\"$acode\" run --upstream $upstream -- sh -c 'trap \"exit 9\" TERM; echo ready; "
      "while :; do sleep 0.05; done' > out & p=$!; while ! grep -q ready out; do sleep 0.05; done; "
      "kill -TERM $p; wait $p; echo status $?");
  EXPECT_EQ(outcome.out, "status 9\n") << outcome.err;
}

TEST_F(GatewayProgram, RunTellsItAsJson) {
  play({calling("read_file", R"({"path": "a.txt"})"), saying("Nothing there.")});
  const Outcome outcome = run({test::acode_program(), "chat", "--message", "Please.", "--model", "m"}, {"--json"});
  const std::size_t row = outcome.err.rfind("{\"as_sent\"");
  ASSERT_NE(row, std::string::npos) << outcome.err;
  const auto document = json::parse(outcome.err.substr(row));
  ASSERT_TRUE(document) << outcome.err;
  EXPECT_EQ(document->root().find("as_sent")->as_int64(), 1);
  EXPECT_EQ(document->root().find("failed")->as_int64(), 0);
}

// GW-6: SIGHUP reads the configuration again, SIGTERM ends it; the metrics are there meanwhile.
TEST_F(GatewayProgram, ServeReloadsAndStopsWhenItIsTold) {
  play({calling("read_file", R"({"path": "a.txt"})"), saying("Nothing there.")});
  folder_.write("config.yml", "gateway:\n  mode: observe\n");
  const Outcome outcome = shell(
      "\"$acode\" serve --config config.yml --upstream $upstream --listen 127.0.0.1:0 --json > out 2> err & p=$!; "
      "while ! grep -q url out; do sleep 0.05; done; "
      "url=$(sed 's/.*\"url\":\"\\([^\"]*\\)\".*/\\1/' out); "
      "\"$acode\" chat --message Please. --model m --base-url $url; "
      "printf 'gateway:\\n  mode: nonsense\\n' > config.yml; kill -HUP $p; "
      "while ! grep -q nonsense err; do sleep 0.05; done; "
      "printf 'gateway:\\n  mode: full\\n' > config.yml; kill -HUP $p; "
      "while ! grep -q 'read again' err; do sleep 0.05; done; "
      "kill -TERM $p; wait $p; echo status $?; cat err");
  EXPECT_TRUE(contains(outcome.out, "Nothing there.")) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "status 0")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "gateway.mode: \"nonsense\" is not one of the choices")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "acode: serve: stopping; streams may go on for 30 s")) << outcome.out;
}

TEST_F(GatewayProgram, ServeRefusesWhatCannotWork) {
  const auto serve = [this](std::vector<std::string> more, std::vector<std::string> environment = {}) {
    more.insert(more.begin(), "serve");
    return acode(more, std::move(environment));
  };
  const Outcome itself = serve({"--upstream", "http://localhost:11435"});
  EXPECT_EQ(itself.status, 1);
  EXPECT_TRUE(contains(itself.err, "would be the gateway itself")) << itself.err;
  const Outcome no_key = serve({"--client-key-env", "NO_SUCH_VARIABLE"});
  EXPECT_EQ(no_key.status, 1);
  EXPECT_TRUE(contains(no_key.err, "NO_SUCH_VARIABLE")) << no_key.err;
  const Outcome bad_port = serve({"--listen", "127.0.0.1:http"});
  EXPECT_EQ(bad_port.status, 2);
  EXPECT_TRUE(contains(bad_port.err, "a port, or an address and a port")) << bad_port.err;
  EXPECT_EQ(serve({"--mode", "gentle"}).status, 2);
  EXPECT_EQ(serve({"file"}).status, 2);
  play({});
  const std::string taken = server_->url().substr(std::string("http://").size());
  const Outcome port = serve({"--listen", taken});
  EXPECT_EQ(port.status, 3) << port.err;
  EXPECT_EQ(serve({}, {"ACODE_GATEWAY_LISTEN=nowhere"}).status, 1);
}

}  // namespace
}  // namespace acode
