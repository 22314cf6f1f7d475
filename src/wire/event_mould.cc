// Finding words by what stands around them.
#include "wire/event_mould.h"

#include <algorithm>

#include "json/scan.h"

namespace acode::wire::detail {
namespace {

// Whether a string in JSON would hold these characters as they are. Those beyond ASCII are for the reader to judge.
bool are_plain(std::string_view words) { return std::all_of(words.begin(), words.end(), json::detail::is_plain); }

// What stands behind a string at this place; empty if the string does not hold these words.
std::string_view behind(std::string_view event, std::size_t at, std::string_view words) {
  const std::string_view rest = event.substr(at);
  return rest.starts_with(words) && rest.substr(words.size()).starts_with('"') ? rest.substr(words.size())
                                                                               : std::string_view();
}

}  // namespace

bool EventMould::has_form(std::string_view name, std::string_view event) const {
  return is_known_ && event.size() > front_.size() + back_.size() && event.starts_with(front_) &&
         event.ends_with(back_) && name == name_;
}

std::string_view EventMould::words_in(std::string_view name, std::string_view event) const {
  if (!has_form(name, event)) return {};
  const std::string_view words = event.substr(front_.size(), event.size() - front_.size() - back_.size());
  return are_plain(words) ? words : std::string_view();
}

void EventMould::forget() {
  is_known_ = false;
  last_.clear();
}

void EventMould::learn(std::string_view name, std::string_view event, std::string_view words) {
  if (has_form(name, event) && !words.empty()) return;  // its words were unusual, and no more than that
  if (tries_ >= kMostTries || words.empty() || !are_plain(words)) return forget();
  is_known_ = !last_.empty() && name == name_ && find_form(event, words);
  if (is_known_) return;
  if (!last_.empty()) ++tries_;
  name_ = name;
  last_ = event;
  last_words_ = words;
}

// Up to where they differ both are the same, and so is the last quote before that.
bool EventMould::find_form(std::string_view event, std::string_view words) {
  const auto differ = std::mismatch(last_.begin(), last_.end(), event.begin(), event.end());
  const std::string_view same = event.substr(0, static_cast<std::size_t>(differ.second - event.begin()));
  const std::size_t begin = same.rfind('"') + 1;
  const std::string_view back = behind(event, begin, words);
  if (same.size() == event.size() || back.empty() || back != behind(last_, begin, last_words_)) return false;
  front_ = event.substr(0, begin);
  back_ = back;
  return true;
}

}  // namespace acode::wire::detail
