// Finding tags that carry names.
#include "extract/attribute_tags.h"

#include <utility>

#include "extract/tag_head.h"

namespace acode::extract {
namespace {

/// The tags that may stand at one place, tried one after the other.
class Attempt {
 public:
  Attempt(std::string_view text, std::size_t position, bool final)
      : text_(text), position_(position), rest_(text.substr(position)), final_(final) {}

  /// A tag that is always the same.
  bool fixed(std::string_view tag, Tag::Kind kind) {
    if (!begins_with(tag)) return false;
    found_.kind = kind;
    found_.length = tag.size();
    return true;
  }

  /// A tag with a name in it.
  bool named(std::string_view open, std::string_view end, Tag::Kind kind) {
    if (!begins_with(open)) return false;
    TagHead head = read_tag_head(text_, position_ + open.size(), end, final_);
    if (head.state == TagHead::State::kNo) return false;
    if (head.state == TagHead::State::kYes) {
      found_ = {kind, open.size() + head.length, std::move(head.name), head.typing, head.empty, head.odd};
    } else {
      found_.kind = head.state == TagHead::State::kPart ? Tag::Kind::kPart : Tag::Kind::kCut;
      found_.length = rest_.size();
    }
    return true;
  }

  /// What was found; kPart if nothing was, but something may come.
  [[nodiscard]] Tag result() const {
    if (found_.kind != Tag::Kind::kNone || !part_) return found_;
    Tag part;
    part.kind = Tag::Kind::kPart;
    return part;
  }

 private:
  bool begins_with(std::string_view tag) {
    if (rest_.starts_with(tag)) return true;
    part_ = part_ || (!final_ && tag.starts_with(rest_));
    return false;
  }

  std::string_view text_;
  std::size_t position_;
  std::string_view rest_;
  bool final_;
  bool part_ = false;
  Tag found_;
};

bool any_fixed(Attempt& attempt, const AttributeGrammar& grammar) {
  for (const std::string_view tag : grammar.ignored) {
    if (attempt.fixed(tag, Tag::Kind::kIgnored)) return true;
  }
  for (const TagWords& words : grammar.wrappers) {
    if (attempt.fixed(words.open, Tag::Kind::kWrapper) || attempt.fixed(words.close, Tag::Kind::kWrapperEnd))
      return true;
  }
  for (const TagWords& words : grammar.calls) {
    if (attempt.fixed(words.close, Tag::Kind::kCallEnd)) return true;
  }
  for (const TagWords& words : grammar.parameters) {
    if (attempt.fixed(words.close, Tag::Kind::kParameterEnd)) return true;
  }
  return false;
}

bool any_named(Attempt& attempt, const AttributeGrammar& grammar) {
  for (const TagWords& words : grammar.calls) {
    if (attempt.named(words.open, grammar.end, Tag::Kind::kCall)) return true;
  }
  for (const TagWords& words : grammar.parameters) {
    if (attempt.named(words.open, grammar.end, Tag::Kind::kParameter)) return true;
  }
  return false;
}

}  // namespace

Tag AttributeSyntax::at(std::string_view text, std::size_t position, const TagContext& context) const {
  Attempt attempt(text, position, context.final);
  if (!any_fixed(attempt, grammar_)) any_named(attempt, grammar_);
  return attempt.result();
}

}  // namespace acode::extract
