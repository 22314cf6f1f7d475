// Asking, and looking at what comes back.
#include "soak/load.h"

#include <chrono>
#include <random>
#include <utility>

#include "acode/wire/wire.h"
#include "gateway/questions.h"
#include "net/client.h"

namespace acode::soak {
namespace {

using wire::Dialect;

constexpr std::size_t kMostTold = 20;
// Between two requests of a client: a machine that is not busy to the last shows what grows just as well.
constexpr std::chrono::milliseconds kPause(10);

// The end of a body, where errors stand.
std::string end_of(const std::string& body) { return body.size() < 400 ? body : "…" + body.substr(body.size() - 400); }

struct Path {
  Dialect dialect;
  const char* target;
};
constexpr Path kPaths[] = {{Dialect::kOllama, "/api/chat"},
                           {Dialect::kOpenAiChat, "/v1/chat/completions"},
                           {Dialect::kOpenAiResponses, "/v1/responses"},
                           {Dialect::kAnthropic, "/v1/messages"}};

const Kind& any_kind(std::mt19937& random) {
  unsigned sum = 0;
  for (const Kind& kind : kinds()) sum += kind.weight;
  unsigned left = std::uniform_int_distribution<unsigned>(0, sum - 1)(random);
  for (const Kind& kind : kinds()) {
    if (left < kind.weight) return kind;
    left -= kind.weight;
  }
  return kinds().front();
}

net::HttpRequest request_of(const Kind& kind, const net::Url& gateway, const Path& path, bool stream,
                            const std::string& id) {
  net::HttpRequest request;
  request.method = "POST";
  request.url = gateway;
  request.url.target = path.target;
  request.headers.set("Content-Type", "application/json");
  request.headers.set("x-soak", kind.name);
  request.headers.set("x-soak-id", id);
  wire::Request question = gateway::question();
  // Of a model that only fails nothing is asked again after a while; the others are to be asked.
  question.model = kind.name == "failing" ? "hopeless" : "m";
  request.body = gateway::question_in(path.dialect, stream, std::move(question));
  return request;
}

// What is wrong with an answer; empty if it is as it should be.
std::string look_at(const Kind& kind, Dialect dialect, const net::NetResult<net::HttpResponse>& answer) {
  if (!answer) return net::to_string(answer.error());
  if (answer->stopped) return kind.fault == Kind::Fault::kSilent ? "" : "ended early";
  const wire::Answer said = wire::decode(dialect, answer->body);
  if (kind.is_error) return said.calls.empty() && !said.errors.empty() ? "" : "not an error: " + end_of(answer->body);
  if (answer->head.status != 200 || !said.errors.empty()) return "an error: " + end_of(answer->body);
  if (kind.outcome.empty()) return said.calls.empty() && !said.text.empty() ? "" : "not prose: " + end_of(answer->body);
  const bool is_right = said.calls.size() == 1 && said.calls[0].name == "read_file" &&
                        said.calls[0].arguments.find("a.txt") != std::string::npos;
  return is_right ? "" : "not the call: " + end_of(answer->body);
}

// Leaves as soon as it has some words of an answer that will not go on.
net::ResponseSink sink_of(const Kind& kind, std::string& seen) {
  net::ResponseSink sink;
  if (kind.fault != Kind::Fault::kSilent) return sink;
  sink.on_body = [&seen](std::string_view piece) {
    seen += piece;
    return seen.find("I will") == std::string::npos;
  };
  return sink;
}

}  // namespace

Load::Load(const net::Url& gateway, unsigned clients) : gateway_(gateway) {
  for (unsigned i = 0; i < clients; ++i) clients_.emplace_back([this, i] { run(i); });
}

void Load::stop() {
  is_over_ = true;
  for (std::thread& client : clients_) client.join();
  clients_.clear();
}

Seen Load::seen() const {
  const std::lock_guard lock(mutex_);
  return seen_;
}

void Load::run(unsigned number) {
  net::ClientOptions options;
  options.total_timeout = std::chrono::seconds(60);
  const auto client = std::make_unique<net::HttpClient>(std::move(options));
  std::mt19937 random(number);
  for (std::uint64_t i = 0; !is_over_; ++i) {
    const Kind& kind = any_kind(random);
    const Path& path = kPaths[random() % std::size(kPaths)];
    const bool stream = kind.is_stream || random() % 2 == 0;
    const std::string id = std::to_string(number) + "-" + std::to_string(i);
    std::string seen;
    const auto answer = client->send(request_of(kind, gateway_, path, stream, id), sink_of(kind, seen));
    std::string wrong = look_at(kind, path.dialect, answer);
    if (!wrong.empty()) {
      wrong = std::string(kind.name) + ", " + std::string(wire::dialect_name(path.dialect)) +
              (stream ? ", streamed: " : ": ") + wrong;
    }
    note(kind, wrong);
    std::this_thread::sleep_for(kPause);
  }
}

void Load::note(const Kind& kind, const std::string& wrong) {
  const std::lock_guard lock(mutex_);
  ++seen_.requests;
  if (!kind.outcome.empty()) ++seen_.outcomes[std::string(kind.outcome)];
  if (!wrong.empty() && seen_.wrong.size() < kMostTold) seen_.wrong.push_back(wrong);
}

}  // namespace acode::soak
