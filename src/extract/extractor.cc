// The push extractor: one scan for markers, a reader for what each of them opens, and what is left is prose.
//
// Every byte is said exactly once: as content, as reasoning, as framing (calls and what marks them), or as invented. What
// is said depends on the text alone, never on how it was cut: nothing is decided before the text that decides it is there.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "acode/extract/extract.h"
#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "base/text.h"
#include "extract/assignments.h"
#include "extract/catalog.h"
#include "extract/construct.h"
#include "extract/fence.h"
#include "extract/repeats.h"

namespace acode::extract {
namespace {

using base::is_blank;
using base::is_white;

/// What was read as calls inside reasoning: a quotation if the reasoning goes on to its end, else meant (TX-5).
struct Doubtful {
  std::string text;
  std::size_t offset;
  std::vector<TextCall> calls;  // none: it is reasoning in any case
};

/// Keeps all that is said.
struct Collector final : Listener {
  std::vector<Event> events;

  void content(std::string_view text, std::size_t offset) override {
    events.emplace_back(Content{std::string(text), offset});
  }
  void reasoning(std::string_view text, std::size_t offset) override {
    events.emplace_back(Reasoning{std::string(text), offset});
  }
  void content_was_reasoning() override { events.emplace_back(ContentWasReasoning{}); }
  void call(TextCall&& call) override {
    if (call.value && call.arguments.empty()) call.arguments = json::write(call.value->value());
    events.emplace_back(std::move(call));
  }
  void framing(std::size_t offset, std::size_t length) override { events.emplace_back(Framing{offset, length}); }
  void invented(std::string_view text, std::size_t offset) override {
    events.emplace_back(Invented{std::string(text), offset});
  }
  void oddity(Oddity&& oddity) override { events.emplace_back(std::move(oddity)); }
};

/// Pieces of a string of JSON in which nothing ends or breaks it. They are a few bytes each, and nearly all of a long call;
/// so they are only put side by side here, until something else comes.
class StringPieces {
 public:
  /// Takes a piece, unless it is full(). False if it is none of those, or too long.
  bool take(std::string_view piece) {
    if (piece.size() - 4 > 4 || has_other(piece)) return false;
    std::memcpy(next_, piece.data(), 4);
    std::memcpy(next_ + piece.size() - 4, piece.data() + piece.size() - 4, 4);
    next_ += piece.size();
    return true;
  }

  /// Moves all to the end of a text.
  void move_to(std::string& text) {
    if (bytes_ == nullptr) {
      bytes_ = std::make_unique<std::array<char, kRoom>>();
    } else {
      text.append(bytes_->data(), next_);
    }
    next_ = bytes_->data();
    last_ = next_ + kRoom - 8;
  }

  [[nodiscard]] bool empty() const { return bytes_ == nullptr || next_ == bytes_->data(); }
  [[nodiscard]] bool full() const { return next_ >= last_; }

 private:
  /// Whether there is a quote or a control character among 4 to 8 bytes.
  static bool has_other(std::string_view piece) {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::memcpy(&first, piece.data(), 4);
    std::memcpy(&last, piece.data() + piece.size() - 4, 4);
    const std::uint64_t bytes = first | (static_cast<std::uint64_t>(last) << 32U);
    constexpr std::uint64_t kOnes = 0x0101010101010101U;
    constexpr std::uint64_t kHighs = kOnes << 7U;
    const std::uint64_t quotes = bytes ^ (kOnes * '"');
    // A byte below the subtrahend borrows into its high bit, unless that was set.
    return ((((bytes - kOnes * 0x20) & ~bytes) | ((quotes - kOnes) & ~quotes)) & kHighs) != 0;
  }

  static constexpr std::size_t kRoom = 4096;
  std::unique_ptr<std::array<char, kRoom>> bytes_;  // made when it is first needed
  char* next_ = nullptr;
  char* last_ = nullptr;  // no piece begins behind this
};

/// What readers may spend on texts that turn out to be no calls, so that the work is linear in the text: as much as the
/// text is long, twice, and a little more.
class Patience {
 public:
  void spend(std::size_t bytes) { spent_ += bytes; }
  [[nodiscard]] bool is_left(std::size_t offset) const { return spent_ <= 2 * offset + kLittle; }

