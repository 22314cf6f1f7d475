// Tags that name nothing themselves: the name is the text behind them.
//
//   <tool_call>f
//   <arg_key>city</arg_key>
//   <arg_value>Paris</arg_value>
//   </tool_call>
//
// Hunyuan has `<tool_calls>` around them and `<tool_sep>` behind the name. Some tokenizers give all of these tags a
// suffix: `<arg_key:x>`.
#pragma once

#include "extract/tag_syntax.h"

namespace acode::extract {

class PairSyntax final : public TagSyntax {
 public:
  [[nodiscard]] Tag at(std::string_view text, std::size_t position, const TagContext& context) const override;
};

}  // namespace acode::extract
