// The story of a call that was right at once, as most are: what is handed over where time counts.
//
//   if (is_brief(result, call)) size = tell_briefly(room, result, call);      // room for kLargestBriefStory bytes
//   CallEvent event = make_event(BriefStory::at(room), origin, now);          // call_story.h; elsewhere, later
//
// It is its texts, in one piece behind a few figures; of the arguments their beginning, for there is nothing to be found in
// them. Taking the call along would take its memory away from the thread that parses, which costs that thread more than the
// copy does. It takes no memory but that of the lane it is told into, and no more of it than it needs. Nor does it know whose
// answer it was, which is told once for many, or when it happened: to look at the clock would be a third of all the work, and
// who hears it a moment later can do so once for many.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "acode/pipeline/call.h"

namespace acode::observe {

struct BriefStory {
  static constexpr std::size_t kMostWords = 128;  ///< bytes of the call's id and name
  static constexpr std::size_t kMostText = 512;   ///< bytes of the arguments' text that are kept

  pipeline::ShortId correlation_id;
  std::uint64_t total_tokens;
  std::chrono::nanoseconds parse_time;  ///< its share
  const char* format;                   ///< of a name that is there for ever
  std::uint16_t format_size;
  std::uint8_t id_size;
  std::uint8_t name_size;
  static_assert(kMostWords <= 0xff && kMostText <= 0xffff);
  std::uint16_t text_size;

  /// The one that was told there.
  static const BriefStory& at(const char* room) { return *std::launder(reinterpret_cast<const BriefStory*>(room)); }

  /// Its texts stand behind it: id, name, text of the arguments.
  [[nodiscard]] const char* texts() const { return reinterpret_cast<const char*>(this + 1); }
  [[nodiscard]] std::size_t size() const { return sizeof(BriefStory) + id_size + name_size + text_size; }
};
static_assert(std::is_trivially_copyable_v<BriefStory>);

/// Bytes of the largest.
inline constexpr std::size_t kLargestBriefStory = sizeof(BriefStory) + BriefStory::kMostWords + BriefStory::kMostText;

/// Whether nothing is to be told of a call but that it was right, and its names have room.
inline bool is_brief(const pipeline::ParseResult& result, const pipeline::ToolCall& call) {
  return call.findings.empty() && call.ok() && !call.truncated && result.retries == 0 &&
         call.id.size() + call.name.size() <= BriefStory::kMostWords;
}

/// Copies the first and the last bytes of a text, which may overlap.
template <std::size_t kBytes>
inline void copy_ends(char* to, std::string_view text) {
  std::memcpy(to, text.data(), kBytes);
  std::memcpy(to + text.size() - kBytes, text.data() + text.size() - kBytes, kBytes);
}

/// Copies a name or an id; where it ends. They are so short that a call would be most of the work.
inline char* append_word(char* end, std::string_view word) {
  static_assert(BriefStory::kMostWords <= 128);
  if (word.size() > 64) {
    copy_ends<64>(end, word);
  } else if (word.size() > 32) {
    copy_ends<32>(end, word);
  } else if (word.size() > 16) {
    copy_ends<16>(end, word);
  } else if (word.size() > 8) {
    copy_ends<8>(end, word);
  } else if (word.size() >= 4) {
    copy_ends<4>(end, word);
  } else if (!word.empty()) {
    copy_ends<1>(end, word);
    end[word.size() / 2] = word[word.size() / 2];
  }
  return end + word.size();
}

/// Of the time of all calls of an answer.
inline std::chrono::nanoseconds share_of(std::chrono::nanoseconds time, const pipeline::ParseResult& result) {
  return time / std::max<std::int64_t>(static_cast<std::int64_t>(result.total_count()), 1);
}

/// For calls of which that is true: tells it there, where a BriefStory may stand. Its size.
inline std::size_t tell_briefly(char* room, const pipeline::ParseResult& result, const pipeline::ToolCall& call) {
  const std::chrono::nanoseconds time = std::apply([](auto... stages) { return (stages + ...); }, result.times);
  const bool is_only_one = result.calls.size() == 1 && result.rejected.empty();
  const std::string_view text = std::string_view(call.raw_arguments).substr(0, BriefStory::kMostText);
  new (room) BriefStory{.correlation_id = result.correlation_id,
                        .total_tokens = result.usage.input + result.usage.output,
                        .parse_time = is_only_one ? time : share_of(time, result),
                        .format = call.format.data(),
                        .format_size = static_cast<std::uint16_t>(call.format.size()),
                        .id_size = static_cast<std::uint8_t>(call.id.size()),
                        .name_size = static_cast<std::uint8_t>(call.name.size()),
                        .text_size = static_cast<std::uint16_t>(text.size())};
  const std::size_t size = sizeof(BriefStory) + call.id.size() + call.name.size() + text.size();
  char* const end = append_word(append_word(room + sizeof(BriefStory), call.id), call.name);
  // Of memcpy(), when they see how much it is at the most, compilers make an instruction that takes long to begin.
  std::memmove(end, text.data(), text.size());
  return size;
}

}  // namespace acode::observe
