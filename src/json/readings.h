// The readings of a text that are still possible, and the choice of the one that goes on.
//
// The cheapest reading goes first. The others wait where they are: what a reading costs only grows, so one that is dearer
// than the cheapest is at the end of the text need never be read on. A slip of the pen therefore costs little more than
// the way a careful person would read it; the doubtful ways are only followed when that one turns out dear as well. Ones
// left far behind are brought along, so that what is decided can be settled, and memory and work stay in proportion.
#pragma once

#include <array>
#include <cstddef>
#include <deque>

#include "json/reading.h"

namespace acode::json::detail {

/// Whether two readings have understood the same thing, if by other changes.
bool same_past(const Reading& a, const Reading& b);

class Readings {
 public:
  Readings() = default;
  Readings(const Readings&) = delete;
  Readings& operator=(const Readings&) = delete;
  Readings(Readings&&) = delete;
  Readings& operator=(Readings&&) = delete;
  ~Readings() = default;

  /// One reading at the start of the text.
  Reading& begin();

  [[nodiscard]] std::size_t size() const { return live_; }
  [[nodiscard]] bool alone() const { return live_ == 1; }
  [[nodiscard]] Reading& operator[](std::size_t index) { return *slots_[index]; }
  [[nodiscard]] const Reading& operator[](std::size_t index) const { return *slots_[index]; }

  /// The cheapest.
  [[nodiscard]] Reading& best();

  /// A copy of `r` that takes part from the next update() on. The reference holds until then.
  Reading& fork(const Reading& r);

  /// Whether readings have been forked since the last update().
  [[nodiscard]] bool forked() const { return born_ != 0; }

  /// Newly forked readings, until the next update().
  [[nodiscard]] std::size_t born() const { return born_; }
  [[nodiscard]] Reading& newborn(std::size_t index) { return *slots_[live_ + index]; }
  void forget_born() { born_ = 0; }

  /// The reading that has to go on: the cheapest, or the hindmost of those as cheap, or one left far behind. Null if
  /// the cheapest is at the end and no other comes within `margin` of it.
  Reading* choose(int margin);

  /// How long the chosen reading may go on before it is time to choose again.
  struct Lease {
    int cost;             // as long as it costs no more than this, …
    std::uint32_t reach;  // … has not come so far: to where another stands, or has left one behind, …
    std::uint32_t noted;  // … and has noted no more changes than these
    int others;           // what the cheapest of the others costs
  };
  [[nodiscard]] Lease lease(const Reading& chosen) const;

  /// After some steps: takes in what was forked, joins readings that have met, drops those that cost too much.
  /// `many_changes`: the chosen one has come to the end of its lease by its changes.
  void update(bool many_changes);

  /// From here on, with this cost, it is counted how much readings have to pay for so many bytes.
  void set_base(std::uint32_t pos, int cost) {
    base_ = pos;
    base_cost_ = cost;
  }

 private:
  static constexpr std::size_t kMost = 10;
  static constexpr std::size_t kSlots = 40;

  struct Scale {
    Scale(const Reading& foremost, std::uint32_t base, int base_cost);
    int operator()(const Reading& r) const {
      return r.cost + static_cast<int>((per_byte * (std::int64_t{front} - r.pos)) >> kShift);
    }

    static constexpr unsigned kShift = 16;
    std::uint32_t front;
    std::int64_t per_byte;
  };

  [[nodiscard]] std::size_t cheapest() const;
  [[nodiscard]] const Reading& foremost() const;
  [[nodiscard]] Scale scale() const { return {foremost(), base_, base_cost_}; }
  void drop(std::size_t index);
  void drop_dead();
  void drop_dear();
  void join_met();
  void drop_surplus();
  void part();
  void set_common(Reading& r) const;
  void note_fork();
  [[nodiscard]] bool too_far_apart() const;
  void keep_best();
  [[nodiscard]] std::uint32_t spread() const;

  Reading& slot(std::size_t index);

  std::deque<Reading> store_;  // as many as have been needed at once
  std::array<Reading*, kSlots>
      slots_{};      // those in use, then those newly forked, then the free ones; null if not made yet
  Reading surplus_;  // for a fork that finds no slot, and is forgotten
  std::size_t live_ = 0;
  std::size_t born_ = 0;
  std::uint32_t base_ = 0;
  int base_cost_ = 0;
  std::uint32_t common_ = 0;        // changes noted when there was only one …
  std::uint32_t common_start_ = 0;  // … that began here
  std::uint32_t debt_ = 0;          // bytes of text that are missing for the forks there were
  std::uint32_t paid_to_ = 0;       // the text up to here has been counted
};

}  // namespace acode::json::detail
