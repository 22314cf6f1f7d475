// References, and keywords that combine schemas.
#include "json/access.h"
#include "schema/compiler.h"
#include "schema/members.h"
#include "schema/uri.h"

namespace acode::schema::detail {

using json::Value;

Logic& Compiler::logic(Here& here) {
  if (here.node.logic == kNone) {
    here.node.logic = static_cast<std::uint32_t>(program_->logics.size());
    program_->logics.emplace_back();
  }
  return program_->logics[here.node.logic];
}

bool Compiler::expect_schema(Here& here, Value value) {
  if (value.is_object() || value.is_boolean()) return true;
  fail(here, "a schema is an object, true or false, not " + std::string(json::kind_name(value.kind())));
  return false;
}

std::vector<NodeId> Compiler::schemas(Here& here, Applied applied) {
  std::vector<NodeId> nodes;
  const Value list = here.keyword;
  if (!list.is_array()) fail(here, "this must be an array of schemas");
  for (const Value schema : list.elements()) {
    here.keyword = schema;
    if (!expect_schema(here, schema)) break;
    nodes.push_back(node_for(schema, here, applied));
  }
  return nodes;
}

void Compiler::ref(Here& here) {
  if (!here.keyword.is_string()) return fail(here, "\"$ref\" must be a string");
  Result<Location> target = atlas_.resolve(here.keyword.as_string(), here.where.resource);
  if (!target) {
    Error error = target.error();
    if (error.path.empty()) error.path = path_of(here.where, here.keyword);
    return fail(std::move(error));
  }
  logic(here).ref = node_at(*target, within(here, Applied::kTogether));
}

void Compiler::dynamic_ref(Here& here) {
  if (!here.keyword.is_string()) return fail(here, "\"$dynamicRef\" must be a string");
  Result<Location> target = atlas_.resolve(here.keyword.as_string(), here.where.resource);
  if (!target) {
    Error error = target.error();
    if (error.path.empty()) error.path = path_of(here.where, here.keyword);
    return fail(std::move(error));
  }
  const std::string name = decode_percent(split_fragment(here.keyword.as_string()).fragment);
  dynamic(here, *target, name);
}

void Compiler::recursive_ref(Here& here) {
  if (here.keyword.as_string() != "#") return fail(here, "\"$recursiveRef\" must be \"#\"");
  Result<Location> target = atlas_.resolve("#", here.where.resource);
  if (!target) return fail(target.error());
  dynamic(here, *target, "");
}

// Dynamic only if the target itself has the anchor by which it was found.
void Compiler::dynamic(Here& here, const Location& target, const std::string& name) {
  const NodeId otherwise = node_at(target, within(here, Applied::kTogether));
  const Resource& resource = atlas_.resource(target.resource);
  const auto anchor = resource.dynamic_anchors.find(name);
  if (anchor == resource.dynamic_anchors.end() || anchor->second != target.schema.index()) {
    // Beside an ordinary `$ref` both count.
    if (logic(here).ref == kNone) {
      logic(here).ref = otherwise;
    } else {
      logic(here).all.push_back(otherwise);
    }
    return;
  }
  const auto next = static_cast<std::uint32_t>(program_->dynamic_refs.size());
  const auto [known, is_new] = dynamic_refs_.try_emplace({otherwise, name}, next);
  logic(here).dynamic_ref = known->second;
  if (!is_new) return;
  program_->dynamic_refs.push_back({otherwise, {}});
  dynamic_targets_.push_back({name, within(here, Applied::kTogether)});
}

void Compiler::all_of(Here& here) {
  const std::vector<NodeId> nodes = schemas(here, Applied::kTogether);
  Logic& rule = logic(here);
  rule.all.insert(rule.all.end(), nodes.begin(), nodes.end());
}

void Compiler::any_of(Here& here) { logic(here).any = schemas(here, Applied::kTogether); }
void Compiler::one_of(Here& here) { logic(here).one = schemas(here, Applied::kTogether); }

void Compiler::negation(Here& here) {
  if (expect_schema(here, here.keyword)) logic(here).negated = node_for(here.keyword, here, Applied::kAsQuestion);
}

void Compiler::condition(Here& here) {
  if (expect_schema(here, here.keyword)) logic(here).condition = node_for(here.keyword, here, Applied::kAsQuestion);
}

void Compiler::then_schema(Here& here) {
  if (expect_schema(here, here.keyword)) here.then = here.keyword;
}

void Compiler::else_schema(Here& here) {
  if (expect_schema(here, here.keyword)) here.otherwise = here.keyword;
}

// What names and URIs stand for is found in the atlas.
void Compiler::identifier(Here& here) {
  if (!here.keyword.is_string()) fail(here, "this must be a string");
}

// What is never referred to asks nothing, but should be a schema: a slip there is one to be told of.
void Compiler::definitions(Here& here) {
  if (!here.keyword.is_object()) return fail(here, "definitions must be an object");
  const Value keyword = here.keyword;
  for (const json::Member& member : last_members(keyword)) {
    here.keyword = member.value;
    if (!expect_schema(here, member.value)) return;
  }
}

}  // namespace acode::schema::detail
