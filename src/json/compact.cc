// Throwing away what no reading can come back to any more.
#include <algorithm>

#include "json/mender.h"

namespace acode::json::detail {
namespace {

// Lists that share their tails, kept in one vector: an entry names the one before it, which always has a lesser index.
template <class Entry>
class Compactor {
 public:
  Compactor(std::vector<Entry>& entries, std::uint32_t Entry::*before)
      : entries_(entries), before_(before), places_(entries.size(), kNone) {}

  /// The list that ends with this entry is needed.
  void keep(std::uint32_t last) {
    for (; last != kNone && places_[last] == kNone; last = entries_[last].*before_) places_[last] = 0;
  }

  /// Moves the entries that are needed together.
  void sweep() {
    std::uint32_t count = 0;
    for (std::uint32_t at = 0; at < entries_.size(); ++at) {
      if (places_[at] == kNone) continue;
      Entry entry = entries_[at];
      if (entry.*before_ != kNone) entry.*before_ = places_[entry.*before_];
      entries_[count] = entry;
      places_[at] = count++;
    }
    entries_.resize(count);
  }

  /// Where the entries have gone, each in turn; kNone for those that were not needed.
  [[nodiscard]] const std::vector<std::uint32_t>& places() const { return places_; }

  /// Where an entry has gone.
  void follow(std::uint32_t& at) const {
    if (at != kNone) at = places_[at];
  }

 private:
  std::vector<Entry>& entries_;
  std::uint32_t Entry::*before_;
  std::vector<std::uint32_t> places_;  // the new ones
};

}  // namespace

void Mender::compact() {
  std::vector<Reading> snapshots;
  std::vector<std::uint32_t> from;
  for (std::size_t i = 0; i < readings_.size(); ++i) {
    Reading& r = readings_[i];
    if (r.snapshot == kNone) continue;
    const auto found = std::find(from.begin(), from.end(), r.snapshot);
    const auto place = static_cast<std::uint32_t>(found - from.begin());
    if (found == from.end()) {
      from.push_back(r.snapshot);
      snapshots.push_back(snapshots_[r.snapshot]);
      snapshots.back().snapshot = kNone;  // a string ends anew before anybody asks for its last end
    }
    r.snapshot = place;
  }
  snapshots_ = std::move(snapshots);

  Compactor<Change> log(log_, &Change::previous);
  Compactor<StackNode> stack(stack_, &StackNode::parent);
  const auto for_each = [this](const auto& visit) {
    for (std::size_t i = 0; i < readings_.size(); ++i) visit(readings_[i]);
    for (Reading& snapshot : snapshots_) visit(snapshot);
  };
  for_each([&](const Reading& r) {
    log.keep(r.log);
    stack.keep(r.parent);
  });
  log.sweep();
  stack.sweep();
  for_each([&](Reading& r) {
    log.follow(r.log);
    stack.follow(r.parent);
  });
  if (previewed_) preview_.follow(log.places(), settles_);
}

// Nothing depends on when this happens, which is not the same for a text in pieces.
void Mender::bound_memory() {
  constexpr std::size_t kMostSnapshots = 512;
  if (snapshots_.size() > kMostSnapshots) compact();
  if (log_.size() + stack_.size() <= compact_at_) return;
  compact();
  compact_at_ = std::max(kFewEntries, 2 * (log_.size() + stack_.size()));
}

}  // namespace acode::json::detail
