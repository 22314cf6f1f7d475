// Finding words by what stands around them.
#include "wire/event_mould.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/utf8.h"
#include "json/scan.h"

namespace acode::wire::detail {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// How much of a text a string in JSON would hold as it is.
std::size_t plain_size(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  for (unsigned length = 1; length != 0; p += length) {
    p = json::detail::skip_plain(p, end);
    length = end - p >= 4 ? base::utf8_length(p) : 0;
  }
  return static_cast<std::size_t>(p - text.data());
}

// What stands at the beginning of a text in front of a quote, if it needs no unescaping; otherwise kNone.
std::size_t string_size(std::string_view text) {
  const std::size_t size = plain_size(text);
  return size < text.size() && text[size] == '"' ? size : kNone;
}

// The digits at the beginning of a text, if they are a number above 0 that fits into 64 bits for certain.
std::size_t number_size(std::string_view text) {
  constexpr std::size_t kMostDigits = 18;
  const auto* const end = std::find_if_not(text.begin(), text.end(), json::detail::is_digit);
  const auto size = static_cast<std::size_t>(end - text.begin());
  const bool goes_on = end == text.end() || *end == '.' || *end == 'e' || *end == 'E';
  return size == 0 || size > kMostDigits || text.front() == '0' || goes_on ? kNone : size;
}

// How long a string is whose contents begin here; it is known to end.
std::size_t any_string_size(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while ((p = json::detail::find_quote(p, end)) != end && *p == '\\') {
    if (end - p < 2) return kNone;
    p += 2;
  }
  return p == end ? kNone : static_cast<std::size_t>(p - text.data());
}

// Whether a string in JSON would hold these words as they are.
bool need_no_escape(std::string_view words) {
  return std::none_of(words.begin(), words.end(), [](unsigned char c) { return c < 0x20 || c == '"' || c == '\\'; });
}

// What stands behind a string at this place; empty if the string does not hold these words.
std::string_view behind(std::string_view event, std::size_t at, std::string_view words) {
  const std::string_view rest = event.substr(at);
  return rest.starts_with(words) && string_size(rest) == words.size() ? rest.substr(words.size()) : std::string_view();
}

}  // namespace

bool EventMould::Outline::add(std::size_t at, Kind kind) {
  if (count == kMostHoles) return false;
  holes[count++] = {at, kind};
  return true;
}

// A member that may differ, and the kind of its value, which begins so. What no reader looks at may be whatever it is. Of a time
// in seconds one keeps the first, and for that it must not have been 0.
std::optional<EventMould::Kind> EventMould::kind_of(std::string_view member, char value) {
  const bool is_idle = member == "obfuscation" || member == "created_at" || member == "created";
  if (is_idle && value == '"') return Kind::kString;
  if (is_idle && json::detail::is_digit(value)) return Kind::kNumber;
  return member == "sequence_number" && json::detail::is_digit(value) ? std::optional(Kind::kSequenceNumber)
                                                                      : std::nullopt;
}

std::size_t EventMould::value_size(Kind kind, std::string_view rest) {
  return kind == Kind::kWords || kind == Kind::kString ? string_size(rest) : number_size(rest);
}

// Takes the values of such members out of an event, which is a valid object. Only its own members count, not those of objects in
// it, and their names must stand there as they are.
bool EventMould::is_outlined(std::string_view event, Outline& out) {
  int depth = 0;
  std::size_t done = 0;  // so much of the event was taken over
  for (std::size_t at = 0; at < event.size(); ++at) {
    const char c = event[at];
    depth += static_cast<int>(c == '{' || c == '[') - static_cast<int>(c == '}' || c == ']');
    if (c != '"') continue;
    const std::string_view string = event.substr(at + 1, any_string_size(event.substr(at + 1)));
    at += string.size() + 1;
    if (depth != 1 || event[at + 1] != ':') continue;
    if (!need_no_escape(string)) return false;
    std::size_t value = event.find_first_not_of(' ', at + 2);
    const auto kind = kind_of(string, event[value]);
    if (!kind) continue;
    if (*kind == Kind::kString) ++value;
    const std::size_t size = value_size(*kind, event.substr(value));
    out.text.append(event.substr(done, value - done));
    if (size == kNone || !out.add(out.text.size(), *kind)) return false;
    done = value + size;
    at = *kind == Kind::kString ? done : done - 1;
  }
  out.text.append(event.substr(done));
  return true;
}

// With `any_words`, their place may hold what a reader would have to unescape.
std::optional<AlikeEvent> EventMould::match(std::string_view name, std::string_view event, bool any_words) const {
  if (!is_known_ || name != name_) return std::nullopt;
  AlikeEvent out;
  std::string_view form = form_.text;
  std::size_t passed = 0;  // of the form
  for (std::size_t i = 0; i < form_.count; ++i) {
    const auto [at, kind] = form_.holes[i];
    const std::string_view before = form.substr(passed, at - passed);
    if (!event.starts_with(before)) return std::nullopt;
    event.remove_prefix(before.size());
    passed = at;
    const std::size_t size = kind == Kind::kWords && any_words ? any_string_size(event) : value_size(kind, event);
    if (size == kNone) return std::nullopt;
    if (kind == Kind::kWords) out.words = event.substr(0, size);
    if (kind == Kind::kSequenceNumber) std::from_chars(event.data(), event.data() + size, out.number.emplace());
    event.remove_prefix(size);
  }
  return event == form.substr(passed) && !out.words.empty() ? std::optional(out) : std::nullopt;
}

void EventMould::forget() {
  is_known_ = false;
  last_.clear();
}

void EventMould::learn(std::string_view name, std::string_view event, std::string_view words) {
  if (!words.empty() && match(name, event, true)) return;  // its words were unusual, and no more than that
  if (tries_ >= kMostTries || words.empty() || !need_no_escape(words)) return forget();
  is_known_ = !last_.empty() && name == name_ && find_form(event, words);
  if (is_known_) return;
  if (!last_.empty()) ++tries_;
  name_ = name;
  last_ = event;
  last_words_ = words;
}

// Up to where they differ both are the same, and so is the last quote before that. Of the first event of a stream nothing is
// worked out before the second has come: a client waits for it.
bool EventMould::find_form(std::string_view event_text, std::string_view words) {
  Outline last;
  Outline event;
  if (!is_outlined(last_, last) || !is_outlined(event_text, event)) return false;
  const std::string_view text = event.text;
  const auto differ = std::mismatch(last.text.begin(), last.text.end(), text.begin(), text.end());
  const std::string_view same = text.substr(0, static_cast<std::size_t>(differ.second - text.begin()));
  const std::size_t begin = same.rfind('"') + 1;
  const std::string_view back = behind(text, begin, words);
  if (same.size() == text.size() || back.empty() || back != behind(last.text, begin, last_words_)) return false;
  form_ = {.text = std::string(text.substr(0, begin)).append(back)};
  std::size_t i = 0;
  for (; i < event.count && event.holes[i].at < begin; ++i) form_.add(event.holes[i].at, event.holes[i].kind);
  bool has_room = form_.add(begin, Kind::kWords);
  for (; i < event.count; ++i) has_room = form_.add(event.holes[i].at - words.size(), event.holes[i].kind);
  return has_room;
}

}  // namespace acode::wire::detail
