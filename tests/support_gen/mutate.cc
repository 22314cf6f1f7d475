// The ways in which models break a text; see generate.h. Each takes a text that is most likely valid and damages one
// place of it, or all places of one kind. What they make is not always broken: that is for the reader to say.
#include <cstdint>
#include <optional>

#include "support_gen/generate.h"

namespace acode::test {

namespace {

/// The position of a random one of these characters, or nothing if there is none.
std::optional<std::size_t> find_any(Random& random, std::string_view text, std::string_view characters) {
  std::optional<std::size_t> found;
  std::size_t seen = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (characters.find(text[i]) == std::string_view::npos) continue;
    ++seen;
    if (random.one_in(seen)) found = i;
  }
  return found;
}

std::string replaced(std::string_view text, std::size_t offset, std::size_t size, std::string_view by) {
  std::string out(text.substr(0, offset));
  out += by;
  out += text.substr(offset + size);
  return out;
}

std::string replace_any(Random& random, std::string_view text, std::string_view characters, std::string_view by) {
  const std::optional<std::size_t> at = find_any(random, text, characters);
  return at ? replaced(text, *at, 1, by) : std::string(text);
}

std::string double_any(Random& random, std::string_view text, std::string_view characters) {
  const std::optional<std::size_t> at = find_any(random, text, characters);
  return at ? replaced(text, *at, 0, text.substr(*at, 1)) : std::string(text);
}

std::string replace_all(std::string_view text, std::string_view what, std::string_view by) {
  std::string out;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what)) {
    out += text.substr(0, at);
    out += by;
    text.remove_prefix(at + what.size());
  }
  return out.append(text);
}

/// A place between two bytes, the ends included.
std::size_t any_place(Random& random, std::string_view text) { return random.below(text.size() + 1); }

std::string insert_anywhere(Random& random, std::string_view text, std::string_view what) {
  return replaced(text, any_place(random, text), 0, what);
}

// ---- one place -------------------------------------------------------------------------------------------------

std::string lose_quote(Random& random, std::string_view text) { return replace_any(random, text, "\"", ""); }
std::string double_quote(Random& random, std::string_view text) { return double_any(random, text, "\""); }
std::string lose_comma(Random& random, std::string_view text) { return replace_any(random, text, ",", ""); }
std::string double_comma(Random& random, std::string_view text) { return double_any(random, text, ","); }
std::string lose_colon(Random& random, std::string_view text) { return replace_any(random, text, ":", ""); }
std::string double_colon(Random& random, std::string_view text) { return double_any(random, text, ":"); }
std::string lose_opener(Random& random, std::string_view text) { return replace_any(random, text, "{[", ""); }
std::string double_opener(Random& random, std::string_view text) { return double_any(random, text, "{["); }
std::string lose_closer(Random& random, std::string_view text) { return replace_any(random, text, "}]", ""); }
std::string double_closer(Random& random, std::string_view text) { return double_any(random, text, "}]"); }

std::string trailing_comma(Random& random, std::string_view text) {
  const std::optional<std::size_t> at = find_any(random, text, "}]");
  return at ? replaced(text, *at, 0, ",") : std::string(text);
}

std::string wrong_closer(Random& random, std::string_view text) {
  const std::optional<std::size_t> at = find_any(random, text, "}]");
  return at ? replaced(text, *at, 1, text[*at] == '}' ? "]" : "}") : std::string(text);
}

std::string wrong_colon(Random& random, std::string_view text) {
  static constexpr std::string_view kColons[] = {"=", " => ", "::", "\xef\xbc\x9a", " "};
  return replace_any(random, text, ":", random.pick(kColons));
}

std::string wrong_comma(Random& random, std::string_view text) {
  static constexpr std::string_view kCommas[] = {";", "\xef\xbc\x8c", "\n", ",,", " , ,"};
  return replace_any(random, text, ",", random.pick(kCommas));
}

std::string quote_of_another_kind(Random& random, std::string_view text) {
  static constexpr std::string_view kQuotes[] = {"'", "\xe2\x80\x9c", "\xe2\x80\x9d", "`", "\"\"\"", "\\\""};
  return replace_any(random, text, "\"", random.pick(kQuotes));
}

std::string unescape_one(Random& random, std::string_view text) { return replace_any(random, text, "\\", ""); }
std::string double_backslash(Random& random, std::string_view text) { return double_any(random, text, "\\"); }

std::string bad_escape(Random& random, std::string_view text) {
  static constexpr std::string_view kEscapes[] = {"\\x41",   "\\d", "\\'",  "\\u12", "\\ud800",    "\\udc00",
                                                  "\\u12G4", "\\",  "\\\n", "\\0",   "\\U0001F600"};
  return insert_anywhere(random, text, random.pick(kEscapes));
}

std::string control_character(Random& random, std::string_view text) {
  const std::string byte(1, static_cast<char>(random.below(0x20)));
  return insert_anywhere(random, text, byte);
}

