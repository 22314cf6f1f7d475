// Feeding the machine that shows what there is so far.
#include "json/preview.h"

#include <algorithm>

#include "base/utf8.h"
#include "json/scan.h"

namespace acode::json::detail {
namespace {

constexpr std::size_t kPart = 8;            // going back over n bytes is paid for by n / kPart new ones
constexpr std::uint32_t kGone = kNone - 1;  // a change that no reading has any more

// How far a reading can be shown: not a comma that may have to go, not a string that is open.
std::uint32_t shown_limit(const Reading& r) {
  std::uint32_t limit = std::min(r.pos, r.skipped_from);
  if (r.place == Place::kString) limit = std::min(limit, r.string.begin);
  if (r.top.open != 0 && (r.place == Place::kKey || r.place == Place::kElement)) limit = std::min(limit, r.top.comma);
  return limit;
}

}  // namespace

void Preview::reset() {
  machine_.reset();
  base_.reset();
  start_ = settled_ = settles_ = 0;
  settled_edits_ = settled_inserted_ = 0;
  begin_tail();
  again_at_ = 0;
  broken_ = false;
}

bool Preview::feed(std::string_view piece) {
  if (!piece.empty() && !machine_.feed(piece)) broken_ = true;
  return !broken_;
}

void Preview::show(const View& view) {
  const Reading& r = view.reading;
  if (r.place == Place::kStart || !settle(view)) return;
  if (broken_ || settles_ != view.settles || !collect(view, log_)) {
    if (!go_back(view.text)) return;
    settles_ = view.settles;
    broken_ = !collect(view, kNone);
  }
  if (!leave_string(view)) return;
  log_ = r.log;
  const std::uint32_t limit = shown_limit(r);
  show_tail(view.text, limit);
  if (r.place == Place::kString && !r.string.key && !r.string.joined && shown_ == limit) {
    show_string(view.text, r.string);
  }
}

// Feeds what has been settled since. False if that is not possible now.
bool Preview::settle(const View& view) {
  const EditList& edits = view.settled.edits();
  const bool other = view.reading.start != start_ || edits.size() < settled_edits_;
  if (!other && view.settled.done() == settled_ && edits.size() == settled_edits_ && base_) return true;
  // An opening bracket may have been put in further up. Then all of the text is fed again.
  const bool further_up = !other && edits.size() > settled_edits_ && edits.records()[settled_edits_].offset < settled_;
  if (other || further_up || broken_) {
    if (view.text.size() < again_at_) return false;
    reset();
    start_ = view.reading.start;
    again_at_ = view.text.size() + view.text.size() / kPart;
  } else if (base_) {
    machine_.go_back(*base_);
  }
  shown_ = settled_;
  edits_ = settled_edits_;
  inserted_ = settled_inserted_;
  if (!feed_edits(view.text, edits)) return false;
  if (view.settled.done() > shown_) feed(view.text.substr(shown_, view.settled.done() - shown_));
  settled_ = shown_ = std::max(shown_, view.settled.done());
  settled_edits_ = edits_;
  settled_inserted_ = inserted_;
  settles_ = view.settles;
  base_ = machine_.mark();
  begin_tail();
  return !broken_;
}

// The changes of the reading behind `until`. False if `until` is not among its changes, or one of them is further back
// than what is shown.
bool Preview::collect(const View& view, std::uint32_t until) {
  changes_.clear();
  std::uint32_t at = view.reading.log;
  for (; at != until && at != kNone; at = view.log[at].previous) {
    const Change& change = view.log[at];
    if (std::min(change.offset, place_of(change)) < shown_) return false;
    changes_.push_back(change);
  }
  return at == until;
}

void Preview::begin_tail() {
  tail_.clear(settled_);
  shown_ = settled_;
  edits_ = inserted_ = 0;
  string_ = log_ = kNone;
}

void Preview::follow(const std::vector<std::uint32_t>& places, std::uint32_t settles) {
  if (settles != settles_ || log_ == kNone || log_ == kGone) return;
  log_ = places[log_] == kNone ? kGone : places[log_];
}

// Whether it is time to show so many bytes once more.
bool Preview::may_repeat(std::string_view text, std::uint32_t bytes) {
  if (text.size() < again_at_) return false;
  again_at_ = text.size() + bytes / kPart;
  return true;
}

// Goes back to what is settled, if it is time to.
bool Preview::go_back(std::string_view text) {
  const std::uint32_t end = string_ == kNone ? shown_ : characters_;
  if (!may_repeat(text, end - settled_)) return false;
  machine_.go_back(*base_);
  begin_tail();
  broken_ = false;
  return true;
}

// The text up to the last edit, with the edits. The last one that was fed may have grown in the meantime.
bool Preview::feed_edits(std::string_view text, const EditList& edits) {
  if (edits_ != 0) {
    const EditRecord& last = edits.records()[edits_ - 1];
    if (!feed(edits.inserted(last).substr(inserted_))) return false;
    inserted_ = last.inserted_size();
    shown_ = std::max(shown_, last.offset + last.removed);
  }
  for (; edits_ < edits.size(); ++edits_) {
    const EditRecord& record = edits.records()[edits_];
    if (record.offset < shown_) {
      broken_ = true;
      return false;
    }
    if (!feed(text.substr(shown_, record.offset - shown_)) || !feed(edits.inserted(record))) return false;
    shown_ = record.offset + record.removed;
    inserted_ = record.inserted_size();
  }
  return true;
}

void Preview::show_tail(std::string_view text, std::uint32_t limit) {
  if (broken_) return;
  if (!changes_.empty()) {
    tail_.add(text, changes_, shown_);
    broken_ = tail_.conflict();
    if (broken_ || !feed_edits(text, tail_.edits())) return;
  }
  if (limit <= shown_) return;
  feed(text.substr(shown_, limit - shown_));
  shown_ = limit;
}

// The string that is shown may not be open any more. Where the reading goes on behind it that happens once for each
// string; where another reading never was in it, its characters may come again. False if it is not time for that.
bool Preview::leave_string(const View& view) {
  const Reading& r = view.reading;
  if (string_ == kNone || (r.place == Place::kString && r.string.begin == string_)) return true;
  if (shown_limit(r) < characters_ && !may_repeat(view.text, characters_ - string_)) return false;
  drop_string();
  return true;
}

void Preview::drop_string() {
  machine_.drop_open_string();
  string_ = kNone;
}

void Preview::show_string(std::string_view text, const StringSpan& string) {
  if (broken_) return;
  if (string_ == kNone) {
    string_ = string.begin;
    characters_ = string.content;
    // The quote may be missing or of another kind: what is shown always has the right one.
    if (!feed("\"")) return;
  }
  const std::uint32_t end = std::max(characters_, string.scanned);
  show_characters(text.substr(characters_, end - characters_));
  characters_ = end;
}

// Characters as they stand in the text; what JSON would not have there is shown as it will be repaired.
void Preview::show_characters(std::string_view characters) {
  while (!characters.empty()) {
    const char* const begin = characters.data();
    const char* const end = begin + characters.size();
    const char* const p = skip_plain(begin, end);
    machine_.append_characters({begin, static_cast<std::size_t>(p - begin)});
    characters.remove_prefix(static_cast<std::size_t>(p - begin));
    if (characters.empty()) return;
    char decoded[8];
    char* out = decoded;
    const int length = *p == '"' || static_cast<unsigned char>(*p) < 0x20 ? -1 : decode_unit(p, end, out);
    if (length > 0) {
      machine_.append_characters({decoded, static_cast<std::size_t>(out - decoded)});
    } else if (static_cast<unsigned char>(*p) < 0x80) {
      machine_.append_characters(characters.substr(0, 1));
    } else {
      machine_.append_characters("\xEF\xBF\xBD");
    }
    characters.remove_prefix(static_cast<std::size_t>(std::max(length, 1)));
  }
}

}  // namespace acode::json::detail
