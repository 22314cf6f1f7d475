// Shapes A and B: a marker, then JSON that holds a call or a list of them, then perhaps a closing marker.
//
//   <tool_call>{"name": "f", "arguments": {…}}</tool_call>
//   [TOOL_CALLS] [{"name": "f", "arguments": {…}}]
//
// The JSON ends where its brackets close. If they never do, it ends at the closing marker or with the text, and what is
// there is for the repair to understand.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "extract/construct.h"
#include "extract/json_span.h"

namespace acode::extract {

class TaggedJsonReader final : public ConstructReader {
 public:
  /// Any of the closing markers may end it. They and the tools must outlive the reader.
  TaggedJsonReader(const Tools& tools, std::string_view opener, std::span<const std::string_view> closers)
      : tools_(tools), opener_(opener), closers_(closers) {}

  Look look(std::string_view text, bool final) override;

 private:
  Look::State read_value(std::string_view text, bool final);
  bool take_value(std::string_view text, bool complete);
  [[nodiscard]] std::size_t find_closer(std::string_view text) const;
  Look finish(std::string_view text, bool final);

  const Tools& tools_;
  std::string_view opener_;
  std::span<const std::string_view> closers_;
  std::size_t begin_ = 0;  // of the JSON value at hand; 0 if it is not known yet
  std::size_t end_ = 0;    // behind it; 0 as long as it has not ended
  JsonSpan span_;
  std::vector<TextCall> calls_;
};

}  // namespace acode::extract
