// Counting equal calls.
#include "extract/repeats.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>
#include <vector>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "json/access.h"

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

// --- sums: equal arguments have equal sums, others hardly ever ---

using Sum = std::optional<std::uint64_t>;  // nothing: who wants to know must compare

constexpr std::uint64_t mixed(std::uint64_t sum, std::uint64_t next) {
  constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15U;
  const std::uint64_t product = (sum ^ next) * kFactor;
  return product ^ product >> 32U;
}

// What is not ASCII may be written as something else, and so counts as all alike.
std::uint64_t sum_of_text(std::string_view text) {
  std::uint64_t sum = text.size();
  std::uint64_t all = 0;
  while (!text.empty()) {
    std::uint64_t bytes = 0;
    if (text.size() >= sizeof(bytes)) {
      std::memcpy(&bytes, text.data(), sizeof(bytes));
      text.remove_prefix(sizeof(bytes));
    } else {
      for (const char c : text) bytes = bytes << 8U | static_cast<unsigned char>(c);
      text = {};
    }
    all |= bytes;
    sum = mixed(sum, bytes);
  }
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  return (all & kHighBits) == 0 ? sum : kHighBits;
}

Sum sum_of(json::Value value);

Sum sum_of_elements(json::Value array) {
  std::uint64_t sum = 1;
  for (const json::Value element : array.elements()) {
    const Sum next = sum_of(element);
    if (!next) return std::nullopt;
    sum = mixed(sum, *next);
  }
  return sum;
}

// Their order does not matter, and of members with one name the last counts.
Sum sum_of_members(json::Value object) {
  constexpr std::size_t kMost = 16;
  std::array<std::pair<std::string_view, std::uint64_t>, kMost> known;
  std::size_t size = 0;
  std::uint64_t sum = 2;
  if (object.size() > kMost) return std::nullopt;
  for (const json::Member member : object.members()) {
    const Sum value = sum_of(member.value);
    if (!value) return std::nullopt;
    const std::uint64_t next = mixed(sum_of_text(member.name) + 1, *value);
    auto* const end = known.data() + size;
    auto* const same = std::find_if(known.data(), end, [&](const auto& other) { return other.first == member.name; });
    if (same == end) {
      *end = {member.name, next};
      ++size;
    } else {
      sum -= std::exchange(same->second, next);
    }
    sum += next;
  }
  return sum;
}

Sum sum_of(json::Value value) {
  using json::detail::Access;
  switch (Access::tag(value)) {
    case json::detail::Tag::kInteger: {
      std::array<char, 24> digits{};
      const auto written = std::to_chars(digits.begin(), digits.end(), Access::integer(value));
      return sum_of_text({digits.data(), static_cast<std::size_t>(written.ptr - digits.data())});
    }
    case json::detail::Tag::kNumber:
      return sum_of_text(Access::chars(value));
    case json::detail::Tag::kString:
      return ~sum_of_text(Access::chars(value));
    case json::detail::Tag::kArray:
      return sum_of_elements(value);
    case json::detail::Tag::kObject:
      return sum_of_members(value);
    default:
      return static_cast<std::uint64_t>(Access::tag(value)) + 3;
  }
}

constexpr Limits kLimits{kMaxTextBytes, 256};

}  // namespace

// The call as one text, the same for all ways to write it.
std::string Repeats::key(const std::string& name, const std::string& arguments, const json::SharedValue* value) const {
  const schema::Tool* const tool = tools_.find(name);
  std::string key = (tool == nullptr ? name : tool->name) + '\n';
  if (value != nullptr) {
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
  // Those of one construct stand side by side, and so does a call alone with an equal one before it.
  if (calls_ > 0 && (calls_ > 1 || key != counted_->last)) counted_->part();
  calls_ = 0;
  const std::size_t count = counted_->add(std::move(key));
  const auto known = counted_->before.find(counted_->last);
  return known != counted_->before.end() && count <= known->second;
}

// Whether a call that was kept last may be equal to another one.
bool Repeats::may_be_repeated(KeptCall& last) {
  constexpr std::size_t kMany = 32;
  if (others_.size() > kMany) return true;
  if (!find_tool(last) || may_be_equal(*first_, last)) return true;
  return std::any_of(others_.begin(), others_.end() - 1, [&](KeptCall& other) { return may_be_equal(other, last); });
}

bool Repeats::may_be_equal(KeptCall& a, KeptCall& b) {
  if (!find_tool(a)) return true;
  if (*a.tool != *b.tool || (*a.tool == nullptr && a.name != b.name)) return false;
  return !find_sum(a) || !find_sum(b) || *a.sum == *b.sum;
}

// False if the name could be taken for a name and something else.
bool Repeats::find_tool(KeptCall& kept) const {
  if (!kept.tool) kept.tool = tools_.find(kept.name);
  return *kept.tool != nullptr || kept.name.find('\n') == std::string::npos;
}

// False if there is none.
bool Repeats::find_sum(KeptCall& kept) {
  if (kept.sum) return true;
  if (kept.value) {
    kept.sum = sum_of(kept.value->value());
  } else if (const Result<json::Document> read = json::parse(kept.arguments, kLimits)) {
    kept.sum = sum_of(read->root());
  }
  return kept.sum.has_value();
}

// Two calls may be equal: all that were kept are counted. Whether the last of them is repeated.
bool Repeats::count_kept() {
  counted_ = std::make_unique<Counted>();
  counted_->add(key(*first_));
  bool repeated = false;
  for (const KeptCall& kept : others_) {
    if (kept.behind_prose) counted_->part();
    calls_ = kept.calls;
    repeated = count(key(kept));
  }
  first_.reset();
  others_ = {};
  return repeated;
}

}  // namespace acode::extract
