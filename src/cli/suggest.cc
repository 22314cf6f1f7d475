// Distance between words, in the variant of Damerau and Levenshtein that swaps neighbours once.
#include "cli/suggest.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace acode::cli {

namespace {

constexpr std::size_t kLongestWord = 64;  // names are short: what is longer is no slip of the finger

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the table of distances between beginnings of `a` and of `b`.
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({changed, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.empty() || word.size() > kLongestWord) return {};
  // One slip in a short word, one in three letters of a long one.
  std::size_t allowed = std::max<std::size_t>(1, word.size() / 3);
  std::string_view best;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance > allowed || (!best.empty() && distance == allowed)) continue;
    best = candidate;
    allowed = distance;
  }
  if (!best.empty()) return best;
  // A beginning that only one candidate has.
  const auto begins = [word](std::string_view candidate) { return candidate.substr(0, word.size()) == word; };
  if (word.size() < 2 || std::count_if(candidates.begin(), candidates.end(), begins) != 1) return {};
  return *std::find_if(candidates.begin(), candidates.end(), begins);
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates, std::string_view prefix) {
  const std::string_view candidate = nearest(word, candidates);
  if (candidate.empty()) return {};
  return "; did you mean '" + std::string(prefix) + std::string(candidate) + "'?";
}

}  // namespace acode::cli
