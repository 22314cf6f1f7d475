// Reading until it is known which it is.
#include "extract/strict_json.h"

#include "acode/extract/extract.h"
#include "acode/limits.h"
#include "base/text.h"

namespace acode::extract {
namespace {

// What is deeper is read another way, which leaves the limits to others.
constexpr Limits kLimits{kMaxTextBytes, kShallow};

// Whether its first string is in single quotes, as Python writes them: for that nothing needs to be made ready.
bool begins_wrong(std::string_view text) {
  constexpr std::size_t kMostBrackets = 3;
  std::size_t at = 0;
  for (std::size_t brackets = 0; brackets < kMostBrackets; ++brackets) {
    if (at == text.size() || (text[at] != '{' && text[at] != '[')) break;
    at = base::skip_white(text, at + 1);
  }
  return at < text.size() && text[at] == '\'';
}

}  // namespace

StrictJson::State StrictJson::look(std::string_view text, bool final) {
  using Reading = json::detail::PrefixReader::State;
  if (state_ != State::kMore) return state_;
  if (!reader_) {
    wrong_ = begins_wrong(text);
    if (wrong_) return state_ = State::kBroken;
    reader_.emplace(kLimits);
  }
  const Reading reading = reader_->look(text);
  if (reading == Reading::kMore && !final) return State::kMore;
  if (reading == Reading::kValue) return state_ = State::kValue;
  wrong_ = reader_->is_wrong();
  reader_.reset();
  return state_ = State::kBroken;
}

}  // namespace acode::extract
