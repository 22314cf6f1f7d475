// Applying schemas to arrays and objects: the children, and what was left over.
#include <algorithm>
#include <type_traits>
#include <utility>

#include "json/access.h"
#include "schema/checker_pass.h"
#include "schema/members.h"

namespace acode::schema::detail {
namespace {

using json::Member;
using json::Value;
using json::detail::Tag;

constexpr std::uint64_t kStepsPerSearch = 2;
constexpr std::uint64_t kStepsPerName = 6;  // where it is looked whether it comes twice
constexpr std::size_t kFewElements = 12;    // up to here comparing each with each is quickest

// The name of a member as a value, so that schemas can be applied to it.
class Name {
 public:
  explicit Name(std::string_view text)
      : word_((std::uint64_t{static_cast<std::uint8_t>(Tag::kString)} << json::detail::kTagShift) | text.size()),
        storage_{&word_, text.data(), 1} {}
  Name(const Name&) = delete;
  Name& operator=(const Name&) = delete;
  Name(Name&&) = delete;
  Name& operator=(Name&&) = delete;
  ~Name() = default;
  [[nodiscard]] Value value() const { return {&storage_, 0}; }

 private:
  std::uint64_t word_;
  json::detail::Storage storage_;
};

// Which of the properties of a rule have been seen.
class Seen {
 public:
  explicit Seen(std::size_t properties) {
    if (properties > 64) more_.resize(properties / 64);
  }
  /// Whether it is new.
  bool add(std::size_t index) {
    std::uint64_t& word = index < 64 ? first_ : more_[index / 64 - 1];
    const std::uint64_t bit = std::uint64_t{1} << (index % 64);
    const bool fresh = (word & bit) == 0;
    word |= bit;
    return fresh;
  }
  [[nodiscard]] bool has(std::size_t index) const {
    return ((index < 64 ? first_ : more_[index / 64 - 1]) >> (index % 64) & 1U) != 0;
  }

