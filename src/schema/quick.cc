// The loop over the words of a tree. Their layout is told in acode/json/value.h.
#include "schema/quick.h"

#include <cstring>

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

constexpr int kDeepest = 32;        // what lies deeper is for the checker
constexpr int kMostQuestions = 16;  // to the checker, on the way: each has a budget of its own

std::uint64_t load8(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// Reads eight bytes from the beginning of the text even if it is shorter: behind the characters of a tree there is room.
bool same(const QuickWord& word, const char* text, std::size_t size) {
  if (size != word.text.size()) return false;
  if (size <= 8) return ((load8(text) ^ word.head) & word.tail) == 0;
  if (load8(text) != word.head || load8(text + size - 8) != word.tail) return false;
  return size <= 16 || std::memcmp(word.text.data(), text, size) == 0;
}

// A number like 12.75 between two integers; no if it is written otherwise.
[[gnu::noinline]] bool decimal_between(const QuickRange& range, std::string_view text) {
  constexpr std::size_t kMostDigits = 17;
  if (text.size() > kMostDigits) return false;
  const bool negative = text[0] == '-';
  std::size_t at = negative ? 1 : 0;
  std::int64_t whole = 0;
  for (; at < text.size() && is_digit(text[at]); ++at) whole = whole * 10 + (text[at] - '0');
  if (at == text.size() || text[at] != '.') return false;
  bool fraction = false;
  for (++at; at < text.size(); ++at) {
    if (!is_digit(text[at])) return false;
    fraction |= text[at] != '0';
  }
  if (negative) whole = -whole;
  const std::int64_t below = whole - (fraction && negative ? 1 : 0);
  const std::int64_t above = whole + (fraction && !negative ? 1 : 0);
  return below >= range.least && above <= range.most;
}

class Pass {
 public:
  Pass(const Program& program, json::Value value)
      : program_(program), form_(program.quick), any_(value), storage_(json::detail::Access::storage(value)) {}

  // In line, so that what is neither an array nor an object costs no call: most values are not.
  [[gnu::always_inline]] bool fits(const QuickNode& node, std::uint32_t index) {
    const std::uint64_t word = storage_.words[index];
    const auto tag = static_cast<unsigned>(word >> kTagShift);
    if (((node.tags >> tag) & 1U) == 0) return false;
    switch (node.ask) {
      case QuickAsk::kNothing:
        return true;
      case QuickAsk::kRange:
        return in_range(form_.ranges[node.rule], word, static_cast<Tag>(tag));
      case QuickAsk::kWords:
        return among(form_.words[node.rule], word);
      case QuickAsk::kText:
        return text_fits(form_.texts[node.rule], word);
      case QuickAsk::kArray:
        return array_fits(form_.arrays[node.rule], index, word);
      case QuickAsk::kObject:
        return object_fits(form_.objects[node.rule], index, word);
      case QuickAsk::kChecker:
        return checked(node.rule, index);
    }
    return false;
  }

 private:
  [[gnu::noinline]] bool checked(std::uint32_t node, std::uint32_t index) {
    return ++questions_ <= kMostQuestions && check(program_, node, json::detail::Access::at(any_, index));
  }

  [[nodiscard]] std::string_view chars(std::uint64_t word) const {
    return {storage_.chars + ((word >> kOffsetShift) & kLengthMask), word & kLengthMask};
  }

  [[nodiscard]] bool in_range(const QuickRange& range, std::uint64_t word, Tag tag) const {
    if (tag == Tag::kNumber) return decimal_between(range, chars(word));
    constexpr unsigned kUnused = 64 - kTagShift;
    const std::int64_t integer = static_cast<std::int64_t>(word << kUnused) >> kUnused;
    return integer >= range.least && integer <= range.most;
  }

  [[nodiscard]] bool among(const std::vector<QuickWord>& words, std::uint64_t word) const {
    const std::string_view text = chars(word);
    for (const QuickWord& other : words) {
      if (same(other, text.data(), text.size())) return true;
    }
    return false;
  }

  // A character has one to four bytes; where that leaves a doubt the checker counts.
  [[nodiscard, gnu::noinline]] bool text_fits(const QuickText& rule, std::uint64_t word) const {
    const std::string_view text = chars(word);
    if (text.size() > rule.most || text.size() < rule.least) return false;
    if (text.size() / 4 < rule.least && !has_characters(text, rule.least)) return false;
    return rule.pattern == kNone || program_.patterns[rule.pattern].regex.search(text) == Regex::Answer::kYes;
  }

  // Whether there are so many at the beginning, none of them of several bytes.
  static bool has_characters(std::string_view text, std::uint64_t least) {
    for (std::size_t i = 0; i < least; ++i) {
      if (!is_ascii(text[i])) return false;
    }
    return true;
  }

  // The index behind the value at `index`; 0 if it is still open.
  [[nodiscard]] std::uint32_t behind(std::uint32_t index) const {
    const std::uint64_t word = storage_.words[index];
    if (static_cast<Tag>(word >> kTagShift) < Tag::kArray) return index + 1;
    const auto span = static_cast<std::uint32_t>(word & kSpanMask);
    return span == 0 ? 0 : index + span;
  }

  [[gnu::noinline]] bool array_fits(const QuickArray& rule, std::uint32_t index, std::uint64_t word) {
    const std::uint32_t end = behind(index);
    const std::uint64_t count = (word >> json::detail::kCountShift) & json::detail::kMaxCount;
    if (end == 0 || count == json::detail::kMaxCount || count < rule.least || count > rule.most) return false;
    if (rule.element.ask == QuickAsk::kNothing && rule.element.tags == 0xff) return true;
    if (++depth_ > kDeepest) return false;
    for (std::uint32_t at = index + 1; at != end; at = behind(at)) {
      if (!fits(rule.element, at) || behind(at) == 0) return false;
    }
    --depth_;
    return true;
  }

  [[gnu::noinline]] bool object_fits(const QuickObject& rule, std::uint32_t index, std::uint64_t /*word*/) {
    const std::uint32_t end = behind(index);
    if (end == 0 || ++depth_ > kDeepest) return false;
    const QuickProperty* const first = rule.properties.data();
    const QuickProperty* const last = first + rule.properties.size();
    const QuickProperty* expected = first;  // models keep to the order of the schema
    std::uint64_t seen = 0;
    std::uint32_t next = 0;
    for (std::uint32_t at = index + 1; at != end; at = next) {
      const std::string_view name = chars(storage_.words[at]);
      next = behind(at + 1);
      if (next == 0) return false;
      if (expected == last || !same(expected->name, name.data(), name.size())) {
        expected = find(first, last, name);
        if (expected == last && rule.closed) return false;
        if (expected == last) continue;
      }
      const std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(expected - first);
      if ((seen & bit) != 0 || !fits(expected->node, at + 1)) return false;
      seen |= bit;
      ++expected;
    }
    --depth_;
    return (seen & rule.required) == rule.required;
  }

  static const QuickProperty* find(const QuickProperty* first, const QuickProperty* last, std::string_view name) {
    while (first != last && !same(first->name, name.data(), name.size())) ++first;
    return first;
  }

  const Program& program_;
  const QuickForm& form_;
  json::Value any_;
  const json::detail::Storage& storage_;
  int depth_ = 0;
  int questions_ = 0;
};

}  // namespace

bool plainly_fits(const Program& program, std::uint32_t node, json::Value value) {
  if (program.quick.nodes.empty() || program.quick.nodes[node].ask == QuickAsk::kChecker) return false;
  return Pass(program, value).fits(program.quick.nodes[node], value.index());
}

}  // namespace acode::schema::detail
