// What a broken text stands for while it is still coming in (ST-4).
//
// A machine of its own is fed with what has been decided, edits made, and then with what seems to follow: the string
// that is open now. The second part is taken back as soon as there is more that is decided. Both only ever go forward
// over the text, so that looking at the value behind every piece costs no more than reading it a second time.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "acode/json/value.h"
#include "acode/limits.h"
#include "json/edits.h"
#include "json/machine.h"
#include "json/reading.h"

namespace acode::json::detail {

class Preview {
 public:
  explicit Preview(const Limits& limits) : machine_(limits) {}

  void reset();

  /// The first `settled` bytes of the text are decided, with these edits.
  void settle(std::string_view text, const EditList& edits, std::uint32_t settled);

  /// Behind them, unless something else turns out, stands this string up to what has been scanned of it.
  void show_string(std::string_view text, const StringSpan& string);

  /// The value of all that.
  std::optional<Value> value() { return machine_.partial(); }

 private:
  void take_back();
  void start_again(std::size_t size);
  bool feed(std::string_view piece);
  void show_characters(std::string_view characters);

  Machine machine_;
  std::optional<Machine::Mark> mark_;  // before the string that is shown
  std::uint32_t string_ = kNone;       // where that string begins
  std::uint32_t shown_ = 0;            // how far it is shown
  std::uint32_t settled_ = 0;          // bytes of the text that were fed
  std::size_t edits_ = 0;              // edits that were made to them
  std::size_t again_at_ = 0;           // after a change to what was fed already: start again when the text is this long
  bool stale_ = false;
};

}  // namespace acode::json::detail
