// The table of keys.
#include "extract/call_keys.h"

#include <algorithm>
#include <array>
#include <optional>

namespace acode::extract {
namespace {

struct Entry {
  std::string_view word;  // folded
  Key key;
};

constexpr Key arguments(std::uint8_t rank, bool weak = false) {
  return {.role = Role::kArguments, .rank = rank, .weak = weak};
}
constexpr Key id(std::uint8_t rank) { return {.role = Role::kId, .rank = rank}; }
constexpr Key name(std::uint8_t rank) { return {.role = Role::kName, .rank = rank}; }
constexpr Key name_or_object(std::uint8_t rank) { return {.role = Role::kName, .rank = rank, .may_hold_object = true}; }
constexpr Key wrapper(bool weak) {
  return {.role = Role::kWrapper, .rank = static_cast<std::uint8_t>(weak ? 1 : 2), .weak = weak};
}

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

char folded_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// A key of at most kLongestKey bytes, folded.
class Word {
 public:
  explicit Word(std::string_view key) {
    for (const char c : key) {  // without a branch: keys are short and all different
      bytes_[size_] = folded_letter(c);
      size_ += separates_words(c) ? 0U : 1U;
    }
  }
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, kLongestKey> bytes_;
  std::size_t size_ = 0;
};

template <std::size_t kCount>
constexpr std::uint64_t load(const char* p) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    bytes |= static_cast<std::uint64_t>(static_cast<unsigned char>(p[i])) << (8 * i);
  }
  return bytes;
}

/// The size of a word and the bytes at both of its ends: all there is of one that is not long.
struct Ends {
  std::uint64_t head = 0;
  std::uint64_t tail = 0;
  std::size_t size = 0;

  static constexpr std::size_t kMost = 16;  // bytes that the two hold

  constexpr Ends() = default;
  constexpr explicit Ends(std::string_view word) : size(word.size()) {
    const char* const p = word.data();
    if (size >= 8) {
      head = load<8>(p);
      tail = load<8>(p + size - 8);
    } else if (size >= 4) {
      head = load<4>(p);
      tail = load<4>(p + size - 4);
    } else if (size > 0) {
      head = load<1>(p) | load<1>(p + size / 2) << 8U;
      tail = load<1>(p + size - 1);
    }
  }

  friend constexpr bool operator==(const Ends&, const Ends&) = default;
};

constexpr auto kEnds = [] {
  std::array<Ends, kEntries.size()> ends;
  for (std::size_t i = 0; i < kEntries.size(); ++i) ends[i] = Ends(kEntries[i].word);
  return ends;
}();

constexpr unsigned kSlotBits = 8;
constexpr std::uint8_t kNoEntry = 255;

// The factor is one, found by trying, with which each word has a slot of its own.
constexpr std::size_t slot_of(const Ends& word) {
  constexpr std::uint64_t kFactor = 0x8cd262eeed91d103U;
  return ((word.head + word.size) * kFactor ^ word.tail * (kFactor << 7U | 1U)) >> (64 - kSlotBits);
}

/// Which entry a word may be.
constexpr auto kSlots = [] {
  std::array<std::uint8_t, std::size_t{1} << kSlotBits> entries{};
  entries.fill(kNoEntry);
  for (std::size_t i = 0; i < kEnds.size(); ++i) entries[slot_of(kEnds[i])] = static_cast<std::uint8_t>(i);
  return entries;
}();

constexpr bool each_has_a_slot() {
  for (std::size_t i = 0; i < kEnds.size(); ++i) {
    if (kSlots[slot_of(kEnds[i])] != i) return false;
  }
  return true;
}
static_assert(kEntries.size() < kNoEntry && each_has_a_slot(), "two words in one slot: another factor is needed");

constexpr unsigned letter_number(char c) { return static_cast<unsigned char>(c) & 31U; }
constexpr bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

/// For each letter, which ones are the second of a word that begins with it, bit by bit.
constexpr auto kSecondLetters = [] {
  std::array<std::uint32_t, 32> letters{};
  for (const Entry& entry : kEntries) letters[letter_number(entry.word[0])] |= 1U << letter_number(entry.word[1]);
  return letters;
}();

/// Whether no entry begins with the first two letters of a key, which is told sooner than anything else.
bool begins_like_none(std::string_view key) {
  if (key.size() < 2 || !is_letter(key[0]) || !is_letter(key[1])) return false;
  return (kSecondLetters[letter_number(key[0])] >> letter_number(key[1]) & 1U) == 0;
}

/// The entry of a word that is folded; null if there is none.
const Entry* entry_of(std::string_view word) {
  const Ends ends(word);
  const std::size_t index = kSlots[slot_of(ends)];
  if (index == kNoEntry || !(kEnds[index] == ends)) return nullptr;
  const Entry& entry = kEntries[index];
  return ends.size <= Ends::kMost || entry.word == word ? &entry : nullptr;
}

}  // namespace

std::string folded(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (!separates_words(c)) out += folded_letter(c);
  }
  return out;
}

Key key_of(std::string_view key) {
  if (begins_like_none(key)) return {};
  if (const Entry* const entry = entry_of(key)) return entry->key;  // most are written like that
  if (key.size() > kLongestKey) return {};
  const Entry* const entry = entry_of(Word(key).view());
  return entry == nullptr ? Key() : entry->key;
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
