// Prints what the official JSON Schema test suite finds: schema_suite_score FOLDER
#include <iostream>

#include "conformance/schema_suite.h"

int main(int argc, char** argv) {
  using acode::schema::Draft;
  using acode::test::SuitePart;
  if (argc != 2) {
    std::cerr << "usage: schema_suite_score FOLDER (with tests/ and remotes/)\n";
    return 2;
  }
  bool all = true;
  for (const SuitePart part : {SuitePart::kRequired, SuitePart::kOptional}) {
    for (const Draft draft : {Draft::k7, Draft::k201909, Draft::k202012}) {
      const acode::test::SuiteReport report = acode::test::run_suite(argv[1], draft, part);
      for (const acode::test::SuiteMiss& miss : report.misses)
        std::cout << miss.file << ": " << miss.description << ": " << miss.got << '\n';
      std::cout << "draft " << draft_name(draft) << (part == SuitePart::kRequired ? ", required: " : ", optional: ")
                << report.total - report.misses.size() << " of " << report.total << '\n';
      all = all && (part == SuitePart::kOptional || report.misses.empty());
    }
  }
  return all ? 0 : 1;
}