std::string invalid_utf8(Random& random, std::string_view text) {
  static constexpr std::string_view kBytes[] = {
      "\xff", "\xc3", "\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\xaf", "\xe2\x82", "\xf0\x9f\x98"};
  return insert_anywhere(random, text, random.pick(kBytes));
}

std::string odd_space(Random& random, std::string_view text) {
  static constexpr std::string_view kSpaces[] = {"\xc2\xa0", "\xe2\x80\x83", "\v",
                                                 "\f",       "\xe3\x80\x80", "\xe2\x80\x8b"};
  return replace_any(random, text, " ,:", random.pick(kSpaces));
}

std::string comment(Random& random, std::string_view text) {
  static constexpr std::string_view kComments[] = {"// a remark\n", "/* a remark */", "# a remark\n", "/* open",
                                                   "<!-- a remark -->"};
  const std::optional<std::size_t> at = find_any(random, text, ",:{}[] \n");
  return at ? replaced(text, *at, 0, random.pick(kComments)) : std::string(text);
}

std::string ellipsis(Random& random, std::string_view text) {
  static constexpr std::string_view kDots[] = {"...", ", ...", "\xe2\x80\xa6", "[...]"};
  const std::optional<std::size_t> at = find_any(random, text, "}],");
  return at ? replaced(text, *at, 0, random.pick(kDots)) : std::string(text);
}

std::string stray_words(Random& random, std::string_view text) {
  static constexpr std::string_view kWords[] = {"and then", "x", "<br>", "value", "\"stray\"", "0", "-"};
  const std::optional<std::size_t> at = find_any(random, text, ",:{}[]");
  return at ? replaced(text, *at, 0, random.pick(kWords)) : std::string(text);
}

std::string odd_number(Random& random, std::string_view text) {
  static constexpr std::string_view kNumbers[] = {"+1", ".5", "5.", "007", "1_000",     "0x1F", "1,234", "50%",
                                                  "$5", "1e", "-",  "NaN", "-Infinity", "1/2",  "2.5.1", "1e+"};
  const std::optional<std::size_t> at = find_any(random, text, "0123456789");
  return at ? replaced(text, *at, 1, random.pick(kNumbers)) : std::string(text);
}

std::string missing_value(Random& random, std::string_view text) {
  const std::optional<std::size_t> at = find_any(random, text, ":");
  if (!at) return std::string(text);
  const std::size_t end = text.find_first_of(",}", *at);
  return end == std::string_view::npos ? std::string(text) : replaced(text, *at + 1, end - *at - 1, "");
}

std::string concatenation(Random& random, std::string_view text) {
  static constexpr std::string_view kJoins[] = {"\" + \"", "\" \"", "\"\n\"", "\" + name + \""};
  return insert_anywhere(random, text, random.pick(kJoins));
}

std::string lose_byte(Random& random, std::string_view text) {
  return text.empty() ? std::string() : replaced(text, random.below(text.size()), 1, "");
}

std::string flip_byte(Random& random, std::string_view text) {
  const std::string byte(1, static_cast<char>(random.below(256)));
  return text.empty() ? byte : replaced(text, random.below(text.size()), 1, byte);
}

// ---- all places of one kind ------------------------------------------------------------------------------------

std::string single_quotes(Random&, std::string_view text) { return replace_all(text, "\"", "'"); }
std::string no_quotes(Random&, std::string_view text) { return replace_all(text, "\"", ""); }
std::string escaped_text(Random&, std::string_view text) { return replace_all(text, "\"", "\\\""); }
std::string unescape_quotes(Random&, std::string_view text) { return replace_all(text, "\\\"", "\""); }
std::string single_backslashes(Random&, std::string_view text) { return replace_all(text, "\\\\", "\\"); }
std::string raw_newlines(Random&, std::string_view text) { return replace_all(text, "\\n", "\n"); }
std::string parentheses(Random&, std::string_view text) { return replace_all(replace_all(text, "[", "("), "]", ")"); }
std::string windows_newlines(Random&, std::string_view text) { return replace_all(text, "\n", "\r\n"); }
std::string lose_all_commas(Random&, std::string_view text) { return replace_all(text, ",", ""); }

std::string unquoted_keys(Random&, std::string_view text) {
  std::string out = replace_all(text, "\":", ":");
  return replace_all(replace_all(out, "{\"", "{"), ", \"", ", ");
}

std::string python_literals(Random&, std::string_view text) {
  return replace_all(replace_all(replace_all(text, "true", "True"), "false", "False"), "null", "None");
}

std::string javascript_literals(Random&, std::string_view text) {
  return replace_all(replace_all(text, "null", "undefined"), "true", "TRUE");
}

std::string python_repr(Random& random, std::string_view text) {
  return single_quotes(random, python_literals(random, text));
}

std::string curly_quotes(Random&, std::string_view text) {
  std::string out;
  bool open = false;
  for (const char c : text) {
    if (c == '"') {
      open = !open;
      out += open ? "\xe2\x80\x9c" : "\xe2\x80\x9d";
    } else {
      out += c;
    }
  }
  return out;
}

