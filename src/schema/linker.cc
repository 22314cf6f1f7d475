// What can only be done when all nodes are there: circles are refused, objects closed, tables of names made.
#include <algorithm>
#include <functional>

#include "schema/compiler.h"

namespace acode::schema::detail {
namespace {

constexpr std::uint32_t kDeepest = 200;  // schemas that are applied to one value by way of each other

// The schemas by which a node asks something of the same value: all that it applies to it, but for `not` and `if`.
template <class Visit>
void each_demand(const Program& program, const Node& node, const Visit& visit) {
  if (node.object != kNone) {
    for (const Dependency& dependency : program.objects[node.object].dependencies) visit(dependency.node);
  }
  if (node.logic == kNone) return;
  const Logic& logic = program.logics[node.logic];
  for (const std::vector<NodeId>* list : {&logic.all, &logic.any, &logic.one}) {
    for (const NodeId id : *list) visit(id);
  }
  for (const NodeId id : {logic.ref, logic.then, logic.otherwise}) {
    if (id != kNone) visit(id);
  }
}

// The schemas that a node applies to the same value.
template <class Visit>
void each_beside(const Program& program, const Node& node, const Visit& visit) {
  each_demand(program, node, visit);
  if (node.logic == kNone) return;
  const Logic& logic = program.logics[node.logic];
  for (const NodeId id : {logic.negated, logic.condition}) {
    if (id != kNone) visit(id);
  }
}

// All nodes, each behind those that it applies to the same value; `circle` is one that applies itself, if there is one.
struct Order {
  std::vector<NodeId> nodes;
  NodeId circle = kNone;
};

class Orderer {
 public:
  explicit Orderer(const Program& program) : program_(program), states_(program.nodes.size(), State::kNew) {}

  Order run() {
    for (NodeId id = 0; id < program_.nodes.size(); ++id) {
      stack_.push_back(id);
      while (!stack_.empty() && order_.circle == kNone) visit(stack_.back());
    }
    return std::move(order_);
  }

 private:
  enum class State : std::uint8_t { kNew, kOpen, kDone };

  // A node is seen twice: first for those beside it, then, when they are done, for itself.
  void visit(NodeId id) {
    if (states_[id] == State::kNew) {
      states_[id] = State::kOpen;
      each_beside(program_, program_.nodes[id], [this](NodeId beside) {
        if (states_[beside] == State::kNew) stack_.push_back(beside);
        if (states_[beside] == State::kOpen) order_.circle = beside;
      });
      return;
    }
    stack_.pop_back();
    if (states_[id] == State::kOpen) order_.nodes.push_back(id);
    states_[id] = State::kDone;
  }

  const Program& program_;
  std::vector<State> states_;
  std::vector<NodeId> stack_;
  Order order_;
};

std::size_t table_size(std::size_t entries) {
  std::size_t size = 16;
  while (size < 2 * entries) size *= 2;
  return size;
}

}  // namespace

// The order in which nodes depend on each other; an error if there is none.
std::vector<NodeId> Compiler::order_nodes() {
  Order order = Orderer(*program_).run();
  if (order.circle != kNone) {
    fail_at(order.circle, ErrorCode::kBadSchema, "this schema applies itself to the same value, again and again");
    return {};
  }
  std::vector<std::uint32_t> depths(program_->nodes.size(), 0);
  for (const NodeId id : order.nodes) {
    each_beside(*program_, program_->nodes[id],
                [&](NodeId beside) { depths[id] = std::max(depths[id], depths[beside] + 1); });
    if (depths[id] <= kDeepest) continue;
    fail_at(id, ErrorCode::kSchemaTooLarge,
            "schemas that apply each other to one value more than " + std::to_string(kDeepest) + " deep");
    return {};
  }
  return std::move(order.nodes);
}

void Compiler::fail_at(NodeId id, ErrorCode code, std::string message) {
  const Node& node = program_->nodes[id];
  const Location where{node.document, atlas_.value(node.document, node.source), node.resource};
  fail(schema_error(code, std::move(message), path_of(where, where.schema)));
}

// Strict mode (SC-5). An object whose properties are all named in one place is closed there; where several schemas apply
// to it, what none of them has looked at is too much.
void Compiler::close_objects(const std::vector<NodeId>& order) {
  std::vector<bool> gives(program_->nodes.size(), false);  // it, or one that it demands, gives properties
  for (const NodeId id : order) {
    const Node& node = program_->nodes[id];
    bool given = node.object != kNone && program_->objects[node.object].gives_properties;
    each_demand(*program_, node, [&](NodeId beside) { given = given || gives[beside]; });
    gives[id] = given;
  }
  for (const NodeId id : alone_) {
    if (gives[id]) close(program_->nodes[id]);
  }
}

void Compiler::close(Node& node) {
  if (node.object == kNone) {
    node.object = static_cast<std::uint32_t>(program_->objects.size());
    program_->objects.emplace_back();
  }
  ObjectRule& rule = program_->objects[node.object];
  if (rule.additional != kNone || rule.unevaluated != kNone) return;
  rule.closed_by_us = true;
  const bool by_itself = node.logic == kNone && rule.dependencies.empty();
  (by_itself ? rule.additional : rule.unevaluated) = kNothing;
}

void Compiler::index_properties() {
  constexpr std::size_t kFew = 8;
  for (ObjectRule& rule : program_->objects) {
    if (rule.properties.size() <= kFew) continue;
    rule.slots.assign(table_size(rule.properties.size()), kNone);
    const std::size_t mask = rule.slots.size() - 1;
    for (std::uint32_t i = 0; i < rule.properties.size(); ++i) {
      std::size_t slot = std::hash<std::string_view>{}(rule.properties[i].name) & mask;
      while (rule.slots[slot] != kNone) slot = (slot + 1) & mask;
      rule.slots[slot] = i;
    }
  }
}

}  // namespace acode::schema::detail
