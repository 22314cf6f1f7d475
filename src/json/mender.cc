// Driving the readings.
#include "json/mender.h"

#include <algorithm>

#include "json/edit_kinds.h"
#include "json/prices.h"

namespace acode::json::detail {
namespace {

constexpr int kClearMargin = 2;  // less between two different values is a guess
constexpr std::string_view kTooManyRepairs = "too many repairs would be needed to make this JSON";
constexpr std::uint32_t kCommitBytes = 4096;
constexpr std::uint32_t kStepsAtOnce = 16;
constexpr int kTokensAtOnce = 1024;
constexpr int kTokensToTrust = 1;             // that is well, before the machine is asked about the rest
constexpr std::uint32_t kStepsPerClock = 64;  // times kStepsAtOnce

}  // namespace

Mender::Mender(const RepairOptions& options)
    : options_(options),
      machine_(options.limits, true),
      quick_(machine_),
      preview_({kMaxTextBytes, options.limits.max_depth}) {}

void Mender::reset() {
  machine_.reset();
  original_.clear();
  emitter_.clear();
  repaired_.clear();
  repaired_made_ = false;
  error_.reset();
  strict_failure_ = {};
  mending_ = ok_ = over_ = truncated_ = too_deep_ = false;
  confidence_ = 1.0;
  retry_at_ = 0;
  steps_ = 0;
  escaped_ = seems_escaped_ = false;
}

bool Mender::feed(std::string_view piece) {
  if (over_) return false;
  original_ += piece;
  if (!mending_) {
    if (machine_.open_string().append(piece) || machine_.feed(piece)) return true;
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
  if (machine_.go_on(original_, 0, Machine::State::kValue)) return ok_ = over_ = true;
  if (mend_quickly()) return true;
  if (!start_mending()) return false;
  show_text(true);
  may_finish_early_ = true;
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

// Asks the quick mender first. If it declines, the machine must be as it was.
bool Mender::mend_quickly() {
  constexpr int kMostLevels = 256;
  if (options_.disabled.any()) return false;
  const Hints* const hints = options_.hints;
  if (!quick_.mend(original_, emitter_) || !edits_allowed() || may_be_too_large() ||
      (hints != nullptr && !is_as_expected(machine_.value(), hints->root(), kMostLevels))) {
    emitter_.clear();
    if (!quick_.untouched()) {
      machine_.reset();
      machine_.go_on(original_, 0, Machine::State::kValue);
    }
    return false;
  }
  truncated_ = quick_.truncated();
  sum_up_confidence();
  return mending_ = ok_ = over_ = true;
}

// Whether nothing in a value is a surprise to the schema. Then its reading costs no more with hints than without, while
// others can only cost more: so the quick mender is right with them, too.
bool Mender::is_as_expected(Value value, Hints::Place place, int levels) const {
  const Hints& hints = *options_.hints;
  if (place == Hints::kNowhere) return true;
  if (levels == 0 || price_of(place, value.kind()) != 0) return false;
  if (value.is_string()) {
    const std::size_t listed = hints.listed(place, value.as_string());
    return listed == Hints::kAnyText || listed == value.as_string().size();
  }
  for (const Value element : value.elements()) {
    if (!is_as_expected(element, hints.element(place), levels - 1)) return false;
  }
  for (const Member member : value.members()) {
    const Hints::Place inside = hints.member(place, member.name);
    if (!is_known(member.name, place, inside) || !is_as_expected(member.value, inside, levels - 1)) return false;
  }
  return true;
}

// Whether a name is one that may stand in an object, also as it is written.
bool Mender::is_known(std::string_view name, Hints::Place object, Hints::Place place) const {
  if (place == Hints::kNowhere && options_.hints->names_are_known(object)) return false;
  return original_.find('\\') == std::string::npos || original_.find(name) != std::string::npos;
}

// Whether the repaired text, which must keep to the limits too, has to be made to know its size.
bool Mender::may_be_too_large() const {
  const std::size_t most = std::min(options_.limits.max_bytes, kMaxTextBytes);
  return original_.size() + emitter_.edits().pool().size() > most;
}

// The strict machine has failed. False if that was for a reason repair cannot help with.
bool Mender::start_mending() {
  strict_failure_ = machine_.failure();
  if (strict_failure_.code() != ErrorCode::kInvalidJson) {
    error_ = strict_failure_.in_words();
    over_ = true;
    return false;
  }
  mending_ = true;
  const Tracker::Start start = machine_.start();
  begin_reading();
  if (start.foothold != nullptr) {
    begin_at(start);
  } else {
    machine_.reset();
  }
  spent_ = {};
  return true;
}

// All that stands before a foothold is JSON to the letter and stays as the machine has read it.
void Mender::begin_at(const Tracker::Start& start) {
  const Foothold foothold = *start.foothold;
  machine_.go_back(start);
  Reading& r = readings_[0];
  const Tracker& tracker = machine_.tracker();
  if (options_.hints != nullptr) r.hint = options_.hints->root();
  for (std::size_t level = 0; level <= start.level; ++level) {
    if (level != 0 && machine_.is_object(level - 1)) name_hint(r, machine_.name_of(level));
    r.line_indent = tracker.levels[level].line_column;
    r.quoted_keys = r.quoted_keys || machine_.is_object(level);
    push(r, machine_.is_object(level) ? '{' : '[', tracker.levels[level].opened);
    r.top.column = tracker.levels[level].column;
  }
  const char first = original_[foothold.value_begin];
  const LastValue kind = first == '"'                   ? LastValue::kString
                         : first == '{' || first == '[' ? LastValue::kContainer
                                                        : LastValue::kScalar;
  value_done(r, foothold.value_begin, foothold.offset, kind);
  r.pos = r.string.begin = foothold.offset;
  readings_.set_base(r.pos, r.cost);
  r.line_start = foothold.line_start;
  r.line_indent = foothold.line_indent;
  r.indent_unit = tracker.indent_unit;
  foothold_ = foothold.offset;
  emitter_.clear(foothold_);
}

void Mender::begin_reading() {
  foothold_ = 0;
  finished_log_ = kNone;
  may_finish_early_ = false;
  emitter_.clear();
  mass_.clear();
  edits_start_ = 0;
  previewed_ = false;
  retry_at_ = 0;
  searched_from_ = kNone;
  found_at_ = 0;
  readings_.begin();
  snapshots_.clear();
  stack_.clear();
  log_.clear();
  compact_at_ = kFewEntries;
}

// What the readings see: the text itself, or what is underneath if it is escaped as a whole.
void Mender::show_text(bool final) {
  if (escaped_) layer_.extend(original_, final);
  lexer_.set_text(escaped_ ? layer_.text() : std::string_view(original_), final);
}

// Counts only the time spent here, not that in which a stream waited for its next piece.
bool Mender::out_of_time(Clock& since) {
  const auto now = std::chrono::steady_clock::now();
  if (since) spent_ += now - *since;
  since = now;
  return options_.timeout.count() > 0 && spent_ > options_.timeout;
}

bool Mender::give_up(ErrorCode code, std::size_t offset, std::string message) {
  over_ = true;
  ok_ = false;
  error_ = Error{code, std::move(message), locate(original_, offset), {}, {}};
  const Error strict = strict_failure_.in_words();
  error_->expected = strict.expected;
  error_->found = strict.found;
  return false;
}

bool Mender::advance() {
  Clock since;
  while (original_.size() >= retry_at_) {
    Reading* const chosen = readings_.choose(kSafeMargin);
    if (chosen == nullptr) return true;
    const Readings::Lease lease = readings_.lease(*chosen);
    if (!go_on(*chosen, lease)) return true;
    if (seems_escaped_ && !escaped_ && allowed(EditKind::kEscapedText)) {
      escaped_ = true;
      layer_.clear();
      begin_reading();
      machine_.reset();
      show_text(lexer_.final());
      continue;
    }
    if (++steps_ % kStepsPerClock == 0 && out_of_time(since)) {
      return give_up(ErrorCode::kRepairTimeout, chosen->pos,
                     "repair ran past its time of " + std::to_string(options_.timeout.count()) + " ms");
    }
    readings_.update(chosen->noted > lease.noted);
    if (readings_.size() == 0) return refuse(nullptr);
    bound_memory();
    if (readings_.alone()) settle_if_alone();
    const Reading& best = readings_.best();
    if (too_many(best)) return give_up(ErrorCode::kRepairFailed, best.pos, std::string(kTooManyRepairs));
  }
  return true;
}

// Some steps of one reading: until it has forked, the lease is over, or it is time to look after the others. False if
// the text must grow first.
bool Mender::go_on(Reading& r, const Readings::Lease& lease) {
  const std::uint32_t limit = std::min(lease.reach, lexer_.size());
  const std::uint32_t begin = r.pos;
  for (std::uint32_t i = 0; i < kStepsAtOnce; ++i) {
    const std::uint32_t before = r.pos;
    const bool clear = may_finish_early_ && r.cost != 0 && r.cost + kSafeMargin <= lease.others;
    if (clear && r.place != Place::kString && r.place != Place::kAfter && skim(r, limit, kTokensToTrust) &&
        finish_early(r))
      return true;
    skim(r, limit, kTokensAtOnce);
    if (r.pos != before) r.stuck = 0;
    if (r.pos == lease.reach && r.pos != begin) return true;
    const std::uint32_t from = r.pos;
    if (!step(r)) return false;
    note_progress(r, from);
    for (std::size_t k = 0; k < readings_.born(); ++k) note_progress(readings_.newborn(k), from);
    if (readings_.forked() || r.place == Place::kDone || r.cost > lease.cost || r.pos >= lease.reach) return true;
    if (r.noted > lease.noted || too_many(r)) return true;
  }
  return true;
}

// How far off every other reading must be for the best one to be taken.
int Mender::needed_margin() const {
  if (options_.level == RepairLevel::kEager) return 0;
  return options_.level == RepairLevel::kSafe ? kSafeMargin : kClearMargin;
}

// Readings that only turn the same token over and over are dropped: nothing else would end them.
void Mender::note_progress(Reading& r, std::uint32_t from) {
  constexpr std::uint8_t kMostStuck = 12;
  r.stuck = r.pos == from ? static_cast<std::uint8_t>(r.stuck + 1) : std::uint8_t{0};
  if (r.stuck > kMostStuck) kill(r);
}

// One token for one reading. False if the text must grow first; then nothing has happened.
bool Mender::step(Reading& r) {
  lexer_.clear_starved();
  if (lexer_.final()) {
    step_place(r);
    return true;
  }
  const Reading before = r;
  const bool escaped = seems_escaped_;
  const bool deep = too_deep_;
  const std::size_t changes = log_.size();
  const std::size_t nodes = stack_.size();
  const std::size_t snapshots = snapshots_.size();
  step_place(r);
  if (!lexer_.starved()) return true;
  const bool in_string = before.place == Place::kString && r.place == Place::kString;
  if (in_string) {
    retry_at_ = original_.size() + 1;
  } else {
    r = before;
    retry_at_ = original_.size() + 1 + (original_.size() - before.pos) / 2;
  }
  seems_escaped_ = escaped;
  too_deep_ = deep;
  readings_.forget_born();
  log_.resize(changes);
  stack_.resize(nodes);
  snapshots_.resize(snapshots);
  return false;
}

// Up to where a reading that is alone cannot change its mind: before the tokens it may look back at, and before whatever
// may yet be taken out or joined as a whole.
std::uint32_t Mender::safe_point(const Reading& r) {
  std::uint32_t safe = r.pos;
  const auto at_most = [&safe](std::uint32_t offset) { safe = std::min(safe, offset); };
  const bool in_string = r.place == Place::kString;
  if (in_string || r.since_string() <= kLookBack) at_most(r.string.begin);
  if (r.since_close() <= kLookBack) at_most(r.closer);
  const bool container = r.top.last == LastValue::kContainer;
  if (r.top.last == LastValue::kNothing) {
    at_most(r.top.opened);
  } else {
    at_most(container ? r.top.value_end : r.top.value_begin);
  }
  at_most(r.top.comma);
  if (r.top.open == '{' && (in_string || r.place == Place::kColon || r.place == Place::kMemberValue)) {
    at_most(r.key_begin);
  }
  return safe;
}

// With one reading left, all but its last tokens is decided: its changes become edits, and the memory is used again.
void Mender::settle_if_alone() {
  const Reading& r = readings_[0];
  const bool inside = r.place != Place::kDone && r.place != Place::kStart && r.skipped_from == kNone;
  const bool much = r.pos > emitter_.done() + kCommitBytes || log_.size() > kFewEntries / 2;
  if (inside && much) settle(safe_point(r));
}

// The edits so far belong to a reading that began elsewhere: they do not count any more.
void Mender::begin_edits(const Reading& r) {
  if (r.start == edits_start_) return;
  edits_start_ = r.start;
  emitter_.clear();
  preview_.reset();
}

void Mender::settle(std::uint32_t safe) {
  ++settles_;
  Reading& r = readings_[0];
  begin_edits(r);
  pending_.clear();
  std::vector<Change> later = keep_changes(r, safe, &pending_);
  const bool in_doubt = r.place == Place::kString || r.since_string() <= kLookBack;
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
  }
  relog(r, later);
  emitter_.add(lexer_.text(), pending_, safe);
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

bool Mender::refuse(const Reading* best) {
  if (too_deep_) {
    return give_up(ErrorCode::kTooDeep, strict_failure_.position.offset,
                   "nested deeper than the limit of " + std::to_string(options_.limits.max_depth) + " levels");
  }
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (original_.starts_with(kMark) && original_.find_first_not_of(" \t\r\n", kMark.size()) == std::string::npos) {
    return give_up(ErrorCode::kRepairFailed, 0, "there is no value: nothing follows the byte order mark");
  }
  std::string message = best == nullptr ? "no way to repair this: " : "the text can be read in several ways: ";
  message += strict_failure_.in_words().message;
  return give_up(ErrorCode::kRepairFailed, strict_failure_.position.offset, std::move(message));
}

// A text that needs a change every few bytes is not JSON with slips in it.
bool Mender::too_many(const Reading& r) { return r.changes > most_changes(r.pos); }

bool Mender::edits_allowed() const {
  return std::all_of(
      emitter_.edits().records().begin(), emitter_.edits().records().end(), [&](const EditRecord& record) {
        return allowed(record.kind()) && (options_.level != RepairLevel::kSafe || facts(record.kind()).safe);
      });
}

bool Mender::finish_mending() {
  const Reading& best = readings_.best();
  int margin = best.margin;
  for (std::size_t i = 0; i < readings_.size(); ++i) {
    const Reading& other = readings_[i];
    if (&other != &best && !same_past(best, other)) margin = std::min(margin, other.cost - best.cost);
  }
  if (margin < needed_margin()) return refuse(&best);
  if (finished_log_ == kNone || best.log != finished_log_) {
    if (finished_log_ != kNone) emitter_.clear();
    collect_edits(best);
    if (emitter_.too_many(original_.size())) return give_up(ErrorCode::kRepairFailed, 0, std::string(kTooManyRepairs));
    if (emitter_.conflict() || !emitter_.edits().in_order(lexer_.size())) return refuse(nullptr);
    if (escaped_) emitter_.edits() = layer_.in_terms_of_original(emitter_.edits(), original_);
    if (!edits_allowed() || !read_repaired()) return refuse(nullptr);
  }
  truncated_ = best.truncated;
  sum_up_confidence();
  return ok_ = over_ = true;
}

// As sure as the least sure edit.
void Mender::sum_up_confidence() {
  unsigned percent = 100;
  for (const EditRecord& record : emitter_.edits().records()) percent = std::min(percent, record.confidence());
  confidence_ = percent / 100.0;
}

// The rest of the text looks well: if the machine accepts it, with the changes so far, nothing else has to be read. Tried
// once, since it is wasted when there are more slips to come.
bool Mender::finish_early(Reading& r) {
  may_finish_early_ = false;
  if (!emitter_.edits().empty()) return false;
  const std::uint32_t done = emitter_.done();
  const std::uint32_t start = edits_start_;
  collect_edits(r);
  if (!emitter_.conflict() && !emitter_.too_many(original_.size()) && emitter_.edits().in_order(lexer_.size()) &&
      edits_allowed() && accepts_rest(r)) {
    finished_log_ = r.log;
    r.pos = lexer_.size();
    r.place = Place::kDone;
    return true;
  }
  emitter_.clear(done);
  edits_start_ = start;
  return false;
}

// Whether the machine, fed with the repaired text, finds the rest behind a reading to be JSON, its lines in order.
bool Mender::accepts_rest(const Reading& r) {
  const std::string_view text = begin_repaired();
  const std::size_t rest = original_.size() - r.pos;
  if (!machine_.feed(text.substr(0, text.size() - rest))) return false;
  Tracker& tracker = machine_.tracker();
  if (tracker.levels.size() != r.depth) return false;
  // Changes may have moved the columns of the text: those that count are the reading's.
  for (std::uint32_t outwards = 0; outwards < r.depth; ++outwards) {
    const Frame& frame = enclosing(r, outwards);
    Tracker::Level& level = tracker.levels[r.depth - 1 - outwards];
    level.column = frame.column;
    level.line_column = frame.line_column;
  }
  tracker.line_indent = r.line_indent;
  tracker.indent_unit = r.indent_unit;
  tracker.new_line = tracker.odd = false;
  return machine_.feed(text.substr(text.size() - rest)) && machine_.finish() && !tracker.odd;
}

// The edits of a reading, behind those that were settled before.
void Mender::collect_edits(const Reading& r) {
  begin_edits(r);
  pending_.clear();
  for (std::uint32_t at = r.log; at != kNone; at = log_[at].previous) pending_.push_back(log_[at]);
  emitter_.add(lexer_.text(), pending_, r.pos);
}

// Makes the repaired text and returns what the machine has to read of it: what stands before the foothold, if nothing
// was changed there, it has read already.
std::string_view Mender::begin_repaired() {
  repaired_.clear();
  emitter_.edits().apply(original_, repaired_);
  repaired_made_ = true;
  std::string_view text = repaired_;
  if (foothold_ != 0 && !emitter_.edits().empty() && emitter_.edits().records()[0].offset >= foothold_) {
    text.remove_prefix(foothold_);
  } else {
    machine_.reset();
  }
  foothold_ = 0;
  return text;
}

bool Mender::read_repaired() { return machine_.feed(begin_repaired()) && machine_.finish(); }

std::optional<Value> Mender::partial() {
  if (!mending_ || ok_) return machine_.partial();
  if (!previewed_) preview_.reset();
  previewed_ = true;
  if (!over_) update_preview();
  return preview_.value();
}

// Shows the reading that is the best so far. Nothing is decided by that.
void Mender::update_preview() {
  const Reading& r = readings_.best();
  if (emitter_.conflict()) return;
  const Emitter& settled = r.start == edits_start_ ? emitter_ : nothing_settled_;
  preview_.show({lexer_.text(), settled, r, log_, settles_});
}

std::string_view Mender::text() const {
  if (!ok_) return {};
  if (mending_ && !repaired_made_) {
    repaired_.clear();
    emitter_.edits().apply(original_, repaired_);
    repaired_made_ = true;
  }
  return mending_ ? std::string_view(repaired_) : std::string_view(original_);
}

Edits Mender::edits() const {
  const EditList& edits = emitter_.edits();
  return {edits.records().data(), ok_ ? edits.size() : 0, original_, edits.pool()};
}

}  // namespace acode::json::detail
