// Text to values: candidates are made of the text, the schema chooses.
#include "extract/typed_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

#include "acode/json/reader.h"
#include "acode/json/repair.h"
#include "acode/json/writer.h"
#include "base/text.h"
#include "base/utf8.h"
#include "json/scan.h"
#include "json/words.h"
#include "schema/checker.h"
#include "schema/explain.h"
#include "schema/node_types.h"
#include "schema/program.h"

namespace acode::extract {
namespace {

using schema::detail::kAnything;
using schema::detail::kNone;
using schema::detail::kNothing;
using schema::detail::NodeId;
using schema::detail::ObjectRule;
using schema::detail::Program;
namespace type_bit = schema::detail::type_bit;

constexpr int kMostLayers = 10;  // of JSON in a string in JSON (AR-1)

std::string_view without_leading_space(std::string_view text) {
  while (!text.empty() && json::detail::is_space(text.front())) text.remove_prefix(1);
  return text;
}

using base::trimmed;

using schema::detail::quoted;

Limits limits_for(std::string_view text) { return {.max_bytes = text.size(), .max_depth = 64}; }

// --- what the schema says of a parameter ---

class Expectation {
 public:
  Expectation(const Program& program, std::string_view parameter) : program_(program), parameter_(parameter) {
    seen_.push_back({program.root, true});
    std::size_t done = 0;
    while (done < seen_.size()) look_at(seen_[done++]);  // finds more of them
    types_ = find_types();
  }

  /// The types a value can have, bits of type_bit. All of them if nothing is said.
  [[nodiscard]] unsigned types() const { return types_; }
  [[nodiscard]] bool allows(unsigned types) const { return (types_ & types) != 0; }

  /// Whether a value fits. It must be JSON; an empty text never fits.
  [[nodiscard]] bool accepts(std::string_view value) const {
    const Result<json::Document> document = json::parse(value, limits_for(value));
    if (!document.ok()) return false;
    const auto accepted = [&](NodeId id) { return schema::detail::accepts(program_, id, document->root()); };
    return std::all_of(must_.begin(), must_.end(), accepted) &&
           (may_.empty() || std::any_of(may_.begin(), may_.end(), accepted));
  }

 private:
  // A node that applies to the arguments as a whole; `sure` if it is not one of several alternatives.
  struct Applied {
    NodeId node;
    bool sure;
  };
  static constexpr std::size_t kMostNodes = 256;

  void look_at(const Applied at) {
    const schema::detail::Node& node = program_.nodes[at.node];
    if (node.object != kNone) take_property(program_.objects[node.object], at.sure);
    if (node.logic == kNone) return;
    const schema::detail::Logic& logic = program_.logics[node.logic];
    apply({logic.ref, at.sure});
    for (const NodeId id : logic.all) apply({id, at.sure});
    for (const NodeId id : logic.any) apply({id, false});
    for (const NodeId id : logic.one) apply({id, false});
  }

  void apply(const Applied more) {
    if (more.node == kNone || seen_.size() >= kMostNodes) return;
    const auto same = [&more](const Applied& other) { return other.node == more.node; };
    if (std::none_of(seen_.begin(), seen_.end(), same)) seen_.push_back(more);
  }

  void take_property(const ObjectRule& rule, bool sure) {
    const schema::detail::Property* const property = schema::detail::find_property(rule, parameter_, 0);
    bool named = property != nullptr && property->node != kNone;
    if (named) take(property->node, sure);
    for (const auto& [pattern, node] : rule.patterns) {
      if (program_.patterns[pattern].regex.search(parameter_) != schema::detail::Regex::Answer::kYes) continue;
      take(node, sure);
      named = true;
    }
    if (!named) take(rule.additional, sure);
  }

  // A parameter that is not allowed at all has no type either: the validator will say so.
  void take(NodeId id, bool sure) {
    if (id == kNone || id == kAnything || id == kNothing) return;
    (sure ? must_ : may_).push_back(id);
  }

