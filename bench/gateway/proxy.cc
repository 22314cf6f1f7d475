// Starting, measuring and ending them.
#include "gateway/proxy.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <ctime>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "gateway/poller.h"

namespace acode::bench {
namespace {

namespace fs = std::filesystem;

std::uint16_t free_port() {
  std::uint16_t port = 0;
  listen_anywhere(port);
  return port;
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

std::string nginx_settings(std::uint16_t port, std::uint16_t upstream, bool buffers) {
  return std::string(::geteuid() == 0 ? "user root;\n" : "") +
         "worker_processes 1;\n"
         "daemon off;\n"
         "pid nginx.pid;\n"
         "error_log error.log crit;\n"
         "worker_rlimit_nofile 16384;\n"
         "events { worker_connections 8192; }\n"
         "http {\n"
         "  access_log off;\n"
         "  client_body_temp_path body;\n"
         "  proxy_temp_path proxy;\n"
         "  fastcgi_temp_path fastcgi;\n"
         "  uwsgi_temp_path uwsgi;\n"
         "  scgi_temp_path scgi;\n"
         "  keepalive_requests 1000000000;\n"
         "  upstream stub { server 127.0.0.1:" +
         std::to_string(upstream) +
         "; keepalive 1024; keepalive_requests 1000000000; }\n"
         "  server {\n"
         "    listen 127.0.0.1:" +
         std::to_string(port) +
         " backlog=4096;\n"
         "    location / {\n"
         "      proxy_pass http://stub;\n"
         "      proxy_http_version 1.1;\n"
         "      proxy_set_header Connection \"\";\n"
         "      proxy_buffering " +
         (buffers ? "on" : "off") +
         ";\n"
         "    }\n"
         "  }\n"
         "}\n";
}

// Becomes the program, which writes what it has to say to a file.
[[noreturn]] void become(const std::vector<std::string>& words, const fs::path& folder, int core) {
  const std::string log = (folder / "output.log").string();
  const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  pin_to(core);
  ::setenv("HOME", folder.c_str(), 1);
  ::setenv("XDG_STATE_HOME", folder.c_str(), 1);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execv(arguments.front(), arguments.data());
  ::_exit(127);
}

// The last child of a process, or itself if it has none.
pid_t worker_of(pid_t process) {
  const std::string name = std::to_string(process);
  std::ifstream children("/proc/" + name + "/task/" + name + "/children");
  pid_t worker = process;
  while (children >> worker) {
  }
  return worker == 0 ? process : worker;
}

bool is_listening(std::uint16_t port) {
  const net::Fd socket = connect_to(port);
  pollfd state{socket.get(), POLLOUT, 0};
  int error = 0;
  socklen_t size = sizeof error;
  return ::poll(&state, 1, 1000) == 1 && ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size) == 0 &&
         error == 0;
}

}  // namespace

Cores Cores::choose() {
  cpu_set_t set;
  CPU_ZERO(&set);
  ::sched_getaffinity(0, sizeof set, &set);
  std::vector<int> allowed;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<unsigned>(core), &set)) allowed.push_back(core);
  }
  if (allowed.size() < 2) throw std::runtime_error("two processors are needed: one for the proxy, one for the load");
  return {allowed.front(), allowed.back()};
}

void pin_to(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(core), &set);
  ::sched_setaffinity(0, sizeof set, &set);
}

Proxy Proxy::nginx(const std::string& program, const fs::path& folder, std::uint16_t upstream, int core, bool buffers) {
  fs::create_directories(folder);
  const std::uint16_t port = free_port();
  write_file(folder / "nginx.conf", nginx_settings(port, upstream, buffers));
  const std::string prefix = folder.string() + "/";
  return {{program, "-p", prefix, "-e", prefix + "error.log", "-c", prefix + "nginx.conf"}, folder, port, core};
}

Proxy Proxy::acode(const std::string& program, const fs::path& folder, std::uint16_t upstream, int core, bool records,
                   const std::string& mode) {
  fs::create_directories(folder);
  const std::uint16_t port = free_port();
  write_file(folder / "config.yml",
             "model:\n  default_provider: stub\n  providers:\n    stub:\n      model: bench\n      base_url: "
             "http://127.0.0.1:" +
                 std::to_string(upstream) + "/v1\nevents:\n  enabled: " + (records ? "true" : "false") + "\n");
  return {{program, "serve", "--config", (folder / "config.yml").string(), "--listen", std::to_string(port),
           "--threads", "1", "--mode", mode, "--grace", "0"},
          folder,
          port,
          core};
}

Proxy::Proxy(const std::vector<std::string>& words, const fs::path& folder, std::uint16_t port, int core)
    : child_(::fork()), worker_(child_), port_(port) {
  if (child_ < 0) throw std::runtime_error("no process can be made");
  if (child_ == 0) become(words, folder, core);
  wait_until_it_listens();
  worker_ = worker_of(child_);
}

Proxy::Proxy(Proxy&& other) noexcept
    : child_(std::exchange(other.child_, 0)), worker_(other.worker_), port_(other.port_) {}

Proxy::~Proxy() {
  if (child_ <= 0) return;
  ::kill(child_, SIGTERM);
  ::waitpid(child_, nullptr, 0);
}

void Proxy::wait_until_it_listens() const {
  constexpr int kTries = 200;
  for (int i = 0; i < kTries; ++i) {
    if (is_listening(port_)) return;
    if (::waitpid(child_, nullptr, WNOHANG) == child_) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
  }
  throw std::runtime_error("a proxy does not start; its folder has output.log");
}

std::uint64_t Proxy::processor_time() const {
  clockid_t clock = 0;
  timespec time{};
  if (::clock_getcpuclockid(worker_, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
    throw std::runtime_error("a proxy has ended; its folder has output.log");
  }
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

std::size_t Proxy::resident_bytes() const {
  std::ifstream file("/proc/" + std::to_string(worker_) + "/statm");
  std::size_t pages = 0;
  file >> pages >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace acode::bench
