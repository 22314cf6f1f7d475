// Sets of characters that internationalised host names ask about (RFC 5892, RFC 5893), as sorted tables.
//
//   kMarks.contains(U'\u0301')     true: a combining acute accent
//
// Characters below U+0080 are in none of them. A character that Unicode has not assigned may be in any of them, wherever
// that made a table shorter.
#pragma once

#include <span>

namespace acode::schema::detail {

struct CodeRange {
  char32_t first;
  char32_t last;
};

/// A set of characters: sorted ranges that do not touch.
class CodeSet {
 public:
  constexpr explicit CodeSet(std::span<const CodeRange> ranges) : ranges_(ranges) {}

  [[nodiscard]] bool contains(char32_t c) const;

 private:
  std::span<const CodeRange> ranges_;
};

/// Never part of a label: neither letter, digit nor mark; ignorable; old Hangul jamo; the exceptions of RFC 5892, 2.6.
extern const CodeSet kDisallowed;
/// Combining marks (general category M).
extern const CodeSet kMarks;
/// Canonical combining class 9.
extern const CodeSet kViramas;
/// Joining type L or D.
extern const CodeSet kJoinsNext;
/// Joining type R or D.
extern const CodeSet kJoinsPrevious;
/// Bidi class R or AL.
extern const CodeSet kRightToLeft;
/// Bidi class AN.
extern const CodeSet kArabicNumbers;
/// Bidi class EN.
extern const CodeSet kEuropeanNumbers;
/// Bidi classes ES, CS, ET, ON and BN.
extern const CodeSet kNeutrals;
/// The script Greek.
extern const CodeSet kGreek;
/// The script Hebrew.
extern const CodeSet kHebrew;
/// The scripts Hiragana, Katakana and Han.
extern const CodeSet kKanaOrHan;

}  // namespace acode::schema::detail