// ---- around the text -------------------------------------------------------------------------------------------

std::string cut(Random& random, std::string_view text) { return std::string(text.substr(0, any_place(random, text))); }
std::string lose_front(Random& random, std::string_view text) {
  return std::string(text.substr(random.below(4) % (text.size() + 1)));
}

std::string fence(Random& random, std::string_view text) {
  static constexpr std::string_view kOpeners[] = {"```json\n", "```\n", "```python\n", "~~~\n", "`"};
  static constexpr std::string_view kClosers[] = {"\n```", "\n```\n", "", "\n~~~", "`"};
  const std::size_t kind = random.below(5);
  return std::string(kOpeners[kind]).append(text).append(kClosers[random.one_in(4) ? random.below(5) : kind]);
}

std::string prose_before(Random& random, std::string_view text) {
  static constexpr std::string_view kProse[] = {"Sure! Here is the call:\n",
                                                "I'll use {x} and [y] \"z\": ",
                                                "Answer: ",
                                                "<tool_call>",
                                                "TOOL_CALL: ",
                                                "json\n",
                                                "arguments = ",
                                                "\xef\xbb\xbf"};
  return std::string(random.pick(kProse)).append(text);
}

std::string prose_after(Random& random, std::string_view text) {
  static constexpr std::string_view kProse[] = {
      "\n\nLet me know if that helps!", " </tool_call>", "<|im_end|>", ";", "\nDone {ok}.", " // end", ".", "\n]"};
  return std::string(text).append(random.pick(kProse));
}

std::string twice(Random& random, std::string_view text) {
  static constexpr std::string_view kBetween[] = {"", "\n", ", ", " ", "\n\n", ";"};
  return std::string(text).append(random.pick(kBetween)).append(text);
}

std::string as_string(Random& random, std::string_view text) {
  Tree tree;
  tree.kind = json::Kind::kString;
  // Only the spelling of a string is wanted here, and invalid UTF-8 has none.
  tree.characters = std::string(text);
  for (char& c : tree.characters) {
    if (static_cast<unsigned char>(c) >= 0x80) c = '?';
  }
  std::string spelled = spell_plainly(tree, 0);
  return random.one_in(2) ? spelled : spelled.substr(1);
}

std::string move_piece(Random& random, std::string_view text) {
  const std::size_t from = any_place(random, text);
  const std::size_t size = random.below(8);
  const std::string piece(text.substr(from, size));
  const std::string without = replaced(text, from, piece.size(), "");
  return insert_anywhere(random, without, piece);
}

}  // namespace

const std::vector<Mutator>& mutators() {
  static const std::vector<Mutator> kMutators = {
      {"lose_quote", lose_quote},
      {"double_quote", double_quote},
      {"lose_comma", lose_comma},
      {"double_comma", double_comma},
      {"lose_colon", lose_colon},
      {"double_colon", double_colon},
      {"lose_opener", lose_opener},
      {"double_opener", double_opener},
      {"lose_closer", lose_closer},
      {"double_closer", double_closer},
      {"trailing_comma", trailing_comma},
      {"wrong_closer", wrong_closer},
      {"wrong_colon", wrong_colon},
      {"wrong_comma", wrong_comma},
      {"quote_of_another_kind", quote_of_another_kind},
      {"unescape_one", unescape_one},
      {"double_backslash", double_backslash},
      {"bad_escape", bad_escape},
      {"control_character", control_character},
      {"invalid_utf8", invalid_utf8},
      {"odd_space", odd_space},
      {"comment", comment},
      {"ellipsis", ellipsis},
      {"stray_words", stray_words},
      {"odd_number", odd_number},
      {"missing_value", missing_value},
      {"concatenation", concatenation},
      {"lose_byte", lose_byte},
      {"flip_byte", flip_byte},
      {"single_quotes", single_quotes},
      {"no_quotes", no_quotes},
      {"escaped_text", escaped_text},
      {"unescape_quotes", unescape_quotes},
      {"single_backslashes", single_backslashes},
      {"raw_newlines", raw_newlines},
      {"parentheses", parentheses},
      {"windows_newlines", windows_newlines},
      {"lose_all_commas", lose_all_commas},
      {"unquoted_keys", unquoted_keys},
      {"python_literals", python_literals},
      {"javascript_literals", javascript_literals},
      {"python_repr", python_repr},
      {"curly_quotes", curly_quotes},
      {"cut", cut},
      {"lose_front", lose_front},
      {"fence", fence},
      {"prose_before", prose_before},
      {"prose_after", prose_after},
      {"twice", twice},
      {"as_string", as_string},
      {"move_piece", move_piece},
  };
  return kMutators;
}

std::string break_text(Random& random, std::string_view text) {
  std::string out(text);
  for (std::size_t i = random.between(1, 3); i > 0; --i) {
    out = mutators()[random.below(mutators().size())].apply(random, out);
  }
  return out;
}

}  // namespace acode::test
