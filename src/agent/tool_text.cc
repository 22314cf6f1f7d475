// Escapes, replacement characters, and the middle that is left out.
#include "agent/tool_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/utf8.h"
#include "base/visible.h"

namespace acode::agent {

namespace {

using Status = base::Utf8::Status;

constexpr std::string_view kReplacementText = "\xEF\xBF\xBD";
constexpr std::size_t kPathBytes = 300;

std::size_t ascii_length(std::string_view text) {
  const auto* end = std::find_if(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) < 0; });
  return static_cast<std::size_t>(end - text.begin());
}

/// Appends bytes as valid UTF-8. Returns how many were taken: all but a character at the end that has not come whole.
std::size_t append_valid(std::string& out, std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::string_view rest = bytes.substr(at);
    const base::Utf8 next = base::decode_utf8(rest);
    if (next.status == Status::kIncomplete) break;
    const std::size_t length =
        next.status == Status::kValid ? std::max<std::size_t>(next.length, ascii_length(rest)) : next.length;
    out += next.status == Status::kValid ? rest.substr(0, length) : kReplacementText;
    at += length;
  }
  return at;
}

/// How much of a valid text can be kept so that its last character is whole.
std::size_t without_broken_end(std::string_view text) {
  std::size_t start = text.size();
  while (start > 0 && base::is_continuation(text[start - 1])) --start;
  if (start == 0) return 0;
  return base::decode_utf8(text.substr(start - 1)).status == Status::kIncomplete ? start - 1 : text.size();
}

}  // namespace

std::string visible(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const base::Utf8 next = base::decode_utf8(text);
    const bool valid = next.status == Status::kValid;
    if (!valid) {
      shown += base::escaped_byte(text.front());
    } else if (base::is_hidden(next.character)) {
      shown += base::escaped(next.character);
    } else {
      shown += text.substr(0, next.length);
    }
    text.remove_prefix(valid ? next.length : 1);
  }
  return shown;
}

std::string visible_path(std::string_view path) { return base::shortened(visible(path), kPathBytes); }

void BoundedText::add(std::string_view bytes) {
  std::string text;
  if (pending_.empty()) {
    const std::size_t taken = append_valid(text, bytes);
    pending_ = bytes.substr(taken);
  } else {
    pending_ += bytes;
    pending_.erase(0, append_valid(text, pending_));
  }
  keep(text);
}

void BoundedText::keep(std::string_view text) {
  const std::string_view for_head = text.substr(0, half_ - std::min(half_, head_.size()));
  head_ += for_head;
  tail_ += text.substr(for_head.size());
  // Only now and then, so that it costs little.
  if (tail_.size() / 4 > half_) {
    dropped_ += tail_.size() - half_;
    tail_.erase(0, tail_.size() - half_);
  }
}

std::string BoundedText::finish() {
  if (!pending_.empty()) keep(kReplacementText);
  if (tail_.size() > half_) {
    dropped_ += tail_.size() - half_;
    tail_.erase(0, tail_.size() - half_);
  }
  std::string text = std::exchange(head_, {});
  std::string tail = std::exchange(tail_, {});
  std::uint64_t missing = std::exchange(dropped_, 0);
  pending_.clear();
  if (missing == 0) return text + tail;

  const std::size_t whole = without_broken_end(text);
  const auto* first = std::find_if_not(tail.data(), tail.data() + tail.size(), base::is_continuation);
  const auto cut = static_cast<std::size_t>(first - tail.data());
  missing += (text.size() - whole) + cut;
  text.resize(whole);
  return text + "\n[… " + counted(missing, "byte") + " left out …]\n" + tail.substr(cut);
}

bool looks_like_text(std::string_view bytes) {
  if (bytes.find('\0') != std::string_view::npos) return false;
  std::size_t wrong = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    const base::Utf8 next = base::decode_utf8(bytes.substr(at));
    if (next.status == Status::kIncomplete) break;
    if (next.status == Status::kInvalid) ++wrong;
    at += next.length;
  }
  // Texts in Latin-1 have some such bytes, pictures and programs many.
  return wrong * 10 <= bytes.size();
}

std::string valid_text(std::string_view bytes) {
  std::string text;
  append_valid(text, bytes);
  return text;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  std::string text = std::to_string(count) + " ";
  text += noun;
  if (count != 1) text += 's';
  return text;
}

}  // namespace acode::agent
