// The repair, at all three levels: valid text untouched, edits that give a valid text, the same again when repaired again,
// a higher level that only finds more; and the quick mender's answers those of the readings.
#include "fuzz_target.h"
#include "support_gen/laws.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace acode::test;  // NOLINT(google-build-using-namespace): one function, and all of it is about laws
  using acode::json::RepairLevel;
  const std::string_view text = acode::fuzz::as_text(data, size);
  for (const RepairLevel level : {RepairLevel::kSafe, RepairLevel::kNormal, RepairLevel::kEager}) {
    acode::json::RepairOptions options = wide_options(level);
    options.limits = {};
    acode::fuzz::expect_law(law_repair(text, options));
    acode::fuzz::expect_law(law_repair_quick(text, options));
  }
  acode::fuzz::expect_law(law_repair_levels(text, wide_options()));
  return 0;
}
