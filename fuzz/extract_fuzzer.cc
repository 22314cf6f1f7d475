// A text that a model may have written: found the same however it is cut, every byte accounted for. The first two bytes
// say how it is cut, whether there are tools, and whether it begins in reasoning.
#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "acode/extract/extract.h"
#include "acode/schema/toolset.h"
#include "fuzz_target.h"

namespace {

using namespace acode::extract;

const acode::schema::Toolset& tools() {
  static const acode::schema::Toolset kTools =
      acode::schema::load_tools(R"([{"name": "get_weather", "description": "d", "parameters": {"type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer"}, "tags": {"type": "array"},
        "at": {"type": "object"}, "now": {"type": "boolean"}}, "required": ["city"]}},
        {"name": "f", "description": "d", "parameters": {"type": "object"}}])")
          .tools;
  return kTools;
}

struct Outcome {
  Extraction all;
  std::vector<std::pair<std::size_t, std::size_t>> spans;
};

Outcome extracted(const Recognizer& recognizer, std::string_view text, std::size_t piece, bool in_reasoning) {
  Outcome outcome;
  Extractor extractor(recognizer, in_reasoning);
  const auto take = [&](const std::vector<Event>& events) {
    for (const Event& event : events) {
      add(outcome.all, event);
      if (const auto* const content = std::get_if<Content>(&event)) {
        outcome.spans.emplace_back(content->offset, content->text.size());
      } else if (const auto* const reasoning = std::get_if<Reasoning>(&event)) {
        outcome.spans.emplace_back(reasoning->offset, reasoning->text.size());
      } else if (const auto* const framing = std::get_if<Framing>(&event)) {
        outcome.spans.emplace_back(framing->offset, framing->length);
      } else if (const auto* const invented = std::get_if<Invented>(&event)) {
        outcome.spans.emplace_back(invented->offset, invented->text.size());
      }
    }
  };
  for (std::size_t at = 0; at < text.size(); at += piece) take(extractor.feed(text.substr(at, piece)));
  take(extractor.finish());
  std::sort(outcome.spans.begin(), outcome.spans.end());
  return outcome;
}

std::string law_every_byte_once(const Outcome& outcome, std::size_t size) {
  std::size_t at = 0;
  for (const auto& [offset, length] : outcome.spans) {
    if (offset != at) return "a byte was said twice, or not at all";
    at += length;
  }
  return at == size ? "" : "the end was not said";
}

std::string law_the_cut_does_not_matter(const Outcome& whole, const Outcome& pieces) {
  if (whole.all.calls != pieces.all.calls) return "in pieces there are other calls";
  if (whole.all.content != pieces.all.content) return "in pieces the content differs";
  if (whole.all.reasoning != pieces.all.reasoning) return "in pieces the reasoning differs";
  return whole.all.invented == pieces.all.invented ? "" : "in pieces another part is invented";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using acode::fuzz::expect_law;
  if (size < 2) return 0;
  const std::size_t piece = 1 + data[0] % 16;
  const bool in_reasoning = (data[1] & 2U) != 0;
  const std::string_view text = acode::fuzz::as_text(data + 2, size - 2);
  static const Recognizer kWithTools(&tools());
  static const Recognizer kWithout;
  static const Recognizer kLeaving({}, {}, true);
  const Recognizer& without = (data[1] & 4U) != 0 ? kLeaving : kWithout;
  const Recognizer& recognizer = (data[1] & 1U) != 0 ? kWithTools : without;
  const Outcome whole = extracted(recognizer, text, std::max<std::size_t>(text.size(), 1), in_reasoning);
  expect_law(law_every_byte_once(whole, text.size()));
  const Outcome pieces = extracted(recognizer, text, piece, in_reasoning);
  expect_law(law_every_byte_once(pieces, text.size()));
  expect_law(law_the_cut_does_not_matter(whole, pieces));
  return 0;
}
