// Telling streams from bodies, and reading their JSON.
#include "wire/event_source.h"

#include <algorithm>
#include <utility>

#include "acode/json/repair.h"
#include "wire/arguments_text.h"
#include "wire/fields.h"
#include "wire/provider_error.h"

namespace acode::wire::detail {
namespace {

constexpr std::uint32_t kMaxDepth = 10'000;

// The title of an HTML page says best what a proxy wants to say.
std::string title_of(std::string_view page) {
  constexpr std::string_view kOpen = "<title>";
  const std::size_t begin = page.find(kOpen);
  const std::size_t end = begin == std::string_view::npos ? begin : page.find('<', begin + kOpen.size());
  if (end == std::string_view::npos) return {};
  return shortened(trimmed(page.substr(begin + kOpen.size(), end - begin - kOpen.size())));
}

}  // namespace

Limits json_limits(const WireLimits& limits) { return {std::min(limits.max_event_bytes, kMaxTextBytes), kMaxDepth}; }

EventSource::EventSource(const WireLimits& limits, EventSink& sink)
    : limits_(limits),
      sink_(&sink),
      sse_(limits.max_event_bytes, [this](const SseEvent& event) { take_sse(event); }),
      json_(limits.max_event_bytes, *this),
      reader_(json_limits(limits)) {}

void EventSource::feed(std::string_view bytes) {
  if (framing_ != Framing::kUnknown) return pass(bytes);
  if (beginning_.empty()) return sniff(bytes, false);
  beginning_ += bytes;
  sniff(std::exchange(beginning_, {}), false);
}

void EventSource::pass(std::string_view bytes) {
  if (framing_ == Framing::kSse) {
    sse_.feed(bytes);
  } else {
    json_.feed(bytes);
  }
}

// Decides how the answer is framed as soon as its first bytes tell. White space before it is passed over.
void EventSource::sniff(std::string_view bytes, bool at_end) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (first_ && !at_end && kByteOrderMark.starts_with(bytes) && bytes.size() < kByteOrderMark.size()) {
    beginning_ = bytes;
    return;
  }
  if (first_ && bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  first_ = false;
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  if (bytes.empty()) return;
  empty_ = false;
  const LooksLikeSse sse = looks_like_sse(bytes);
  if (sse == LooksLikeSse::kUnknown && !at_end) {
    beginning_ = bytes;
    return;
  }
  framing_ = sse == LooksLikeSse::kYes ? Framing::kSse : Framing::kJson;
  pass(bytes);
}

void EventSource::finish() {
  ending_ = true;
  if (framing_ == Framing::kUnknown) sniff(std::exchange(beginning_, {}), true);
  if (framing_ == Framing::kSse) sse_.finish();
  if (framing_ == Framing::kJson) json_.finish();
  if (!recognised_ && !unknown_.empty()) malformed(unknown_);
}

void EventSource::take_sse(const SseEvent& event) {
  const std::string_view data = trimmed(event.data);
  if (event.too_large) return too_large();
  if (event.name == "error" && !data.empty() && data.front() != '{' && data.front() != '[') {
    return sink_->problem(own_error(ErrorDelta::Kind::kProvider, shortened(data), data));
  }
  name_ = event.name;
  // Nearly always it is one value, and where that ends need not be looked for.
  const bool may_be_one = data.starts_with('{') || data.starts_with('[');
  if (!may_be_one || !take_value(data)) {
    json_.feed(data);
    json_.finish();
  }
  name_ = {};
}

bool EventSource::closed(std::string_view text) {
  if (take_value(text)) return true;
  const auto joined = surrogates_.join(text);
  return joined && take_value(*joined);
}

// False if it is no value.
bool EventSource::take_value(std::string_view text) {
  if (text == "[DONE]") {
    mould_.forget();
    recognised_ = true;
    sink_->done();
    return true;
  }
  if (const auto alike = mould_.read(name_, text); alike && sink_->alike(*alike)) return true;
  if (!reader_.read(text)) return false;
  if (!take({.name = name_, .value = reader_.value()})) note_unknown(text);
  mould_.learn(name_, text, reader_.value().is_object() ? sink_->only_words() : std::string_view());
  return true;
}

void EventSource::broken(std::string_view text) { mend(text, false); }

// What was cut is worth a look only if it is all there is: the last event of a stream is as good as not sent.
void EventSource::cut(std::string_view text, bool in_string) {
  if (!ending_) return mend(text, false);
  if (recognised_) return;
  reader_.reset();
  const auto value = reader_.feed(text) ? reader_.partial() : std::nullopt;
  if (!value) return mend(text, true);
  if (!take({.name = name_, .value = *value, .cut = true, .in_string = in_string})) note_unknown(text);
}

void EventSource::too_large() {
  sink_->problem(own_error(ErrorDelta::Kind::kTooLarge, "a part of the answer is larger than the limit of " +
                                                            std::to_string(limits_.max_event_bytes) + " bytes"));
}

void EventSource::mend(std::string_view text, bool cut) {
  mould_.forget();
  if (trimmed(text).starts_with('<')) {
    const std::string title = title_of(text);
    const std::string message = "an HTML page came instead of an answer" + (title.empty() ? title : ": " + title);
    return sink_->problem(own_error(ErrorDelta::Kind::kMalformed, message, text));
  }
  json::RepairOptions options;
  options.limits = json_limits(limits_);
  options.timeout = std::chrono::seconds(2);
  const json::Repair repair = json::repair(text, options);
  const bool ok =
      repair.ok() && take({.name = name_, .value = repair.value(), .cut = cut || repair.truncated(), .mended = true});
  if (!ok) malformed(text);
}

// False if there is nothing in it that the sink knows.
bool EventSource::take(Event event) {
  const json::Value value = event.value;
  if (value.is_object()) return take_object(event);
  bool any = false;
  for (const json::Value element : value.elements()) {
    event.value = element;
    if (element.is_object()) any = take_object(event) || any;
  }
  return any;
}

bool EventSource::take_object(const Event& event) {
  const bool known = sink_->event(event);
  recognised_ = recognised_ || known;
  return known;
}

// In a stream there may be events that we need not know; they are a problem only if there are no others.
void EventSource::note_unknown(std::string_view text) {
  if (!recognised_ && unknown_.empty()) unknown_ = shortened(text);
}

void EventSource::malformed(std::string_view text) {
  sink_->problem(own_error(ErrorDelta::Kind::kMalformed, "what the provider sent is no answer that can be read", text));
}

}  // namespace acode::wire::detail
