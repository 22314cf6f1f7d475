// Reading the grammar of ECMA-262, section 22.2.1 and annex B.1.2, and writing PCRE2.
//
// One pass over the pattern with a stack of the open groups. Characters are written as themselves if they are letters
// or digits and as \x{…} otherwise, so none of them can mean anything to PCRE2. Groups lose their names: references are
// written with numbers.
#include "schema/ecma_pattern.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/utf8.h"
#include "schema/ascii.h"
#include "schema/ecma_atom.h"
#include "schema/ecma_property.h"

namespace acode::schema::detail {
namespace {

constexpr std::string_view kAnything = R"([\x{0}-\x{10ffff}])";
constexpr std::string_view kNothing = R"([^\x{0}-\x{10ffff}])";
constexpr std::string_view kNoLineEnd = R"([^\n\r\x{2028}\x{2029}])";
constexpr std::string_view kLineStart = R"((?<![^\n\r\x{2028}\x{2029}]))";
constexpr std::string_view kLineEnd = R"((?![^\n\r\x{2028}\x{2029}]))";

bool is_octal(char c) { return c >= '0' && c <= '7'; }

/// A group's name. Beyond ASCII all characters are taken for letters.
bool is_name(std::string_view text) {
  const auto is_part = [](char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
  };
  return !text.empty() && !is_digit(text.front()) && std::all_of(text.begin(), text.end(), is_part);
}

class Translator {
 public:
  Translator(std::string_view text, EcmaReading reading) : text_(text), web_(reading == EcmaReading::kWeb) {}

  Result<EcmaPattern> run() {
    survey();
    out_.anchored = true;
    bool fine = true;
    while (fine && !at_end()) {
      out_.marks.push_back({out_.pcre.size(), at_});
      fine = term();
    }
    if (fine && !groups_.empty()) fine = fail(groups_.back().opened, "the group is not closed");
    if (!fine) return std::move(error_);
    if (at_start_) out_.anchored = false;
    return std::move(out_);
  }

 private:
  /// What `(?ims-ims:…)` switches on and off, as far as it is not left to PCRE2.
  struct Modes {
    bool multiline = false;
    bool dot_all = false;
  };

  struct Group {
    enum class Kind : std::uint8_t { kCapture, kPlain, kLookahead, kLookbehind };
    Kind kind;
    std::size_t opened;
    std::size_t number;  // of a capture
    Modes outside;
  };

  struct Repeat {
    std::uint32_t least = 0;
    std::optional<std::uint32_t> most;
  };

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  [[nodiscard]] bool next_is(char c) const { return !at_end() && text_[at_] == c; }
  void put(std::string_view text) { out_.pcre += text; }

  bool take(std::string_view expected) {
    if (!rest().starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }

  bool fail(std::size_t offset, std::string_view message) {
    error_.code = ErrorCode::kSchemaMismatch;
    error_.message = message;
    error_.position = locate(text_, offset);
    return false;
  }

  /// Counts the captures and learns their names: references may stand before the group.
  void survey() {
    bool in_class = false;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == '\\') ++i;
      if (c == '[' || c == ']') in_class = c == '[';
      if (c == '(' && !in_class) survey_group(text_.substr(i + 1));
    }
    closed_.resize(captures_ + 1);
  }

  void survey_group(std::string_view inside) {
    if (!inside.starts_with('?')) {
      ++captures_;
    } else if (inside.starts_with("?<") && !inside.starts_with("?<=") && !inside.starts_with("?<!")) {
      ++captures_;
      numbers_.emplace(inside.substr(2, inside.find('>') - 2), captures_);
    }
  }

  bool term() {
    const char c = text_[at_];
    if (groups_.empty()) watch_anchors(c);
    switch (c) {
      case '^':
        ++at_;
        put(modes_.multiline ? kLineStart : "^");
        return true;
      case '$':
        ++at_;
        put(modes_.multiline ? kLineEnd : "$");
        return true;
      case '|':
        ++at_;
        put("|");
        out_.branches = true;
        return true;
      case '.':
        ++at_;
        put(modes_.dot_all ? kAnything : kNoLineEnd);
        return quantifier();
      case '(':
        return open_group();
      case ')':
        return close_group();
      case '[':
        return character_class() && quantifier();
      case '\\':
        return escape();
      case '*':
      case '+':
      case '?':
        return fail(at_, "there is nothing to repeat");
      default:
        return literal();
    }
  }

