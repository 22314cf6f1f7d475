// Putting arguments together.
#include "extract/tag_arguments.h"

#include <optional>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/value.h"
#include "acode/json/writer.h"
#include "base/text.h"
#include "extract/call_keys.h"
#include "extract/typed_text.h"

namespace acode::extract {
namespace {

bool is_string_type(json::Value type) {
  if (type.is_string()) return type.as_string() == "string";
  if (!type.is_array()) return false;
  for (const json::Value one : type.elements()) {
    if (one.is_string() && one.as_string() == "string") return true;
  }
  return false;
}

// Whether the schema of a parameter, or one of its alternatives, plainly allows a string.
bool allows_string(json::Value schema) {
  if (const auto type = schema.find("type")) return is_string_type(*type);
  for (const std::string_view word : {"anyOf", "oneOf"}) {
    const std::optional<json::Value> options = schema.find(word);
    if (!options || !options->is_array()) continue;
    for (const json::Value option : options->elements()) {
      const std::optional<json::Value> type = option.is_object() ? option.find("type") : std::nullopt;
      if (type && is_string_type(*type)) return true;
    }
  }
  return false;
}

std::optional<json::Value> property(const schema::Tool* tool, std::string_view name) {
  if (tool == nullptr) return std::nullopt;
  const std::optional<json::Value> properties = tool->parameters.source().find("properties");
  return properties && properties->is_object() ? properties->find(name) : std::nullopt;
}

std::string quoted(std::string_view text) {
  std::string out;
  json::write_string_to(out, text);
  return out;
}

std::string text_of(std::string_view text, const ValueRules& rules) {
  if (rules.cdata && base::trimmed(text).starts_with("<![CDATA[")) return unwrap_cdata(text);
  if (rules.newlines) text = strip_one_newline(text);
  return rules.entities ? decode_entities(text) : std::string(text);
}

// What the tag says counts where the schema says nothing against it.
std::string typed(std::string_view text, Typing typing, const schema::Tool* tool, std::string_view name,
                  std::vector<std::string>& warnings) {
  const std::optional<json::Value> schema = property(tool, name);
  const bool may_be_string = !schema || !schema->is_object() || allows_string(*schema);
  if (typing == Typing::kString && may_be_string) return quoted(text);
  if (typing == Typing::kJson && !schema) {
    const std::string_view core = base::trimmed(text);
    return json::parse(core, {core.size() + 1, 1000}).ok() ? std::string(core) : quoted(text);
  }
  return typed_json(text, tool, name, warnings);
}

}  // namespace

void TagArguments::add(std::string_view name, std::string_view text, Typing typing, const ValueRules& rules) {
  const std::string value = text_of(text, rules);
  add_json(name, typed(value, typing, tool_, name, warnings_));
  const std::string_view core = base::trimmed(value);
  if (members_.size() == 1 && core.starts_with('{')) members_[0].text = core;
}

void TagArguments::add_json(std::string_view name, std::string json) {
  const auto [entry, is_new] = index_.try_emplace(std::string(name), members_.size());
  if (is_new) {
    members_.push_back({std::string(name), std::move(json), {}});
    return;
  }
  warnings_.push_back("parameter \"" + std::string(name) + "\" is there more than once; the last counts");
  members_[entry->second] = {std::string(name), std::move(json), {}};
}

bool TagArguments::has_required() const {
  if (tool_ == nullptr) return false;
  const std::optional<json::Value> required = tool_->parameters.source().find("required");
  if (!required || !required->is_array()) return true;
  for (const json::Value name : required->elements()) {
    if (name.is_string() && !index_.contains(std::string(name.as_string()))) return false;
  }
  return true;
}

bool TagArguments::is_wrapped() const {
  return members_.size() == 1 && tool_ != nullptr && !members_[0].text.empty() &&
         key_of(members_[0].name).role == Role::kArguments && !property(tool_, members_[0].name);
}

std::string TagArguments::json() const {
  if (is_wrapped()) return members_[0].text;
  std::string out = "{";
  for (const Member& member : members_) {
    if (out.size() > 1) out += ',';
    json::write_string_to(out, member.name);
    out += ':';
    out += member.json;
  }
  return out + '}';
}

}  // namespace acode::extract
