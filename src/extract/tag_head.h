// The inside of an opening tag that names something.
//
//   <function=f>                       =f
//   <invoke name="f">                   name="f"
//   <parameter name="k" string="true">  name="k" string="true"
//   <functionname="f">, <function f>, <function=f⏎    as models write them too
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "extract/tag_syntax.h"

namespace acode::extract {

struct TagHead {
  enum class State : std::uint8_t { kNo, kPart, kCut, kYes };
  State state = State::kNo;
  std::size_t length = 0;  ///< with the end of the tag, if that is there
  std::string name;
  Typing typing = Typing::kNone;
  bool empty = false;  ///< `/>`
  bool odd = false;    ///< the end of the tag is missing
};

/// Reads the head at `position`, right behind `<function` or the like. `end` is what ends the tag: `>` or `<|sep|>`.
TagHead read_tag_head(std::string_view text, std::size_t position, std::string_view end, bool final);

}  // namespace acode::extract
