// Printing the tables and the bars.
#include "report.h"

#include <algorithm>
#include <array>
#include <iomanip>
#include <sstream>
#include <string_view>
#include <vector>

namespace acode::bench {
namespace {

/// How the rows of a group are compared.
struct Group {
  std::string_view name;
  std::string_view title;
  std::string_view reference;  ///< the subject that is 1.00
  bool cost;                   ///< ratios are costs (less is better) instead of speeds (more is better)
};
constexpr std::array<Group, 5> kGroups = {{
    {"read", "valid text to tree", "simdjson", false},
    {"touch", "valid text to tree, then every value looked at once", "simdjson", false},
    {"repair", "broken text to tree and edits, for one document", "jsonrepair", false},
    {"pieces", "a 1 MB call in pieces", "whole", true},
    {"growing", "a 26 KB call in 4-byte pieces, a partial value after each", "partial-json", false},
}};

/// What has to be reached. A ratio is reference / subject for speeds, subject / reference for costs.
struct Bar {
  std::string_view what;
  std::string_view subject;
  std::string_view reference;
  double limit;
  bool cost;
};
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

/// A number with so many decimals, right-aligned.
std::string number(double value, int width, int decimals) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(decimals) << std::setw(width) << value;
  return text.str();
}

/// A text with spaces behind it up to `width`.
std::string padded(std::string_view text, std::size_t width) {
  std::string out(text);
  out.resize(std::max(width, out.size()), ' ');
  return out;
}

std::string duration(double nanoseconds) {
  if (nanoseconds < 1e4) return number(nanoseconds, 9, 1) + " ns";
  if (nanoseconds < 1e6) return number(nanoseconds / 1e3, 9, 2) + " us";
  return number(nanoseconds / 1e6, 9, 2) + " ms";
}

std::string rate(double bytes_per_nanosecond) {
  if (bytes_per_nanosecond >= 0.1) return number(bytes_per_nanosecond, 8, 2) + " GB/s";
  return number(bytes_per_nanosecond * 1e3, 8, 2) + " MB/s";
}

const Group* group_of(const Figure& row) {
  for (const Group& group : kGroups) {
    if (group.name == row.group) return &group;
  }
  return nullptr;
}

double ratio(const Figure& subject, const Figure& reference, bool cost) {
  return cost ? subject.nanoseconds / reference.nanoseconds : reference.nanoseconds / subject.nanoseconds;
}

void print_row(std::ostream& out, const Figures& figures, const Figure& row) {
  out << "  " << padded(row.subject, 24) << duration(row.nanoseconds) << rate(row.bytes / row.nanoseconds);
  const Group* group = group_of(row);
  const Figure* reference = nullptr;
  if (group != nullptr) reference = figures.find(row.group + "/" + row.input + "/" + std::string(group->reference));
  if (reference != nullptr) {
    out << number(ratio(row, *reference, group->cost), 9, 2) << " x " << (group->cost ? "the cost of " : "")
        << group->reference;
  }
  if (row.group == "repair") out << "   (" << row.mended << " of " << row.documents << " mended)";
  out << '\n';
}

/// The inputs of a group, in the order in which they were first measured.
std::vector<std::string> inputs_of(const Figures& figures, std::string_view group) {
  std::vector<std::string> inputs;
  for (const Figure& row : figures.rows) {
    if (row.group == group && std::find(inputs.begin(), inputs.end(), row.input) == inputs.end()) {
      inputs.push_back(row.input);
    }
  }
  return inputs;
}

void print_block(std::ostream& out, const Figures& figures, std::string_view group, const std::string& input) {
  bool first = true;
  for (const Figure& row : figures.rows) {
    if (row.group != group || row.input != input) continue;
    if (first) out << input << ", " << number(row.bytes, 0, 0) << " B\n";
    first = false;
    print_row(out, figures, row);
  }
}

}  // namespace

void print_figures(std::ostream& out, const Figures& figures) {
  for (const Group& group : kGroups) {
    const std::vector<std::string> inputs = inputs_of(figures, group.name);
    if (!inputs.empty()) out << "\n== " << group.title << '\n';
    for (const std::string& input : inputs) print_block(out, figures, group.name, input);
  }
}

void print_bars(std::ostream& out, const Figures& figures) {
  out << "\n== bars\n";
  for (const Bar& bar : kBars) {
    const Figure* subject = figures.find(std::string(bar.subject));
    const Figure* reference = figures.find(std::string(bar.reference));
    out << "  " << padded(bar.what, 66);
    if (subject == nullptr || reference == nullptr) {
      out << "not measured\n";
      continue;
    }
    const double reached = ratio(*subject, *reference, bar.cost);
    // Whoever mends nothing is fast at it.
    const bool met = (bar.cost ? reached <= bar.limit : reached >= bar.limit) && subject->mended >= reference->mended;
    out << (bar.cost ? "at most " : "at least") << number(bar.limit, 4, 0) << ", measured" << number(reached, 8, 3)
        << (met ? "  met" : "  NOT MET") << '\n';
  }
}

}  // namespace acode::bench
