// What becomes of the calls of a real model, station by station: as it sent them, after repair and coercion, after the
// arguments were asked for again under the schema, after it was told of its errors; and what each station costs.
//
//   model_table --url http://127.0.0.1:PORT --questions questions.jsonl [--formats hermes,json] [--count N]
//
// scripts/model-table.sh starts the server and runs this.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/reader.h"
#include "acode/schema/toolset.h"
#include "agent/asker.h"
#include "agent/clock.h"
#include "agent/http_transport.h"
#include "config/configuration.h"

namespace acode {
namespace {

struct Question {
  std::string text;
  schema::Toolset tools;
};

struct Options {
  std::string url;
  std::string questions;
  std::vector<std::string> formats = {"hermes", "marker", "json", "fenced", "xml", "pythonic"};
  std::size_t count = 1000;
};

/// Stations, from the model's answer to the last rung.
enum Station : std::size_t { kSent, kMended, kReemitted, kReasked, kStations };

struct Cost {
  std::uint64_t tokens = 0;
  double seconds = 0;
};

/// What a format came to.
struct Row {
  std::size_t calls = 0;
  std::array<std::size_t, kStations> valid{};  ///< that became so at this station
  std::size_t silent = 0;                      ///< questions without any call
  std::size_t withdrawn = 0;                   ///< calls that the model took back in words
  std::map<std::string, std::size_t> errors;   ///< of what is left
  std::array<Cost, 3> costs{};                 ///< the question, re-emission, re-asking
};

class Counter final : public agent::AskListener {
 public:
  explicit Counter(Row& row) : row_(row) {}

  void settled(const agent::SettledCall& settled) override {
    ++row_.calls;
    if (settled.withdrawn) {
      ++row_.withdrawn;
      return;
    }
    if (!settled.call.ok()) {
      ++row_.errors[settled.call.findings.back().code];
      return;
    }
    ++row_.valid.at(station(settled));
  }

  void attempted(const agent::Attempt& attempt) override {
    const std::size_t kind = !attempt.rung ? 0 : *attempt.rung == retry::Rung::kReemit ? 1 : 2;
    row_.costs.at(kind).tokens += attempt.usage.input + attempt.usage.output;
    row_.costs.at(kind).seconds += static_cast<double>(attempt.duration.count()) / 1e9;
  }

 private:
  static Station station(const agent::SettledCall& settled) {
    if (settled.rung) return *settled.rung == retry::Rung::kReemit ? kReemitted : kReasked;
    return settled.call.verdict == pipeline::Verdict::kAsIs ? kSent : kMended;
  }

