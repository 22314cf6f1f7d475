// Figures as tables, and the bars that acode has set itself.
#pragma once

#include <ostream>
#include <string>

#include "figures.h"

namespace acode::bench {

/// One table per block, each row with its ratio to the block's reference.
void print_figures(std::ostream& out, const Figures& figures);

/// Every bar with what was measured, and whether that is enough.
void print_bars(std::ostream& out, const Figures& figures);

}  // namespace acode::bench