  /// The pattern is anchored if each of its alternatives begins with ^.
  void watch_anchors(char c) {
    if (at_start_ && c != '^') out_.anchored = false;
    at_start_ = c == '|';
  }

  bool literal() {
    const char c = text_[at_];
    Repeat ignored;
    if (c == '{' && peek_braces(ignored) != 0) return fail(at_, "there is nothing to repeat");
    if (!web_ && (c == '{' || c == '}' || c == ']')) return fail(at_, "a lone bracket has to be escaped");
    char32_t character = 0;
    if (!read_character(character)) return false;
    put_atom(EcmaAtom::of(character));
    return quantifier();
  }

  bool read_character(char32_t& character) {
    const base::Utf8 read = base::decode_utf8(rest());
    if (read.status != base::Utf8::Status::kValid) return fail(at_, "the pattern is not UTF-8");
    at_ += read.length;
    character = read.character;
    return true;
  }

  void put_atom(const EcmaAtom& atom) {
    switch (atom.kind) {
      case EcmaAtom::Kind::kEscape:
        return put(atom.text);
      case EcmaAtom::Kind::kRanges:
        out_.pcre += '[' + atom.text + ']';
        return;
      case EcmaAtom::Kind::kCharacter:
        if (is_surrogate(atom.character)) return put(kNothing);
        return append_character(out_.pcre, atom.character);
    }
  }

  // ---- groups ----

  bool open_group() {
    Group group{Group::Kind::kPlain, at_, 0, modes_};
    if (!read_group_head(group)) return false;
    groups_.push_back(group);
    return true;
  }

  bool read_group_head(Group& group) {
    ++at_;
    if (!next_is('?')) return start_capture(group);
    for (const std::string_view head : {"?:", "?=", "?!", "?<=", "?<!"}) {
      if (!take(head)) continue;
      if (head != "?:") group.kind = head[1] == '<' ? Group::Kind::kLookbehind : Group::Kind::kLookahead;
      put("(");
      put(head);
      return true;
    }
    if (take("?<")) return read_group_name(group);
    ++at_;
    return read_modifiers(group.opened);
  }

  bool start_capture(Group& group) {
    group.kind = Group::Kind::kCapture;
    group.number = ++captures_begun_;
    put("(");
    return true;
  }

  bool read_group_name(Group& group) {
    const std::string_view name = rest().substr(0, rest().find('>'));
    if (!is_name(name) || name.size() == rest().size()) return fail(at_, "this is not the name of a group");
    const auto known = numbers_.find(name);
    if (known == numbers_.end() || known->second != captures_begun_ + 1) {
      return fail(at_, "two groups have the same name");
    }
    at_ += name.size() + 1;
    return start_capture(group);
  }

  /// `(?i-s:`, the only switches of ECMA-262. Reads from behind the question mark.
  bool read_modifiers(std::size_t opened) {
    const std::size_t colon = rest().find(':');
    const std::string_view switches = rest().substr(0, colon);
    const std::size_t minus = std::min(switches.find('-'), switches.size());
    for (std::size_t i = 0; i < switches.size(); ++i) {
      const bool repeated = switches.find(switches[i], i + 1) != std::string_view::npos;
      if (repeated || std::string_view("ims-").find(switches[i]) == std::string_view::npos) {
        return fail(opened, "ECMA-262 has no such group");
      }
    }
    if (colon == std::string_view::npos || switches.empty() || switches == "-") {
      return fail(opened, "ECMA-262 has no such group");
    }
    const auto place = [&](char mode) { return switches.find(mode); };
    if (place('m') != std::string_view::npos) modes_.multiline = place('m') < minus;
    if (place('s') != std::string_view::npos) modes_.dot_all = place('s') < minus;
    const bool turns_case = place('i') != std::string_view::npos;
    put(!turns_case ? "(?:" : place('i') < minus ? "(?i:" : "(?-i:");
    at_ += colon + 1;
    return true;
  }

