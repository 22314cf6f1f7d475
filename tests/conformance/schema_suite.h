// Runs the official JSON Schema test suite: groups of a schema and instances that fit it or not.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "acode/schema/schema.h"

namespace acode::test {

/// A test of the suite that did not end as it should.
struct SuiteMiss {
  std::string file;         ///< relative to the draft's folder: "optional/bignum.json"
  std::string description;  ///< of the group and of the test
  std::string got;          ///< what came out instead
};

struct SuiteReport {
  std::size_t total = 0;
  std::vector<SuiteMiss> misses;
};

/// What to run of a draft: the required tests, or those in `optional/` (with `optional/format/`, for which formats are
/// checked).
enum class SuitePart { kRequired, kOptional };

/// Runs a part of the suite at `suite` (the folder with `tests/` and `remotes/`) for one draft.
SuiteReport run_suite(const std::filesystem::path& suite, schema::Draft draft, SuitePart part);

}  // namespace acode::test
