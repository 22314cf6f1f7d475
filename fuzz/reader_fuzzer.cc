// The strict reader: errors that say where, pieces that give the same as the whole, partial values, and simdjson as a
// second opinion on what is valid.
#include "fuzz_target.h"
#include "support_gen/laws.h"
#include "support_gen/oracles.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace acode::test;  // NOLINT(google-build-using-namespace): one function, and all of it is about laws
  const std::string_view text = acode::fuzz::as_text(data, size);
  acode::fuzz::expect_law(law_reader_errors(text, {}));
  acode::fuzz::expect_law(law_reader_pieces(text, {size / 2}, {}));
  acode::fuzz::expect_law(law_reader_pieces(text, cut_everywhere(size), {}));
  acode::fuzz::expect_law(law_agrees_with_simdjson(text));
  return 0;
}
