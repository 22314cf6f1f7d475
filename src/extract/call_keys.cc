// The table of keys.
#include "extract/call_keys.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

namespace acode::extract {
namespace {

struct Entry {
  std::string_view word;  // folded
  Key key;
};

constexpr Key arguments(unsigned rank, bool weak = false) {
  return {.role = Role::kArguments, .rank = rank, .weak = weak};
}
constexpr Key id(unsigned rank) { return {.role = Role::kId, .rank = rank}; }
constexpr Key name(unsigned rank) { return {.role = Role::kName, .rank = rank}; }
constexpr Key name_or_object(unsigned rank) { return {.role = Role::kName, .rank = rank, .may_hold_object = true}; }
constexpr Key wrapper(bool weak) { return {.role = Role::kWrapper, .rank = weak ? 1U : 2U, .weak = weak}; }

constexpr Key kPlainName = {.role = Role::kName, .rank = 5, .weak = true};
constexpr Key kFunc = {.role = Role::kName, .rank = 7, .weak = true};
constexpr Key kAction = {.role = Role::kName, .rank = 6, .may_hold_object = true, .needs_own_arguments = true};
constexpr Key kType = {.role = Role::kName, .rank = 1, .weak = true, .only_known = true, .companion = true};
constexpr Key kCompanion = {.role = Role::kCompanion};
constexpr bool kWeak = true;
constexpr bool kStrong = false;

constexpr auto kEntries = std::to_array<Entry>({
    {"name", kPlainName},
    {"tool", name_or_object(8)},
    {"function", name_or_object(8)},
    {"toolname", name(9)},
    {"functionname", name(9)},
    {"recipientname", name(9)},
    {"func", kFunc},
    {"action", kAction},
    {"type", kType},
    {"kind", kType},
    {"$kind", kType},

    {"arguments", arguments(9)},
    {"parameters", arguments(8)},
    {"args", arguments(7)},
    {"toolinput", arguments(kOwnArgumentsRank)},
    {"toolargs", arguments(kOwnArgumentsRank)},
    {"toolarguments", arguments(kOwnArgumentsRank)},
    {"toolparameters", arguments(kOwnArgumentsRank)},
    {"toolparams", arguments(kOwnArgumentsRank)},
    {"actioninput", arguments(kOwnArgumentsRank)},
    {"actionargs", arguments(kOwnArgumentsRank)},
    {"functionargs", arguments(kOwnArgumentsRank)},
    {"functionarguments", arguments(kOwnArgumentsRank)},
    {"functionparameters", arguments(kOwnArgumentsRank)},
    {"functioninput", arguments(kOwnArgumentsRank)},
    {"params", arguments(6, kWeak)},
    {"input", arguments(5, kWeak)},
    {"inputs", arguments(4, kWeak)},
    {"kwargs", arguments(4, kWeak)},
    {"argument", arguments(3, kWeak)},
    {"parameter", arguments(3, kWeak)},
    {"properties", arguments(2, kWeak)},

    {"id", id(1)},
    {"callid", id(2)},
    {"toolcallid", id(3)},
    {"tooluseid", id(3)},

    {"toolcall", wrapper(kStrong)},
    {"toolcalls", wrapper(kStrong)},
    {"functioncall", wrapper(kStrong)},
    {"functioncalls", wrapper(kStrong)},
    {"tooluse", wrapper(kStrong)},
    {"tooluses", wrapper(kStrong)},
    {"call", wrapper(kWeak)},
    {"calls", wrapper(kWeak)},
    {"tools", wrapper(kWeak)},
    {"functions", wrapper(kWeak)},
    {"actions", wrapper(kWeak)},
    {"command", wrapper(kWeak)},

    {"index", kCompanion},
    {"status", kCompanion},
    {"role", kCompanion},
    {"content", kCompanion},
    {"refusal", kCompanion},
    {"thought", kCompanion},
    {"thoughts", kCompanion},
    {"thinking", kCompanion},
    {"reasoning", kCompanion},
    {"reasoningcontent", kCompanion},
    {"explanation", kCompanion},
});

constexpr std::size_t kLongestKey = 32;  // as written; the longest word with room for separators

bool separates_words(char c) { return c == '_' || c == '-' || c == '.' || c == ' '; }

/// Calls `put` with each character of a name, folded.
template <class Put>
void fold(std::string_view name, const Put& put) {
  for (const char c : name) {
    if (!separates_words(c)) put(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  }
}

/// A key of at most kLongestKey bytes, folded.
class Word {
 public:
  explicit Word(std::string_view key) {
    fold(key, [this](char c) { bytes_[size_++] = c; });
  }
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, kLongestKey> bytes_;
  std::size_t size_ = 0;
};

/// For each length of a word, which entries have it, bit by bit.
constexpr auto kOfLength = [] {
  std::array<std::uint64_t, kLongestKey + 1> entries{};
  static_assert(kEntries.size() <= 64);
  for (std::size_t i = 0; i < kEntries.size(); ++i) entries[kEntries[i].word.size()] |= std::uint64_t{1} << i;
  return entries;
}();

}  // namespace

std::string folded(std::string_view name) {
  std::string out;
  fold(name, [&out](char c) { out += c; });
  return out;
}

Key key_of(std::string_view key) {
  if (key.size() > kLongestKey) return {};
  const Word word(key);
  for (std::uint64_t left = kOfLength[word.view().size()]; left != 0; left &= left - 1) {
    const Entry& entry = kEntries[static_cast<std::size_t>(std::countr_zero(left))];
    if (entry.word == word.view()) return entry.key;
  }
  return {};
}

bool is_key_beginning(std::string_view beginning) {
  if (beginning.size() > kLongestKey) return false;
  const Word word(beginning);
  return std::any_of(kEntries.begin(), kEntries.end(),
                     [&](const Entry& entry) { return entry.word.starts_with(word.view()); });
}

bool is_companion(const Key& key) { return key.role == Role::kCompanion || key.role == Role::kId || key.companion; }

bool is_call_type(std::string_view type) {
  constexpr auto kTypes = std::to_array<std::string_view>({"function", "functioncall", "tooluse", "toolcall"});
  return std::find(kTypes.begin(), kTypes.end(), folded(type)) != kTypes.end();
}

bool has_required(const schema::Tool& tool, json::Value object) {
  const std::optional<json::Value> required = tool.parameters.source().find("required");
  if (!required) return true;
  for (const json::Value name : required->elements()) {
    if (!object.find(name.as_string())) return false;
  }
  return true;
}

bool has_property(const schema::Tool* tool, std::string_view name) {
  if (tool == nullptr) return false;
  const std::optional<json::Value> properties = tool->parameters.source().find("properties");
  return properties && properties->find(name).has_value();
}

}  // namespace acode::extract
