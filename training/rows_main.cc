// acode_training_rows: rows for `acode batch`, the same ones each time, to standard output.
//
//   acode_training_rows 30000 >rows.jsonl
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "acode/json/writer.h"
#include "spelling.h"
#include "tool_stock.h"

namespace acode::training {
namespace {

constexpr std::size_t kRowsForEachList = 3;  // of tools

std::string row(std::size_t number, const Input& input, const std::string& tools) {
  std::string text = R"({"id": "row-)" + std::to_string(number) + R"(", "input": )";
  json::write_string_to(text, input.text);
  text += input.is_response ? R"(, "kind": "response", "tools": )" : R"(, "kind": "text", "tools": )";
  return text + tools + R"(, "wanted": null})" + '\n';
}

void write_rows(std::size_t rows, std::ostream& out) {
  std::mt19937 random(1);
  for (std::size_t number = 0; number < rows;) {
    const std::vector<Tool> tools = some_tools(random);
    const std::string definitions = definitions_of(tools);
    for (std::size_t left = kRowsForEachList; left > 0 && number < rows; --left) {
      out << row(++number, some_answer(tools, random), definitions);
    }
  }
}

}  // namespace
}  // namespace acode::training

int main(int argc, char** argv) {
  const std::size_t rows = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 0;
  if (rows == 0) {
    std::cerr << "acode_training_rows: say how many rows\n";
    return 2;
  }
  acode::training::write_rows(rows, std::cout);
  return std::cout.flush() ? 0 : 1;
}
