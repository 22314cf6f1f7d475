// Looking, reading and saying.
#include "extract/text_extractor.h"

#include <algorithm>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "base/text.h"
#include "extract/assignments.h"
#include "extract/fence.h"

namespace acode::extract {

using base::is_blank;
using base::is_white;

// The recognizer owns the catalog, and outlives this: to count one more owner would take longer than to find nothing.
TextExtractor::TextExtractor(const Recognizer& recognizer, bool starts_in_reasoning, ReaderPlace* place)
    : TextExtractor(std::shared_ptr<const Catalog>(std::shared_ptr<const Catalog>(), recognizer.catalog_.get()),
                    starts_in_reasoning, place) {}

TextExtractor::TextExtractor(std::shared_ptr<const Catalog> catalog, bool starts_in_reasoning, ReaderPlace* place,
                             bool fences)
    : catalog_(std::move(catalog)),
      fences_(fences),
      mode_(starts_in_reasoning ? Mode::kReasoning : Mode::kContent),
      reader_(place),
      repeats_(catalog_->tools()) {}

void TextExtractor::feed(std::string_view piece, Listener& listener) {
  take(piece, listener);
  run(false);
  keep_rest();
  within_ = reader_ ? reader_->within() : Within::kNothing;
  pieces_.set(within_);
}

bool TextExtractor::make_room() {
  if (kept_.size() > kMaxHeldBytes / 2) return false;
  pieces_.move_to(kept_);
  return true;
}

std::optional<PartialTextCall> TextExtractor::partial() {
  if (!pieces_.empty()) pieces_.move_to(kept_);
  text_ = kept_;
  return !reader_ ? std::nullopt : reader_->partial(rest().substr(lead_));
}

void TextExtractor::finish(std::string_view last, Listener& listener) {
  take(last, listener);
  run(true);
  if (!doubtful_.empty()) settle_doubtful(true);
}

void TextExtractor::run(bool final) {
  while (reader_ ? read_construct(final) : find_marker(final)) {
  }
}

// Something was kept that goes before the piece.
void TextExtractor::take_behind(std::string_view piece) {
  if (!pieces_.empty()) pieces_.move_to(kept_);
  kept_.append(piece);
  text_ = kept_;
}

// What is done with is thrown away: at once if it is all, else now and then, so that the work stays linear.
void TextExtractor::keep_rest() {
  constexpr std::size_t kMuch = 4096;
  if (kept_.empty()) {
    kept_ = rest();
    head_ = 0;
  } else if (head_ == kept_.size() || (head_ >= kMuch && head_ >= kept_.size() / 2)) {
    kept_.erase(0, head_);
    head_ = 0;
  }
  text_ = kept_;
}

// Prose up to the next marker. False if more text must come.
bool TextExtractor::find_marker(bool final) {
  if (head_ == text_.size()) return false;
  if (mode_ == Mode::kInvented) {
    invent(rest().size());
    return false;
  }
  before_.in_thought = mode_ == Mode::kThought || (mode_ == Mode::kReasoning && words_opened_it_);
  const MarkerScan::Found found = catalog_->scan().find(rest(), scanned_, before_, final, candidates_);
  const bool marker = found.state == MarkerScan::State::kMarkers;
  if (behind_call_ && is_blank(rest().substr(blank_, found.position - blank_))) {
    // White space behind a call belongs to it, unless prose follows: so it waits.
    lead_ = blank_ = scanned_ = found.position;
    if (!marker && final) frame(lead_);
  } else if (found.position > 0) {
    pass(found.position, !marker && final);
  }
  if (marker) open();
  return marker;
}

// The longest marker decides, unless it opens a format: then all formats whose markers begin here are tried.
void TextExtractor::open() {
  const Marker& first = candidates_[0];
  if (first.meaning.kind != Meaning::Kind::kFormat && first.meaning.kind != Meaning::Kind::kFence) {
    if (!take_marker(first.meaning, first.text)) is_text();
    return;
  }
  if (!patience_.is_left(offset_)) return is_text();
  next_candidate_ = 0;
  try_next();
}

// The marker at hand is text like any other, and another may begin inside it.
void TextExtractor::is_text() {
  reader_.clear();
  scanned_ = lead_ + 1;
}

// False if it means nothing here.
bool TextExtractor::take_marker(const Meaning& meaning, std::string_view marker) {
  const std::size_t length = lead_ + marker.size();
  switch (meaning.kind) {
    case Meaning::Kind::kReasoning:
      frame(length);
      mode_ = Mode::kReasoning;
      words_opened_it_ = is_name(marker.front());
      return true;
    case Meaning::Kind::kWordsEnd:
      if (mode_ != Mode::kReasoning) return false;
      [[fallthrough]];
    case Meaning::Kind::kReasoningEnd:
      frame(length);
      end_reasoning();
      return true;
    case Meaning::Kind::kAnswer:
      if (mode_ != Mode::kThought) return false;
      settle_doubtful(false);
      frame(length);
      mode_ = Mode::kContent;
      return true;
    case Meaning::Kind::kEndToken:
      if (mode_ == Mode::kThought) {
        settle_doubtful(true);
        mode_ = Mode::kContent;
      }
      frame(length);
      return true;
    case Meaning::Kind::kCloser:
      if (!behind_call_) return false;
      frame(length);
      return true;
    case Meaning::Kind::kTurn:
      return take_turn(meaning.whose, marker);
    default:
      frame(length);
      return true;
  }
}

// A closing marker without an opening one: the prompt had opened it.
void TextExtractor::end_reasoning() {
  if (mode_ == Mode::kContent && content_so_far_ && !said_else_) listener_->content_was_reasoning();
  settle_doubtful(false);
  mode_ = Mode::kContent;
  content_so_far_ = false;
  said_else_ = true;
}

bool TextExtractor::take_turn(Turn::Whose whose, std::string_view marker) {
  const bool called = calls_ > 0 || !doubtful_.empty();
  if (whose == Turn::Whose::kSpoken && !called) return false;
  if (whose == Turn::Whose::kAssistant && !called) {
    frame(lead_ + marker.size());
    return true;
  }
  settle_doubtful(true);
  frame(lead_);
  listener_->oddity(
      {offset_, "the model went on in another's name (" + std::string(marker) + "): the rest is not its answer"});
  mode_ = Mode::kInvented;
  return true;
}

void TextExtractor::try_next() {
  looked_ = 0;
  while (next_candidate_ < candidates_.size()) {
    const Marker& marker = candidates_[next_candidate_++];
    const Meaning& meaning = marker.meaning;
    format_ = meaning.format;
    if (meaning.kind == Meaning::Kind::kFormat) {
      format_->reader(reader_, catalog_->tools(), marker.text);
      return;
    }
    if (meaning.kind == Meaning::Kind::kFence && fences_) {
      reader_.make<FenceReader>(catalog_, marker.text, recent_);
      return;
    }
  }
  if (!remark_.empty()) listener_->oddity({offset_ + lead_, std::exchange(remark_, {})});
  is_text();
}

// False if more text must come.
bool TextExtractor::read_construct(bool final) {
  const std::string_view text = rest().substr(lead_, kMaxHeldBytes);
  const bool last = final || text.size() == kMaxHeldBytes;
  if (!last && is_more_space(text)) return false;
  looked_ = text.size();
  Look look = reader_->look(text, last);
  if (look.state == Look::State::kMore && !last) return false;
  if (look.state == Look::State::kDone && look.length > 0) {
    take_construct(look);
  } else {
    patience_.spend(look.length);
    if (!look.remark.empty()) remark_ = std::move(look.remark);
    try_next();
  }
  return true;
}

// More white space behind white space tells a reader nothing, and it would pass over all of it each time.
bool TextExtractor::is_more_space(std::string_view text) {
  if (looked_ == 0 || !is_white(text[looked_ - 1])) return false;
  if (!is_blank(text.substr(looked_))) return false;
  looked_ = text.size();
  return true;
}

void TextExtractor::take_construct(Look& look) {
  remark_.clear();
  const bool takes_calls = !catalog_->leaves_calls();
  if (!look.plain.empty() && mode_ != Mode::kReasoning && takes_calls) return take_plain(look.plain, look.length);
  for (PlainCall& plain : look.plain) look.calls.push_back(spelled_out(std::move(plain)));
  reader_.clear();
  const std::size_t begin = offset_ + lead_;
  for (TextCall& call : look.calls) {
    call.raw = std::string(rest().substr(lead_ + call.offset, call.length));
    call.offset += begin;
    for (TextRepair& repair : call.repairs) repair.offset += begin;
    if (call.format.empty()) call.format = format_->name;
    if (!call.variables.empty()) insert_constants(call);
  }
  if (look.then != Look::Then::kSame) return take_header(look);
  if (mode_ == Mode::kReasoning) {
    doubtful_.push_back({std::string(rest().substr(0, lead_ + look.length)), offset_, std::move(look.calls)});
    skip(lead_ + look.length);
    return;
  }
  if (!look.calls.empty() && !takes_calls) return leave_calls(look.length);
  if (!look.calls.empty()) say_calls(look.calls);
  end_calls(look.length);
}

// What nearly all constructs are: calls of which nothing is to be asked.
void TextExtractor::take_plain(std::span<PlainCall> calls, std::size_t length) {
  repeats_.begin(calls.size());
  for (PlainCall& call : calls) {
    const std::string_view raw = rest().substr(lead_ + call.offset, call.length);
    call.offset += offset_ + lead_;
    call.format = format_->name;
    if (repeats_.is_repeated(call)) {
      say_repeated(call.tool->name, call.offset);
    } else {
      ++calls_;
      listener_->plain_call(std::move(call), raw);
    }
  }
  said_else_ = true;
  reader_.clear();
  end_calls(length);
}

// A thought ends where calls begin.
void TextExtractor::end_calls(std::size_t length) {
  mode_ = Mode::kContent;
  frame(lead_ + length);
  behind_call_ = true;
}

// They end a thought all the same.
void TextExtractor::leave_calls(std::size_t length) {
  mode_ = Mode::kContent;
  ++calls_;
  said_else_ = true;
  pass(lead_ + length, false);
}

// `city = "Paris"` stood in the text before get_weather(city=city).
void TextExtractor::insert_constants(TextCall& call) const {
  const Result<json::Document> arguments = json::parse(call.arguments);
  if (!arguments) return;
  std::vector<std::string> unknown;
  std::string text = "{";
  for (const json::Member member : arguments->root().members()) {
    if (text.size() > 1) text += ',';
    json::write_string_to(text, member.name);
    text += ':';
    const bool variable = std::find(call.variables.begin(), call.variables.end(), member.name) != call.variables.end();
    const std::optional<std::string> constant =
        variable ? assigned_json(recent_, member.value.as_string()) : std::nullopt;
    text += constant ? *constant : json::write(member.value);
    if (variable && !constant) unknown.emplace_back(member.name);
    if (constant) call.warnings.push_back(std::string(member.name) + ": the value that was assigned to it before");
  }
  call.arguments = text + '}';
  call.value.reset();
  call.variables = std::move(unknown);
}

void TextExtractor::take_header(Look& look) {
  settle_doubtful(true);
  if (!look.calls.empty() && catalog_->leaves_calls()) {
    leave_calls(look.length);
  } else {
    if (!look.calls.empty()) say_calls(look.calls);
    frame(lead_ + look.length);
  }
  mode_ = look.then == Look::Then::kReasoning ? Mode::kThought : Mode::kContent;
  behind_call_ = false;
  said_else_ = true;
}

// Calls inside reasoning: it has been closed, or it has not.
void TextExtractor::settle_doubtful(bool meant) {
  for (Doubtful& doubtful : std::exchange(doubtful_, {})) {
    if (meant && !doubtful.calls.empty() && catalog_->leaves_calls()) {
      listener_->content(doubtful.text, doubtful.offset);
      ++calls_;
    } else if (meant && !doubtful.calls.empty()) {
      listener_->framing(doubtful.offset, doubtful.text.size());
      say_calls(doubtful.calls);
    } else {
      say_text(doubtful.text, doubtful.offset);
    }
  }
}

void TextExtractor::say_calls(std::vector<TextCall>& calls) {
  repeats_.begin(calls.size());
  for (TextCall& call : calls) {
    if (repeats_.is_repeated(call)) {
      say_repeated(call.name, call.offset);
    } else {
      ++calls_;
      listener_->call(std::move(call));
    }
  }
  said_else_ = true;
}

void TextExtractor::say_repeated(const std::string& name, std::size_t offset) {
  listener_->oddity({offset, "the same call of " + name + " stands there once more"});
}

// Text that belongs to the content or the reasoning.
void TextExtractor::pass(std::size_t length, bool last) {
  const std::string_view text = rest().substr(0, length);
  if (doubtful_.empty()) {
    say_text(text, offset_, last);
  } else {
    doubtful_.push_back({std::string(text), offset_, {}});
  }
  skip(length);
}

void TextExtractor::say_text(std::string_view text, std::size_t offset, bool last) {
  if (reasoning()) {
    listener_->reasoning(text, offset);
  } else {
    listener_->content(text, offset);
    content_so_far_ = true;
    if (!last) remember(text);  // else nothing comes that could ask for it
  }
  if (is_blank(text)) return;
  repeats_.prose();
  behind_call_ = false;
}

// The last words are kept: they may name the tool that a fence behind them has the arguments of.
void TextExtractor::remember(std::string_view text) {
  constexpr std::size_t kFewWords = 1024;
  recent_ += text.substr(text.size() - std::min(text.size(), kFewWords));
  if (recent_.size() > 2 * kFewWords) recent_.erase(0, recent_.size() - kFewWords);
}

void TextExtractor::frame(std::size_t length) {
  if (length > 0) listener_->framing(offset_, length);
  // What stands behind a marker begins a line.
  before_ = {before_.text_start && is_blank(rest().substr(0, length)), true, false};
  advance(length);
}

void TextExtractor::invent(std::size_t length) {
  if (length > 0) listener_->invented(rest().substr(0, length), offset_);
  skip(length);
}

void TextExtractor::skip(std::size_t length) {
  before_.pass(rest().substr(0, length));
  advance(length);
}

void TextExtractor::advance(std::size_t length) {
  head_ += length;
  offset_ += length;
  scanned_ = 0;
  lead_ = 0;
  blank_ = 0;
}

}  // namespace acode::extract
