// Reading calls from tags.
#include "extract/tag_calls.h"

#include <algorithm>
#include <utility>

#include "extract/call_keys.h"
#include "extract/tokens.h"

namespace acode::extract {
namespace {

constexpr std::string_view kCdata = "<![CDATA[";
constexpr std::string_view kCdataEnd = "]]>";

// How much may stand between two parameters that does not belong there.
constexpr std::size_t kMostBetween = 256;
// How far back the beginning of a line is looked for.
constexpr std::size_t kMostIndent = 64;

bool is_structure(Tag::Kind kind) {
  return kind != Tag::Kind::kNone && kind != Tag::Kind::kPart && kind != Tag::Kind::kValue;
}

bool is_outer(Tag::Kind kind) { return kind == Tag::Kind::kWrapper || kind == Tag::Kind::kCall; }

// A line end before a closing tag that was forgotten is not the value's.
std::string_view without_last_newline(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

// Tokens that end a turn, at the end of a text that stopped inside a value.
std::string_view without_end_tokens(std::string_view text) {
  const std::string_view shorter = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  for (const std::string_view token : end_tokens()) {
    if (shorter.ends_with(token)) return without_last_newline(shorter.substr(0, shorter.size() - token.size()));
  }
  return text;
}

}  // namespace

Look TagCallsReader::look(std::string_view text, bool final) {
  text_ = text;
  final_ = final;
  for (;;) {
    Step step = Step::kWait;
    switch (stage_) {
      case Stage::kOutside:
        step = outside();
        break;
      case Stage::kBody:
        step = body();
        break;
      case Stage::kValue:
        step = value();
        break;
      case Stage::kJson:
        step = json();
        break;
    }
    if (step == Step::kWait) return Look::more();
    if (step == Step::kNot) return unknown_.empty() ? Look::no(at_) : Look::no_tool(unknown_, at_);
    if (step == Step::kDone) return Look::done(end_, std::move(calls_));
  }
}

// All of a value has been passed over, and nothing but a `<` is waited for.
Within TagCallsReader::within() const {
  const bool plain = stage_ == Stage::kValue && !in_cdata_ && !cdata_may_begin_ && at_ == text_.size();
  return plain ? Within::kTag : Within::kNothing;
}

Tag TagCallsReader::tag_at(std::size_t position, bool in_value) const {
  const bool in_call = stage_ != Stage::kOutside;
  return syntax_.at(text_, position,
                    {.tools = tools_,
                     .tool = in_call ? tool_ : nullptr,
                     .call = in_call ? std::string_view(name_) : std::string_view(),
                     .parameter = parameter_,
                     .in_value = in_value,
                     .final = final_});
}

// --- outside of calls ---

TagCallsReader::Step TagCallsReader::outside() {
  at_ = skip_white(text_, at_);
  const Step none = calls_.empty() ? Step::kNot : Step::kDone;
  if (at_ == text_.size()) return final_ ? none : Step::kWait;
  const Tag tag = tag_at(at_, false);
  switch (tag.kind) {
    case Tag::Kind::kPart:
      return Step::kWait;
    case Tag::Kind::kCut:
      if (!rules_.tokens) return none;
      end_ = text_.size();
      return Step::kDone;
    case Tag::Kind::kWrapper:
      return wrapper(tag);
    case Tag::Kind::kWrapperEnd:
      if (!wrapped_) return none;
      end_ = at_ + tag.length;
      return Step::kDone;
    case Tag::Kind::kIgnored:
      at_ += tag.length;
      if (!calls_.empty()) end_ = at_;
      return Step::kOn;
    case Tag::Kind::kCall:
      return begin_call(tag);
    default:
      return none;
  }
}

TagCallsReader::Step TagCallsReader::wrapper(const Tag& tag) {
  if (!calls_.empty()) return Step::kDone;
  if (wrapped_twice_) return Step::kNot;
  wrapped_twice_ = wrapped_;
  wrapped_ = true;
  at_ += tag.length;
  return Step::kOn;
}

TagCallsReader::Step TagCallsReader::begin_call(const Tag& tag) {
  const bool callable = rules_.any_name || !calls_.empty() ? !tag.name.empty() : tools_.may_be_meant(tag.name);
  if (!callable) {
    if (calls_.empty() && wrapped_) unknown_ = tag.name;
    return drop_call();
  }
  call_begin_ = at_;
  at_ += tag.length;
  call_end_ = at_;
  name_ = tag.name;
  tool_ = tools_.find(name_);
  arguments_ = TagArguments(tool_);
  if (tag.odd) arguments_.warnings().emplace_back("the tag of the call is not closed");
  keys_.clear();
  json_.reset();
  json_text_.clear();
  stage_ = Stage::kBody;
  return tag.empty ? call_is_over(at_) : Step::kOn;
}

// --- between parameters ---

TagCallsReader::Step TagCallsReader::body() {
  at_ = skip_white(text_, at_);
  if (at_ == text_.size()) return final_ ? text_ends_in_body() : Step::kWait;
  const Tag tag = tag_at(at_, false);
  if (tag.kind == Tag::Kind::kPart) return Step::kWait;
  if (tag.kind == Tag::Kind::kNone) return text_in_body();
  return tag_in_body(tag);
}

TagCallsReader::Step TagCallsReader::tag_in_body(const Tag& tag) {
  switch (tag.kind) {
    case Tag::Kind::kParameter:
    case Tag::Kind::kValue:
      return take_value_tag(tag);
    case Tag::Kind::kKey:
      keys_.push_back(tag.name);
      at_ += tag.length;
      call_end_ = at_;
      return Step::kOn;
    case Tag::Kind::kCallEnd:
      return call_is_over(at_ + tag.length);
    case Tag::Kind::kWrapper:
    case Tag::Kind::kWrapperEnd:
    case Tag::Kind::kCall:
      return call_is_over(call_end_);
    case Tag::Kind::kCut:
      return text_ends_in_body();
    default:  // closing tags that are there twice, and what says nothing
      at_ += tag.length;
      call_end_ = at_;
      return Step::kOn;
  }
}

TagCallsReader::Step TagCallsReader::take_value_tag(const Tag& tag) {
  if (tag.kind == Tag::Kind::kParameter) {
    begin_value(tag.name, tag);
  } else if (keys_.empty()) {
    arguments_.warnings().emplace_back("a value without a name was left out");
    begin_value({}, tag);
  } else {
    begin_value(keys_.front(), tag);
    keys_.pop_front();
  }
  return tag.empty ? end_value({at_, at_, true}) : Step::kOn;
}

void TagCallsReader::begin_value(std::string name, const Tag& tag) {
  parameter_ = std::move(name);
  typing_ = tag.typing;
  if (tag.odd) arguments_.warnings().push_back("the tag of parameter \"" + parameter_ + "\" is not closed");
  at_ += tag.length;
  value_begin_ = at_;
  white_end_ = 0;
  in_cdata_ = false;
  cdata_may_begin_ = rules_.values.cdata;
  fallback_.reset();
  stage_ = Stage::kValue;
}

// Something that is no tag: JSON, or text that does not belong there.
TagCallsReader::Step TagCallsReader::text_in_body() {
  const bool first = arguments_.empty() && keys_.empty() && json_text_.empty();
  if (first && text_[at_] == '{' && (wrapped_ || rules_.bare_json)) {
    const Answer fits = rules_.json_must_fit ? json_fits() : Answer::kYes;
    if (fits == Answer::kUnknown) return Step::kWait;
    if (fits == Answer::kNo) return drop_call();
    json_.emplace(rules_.json_closers, rules_.json_openers);
    json_begin_ = at_;
    stage_ = Stage::kJson;
    return Step::kOn;
  }
  if (first) return drop_call();
  switch (more_of_call()) {
    case Answer::kUnknown:
      return Step::kWait;
    case Answer::kYes:
      arguments_.warnings().emplace_back("text between the parameters was left out");
      return Step::kOn;
    default:
      return call_is_over(call_end_);
  }
}

// Whether the first key of the JSON at hand is one of the tool's parameters.
TagCallsReader::Answer TagCallsReader::json_fits() const {
  constexpr std::size_t kLongestKey = 128;
  const std::string_view near = text_.substr(at_, kLongestKey);
  const Answer unknown = near.size() < kLongestKey && !final_ ? Answer::kUnknown : Answer::kNo;
  const std::size_t quote = near.find_first_not_of(" \t\r\n", 1);
  if (quote == std::string_view::npos) return unknown;
  if (near[quote] != '"' && near[quote] != '\'') return Answer::kNo;
  const std::size_t end = near.find(near[quote], quote + 1);
  if (end == std::string_view::npos) return unknown;
  return has_property(tool_, near.substr(quote + 1, end - quote - 1)) ? Answer::kYes : Answer::kNo;
}

// Whether a tag of this call follows soon; then that is where to go on.
TagCallsReader::Answer TagCallsReader::more_of_call() {
  const std::size_t last = std::min(text_.size(), at_ + kMostBetween);
  for (std::size_t position = at_; position < last; ++position) {
    const Tag tag = tag_at(position, false);
    if (tag.kind == Tag::Kind::kPart) return Answer::kUnknown;
    if (is_outer(tag.kind)) return Answer::kNo;
    if (!is_structure(tag.kind) || tag.kind == Tag::Kind::kIgnored) continue;
    at_ = position;
    return Answer::kYes;
  }
  return last == text_.size() && !final_ ? Answer::kUnknown : Answer::kNo;
}

// What began like a call goes on like none.
TagCallsReader::Step TagCallsReader::drop_call() { return calls_.empty() ? Step::kNot : Step::kDone; }

// It may be that only the closing tags are missing: then all that the tool needs is there.
TagCallsReader::Step TagCallsReader::text_ends_in_body() {
  const bool some = !arguments_.empty() || !json_text_.empty() || !keys_.empty();
  if (!some && tool_ == nullptr && !wrapped_ && !rules_.tokens) return drop_call();
  finish_call(text_.size(), keys_.empty() && (!json_text_.empty() || arguments_.has_required()));
  return Step::kDone;
}

// --- values ---

TagCallsReader::Step TagCallsReader::value() {
  for (;;) {
    if (!find_next_in_value()) return final_ ? text_ends_in_value() : Step::kWait;
    if (in_cdata_ && text_[at_] == ']') {
      // What seemed to end the value inside did not.
      in_cdata_ = false;
      cdata_may_begin_ = true;
      fallback_.reset();
      at_ += kCdataEnd.size();
      continue;
    }
    if (cdata_may_begin_) {
      const Match cdata = match_one(text_, at_, kCdata, final_);
      if (cdata.part()) return Step::kWait;
      cdata_may_begin_ = false;
      in_cdata_ = cdata.yes();
    }
    const Tag tag = tag_at(at_, true);
    if (tag.kind == Tag::Kind::kPart) return Step::kWait;
    const Step step = tag_in_value(tag);
    if (step != Step::kOn || stage_ != Stage::kValue) return step;
    ++at_;
    white_end_ = 0;
  }
}

// Goes to the next `<`, or to `]]>` inside of CDATA. False if there is none so far.
bool TagCallsReader::find_next_in_value() {
  const std::size_t begin = at_;
  at_ = std::min(text_.find('<', begin), text_.size());
  if (in_cdata_) {
    const std::string_view before = text_.substr(begin, at_ - begin);
    const std::size_t end = before.find(kCdataEnd);
    if (end != std::string_view::npos) {
      at_ = begin + end;
      return true;
    }
    // The beginning of `]]>` may be all that has come.
    if (at_ == text_.size()) at_ = std::max(begin, at_ - std::min(at_, kCdataEnd.size() - 1));
    return at_ < text_.size() && text_[at_] == '<';
  }
  if (cdata_may_begin_ && skip_white(text_.substr(0, at_), begin) < at_) cdata_may_begin_ = false;
  return at_ < text_.size();
}

// kOn: the value goes on behind it, unless the stage is another.
TagCallsReader::Step TagCallsReader::tag_in_value(const Tag& tag) {
  switch (tag.kind) {
    case Tag::Kind::kParameterEnd:
      return closing_in_value(tag, Level::kParameter, {at_, at_ + tag.length, true});
    case Tag::Kind::kCallEnd:
      return closing_in_value(tag, Level::kCall, {at_, at_, false});
    case Tag::Kind::kWrapperEnd:
      return closing_in_value(tag, Level::kWrapper, {at_, at_, false});
    case Tag::Kind::kParameter:
    case Tag::Kind::kKey:
    case Tag::Kind::kValue:
    case Tag::Kind::kCall:
    case Tag::Kind::kWrapper:
      return opening_in_value(tag);
    default:
      return Step::kOn;
  }
}

TagCallsReader::Step TagCallsReader::closing_in_value(const Tag& tag, Level level, const Ending& ending) {
  const Answer answer = rules_.tokens ? Answer::kYes : followed_rightly(at_ + tag.length, level);
  if (answer == Answer::kUnknown) return Step::kWait;
  // The end of the call says that a closing tag before it was meant, with something strange behind it.
  const bool meant_before = fallback_ && fallback_->closed && !ending.closed;
  if (answer == Answer::kYes && !in_cdata_) return end_value(meant_before ? *fallback_ : ending);
  if (!fallback_) fallback_ = ending;
  return Step::kOn;
}

TagCallsReader::Step TagCallsReader::opening_in_value(const Tag& tag) {
  if (fallback_ && (is_outer(tag.kind) || !in_cdata_)) return end_value(*fallback_);
  if (in_cdata_) return Step::kOn;
  if (is_outer(tag.kind)) {
    const Answer answer = call_begins(tag);
    if (answer == Answer::kUnknown) return Step::kWait;
    return answer == Answer::kYes ? end_value({at_, at_, false}) : Step::kOn;
  }
  return begins_parameter(tag) ? end_value({at_, at_, false}) : Step::kOn;
}

// Whether behind a closing tag the call goes on, or is over: then the tag is meant.
TagCallsReader::Answer TagCallsReader::followed_rightly(std::size_t position, Level level) {
  white_end_ = skip_white(text_, std::max(position, white_end_));
  if (white_end_ == text_.size()) return final_ ? Answer::kYes : Answer::kUnknown;
  const Match token = match_any(text_, white_end_, end_tokens(), final_);
  if (token.yes()) return Answer::kYes;
  const Tag tag = tag_at(white_end_, false);
  if (tag.kind == Tag::Kind::kPart || token.part()) return Answer::kUnknown;
  if (is_outer(tag.kind)) return Answer::kYes;
  if (level == Level::kCall) return tag.kind == Tag::Kind::kWrapperEnd ? Answer::kYes : Answer::kNo;
  return level == Level::kParameter && is_structure(tag.kind) ? Answer::kYes : Answer::kNo;
}

// Whether a call begins at the tag at hand, inside a value that was not closed.
TagCallsReader::Answer TagCallsReader::call_begins(const Tag& tag) const {
  if (!rules_.tokens && !at_line_start(at_)) return Answer::kNo;
  if (tag.kind == Tag::Kind::kCall) return tools_.may_be(tag.name) ? Answer::kYes : Answer::kNo;
  const std::size_t next = skip_white(text_.substr(0, at_ + tag.length + kMostIndent), at_ + tag.length);
  if (next == text_.size()) return final_ ? Answer::kNo : Answer::kUnknown;
  const Tag inner = tag_at(next, false);
  if (inner.kind == Tag::Kind::kPart) return Answer::kUnknown;
  return inner.kind == Tag::Kind::kCall && tools_.may_be(inner.name) ? Answer::kYes : Answer::kNo;
}

bool TagCallsReader::begins_parameter(const Tag& tag) const {
  if (tag.kind == Tag::Kind::kValue) return !keys_.empty();
  return rules_.tokens || tool_ == nullptr || has_property(tool_, tag.name);
}

bool TagCallsReader::at_line_start(std::size_t position) const {
  const std::size_t first = position > value_begin_ + kMostIndent ? position - kMostIndent : value_begin_;
  for (; position > first; --position) {
    const char c = text_[position - 1];
    if (c == '\n') return true;
    if (c != ' ' && c != '\t') return false;
  }
  return position == value_begin_;
}

TagCallsReader::Step TagCallsReader::end_value(const Ending& ending) {
  std::string_view raw = text_.substr(value_begin_, ending.value_end - value_begin_);
  if (!ending.closed) {
    raw = without_last_newline(raw);
    arguments_.warnings().push_back("parameter \"" + parameter_ + "\" is not closed");
  }
  if (!parameter_.empty()) arguments_.add(parameter_, raw, typing_, rules_.values);
  parameter_.clear();
  at_ = ending.resume;
  call_end_ = at_;
  stage_ = Stage::kBody;
  return Step::kOn;
}

TagCallsReader::Step TagCallsReader::text_ends_in_value() {
  if (fallback_) return end_value(*fallback_);
  const std::string_view raw = without_end_tokens(text_.substr(value_begin_));
  if (!parameter_.empty()) arguments_.add(parameter_, raw, typing_, rules_.values);
  parameter_.clear();
  finish_call(text_.size(), false);
  return Step::kDone;
}

// --- arguments in JSON ---

TagCallsReader::Step TagCallsReader::json() {
  const JsonBody::State state = json_->look(text_, json_begin_, final_);
  if (state == JsonBody::State::kMore) return Step::kWait;
  at_ = json_->end();
  call_end_ = at_;
  json_text_ = text_.substr(json_begin_, at_ - json_begin_);
  stage_ = Stage::kBody;
  if (state != JsonBody::State::kCut) return Step::kOn;
  finish_call(text_.size(), false);
  return Step::kDone;
}

// --- the end of a call ---

TagCallsReader::Step TagCallsReader::call_is_over(std::size_t end) {
  finish_call(end, true);
  return wrapped_ ? Step::kOn : Step::kDone;
}

void TagCallsReader::finish_call(std::size_t end, bool complete) {
  TextCall call;
  call.name = name_;
  call.arguments = json_text_.empty() ? arguments_.json() : json_text_;
  call.offset = call_begin_;
  call.length = end - call_begin_;
  call.complete = complete;
  call.warnings = std::move(arguments_.warnings());
  for (const std::string& key : keys_) call.warnings.push_back("parameter \"" + key + "\" has no value");
  calls_.push_back(std::move(call));
  at_ = end;
  end_ = end;
  stage_ = Stage::kOutside;
}

}  // namespace acode::extract
