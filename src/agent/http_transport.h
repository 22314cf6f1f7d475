// The way to a real server: Ollama, or anyone who speaks OpenAI's chat completions.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "agent/transport.h"
#include "config/configuration.h"
#include "net/client.h"
#include "net/http.h"

namespace acode::agent {

class HttpTransport final : public Transport {
 public:
  /// An error if the settings do not say where the server is. `key` is the secret that `api_key_env` names; empty for none.
  static net::NetResult<std::unique_ptr<HttpTransport>> make(const config::ProviderSettings& settings, std::string key);

  TransportReply send(const ChatRequest& request, const ByteSink& sink, const net::CancelToken& cancel) override;
  [[nodiscard]] wire::Dialect dialect() const override;

  /// Anything else that the server can be asked, with its whole answer: `/api/tags`. The body is empty for a GET.
  net::NetResult<net::HttpResponse> ask(std::string_view path, std::string body, const net::CancelToken& cancel);

 private:
  HttpTransport(const config::ProviderSettings& settings, net::Url base, std::string key);
  [[nodiscard]] net::HttpRequest request_for(std::string_view path, std::string body) const;

  config::ServerDialect dialect_;
  ConstraintStyle style_;
  net::Url base_;
  std::string key_;
  net::HttpClient client_;
};

}  // namespace acode::agent
