// Finding `<arg_key>` and its kin.
#include "extract/pair_tags.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "extract/marker_match.h"

namespace acode::extract {
namespace {

constexpr std::size_t kLongestSuffix = 32;
constexpr std::size_t kLongestName = 256;

Tag tag_of(Tag::Kind kind, std::size_t length) {
  Tag tag;
  tag.kind = kind;
  tag.length = length;
  return tag;
}

// What is known once the text ends inside something.
Tag unfinished(std::string_view rest, bool final) {
  return tag_of(final ? Tag::Kind::kCut : Tag::Kind::kPart, rest.size());
}

// The tag of this word, `<arg_key`, with its suffix and `>`.
Match match_token(std::string_view rest, std::string_view word, bool final) {
  if (!rest.starts_with(word)) {
    return {!final && word.starts_with(rest) ? Match::State::kPart : Match::State::kNo, 0};
  }
  std::size_t at = word.size();
  if (at < rest.size() && rest[at] == ':') {
    const auto is_suffix = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    };
    for (++at; at < rest.size() && at - word.size() <= kLongestSuffix && is_suffix(rest[at]);) ++at;
  }
  if (at == rest.size()) return {final ? Match::State::kNo : Match::State::kPart, 0};
  return rest[at] == '>' ? Match{Match::State::kYes, at + 1} : Match{};
}

// The name that follows `<tool_call>`: it ends with its line or where a tag or JSON begins, and nothing else may follow.
Tag call_tag(std::string_view rest, std::size_t begin, bool final) {
  const std::string_view near = rest.substr(0, begin + kLongestName);
  const std::size_t name = skip_white(near, begin);
  if (name == rest.size()) return unfinished(rest, final);
  const std::size_t name_end = std::min(near.find_first_of(" \t\r\n<{\\", name), near.size());
  if (name_end == name) {
    // Written twice, or something else's.
    const Match again = match_token(rest.substr(name), "<tool_call", final);
    if (again.part()) return tag_of(Tag::Kind::kPart, 0);
    return tag_of(again.yes() ? Tag::Kind::kIgnored : Tag::Kind::kNone, begin);
  }
  const std::size_t next = std::min(near.find_first_not_of(" \t", name_end), near.size());
  if (next == rest.size() && !final) return tag_of(Tag::Kind::kPart, 0);
  const bool ends = next == rest.size() || near.substr(next).find_first_of("\r\n<{\\") == 0;
  if (!ends) return {};
  Tag tag = tag_of(Tag::Kind::kCall, name_end);
  tag.name = near.substr(name, name_end - name);
  return tag;
}

// The key up to its closing tag; the tag that follows ends it too.
Tag key_tag(std::string_view rest, std::size_t begin, bool final) {
  const std::string_view near = rest.substr(0, begin + kLongestName);
  const std::size_t end = near.find('<', begin);
  if (end == std::string_view::npos) return near.size() < rest.size() ? Tag{} : unfinished(rest, final);
  const Match close = match_token(rest.substr(end), "</arg_key", final);
  if (close.part()) return tag_of(Tag::Kind::kPart, 0);
  Tag tag = tag_of(Tag::Kind::kKey, end + close.length);
  tag.name = base::trimmed(near.substr(begin, end - begin));
  tag.odd = !close.yes();
  return tag;
}

}  // namespace

Tag PairSyntax::at(std::string_view text, std::size_t position, const TagContext& context) const {
  struct Token {
    std::string_view word;
    Tag::Kind kind;
  };
  constexpr std::array<Token, 9> kTokens = {{{"<tool_calls", Tag::Kind::kWrapper},
                                             {"</tool_calls", Tag::Kind::kWrapperEnd},
                                             {"<tool_call", Tag::Kind::kCall},
                                             {"</tool_call", Tag::Kind::kCallEnd},
                                             {"<arg_key", Tag::Kind::kKey},
                                             {"</arg_key", Tag::Kind::kIgnored},
                                             {"<arg_value", Tag::Kind::kValue},
                                             {"</arg_value", Tag::Kind::kParameterEnd},
                                             {"<tool_sep", Tag::Kind::kIgnored}}};
  const std::string_view rest = text.substr(position);
  bool part = false;
  for (const Token& token : kTokens) {
    const Match match = match_token(rest, token.word, context.final);
    part = part || match.part();
    if (!match.yes()) continue;
    if (token.kind == Tag::Kind::kCall) return call_tag(rest, match.length, context.final);
    if (token.kind == Tag::Kind::kKey) return key_tag(rest, match.length, context.final);
    return tag_of(token.kind, match.length);
  }
  // A line end that was written as two characters.
  if (!context.in_value && rest.starts_with("\\n")) return tag_of(Tag::Kind::kIgnored, 2);
  if (!context.in_value && !context.final && rest == "\\") part = true;
  return part ? tag_of(Tag::Kind::kPart, 0) : Tag{};
}

}  // namespace acode::extract