  Row& row_;
};

std::vector<Question> read_questions(const Options& options) {
  std::vector<Question> questions;
  std::ifstream file(options.questions);
  std::string line;
  while (questions.size() < options.count && std::getline(file, line)) {
    const auto row = json::parse(line);
    if (!row) throw std::runtime_error(options.questions + ": " + to_string(row.error()));
    questions.push_back(
        {std::string(row->root().find("question")->as_string()), schema::load_tools(*row->root().find("tools")).tools});
  }
  if (questions.empty()) throw std::runtime_error(options.questions + " has no questions");
  return questions;
}

config::ProviderSettings settings_for(const Options& options, const std::string& format) {
  config::ProviderSettings settings = config::Configuration().provider("ollama");
  settings.base_url = options.url;
  settings.model = "small:" + format;
  settings.options = {{"temperature", "0"}, {"seed", "1"}, {"num_predict", "400"}};
  settings.tool_call.retry.unknown_tools = true;
  settings.tool_call.retry.delay = std::chrono::milliseconds(0);
  return settings;
}

Row ask_all(const Options& options, const std::string& format, const std::vector<Question>& questions) {
  const config::ProviderSettings settings = settings_for(options, format);
  auto transport = agent::HttpTransport::make(settings, "");
  if (!transport) throw std::runtime_error(to_string(transport.error()));
  agent::SystemClock clock;
  Row row;
  Counter counter(row);
  for (const Question& question : questions) {
    retry::Breaker breaker({.threshold = 0});
    agent::Asker asker(**transport, question.tools, settings, clock, breaker);
    const agent::Asked asked = asker.ask({{agent::Role::kUser, question.text}}, counter, {});
    if (asked.failure) throw std::runtime_error(asked.failure->code + ": " + asked.failure->message);
    if (asked.result.total_count() == 0 && asked.withdrawn.empty()) ++row.silent;
    std::fputc('.', stderr);
  }
  std::fputc('\n', stderr);
  return row;
}

void print_heading() {
  std::puts("Share of calls that are valid (a tool that there is, arguments that fit its schema), after each station;");
  std::puts("tokens and seconds spent on the question, on re-emission and on asking again.\n");
  std::printf("%-9s %5s %8s %9s %10s %9s %9s %7s   %-22s %s\n", "format", "calls", "as sent", "mended", "re-emitted",
              "re-asked", "taken back", "silent", "tokens", "seconds");
}

void print_row(const std::string& format, const Row& row) {
  std::printf("%-9s %5zu", format.c_str(), row.calls);
  std::size_t valid = 0;
  constexpr std::array<int, kStations> kWidths = {8, 9, 10, 9};
  for (std::size_t i = 0; i < kStations; ++i) {
    valid += row.valid[i];
    const double share = row.calls == 0 ? 0 : 100.0 * static_cast<double>(valid) / static_cast<double>(row.calls);
    std::printf(" %*.1f%%", kWidths[i] - 1, share);
  }
  std::printf(" %9zu %7zu   %-22s", row.withdrawn, row.silent,
              (std::to_string(row.costs[0].tokens) + " + " + std::to_string(row.costs[1].tokens) + " + " +
               std::to_string(row.costs[2].tokens))
                  .c_str());
  std::printf(" %.0f + %.0f + %.0f", row.costs[0].seconds, row.costs[1].seconds, row.costs[2].seconds);
  for (const auto& [code, count] : row.errors) std::printf("   %s: %zu", code.c_str(), count);
  std::puts("");
  std::fflush(stdout);
}

void add(Row& sum, const Row& row) {
  sum.calls += row.calls;
  sum.silent += row.silent;
  sum.withdrawn += row.withdrawn;
  for (std::size_t i = 0; i < kStations; ++i) sum.valid[i] += row.valid[i];
  for (std::size_t i = 0; i < sum.costs.size(); ++i) {
    sum.costs[i].tokens += row.costs[i].tokens;
    sum.costs[i].seconds += row.costs[i].seconds;
  }
  for (const auto& [code, count] : row.errors) sum.errors[code] += count;
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    words.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

Options read_options(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    const std::string& value = words[i + 1];
    if (words[i] == "--url") options.url = value;
    if (words[i] == "--questions") options.questions = value;
    if (words[i] == "--formats") options.formats = split(value);
    if (words[i] == "--count") std::from_chars(value.data(), value.data() + value.size(), options.count);
  }
  if (options.url.empty() || options.questions.empty()) throw std::runtime_error("give --url and --questions");
  return options;
}

int run(const std::vector<std::string>& words) {
  const Options options = read_options(words);
  const std::vector<Question> questions = read_questions(options);
  print_heading();
  Row all;
  for (const std::string& format : options.formats) {
    const Row row = ask_all(options, format, questions);
    print_row(format, row);
    add(all, row);
  }
  if (options.formats.size() > 1) print_row("together", all);
  return 0;
}

}  // namespace
}  // namespace acode

int main(int argc, char** argv) {
  try {
    return acode::run({argv + 1, argv + argc});
  } catch (const std::exception& problem) {
    std::cerr << "model_table: " << problem.what() << '\n';
    return 1;
  }
}
