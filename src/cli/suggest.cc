// What to say of a word that was nearly right.
#include "cli/suggest.h"

#include "base/nearest.h"

namespace acode::cli {

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates, std::string_view prefix) {
  const std::string_view candidate = base::nearest(word, candidates);
  if (candidate.empty()) return {};
  return "; did you mean '" + std::string(prefix) + std::string(candidate) + "'?";
}

}  // namespace acode::cli
