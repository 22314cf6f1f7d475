// A provider's answer: the first byte is the dialect, and how the rest is cut. No bytes crash it, and in pieces they
// say what they say as a whole; so they do if every other event has a space more, and is read though it is like the last one; and
// what was understood can be written in every dialect and is still understood.
#include <algorithm>
#include <string>
#include <vector>

#include "acode/json/reader.h"
#include "acode/wire/wire.h"
#include "fuzz_target.h"

namespace {

using acode::wire::Delta;
using acode::wire::Dialect;

constexpr Dialect kDialects[] = {Dialect::kOllama, Dialect::kOpenAiChat, Dialect::kOpenAiResponses,
                                 Dialect::kAnthropic};

// Small limits, so that small inputs pass them.
constexpr acode::wire::WireLimits kLimits{.max_event_bytes = 2000, .max_calls = 4};

std::vector<Delta> deltas_of(Dialect dialect, std::string_view bytes, std::size_t size) {
  acode::wire::Decoder decoder(dialect, kLimits, {"f", "get_weather"});
  std::vector<Delta> out;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(size, bytes.size()))) {
    for (Delta& delta : decoder.feed(bytes.substr(0, size))) out.push_back(std::move(delta));
  }
  for (Delta& delta : decoder.finish()) out.push_back(std::move(delta));
  return out;
}

// With a space behind the first brace of every other line that is an event.
std::string with_spaces(std::string_view bytes) {
  std::string out;
  for (bool is_odd = false; !bytes.empty(); is_odd = !is_odd) {
    const std::string_view line = bytes.substr(0, std::min(bytes.find('\n'), bytes.size() - 1) + 1);
    bytes.remove_prefix(line.size());
    const std::size_t brace = line.starts_with('{') ? 0 : line.starts_with("data: {") ? 6 : line.size();
    const bool is_event = is_odd && static_cast<bool>(acode::json::parse(line.substr(brace)));
    out.append(line.substr(0, brace)).append(is_event ? "{ " : "").append(line.substr(brace + (is_event ? 1 : 0)));
  }
  return out;
}

// What an error quotes would differ.
bool has_error(const std::vector<Delta>& deltas) {
  return std::any_of(deltas.begin(), deltas.end(),
                     [](const Delta& delta) { return std::holds_alternative<acode::wire::ErrorDelta>(delta); });
}

void expect_can_be_written(Dialect dialect, const std::vector<Delta>& deltas) {
  acode::wire::Answer answer;
  acode::wire::Encoder encoder(dialect);
  std::string stream;
  for (const Delta& delta : deltas) {
    add(answer, delta);
    stream += encoder.encode(delta);
  }
  stream += encoder.finish();
  for (const std::string& bytes : {acode::wire::encode(dialect, answer), stream}) {
    for (const auto& error : acode::wire::decode(dialect, bytes).errors) {
      const bool unreadable = error.kind == acode::wire::ErrorDelta::Kind::kMalformed;
      acode::fuzz::expect_law(unreadable ? "written, and not readable: " + bytes : std::string());
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Dialect dialect = kDialects[data[0] % 4];
  const std::size_t piece = 1 + (data[0] / 4) % 32;
  const std::string_view bytes = acode::fuzz::as_text(data + 1, size - 1);
  const std::vector<Delta> whole = deltas_of(dialect, bytes, bytes.size());
  acode::fuzz::expect_law(whole == deltas_of(dialect, bytes, piece) ? std::string() : "pieces differ from the whole");
  if (!has_error(whole)) {
    const std::string spaced = with_spaces(bytes);
    const bool is_same =
        has_error(deltas_of(dialect, spaced, spaced.size())) || whole == deltas_of(dialect, spaced, spaced.size());
    acode::fuzz::expect_law(is_same ? std::string() : "events that are alike were read otherwise");
  }
  for (const Dialect to : kDialects) expect_can_be_written(to, whole);
  static_cast<void>(acode::wire::detect(bytes));
  return 0;
}
