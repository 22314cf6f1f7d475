// The server: finds the step, and plays it.
#include "script/scripted_server.h"

#include <deque>
#include <mutex>
#include <utility>

#include "acode/json/writer.h"
#include "net/server.h"
#include "script/answer_body.h"

namespace acode::script {
namespace {

using net::Exchange;
using net::HttpHead;
using net::Task;

constexpr std::size_t kMostKept = 1000;

std::string quoted(std::string_view text) {
  std::string out;
  json::write_string_to(out, text);
  return out;
}

// What is asked beside chats, to find out what is there.
std::string side_answer(std::string_view path, const std::string& model) {
  const std::string name = quoted(model);
  if (path == "/api/tags") return "{\"models\":[{\"name\":" + name + ",\"model\":" + name + ",\"size\":1}]}";
  if (path == "/api/version") return "{\"version\":\"0.0.0-scripted\"}";
  if (path == "/api/show") {
    return "{\"template\":\"{{ .Tools }}{{ .Prompt }}\",\"details\":{\"family\":\"scripted\"},\"model_info\":{"
           "\"general.architecture\":\"scripted\",\"scripted.context_length\":32768},"
           "\"capabilities\":[\"completion\",\"tools\"]}";
  }
  if (path.ends_with("/models")) return "{\"object\":\"list\",\"data\":[{\"id\":" + name + ",\"object\":\"model\"}]}";
  return "";
}

HttpHead head_of(const Step& step, const Wanted& wanted) {
  HttpHead head(step.status, content_type(step, wanted));
  for (const auto& [name, value] : step.headers) head.headers.set(name, value);
  return head;
}

// The pieces that a step wants, cut where the connection ends.
std::vector<std::string> pieces_to_send(const Step& step, const Wanted& wanted) {
  std::vector<std::string> pieces = answer_pieces(step, wanted);
  if (step.piece_bytes > 0) {
    std::string whole;
    for (const std::string& piece : pieces) whole += piece;
    pieces.clear();
    for (std::size_t at = 0; at < whole.size(); at += step.piece_bytes)
      pieces.push_back(whole.substr(at, step.piece_bytes));
  }
  if (!step.cut_after) return pieces;
  std::size_t left = *step.cut_after;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].size() >= left) {
      pieces[i].resize(left);
      pieces.resize(i + 1);
      break;
    }
    left -= pieces[i].size();
  }
  return pieces;
}

Task<> play(Exchange& exchange, Step step, Wanted wanted) {
  if (step.delay.count() > 0) {
    auto sleeping = exchange.sleep(step.delay);
    const bool stayed = co_await std::move(sleeping);
    if (!stayed) co_return;
  }
  const HttpHead head = head_of(step, wanted);
  const std::vector<std::string> pieces = pieces_to_send(step, wanted);
  const bool at_once = pieces.size() == 1 && !step.cut_after && !wanted.stream;
  if (at_once) {
    auto answering = exchange.respond(head, pieces[0]);
    co_await std::move(answering);
    co_return;
  }
  auto beginning = exchange.begin(head);
  bool stayed = co_await std::move(beginning);
  for (std::size_t i = 0; stayed && i < pieces.size(); ++i) {
    if (i > 0 && step.piece_delay.count() > 0) {
      auto sleeping = exchange.sleep(step.piece_delay);
      stayed = co_await std::move(sleeping);
      if (!stayed) co_return;
    }
    auto writing = exchange.write(pieces[i]);
    stayed = co_await std::move(writing);
  }
  if (!stayed) co_return;
  if (step.cut_after) {
    exchange.cut(step.reset ? Exchange::Cut::kReset : Exchange::Cut::kClose);
    co_return;
  }
  auto ending = exchange.end();
  co_await std::move(ending);
}

Task<> answer_whole(Exchange& exchange, int status, std::string body) {
  const HttpHead head(status, "application/json");
  auto answering = exchange.respond(head, body);
  co_await std::move(answering);
}

}  // namespace

class ScriptedServer::Impl {
 public:
  Impl(Script script, ServerSettings settings) : script_(std::move(script)), settings_(std::move(settings)) {}

  net::NetResult<bool> start() {
    net::ServerOptions options;
    options.address = settings_.address;
    options.port = settings_.port;
    auto server = net::HttpServer::listen(options, [this](Exchange& exchange) { return handle(exchange); });
    if (!server) return server.error();
    server_ = std::move(*server);
    server_->start();
    return true;
  }

  [[nodiscard]] std::string url() const { return server_->url().origin(); }

  [[nodiscard]] std::vector<SeenRequest> requests() const {
    const std::lock_guard lock(mutex_);
    return {seen_.begin(), seen_.end()};
  }

  [[nodiscard]] bool is_played() const {
    const std::lock_guard lock(mutex_);
    return next_ >= script_.steps.size();
  }

 private:
  Task<> handle(Exchange& exchange) {
    const net::ReceivedRequest& request = exchange.request();
    const std::optional<wire::Dialect> dialect = dialect_of_path(request.path());
    if (!dialect) {
      const std::string body = side_answer(request.path(), settings_.model);
      return answer_whole(exchange, body.empty() ? 404 : 200,
                          body.empty() ? "{\"error\":\"there is nothing here\"}" : body);
    }
    const std::optional<Step> step = next_step({std::string(request.path()), request.body, request.headers});
    if (!step) return answer_whole(exchange, 500, "{\"error\":\"the script is at its end\"}");
    return play(exchange, *step, wanted_by(*dialect, request.body));
  }

  // The one that is next, whoever asks.
  std::optional<Step> next_step(const SeenRequest& request) {
    std::size_t number = 0;
    {
      const std::lock_guard lock(mutex_);
      number = next_++;
      if (seen_.size() == kMostKept) seen_.pop_front();
      seen_.push_back(request);
    }
    const std::size_t count = script_.steps.size();
    if (number >= count && script_.then == Script::Then::kFail) return std::nullopt;
    const std::size_t index = script_.then == Script::Then::kRepeatAll ? number % count : std::min(number, count - 1);
    if (settings_.on_request) settings_.on_request(request, index);
    return script_.steps[index];
  }

  Script script_;
  ServerSettings settings_;
  mutable std::mutex mutex_;
  std::size_t next_ = 0;
  std::deque<SeenRequest> seen_;
  std::unique_ptr<net::HttpServer> server_;  // last: its thread uses the others
};

net::NetResult<std::unique_ptr<ScriptedServer>> ScriptedServer::start(Script script, ServerSettings settings) {
  auto impl = std::make_unique<Impl>(std::move(script), std::move(settings));
  const auto started = impl->start();
  if (!started) return started.error();
  return std::unique_ptr<ScriptedServer>(new ScriptedServer(std::move(impl)));
}

ScriptedServer::ScriptedServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ScriptedServer::~ScriptedServer() = default;

std::string ScriptedServer::url() const { return impl_->url(); }
std::vector<SeenRequest> ScriptedServer::requests() const { return impl_->requests(); }
bool ScriptedServer::is_played() const { return impl_->is_played(); }

}  // namespace acode::script
