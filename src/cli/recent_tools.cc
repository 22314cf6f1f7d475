// Finding, making and forgetting.
#include "cli/recent_tools.h"

#include <utility>

namespace acode::cli {

namespace {

// Made tools take some sixty times the bytes of their text, so this is what bounds the memory of a cache.
constexpr std::size_t kMostBytes = std::size_t{1} << 20;

}  // namespace

const ToolsPipeline* RecentTools::find(std::string_view text) {
  const auto found = places_.find(text);
  if (found == places_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return &entries_.front().made;
}

const ToolsPipeline& RecentTools::add(std::string_view text, json::Value definitions) {
  bytes_ += text.size();
  while (!entries_.empty() && bytes_ > kMostBytes) {
    bytes_ -= entries_.back().text.size();
    places_.erase(entries_.back().text);
    entries_.pop_back();
  }
  entries_.push_front({std::string(text), make(definitions)});
  places_.emplace(entries_.front().text, entries_.begin());
  return entries_.front().made;
}

ToolsPipeline RecentTools::make(json::Value definitions) const {
  const schema::LoadedTools loaded = schema::load_tools(definitions, tool_options_);
  ToolsPipeline made = {pipeline::Pipeline(&loaded.tools, options_), {}};
  for (const schema::ToolProblem& problem : loaded.problems) {
    if (problem.severity != schema::ToolProblem::Severity::kError) continue;
    made.warnings.push_back("the tool " + problem.tool + " cannot be used: " + problem.message);
  }
  return made;
}

}  // namespace acode::cli
