// Parameters that were written as tags, put together to the JSON of a call's arguments.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "acode/schema/toolset.h"
#include "extract/tag_syntax.h"

namespace acode::extract {

/// How a format writes values.
struct ValueRules {
  bool newlines = true;  ///< a line end behind the opening tag, and the one before the closing tag, are not the value's
  bool cdata = false;    ///< `<![CDATA[…]]>` may stand around a value
  bool entities = false;  ///< `&lt;` is `<`
};

class TagArguments {
 public:
  explicit TagArguments(const schema::Tool* tool = nullptr) : tool_(tool) {}

  /// A parameter, in the order in which they were written. Of several with one name the last counts (AR-4).
  void add(std::string_view name, std::string_view text, Typing typing, const ValueRules& rules);

  /// The same for one whose JSON is known.
  void add_json(std::string_view name, std::string json);

  [[nodiscard]] bool empty() const { return members_.empty(); }

  /// Whether all that the tool needs is there. Of a tool that is not known nobody can say: no.
  [[nodiscard]] bool has_required() const;

  /// The JSON. If all there is is one parameter called `arguments` or the like that the tool does not have, and an
  /// object in it, that object is meant.
  [[nodiscard]] std::string json() const;

  [[nodiscard]] std::vector<std::string>& warnings() { return warnings_; }

 private:
  struct Member {
    std::string name;
    std::string json;
    std::string text;  // of an object, as it was written
  };
  [[nodiscard]] bool is_wrapped() const;

  const schema::Tool* tool_;
  std::vector<Member> members_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<std::string> warnings_;
};

}  // namespace acode::extract
