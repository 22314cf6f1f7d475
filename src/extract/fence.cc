// Reading fences.
#include "extract/fence.h"

#include <algorithm>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "base/text.h"
#include "extract/bare_json.h"
#include "extract/call_keys.h"
#include "extract/call_shapes.h"
#include "extract/catalog.h"
#include "extract/text_extractor.h"

namespace acode::extract {
namespace {

using base::is_blank;
using base::is_white;

constexpr std::size_t kLongestInfo = 64;  // what stands behind the opening fence is a word or two

/// What stands between the fences: calls, and whether there is anything else.
struct Inside final : Listener {
  std::vector<TextCall> calls;
  bool other = false;

  void content(std::string_view text, std::size_t /*offset*/) override { other = other || !is_blank(text); }
  void reasoning(std::string_view text, std::size_t /*offset*/) override { other = other || !is_blank(text); }
  void content_was_reasoning() override {}
  void call(TextCall&& call) override { calls.push_back(std::move(call)); }
  void framing(std::size_t /*offset*/, std::size_t /*length*/) override {}
  void invented(std::string_view /*text*/, std::size_t /*offset*/) override { other = true; }
  void oddity(Oddity&& /*oddity*/) override {}
};

// Whether only white space stands before `at` on its line.
bool begins_line(std::string_view text, std::size_t at, std::size_t from) {
  while (at > from && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  return at == from || text[at - 1] == '\n';
}

// The text that a call was read from begins so much further on.
void move(TextCall& call, std::size_t by) {
  call.offset += by;
  for (TextRepair& repair : call.repairs) repair.offset += by;
}

// Whether a call may have ended right before `at`.
bool closes_line(std::string_view text, std::size_t at) {
  return at > 0 && std::string_view("}])>").find(text[at - 1]) != std::string_view::npos;
}

}  // namespace

Look FenceReader::look(std::string_view text, bool final) {
  if (const Look::State state = find_body(text, final); state != Look::State::kDone) {
    return state == Look::State::kMore ? Look::more() : Look::no();
  }
  for (;;) {
    const std::size_t close = text.find(opener_, searched_);
    if (close == std::string_view::npos) {
      searched_ = std::max(body_, text.size() - std::min(text.size(), opener_.size() - 1));
      return final ? read_body(text, text.size(), text.size()) : Look::more();
    }
    const std::size_t behind = close + opener_.size();
    if (closes_line(text, close) || begins_line(text, close, body_)) {
      // What stands behind the fence tells one that ends a line of the call from one inside a string.
      if (behind == text.size() && !final) return Look::more();
      if (behind == text.size() || is_white(text[behind])) {
        return read_body(text, close, behind);
      }
    }
    searched_ = behind;
  }
}

// Behind the line of the opening fence; kDone if what begins there may be a call.
Look::State FenceReader::find_body(std::string_view text, bool final) {
  if (body_ == 0) {
    const std::size_t line = text.find('\n', opener_.size());
    if (std::min(line, text.size()) > kLongestInfo) return Look::State::kNot;
    if (line == std::string_view::npos) return final ? Look::State::kNot : Look::State::kMore;
    body_ = line + 1;
    searched_ = body_;
  }
  if (may_be_) return Look::State::kDone;
  switch (beginning(text.substr(body_), final)) {
    case Beginning::kCall:
      may_be_ = true;
      return Look::State::kDone;
    case Beginning::kNone:
      return Look::State::kNot;
    case Beginning::kUnknown:
      return Look::State::kMore;
  }
  return Look::State::kNot;
}

// Code and configurations must not be held back: most fences hold no call.
FenceReader::Beginning FenceReader::beginning(std::string_view body, bool final) {
  const std::size_t first = base::skip_white(body, 0);
  if (first == body.size()) return final ? Beginning::kNone : Beginning::kUnknown;
  const MarkerScan::Found found = catalog_->scan().at(body, first, {}, final, markers_);
  if (found.state == MarkerScan::State::kPart) return Beginning::kUnknown;
  for (std::size_t i = 0; i < markers_.size(); ++i) {
    if (markers_[i].meaning.kind != Meaning::Kind::kFormat) continue;
    const std::string_view begun = body.substr(first);
    if (markers_[i].text != "{") return Beginning::kCall;
    begins_like_call_ = may_begin_call(begun, catalog_->tools());
    if (begins_like_call_ || may_be_arguments(begun)) return Beginning::kCall;
  }
  return Beginning::kNone;
}

// The tool that the text before the fence names, or null.
const schema::Tool* FenceReader::mentioned() {
  if (!mentioned_) mentioned_ = catalog_->tools().mentioned_last(before_);
  return *mentioned_;
}

// Whether the first key is a parameter of the tool that was mentioned, or may become one.
bool FenceReader::may_be_arguments(std::string_view body) {
  const std::size_t quote = base::skip_white(body, 1);
  if (quote < body.size() && body[quote] != '"') return false;
  const schema::Tool* const tool = mentioned();
  if (tool == nullptr) return false;
  if (quote == body.size()) return true;
  const std::size_t end = body.find('"', quote + 1);
  if (end == std::string_view::npos) return body.size() - quote < kLongestInfo;
  return has_property(tool, body.substr(quote + 1, end - quote - 1));
}

// The body as the arguments of the tool that was mentioned; none if it is not just that.
std::vector<TextCall> FenceReader::read_arguments(std::string_view body) {
  const std::size_t first = base::skip_white(body, 0);
  if (first == body.size() || body[first] != '{') return {};
  const schema::Tool* const tool = mentioned();
  if (tool == nullptr) return {};
  const Result<json::Document> arguments = json::parse(body);
  if (!arguments || !arguments->root().is_object() || arguments->root().members().empty()) return {};
  for (const json::Member member : arguments->root().members()) {
    if (!has_property(tool, member.name)) return {};
  }
  if (!has_required(*tool, arguments->root())) return {};
  TextCall call;
  call.name = tool->name;
  call.arguments = json::write(arguments->root());
  call.format = "fence";
  call.offset = body_;
  call.length = body.size();
  call.warnings.emplace_back("the name of the tool stood in the text before the arguments");
  return {std::move(call)};
}

// The calls between the fences, if there is nothing else.
Look FenceReader::read_body(std::string_view text, std::size_t end, std::size_t length) {
  const std::string_view body = text.substr(body_, end - body_);
  std::vector<TextCall> calls = read_alone(body);
  if (calls.empty()) {
    Inside inside;
    ReaderPlace place;
    TextExtractor(catalog_, false, &place, false).finish(body, inside);  // there are no fences in fences
    if (!inside.calls.empty() && inside.other) return Look::no(length);
    calls = std::move(inside.calls);
    for (TextCall& call : calls) move(call, body_);
  }
  if (calls.empty()) calls = read_arguments(body);
  return calls.empty() ? Look::no(length) : Look::done(length, std::move(calls));
}

// The same for a body that is one construct, as most are: it is read as an extractor would read it, without one. None if
// it is not just that.
std::vector<TextCall> FenceReader::read_alone(std::string_view body) {
  const std::size_t first = base::skip_white(body, 0);
  const std::string_view text = body.substr(first, kMaxHeldBytes);
  if (catalog_->leaves_calls() || text.size() < markers_[0].text.size()) return {};
  if (first > 0 && text[0] == 't') return {};  // it may be a marker together with the space before it: ` to=f`
  ReaderPlace place;
  ReaderRoom room(&place);
  for (std::size_t i = 0; i < markers_.size(); ++i) {
    const Meaning& meaning = markers_[i].meaning;
    if (meaning.kind != Meaning::Kind::kFormat) return {};
    Look look = reader(room, markers_[i]).look(text, true);
    if (look.state != Look::State::kDone) continue;
    if (!is_blank(body.substr(first + look.length))) return {};
    return calls_in(look, *meaning.format, first);
  }
  return {};
}

ConstructReader& FenceReader::reader(ReaderRoom& room, const Marker& marker) const {
  const bool bare = marker.text == "{" && marker.meaning.format->name == "json";
  if (bare) return room.make<BareJsonReader>(catalog_->tools(), begins_like_call_);
  return marker.meaning.format->reader(room, catalog_->tools(), marker.text);
}

// As an extractor would hand them out.
std::vector<TextCall> FenceReader::calls_in(Look& look, const Format& format, std::size_t first) const {
  if (look.then != Look::Then::kSame) return {};
  for (PlainCall& plain : look.plain) look.calls.push_back(spelled_out(std::move(plain)));
  for (TextCall& call : look.calls) {
    if (!call.variables.empty()) return {};
    move(call, body_ + first);
    if (call.format.empty()) call.format = format.name;
  }
  return std::move(look.calls);
}

}  // namespace acode::extract
