// The relay as a program, and a server to put behind it, to be measured from outside:
//
//   net_relay serve 9001                           1 KB of JSON for every request
//   net_relay relay 9000 http://127.0.0.1:9001 1   everything to that server, on one thread
//   wrk -t1 -c64 -d5 http://127.0.0.1:9000/
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "net/relay.h"
#include "net/server.h"

namespace {

using namespace acode::net;  // NOLINT(google-build-using-namespace): a main program

Task<> answer(Exchange& exchange) {
  static const std::string kBody = "{\"text\": \"" + std::string(1000, 'x') + "\"}";
  static const HttpHead kHead(200, "application/json");
  auto answering = exchange.respond(kHead, kBody);
  co_await std::move(answering);
}

int serve(const ServerOptions& options, const HandlerFactory& make_handler) {
  auto server = HttpServer::listen_each(options, make_handler);
  if (!server) {
    std::cerr << to_string(server.error()) << '\n';
    return 1;
  }
  (*server)->run();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 2 ? argv[1] : "";
  ServerOptions options;
  if (argc > 2) options.port = static_cast<std::uint16_t>(std::strtoul(argv[2], nullptr, 10));
  if (what == "serve") return serve(options, [](Loop& /*any*/) { return Handler(answer); });
  const auto upstream = what == "relay" && argc == 5 ? Url::parse(argv[3]) : Url::parse("");
  if (!upstream) {
    std::cerr << "usage: net_relay serve PORT | relay PORT URL THREADS\n";
    return 2;
  }
  options.threads = std::strtoul(argv[4], nullptr, 10);
  ClientOptions client_options;
  client_options.max_idle_connections = 1024;
  return serve(options, relay_to(*upstream, client_options));
}
