// bench_json: times acode's readers and those of its peers side by side, and prints ratios.
#include <algorithm>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "broken_cases.h"
#include "case.h"
#include "documents.h"
#include "figures.h"
#include "measure.h"
#include "options.h"
#include "report.h"
#include "subject.h"

namespace acode::bench {
namespace {

/// The texts, and the cases that look into them.
struct Suite {
  Documents documents;
  std::vector<Input> inputs = valid_inputs();
  std::vector<Case> cases;
};

void add_all_cases(Suite& suite) {
  for (const Input& input : suite.inputs) {
    add_acode(suite.cases, input);
    add_simdjson(suite.cases, input);
    add_rapidjson(suite.cases, input);
    add_nlohmann(suite.cases, input);
  }
  add_repair_cases(suite.cases, suite.documents);
  add_piece_cases(suite.cases);
  add_growing_cases(suite.cases, suite.documents);
  // Now the cases of one block stand side by side.
  std::stable_sort(suite.cases.begin(), suite.cases.end(),
                   [](const Case& a, const Case& b) { return a.group < b.group; });
}

void keep_chosen(std::vector<Case>& cases, const std::vector<std::string>& filters) {
  std::erase_if(cases, [&](const Case& one) {
    const std::string name = one.name();
    return std::any_of(filters.begin(), filters.end(),
                       [&](const std::string& filter) { return name.find(filter) == std::string::npos; });
  });
}

/// Made in place: the cases point at the texts.
void fill_suite(Suite& suite, const Options& options) {
  suite.documents = options.documents.empty() ? make_documents() : read_documents(options.documents);
  add_all_cases(suite);
  keep_chosen(suite.cases, options.filters);
  if (suite.cases.empty()) throw std::runtime_error("no case has such a name; see --list");
}

std::vector<std::string> about(const Documents& documents) {
  return {"simdjson dom runs its implementation \"" + simdjson_implementation() + "\"",
          std::string("the mutated documents are ") +
              (documents.from_corpus ? "those of the corpus" : "made by the benchmark")};
}

/// A block that fails is told and left out: the others are still worth having. False if there was one.
bool measure(const Suite& suite, const Settings& settings, Figures& figures) {
  bool good = true;
  figures.about = about(suite.documents);
  for (auto first = suite.cases.begin(); first != suite.cases.end();) {
    const auto last =
        std::find_if(first, suite.cases.end(), [&](const Case& one) { return one.block() != first->block(); });
    try {
      figures.merge(measure_block({first, last}, settings));
    } catch (const std::exception& problem) {
      std::cerr << "bench_json: " << problem.what() << '\n';
      good = false;
    }
    first = last;
  }
  return good;
}

void count(const Suite& suite, const Options& options) {
  // A name given in full means that case, though it may be contained in the names of others.
  auto one = std::find_if(suite.cases.begin(), suite.cases.end(), [&](const Case& candidate) {
    return options.filters.size() == 1 && candidate.name() == options.filters[0];
  });
  if (one == suite.cases.end() && suite.cases.size() == 1) one = suite.cases.begin();
  if (one == suite.cases.end()) throw std::runtime_error("--count needs the name of one case; see --list");
  run_counted(*one, options.count);
}

void report(const Figures& figures, const Options& options) {
  if (!options.json.empty()) write_figures(figures, options.json);
  if (options.quiet) return;
  for (const std::string& line : figures.about) std::cout << line << '\n';
  print_figures(std::cout, figures);
  print_bars(std::cout, figures);
}

/// False if something could not be timed.
bool run_suite(const Options& options) {
  Suite suite;
  fill_suite(suite, options);
  if (options.list) {
    for (const Case& one : suite.cases) std::cout << one.name() << '\n';
    return true;
  }
  if (options.count > 0) {
    count(suite, options);
    return true;
  }
  Figures figures;
  const bool good = measure(suite, options.settings, figures);
  report(figures, options);
  return good;
}

bool run(const Options& options) {
  if (options.help) {
    std::cout << help_text();
  } else if (!options.write_documents.empty()) {
    write_documents(make_documents(), options.write_documents);
  } else if (!options.merge.empty()) {
    Figures figures;
    for (const std::string& file : options.merge) figures.merge(read_figures(file));
    report(figures, options);
  } else {
    return run_suite(options);
  }
  return true;
}

}  // namespace
}  // namespace acode::bench

int main(int argc, char** argv) {
  try {
    return acode::bench::run(acode::bench::parse_options({argv + 1, argv + argc})) ? 0 : 1;
  } catch (const std::exception& problem) {
    std::cerr << "bench_json: " << problem.what() << '\n';
    return 1;
  }
}
