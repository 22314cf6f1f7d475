// Choosing, joining and dropping readings.
#include "json/readings.h"

#include <algorithm>

namespace acode::json::detail {
namespace {

constexpr std::size_t kFew = 3;                // how many are kept when they have not become one …
constexpr std::uint32_t kFarApart = 16384;     // … over so many bytes, or fork all the time
constexpr std::uint32_t kBytesPerFork = 8;     // of text pay for a fork, …
constexpr std::uint32_t kMuchDebt = 8192;      // … and this is how many may be owing
constexpr std::uint32_t kFarBehind = 4096;     // a reading does not wait further behind than this
constexpr std::uint32_t kFewChanges = 2048;    // so many may be made by readings apart from each other, …
constexpr std::uint32_t kBytesPerChange = 64;  // … and one more for so many bytes
constexpr int kWidth = 40;                     // how much dearer than the cheapest a reading may be

// How many changes the readings may make apart from each other. They are kept in memory for each, and that has to stay in
// proportion to the text.
std::uint32_t most_apart(std::uint32_t front) { return kFewChanges + front / kBytesPerChange; }

bool same_future(const Reading& a, const Reading& b) {
  return a.pos == b.pos && a.place == b.place && a.depth == b.depth && a.top.shape == b.top.shape &&
         a.skipped_from == b.skipped_from &&
         (a.place != Place::kString || (a.string.key == b.string.key && a.string.delimiter == b.string.delimiter));
}

}  // namespace

bool same_past(const Reading& a, const Reading& b) {
  return a.top.hash == b.top.hash && a.top.outer_hash == b.top.outer_hash && a.value_count == b.value_count &&
         (a.place != Place::kString || a.string.content == b.string.content) &&
         (a.key_hash == b.key_hash || (a.place != Place::kColon && a.place != Place::kMemberValue));
}

// Most texts need one or two, and a reading is large.
Reading& Readings::slot(std::size_t index) {
  if (slots_[index] == nullptr) slots_[index] = &store_.emplace_back();
  return *slots_[index];
}

Reading& Readings::begin() {
  live_ = 1;
  born_ = 0;
  base_ = 0;
  base_cost_ = 0;
  common_ = common_start_ = 0;
  debt_ = paid_to_ = 0;
  return slot(0) = Reading{};
}

Reading& Readings::fork(const Reading& r) {
  // One step forks some ten at most. Should there ever be more, the last ones are lost in the slot behind.
  Reading& f = live_ + born_ < kSlots ? slot(live_ + born_++) : surplus_;
  f = r;
  set_common(f);
  return f;
}

std::size_t Readings::cheapest() const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < live_; ++i) {
    if (slots_[i]->cost < slots_[best]->cost) best = i;
  }
  return best;
}

Reading& Readings::best() { return *slots_[cheapest()]; }

Reading* Readings::choose(int margin) {
  if (live_ == 1) return slots_[0]->place == Place::kDone ? nullptr : slots_[0];
  int lowest = kDead;
  int lowest_done = kDead;
  std::uint32_t front = 0;
  for (std::size_t i = 0; i < live_; ++i) {
    const Reading& r = *slots_[i];
    int& least = r.place == Place::kDone ? lowest_done : lowest;
    least = std::min(least, r.cost);
    front = std::max(front, r.pos);
  }
  if (lowest >= lowest_done + margin) return nullptr;
  Reading* chosen = nullptr;
  for (std::size_t i = 0; i < live_; ++i) {
    Reading& r = *slots_[i];
    if (r.place == Place::kDone) continue;
    const bool left_behind = lowest_done == kDead && r.pos + kFarBehind < front;
    if (r.cost != lowest && !left_behind) continue;
    if (chosen == nullptr || r.pos < chosen->pos) chosen = &r;
  }
  return chosen;
}

// Where one choice would be followed by the same again, however often it is asked: a text that comes in pieces is asked
// about more often, and must be read in the same way.
Readings::Lease Readings::lease(const Reading& chosen) const {
  Lease lease{0, kNone, kNone, kDead};
  if (live_ == 1) {
    lease.cost = kDead - 1;
    return lease;
  }
  std::uint32_t front = 0;
  std::uint32_t apart = 0;
  for (std::size_t i = 0; i < live_; ++i) {
    const Reading& r = *slots_[i];
    front = std::max(front, r.pos);
    apart += r.noted_apart();
    if (&r == &chosen) continue;
    lease.others = std::min(lease.others, r.cost);
    if (r.place == Place::kDone) continue;
    const bool next = r.pos > chosen.pos || (r.pos == chosen.pos && r.cost == chosen.cost);
    lease.reach = std::min(lease.reach, next ? r.pos : r.pos + kFarBehind + 1);
  }
  const bool left_behind = chosen.cost > lease.others && front > chosen.pos + kFarBehind;
  if (left_behind) lease.reach = std::min(lease.reach, front - kFarBehind);
  lease.cost = chosen.cost < lease.others ? lease.others - 1 : std::min(chosen.cost, lease.others);
  const std::uint32_t most = chosen.noted + most_apart(front);
  lease.noted = most > apart ? most - apart : 0;
  return lease;
}

