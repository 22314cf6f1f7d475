// Places: what a schema knows of a value, found out once for all values.
//
// A place is a set of nodes. Some of them must all hold there, of the others one may: `must` comes from `properties`,
// `$ref` and `allOf`, `may` from the branches of `anyOf`, `oneOf` and `if`. The place of a member is the set of what all
// these nodes have for its name. Equal sets are one place, so a schema that refers to itself has few of them. All are made
// beforehand, since many threads ask; of a schema that would have too many the deeper ones are nowhere.
#include "acode/schema/hints.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "schema/ascii.h"
#include "schema/node_types.h"
#include "schema/program.h"

namespace acode::schema {
namespace {

using detail::ArrayRule;
using detail::Dependency;
using detail::kAnything;
using detail::kNone;
using detail::kNothing;
using detail::Logic;
using detail::Node;
using detail::NodeId;
using detail::ObjectRule;
using detail::Program;
using json::Kind;
namespace type_bit = detail::type_bit;

using Place = json::Hints::Place;
constexpr Place kNowhere = json::Hints::kNowhere;

constexpr std::size_t kMostPlaces = 4096;
constexpr std::size_t kMostMembers = 50'000;   // of all places together
constexpr std::size_t kMostNodes = 256;        // of one place
constexpr std::size_t kMostSearches = 50'000;  // of patterns in names

void add_node(std::vector<NodeId>& nodes, NodeId id) {
  if (id <= kNothing || id == kNone || nodes.size() >= kMostNodes) return;
  if (std::find(nodes.begin(), nodes.end(), id) == nodes.end()) nodes.push_back(id);
}

struct Heads {
  std::vector<NodeId> must;
  std::vector<NodeId> may;

  [[nodiscard]] bool empty() const { return must.empty() && may.empty(); }
  void sort() {
    std::sort(must.begin(), must.end());
    std::sort(may.begin(), may.end());
  }
  friend bool operator<(const Heads& a, const Heads& b) { return std::tie(a.must, a.may) < std::tie(b.must, b.may); }
};

// A node that applies at a place, and whether it is sure to.
struct Applied {
  NodeId node;
  bool sure;
  bool branch;  // one of several, as such
};

struct PlaceFacts {
  std::unordered_map<std::string_view, Place> members;
  std::vector<std::pair<const detail::Regex*, Place>> patterns;
  Place additional = kNowhere;
  Place element = kNowhere;
  unsigned kinds = json::Hints::kAnyKind;
  bool names_are_known = false;
  const detail::ValueSet* list = nullptr;  // an enumeration that a value must be in
};

unsigned kinds_of(unsigned types) {
  using json::Hints;
  unsigned kinds = 0;
  if ((types & type_bit::kNull) != 0) kinds |= Hints::bit(Kind::kNull);
  if ((types & type_bit::kBoolean) != 0) kinds |= Hints::bit(Kind::kBoolean);
  if ((types & type_bit::kNumber) != 0) kinds |= Hints::bit(Kind::kNumber);
  if ((types & type_bit::kString) != 0) kinds |= Hints::bit(Kind::kString);
  if ((types & type_bit::kArray) != 0) kinds |= Hints::bit(Kind::kArray);
  if ((types & type_bit::kObject) != 0) kinds |= Hints::bit(Kind::kObject);
  return kinds == 0 ? Hints::kAnyKind : kinds;  // what can never be fits as well as anything else
}

bool is_word_char(char c) { return detail::is_letter(c) || detail::is_digit(c) || c == '_' || c == '-'; }

class MapMaker {
 public:
  explicit MapMaker(const Program& program) : program_(program), types_(detail::possible_types(program)) {}

  std::vector<PlaceFacts> run() {
    Heads root;
    add_node(root.must, program_.root);
    place_for(std::move(root));
    while (places_.size() < heads_.size()) places_.push_back(facts_of(*heads_[places_.size()]));  // finds more of them
    return std::move(places_);
  }

 private:
  // The place for a set; nowhere if nothing is known or there are too many.
  Place place_for(Heads heads) {
    if (heads.empty()) return kNowhere;
    heads.sort();
    const auto known = numbers_.find(heads);
    if (known != numbers_.end()) return known->second;
    if (heads_.size() >= kMostPlaces) return kNowhere;
    const auto number = static_cast<Place>(heads_.size());
    heads_.push_back(&numbers_.emplace(std::move(heads), number).first->first);
    return number;
  }

