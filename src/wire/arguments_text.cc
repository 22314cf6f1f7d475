// Feeding the text of arguments to the strict reader, to know when they are whole.
#include "wire/arguments_text.h"

#include <algorithm>
#include <utility>

#include "acode/wire/wire.h"
#include "json/brackets.h"

namespace acode::wire::detail {
namespace {

constexpr std::string_view kNull = "null";
constexpr Limits kReadLimits = {kMaxTextBytes, 1024};

bool may_become_null(std::string_view text) { return kNull.starts_with(trimmed(text)); }

}  // namespace

std::string ArgumentsText::take(std::string_view piece) {
  std::string out = std::exchange(held_, {});
  out += piece;
  if (state_ == State::kBlank) {
    if (may_become_null(out)) {
      held_ = std::move(out);
      return {};
    }
    state_ = trimmed(out).starts_with('{') ? State::kOpen : State::kOther;
    text_ = out;
    if (state_ == State::kOpen && !read_whole(out)) {
      reader_ = std::make_unique<json::Reader>(kReadLimits);
      read(out);
    }
    return out;
  }
  text_ += out;
  if (state_ == State::kClosed && !trimmed(out).empty()) state_ = State::kOther;
  if (state_ == State::kOpen) read(out);
  return out;
}

std::string ArgumentsText::finish() {
  reader_.reset();
  if (state_ != State::kBlank) return {};
  const bool none = trimmed(held_).empty() || trimmed(held_) == kNull;
  std::string out = none ? "{}" : std::exchange(held_, {});
  text_ += out;
  state_ = State::kOther;
  return out;
}

// Whether the first piece is all there is, as it mostly is in an answer that is no stream.
bool ArgumentsText::read_whole(std::string_view text) {
  if (json::detail::closed_bracket(text) != text.size()) return false;
  const Result<json::Document> read = json::parse(text, {kMaxTextBytes, kMaxValueDepth});
  if (!read) return false;
  state_ = State::kClosed;
  empty_ = read->root().size() == 0;
  value_.emplace(read->root(), read->owner());
  return true;
}

void ArgumentsText::read(std::string_view piece) {
  const bool valid = reader_->feed(piece);
  if (valid) count_brackets(piece);
  if (valid && depth_ != 0) return;
  state_ = valid && reader_->finish() ? State::kClosed : State::kOther;
  empty_ = state_ == State::kClosed && reader_->value().size() == 0;
  reader_.reset();
}

// The reader has found the piece valid, so all that matters is where strings and brackets stand.
void ArgumentsText::count_brackets(std::string_view piece) {
  for (const char byte : piece) {
    if (in_string_) {
      in_string_ = byte != '"' || escaped_;
      escaped_ = byte == '\\' && !escaped_;
    } else {
      in_string_ = byte == '"';
      if (byte == '{' || byte == '[') ++depth_;
      if (byte == '}' || byte == ']') --depth_;
    }
  }
}

std::string_view ArgumentsText::beyond(std::string_view whole) const {
  for (const std::string_view before : {std::string_view(text_), std::string_view(held_)}) {
    if (!whole.starts_with(before)) return {};
    whole.remove_prefix(before.size());
  }
  return whole;
}

bool same_arguments(std::string_view a, std::string_view b) {
  if (a == b) return true;
  // White space and escapes make a text longer, but not without end; and a short piece must not cost a long comparison.
  if (std::max(a.size(), b.size()) > 8 * std::min(a.size(), b.size())) return false;
  const auto left = json::parse(a, kReadLimits);
  const auto right = json::parse(b, kReadLimits);
  return left && right && left->root().equals(right->root());
}

}  // namespace acode::wire::detail
