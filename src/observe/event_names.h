// Names for events: UUIDs of version 7, as 32 digits. No other event has the same one, of whichever program or machine.
//
//   EventNames names;
//   names.next(event.time, name);      // "019a8c1f6e2b7c3d8…"
//
// They begin with the time, so they grow with it, which indexes like. Those that are made one after the other for the
// same millisecond grow too. The database could make them, but takes a sixth of the time of an insert for it.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "observe/line_text.h"

namespace acode::observe {

/// Used by one thread.
class EventNames {
 public:
  /// Asks the system for a beginning that nobody else has.
  EventNames();

  /// Makes `name` the name of one more event of this time.
  void next(WallTime time, std::string& name);

 private:
  std::mt19937_64 random_;
  WallTime last_time_ = WallTime::min();
  std::uint64_t after_time_ = 0;  // 12 bits, drawn for that time
  std::uint64_t tail_ = 0;        // 60 bits, which differ for each of its names
};

}  // namespace acode::observe
