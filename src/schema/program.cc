// Looking things up in a compiled schema.
#include "schema/program.h"

#include <algorithm>
#include <functional>

#include "json/access.h"
#include "json/number.h"
#include "schema/atlas.h"
#include "schema/members.h"

namespace acode::schema::detail {
namespace {

using json::Kind;
using json::Value;
using json::detail::Access;
using json::detail::Tag;

std::uint64_t mix(std::uint64_t hash, std::uint64_t more) {
  hash ^= more + 0x9e3779b97f4a7c15U + (hash << 6U) + (hash >> 2U);
  return hash * 0xff51afd7ed558ccdU;
}

std::uint64_t hash_text(std::string_view text) { return std::hash<std::string_view>{}(text); }

std::uint64_t hash_number(Value number) {
  constexpr std::int64_t kLeastLong = 1'000'000'000'000'000'000;  // from 10^18 on all are hashed by their digits
  const auto plain = number.as_int64();
  if (plain && *plain<kLeastLong&& * plain> - kLeastLong) return mix(1, static_cast<std::uint64_t>(*plain));
  const json::detail::Decimal decimal(number.number_text());
  const std::string& digits = decimal.digits();
  const auto size = static_cast<std::int64_t>(digits.size());
  if (decimal.exponent() >= size && decimal.exponent() <= 18) {  // 1.0 and 1e3 as the integers they are
    std::int64_t integer = 0;
    for (const char digit : digits) integer = integer * 10 + (digit - '0');
    for (std::int64_t i = size; i < decimal.exponent(); ++i) integer *= 10;
    return mix(1, static_cast<std::uint64_t>(decimal.negative() ? -integer : integer));
  }
  if (digits.empty()) return mix(1, 0);
  return mix(mix(2, hash_text(digits)),
             static_cast<std::uint64_t>(decimal.exponent()) * 2 + (decimal.negative() ? 1 : 0));
}

std::uint64_t hash_scalar(Value value) {
  switch (value.kind()) {
    case Kind::kNull:
      return 3;
    case Kind::kBoolean:
      return value.as_bool() ? 5 : 4;
    case Kind::kNumber:
      return hash_number(value);
    default:
      return mix(6, hash_text(value.as_string()));
  }
}

// A container of which some children have been hashed. Those of an object are added up, which does not depend on their
// order; of members with one name the last counts.
class OpenHash {
 public:
  explicit OpenHash(Value container)
      : is_object_(container.is_object()),
        hash_(is_object_ ? 7 : 8),
        at_(Access::at(container, container.index() + 1)),
        end_(Access::next(container)) {
    if (is_object_ && has_duplicates(container)) counting_ = counting_members(container);
  }

  [[nodiscard]] bool done() const { return at_.index() == end_; }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }
  [[nodiscard]] Value child() const { return is_object_ ? Access::at(at_, at_.index() + 1) : at_; }

  void add(std::uint64_t child_hash) {
    if (!is_object_) {
      hash_ = mix(hash_, child_hash);
    } else if (counting_.empty() || counting_[position_]) {
      hash_ += mix(hash_text(at_.as_string()), child_hash);
    }
    ++position_;
    at_ = Access::at(at_, Access::next(child()));
  }

 private:
  bool is_object_;
  std::uint64_t hash_;
  Value at_;  // the next element, or the name of the next member
  std::uint32_t end_;
  std::size_t position_ = 0;
  std::vector<bool> counting_;  // empty if all members do
};

bool is_container(Value value) { return value.is_array() || value.is_object(); }

}  // namespace

// With a list instead of recursion, since depth is the input's choice.
std::uint64_t hash_value(Value value) {
  if (!is_container(value)) return hash_scalar(value);
  std::vector<OpenHash> open;
  open.emplace_back(value);
  while (true) {
    if (!open.back().done()) {
      const Value child = open.back().child();
      if (is_container(child)) {
        open.emplace_back(child);
      } else {
        open.back().add(hash_scalar(child));
      }
      continue;
    }
    const std::uint64_t hash = open.back().hash();
    open.pop_back();
    if (open.empty()) return hash;
    open.back().add(hash);
  }
}

bool contains(const ValueSet& set, Value value) {
  if (Access::tag(value) == Tag::kString) {
    const std::string_view text = Access::chars(value);
    constexpr std::size_t kFew = 8;
    if (set.strings.size() <= kFew) return std::find(set.strings.begin(), set.strings.end(), text) != set.strings.end();
    return std::binary_search(set.strings.begin(), set.strings.end(), text);
  }
  if (set.hashes.empty()) return false;
  const std::uint64_t hash = hash_value(value);
  auto found = std::lower_bound(set.hashes.begin(), set.hashes.end(), std::pair<std::uint64_t, std::uint32_t>{hash, 0});
  for (; found != set.hashes.end() && found->first == hash; ++found) {
    if (set.values[found->second].equals(value)) return true;
  }
  return false;
}

const Property* find_property(const ObjectRule& rule, std::string_view name, std::size_t expected) {
  const std::vector<Property>& properties = rule.properties;
  if (expected < properties.size() && properties[expected].name == name) return &properties[expected];
  if (rule.slots.empty()) {
    const auto found =
        std::find_if(properties.begin(), properties.end(), [name](const Property& p) { return p.name == name; });
    return found == properties.end() ? nullptr : &*found;
  }
  const std::size_t mask = rule.slots.size() - 1;
  for (std::size_t slot = hash_text(name) & mask; rule.slots[slot] != kNone; slot = (slot + 1) & mask) {
    if (properties[rule.slots[slot]].name == name) return &properties[rule.slots[slot]];
  }
  return nullptr;
}

Value Program::source(const Node& node) const { return Access::at(documents[node.document]->root(), node.source); }

json::Pointer Program::location(const Node& node) const {
  return pointer_to(documents[node.document]->root(), node.source);
}

}  // namespace acode::schema::detail
