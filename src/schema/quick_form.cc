// From nodes to their flat form.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>

#include "schema/program.h"
#include "schema/quick.h"

namespace acode::schema::detail {
namespace {

using json::detail::Tag;

constexpr std::size_t kMostProperties = 32;  // looked for one after the other
constexpr std::size_t kMostWords = 16;

constexpr std::uint8_t bit(Tag tag) { return static_cast<std::uint8_t>(1U << static_cast<unsigned>(tag)); }

std::uint8_t tags_of(std::uint8_t types) {
  std::uint8_t tags = 0;
  const auto add = [&](std::uint8_t type, std::uint8_t tag_bits) {
    if ((types & type) != 0) tags = static_cast<std::uint8_t>(tags | tag_bits);
  };
  add(type_bit::kNull, bit(Tag::kNull));
  add(type_bit::kBoolean, bit(Tag::kFalse) | bit(Tag::kTrue));
  add(type_bit::kInteger, bit(Tag::kInteger));
  add(type_bit::kFraction, bit(Tag::kNumber));
  add(type_bit::kString, bit(Tag::kString));
  add(type_bit::kArray, bit(Tag::kArray));
  add(type_bit::kObject, bit(Tag::kObject));
  return tags;
}

class Maker {
 public:
  explicit Maker(const Program& program) : program_(program) {}

  QuickForm run() {
    if (!program_.dynamic_refs.empty()) return {};
    form_.nodes.resize(program_.nodes.size());
    for (NodeId id = 0; id < program_.nodes.size(); ++id) form_.nodes[id] = node(id);
    fill_in();
    return std::move(form_);
  }

 private:
  // Objects and arrays refer to nodes that come later, so their rules are only numbered here.
  QuickNode node(NodeId id) {
    const Node& from = program_.nodes[id];
    QuickNode quick{tags_of(from.types), QuickAsk::kChecker, id};
    if (id == kNothing) quick.tags = 0;
    const std::array rules = {from.values, from.number, from.string, from.array, from.object};
    const auto asked = rules.size() - static_cast<std::size_t>(std::count(rules.begin(), rules.end(), kNone));
    if (from.logic != kNone || from.constant != kNone || asked > 1) return quick;
    if (asked == 0) return {quick.tags, QuickAsk::kNothing, 0};
    if (from.values != kNone) return words(from, quick);
    if (from.number != kNone) return range(from, quick);
    if (from.string != kNone) return text(from, quick);
    return container(id, from, quick);
  }

  // A rule about one kind of value asks nothing of others: those tags would need a second thought.
  static bool only(const QuickNode& quick, std::uint8_t tags) { return (quick.tags & ~tags) == 0; }

  QuickNode words(const Node& from, QuickNode quick) {
    const ValueSet& set = program_.values[from.values];
    if (set.strings.size() != set.values.size() || set.or_null || set.strings.size() > kMostWords) return quick;
    quick.tags &= bit(Tag::kString);
    form_.words.emplace_back();
    for (const std::string_view word : set.strings) form_.words.back().emplace_back(word);
    return {quick.tags, QuickAsk::kWords, static_cast<std::uint32_t>(form_.words.size() - 1)};
  }

  QuickNode range(const Node& from, QuickNode quick) {
    const NumberRule& rule = program_.numbers[from.number];
    if (!only(quick, bit(Tag::kInteger) | bit(Tag::kNumber))) return quick;
    if (rule.exclusive_minimum || rule.exclusive_maximum || rule.multiple_of) return quick;
    QuickRange range{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
    if (rule.minimum && !rule.minimum->integer()) return quick;
    if (rule.maximum && !rule.maximum->integer()) return quick;
    if (rule.minimum) range.least = *rule.minimum->integer();
    if (rule.maximum) range.most = *rule.maximum->integer();
    form_.ranges.push_back(range);
    return {quick.tags, QuickAsk::kRange, static_cast<std::uint32_t>(form_.ranges.size() - 1)};
  }

  QuickNode text(const Node& from, QuickNode quick) {
    const StringRule& rule = program_.strings[from.string];
    if (!only(quick, bit(Tag::kString)) || rule.format) return quick;
    form_.texts.push_back({rule.min_length, rule.max_length, rule.pattern});
    return {quick.tags, QuickAsk::kText, static_cast<std::uint32_t>(form_.texts.size() - 1)};
  }

  QuickNode container(NodeId id, const Node& from, QuickNode quick) {
    if (from.array != kNone && only(quick, bit(Tag::kArray)) && simple(program_.arrays[from.array])) {
      arrays_.push_back(id);
      return {quick.tags, QuickAsk::kArray, static_cast<std::uint32_t>(arrays_.size() - 1)};
    }
    if (from.object != kNone && only(quick, bit(Tag::kObject)) && simple(program_.objects[from.object])) {
      objects_.push_back(id);
      return {quick.tags, QuickAsk::kObject, static_cast<std::uint32_t>(objects_.size() - 1)};
    }
    return quick;
  }

  static bool simple(const ArrayRule& rule) {
    return !rule.unique && rule.first.empty() && rule.contains == kNone && rule.unevaluated == kNone;
  }

  static bool simple(const ObjectRule& rule) {
    const ObjectRule plain;
    return rule.min_properties == plain.min_properties && rule.max_properties == plain.max_properties &&
           rule.properties.size() <= kMostProperties && rule.patterns.empty() && rule.names == kNone &&
           rule.unevaluated == kNone && rule.dependencies.empty() &&
           (rule.additional == kNone || rule.additional <= kNothing) &&
           std::all_of(rule.properties.begin(), rule.properties.end(),
                       [](const Property& p) { return p.node != kNone; });
  }

  void fill_in() {
    for (const NodeId id : arrays_) {
      const ArrayRule& rule = program_.arrays[program_.nodes[id].array];
      form_.arrays.push_back({rule.min_items, rule.max_items, form_.nodes[rule.rest]});
    }
    for (const NodeId id : objects_) form_.objects.push_back(object(program_.objects[program_.nodes[id].object]));
  }

  QuickObject object(const ObjectRule& rule) const {
    QuickObject quick;
    quick.closed = rule.additional == kNothing;
    for (std::size_t i = 0; i < rule.properties.size(); ++i) {
      const Property& property = rule.properties[i];
      quick.properties.push_back({QuickWord(property.name), form_.nodes[property.node]});
      if (property.required) quick.required |= std::uint64_t{1} << i;
    }
    return quick;
  }

  const Program& program_;
  QuickForm form_;
  std::vector<NodeId> arrays_;
  std::vector<NodeId> objects_;
};

}  // namespace

QuickWord::QuickWord(std::string_view word) : text(word) {
  const std::size_t size = std::min<std::size_t>(word.size(), 8);
  std::memcpy(&head, word.data(), size);
  if (word.size() > 8) {
    std::memcpy(&tail, word.data() + word.size() - 8, 8);
  } else {
    tail = size == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * size)) - 1;
  }
}

QuickForm make_quick_form(const Program& program) { return Maker(program).run(); }

}  // namespace acode::schema::detail
