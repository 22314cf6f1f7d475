// Driving the readings: stepping the hindmost, merging those that meet, dropping those that cost too much.
#include "json/mender.h"

#include <algorithm>

#include "json/edit_kinds.h"

namespace acode::json::detail {
namespace {

constexpr std::size_t kMostReadings = 10;
constexpr std::size_t kFewReadings = 3;     // when they have not become one …
constexpr std::uint32_t kFarApart = 16384;  // … over so many bytes
constexpr int kWidth = 40;                  // how much dearer than the cheapest a reading may be
constexpr int kSafeMargin = 8;
constexpr int kClearMargin = 2;  // less between two different values is a guess
constexpr std::uint32_t kFreeChanges = 128;
constexpr std::uint32_t kBytesPerChange = 12;
constexpr std::string_view kTooManyRepairs = "too many repairs would be needed to make this JSON";
constexpr std::size_t kMostUndecided = 2048;
constexpr std::uint32_t kCommitBytes = 4096;
constexpr std::uint32_t kStepsPerClock = 1024;

bool same_future(const Reading& a, const Reading& b) {
  return a.pos == b.pos && a.place == b.place && a.depth == b.depth && a.top.shape == b.top.shape &&
         a.skipped_from == b.skipped_from &&
         (a.place != Place::kString || (a.string.key == b.string.key && a.string.delimiter == b.string.delimiter));
}

// Whether two readings have understood the same thing, if by other changes.
bool same_past(const Reading& a, const Reading& b) {
  return a.top.hash == b.top.hash && a.top.outer_hash == b.top.outer_hash && a.value_count == b.value_count &&
         (a.place != Place::kString || a.string.content == b.string.content) &&
         (a.key_hash == b.key_hash || (a.place != Place::kColon && a.place != Place::kMemberValue));
}

}  // namespace

Mender::Mender(const RepairOptions& options)
    : options_(options), machine_(options.limits), preview_({kMaxTextBytes, options.limits.max_depth}) {}

void Mender::reset() {
  machine_.reset();
  original_.clear();
  edits_.clear();
  repaired_.clear();
  error_.reset();
  strict_error_.reset();
  mending_ = ok_ = over_ = truncated_ = too_deep_ = false;
  confidence_ = 1.0;
  committed_ = 0;
  retry_at_ = 0;
  steps_ = 0;
  escaped_ = seems_escaped_ = false;
}

bool Mender::feed(std::string_view piece) {
  if (over_) return false;
  original_ += piece;
  if (!mending_) {
    if (machine_.feed(piece)) return true;
    if (!start_mending()) return false;
  } else if (original_.size() > std::min(options_.limits.max_bytes, kMaxTextBytes)) {
    const std::string limit = std::to_string(options_.limits.max_bytes);
    return give_up(ErrorCode::kTooLarge, 0,
                   "the text has " + std::to_string(original_.size()) + " bytes or more, the limit is " + limit);
  }
  show_text(false);
  return advance();
}

bool Mender::read(std::string_view text) {
  reset();
  original_ = text;
  if (machine_.feed(text)) return finish();
  if (!start_mending()) return false;
  show_text(true);
  return advance() && finish_mending();
}

bool Mender::finish() {
  if (over_) return false;
  if (!mending_) {
    if (machine_.finish()) return ok_ = over_ = true;
    if (!start_mending()) return false;
  }
  show_text(true);
  retry_at_ = 0;
  return advance() && finish_mending();
}

// The strict machine has failed. False if that was for a reason repair cannot help with.
bool Mender::start_mending() {
  strict_error_ = *machine_.error();
  if (strict_error_->code != ErrorCode::kInvalidJson) {
    error_ = strict_error_;
    over_ = true;
    return false;
  }
  mending_ = true;
  begin_reading();
  lexer_.set_text(original_, false);
  skim(readings_[0], strict_error_->position.offset);
  deadline_ = std::chrono::steady_clock::now() + options_.timeout;
  return true;
}

void Mender::begin_reading() {
  machine_.reset();
  edits_.clear();
  committed_ = 0;
  edits_start_ = 0;
  conflict_ = false;
  previewed_ = false;
  retry_at_ = 0;
  searched_from_ = kNone;
  found_at_ = 0;
  readings_.assign(1, Reading{});
  born_.clear();
  born_.reserve(64);
  snapshots_.clear();
  stack_.clear();
  log_.clear();
}

// What the readings see: the text itself, or what is underneath if it is escaped as a whole.
void Mender::show_text(bool final) {
  if (escaped_) layer_.extend(original_, final);
  lexer_.set_text(escaped_ ? layer_.text() : std::string_view(original_), final);
}

bool Mender::out_of_time() { return options_.timeout.count() > 0 && std::chrono::steady_clock::now() > deadline_; }

bool Mender::give_up(ErrorCode code, std::size_t offset, std::string message) {
  over_ = true;
  ok_ = false;
  error_ = Error{code, std::move(message), locate(original_, offset), {}, {}};
  if (strict_error_) {
    error_->expected = strict_error_->expected;
    error_->found = strict_error_->found;
  }
  return false;
}

bool Mender::advance() {
  while (original_.size() >= retry_at_) {
    std::size_t hindmost = readings_.size();
    for (std::size_t i = 0; i < readings_.size(); ++i) {
      if (readings_[i].place == Place::kDone) continue;
      if (hindmost == readings_.size() || readings_[i].pos < readings_[hindmost].pos) hindmost = i;
    }
    if (hindmost == readings_.size()) return true;
    const std::uint32_t from = readings_[hindmost].pos;
    if (!step(hindmost)) return true;
    note_progress(readings_[hindmost], from);
    for (Reading& r : born_) note_progress(r, from);
    if (seems_escaped_ && !escaped_ && allowed(EditKind::kEscapedText)) {
      escaped_ = true;
      layer_.clear();
      begin_reading();
      show_text(lexer_.final());
      continue;
    }
    if (++steps_ % kStepsPerClock == 0 && out_of_time()) {
      return give_up(ErrorCode::kRepairTimeout, readings_[hindmost].pos,
                     "repair ran past its time of " + std::to_string(options_.timeout.count()) + " ms");
    }
    if (readings_.size() > 1 || !born_.empty() || readings_[0].cost >= kDead) prune();
    if (readings_.empty()) return refuse(nullptr);
    if (readings_.size() == 1) settle_if_alone();
    if (too_many(readings_[0]))
      return give_up(ErrorCode::kRepairFailed, readings_[0].pos, std::string(kTooManyRepairs));
  }
  return true;
}

// Readings that only turn the same token over and over are dropped: nothing else would end them.
void Mender::note_progress(Reading& r, std::uint32_t from) {
  constexpr std::uint8_t kMostStuck = 12;
  r.stuck = r.pos == from ? static_cast<std::uint8_t>(r.stuck + 1) : std::uint8_t{0};
  if (r.stuck > kMostStuck) kill(r);
}

// One token for one reading. False if the text must grow first; then nothing has happened.
bool Mender::step(std::size_t index) {
  lexer_.clear_starved();
  if (lexer_.final()) {
    step_place(readings_[index]);
    return true;
  }
  const Reading before = readings_[index];
  const bool escaped = seems_escaped_;
  const std::size_t changes = log_.size();
  const std::size_t nodes = stack_.size();
  const std::size_t snapshots = snapshots_.size();
  step_place(readings_[index]);
  if (!lexer_.starved()) return true;
  const bool in_string = before.place == Place::kString && readings_[index].place == Place::kString;
  if (in_string) {
    retry_at_ = original_.size() + 1;
  } else {
    readings_[index] = before;
    retry_at_ = original_.size() + 1 + (original_.size() - before.pos) / 2;
  }
  seems_escaped_ = escaped;
  born_.clear();
  log_.resize(changes);
  stack_.resize(nodes);
  snapshots_.resize(snapshots);
  return false;
}

void Mender::prune() {
  readings_.insert(readings_.end(), born_.begin(), born_.end());
  born_.clear();
  int best = kDead;
  for (const Reading& r : readings_) best = std::min(best, r.cost);
  std::erase_if(readings_, [&](const Reading& r) { return r.cost >= kDead || r.cost > best + kWidth; });
  std::stable_sort(readings_.begin(), readings_.end(),
                   [](const Reading& a, const Reading& b) { return a.cost < b.cost; });
  for (std::size_t i = 0; i < readings_.size(); ++i) {
    for (std::size_t j = i + 1; j < readings_.size();) {
      Reading& kept = readings_[i];
      const Reading& other = readings_[j];
      if (!same_future(kept, other)) {
        ++j;
        continue;
      }
      if (!same_past(kept, other)) kept.margin = std::min(kept.margin, other.cost - kept.cost);
      readings_.erase(readings_.begin() + static_cast<std::ptrdiff_t>(j));
    }
  }
  const std::size_t most = spread() > kFarApart ? kFewReadings : kMostReadings;
  if (readings_.size() > most) readings_.resize(most, Reading{});
  if (snapshots_.size() + log_.size() + stack_.size() > kMostUndecided && readings_.size() > 1) {
    readings_.resize(1, Reading{});
  }
}

// For how long a string has been open in one reading that others may see as something else.
std::uint32_t Mender::spread() const {
  std::uint32_t longest = 0;
  for (const Reading& r : readings_) {
    if (r.place == Place::kString) longest = std::max(longest, r.pos - r.string.content);
  }
  return longest;
}

// Up to where a reading that is alone cannot change its mind: before the tokens it may look back at, and before whatever
// may yet be taken out or joined as a whole.
std::uint32_t Mender::safe_point(const Reading& r) {
  std::uint32_t safe = r.recent[0];
  const auto at_most = [&safe](std::uint32_t offset) { safe = std::min(safe, offset); };
  const bool in_string = r.place == Place::kString;
  if (in_string || r.since_string <= kLookBack) at_most(r.string.begin);
  if (r.top.last == LastValue::kText || r.top.last == LastValue::kScalar) at_most(r.top.value_begin);
  if (r.top.open == '{' && (in_string || r.place == Place::kColon || r.place == Place::kMemberValue)) {
    at_most(r.key_begin);
    at_most(r.top.comma);
  }
  return safe;
}

// With one reading left, all but its last tokens is decided: its changes become edits, and the memory is used again.
void Mender::settle_if_alone() {
  const Reading& r = readings_[0];
  const bool inside = r.place != Place::kDone && r.place != Place::kStart && r.skipped_from == kNone;
  const bool much = r.pos > committed_ + kCommitBytes || snapshots_.size() + log_.size() > kMostUndecided / 2;
  if (inside && much) settle(safe_point(r));
}

// The edits so far belong to a reading that began elsewhere: they do not count any more.
void Mender::begin_edits(const Reading& r) {
  if (r.start == edits_start_) return;
  edits_start_ = r.start;
  edits_.clear();
  committed_ = 0;
  preview_.reset();
}

void Mender::settle(std::uint32_t safe) {
  Reading& r = readings_[0];
  begin_edits(r);
  pending_.clear();
  std::vector<Change> later = keep_changes(r, safe, &pending_);
  const bool in_doubt = r.place == Place::kString || r.since_string <= kLookBack;
  if (in_doubt && r.snapshot != kNone) {
    Reading last = snapshots_[r.snapshot];
    const std::vector<Change> last_changes = keep_changes(last, safe, nullptr);
    snapshots_.assign(1, last);
    r.snapshot = 0;
    log_.clear();
    relog(snapshots_[0], last_changes);
  } else {
    snapshots_.clear();
    r.snapshot = kNone;
    if (!in_doubt) r.content_tried = true;
    log_.clear();
    if (stack_.size() > 2 * std::size_t{r.depth} + kMostUndecided / 4) keep_open_only(r);
  }
  relog(r, later);
  emit_pending(safe);
}

// The changes of a reading at or behind `safe`, the first one first; the others go to `settled`, the last one first.
std::vector<Change> Mender::keep_changes(const Reading& r, std::uint32_t safe, std::vector<Change>* settled) const {
  std::vector<Change> kept;
  for (std::uint32_t at = r.log; at != kNone; at = log_[at].previous) {
    if (place_of(log_[at]) >= safe) {
      kept.push_back(log_[at]);
    } else if (settled != nullptr) {
      settled->push_back(log_[at]);
    }
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

void Mender::relog(Reading& r, const std::vector<Change>& changes) {
  r.log = kNone;
  for (const Change& change : changes) append_change(r, change);
}

// Of the containers in the list only those still open are needed any more.
void Mender::keep_open_only(Reading& r) {
  std::vector<StackNode> open;
  for (std::uint32_t at = r.parent; at != kNone; at = stack_[at].parent) open.push_back(stack_[at]);
  std::reverse(open.begin(), open.end());
  for (std::size_t i = 0; i < open.size(); ++i) open[i].parent = i == 0 ? kNone : static_cast<std::uint32_t>(i - 1);
  r.parent = open.empty() ? kNone : static_cast<std::uint32_t>(open.size() - 1);
  stack_ = std::move(open);
}

bool Mender::refuse(const Reading* best) {
  if (too_deep_) {
    return give_up(ErrorCode::kTooDeep, strict_error_->position.offset,
                   "nested deeper than the limit of " + std::to_string(options_.limits.max_depth) + " levels");
  }
  std::string message = best == nullptr ? "no way to repair this: " : "the text can be read in several ways: ";
  message += strict_error_->message;
  return give_up(ErrorCode::kRepairFailed, strict_error_->position.offset, std::move(message));
}

// A text that needs a change every few bytes is not JSON with slips in it.
bool Mender::too_many(const Reading& r) { return r.changes > kFreeChanges + r.pos / kBytesPerChange; }

bool Mender::too_many_edits() const { return edits_.size() > kFreeChanges + original_.size() / kBytesPerChange; }

bool Mender::edits_allowed() const {
  return std::all_of(edits_.records().begin(), edits_.records().end(), [&](const EditRecord& record) {
    return allowed(record.kind()) && (options_.level != RepairLevel::kSafe || facts(record.kind()).safe);
  });
}

bool Mender::finish_mending() {
  const auto cheaper = [](const Reading& a, const Reading& b) { return a.cost < b.cost; };
  std::stable_sort(readings_.begin(), readings_.end(), cheaper);
  const Reading best = readings_[0];
  int margin = best.margin;
  for (std::size_t i = 1; i < readings_.size(); ++i) {
    if (!same_past(best, readings_[i])) margin = std::min(margin, readings_[i].cost - best.cost);
  }
  const bool unclear = margin < (options_.level == RepairLevel::kSafe ? kSafeMargin : kClearMargin);
  if (unclear && options_.level != RepairLevel::kEager) return refuse(&best);
  begin_edits(best);
  pending_.clear();
  for (std::uint32_t at = best.log; at != kNone; at = log_[at].previous) pending_.push_back(log_[at]);
  emit_pending(lexer_.size());
  if (too_many_edits()) {
    return give_up(ErrorCode::kRepairFailed, 0, std::string(kTooManyRepairs));
  }
  if (conflict_ || !edits_.in_order(lexer_.size())) return refuse(nullptr);
  if (escaped_) edits_ = layer_.in_terms_of_original(edits_, original_);
  if (!edits_allowed()) return refuse(nullptr);
  edits_.apply(original_, repaired_);
  machine_.reset();
  if (!machine_.feed(repaired_) || !machine_.finish()) return refuse(nullptr);
  truncated_ = best.truncated;
  confidence_ = 1.0;
  for (const EditRecord& record : edits_.records()) confidence_ = std::min(confidence_, record.confidence() / 100.0);
  return ok_ = over_ = true;
}

std::optional<Value> Mender::partial() {
  if (!mending_ || ok_) return machine_.partial();
  if (!previewed_) preview_.reset();
  previewed_ = true;
  if (readings_.size() == 1 && !over_) update_preview();
  return preview_.value();
}

void Mender::update_preview() {
  const Reading& r = readings_[0];
  if (r.place == Place::kStart || r.skipped_from != kNone) return;
  if (conflict_) return;
  preview_.settle(lexer_.text(), edits_, committed_);
  const bool plain = !r.string.key && !r.string.joined && r.log == kNone;
  if (r.place == Place::kString && plain) preview_.show_string(lexer_.text(), r.string);
}

std::string_view Mender::text() const {
  if (!ok_) return {};
  return mending_ ? std::string_view(repaired_) : std::string_view(original_);
}

Edits Mender::edits() const {
  const std::size_t size = ok_ ? edits_.size() : 0;
  return {edits_.records().data(), size, original_, edits_.pool()};
}

}  // namespace acode::json::detail
