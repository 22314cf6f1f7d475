// Counting equal calls.
#include "extract/repeats.h"

#include <algorithm>
#include <utility>
#include <vector>

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
    std::vector<json::Member> members;
    members.reserve(value.size());
    for (const json::Member member : value.members()) members.push_back(member);
    std::stable_sort(members.begin(), members.end(),
                     [](const json::Member& a, const json::Member& b) { return a.name < b.name; });
    out += '{';
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i + 1 < members.size() && members[i + 1].name == members[i].name) continue;  // the last of them counts
      json::write_string_to(out, members[i].name);
      out += ':';
      write_plain(members[i].value, out);
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

bool Repeats::is_repeated(const TextCall& call) {
  const bool none_before = !first_ && beside_.empty() && before_.empty();
  if (none_before && calls_ == 1) {
    first_ = asked(call);
    return false;
  }
  if (first_) count_first();
  std::string key = this->key(asked(call));
  // Those of one construct stand side by side, and so does a call alone with an equal one before it.
  if (calls_ > 0 && (calls_ > 1 || key != last_)) part();
  calls_ = 0;
  last_ = std::move(key);
  const std::size_t count = ++beside_[last_];
  const auto known = before_.find(last_);
  return known != before_.end() && count <= known->second;
}

void Repeats::count_first() {
  last_ = key(*first_);
  ++beside_[last_];
  first_.reset();
  if (prose_behind_first_) part();
}

}  // namespace acode::extract
