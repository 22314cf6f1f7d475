// Finding, making and forgetting.
#include "cli/recent_tools.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace acode::cli {

namespace {

// Made tools take some twenty times the bytes of their text, so this is what bounds the memory of a cache.
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
    if (!text.starts_with((*place)->text)) continue;
    entries_.splice(entries_.begin(), entries_, place);
    return place;
  }
  return entries_.end();
}

const ToolsPipeline* RecentTools::find(std::string_view text) {
  const Known known = find_at(text);
  return known.length == text.size() ? known.made : nullptr;
}

RecentTools::Known RecentTools::find_at(std::string_view text) {
  const auto place = place_of(text);
  return place == entries_.end() ? Known{} : Known{place->get(), (*place)->text.size()};
}

std::shared_ptr<const ToolsPipeline> RecentTools::share(std::string_view text) {
  return find(text) == nullptr ? nullptr : entries_.front();
}

const ToolsPipeline& RecentTools::add(std::shared_ptr<const ToolsPipeline> made) {
  const std::string_view text = made->text;
  bytes_ += text.size();
  while (!entries_.empty() && bytes_ > kMostBytes) forget_last();
  entries_.push_front(std::move(made));
  by_head_.emplace(head_hash(text), entries_.begin());
  return *entries_.front();
}

void RecentTools::forget_last() {
  const auto last = std::prev(entries_.end());
  auto [next, end] = by_head_.equal_range(head_hash((*last)->text));
  by_head_.erase(std::find_if(next, end, [last](const auto& known) { return known.second == last; }));
  bytes_ -= (*last)->text.size();
  entries_.pop_back();
}

std::shared_ptr<const ToolsPipeline> ToolsMaker::make(std::string_view text, json::Value definitions) {
  {
    const std::lock_guard lock(mutex_);
    if (auto known = recent_.share(text)) return known;
  }
  auto made = std::make_shared<const ToolsPipeline>(made_of(text, definitions));
  const std::lock_guard lock(mutex_);
  if (auto known = recent_.share(text)) return known;  // somebody else was quicker
  recent_.add(made);
  return made;
}

ToolsPipeline ToolsMaker::made_of(std::string_view text, json::Value definitions) const {
  const schema::LoadedTools loaded = schema::load_tools(definitions, tool_options_);
  ToolsPipeline made = {without_tools_.with_tools(&loaded.tools), {}, std::string(text)};
  for (const schema::ToolProblem& problem : loaded.problems) {
    if (problem.severity != schema::ToolProblem::Severity::kError) continue;
    made.warnings.push_back("the tool " + problem.tool + " cannot be used: " + problem.message);
  }
  return made;
}

}  // namespace acode::cli