 private:
  static constexpr std::size_t kLittle = std::size_t{64} << 10;
  std::size_t spent_ = 0;
};

}  // namespace

class Extractor::Impl {
 public:
  Impl(std::shared_ptr<const Catalog> catalog, bool starts_in_reasoning, bool fences = true)
      : catalog_(std::move(catalog)),
        fences_(fences),
        mode_(starts_in_reasoning ? Mode::kReasoning : Mode::kContent),
        repeats_(catalog_->tools()) {}

  void feed(std::string_view piece, Listener& listener) {
    take(piece, listener);
    run(false);
    keep_rest();
    in_string_ = reader_ != nullptr && reader_->in_string();
  }

  bool absorb(std::string_view piece) {
    if (!in_string_) return false;
    if (pieces_.full()) {
      if (kept_.size() > kMaxHeldBytes / 2) return false;
      pieces_.move_to(kept_);
    }
    return pieces_.take(piece);
  }

  std::optional<PartialTextCall> partial() {
    if (!pieces_.empty()) pieces_.move_to(kept_);
    text_ = kept_;
    return reader_ == nullptr ? std::nullopt : reader_->partial(rest().substr(lead_));
  }

  void finish(std::string_view piece, Listener& listener) {
    take(piece, listener);
    run(true);
    settle_doubtful(true);
  }

 private:
  enum class Mode : std::uint8_t {
    kContent,
    kReasoning,  // a tag opened it, and a tag closes it
    kThought,    // a header opened it, and the next header or the end of the message closes it
    kInvented,   // to the end of the text
  };

  [[nodiscard]] std::string_view rest() const { return text_.substr(head_); }
  [[nodiscard]] bool reasoning() const { return mode_ == Mode::kReasoning || mode_ == Mode::kThought; }

  void run(bool final) {
    while (reader_ != nullptr ? read_construct(final) : find_marker(final)) {
    }
  }

  // --- the text ---

  // A piece is read where it stands, unless something was kept that goes before it.
  void take(std::string_view piece, Listener& listener) {
    listener_ = &listener;
    if (!pieces_.empty()) pieces_.move_to(kept_);
    if (kept_.empty()) {
      text_ = piece;
      head_ = 0;
      return;
    }
    kept_.append(piece);
    text_ = kept_;
  }

