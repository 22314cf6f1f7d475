// Finding, making and forgetting.
#include "cli/recent_tools.h"

#include <algorithm>
#include <utility>

namespace acode::cli {

namespace {

// Made tools take some twenty times the bytes of their text, so this is what bounds the memory of a cache.
constexpr std::size_t kMostBytes = std::size_t{1} << 20;

// Lists of tools mostly differ in their first; those that do not are compared one by one, up to so many.
constexpr std::size_t kHeadBytes = 128;
constexpr int kMostCompared = 16;

constexpr std::size_t kFirstPlaces = 64;  // of a table

}  // namespace

RecentTools::RecentTools() : table_(kFirstPlaces) {}

std::uint32_t RecentTools::head_of(std::string_view text) const {
  return static_cast<std::uint32_t>(hash_(text.substr(0, kHeadBytes)));
}

// The tools with whose text a text begins, as far as it can be said; null if there are none.
RecentTools::Entry* RecentTools::entry_of(std::string_view text) {
  const std::uint32_t head = head_of(text);
  int compared = 0;
  for (std::size_t place = head;; ++place) {
    Entry& entry = at(place);
    if (entry.made == nullptr || compared == kMostCompared) return nullptr;
    if (entry.head != head) continue;
    ++compared;
    entry.pipeline->fetch();  // it is nearly always the one
    if (text.size() < entry.length || hash_(text.substr(0, entry.length)) != entry.whole) continue;
    entry.used = ++now_;
    return &entry;
  }
}

const ToolsPipeline* RecentTools::find(std::string_view text) {
  const Known known = find_at(text);
  return known.length == text.size() ? known.made : nullptr;
}

RecentTools::Known RecentTools::find_at(std::string_view text) {
  const Entry* const entry = entry_of(text);
  return entry == nullptr ? Known{} : Known{entry->made.get(), entry->length};
}

std::shared_ptr<const ToolsPipeline> RecentTools::share(std::string_view text) {
  const Entry* const entry = entry_of(text);
  return entry != nullptr && entry->length == text.size() ? entry->made : nullptr;
}

const ToolsPipeline& RecentTools::add(std::shared_ptr<const ToolsPipeline> made) {
  const ToolsPipeline& added = *made;
  if (bytes_ + added.text.size() > kMostBytes) make_room(added.text.size());
  if (2 * (size_ + 1) > table_.size()) grow();
  const std::string_view text = added.text;
  const pipeline::Pipeline pipeline = added.pipeline;
  put({head_of(text), static_cast<std::uint32_t>(text.size()), hash_(text), ++now_, std::move(made), pipeline});
  return added;
}

void RecentTools::put(Entry entry) {
  std::size_t place = entry.head;
  while (at(place).made != nullptr) ++place;
  ++size_;
  bytes_ += entry.length;
  at(place) = std::move(entry);
}

// From behind a free place on, so that those with one head stay in their order where they go on at the beginning of the table.
void RecentTools::grow() {
  Table entries = std::exchange(table_, Table(2 * table_.size()));
  size_ = bytes_ = 0;
  const auto is_free = [](const Entry& entry) { return entry.made == nullptr; };
  std::rotate(entries.begin(), std::find_if(entries.begin(), entries.end(), is_free), entries.end());
  for (Entry& entry : entries) {
    if (!is_free(entry)) put(std::move(entry));
  }
}

// Forgets those that were not used for longest, and some more than it must: all others have to find a new place each time.
void RecentTools::make_room(std::size_t bytes) {
  constexpr std::size_t kMostLeft = kMostBytes - kMostBytes / 16;
  Table entries = std::exchange(table_, Table(table_.size()));
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used > b.used; });
  size_ = bytes_ = 0;
  for (Entry& entry : entries) {
    if (entry.made == nullptr || bytes + bytes_ + entry.length > kMostLeft) break;
    put(std::move(entry));
  }
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
