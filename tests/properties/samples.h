// The texts on which the property tests try the laws.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "support_gen/random.h"

namespace acode::test {

/// How many rounds a test makes: `usual`, times ACODE_PROPERTY_SCALE (a number such as 0.1 or 100) where it is set.
std::size_t rounds(std::size_t usual);

/// Valid JSON of any kind: odd spacing and escapes, or as models write it, on one line or on many.
std::string valid_text(Random& random);

/// Mostly not valid: broken JSON, pieces of JSON in no order, a few plain bytes.
std::string broken_text(Random& random);

/// One or the other.
std::string any_text(Random& random);

/// Tens of kilobytes in which a few short broken records come again and again. Readings stay apart for long in it, and
/// what is bounded by the length of a text comes to its bounds.
std::string long_broken_text(Random& random);

/// The broken texts of the corpus, at most `max_size` bytes each; none where the corpus is absent.
std::vector<std::string> corpus_texts(std::size_t max_size);

/// The files of the JSON parsing suite, at most `max_size` bytes each; none where the corpus is absent.
std::vector<std::string> suite_texts(std::size_t max_size);

}  // namespace acode::test
