// Tags that carry names: `<function=f>`, `<invoke name="f">`, `<|open|>call tool="f"<|sep|>`.
#pragma once

#include <span>
#include <string_view>

#include "extract/tag_syntax.h"

namespace acode::extract {

/// A pair of tags. Of those with a name in them, `open` is what stands before it: `<function`.
struct TagWords {
  std::string_view open;
  std::string_view close;
};

/// The tags of a format. All of them must outlive what is made of this.
struct AttributeGrammar {
  std::span<const TagWords> wrappers{};
  std::span<const TagWords> calls{};
  std::span<const TagWords> parameters{};
  std::span<const std::string_view> ignored{};
  std::string_view end = ">";  ///< of a tag with a name in it
};

class AttributeSyntax final : public TagSyntax {
 public:
  explicit AttributeSyntax(const AttributeGrammar& grammar) : grammar_(grammar) {}

  [[nodiscard]] Tag at(std::string_view text, std::size_t position, const TagContext& context) const override;

 private:
  AttributeGrammar grammar_;
};

}  // namespace acode::extract
