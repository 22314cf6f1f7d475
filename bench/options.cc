// Reading the words of the command line.
#include "options.h"

#include <charconv>
#include <stdexcept>

namespace acode::bench {
namespace {

constexpr std::string_view kHelp = R"( [OPTIONS] [FILTER...]
Times the cases whose name (group/input/subject) contains every FILTER, and prints them as ratios.

  --list                    print the names of the cases and stop
  --json FILE               write the figures to FILE
  --quiet                   print no table
  --samples N               samples of each case, the best counts (5)
  --sample-ms N             least duration of a sample (50)
  --documents FOLDER        read what was written there instead of making it
  --write-documents FOLDER  make what peers are to read, write it to FOLDER and stop
  --merge FILE...           put figures of earlier runs together instead of timing; the last option
  --count N                 run the one case that FILTER names N times (see scripts/callgrind-bench.sh)
)";

/// Hands out the arguments one by one.
class Arguments {
 public:
  explicit Arguments(const std::vector<std::string>& all) : all_(all) {}
  [[nodiscard]] bool empty() const { return next_ == all_.size(); }
  const std::string& take() { return all_[next_++]; }

  /// What follows an option.
  const std::string& value() {
    if (empty()) throw std::runtime_error(all_.back() + " needs a value");
    return take();
  }

  /// The same as a number above 0.
  std::size_t number() {
    const std::string& text = value();
    std::size_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || end != text.data() + text.size() || number == 0) {
      throw std::runtime_error("'" + text + "' is not a number above 0");
    }
    return number;
  }

  std::vector<std::string> rest() {
    std::vector<std::string> taken = {value()};
    while (!empty()) taken.push_back(take());
    return taken;
  }

 private:
  const std::vector<std::string>& all_;
  std::size_t next_ = 0;
};

}  // namespace

Options parse_options(const std::vector<std::string>& arguments) {
  Options options;
  Arguments left(arguments);
  while (!left.empty()) {
    const std::string& argument = left.take();
    if (argument == "--help") {
      options.help = true;
    } else if (argument == "--list") {
      options.list = true;
    } else if (argument == "--quiet") {
      options.quiet = true;
    } else if (argument == "--json") {
      options.json = left.value();
    } else if (argument == "--documents") {
      options.documents = left.value();
    } else if (argument == "--write-documents") {
      options.write_documents = left.value();
    } else if (argument == "--samples") {
      options.settings.samples = left.number();
    } else if (argument == "--sample-ms") {
      options.settings.sample = std::chrono::milliseconds(left.number());
    } else if (argument == "--count") {
      options.count = left.number();
    } else if (argument == "--merge") {
      options.merge = left.rest();
    } else if (argument.starts_with("--")) {
      throw std::runtime_error("unknown option " + argument);
    } else {
      options.filters.push_back(argument);
    }
  }
  return options;
}

std::string help_text(std::string_view program, std::string_view examples) {
  return std::string(program) + std::string(kHelp) + "\n" + std::string(examples);
}

}  // namespace acode::bench
