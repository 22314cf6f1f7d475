// Finding resources and anchors in documents, and following references.
#include "schema/atlas.h"

#include <algorithm>
#include <array>

#include "acode/json/pointer.h"
#include "json/access.h"
#include "schema/members.h"
#include "schema/metaschemas.h"
#include "schema/uri.h"

namespace acode::schema::detail {
namespace {

using json::Value;
using json::detail::Access;

constexpr unsigned k7 = 1, k2019 = 2, k2020 = 4, kLater = k2019 | k2020, kAnyDraft = 7;

struct Holder {
  std::string_view keyword;
  Holds holds;
  unsigned drafts;
};

// In the order of the alphabet.
constexpr std::array kHolders = {
    Holder{"$defs", Holds::kMap, kLater},
    Holder{"additionalItems", Holds::kSchema, k7 | k2019},
    Holder{"additionalProperties", Holds::kSchema, kAnyDraft},
    Holder{"allOf", Holds::kList, kAnyDraft},
    Holder{"anyOf", Holds::kList, kAnyDraft},
    Holder{"contains", Holds::kSchema, kAnyDraft},
    Holder{"contentSchema", Holds::kSchema, kLater},
    Holder{"definitions", Holds::kMap, kAnyDraft},
    Holder{"dependencies", Holds::kMapOrNames, kAnyDraft},
    Holder{"dependentSchemas", Holds::kMap, kLater},
    Holder{"else", Holds::kSchema, kAnyDraft},
    Holder{"if", Holds::kSchema, kAnyDraft},
    Holder{"items", Holds::kSchemaOrList, kAnyDraft},
    Holder{"not", Holds::kSchema, kAnyDraft},
    Holder{"oneOf", Holds::kList, kAnyDraft},
    Holder{"patternProperties", Holds::kMap, kAnyDraft},
    Holder{"prefixItems", Holds::kList, k2020},
    Holder{"properties", Holds::kMap, kAnyDraft},
    Holder{"propertyNames", Holds::kSchema, kAnyDraft},
    Holder{"then", Holds::kSchema, kAnyDraft},
    Holder{"unevaluatedItems", Holds::kSchema, kLater},
    Holder{"unevaluatedProperties", Holds::kSchema, kLater},
};

unsigned bit(Draft draft) { return 1U << static_cast<unsigned>(draft); }

std::uint64_t place(std::uint32_t document, std::uint32_t index) { return (std::uint64_t{document} << 32U) | index; }

std::string_view text_of(Value schema, std::string_view keyword) {
  const auto found = schema.find(keyword);
  return found ? found->as_string() : std::string_view{};
}

// In draft 7 nothing beside `$ref` counts.
bool only_ref_counts(Value schema, Draft draft) { return draft == Draft::k7 && schema.find("$ref").has_value(); }

bool begins_resource(std::string_view id, Draft draft) { return !id.empty() && (draft != Draft::k7 || id[0] != '#'); }

// The schemas that a keyword keeps.
template <class Add>
void each_schema(Value value, Holds how, const Add& add) {
  switch (how) {
    case Holds::kNoSchema:
      return;
    case Holds::kSchemaOrList:
    case Holds::kList:
      for (const Value element : value.elements()) add(element);
      if (how == Holds::kList) return;
      [[fallthrough]];
    case Holds::kSchema:
      if (value.is_object()) add(value);
      return;
    case Holds::kMap:
    case Holds::kMapOrNames:
      for (const json::Member& member : last_members(value)) add(member.value);
      return;
  }
}

struct Vocabulary {
  std::string_view name;
  bool Dialect::*flag;  // null if it changes nothing
};

constexpr std::array kVocabularies = {
    Vocabulary{"core", nullptr},
    Vocabulary{"applicator", &Dialect::applicators},
    Vocabulary{"unevaluated", &Dialect::unevaluated},
    Vocabulary{"validation", &Dialect::validation},
    Vocabulary{"meta-data", nullptr},
    Vocabulary{"format", nullptr},
    Vocabulary{"format-annotation", nullptr},
    Vocabulary{"format-assertion", &Dialect::format_assertion},
    Vocabulary{"content", nullptr},
};

const Vocabulary* find_vocabulary(std::string_view uri) {
  for (const std::string_view base :
       {"https://json-schema.org/draft/2020-12/vocab/", "https://json-schema.org/draft/2019-09/vocab/"}) {
    if (!uri.starts_with(base)) continue;
    const std::string_view name = uri.substr(base.size());
    const auto* const found = std::find_if(kVocabularies.begin(), kVocabularies.end(),
                                           [name](const Vocabulary& vocabulary) { return vocabulary.name == name; });
    if (found != kVocabularies.end()) return &*found;
  }
  return nullptr;
}

}  // namespace

Holds holds(std::string_view keyword, Draft draft) {
  const auto* const found =
      std::lower_bound(kHolders.begin(), kHolders.end(), keyword,
                       [](const Holder& holder, std::string_view name) { return holder.keyword < name; });
  if (found == kHolders.end() || found->keyword != keyword) return Holds::kNoSchema;
  return (found->drafts & bit(draft)) != 0 ? found->holds : Holds::kNoSchema;
}

json::Pointer pointer_to(Value root, std::uint32_t index) {
  json::Pointer where;
  Value at = root;
  const auto inside = [index](Value value) { return index >= value.index() && index < Access::next(value); };
  while (at.index() != index && inside(at)) {
    std::size_t position = 0;
    std::optional<Value> next;
    for (const Value element : at.elements()) {
      if (inside(element)) {
        where.push(position);
        next = element;
        break;
      }
      ++position;
    }
    for (const json::Member member : at.members()) {
      if (!inside(member.value)) continue;
      where.push(member.name);
      next = member.value;
      break;
    }
    if (!next) break;
    at = *next;
  }
  return where;
}

Error schema_error(ErrorCode code, std::string message, std::string path) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  error.path = std::move(path);
  return error;
}

