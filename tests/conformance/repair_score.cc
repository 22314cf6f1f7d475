// repair_score FILE.jsonl [--show wrong|refused|none] [--category TEXT] [--level safe|normal|eager]
//
// Scores the repair against a file of rows as repair_corpus.h describes them, and prints every miss and a table. A tool
// for those who work on the repair, not a test.
#include <iostream>
#include <string>
#include <string_view>

#include "conformance/repair_corpus.h"

namespace {

using acode::test::RepairReport;
using acode::test::RepairScore;
using acode::test::Verdict;

struct Arguments {
  std::string file;
  bool show_wrong = true;
  bool show_refused = true;
  std::string category;
  acode::json::RepairOptions options = acode::test::scoring_options();
};

bool set_show(Arguments& arguments, std::string_view what) {
  if (what != "wrong" && what != "refused" && what != "none") return false;
  arguments.show_wrong = what == "wrong";
  arguments.show_refused = what == "refused";
  return true;
}

bool set_level(Arguments& arguments, std::string_view level) {
  using acode::json::RepairLevel;
  if (level != "safe" && level != "normal" && level != "eager") return false;
  arguments.options.level = level == "safe"     ? RepairLevel::kSafe
                            : level == "normal" ? RepairLevel::kNormal
                                                : RepairLevel::kEager;
  return true;
}

bool set_category(Arguments& arguments, std::string_view category) {
  arguments.category = category;
  return true;
}

bool read_arguments(int count, char** words, Arguments& arguments) {
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word.substr(0, 2) != "--") {
      arguments.file = word;
      continue;
    }
    if (i + 1 == count) return false;
    const std::string_view value = words[++i];
    const bool known = word == "--show"       ? set_show(arguments, value)
                       : word == "--level"    ? set_level(arguments, value)
                       : word == "--category" ? set_category(arguments, value)
                                              : false;
    if (!known) return false;
  }
  return !arguments.file.empty();
}

bool is_shown(const Arguments& arguments, const RepairScore& score) {
  if (score.row.category.find(arguments.category) == std::string::npos) return false;
  return (score.verdict == Verdict::kWrong && arguments.show_wrong) ||
         (score.verdict == Verdict::kRefused && arguments.show_refused);
}

}  // namespace

int main(int count, char** words) {
  Arguments arguments;
  if (!read_arguments(count, words, arguments)) {
    std::cerr << "usage: repair_score FILE.jsonl [--show wrong|refused|none] [--category TEXT] "
                 "[--level safe|normal|eager]\n";
    return 2;
  }
  const RepairReport report = acode::test::score_repairs(arguments.file, arguments.options);
  if (report.scores.empty()) {
    std::cerr << "repair_score: no rows in " << arguments.file << '\n';
    return 1;
  }
  for (const RepairScore& score : report.scores) {
    if (is_shown(arguments, score)) acode::test::print_miss(std::cout, score);
  }
  for (const std::string& line : report.unreadable) std::cerr << "not a row: " << line << '\n';
  acode::test::print_table(std::cout, report);
  return report.unreadable.empty() ? 0 : 1;
}
