// Counting equal calls.
#include "extract/repeats.h"

#include <algorithm>

#include "acode/json/reader.h"
#include "acode/json/writer.h"

namespace acode::extract {
namespace {

// Writes a value in one form of the many that are equal: members in the order of their names.
void write_plain(json::Value value, std::string& out) {
  if (value.is_array()) {
    out += '[';
    for (const json::Value element : value.elements()) {
      write_plain(element, out);
      out += ',';
    }
    out += ']';
  } else if (value.is_object()) {
    std::map<std::string_view, json::Value> members;
    for (const json::Member member : value.members()) members.insert_or_assign(member.name, member.value);
    out += '{';
    for (const auto& [name, member] : members) {
      json::write_string_to(out, name);
      out += ':';
      write_plain(member, out);
      out += ',';
    }
    out += '}';
  } else {
    json::write_to(out, value);
  }
}

}  // namespace

// The call as one text, the same for all ways to write it.
std::string Repeats::key(const Asked& asked) const {
  constexpr Limits kLimits{kMaxTextBytes, 256};
  const schema::Tool* const tool = tools_.find(asked.name);
  std::string key = (tool == nullptr ? asked.name : tool->name) + '\n';
  if (asked.value) {
    write_plain(asked.value->value(), key);
    return key;
  }
  const Result<json::Document> arguments = json::parse(asked.arguments, kLimits);
  if (!arguments) return key + asked.arguments;
  write_plain(arguments->root(), key);
  return key;
}

// What stood side by side stands before what comes now.
void Repeats::part() {
  for (const auto& [call, count] : beside_) before_[call] = std::max(before_[call], count);
  beside_.clear();
}

std::vector<bool> Repeats::are_repeated(const std::vector<TextCall>& calls) {
  const bool none_before = !first_ && beside_.empty() && before_.empty();
  if (none_before && calls.size() == 1) {
    first_ = asked(calls[0]);
    return {false};
  }
  if (first_) count_first();
  return count(calls);
}

void Repeats::count_first() {
  last_ = key(*first_);
  ++beside_[last_];
  first_.reset();
  if (prose_behind_first_) part();
}

std::vector<bool> Repeats::count(const std::vector<TextCall>& calls) {
  std::vector<bool> repeated;
  if (calls.size() != 1 || key(asked(calls[0])) != last_) part();
  for (const TextCall& call : calls) {
    last_ = key(asked(call));
    const std::size_t count = ++beside_[last_];
    const auto known = before_.find(last_);
    repeated.push_back(known != before_.end() && count <= known->second);
  }
  return repeated;
}

}  // namespace acode::extract