  [[nodiscard]] unsigned find_types() const {
    const auto is_plain = [this](NodeId id) {
      const schema::detail::Node& node = program_.nodes[id];
      return node.logic == kNone && node.values == kNone && node.constant == kNone;
    };
    if (may_.empty() && must_.size() == 1 && is_plain(must_[0])) return program_.nodes[must_[0]].types;
    if (may_.empty() && must_.empty()) return type_bit::kAll;
    const std::vector<std::uint8_t> possible = schema::detail::possible_types(program_);
    unsigned types = type_bit::kAll;
    for (const NodeId id : must_) types &= possible[id];
    unsigned either = may_.empty() ? unsigned{type_bit::kAll} : 0;
    for (const NodeId id : may_) either |= possible[id];
    return types & either;
  }

  const Program& program_;
  std::string_view parameter_;
  std::vector<Applied> seen_;
  std::vector<NodeId> must_, may_;  // schemas of the parameter: all of these, and one of those
  unsigned types_ = type_bit::kAll;
};

// --- what the text may be ---

bool is_bracketed(std::string_view text) {
  if (text.size() < 2) return false;
  const char last = text.back();
  return (text.front() == '{' && last == '}') || (text.front() == '[' && last == ']') ||
         (text.front() == '(' && last == ')');
}

// Only kinds of repair that leave no doubt what was written.
json::RepairOptions plain_repairs(std::string_view text) {
  json::RepairOptions options;
  options.level = json::RepairLevel::kSafe;
  options.limits = limits_for(text);
  for (const json::EditKind kind :
       {json::EditKind::kTextAround, json::EditKind::kStrayText, json::EditKind::kSeveralValues,
        json::EditKind::kUnquotedValue, json::EditKind::kEllipsis}) {
    options.disabled.set(static_cast<std::size_t>(kind));
  }
  return options;
}

// The JSON of an object or array, if the text is one, in JSON or nearly so.
std::string container_in(std::string_view text) {
  if (text.front() == '(' && is_bracketed(text)) {
    return container_in("[" + std::string(text.substr(1, text.size() - 2)) + "]");
  }
  if (json::parse(text, limits_for(text)).ok()) return std::string(text);
  const json::Repair repair = json::repair(text, plain_repairs(text));
  if (!repair.ok() || repair.truncated()) return {};
  return std::string(repair.text());
}

// The words of JSON and of Python. Others (nil, NULL) are literals only where nothing else can be meant.
std::string_view plain_literal(std::string_view text) {
  constexpr std::array<std::string_view, 3> kJson = {"null", "true", "false"};
  constexpr std::array<std::string_view, 3> kPython = {"None", "True", "False"};
  for (std::size_t i = 0; i < kJson.size(); ++i) {
    if (text == kJson[i] || text == kPython[i]) return kJson[i];
  }
  return {};
}

std::string_view any_literal(std::string_view text) {
  const json::detail::Word word = json::detail::classify(text);
  const bool literal =
      word.kind == json::detail::WordKind::kLiteral || (word.kind == json::detail::WordKind::kJson && !word.number);
  return literal ? word.json : std::string_view{};
}

unsigned literal_type(std::string_view literal) {
  if (literal.empty()) return 0;
  return literal == "null" ? type_bit::kNull : type_bit::kBoolean;
}

// 42.0 where an integer is wanted is written 42: not every reader takes the one for the other.
std::string as_wanted(std::string number, const Expectation& expected) {
  if (expected.allows(type_bit::kFraction)) return number;
  const std::size_t point = number.find('.');
  if (point == std::string::npos || number.find_first_not_of('0', point + 1) != std::string::npos) return number;
  return number.substr(0, point);
}

unsigned number_type(std::string_view number) {
  return number.find_first_of(".eE") == std::string_view::npos ? type_bit::kInteger : type_bit::kNumber;
}

// --- choosing ---

class Chooser {
 public:
  Chooser(std::string_view text, const Expectation& expected)
      : text_(text), core_(trimmed(text)), expected_(expected), string_(expected.allows(type_bit::kString)) {}

  /// The JSON; empty if nothing fits.
  std::string choose() {
    std::string found = first({&Chooser::plain_word, &Chooser::plain_number});
    if (!found.empty()) return found;
    found = container();
    if (!found.empty()) return found;
    if (string_) return quoted(text_);
    // What follows is only meant where it cannot be a string.
    return first({&Chooser::other_word, &Chooser::other_number, &Chooser::zero_or_one, &Chooser::unquoted});
  }

