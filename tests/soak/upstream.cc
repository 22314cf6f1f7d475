// Playing the kinds.
#include "soak/upstream.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "script/answer_body.h"
#include "soak/kinds.h"

namespace acode::soak {
namespace {

using net::Exchange;
using net::HttpHead;
using net::Task;

// How often each request came so far: those that are asked again say something else. On the server's thread only.
using Visits = std::unordered_map<std::string, unsigned>;

// Where an answer with a fault is broken: inside its prose, or inside its call.
std::size_t place_of_fault(const Kind& kind, const std::string& body) {
  const std::size_t call = body.find("read_file");
  if (call == std::string::npos) return body.size() / 2;
  // Behind the event with its name.
  return kind.name.ends_with("prose") ? call / 2 : std::min(body.find("\n\n", call) + 2, body.size());
}

Task<> answer_whole(Exchange& exchange, HttpHead head, std::string body) {
  auto answering = exchange.respond(head, body);
  co_await std::move(answering);
}

Task<> answer_part(Exchange& exchange, HttpHead head, std::string part, Kind::Fault fault, bool reset) {
  auto beginning = exchange.begin(head);
  co_await std::move(beginning);
  auto writing = exchange.write(part);
  co_await std::move(writing);
  if (fault == Kind::Fault::kSilent) {
    auto sleeping = exchange.sleep(std::chrono::hours(1));
    co_await std::move(sleeping);
  }
  exchange.cut(reset ? Exchange::Cut::kReset : Exchange::Cut::kClose);
}

Task<> answer_in_pieces(Exchange& exchange, HttpHead head, std::vector<std::string> pieces) {
  auto beginning = exchange.begin(head);
  bool is_there = co_await std::move(beginning);
  for (std::size_t i = 0; is_there && i < pieces.size(); ++i) {
    auto writing = exchange.write(pieces[i]);
    is_there = co_await std::move(writing);
  }
  auto ending = exchange.end();
  co_await std::move(ending);
}

Task<> serve(Exchange& exchange, Visits& visits) {
  const net::ReceivedRequest& request = exchange.request();
  const Kind* const kind = kind_named(request.headers.get("x-soak"));
  const auto dialect = script::dialect_of_path(request.path());
  if (kind == nullptr || !dialect) return answer_whole(exchange, HttpHead(404, "text/plain"), "what?\n");
  const std::string id(request.headers.get("x-soak-id"));
  const bool may_come_again = kind->outcome == "retried";
  const unsigned visit = may_come_again ? visits[id]++ : 0;
  if (visit > 0) visits.erase(id);
  const script::Step step = answer_of(*kind, visit);
  const script::Wanted wanted = script::wanted_by(*dialect, request.body);
  const HttpHead head(step.status, script::content_type(step, wanted));
  std::vector<std::string> pieces = script::answer_pieces(step, wanted);
  std::string body;
  for (const std::string& piece : pieces) body += piece;
  if (kind->fault != Kind::Fault::kNone && visit == 0) {
    return answer_part(exchange, head, body.substr(0, place_of_fault(*kind, body)), kind->fault, id.ends_with('1'));
  }
  if (wanted.stream && step.status == 200) return answer_in_pieces(exchange, head, std::move(pieces));
  return answer_whole(exchange, head, std::move(body));
}

}  // namespace

std::unique_ptr<net::HttpServer> start_upstream() {
  auto visits = std::make_shared<Visits>();
  auto server = net::HttpServer::listen({}, [visits](Exchange& exchange) { return serve(exchange, *visits); });
  if (!server) return nullptr;
  (*server)->start();
  return std::move(*server);
}

}  // namespace acode::soak
