// Applying schemas to values: the type, numbers, strings, and what other schemas ask of the same value.
#include "schema/checker.h"

#include <algorithm>
#include <array>

#include "json/access.h"
#include "schema/checker_pass.h"

namespace acode::schema::detail {
namespace {

using json::Value;
using json::detail::Access;
using json::detail::Tag;

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

bool among(const ValueSet& set, Value value) { return contains(set, value) || (set.or_null && value.is_null()); }

std::uint64_t cost_of_comparing(Value value) {
  constexpr std::uint64_t kSteps = 4;  // for the hash of a word
  return value.is_string() ? Access::chars(value).size() / kBytesPerStep : kSteps * words_of(value);
}

bool fits_format(Format format, std::string_view text) {
  return format == Format::kRegex ? is_regex(text) : matches_format(format, text);
}

}  // namespace

template <bool kReport>
bool Checker<kReport>::check_in_resource(const Node& node, Value value, Evaluated* evaluated) {
  const Scope scope{scope_, node.resource};
  scope_ = &scope;
  const bool ok = check_node(node, value, evaluated);
  scope_ = scope.outer;
  return ok;
}

// The quick pass leaves at the first failure; the reporting pass sees all of them.
template <bool kReport>
bool Checker<kReport>::check_node(const Node& node, Value value, Evaluated* evaluated) {
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

template <bool kReport>
bool Checker<kReport>::check_number(const NumberRule& rule, Value value) {
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

template <bool kReport>
bool Checker<kReport>::check_string(const StringRule& rule, Value value) {
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

template <bool kReport>
Regex::Answer Checker<kReport>::search(std::uint32_t pattern, std::string_view text) {
  std::uint64_t work = 0;
  const Regex::Answer answer = program_.patterns[pattern].regex.search(text, work);
  return spend(work) ? answer : Regex::Answer::kGaveUp;
}

template <bool kReport>
bool Checker<kReport>::check_logic(const Logic& logic, Value value, Evaluated* seen) {
  if (++depth_ > kDeepest) {
    --depth_;
    return give_up();
  }
  const bool ok = check_parts(logic, value, seen);
  --depth_;
  return ok;
}

template <bool kReport>
bool Checker<kReport>::check_parts(const Logic& logic, Value value, Evaluated* seen) {
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
template <bool kReport>
bool Checker<kReport>::check_any(const Logic& logic, Value value, Evaluated* seen) {
  bool any = false;
  for (const NodeId id : logic.any) {
    any |= holds(id, value, seen);
    if (any && seen == nullptr) return true;
  }
  return any;
}

template <bool kReport>
std::size_t Checker<kReport>::count_one(const Logic& logic, Value value, Evaluated* seen) {
  std::size_t held = 0;
  for (const NodeId id : logic.one) {
    held += holds(id, value, seen) ? 1U : 0U;
    if (held > 1 && !kReport) break;
  }
  return held;
}

// Whether a schema holds, without a word about it. What it looked at counts only if it does.
template <bool kReport>
bool Checker<kReport>::holds(NodeId id, Value value, Evaluated* seen) {
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
template <bool kReport>
void Checker<kReport>::explain_branches(const std::vector<NodeId>& branches, Value value, std::string_view keyword) {
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
template <bool kReport>
NodeId Checker<kReport>::target(const DynamicRef& ref) {
  NodeId found = ref.otherwise;
  for (const Scope* scope = scope_; scope != nullptr && spend(1); scope = scope->outer) {
    const std::pair<std::uint32_t, NodeId> wanted{scope->resource, 0};
    const auto at = std::lower_bound(ref.in_resource.begin(), ref.in_resource.end(), wanted);
    if (at != ref.in_resource.end() && at->first == scope->resource) found = at->second;
  }
  return found;
}

// For checker_containers.cc.
template bool Checker<false>::check_node(const Node&, Value, Evaluated*);
template bool Checker<false>::check_in_resource(const Node&, Value, Evaluated*);
template bool Checker<false>::check_logic(const Logic&, Value, Evaluated*);
template bool Checker<false>::holds(NodeId, Value, Evaluated*);
template Regex::Answer Checker<false>::search(std::uint32_t, std::string_view);
template bool Checker<true>::check_node(const Node&, Value, Evaluated*);
template bool Checker<true>::check_in_resource(const Node&, Value, Evaluated*);
template bool Checker<true>::check_logic(const Logic&, Value, Evaluated*);
template bool Checker<true>::holds(NodeId, Value, Evaluated*);
template Regex::Answer Checker<true>::search(std::uint32_t, std::string_view);

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
