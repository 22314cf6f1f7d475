// bench_schema: times acode's validator; peers/schema.mjs times ajv on the same schemas and values.
#include <array>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <vector>

#include "driver.h"
#include "schema_cases.h"
#include "schema_inputs.h"

namespace acode::bench {
namespace {

constexpr std::array<Group, 4> kGroups = {{
    {"validate", "tree to verdict", "ajv", false},
    {"text", "text to verdict", "ajv", false},
    {"compile", "text of a schema to compiled schema", "ajv", false},
    {"reasons", "tree to every reason why it does not fit", "verdict", true},
}};

constexpr std::array<Bar, 4> kBars = {{
    {"185 B of arguments to a verdict, 1.2 times as fast as ajv", "validate/185B/acode", "validate/185B/ajv", 1.2,
     false},
    {"the same with limited lengths of strings", "validate/185B-lengths/acode", "validate/185B-lengths/ajv", 1.2,
     false},
    {"185 B of text to a verdict, 5 times as fast as ajv", "text/185B/acode", "text/185B/ajv", 5, false},
    {"compiling an ordinary tool, 100 times as fast as ajv", "compile/tool/acode", "compile/tool/ajv", 100, false},
}};

std::vector<Case> cases_of(const std::vector<SchemaInput>& inputs) {
  std::vector<Case> cases;
  for (const SchemaInput& input : inputs) add_validate_cases(cases, input);
  for (const SchemaInput& input : inputs) add_text_cases(cases, input);
  for (const SchemaInput& input : inputs) {
    if (input.compiled) add_compile_cases(cases, input);
  }
  for (const SchemaInput& input : inputs) {
    if (!input.fits) add_reasons_cases(cases, input);
  }
  return cases;
}

Suite make_suite(const Options& options) {
  if (!options.documents.empty()) throw std::runtime_error("--documents is for bench_json: here nothing is read");
  const auto inputs = std::make_shared<const std::vector<SchemaInput>>(schema_inputs());
  return {inputs, cases_of(*inputs), {}};
}

constexpr Program kProgram = {
    "bench_schema",
    "  bench_schema validate/           trees that are there to verdicts\n"
    "  bench_schema 185B /acode         all about calls of 185 B\n",
    {kGroups, kBars},
    make_suite,
    [](const std::filesystem::path& folder) { write_schema_inputs(schema_inputs(), folder); },
};

}  // namespace
}  // namespace acode::bench

int main(int argc, char** argv) { return acode::bench::run_program(acode::bench::kProgram, {argv + 1, argv + argc}); }
