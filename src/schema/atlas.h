// Where schemas are: the documents in use, the resources in them (what an `$id` begins), their anchors, and the way from a
// reference to its target.
//
//   {"$id": "http://a/b", "properties": {"x": {"$ref": "c#d"}}}       the target: anchor d of the resource http://a/c
//
// Nothing is fetched. A document is found among those in use, those made known by the user, and the metaschemas.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "acode/error.h"
#include "acode/json/value.h"
#include "acode/schema/schema.h"

namespace acode::schema::detail {

/// What Documents holds.
struct KnownDocuments {
  using Found = std::shared_ptr<const json::Document>;

  std::map<std::string, Found, std::less<>> by_uri;

  [[nodiscard]] Found find(std::string_view uri) const;
  static const KnownDocuments* of(const Documents* documents);
};

/// The language of a resource: its draft, and which vocabularies count.
struct Dialect {
  Draft draft = Draft::k202012;
  bool applicators = true;
  bool unevaluated = true;
  bool validation = true;
  bool format_assertion = false;
};

/// A schema in a document.
struct Location {
  std::uint32_t document = 0;
  json::Value schema;
  std::uint32_t resource = 0;
};

struct Resource {
  std::string uri;
  std::uint32_t document = 0;
  std::uint32_t root = 0;  // index of its value
  Dialect dialect;
  std::unordered_map<std::string, std::uint32_t> anchors;          // name to the index of the value
  std::unordered_map<std::string, std::uint32_t> dynamic_anchors;  // the name of `$recursiveAnchor` is ""
};

class Atlas {
 public:
  explicit Atlas(const CompileOptions& options) : options_(options) {}

  /// Takes in the schema to be compiled.
  Result<Location> add_root(std::shared_ptr<const json::Document> document);

  /// The target of a reference that stands in a resource.
  Result<Location> resolve(std::string_view reference, std::uint32_t from);

  /// The resource that a subschema belongs to: one it begins itself, or that of the schema around it.
  [[nodiscard]] std::uint32_t resource_of(std::uint32_t document, json::Value schema, std::uint32_t around) const;

  [[nodiscard]] const Resource& resource(std::uint32_t id) const { return resources_[id]; }
  [[nodiscard]] std::size_t resources() const { return resources_.size(); }
  [[nodiscard]] json::Value value(std::uint32_t document, std::uint32_t index) const;
  [[nodiscard]] const std::vector<std::shared_ptr<const json::Document>>& documents() const { return documents_; }
  [[nodiscard]] std::vector<Warning>& warnings() { return warnings_; }

 private:
  struct Visit {
    json::Value schema;
    std::uint32_t resource;
  };

  Result<Location> add(std::shared_ptr<const json::Document> document, std::string uri, const Dialect& fallback);
  std::optional<Error> visit(const Visit& visit, std::uint32_t document, std::vector<Visit>& queue);
  Result<std::uint32_t> begin_resource(json::Value schema, std::uint32_t document, std::uint32_t around);
  void note_anchors(json::Value schema, std::uint32_t resource);
  Result<Dialect> dialect(json::Value schema, const Dialect& otherwise);
  Result<Dialect> custom_dialect(std::string_view uri);
  std::optional<std::uint32_t> find_resource(std::string_view uri) const;
  Result<Location> follow(std::string_view fragment, std::uint32_t resource, std::string_view uri);
  std::optional<json::Value> child(std::uint32_t document, json::Value container, const std::string& name);
  std::uint32_t new_resource(Resource resource);

  const CompileOptions& options_;
  std::vector<std::shared_ptr<const json::Document>> documents_;
  std::vector<Resource> resources_;
  std::unordered_map<std::string, std::uint32_t> by_uri_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_place_;  // document and index of a resource's root
  std::unordered_map<std::uint64_t, std::unordered_map<std::string, std::uint32_t>> large_;  // children by their names
  std::vector<Warning> warnings_;
  int loading_ = 0;
};

/// Where a keyword keeps schemas.
enum class Holds : std::uint8_t { kNoSchema, kSchema, kList, kMap, kSchemaOrList, kMapOrNames };
Holds holds(std::string_view keyword, Draft draft);

/// From the root of a tree to the value at an index.
json::Pointer pointer_to(json::Value root, std::uint32_t index);

/// An error in a schema.
Error schema_error(ErrorCode code, std::string message, std::string path = {});

}  // namespace acode::schema::detail