void Readings::drop(std::size_t index) {
  std::rotate(slots_.data() + index, slots_.data() + index + 1, slots_.data() + live_);
  --live_;
}

// What readings would cost by now where the foremost is, if they fared like that one: a reading that waits far behind has
// not met yet what others had to pay for.
Readings::Scale::Scale(const Reading& foremost, std::uint32_t base, int base_cost) : front(foremost.pos) {
  const std::int64_t paid = std::max(0, foremost.cost - base_cost);
  const std::int64_t span = std::max<std::int64_t>(1, std::int64_t{front} - base);
  per_byte = (paid << kShift) / span;
}

const Reading& Readings::foremost() const {
  const Reading* found = slots_[0];
  for (std::size_t i = 1; i < live_; ++i) {
    const Reading& r = *slots_[i];
    if (r.pos > found->pos || (r.pos == found->pos && r.cost < found->cost)) found = &r;
  }
  return *found;
}

void Readings::drop_dead() {
  for (std::size_t i = live_; i-- > 0;) {
    if (slots_[i]->cost >= kDead) drop(i);
  }
}

// What is dear both as it stands and by its weight.
void Readings::drop_dear() {
  int best = kDead;
  int dearest = 0;
  for (std::size_t i = 0; i < live_; ++i) {
    best = std::min(best, slots_[i]->cost);
    dearest = std::max(dearest, slots_[i]->cost);
  }
  if (dearest <= best + kWidth) return;
  const Scale weight = scale();
  int lightest = kDead;
  for (std::size_t i = 0; i < live_; ++i) lightest = std::min(lightest, weight(*slots_[i]));
  for (std::size_t i = live_; i-- > 0;) {
    if (slots_[i]->cost > best + kWidth && weight(*slots_[i]) > lightest + kWidth) drop(i);
  }
}

// Of readings that have met and will go on in the same way only the cheaper one is kept.
void Readings::join_met() {
  for (std::size_t i = 0; i < live_; ++i) {
    for (std::size_t j = i + 1; j < live_; ++j) {
      if (slots_[i]->pos != slots_[j]->pos || !same_future(*slots_[i], *slots_[j])) continue;
      if (slots_[j]->cost < slots_[i]->cost) std::swap(slots_[i], slots_[j]);
      Reading& kept = *slots_[i];
      const Reading& other = *slots_[j];
      if (!same_past(kept, other)) kept.margin = std::min(kept.margin, other.cost - kept.cost);
      drop(j--);
    }
  }
}

void Readings::drop_surplus() {
  if (live_ <= kFew) return;
  const std::size_t most = debt_ > kMuchDebt || spread() > kFarApart ? kFew : kMost;
  while (live_ > most) {
    const Scale weight = scale();
    std::size_t dearest = 0;
    for (std::size_t i = 1; i < live_; ++i) {
      if (weight(*slots_[i]) >= weight(*slots_[dearest])) dearest = i;
    }
    drop(dearest);
  }
}

// Only forks and changes make it necessary to drop some, and only then it is done: how often else this is called depends
// on the pieces in which the text comes.
void Readings::update(bool many_changes) {
  const bool forked = born_ != 0;
  const std::size_t before = live_;
  if (forked && before == 1) part();
  live_ += born_;
  born_ = 0;
  drop_dead();
  if (live_ < 2) return;
  if (forked) drop_dear();
  join_met();
  if (forked) {
    note_fork();
    drop_surplus();
  }
  if ((forked || many_changes || live_ != before) && too_far_apart()) keep_best();
}

// The only reading has forked: what it has noted before is common to all that come from it.
void Readings::part() {
  common_ = slots_[0]->noted;
  common_start_ = slots_[0]->start;
  for (std::size_t i = 0; i < live_ + born_; ++i) set_common(*slots_[i]);
}

void Readings::set_common(Reading& r) const { r.common = r.start == common_start_ ? std::min(common_, r.noted) : 0; }

// Each fork is work for all the readings, which the text has to pay for. Where it does not, there must be fewer of them.
void Readings::note_fork() {
  const std::uint32_t pos = slots_[0]->pos;  // the others are not far off
  debt_ = std::min(debt_ + kBytesPerFork, 2 * kMuchDebt);
  if (pos <= paid_to_) return;
  debt_ -= std::min(debt_, pos - paid_to_);
  paid_to_ = pos;
}

bool Readings::too_far_apart() const {
  std::uint32_t apart = 0;
  for (std::size_t i = 0; i < live_; ++i) apart += slots_[i]->noted_apart();
  return apart > kFewChanges && apart > most_apart(foremost().pos);
}

void Readings::keep_best() {
  const Scale weight = scale();
  std::size_t best = 0;
  for (std::size_t i = 1; i < live_; ++i) {
    if (weight(*slots_[i]) < weight(*slots_[best])) best = i;
  }
  std::swap(slots_[0], slots_[best]);
  live_ = 1;
}

// For how long a string has been open in one reading that others may see as something else.
std::uint32_t Readings::spread() const {
  std::uint32_t longest = 0;
  for (std::size_t i = 0; i < live_; ++i) {
    if (slots_[i]->place == Place::kString) longest = std::max(longest, slots_[i]->pos - slots_[i]->string.content);
  }
  return longest;
}

}  // namespace acode::json::detail
