// Tags where a name is an element, or an element's own: `<tool_name>f</tool_name>`, `<city>Paris</city>`.
//
//   <invoke>
//   <tool_name>get_weather</tool_name>
//   <parameters><city>Paris</city></parameters>          or JSON
//   </invoke>
//
// What stands inside a value is text: only the parameter's own closing tag is looked for there.
#pragma once

#include <span>
#include <string_view>

#include "extract/attribute_tags.h"
#include "extract/tag_syntax.h"

namespace acode::extract {

struct ElementGrammar {
  std::span<const TagWords> wrappers{};
  std::span<const TagWords>
      names{};  ///< around the name of the tool; if there are none, the tool's own tag is the call
  std::span<const std::string_view> call_ends{};
  std::span<const std::string_view> ignored{};
};

class ElementSyntax final : public TagSyntax {
 public:
  explicit ElementSyntax(const ElementGrammar& grammar) : grammar_(grammar) {}

  [[nodiscard]] Tag at(std::string_view text, std::size_t position, const TagContext& context) const override;

 private:
  [[nodiscard]] Tag fixed_tag(std::string_view rest, bool final) const;
  [[nodiscard]] Tag name_tag(std::string_view rest, bool final) const;
  [[nodiscard]] Tag element(std::string_view rest, const TagContext& context) const;

  ElementGrammar grammar_;
};

}  // namespace acode::extract
