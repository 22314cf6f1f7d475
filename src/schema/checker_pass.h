// The checker itself: schemas applied to values, inside each other. A part of checker.h that only its own files need.
//
// What is asked of a value by itself and by other schemas is in checker.cc, arrays and objects in checker_containers.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "json/access.h"
#include "schema/checker.h"
#include "schema/explain.h"

namespace acode::schema::detail {

// What one question may cost. A step is a schema applied to a value, or a look at one member or element; large values
// may cost more.
inline constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 21U;
inline constexpr std::uint64_t kStepsPerWord = 128;
inline constexpr std::size_t kBytesPerStep = 32;  // of a text that is looked at
inline constexpr std::uint32_t kDeepest = 500;    // schemas applied inside each other

/// Words of a tree: the value and all that is in it.
inline std::uint64_t words_of(json::Value value) { return json::detail::Access::next(value) - value.index(); }

/// The resources that were entered on the way to the schema at hand, the last one first.
struct Scope {
  const Scope* outer;
  std::uint32_t resource;
};

/// One implementation for both passes, see checker.h.
template <bool kReport>
class Checker {
 public:
  /// For a question about `value` and what is in it.
  Checker(const Program& program, Reporter* reporter, json::Value value)
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

  bool check(NodeId id, json::Value value, Evaluated* evaluated = nullptr) {
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

  // In checker.cc.
  bool check_in_resource(const Node& node, json::Value value, Evaluated* evaluated);
  bool check_node(const Node& node, json::Value value, Evaluated* evaluated);
  bool check_number(const NumberRule& rule, json::Value value);
  bool check_string(const StringRule& rule, json::Value value);
  Regex::Answer search(std::uint32_t pattern, std::string_view text);
  bool check_logic(const Logic& logic, json::Value value, Evaluated* seen);
  bool check_parts(const Logic& logic, json::Value value, Evaluated* seen);
  bool check_any(const Logic& logic, json::Value value, Evaluated* seen);
  std::size_t count_one(const Logic& logic, json::Value value, Evaluated* seen);
  bool holds(NodeId id, json::Value value, Evaluated* seen = nullptr);
  void explain_branches(const std::vector<NodeId>& branches, json::Value value, std::string_view keyword);
  NodeId target(const DynamicRef& ref);

  // In checker_containers.cc.
  bool check_array(const Node& node, json::Value value, Evaluated* evaluated);
  bool check_elements(const ArrayRule& rule, json::Value value, Evaluated* seen);
  template <class Step>
  bool check_child(NodeId id, const Step& step, json::Value child);
  bool all_different(json::Value array);
  bool check_contains(const ArrayRule& rule, json::Value value, Evaluated* seen);
  bool check_unevaluated_items(const ArrayRule& rule, json::Value value, Evaluated& own);
  bool check_object(const Node& node, json::Value value, Evaluated* evaluated);
  [[nodiscard]] bool has_branches(const Node& node) const;
  bool check_members(const ObjectRule& rule, json::Value value, Evaluated* seen);
  template <class Range>
  bool check_each(const ObjectRule& rule, json::Value object, const Range& members, Evaluated* seen);
  bool check_additional(const ObjectRule& rule, const json::Member& member);
  bool check_patterns(const ObjectRule& rule, const json::Member& member, bool& known);
  bool check_name(NodeId id, const json::Member& member);
  bool check_dependencies(const ObjectRule& rule, json::Value value, Evaluated* seen);
  bool check_unevaluated_properties(const ObjectRule& rule, json::Value value, Evaluated& own);

  template <bool kOther>
  friend class Checker;

  const Program& program_;
  Reporter* reporter_;
  const Scope* scope_ = nullptr;
  std::uint64_t steps_;
  std::uint32_t depth_ = 0;
  NodeId node_ = kNone;
};

}  // namespace acode::schema::detail
