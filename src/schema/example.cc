// Making a value that fits a schema.
//
// What must hold for one value is a set of nodes: a schema, and all that it applies to the same value. References and
// `allOf` only make the set larger; for `anyOf`, `oneOf` and `if` one branch after another is tried. From a set without
// open questions a value is made: one that the schema gives itself if it fits, else by type. Each value is checked against
// the set before it is used, so a wrong guess costs time and nothing else; the number of steps is bounded.
//
// A set that comes again inside itself is not entered: what can be made at all can be made without that.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "acode/schema/describe.h"
#include "schema/checker.h"
#include "schema/explain.h"
#include "schema/pattern_sample.h"
#include "schema/program.h"

namespace acode::schema {
namespace {

using detail::quoted;

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
using detail::Property;
using json::Value;
namespace type_bit = detail::type_bit;

constexpr int kMostSteps = 20'000;
constexpr int kDeepest = 40;
constexpr std::size_t kMostNodes = 1000;  // for one value: with more, what is made may not fit, and is not handed out
constexpr std::size_t kMostNames = 1000;  // of properties that are not required
constexpr std::size_t kMostItems = 64;
constexpr std::size_t kMostCharacters = 10'000;
constexpr Limits kLimits{.max_bytes = std::size_t{1} << 20, .max_depth = 256};

using Nodes = std::vector<NodeId>;
using Text = std::optional<std::string>;  // of a value, as JSON

void add_node(Nodes& nodes, NodeId id) {
  if (id == kAnything || id == kNone || std::find(nodes.begin(), nodes.end(), id) != nodes.end()) return;
  nodes.push_back(id);
}

struct FormatSample {
  std::string_view format;
  std::string_view text;
};

std::string_view sample_of_format(std::string_view format) {
  static constexpr std::array<FormatSample, 20> kSamples = {{
      {"date", "2024-05-17"},
      {"date-time", "2024-05-17T12:30:00Z"},
      {"time", "12:30:00Z"},
      {"duration", "PT1H"},
      {"email", "name@example.com"},
      {"idn-email", "name@example.com"},
      {"hostname", "example.com"},
      {"idn-hostname", "example.com"},
      {"ipv4", "192.0.2.1"},
      {"ipv6", "2001:db8::1"},
      {"uri", "https://example.com/"},
      {"url", "https://example.com/"},
      {"iri", "https://example.com/"},
      {"uri-reference", "/path"},
      {"iri-reference", "/path"},
      {"uri-template", "/path/{id}"},
      {"uuid", "123e4567-e89b-12d3-a456-426614174000"},
      {"json-pointer", "/name"},
      {"relative-json-pointer", "0"},
      {"regex", "^a+$"},
  }};
  for (const FormatSample& sample : kSamples) {
    if (sample.format == format) return sample.text;
  }
  return {};
}

std::string number_text(double number, int decimals) {
  std::array<char, 400> buffer{};
  const int length = std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, number);
  std::string text(buffer.data(), static_cast<std::size_t>(std::clamp(length, 0, 399)));
  return text == "-0" ? "0" : text;
}

// Digits behind the point, as a number is written.
int decimals_of(Value number) {
  const std::string text = number.number_text();
  const std::size_t point = text.find('.');
  if (point == std::string::npos || text.find_first_of("eE") != std::string::npos) return 0;
  return static_cast<int>(std::min<std::size_t>(text.size() - point - 1, 15));
}

// What the numbers of a set are asked to be.
struct NumberRange {
  double low = -HUGE_VAL;
  double high = HUGE_VAL;
  double step = 1;
  int decimals = 0;
};

class ExampleMaker {
 public:
  ExampleMaker(const Program& program, const ExampleOptions& options) : program_(program), options_(options) {}

  Text run() { return make({program_.root}, 0); }

 private:
  // A value that fits all of `asked`. Different variants are different values, where that is possible.
  Text make(const Nodes& asked, std::size_t variant) {
    Nodes heads;
    for (const NodeId id : asked) add_node(heads, id);
    std::sort(heads.begin(), heads.end());
    if (std::find(heads.begin(), heads.end(), kNothing) != heads.end()) return std::nullopt;
    if (heads.empty()) return quoted(text_of("text", variant));
    const bool again = std::find(open_.begin(), open_.end(), heads) != open_.end();
    if (again || open_.size() >= kDeepest) return std::nullopt;
    open_.push_back(heads);
    Nodes all;
    for (const NodeId id : heads) flatten(id, all);
    Text made = choose(all, 0, variant);
    open_.pop_back();
    return made;
  }

