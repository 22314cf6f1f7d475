// Looking through a schema for slips.
#include "schema/tool_lint.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/nearest.h"
#include "schema/atlas.h"
#include "schema/checker.h"
#include "schema/explain.h"
#include "schema/program.h"
#include "schema/tool_loader.h"

namespace acode::schema::detail {
namespace {

using json::Value;

constexpr std::size_t kMostFindings = 40;

// What may stand in a schema. Those at the end are of OpenAPI, and are only here so that they are not taken for slips.
constexpr std::array<std::string_view, 73> kKeywords = {
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$recursiveAnchor",
    "$recursiveRef",
    "$ref",
    "$schema",
    "$vocabulary",
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "definitions",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "deprecated",
    "description",
    "else",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "readOnly",
    "required",
    "then",
    "title",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
    "writeOnly",
    "discriminator",
    "example",
    "externalDocs",
    "id",
    "label",
    "name",
    "nullable",
    "optional",
    "strict",
    "version",
    "xml",
};

// The keyword that was meant by one that there is not.
std::string_view keyword_meant(std::string_view word) {
  if (word.starts_with("x-") || std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end()) return {};
  const std::string folded = base::folded_name(word);
  const std::size_t allowed = folded.size() < 4 ? 0 : folded.size() < 6 ? 1 : 2;
  std::string_view meant;
  std::size_t fewest = allowed + 1;
  for (const std::string_view keyword : kKeywords) {
    const std::size_t distance = base::edit_distance(folded, base::folded_name(keyword));
    if (distance >= fewest) continue;
    fewest = distance;
    meant = keyword;
  }
  return meant;
}

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

// Keywords whose schemas apply to the same value as the one they stand in.
bool is_beside(std::string_view keyword) {
  static constexpr std::array<std::string_view, 8> kBeside = {
      "allOf", "anyOf", "oneOf", "not", "if", "then", "dependentSchemas", "else"};
  return std::find(kBeside.begin(), kBeside.end(), keyword) != kBeside.end();
}

class Linter {
 public:
  explicit Linter(const Schema& schema) : program_(schema.program()), draft_(schema.draft()) {
    for (NodeId id = kNothing + 1; id < program_.nodes.size(); ++id) {
      if (program_.nodes[id].document == 0) nodes_.emplace(program_.nodes[id].source, id);
    }
    queue_.push_back({schema.source(), "", false});
  }

  std::vector<LintFinding> run() {
    for (std::size_t i = 0; i < queue_.size() && findings_.size() < kMostFindings; ++i) {
      const Visit visit = queue_[i];
      if (visit.schema.is_object()) look_at(visit);
    }
    return std::move(findings_);
  }

 private:
  struct Visit {
    Value schema;
    std::string where;
    bool beside;  // others apply to the same value
  };

  void find(std::string where, std::string message) { findings_.push_back({std::move(where), std::move(message)}); }

  void look_at(const Visit& visit) {
    check_required(visit);
    check_values(visit);
    for (const json::Member member : visit.schema.members()) {
      const std::string_view meant = keyword_meant(member.name);
      if (!meant.empty()) {
        find(pointer_step(visit.where, member.name),
             quoted(member.name) + " is no keyword of JSON Schema and asks nothing; " + quoted(meant) + " is meant?");
      }
      enqueue(member, visit);
    }
  }

  void enqueue(const json::Member& member, const Visit& around) {
    const Holds kind = holds(member.name, draft_);
    if (kind == Holds::kNoSchema) return;
    const std::string where = pointer_step(around.where, member.name);
    const bool beside = is_beside(member.name);
    if (member.value.is_array()) {
      std::size_t position = 0;
      for (const Value schema : member.value.elements())
        queue_.push_back({schema, pointer_step(where, position++), beside});
    } else if (kind == Holds::kMap || kind == Holds::kMapOrNames) {
      for (const json::Member entry : member.value.members()) {
        queue_.push_back({entry.value, pointer_step(where, entry.name), beside});
      }
    } else {
      queue_.push_back({member.value, where, beside});
    }
  }

  // Where several schemas apply, a name that one of them requires may well be given by another.
  void check_required(const Visit& visit) {
    const auto required = visit.schema.find("required");
    if (!required) return;
    const auto properties = visit.schema.find("properties");
    bool alone = properties.has_value() && !visit.beside && !visit.schema.find("patternProperties");
    for (const std::string_view keyword : {"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if"}) {
      alone = alone && !visit.schema.find(keyword);
    }
    std::unordered_set<std::string_view> seen;
    std::size_t position = 0;
    for (const Value name : required->elements()) {
      const std::string where = pointer_step(pointer_step(visit.where, "required"), position++);
      const std::string words = "\"required\" names " + short_text(name);
      if (!seen.insert(name.as_string()).second) find(where, words + " twice");
      if (alone && !properties->find(name.as_string())) find(where, words + ", which \"properties\" does not have");
    }
  }

  // The values that a schema itself gives should fit it.
  void check_values(const Visit& visit) {
    const auto made = nodes_.equal_range(visit.schema.index());
    const auto first = made.first;
    if (first == made.second) return;
    check_enum(visit, program_.nodes[first->second]);
    const auto fits = [this, &made](Value value) {
      return std::any_of(made.first, made.second,
                         [&](const auto& entry) { return accepts(program_, entry.second, value); });
    };
    if (const auto value = visit.schema.find("default"); value && !fits(*value)) {
      misfit(pointer_step(visit.where, "default"), "default", first->second, *value);
    }
    const auto examples = visit.schema.find("examples");
    if (!examples) return;
    std::size_t position = 0;
    for (const Value value : examples->elements()) {
      const std::string where = pointer_step(pointer_step(visit.where, "examples"), position++);
      if (!fits(value)) misfit(where, "example", first->second, value);
    }
  }

  void check_enum(const Visit& visit, const Node& node) {
    if (node.values == kNone) return;
    std::size_t position = 0;
    for (const Value value : program_.values[node.values].values) {
      const std::string where = pointer_step(pointer_step(visit.where, "enum"), position++);
      if ((node.types & type_of(value)) != 0) continue;
      find(where, "the value " + short_text(value) + " of \"enum\" can never be given, since the type is " +
                      type_words(node.types));
    }
  }

  void misfit(std::string where, std::string_view what, NodeId node, Value value) {
    const std::vector<Finding> reasons = explain(program_, node, value, 1);
    std::string message = "the " + std::string(what) + " " + short_text(value) + " does not fit its own schema";
    if (!reasons.empty()) message += ": " + reasons[0].violation.message;
    find(std::move(where), std::move(message));
  }

  const Program& program_;
  Draft draft_;
  std::unordered_multimap<std::uint32_t, NodeId> nodes_;  // by the index of their source; two in strict mode
  std::vector<Visit> queue_;
  std::vector<LintFinding> findings_;
};

}  // namespace

std::vector<LintFinding> lint_schema(const Schema& schema) { return Linter(schema).run(); }

}  // namespace acode::schema::detail
