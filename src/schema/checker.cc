// Applying schemas to values.
#include "schema/checker.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "json/access.h"
#include "schema/explain.h"
#include "schema/members.h"
#include "schema/quick.h"

namespace acode::schema::detail {
namespace {

using json::Member;
using json::Value;
using json::detail::Access;
using json::detail::Tag;

// What one question may cost. A step is a schema applied to a value, or a look at one member or element; large values
// may cost more.
constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 21U;
constexpr std::uint64_t kStepsPerWord = 128;
constexpr std::size_t kBytesPerStep = 32;  // of a text that is looked at
constexpr std::uint64_t kStepsPerSearch = 2;
constexpr std::uint64_t kStepsPerName = 6;  // where it is looked whether it comes twice
constexpr std::size_t kFewElements = 12;    // up to here comparing each with each is quickest
constexpr std::uint32_t kDeepest = 500;     // schemas applied inside each other

constexpr std::array<std::uint8_t, 8> kTypeOfTag = {
    type_bit::kNull,     type_bit::kBoolean, type_bit::kBoolean, type_bit::kInteger,
    type_bit::kFraction, type_bit::kString,  type_bit::kArray,   type_bit::kObject,
};

bool has_type(std::uint8_t types, Value value) {
  const auto tag = static_cast<std::size_t>(Access::tag(value));
  if ((types & kTypeOfTag[tag]) != 0) return true;
  // 1.0 is an integer.
  return static_cast<Tag>(tag) == Tag::kNumber && (types & type_bit::kInteger) != 0 && is_integer(value);
}

// UTF-8 characters.
std::uint64_t length_of(std::string_view text) {
  return static_cast<std::uint64_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80; }));
}

bool length_between(std::string_view text, std::uint64_t least, std::uint64_t most) {
  // A character has one to four bytes.
  if (text.size() <= most && text.size() / 4 >= least) return true;
  if (text.size() < least || text.size() / 4 > most) return false;
  const std::uint64_t length = length_of(text);
  return length >= least && length <= most;
}

// Words of a tree: the value and all that is in it.
std::uint64_t words_of(Value value) { return Access::next(value) - value.index(); }

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

/// The resources that were entered on the way to the schema at hand, the last one first.
struct Scope {
  const Scope* outer;
  std::uint32_t resource;
};

template <bool kReport>
class Checker {
 public:
  /// For a question about `value` and what is in it.
  Checker(const Program& program, Reporter* reporter, Value value)
      : program_(program), reporter_(reporter), steps_(kMostSteps + kStepsPerWord * words_of(value)) {}

  /// For a part of the work of another one.
  template <bool kOther>
  Checker(const Checker<kOther>& outer, Reporter* reporter)
      : program_(outer.program_),
        reporter_(reporter),
        scope_(outer.scope_),
        steps_(outer.steps_),
        depth_(outer.depth_),
        node_(outer.node_) {}

  /// Whether the work became too much. Then the answer counts as no, whatever it was: a `not` may have turned it round.
  [[nodiscard]] bool gave_up() const { return steps_ == 0; }

  bool check(NodeId id, Value value, Evaluated* evaluated = nullptr) {
    if (id == kAnything) return true;
    const Node& node = program_.nodes[id];
    if (id == kNothing) return fail([&] { reporter_->never(node_, value); });
    if (!spend(1)) return false;
    const NodeId around = node_;
    node_ = id;
    const bool ok = program_.dynamic_refs.empty() || node.resource == resource()
                        ? check_node(node, value, evaluated)
                        : check_in_resource(node, value, evaluated);
    node_ = around;
    return ok;
  }

 private:
  [[nodiscard]] std::uint32_t resource() const { return scope_ == nullptr ? kNone : scope_->resource; }

  // Pays for some work. Where there is not enough left, all is given up: nothing holds any more, and nothing is reported.
  bool spend(std::uint64_t work) {
    if (work >= steps_) steps_ = 0;
    if (steps_ != 0) steps_ -= work;
    return steps_ != 0;
  }

  bool give_up() {
    steps_ = 0;
    return false;
  }

