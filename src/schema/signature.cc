// Schemas on one line.
//
//   read_file(path: string, lines?: integer = 100, mode?: "r" | "w")
//
// A line that would be too long is written again with less in it: nested objects without their properties, fewer values of
// enumerations, and in the end without the last of the optional parameters.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "acode/json/writer.h"
#include "acode/schema/describe.h"
#include "schema/ascii.h"
#include "schema/explain.h"
#include "schema/node_types.h"
#include "schema/program.h"

namespace acode::schema {
namespace {

using detail::ArrayRule;
using detail::kAnything;
using detail::kNone;
using detail::kNothing;
using detail::Logic;
using detail::Node;
using detail::NodeId;
using detail::ObjectRule;
using detail::Program;
using detail::Property;
using json::Value;
namespace type_bit = detail::type_bit;

constexpr std::size_t kLongestLine = 400;
constexpr std::size_t kLongestDefault = 40;
constexpr std::size_t kMostNodes = 200;  // that are looked at for one value

// How much is told.
struct Detail {
  int depth;           // of objects whose properties are shown
  std::size_t values;  // of an enumeration
  std::size_t names;   // of properties of one object
};

constexpr std::array<Detail, 4> kDetails = {{{3, 12, 24}, {2, 8, 12}, {1, 5, 8}, {0, 3, 6}}};

bool is_plain_name(std::string_view name) {
  return !name.empty() && !detail::is_digit(name[0]) && std::all_of(name.begin(), name.end(), [](char c) {
    return detail::is_letter(c) || detail::is_digit(c) || c == '_' || c == '-' || c == '$';
  });
}

std::string shown_name(std::string_view name) {
  if (is_plain_name(name)) return std::string(name);
  std::string out;
  json::write_string_to(out, name);
  return out;
}

void add_new(std::vector<std::string>& texts, std::string text) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
}

std::string joined(const std::vector<std::string>& texts, std::string_view between) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : std::string(between)) + text;
  return out;
}

struct Parameter {
  std::string_view name;
  std::vector<NodeId> nodes;
  bool required = false;
};

class Writer {
 public:
  Writer(const Program& program, const Detail& detail)
      : program_(program), types_(detail::possible_types(program)), detail_(detail) {}

  // The type of what fits all of these.
  std::string type(const std::vector<NodeId>& heads, int depth) {
    constexpr int kMostSteps = 2000;  // more than a line has room for
    if (++steps_ > kMostSteps) return "…";
    std::vector<NodeId> all;
    for (const NodeId id : heads) flatten(id, all);
    if (std::find(all.begin(), all.end(), kNothing) != all.end()) return "nothing";
    if (const auto values = values_of(all)) return *values;
    unsigned types = type_bit::kAll;
    for (const NodeId id : all) types &= types_[id];
    if (const auto either = alternatives(all, types, depth)) return *either;
    return by_types(all, types, depth);
  }

  std::vector<Parameter> parameters(const std::vector<NodeId>& heads) const {
    std::vector<NodeId> all;
    for (const NodeId id : heads) flatten(id, all);
    return parameters_of(all);
  }

  [[nodiscard]] std::string parameter(const Parameter& parameter, int depth) {
    std::string out = shown_name(parameter.name) + (parameter.required ? ": " : "?: ") + type(parameter.nodes, depth);
    for (const NodeId id : parameter.nodes) {
      if (id <= kNothing) continue;
      const auto value = program_.source(program_.nodes[id]).find("default");
      if (!value || value->is_null()) continue;
      const std::string text = json::write(*value);
      return out + " = " + (text.size() <= kLongestDefault ? text : detail::short_text(*value));
    }
    return out;
  }

  // `...: integer` if names besides those given are expected; empty if not.
  std::string rest(const std::vector<NodeId>& heads, int depth) {
    std::vector<NodeId> all;
    for (const NodeId id : heads) flatten(id, all);
    for (const NodeId id : all) {
      const Node& node = program_.nodes[id];
      if (node.object == kNone) continue;
      const ObjectRule& rule = program_.objects[node.object];
      if (rule.additional == kNone || rule.additional == kNothing) continue;
      return rule.additional == kAnything ? "..." : "...: " + type({rule.additional}, depth);
    }
    return {};
  }

