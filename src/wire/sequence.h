// Puts numbered events in order (ST-1): one that comes too early waits for those before it.
//
//   0, 1, 3, 2, 4         3 waits for 2
//   0, 1, 5, 6, 7, …      2 to 4 never come: after a while the gap is passed over, and order is no longer hoped for
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace acode::wire::detail {

struct HeldEvent {
  std::string name;
  std::string json;
};

class Sequence {
 public:
  /// Whether the event with this number may be taken now. If not, hold() it.
  bool is_next(std::optional<std::int64_t> number);

  /// Whether none is held.
  [[nodiscard]] bool empty() const { return held_.empty(); }

  void hold(std::int64_t number, HeldEvent event);

  /// The next of the events held back, if its turn has come; with `at_end`, whatever is left in order.
  std::optional<HeldEvent> release(bool at_end = false);

 private:
  static constexpr std::size_t kMostHeld = 16;

  std::map<std::int64_t, HeldEvent> held_;
  std::optional<std::int64_t> last_;
  bool in_order_ = true;  // numbers have no gaps so far
};

}  // namespace acode::wire::detail
