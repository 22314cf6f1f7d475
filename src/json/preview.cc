// Feeding the machine that shows what there is so far.
#include "json/preview.h"

#include <algorithm>

#include "base/utf8.h"
#include "json/scan.h"

namespace acode::json::detail {

void Preview::reset() {
  start_again(0);
  again_at_ = 0;
}

void Preview::start_again(std::size_t size) {
  machine_.reset();
  mark_.reset();
  string_ = kNone;
  settled_ = 0;
  edits_ = 0;
  stale_ = false;
  again_at_ = 2 * size;
}

bool Preview::feed(std::string_view piece) {
  if (!piece.empty() && !machine_.feed(piece)) stale_ = true;
  return !stale_;
}

void Preview::take_back() {
  if (mark_) machine_.go_back(*mark_);
  mark_.reset();
  string_ = kNone;
}

void Preview::settle(std::string_view text, const EditList& edits, std::uint32_t settled) {
  if (stale_) {
    // An opening bracket was put in further up. Starting again only when the text has doubled keeps the work linear.
    if (text.size() < again_at_) return;
    start_again(text.size());
  }
  if (settled == settled_ && edits.size() == edits_) return;
  take_back();
  for (; edits_ < edits.size(); ++edits_) {
    const EditRecord& record = edits.records()[edits_];
    if (record.offset < settled_) {
      stale_ = true;
      return;
    }
    if (!feed(text.substr(settled_, record.offset - settled_)) || !feed(edits.inserted(record))) return;
    settled_ = record.offset + record.removed;
  }
  if (settled <= settled_) return;
  feed(text.substr(settled_, settled - settled_));
  settled_ = settled;
}

void Preview::show_string(std::string_view text, const StringSpan& string) {
  if (stale_ || string.content < settled_) return;
  if (string_ != string.begin) {
    take_back();
    mark_ = machine_.mark();
    string_ = string.begin;
    shown_ = string.content;
    // The quote may be missing or of another kind: what is shown always has the right one.
    if (!feed(text.substr(settled_, string.begin - settled_)) || !feed("\"")) return;
  }
  const std::uint32_t end = std::max(shown_, string.scanned);
  show_characters(text.substr(shown_, end - shown_));
  shown_ = end;
}

// Characters as they stand in the text; what JSON would not have there is shown as it will be repaired.
void Preview::show_characters(std::string_view characters) {
  while (!characters.empty() && !stale_) {
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