KnownDocuments::Found KnownDocuments::find(std::string_view uri) const {
  const auto found = by_uri.find(uri);
  return found == by_uri.end() ? nullptr : found->second;
}

Value Atlas::value(std::uint32_t document, std::uint32_t index) const {
  return Access::at(documents_[document]->root(), index);
}

Result<Location> Atlas::add_root(std::shared_ptr<const json::Document> document) {
  Dialect fallback;
  fallback.draft = options_.draft;
  return add(std::move(document), {}, fallback);
}

std::uint32_t Atlas::new_resource(Resource resource) {
  const auto id = static_cast<std::uint32_t>(resources_.size());
  by_uri_.try_emplace(resource.uri, id);
  by_place_.emplace(place(resource.document, resource.root), id);
  resources_.push_back(std::move(resource));
  return id;
}

// A document and all resources and anchors in it. Its root is a resource, whether it has an `$id` or not.
Result<Location> Atlas::add(std::shared_ptr<const json::Document> document, std::string uri, const Dialect& fallback) {
  const auto number = static_cast<std::uint32_t>(documents_.size());
  documents_.push_back(std::move(document));
  const Value root = documents_.back()->root();
  Result<Dialect> spoken = dialect(root, fallback);
  if (!spoken) return spoken.error();

  const std::string_view id = only_ref_counts(root, spoken->draft) ? std::string_view{} : text_of(root, "$id");
  std::string base = uri;
  if (begins_resource(id, spoken->draft)) base = std::string(split_fragment(resolve_uri(uri, id)).document);
  const std::uint32_t first = new_resource({base, number, root.index(), *spoken, {}, {}});
  by_uri_.try_emplace(std::move(uri), first);

  std::vector<Visit> queue{{root, first}};
  while (!queue.empty()) {
    const Visit next = queue.back();
    queue.pop_back();
    if (std::optional<Error> error = visit(next, number, queue)) return *error;
  }
  return Location{number, root, first};
}

