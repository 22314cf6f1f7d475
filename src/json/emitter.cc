// From the changes of a reading to edits.
#include "json/emitter.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "json/scan.h"
#include "json/words.h"

namespace acode::json::detail {
namespace {

constexpr std::size_t kFewEdits = 2048;  // where a text begins they may stand closer

}  // namespace

std::string_view control_escape(unsigned char byte) {
  static constexpr std::array<std::string_view, 32> kEscapes = {
      "\\u0000", "\\u0001", "\\u0002", "\\u0003", "\\u0004", "\\u0005", "\\u0006", "\\u0007",
      "\\b",     "\\t",     "\\n",     "\\u000b", "\\f",     "\\r",     "\\u000e", "\\u000f",
      "\\u0010", "\\u0011", "\\u0012", "\\u0013", "\\u0014", "\\u0015", "\\u0016", "\\u0017",
      "\\u0018", "\\u0019", "\\u001a", "\\u001b", "\\u001c", "\\u001d", "\\u001e", "\\u001f"};
  return kEscapes[byte];
}

namespace {

// How the backslashes of a string with invalid escapes are meant: in a Windows path all of them are letters, in a regular
// expression `\b` is a word boundary.
enum class Backslashes : std::uint8_t { kEscapes, kRegex, kPath };

Backslashes judge_backslashes(std::string_view text) {
  const bool drive = text.size() > 2 && text[1] == ':' && text[2] == '\\' &&
                     ((text[0] >= 'A' && text[0] <= 'Z') || (text[0] >= 'a' && text[0] <= 'z'));
  bool invalid = false;
  for (std::size_t at = text.find('\\'); at != std::string_view::npos && at + 1 < text.size();
       at = text.find('\\', at + 2)) {
    const char c = text[at + 1];
    invalid = invalid || (short_escape(c) == 0 && c != 'u' && c != '\'') ||
              (c == 'u' && hex4(text.data() + at + 2, text.data() + text.size()) < 0);
  }
  if (!invalid) return Backslashes::kEscapes;
  return drive || text.starts_with("\\\\") ? Backslashes::kPath : Backslashes::kRegex;
}

EditKind delimiter_kind(Delimiter delimiter) {
  switch (delimiter) {
    case Delimiter::kSingle:
    case Delimiter::kTripleSingle:
      return EditKind::kSingleQuotes;
    case Delimiter::kTripleDouble:
    case Delimiter::kTwoDouble:
      return EditKind::kDoubledQuotes;
    case Delimiter::kDouble:
      return EditKind::kUnescapedQuotes;
    default:
      return EditKind::kTypographicQuotes;
  }
}

}  // namespace

void Emitter::clear(std::uint32_t done) {
  edits_.clear();
  done_ = done;
  conflict_ = overfull_ = false;
}

void Emitter::add(std::string_view text, std::vector<Change>& changes, std::uint32_t limit) {
  text_ = text;
  std::reverse(changes.begin(), changes.end());
  const auto earlier = [](const Change& a, const Change& b) { return place_of(a) < place_of(b); };
  if (!std::is_sorted(changes.begin(), changes.end(), earlier)) {
    std::stable_sort(changes.begin(), changes.end(), earlier);
  }
  for (const Change& change : changes) emit(change);
  copy_to(limit);
}

void Emitter::copy_to(std::uint32_t offset) { done_ = std::max(done_, offset); }

void Emitter::edit(EditKind kind, std::uint32_t offset, std::uint32_t length, std::string_view insert) {
  if (offset < done_ && length != 0) conflict_ = true;
  offset = std::max(offset, done_);
  edits_.add(kind, offset, length, insert);
  done_ = offset + length;
}

void Emitter::emit(const Change& change) {
  switch (change.change) {
    case ChangeKind::kReplace:
      return edit(change.kind, change.offset, change.length, change.insert);
    case ChangeKind::kString:
      return emit_string(change);
    case ChangeKind::kText:
      edit(change.kind, change.offset, 0, "\"");
      emit_characters(change.offset, change.offset + change.length, change.kind, Delimiter::kDouble, true);
      return edit(change.kind, change.offset + change.length, 0, "\"");
    case ChangeKind::kNumber: {
      const std::string_view text = text_.substr(change.offset, change.length);
      return edit(change.kind, change.offset, change.length, normalize_number(text, true));
    }
    case ChangeKind::kWrap:
      return edits_.add_opener(change.kind, change.offset, change.insert);
  }
}

void Emitter::emit_string(const Change& change) {
  const EditKind quotes = delimiter_kind(change.delimiter);
  const std::uint32_t content = change.offset + change.opening;
  const std::uint32_t end = change.offset + change.length;
  if (change.opening_missing) {
    edit(EditKind::kMissingOpeningQuote, change.offset, 0, "\"");
  } else if (change.opening != 0) {
    replace_quote(quotes, change.offset, change.opening);
  }
  emit_characters(content, end, quotes, change.delimiter, change.bad_escape);
  if (change.closing == 0) {
    edit(change.kind, end, 0, "\"");
  } else {
    replace_quote(quotes, end, change.closing);
  }
}

void Emitter::replace_quote(EditKind kind, std::uint32_t offset, std::uint32_t length) {
  if (text_.substr(offset, length) != "\"") edit(kind, offset, length, "\"");
}

// Between `from` and `to` stand the characters of a string: whatever JSON does not allow there is escaped. How many edits
// are too many depends on the place and not on how long the text is, which may still be growing.
void Emitter::emit_characters(std::uint32_t from, std::uint32_t to, EditKind quotes, Delimiter delimiter,
                              bool bad_escape) {
  const std::string_view text = text_;
  const char* const begin = text.data();
  const char* const end = begin + to;
  const Backslashes backslashes = bad_escape ? judge_backslashes(text.substr(from, to - from)) : Backslashes::kEscapes;
  for (std::uint32_t at = from; at < to;) {
    overfull_ = overfull_ || edits_.size() > kFewEdits + most_edits(at);
    if (overfull_) return;
    const char* const p = skip_plain(begin + at, end);
    at = static_cast<std::uint32_t>(p - begin);
    if (at == to) return;
    const auto byte = static_cast<unsigned char>(*p);
    if (byte == '"') {
      edit(quotes, at, 0, "\\");
      copy_to(++at);
    } else if (byte == '\\' && backslashes == Backslashes::kEscapes && p + 1 < end && short_escape(p[1]) != 0) {
      do at += 2;
      while (at + 1 < to && text[at] == '\\' && short_escape(text[at + 1]) != 0);
    } else if (byte == '\\') {
      at = emit_escape(at, to, backslashes == Backslashes::kPath, backslashes != Backslashes::kEscapes, delimiter);
    } else if (byte < 0x20) {
      edit(EditKind::kControlCharacter, at, 1, control_escape(byte));
      ++at;
    } else {
      const base::Utf8 decoded = base::decode_utf8(text.substr(at, std::min<std::uint32_t>(4, to - at)));
      if (decoded.status != base::Utf8::Status::kValid)
        edit(EditKind::kInvalidUtf8, at, decoded.length, "\xEF\xBF\xBD");
      at += decoded.length;
    }
  }
}

// The escape at `at`; returns the place behind it.
std::uint32_t Emitter::emit_escape(std::uint32_t at, std::uint32_t to, bool path, bool regex, Delimiter delimiter) {
  const char* const p = text_.data() + at;
  const char* const end = text_.data() + to;
  if (p + 1 == end) {  // the escape itself was cut off, or the quote behind it ends the string after all
    edit(EditKind::kInvalidEscape, at, 1, "");
    return at + 1;
  }
  const char c = p[1];
  if (c == '\'' || (delimiter == Delimiter::kBackTick && c == '`')) {
    edit(delimiter == Delimiter::kSingle ? EditKind::kSingleQuotes : EditKind::kInvalidEscape, at, 1, "");
    return at + 2;
  }
  if (c == '\n') {  // a line continued with a backslash keeps its break
    edit(EditKind::kControlCharacter, at + 1, 1, "n");
    return at + 2;
  }
  char scratch[8];
  char* out = scratch;
  const int length = decode_unit(p, end, out);
  const bool literal = (path && c != '"' && c != '\\') || (regex && (c == 'b' || c == 'f'));
  if (length > 0 && !literal) return at + static_cast<std::uint32_t>(length);
  if (c == 'u' && !path) {
    const int unit = hex4(p + 2, end);
    if (unit >= 0) {
      edit(EditKind::kLoneSurrogate, at, 6, "\\ufffd");
      return at + 6;
    }
  }
  edit(EditKind::kInvalidEscape, at, 0, "\\");
  return at + 1 + (c == '\\' ? 1U : 0U);
}

}  // namespace acode::json::detail
