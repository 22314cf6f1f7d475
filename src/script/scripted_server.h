// A model server that plays a script: Ollama's, OpenAI's and Anthropic's paths, streamed or not, over real HTTP.
//
//   auto server = ScriptedServer::start(script);
//   ask((*server)->url());                           // http://127.0.0.1:PORT
//   (*server)->requests();                           // what it was asked
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "net/http.h"
#include "net/net_error.h"
#include "script/script.h"

namespace acode::script {

/// A request that came in.
struct SeenRequest {
  std::string path;
  std::string body;
  net::Headers headers{};
};

struct ServerSettings {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;          ///< 0: any that is free
  std::string model = "scripted";  ///< the model that it says it has
  std::function<void(const SeenRequest& request, std::size_t step)>
      on_request;  ///< for each that plays a step, on its thread
};

/// Runs on a thread of its own until it is destroyed. Requests take the steps one after the other, in the order in which
/// they come.
class ScriptedServer {
 public:
  static net::NetResult<std::unique_ptr<ScriptedServer>> start(Script script, ServerSettings settings = {});
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;
  ~ScriptedServer();

  /// Where it listens, without a path.
  [[nodiscard]] std::string url() const;

  /// The requests so far that played a step; the last 1000 of them.
  [[nodiscard]] std::vector<SeenRequest> requests() const;

  /// Whether the script is at its end: every step was played once.
  [[nodiscard]] bool is_played() const;

 private:
  class Impl;
  explicit ScriptedServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace acode::script