std::optional<Error> Atlas::visit(const Visit& visit, std::uint32_t document, std::vector<Visit>& queue) {
  if (!visit.schema.is_object()) return std::nullopt;
  Result<std::uint32_t> resource = begin_resource(visit.schema, document, visit.resource);
  if (!resource) return resource.error();
  const Draft draft = resources_[*resource].dialect.draft;
  if (!only_ref_counts(visit.schema, draft)) note_anchors(visit.schema, *resource);
  for (const json::Member& member : last_members(visit.schema)) {
    each_schema(member.value, holds(member.name, draft), [&](Value schema) { queue.push_back({schema, *resource}); });
  }
  return std::nullopt;
}

// The resource that an `$id` begins here, or the one around.
Result<std::uint32_t> Atlas::begin_resource(Value schema, std::uint32_t document, std::uint32_t around) {
  if (by_place_.contains(place(document, schema.index()))) return by_place_[place(document, schema.index())];
  const std::string_view id = text_of(schema, "$id");
  if (id.empty()) return around;
  Result<Dialect> spoken = dialect(schema, resources_[around].dialect);
  if (!spoken) return spoken.error();
  if (!begins_resource(id, spoken->draft) || only_ref_counts(schema, spoken->draft)) return around;
  std::string uri(split_fragment(resolve_uri(resources_[around].uri, id)).document);
  return new_resource({std::move(uri), document, schema.index(), *spoken, {}, {}});
}

void Atlas::note_anchors(Value schema, std::uint32_t resource) {
  Resource& here = resources_[resource];
  const std::uint32_t index = schema.index();
  if (here.dialect.draft == Draft::k7) {
    const std::string_view fragment = split_fragment(text_of(schema, "$id")).fragment;
    if (!fragment.empty()) here.anchors.try_emplace(std::string(fragment), index);
    return;
  }
  if (const std::string_view anchor = text_of(schema, "$anchor"); !anchor.empty())
    here.anchors.try_emplace(std::string(anchor), index);
  if (here.dialect.draft == Draft::k201909) {
    const auto recursive = schema.find("$recursiveAnchor");
    if (recursive && recursive->as_bool() && index == here.root) here.dynamic_anchors.try_emplace("", index);
    return;
  }
  if (const std::string_view anchor = text_of(schema, "$dynamicAnchor"); !anchor.empty()) {
    here.anchors.try_emplace(std::string(anchor), index);
    here.dynamic_anchors.try_emplace(std::string(anchor), index);
  }
}

std::uint32_t Atlas::resource_of(std::uint32_t document, Value schema, std::uint32_t around) const {
  const auto found = by_place_.find(place(document, schema.index()));
  return found == by_place_.end() ? around : found->second;
}

Result<Dialect> Atlas::dialect(Value schema, const Dialect& otherwise) {
  const std::string_view uri = text_of(schema, "$schema");
  if (uri.empty()) return otherwise;
  if (const auto draft = draft_from_uri(uri)) {
    Dialect standard;
    standard.draft = *draft;
    return standard;
  }
  Result<Dialect> custom = custom_dialect(uri);
  if (custom || !options_.forgiving) return custom;
  json::Pointer where;
  where.push("$schema");
  warnings_.push_back(
      {where, "\"" + std::string(uri) + "\" is not known; read as draft " + std::string(draft_name(otherwise.draft))});
  return otherwise;
}

// A metaschema of the user's: which vocabularies it asks for.
Result<Dialect> Atlas::custom_dialect(std::string_view uri) {
  constexpr int kMostMetaschemas = 8;  // each of them may have one of its own
  if (++loading_ > kMostMetaschemas)
    return schema_error(ErrorCode::kBadSchema, "the metaschemas are a circle", "/$schema");
  Result<Location> metaschema = resolve(uri, 0);
  --loading_;
  if (!metaschema) return metaschema.error();
  const auto vocabularies = metaschema->schema.find("$vocabulary");
  Dialect dialect = resources_[metaschema->resource].dialect;
  if (!vocabularies) return dialect;
  dialect.applicators = dialect.unevaluated = dialect.validation = dialect.format_assertion = false;
  for (const json::Member member : vocabularies->members()) {
    const Vocabulary* const known = find_vocabulary(member.name);
    if (known == nullptr && member.value.as_bool()) {
      return schema_error(ErrorCode::kUnknownReference, "the vocabulary " + std::string(member.name) + " is not known",
                          "/$schema");
    }
    if (known != nullptr && known->flag != nullptr) dialect.*(known->flag) = true;
    // In 2019-09 they are a part of the applicators.
    if (dialect.draft == Draft::k201909) dialect.unevaluated = dialect.applicators;
  }
  return dialect;
}