 private:
  void flatten(NodeId id, std::vector<NodeId>& all) const {
    if (all.size() >= kMostNodes || std::find(all.begin(), all.end(), id) != all.end()) return;
    all.push_back(id);
    if (id <= kNothing || program_.nodes[id].logic == kNone) return;
    const Logic& logic = program_.logics[program_.nodes[id].logic];
    if (logic.ref != kNone) flatten(logic.ref, all);
    if (logic.dynamic_ref != kNone) flatten(program_.dynamic_refs[logic.dynamic_ref].otherwise, all);
    for (const NodeId other : logic.all) flatten(other, all);
  }

  // `"a" | "b"`
  [[nodiscard]] std::optional<std::string> values_of(const std::vector<NodeId>& all) const {
    const detail::ValueSet* set = nullptr;
    for (const NodeId id : all) {
      const Node& node = program_.nodes[id];
      if (node.values != kNone) set = &program_.values[node.values];
      if (node.constant == kNone) continue;
      set = &program_.values[node.constant];
      break;
    }
    if (set == nullptr) return std::nullopt;
    std::vector<std::string> texts;
    for (const Value value : set->values) {
      if (texts.size() == detail_.values) break;
      texts.push_back(detail::short_text(value));
    }
    if (set->values.size() > texts.size()) texts.emplace_back("…");
    if (set->or_null) texts.emplace_back("null");
    return joined(texts, " | ");
  }

  // Of `anyOf` and `oneOf`, unless they only say more about one and the same type.
  std::optional<std::string> alternatives(const std::vector<NodeId>& all, unsigned types, int depth) {
    for (const NodeId id : all) {
      if (id <= kNothing || program_.nodes[id].logic == kNone) continue;
      const Logic& logic = program_.logics[program_.nodes[id].logic];
      const std::vector<NodeId>& branches = logic.any.empty() ? logic.one : logic.any;
      const bool open = std::any_of(branches.begin(), branches.end(), [&](NodeId branch) {
        return branch <= kNothing || types_[branch] == type_bit::kAll;
      });
      if (branches.empty() || open || nesting_ > kMostNesting) continue;
      std::vector<std::string> texts;
      ++nesting_;
      for (const NodeId branch : branches) {
        if ((types_[branch] & types) != 0) add_new(texts, type({branch}, depth));
      }
      --nesting_;
      if (texts.size() > detail_.values) {
        texts.resize(detail_.values);
        texts.emplace_back("…");
      }
      return joined(texts, " | ");
    }
    return std::nullopt;
  }

  std::string by_types(const std::vector<NodeId>& all, unsigned types, int depth) {
    if (types == type_bit::kAll) return "any";
    std::vector<std::string> texts;
    const auto add = [&](unsigned bits, std::string text) {
      if ((types & bits) != bits) return;
      types &= ~bits;
      texts.push_back(std::move(text));
    };
    add(type_bit::kString, "string");
    add(type_bit::kNumber, "number");
    add(type_bit::kInteger, "integer");
    add(type_bit::kFraction, "number");
    add(type_bit::kBoolean, "boolean");
    if ((types & type_bit::kArray) != 0) add(type_bit::kArray, array(all, depth));
    if ((types & type_bit::kObject) != 0) add(type_bit::kObject, object(all, depth));
    add(type_bit::kNull, "null");
    return texts.empty() ? "nothing" : joined(texts, " | ");
  }

  std::string array(const std::vector<NodeId>& all, int depth) {
    for (const NodeId id : all) {
      const Node& node = program_.nodes[id];
      if (node.array == kNone || nesting_ > kMostNesting) continue;
      const ArrayRule& rule = program_.arrays[node.array];
      ++nesting_;
      std::string out;
      if (!rule.first.empty()) {
        out = tuple(rule, depth);
      } else if (rule.rest > kNothing) {
        const std::string element = type({rule.rest}, depth);
        out = "array of " +
              (element.find(" | ") == std::string::npos || element[0] == '{' ? element : "(" + element + ")");
      }
      --nesting_;
      if (!out.empty()) return out;
    }
    return "array";
  }

  // `[string, integer]`
  std::string tuple(const ArrayRule& rule, int depth) {
    std::vector<std::string> texts;
    for (const NodeId id : rule.first) {
      if (texts.size() == detail_.values) break;
      texts.push_back(type({id}, depth));
    }
    if (texts.size() < rule.first.size() || (rule.rest != kNothing && rule.items_evaluate_all)) texts.emplace_back("…");
    return "[" + joined(texts, ", ") + "]";
  }

