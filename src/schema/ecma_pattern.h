// The regular expressions of JSON Schema are those of ECMA-262; this says the same in the language of PCRE2.
//
//   translate_ecma_pattern("^\\u{1F600}[^]$", EcmaReading::kUnicode)->pcre
//       is  ^\x{1f600}[\x{0}-\x{10ffff}]$
//
// The pattern is read by the grammar of ECMA-262 and written anew, so that nothing PCRE2 alone knows (`\A`, `(?R)`,
// `(*VERB)`, `a++`, `[[:alpha:]]`) can slip through: it is refused, or is what ECMA-262 takes it for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "acode/error.h"

namespace acode::schema::detail {

/// How strict to be.
enum class EcmaReading : std::uint8_t {
  kUnicode,  ///< the grammar with the u flag, to the letter
  /// What the u flag refuses is read as annex B and so every browser does without it: `\-`, `\Z`, a lone `}`, `[\w-.]`.
  /// Only `\p` stays what it is with the flag, as nobody who writes it wants the letter p.
  kWeb,
};

/// A pattern in the language of PCRE2, to be compiled with PCRE2_UTF, PCRE2_DOLLAR_ENDONLY and
/// PCRE2_MATCH_UNSET_BACKREF.
struct EcmaPattern {
  std::string pcre;
  bool anchored = false;        ///< can match at the start of a subject only
  bool branches = false;        ///< offers a choice, so that a matcher may have to go back and try another way
  bool refers_back = false;     ///< has a back-reference, so its groups have to be captured
  bool names_property = false;  ///< has a `\p{…}` whose name only PCRE2 can tell to be right

  /// Where in the original that stands which was written at `pcre_offset`.
  [[nodiscard]] std::size_t original_offset(std::size_t pcre_offset) const;

  /// The beginnings of the terms, here and there.
  struct Mark {
    std::size_t pcre;
    std::size_t original;
  };
  std::vector<Mark> marks;
};

/// Translates `pattern`, which is UTF-8. The error says what is wrong with it and where.
Result<EcmaPattern> translate_ecma_pattern(std::string_view pattern, EcmaReading reading);

}  // namespace acode::schema::detail
