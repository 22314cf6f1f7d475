// The list of subschemas to be compiled, and the table of keywords.
#include "schema/compiler.h"

#include <algorithm>
#include <array>

#include "json/access.h"
#include "schema/members.h"

namespace acode::schema::detail {
namespace {

using json::Value;

constexpr std::size_t kMostNodes = 200'000;
constexpr std::size_t kMostWarnings = 100;
constexpr std::size_t kMostCandidates = 4'000'000;  // dynamic references times resources

constexpr unsigned k7 = 1, k2019 = 2, k2020 = 4, kLater = k2019 | k2020, kAnyDraft = 7;

// Keywords that say something about a schema and ask nothing of the value.
bool is_annotation(std::string_view name) {
  static constexpr std::array kNames = {"$comment", "default", "deprecated", "description", "examples",
                                        "readOnly", "title",   "writeOnly",  "$defs",       "definitions"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

}  // namespace

const Compiler::Keyword* Compiler::find_keyword(std::string_view name) {
  using V = Vocabulary;
  // In the order of the alphabet.
  static constexpr std::array kKeywords = {
      Keyword{"$anchor", &Compiler::identifier, kLater, V::kAlways},
      Keyword{"$defs", &Compiler::definitions, kLater, V::kAlways},
      Keyword{"$dynamicAnchor", &Compiler::identifier, k2020, V::kAlways},
      Keyword{"$dynamicRef", &Compiler::dynamic_ref, k2020, V::kAlways},
      Keyword{"$id", &Compiler::identifier, kAnyDraft, V::kAlways},
      Keyword{"$recursiveRef", &Compiler::recursive_ref, k2019, V::kAlways},
      Keyword{"$ref", &Compiler::ref, kAnyDraft, V::kAlways},
      Keyword{"$schema", &Compiler::identifier, kAnyDraft, V::kAlways},
      Keyword{"additionalItems", &Compiler::additional_items, k7 | k2019, V::kApplicators},
      Keyword{"additionalProperties", &Compiler::additional_properties, kAnyDraft, V::kApplicators},
      Keyword{"allOf", &Compiler::all_of, kAnyDraft, V::kApplicators},
      Keyword{"anyOf", &Compiler::any_of, kAnyDraft, V::kApplicators},
      Keyword{"const", &Compiler::constant, kAnyDraft, V::kValidation},
      Keyword{"contains", &Compiler::contains, kAnyDraft, V::kApplicators},
      Keyword{"definitions", &Compiler::definitions, kAnyDraft, V::kAlways},
      Keyword{"dependencies", &Compiler::dependencies, kAnyDraft, V::kApplicators},
      Keyword{"dependentRequired", &Compiler::dependent_required, kLater, V::kValidation},
      Keyword{"dependentSchemas", &Compiler::dependent_schemas, kLater, V::kApplicators},
      Keyword{"else", &Compiler::else_schema, kAnyDraft, V::kApplicators},
      Keyword{"enum", &Compiler::enumeration, kAnyDraft, V::kValidation},
      Keyword{"exclusiveMaximum", &Compiler::exclusive_maximum, kAnyDraft, V::kValidation},
      Keyword{"exclusiveMinimum", &Compiler::exclusive_minimum, kAnyDraft, V::kValidation},
      Keyword{"format", &Compiler::format, kAnyDraft, V::kAlways},
      Keyword{"if", &Compiler::condition, kAnyDraft, V::kApplicators},
      Keyword{"items", &Compiler::items, kAnyDraft, V::kApplicators},
      Keyword{"maxContains", &Compiler::max_contains, kLater, V::kValidation},
      Keyword{"maxItems", &Compiler::max_items, kAnyDraft, V::kValidation},
      Keyword{"maxLength", &Compiler::max_length, kAnyDraft, V::kValidation},
      Keyword{"maxProperties", &Compiler::max_properties, kAnyDraft, V::kValidation},
      Keyword{"maximum", &Compiler::maximum, kAnyDraft, V::kValidation},
      Keyword{"minContains", &Compiler::min_contains, kLater, V::kValidation},
      Keyword{"minItems", &Compiler::min_items, kAnyDraft, V::kValidation},
      Keyword{"minLength", &Compiler::min_length, kAnyDraft, V::kValidation},
      Keyword{"minProperties", &Compiler::min_properties, kAnyDraft, V::kValidation},
      Keyword{"minimum", &Compiler::minimum, kAnyDraft, V::kValidation},
      Keyword{"multipleOf", &Compiler::multiple_of, kAnyDraft, V::kValidation},
      Keyword{"not", &Compiler::negation, kAnyDraft, V::kApplicators},
      Keyword{"nullable", &Compiler::nullable, kAnyDraft, V::kAlways},
      Keyword{"oneOf", &Compiler::one_of, kAnyDraft, V::kApplicators},
      Keyword{"pattern", &Compiler::pattern, kAnyDraft, V::kValidation},
      Keyword{"patternProperties", &Compiler::pattern_properties, kAnyDraft, V::kApplicators},
      Keyword{"prefixItems", &Compiler::prefix_items, k2020, V::kApplicators},
      Keyword{"properties", &Compiler::properties, kAnyDraft, V::kApplicators},
      Keyword{"propertyNames", &Compiler::property_names, kAnyDraft, V::kApplicators},
      Keyword{"required", &Compiler::required, kAnyDraft, V::kValidation},
      Keyword{"then", &Compiler::then_schema, kAnyDraft, V::kApplicators},
      Keyword{"type", &Compiler::type, kAnyDraft, V::kValidation},
      Keyword{"unevaluatedItems", &Compiler::unevaluated_items, kLater, V::kUnevaluated},
      Keyword{"unevaluatedProperties", &Compiler::unevaluated_properties, kLater, V::kUnevaluated},
      Keyword{"uniqueItems", &Compiler::unique_items, kAnyDraft, V::kValidation},
  };
  const auto* const found =
      std::lower_bound(kKeywords.begin(), kKeywords.end(), name,
                       [](const Keyword& keyword, std::string_view other) { return keyword.name < other; });
  return found == kKeywords.end() || found->name != name ? nullptr : &*found;
}

bool Compiler::counts(const Keyword& keyword, const Dialect& dialect) {
  if ((keyword.drafts & (1U << static_cast<unsigned>(dialect.draft))) == 0) return false;
  switch (keyword.vocabulary) {
    case Vocabulary::kAlways:
      return true;
    case Vocabulary::kApplicators:
      return dialect.applicators;
    case Vocabulary::kUnevaluated:
      return dialect.unevaluated;
    case Vocabulary::kValidation:
      return dialect.validation;
  }
  return true;
}

Result<std::shared_ptr<const Program>> Compiler::run(std::shared_ptr<const json::Document> document) {
  Result<Location> root = atlas_.add_root(std::move(document));
  if (!root) return root.error();
  program_ = std::make_shared<Program>();
  program_->nodes.resize(2);
  program_->draft = atlas_.resource(root->resource).dialect.draft;
  if (!root->schema.is_object() && !root->schema.is_boolean()) {
    return schema_error(ErrorCode::kBadSchema, "a schema is an object, true or false, not " +
                                                   std::string(json::kind_name(root->schema.kind())));
  }
  program_->root = node_at(*root, Applied::kAlone);
  do {
    while (!tasks_.empty() && !error_) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      compile(task);
    }
    if (!error_) add_candidates();
  } while (!tasks_.empty() && !error_);
  if (error_) return *error_;
  const std::vector<NodeId> order = order_nodes();
  if (error_) return *error_;
  close_objects(order);
  index_properties();
  program_->documents = atlas_.documents();
  program_->quick = make_quick_form(*program_);
  program_->warnings = std::move(atlas_.warnings());
  return std::shared_ptr<const Program>(std::move(program_));
}

NodeId Compiler::node_for(Value schema, const Here& around, Applied applied) {
  const std::uint32_t resource = atlas_.resource_of(around.where.document, schema, around.where.resource);
  return node_at({around.where.document, schema, resource}, within(around, applied));
}

// What is inside a question is a part of it. Only strict mode tells them apart.
Compiler::Applied Compiler::within(const Here& around, Applied applied) const {
  if (!options_.strict) return Applied::kAlone;
  return around.applied == Applied::kAsQuestion ? Applied::kAsQuestion : applied;
}

// The node of a schema; if there is none yet it is put on the list. A schema that is nothing but a reference is the one
// it refers to.
NodeId Compiler::node_at(const Location& where, Applied applied) {
  std::vector<std::uint64_t> passed;
  std::optional<Location> at = where;
  NodeId id = kNone;
  while (id == kNone) {
    if (at->schema.is_boolean()) {
      id = at->schema.as_bool() ? kAnything : kNothing;
      break;
    }
    const std::uint64_t key = (std::uint64_t{at->document} << 34U) | (std::uint64_t{at->schema.index()} << 2U) |
                              static_cast<std::uint64_t>(applied);
    const auto known = nodes_.find(key);
    if (known != nodes_.end() && known->second == kNone) {  // on the way already
      fail(schema_error(ErrorCode::kBadSchema, "this reference leads back to itself", path_of(where, where.schema)));
      return kNothing;
    }
    if (known != nodes_.end()) {
      id = known->second;
      break;
    }
    passed.push_back(key);
    nodes_.emplace(key, kNone);
    const std::optional<Location> other = same_as(*at);
    if (error_) return kNothing;
    if (other) {
      at = other;
      continue;
    }
    id = static_cast<NodeId>(program_->nodes.size());
    if (id > kMostNodes) {
      fail(schema_error(ErrorCode::kSchemaTooLarge, "more than " + std::to_string(kMostNodes) + " subschemas"));
      return kNothing;
    }
    program_->nodes.emplace_back();
    tasks_.push_back({id, *at, applied});
  }
  for (const std::uint64_t key : passed) nodes_[key] = id;
  return id;
}

// The schema that this one only refers to. Within one resource: a way through another one counts for dynamic references.
std::optional<Location> Compiler::same_as(const Location& where) {
  const Draft draft = atlas_.resource(where.resource).dialect.draft;
  std::optional<Value> reference;
  for (const json::Member member : where.schema.members()) {
    if (member.name == "$ref") {
      reference = member.value;
    } else if (draft != Draft::k7 && !is_annotation(member.name)) {
      return std::nullopt;
    }
  }
  if (!reference || !reference->is_string()) return std::nullopt;
  Result<Location> target = atlas_.resolve(reference->as_string(), where.resource);
  if (!target) {
    Error error = target.error();
    if (error.path.empty()) error.path = path_of(where, *reference);
    fail(std::move(error));
    return std::nullopt;
  }
  if (target->resource != where.resource) return std::nullopt;
  return *target;
}

void Compiler::compile(const Task& task) {
  const Location& where = task.where;
  if (!where.schema.is_object()) {
    return fail(
        schema_error(ErrorCode::kBadSchema,
                     "a schema is an object, true or false, not " + std::string(json::kind_name(where.schema.kind())),
                     path_of(where, where.schema)));
  }
  const Dialect dialect = atlas_.resource(where.resource).dialect;
  Here here{task.node, where, dialect, task.applied, {}, where.schema};
  here.node.resource = where.resource;
  here.node.document = where.document;
  here.node.source = where.schema.index();
  const bool only_ref = dialect.draft == Draft::k7 && where.schema.find("$ref").has_value();
  for (const json::Member& member : last_members(where.schema)) {
    if (only_ref && member.name != "$ref") continue;
    const Keyword* const keyword = find_keyword(member.name);
    if (keyword == nullptr || !counts(*keyword, dialect)) continue;
    here.keyword = member.value;
    (this->*keyword->handler)(here);
    if (error_) return;
  }
  finish(here);
  program_->nodes[task.node] = here.node;
  if (options_.strict && task.applied == Applied::kAlone) alone_.push_back(task.node);
}

void Compiler::finish(Here& here) {
  finish_items(here);
  if (here.node.logic != kNone && program_->logics[here.node.logic].condition != kNone) {
    if (here.then) {
      const NodeId then = node_for(*here.then, here, Applied::kTogether);
      logic(here).then = then;
    }
    if (here.otherwise) {
      const NodeId otherwise = node_for(*here.otherwise, here, Applied::kTogether);
      logic(here).otherwise = otherwise;
    }
  }
  if (here.nullable) {
    here.node.types |= type_bit::kNull;
    if (here.node.values != kNone) program_->values[here.node.values].or_null = true;
  }
}

// The targets of dynamic references in all resources that have come in; they may bring further ones.
void Compiler::add_candidates() {
  if (program_->dynamic_refs.size() * atlas_.resources() > kMostCandidates) {
    return fail(
        schema_error(ErrorCode::kSchemaTooLarge, "too many dynamic references for so many schemas with an $id"));
  }
  for (std::size_t i = 0; i < program_->dynamic_refs.size() && !error_; ++i) {
    DynamicTarget& looked_for = dynamic_targets_[i];
    for (; looked_for.resources < atlas_.resources() && !error_; ++looked_for.resources) {
      const std::uint32_t id = looked_for.resources;
      const Resource& resource = atlas_.resource(id);
      const auto anchor = resource.dynamic_anchors.find(looked_for.name);
      if (anchor == resource.dynamic_anchors.end()) continue;
      const NodeId node =
          node_at({resource.document, atlas_.value(resource.document, anchor->second), id}, looked_for.applied);
      program_->dynamic_refs[i].in_resource.emplace_back(id, node);
    }
  }
}

std::string Compiler::path_of(const Location& where, Value at) const {
  const std::string path = pointer_to(atlas_.documents()[where.document]->root(), at.index()).text();
  const Resource& resource = atlas_.resource(where.resource);
  if (where.document == 0) return path.empty() ? "the root" : path;
  return resource.uri + "#" + path;
}

void Compiler::fail(const Here& here, std::string message) {
  fail(schema_error(ErrorCode::kBadSchema, std::move(message), path_of(here.where, here.keyword)));
}

void Compiler::fail(Error error) {
  if (!error_) error_ = std::move(error);
}

void Compiler::warn(const Here& here, std::string message) {
  if (atlas_.warnings().size() >= kMostWarnings) return;
  const Value root = atlas_.documents()[here.where.document]->root();
  atlas_.warnings().push_back({pointer_to(root, here.keyword.index()), std::move(message)});
}

}  // namespace acode::schema::detail
