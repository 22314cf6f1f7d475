// What happened with a call, with everything in it. Values are masked later and elsewhere, when an event is made of it.
//
//   auto origin = std::make_shared<const Origin>(Origin{"ollama", "qwen3:8b"});         // once
//   CallStory story = story_of(origin, result, call);
//   story.execution = "ran, exit status 0";
//   CallEvent event = make_event(story);
//
// Most calls are right as they are, and their story is short: see brief_story.h.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "acode/pipeline/call.h"
#include "observe/brief_story.h"
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

/// The event, with values masked as the origin says.
CallEvent make_event(const CallStory& story);

/// The same event as the story of story_of() makes, but for what was cut off; `heard` is when. The origin may be null.
CallEvent make_event(const BriefStory& brief, const Origin* origin, WallTime heard);

}  // namespace acode::observe
