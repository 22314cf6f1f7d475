// Distance between words, in the variant of Damerau and Levenshtein that swaps neighbours once.
#include "base/nearest.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace acode::base {

namespace {

constexpr std::size_t kLongestWord = 128;  // names are short: what is longer is no slip of the finger

std::size_t difference(std::size_t a, std::size_t b) { return a > b ? a - b : b - a; }

// The first of the candidates whose folded name is this one.
std::string_view same_name(const std::string& folded, std::span<const std::string_view> candidates) {
  const auto same = [&folded](std::string_view candidate) { return folded_name(candidate) == folded; };
  const auto found = std::find_if(candidates.begin(), candidates.end(), same);
  return found == candidates.end() ? std::string_view{} : *found;
}

std::string_view fewest_slips(const std::string& folded, std::span<const std::string_view> candidates) {
  std::size_t allowed = std::max<std::size_t>(1, folded.size() / 3);
  std::string_view best;
  for (const std::string_view candidate : candidates) {
    const std::string other = folded_name(candidate);
    if (difference(other.size(), folded.size()) > allowed) continue;
    const std::size_t distance = edit_distance(folded, other);
    if (distance > allowed || (!best.empty() && distance == allowed)) continue;
    best = candidate;
    allowed = distance;
  }
  return best;
}

// A beginning that only one candidate has.
std::string_view only_beginning(const std::string& folded, std::span<const std::string_view> candidates) {
  const auto begins = [&folded](std::string_view candidate) { return folded_name(candidate).starts_with(folded); };
  if (folded.size() < 2 || std::count_if(candidates.begin(), candidates.end(), begins) != 1) return {};
  return *std::find_if(candidates.begin(), candidates.end(), begins);
}

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

std::string folded_name(std::string_view name) {
  std::string folded;
  folded.reserve(name.size());
  for (const char c : name) {
    if (c == '-' || c == '_' || c == '.' || c == ' ') continue;
    folded += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return folded;
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.size() > kLongestWord) return {};
  const std::string folded = folded_name(word);
  if (folded.empty()) return {};
  if (const std::string_view same = same_name(folded, candidates); !same.empty()) return same;
  // `functions.read_file`, `server__read_file`: the name stands behind that of a folder.
  for (const std::string_view mark : {".", ":", "/", "__"}) {
    const std::size_t at = word.rfind(mark);
    if (at == std::string_view::npos) continue;
    const std::string_view same = same_name(folded_name(word.substr(at + mark.size())), candidates);
    if (!same.empty()) return same;
  }
  if (const std::string_view best = fewest_slips(folded, candidates); !best.empty()) return best;
  return only_beginning(folded, candidates);
}

}  // namespace acode::base
