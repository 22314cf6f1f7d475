// Watches the arguments of a call while they are streamed: tells what they are so far (ST-4), and the moment from which
// they can no longer become valid (ST-8).
//
//   Watcher watcher(tool, options);
//   watcher.feed(R"({"path": "a.txt", "mode": 7,)")      // mode must be a string: known at the comma
//
// A member is judged when it is whole, by itself: with all that coercion may mend, and without what only the object as a
// whole can tell (what is required, how many there are).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "acode/json/reader.h"
#include "acode/pipeline/call.h"
#include "acode/pipeline/pipeline.h"
#include "acode/schema/toolset.h"
#include "extract/json_span.h"

namespace acode::pipeline {

class Watcher {
 public:
  /// `tool` may be null: then only the size is watched.
  Watcher(const schema::Tool* tool, const PipelineOptions& options);

  /// The next piece of the text. What dooms the call, once, if it is in this piece.
  std::optional<Finding> feed(std::string_view piece);

  /// The arguments so far; nothing if none have begun, or if they are no JSON.
  std::optional<json::Value> partial() { return reader_.partial(); }

 private:
  void follow(std::string_view piece);
  [[nodiscard]] bool last_is_whole() const;
  std::optional<Finding> judge();
  std::optional<Finding> judge(const json::Member& member) const;

  const schema::Tool* tool_;
  const PipelineOptions& options_;
  json::Reader reader_;
  std::string text_;
  extract::JsonSpan span_;
  char last_ = 0;  // character that is no white space
  std::size_t size_ = 0;
  std::size_t judged_ = 0;  // members
  bool over_ = false;
};

}  // namespace acode::pipeline
