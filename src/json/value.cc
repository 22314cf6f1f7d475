// Looking at a tree: kinds, numbers, children, equality.
#include "acode/json/value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "acode/json/pointer.h"
#include "json/access.h"
#include "json/block.h"
#include "json/number.h"

namespace acode::json {

using detail::Tag;

std::string_view kind_name(Kind kind) {
  static constexpr std::array<std::string_view, 6> kNames = {"null", "boolean", "number", "string", "array", "object"};
  return kNames[static_cast<std::size_t>(kind)];
}

namespace {

std::int64_t integer_payload(std::uint64_t word) {
  constexpr unsigned kUnused = 64 - detail::kTagShift;
  return static_cast<std::int64_t>(word << kUnused) >> kUnused;
}

template <class Integer>
std::optional<Integer> whole_number(std::string_view digits) {
  Integer value{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

// from_chars leaves the value alone when it does not fit; whether it is too large or too small shows in the exponent.
double out_of_range(std::string_view digits) {
  const bool negative = digits.front() == '-';
  const double magnitude = detail::Decimal(digits).exponent() > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  return negative ? -magnitude : magnitude;
}

}  // namespace

std::optional<std::int64_t> Value::as_int64() const {
  if (tag() == Tag::kInteger) return integer_payload(word());
  if (tag() == Tag::kNumber) return whole_number<std::int64_t>(chars());
  return std::nullopt;
}

std::optional<std::uint64_t> Value::as_uint64() const {
  if (tag() == Tag::kInteger) {
    const std::int64_t value = integer_payload(word());
    return value < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(value));
  }
  if (tag() == Tag::kNumber) return whole_number<std::uint64_t>(chars());
  return std::nullopt;
}

double Value::as_double() const {
  if (tag() == Tag::kInteger) return static_cast<double>(integer_payload(word()));
  if (tag() != Tag::kNumber) return 0.0;
  const std::string_view digits = chars();
  double value = 0.0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return result.ec == std::errc::result_out_of_range ? out_of_range(digits) : value;
}

std::string Value::number_text() const {
  if (tag() == Tag::kInteger) return std::to_string(integer_payload(word()));
  return tag() == Tag::kNumber ? std::string(chars()) : std::string();
}

std::size_t Value::size() const {
  if (tag() < Tag::kArray) return 0;
  const std::uint64_t count = (word() >> detail::kCountShift) & detail::kMaxCount;
  const bool closed = (word() & detail::kSpanMask) != 0;
  if (closed && count < detail::kMaxCount) return count;
  if (is_array()) return static_cast<std::size_t>(std::distance(elements().begin(), elements().end()));
  return static_cast<std::size_t>(std::distance(members().begin(), members().end()));
}

std::optional<Value> Value::find(std::string_view name) const {
  std::uint32_t found = 0;  // no member stands there
  const std::uint32_t end = is_object() ? next() : 0;
  for (std::uint32_t key = index_ + 1; key < end; key = Value(storage_, key + 1).next()) {
    if ((storage_->words[key] & detail::kLengthMask) != name.size()) continue;
    // Names of the same length mostly differ in their first byte, and to look at that is no call.
    const std::string_view here = Value(storage_, key).chars();
    if (here.empty() || (here.front() == name.front() && here == name)) found = key + 1;
  }
  return found == 0 ? std::nullopt : std::optional(Value(storage_, found));
}

std::optional<Value> Value::at(std::size_t position) const {
  for (const Value element : elements()) {
    if (position-- == 0) return element;
  }
  return std::nullopt;
}

namespace {

using Names = std::unordered_map<std::string_view, Value>;

Names last_of_each(Value object) {
  Names names;
  for (const Member member : object.members()) names.insert_or_assign(member.name, member.value);
  return names;
}

// Pairs still to be compared; a list instead of recursion, since depth is the input's choice.
using Pairs = std::vector<std::pair<Value, Value>>;

bool queue_elements(Value a, Value b, Pairs& pairs) {
  if (a.size() != b.size()) return false;
  auto other = b.elements().begin();
  for (const Value element : a.elements()) {
    pairs.emplace_back(element, *other);
    ++other;
  }
  return true;
}

bool queue_members(Value a, Value b, Pairs& pairs) {
  const Names left = last_of_each(a);
  const Names right = last_of_each(b);
  if (left.size() != right.size()) return false;
  for (const auto& [name, value] : left) {
    const auto other = right.find(name);
    if (other == right.end()) return false;
    pairs.emplace_back(value, other->second);
  }
  return true;
}

bool same_number(Value a, Value b) { return detail::Decimal(a.number_text()) == detail::Decimal(b.number_text()); }

bool same_here(Value a, Value b, Pairs& pairs) {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::kNull:
      return true;
    case Kind::kBoolean:
      return a.as_bool() == b.as_bool();
    case Kind::kNumber:
      return same_number(a, b);
    case Kind::kString:
      return a.as_string() == b.as_string();
    case Kind::kArray:
      return queue_elements(a, b, pairs);
    case Kind::kObject:
      return queue_members(a, b, pairs);
  }
  return false;
}

}  // namespace

bool Value::equals(Value other) const {
  Pairs pairs{{*this, other}};
  while (!pairs.empty()) {
    const auto [a, b] = pairs.back();
    pairs.pop_back();
    if (!same_here(a, b, pairs)) return false;
  }
  return true;
}

Document::Document() = default;
Document::Document(std::shared_ptr<const detail::Block> block) : block_(std::move(block)) {}
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;
Document::~Document() = default;

Value Document::root() const {
  static constexpr std::uint64_t kNullWord = detail::tag_word(Tag::kNull);
  static constexpr detail::Storage kEmpty = {&kNullWord, nullptr, 1};
  return {block_ ? &block_->storage : &kEmpty, 0};
}

namespace {

struct Visit {
  Value value;
  Pointer where;
};

void note_duplicates(const Visit& visit, std::vector<DuplicateKey>& found) {
  std::unordered_map<std::string_view, std::size_t> first;  // name to its entry in `found`, or npos
  constexpr auto kOnce = static_cast<std::size_t>(-1);
  for (const Member member : visit.value.members()) {
    const auto [entry, fresh] = first.emplace(member.name, kOnce);
    if (fresh) continue;
    if (entry->second == kOnce) {
      Pointer where = visit.where;
      where.push(member.name);
      entry->second = found.size();
      found.push_back({where.text(), 1});
    }
    ++found[entry->second].count;
  }
}

void queue_children(const Visit& visit, std::vector<Visit>& queue) {
  const std::size_t before = queue.size();
  const auto add = [&](Value child, auto step) {
    if (!child.is_array() && !child.is_object()) return;
    queue.push_back({child, visit.where});
    queue.back().where.push(step);
  };
  std::size_t position = 0;
  for (const Value element : visit.value.elements()) add(element, position++);
  for (const Member member : visit.value.members()) add(member.value, member.name);
  std::reverse(queue.begin() + static_cast<std::ptrdiff_t>(before), queue.end());  // popped from the back, in order
}

// Whether an object has a member of this name whose key stands before an index.
[[gnu::noinline]] bool has_before(Value object, std::string_view name, std::uint32_t key) {
  for (const Member member : object.members()) {
    if (member.value.index() > key) return false;
    if (member.name == name) return true;
  }
  return false;
}

// A quick look at the names of one object: false if they are all different, true if they may not be. Names whose length
// and ends differ fall on different bits, most often.
bool may_repeat_names(Value object) {
  constexpr std::size_t kFew = 64;
  if (object.size() > kFew) return true;
  std::uint64_t seen = 0;
  const std::uint32_t end = detail::Access::next(object);
  for (std::uint32_t key = object.index() + 1; key < end;) {
    const std::string_view name = detail::Access::chars(detail::Access::at(object, key));
    const unsigned ends =
        name.empty() ? 0 : static_cast<unsigned char>(name.front()) * 5U + static_cast<unsigned char>(name.back());
    const std::uint64_t bit = std::uint64_t{1} << ((ends + name.size() * 11U) % 64U);
    if ((seen & bit) != 0 && has_before(object, name, key)) return true;
    seen |= bit;
    key = detail::Access::next(detail::Access::at(object, key + 1));
  }
  return false;
}

// The same for all objects: they stand in one row of words.
bool may_have_duplicates(Value root) {
  const std::uint32_t end = detail::Access::next(root);
  for (std::uint32_t index = root.index(); index < end; ++index) {
    const Value value = detail::Access::at(root, index);
    if (value.is_object() && may_repeat_names(value)) return true;
  }
  return false;
}

}  // namespace

std::vector<DuplicateKey> find_duplicate_keys(Value root) {
  std::vector<DuplicateKey> found;
  if (!may_have_duplicates(root)) return found;
  std::vector<Visit> queue{{root, {}}};
  while (!queue.empty()) {
    const Visit visit = std::move(queue.back());
    queue.pop_back();
    note_duplicates(visit, found);
    queue_children(visit, queue);
  }
  return found;
}

}  // namespace acode::json
