// What a broken text stands for while it is still coming in (ST-4).
//
// A machine of its own is fed with the text, changed as the best reading so far would have it: what is settled, what that
// reading has read since, and the string that is open now. As long as the same reading goes on, only what is new is fed.
// When another one has become the best, or a change turns up further back, the machine goes back to what is settled. Since
// that is done again only when the text has grown by a part of what had been shown, the open string too, looking at the
// value behind every piece costs no more than reading the text some times over. Nothing here has an effect on the repair
// itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "acode/json/value.h"
#include "acode/limits.h"
#include "json/emitter.h"
#include "json/machine.h"
#include "json/reading.h"

namespace acode::json::detail {

class Preview {
 public:
  explicit Preview(const Limits& limits) : machine_(limits) {}

  void reset();

  /// What there is to show.
  struct View {
    std::string_view text;           // so far
    const Emitter& settled;          // the edits that are decided
    const Reading& reading;          // how the rest is understood
    const std::vector<Change>& log;  // the reading's changes are in it
    std::uint32_t settles;  // how often changes have been settled: then the others have other places in the log
  };
  void show(const View& view);

  /// The log has been compacted: its entries have gone to these places, kNone for those that are gone. `settles`: as it
  /// was before.
  void follow(const std::vector<std::uint32_t>& places, std::uint32_t settles);

  /// The value of what was shown.
  std::optional<Value> value() { return machine_.partial(); }

 private:
  bool settle(const View& view);
  bool collect(const View& view, std::uint32_t until);
  void begin_tail();
  bool may_repeat(std::string_view text, std::uint32_t bytes);
  bool go_back(std::string_view text);
  bool leave_string(const View& view);
  void show_tail(std::string_view text, std::uint32_t limit);
  void show_string(std::string_view text, const StringSpan& string);
  void show_characters(std::string_view characters);
  void drop_string();
  bool feed(std::string_view piece);
  bool feed_edits(std::string_view text, const EditList& edits);

  Machine machine_;
  std::optional<Machine::Mark> base_;  // behind what is settled
  std::uint32_t start_ = 0;            // Reading::start of what is settled
  std::uint32_t settled_ = 0;          // bytes of the text that are settled …
  std::size_t settled_edits_ = 0;      // … and how many edits …
  std::size_t settled_inserted_ = 0;   // … and, of the last of them, how much
  std::uint32_t settles_ = 0;

  Emitter tail_;                  // edits of what has been read since
  std::vector<Change> changes_;   // scratch
  std::uint32_t log_ = kNone;     // Reading::log of what is shown
  std::uint32_t shown_ = 0;       // bytes of the text that were fed
  std::size_t edits_ = 0;         // edits that were fed …
  std::size_t inserted_ = 0;      // … and, of the last of them, how much
  std::uint32_t string_ = kNone;  // where the open string begins that is shown
  std::uint32_t characters_ = 0;  // how far it is shown
  std::size_t again_at_ = 0;      // not to go back before the text has this size
  bool broken_ = false;           // the machine did not accept what it was fed
};

}  // namespace acode::json::detail