  bool close_group() {
    if (groups_.empty()) return fail(at_, "this parenthesis closes nothing");
    const Group group = groups_.back();
    groups_.pop_back();
    modes_ = group.outside;
    if (group.kind == Group::Kind::kCapture) closed_[group.number] = true;
    ++at_;
    put(")");
    const bool repeatable = group.kind == Group::Kind::kCapture || group.kind == Group::Kind::kPlain ||
                            (web_ && group.kind == Group::Kind::kLookahead);
    return repeatable ? quantifier() : true;  // a quantifier that follows has nothing to repeat
  }

  // ---- quantifiers ----

  bool quantifier() {
    if (at_end()) return true;
    Repeat repeat;
    std::size_t length = 1;
    switch (text_[at_]) {
      case '*':
        break;
      case '+':
        repeat.least = 1;
        break;
      case '?':
        repeat.most = 1;
        break;
      case '{':
        length = peek_braces(repeat);
        if (length == 0) return true;
        break;
      default:
        return true;
    }
    if (repeat.most && *repeat.most < repeat.least) return fail(at_, "the numbers of the quantifier are out of order");
    at_ += length;
    put_repeat(repeat);
    return true;
  }

  void put_repeat(const Repeat& repeat) {
    out_.pcre += '{' + std::to_string(repeat.least);
    if (!repeat.most) {
      put(",}");
    } else if (*repeat.most == repeat.least) {
      put("}");
    } else {
      out_.pcre += ',' + std::to_string(*repeat.most) + '}';
    }
    if (repeat.most != repeat.least) out_.branches = true;
    if (take("?")) put("?");
  }

  /// The length of the `{2}`, `{2,}` or `{2,5}` that stands here; 0 if there is none.
  std::size_t peek_braces(Repeat& repeat) {
    std::size_t end = at_ + 1;
    const std::optional<std::uint32_t> least = peek_number(end);
    if (!least) return 0;
    repeat.least = *least;
    repeat.most = *least;
    if (end < text_.size() && text_[end] == ',') repeat.most = peek_number(++end);
    if (end >= text_.size() || text_[end] != '}') return 0;
    return end + 1 - at_;
  }

  /// The decimal number at `end`, which is moved behind it. Beyond what PCRE2 can count to it saturates.
  std::optional<std::uint32_t> peek_number(std::size_t& end) const {
    const std::size_t begin = end;
    std::uint32_t number = 0;
    for (; end < text_.size() && is_digit(text_[end]); ++end) {
      number = std::min<std::uint32_t>(number * 10 + static_cast<std::uint32_t>(text_[end] - '0'), 100'000'000);
    }
    return end == begin ? std::nullopt : std::optional(number);
  }

  // ---- escapes ----

  bool escape() {
    const std::size_t start = at_++;
    if (at_end()) return fail(start, "the pattern ends with a backslash");
    if (take("b")) return put("\\b"), true;
    if (take("B")) return put("\\B"), true;
    if (next_is('k') && (!web_ || !numbers_.empty())) return named_reference(start) && quantifier();
    if (numbered_reference()) return quantifier();
    EcmaAtom atom;
    if (!escaped_atom(start, false, atom)) return false;
    put_atom(atom);
    return quantifier();
  }

  bool named_reference(std::size_t start) {
    ++at_;
    if (!take("<")) return fail(start, "\\k needs the name of a group");
    const std::string_view name = rest().substr(0, rest().find('>'));
    const auto known = numbers_.find(name);
    if (known == numbers_.end() || name.size() == rest().size()) return fail(start, "there is no group of this name");
    at_ += name.size() + 1;
    put_reference(known->second);
    return true;
  }

  bool numbered_reference() {
    std::size_t end = at_;
    const std::optional<std::uint32_t> number = peek_number(end);
    if (!number || text_[at_] == '0' || *number > captures_) return false;
    at_ = end;
    put_reference(*number);
    return true;
  }

