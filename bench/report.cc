// Printing the tables and the bars.
#include "report.h"

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <string_view>
#include <vector>

namespace acode::bench {
namespace {

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

double ratio(const Figure& subject, const Figure& reference, bool cost) {
  return cost ? subject.by(reference) : 1 / subject.by(reference);
}

void print_row(std::ostream& out, const Group& group, const Figures& figures, const Figure& row) {
  out << "  " << padded(row.subject, 24) << duration(row.nanoseconds) << rate(row.bytes / row.nanoseconds);
  const Figure* reference = figures.find(row.group + "/" + row.input + "/" + std::string(group.reference));
  if (reference != nullptr) {
    out << number(ratio(row, *reference, group.cost), 9, 2) << " x " << (group.cost ? "the cost of " : "")
        << group.reference;
  }
  if (!row.pairs.empty()) out << "   (median of " << row.pairs.size() << " pairs)";
  if (row.busy > 0) out << "   (cores " << number(row.busy * 100, 0, 0) << " % busy)";
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

void print_block(std::ostream& out, const Group& group, const Figures& figures, const std::string& input) {
  bool first = true;
  for (const Figure& row : figures.rows) {
    if (row.group != group.name || row.input != input) continue;
    if (first) out << input << ", " << number(row.bytes, 0, 0) << " B\n";
    first = false;
    print_row(out, group, figures, row);
  }
}

}  // namespace

void print_figures(std::ostream& out, const Tables& tables, const Figures& figures) {
  for (const Group& group : tables.groups) {
    const std::vector<std::string> inputs = inputs_of(figures, group.name);
    if (!inputs.empty()) out << "\n== " << group.title << '\n';
    for (const std::string& input : inputs) print_block(out, group, figures, input);
  }
}

void print_bars(std::ostream& out, const Tables& tables, const Figures& figures) {
  out << "\n== bars\n";
  for (const Bar& bar : tables.bars) {
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
    out << (bar.cost ? "at most " : "at least") << number(bar.limit, 6, 1) << ", measured" << number(reached, 10, 3)
        << (met ? "  met" : "  NOT MET") << '\n';
  }
}

}  // namespace acode::bench