  // A node, and what it refers to without a choice.
  void flatten(NodeId id, Nodes& all) const {
    const std::size_t size = all.size();
    if (size >= kMostNodes) return;
    add_node(all, id);
    if (all.size() == size || id <= kNothing || program_.nodes[id].logic == kNone) return;
    const Logic& logic = program_.logics[program_.nodes[id].logic];
    if (logic.ref != kNone) flatten(logic.ref, all);
    if (logic.dynamic_ref != kNone) flatten(program_.dynamic_refs[logic.dynamic_ref].otherwise, all);
    for (const NodeId other : logic.all) flatten(other, all);
  }

  // Settles what the nodes from `next` on leave open, and makes the value. New nodes come behind.
  Text choose(const Nodes& all, std::size_t next, std::size_t variant) {
    if (++steps_ > kMostSteps) return std::nullopt;
    if (std::find(all.begin(), all.end(), kNothing) != all.end()) return std::nullopt;
    while (next < all.size() && !has_choice(program_.nodes[all[next]])) ++next;
    if (next == all.size()) return make_settled(all, variant);
    for (const Nodes& branch : branches_of(program_.logics[program_.nodes[all[next]].logic])) {
      Nodes with = all;
      for (const NodeId id : branch) flatten(id, with);
      if (Text made = choose(with, next + 1, variant)) return made;
      if (steps_ > kMostSteps) break;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool has_choice(const Node& node) const {
    if (node.logic == kNone) return false;
    const Logic& logic = program_.logics[node.logic];
    return !logic.any.empty() || !logic.one.empty() || logic.condition != kNone;
  }

  // The ways to satisfy a node, each a few nodes.
  static std::vector<Nodes> branches_of(const Logic& logic) {
    std::vector<Nodes> ways = {{}};
    const auto multiply = [&ways](const std::vector<Nodes>& choices) {
      std::vector<Nodes> product;
      for (const Nodes& way : ways) {
        for (const Nodes& choice : choices) {
          product.push_back(way);
          product.back().insert(product.back().end(), choice.begin(), choice.end());
        }
      }
      constexpr std::size_t kMostWays = 256;
      if (product.size() <= kMostWays) ways = std::move(product);
    };
    for (const std::vector<NodeId>* list : {&logic.any, &logic.one}) {
      std::vector<Nodes> choices;
      for (const NodeId id : *list) choices.push_back({id});
      if (!choices.empty()) multiply(choices);
    }
    if (logic.condition != kNone) multiply({{logic.condition, logic.then}, {logic.otherwise}});
    return ways;
  }

  Text make_settled(const Nodes& all, std::size_t variant) {
    if (Text given = given_value(all, variant)) return given;
    unsigned types = type_bit::kAll;
    for (const NodeId id : all) types &= program_.nodes[id].types;
    for (const std::uint8_t type : order_of_types(all)) {
      if ((types & type) == 0) continue;
      Text made = by_type(type, all, variant);
      if (made && fits(all, *made)) return made;
    }
    return std::nullopt;
  }

  // The value as a schema gives it: const, default, examples, enum.
  Text given_value(const Nodes& all, std::size_t variant) {
    std::vector<Value> values;
    for (const NodeId id : all) {
      const Node& node = program_.nodes[id];
      if (node.constant != kNone) values.push_back(program_.values[node.constant].values[0]);
      const Value source = program_.source(node);
      if (const auto value = source.find("default")) values.push_back(*value);
      if (const auto examples = source.find("examples")) {
        for (const Value value : examples->elements()) values.push_back(value);
      }
    }
    for (const NodeId id : all) {
      const Node& node = program_.nodes[id];
      if (node.values == kNone) continue;
      const std::vector<Value>& list = program_.values[node.values].values;
      values.insert(values.end(), list.begin(), list.end());
    }
    std::vector<std::string> fitting;
    for (const Value value : values) {
      if (fitting.size() > variant || ++steps_ > kMostSteps) break;
      if (fits(all, value)) add_new(fitting, json::write(value));
    }
    if (fitting.size() > variant) return fitting[variant];
    return std::nullopt;
  }

  static void add_new(std::vector<std::string>& texts, std::string text) {
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
  }

  [[nodiscard]] bool fits(const Nodes& all, Value value) const {
    return std::all_of(all.begin(), all.end(), [&](NodeId id) { return detail::accepts(program_, id, value); });
  }

  [[nodiscard]] bool fits(const Nodes& all, const std::string& text) const {
    const Result<json::Document> parsed = json::parse(text, kLimits);
    return parsed && fits(all, parsed->root());
  }

  // First those that the schemas say something about.
  [[nodiscard]] std::vector<std::uint8_t> order_of_types(const Nodes& all) const {
    std::vector<std::uint8_t> order = {type_bit::kString, type_bit::kInteger, type_bit::kFraction, type_bit::kBoolean,
                                       type_bit::kObject, type_bit::kArray,   type_bit::kNull};
    const auto talked_of = [&](std::uint8_t type) {
      return std::any_of(all.begin(), all.end(), [&](NodeId id) {
        const Node& node = program_.nodes[id];
        switch (type) {
          case type_bit::kString:
            return node.string != kNone;
          case type_bit::kInteger:
          case type_bit::kFraction:
            return node.number != kNone;
          case type_bit::kObject:
            return node.object != kNone;
          case type_bit::kArray:
            return node.array != kNone;
          default:
            return false;
        }
      });
    };
    std::stable_partition(order.begin(), order.end(), talked_of);
    return order;
  }

  Text by_type(std::uint8_t type, const Nodes& all, std::size_t variant) {
    switch (type) {
      case type_bit::kNull:
        return "null";
      case type_bit::kBoolean:
        return variant % 2 == 0 ? "true" : "false";
      case type_bit::kInteger:
        return number(all, variant, false);
      case type_bit::kFraction:
        return number(all, variant, true);
      case type_bit::kString:
        return string(all, variant);
      case type_bit::kArray:
        return array(all, variant);
      default:
        return object(all, variant);
    }
  }

  // --- numbers ---

  [[nodiscard]] NumberRange range_of(const Nodes& all) const {
    NumberRange range;
    for (const NodeId id : all) {
      const Value source = program_.source(program_.nodes[id]);
      for (const std::string_view keyword : {"minimum", "exclusiveMinimum"}) {
        const auto bound = source.find(keyword);
        if (bound && bound->is_number()) range.low = std::max(range.low, bound->as_double());
      }
      for (const std::string_view keyword : {"maximum", "exclusiveMaximum"}) {
        const auto bound = source.find(keyword);
        if (bound && bound->is_number()) range.high = std::min(range.high, bound->as_double());
      }
      const auto step = source.find("multipleOf");
      if (!step || !step->is_number() || step->as_double() <= 0) continue;
      range.step = std::max(range.step == 1 ? 0 : range.step, step->as_double());
      range.decimals = std::max(range.decimals, decimals_of(*step));
    }
    return range;
  }

  // Guesses, the plainest first: the first that fits is it.
  Text number(const Nodes& all, std::size_t variant, bool fraction) {
    const NumberRange range = range_of(all);
    const double nearest = range.low > 1 ? range.low : std::min(range.high, 1.0);
    const double first = std::ceil(nearest / range.step) * range.step;
    std::vector<std::string> guesses;
    if (!fraction && range.step == 1) add_new(guesses, "1");
    for (int i = 0; i < 4; ++i) add_new(guesses, number_text(first + i * range.step, range.decimals));
    for (int i = 0; i < 4; ++i) add_new(guesses, number_text(first - i * range.step, range.decimals));
    const auto more = static_cast<int>(variant) + 1;
    for (int i = 4; i <= more; ++i) add_new(guesses, number_text(first + i * range.step, range.decimals));
    for (int i = 4; i <= more; ++i) add_new(guesses, number_text(first - i * range.step, range.decimals));
    if (fraction && std::isfinite(range.low) && std::isfinite(range.high)) {
      for (const int parts : {2, 3, 10})
        add_new(guesses, number_text(range.low + (range.high - range.low) / parts, 15));
    }
    if (fraction) add_new(guesses, number_text(nearest + 0.5, 1));
    add_new(guesses, "0");
    std::size_t fitting = 0;
    for (const std::string& guess : guesses) {
      if (fits(all, guess) && fitting++ == variant) return guess;
    }
    return std::nullopt;
  }

  // --- strings ---

  static std::string text_of(std::string_view word, std::size_t variant) {
    return std::string(word) + (variant == 0 ? "" : std::to_string(variant + 1));
  }

  Text string(const Nodes& all, std::size_t variant) {
    std::uint64_t least = 0;
    std::uint64_t most = kMostCharacters;
    std::vector<std::string_view> patterns;
    std::vector<std::string> guesses;
    for (const NodeId id : all) {
      const Node& node = program_.nodes[id];
      const auto format = program_.source(node).find("format");
      if (format && variant == 0) add_new(guesses, std::string(sample_of_format(format->as_string())));
      if (node.string == kNone) continue;
      const detail::StringRule& rule = program_.strings[node.string];
      least = std::max(least, rule.min_length);
      most = std::min(most, rule.max_length);
      if (rule.pattern != kNone) patterns.push_back(program_.patterns[rule.pattern].text);
    }
    if (least > most) return std::nullopt;
    std::erase(guesses, std::string());
    for (const std::string_view pattern : patterns) pattern_guesses(pattern, variant, least, guesses);
    std::string word = text_of("text", variant);
    while (word.size() < least) word += "text"[word.size() % 4];
    if (patterns.empty()) guesses.push_back(word.substr(0, most));
    for (const std::string& guess : guesses) {
      if (fits(all, quoted(guess))) return quoted(guess);
    }
    return std::nullopt;
  }

  static void pattern_guesses(std::string_view pattern, std::size_t variant, std::uint64_t least,
                              std::vector<std::string>& guesses) {
    constexpr std::size_t kMostGuesses = 12;
    for (std::size_t repeats = 0; repeats <= least + 2 && guesses.size() < kMostGuesses; ++repeats) {
      for (std::size_t other = 0; other < 3; ++other) {
        const auto guess = detail::sample_of_pattern(pattern, {variant + other, repeats});
        if (!guess) return;
        if (guess->size() >= least && guess->size() <= kMostCharacters) add_new(guesses, *guess);
      }
    }
  }

  // --- arrays ---

  // What the element at a position must be.
  [[nodiscard]] Nodes element_nodes(const Nodes& all, std::size_t position) const {
    Nodes nodes;
    for (const NodeId id : all) {
      const Node& node = program_.nodes[id];
      if (node.array == kNone) continue;
      const ArrayRule& rule = program_.arrays[node.array];
      add_node(nodes, position < rule.first.size() ? rule.first[position] : rule.rest);
      if (rule.contains != kNone && position < rule.min_contains) add_node(nodes, rule.contains);
    }
    return nodes;
  }

  Text array(const Nodes& all, std::size_t variant) {
    std::uint64_t needed = 0;
    std::uint64_t wanted = 0;
    std::uint64_t most = kMostItems;
    bool unique = false;
    for (const NodeId id : all) {
      if (program_.nodes[id].array == kNone) continue;
      const ArrayRule& rule = program_.arrays[program_.nodes[id].array];
      needed = std::max(needed, rule.min_items);
      if (rule.contains != kNone) needed = std::max(needed, rule.min_contains);
      if (rule.rest != kAnything) wanted = std::max<std::uint64_t>(wanted, 1);
      wanted = std::max<std::uint64_t>(wanted, rule.first.size());
      most = std::min(most, rule.max_items);
      unique = unique || rule.unique;
    }
    if (needed > most) return std::nullopt;
    std::string text = "[";
    const std::uint64_t count = std::min(std::max(needed, wanted), most);
    for (std::size_t i = 0; i < count; ++i) {
      const Text element = make(element_nodes(all, i), variant + (unique ? i : 0));
      if (!element && i < needed) return std::nullopt;
      if (!element) break;
      text += (i == 0 ? "" : ",") + *element;
    }
    return text + "]";
  }

  // --- objects ---

  // What the value of a property must be.
  [[nodiscard]] Nodes property_nodes(const Nodes& all, std::string_view name) const {
    Nodes nodes;
    for (const NodeId id : all) {
      const Node& node = program_.nodes[id];
      if (node.object == kNone) continue;
      const ObjectRule& rule = program_.objects[node.object];
      const Property* const property = detail::find_property(rule, name, 0);
      bool named = property != nullptr && property->node != kNone;
      if (named) add_node(nodes, property->node);
      for (const auto& [pattern, schema] : rule.patterns) {
        if (program_.patterns[pattern].regex.search(name) != detail::Regex::Answer::kYes) continue;
        add_node(nodes, schema);
        named = true;
      }
      if (!named && rule.additional != kNone) add_node(nodes, rule.additional);
    }
    return nodes;
  }

  struct Wanted {
    std::string name;
    bool required;
  };

  static void want(std::vector<Wanted>& list, std::string_view name, bool required) {
    const auto found = std::find_if(list.begin(), list.end(), [name](const Wanted& w) { return w.name == name; });
    if (found == list.end()) {
      if (required || list.size() < kMostNames) list.push_back({std::string(name), required});
    } else {
      found->required = found->required || required;
    }
  }

  Text object(const Nodes& all, std::size_t variant) {
    Nodes nodes = all;
    std::vector<Wanted> names;
    std::uint64_t least = 0;
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    for (const NodeId id : all) {
      if (program_.nodes[id].object == kNone) continue;
      const ObjectRule& rule = program_.objects[program_.nodes[id].object];
      for (const Property& property : rule.properties) want(names, property.name, property.required);
      least = std::max(least, rule.min_properties);
      most = std::min(most, rule.max_properties);
    }
    add_dependencies(nodes, names);
    constexpr std::size_t kMostInvented = 16;
    const auto optional = static_cast<std::size_t>(
        std::count_if(names.begin(), names.end(), [](const Wanted& wanted) { return !wanted.required; }));
    std::size_t extra = options_.optional_properties ? optional : 0;  // properties that need not be there
    const std::size_t required = names.size() - optional;
    if (required < least) extra = std::max<std::size_t>(extra, least - required);
    for (std::size_t i = 0; names.size() < least && i < kMostInvented; ++i) want(names, text_of("name", i), false);
    extra = required < most ? std::min<std::size_t>(extra, most - required) : 0;
    return write_object(nodes, names, extra, variant);
  }

  Text write_object(const Nodes& nodes, const std::vector<Wanted>& names, std::size_t extra, std::size_t variant) {
    std::string text = "{";
    for (const Wanted& wanted : names) {
      if (!wanted.required && extra == 0) continue;
      const Text value = make(property_nodes(nodes, wanted.name), variant);
      if (!value && wanted.required) return std::nullopt;
      if (!value) continue;
      if (!wanted.required) --extra;
      text += (text.size() == 1 ? "" : ",") + quoted(wanted.name) + ":" + *value;
    }
    return text + "}";
  }

  // What the presence of a required property asks for in turn.
  void add_dependencies(Nodes& nodes, std::vector<Wanted>& names) const {
    bool changed = true;
    for (int round = 0; changed && round < 8; ++round) {
      changed = false;
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (program_.nodes[nodes[i]].object == kNone) continue;
        for (const Dependency& dependency : program_.objects[program_.nodes[nodes[i]].object].dependencies) {
          const bool there = std::any_of(names.begin(), names.end(), [&](const Wanted& wanted) {
            return wanted.name == dependency.name && (wanted.required || options_.optional_properties);
          });
          if (!there) continue;
          const std::size_t size = nodes.size();
          flatten(dependency.node, nodes);
          for (std::size_t j = size; j < nodes.size(); ++j) add_names(nodes[j], names);
          for (const std::string_view name : dependency.required) want(names, name, true);
          changed = changed || nodes.size() != size;
        }
      }
    }
  }

  void add_names(NodeId id, std::vector<Wanted>& names) const {
    if (program_.nodes[id].object == kNone) return;
    const ObjectRule& rule = program_.objects[program_.nodes[id].object];
    for (const Property& property : rule.properties) want(names, property.name, property.required);
  }

  const Program& program_;
  const ExampleOptions& options_;
  std::vector<Nodes> open_;  // what is being made, from the outside in
  int steps_ = 0;
};

}  // namespace

std::optional<std::string> example(const Schema& schema, const ExampleOptions& options) {
  Text made = ExampleMaker(schema.program(), options).run();
  if (!made) return std::nullopt;
  const Result<json::Document> parsed = json::parse(*made, kLimits);
  return parsed && schema.accepts(parsed->root()) ? made : std::nullopt;
}

}  // namespace acode::schema
