// From nested tags to JSON, with the schema at hand.
#include "extract/nested_text.h"

#include <algorithm>
#include <cstdint>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "base/text.h"
#include "extract/typed_text.h"
#include "json/words.h"
#include "schema/node_types.h"
#include "schema/program.h"

namespace acode::extract {
namespace {

using schema::detail::kAnything;
using schema::detail::kNone;
using schema::detail::kNothing;
using schema::detail::NodeId;
using schema::detail::Program;
namespace type_bit = schema::detail::type_bit;

/// The schemas that may apply to one value; none: nobody says anything of it.
class Part {
 public:
  Part(const Program* program, std::vector<NodeId> nodes) : program_(program), nodes_(std::move(nodes)) { follow(); }

  [[nodiscard]] Part property(std::string_view name) const {
    std::vector<NodeId> found;
    for (const NodeId id : nodes_) {
      const schema::detail::Node& node = program_->nodes[id];
      if (node.object == kNone) continue;
      const schema::detail::ObjectRule& rule = program_->objects[node.object];
      const schema::detail::Property* const property = schema::detail::find_property(rule, name, 0);
      add(property != nullptr ? property->node : rule.additional, found);
    }
    return {program_, std::move(found)};
  }

  [[nodiscard]] Part element(std::size_t index) const {
    std::vector<NodeId> found;
    for (const NodeId id : nodes_) {
      const schema::detail::Node& node = program_->nodes[id];
      if (node.array == kNone) continue;
      const schema::detail::ArrayRule& rule = program_->arrays[node.array];
      add(index < rule.first.size() ? rule.first[index] : rule.rest, found);
    }
    return {program_, std::move(found)};
  }

  /// The types that are possible, bits of type_bit.
  [[nodiscard]] unsigned types(const std::vector<std::uint8_t>& possible) const {
    if (nodes_.empty()) return type_bit::kAll;
    unsigned types = 0;
    for (const NodeId id : nodes_) {
      if (program_->nodes[id].logic == kNone) types |= possible[id];
    }
    return types == 0 ? unsigned{possible[nodes_[0]]} : types;
  }

 private:
  static constexpr std::size_t kMostNodes = 64;

  static void add(NodeId id, std::vector<NodeId>& found) {
    if (id == kNone || id == kAnything || id == kNothing || found.size() >= kMostNodes) return;
    if (std::find(found.begin(), found.end(), id) == found.end()) found.push_back(id);
  }

  // References and alternatives, in turn.
  void follow() {
    std::size_t done = 0;
    while (done < nodes_.size()) {  // finds more of them
      const schema::detail::Node& node = program_->nodes[nodes_[done++]];
      if (node.logic == kNone) continue;
      const schema::detail::Logic& logic = program_->logics[node.logic];
      add(logic.ref, nodes_);
      for (const std::vector<NodeId>* const list : {&logic.all, &logic.any, &logic.one}) {
        for (const NodeId id : *list) add(id, nodes_);
      }
    }
  }

  const Program* program_;
  std::vector<NodeId> nodes_;
};

class NestedWriter {
 public:
  explicit NestedWriter(const Program& program) : possible_(schema::detail::possible_types(program)) {}

  void write(const NestedText& value, const Part& part, std::string& out) const {
    const unsigned types = part.types(possible_);
    if (is_array(value, types)) return write_array(value, part, out);
    if (!value.inside.empty() || is_empty_object(value, types)) return write_object(value, part, out);
    out += leaf(value.text, types);
  }

 private:
  static bool is_array(const NestedText& value, unsigned types) {
    if ((types & type_bit::kArray) == 0) return false;
    const bool object = (types & type_bit::kObject) != 0;
    if (value.inside.empty()) return base::trimmed(value.text).empty() && !object && (types & type_bit::kString) == 0;
    const auto is_item = [](const NestedText& inner) { return inner.name == "item"; };
    return !object || std::all_of(value.inside.begin(), value.inside.end(), is_item);
  }

  static bool is_empty_object(const NestedText& value, unsigned types) {
    return base::trimmed(value.text).empty() && (types & (type_bit::kObject | type_bit::kString)) == type_bit::kObject;
  }

  void write_array(const NestedText& value, const Part& part, std::string& out) const {
    out += '[';
    for (std::size_t i = 0; i < value.inside.size(); ++i) {
      if (i > 0) out += ',';
      write(value.inside[i], part.element(i), out);
    }
    out += ']';
  }

  void write_object(const NestedText& value, const Part& part, std::string& out) const {
    out += '{';
    for (std::size_t i = 0; i < value.inside.size(); ++i) {
      if (i > 0) out += ',';
      json::write_string_to(out, value.inside[i].name);
      out += ':';
      write(value.inside[i], part.property(value.inside[i].name), out);
    }
    out += '}';
  }

  static std::string leaf(std::string_view text, unsigned types) {
    const std::string_view core = base::trimmed(text);
    const auto may = [types](unsigned bits) { return (types & bits) != 0; };
    if (core == "null" && may(type_bit::kNull)) return "null";
    if ((core == "true" || core == "false") && may(type_bit::kBoolean)) return std::string(core);
    const bool whole = core.find_first_of(".eE") == std::string_view::npos;
    if (json::detail::is_json_number(core) && may(whole ? type_bit::kInteger : type_bit::kFraction)) {
      return std::string(core);
    }
    const bool container =
        (core.starts_with('{') && may(type_bit::kObject)) || (core.starts_with('[') && may(type_bit::kArray));
    if (container && json::parse(core, {core.size() + 1, 1000}).ok()) return std::string(core);
    std::string out;
    json::write_string_to(out, text);
    return out;
  }

  std::vector<std::uint8_t> possible_;
};

// Without a schema: text is text.
void write_plain(const NestedText& value, std::string& out) {
  if (value.inside.empty()) {
    json::write_string_to(out, value.text);
    return;
  }
  const auto is_item = [](const NestedText& inner) { return inner.name == "item"; };
  const bool array = std::all_of(value.inside.begin(), value.inside.end(), is_item);
  out += array ? '[' : '{';
  for (std::size_t i = 0; i < value.inside.size(); ++i) {
    if (i > 0) out += ',';
    if (!array) {
      json::write_string_to(out, value.inside[i].name);
      out += ':';
    }
    write_plain(value.inside[i], out);
  }
  out += array ? ']' : '}';
}

}  // namespace

std::string nested_json(const NestedText& parameter, const schema::Tool* tool, std::vector<std::string>& warnings) {
  std::string out;
  if (tool == nullptr) {
    if (parameter.inside.empty()) return typed_json(parameter.text, nullptr, parameter.name, warnings);
    write_plain(parameter, out);
    return out;
  }
  const Program& program = tool->parameters.program();
  const Part part = Part(&program, {program.root}).property(parameter.name);
  const bool blank = parameter.inside.empty() && base::trimmed(parameter.text).empty();
  if (parameter.inside.empty() && !blank) return typed_json(parameter.text, tool, parameter.name, warnings);
  NestedWriter(program).write(parameter, part, out);
  return out;
}

}  // namespace acode::extract
