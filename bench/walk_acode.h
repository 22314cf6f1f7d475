// Looks at every value of an acode tree once.
#pragma once

#include "acode/json/value.h"
#include "case.h"

namespace acode::bench {

/// Converts each number: to an integer where it is written as one, else to a double.
void walk_value(json::Value value, Tally& tally);

}  // namespace acode::bench
