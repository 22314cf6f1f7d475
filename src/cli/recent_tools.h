// The tools that the rows of `--jsonl` bring along. Rows of the same tools tend to come together, and there are far fewer
// lists of tools than rows, so what was made of them is kept: the ones used last.
//
//   RecentTools recent(pipeline_options, tool_options);
//   const ToolsPipeline* known = recent.find(text);
//   const ToolsPipeline& ready = known != nullptr ? *known : recent.add(text, definitions);
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "acode/json/value.h"
#include "acode/pipeline/pipeline.h"
#include "acode/schema/toolset.h"

namespace acode::cli {

/// Tools at work.
struct ToolsPipeline {
  pipeline::Pipeline pipeline;
  std::vector<std::string> warnings;  ///< tools that had to be left out
};

class RecentTools {
 public:
  RecentTools(pipeline::PipelineOptions options, const schema::ToolOptions& tool_options)
      : options_(std::move(options)), tool_options_(tool_options) {
    tool_options_.lint = false;  // only what cannot be used is told
  }

  /// What was made of the tools with this text; null if that is not known. Valid until the next add().
  const ToolsPipeline* find(std::string_view text);

  /// Tools that are known, and the length of their text.
  struct Known {
    const ToolsPipeline* made = nullptr;
    std::size_t length = 0;
  };

  /// The same for a text that only begins with that of the tools: being JSON, it says itself where it ends. Short ones are
  /// not found like this.
  Known find_at(std::string_view text);

  /// Makes tools of their definitions, and keeps them under a text that is not known yet.
  const ToolsPipeline& add(std::string_view text, json::Value definitions);

 private:
  struct Entry {
    std::string text;
    ToolsPipeline made;
  };

  using Place = std::list<Entry>::iterator;

  Place place_of(std::string_view text);
  void forget_last();
  [[nodiscard]] ToolsPipeline make(json::Value definitions) const;

  pipeline::PipelineOptions options_;
  schema::ToolOptions tool_options_;
  std::list<Entry> entries_;                             // the last one used first
  std::unordered_multimap<std::size_t, Place> by_head_;  // by the hash of their first bytes
  std::size_t bytes_ = 0;                                // of their texts
};

}  // namespace acode::cli
