// The loop over the words of a tree. Their layout is told in acode/json/value.h.
//
// All functions that are asked whether something fits answer with the place behind it, or with null for «not plainly».
// What is small is in line in the loop over the members of an object, what is not is kept out of it.
#include "schema/quick.h"

#include <cstring>
#include <optional>
#include <string_view>

#include "json/access.h"
#include "schema/ascii.h"
#include "schema/checker.h"
#include "schema/program.h"

namespace acode::schema::detail {
namespace {

using json::detail::kLengthMask;
using json::detail::kOffsetShift;
using json::detail::kSpanMask;
using json::detail::kTagShift;
using json::detail::Tag;

constexpr int kDeepest = 32;                // what lies deeper is for the checker
constexpr int kMostQuestions = 16;          // to the checker, on the way: each has a budget of its own
constexpr std::uint64_t kMostWork = 10000;  // of the engine for patterns: the checker may do more

/// A place in a tree.
using Place = const std::uint64_t*;

unsigned tag_of(std::uint64_t word) { return static_cast<unsigned>(word >> kTagShift); }

std::uint64_t load8(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// For texts of the same size, more than eight bytes.
bool same_end(const QuickWord& word, std::string_view text) {
  const std::size_t last = text.size() - 8;
  if (load8(text.data() + last) != load8(word.text + last)) return false;
  return text.size() <= 16 || std::memcmp(text.data() + 8, word.text + 8, last - 8) == 0;
}

// Reads eight bytes from the beginning of the text even if it is shorter: behind the characters of a tree there is room.
// It is mostly asked about the name that was expected, and most names are short: that way is to be the straight one.
bool same(const QuickWord& word, std::string_view text) {
  if (static_cast<std::uint32_t>(text.size()) != word.size) [[unlikely]] {
    return false;
  }
  if (((load8(text.data()) ^ word.head) & word.mask) != 0) [[unlikely]] {
    return false;
  }
  if (text.size() > 8) [[unlikely]] {
    return same_end(word, text);
  }
  return true;
}

bool between(const QuickNode& node, std::int64_t number) { return number >= node.least && number <= node.most; }

/// The place behind an array or object; null if it is still open.
Place end_of(Place container) {
  const std::uint64_t span = *container & kSpanMask;
  return span == 0 ? nullptr : container + span;
}

/// The place behind any value.
Place behind(Place at) { return tag_of(*at) < static_cast<unsigned>(Tag::kArray) ? at + 1 : end_of(at); }

/// Which properties of an object have come. Where they come in the order of the schema, which models keep to, nothing is
/// to be done for each: a run of them ends where another name comes than the next, or none.
class Runs {
 public:
  explicit Runs(const QuickProperty* first) : begin_(first) {}

  /// A run ends before `end` and another begins at `next`. False if one of its properties had come before.
  bool jump(const QuickObject& object, const QuickProperty* end, const QuickProperty* next) {
    const std::uint32_t run = (end->name.bit - begin_->name.bit) & object.known;
    const bool fresh = (seen_ & run) == 0;
    seen_ |= run;
    begin_ = next;
    return fresh;
  }

  [[nodiscard]] bool have(std::uint32_t required) const { return (seen_ & required) == required; }

 private:
  const QuickProperty* begin_;
  std::uint32_t seen_ = 0;
};

class Pass {
 public:
  Pass(const Program& program, json::Value value)
      : program_(program), value_(value), chars_(json::detail::Access::storage(value).chars) {}

  /// About the value that it was made for.
  bool plainly_fits(NodeId id) {
    const QuickNode& node = form().nodes[id];
    const Place at = json::detail::Access::storage(value_).words + value_.index();
    return node.acts[*at >> kTagShift] != QuickAct::kChecker && value_fits(node, at) != nullptr;
  }

  /// Whether every object that was passed was looked into, and had no members but those that its schema names.
  [[nodiscard]] bool all_named() const { return all_named_; }

  /// The same question to the checker.
  [[nodiscard, gnu::noinline]] bool check_all(NodeId id) const { return check(program_, id, value_); }

 private:
  /// For values that are no members. Most are objects.
  Place value_fits(const QuickNode& node, Place at) {
    const bool object = node.acts[*at >> kTagShift] == QuickAct::kObject;
    return object ? object_fits(form().objects[node.part], at) : other_fits(node, at);
  }

  [[nodiscard]] const QuickForm& form() const { return program_.quick; }

  [[nodiscard]] std::string_view chars(std::uint64_t word) const {
    return {chars_ + ((word >> kOffsetShift) & kLengthMask), word & kLengthMask};
  }

  // In line, so that values of which little is asked cost no call.
  [[gnu::always_inline]] Place fits(const QuickNode& node, Place at) {
    switch (node.acts[*at >> kTagShift]) {
      case QuickAct::kLeave:
        return nullptr;
      case QuickAct::kAccept:
        return at + 1;
      case QuickAct::kSkip:
        all_named_ = false;
        return end_of(at);
      case QuickAct::kInteger:
        return between(node, integer(*at)) ? at + 1 : nullptr;
      case QuickAct::kDecimal:
        return decimal_fits(node, chars(*at)) ? at + 1 : nullptr;
      case QuickAct::kWords:
        return among(node, chars(*at)) ? at + 1 : nullptr;
      case QuickAct::kTrack:
        return form().tracks[node.part]->matches(chars(*at)) ? at + 1 : nullptr;
      case QuickAct::kText:
        return text_fits(node, chars(*at)) ? at + 1 : nullptr;
      case QuickAct::kArray:
        return array_fits(node, at);
      case QuickAct::kObject:
        return object_fits(form().objects[node.part], at);
      case QuickAct::kChecker:
        return checked(node, at);
    }
    __builtin_unreachable();
  }

  [[gnu::noinline]] Place other_fits(const QuickNode& node, Place at) { return fits(node, at); }

  static std::int64_t integer(std::uint64_t word) {
    constexpr unsigned kUnused = 64 - kTagShift;
    return static_cast<std::int64_t>(word << kUnused) >> kUnused;
  }

  [[gnu::noinline]] Place checked(const QuickNode& node, Place at) {
    const auto index = static_cast<std::uint32_t>(at - json::detail::Access::storage(value_).words);
    all_named_ = false;
    if (++questions_ > kMostQuestions) return nullptr;
    return check(program_, node.part, json::detail::Access::at(value_, index)) ? behind(at) : nullptr;
  }

  [[gnu::noinline]] static bool decimal_fits(const QuickNode& node, std::string_view digits) {
    const std::optional<Enclosure> enclosure = enclose(digits);
    return enclosure && enclosure->below >= node.least && enclosure->above <= node.most;
  }

  [[nodiscard]] bool among(const QuickNode& node, std::string_view text) const {
    const QuickWord* const first = form().words.data() + node.part;
    for (const QuickWord* word = first; word != first + node.count; ++word) {
      if (same(*word, text)) return true;
    }
    return false;
  }

  [[gnu::noinline]] bool text_fits(const QuickNode& node, std::string_view text) {
    return length_fits(node, text) && pattern_fits(node.part, text);
  }

  bool pattern_fits(std::uint32_t pattern, std::string_view text) {
    if (pattern == kNone) return true;
    return program_.patterns[pattern].regex.search(text, work_) == Regex::Answer::kYes && work_ <= kMostWork;
  }

  // A character has one to four bytes; where that leaves a doubt the checker counts.
  static bool length_fits(const QuickNode& node, std::string_view text) {
    const auto bytes = static_cast<std::int64_t>(text.size());
    return between(node, bytes) && (bytes / 4 >= node.least || has_characters(text, node.least));
  }

  // Whether there are so many at the beginning, none of them of several bytes.
  static bool has_characters(std::string_view text, std::int64_t least) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(least); ++i) {
      if (!is_ascii(text[i])) return false;
    }
    return true;
  }

