// The tags of a format whose parameters are tags too: which stand at a place in a text, and what they mean.
//
//   <tool_call>          kWrapper         around calls
//   <function=f>         kCall            a call, with its name
//   <parameter=city>     kParameter       a parameter: its value follows
//   </parameter>         kParameterEnd
//   </function>          kCallEnd
//   </tool_call>         kWrapperEnd
//
// How a tag is spelled is the syntax's; what a sequence of them means is the reader's (tag_calls.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "extract/construct.h"

namespace acode::extract {

/// What a tag says of the type of its value.
enum class Typing : std::uint8_t {
  kNone,    ///< nothing: the schema decides
  kString,  ///< a string, if the schema does not know better
  kJson,    ///< JSON
};

struct Tag {
  enum class Kind : std::uint8_t {
    kNone,          ///< no tag
    kPart,          ///< the text ends inside what may become one: more must come
    kCut,           ///< the text ends inside one, and no more comes
    kWrapper,       ///< opens a list of calls
    kWrapperEnd,    ///< closes it
    kCall,          ///< begins a call
    kCallEnd,       ///< ends it
    kParameter,     ///< begins a parameter
    kKey,           ///< names a parameter; its value comes in a tag of its own
    kValue,         ///< begins the value that belongs to a key
    kParameterEnd,  ///< ends a value
    kIgnored,       ///< belongs to the format and says nothing
  };
  Kind kind = Kind::kNone;
  std::size_t length = 0;
  std::string name;  ///< of a call, parameter or key
  Typing typing = Typing::kNone;
  bool empty = false;  ///< it closes itself: nothing is inside
  bool odd = false;    ///< its end was missing
};

/// Where the reader stands.
struct TagContext {
  const Tools& tools;
  const schema::Tool* tool = nullptr;  ///< that is being called, if it is known
  std::string_view call{};             ///< the name of the call that is open, as written; empty outside of calls
  std::string_view parameter{};        ///< whose value is open
  bool in_value = false;
  bool final = false;  ///< no more text comes
};

class TagSyntax {
 public:
  TagSyntax() = default;
  TagSyntax(const TagSyntax&) = delete;
  TagSyntax(TagSyntax&&) = delete;
  TagSyntax& operator=(const TagSyntax&) = delete;
  TagSyntax& operator=(TagSyntax&&) = delete;
  virtual ~TagSyntax() = default;

  /// The tag at a place. It must not depend on text that is far away, nor on text that has not come: then it is kPart.
  [[nodiscard]] virtual Tag at(std::string_view text, std::size_t position, const TagContext& context) const = 0;
};

}  // namespace acode::extract
