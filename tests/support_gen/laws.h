// What must hold for every text, whatever its bytes. The property tests try these laws on random texts, the fuzzers on
// texts that they find.
//
// A law returns the empty string where it holds, and else says what went wrong. Laws about a repair take its options,
// so that they can be tried at all levels and limits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/reader.h"
#include "acode/json/repair.h"
#include "acode/json/value.h"
#include "acode/limits.h"
#include "support_gen/random.h"

namespace acode::test {

/// Places where a text is cut, in rising order; a place may occur twice (an empty piece).
using Cuts = std::vector<std::size_t>;

/// Up to `count` random places.
Cuts random_cuts(Random& random, std::size_t size, std::size_t count);

/// A cut after every byte.
Cuts cut_everywhere(std::size_t size);

/// Depth and size that no test reaches; no deadline, so that a slow machine changes nothing.
Limits wide_limits();
json::RepairOptions wide_options(json::RepairLevel level = json::RepairLevel::kNormal);

/// The tree as text, digits, order and duplicates kept; written by this file and not by acode's writer.
std::string outline(json::Value value);

// ---- the strict reader -----------------------------------------------------------------------------------------

/// ST-3: fed in pieces, the reader gives the same verdict, the same error and the same tree as for the whole text.
std::string law_reader_pieces(std::string_view text, const Cuts& cuts, const Limits& limits);

/// An error has a message, a place inside the text, and the line and column of that place.
std::string law_reader_errors(std::string_view text, const Limits& limits);

/// ST-4: after each piece the partial value can be read and written, and what is written is valid and equal. As long as
/// the text is right, each partial value goes on from the one before it, and is the one that partial_model.h expects.
std::string law_reader_partials(std::string_view text, const Cuts& cuts, const Limits& limits);

/// Written compactly or over several lines and read again, a value is equal to itself and keeps its digits.
std::string law_writer_round_trip(json::Value value);

/// Each value of the tree is found again by its pointer, and the pointer by its text.
std::string law_pointers(json::Value root);

// ---- the repair ------------------------------------------------------------------------------------------------

/// RP-1, RP-2, RP-6, RP-9: valid text is untouched; else the edits are in order, do not overlap, are of allowed kinds,
/// and give the text; the text is valid, its value is the one handed out, and repairing it changes nothing; or else
/// there is an error that says where.
std::string law_repair(std::string_view text, const json::RepairOptions& options);

/// ST-3: fed in pieces, the repair gives the same text, edits, value, flags and error, whether or not the partial value
/// is asked for on the way.
std::string law_repair_pieces(std::string_view text, const Cuts& cuts, const json::RepairOptions& options);

/// A text that is there as a whole is first looked at by the quick mender, one that is fed only by the readings: they
/// give the same text, edits, value, flags and error.
std::string law_repair_quick(std::string_view text, const json::RepairOptions& options);

/// ST-4: after each piece the partial value can be read and written, and what is written is valid and equal. For valid
/// text each partial value goes on from the one before it.
std::string law_repair_partials(std::string_view text, const Cuts& cuts, const json::RepairOptions& options);

/// A reader that has read another text before gives the same as a new one.
std::string law_repair_memory(std::string_view before, std::string_view text, const json::RepairOptions& options);

/// RP-10: a higher level finds more, and never something else than a lower one.
std::string law_repair_levels(std::string_view text, const json::RepairOptions& options);

}  // namespace acode::test
