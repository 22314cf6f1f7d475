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
// An option knows how it is written, what it sets, what it may be set to and what help says of it: there is one list, and
// neither help nor the completion of a shell can differ from what is understood.
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

/// What an option or an operand may be, for shells that complete it.
struct Values {
  enum class Kind : std::uint8_t {
    kAnything,      ///< a number or a text: nobody can guess it
    kChoice,        ///< one of `choices`
    kFile,          ///< the name of a file
    kDirectory,     ///< the name of a directory
    kTool,          ///< a tool in the file that --tools or the operand before names
    kProvider,      ///< a provider of the configuration
    kSetting,       ///< the key of a setting
    kSettingValue,  ///< a value for the setting that the operand before names
  };
  Kind kind = Kind::kAnything;
  std::vector<std::string> choices{};
  bool several = false;  ///< with commas between them
};

/// One of these words.
Values one_of(std::span<const std::string_view> words);

/// What an option does with its value.
class Setter {
 public:
  /// Takes the value (empty for an option that has none). Nothing if it is fine, else what is wrong with it.
  using Function = std::function<std::optional<std::string>(std::string_view value)>;

  template <std::invocable<std::string_view> F>
  Setter(F set, Values values = {})  // NOLINT(google-explicit-constructor): any function will do
      : set_(std::move(set)), values_(std::move(values)) {}

  std::optional<std::string> operator()(std::string_view value) const { return set_(value); }

  /// What the value may be.
  [[nodiscard]] const Values& values() const { return values_; }

 private:
  Function set_;
  Values values_;
};

struct Option {
  std::string_view name;   ///< without the dashes
  char letter;             ///< of the short form; 0 if it has none
  std::string_view value;  ///< what help calls the value; empty for an option without one
  std::string_view help;   ///< of any length: lines are broken where it is shown
  Setter set;
};

struct ParsedWords {
  std::vector<std::string> operands;  ///< what is not an option: files
  std::vector<std::string> problems;  ///< everything that is wrong, not only the first
};

/// Sorts the words and sets what the options say. Options may stand anywhere before `--`; the last of several counts.
ParsedWords parse_words(std::span<const Option> options, std::span<const std::string> words);

/// The options as help shows them, in two columns that fit a terminal.
std::string describe_options(std::span<const Option> options);

Setter set_true(bool& target);

/// Any text. Nothing stands in the target of an option that was not given.
Setter set_text(std::optional<std::string>& target, Values values = {});

/// The same for the name of a file or of a directory.
Setter set_file(std::optional<std::string>& target);
Setter set_directory(std::optional<std::string>& target);

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
  std::vector<std::string_view> words;
  words.reserve(choices.size());
  for (const auto& [word, meaning] : choices) words.push_back(word);
  Values values = one_of(words);
  return {[&target, choices = std::move(choices),
           words = std::move(words)](std::string_view value) -> std::optional<std::string> {
            for (const auto& [word, meaning] : choices) {
              if (word != value) continue;
              target = meaning;
              return std::nullopt;
            }
            return not_one_of(value, words);
          },
          std::move(values)};
}

}  // namespace acode::cli