  [[gnu::noinline]] Place array_fits(const QuickNode& node, Place at) {
    const Place end = end_of(at);
    const std::uint64_t count = (*at >> json::detail::kCountShift) & json::detail::kMaxCount;
    if (end == nullptr || count == json::detail::kMaxCount) return nullptr;
    if (!between(node, static_cast<std::int64_t>(count)) || ++depth_ > kDeepest) return nullptr;
    if (node.part == kAnything) {
      all_named_ = false;
    } else if (!elements_fit(form().nodes[node.part], at + 1, end)) {
      return nullptr;
    }
    --depth_;
    return end;
  }

  bool elements_fit(const QuickNode& node, Place at, Place end) {
    while (at != end) {
      at = value_fits(node, at);
      if (at == nullptr) return false;
    }
    return true;
  }

  [[gnu::noinline]] Place object_fits(const QuickObject& object, Place at) {
    const Place end = end_of(at);
    if (end == nullptr || ++depth_ > kDeepest) return nullptr;
    const QuickProperty* expected = form().properties.data() + object.first;
    Runs runs(expected);
    for (++at; at != end; ++expected) {
      const std::string_view name = chars(*at);
      if (!same(expected->name, name)) {
        expected = found(object, name, expected, runs);
        if (expected == nullptr) return nullptr;
      }
      at = fits(expected->node, at + 1);
      if (at == nullptr) return nullptr;
    }
    --depth_;
    return runs.jump(object, expected, expected) && runs.have(object.required) ? end : nullptr;
  }

  /// The property with a name that was not expected, or that for all others. Null if there is one that comes twice.
  [[nodiscard, gnu::noinline]] const QuickProperty* found(const QuickObject& object, std::string_view name,
                                                          const QuickProperty* expected, Runs& runs) {
    const QuickProperty* property = form().properties.data() + object.first;
    const QuickProperty* const others = property + object.count;
    while (property != others && !same(property->name, name)) ++property;
    if (property == others) all_named_ = false;
    return runs.jump(object, expected, property) ? property : nullptr;
  }

  const Program& program_;
  json::Value value_;
  const char* chars_;
  int depth_ = 0;
  int questions_ = 0;
  bool all_named_ = true;
  std::uint64_t work_ = 0;
};

}  // namespace

bool plainly_fits(const Program& program, std::uint32_t node, json::Value value) {
  return Pass(program, value).plainly_fits(node);
}

bool plainly_fits_unrepeated(const Program& program, std::uint32_t node, json::Value value) {
  Pass pass(program, value);
  return pass.plainly_fits(node) && pass.all_named();
}

bool accepts(const Program& program, NodeId node, json::Value value) {
  Pass pass(program, value);
  return pass.plainly_fits(node) || pass.check_all(node);
}

}  // namespace acode::schema::detail
