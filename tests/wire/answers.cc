// Random answers, and what must be the same after they were sent.
#include "wire/answers.h"

#include <algorithm>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "support_gen/generate.h"

namespace acode::wire {
namespace {

using test::Random;

bool arguments_are_text(Place place) {
  return place.dialect == Dialect::kOpenAiChat || place.dialect == Dialect::kOpenAiResponses ||
         (place.dialect == Dialect::kAnthropic && place.stream);
}

std::string random_words(Random& random) {
  static constexpr std::string_view kPieces[] = {
      "a", "word",    " ",      "\n", "\"",   "\\",           "é", "日本", "🙂",
      "{", "data: x", "[DONE]", "}",  "\r\n", "\xE2\x80\xA8", ": "};
  std::string out;
  for (std::size_t i = random.below(8); i > 0; --i) out += random.pick(kPieces);
  return out;
}

// In the one form in which a dialect with objects gives them back.
std::string random_object(Random& random) {
  if (random.one_in(6)) return "{}";
  const auto document = json::parse(test::spell_plainly(test::tool_arguments(random), 0), {kMaxTextBytes, 1000});
  return json::write(document->root());
}

std::string random_arguments(Random& random, Place place) {
  static constexpr std::string_view kBroken[] = {"{'a': 1}", "plain words", "[1]", "{\"a\": 1", "\"{}\"", "{a: \"é\"}"};
  if (arguments_are_text(place) && random.one_in(4)) return std::string(random.pick(kBroken));
  return random_object(random);
}

FinishReason random_finish(Random& random, Place place) {
  static constexpr FinishReason kReasons[] = {FinishReason::kStop, FinishReason::kLength, FinishReason::kContentFilter,
                                              FinishReason::kUnknown};
  const FinishReason reason = random.pick(kReasons);
  const bool can_be_silent = place.dialect != Dialect::kOpenAiResponses;
  return reason == FinishReason::kUnknown && !can_be_silent ? FinishReason::kStop : reason;
}

Usage random_usage(Random& random, Dialect dialect) {
  Usage usage{.input = random.below(1000), .output = random.below(1000)};
  if (dialect != Dialect::kOllama) usage.cached = random.below(usage.input + 1);
  if (dialect == Dialect::kOpenAiChat || dialect == Dialect::kOpenAiResponses) usage.reasoning = random.below(100);
  return usage;
}

// Pieces of a text, cut between characters.
std::vector<std::string> pieces_of(Random& random, std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    std::size_t size = random.between(1, text.size());
    while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) ++size;
    out.emplace_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return out;
}

std::vector<CallDelta> call_deltas(Random& random, const WireCall& call, std::size_t number) {
  std::vector<CallDelta> out;
  for (std::string& piece : pieces_of(random, call.arguments)) out.push_back({number, {}, {}, std::move(piece), false});
  out.front().id = call.id;
  out.front().name = call.name;
  out.back().complete = call.complete;
  return out;
}

// The pieces of all calls: any order between calls, but their beginnings in turn.
void add_calls(Random& random, const Answer& answer, std::vector<Delta>& out) {
  std::vector<std::vector<CallDelta>> open;
  std::size_t next = 0;
  while (next < answer.calls.size() || !open.empty()) {
    if (next < answer.calls.size() && (open.empty() || random.one_in(3))) {
      std::vector<CallDelta> deltas = call_deltas(random, answer.calls[next], next);
      ++next;
      out.emplace_back(deltas.front());
      std::reverse(deltas.begin(), deltas.end());
      deltas.pop_back();
      open.push_back(std::move(deltas));
    }
    const std::size_t which = random.below(open.size());
    if (!open[which].empty()) {
      out.emplace_back(open[which].back());
      open[which].pop_back();
    }
    if (open[which].empty()) open.erase(open.begin() + static_cast<std::ptrdiff_t>(which));
  }
}

}  // namespace

Answer random_answer(Random& random, Place place) {
  static constexpr std::string_view kNames[] = {"f", "read_file", "search.web", "get-time"};
  Answer answer;
  answer.text = random_words(random);
  answer.reasoning = random_words(random);
  for (std::size_t i = random.below(4); i > 0; --i) {
    const std::string id = "call_" + std::to_string(random.below(1000)) + "_" + std::to_string(i);
    answer.calls.push_back({id, std::string(random.pick(kNames)), random_arguments(random, place), true});
  }
  const bool cut = !answer.calls.empty() && arguments_are_text(place) && random.one_in(4);
  answer.finish = answer.calls.empty() ? random_finish(random, place) : FinishReason::kToolCalls;
  if (cut) {
    // Cut off for its length: what is not whole then counts as not complete.
    answer.finish = FinishReason::kLength;
    for (WireCall& call : answer.calls) call.arguments = random_object(random);
    answer.calls.back().arguments = "{\"path\": \"half a na";
    answer.calls.back().complete = false;
  }
  answer.usage = random_usage(random, place.dialect);
  return answer;
}

std::vector<Delta> random_deltas(Random& random, const Answer& answer) {
  std::vector<Delta> out;
  for (std::string& piece : pieces_of(random, answer.reasoning)) out.emplace_back(ReasoningDelta{std::move(piece)});
  for (std::string& piece : pieces_of(random, answer.text)) out.emplace_back(TextDelta{std::move(piece)});
  add_calls(random, answer, out);
  out.emplace_back(UsageDelta{answer.usage});
  out.emplace_back(FinishDelta{answer.finish, answer.native_finish});
  return out;
}

std::string encode_stream(Dialect dialect, const std::vector<Delta>& deltas, const Envelope& envelope) {
  Encoder encoder(dialect, envelope);
  std::string out;
  for (const Delta& delta : deltas) out += encoder.encode(delta);
  return out + encoder.finish();
}

}  // namespace acode::wire
