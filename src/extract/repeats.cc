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
std::string Repeats::key(const std::string& name, const std::string& arguments,
                         const std::optional<json::SharedValue>& value) const {
  constexpr Limits kLimits{kMaxTextBytes, 256};
  const schema::Tool* const tool = tools_.find(name);
  std::string key = (tool == nullptr ? name : tool->name) + '\n';
  if (value) {
    write_plain(value->value(), key);
    return key;
  }
  const Result<json::Document> read = json::parse(arguments, kLimits);
  if (!read) return key + arguments;
  write_plain(read->root(), key);
  return key;
}

// What stood side by side stands before what comes now.
void Repeats::Counted::part() {
  for (const auto& [call, count] : beside) before[call] = std::max(before[call], count);
  beside.clear();
}

// How often it stands there by now.
std::size_t Repeats::Counted::add(std::string call) {
  last = std::move(call);
  return ++beside[last];
}

bool Repeats::count(std::string key) {
  if (!counted_) count_first();
  // Those of one construct stand side by side, and so does a call alone with an equal one before it.
  if (calls_ > 0 && (calls_ > 1 || key != counted_->last)) counted_->part();
  calls_ = 0;
  const std::size_t count = counted_->add(std::move(key));
  const auto known = counted_->before.find(counted_->last);
  return known != counted_->before.end() && count <= known->second;
}

void Repeats::count_first() {
  counted_ = std::make_unique<Counted>();
  const auto* const plain = std::get_if<PlainCall>(&first_);
  counted_->add(plain != nullptr ? key(*plain) : key(std::get<Asked>(first_)));
  for (const Asked& asked : more_of_first_) counted_->add(key(asked));
  if (prose_behind_first_) counted_->part();
}

}  // namespace acode::extract
