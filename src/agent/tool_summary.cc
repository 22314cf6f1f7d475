// Counting what is there.
#include "agent/tool_summary.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "agent/tool_git.h"
#include "agent/tool_text.h"

namespace acode::agent {

namespace {

constexpr std::size_t kExtensions = 10;
constexpr std::size_t kTopLevel = 100;

std::string_view last_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// ".cc"; empty for names that have none, as "Makefile" and ".gitignore".
std::string_view extension(std::string_view path) {
  const std::string_view name = last_name(path);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) return {};
  return name.substr(dot);
}

struct Counts {
  std::size_t files = 0;
  std::size_t directories = 0;
  std::uint64_t bytes = 0;
  std::map<std::string_view, std::size_t> extensions;
};

Counts count(const std::vector<Entry>& entries) {
  Counts counts;
  for (const Entry& entry : entries) {
    if (entry.kind == Entry::Kind::kDirectory) ++counts.directories;
    if (entry.kind != Entry::Kind::kFile) continue;
    ++counts.files;
    counts.bytes += entry.size;
    if (const std::string_view ending = extension(entry.path); !ending.empty()) ++counts.extensions[ending];
  }
  return counts;
}

/// The most frequent first: ".cc 12, .h 9".
std::string extension_list(const Counts& counts) {
  std::vector<std::pair<std::string_view, std::size_t>> sorted(counts.extensions.begin(), counts.extensions.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  if (sorted.size() > kExtensions) sorted.resize(kExtensions);
  std::string text;
  for (const auto& [ending, number] : sorted) {
    if (!text.empty()) text += ", ";
    text += visible(ending) + " " + std::to_string(number);
  }
  return text;
}

std::string size_text(std::uint64_t bytes) {
  if (bytes < 10'000) return counted(bytes, "byte");
  if (bytes < 10'000'000) return std::to_string(bytes / 1000) + " kB";
  return std::to_string(bytes / 1'000'000) + " MB";
}

std::string top_level(const std::vector<Entry>& entries) {
  std::string text;
  std::size_t shown = 0;
  std::size_t all = 0;
  for (const Entry& entry : entries) {
    if (entry.path.find('/') != std::string::npos || ++all > kTopLevel) continue;
    text += "  " + visible(entry.path) + (entry.kind == Entry::Kind::kDirectory ? "/\n" : "\n");
    ++shown;
  }
  if (all > shown) text += "  [" + std::to_string(all - shown) + " more]\n";
  return text;
}

}  // namespace

ToolOutcome get_workspace_summary(const ToolContext& context, json::Value /*arguments*/) {
  const Workspace& workspace = context.workspace;
  const OrRefusal<Listing> listed = workspace.list(".", {.recursive = true});
  if (const auto* refusal = std::get_if<Refusal>(&listed)) return failed(*refusal);
  const Listing& listing = *std::get_if<Listing>(&listed);
  const Counts counts = count(listing.entries);

  std::string text = "workspace: " + visible(last_name(workspace.root())) + " (" + visible(workspace.root()) + ")\n";
  if (const std::string branch = git_branch(context); !branch.empty()) text += "git branch: " + visible(branch) + "\n";
  text += std::string(listing.whole ? "" : "at least ") + counted(counts.files, "file") + ", " +
          std::to_string(counts.directories) + (counts.directories == 1 ? " directory" : " directories") + ", " +
          size_text(counts.bytes) + "\n";
  if (const std::string endings = extension_list(counts); !endings.empty()) text += "extensions: " + endings + "\n";
  if (!listing.not_entered.empty()) {
    text += "not counted: what is in " + visible(listing.not_entered.front());
    for (std::size_t i = 1; i < std::min(kExtensions, listing.not_entered.size()); ++i) {
      text += ", " + visible(listing.not_entered[i]);
    }
    text += listing.not_entered.size() > kExtensions ? ", …\n" : "\n";
  }
  text += listing.entries.empty() ? "it is empty\n" : "top level:\n" + top_level(listing.entries);
  return succeeded(text);
}

}  // namespace acode::agent
