// The keys under which models write the parts of a call.
//
//   key_of("tool_name"), key_of("toolName")      the name
//   key_of("action_input")                       the arguments
//   key_of("tool_calls")                         a wrapper around calls
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "acode/schema/toolset.h"

namespace acode::extract {

enum class Role : std::uint8_t { kNone, kName, kArguments, kId, kWrapper, kCompanion };

/// What a key stands for.
struct Key {
  Role role = Role::kNone;
  std::uint8_t rank = 0;             ///< of several keys with one role the highest counts
  bool weak = false;                 ///< other JSON has it too
  bool only_known = false;           ///< of names: means one only if a tool is called so
  bool may_hold_object = false;      ///< of names: or an object with the name in it
  bool needs_own_arguments = false;  ///< of names: means one only beside arguments that are called a tool's
  bool companion = false;            ///< may also stand beside a call and say nothing
};

/// Arguments of this rank or higher are called a tool's: tool_input, action_input.
inline constexpr std::uint8_t kOwnArgumentsRank = 10;

/// The meaning of a key, however it is capitalised and whatever stands between its words.
Key key_of(std::string_view key);

/// Whether a key that begins like this may have a meaning.
bool is_key_beginning(std::string_view beginning);

/// Whether a member with this key may stand beside the name and the arguments of a call: an id, a type, a thought.
bool is_companion(const Key& key);

/// Whether `type` says that an object is a call: "tool_use", "function" …
bool is_call_type(std::string_view type);

/// Whether a tool (null: no) has a parameter of exactly this name.
bool has_property(const schema::Tool* tool, std::string_view name);

/// Whether an object has all members that the tool requires.
bool has_required(const schema::Tool& tool, json::Value object);

/// In small letters, without what stands between words.
std::string folded(std::string_view name);

}  // namespace acode::extract
