// From nodes to their flat form.
#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "schema/program.h"
#include "schema/quick.h"

namespace acode::schema::detail {
namespace {

using json::detail::Tag;

constexpr std::size_t kMostProperties = 30;  // they are looked for one after the other, and each has a bit
constexpr std::size_t kMostWords = 16;

/// Types and the tags of values that are surely of them: 1.0, which is an integer too, is for the checker.
constexpr std::array<std::pair<std::uint8_t, Tag>, kTags> kTagsOfTypes = {{{type_bit::kNull, Tag::kNull},
                                                                           {type_bit::kBoolean, Tag::kFalse},
                                                                           {type_bit::kBoolean, Tag::kTrue},
                                                                           {type_bit::kInteger, Tag::kInteger},
                                                                           {type_bit::kFraction, Tag::kNumber},
                                                                           {type_bit::kString, Tag::kString},
                                                                           {type_bit::kArray, Tag::kArray},
                                                                           {type_bit::kObject, Tag::kObject}}};

QuickAct& act(QuickNode& quick, Tag tag) { return quick.acts[static_cast<std::size_t>(tag)]; }

/// Replaces what is done with values of a tag, if they may be there at all.
void replace(QuickNode& quick, Tag tag, QuickAct by) {
  if (act(quick, tag) != QuickAct::kLeave) act(quick, tag) = by;
}

/// A number of something, which is less than this limit in any value.
std::int64_t bound(std::uint64_t number) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  return number < static_cast<std::uint64_t>(kMost) ? static_cast<std::int64_t>(number) : kMost;
}

class Maker {
 public:
  explicit Maker(const Program& program) : program_(program) {}

  QuickForm run() {
    form_.nodes.reserve(program_.nodes.size());
    for (NodeId id = 0; id < program_.nodes.size(); ++id) form_.nodes.push_back(node(id));
    for (QuickProperty& property : form_.properties) property.node = form_.nodes[property.node.part];
    return std::move(form_);
  }

 private:
  QuickNode node(NodeId id) {
    const Node& from = program_.nodes[id];
    QuickNode quick;
    if (id == kNothing) return quick;
    for (const auto& [type, tag] : kTagsOfTypes) {
      if ((from.types & type) != 0) act(quick, tag) = tag < Tag::kArray ? QuickAct::kAccept : QuickAct::kSkip;
    }
    if (!add_rule(from, quick)) leave_to_checker(id, quick);
    return quick;
  }

  /// Asks the checker about all values of the right types.
  static void leave_to_checker(NodeId id, QuickNode& quick) {
    quick.part = id;
    for (QuickAct& todo : quick.acts) {
      if (todo != QuickAct::kLeave) todo = QuickAct::kChecker;
    }
  }

  /// These return false for what is not simple. There is room for one rule in a node.
  bool add_rule(const Node& from, QuickNode& quick) {
    if (!program_.dynamic_refs.empty() || from.logic != kNone || from.constant != kNone) return false;
    const std::array rules = {from.values, from.number, from.string, from.array, from.object};
    if (std::count(rules.begin(), rules.end(), kNone) < std::ssize(rules) - 1) return false;
    if (from.values != kNone) return add_words(program_.values[from.values], quick);
    if (from.number != kNone) return add_range(program_.numbers[from.number], quick);
    if (from.string != kNone) return add_text(program_.strings[from.string], quick);
    if (from.array != kNone) return add_array(program_.arrays[from.array], quick);
    return from.object == kNone || add_object(program_.objects[from.object], quick);
  }

  static void refer(QuickNode& quick, std::size_t first, std::size_t count) {
    quick.part = static_cast<std::uint32_t>(first);
    quick.count = static_cast<std::uint32_t>(count);
  }

  bool add_words(const ValueSet& set, QuickNode& quick) {
    if (set.strings.size() != set.values.size() || set.strings.size() > kMostWords) return false;
    const QuickAct null = set.or_null ? act(quick, Tag::kNull) : QuickAct::kLeave;
    const QuickAct string = act(quick, Tag::kString);
    quick.acts = {};
    act(quick, Tag::kNull) = null;
    act(quick, Tag::kString) = string;
    replace(quick, Tag::kString, QuickAct::kWords);
    refer(quick, form_.words.size(), set.strings.size());
    for (const std::string_view word : set.strings) form_.words.emplace_back(word);
    return true;
  }

