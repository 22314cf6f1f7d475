// Telling the members that count from those that are overruled.
#include "schema/members.h"

#include <algorithm>
#include <string_view>

namespace acode::schema::detail {
namespace {

constexpr std::size_t kFew = 8;  // up to here comparing each with each is quickest

Members all_members(json::Value object) {
  Members members;
  members.reserve(object.size());
  for (const json::Member member : object.members()) members.push_back(member);
  return members;
}

std::vector<bool> counting(const Members& members) {
  std::vector<std::size_t> order(members.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return members[a].name < members[b].name; });
  std::vector<bool> counts(members.size(), true);
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    if (members[order[i]].name == members[order[i + 1]].name) counts[order[i]] = false;
  }
  return counts;
}

}  // namespace

bool has_duplicates(json::Value object) {
  const std::size_t size = object.size();
  if (size < 2) return false;
  std::vector<std::string_view> names;
  names.reserve(size);
  for (const json::Member member : object.members()) {
    if (size <= kFew && std::find(names.begin(), names.end(), member.name) != names.end()) return true;
    names.push_back(member.name);
  }
  if (size <= kFew) return false;
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) != names.end();
}

Members last_members(json::Value object) {
  Members members = all_members(object);
  if (!has_duplicates(object)) return members;
  const std::vector<bool> counts = counting(members);
  Members last;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (counts[i]) last.push_back(members[i]);
  }
  return last;
}

std::vector<bool> counting_members(json::Value object) { return counting(all_members(object)); }

}  // namespace acode::schema::detail
