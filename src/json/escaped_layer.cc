// Taking off one level of escaping.
#include "json/escaped_layer.h"

#include <algorithm>

namespace acode::json::detail {
namespace {

char white_space(char escape) {
  switch (escape) {
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return 0;
  }
}

}  // namespace

void EscapedLayer::clear() {
  text_.clear();
  cuts_.clear();
  read_ = 0;
}

void EscapedLayer::extend(std::string_view original, bool final) {
  while (read_ < original.size()) {
    const std::size_t backslash = std::min(original.find('\\', read_), original.size());
    text_ += original.substr(read_, backslash - read_);
    read_ = backslash;
    if (read_ == original.size()) return;
    if (read_ + 1 == original.size()) {
      if (final) text_ += original[read_++];
      return;
    }
    const char escaped = original[read_ + 1];
    const char space = white_space(escaped);
    const bool cut = escaped == '"' || escaped == '\\' || escaped == '/' || space != 0;
    if (cut) {
      cuts_.push_back({static_cast<std::uint32_t>(text_.size()) & 0xfffffffU, space != 0 ? 1U : 0U});
    } else {
      text_ += '\\';
    }
    text_ += space == 0 ? escaped : space;
    read_ += 2;
  }
}

void EscapedLayer::add_cut(EditList& out, std::size_t index) const {
  const Cut& cut = cuts_[index];
  const std::size_t original = cut.at + index;
  if (cut.space == 0) return out.add(EditKind::kEscapedText, original, 1, "");
  out.add(EditKind::kEscapedText, original, 2, std::string_view(text_).substr(cut.at, 1));
}

EditList EscapedLayer::in_terms_of_original(const EditList& edits, std::string_view original) const {
  EditList out;
  std::size_t next = 0;  // the first cut not yet passed, and by how much a place is further on in the original
  for (const EditRecord& record : edits.records()) {
    while (next < cuts_.size() && cuts_[next].at < record.offset) add_cut(out, next++);
    const std::size_t begin = record.offset + next;
    const std::size_t end = record.offset + record.removed;
    while (next < cuts_.size() && cuts_[next].at < end) ++next;  // taken out together with what the edit removes
    const std::size_t removed = end + next - begin;
    // An escape that was taken off and has to be put on again was right as it stood.
    if (original.substr(begin, removed) == edits.inserted(record)) continue;
    out.add(record.kind(), begin, removed, edits.inserted(record));
  }
  while (next < cuts_.size()) add_cut(out, next++);
  return out;
}

}  // namespace acode::json::detail