  // What is done with is thrown away: at once if it is all, else now and then, so that the work stays linear.
  void keep_rest() {
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

  // --- markers ---

  // Prose up to the next marker. False if more text must come.
  bool find_marker(bool final) {
    if (mode_ == Mode::kInvented) {
      invent(rest().size());
      return false;
    }
    const MarkerScan::Found found = catalog_->scan().find(rest(), scanned_, before_, final, candidates_);
    const bool marker = found.state == MarkerScan::State::kMarkers;
    if (behind_call_ && is_blank(rest().substr(blank_, found.position - blank_))) {
      // White space behind a call belongs to it, unless prose follows: so it waits.
      lead_ = blank_ = scanned_ = found.position;
      if (!marker && final) frame(lead_);
    } else {
      pass(found.position);
    }
    if (marker) open();
    return marker;
  }

  // The longest marker decides, unless it opens a format: then all formats whose markers begin here are tried.
  void open() {
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
  void is_text() {
    reader_ = nullptr;
    scanned_ = lead_ + 1;
  }

  // False if it means nothing here.
  bool take_marker(const Meaning& meaning, std::string_view marker) {
    const std::size_t length = lead_ + marker.size();
    switch (meaning.kind) {
      case Meaning::Kind::kReasoning:
        frame(length);
        mode_ = Mode::kReasoning;
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
  void end_reasoning() {
    if (mode_ == Mode::kContent && content_so_far_ && !said_else_) listener_->content_was_reasoning();
    settle_doubtful(false);
    mode_ = Mode::kContent;
    content_so_far_ = false;
    said_else_ = true;
  }

  bool take_turn(Turn::Whose whose, std::string_view marker) {
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

  // --- constructs ---

  void try_next() {
    looked_ = 0;
    while (next_candidate_ < candidates_.size()) {
      const Marker& marker = candidates_[next_candidate_++];
      const Meaning& meaning = marker.meaning;
      format_ = meaning.format;
      if (meaning.kind == Meaning::Kind::kFormat) {
        reader_ = format_->reader(catalog_->tools(), marker.text);
        return;
      }
      if (meaning.kind == Meaning::Kind::kFence && fences_) {
        reader_ = std::make_unique<FenceReader>(catalog_, marker.text, recent_);
        return;
      }
    }
    if (!remark_.empty()) listener_->oddity({offset_ + lead_, std::exchange(remark_, {})});
    is_text();
  }

  // False if more text must come.
  bool read_construct(bool final) {
    const std::string_view text = rest().substr(lead_, kMaxHeldBytes);
    const bool last = final || text.size() == kMaxHeldBytes;
    if (!last && is_more_space(text)) return false;
    looked_ = text.size();
    Look look = reader_->look(text, last);
    if (look.state == Look::State::kDone && look.length == 0) look = Look::no();
    switch (look.state) {
      case Look::State::kMore:
        if (!last) return false;
        [[fallthrough]];
      case Look::State::kNot:
        patience_.spend(look.length);
        if (!look.remark.empty()) remark_ = std::move(look.remark);
        try_next();
        return true;
      case Look::State::kDone:
        take_construct(look);
        return true;
    }
    return true;
  }

  // More white space behind white space tells a reader nothing, and it would pass over all of it each time.
  bool is_more_space(std::string_view text) {
    if (looked_ == 0 || !is_white(text[looked_ - 1])) return false;
    if (!is_blank(text.substr(looked_))) return false;
    looked_ = text.size();
    return true;
  }

  void take_construct(Look& look) {
    reader_ = nullptr;
    remark_.clear();
    const std::size_t begin = offset_ + lead_;
    for (TextCall& call : look.calls) {
      call.raw = rest().substr(lead_ + call.offset, call.length);
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
    // A thought ends where the call begins.
    mode_ = Mode::kContent;
    if (!look.calls.empty()) say_calls(look.calls);
    frame(lead_ + look.length);
    behind_call_ = true;
  }

  // `city = "Paris"` stood in the text before get_weather(city=city).
  void insert_constants(TextCall& call) const {
    const Result<json::Document> arguments = json::parse(call.arguments);
    if (!arguments) return;
    std::vector<std::string> unknown;
    std::string text = "{";
    for (const json::Member member : arguments->root().members()) {
      if (text.size() > 1) text += ',';
      json::write_string_to(text, member.name);
      text += ':';
      const bool variable =
          std::find(call.variables.begin(), call.variables.end(), member.name) != call.variables.end();
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

  void take_header(Look& look) {
    settle_doubtful(true);
    if (!look.calls.empty()) say_calls(look.calls);
    frame(lead_ + look.length);
    mode_ = look.then == Look::Then::kReasoning ? Mode::kThought : Mode::kContent;
    behind_call_ = false;
    said_else_ = true;
  }

  // Calls inside reasoning: it has been closed, or it has not.
  void settle_doubtful(bool meant) {
    if (doubtful_.empty()) return;
    for (Doubtful& doubtful : std::exchange(doubtful_, {})) {
      if (meant && !doubtful.calls.empty()) {
        listener_->framing(doubtful.offset, doubtful.text.size());
        say_calls(doubtful.calls);
      } else {
        say_text(doubtful.text, doubtful.offset);
      }
    }
  }

  // --- saying ---

  void say_calls(std::vector<TextCall>& calls) {
    repeats_.begin(calls.size());
    for (TextCall& call : calls) {
      if (repeats_.is_repeated(call)) {
        listener_->oddity({call.offset, "the same call of " + call.name + " stands there once more"});
        continue;
      }
      ++calls_;
      listener_->call(std::move(call));
    }
    said_else_ = true;
  }

  // Text that belongs to the content or the reasoning.
  void pass(std::size_t length) {
    const std::string_view text = rest().substr(0, length);
    if (text.empty()) return;
    if (doubtful_.empty()) {
      say_text(text, offset_);
    } else {
      doubtful_.push_back({std::string(text), offset_, {}});
    }
    skip(length);
  }

  void say_text(std::string_view text, std::size_t offset) {
    if (reasoning()) {
      listener_->reasoning(text, offset);
    } else {
      listener_->content(text, offset);
      content_so_far_ = true;
      remember(text);
    }
    if (is_blank(text)) return;
    repeats_.prose();
    behind_call_ = false;
  }

  // The last words are kept: they may name the tool that a fence behind them has the arguments of.
  void remember(std::string_view text) {
    constexpr std::size_t kFewWords = 1024;
    recent_ += text.substr(text.size() - std::min(text.size(), kFewWords));
    if (recent_.size() > 2 * kFewWords) recent_.erase(0, recent_.size() - kFewWords);
  }

  void frame(std::size_t length) {
    if (length > 0) listener_->framing(offset_, length);
    skip(length);
    before_.line_start = true;  // what stands behind a marker begins a line
    before_.in_word = false;
  }

  void invent(std::size_t length) {
    if (length > 0) listener_->invented(rest().substr(0, length), offset_);
    skip(length);
  }

  void skip(std::size_t length) {
    before_.pass(rest().substr(0, length));
    head_ += length;
    offset_ += length;
    scanned_ = 0;
    lead_ = 0;
    blank_ = 0;
  }

  std::shared_ptr<const Catalog> catalog_;
  bool fences_;
  Mode mode_;
  std::string kept_;         // of earlier pieces
  std::string_view text_;    // that and the piece at hand
  std::size_t head_ = 0;     // of the text that is still to be looked at
  std::size_t offset_ = 0;   // of the same in the text as a whole
  std::size_t scanned_ = 0;  // from the head on: no marker begins before
  std::size_t lead_ = 0;     // from the head on: white space behind a call, before the marker at hand
  std::size_t blank_ = 0;    // from the head on: white space behind a call, as far as it is known
  std::size_t looked_ = 0;   // how much of the text the reader at hand has seen
  Before before_;
  bool behind_call_ = false;  // nothing but white space and markers since the last call

  std::unique_ptr<ConstructReader> reader_;
  const Format* format_ = nullptr;
  MarkerList candidates_;
  std::size_t next_candidate_ = 0;
  std::string remark_;      // of those that were tried
  bool in_string_ = false;  // the reader at hand is inside a string
  StringPieces pieces_;     // that go on with it
  Patience patience_;

  std::string recent_;  // content
  std::vector<Doubtful> doubtful_;
  Repeats repeats_;
  std::size_t calls_ = 0;
  bool content_so_far_ = false;
  bool said_else_ = false;  // something other than content
  Listener* listener_ = nullptr;
};

// The recognizer owns the catalog, and outlives this: to count one more owner would take longer than to find nothing.
Extractor::Extractor(const Recognizer& recognizer, bool starts_in_reasoning)
    : impl_(std::make_unique<Impl>(
          std::shared_ptr<const Catalog>(std::shared_ptr<const Catalog>(), recognizer.catalog_.get()),
          starts_in_reasoning)) {}
Extractor::Extractor(const Options& options)
    : impl_(std::make_unique<Impl>(Recognizer(options.tools, options.format).catalog_, options.starts_in_reasoning)) {}
Extractor::Extractor(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Extractor Extractor::inside_fence(std::shared_ptr<const Catalog> catalog) {
  return Extractor(std::make_unique<Impl>(std::move(catalog), false, false));
}

Extractor::Extractor(Extractor&&) noexcept = default;
Extractor& Extractor::operator=(Extractor&&) noexcept = default;
Extractor::~Extractor() = default;

bool Extractor::absorb(std::string_view piece) { return impl_->absorb(piece); }
std::optional<PartialTextCall> Extractor::partial() { return impl_->partial(); }

void Extractor::feed(std::string_view piece, Listener& listener) { impl_->feed(piece, listener); }
void Extractor::finish(std::string_view last, Listener& listener) { impl_->finish(last, listener); }

std::vector<Event> Extractor::feed(std::string_view piece) {
  Collector collector;
  feed(piece, collector);
  return std::move(collector.events);
}

std::vector<Event> Extractor::finish() {
  Collector collector;
  finish({}, collector);
  return std::move(collector.events);
}

void add(Extraction& extraction, const Event& event) {
  if (const auto* const content = std::get_if<Content>(&event)) {
    extraction.content += content->text;
  } else if (const auto* const reasoning = std::get_if<Reasoning>(&event)) {
    extraction.reasoning += reasoning->text;
  } else if (std::holds_alternative<ContentWasReasoning>(event)) {
    extraction.reasoning += std::exchange(extraction.content, {});
  } else if (const auto* const call = std::get_if<TextCall>(&event)) {
    extraction.calls.push_back(*call);
  } else if (const auto* const invented = std::get_if<Invented>(&event)) {
    extraction.invented += invented->text;
  } else if (const auto* const oddity = std::get_if<Oddity>(&event)) {
    extraction.oddities.push_back(*oddity);
  }
}

Extraction extract(std::string_view text, const Options& options) {
  Extraction extraction;
  Extractor extractor(options);
  for (const Event& event : extractor.feed(text)) add(extraction, event);
  for (const Event& event : extractor.finish()) add(extraction, event);
  return extraction;
}

}  // namespace acode::extract
