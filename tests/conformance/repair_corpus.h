// Scores the repair against a file of broken texts and the values they were meant to be.
//
// A row is one line of JSON: `id`, `input`, `expected` (a JSON text, or null), `accept` (other right values), `kind`,
// `category`. Each row ends as one of three:
//   exact     the value is the one expected, or one of those accepted; or there is none and none was wanted
//   wrong     there is a value, and it is another one: the worst that can happen
//   refused   there is no value where one was expected
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/repair.h"

namespace acode::test {

enum class Verdict { kExact, kWrong, kRefused };

std::string_view verdict_name(Verdict verdict);

/// A row as the file has it.
struct RepairRow {
  std::string id;
  std::string category;
  std::string input;
  bool refusal_expected = false;      ///< no value can be made of the input
  std::string expected;               ///< the first right value as text; empty if refusal is expected
  std::vector<std::string> accepted;  ///< all right values as text
};

/// What became of a row.
struct RepairScore {
  RepairRow row;
  Verdict verdict = Verdict::kRefused;
  std::string got;    ///< the repaired text, or the error
  std::string edits;  ///< one line each
};

struct Tally {
  std::size_t exact = 0;
  std::size_t wrong = 0;
  std::size_t refused = 0;

  [[nodiscard]] std::size_t total() const { return exact + wrong + refused; }
  void add(Verdict verdict);
};

struct RepairReport {
  std::vector<RepairScore> scores;
  std::map<std::string, Tally> categories;
  Tally all;
  std::vector<std::string> unreadable;  ///< lines that are not rows; there should be none
};

/// Repairs every row of the file.
RepairReport score_repairs(const std::filesystem::path& file, const json::RepairOptions& options);

/// The same with a schema in hand (RP-5): for each row the plain one of the value expected, as plain_schema() makes it.
RepairReport score_repairs_with_schemas(const std::filesystem::path& file, const json::RepairOptions& options);

/// The schema that someone would write who knows a value only roughly: names and types, all names required. Elements of
/// an array are any of those there are.
std::string plain_schema(json::Value value);

/// The options the corpus is scored with: the defaults, without the deadline, so that a busy machine changes nothing.
json::RepairOptions scoring_options();

/// exact, wrong and refused by category, and altogether.
void print_table(std::ostream& out, const RepairReport& report);

/// One miss in full: input, expected, got, edits.
void print_miss(std::ostream& out, const RepairScore& score);

}  // namespace acode::test
