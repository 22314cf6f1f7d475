// Mending a value from the outside in.
#include "coerce/coercer.h"

#include <algorithm>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "json/access.h"
#include "schema/explain.h"

namespace acode::coerce {
namespace {

using json::Member;
using json::Value;
using schema::detail::accepts;
using schema::detail::ArrayRule;
using schema::detail::Dependency;
using schema::detail::Finding;
using schema::detail::kAnything;
using schema::detail::kNone;
using schema::detail::kNothing;
using schema::detail::Logic;
using schema::detail::Node;
using schema::detail::NodeId;
using schema::detail::ObjectRule;
using schema::detail::Property;
using schema::detail::quoted;

constexpr int kDeepest = 200;      // values and schemas inside each other
constexpr int kMostWork = 20'000;  // places looked at
constexpr Limits kNoLimits{kMaxTextBytes, 1'000'000};

// Small letters without - and _: how a name is compared when its spelling may differ.
std::string folded(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '-' || c == '_') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

void add_member(std::string& text, std::string_view name, Value value) {
  text += text.size() > 1 ? "," : "";
  json::write_string_to(text, name);
  text += ':';
  json::write_to(text, value);
}

// The keywords by which the validator says that a property is too much.
bool is_extra(const Finding& finding) {
  return finding.violation.keyword == "additionalProperties" || finding.violation.keyword == "unevaluatedProperties";
}

bool is_about_member(const Finding& finding) {
  const auto& steps = finding.violation.where.steps();
  return steps.size() == 1 && std::holds_alternative<std::string>(steps[0]);
}

}  // namespace

Coerced Coercer::run(Value value) {
  Coerced coerced(value);
  const Outcome outcome =
      level_ == Level::kOff ? Outcome{value, accepts(program_, program_.root, value)} : mend(program_.root, value);
  coerced.fits_ = outcome.fits;
  // Where a schema contradicts itself, one branch may take back what another has changed.
  if (steps_.empty() || outcome.value.equals(value)) return coerced;
  coerced.value_ = outcome.value;
  for (Step& step : steps_) coerced.changes_.push_back(std::move(step.change));
  for (const auto& document : documents_) {
    if (json::detail::Access::same_tree(document->root(), outcome.value)) coerced.document_ = document;
  }
  return coerced;
}

Value Coercer::store(const std::string& text) {
  Result<json::Document> document = json::parse(text, kNoLimits);
  documents_.push_back(std::make_shared<const json::Document>(std::move(*document)));
  return documents_.back()->root();
}

void Coercer::note(std::string_view rule, std::string words, int cost) {
  std::string message = path_.dotted() + ": " + std::move(words);
  steps_.push_back({{path_, std::string(rule), std::move(message)}, cost});
}

int Coercer::cost_since(std::size_t step) const {
  int cost = 0;
  for (; step < steps_.size(); ++step) cost += steps_[step].cost;
  return cost;
}

Coercer::Outcome Coercer::mend(NodeId id, Value value) {
  if (accepts(program_, id, value)) return {value, true};
  if (id == kNothing || depth_ >= kDeepest || ++work_ > kMostWork) return {value, false};
  ++depth_;
  const std::size_t before = steps_.size();
  Outcome outcome{mend_inside(id, value), false};
  outcome.fits = steps_.size() != before && accepts(program_, id, outcome.value);
  if (!outcome.fits) {
    std::vector<Step> inside(steps_.begin() + static_cast<std::ptrdiff_t>(before), steps_.end());
    steps_.resize(before);
    if (const Outcome other = try_rules(id, value); other.fits) {
      outcome = other;
    } else {
      steps_.insert(steps_.end(), inside.begin(), inside.end());
    }
  }
  --depth_;
  return outcome;
}

Coercer::Outcome Coercer::try_rules(NodeId id, Value value) {
  // A value of a type that is wanted is wrong in another way: to make it another type would be to get around the schema.
  const std::uint8_t types = wanted(id);
  const bool right_type = (types & schema::detail::type_of(value)) != 0;
  const Case which{program_, id, right_type ? std::uint8_t{0} : types, value};
  for (const Rule& rule : value_rules()) {
    if (rule.info.level > level_) continue;
    std::optional<Proposal> proposal = rule.propose(which);
    if (!proposal) continue;
    const std::size_t before = steps_.size();
    note(rule.info.name, std::move(proposal->words), proposal->cost);
    const Outcome outcome = mend(id, store(proposal->json));
    if (outcome.fits) return outcome;
    steps_.resize(before);
  }
  return {value, false};
}

// The types that a schema asks for, narrowed by its enumeration.
std::uint8_t Coercer::wanted(NodeId id) const {
  const Node& node = program_.nodes[id];
  std::uint8_t types = node.types;
  for (const std::uint32_t set : {node.values, node.constant}) {
    if (set == kNone) continue;
    std::uint8_t listed = 0;
    for (const Value value : program_.values[set].values) listed |= schema::detail::type_of(value);
    types &= listed;
  }
  return types;
}

Value Coercer::mend_inside(NodeId id, Value value) {
  const Node& node = program_.nodes[id];
  if ((node.types & schema::detail::type_of(value)) == 0) return value;
  if (value.is_array() && node.array != kNone) value = mend_elements(program_.arrays[node.array], value);
  if (value.is_object() && node.object != kNone) value = mend_members(program_.objects[node.object], value);
  value = mend_parts(node, value);
  if (level_ == Level::kAggressive && value.is_object() && !accepts(program_, id, value)) value = mend_names(id, value);
  return value;
}

// The other schemas that a schema applies to the same value.
Value Coercer::mend_parts(const Node& node, Value value) {
  if (value.is_object() && node.object != kNone) {
    for (const Dependency& dependency : program_.objects[node.object].dependencies) {
      if (dependency.node != kAnything && value.find(dependency.name)) value = mend(dependency.node, value).value;
    }
  }
  if (node.logic == kNone) return value;
  const Logic& logic = program_.logics[node.logic];
  if (logic.ref != kNone) value = mend(logic.ref, value).value;
  if (logic.dynamic_ref != kNone) value = mend(program_.dynamic_refs[logic.dynamic_ref].otherwise, value).value;
  for (const NodeId part : logic.all) value = mend(part, value).value;
  if (!logic.any.empty()) value = mend_branches(logic.any, value);
  if (!logic.one.empty()) value = mend_branches(logic.one, value);
  if (logic.condition != kNone) {
    value = mend(accepts(program_, logic.condition, value) ? logic.then : logic.otherwise, value).value;
  }
  return value;
}

// Of alternatives none of which holds: the one that needs the least.
Value Coercer::mend_branches(const std::vector<NodeId>& branches, Value value) {
  const auto holds = [&](NodeId branch) { return accepts(program_, branch, value); };
  if (std::any_of(branches.begin(), branches.end(), holds)) return value;
  const std::size_t before = steps_.size();
  std::vector<Step> least;
  int least_cost = -1;
  Value best = value;
  for (const NodeId branch : branches) {
    const Outcome outcome = mend(branch, value);
    const int cost = cost_since(before);
    if (outcome.fits && (least_cost < 0 || cost < least_cost)) {
      least.assign(steps_.begin() + static_cast<std::ptrdiff_t>(before), steps_.end());
      least_cost = cost;
      best = outcome.value;
    }
    steps_.resize(before);
  }
  steps_.insert(steps_.end(), least.begin(), least.end());
  return best;
}

Value Coercer::mend_elements(const ArrayRule& rule, Value array) {
  std::string text = "[";
  std::size_t position = 0;
  const std::size_t before = steps_.size();
  for (Value element : array.elements()) {
    path_.push(position);
    element = mend(position < rule.first.size() ? rule.first[position] : rule.rest, element).value;
    path_.pop();
    text += position == 0 ? "" : ",";
    json::write_to(text, element);
    ++position;
  }
  return steps_.size() == before ? array : store(text + "]");
}

Value Coercer::mend_members(const ObjectRule& rule, Value object) {
  Draft draft{"{"};
  for (const Member member : object.members()) {
    path_.push(member.name);
    draft.changed |= mend_member(rule, member, draft);
    path_.pop();
  }
  return draft.changed ? store(draft.text + "}") : object;
}

// One member, by all schemas that are about it. Whether something was changed.
bool Coercer::mend_member(const ObjectRule& rule, const Member& member, Draft& draft) {
  const std::size_t before = steps_.size();
  Value value = member.value;
  const Property* const property = find_property(rule, member.name, 0);
  bool known = property != nullptr && property->node != kNone;
  if (known) value = mend(property->node, value).value;
  for (const auto& [pattern, node] : rule.patterns) {
    if (program_.patterns[pattern].regex.search(member.name) != schema::detail::Regex::Answer::kYes) continue;
    known = true;
    value = mend(node, value).value;
  }
  if (!known && rule.additional != kNone) value = mend(rule.additional, value).value;
  if (left_out(rule, member, value)) {
    note("null_to_absent", "null for a property that may be left out was left out", 1);
    return true;
  }
  add_member(draft.text, member.name, value);
  return steps_.size() != before;
}

// Null where null does not fit stands for nothing at all, if the property may be missing.
bool Coercer::left_out(const ObjectRule& rule, const Member& member, Value mended) {
  if (!member.value.is_null() || !mended.is_null()) return false;
  const Property* const property = find_property(rule, member.name, 0);
  return property != nullptr && property->node != kNone && !property->required &&
         !accepts(program_, property->node, mended);
}

// Properties that the validator complains about: misspelled ones are renamed, unknown ones dropped, missing ones filled in.
Value Coercer::mend_names(NodeId id, Value object) {
  constexpr std::size_t kMostFindings = 64;
  const std::vector<Finding> findings = schema::detail::explain(program_, id, object, kMostFindings);
  std::string text = "{";
  const std::size_t before = steps_.size();
  for (const Member member : object.members()) {
    const auto complaint = std::find_if(findings.begin(), findings.end(), [&](const Finding& finding) {
      return is_about_member(finding) && is_extra(finding) &&
             std::get<std::string>(finding.violation.where.steps()[0]) == member.name;
    });
    if (complaint == findings.end()) {
      add_member(text, member.name, member.value);
      continue;
    }
    path_.push(member.name);
    const std::string_view meant = meant_name(object, member.name, *complaint);
    if (meant.empty()) {
      note("unknown_property", "unknown property dropped", 3);
    } else {
      note("property_name", "property renamed to " + quoted(meant), 2);
      add_member(text, meant, member.value);
    }
    path_.pop();
  }
  for (const Finding& finding : findings) {
    if (!is_about_member(finding) || finding.violation.keyword != "required") continue;
    const auto& name = std::get<std::string>(finding.violation.where.steps()[0]);
    const auto given = program_.source(program_.nodes[finding.node]).find("properties");
    const auto property = given ? given->find(name) : std::nullopt;
    const auto value = property ? property->find("default") : std::nullopt;
    if (!value) continue;
    path_.push(name);
    note("default_value", "missing property filled in with its default " + schema::detail::short_text(*value), 2);
    path_.pop();
    add_member(text, name, *value);
  }
  if (steps_.size() == before) return object;
  return mend(id, store(text + "}")).value;
}

// The one property that is spelled like this but for case, - and _, and is not there yet.
std::string_view Coercer::meant_name(Value object, std::string_view name, const Finding& finding) const {
  const std::string wanted = folded(name);
  std::string_view found;
  for (const Property& property : program_.objects[program_.nodes[finding.node].object].properties) {
    if (folded(property.name) != wanted || object.find(property.name)) continue;
    if (!found.empty()) return {};
    found = property.name;
  }
  return found;
}

}  // namespace acode::coerce
