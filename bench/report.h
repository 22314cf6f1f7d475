// Figures as tables, and the bars that acode has set itself.
#pragma once

#include <ostream>
#include <span>
#include <string_view>

#include "figures.h"

namespace acode::bench {

/// How the rows of a group are compared.
struct Group {
  std::string_view name;
  std::string_view title;
  std::string_view reference;  ///< the subject that is 1.00
  bool cost;                   ///< ratios are costs (less is better) instead of speeds (more is better)
};

/// What has to be reached. A ratio is reference / subject for speeds, subject / reference for costs.
struct Bar {
  std::string_view what;
  std::string_view subject;
  std::string_view reference;
  double limit;
  bool cost;
};

/// What a program prints.
struct Tables {
  std::span<const Group> groups;
  std::span<const Bar> bars;
};

/// One table per block, each row with its ratio to the block's reference.
void print_figures(std::ostream& out, const Tables& tables, const Figures& figures);

/// Every bar with what was measured, and whether that is enough.
void print_bars(std::ostream& out, const Tables& tables, const Figures& figures);

}  // namespace acode::bench
