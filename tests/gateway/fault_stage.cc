// Starting it all, and looking at the system's books.
#include "gateway/fault_stage.h"

#include <malloc.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "gateway/questions.h"
#include "gateway/route.h"
#include "observe/log_sink.h"
#include "script/answer_body.h"

namespace acode::gateway {
namespace {

net::ClientOptions patient() {
  net::ClientOptions options;
  options.total_timeout = kForever;
  return options;
}

}  // namespace

FaultStage::FaultStage(const net::Url& upstream, wire::Dialect dialect, GatewaySettings settings,
                       net::ServerOptions options)
    : logger_({.level = observe::Level::kOff}, observe::LogSink::descriptor(2)),
      recorder_(logger_, nullptr, "faulty", false, {}),
      client_(patient()) {
  settings.upstream.base = upstream;
  settings.upstream.dialect = dialect;
  settings.upstream.constraint_style =
      dialect == wire::Dialect::kOllama ? retry::ConstraintStyle::kFormat : retry::ConstraintStyle::kNamedTool;
  settings.breaker.threshold = 0;
  auto gateway = Gateway::listen(std::move(options), std::move(settings), recorder_);
  if (!gateway) throw std::runtime_error(net::to_string(gateway.error()));
  gateway_ = std::move(*gateway);
  gateway_->start();
}

net::NetResult<net::HttpResponse> FaultStage::ask(wire::Dialect client, bool stream) {
  net::HttpRequest request;
  request.method = "POST";
  request.url = gateway_->url();
  request.url.target = chat_path(client);
  request.headers.set("Content-Type", "application/json");
  request.body = question_in(client, stream);
  return client_.send(request);
}

std::string FaultStage::question_bytes(wire::Dialect client, bool stream) {
  const std::string body = question_in(client, stream);
  return "POST " + std::string(chat_path(client)) +
         " HTTP/1.1\r\nHost: gateway\r\nContent-Type: application/json\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string FaultStage::metrics() {
  net::HttpRequest request;
  request.url = gateway_->url();
  request.url.target = "/metrics";
  const auto answer = client_.send(request);
  return answer ? answer->body : net::to_string(answer.error());
}

bool FaultStage::settles() {
  return happens([this] { return metrics().find("\nacode_gateway_streams 0\n") != std::string::npos; });
}

void FaultTest::SetUp() { descriptors_ = open_descriptors(); }

void FaultTest::TearDown() { EXPECT_EQ(open_descriptors(), descriptors_) << "a descriptor was left open"; }

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

std::size_t resident_bytes() {
  ::malloc_trim(0);
  std::ifstream file("/proc/self/statm");
  std::size_t pages = 0;
  file >> pages >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

script::Step prose_and_call() {
  script::Step step = script::calling("read_file", R"({"path": "a.txt"})");
  step.answer.text = "I will have a look at this file, since you ask for it, and then tell you what it says.";
  return step;
}

ServerBytes bytes_of(const script::Step& step, std::string_view request) {
  const std::size_t path = request.find(' ') + 1;
  const auto dialect = script::dialect_of_path(request.substr(path, request.find(' ', path) - path));
  const script::Wanted wanted =
      script::wanted_by(dialect.value_or(wire::Dialect::kOpenAiChat), request.substr(request.find("\r\n\r\n") + 4));
  ServerBytes bytes;
  bytes.head = "HTTP/1.1 200 OK\r\nContent-Type: " + std::string(script::content_type(step, wanted)) + "\r\n";
  for (const std::string& piece : script::answer_pieces(step, wanted)) bytes.body += piece;
  return bytes;
}

std::size_t inside_call(std::string_view body) {
  const std::size_t name = body.find("read_file");
  // Behind the event with its name; where a call is one line, or a part of a body, inside that.
  const std::size_t event = body.find("\n\n", name);
  return event == std::string_view::npos ? name + 30 : event + 2;
}

std::string chunk(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string size;
  for (std::size_t left = bytes.size(); left > 0; left /= 16) size.insert(size.begin(), kDigits[left % 16]);
  return size + "\r\n" + std::string(bytes) + "\r\n";
}

std::string whole(const ServerBytes& bytes) {
  return bytes.head + "Transfer-Encoding: chunked\r\n\r\n" + chunk(bytes.body) + "0\r\n\r\n";
}

void expect_no_bad_call(const wire::Answer& said, const std::string& where) {
  if (said.calls.empty()) return;
  ASSERT_EQ(said.calls.size(), 1U) << where;
  EXPECT_EQ(said.calls[0].name, "read_file") << where;
  EXPECT_TRUE(said.calls[0].arguments == R"({"path": "a.txt"})" || said.calls[0].arguments == R"({"path":"a.txt"})")
      << where << said.calls[0].arguments;
}

}  // namespace acode::gateway
