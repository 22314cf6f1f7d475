// bench_gateway: puts load on `acode serve` and on nginx, in turns, and compares them.
//
//   bench_gateway --acode build/bench/src/cli/acode --nginx /usr/sbin/nginx --json figures.json
//   bench_gateway --acode … --nginx … --only whole --rounds 1
#include <stdlib.h>
#include <sys/resource.h>

#include <csignal>
#include <exception>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "gateway/cases.h"

namespace {

namespace fs = std::filesystem;
using acode::bench::GatewayOptions;

// Gone with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "acode-bench-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder in " + name);
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

struct Words {
  GatewayOptions options;
  std::string json;
};

Words read_words(const std::vector<std::string>& words) {
  Words read;
  const std::map<std::string, std::function<void(const std::string&)>> known = {
      {"--acode", [&](const std::string& value) { read.options.acode = value; }},
      {"--nginx", [&](const std::string& value) { read.options.nginx = value; }},
      {"--only", [&](const std::string& value) { read.options.only = value; }},
      {"--rounds", [&](const std::string& value) { read.options.rounds = std::stoi(value); }},
      {"--seconds", [&](const std::string& value) { read.options.seconds = std::stod(value); }},
      {"--json", [&](const std::string& value) { read.json = value; }},
  };
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    const auto found = known.find(words[i]);
    if (found == known.end()) throw std::runtime_error("unknown option '" + words[i] + "'");
    found->second(words[i + 1]);
  }
  if (read.options.acode.empty() || read.options.nginx.empty()) throw std::runtime_error("give --acode and --nginx");
  return read;
}

// Two descriptors for each stream, here and in the proxies.
void allow_many_descriptors() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  allow_many_descriptors();
  try {
    Words words = read_words({argv + 1, argv + argc});
    const TemporaryFolder folder;
    words.options.folder = folder.path();
    const acode::bench::GatewayTable table = acode::bench::GatewayBench(words.options).run();
    acode::bench::print_table(std::cout, table);
    if (!words.json.empty()) acode::bench::write_table(table, words.json);
  } catch (const std::exception& problem) {
    std::cerr << "bench_gateway: " << problem.what() << '\n';
    return 1;
  }
  return 0;
}
