// Reading the words, and printing the list of options.
#include "cli/args.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "cli/display.h"
#include "cli/suggest.h"

namespace acode::cli {

namespace {

std::string quoted(std::string_view word) { return "'" + printable(word, 60) + "'"; }

/// Reads the words from left to right.
class WordParser {
 public:
  WordParser(std::span<const Option> options, std::span<const std::string> words) : options_(options), words_(words) {}

  ParsedWords parse() {
    while (next_ < words_.size()) {
      const std::string_view word = words_[next_++];
      if (word == "--") {
        parsed_.operands.insert(parsed_.operands.end(), words_.begin() + static_cast<std::ptrdiff_t>(next_),
                                words_.end());
        break;
      }
      if (word.size() > 2 && word.substr(0, 2) == "--") {
        parse_long(word.substr(2));
      } else if (word.size() > 1 && word[0] == '-') {
        parse_letters(word.substr(1));
      } else {
        parsed_.operands.emplace_back(word);
      }
    }
    return std::move(parsed_);
  }

 private:
  void parse_long(std::string_view word) {
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    std::optional<std::string_view> value;
    if (equals != std::string_view::npos) value = word.substr(equals + 1);

    const auto option =
        std::find_if(options_.begin(), options_.end(), [name](const Option& o) { return o.name == name; });
    if (option == options_.end()) return unknown(name);
    apply(*option, "--" + std::string(name), value);
  }

  /// One or several short options in one word; the first that takes a value takes the rest of the word.
  void parse_letters(std::string_view letters) {
    while (!letters.empty()) {
      const char letter = letters[0];
      letters.remove_prefix(1);
      const auto option =
          std::find_if(options_.begin(), options_.end(), [letter](const Option& o) { return o.letter == letter; });
      const std::string spelled = {'-', letter};
      if (option == options_.end()) {
        parsed_.problems.push_back("there is no option " + quoted(spelled));
        return;
      }
      if (option->value.empty()) {
        apply(*option, spelled, std::nullopt);
        continue;
      }
      return apply(*option, spelled, letters.empty() ? std::nullopt : std::optional(letters));
    }
  }

  void apply(const Option& option, const std::string& spelled, std::optional<std::string_view> value) {
    if (option.value.empty() && value) {
      parsed_.problems.push_back(spelled + " takes no value, but " + quoted(*value) + " was given");
      return;
    }
    if (!option.value.empty() && !value) {
      if (next_ == words_.size()) {
        parsed_.problems.push_back(spelled + " needs a value: " + spelled + " " + std::string(option.value));
        return;
      }
      value = words_[next_++];
    }
    if (const std::optional<std::string> problem = option.set(value.value_or(""))) {
      parsed_.problems.push_back(spelled + ": " + *problem);
    }
  }

  void unknown(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Option& option : options_) names.push_back(option.name);
    parsed_.problems.push_back("there is no option " + quoted("--" + std::string(name)) +
                               did_you_mean(name, names, "--"));
  }

  std::span<const Option> options_;
  std::span<const std::string> words_;
  std::size_t next_ = 0;
  ParsedWords parsed_;
};

/// "  -i, --in-place" or "      --max-bytes N".
std::string heading(const Option& option) {
  std::string text = option.letter == 0 ? "      " : std::string("  -") + option.letter + ", ";
  text += "--" + std::string(option.name);
  if (!option.value.empty()) text += " " + std::string(option.value);
  return text;
}

std::string out_of_range(std::string_view text, std::uint64_t low, std::uint64_t high) {
  return quoted(text) + " is not between " + std::to_string(low) + " and " + std::to_string(high);
}

}  // namespace

ParsedWords parse_words(std::span<const Option> options, std::span<const std::string> words) {
  return WordParser(options, words).parse();
}

std::string describe_options(std::span<const Option> options) {
  std::size_t width = 0;
  for (const Option& option : options) width = std::max(width, heading(option).size() + 2);
  std::string text;
  for (const Option& option : options) {
    std::string line = heading(option);
    line.resize(width, ' ');
    text += line + wrapped(option.help, width) + "\n";
  }
  return text;
}

Values one_of(std::span<const std::string_view> words) { return {Values::Kind::kChoice, {words.begin(), words.end()}}; }

Setter set_true(bool& target) {
  return [&target](std::string_view) -> std::optional<std::string> {
    target = true;
    return std::nullopt;
  };
}

Setter set_text(std::optional<std::string>& target, Values values) {
  return {[&target](std::string_view value) -> std::optional<std::string> {
            target = value;
            return std::nullopt;
          },
          std::move(values)};
}

Setter set_file(std::optional<std::string>& target) { return set_text(target, {Values::Kind::kFile}); }

Setter set_directory(std::optional<std::string>& target) { return set_text(target, {Values::Kind::kDirectory}); }

std::optional<std::string> read_number(std::string_view text, std::uint64_t low, std::uint64_t high,
                                       std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) return out_of_range(text, low, high);
  if (error != std::errc() || end != text.data() + text.size()) return quoted(text) + " is not a whole number";
  if (number < low || number > high) return out_of_range(text, low, high);
  return std::nullopt;
}

std::optional<std::string> read_size(std::string_view text, std::uint64_t low, std::uint64_t high,
                                     std::uint64_t& number) {
  const char last = text.empty() ? '\0' : text.back();
  const bool kilo = last == 'k' || last == 'K';
  const bool mega = last == 'M' || last == 'm';
  const std::uint64_t unit = mega ? std::uint64_t{1} << 20U : std::uint64_t{kilo ? 1024U : 1U};
  const std::string_view digits = kilo || mega ? text.substr(0, text.size() - 1) : text;

  std::uint64_t units = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), units);
  if (error == std::errc::result_out_of_range) return out_of_range(text, low, high);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    return quoted(text) + " is not a size such as 65536, 64k or 4M";
  }
  if (units > high / unit || units * unit < low) return out_of_range(text, low, high);
  number = units * unit;
  return std::nullopt;
}

std::string not_one_of(std::string_view word, std::span<const std::string_view> allowed) {
  std::string text = quoted(word) + " is not one of ";
  for (std::size_t i = 0; i < allowed.size(); ++i) text += (i == 0 ? "" : ", ") + std::string(allowed[i]);
  return text + did_you_mean(word, allowed);
}

std::string not_together(std::string_view a, std::string_view b) {
  return std::string(a) + " and " + std::string(b) + " do not go together";
}

}  // namespace acode::cli