  static bool add_range(const NumberRule& rule, QuickNode& quick) {
    if (rule.exclusive_minimum || rule.exclusive_maximum || rule.multiple_of) return false;
    if (rule.minimum && !rule.minimum->integer()) return false;
    if (rule.maximum && !rule.maximum->integer()) return false;
    if (rule.minimum) quick.least = *rule.minimum->integer();
    if (rule.maximum) quick.most = *rule.maximum->integer();
    replace(quick, Tag::kInteger, QuickAct::kInteger);
    replace(quick, Tag::kNumber, QuickAct::kDecimal);
    return true;
  }

  bool add_text(const StringRule& rule, QuickNode& quick) {
    if (rule.format) return false;
    const StringRule plain;
    const bool any_length = rule.min_length == plain.min_length && rule.max_length == plain.max_length;
    if (any_length && rule.pattern != kNone && add_track(program_.patterns[rule.pattern].regex, quick)) return true;
    quick.least = bound(rule.min_length);
    quick.most = bound(rule.max_length);
    quick.part = rule.pattern;
    replace(quick, Tag::kString, QuickAct::kText);
    return true;
  }

  bool add_track(const Regex& regex, QuickNode& quick) {
    const PlainPattern::Track* const track = regex.plain() == nullptr ? nullptr : regex.plain()->track();
    if (track == nullptr) return false;
    refer(quick, form_.tracks.size(), 1);
    form_.tracks.push_back(track);
    replace(quick, Tag::kString, QuickAct::kTrack);
    return true;
  }

  static bool add_array(const ArrayRule& rule, QuickNode& quick) {
    if (rule.unique || !rule.first.empty() || rule.contains != kNone || rule.unevaluated != kNone) return false;
    quick.part = rule.rest;
    quick.least = bound(rule.min_items);
    quick.most = bound(rule.max_items);
    replace(quick, Tag::kArray, QuickAct::kArray);
    return true;
  }

  bool add_object(const ObjectRule& rule, QuickNode& quick) {
    if (!simple(rule)) return false;
    replace(quick, Tag::kObject, QuickAct::kObject);
    refer(quick, form_.objects.size(), 1);
    QuickObject object{static_cast<std::uint32_t>(form_.properties.size()),
                       static_cast<std::uint32_t>(rule.properties.size()), 0, 0};
    std::uint32_t bit = 1;
    for (const Property& property : rule.properties) {
      add_property(QuickWord(property.name), bit, property.node);
      object.known |= bit;
      if (property.required) object.required |= bit;
      bit <<= 1U;
    }
    add_property(QuickWord::none(), bit, rule.additional == kNone ? kAnything : rule.additional);
    add_property(QuickWord::none(), bit << 1U, kNothing);
    form_.objects.push_back(object);
    return true;
  }

  void add_property(QuickWord name, std::uint32_t bit, NodeId node) {
    name.bit = bit;
    form_.properties.push_back({{}, name});
    form_.properties.back().node.part = node;  // run() puts in the rest
  }

  static bool simple(const ObjectRule& rule) {
    const ObjectRule plain;
    return rule.min_properties == plain.min_properties && rule.max_properties == plain.max_properties &&
           rule.properties.size() <= kMostProperties && rule.patterns.empty() && rule.names == kNone &&
           rule.unevaluated == kNone && rule.dependencies.empty() &&
           std::all_of(rule.properties.begin(), rule.properties.end(),
                       [](const Property& p) { return p.node != kNone; });
  }

  const Program& program_;
  QuickForm form_;
};

}  // namespace

QuickWord::QuickWord(std::string_view word) : text(word.data()), size(static_cast<std::uint32_t>(word.size())) {
  const std::size_t first = std::min<std::size_t>(size, 8);
  std::memcpy(&head, text, first);
  std::memset(&mask, 0xff, first);
}

QuickWord QuickWord::none() {
  QuickWord word("");
  word.size = std::numeric_limits<std::uint32_t>::max();
  return word;
}

QuickForm make_quick_form(const Program& program) { return Maker(program).run(); }

}  // namespace acode::schema::detail
