// What one thread has recorded of calls and the store has not yet taken: stories and events, in a lane.
//
//   lane.tell(origin, result, call);                                     // the thread; false if there is no room
//   lane.take(8192, listener);                                           // the store; listener.hear(…) for each
//
// A brief story is told in the lane itself. Whose answer it was is told only when it is somebody else than the last time: so
// nobody counts the users of an origin for each call. What is not brief is elsewhere, and the lane has the way to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <utility>

#include "acode/pipeline/call.h"
#include "observe/brief_story.h"
#include "observe/call_story.h"
#include "observe/event.h"
#include "observe/lane.h"

namespace acode::observe {

class CallLane {
 public:
  using SharedOrigin = std::shared_ptr<const Origin>;

  /// See Lane.
  CallLane(std::size_t capacity, LaneQuota& quota) : lane_(capacity, kLargest, quota) {}

  // --- the thread that records; false if there is no room ---

  /// A call that is_brief().
  bool tell(const SharedOrigin& origin, const pipeline::ParseResult& result, const pipeline::ToolCall& call) {
    char* const room = lane_.room();
    if (room == nullptr) return false;
    const std::size_t size = begin(room, Kind::kBriefOfAnother);
    new (room + size) SharedOrigin(origin);
    told_origin_ = origin;
    lane_.put(size + sizeof(SharedOrigin) + tell_briefly(room + size + sizeof(SharedOrigin), result, call));
    return true;
  }

  /// Where a call of this origin may be told by tell_more(): null if it is another than the last one's, or if there must be
  /// asked for more room. This is the usual, and quick.
  char* room_for_more(const SharedOrigin& origin) { return origin == told_origin_ ? lane_.room_at_hand() : nullptr; }
  void tell_more(char* room, const pipeline::ParseResult& result, const pipeline::ToolCall& call) {
    const std::size_t size = begin(room, Kind::kBrief);
    lane_.put(size + tell_briefly(room + size, result, call));
  }

  bool tell(std::unique_ptr<CallStory>&& story) { return tell(Kind::kStory, story); }
  bool tell(std::unique_ptr<CallEvent>&& event) { return tell(Kind::kEvent, event); }

  void leave() { lane_.leave(); }

  // --- the store ---

  /// Tells a listener no more than `most`, in their order: hear(brief, origin or null), hear(CallStory&) or
  /// hear(CallEvent&). What it throws at will be told again.
  template <class Listener>
  void take(std::size_t most, const Listener& listener) {
    lane_.take(most, [this, &listener](char* record) { return hear(record, listener); });
  }

  [[nodiscard]] bool is_done() const { return lane_.is_done(); }
  [[nodiscard]] std::size_t granted() const { return lane_.granted(); }

  /// When neither side will use it any more, though somebody knows it: it gives away all that it holds.
  void close() {
    take(std::numeric_limits<std::size_t>::max(), Nobody());
    told_origin_.reset();
    heard_origin_.reset();
    lane_.close();
  }

  /// Bytes that a record may take.
  static constexpr std::size_t kLargest = Lane::kAlignment + sizeof(SharedOrigin) + kLargestBriefStory;

 private:
  enum class Kind : std::uint64_t { kBrief, kBriefOfAnother, kStory, kEvent };  // what a record begins with
  static_assert(sizeof(Kind) == Lane::kAlignment && alignof(BriefStory) <= Lane::kAlignment);

  /// Does not listen.
  struct Nobody {
    void hear(const BriefStory& /*brief*/, const Origin* /*origin*/) const {}
    void hear(const CallStory& /*story*/) const {}
    void hear(const CallEvent& /*event*/) const {}
  };

  // NOLINTNEXTLINE(readability-non-const-parameter): it is written to
  static std::size_t begin(char* room, Kind kind) {
    new (room) Kind(kind);
    return sizeof(Kind);
  }

  template <class Told>
  bool tell(Kind kind, std::unique_ptr<Told>& told) {
    char* const room = lane_.room();
    if (room == nullptr) return false;
    const std::size_t size = begin(room, kind);
    new (room + size) Told*(told.release());
    lane_.put(size + sizeof(Told*));
    return true;
  }

  template <class T>
  static T& at(char* place) {
    return *std::launder(reinterpret_cast<T*>(place));
  }

  /// What is in the lane goes only when it was heard. The size of the record.
  template <class Listener>
  std::size_t hear(char* record, const Listener& listener) {
    char* const told = record + sizeof(Kind);
    switch (at<Kind>(record)) {
      case Kind::kStory:
        return sizeof(Kind) + hear_elsewhere<CallStory>(told, listener);
      case Kind::kEvent:
        return sizeof(Kind) + hear_elsewhere<CallEvent>(told, listener);
      case Kind::kBriefOfAnother:
        return sizeof(Kind) + hear_of_another(told, listener);
      case Kind::kBrief:
        break;
    }
    return sizeof(Kind) + hear_briefly(told, listener);
  }

  template <class Told, class Listener>
  static std::size_t hear_elsewhere(char* place, const Listener& listener) {
    Told* const told = at<Told*>(place);
    listener.hear(*told);
    delete told;
    return sizeof(Told*);
  }

  template <class Listener>
  std::size_t hear_of_another(char* place, const Listener& listener) {
    auto& origin = at<SharedOrigin>(place);
    heard_origin_ = origin;
    const std::size_t size = hear_briefly(place + sizeof(SharedOrigin), listener);
    std::destroy_at(&origin);
    return sizeof(SharedOrigin) + size;
  }

  template <class Listener>
  std::size_t hear_briefly(const char* place, const Listener& listener) {
    const BriefStory& brief = BriefStory::at(place);
    listener.hear(brief, heard_origin_.get());
    return brief.size();
  }

  Lane lane_;
  SharedOrigin told_origin_;   // of the last brief story: the thread's
  SharedOrigin heard_origin_;  // the same for the store
};

}  // namespace acode::observe
