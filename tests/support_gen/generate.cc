// Random trees and their texts; see generate.h. The mutators are in mutate.cc.
#include "support_gen/generate.h"

#include <cstdint>
#include <cstdio>
#include <utility>

namespace acode::test {

using json::Kind;

namespace {

// ---- characters ------------------------------------------------------------------------------------------------

void append_utf8(std::string& out, std::uint32_t point) {
  const auto byte = [&](std::uint32_t bits) { out += static_cast<char>(static_cast<unsigned char>(bits)); };
  if (point < 0x80) {
    byte(point);
  } else if (point < 0x800) {
    byte(0xc0 | (point >> 6));
    byte(0x80 | (point & 0x3f));
  } else if (point < 0x10000) {
    byte(0xe0 | (point >> 12));
    byte(0x80 | ((point >> 6) & 0x3f));
    byte(0x80 | (point & 0x3f));
  } else {
    byte(0xf0 | (point >> 18));
    byte(0x80 | ((point >> 12) & 0x3f));
    byte(0x80 | ((point >> 6) & 0x3f));
    byte(0x80 | (point & 0x3f));
  }
}

/// A code point, with a liking for those at the edges of the encodings.
std::uint32_t random_point(Random& random) {
  static constexpr std::uint32_t kEdges[] = {0,      0x1f,   0x20,   0x22,    0x5c,    0x7f,
                                             0x80,   0x7ff,  0x800,  0xd7ff,  0xe000,  0xfffd,
                                             0xfeff, 0xffff, 0x2028, 0x10000, 0x1f600, 0x10ffff};
  switch (random.below(8)) {
    case 0:
      return random.pick(kEdges);
    case 1:
      return static_cast<std::uint32_t>(random.below(0x20));
    case 2:
      return static_cast<std::uint32_t>(random.between(0x80, 0x7ff));
    case 3:
      return static_cast<std::uint32_t>(random.between(0x4e00, 0x9fff));
    case 4:
      return static_cast<std::uint32_t>(random.between(0x10000, 0x10ffff));
    default:
      return static_cast<std::uint32_t>(random.between(0x20, 0x7e));
  }
}

std::string random_characters(Random& random, std::size_t max_size) {
  std::string out;
  const std::size_t size = random.below(max_size + 1);
  const bool plain = random.one_in(2);
  for (std::size_t i = 0; i < size; ++i) {
    if (plain) {
      out += random.pick_char("abcdefghijklmnopqrstuvwxyz  ABC_-.,:;/0123456789{}[]'");
    } else {
      append_utf8(out, random_point(random));
    }
  }
  return out;
}

// ---- numbers ---------------------------------------------------------------------------------------------------

std::string random_digits(Random& random, std::size_t count) {
  std::string digits(1, random.pick_char("123456789"));
  while (digits.size() < count) digits += random.pick_char("0123456789");
  return digits;
}

std::string random_exponent(Random& random, bool huge) {
  std::string exponent(1, random.pick_char("eE"));
  if (random.one_in(2)) exponent += random.pick_char("+-");
  return exponent + std::to_string(random.below(huge ? 2000 : 30));
}

std::string random_number(Random& random, bool huge) {
  static constexpr std::string_view kEdges[] = {"0",
                                                "-0",
                                                "1",
                                                "-1",
                                                "127",
                                                "2147483647",
                                                "-2147483648",
                                                "4294967296",
                                                "18014398509481983",
                                                "18014398509481984",
                                                "-18014398509481984",
                                                "-18014398509481985",
                                                "36028797018963967",
                                                "36028797018963968",
                                                "-36028797018963968",
                                                "-36028797018963969",
                                                "9007199254740993",
                                                "9223372036854775807",
                                                "-9223372036854775808",
                                                "9223372036854775808",
                                                "18446744073709551615",
                                                "0.1",
                                                "1.0",
                                                "-0.0",
                                                "0e0",
                                                "1E400",
                                                "4.9e-324",
                                                "1.7976931348623157e308",
                                                "18446744073709551616",
                                                "-9223372036854775809"};
  // The edges that no 64-bit integer and no double can hold stand where only the huge ones may be drawn.
  if (random.one_in(3)) {
    const std::string_view edge = random.pick(kEdges);
    const bool beyond = edge == "1E400" || edge == "18446744073709551616" || edge == "-9223372036854775809";
    return std::string(huge || !beyond ? edge : "7");
  }
  std::string number = random.one_in(3) ? "-" : "";
  number += random.one_in(5) ? "0" : random_digits(random, random.between(1, huge && random.one_in(4) ? 60 : 18));
  if (random.one_in(3)) number += "." + random_digits(random, random.between(1, 12));
  if (random.one_in(4)) number += random_exponent(random, huge);
  return number;
}

// ---- trees -----------------------------------------------------------------------------------------------------

Tree string_tree(std::string characters) {
  Tree tree;
  tree.kind = Kind::kString;
  tree.characters = std::move(characters);
  return tree;
}

Tree number_tree(std::string digits) {
  Tree tree;
  tree.kind = Kind::kNumber;
  tree.characters = std::move(digits);
  return tree;
}

Tree random_scalar(Random& random, const TreeShape& shape) {
  Tree tree;
  switch (random.below(7)) {
    case 0:
      return tree;
    case 1:
      tree.kind = Kind::kBoolean;
      tree.boolean = random.one_in(2);
      return tree;
    case 2:
    case 3:
      return number_tree(random_number(random, shape.huge_numbers));
    default:
      return string_tree(random_characters(random, shape.max_string));
  }
}

std::string random_key(Random& random, const TreeShape& shape, const Tree& object) {
  if (shape.duplicate_keys && !object.members.empty() && random.one_in(12)) {
    return object.members[random.below(object.members.size())].key;
  }
  std::string key = random_characters(random, 10);
  if (!shape.duplicate_keys) key += std::to_string(object.members.size());
  return key;
}

std::string random_word(Random& random) {
  static constexpr std::string_view kWords[] = {
      "path",    "content", "query", "limit", "options", "name", "id",   "tags", "start",     "end",     "items",
      "command", "file",    "text",  "url",   "filter",  "note", "date", "user", "recursive", "timeout", "n"};
  return std::string(random.pick(kWords));
}

std::string random_prose(Random& random) {
  static constexpr std::string_view kProse[] = {"src/main.cc",
                                                "C:\\Users\\me\\new.txt",
                                                "He said \"hello\" to me",
                                                "It's fine, isn't it?",
                                                "a, b: c; {d} [e]",
                                                "def f(x):\n    return {\"a\": x[0], 'b': None}\n",
                                                "<a href=\"/x\">y</a>",
                                                "^\\d+\\s*(\\w+)$",
                                                "50% of $1,234.50",
                                                "https://example.org/a?b=c&d=[e]#f",
                                                "line one\nline two\n\tindented",
                                                "1:1 — Zoë",
                                                "日本語のテキスト",
                                                "",
                                                "// not a comment /* nor this */",
                                                "if (a[\"b\"] == '}') { c = \"}\"; }",
                                                "2024-10-18T09:30:00Z",
                                                "true",
                                                "42",
                                                "```json\n{\"x\": 1}\n```",
                                                "{\"nested\": [1, 2, \"three\"]}"};
  return std::string(random.pick(kProse));
}

Tree argument_value(Random& random, std::size_t depth) {
  Tree tree;
  switch (random.below(depth > 2 ? 6 : 8)) {
    case 0:
      return number_tree(std::to_string(random.below(10000)));
    case 1:
      tree.kind = Kind::kBoolean;
      tree.boolean = random.one_in(2);
      return tree;
    case 2:
      return random.one_in(4) ? tree : number_tree(random_number(random, false));
    case 6:
      tree.kind = Kind::kArray;
      for (std::size_t i = random.below(4); i > 0; --i) tree.elements.push_back(argument_value(random, depth + 1));
      return tree;
    case 7:
      tree.kind = Kind::kObject;
      for (std::size_t i = random.below(4); i > 0; --i) {
        std::string key = random_word(random) + std::to_string(i);
        tree.members.push_back({std::move(key), argument_value(random, depth + 1)});
      }
      return tree;
    default:
      return string_tree(random_prose(random));
  }
}

// ---- texts -----------------------------------------------------------------------------------------------------

void append_space(Random& random, std::string& out) {
  if (!random.one_in(4)) return;
  for (std::size_t i = random.between(1, 3); i > 0; --i) out += random.pick_char(" \t\r\n ");
}

void append_unit(std::string& out, std::uint32_t unit, bool upper) {
  char escape[8];
  std::snprintf(escape, sizeof escape, upper ? "\\u%04X" : "\\u%04x", unit);
  out += escape;
}

void append_unicode_escape(Random& random, std::string& out, std::uint32_t point) {
  const bool upper = random.one_in(2);
  if (point < 0x10000) {
    append_unit(out, point, upper);
  } else {
    append_unit(out, 0xd800 + ((point - 0x10000) >> 10), upper);
    append_unit(out, 0xdc00 + ((point - 0x10000) & 0x3ff), upper);
  }
}

/// The letter of the two-character escape for this byte, or 0 if it has none.
char short_escape(char c) {
  static constexpr std::string_view kFrom = "\"\\/\b\f\n\r\t";
  static constexpr std::string_view kTo = "\"\\/bfnrt";
  const std::size_t found = kFrom.find(c);
  return found == std::string_view::npos ? '\0' : kTo[found];
}

/// Takes one code point off the front of valid UTF-8.
std::uint32_t take_point(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  std::uint32_t point = size == 1 ? lead : lead & (0xffU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) point = (point << 6) | (static_cast<unsigned char>(text[i]) & 0x3fU);
  text.remove_prefix(size);
  return point;
}

/// `eagerness` 0 escapes only what must be; n escapes one in n of the rest.
void append_string(Random& random, std::string& out, std::string_view characters, std::size_t eagerness) {
  out += '"';
  while (!characters.empty()) {
    const std::string_view before = characters;
    const std::uint32_t point = take_point(characters);
    const std::string_view bytes = before.substr(0, before.size() - characters.size());
    const bool must = point < 0x20 || point == '"' || point == '\\';
    const char letter = bytes.size() == 1 ? short_escape(bytes.front()) : '\0';
    const bool wants = must || (eagerness > 0 && random.one_in(eagerness));
    if (!wants) {
      out += bytes;
    } else if (letter != '\0' && (eagerness == 0 || random.one_in(2))) {
      out += '\\';
      out += letter;
    } else {
      append_unicode_escape(random, out, point);
    }
  }
  out += '"';
}

void append_spelled(Random& random, std::string& out, const Tree& tree);

void append_members(Random& random, std::string& out, const Tree& tree) {
  bool first = true;
  for (const auto& [key, value] : tree.members) {
    if (!first) out += ',';
    first = false;
    append_space(random, out);
    append_string(random, out, key, 8);
    append_space(random, out);
    out += ':';
    append_spelled(random, out, value);
  }
}

void append_elements(Random& random, std::string& out, const Tree& tree) {
  bool first = true;
  for (const Tree& element : tree.elements) {
    if (!first) out += ',';
    first = false;
    append_spelled(random, out, element);
  }
}

void append_literal(std::string& out, const Tree& tree) {
  if (tree.kind == Kind::kNumber) out += tree.characters;
  if (tree.kind == Kind::kNull) out += "null";
  if (tree.kind == Kind::kBoolean) out += tree.boolean ? "true" : "false";
}

void append_spelled(Random& random, std::string& out, const Tree& tree) {
  append_space(random, out);
  if (tree.kind == Kind::kArray) {
    out += '[';
    append_elements(random, out, tree);
    append_space(random, out);
    out += ']';
  } else if (tree.kind == Kind::kObject) {
    out += '{';
    append_members(random, out, tree);
    append_space(random, out);
    out += '}';
  } else if (tree.kind == Kind::kString) {
    append_string(random, out, tree.characters, 8);
  } else {
    append_literal(out, tree);
  }
  append_space(random, out);
}

void append_break(std::string& out, std::size_t indent, std::size_t depth) {
  if (indent == 0) return;
  out += '\n';
  out.append(indent * depth, ' ');
}

void append_plain(std::string& out, const Tree& tree, std::size_t indent, std::size_t depth) {
  Random unused(0);
  const std::string_view separator = indent == 0 ? ", " : ",";
  bool first = true;
  const auto begin_child = [&] {
    if (!first) out += separator;
    first = false;
    append_break(out, indent, depth + 1);
  };
  if (tree.kind == Kind::kArray) {
    out += '[';
    for (const Tree& element : tree.elements) {
      begin_child();
      append_plain(out, element, indent, depth + 1);
    }
    if (!first) append_break(out, indent, depth);
    out += ']';
  } else if (tree.kind == Kind::kObject) {
    out += '{';
    for (const auto& [key, value] : tree.members) {
      begin_child();
      append_string(unused, out, key, 0);
      out += ": ";
      append_plain(out, value, indent, depth + 1);
    }
    if (!first) append_break(out, indent, depth);
    out += '}';
  } else if (tree.kind == Kind::kString) {
    append_string(unused, out, tree.characters, 0);
  } else {
    append_literal(out, tree);
  }
}

bool same_elements(json::Value value, const Tree& tree) {
  std::size_t i = 0;
  for (const json::Value element : value.elements()) {
    if (i == tree.elements.size() || !same(element, tree.elements[i])) return false;
    ++i;
  }
  return i == tree.elements.size() && value.size() == i;
}

bool same_members(json::Value value, const Tree& tree) {
  std::size_t i = 0;
  for (const json::Member member : value.members()) {
    if (i == tree.members.size()) return false;
    const auto& [key, expected] = tree.members[i];
    if (member.name != key || !same(member.value, expected)) return false;
    ++i;
  }
  return i == tree.members.size() && value.size() == i;
}

}  // namespace

Tree random_tree(Random& random, const TreeShape& shape) {
  if (shape.max_depth == 0 || random.one_in(3)) return random_scalar(random, shape);
  TreeShape below = shape;
  --below.max_depth;
  Tree tree;
  tree.kind = random.one_in(2) ? Kind::kArray : Kind::kObject;
  for (std::size_t i = random.below(shape.max_children + 1); i > 0; --i) {
    if (tree.kind == Kind::kArray) {
      tree.elements.push_back(random_tree(random, below));
    } else {
      std::string key = random_key(random, shape, tree);
      tree.members.push_back({std::move(key), random_tree(random, below)});
    }
  }
  return tree;
}

Tree deep_tree(Random& random, std::size_t depth) {
  Tree tree;
  for (std::size_t i = 0; i < depth; ++i) {
    Tree outer;
    if (random.one_in(2)) {
      outer.kind = Kind::kArray;
      if (i > 0) outer.elements.push_back(std::move(tree));
    } else {
      outer.kind = Kind::kObject;
      if (i > 0) outer.members.push_back({"a", std::move(tree)});
    }
    tree = std::move(outer);
  }
  return tree;
}

Tree tool_arguments(Random& random) {
  Tree tree;
  tree.kind = Kind::kObject;
  for (std::size_t i = random.between(1, 5); i > 0; --i) {
    std::string key = random_word(random) + (i > 3 ? std::to_string(i) : "");
    tree.members.push_back({std::move(key), argument_value(random, 0)});
  }
  return tree;
}

std::string spell(Random& random, const Tree& tree) {
  std::string out;
  append_spelled(random, out, tree);
  return out;
}

std::string spell_plainly(const Tree& tree, std::size_t indent) {
  std::string out;
  append_plain(out, tree, indent, 0);
  return out;
}

bool same(json::Value value, const Tree& tree) {
  if (value.kind() != tree.kind) return false;
  switch (tree.kind) {
    case Kind::kNull:
      return true;
    case Kind::kBoolean:
      return value.as_bool() == tree.boolean;
    case Kind::kNumber:
      return value.number_text() == tree.characters;
    case Kind::kString:
      return value.as_string() == tree.characters;
    case Kind::kArray:
      return same_elements(value, tree);
    case Kind::kObject:
      return same_members(value, tree);
  }
  return false;
}

std::string random_soup(Random& random, std::size_t max_size) {
  static constexpr std::string_view kPieces[] = {"{",
                                                 "}",
                                                 "[",
                                                 "]",
                                                 ":",
                                                 ",",
                                                 "\"",
                                                 "'",
                                                 "\\",
                                                 "/",
                                                 "\n",
                                                 " ",
                                                 "a",
                                                 "key",
                                                 "\"k\":",
                                                 "\"v\"",
                                                 "1",
                                                 "-",
                                                 ".",
                                                 "e",
                                                 "0",
                                                 "true",
                                                 "false",
                                                 "null",
                                                 "None",
                                                 "nan",
                                                 "//",
                                                 "/*",
                                                 "*/",
                                                 "#",
                                                 "```",
                                                 "```json\n",
                                                 "...",
                                                 "+",
                                                 "(",
                                                 ")",
                                                 "<",
                                                 ">",
                                                 "\\u00e9",
                                                 "\\ud83d",
                                                 "\\ude00",
                                                 "\\n",
                                                 "\\x",
                                                 "\t",
                                                 "\xc3\xa9",
                                                 "\xe2\x80\x9c",
                                                 "\xe2\x80\x9d",
                                                 "\xff",
                                                 "\xef\xbb\xbf",
                                                 "`",
                                                 "=>",
                                                 "=",
                                                 ";",
                                                 "undefined",
                                                 "{\"a\": 1}",
                                                 "[1, 2]",
                                                 "\"\"\"",
                                                 "\xc2\xa0",
                                                 "\x01"};
  std::string out;
  const std::size_t size = random.below(max_size + 1);
  while (out.size() < size) out += random.pick(kPieces);
  return out;
}

std::string random_bytes(Random& random, std::size_t max_size) {
  std::string out(random.below(max_size + 1), '\0');
  for (char& c : out) c = static_cast<char>(random.below(256));
  return out;
}

}  // namespace acode::test
