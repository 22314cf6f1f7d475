// A tool for those who work on extraction: prints how many rows of a file of the corpus are right, by family or group,
// and with --misses the ids of those that are not.
//
//   call_score CORPUS/formats/vllm.jsonl --misses
#include <cstdio>
#include <map>
#include <string>
#include <string_view>

#include "conformance/call_corpus.h"

int main(int argc, char** argv) {
  using acode::test::CallRow;
  using acode::test::CallTally;
  if (argc < 2) {
    std::fputs("usage: call_score FILE.jsonl [--misses]\n", stderr);
    return 2;
  }
  const bool misses = argc > 2 && std::string_view(argv[2]) == "--misses";
  std::map<std::string, CallTally> tallies;
  for (const CallRow& row : acode::test::read_call_rows(argv[1])) {
    if (!row.is_scored()) continue;
    const bool format = row.group().empty() && !row.family().empty();
    const auto extent = format ? acode::pipeline::Extent::kExtract : acode::pipeline::Extent::kValidate;
    const acode::pipeline::ParseResult answer = row.answer(extent);
    const bool right = format ? row.is_right_format(answer.calls) : row.is_right_answer(answer.calls);
    tallies[std::string(format ? row.family() : row.group())].count(right);
    tallies["(all)"].count(right);
    if (row.reachable()) tallies["(reachable)"].count(right);
    if (misses && !right) std::printf("%.*s\n", static_cast<int>(row.id().size()), row.id().data());
  }
  for (const auto& [name, tally] : tallies) {
    std::printf("%-28s %5zu of %5zu  %6.2f %%\n", name.c_str(), tally.right, tally.all, tally.percent());
  }
  return 0;
}
