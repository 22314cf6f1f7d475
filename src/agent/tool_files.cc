// Listing, writing, making and deleting. Reading is longer and has a file of its own.
#include "agent/tool_files.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "agent/tool_arguments.h"
#include "agent/tool_glob.h"
#include "agent/tool_text.h"

namespace acode::agent {

namespace {

constexpr std::uint64_t kDefaultListed = 500;

/// A path as it is below the directory that was asked for.
std::string_view below(std::string_view path, std::string_view directory) {
  if (directory == ".") return path;
  path.remove_prefix(std::min(directory.size() + 1, path.size()));
  return path;
}

/// What a list says besides its entries.
std::string list_notes(const Listing& listing, std::size_t matching, std::size_t shown, bool named_all) {
  std::string notes;
  if (matching > shown) notes += "[" + std::to_string(matching - shown) + " more; ask for a directory or a pattern]\n";
  if (!listing.whole) notes += "[there is more than could be looked at; ask for a directory below]\n";
  if (matching == 0) notes += named_all ? "[nothing is there]\n" : "[nothing matches]\n";
  if (listing.not_entered.empty()) return notes;
  notes += "[not entered:";
  constexpr std::size_t kNamed = 10;
  for (std::size_t i = 0; i < std::min(kNamed, listing.not_entered.size()); ++i) {
    notes += (i == 0 ? " " : ", ") + visible(listing.not_entered[i]);
  }
  if (listing.not_entered.size() > kNamed) notes += " …";
  return notes + "]\n";
}

}  // namespace

ToolOutcome list_files(const ToolContext& context, json::Value arguments) {
  const std::string_view path = string_argument(arguments, "path", ".");
  const std::string_view pattern = string_argument(arguments, "pattern");
  const std::uint64_t most = count_argument(arguments, "max_entries").value_or(kDefaultListed);
  const ListOptions options{.recursive = bool_argument(arguments, "recursive") || glob_is_deep(pattern)};
  const OrRefusal<Listing> listed = context.workspace.list(path, options);
  if (const auto* refusal = std::get_if<Refusal>(&listed)) return failed(*refusal);
  const Listing& listing = *std::get_if<Listing>(&listed);

  std::string text;
  std::size_t matching = 0;
  std::size_t shown = 0;
  for (const Entry& entry : listing.entries) {
    if (!pattern.empty() && !glob_matches(pattern, below(entry.path, listing.directory))) continue;
    if (++matching > most) continue;
    const std::string line = visible(entry.path) + (entry.kind == Entry::Kind::kDirectory ? "/\n" : "\n");
    if (text.size() + line.size() > context.options.max_output) continue;
    text += line;
    ++shown;
  }
  text += list_notes(listing, matching, shown, pattern.empty());
  return succeeded(text);
}

ToolOutcome write_file(const ToolContext& context, json::Value arguments) {
  const std::string_view path = string_argument(arguments, "path");
  const std::string_view content = string_argument(arguments, "content");
  const WriteOptions options{.create_directories = bool_argument(arguments, "create_directories")};
  const OrRefusal<Written> result = context.workspace.write(path, content, options);
  if (const auto* refusal = std::get_if<Refusal>(&result)) return failed(*refusal);
  const std::optional<std::uint64_t> replaced = std::get_if<Written>(&result)->replaced;
  const std::string what = "wrote " + counted(content.size(), "byte") + " to " + visible_path(path);
  if (!replaced) return succeeded(what + ", a new file");
  return succeeded(what + ", in place of " + counted(*replaced, "byte"));
}

ToolOutcome create_directory(const ToolContext& context, json::Value arguments) {
  const std::string_view path = string_argument(arguments, "path");
  const OrRefusal<bool> made = context.workspace.make_directory(path);
  if (const auto* refusal = std::get_if<Refusal>(&made)) return failed(*refusal);
  if (!*std::get_if<bool>(&made)) return succeeded(visible_path(path) + " is there already");
  return succeeded("made the directory " + visible_path(path));
}

ToolOutcome delete_file(const ToolContext& context, json::Value arguments) {
  const std::string_view path = string_argument(arguments, "path");
  if (const std::optional<Refusal> refusal = context.workspace.remove(path)) return failed(*refusal);
  return succeeded("deleted " + visible_path(path));
}

}  // namespace acode::agent
