// The push extractor: one scan for markers, a reader for what each of them opens, and what is left is prose.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "acode/extract/extract.h"
#include "extract/construct.h"
#include "extract/format.h"
#include "extract/markers.h"
#include "extract/reasoning.h"

namespace acode::extract {
namespace {

/// What a marker opens. The owner of a marker is an index into the list of these.
struct Meaning {
  enum class Kind : std::uint8_t { kFormat, kReasoning, kReasoningEnd, kEndToken };
  Kind kind;
  const Format* format = nullptr;
  std::string_view close{};  // of kReasoning
};

/// Markers and what they mean, for a set of formats.
class Table {
 public:
  explicit Table(std::string_view pinned) {
    for (const Format& format : formats()) {
      if (!pinned.empty() && format.name != pinned) continue;
      for (const std::string_view opener : format.openers) add(opener, {Meaning::Kind::kFormat, &format}, format.place);
    }
    for (const ReasoningTags& tags : reasoning_tags()) {
      add(tags.open, {Meaning::Kind::kReasoning, nullptr, tags.close});
      add(tags.close, {Meaning::Kind::kReasoningEnd});
    }
    for (const std::string_view token : end_tokens()) add(token, {Meaning::Kind::kEndToken});
  }

  [[nodiscard]] const std::vector<Marker>& markers() const { return markers_; }
  [[nodiscard]] const Meaning& meaning(const Marker& marker) const { return meanings_[marker.owner]; }

 private:
  void add(std::string_view text, const Meaning& meaning, Place place = Place::kAnywhere) {
    markers_.push_back({text, static_cast<std::uint32_t>(meanings_.size()), place});
    meanings_.push_back(meaning);
  }

  std::vector<Marker> markers_;
  std::vector<Meaning> meanings_;
};

/// A format that may be what a marker opened.
struct Candidate {
  const Format* format;
  std::string_view opener;
};

/// What was read as calls inside reasoning: a quotation if the reasoning goes on to its end, else meant.
struct Doubtful {
  std::string text;
  std::vector<TextCall> calls;
};

}  // namespace

class Extractor::Impl {
 public:
  explicit Impl(const Options& options)
      : tools_(options.tools),
        table_(options.format),
        scan_(table_.markers()),
        reasoning_(options.starts_in_reasoning) {}

  std::vector<Event> feed(std::string_view piece) {
    text_.append(piece);
    run(false);
    return std::exchange(events_, {});
  }

  std::vector<Event> finish() {
    run(true);
    for (Doubtful& doubtful : doubtful_) {
      if (doubtful.calls.empty()) say_text(doubtful.text);
      for (TextCall& call : doubtful.calls) events_.emplace_back(std::move(call));
    }
    doubtful_.clear();
    return std::exchange(events_, {});
  }

 private:
  [[nodiscard]] std::string_view rest() const { return std::string_view(text_).substr(head_); }

  void run(bool final) {
    while (reader_ != nullptr ? read_construct(final) : find_marker(final)) {
    }
    compact();
  }

  // Prose up to the next marker. False if more text must come.
  bool find_marker(bool final) {
    const MarkerScan::Found found = scan_.find(rest(), scanned_, line_start_, final);
    pass(found.position);
    if (found.state != MarkerScan::Found::State::kMarkers) return false;
    open(found.markers);
    return true;
  }

  // The longest marker decides, unless it opens a format: then all formats whose markers begin here are tried.
  void open(const std::vector<const Marker*>& markers) {
    const Meaning& first = table_.meaning(*markers[0]);
    if (first.kind != Meaning::Kind::kFormat) return take_marker(first, markers[0]->text.size());
    candidates_.clear();
    for (const Marker* const marker : markers) {
      const Meaning& meaning = table_.meaning(*marker);
      if (meaning.kind == Meaning::Kind::kFormat) candidates_.push_back({meaning.format, marker->text});
    }
    next_candidate_ = 0;
    try_next();
  }

  void take_marker(const Meaning& meaning, std::size_t length) {
    skip(length);
    switch (meaning.kind) {
      case Meaning::Kind::kReasoning:
        reasoning_ = true;
        break;
      case Meaning::Kind::kReasoningEnd:
        end_reasoning();
        break;
      default:
        break;
    }
  }

