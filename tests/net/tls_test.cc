// TLS against the server of the openssl command: the right certificate passes, and each wrong one is told apart.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "net/client.h"
#include "net/raw_server.h"

namespace acode::net {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

// A folder of certificates, made once: two authorities, and servers signed by the first, in date and out of it.
class Certificates {
 public:
  Certificates() {
    std::string name = (fs::temp_directory_path() / "acode-tls-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    authority("ca");
    authority("other_ca");
    server("right", "DNS:localhost,IP:127.0.0.1,DNS:models.example", "-days 2");
    server("wrong_name", "DNS:elsewhere.example,IP:127.0.0.9", "-days 2");
    server("expired", "DNS:localhost,IP:127.0.0.1", "-days -1");
    run("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout self.key -out self.pem -days 2 "
        "-subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1");
  }
  Certificates(const Certificates&) = delete;
  Certificates& operator=(const Certificates&) = delete;
  ~Certificates() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

 private:
  void run(const std::string& arguments) const {
    const std::string command = "cd '" + folder_.string() + "' && openssl " + arguments + " >log 2>&1";
    if (std::system(command.c_str()) != 0) ADD_FAILURE() << "openssl " << arguments;
  }

  void authority(const std::string& name) const {
    run("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout " + name + ".key -out " + name +
        ".pem -days 2 -subj /CN=" + name);
  }

  void server(const std::string& name, const std::string& names, const std::string& days) const {
    std::ofstream(path(name + ".ext")) << "subjectAltName=" << names << "\n";
    run("req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout " + name + ".key -out " + name +
        ".csr -subj /CN=" + name);
    run("x509 -req -in " + name + ".csr -CA ca.pem -CAkey ca.key -CAcreateserial -out " + name + ".pem -extfile " +
        name + ".ext " + days);
  }

  fs::path folder_;
};

const Certificates& certificates() {
  static const Certificates kCertificates;
  return kCertificates;
}

// `openssl s_server`. With -www it answers GET with a page of text, and closes; without, what the test writes is sent and
// what the client sends can be read.
class TlsServer {
 public:
  explicit TlsServer(const std::string& name, const std::vector<std::string>& options = {"-www"})
      : port_(unused_port()) {
    std::vector<std::string> words = {"openssl",
                                      "s_server",
                                      "-quiet",
                                      "-accept",
                                      "127.0.0.1:" + std::to_string(port_),
                                      "-cert",
                                      certificates().path(name + ".pem"),
                                      "-key",
                                      certificates().path(name + ".key")};
    words.insert(words.end(), options.begin(), options.end());
    std::array<int, 2> to_child{};
    std::array<int, 2> from_child{};
    if (::pipe2(to_child.data(), O_CLOEXEC) != 0 || ::pipe2(from_child.data(), O_CLOEXEC) != 0) return;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    child_ = ::fork();
    if (child_ == 0) run(arguments.data(), to_child[0], from_child[1]);
    ::close(to_child[0]);
    ::close(from_child[1]);
    input_.reset(to_child[1]);
    output_.reset(from_child[0]);
    wait_until_it_listens();
  }
  TlsServer(const TlsServer&) = delete;
  TlsServer& operator=(const TlsServer&) = delete;
  ~TlsServer() { kill(); }

  [[nodiscard]] std::uint16_t port() const { return port_; }

  // Reads a request, and sends this.
  void answer(std::string_view bytes) const {
    std::string request;
    std::array<char, 4096> buffer{};
    while (!request.ends_with("\r\n\r\n")) {
      const ssize_t got = ::read(output_.get(), buffer.data(), buffer.size());
      if (got <= 0) return;
      request.append(buffer.data(), static_cast<std::size_t>(got));
    }
    std::ignore = ::write(input_.get(), bytes.data(), bytes.size());
  }

  // Ends without a goodbye.
  void kill() {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    ::waitpid(std::exchange(child_, -1), nullptr, 0);
  }

