// What must hold of extraction whatever the text: it does not matter how it is cut, every byte is accounted for, and
// nothing is said twice.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "acode/extract/extract.h"
#include "acode/schema/toolset.h"
#include "support/texts_with_calls.h"

namespace acode::extract {
namespace {

/// What came out, and which bytes were said to be what.
struct Outcome {
  std::string calls;
  std::string content;
  std::string reasoning;
  std::string invented;
  std::map<std::size_t, std::size_t> spans;  ///< of bytes: begin, end

  friend bool operator==(const Outcome& a, const Outcome& b) {
    return a.calls == b.calls && a.content == b.content && a.reasoning == b.reasoning && a.invented == b.invented;
  }
};

std::ostream& operator<<(std::ostream& out, const Outcome& outcome) {
  return out << outcome.calls << "| content: " << outcome.content << " | reasoning: " << outcome.reasoning
             << " | invented: " << outcome.invented;
}

class Collector {
 public:
  void take(const std::vector<Event>& events) {
    for (const Event& event : events) {
      add(extraction_, event);
      if (const auto* const content = std::get_if<Content>(&event)) span(content->offset, content->text.size());
      if (const auto* const reasoning = std::get_if<Reasoning>(&event)) span(reasoning->offset, reasoning->text.size());
      if (const auto* const framing = std::get_if<Framing>(&event)) span(framing->offset, framing->length);
      if (const auto* const invented = std::get_if<Invented>(&event)) span(invented->offset, invented->text.size());
    }
  }

  Outcome outcome() {
    Outcome outcome;
    for (const TextCall& call : extraction_.calls) {
      outcome.calls += std::string(call.format) + ":" + call.name + "(" + call.arguments + ")@" +
                       std::to_string(call.offset) + "+" + std::to_string(call.length) + (call.complete ? " " : "… ");
    }
    outcome.content = extraction_.content;
    outcome.reasoning = extraction_.reasoning;
    outcome.invented = extraction_.invented;
    outcome.spans = std::move(spans_);
    return outcome;
  }

 private:
  void span(std::size_t offset, std::size_t length) {
    if (length == 0) return;
    EXPECT_TRUE(spans_.emplace(offset, offset + length).second) << "said twice at " << offset;
  }

  Extraction extraction_;
  std::map<std::size_t, std::size_t> spans_;
};

/// Cuts behind each of these numbers of bytes, in turn.
Outcome extracted(std::string_view text, const Recognizer& recognizer, const std::vector<std::size_t>& sizes,
                  bool starts_in_reasoning) {
  Extractor extractor(recognizer, starts_in_reasoning);
  Collector collector;
  std::size_t at = 0;
  for (std::size_t i = 0; at < text.size(); ++i) {
    const std::size_t size = sizes[i % sizes.size()];
    const std::string_view piece = text.substr(at, size);
    if (!extractor.absorb(piece)) collector.take(extractor.feed(piece));
    at += size;
  }
  collector.take(extractor.finish());
  return collector.outcome();
}

/// TX: every byte belongs to content, reasoning, a call or a marker.
void expect_accounted(const Outcome& outcome, std::string_view text) {
  std::size_t at = 0;
  for (const auto& [begin, end] : outcome.spans) {
    ASSERT_EQ(begin, at) << "a gap, or bytes said twice, in: " << text;
    at = end;
  }
  EXPECT_EQ(at, text.size()) << text;
}

void expect_same_however_cut(std::string_view text, const schema::Toolset* tools, std::mt19937& random,
                             bool starts_in_reasoning = false, bool leaves_calls = false) {
  const Recognizer recognizer(tools, {}, leaves_calls);
  const Outcome whole = extracted(text, recognizer, {std::max<std::size_t>(text.size(), 1)}, starts_in_reasoning);
  expect_accounted(whole, text);
  std::uniform_int_distribution<std::size_t> any(1, std::max<std::size_t>(text.size() / 3, 2));
  for (const std::vector<std::size_t>& sizes :
       {std::vector<std::size_t>{1}, {4}, {any(random), any(random)}, {1, any(random), 2, any(random)}}) {
    const Outcome pieces = extracted(text, recognizer, sizes, starts_in_reasoning);
    ASSERT_EQ(pieces, whole) << "first piece: " << sizes[0] << ", in: " << text;
    expect_accounted(pieces, text);
  }
}

TEST(ExtractProperties, TheCutDoesNotMatterST3) {
  std::mt19937 random(20261115);
  for (int round = 0; round < 1500; ++round) {
    const std::string text = test::text_with_calls(random);
    expect_same_however_cut(text, &test::tools_of_texts(), random);
    if (HasFatalFailure()) return;
    expect_same_however_cut(text, nullptr, random, round % 5 == 0, round % 3 == 0);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace acode::extract
