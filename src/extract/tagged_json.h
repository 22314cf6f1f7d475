// Shapes A and B: a marker, then JSON that holds a call or a list of them, then perhaps a closing marker.
//
//   <tool_call>{"name": "f", "arguments": {…}}</tool_call>
//   [TOOL_CALLS] [{"name": "f", "arguments": {…}}]
//
// Several values may stand between one pair of markers, and a fence around them. If the brackets never close, the JSON
// ends at the closing marker or with the text, and what is there is for the repair to understand.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "extract/construct.h"
#include "extract/json_body.h"

namespace acode::extract {

class TaggedJsonReader final : public ConstructReader {
 public:
  /// Any of the closing markers may end it. They and the tools must outlive the reader.
  TaggedJsonReader(const Tools& tools, std::string_view opener, Markers closers)
      : tools_(tools), opener_(opener), closers_(closers) {}

  Look look(std::string_view text, bool final) override;
  std::optional<PartialTextCall> partial(std::string_view text) override;
  [[nodiscard]] Within within() const override;

 private:
  Look::State begin_value(std::string_view text, bool final);
  Look::State read_value(std::string_view text, bool final);
  bool take_value(std::string_view text, JsonBody& body, bool closed);
  bool take_plain(JsonBody& body);
  bool take_calls(std::string_view text, JsonBody& body, bool closed);
  bool take_broken(std::string_view text, const JsonBody& body, bool closed);
  Look::State next_value(std::string_view text, bool final);
  Look finish(std::string_view text, bool final);
  Look done(std::size_t length);

  const Tools& tools_;
  std::string_view opener_;
  Markers closers_;
  std::size_t begin_ = 0;  // of the JSON value at hand; 0 if it is not known yet
  std::size_t end_ = 0;    // behind the last one that has been read
  std::size_t examined_ = 0;
  std::optional<JsonBody> body_;
  std::optional<PlainCall> plain_;  // the first call, if it is plain and no other has come
  std::vector<TextCall> calls_;
};

}  // namespace acode::extract
