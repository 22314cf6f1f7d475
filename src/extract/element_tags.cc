// Finding elements.
#include "extract/element_tags.h"

#include <algorithm>

#include "base/text.h"
#include "extract/call_keys.h"
#include "extract/marker_match.h"

namespace acode::extract {
namespace {

constexpr std::size_t kLongestName = 128;

Tag tag_of(Tag::Kind kind, std::size_t length) {
  Tag tag;
  tag.kind = kind;
  tag.length = length;
  return tag;
}

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || c == ':';
}

// `<word>`, `</word>` or `<word/>`.
struct Element {
  Match::State state = Match::State::kNo;
  std::size_t length = 0;
  std::string_view word;
  bool closing = false;
  bool empty = false;
};

Element read_element(std::string_view rest, bool final) {
  const Match::State unknown = final ? Match::State::kNo : Match::State::kPart;
  const bool closing = rest.starts_with("</");
  const std::size_t begin = closing ? 2 : 1;
  if (rest.empty() || rest[0] != '<') return {};
  std::size_t at = begin;
  while (at < rest.size() && at - begin <= kLongestName && is_name(rest[at])) ++at;
  const std::string_view word = rest.substr(std::min(begin, rest.size()), at - std::min(begin, at));
  const bool empty = !closing && at < rest.size() && rest[at] == '/' && !word.empty();
  if (empty) ++at;
  if (at >= rest.size()) return {unknown, 0, {}, closing, empty};
  if (word.empty() || rest[at] != '>') return {};
  return {Match::State::kYes, at + 1, word, closing, empty};
}

// What an element is called that holds all arguments, if the tool has no parameter of that name.
bool is_arguments(std::string_view word, const schema::Tool* tool) {
  const bool called_so = word == "arguments" || word == "parameters" || word == "args" || word == "params";
  return called_so && !has_property(tool, word);
}

}  // namespace

Tag ElementSyntax::at(std::string_view text, std::size_t position, const TagContext& context) const {
  const std::string_view rest = text.substr(position);
  if (rest.empty() || rest[0] != '<') return {};
  Tag tag = fixed_tag(rest, context.final);
  if (tag.kind == Tag::Kind::kNone || tag.kind == Tag::Kind::kPart) {
    Tag other = context.in_value ? Tag{} : name_tag(rest, context.final);
    if (other.kind == Tag::Kind::kNone) other = element(rest, context);
    if (other.kind != Tag::Kind::kNone) return other;
  }
  return tag;
}

// The tags that are always the same.
Tag ElementSyntax::fixed_tag(std::string_view rest, bool final) const {
  bool part = false;
  const auto is = [&](std::string_view tag) {
    part = part || (!final && tag.starts_with(rest));
    return rest.starts_with(tag);
  };
  for (const std::string_view tag : grammar_.ignored) {
    if (is(tag)) return tag_of(Tag::Kind::kIgnored, tag.size());
  }
  for (const std::string_view tag : grammar_.call_ends) {
    if (is(tag)) return tag_of(Tag::Kind::kCallEnd, tag.size());
  }
  for (const TagWords& words : grammar_.wrappers) {
    if (is(words.open)) return tag_of(Tag::Kind::kWrapper, words.open.size());
    if (is(words.close)) return tag_of(Tag::Kind::kWrapperEnd, words.close.size());
  }
  return part ? tag_of(Tag::Kind::kPart, 0) : Tag{};
}

// `<tool_name>f</tool_name>`
Tag ElementSyntax::name_tag(std::string_view rest, bool final) const {
  for (const TagWords& words : grammar_.names) {
    if (!final && words.open.starts_with(rest)) return tag_of(Tag::Kind::kPart, 0);
    if (!rest.starts_with(words.open)) continue;
    const std::string_view near = rest.substr(0, words.open.size() + kLongestName);
    const std::size_t end = near.find('<', words.open.size());
    if (end == std::string_view::npos) {
      if (near.size() < rest.size()) return {};
      return tag_of(final ? Tag::Kind::kCut : Tag::Kind::kPart, rest.size());
    }
    const Match close = match_one(rest, end, words.close, final);
    if (close.part()) return tag_of(Tag::Kind::kPart, 0);
    if (!close.yes()) return {};
    Tag tag = tag_of(Tag::Kind::kCall, end + close.length);
    tag.name = base::trimmed(near.substr(words.open.size(), end - words.open.size()));
    return tag;
  }
  return {};
}

// The element of a tool or of a parameter.
Tag ElementSyntax::element(std::string_view rest, const TagContext& context) const {
  const Element found = read_element(rest, context.final);
  if (found.state == Match::State::kPart) return tag_of(Tag::Kind::kPart, 0);
  if (found.state == Match::State::kNo) return {};
  Tag tag = tag_of(Tag::Kind::kNone, found.length);
  const bool own_call = grammar_.names.empty() && found.word == context.call;
  if (context.in_value) {
    if (found.closing && found.word == context.parameter)
      tag.kind = Tag::Kind::kParameterEnd;
    else if (found.closing && own_call)
      tag.kind = Tag::Kind::kCallEnd;
    return tag;
  }
  tag.name = found.word;
  tag.empty = found.empty;
  if (context.call.empty()) {
    if (grammar_.names.empty() && !found.closing) tag.kind = Tag::Kind::kCall;
  } else if (found.closing && own_call) {
    tag.kind = Tag::Kind::kCallEnd;
  } else if (is_arguments(found.word, context.tool)) {
    tag.kind = Tag::Kind::kIgnored;
  } else if (!found.closing && (!grammar_.names.empty() || has_property(context.tool, found.word))) {
    tag.kind = Tag::Kind::kParameter;
  }
  return tag;
}

}  // namespace acode::extract