  /// A reference to a group that has not been left yet matches the empty string. The others are put into a group: the
  /// compiled code of PCRE2 10.42 fails where a reference to an unset group is itself repeated.
  void put_reference(std::size_t number) {
    if (!closed_[number]) return put("(?:)");
    out_.pcre += "(?:\\g{" + std::to_string(number) + "})";
    out_.refers_back = true;
  }

  /// Reads what follows the backslash at `start`.
  bool escaped_atom(std::size_t start, bool in_class, EcmaAtom& atom) {
    const char c = text_[at_];
    switch (c) {
      case 'd':
      case 'D':
      case 'w':
      case 'W':
        atom = EcmaAtom::escape(text_.substr(start, 2));
        ++at_;
        return true;
      case 's':
      case 'S':
        atom = EcmaAtom::ranges(c == 's' ? kEcmaSpaces : kEcmaNoSpaces);
        ++at_;
        return true;
      case 'p':
      case 'P':
        return property(start, atom);
      default:
        return escaped_character(start, in_class, atom.character);
    }
  }

  bool escaped_character(std::size_t start, bool in_class, char32_t& character) {
    if (const std::optional<char32_t> known = special_character(in_class)) {
      character = *known;
      return true;
    }
    static constexpr std::string_view kSyntax = "^$\\.*+?()[]{}|/";
    const char c = text_[at_];
    const bool syntax = kSyntax.find(c) != std::string_view::npos || (in_class && c == '-');
    if (!syntax && !web_) return fail(start, "ECMA-262 has no such escape");
    if (c == 'c') {  // the backslash stands for itself, and the letter is still to come
      character = '\\';
      return true;
    }
    return read_character(character);
  }

  /// The escapes that are more than the character itself. Takes nothing if there is none.
  std::optional<char32_t> special_character(bool in_class) {
    static constexpr std::string_view kLetters = "tnvfr";
    static constexpr std::string_view kControls = "\t\n\v\f\r";
    const char c = text_[at_];
    if (const std::size_t index = kLetters.find(c); index != std::string_view::npos) {
      ++at_;
      return static_cast<char32_t>(kControls[index]);
    }
    if (c == 'b' && in_class) return ++at_, U'\b';
    if (c == 'c') return control(in_class);
    if (c == 'x') return after_letter(hex_digits(at_ + 1, 2), 3);
    if (c == 'u') return unicode_escape();
    if (is_octal(c)) return octal();
    return std::nullopt;
  }

  std::optional<char32_t> after_letter(std::optional<char32_t> character, std::size_t length) {
    if (character) at_ += length;
    return character;
  }

  std::optional<char32_t> control(bool in_class) {
    if (at_ + 1 >= text_.size()) return std::nullopt;
    const char c = text_[at_ + 1];
    const bool extra = web_ && in_class && (is_digit(c) || c == '_');
    if (!is_letter(c) && !extra) return std::nullopt;
    at_ += 2;
    return static_cast<char32_t>(c) & 0x1FU;
  }

  /// \0; and for the web up to three octal digits, no more than \377.
  std::optional<char32_t> octal() {
    const bool alone = at_ + 1 >= text_.size() || !is_digit(text_[at_ + 1]);
    if (!web_ && !(text_[at_] == '0' && alone)) return std::nullopt;
    char32_t character = 0;
    for (int i = 0; i < 3 && !at_end() && is_octal(text_[at_]) && character < 0x20; ++i, ++at_) {
      character = character * 8 + static_cast<char32_t>(text_[at_] - '0');
    }
    return character;
  }

  [[nodiscard]] std::optional<char32_t> hex_digits(std::size_t begin, std::size_t count) const {
    if (begin + count > text_.size() || count == 0) return std::nullopt;
    std::uint32_t value = 0;
    const char* const end = text_.data() + begin + count;
    const auto read = std::from_chars(text_.data() + begin, end, value, 16);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return static_cast<char32_t>(value);
  }

