// Cases beyond whole, valid texts: repair, and texts that come in pieces.
#pragma once

#include <vector>

#include "case.h"
#include "documents.h"

namespace acode::bench {

/// Broken text to tree and edits. The documents must outlive the cases.
void add_repair_cases(std::vector<Case>& cases, const Documents& documents);

/// A 1 MB call in 4-byte pieces against the same call read whole, by the strict and by the tolerant reader.
void add_piece_cases(std::vector<Case>& cases);

/// The 26 KB call in 4-byte pieces with the partial value read after each: what peers do by reading it all again.
void add_growing_cases(std::vector<Case>& cases, const Documents& documents);

}  // namespace acode::bench