  PlaceFacts facts_of(const Heads& heads) {
    const std::vector<Applied> applied = all_applied(heads);
    PlaceFacts facts;
    facts.kinds = kinds_of(types_at(heads));
    const bool all_found = find_members(applied, facts) && applied.size() < kMostNodes;
    facts.element = place_for(elements(applied));
    facts.names_are_known = all_found && names_known(applied);
    for (const Applied& at : applied) {
      const Node& node = program_.nodes[at.node];
      for (const std::uint32_t set : {node.values, node.constant}) {
        if (at.sure && set != kNone) facts.list = &program_.values[set];
      }
    }
    return facts;
  }

  [[nodiscard]] unsigned types_at(const Heads& heads) const {
    unsigned types = type_bit::kAll;
    for (const NodeId id : heads.must) types &= types_[id];
    unsigned either = 0;
    for (const NodeId id : heads.may) either |= types_[id];
    return heads.may.empty() ? types : types & either;
  }

  // --- which nodes apply ---

  [[nodiscard]] std::vector<Applied> all_applied(const Heads& heads) const {
    std::vector<Applied> applied;
    for (const NodeId id : heads.must) apply(applied, {id, true, false});
    for (const NodeId id : heads.may) apply(applied, {id, false, true});
    for (std::size_t i = 0; i < applied.size() && applied.size() < kMostNodes; ++i) apply_others(applied, applied[i]);
    return applied;
  }

  static void apply(std::vector<Applied>& applied, const Applied& more) {
    if (more.node <= kNothing || more.node == kNone || applied.size() >= kMostNodes) return;
    const auto same = [&more](const Applied& other) { return other.node == more.node; };
    if (std::find_if(applied.begin(), applied.end(), same) == applied.end()) applied.push_back(more);
  }

  void apply_others(std::vector<Applied>& applied, const Applied at) const {
    const Node& node = program_.nodes[at.node];
    if (node.object != kNone) {
      for (const Dependency& dependency : program_.objects[node.object].dependencies) {
        apply(applied, {dependency.node, false, false});
      }
    }
    if (node.logic == kNone) return;
    const Logic& logic = program_.logics[node.logic];
    apply(applied, {logic.ref, at.sure, at.branch});
    for (const NodeId id : logic.all) apply(applied, {id, at.sure, at.branch});
    for (const NodeId id : logic.any) apply(applied, {id, false, true});
    for (const NodeId id : logic.one) apply(applied, {id, false, true});
    if (logic.condition != kNone) {
      apply(applied, {logic.then, false, false});
      apply(applied, {logic.otherwise, false, false});
    }
    if (logic.dynamic_ref == kNone) return;
    const detail::DynamicRef& dynamic = program_.dynamic_refs[logic.dynamic_ref];
    apply(applied, {dynamic.otherwise, false, true});
    for (const auto& [resource, id] : dynamic.in_resource) apply(applied, {id, false, true});
  }

  [[nodiscard]] const ObjectRule* object_of(const Applied& applied) const {
    const Node& node = program_.nodes[applied.node];
    return node.object == kNone ? nullptr : &program_.objects[node.object];
  }

  // --- members ---

  // False if there are too many for all of them to have a place.
  bool find_members(const std::vector<Applied>& applied, PlaceFacts& facts) {
    bool all_found = true;
    for (const Applied& at : applied) {
      const ObjectRule* const rule = object_of(at);
      if (rule == nullptr) continue;
      for (const detail::Property& property : rule->properties) {
        if (facts.members.contains(property.name)) continue;
        const Place place = ++members_ > kMostMembers ? kNowhere : place_or_any(named(applied, property.name));
        all_found = all_found && place != kNowhere;
        if (place != kNowhere) facts.members.emplace(property.name, place);
      }
      for (const auto& [pattern, node] : rule->patterns) {
        Heads heads;
        add_node(heads.must, node);
        facts.patterns.emplace_back(&program_.patterns[pattern].regex, place_or_any(std::move(heads)));
      }
    }
    facts.additional = place_for(additional(applied));
    return all_found;
  }

  // A name that is expected, though nothing is known of its value, has a place all the same.
  Place place_or_any(Heads heads) {
    if (heads.empty()) heads.may.push_back(kAnything);
    return place_for(std::move(heads));
  }

  Heads named(const std::vector<Applied>& applied, std::string_view name) {
    Heads heads;
    for (const Applied& at : applied) {
      const ObjectRule* const rule = object_of(at);
      if (rule == nullptr) continue;
      std::vector<NodeId>& into = at.sure ? heads.must : heads.may;
      const detail::Property* const property = detail::find_property(*rule, name, 0);
      if (property != nullptr && property->node != kNone) add_node(into, property->node);
      for (const auto& [pattern, node] : rule->patterns) {
        if (++searches_ > kMostSearches) break;
        if (program_.patterns[pattern].regex.search(name) == detail::Regex::Answer::kYes) add_node(into, node);
      }
    }
    return heads;
  }