std::optional<std::uint32_t> Atlas::find_resource(std::string_view uri) const {
  const auto found = by_uri_.find(std::string(uri));
  return found == by_uri_.end() ? std::nullopt : std::optional(found->second);
}

Result<Location> Atlas::resolve(std::string_view reference, std::uint32_t from) {
  const std::string uri = resolve_uri(resources_.empty() ? std::string() : resources_[from].uri, reference);
  const UriParts parts = split_fragment(uri);
  if (const auto known = find_resource(parts.document)) return follow(parts.fragment, *known, uri);

  const KnownDocuments* const documents = KnownDocuments::of(options_.documents);
  KnownDocuments::Found document = documents == nullptr ? nullptr : documents->find(parts.document);
  if (document == nullptr) document = find_metaschema(parts.document);
  if (document == nullptr) {
    return schema_error(ErrorCode::kUnknownReference,
                        "the document \"" + std::string(parts.document) + "\" is not known, and nothing is fetched");
  }
  Dialect fallback;
  fallback.draft = resources_.empty() ? options_.draft : resources_[from].dialect.draft;
  Result<Location> loaded = add(std::move(document), std::string(parts.document), fallback);
  if (!loaded) return loaded;
  return follow(parts.fragment, loaded->resource, uri);
}

// A child by its name or position. A large container is indexed, so that a crowd of references into it is no matter.
std::optional<Value> Atlas::child(std::uint32_t document, Value container, const std::string& name) {
  constexpr std::size_t kFew = 32;
  if (container.size() <= kFew) {
    json::Pointer step;
    step.push(name);
    return step.resolve(container);
  }
  const auto [index, is_new] = large_.try_emplace(place(document, container.index()));
  if (is_new) {
    std::size_t position = 0;
    for (const Value element : container.elements()) index->second[std::to_string(position++)] = element.index();
    for (const json::Member member : container.members())
      index->second[std::string(member.name)] = member.value.index();
  }
  const auto found = index->second.find(name);
  return found == index->second.end() ? std::nullopt : std::optional(value(document, found->second));
}

// A fragment is a JSON Pointer or the name of an anchor.
Result<Location> Atlas::follow(std::string_view fragment, std::uint32_t resource, std::string_view uri) {
  const Resource& here = resources_[resource];
  Location at{here.document, value(here.document, here.root), resource};
  if (fragment.empty()) return at;
  const std::string decoded = decode_percent(fragment);
  const auto unknown = [uri](std::string_view what) {
    return schema_error(ErrorCode::kUnknownReference,
                        "there is no " + std::string(what) + " for the reference \"" + std::string(uri) + "\"");
  };
  if (decoded[0] != '/') {
    const auto anchor = here.anchors.find(decoded);
    if (anchor == here.anchors.end()) return unknown("anchor");
    at.schema = value(here.document, anchor->second);
    return at;
  }
  const Result<json::Pointer> pointer = json::Pointer::parse(decoded);
  if (!pointer) return unknown("JSON Pointer");
  for (const json::Pointer::Step& step : pointer->steps()) {
    const auto next = child(at.document, at.schema, std::get<std::string>(step));
    if (!next) return unknown("value");
    at.schema = *next;
    at.resource = resource_of(at.document, at.schema, at.resource);
  }
  if (!at.schema.is_object() && !at.schema.is_boolean()) return unknown("schema");
  return at;
}

}  // namespace acode::schema::detail
