// Finding, making and forgetting.
#include "cli/recent_tools.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace acode::cli {

namespace {

// Made tools take some sixty times the bytes of their text, so this is what bounds the memory of a cache.
constexpr std::size_t kMostBytes = std::size_t{1} << 20;

// Lists of tools mostly differ in their first; those that do not are compared one by one, up to so many.
constexpr std::size_t kHeadBytes = 128;
constexpr int kMostCompared = 16;

std::size_t head_hash(std::string_view text) { return std::hash<std::string_view>()(text.substr(0, kHeadBytes)); }

}  // namespace

// The tools with whose text a text begins, as far as it can be said; entries_.end() if there are none.
RecentTools::Place RecentTools::place_of(std::string_view text) {
  auto [next, end] = by_head_.equal_range(head_hash(text));
  for (int compared = 0; next != end && compared < kMostCompared; ++next, ++compared) {
    const auto place = next->second;
    if (!text.starts_with(place->text)) continue;
    entries_.splice(entries_.begin(), entries_, place);
    return place;
  }
  return entries_.end();
}

const ToolsPipeline* RecentTools::find(std::string_view text) {
  const auto place = place_of(text);
  return place == entries_.end() || place->text.size() != text.size() ? nullptr : &place->made;
}

RecentTools::Known RecentTools::find_at(std::string_view text) {
  const auto place = place_of(text);
  return place == entries_.end() ? Known{} : Known{&place->made, place->text.size()};
}

const ToolsPipeline& RecentTools::add(std::string_view text, json::Value definitions) {
  bytes_ += text.size();
  while (!entries_.empty() && bytes_ > kMostBytes) forget_last();
  entries_.push_front({std::string(text), make(definitions)});
  by_head_.emplace(head_hash(text), entries_.begin());
  return entries_.front().made;
}

void RecentTools::forget_last() {
  const auto last = std::prev(entries_.end());
  auto [next, end] = by_head_.equal_range(head_hash(last->text));
  by_head_.erase(std::find_if(next, end, [last](const auto& known) { return known.second == last; }));
  bytes_ -= last->text.size();
  entries_.pop_back();
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
