// What happened with a call, with everything in it. Values are masked later and elsewhere, when an event is made of it.
//
//   auto origin = std::make_shared<const Origin>(Origin{"ollama", "qwen3:8b"});         // once
//   CallStory story = story_of(origin, result, call);
//   story.execution = "ran, exit status 0";
//   CallEvent event = make_event(story);
//
// Most calls are right as they are, and their story is short: BriefStory is what is handed over where time counts.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "acode/pipeline/call.h"
#include "observe/event.h"

namespace acode::observe {

/// Who was asked, and what of the answer may be kept.
struct Origin {
  std::string provider;
  std::string model;
  bool keep_values = false;            ///< only what looks like a secret is masked (`log_argument_values`)
  std::vector<std::string> secrets{};  ///< values in use that must never be shown: API keys
};

/// An answer that was not good enough.
struct EarlierAttempt {
  std::string_view rung;  ///< of retry::rung_name(), or kFirst
  pipeline::ToolCall call;
};
inline constexpr std::string_view kFirst = "first";

struct CallStory {
  WallTime time{};
  std::shared_ptr<const Origin> origin;
  std::string correlation_id;
  pipeline::ToolCall call;                ///< as it is in the end; one that was taken back: as it failed last
  std::string_view rung = kFirst;         ///< how the last answer was asked for
  std::vector<EarlierAttempt> earlier{};  ///< the answers before the last, in their order
  bool withdrawn = false;                 ///< the last answer was words, without a call
  unsigned retries = 0;
  std::chrono::nanoseconds parse_time{0};
  std::chrono::nanoseconds repair_time{0};
  std::chrono::nanoseconds retry_time{0};
  std::uint64_t total_tokens = 0;
  std::string execution{};

  /// About how much memory it holds: its texts.
  [[nodiscard]] std::size_t weight() const;
};

/// The story of one call of a result, told now. The times of the stages are those of the whole answer, so each of its
/// calls gets an equal share; a stage in which this call was repaired counts as repair.
CallStory story_of(std::shared_ptr<const Origin> origin, const pipeline::ParseResult& result, pipeline::ToolCall call);

/// The story of a call that was right at once: its texts, in one piece; of the arguments their beginning, for there is
/// nothing to be found in them. Taking the call along would take its memory away from the thread that parses, which costs
/// that thread more than the copy does. It takes no memory but its own. Nor does it know when it happened: to look at the
/// clock would be a third of all the work, and who hears it a moment later can do so once for many.
struct BriefStory {
  BriefStory() noexcept {}  // NOLINT(modernize-use-equals-default): a default one would have the room filled with zeros

  static constexpr std::size_t kMostWords = 128;  ///< bytes of the call's id and name
  static constexpr std::size_t kMostText = 512;   ///< bytes of the arguments' text that are kept

  std::shared_ptr<const Origin> origin;
  static_assert(kMostWords <= 0xff && kMostText <= 0xffff);
  std::uint8_t id_size = 0;
  std::uint8_t name_size = 0;
  std::uint16_t text_size = 0;
  std::uint32_t calls = 0;                  ///< in the answer
  std::chrono::nanoseconds time_of_all{0};  ///< of its stages
  std::uint64_t total_tokens = 0;
  std::string_view format;
  pipeline::ShortId correlation_id;
  std::array<char, kMostWords + kMostText> texts;  ///< id, name, text of the arguments

  /// Where its texts end, and all that is used of it.
  [[nodiscard]] const char* end() const { return texts.data() + id_size + name_size + text_size; }
};

/// Whether nothing is to be told of a call but that it was right, and its names have room.
bool is_brief(const pipeline::ParseResult& result, const pipeline::ToolCall& call);

/// For calls of which that is true. Where `brief` has this origin already, from another call, nobody need count its users.
void tell_briefly(BriefStory& brief, const std::shared_ptr<const Origin>& origin, const pipeline::ParseResult& result,
                  const pipeline::ToolCall& call);

/// The event, with values masked as the origin says.
CallEvent make_event(const CallStory& story);

/// The same event as the story of story_of() makes, but for what was cut off; `heard` is when.
CallEvent make_event(const BriefStory& brief, WallTime heard);

}  // namespace acode::observe
