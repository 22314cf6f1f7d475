// Both readers fed in pieces: the same result as for the whole, and a partial value behind each piece.
//
// The first byte says how the text is cut: 0 is after every byte; any other number n, that the next n % 8 bytes are the
// lengths of the pieces, taken round and round. The first byte's upper bits choose the level of repair.
#include <algorithm>

#include "fuzz_target.h"
#include "support_gen/laws.h"

namespace {

acode::test::Cuts cuts_from(std::string_view lengths, std::size_t size) {
  acode::test::Cuts cuts;
  std::size_t at = 0;
  for (std::size_t i = 0; at < size; i = (i + 1) % lengths.size()) {
    // A length of 0 makes an empty piece; with only those the text would never end.
    const std::size_t length = static_cast<unsigned char>(lengths[i]) % 32;
    at += i == 0 ? std::max<std::size_t>(length, 1) : length;
    cuts.push_back(std::min(at, size));
  }
  return cuts;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace acode::test;  // NOLINT(google-build-using-namespace): one function, and all of it is about laws
  using acode::json::RepairLevel;
  // The partial value is read behind each piece: what that costs grows with the square of the text.
  if (size == 0 || size > 512) return 0;
  const std::size_t count = std::min<std::size_t>(data[0] % 8, size - 1);
  const std::string_view lengths = acode::fuzz::as_text(data + 1, count);
  const std::string_view text = acode::fuzz::as_text(data + 1 + count, size - 1 - count);
  const Cuts cuts = count == 0 ? cut_everywhere(text.size()) : cuts_from(lengths, text.size());

  static constexpr RepairLevel kLevels[] = {RepairLevel::kNormal, RepairLevel::kSafe, RepairLevel::kEager};
  acode::json::RepairOptions options = wide_options(kLevels[(data[0] / 8) % 3]);
  options.limits = {};
  acode::fuzz::expect_law(law_reader_pieces(text, cuts, {}));
  acode::fuzz::expect_law(law_reader_partials(text, cuts, {}));
  acode::fuzz::expect_law(law_repair_pieces(text, cuts, options));
  acode::fuzz::expect_law(law_repair_partials(text, cuts, options));
  return 0;
}