 private:
  using Reading = std::string (Chooser::*)() const;

  // The first reading that fits in full; if none does, the first whose type is right and that cannot be a string: what
  // is wrong with it is for the validator to say.
  std::string first(std::initializer_list<Reading> readings) {
    std::string nearly;
    for (const Reading reading : readings) {
      std::string value = (this->*reading)();
      if (value.empty()) continue;
      if (expected_.accepts(value)) return value;
      if (nearly.empty()) nearly = std::move(value);
    }
    if (nearly.empty() || !string_) return nearly;
    return expected_.accepts(quoted(text_)) ? std::string{} : nearly;
  }

  [[nodiscard]] std::string plain_word() const { return word(plain_literal(core_)); }
  [[nodiscard]] std::string other_word() const { return word(any_literal(core_)); }

  [[nodiscard]] std::string word(std::string_view literal) const {
    return expected_.allows(literal_type(literal)) ? std::string(literal) : std::string{};
  }

  [[nodiscard]] std::string plain_number() const {
    return json::detail::is_json_number(core_) ? number(std::string(core_)) : std::string{};
  }

  [[nodiscard]] std::string other_number() const { return number(json::detail::normalize_number(core_, true)); }

  [[nodiscard]] std::string number(std::string text) const {
    if (text.empty()) return {};
    text = as_wanted(std::move(text), expected_);
    return expected_.allows(number_type(text)) ? text : std::string{};
  }

  [[nodiscard]] std::string zero_or_one() const {
    if (!expected_.allows(type_bit::kBoolean) || (core_ != "0" && core_ != "1")) return {};
    return core_ == "1" ? "true" : "false";
  }

  // `"5"` where only a number may stand.
  [[nodiscard]] std::string unquoted() const {
    if (core_.size() < 2 || core_.front() != '"' || core_.back() != '"') return {};
    const Result<json::Document> inner = json::parse(core_, limits_for(core_));
    if (!inner.ok() || !inner->root().is_string()) return {};
    const std::string_view text = trimmed(inner->root().as_string());
    if (!text.empty() && text.front() == '"') return {};  // container() has looked through the layers
    return Chooser(text, expected_).choose();
  }

  // An object or array where one is wanted. It need not fit in full, since what is inside can still be mended.
  [[nodiscard]] std::string container() const {
    if (!expected_.allows(type_bit::kObject | type_bit::kArray)) return {};
    std::string layer;
    std::string_view text = core_;
    for (int layers = 0; layers < kMostLayers && !text.empty() && text.front() == '"'; ++layers) {
      const Result<json::Document> document = json::parse(text, limits_for(text));
      if (!document.ok()) return {};
      layer = std::string(trimmed(document->root().as_string()));
      text = layer;
    }
    return wanted_container(text);
  }

  [[nodiscard]] std::string wanted_container(std::string_view text) const {
    const bool object = !text.empty() && text.front() == '{' && expected_.allows(type_bit::kObject);
    const bool array =
        !text.empty() && (text.front() == '[' || text.front() == '(') && expected_.allows(type_bit::kArray);
    if ((!object && !array) || (string_ && !is_bracketed(text))) return {};
    std::string value = container_in(text);
    return !value.empty() && value.front() == (object ? '{' : '[') ? value : std::string{};
  }

