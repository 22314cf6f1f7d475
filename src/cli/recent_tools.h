// The tools that the rows of `--jsonl` bring along. Rows of the same tools tend to come together, and there are far fewer
// lists of tools than rows, so what was made of them is kept: the ones used last.
//
//   ToolsMaker maker(pipeline_options, tool_options);     // for all threads
//   RecentTools recent;                                    // for one
//   const ToolsPipeline* known = recent.find(text);
//   const ToolsPipeline& ready = known != nullptr ? *known : recent.add(maker.make(text, definitions));
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "acode/json/value.h"
#include "acode/pipeline/pipeline.h"
#include "acode/schema/toolset.h"

namespace acode::cli {

/// Tools at work.
struct ToolsPipeline {
  pipeline::Pipeline pipeline;
  std::vector<std::string> warnings;  ///< tools that had to be left out
  std::string text{};                 ///< of their definitions, if they are known by it
};

class RecentTools {
 public:
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

  /// Keeps tools whose text is not known yet.
  const ToolsPipeline& add(std::shared_ptr<const ToolsPipeline> made);

  /// The tools with this text, for one more owner; null if they are not known.
  std::shared_ptr<const ToolsPipeline> share(std::string_view text);

 private:
  using Entries = std::list<std::shared_ptr<const ToolsPipeline>>;
  using Place = Entries::iterator;

  Place place_of(std::string_view text);
  void forget_last();

  Entries entries_;                                      // the last one used first
  std::unordered_multimap<std::size_t, Place> by_head_;  // by the hash of their first bytes
  std::size_t bytes_ = 0;                                // of their texts
};

/// Makes tools ready, for any number of threads: what has been made for one is there for all.
class ToolsMaker {
 public:
  ToolsMaker(const pipeline::PipelineOptions& options, const schema::ToolOptions& tool_options)
      : without_tools_(nullptr, options), tool_options_(tool_options) {
    tool_options_.lint = false;  // only what cannot be used is told
  }

  /// Tools of their definitions, which have this text.
  std::shared_ptr<const ToolsPipeline> make(std::string_view text, json::Value definitions);

 private:
  [[nodiscard]] ToolsPipeline made_of(std::string_view text, json::Value definitions) const;

  pipeline::Pipeline without_tools_;
  schema::ToolOptions tool_options_;
  std::mutex mutex_;
  RecentTools recent_;
};

}  // namespace acode::cli
