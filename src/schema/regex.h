// The regular expressions of a schema, for `pattern` and `patternProperties`.
//
//   const Result<Regex> date = Regex::compile("^\\d{4}-\\d{2}-\\d{2}$");
//   if (date.ok() && date->search("2024-02-30") == Regex::Answer::kYes) ...
//
// Plain patterns are matched at once (plain_pattern.h), all others by PCRE2 in translation (ecma_pattern.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "acode/error.h"

namespace acode::schema::detail {

class PlainPattern;

/// A regular expression of a schema, in the dialect of ECMA-262 with the u flag (falling back to what web browsers
/// accept where u would refuse, as annex B does). Immutable: may be used from many threads at once. Copies are cheap
/// and share everything.
class Regex {
 public:
  enum class Answer : std::uint8_t {
    kNo,
    kYes,
    kGaveUp,  ///< a limit was reached; never counts as a match
  };

  /// The error says what is wrong and where in the pattern. Right patterns can be refused too: those over 64 KB, nested
  /// more than 250 deep, with a repeat count over 65535, or with a look-behind whose length is not fixed.
  static Result<Regex> compile(std::string_view pattern);

  /// Looks for a match anywhere in `subject`, as JSON Schema wants it. The work is bounded by the subject's length: a
  /// pattern that would run away gives up.
  [[nodiscard]] Answer search(std::string_view subject) const;

  /// The same, and adds to `work` what it cost beyond one way over the subject: a unit is some dozen nanoseconds. A
  /// match that stays within its own limit can still be too much where there are many.
  Answer search(std::string_view subject, std::uint64_t& work) const;

  /// The pattern, if it is a plain one; else null.
  [[nodiscard]] const PlainPattern* plain() const;

 private:
  struct Program;

  explicit Regex(std::shared_ptr<const Program> program) : program_(std::move(program)) {}

  std::shared_ptr<const Program> program_;
};

/// Whether `text` is a regular expression by the letter of ECMA-262 with the u flag (`\Z`, `\a`, a lone `}` are refused):
/// the format "regex".
bool is_regex(std::string_view text);

}  // namespace acode::schema::detail