  // Notes a failure.
  template <class Report>
  bool fail(const Report& report) {
    if constexpr (kReport) {
      if (!reporter_->full() && !gave_up()) report();
    }
    return false;
  }

  bool check_in_resource(const Node& node, Value value, Evaluated* evaluated) {
    const Scope scope{scope_, node.resource};
    scope_ = &scope;
    const bool ok = check_node(node, value, evaluated);
    scope_ = scope.outer;
    return ok;
  }

  // The quick pass leaves at the first failure; the reporting pass sees all of them.
  bool check_node(const Node& node, Value value, Evaluated* evaluated) {
    bool ok = true;
    if (!has_type(node.types, value)) {
      fail([&] { reporter_->type(node_, value); });
      return false;  // nothing else that is said of another type would help
    }
    if ((node.values != kNone || node.constant != kNone) && !spend(cost_of_comparing(value))) return false;
    if (node.values != kNone && !among(program_.values[node.values], value)) {
      ok = fail([&] { reporter_->not_among(node_, value, program_.values[node.values]); });
      if (!kReport) return false;
    }
    if (node.constant != kNone && !contains(program_.values[node.constant], value)) {
      ok = fail([&] { reporter_->not_among(node_, value, program_.values[node.constant]); });
      if (!kReport) return false;
    }
    switch (Access::tag(value)) {
      case Tag::kInteger:
      case Tag::kNumber:
        if (node.number != kNone) ok &= check_number(program_.numbers[node.number], value);
        break;
      case Tag::kString:
        if (node.string != kNone) ok &= check_string(program_.strings[node.string], value);
        break;
      case Tag::kArray:
        if (node.array != kNone || node.logic != kNone) return check_array(node, value, evaluated) && ok;
        break;
      case Tag::kObject:
        if (node.object != kNone || node.logic != kNone) return check_object(node, value, evaluated) && ok;
        break;
      default:
        break;
    }
    if (!kReport && !ok) return false;
    if (node.logic != kNone) ok &= check_logic(program_.logics[node.logic], value, nullptr);
    return ok;
  }

  static bool among(const ValueSet& set, Value value) {
    return contains(set, value) || (set.or_null && value.is_null());
  }

  static std::uint64_t cost_of_comparing(Value value) {
    constexpr std::uint64_t kSteps = 4;  // for the hash of a word
    return value.is_string() ? Access::chars(value).size() / kBytesPerStep : kSteps * words_of(value);
  }

  bool check_number(const NumberRule& rule, Value value) {
    if (Access::tag(value) == Tag::kNumber && !spend(Access::chars(value).size() / kBytesPerStep)) return false;
    bool ok = true;
    const auto expect = [&](bool holds, std::string_view keyword) {
      if (!holds) ok = fail([&] { reporter_->number(node_, value, keyword); });
      return holds || kReport;
    };
    if (rule.minimum && !expect(rule.minimum->compare(value) >= 0, "minimum")) return false;
    if (rule.maximum && !expect(rule.maximum->compare(value) <= 0, "maximum")) return false;
    if (rule.exclusive_minimum && !expect(rule.exclusive_minimum->compare(value) > 0, "exclusiveMinimum")) return false;
    if (rule.exclusive_maximum && !expect(rule.exclusive_maximum->compare(value) < 0, "exclusiveMaximum")) return false;
    if (rule.multiple_of && !expect(rule.multiple_of->divides(value), "multipleOf")) return false;
    return ok;
  }

  bool check_string(const StringRule& rule, Value value) {
    const std::string_view text = Access::chars(value);
    if (!spend(text.size() / kBytesPerStep)) return false;
    bool ok = true;
    if (!length_between(text, rule.min_length, rule.max_length)) {
      ok = fail([&] {
        reporter_->length(node_, value, length_of(text), length_of(text) < rule.min_length ? "minLength" : "maxLength");
      });
      if (!kReport) return false;
    }
    if (rule.pattern != kNone) {
      const Regex::Answer answer = search(rule.pattern, text);
      if (answer != Regex::Answer::kYes) {
        ok = fail([&] { reporter_->pattern(node_, value, answer == Regex::Answer::kGaveUp); });
        if (answer == Regex::Answer::kGaveUp) return give_up();
        if (!kReport) return false;
      }
    }
    if (rule.format && !fits_format(*rule.format, text)) {
      ok = fail([&] { reporter_->format(node_, value, format_name(*rule.format)); });
    }
    return ok;
  }