  // `{path: string, lines?: integer}`
  std::string object(const std::vector<NodeId>& all, int depth) {
    const std::vector<Parameter> list = parameters_of(all);
    if (nesting_ > kMostNesting) return "object";
    ++nesting_;
    std::string out = list.empty() ? map(all, depth) : depth <= 0 ? "object" : members(list, depth - 1);
    --nesting_;
    return out;
  }

  std::string map(const std::vector<NodeId>& all, int depth) {
    for (const NodeId id : all) {
      const Node& node = program_.nodes[id];
      if (node.object == kNone) continue;
      const ObjectRule& rule = program_.objects[node.object];
      if (rule.additional == kNone || rule.additional <= kNothing) continue;
      const std::string value = type({rule.additional}, depth);
      return "object of " + (value.find(" | ") == std::string::npos ? value : "(" + value + ")");
    }
    return "object";
  }

  std::string members(const std::vector<Parameter>& list, int depth) {
    std::vector<std::string> texts;
    for (const Parameter& entry : list) {
      if (texts.size() == detail_.names) break;
      texts.push_back(parameter(entry, depth));
    }
    if (list.size() > texts.size()) texts.emplace_back("…");
    return "{" + joined(texts, ", ") + "}";
  }

  // The properties that are named, in the order of the schema.
  [[nodiscard]] std::vector<Parameter> parameters_of(const std::vector<NodeId>& all) const {
    std::vector<Parameter> list;
    for (const NodeId id : all) {
      const Node& node = program_.nodes[id];
      if (node.object == kNone) continue;
      for (const Property& property : program_.objects[node.object].properties) add_property(list, property);
    }
    return list;
  }

  static void add_property(std::vector<Parameter>& list, const Property& property) {
    constexpr std::size_t kMost = 500;
    auto found = std::find_if(list.begin(), list.end(), [&](const Parameter& p) { return p.name == property.name; });
    if (found == list.end()) {
      if (list.size() >= kMost) return;
      found = list.insert(list.end(), {property.name, {}, false});
    }
    if (property.node != kNone) found->nodes.push_back(property.node);
    found->required = found->required || property.required;
  }

  static constexpr int kMostNesting = 6;

  const Program& program_;
  std::vector<std::uint8_t> types_;
  Detail detail_;
  int nesting_ = 0;  // arrays, objects and alternatives around what is being written
  int steps_ = 0;
};

std::string write_signature(std::string_view name, const Program& program, const Detail& detail) {
  Writer writer(program, detail);
  std::vector<std::string> texts;
  for (const Parameter& parameter : writer.parameters({program.root})) {
    texts.push_back(writer.parameter(parameter, detail.depth));
  }
  const std::string rest = writer.rest({program.root}, detail.depth);
  if (!rest.empty()) texts.push_back(rest);
  if (texts.empty()) {
    const std::string type = writer.type({program.root}, detail.depth + 1);
    if (type != "object" && type != "any") texts.push_back(type);
  }
  return std::string(name) + "(" + joined(texts, ", ") + ")";
}

// What must be given comes first, then as much of the rest as there is room for.
std::string cut_signature(std::string_view name, const Program& program, const Detail& detail) {
  Writer writer(program, detail);
  std::vector<Parameter> parameters = writer.parameters({program.root});
  std::stable_partition(parameters.begin(), parameters.end(), [](const Parameter& p) { return p.required; });
  std::string out = std::string(name) + "(";
  std::size_t shown = 0;
  for (const Parameter& parameter : parameters) {
    const std::string text = writer.parameter(parameter, detail.depth);
    if (shown > 0 && out.size() + text.size() > kLongestLine) break;
    out += (shown++ == 0 ? "" : ", ") + text;
  }
  const std::size_t left = parameters.size() - shown;
  return out + (left > 0 ? ", … and " + std::to_string(left) + " more)" : ")");
}

// The first of the writings that is short enough, or the shortest.
template <class Write>
std::string first_short(const Write& write) {
  std::string out;
  for (const Detail& detail : kDetails) {
    out = write(detail);
    if (out.size() <= kLongestLine) break;
  }
  return out;
}

}  // namespace

std::string signature(std::string_view name, const Schema& schema) {
  const Program& program = schema.program();
  std::string out = first_short([&](const Detail& detail) { return write_signature(name, program, detail); });
  return out.size() <= kLongestLine ? out : cut_signature(name, program, kDetails.back());
}

std::string type_summary(const Schema& schema) {
  const Program& program = schema.program();
  return first_short(
      [&](const Detail& detail) { return Writer(program, detail).type({program.root}, detail.depth + 1); });
}

}  // namespace acode::schema
