// A request to a model: the first byte is the dialect. No bytes crash it; what is taken can be written in every dialect,
// is taken there, and is then written as it was.
#include "acode/wire/request.h"
#include "fuzz_target.h"

namespace {

using acode::wire::Dialect;

constexpr Dialect kDialects[] = {Dialect::kOllama, Dialect::kOpenAiChat, Dialect::kOpenAiResponses,
                                 Dialect::kAnthropic};

// A translation may lie a few levels deeper.
constexpr acode::Limits kWide = {acode::kMaxTextBytes, 2 * acode::wire::kRequestLimits.max_depth};

void expect_can_be_written(Dialect dialect, const acode::wire::Request& request) {
  const std::string written = encode_request(dialect, request);
  const auto back = acode::wire::decode_request(dialect, written, kWide);
  acode::fuzz::expect_law(back ? std::string() : to_string(back.error()) + ": written, and not taken: " + written);
  const std::string again = encode_request(dialect, *back);
  acode::fuzz::expect_law(again == written ? std::string() : "not written as it came: " + written + "\n" + again);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes = acode::fuzz::as_text(data + 1, size - 1);
  const auto request = acode::wire::decode_request(kDialects[data[0] % 4], bytes);
  if (!request) return 0;
  for (const Dialect dialect : kDialects) expect_can_be_written(dialect, *request);
  return 0;
}