  Regex::Answer search(std::uint32_t pattern, std::string_view text) {
    std::uint64_t work = 0;
    const Regex::Answer answer = program_.patterns[pattern].regex.search(text, work);
    return spend(work) ? answer : Regex::Answer::kGaveUp;
  }

  static bool fits_format(Format format, std::string_view text) {
    return format == Format::kRegex ? is_regex(text) : matches_format(format, text);
  }

  // Arrays and objects: the children, then what else is asked of the same value, then what was left over.
  bool check_array(const Node& node, Value value, Evaluated* evaluated) {
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

  bool check_elements(const ArrayRule& rule, Value value, Evaluated* seen) {
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

  template <class Step>
  bool check_child(NodeId id, const Step& step, Value child) {
    if constexpr (!kReport) return check(id, child);
    reporter_->enter(step);
    const bool ok = check(id, child);
    reporter_->leave();
    return ok;
  }

  static bool few_are_different(Value array) {
    std::vector<Value> before;
    before.reserve(kFewElements);
    for (const Value element : array.elements()) {
      if (std::any_of(before.begin(), before.end(), [element](Value other) { return element.equals(other); }))
        return false;
      before.push_back(element);
    }
    return true;
  }

  bool all_different(Value array) {
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

  bool check_contains(const ArrayRule& rule, Value value, Evaluated* seen) {
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

  bool check_unevaluated_items(const ArrayRule& rule, Value value, Evaluated& own) {
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

  bool check_object(const Node& node, Value value, Evaluated* evaluated) {
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
  [[nodiscard]] bool has_branches(const Node& node) const {
    if (node.logic == kNone) return false;
    const Logic& logic = program_.logics[node.logic];
    return !logic.any.empty() || !logic.one.empty() || logic.dynamic_ref != kNone;
  }

  bool check_members(const ObjectRule& rule, Value value, Evaluated* seen) {
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
  template <class Range>
  bool check_each(const ObjectRule& rule, Value object, const Range& members, Evaluated* seen) {
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

  bool check_additional(const ObjectRule& rule, const Member& member) {
    if (rule.additional == kNothing) {
      return fail([&] { reporter_->extra(node_, member, "additionalProperties", rule.closed_by_us); });
    }
    return check_child(rule.additional, member.name, member.value);
  }

  bool check_patterns(const ObjectRule& rule, const Member& member, bool& known) {
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
  bool check_name(NodeId id, const Member& member) {
    const Name name(member.name);
    if (holds(id, name.value())) return true;
    return fail([&] { reporter_->name(node_, member); });
  }

  bool check_dependencies(const ObjectRule& rule, Value value, Evaluated* seen) {
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

  bool check_unevaluated_properties(const ObjectRule& rule, Value value, Evaluated& own) {
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

  bool check_logic(const Logic& logic, Value value, Evaluated* seen) {
    if (++depth_ > kDeepest) {
      --depth_;
      return give_up();
    }
    const bool ok = check_parts(logic, value, seen);
    --depth_;
    return ok;
  }

  bool check_parts(const Logic& logic, Value value, Evaluated* seen) {
    bool ok = logic.ref == kNone || check(logic.ref, value, seen);
    if (!kReport && !ok) return false;
    if (logic.dynamic_ref != kNone) ok &= check(target(program_.dynamic_refs[logic.dynamic_ref]), value, seen);
    if (!kReport && !ok) return false;
    for (const NodeId id : logic.all) {
      ok &= check(id, value, seen);
      if (!kReport && !ok) return false;
    }
    if (!logic.any.empty() && !check_any(logic, value, seen)) {
      ok = fail([&] { explain_branches(logic.any, value, "anyOf"); });
      if (!kReport) return false;
    }
    if (!logic.one.empty()) {
      const std::size_t held = count_one(logic, value, seen);
      if (held != 1) {
        ok = fail([&] {
          if (held == 0) {
            explain_branches(logic.one, value, "oneOf");
          } else {
            reporter_->several(node_, value, held);
          }
        });
        if (!kReport) return false;
      }
    }
    if (logic.negated != kNone && holds(logic.negated, value)) {
      ok = fail([&] { reporter_->negated(node_, value); });
      if (!kReport) return false;
    }
    if (logic.condition != kNone)
      ok &= check(holds(logic.condition, value, seen) ? logic.then : logic.otherwise, value, seen);
    return ok;
  }

  // Where it matters what the branches have looked at, all of them have to be tried.
  bool check_any(const Logic& logic, Value value, Evaluated* seen) {
    bool any = false;
    for (const NodeId id : logic.any) {
      any |= holds(id, value, seen);
      if (any && seen == nullptr) return true;
    }
    return any;
  }

  std::size_t count_one(const Logic& logic, Value value, Evaluated* seen) {
    std::size_t held = 0;
    for (const NodeId id : logic.one) {
      held += holds(id, value, seen) ? 1U : 0U;
      if (held > 1 && !kReport) break;
    }
    return held;
  }

  // Whether a schema holds, without a word about it. What it looked at counts only if it does.
  bool holds(NodeId id, Value value, Evaluated* seen = nullptr) {
    if constexpr (!kReport) {
      if (seen == nullptr) return check(id, value);
    }
    Evaluated branch;
    Checker<false> quiet(*this, nullptr);
    const bool ok = quiet.check(id, value, seen == nullptr ? nullptr : &branch);
    steps_ = quiet.steps_;
    if (ok && seen != nullptr) seen->add(branch);
    return ok;
  }

  // Why none of some branches holds: the reasons of the one that comes nearest, if there is one.
  void explain_branches(const std::vector<NodeId>& branches, Value value, std::string_view keyword) {
    if constexpr (kReport) {
      std::vector<std::vector<Finding>> reasons;
      for (const NodeId id : branches) {
        Reporter reporter(program_, *reporter_);
        Checker<true> checker(*this, &reporter);
        checker.check(id, value);
        steps_ = checker.steps_;
        if (gave_up()) return;
        reasons.push_back(reporter.take());
      }
      reporter_->branches(node_, value, keyword, reasons);
    }
  }

  // The outermost resource on the way that has a target of its own decides.
  NodeId target(const DynamicRef& ref) {
    NodeId found = ref.otherwise;
    for (const Scope* scope = scope_; scope != nullptr && spend(1); scope = scope->outer) {
      const std::pair<std::uint32_t, NodeId> wanted{scope->resource, 0};
      const auto at = std::lower_bound(ref.in_resource.begin(), ref.in_resource.end(), wanted);
      if (at != ref.in_resource.end() && at->first == scope->resource) found = at->second;
    }
    return found;
  }

  template <bool kOther>
  friend class Checker;

  const Program& program_;
  Reporter* reporter_;
  const Scope* scope_ = nullptr;
  std::uint64_t steps_;
  std::uint32_t depth_ = 0;
  NodeId node_ = kNone;
};

}  // namespace

std::uint8_t type_of(Value value) {
  if (Access::tag(value) == Tag::kNumber && is_integer(value)) return type_bit::kInteger;
  return kTypeOfTag[static_cast<std::size_t>(Access::tag(value))];
}

bool check(const Program& program, NodeId node, Value value) {
  Checker<false> checker(program, nullptr, value);
  return checker.check(node, value) && !checker.gave_up();
}

std::vector<Finding> explain(const Program& program, NodeId node, Value value, std::size_t most) {
  Reporter reporter(program, most);
  Checker<true> checker(program, &reporter, value);
  if (checker.check(node, value) && !checker.gave_up()) return {};
  if (checker.gave_up()) reporter.too_much(node, value);
  return reporter.take();
}

}  // namespace acode::schema::detail
