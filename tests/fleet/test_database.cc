// Starting and ending servers.
#include "fleet/test_database.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "fleet/postgres.h"

namespace acode::fleet::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

// Debian keeps the programs of each version in a folder of its own; others have them in the path.
std::string programs() {
  std::vector<std::string> found;
  std::error_code error;
  for (const fs::directory_entry& version : fs::directory_iterator("/usr/lib/postgresql", error)) {
    if (::access((version.path() / "bin/initdb").c_str(), X_OK) == 0) found.push_back(version.path() / "bin");
  }
  for (const char* folder : {"/usr/local/bin", "/usr/bin"}) {
    if (::access((std::string(folder) + "/initdb").c_str(), X_OK) == 0) found.emplace_back(folder);
  }
  return found.empty() ? "" : *std::max_element(found.begin(), found.end());
}

// The server does not run as root.
const passwd* somebody_else() {
  if (::geteuid() != 0) return ::getpwuid(::geteuid());
  for (const char* name : {"postgres", "nobody"}) {
    if (const passwd* found = ::getpwnam(name)) return found;
  }
  return nullptr;
}

pid_t begin(const std::vector<std::string>& words, const std::string& log) {
  const passwd* user = somebody_else();
  const pid_t id = ::fork();
  if (id != 0) return id;
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  if (std::freopen(log.c_str(), "a", stdout) == nullptr || ::dup2(1, 2) == -1) ::_exit(126);
  if (::geteuid() == 0 && (::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0)) ::_exit(126);
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);  // another user begins without it
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

int end_of(pid_t id) {
  int status = 0;
  while (::waitpid(id, &status, 0) == -1 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

std::uint16_t free_port() {
  const int descriptor = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  ::bind(descriptor, reinterpret_cast<sockaddr*>(&address), size);
  ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(descriptor);
  return ntohs(address.sin_port);
}

std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

std::string why_no_database() {
#ifdef ACODE_WITHOUT_POSTGRES
  return "acode was built without libpq";
#else
  if (programs().empty()) return "there is no PostgreSQL server here; scripts/install-deps.sh --test installs it";
  return somebody_else() == nullptr ? "PostgreSQL does not run as root, and there is no other user" : "";
#endif
}

TestDatabase::TestDatabase() : port_(free_port()) {
  // In memory, where that can be had.
  const fs::path place = ::access("/dev/shm", W_OK) == 0 ? "/dev/shm" : fs::temp_directory_path();
  std::string name = place / "acode-db-XXXXXX";
  folder_ = ::mkdtemp(name.data());
  if (::chown(folder_.c_str(), somebody_else()->pw_uid, somebody_else()->pw_gid) != 0) ADD_FAILURE() << "chown";
  const std::string log = folder_ + "/log";
  const pid_t made = begin({programs() + "/initdb", "-D", folder_ + "/data", "--no-sync", "--wal-segsize=1", "-A",
                            "trust", "-E", "UTF8", "--locale=C", "-U", "postgres", "--no-instructions"},
                           log);
  EXPECT_EQ(end_of(made), 0) << text_of(log);
  std::ofstream(folder_ + "/data/pg_hba.conf") << "local all guarded scram-sha-256\nlocal all all trust\n"
                                                  "host all guarded 127.0.0.1/32 scram-sha-256\n"
                                                  "host all all 127.0.0.1/32 trust\n";
  start();
  ask("CREATE DATABASE calls", "postgres");
  ask("CREATE ROLE guarded LOGIN PASSWORD 'right'");
}

TestDatabase::~TestDatabase() {
  stop();
  std::error_code error;
  fs::remove_all(folder_, error);
}

void TestDatabase::stop() {
  if (server_ == 0) return;
  ::kill(server_, SIGQUIT);
  end_of(server_);
  server_ = 0;
}

void TestDatabase::start() {
  std::vector<std::string> words = {programs() + "/postgres", "-D", folder_ + "/data"};
  for (const std::string& setting :
       {"port=" + std::to_string(port_), "unix_socket_directories=" + folder_, std::string("fsync=off"),
        std::string("synchronous_commit=off"), std::string("full_page_writes=off"), std::string("shared_buffers=8MB"),
        std::string("listen_addresses=127.0.0.1"), std::string("max_connections=30"), std::string("autovacuum=off")}) {
    words.insert(words.end(), {"-c", setting});
  }
  server_ = begin(words, folder_ + "/log");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!Postgres::connect(url("postgres", "postgres"), in_time(std::chrono::seconds(5))).ok()) {
    ASSERT_LT(std::chrono::steady_clock::now(), end) << text_of(folder_ + "/log");
    std::this_thread::sleep_for(milliseconds(20));
  }
}

std::string TestDatabase::url(const std::string& role, const std::string& database) const {
  return "postgresql://" + role + "@/" + database + "?host=" + folder_ + "&port=" + std::to_string(port_);
}

std::string TestDatabase::url_by_port() const {
  return "postgresql://postgres@localhost:" + std::to_string(port_) + "/calls";
}

std::vector<std::string> TestDatabase::ask(const std::string& sql, const std::string& database) const {
  const Until until = in_time(std::chrono::seconds(30));
  std::vector<std::string> rows;
  auto connected = Postgres::connect(url("postgres", database), until);
  if (!connected) {
    ADD_FAILURE() << to_string(connected.error());
    return rows;
  }
  const auto ran = connected->run(sql, {}, until, [&rows](const observe::Row& row) { rows.emplace_back(row.text(0)); });
  EXPECT_TRUE(ran.ok()) << sql << ": " << to_string(ran.error());
  return rows;
}

std::int64_t TestDatabase::number(const std::string& sql) const {
  const std::vector<std::string> rows = ask(sql);
  return rows.empty() ? -1 : std::atoll(rows[0].c_str());
}

}  // namespace acode::fleet::test