 private:
  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> more_;
};

bool few_are_different(Value array) {
  std::vector<Value> before;
  before.reserve(kFewElements);
  for (const Value element : array.elements()) {
    if (std::any_of(before.begin(), before.end(), [element](Value other) { return element.equals(other); }))
      return false;
    before.push_back(element);
  }
  return true;
}

}  // namespace

// Arrays and objects: the children, then what else is asked of the same value, then what was left over.
template <bool kReport>
bool Checker<kReport>::check_array(const Node& node, Value value, Evaluated* evaluated) {
  if (++depth_ > kDeepest) {
    --depth_;
    return give_up();
  }
  static const ArrayRule kNoRule;
  const ArrayRule& rule = node.array == kNone ? kNoRule : program_.arrays[node.array];
  Evaluated own;
  Evaluated* const seen = rule.unevaluated != kNone || evaluated != nullptr ? &own : nullptr;
  spend(seen != nullptr ? value.size() / kBytesPerStep : 0);
  bool ok = check_elements(rule, value, seen);
  if (node.logic != kNone && (ok || kReport)) ok &= check_logic(program_.logics[node.logic], value, seen);
  if (rule.unevaluated != kNone && ok) ok &= check_unevaluated_items(rule, value, own);
  if (evaluated != nullptr && ok) evaluated->add(own);
  --depth_;
  return ok;
}

template <bool kReport>
bool Checker<kReport>::check_elements(const ArrayRule& rule, Value value, Evaluated* seen) {
  bool ok = true;
  const std::size_t size = value.size();
  if (size < rule.min_items || size > rule.max_items) {
    ok = fail([&] { reporter_->size(node_, value, size < rule.min_items ? "minItems" : "maxItems"); });
    if (!kReport) return false;
  }
  if (!rule.first.empty() || rule.rest != kAnything) {
    if (!spend(size)) return false;
    std::size_t position = 0;
    for (const Value element : value.elements()) {
      const NodeId child = position < rule.first.size() ? rule.first[position] : rule.rest;
      if (child != kAnything) ok &= check_child(child, position, element);
      if (!kReport && !ok) return false;
      ++position;
    }
  }
  if (seen != nullptr) {
    seen->mark_first(rule.first.size());
    if (rule.items_evaluate_all) seen->mark_all();
  }
  if (rule.unique && !all_different(value)) {
    ok = fail([&] { reporter_->unique(node_, value); });
    if (!kReport) return false;
  }
  if (rule.contains != kNone) ok &= check_contains(rule, value, seen);
  return ok;
}

template <bool kReport>
template <class Step>
bool Checker<kReport>::check_child(NodeId id, const Step& step, Value child) {
  if constexpr (!kReport) return check(id, child);
  reporter_->enter(step);
  const bool ok = check(id, child);
  reporter_->leave();
  return ok;
}

template <bool kReport>
bool Checker<kReport>::all_different(Value array) {
  constexpr std::uint64_t kSteps = 8;  // for the hash of a word
  if (!spend(kSteps * words_of(array))) return false;
  if (array.size() <= kFewElements) return few_are_different(array);
  std::vector<std::pair<std::uint64_t, Value>> elements;
  elements.reserve(array.size());
  for (const Value element : array.elements()) elements.emplace_back(hash_value(element), element);
  std::stable_sort(elements.begin(), elements.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < elements.size(); ++i) {
    for (std::size_t j = i; j-- > 0 && elements[j].first == elements[i].first;) {
      if (!spend(words_of(elements[i].second)) || elements[i].second.equals(elements[j].second)) return false;
    }
  }
  return true;
}

template <bool kReport>
bool Checker<kReport>::check_contains(const ArrayRule& rule, Value value, Evaluated* seen) {
  if (!spend(value.size())) return false;
  std::uint64_t count = 0;
  std::size_t position = 0;
  const bool all = seen != nullptr && rule.contains_evaluates;
  for (const Value element : value.elements()) {
    if (holds(rule.contains, element)) {
      ++count;
      if (all) seen->mark(position);
    }
    ++position;
    if (!all && !kReport && (count > rule.max_contains)) break;
  }
  if (count < rule.min_contains || count > rule.max_contains) {
    return fail([&] { reporter_->contains(node_, value, count); });
  }
  return true;
}

template <bool kReport>
bool Checker<kReport>::check_unevaluated_items(const ArrayRule& rule, Value value, Evaluated& own) {
  bool ok = spend(value.size());
  std::size_t position = 0;
  for (const Value element : value.elements()) {
    if (!own.marked(position)) {
      if (rule.unevaluated == kNothing) {
        ok = fail([&] { reporter_->extra_item(node_, position, element); });
      } else {
        ok &= check_child(rule.unevaluated, position, element);
      }
      if (!kReport && !ok) return false;
    }
    ++position;
  }
  own.mark_all();
  return ok;
}

template <bool kReport>
bool Checker<kReport>::check_object(const Node& node, Value value, Evaluated* evaluated) {
  if (++depth_ > kDeepest) {
    --depth_;
    return give_up();
  }
  static const ObjectRule kNoRule;
  const ObjectRule& rule = node.object == kNone ? kNoRule : program_.objects[node.object];
  Evaluated own;
  Evaluated* const seen = rule.unevaluated != kNone || evaluated != nullptr ? &own : nullptr;
  spend(seen != nullptr ? value.size() / kBytesPerStep : 0);
  bool ok = check_members(rule, value, seen);
  if (!rule.dependencies.empty() && (ok || kReport)) ok &= check_dependencies(rule, value, seen);
  if (node.logic != kNone && (ok || kReport)) ok &= check_logic(program_.logics[node.logic], value, seen);
  if (rule.unevaluated != kNone && (ok || (kReport && !has_branches(node)))) {
    ok &= check_unevaluated_properties(rule, value, own);
  }
  if (evaluated != nullptr && (ok || kReport)) evaluated->add(own);
  --depth_;
  return ok;
}

// Where no branch holds, nobody knows what it would have looked at.
template <bool kReport>
bool Checker<kReport>::has_branches(const Node& node) const {
  if (node.logic == kNone) return false;
  const Logic& logic = program_.logics[node.logic];
  return !logic.any.empty() || !logic.one.empty() || logic.dynamic_ref != kNone;
}

template <bool kReport>
bool Checker<kReport>::check_members(const ObjectRule& rule, Value value, Evaluated* seen) {
  if (!spend(value.size() * (1 + kStepsPerSearch * rule.patterns.size()))) return false;
  // Where only properties that are named count, a name that comes twice is noticed on the way.
  const bool careful = kReport || seen != nullptr || !rule.patterns.empty() || rule.min_properties != 0 ||
                       rule.max_properties != ObjectRule{}.max_properties ||
                       (rule.additional != kNone && rule.additional > kNothing);
  if (careful && !spend(value.size() * kStepsPerName)) return false;
  if (careful && has_duplicates(value)) return check_each(rule, value, last_members(value), seen);
  return check_each(rule, value, value.members(), seen);
}

// `members` are all of them, or only those that count: then those with one name have been sorted out.
template <bool kReport>
template <class Range>
bool Checker<kReport>::check_each(const ObjectRule& rule, Value object, const Range& members, Evaluated* seen) {
  bool ok = true;
  Seen found(rule.properties.size());
  std::vector<bool> counting;  // made when it is first of interest
  std::size_t expected = 0;
  std::size_t position = 0;
  std::uint32_t required = 0;
  for (const Member member : members) {
    const Property* const property = find_property(rule, member.name, expected);
    bool known = false;
    if (property != nullptr) {
      const auto index = static_cast<std::size_t>(property - rule.properties.data());
      expected = index + 1;
      required += property->required && found.add(index) ? 1U : 0U;
      known = property->node != kNone;
      if (known) ok &= check_child(property->node, member.name, member.value);
      if constexpr (!kReport && !std::is_same_v<Range, Members>) {
        if (!ok && counting.empty()) counting = counting_members(object);
        ok = ok || !counting[position];
      }
      if (!kReport && !ok) return false;
    }
    if (!rule.patterns.empty()) ok &= check_patterns(rule, member, known);
    if (!known && rule.additional != kNone) {
      known = true;
      ok &= check_additional(rule, member);
    }
    if (!kReport && !ok) return false;
    if (known && seen != nullptr) seen->mark(position);
    ++position;
    if (rule.names != kNone) ok &= check_name(rule.names, member);
  }
  if (required != rule.required) {
    ok = fail([&] {
      for (std::size_t i = 0; i < rule.properties.size(); ++i) {
        if (reporter_->full()) return;
        if (rule.properties[i].required && !found.has(i)) reporter_->missing(node_, object, rule.properties[i].name);
      }
    });
  }
  if (position < rule.min_properties || position > rule.max_properties) {
    ok = fail(
        [&] { reporter_->size(node_, object, position < rule.min_properties ? "minProperties" : "maxProperties"); });
  }
  return ok;
}

template <bool kReport>
bool Checker<kReport>::check_additional(const ObjectRule& rule, const Member& member) {
  if (rule.additional == kNothing) {
    return fail([&] { reporter_->extra(node_, member, "additionalProperties", rule.closed_by_us); });
  }
  return check_child(rule.additional, member.name, member.value);
}

template <bool kReport>
bool Checker<kReport>::check_patterns(const ObjectRule& rule, const Member& member, bool& known) {
  bool ok = true;
  for (const auto& [pattern, node] : rule.patterns) {
    const Regex::Answer answer = search(pattern, member.name);
    if (answer == Regex::Answer::kNo) continue;
    known = true;
    if (answer == Regex::Answer::kGaveUp) return give_up();
    ok &= check_child(node, member.name, member.value);
    if (!kReport && !ok) return false;
  }
  return ok;
}

// A name is not a value of the tree; one is made for it.
template <bool kReport>
bool Checker<kReport>::check_name(NodeId id, const Member& member) {
  const Name name(member.name);
  if (holds(id, name.value())) return true;
  return fail([&] { reporter_->name(node_, member); });
}

template <bool kReport>
bool Checker<kReport>::check_dependencies(const ObjectRule& rule, Value value, Evaluated* seen) {
  bool ok = true;
  for (const Dependency& dependency : rule.dependencies) {
    if (!spend(value.size() * (1 + dependency.required.size()))) return false;
    if (!value.find(dependency.name)) continue;
    for (const std::string_view name : dependency.required) {
      if (value.find(name)) continue;
      ok = fail([&] { reporter_->depends(node_, value, dependency.name, name); });
      if (!kReport) return false;
    }
    ok &= check(dependency.node, value, seen);
    if (!kReport && !ok) return false;
  }
  return ok;
}

template <bool kReport>
bool Checker<kReport>::check_unevaluated_properties(const ObjectRule& rule, Value value, Evaluated& own) {
  bool ok = spend(value.size() * kStepsPerName);
  std::size_t position = 0;
  const auto look = [&](const Member& member) {
    if (!own.marked(position++)) {
      if (rule.unevaluated == kNothing) {
        ok = fail([&] { reporter_->extra(node_, member, "unevaluatedProperties", rule.closed_by_us); });
      } else {
        ok &= check_child(rule.unevaluated, member.name, member.value);
      }
    }
  };
  if (has_duplicates(value)) {
    for (const Member& member : last_members(value)) look(member);
  } else {
    for (const Member member : value.members()) look(member);
  }
  own.mark_all();
  return ok;
}

// For checker.cc.
template bool Checker<false>::check_array(const Node&, Value, Evaluated*);
template bool Checker<false>::check_object(const Node&, Value, Evaluated*);
template bool Checker<true>::check_array(const Node&, Value, Evaluated*);
template bool Checker<true>::check_object(const Node&, Value, Evaluated*);

}  // namespace acode::schema::detail
