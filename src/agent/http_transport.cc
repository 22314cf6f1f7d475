// Requests over HTTP.
#include "agent/http_transport.h"

#include <charconv>
#include <utility>

namespace acode::agent {
namespace {

using config::ServerDialect;
using std::chrono::milliseconds;

net::ClientOptions client_options(const config::ProviderSettings& settings) {
  net::ClientOptions options;
  options.response_timeout = settings.request_timeout;
  options.idle_timeout = settings.request_timeout;
  options.connect_timeout = std::min(options.connect_timeout, settings.request_timeout);
  return options;
}

// Seconds. The other form, a date, is not used by model servers.
std::optional<milliseconds> retry_after(const net::HttpHead& head) {
  const std::string_view text = head.headers.get("Retry-After");
  unsigned seconds = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (text.empty() || read.ec != std::errc() || seconds > 3600) return std::nullopt;
  return milliseconds(1000 * static_cast<milliseconds::rep>(seconds));
}

}  // namespace

net::NetResult<std::unique_ptr<HttpTransport>> HttpTransport::make(const config::ProviderSettings& settings,
                                                                   std::string key) {
  net::NetResult<net::Url> base = net::Url::parse(settings.base_url);
  if (!base) return base.error();
  return std::unique_ptr<HttpTransport>(new HttpTransport(settings, *base, std::move(key)));
}

HttpTransport::HttpTransport(const config::ProviderSettings& settings, net::Url base, std::string key)
    : dialect_(settings.dialect),
      style_(constraint_style(settings)),
      base_(std::move(base)),
      key_(std::move(key)),
      client_(client_options(settings)) {}

wire::Dialect HttpTransport::dialect() const {
  return dialect_ == ServerDialect::kOllama ? wire::Dialect::kOllama : wire::Dialect::kOpenAiChat;
}

net::HttpRequest HttpTransport::request_for(std::string_view path, std::string body) const {
  net::HttpRequest request;
  request.method = body.empty() ? "GET" : "POST";
  request.url = base_.at(path);
  if (!body.empty()) request.headers.set("Content-Type", "application/json");
  if (!key_.empty()) request.headers.set("Authorization", "Bearer " + key_);
  // OpenRouter shows these to whoever asks which programs use it.
  if (base_.host.ends_with("openrouter.ai")) request.headers.set("X-Title", "acode");
  request.body = std::move(body);
  return request;
}

TransportReply HttpTransport::send(const ChatRequest& request, const ByteSink& sink, const net::CancelToken& cancel) {
  const char* path = dialect_ == ServerDialect::kOllama ? "/api/chat" : "/chat/completions";
  TransportReply reply;
  net::ResponseSink body;
  body.on_head = [&reply](const net::HttpHead& head) {
    reply.status = head.status;
    reply.retry_after = retry_after(head);
    return true;
  };
  body.on_body = sink;
  auto answer = client_.send(request_for(path, encode_request(dialect_, request, style_)), body, cancel);
  if (!answer) reply.error = answer.error();
  return reply;
}

net::NetResult<net::HttpResponse> HttpTransport::ask(std::string_view path, std::string body,
                                                     const net::CancelToken& cancel) {
  return client_.send(request_for(path, std::move(body)), {}, cancel);
}

}  // namespace acode::agent
