// The types that are possible at each node.
#include "schema/node_types.h"

#include <algorithm>

#include "schema/checker.h"

namespace acode::schema::detail {
namespace {

// Nodes that apply each other to one value are never in a circle, nor more than 500 deep: the linker sees to that. Dynamic
// references can be, and are left out.
class Finder {
 public:
  explicit Finder(const Program& program)
      : program_(program), types_(program.nodes.size(), 0), known_(program.nodes.size(), false) {}

  std::vector<std::uint8_t> run() {
    for (NodeId id = 0; id < program_.nodes.size(); ++id) find(id);
    return std::move(types_);
  }

 private:
  std::uint8_t find(NodeId id) {
    if (known_[id]) return types_[id];
    const Node& node = program_.nodes[id];
    unsigned types = id == kNothing ? 0 : node.types;
    if (node.values != kNone) types &= types_of(program_.values[node.values]);
    if (node.constant != kNone) types &= types_of(program_.values[node.constant]);
    if (node.logic != kNone) types &= of_logic(program_.logics[node.logic]);
    known_[id] = true;
    return types_[id] = static_cast<std::uint8_t>(types);
  }

  unsigned of_logic(const Logic& logic) {
    unsigned types = type_bit::kAll;
    if (logic.ref != kNone) types &= find(logic.ref);
    for (const NodeId id : logic.all) types &= find(id);
    if (!logic.any.empty()) types &= of_any(logic.any);
    if (!logic.one.empty()) types &= of_any(logic.one);
    if (logic.condition != kNone) types &= unsigned{find(logic.then)} | find(logic.otherwise);
    return types;
  }

  unsigned of_any(const std::vector<NodeId>& branches) {
    unsigned types = 0;
    for (const NodeId id : branches) types |= find(id);
    return types;
  }

  const Program& program_;
  std::vector<std::uint8_t> types_;
  std::vector<bool> known_;
};

}  // namespace

std::vector<std::uint8_t> possible_types(const Program& program) { return Finder(program).run(); }

std::uint8_t types_of(const ValueSet& set) {
  unsigned types = set.or_null ? type_bit::kNull : 0;
  for (const json::Value value : set.values) types |= type_of(value);
  return static_cast<std::uint8_t>(types);
}

}  // namespace acode::schema::detail
