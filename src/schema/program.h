// A compiled schema: one node for each subschema, in one list; what its keywords ask, sorted by the kind of value they are
// about.
//
// Most subschemas have a type and little else. So a node is small, its type is a mask of bits, and the rules for numbers,
// strings, arrays and objects are kept elsewhere and only looked at for a value of that kind. A `$ref` is the number of
// another node. Nodes 0 and 1 are the schemas `true` and `false`.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acode/json/value.h"
#include "acode/schema/schema.h"
#include "schema/format.h"
#include "schema/number_rule.h"
#include "schema/quick.h"
#include "schema/regex.h"

namespace acode::schema::detail {

using NodeId = std::uint32_t;
inline constexpr NodeId kAnything = 0;
inline constexpr NodeId kNothing = 1;
inline constexpr std::uint32_t kNone = 0xffffffffU;

/// Bits for the types of JSON Schema. A number that is not an integer has a bit of its own.
namespace type_bit {
inline constexpr std::uint8_t kNull = 1, kBoolean = 2, kInteger = 4, kFraction = 8, kString = 16, kArray = 32,
                              kObject = 64;
inline constexpr std::uint8_t kNumber = kInteger | kFraction;
inline constexpr std::uint8_t kAll = 127;
}  // namespace type_bit

struct NumberRule {
  std::optional<Bound> minimum, maximum, exclusive_minimum, exclusive_maximum;
  std::optional<Divisor> multiple_of;
};

struct StringRule {
  std::uint64_t min_length = 0;
  std::uint64_t max_length = std::numeric_limits<std::uint64_t>::max();
  std::uint32_t pattern = kNone;  // in Program::patterns
  std::optional<Format> format;   // only if it is to be checked
};

/// The values of `enum` or `const`. Strings are found by a table, others by comparison; many by their hashes.
struct ValueSet {
  std::vector<json::Value> values;
  std::vector<std::string_view> strings;                        // those of the values that are strings, sorted
  std::vector<std::pair<std::uint64_t, std::uint32_t>> hashes;  // of the other values, sorted
  bool is_const = false;
  bool or_null = false;  // `nullable`
};

struct ArrayRule {
  std::uint64_t min_items = 0;
  std::uint64_t max_items = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t min_contains = 1;
  std::uint64_t max_contains = std::numeric_limits<std::uint64_t>::max();
  bool unique = false;
  bool contains_evaluates = false;  // since 2020-12
  bool items_evaluate_all = false;  // there is a schema for all elements behind the first ones
  std::vector<NodeId> first;        // for the first elements, one each
  NodeId rest = kAnything;          // for those behind
  NodeId contains = kNone;
  NodeId unevaluated = kNone;
};

/// A property that is named in `properties` or `required`.
struct Property {
  std::string_view name;
  NodeId node = kNone;  // kNone: only required
  bool required = false;
};

/// What the presence of a property asks for.
struct Dependency {
  std::string_view name;
  std::vector<std::string_view> required;
  NodeId node = kAnything;
};

struct ObjectRule {
  std::uint64_t min_properties = 0;
  std::uint64_t max_properties = std::numeric_limits<std::uint64_t>::max();
  std::vector<Property> properties;  // in the order of the schema
  std::vector<std::uint32_t> slots;  // a hash table of indexes into `properties`; empty if there are few
  std::uint32_t required = 0;        // how many of them are
  std::vector<std::pair<std::uint32_t, NodeId>> patterns;  // pattern, and the schema of what matches
  NodeId additional = kNone;
  NodeId names = kNone;
  NodeId unevaluated = kNone;
  std::vector<Dependency> dependencies;
  bool gives_properties = false;  // there is a `properties`
  bool closed_by_us = false;      // `additional` or `unevaluated` is ours: strict mode (SC-5)
};

/// A reference whose target depends on the way by which it was reached.
struct DynamicRef {
  NodeId otherwise = kAnything;                               // if no resource on the way has such an anchor
  std::vector<std::pair<std::uint32_t, NodeId>> in_resource;  // resource, and its node with that anchor; in order
  bool recursive = false;                                     // `$recursiveRef`
};

/// Keywords that apply other schemas to the same value.
struct Logic {
  NodeId ref = kNone;
  std::uint32_t dynamic_ref = kNone;  // in Program::dynamic_refs
  std::vector<NodeId> all, any, one;
  NodeId negated = kNone;
  NodeId condition = kNone, then = kAnything, otherwise = kAnything;
};

struct Node {
  std::uint8_t types = type_bit::kAll;
  std::uint32_t resource = 0;
  std::uint32_t number = kNone;
  std::uint32_t string = kNone;
  std::uint32_t values = kNone;
  std::uint32_t constant = kNone;
  std::uint32_t array = kNone;
  std::uint32_t object = kNone;
  std::uint32_t logic = kNone;
  std::uint32_t document = 0;  // where it comes from
  std::uint32_t source = 0;    // index of the value in that document
};

struct Pattern {
  Regex regex;
  std::string_view text;
};

struct Program {
  std::vector<Node> nodes;
  std::vector<NumberRule> numbers;
  std::vector<StringRule> strings;
  std::vector<ValueSet> values;
  std::vector<ArrayRule> arrays;
  std::vector<ObjectRule> objects;
  std::vector<Logic> logics;
  std::vector<DynamicRef> dynamic_refs;
  std::vector<Pattern> patterns;
  std::vector<std::shared_ptr<const json::Document>> documents;  // what all views above look into
  QuickForm quick;                                               // for the first look
  std::vector<Warning> warnings;
  NodeId root = kAnything;
  Draft draft = Draft::k202012;

  /// The schema that a node was made of.
  [[nodiscard]] json::Value source(const Node& node) const;

  /// Where in its document that schema stands.
  [[nodiscard]] json::Pointer location(const Node& node) const;
};

/// The entry for a name in `properties` or `required`, or null. `expected` is where it is looked for first.
const Property* find_property(const ObjectRule& rule, std::string_view name, std::size_t expected);

/// Equal values have equal hashes: 1 and 1.0, members in any order.
std::uint64_t hash_value(json::Value value);

/// Whether `value` is one of the set.
bool contains(const ValueSet& set, json::Value value);

}  // namespace acode::schema::detail
