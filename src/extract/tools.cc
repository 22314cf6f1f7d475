// Asking for tools by the names that models write.
#include <algorithm>

#include "extract/call_keys.h"
#include "extract/construct.h"
#include "schema/tool_match.h"

namespace acode::extract {
namespace {

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// What a tool may be called where none are known: letters, digits and what providers allow between them.
bool is_plain_name(std::string_view name) {
  constexpr std::size_t kLongest = 128;
  if (name.empty() || name.size() > kLongest || (name[0] >= '0' && name[0] <= '9')) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || c == ':' || c == '/';
  });
}

// Where a name stands last in a text. It is looked for from the front: that is done many bytes at a time, from the back
// each place is compared.
std::size_t find_last(std::string_view text, std::string_view name) {
  std::size_t last = std::string_view::npos;
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) last = at;
  return last;
}

}  // namespace

Tools::Tools(const schema::Toolset* tools) : tools_(tools) {
  if (tools == nullptr) return;
  hints_ = std::make_unique<LazyHints[]>(tools->size());
  for (const schema::Tool& tool : tools->tools()) {
    if (has_property(&tool, "arguments")) odd_.push_back(&tool);
  }
}

const schema::SchemaHints& Tools::hints(const schema::Tool& tool) const {
  LazyHints& lazy = hints_[static_cast<std::size_t>(&tool - tools_->tools().data())];
  std::call_once(lazy.once, [&] { lazy.made.emplace(tool.parameters); });
  return *lazy.made;
}

bool Tools::may_be(std::string_view name) const { return given() ? find(name) != nullptr : is_plain_name(name); }

bool Tools::may_be_meant(std::string_view name) const {
  return may_be(name) || (given() && tools_->nearest(name).has_value());
}

const schema::Tool* Tools::find(std::string_view name) const {
  return tools_ == nullptr ? nullptr : schema::detail::match_tool(*tools_, name);
}

const schema::Tool* Tools::exactly(std::string_view name) const {
  return tools_ == nullptr ? nullptr : tools_->find(name);
}

const schema::Tool* Tools::mentioned_last(std::string_view text) const {
  const schema::Tool* last = nullptr;
  std::size_t last_end = 0;
  if (tools_ == nullptr) return nullptr;
  for (const schema::Tool& tool : tools_->tools()) {
    const std::size_t at = find_last(text, tool.name);
    if (at == std::string_view::npos) continue;
    const std::size_t end = at + tool.name.size();
    if ((at > 0 && is_name_byte(text[at - 1])) || (end < text.size() && is_name_byte(text[end]))) continue;
    if (end <= last_end) continue;
    last = &tool;
    last_end = end;
  }
  return last;
}

}  // namespace acode::extract