  // A closing marker without an opening one: the prompt had opened it.
  void end_reasoning() {
    if (!reasoning_ && content_so_far_ && !said_else_) events_.emplace_back(ContentWasReasoning{});
    for (const Doubtful& doubtful : doubtful_) say_text(doubtful.text);
    doubtful_.clear();
    reasoning_ = false;
    content_so_far_ = false;
    said_else_ = true;
  }

  void try_next() {
    if (next_candidate_ == candidates_.size()) {
      reader_ = nullptr;
      scanned_ = 1;  // the marker is text like any other, and another may begin inside it
      return;
    }
    const Candidate& candidate = candidates_[next_candidate_++];
    format_ = candidate.format;
    reader_ = candidate.format->reader(tools_, candidate.opener);
  }

  // False if more text must come.
  bool read_construct(bool final) {
    Look look = reader_->look(rest(), final);
    switch (look.state) {
      case Look::State::kMore:
        if (!final) return false;
        [[fallthrough]];
      case Look::State::kNot:
        try_next();
        return true;
      case Look::State::kDone:
        take_calls(look);
        return true;
    }
    return true;
  }

  void take_calls(Look& look) {
    for (TextCall& call : look.calls) {
      call.offset += offset_;
      if (call.format.empty()) call.format = format_->name;
    }
    reader_ = nullptr;
    if (reasoning_) {
      doubtful_.push_back({std::string(rest().substr(0, look.length)), std::move(look.calls)});
    } else {
      for (TextCall& call : look.calls) events_.emplace_back(std::move(call));
      said_else_ = true;
    }
    skip(look.length);
  }

  // Text that belongs to the content or the reasoning.
  void pass(std::size_t length) {
    const std::string_view text = rest().substr(0, length);
    if (!text.empty()) {
      if (doubtful_.empty()) {
        say_text(text);
      } else {
        doubtful_.push_back({std::string(text), {}});
      }
    }
    skip(length);
  }

  void say_text(std::string_view text) {
    if (text.empty()) return;
    if (reasoning_) {
      events_.emplace_back(Reasoning{std::string(text)});
    } else {
      events_.emplace_back(Content{std::string(text)});
      content_so_far_ = true;
    }
  }

  void skip(std::size_t length) {
    for (const char c : rest().substr(0, length)) {
      line_start_ = c == '\n' || (line_start_ && (c == ' ' || c == '\t' || c == '*' || c == '\r'));
    }
    head_ += length;
    offset_ += length;
    scanned_ = 0;
  }

  // What is done with is thrown away now and then, so that the work stays linear.
  void compact() {
    constexpr std::size_t kMuch = 4096;
    if (head_ < kMuch || head_ < text_.size() / 2) return;
    text_.erase(0, head_);
    head_ = 0;
  }

  Tools tools_;
  Table table_;
  MarkerScan scan_;
  bool reasoning_;
  std::string text_;
  std::size_t head_ = 0;     // of the text that is still to be looked at
  std::size_t offset_ = 0;   // of the same in the text as a whole
  std::size_t scanned_ = 0;  // from the head on: no marker begins before
  bool line_start_ = true;
  std::unique_ptr<ConstructReader> reader_;
  const Format* format_ = nullptr;
  std::vector<Candidate> candidates_;
  std::size_t next_candidate_ = 0;
  std::vector<Doubtful> doubtful_;
  bool content_so_far_ = false;
  bool said_else_ = false;  // something other than content
  std::vector<Event> events_;
};

Extractor::Extractor(const Options& options) : impl_(std::make_unique<Impl>(options)) {}
Extractor::Extractor(Extractor&&) noexcept = default;
Extractor& Extractor::operator=(Extractor&&) noexcept = default;
Extractor::~Extractor() = default;

std::vector<Event> Extractor::feed(std::string_view piece) { return impl_->feed(piece); }
std::vector<Event> Extractor::finish() { return impl_->finish(); }

void add(Extraction& extraction, const Event& event) {
  if (const auto* const content = std::get_if<Content>(&event)) {
    extraction.content += content->text;
  } else if (const auto* const reasoning = std::get_if<Reasoning>(&event)) {
    extraction.reasoning += reasoning->text;
  } else if (std::holds_alternative<ContentWasReasoning>(event)) {
    extraction.reasoning += std::exchange(extraction.content, {});
  } else if (const auto* const call = std::get_if<TextCall>(&event)) {
    extraction.calls.push_back(*call);
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
