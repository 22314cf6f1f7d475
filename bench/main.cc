// bench_json: times acode's readers and those of its peers side by side, and prints ratios.
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "broken_cases.h"
#include "case.h"
#include "documents.h"
#include "driver.h"
#include "subject.h"

namespace acode::bench {
namespace {

constexpr std::array<Group, 5> kGroups = {{
    {"read", "valid text to tree", "simdjson", false},
    {"touch", "valid text to tree, then every value looked at once", "simdjson", false},
    {"repair", "broken text to tree and edits, for one document", "jsonrepair", false},
    {"pieces", "a 1 MB call in pieces", "whole", true},
    {"growing", "a 26 KB call in 4-byte pieces, a partial value after each", "partial-json", false},
}};

constexpr std::array<Bar, 7> kBars = {{
    {"185 B of arguments, as fast as simdjson", "read/185B/acode", "read/185B/simdjson", 1, false},
    {"2 KB of arguments, as fast as simdjson", "read/2KB/acode", "read/2KB/simdjson", 1, false},
    {"1 MB of source text, as fast as simdjson", "read/1MB-source/acode", "read/1MB-source/simdjson", 1, false},
    {"1 MB of records, as fast as simdjson", "read/1MB-records/acode", "read/1MB-records/simdjson", 1, false},
    {"mutated documents, 20 times as fast as jsonrepair", "repair/mutated/acode", "repair/mutated/jsonrepair", 20,
     false},
    {"1 MB of source text in 4-byte pieces, 6 times the cost of whole", "pieces/1MB-source/4-byte pieces, partial",
     "pieces/1MB-source/whole", 6, true},
    {"1 MB of records in 4-byte pieces, 6 times the cost of whole", "pieces/1MB-records/4-byte pieces, partial",
     "pieces/1MB-records/whole", 6, true},
}};

struct Texts {
  Documents documents;
  std::vector<Input> inputs = valid_inputs();
};

void add_all_cases(std::vector<Case>& cases, const Texts& texts) {
  for (const Input& input : texts.inputs) {
    add_acode(cases, input);
    add_simdjson(cases, input);
    add_rapidjson(cases, input);
    add_nlohmann(cases, input);
  }
  add_repair_cases(cases, texts.documents);
  add_piece_cases(cases);
  add_growing_cases(cases, texts.documents);
  // Now the cases of one block stand side by side.
  std::stable_sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) { return a.group < b.group; });
}

std::vector<std::string> about(const Documents& documents) {
  return {"simdjson dom runs its implementation \"" + simdjson_implementation() + "\"",
          std::string("the mutated documents are ") +
              (documents.from_corpus ? "those of the corpus" : "made by the benchmark")};
}

Suite make_suite(const Options& options) {
  const auto texts = std::make_shared<Texts>();
  texts->documents = options.documents.empty() ? make_documents() : read_documents(options.documents);
  Suite suite{texts, {}, about(texts->documents)};
  add_all_cases(suite.cases, *texts);
  return suite;
}

constexpr Program kProgram = {
    "bench_json",
    "  bench_json read/1MB              valid text of 1 MB to a tree\n"
    "  bench_json 185B /acode           acode alone on small calls\n",
    {kGroups, kBars},
    make_suite,
    [](const std::filesystem::path& folder) { write_documents(make_documents(), folder); },
};

}  // namespace
}  // namespace acode::bench

int main(int argc, char** argv) { return acode::bench::run_program(acode::bench::kProgram, {argv + 1, argv + argc}); }
