// The words of a command line, sorted into options and the rest.
//
//   bool in_place = false;
//   std::size_t limit = 0;
//   const Option options[] = {
//       {"in-place", 'i', "", "rewrite the files", set_true(in_place)},
//       {"max-bytes", 0, "N", "refuse larger texts", set_size(limit, 1, 1000000)},
//   };
//   ParsedWords parsed = parse_words(options, words);      // --max-bytes=2k, --max-bytes 2k, -i, --, -
//
// An option knows how it is written, what it sets and what help says of it: there is one list, and help cannot differ
// from what is understood.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace acode::cli {

/// Takes the value of an option (empty for one that has none). Nothing if it is fine, else what is wrong with it.
using Setter = std::function<std::optional<std::string>(std::string_view value)>;

struct Option {
  std::string_view name;   ///< without the dashes
  char letter;             ///< of the short form; 0 if it has none
  std::string_view value;  ///< what help calls the value; empty for an option without one
  std::string_view help;   ///< may have several lines
  Setter set;
};

struct ParsedWords {
  std::vector<std::string> operands;  ///< what is not an option: files
  std::vector<std::string> problems;  ///< everything that is wrong, not only the first
};

/// Sorts the words and sets what the options say. Options may stand anywhere before `--`; the last of several counts.
ParsedWords parse_words(std::span<const Option> options, std::span<const std::string> words);

/// The options as help shows them, in two columns.
std::string describe_options(std::span<const Option> options);

Setter set_true(bool& target);

/// Any text. Nothing stands in the target of an option that was not given.
Setter set_text(std::optional<std::string>& target);

/// A number written in digits.
std::optional<std::string> read_number(std::string_view text, std::uint64_t low, std::uint64_t high,
                                       std::uint64_t& number);

/// A number that may end in k (1024) or M (1024 * 1024).
std::optional<std::string> read_size(std::string_view text, std::uint64_t low, std::uint64_t high,
                                     std::uint64_t& number);

template <std::unsigned_integral Number>
Setter set_number(Number& target, Number low = 0, Number high = std::numeric_limits<Number>::max()) {
  return [&target, low, high](std::string_view value) {
    std::uint64_t number = 0;
    std::optional<std::string> problem = read_number(value, low, high, number);
    if (!problem) target = static_cast<Number>(number);
    return problem;
  };
}

template <std::unsigned_integral Number>
Setter set_size(Number& target, Number low, Number high) {
  return [&target, low, high](std::string_view value) {
    std::uint64_t number = 0;
    std::optional<std::string> problem = read_size(value, low, high, number);
    if (!problem) target = static_cast<Number>(number);
    return problem;
  };
}

/// What to say of a word that is none of those allowed: "'x' is not one of a, b, c" and the nearest.
std::string not_one_of(std::string_view word, std::span<const std::string_view> allowed);

/// "--a and --b do not go together".
std::string not_together(std::string_view a, std::string_view b);

/// One of several words, each with what it stands for.
template <class T>
Setter set_choice(T& target, std::vector<std::pair<std::string_view, T>> choices) {
  return [&target, choices = std::move(choices)](std::string_view value) -> std::optional<std::string> {
    std::vector<std::string_view> words;
    for (const auto& [word, meaning] : choices) {
      words.push_back(word);
      if (word != value) continue;
      target = meaning;
      return std::nullopt;
    }
    return not_one_of(value, words);
  };
}

}  // namespace acode::cli