  std::string_view text_;
  std::string_view core_;  // without white space at the ends
  const Expectation& expected_;
  bool string_;  // whether it may be a string
};

// The text itself if it is JSON and no string.
std::string as_plain_json(std::string_view text, bool only_containers) {
  const std::string_view core = trimmed(text);
  const bool container = is_bracketed(core) && core.front() != '(';
  const bool scalar = !only_containers && (json::detail::is_json_number(core) || core == any_literal(core));
  const bool is_json = container ? json::parse(core, limits_for(core)).ok() : scalar && !core.empty();
  return is_json ? std::string(core) : quoted(text);
}

// "integer or null".
std::string type_words(unsigned types) {
  constexpr std::array<std::pair<unsigned, std::string_view>, 7> kWords = {{{type_bit::kFraction, "number"},
                                                                            {type_bit::kInteger, "integer"},
                                                                            {type_bit::kBoolean, "boolean"},
                                                                            {type_bit::kObject, "object"},
                                                                            {type_bit::kArray, "array"},
                                                                            {type_bit::kString, "string"},
                                                                            {type_bit::kNull, "null"}}};
  std::string words;
  for (const auto& [bit, word] : kWords) {
    const bool in_number = bit == type_bit::kInteger && (types & type_bit::kFraction) != 0;
    if ((types & bit) == 0 || in_number) continue;
    if (!words.empty()) words += " or ";
    words += word;
  }
  return words;
}

std::string warning_for(std::string_view parameter, unsigned types) {
  return "parameter \"" + std::string(parameter) + "\" is no " + type_words(types) + "; kept as text";
}

// --- entities ---

// The character of `&#10;` or `&#x0A;`, without `&#` and `;`; 0 if there is none.
char32_t numbered_character(std::string_view digits) {
  const bool hex = !digits.empty() && (digits[0] == 'x' || digits[0] == 'X');
  if (hex) digits.remove_prefix(1);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, hex ? 16 : 10);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return 0;
  const bool surrogate = number >= 0xD800 && number < 0xE000;
  return surrogate || number > 0x10FFFF ? 0 : char32_t{number};
}

// The character that the entity of this name stands for; 0 if there is none.
char32_t entity(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, char>, 5> kNamed = {
      {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}}};
  for (const auto& [known, character] : kNamed) {
    if (name == known) return static_cast<char32_t>(character);
  }
  return name.starts_with('#') ? numbered_character(name.substr(1)) : 0;
}

}  // namespace

std::string typed_json(std::string_view text, const schema::Tool* tool, std::string_view parameter,
                       std::vector<std::string>& warnings) {
  if (tool == nullptr) return as_plain_json(text, true);
  const Expectation expected(tool->parameters.program(), parameter);
  if (expected.types() == type_bit::kAll) return as_plain_json(text, false);
  if (expected.types() == type_bit::kString) return quoted(text);
  std::string chosen = Chooser(text, expected).choose();
  if (!chosen.empty()) return chosen;
  warnings.push_back(warning_for(parameter, expected.types()));
  return quoted(text);
}

std::string_view strip_one_newline(std::string_view text) {
  if (text.starts_with("\r\n")) {
    text.remove_prefix(2);
  } else if (text.starts_with('\n')) {
    text.remove_prefix(1);
  } else {
    return text;
  }
  if (text.ends_with("\r\n")) {
    text.remove_suffix(2);
  } else if (text.ends_with('\n')) {
    text.remove_suffix(1);
  }
  return text;
}

std::string decode_entities(std::string_view text) {
  constexpr std::size_t kLongest = 10;  // &#x10FFFF;
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('&'), text.size());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t end = text.substr(0, kLongest).find(';');
    const char32_t character = end == std::string_view::npos ? 0 : entity(text.substr(1, end - 1));
    std::array<char, 4> bytes{};
    if (character != 0) {
      out.append(bytes.data(), base::encode_utf8(character, bytes.data()));
    } else {
      out += '&';
    }
    text.remove_prefix(character != 0 ? end + 1 : 1);
  }
  return out;
}

std::string unwrap_cdata(std::string_view text) {
  constexpr std::string_view kOpen = "<![CDATA[";
  constexpr std::string_view kClose = "]]>";
  std::string inside;
  std::string_view rest = without_leading_space(text);
  if (!rest.starts_with(kOpen)) return std::string(text);
  for (; !rest.empty(); rest = without_leading_space(rest)) {
    if (!rest.starts_with(kOpen)) return std::string(text);
    rest.remove_prefix(kOpen.size());
    const std::size_t end = std::min(rest.find(kClose), rest.size());
    inside += rest.substr(0, end);
    rest.remove_prefix(std::min(end + kClose.size(), rest.size()));
  }
  return inside;
}

}  // namespace acode::extract
