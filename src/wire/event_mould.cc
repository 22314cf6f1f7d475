// Finding words by what stands around them.
#include "wire/event_mould.h"

#include <algorithm>

#include "json/scan.h"

namespace acode::wire::detail {
namespace {

constexpr unsigned kEnough = 2;

// Whether a string in JSON would hold these characters as they are. Those beyond ASCII are for the reader to judge.
bool are_plain(std::string_view words) { return std::all_of(words.begin(), words.end(), json::detail::is_plain); }

}  // namespace

bool EventMould::has_form(std::string_view name, std::string_view event) const {
  return event.size() > front_.size() + back_.size() && event.starts_with(front_) && event.ends_with(back_) &&
         name == name_;
}

std::string_view EventMould::words_in(std::string_view name, std::string_view event) const {
  if (seen_ < kEnough || !has_form(name, event)) return {};
  const std::string_view words = event.substr(front_.size(), event.size() - front_.size() - back_.size());
  return are_plain(words) ? words : std::string_view();
}

// Words that stand there twice could be those of another member.
void EventMould::learn(std::string_view name, std::string_view event, std::string_view words) {
  if (seen_ >= kEnough && has_form(name, event)) return;  // only its words were unusual
  if (tries_ >= kMostTries || words.empty() || !are_plain(words)) return forget();
  const std::string quoted = '"' + std::string(words) + '"';
  const std::size_t at = event.find(quoted);
  if (at == std::string_view::npos || event.find(quoted, at + 1) != std::string_view::npos) return forget();
  const std::string_view front = event.substr(0, at + 1);
  const std::string_view back = event.substr(at + quoted.size() - 1);
  const bool is_alike = seen_ > 0 && front == front_ && back == back_ && name == name_;
  seen_ = is_alike ? seen_ + 1 : 1;
  if (is_alike) return;
  ++tries_;
  name_ = name;
  front_ = front;
  back_ = back;
}

}  // namespace acode::wire::detail
