// The tools of requests, made ready once for all requests that have the same (GW-2).
//
//   std::shared_ptr<const ReadyTools> tools = cache.get(text_of_the_tools);
//   ParseResult result = tools->pipeline.process(answer);
//
// One cache belongs to one thread. What it hands out may be used by any.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "acode/pipeline/pipeline.h"
#include "acode/schema/toolset.h"
#include "acode/wire/wire.h"

namespace acode::gateway {

struct ReadyTools {
  ReadyTools(std::string_view definitions, const schema::ToolOptions& tool_options,
             const pipeline::PipelineOptions& options);

  std::string text;  ///< of their definitions
  schema::LoadedTools loaded;
  wire::ToolNames names;
  pipeline::Pipeline pipeline;
};

class ToolCache {
 public:
  /// Keeps at most so many lists of tools, those that were used last.
  ToolCache(pipeline::PipelineOptions options, schema::ToolOptions tool_options, std::size_t most = 256);

  /// `definitions` is the JSON of a list of tools, in any dialect.
  std::shared_ptr<const ReadyTools> get(std::string_view definitions);

  /// Whether get() has this list already.
  [[nodiscard]] bool knows(std::string_view definitions) const {
    return is_first(definitions) || index_.contains(definitions);
  }

  /// The list that was asked for last; empty if there is none.
  [[nodiscard]] std::string_view last() const {
    return entries_.empty() ? std::string_view() : std::string_view(entries_.front()->text);
  }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }

 private:
  using Entries = std::list<std::shared_ptr<const ReadyTools>>;

  /// Most requests have the tools of the one before: to compare them costs less than to look them up.
  [[nodiscard]] bool is_first(std::string_view definitions) const {
    return !entries_.empty() && entries_.front()->text == definitions;
  }

  pipeline::PipelineOptions options_;
  schema::ToolOptions tool_options_;
  std::size_t most_;
  Entries entries_;  // used last, first
  std::unordered_map<std::string_view, Entries::iterator> index_;
};

}  // namespace acode::gateway
