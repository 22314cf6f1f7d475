// Routing pieces to the calls they belong to.
#include "wire/call_assembler.h"

#include <algorithm>
#include <utility>

namespace acode::wire::detail {
namespace {

bool says_nothing(const CallPiece& piece) {
  return piece.id.empty() && piece.name.empty() && piece.arguments.empty() && !piece.begins;
}

bool begins_object(std::string_view arguments) { return trimmed(arguments).starts_with('{'); }

// Whether a piece says of itself which call it belongs to.
bool has_identity(const CallPiece& piece) { return !piece.id.empty() || piece.index.has_value(); }

}  // namespace

Taken CallAssembler::take(const CallPiece& piece, std::vector<Delta>& out) {
  if (says_nothing(piece)) return Taken::kYes;
  if (piece.legacy || piece.as_object.value_or(habits_.have_objects) != habits_.have_objects) regular_ = false;
  auto where = with_id(piece.id);
  if (!where && piece.begins) return create(piece, std::nullopt, out);
  if (!where) where = candidate(piece);
  if (!where) return create(piece, std::nullopt, out);
  if (*where == kRefused) return Taken::kYes;
  const Fate what = fate(calls_[*where], piece);
  regular_ = regular_ && what == Fate::kContinues && continues_well(piece);
  switch (what) {
    case Fate::kNew:
      return create(piece, where, out);
    case Fate::kContinues:
      return apply(*where, piece, false, out);
    case Fate::kDropped:
      break;
  }
  return Taken::kYes;
}

// Whether the first piece of a call is as the dialect has it.
bool CallAssembler::begins_well(const CallPiece& piece) const {
  if (piece.name.empty() || (habits_.have_ids && piece.id.empty())) return false;
  const bool needs_number = habits_.have_numbers && !piece.begins;
  return !needs_number || piece.index == static_cast<std::int64_t>(calls_.size());
}

// The same for those behind it: a name that comes again is glued to the first by some clients.
bool CallAssembler::continues_well(const CallPiece& piece) const {
  return piece.name.empty() && (!habits_.have_numbers || piece.index);
}

std::optional<std::size_t> CallAssembler::with_id(std::string_view id) const {
  if (id.empty()) return std::nullopt;
  const auto found = by_id_.find(std::string(id));
  return found == by_id_.end() ? std::nullopt : std::optional(found->second);
}

// The call that a piece without a known id may belong to.
std::optional<std::size_t> CallAssembler::candidate(const CallPiece& piece) const {
  if (piece.index) {
    const auto found = by_index_.find(*piece.index);
    if (found != by_index_.end()) return found->second;
    const bool bare = piece.id.empty() && piece.name.empty();
    return bare && current_ && (*current_ == kRefused || !calls_[*current_].complete) ? current_ : std::nullopt;
  }
  if (piece.siblings == 1) return current_;
  return piece.position < by_position_.size() ? std::optional(by_position_[piece.position]) : std::nullopt;
}

CallAssembler::Fate CallAssembler::fate(const Call& call, const CallPiece& piece) const {
  const bool other_id = !piece.id.empty() && piece.id != call.id;
  if (other_id && (!call.id.empty() || call.complete)) return Fate::kNew;
  const bool other_name = !piece.name.empty() && piece.name != call.name;
  if (piece.begins) {
    const bool again = !other_name && same_arguments(piece.arguments, call.arguments.text());
    return again ? Fate::kDropped : Fate::kNew;
  }
  if (call.complete) return fate_behind_end(call, piece);
  if (other_name && !call.name.empty() && !continues_name(call, piece)) return Fate::kNew;
  const bool repeated = !piece.id.empty() && !piece.name.empty() && begins_object(piece.arguments) &&
                        piece.arguments == call.arguments.text();
  if (repeated) return Fate::kDropped;
  // `{}` may stand for what is still to come; with a name of its own the next object is another call's.
  const bool own = !piece.name.empty() && piece.id.empty() && begins_object(piece.arguments);
  if (!call.arguments.closed_empty() || !own) return Fate::kContinues;
  return piece.index && trimmed(piece.arguments) == "{}" ? Fate::kDropped : Fate::kNew;
}

CallAssembler::Fate CallAssembler::fate_behind_end(const Call& call, const CallPiece& piece) {
  if (!piece.name.empty() && piece.name != call.name) return Fate::kNew;
  if (!begins_object(piece.arguments)) return Fate::kDropped;
  const bool may_repeat = has_identity(piece) || piece.name.empty();
  const bool repeats = may_repeat && same_arguments(piece.arguments, call.arguments.text());
  return repeats ? Fate::kDropped : Fate::kNew;
}

// Whether another name is the next piece of the name so far, or all of it (quirk 6).
bool CallAssembler::continues_name(const Call& call, const CallPiece& piece) const {
  if (!call.arguments.blank()) return false;
  if (piece.name.starts_with(call.name)) return true;
  if (tool_names_.empty()) return has_identity(piece);
  const std::string joined = call.name + piece.name;
  return std::any_of(tool_names_.begin(), tool_names_.end(),
                     [&joined](const std::string& tool) { return tool.starts_with(joined); });
}

Taken CallAssembler::create(const CallPiece& piece, std::optional<std::size_t> before, std::vector<Delta>& out) {
  if (calls_.size() >= limits_.max_calls) return refuse(piece);
  const std::size_t which = calls_.size();
  regular_ = regular_ && begins_well(piece);
  if (current_ && *current_ != kRefused && !calls_[*current_].complete && calls_[*current_].arguments.closed())
    end(*current_, out);
  calls_.emplace_back();
  if (piece.index) by_index_[*piece.index] = which;
  if (!piece.index && piece.position <= by_position_.size()) {
    by_position_.resize(std::max(by_position_.size(), piece.position + 1));
    by_position_[piece.position] = which;
  }
  if (!piece.name.empty() || !before) return apply(which, piece, true, out);
  // A second object without a name of its own is another call to the same tool.
  CallPiece first = piece;
  first.name = calls_[*before].name;
  return apply(which, first, true, out);
}

// What follows of a call too many must not be taken for a piece of another one.
Taken CallAssembler::refuse(const CallPiece& piece) {
  regular_ = false;
  if (piece.index && by_index_.size() < 2 * limits_.max_calls) by_index_[*piece.index] = kRefused;
  current_ = kRefused;
  return Taken::kTooMany;
}

Taken CallAssembler::apply(std::size_t which, const CallPiece& piece, bool created, std::vector<Delta>& out) {
  Call& call = calls_[which];
  CallDelta delta;
  delta.call = which;
  current_ = which;
  if (call.id.empty() && !piece.id.empty()) {
    call.id = delta.id = piece.id;
    by_id_[piece.id] = which;  // the newest, should an id be used twice
  }
  delta.name = name_piece(call, piece.name);
  const bool was_too_long = call.too_long;
  call.too_long = was_too_long || call.arguments.text().size() + piece.arguments.size() > limits_.max_event_bytes;
  if (!call.too_long) delta.arguments = call.arguments.take(piece.arguments);
  call.torn = call.torn || call.too_long || piece.ending == Ending::kTorn;
  const bool closed = call.arguments.closed() && !call.arguments.closed_empty();
  if (!call.torn && (closed || piece.ending == Ending::kEnds)) complete(call, delta);
  const bool says_something = delta.complete || !delta.id.empty() || !delta.name.empty() || !delta.arguments.empty();
  if (created || says_something) out.emplace_back(std::move(delta));
  return call.too_long && !was_too_long ? Taken::kTooLong : Taken::kYes;
}

// What is new in a name: all of it, the next piece, the rest of it, or nothing (quirks 5 and 6).
std::string CallAssembler::name_piece(Call& call, std::string_view name) {
  if (!call.arguments.blank() && !call.name.empty()) return {};
  if (name == call.name) return {};
  if (name.starts_with(call.name)) name.remove_prefix(call.name.size());
  call.name += name;
  return std::string(name);
}

void CallAssembler::complete(Call& call, CallDelta& delta) {
  delta.arguments += call.arguments.finish();
  delta.complete = true;
  call.complete = true;
  if (delta.arguments.size() == call.arguments.text().size()) delta.value = call.arguments.take_value();
}

void CallAssembler::end(std::size_t which, std::vector<Delta>& out) {
  CallPiece piece;
  piece.ending = Ending::kEnds;
  apply(which, piece, false, out);
}

void CallAssembler::end(std::string_view id, std::optional<std::int64_t> index, std::vector<Delta>& out) {
  auto where = with_id(id);
  if (!where && index && by_index_.contains(*index)) where = by_index_.at(*index);
  if (where && !calls_[*where].complete && calls_[*where].arguments.closed()) end(*where, out);
}

void CallAssembler::finish(bool all, std::vector<Delta>& out) {
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    const Call& call = calls_[i];
    if (!call.complete && (all || call.arguments.closed())) end(i, out);
  }
}

std::size_t CallAssembler::unfinished() const {
  const auto open = std::count_if(calls_.begin(), calls_.end(), [](const Call& call) { return !call.complete; });
  return static_cast<std::size_t>(open);
}

void CallAssembler::take_whole(std::string_view id, std::string_view arguments, std::vector<Delta>& out) {
  const auto where = with_id(id);
  if (!where || calls_[*where].complete) return;
  CallPiece piece;
  piece.arguments = calls_[*where].arguments.beyond(arguments);
  apply(*where, piece, false, out);
}

}  // namespace acode::wire::detail
