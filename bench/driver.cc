// Running a program of the benchmark from its command line.
#include "driver.h"

#include <algorithm>
#include <exception>
#include <iostream>
#include <stdexcept>

#include "figures.h"
#include "measure.h"

namespace acode::bench {
namespace {

void keep_chosen(std::vector<Case>& cases, const std::vector<std::string>& filters) {
  std::erase_if(cases, [&](const Case& one) {
    const std::string name = one.name();
    return std::any_of(filters.begin(), filters.end(),
                       [&](const std::string& filter) { return name.find(filter) == std::string::npos; });
  });
  if (cases.empty()) throw std::runtime_error("no case has such a name; see --list");
}

/// A block that fails is told and left out: the others are still worth having. False if there was one.
bool measure(const Program& program, const Suite& suite, const Settings& settings, Figures& figures) {
  bool good = true;
  figures.about = suite.about;
  for (auto first = suite.cases.begin(); first != suite.cases.end();) {
    const auto last =
        std::find_if(first, suite.cases.end(), [&](const Case& one) { return one.block() != first->block(); });
    try {
      figures.merge(measure_block({first, last}, settings));
    } catch (const std::exception& problem) {
      std::cerr << program.name << ": " << problem.what() << '\n';
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

void report(const Program& program, const Figures& figures, const Options& options) {
  if (!options.json.empty()) write_figures(figures, options.json);
  if (options.quiet) return;
  for (const std::string& line : figures.about) std::cout << line << '\n';
  print_figures(std::cout, program.tables, figures);
  print_bars(std::cout, program.tables, figures);
}

/// False if something could not be timed.
bool run_suite(const Program& program, const Options& options) {
  Suite suite = program.make_suite(options);
  keep_chosen(suite.cases, options.filters);
  if (options.list) {
    for (const Case& one : suite.cases) std::cout << one.name() << '\n';
    return true;
  }
  if (options.count > 0) {
    count(suite, options);
    return true;
  }
  Figures figures;
  const bool good = measure(program, suite, options.settings, figures);
  report(program, figures, options);
  return good;
}

bool run(const Program& program, const Options& options) {
  if (options.help) {
    std::cout << help_text(program.name, program.examples);
  } else if (!options.write_documents.empty()) {
    program.write_documents(options.write_documents);
  } else if (!options.merge.empty()) {
    Figures figures;
    for (const std::string& file : options.merge) figures.merge(read_figures(file));
    report(program, figures, options);
  } else {
    return run_suite(program, options);
  }
  return true;
}

}  // namespace

int run_program(const Program& program, const std::vector<std::string>& arguments) {
  try {
    return run(program, parse_options(arguments)) ? 0 : 1;
  } catch (const std::exception& problem) {
    std::cerr << program.name << ": " << problem.what() << '\n';
    return 1;
  }
}

}  // namespace acode::bench
