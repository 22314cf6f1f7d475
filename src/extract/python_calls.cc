// From brackets, quotes and names to calls: a small machine that is fed with text as it comes.
#include "extract/python_calls.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "acode/json/reader.h"
#include "extract/plain_python.h"
#include "extract/python_value.h"
#include "json/words.h"

namespace acode::extract {
namespace {

using detail::Answer;
using detail::PythonToken;
using Kind = PythonToken::Kind;

constexpr std::size_t kDeepest = 64;       // brackets within a call
constexpr std::size_t kMostWrapping = 16;  // brackets and quotes round the calls
constexpr std::size_t kLongestName = 256;
constexpr std::size_t kUsualTokens = 32;  // of a call: most have no more
constexpr std::size_t kUsualDepth = 4;    // of their brackets

char opener_of(char closer) {
  if (closer == ')') return '(';
  if (closer == ']') return '[';
  return closer == '}' ? '{' : closer;
}

bool is_one_of(char c, std::string_view characters) { return characters.find(c) != std::string_view::npos; }

bool is_tool_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_tool_name_character(char c) { return is_tool_name_start(c) || (c >= '0' && c <= '9') || c == '.' || c == '-'; }

bool is_escaped(std::string_view name) { return name.find('\\') != std::string_view::npos; }

// The value of a text that is JSON, unless it is nested too deep to be handed on as one.
std::optional<json::SharedValue> value_of(std::string_view text) {
  const Result<json::Document> read = json::parse(text, {kMaxTextBytes, kShallow});
  if (!read) return std::nullopt;
  return json::SharedValue(read->root(), read->owner());
}

bool needs_arguments(const schema::Tool* tool) {
  const auto required = tool == nullptr ? std::nullopt : tool->parameters.source().find("required");
  return required && required->size() > 0;
}

}  // namespace

Look PythonCallsReader::look(std::string_view text, bool final) {
  Step step = Step::kOn;
  while (step == Step::kOn) {
    if (stage_ == Stage::kBetween) {
      step = between(text, final);
    } else {
      step = stage_ == Stage::kName ? name(text, final) : call(text, final);
    }
  }
  if (step == Step::kWait && !final) return Look::more();
  if (has_calls()) {
    Look look = Look::done(end_, std::move(calls_));
    look.plain = plain_;
    return look;
  }
  return Look::no(stage_ == Stage::kCall && !tokens_.empty() ? tokens_.back().end : at_);
}

Within PythonCallsReader::within() const {
  const char quote = stage_ == Stage::kCall ? lexer_.open_quote() : '\0';
  if (quote == '"') return Within::kString;
  return quote == '\'' ? Within::kApostrophe : Within::kNothing;
}

// Outside a call: white space, brackets, quotes and commas, up to the next name.
PythonCallsReader::Step PythonCallsReader::between(std::string_view text, bool final) {
  if (at_ >= text.size()) return Step::kWait;
  const char c = text[at_];
  if (detail::is_python_space(c)) {
    ++at_;
    return Step::kOn;
  }
  const Answer marker = end_marker_here(text, final);
  if (marker == Answer::kUnclear) return Step::kWait;
  if (marker == Answer::kYes) {
    end_ = at_;
    return Step::kOver;
  }
  const Answer definition = definition_here(text, final);
  if (definition == Answer::kUnclear) return Step::kWait;
  if (definition == Answer::kYes) return drop_last_call();
  if (!is_tool_name_start(c)) return separator_or_bracket(c);
  stage_ = Stage::kName;
  name_begin_ = at_;
  return Step::kOn;
}

Answer PythonCallsReader::end_marker_here(std::string_view text, bool final) const {
  return end_marker_.empty() ? Answer::kNo : detail::goes_on_with(text, at_, end_marker_, final);
}

// What follows tells that the last call was none: `f(a=1):` at the end of a line, `f(a) -> int`, `f(a) {`.
Answer PythonCallsReader::definition_here(std::string_view text, bool final) const {
  if (!has_calls() || place_ == PythonPlace::kMarked || !wrapping_.empty()) return Answer::kNo;
  if (text[at_] == '-') return detail::goes_on_with(text, at_, "->", final);
  if (text[at_] == '{') return Answer::kYes;
  return at_ == end_ && text[at_] == ':' ? detail::goes_on_with(text, at_, ":\n", final) : Answer::kNo;
}

PythonCallsReader::Step PythonCallsReader::drop_last_call() {
  if (plain_.empty()) {
    calls_.pop_back();
  } else {
    plain_.pop_back();
  }
  end_ = has_calls() ? end_of_last_call() : 0;
  return Step::kOver;
}

std::size_t PythonCallsReader::end_of_last_call() const {
  return plain_.empty() ? calls_.back().offset + calls_.back().length : plain_.back().offset + plain_.back().length;
}

PythonCallsReader::Step PythonCallsReader::separator_or_bracket(char c) {
  const std::size_t opened = is_one_of(c, ")]}'\"`") ? wrapping_.rfind(opener_of(c)) : std::string::npos;
  if (opened != std::string::npos) return close(opened);
  if (is_one_of(c, "([{'\"`")) {
    if (wrapping_.size() == kMostWrapping) return Step::kOver;
    wrapping_ += c;
  } else if (c == ';' && at_ == end_) {
    end_ = at_ + 1;
  } else {
    const bool separates = is_one_of(c, ",;") || (is_one_of(c, "+*|&") && in_list());
    if (c != '\\' && (!has_calls() || !separates)) return Step::kOver;
  }
  ++at_;
  return Step::kOn;
}

// Closes a bracket or a quote, and those inside that were forgotten.
PythonCallsReader::Step PythonCallsReader::close(std::size_t opened) {
  if (!has_calls()) return Step::kOver;
  ++at_;
  if (opened < wrapped_) {
    end_ = at_;
    wrapped_ = opened;
  }
  wrapping_.resize(opened);
  return Step::kOn;
}

PythonCallsReader::Step PythonCallsReader::name(std::string_view text, bool final) {
  while (at_ < text.size()) {
    std::size_t length = is_tool_name_character(text[at_]) ? 1 : 0;
    if (text[at_] == '\\') {
      const Answer escape = detail::goes_on_with(text, at_, "\\_", final);
      if (escape == Answer::kUnclear) return Step::kWait;
      length = escape == Answer::kYes ? 2 : 0;
    }
    if (length == 0) return name_ended(text, final);
    at_ += length;
    if (at_ - name_begin_ > kLongestName) return Step::kOver;
  }
  return Step::kWait;
}

// What stands behind the name: its parenthesis, if this is a call.
PythonCallsReader::Step PythonCallsReader::name_ended(std::string_view text, bool final) {
  const char c = text[at_];
  if (c == '(') return begin_call(text, at_);
  const bool quoted = is_one_of(c, "'\"`") && !wrapping_.empty() && wrapping_.back() == c;
  const bool spaced = c == ' ' && (place_ == PythonPlace::kMarked || in_list());
  if (!quoted && !spaced) return Step::kOver;
  const char with_parenthesis[] = {c, '('};
  const Answer follows = detail::goes_on_with(text, at_, {with_parenthesis, 2}, final);
  if (follows == Answer::kUnclear) return Step::kWait;
  if (follows == Answer::kNo) return Step::kOver;
  if (quoted) wrapping_.pop_back();
  return begin_call(text, at_ + 1);
}

PythonCallsReader::Step PythonCallsReader::begin_call(std::string_view text, std::size_t parenthesis) {
  if (take_plain(text, parenthesis)) return Step::kOn;
  const std::string_view written = text.substr(name_begin_, at_ - name_begin_);
  name_ = detail::unescaped_name(written);
  markdown_ = is_escaped(written);
  if (name_ == "print" && tools_.find(name_) == nullptr && wrapping_.size() < kMostWrapping) {
    wrapping_ += '(';
    at_ = parenthesis + 1;
    stage_ = Stage::kBetween;
    return Step::kOn;
  }
  if (!is_callable(name_)) return Step::kOver;
  lexer_ = detail::PythonLexer(parenthesis, end_marker_);
  tokens_.clear();
  tokens_.reserve(kUsualTokens);
  open_.clear();
  open_.reserve(kUsualDepth);
  warnings_.clear();
  stage_ = Stage::kCall;
  return Step::kOn;
}

// Most calls have the name of a tool, and arguments that are written as they should be.
bool PythonCallsReader::take_plain(std::string_view text, std::size_t parenthesis) {
  constexpr std::size_t kLongestPlainName = 64;
  const std::string_view name = text.substr(name_begin_, at_ - name_begin_);
  if (place_ == PythonPlace::kMarked || name.size() > kLongestPlainName) return false;
  const schema::Tool* const tool = tools_.exactly(name);
  if (tool == nullptr) return false;
  std::optional<detail::PlainPython> read = detail::read_plain_python(text, parenthesis, *tool);
  if (!read) return false;
  add(PlainCall{tool, std::move(read->arguments), {}, name_begin_, read->end - name_begin_});
  at_ = end_ = read->end;
  wrapped_ = wrapping_.size();
  stage_ = Stage::kBetween;
  return true;
}

void PythonCallsReader::add(PlainCall call) {
  constexpr std::size_t kUsualCalls = 4;
  if (!calls_.empty()) return calls_.push_back(spelled_out(std::move(call)));
  if (plain_.empty()) plain_.reserve(kUsualCalls);
  plain_.push_back(std::move(call));
}

void PythonCallsReader::add(TextCall call) {
  for (PlainCall& plain : std::exchange(plain_, {})) calls_.push_back(spelled_out(std::move(plain)));
  calls_.push_back(std::move(call));
}

bool PythonCallsReader::is_callable(std::string_view name) const {
  const auto is_plain = [name] { return Tools(nullptr).may_be(name); };
  if (place_ == PythonPlace::kMarked) return is_plain();
  if (!tools_.given()) return in_list() && is_plain();
  return tools_.may_be(name) || (in_list() && has_calls() && is_plain());  // a tool that the model has made up
}

PythonCallsReader::Step PythonCallsReader::call(std::string_view text, bool final) {
  const std::optional<PythonToken> token = lexer_.next(text, final);
  if (!token) return Step::kWait;
  if (token->kind == Kind::kEnd) return finish_call(text, token->begin, false);
  tokens_.push_back(*token);
  if (token->kind == Kind::kName && is_escaped(text.substr(token->begin, token->end - token->begin))) markdown_ = true;
  if (token->kind == Kind::kClose) return take_close(text);
  if (token->kind == Kind::kOpen) open_.push_back(tokens_.size() - 1);
  return open_.size() > kDeepest || is_prose(text) ? Step::kOver : Step::kOn;
}

// `search (as I said)`: two words side by side are no argument.
bool PythonCallsReader::is_prose(std::string_view text) const {
  constexpr std::array<std::string_view, 4> kOperators = {"new", "await", "not", "lambda"};
  if (place_ == PythonPlace::kMarked || tokens_.size() != 3) return false;
  if (tokens_[1].kind != Kind::kName || tokens_[2].kind != Kind::kName) return false;
  const std::string_view first = text.substr(tokens_[1].begin, tokens_[1].end - tokens_[1].begin);
  return std::find(kOperators.begin(), kOperators.end(), first) == kOperators.end();
}

// The last token closes a bracket, and those inside that were forgotten. If it closes none of the call's but one round
// it, the call has ended without a parenthesis.
PythonCallsReader::Step PythonCallsReader::take_close(std::string_view text) {
  const PythonToken token = tokens_.back();
  const char opener = opener_of(token.symbol);
  const auto opened =
      std::find_if(open_.rbegin(), open_.rend(), [&](std::size_t number) { return tokens_[number].symbol == opener; });
  if (opened == open_.rend()) {
    tokens_.pop_back();
    warnings_.emplace_back("brackets do not match");
    if (wrapping_.find(opener) == std::string::npos) return Step::kOn;
    return finish_call(text, token.begin, true);
  }
  if (opened != open_.rbegin()) warnings_.emplace_back("brackets do not match");
  for (auto number = open_.rbegin(); number != opened + 1; ++number) tokens_[*number].match = tokens_.size() - 1;
  open_.erase((opened + 1).base(), open_.end());
  return open_.empty() ? finish_call(text, token.end, true) : Step::kOn;
}

// A word at which the text was cut may be half a word.
void PythonCallsReader::drop_cut_word(std::string_view text) {
  const PythonToken& last = tokens_.back();
  if (last.kind != Kind::kName || !last.cut) return;
  const json::detail::Word word = json::detail::classify(text.substr(last.begin, last.end - last.begin));
  if (word.kind == json::detail::WordKind::kText) tokens_.pop_back();
}

PythonCallsReader::Step PythonCallsReader::finish_call(std::string_view text, std::size_t end, bool complete) {
  if (!complete) drop_cut_word(text);
  const schema::Tool* const tool = tools_.find(name_);
  detail::PythonValues values(text, tokens_, markdown_, warnings_);
  const std::size_t last = tokens_[0].match == PythonToken::kNone ? tokens_.size() : tokens_[0].match;
  detail::PythonArguments arguments = detail::read_python_arguments(values, {1, last}, tool);
  if (is_talk(tool, arguments, complete)) return Step::kOver;
  TextCall call;
  call.name = name_;
  call.arguments = std::move(arguments.json);
  call.value = value_of(call.arguments);
  call.offset = name_begin_;
  call.length = end - name_begin_;
  call.complete = complete;
  call.warnings = warnings_;
  call.variables = std::move(arguments.variables);
  add(std::move(call));
  at_ = end_ = end;
  wrapped_ = wrapping_.size();
  stage_ = Stage::kBetween;
  return Step::kOn;
}

bool PythonCallsReader::is_talk(const schema::Tool* tool, const detail::PythonArguments& arguments,
                                bool complete) const {
  if (arguments.hollow && complete) return true;
  if (place_ == PythonPlace::kMarked) return false;
  if (arguments.json == "{}" && !complete) return true;
  if (arguments.signature && (!in_list() || tool == nullptr)) return true;
  return arguments.empty && !in_list() && needs_arguments(tool);
}

}  // namespace acode::extract
