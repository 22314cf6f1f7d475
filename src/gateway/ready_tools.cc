// Loading tools, and forgetting those that nobody uses.
#include "gateway/ready_tools.h"

#include <utility>
#include <vector>

namespace acode::gateway {
namespace {

// Where there are no tools nothing in a text is a call of one.
pipeline::PipelineOptions options_for(const schema::Toolset& tools, pipeline::PipelineOptions options) {
  if (tools.empty()) options.format = "none";
  return options;
}

}  // namespace

ReadyTools::ReadyTools(std::string_view definitions, const schema::ToolOptions& tool_options,
                       const pipeline::PipelineOptions& options)
    : text(definitions),
      loaded(text.empty() ? schema::LoadedTools{} : schema::load_tools(text, tool_options)),
      pipeline(&loaded.tools, options_for(loaded.tools, options)) {
  std::vector<std::string> all;
  for (const schema::Tool& tool : loaded.tools.tools()) all.push_back(tool.name);
  names = std::move(all);
}

ToolCache::ToolCache(pipeline::PipelineOptions options, schema::ToolOptions tool_options, std::size_t most)
    : options_(std::move(options)), tool_options_(tool_options), most_(most) {}

std::shared_ptr<const ReadyTools> ToolCache::get(std::string_view definitions) {
  if (is_first(definitions)) return entries_.front();
  const auto found = index_.find(definitions);
  if (found != index_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    return *found->second;
  }
  auto made = std::make_shared<const ReadyTools>(definitions, tool_options_, options_);
  entries_.push_front(made);
  index_.emplace(made->text, entries_.begin());
  if (entries_.size() > most_) {
    index_.erase(entries_.back()->text);
    entries_.pop_back();
  }
  return made;
}

}  // namespace acode::gateway