  [[nodiscard]] Heads additional(const std::vector<Applied>& applied) const {
    Heads heads;
    for (const Applied& at : applied) {
      const ObjectRule* const rule = object_of(at);
      if (rule == nullptr) continue;
      for (const NodeId id : {rule->additional, rule->unevaluated}) {
        if (id != kNone) add_node(at.sure ? heads.must : heads.may, id);
      }
    }
    return heads;
  }

  // Whether a name that no node has is a surprise. An object that is left open without a word is not meant to have other
  // properties than those it tells of; one that says so is, and one of whose alternatives tells of none may be.
  [[nodiscard]] bool names_known(const std::vector<Applied>& applied) const {
    bool named = false;
    for (const Applied& at : applied) {
      const ObjectRule* const rule = object_of(at);
      const bool gives = rule != nullptr && (rule->gives_properties || rule->additional == kNothing);
      named = named || gives;
      if (at.branch && !gives && tells_of_objects(at.node)) return false;
      if (rule == nullptr) continue;
      for (const NodeId id : {rule->additional, rule->unevaluated}) {
        if (id != kNone && id != kNothing) return false;
      }
    }
    return named;
  }

  // An object, and not said what by way of others.
  [[nodiscard]] bool tells_of_objects(NodeId id) const {
    const Node& node = program_.nodes[id];
    return node.types != type_bit::kAll && (node.types & type_bit::kObject) != 0 && node.logic == kNone;
  }

  // --- elements ---

  // All elements have one place: where they differ by position each is one that may be.
  [[nodiscard]] Heads elements(const std::vector<Applied>& applied) const {
    Heads heads;
    for (const Applied& at : applied) {
      const Node& node = program_.nodes[at.node];
      if (node.array == kNone) continue;
      const ArrayRule& rule = program_.arrays[node.array];
      for (const NodeId id : rule.first) add_node(heads.may, id);
      add_node(at.sure && rule.first.empty() ? heads.must : heads.may, rule.rest);
    }
    return heads;
  }

  const Program& program_;
  std::vector<std::uint8_t> types_;
  std::map<Heads, Place> numbers_;
  std::vector<const Heads*> heads_;  // by number; a map's keys stay where they are
  std::vector<PlaceFacts> places_;
  std::size_t members_ = 0;
  std::size_t searches_ = 0;
};

}  // namespace

struct SchemaHints::Map {
  Schema schema;  // what the names and patterns look into
  std::vector<PlaceFacts> places;

  [[nodiscard]] const PlaceFacts* at(Place place) const { return place < places.size() ? &places[place] : nullptr; }
};

SchemaHints::SchemaHints(const Schema& schema)
    : map_(std::make_unique<const Map>(Map{schema, MapMaker(schema.program()).run()})) {}

SchemaHints::~SchemaHints() = default;

SchemaHints::Place SchemaHints::root() const { return map_->places.empty() ? kNowhere : 0; }

SchemaHints::Place SchemaHints::member(Place object, std::string_view name) const {
  const PlaceFacts* const facts = map_->at(object);
  if (facts == nullptr) return kNowhere;
  const auto found = facts->members.find(name);
  if (found != facts->members.end()) return found->second;
  for (const auto& [regex, place] : facts->patterns) {
    if (regex->search(name) == detail::Regex::Answer::kYes) return place;
  }
  return facts->additional;
}

SchemaHints::Place SchemaHints::element(Place array) const {
  const PlaceFacts* const facts = map_->at(array);
  return facts == nullptr ? kNowhere : facts->element;
}

unsigned SchemaHints::expected_kinds(Place place) const {
  const PlaceFacts* const facts = map_->at(place);
  return facts == nullptr ? kAnyKind : facts->kinds;
}

bool SchemaHints::names_are_known(Place object) const {
  const PlaceFacts* const facts = map_->at(object);
  return facts != nullptr && facts->names_are_known;
}

std::size_t SchemaHints::listed(Place place, std::string_view text) const {
  const PlaceFacts* const facts = map_->at(place);
  if (facts == nullptr || facts->list == nullptr) return kAnyText;
  const std::vector<std::string_view>& strings = facts->list->strings;
  if (std::binary_search(strings.begin(), strings.end(), text)) return text.size();
  std::size_t longest = 0;
  for (const std::string_view string : strings) {
    const bool whole_words = string.size() < text.size() && !is_word_char(text[string.size()]);
    if (whole_words && string.size() > longest && text.starts_with(string)) longest = string.size();
  }
  return longest;
}

}  // namespace acode::schema
