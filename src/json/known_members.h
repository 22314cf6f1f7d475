// Somebody who knows members of an object by the text of their values, so that these need not be read again.
//
//   machine.read(R"({"id": 7, "tools": [{"name": "a"}]})", known)      // {"id": 7, "tools": null}, if the tools are known
#pragma once

#include <cstddef>
#include <string_view>

namespace acode::json::detail {

class KnownMembers {
 public:
  virtual ~KnownMembers() = default;

  /// `text` begins with the value of a member and goes on to the end of the text that is read. The length of that value, if
  /// it is known to be valid JSON; 0 if it must be read.
  virtual std::size_t known_length(std::string_view name, std::string_view text) = 0;
};

}  // namespace acode::json::detail
