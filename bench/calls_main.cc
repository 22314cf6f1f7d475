// bench_calls: times what acode is for, text to validated calls. peers/calls.mjs times node on the same texts, and
// bench_batch `acode batch`; their figures are put together here.
#include <array>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <vector>

#include "calls_cases.h"
#include "calls_inputs.h"
#include "driver.h"
#include "record_cases.h"

namespace acode::bench {
namespace {

constexpr std::array<Group, 5> kGroups = {{
    {"call", "text to a validated call, the tools compiled beforehand", "node", false},
    {"stages", "the stages of a hermes call, each alone", "whole", true},
    {"pieces", "a 1 MB call in pieces, to a validated call", "whole", true},
    {"record", "text to a validated call that is recorded in the store of events", "parse", true},
    {"batch", "JSON lines on all cores", "simdjson", true},
}};

constexpr std::array<Bar, 10> kBars = {{
    {"a call of 150 B, 12 times the cost of reading its JSON", "call/150B/acode", "call/150B/simdjson", 12, true},
    {"a call of 2 KB, 12 times the cost of reading its JSON", "call/2KB/acode", "call/2KB/simdjson", 12, true},
    {"a call of 150 B, 15 times as fast as node", "call/150B/acode", "call/150B/node", 15, false},
    {"a call of 2 KB, 15 times as fast as node", "call/2KB/acode", "call/2KB/node", 15, false},
    {"a 1 MB hermes call in 4-byte pieces, 8 times the cost of whole", "pieces/1MB-hermes/4-byte pieces",
     "pieces/1MB-hermes/whole", 8, true},
    {"the same in qwen3-xml", "pieces/1MB-qwen3-xml/4-byte pieces", "pieces/1MB-qwen3-xml/whole", 8, true},
    {"the same in pythonic", "pieces/1MB-pythonic/4-byte pieces", "pieces/1MB-pythonic/whole", 8, true},
    {"recording a call of 150 B, a tenth of parsing it", "record/150B/parse and record", "record/150B/parse", 1.1,
     true},
    {"recording a call of 2 KB, a tenth of parsing it", "record/2KB/parse and record", "record/2KB/parse", 1.1, true},
    {"batch on all cores, 6 times the cost of reading the lines", "batch/rows/acode batch", "batch/rows/simdjson", 6,
     true},
}};

struct Inputs {
  std::vector<CallInput> calls = call_inputs();
  std::vector<CallInput> stages = hermes_inputs();
  std::vector<CallInput> large = large_inputs();
};

std::vector<Case> cases_of(const Inputs& inputs) {
  const schema::Toolset tools = benchmark_tools();
  std::vector<Case> cases;
  for (const CallInput& input : inputs.calls) {
    add_call_cases(cases, input, tools);
    if (input.body == Body::kJson) add_simdjson_call_cases(cases, input);
  }
  for (const CallInput& input : inputs.stages) add_stage_cases(cases, input, tools);
  for (const CallInput& input : inputs.stages) add_record_cases(cases, input, tools);
  for (const CallInput& input : inputs.large) add_call_piece_cases(cases, input, tools);
  return cases;
}

Suite make_suite(const Options& options) {
  if (!options.documents.empty()) throw std::runtime_error("--documents is for bench_json: here nothing is read");
  const auto inputs = std::make_shared<const Inputs>();
  return {inputs, cases_of(*inputs), {about_simdjson()}};
}

constexpr Program kProgram = {
    "bench_calls",
    "  bench_calls call/                text to validated calls\n"
    "  bench_calls stages/2KB           where the time goes\n",
    {kGroups, kBars},
    make_suite,
    [](const std::filesystem::path& folder) { write_call_inputs(call_inputs(), folder); },
};

}  // namespace
}  // namespace acode::bench

int main(int argc, char** argv) { return acode::bench::run_program(acode::bench::kProgram, {argv + 1, argv + argc}); }