 private:
  [[noreturn]] static void run(char** arguments, int input, int output) {
    ::dup2(input, STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(::open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
    ::execvp("openssl", arguments);
    ::_exit(127);
  }

  // Asked of the system, and not by connecting: without -www a connection is served, and another waits for its end.
  void wait_until_it_listens() const {
    for (int i = 0; i < 500; ++i) {
      if (is_listening()) return;
      std::this_thread::sleep_for(milliseconds(10));
    }
    ADD_FAILURE() << "openssl s_server does not listen";
  }

  [[nodiscard]] bool is_listening() const {
    std::array<char, 5> port{};
    std::snprintf(port.data(), port.size(), "%04X", port_);
    const std::string entry = ":" + std::string(port.data()) + " 00000000:0000 0A";
    std::ifstream table("/proc/net/tcp");
    for (std::string line; std::getline(table, line);) {
      if (line.find(entry) != std::string::npos) return true;
    }
    return false;
  }

  std::uint16_t port_;
  pid_t child_ = -1;
  Fd input_;
  Fd output_;
};

NetResult<HttpResponse> answer_of(const std::string& host, std::uint16_t port, const std::string& ca_file) {
  ClientOptions options;
  options.ca_file = ca_file;
  HttpClient client(options);
  HttpRequest request;
  request.url.tls = true;
  request.url.host = host;
  request.url.port = port;
  return client.send(request);
}

// The status, or the code of the error.
std::string outcome(const std::string& host, const TlsServer& server, const std::string& ca_file = "ca.pem") {
  const auto answer = answer_of(host, server.port(), ca_file.empty() ? "" : certificates().path(ca_file));
  return answer ? std::to_string(answer->head.status) : to_string(answer.error());
}

std::string text(NetErrorKind kind, const std::string& host, const TlsServer& server, const std::string& reason) {
  return to_string(make_error(kind, host + ":" + std::to_string(server.port()), reason));
}

TEST(Tls, TheRightCertificatePasses) {
  const TlsServer server("right");
  EXPECT_EQ(outcome("localhost", server), "200");
  EXPECT_EQ(outcome("127.0.0.1", server), "200");
}

TEST(Tls, OlderAndNewerVersionsOfIt) {
  EXPECT_EQ(outcome("localhost", TlsServer("right", {"-www", "-tls1_2"})), "200");
  EXPECT_EQ(outcome("localhost", TlsServer("right", {"-www", "-tls1_3"})), "200");
  EXPECT_NE(
      outcome("localhost", TlsServer("right", {"-www", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"})).find("ACODE-NET-015"),
      std::string::npos);
}

TEST(Tls, AnotherName) {
  const TlsServer server("wrong_name");
  EXPECT_EQ(outcome("localhost", server), text(NetErrorKind::kTlsWrongName, "localhost", server, "hostname mismatch"));
  EXPECT_EQ(outcome("127.0.0.1", server),
            text(NetErrorKind::kTlsWrongName, "127.0.0.1", server, "IP address mismatch"));
}

TEST(Tls, OutOfDate) {
  const TlsServer server("expired");
  EXPECT_EQ(outcome("localhost", server),
            text(NetErrorKind::kTlsExpired, "localhost", server, "certificate has expired"));
}

TEST(Tls, UnknownAuthority) {
  const TlsServer server("right");
  for (const char* ca_file : {"other_ca.pem", ""}) {
    EXPECT_EQ(outcome("localhost", server, ca_file).substr(0, 13), "ACODE-NET-013") << ca_file;
  }
}

TEST(Tls, SelfSigned) {
  const TlsServer server("self");
  EXPECT_EQ(outcome("localhost", server),
            text(NetErrorKind::kTlsSelfSigned, "localhost", server, "self-signed certificate"));
  EXPECT_EQ(outcome("localhost", server, "self.pem"), "200") << "unless it is trusted by name";
}

TEST(Tls, TheEnvironmentNamesAuthorities) {
  const TlsServer server("right");
  ::setenv("SSL_CERT_FILE", certificates().path("ca.pem").c_str(), 1);
  EXPECT_EQ(outcome("localhost", server, ""), "200");
  ::unsetenv("SSL_CERT_FILE");
}

TEST(Tls, AuthoritiesThatCannotBeRead) {
  const auto missing = answer_of("localhost", TlsServer("right").port(), "/no/such/file.pem");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, NetErrorKind::kTlsFailed);
  EXPECT_NE(missing.error().message.find("'/no/such/file.pem' cannot be read"), std::string::npos);
}

TEST(Tls, AServerThatDoesNotSpeakIt) {
  RawServer server([](RawSocket& client) {
    client.read_some();
    client.send("HTTP/1.1 400 Bad Request\r\n\r\n");
  });
  const auto answer = answer_of("127.0.0.1", server.port(), certificates().path("ca.pem"));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, NetErrorKind::kTlsFailed);
  EXPECT_NE(answer.error().message.find("try http:// instead"), std::string::npos) << answer.error().message;
}

TEST(Tls, AServerThatClosesInTheGreeting) {
  RawServer server([](RawSocket& client) { client.read_some(); });
  const auto answer = answer_of("127.0.0.1", server.port(), certificates().path("ca.pem"));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, NetErrorKind::kTlsFailed);
}

TEST(Tls, ConnectionsAreKept) {
  TlsServer server("right", {});
  ClientOptions options;
  options.ca_file = certificates().path("ca.pem");
  options.response_timeout = std::chrono::seconds(5);
  HttpClient client(options);
  HttpRequest request;
  request.url = *Url::parse("https://localhost:" + std::to_string(server.port()));
  for (int i = 0; i < 3; ++i) {
    std::thread script([&server] { server.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"); });
    const auto answer = client.send(request);
    if (!answer) server.kill();
    script.join();
    ASSERT_TRUE(answer) << to_string(answer.error());
    EXPECT_EQ(answer->body, "hello");
  }
  EXPECT_EQ(client.connections_opened(), 1U);
}

TEST(Tls, AConnectionThatEndsWithoutAGoodbyeIsCut) {
  TlsServer server("right", {});
  std::thread script([&server] { server.answer("HTTP/1.1 200 OK\r\n\r\nuntil the end"); });
  ClientOptions options;
  options.ca_file = certificates().path("ca.pem");
  HttpClient client(options);
  HttpRequest request;
  request.url = *Url::parse("https://localhost:" + std::to_string(server.port()));
  ResponseSink sink;
  sink.on_body = [&server](std::string_view) {
    server.kill();
    return true;
  };
  const auto answer = client.send(request, sink);
  script.join();
  ASSERT_FALSE(answer) << "someone on the way could have ended it, and half an answer looks like a whole one";
  EXPECT_EQ(answer.error().kind, NetErrorKind::kCut);
}

// A proxy that leads to `server`, whatever it is asked for.
RawServer::Script tunnel_to(const TlsServer& server, std::string& asked) {
  return [&server, &asked](RawSocket& client) {
    asked = client.read_message();
    RawSocket upstream = RawSocket::connect(server.port());
    client.send("HTTP/1.1 200 Connection established\r\n\r\n");
    std::thread back([&] {
      for (std::string piece = upstream.read_some(); !piece.empty(); piece = upstream.read_some()) client.send(piece);
      client.end_sending();
    });
    for (std::string piece = client.read_some(); !piece.empty(); piece = client.read_some()) upstream.send(piece);
    upstream.end_sending();
    back.join();
  };
}

TEST(Tls, ThroughAProxy) {
  const TlsServer server("right");
  std::string asked;
  RawServer proxy(tunnel_to(server, asked));
  ClientOptions options;
  options.ca_file = certificates().path("ca.pem");
  options.proxies.https = "http://me:secret@127.0.0.1:" + std::to_string(proxy.port());
  HttpClient client(options);
  HttpRequest request;
  request.url = *Url::parse("https://models.example/");
  const auto answer = client.send(request);
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_EQ(answer->head.status, 200);
  EXPECT_EQ(asked,
            "CONNECT models.example:443 HTTP/1.1\r\nHost: models.example:443\r\n"
            "Proxy-Authorization: Basic bWU6c2VjcmV0\r\n\r\n");
  request.url.host = "elsewhere.example";
  const auto misled = client.send(request);
  ASSERT_FALSE(misled) << "the proxy leads where it wants, and the certificate tells";
  EXPECT_EQ(misled.error().kind, NetErrorKind::kTlsWrongName);
}

}  // namespace
}  // namespace acode::net
