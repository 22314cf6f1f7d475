// Three trees walked side by side, a few levels deep: what lies below them is taken whole.
#include "wire/native_text.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "acode/json/reader.h"
#include "acode/json/writer.h"

namespace acode::wire::detail {
namespace {

using json::Member;
using json::Value;

// A message, its list, an entry, the function in it, and one more.
constexpr unsigned kMaxLevels = 5;

struct Trio {
  Value native;
  Value was;
  Value now;
};

void write_change(const Trio& trio, unsigned level, std::string& out);

bool all_objects(const Trio& trio) { return trio.native.is_object() && trio.was.is_object() && trio.now.is_object(); }
bool all_arrays(const Trio& trio) { return trio.native.is_array() && trio.was.is_array() && trio.now.is_array(); }

bool is_something(const std::optional<Value>& value) { return value && !value->is_null(); }

// Something has changed that the native object says in other words than ours: who knows which.
bool has_another_spelling(const Trio& trio) {
  for (const Member member : trio.now.members()) {
    const auto was = trio.was.find(member.name);
    if (is_something(was) && !trio.native.find(member.name) && !was->equals(member.value)) return true;
  }
  return false;
}

void begin_member(std::string_view name, std::string& out) {
  if (out.back() != '{') out += ',';
  json::write_string_to(out, name);
  out += ':';
}

void write_native_member(const Trio& trio, const Member& native, unsigned level, std::string& out) {
  const auto was = trio.was.find(native.name);
  const auto now = trio.now.find(native.name);
  if (was && !now) return;
  begin_member(native.name, out);
  if (was) return write_change({native.value, *was, *now}, level + 1, out);
  json::write_to(out, now.value_or(native.value));
}

void write_members(const Trio& trio, unsigned level, std::string& out) {
  out += '{';
  for (const Member native : trio.native.members()) write_native_member(trio, native, level, out);
  for (const Member member : trio.now.members()) {
    if (trio.native.find(member.name)) continue;
    const auto was = trio.was.find(member.name);
    if (was && was->equals(member.value)) continue;
    begin_member(member.name, out);
    json::write_to(out, member.value);
  }
  out += '}';
}

std::vector<Value> elements_of(Value array) {
  std::vector<Value> out;
  for (const Value element : array.elements()) out.push_back(element);
  return out;
}

void begin_element(std::string& out) {
  if (out.back() != '[') out += ',';
}

// What is the same at the beginning and at the end stays; what is between belongs together if it is as many.
void write_elements(const Trio& trio, unsigned level, std::string& out) {
  const std::vector<Value> native = elements_of(trio.native);
  const std::vector<Value> was = elements_of(trio.was);
  const std::vector<Value> now = elements_of(trio.now);
  const std::size_t shorter = std::min(was.size(), now.size());
  std::size_t head = 0;
  while (head < shorter && was[head].equals(now[head])) ++head;
  std::size_t tail = 0;
  while (tail < shorter - head && was[was.size() - 1 - tail].equals(now[now.size() - 1 - tail])) ++tail;

  out += '[';
  for (std::size_t i = 0; i < now.size(); ++i) {
    begin_element(out);
    const bool at_end = i >= now.size() - tail;
    const std::size_t old = at_end ? i + was.size() - now.size() : i;
    if (i < head || at_end) {
      json::write_to(out, native[old]);
    } else if (was.size() == now.size()) {
      write_change({native[i], was[i], now[i]}, level + 1, out);
    } else {
      json::write_to(out, now[i]);
    }
  }
  out += ']';
}

void write_change(const Trio& trio, unsigned level, std::string& out) {
  if (trio.now.equals(trio.was)) return json::write_to(out, trio.native);
  // Where nothing is said but what we understood, there is nothing to keep.
  if (level == kMaxLevels || trio.native.equals(trio.was)) return json::write_to(out, trio.now);
  if (all_objects(trio) && !has_another_spelling(trio)) return write_members(trio, level, out);
  if (all_arrays(trio) && trio.native.size() == trio.was.size()) return write_elements(trio, level, out);
  json::write_to(out, trio.now);
}

}  // namespace

std::string changed_text(std::string_view native, std::string_view was, std::string_view now) {
  constexpr Limits kLimits = {kMaxTextBytes, 100'000};
  const auto native_tree = json::parse(native, kLimits);
  const auto was_tree = json::parse(was, kLimits);
  const auto now_tree = json::parse(now, kLimits);
  if (!native_tree || !was_tree || !now_tree) return std::string(now);
  std::string out;
  write_change({native_tree->root(), was_tree->root(), now_tree->root()}, 0, out);
  return out;
}

}  // namespace acode::wire::detail