  /// \u{1F600}, \u00e9, or two halves that are one character together, \ud83d\ude00.
  std::optional<char32_t> unicode_escape() {
    if (rest().starts_with("u{")) {
      const std::size_t close = rest().find('}');
      if (close == std::string_view::npos) return std::nullopt;
      const std::optional<char32_t> character = hex_digits(at_ + 2, close - 2);
      if (!character || *character > 0x10FFFF) return std::nullopt;
      return after_letter(character, close + 1);
    }
    const std::optional<char32_t> first = after_letter(hex_digits(at_ + 1, 4), 5);
    if (!first || *first < 0xD800 || *first > 0xDBFF || !rest().starts_with("\\u")) return first;
    const std::optional<char32_t> second = hex_digits(at_ + 2, 4);
    if (!second || *second < 0xDC00 || *second > 0xDFFF) return first;
    at_ += 6;
    return 0x10000 + ((*first - 0xD800) << 10U) + (*second - 0xDC00);
  }

  // ---- \p{…} ----

  bool property(std::size_t start, EcmaAtom& atom) {
    bool negated = text_[at_] == 'P';
    ++at_;
    const std::size_t close = rest().find('}');
    if (!next_is('{') || close == std::string_view::npos)
      return fail(start, "\\p needs the name of a property in braces");
    const std::string_view body = rest().substr(1, close - 1);
    at_ += close + 1;
    std::string name;
    if (body == "Assigned") {
      negated = !negated;
      name = "Cn";
    } else {
      PcreProperty known = pcre_property(body);
      out_.names_property |= known.unsure;
      name = std::move(known.name);
    }
    if (name.empty()) return fail(start, "there is no such property; scripts are named as in \\p{Script=Greek}");
    atom = EcmaAtom::escape(std::string(negated ? "\\P{" : "\\p{") + name + '}');
    return true;
  }

  // ---- classes ----

  bool character_class() {
    const std::size_t opened = at_++;
    const bool negated = take("^");
    std::string items;
    while (!take("]")) {
      if (at_end()) return fail(opened, "the character class is not closed");
      if (!class_item(items)) return false;
    }
    if (items.empty()) return put(negated ? kAnything : kNothing), true;
    out_.pcre += (negated ? "[^" : "[") + items + ']';
    return true;
  }

  /// A character, a set, or a range.
  bool class_item(std::string& items) {
    const std::size_t start = at_;
    EcmaAtom low;
    if (!class_atom(low)) return false;
    const bool range = next_is('-') && at_ + 1 < text_.size() && text_[at_ + 1] != ']';
    if (!range) return append_to_class(items, low), true;
    ++at_;
    EcmaAtom high;
    if (!class_atom(high)) return false;
    if (low.kind == EcmaAtom::Kind::kCharacter && high.kind == EcmaAtom::Kind::kCharacter) {
      if (low.character > high.character) return fail(start, "the range is out of order");
      append_range(items, low.character, high.character);
      return true;
    }
    if (!web_) return fail(start, "a set cannot be the end of a range");
    append_to_class(items, low);
    append_to_class(items, EcmaAtom::of('-'));
    append_to_class(items, high);
    return true;
  }

  bool class_atom(EcmaAtom& atom) {
    if (!next_is('\\')) return read_character(atom.character);
    const std::size_t start = at_++;
    if (at_end()) return fail(start, "the pattern ends with a backslash");
    return escaped_atom(start, true, atom);
  }

  std::string_view text_;
  bool web_;
  std::size_t at_ = 0;
  EcmaPattern out_;
  Error error_;
  Modes modes_;
  std::vector<Group> groups_;                                  // the open ones
  std::unordered_map<std::string_view, std::size_t> numbers_;  // of the captures with names
  std::size_t captures_ = 0;                                   // in the whole pattern
  std::size_t captures_begun_ = 0;
  std::vector<bool> closed_;  // by the number of the capture
  bool at_start_ = true;      // of an alternative of the whole pattern
};

}  // namespace

std::size_t EcmaPattern::original_offset(std::size_t pcre_offset) const {
  const auto next = std::upper_bound(marks.begin(), marks.end(), pcre_offset,
                                     [](std::size_t offset, const Mark& mark) { return offset < mark.pcre; });
  return next == marks.begin() ? 0 : std::prev(next)->original;
}

Result<EcmaPattern> translate_ecma_pattern(std::string_view pattern, EcmaReading reading) {
  return Translator(pattern, reading).run();
}

}  // namespace acode::schema::detail
