// Reading until it is known which it is.
#include "extract/strict_json.h"

#include "acode/extract/extract.h"
#include "acode/limits.h"

namespace acode::extract {
namespace {

// What is deeper is read another way, which leaves the limits to others.
constexpr Limits kLimits{kMaxTextBytes, kShallow};

}  // namespace

StrictJson::State StrictJson::look(std::string_view text, bool final) {
  using Reading = json::detail::PrefixReader::State;
  if (state_ != State::kMore) return state_;
  if (!reader_) reader_.emplace(kLimits);
  const Reading reading = reader_->look(text);
  if (reading == Reading::kMore && !final) return State::kMore;
  if (reading == Reading::kValue) return state_ = State::kValue;
  wrong_ = reader_->is_wrong();
  reader_.reset();
  return state_ = State::kBroken;
}

}  // namespace acode::extract
