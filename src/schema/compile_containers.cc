// Keywords about arrays and objects.
#include "json/access.h"
#include "schema/compiler.h"
#include "schema/members.h"

namespace acode::schema::detail {

using json::Value;

ArrayRule& Compiler::array(Here& here) {
  if (here.node.array == kNone) {
    here.node.array = static_cast<std::uint32_t>(program_->arrays.size());
    program_->arrays.emplace_back();
  }
  return program_->arrays[here.node.array];
}

ObjectRule& Compiler::object(Here& here) {
  if (here.node.object == kNone) {
    here.node.object = static_cast<std::uint32_t>(program_->objects.size());
    program_->objects.emplace_back();
  }
  return program_->objects[here.node.object];
}

void Compiler::min_items(Here& here) { array(here).min_items = count(here); }
void Compiler::max_items(Here& here) { array(here).max_items = count(here); }
void Compiler::min_contains(Here& here) { array(here).min_contains = count(here); }
void Compiler::max_contains(Here& here) { array(here).max_contains = count(here); }

void Compiler::unique_items(Here& here) {
  if (!here.keyword.is_boolean()) return fail(here, "\"uniqueItems\" must be true or false");
  array(here).unique = here.keyword.as_bool();
}

void Compiler::prefix_items(Here& here) {
  ArrayRule& rule = array(here);
  rule.first = schemas(here, Applied::kAlone);
}

void Compiler::items(Here& here) {
  array(here);
  here.items = here.keyword;
}

void Compiler::additional_items(Here& here) {
  if (expect_schema(here, here.keyword)) here.additional_items = here.keyword;
}

// A list of schemas, up to 2019-09, is what `prefixItems` is now; `additionalItems` then is what `items` is now.
void Compiler::finish_items(Here& here) {
  if (!here.items) return;
  here.keyword = *here.items;
  ArrayRule& rule = array(here);
  if (!here.items->is_array()) {
    if (!expect_schema(here, *here.items)) return;
    rule.rest = node_for(*here.items, here);
    rule.items_evaluate_all = true;
    return;
  }
  if (here.dialect.draft == Draft::k202012 && !options_.forgiving) {
    return fail(here, "\"items\" must be a schema; for a list of schemas there is \"prefixItems\"");
  }
  if (here.dialect.draft == Draft::k202012)
    warn(here, "a list as \"items\" is of older drafts; read as \"prefixItems\"");
  rule.first = schemas(here, Applied::kAlone);
  if (!here.additional_items) return;
  rule.rest = node_for(*here.additional_items, here);
  rule.items_evaluate_all = true;
}

void Compiler::contains(Here& here) {
  if (!expect_schema(here, here.keyword)) return;
  ArrayRule& rule = array(here);
  rule.contains = node_for(here.keyword, here);
  rule.contains_evaluates = here.dialect.draft == Draft::k202012;
}

void Compiler::unevaluated_items(Here& here) {
  if (expect_schema(here, here.keyword)) array(here).unevaluated = node_for(here.keyword, here);
}

void Compiler::min_properties(Here& here) { object(here).min_properties = count(here); }
void Compiler::max_properties(Here& here) { object(here).max_properties = count(here); }

// The entry for a name; a table keeps that quick where there are many.
std::uint32_t Compiler::property_index(ObjectRule& rule, std::string_view name) {
  constexpr std::size_t kFew = 16;
  const auto rule_number = static_cast<std::uint32_t>(&rule - program_->objects.data());
  if (rule.properties.size() <= kFew) {
    for (std::uint32_t i = 0; i < rule.properties.size(); ++i) {
      if (rule.properties[i].name == name) return i;
    }
  } else {
    if (slots_of_ != rule_number) {
      property_slots_.clear();
      slots_of_ = rule_number;
      for (std::uint32_t i = 0; i < rule.properties.size(); ++i) property_slots_.emplace(rule.properties[i].name, i);
    }
    const auto found = property_slots_.find(name);
    if (found != property_slots_.end()) return found->second;
  }
  const auto index = static_cast<std::uint32_t>(rule.properties.size());
  rule.properties.push_back({name});
  if (slots_of_ == rule_number) property_slots_.emplace(name, index);
  return index;
}

void Compiler::properties(Here& here) {
  if (!here.keyword.is_object()) return fail(here, "\"properties\" must be an object");
  const Value keyword = here.keyword;
  ObjectRule& rule = object(here);
  rule.gives_properties = true;
  for (const json::Member& member : last_members(keyword)) {
    here.keyword = member.value;
    if (!expect_schema(here, member.value)) return;
    rule.properties[property_index(rule, member.name)].node = node_for(member.value, here);
  }
}

bool Compiler::names(Here& here, Value list, std::vector<std::string_view>& out) {
  for (const Value name : list.elements()) {
    if (!name.is_string()) {
      fail(here, "the names must be strings");
      return false;
    }
    out.push_back(name.as_string());
  }
  if (!list.is_array()) fail(here, "this must be an array of names");
  return list.is_array();
}

void Compiler::required(Here& here) {
  if (options_.forgiving && here.keyword.is_boolean()) {
    return warn(here,
                "\"required\" of a property itself is of draft 3; left out: name it in the object's \"required\"");
  }
  std::vector<std::string_view> list;
  if (!names(here, here.keyword, list)) return;
  ObjectRule& rule = object(here);
  for (const std::string_view name : list) {
    Property& property = rule.properties[property_index(rule, name)];
    rule.required += property.required ? 0 : 1;
    property.required = true;
  }
}

void Compiler::pattern_properties(Here& here) {
  if (!here.keyword.is_object()) return fail(here, "\"patternProperties\" must be an object");
  const Value keyword = here.keyword;
  ObjectRule& rule = object(here);
  for (const json::Member& member : last_members(keyword)) {
    here.keyword = member.value;
    if (!expect_schema(here, member.value)) return;
    const std::uint32_t pattern = pattern_for(here, member.name);
    if (error_) return;
    rule.patterns.emplace_back(pattern, node_for(member.value, here));
  }
}

void Compiler::additional_properties(Here& here) {
  if (expect_schema(here, here.keyword)) object(here).additional = node_for(here.keyword, here);
}

void Compiler::property_names(Here& here) {
  if (expect_schema(here, here.keyword)) object(here).names = node_for(here.keyword, here);
}

void Compiler::unevaluated_properties(Here& here) {
  if (expect_schema(here, here.keyword)) object(here).unevaluated = node_for(here.keyword, here);
}

void Compiler::dependencies(Here& here) {
  if (!here.keyword.is_object()) return fail(here, "\"dependencies\" must be an object");
  const Value keyword = here.keyword;
  for (const json::Member& member : last_members(keyword)) {
    here.keyword = member.value;
    Dependency dependency{member.name, {}, kAnything};
    if (member.value.is_array()) {
      if (!names(here, member.value, dependency.required)) return;
    } else {
      if (!expect_schema(here, member.value)) return;
      dependency.node = node_for(member.value, here, Applied::kTogether);
    }
    object(here).dependencies.push_back(std::move(dependency));
  }
}

void Compiler::dependent_required(Here& here) {
  if (!here.keyword.is_object()) return fail(here, "\"dependentRequired\" must be an object");
  const Value keyword = here.keyword;
  for (const json::Member& member : last_members(keyword)) {
    here.keyword = member.value;
    Dependency dependency{member.name, {}, kAnything};
    if (!names(here, member.value, dependency.required)) return;
    object(here).dependencies.push_back(std::move(dependency));
  }
}

void Compiler::dependent_schemas(Here& here) {
  if (!here.keyword.is_object()) return fail(here, "\"dependentSchemas\" must be an object");
  const Value keyword = here.keyword;
  for (const json::Member& member : last_members(keyword)) {
    here.keyword = member.value;
    if (!expect_schema(here, member.value)) return;
    const NodeId node = node_for(member.value, here, Applied::kTogether);
    object(here).dependencies.push_back({member.name, {}, node});
  }
}

}  // namespace acode::schema::detail
