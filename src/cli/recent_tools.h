// The tools that the rows of `--jsonl` bring along. Rows of the same tools tend to come together, and there are far fewer
// lists of tools than rows, so what was made of them is kept: the ones used last.
//
//   ToolsMaker maker(pipeline_options, tool_options);     // for all threads
//   RecentTools recent;                                    // for one
//   const ToolsPipeline* known = recent.find(text);
//   const ToolsPipeline& ready = known != nullptr ? *known : recent.add(maker.make(text, definitions));
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/value.h"
#include "acode/pipeline/pipeline.h"
#include "acode/schema/toolset.h"
#include "base/text_hash.h"

namespace acode::cli {

/// Tools at work.
struct ToolsPipeline {
  pipeline::Pipeline pipeline;
  std::vector<std::string> warnings;  ///< tools that had to be left out
  std::string text{};                 ///< of their definitions, if they are known by it
};

/// There are more tools than any cache of the processor holds, so what finding them costs is how many places of memory are
/// looked at: all that is needed stands in one entry of a table. Their texts are told apart by hashes that nobody outside can
/// foretell.
class RecentTools {
 public:
  RecentTools();

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
  struct alignas(64) Entry {
    std::uint32_t head = 0;                        // the hash of the first bytes of the text
    std::uint32_t length = 0;                      // of the text
    std::uint64_t whole = 0;                       // its hash
    std::uint64_t used = 0;                        // when, last
    std::shared_ptr<const ToolsPipeline> made{};   // null: the place is free
    std::optional<pipeline::Pipeline> pipeline{};  // that of these tools, so that it can be fetched from here
  };
  static_assert(sizeof(Entry) == 64, "more than one line of the cache would be looked at");
  using Table = std::vector<Entry>;  // an entry stands at the place of its head, or at the first free one behind it

  /// The place of a head, or so many behind it.
  Entry& at(std::size_t place) { return table_[place & (table_.size() - 1)]; }
  [[nodiscard]] std::uint32_t head_of(std::string_view text) const;
  Entry* entry_of(std::string_view text);
  void put(Entry entry);
  void grow();
  void make_room(std::size_t bytes);

  base::TextHash hash_;
  Table table_;            // its size is a power of two, and at least half of it is free
  std::size_t size_ = 0;   // entries in it
  std::size_t bytes_ = 0;  // of their texts
  std::uint64_t now_ = 0;  // counts what is used
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
