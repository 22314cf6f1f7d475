// Random schemas and values that nearly fit them; see schema_gen.h.
#include "support_gen/schema_gen.h"

#include <array>
#include <string>
#include <utility>

namespace acode::test {

using json::Kind;

namespace {

constexpr std::size_t kDefinitions = 4;

constexpr std::string_view kNames[] = {"a", "b", "c", "foo", "bar", "x1", "x2", "é", "", "a/b", "q~"};
constexpr std::string_view kTexts[] = {"", "a", "b", "ab", "foo", "x1", "x22", "é", "é😀", "aaaa", "12", "A-1", "null"};
constexpr std::string_view kPatterns[] = {"^x",       "\\d",    "a|b",         "^[a-z]+$",    "^.{2,}$", "o$",
                                          "^(a|é)*$", "[^a-z]", "^\\w+-\\d+$", "^(?:foo|é)$", "b?$",     "^a{1,3}$"};
constexpr std::string_view kTypes[] = {"null", "boolean", "integer", "number", "string", "array", "object"};
constexpr std::string_view kSmall[] = {"0", "1", "2", "3", "-1", "-2", "5", "10", "7", "4"};
constexpr std::string_view kSpelled[] = {"1.0", "2.0", "1e0", "1e2", "100", "-0",   "0.0",   "-0.0", "1.5",  "0.5",
                                         "2.5", "0.1", "0.3", "0.7", "1E1", "10.0", "19.99", "0.01", "1e-2", "4.35"};
constexpr std::string_view kOdd[] = {"1e400",
                                     "1e401",
                                     "-1e400",
                                     "1e-400",
                                     "9007199254740993",
                                     "9007199254740992",
                                     "9007199254740993.0",
                                     "1000000000000000000",
                                     "1e18",
                                     "9223372036854775807",
                                     "9223372036854775807.0",
                                     "9223372036854775808",
                                     "18446744073709551616",
                                     "12345678901234567890123",
                                     "12345678901234567890123e2",
                                     "1234567890123456789012300",
                                     "0.10000000000000000001",
                                     "36028797018963968",
                                     "36028797018963968.5"};
constexpr std::string_view kDivisors[] = {"1",   "2",    "3",   "0.1", "0.01", "0.5",
                                          "1.5", "1e-2", "5.0", "10",  "0.7",  "1e2"};

Tree number_of(std::string_view digits) {
  Tree tree;
  tree.kind = Kind::kNumber;
  tree.characters = digits;
  return tree;
}

Tree boolean_of(bool value) {
  Tree tree;
  tree.kind = Kind::kBoolean;
  tree.boolean = value;
  return tree;
}

Tree empty_object() {
  Tree tree;
  tree.kind = Kind::kObject;
  return tree;
}

Tree empty_array() {
  Tree tree;
  tree.kind = Kind::kArray;
  return tree;
}

void set(Tree& object, std::string_view name, Tree value) {
  for (TreeMember& member : object.members) {
    if (member.key != name) continue;
    member.value = std::move(value);
    return;
  }
  object.members.push_back({std::string(name), std::move(value)});
}

Tree random_number(Random& random, bool odd) {
  if (odd && random.one_in(12)) return number_of(random.pick(kOdd));
  return number_of(random.one_in(3) ? random.pick(kSpelled) : random.pick(kSmall));
}

// ---- schemas ---------------------------------------------------------------------------------------------------

/// Makes one schema. `definition` is the number of the definition at hand, or kDefinitions for none.
class SchemaMaker {
 public:
  SchemaMaker(Random& random, const SchemaShape& shape) : random_(random), shape_(shape) {}

  Tree run() {
    Tree root = schema(shape_.max_depth, 0, false);
    if (root.kind != Kind::kObject) root = object_of("not", std::move(root));
    if (!referred_) return root;
    Tree definitions = empty_object();
    for (std::size_t i = 0; i < kDefinitions; ++i) {
      set(definitions, name_of(i), schema(shape_.max_depth - 1, i + 1, false));
    }
    set(root, "$defs", std::move(definitions));
    return root;
  }

 private:
  static std::string name_of(std::size_t definition) { return "d" + std::to_string(definition); }

  /// `lowest`: definitions from this one on may be referred to for the same value. `below`: the schema is for a child
  /// of the value, where each may be.
  Tree schema(std::size_t depth, std::size_t lowest, bool below) {
    if (below) lowest = 0;
    if (depth == 0 || random_.one_in(12)) return leaf(lowest, below);
    Tree tree = empty_object();
    if (random_.one_in(3)) types(tree);
    for (std::size_t i = random_.between(1, 3); i > 0; --i) keywords(tree, depth - 1, lowest, below);
    return tree;
  }

  Tree leaf(std::size_t lowest, bool below) {
    switch (random_.below(6)) {
      case 0:
        return boolean_of(!random_.one_in(4));
      case 1: {
        Tree tree = empty_object();
        reference(tree, lowest, below);
        return tree;
      }
      case 2: {
        Tree tree = empty_object();
        values(tree);
        return tree;
      }
      default: {
        Tree tree = empty_object();
        types(tree);
        if (random_.one_in(2)) numbers(tree);
        if (random_.one_in(3)) strings(tree);
        return tree;
      }
    }
  }

  void keywords(Tree& tree, std::size_t depth, std::size_t lowest, bool below) {
    switch (random_.below(12)) {
      case 0:
        return values(tree);
      case 1:
        return numbers(tree);
      case 2:
        return strings(tree);
      case 3:
      case 4:
        return arrays(tree, depth);
      case 5:
      case 6:
      case 7:
        return objects(tree, depth, lowest);
      case 8:
        return reference(tree, lowest, below);
      default:
        return logic(tree, depth, lowest);
    }
  }

  void types(Tree& tree) {
    if (!random_.one_in(4)) return set(tree, "type", text_of(random_.pick(kTypes)));
    Tree list = empty_array();
    const std::size_t first = random_.below(std::size(kTypes));
    list.elements.push_back(text_of(kTypes[first]));
    list.elements.push_back(text_of(kTypes[(first + random_.between(1, 6)) % std::size(kTypes)]));
    set(tree, "type", std::move(list));
  }

  void values(Tree& tree) {
    if (random_.one_in(2)) return set(tree, "const", random_stock_value(random_, shape_, 2));
    Tree list = empty_array();
    const bool many = random_.one_in(8);  // enough for a table
    for (std::size_t i = many ? 14 : random_.between(1, 4); i > 0; --i) {
      list.elements.push_back(random_stock_value(random_, shape_, 2));
    }
    set(tree, "enum", std::move(list));
  }

  void numbers(Tree& tree) {
    static constexpr std::string_view kBounds[] = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"};
    if (random_.one_in(2)) return set(tree, "multipleOf", number_of(random_.pick(kDivisors)));
    set(tree, random_.pick(kBounds), random_number(random_, shape_.odd_numbers));
  }

  Tree count() {
    static constexpr std::string_view kCounts[] = {"0", "1", "1", "2", "2", "3", "2.0", "1e0", "4", "100"};
    return number_of(random_.pick(kCounts));
  }

  void strings(Tree& tree) {
    if (random_.one_in(2)) return set(tree, "pattern", text_of(random_.pick(kPatterns)));
    set(tree, random_.one_in(2) ? "minLength" : "maxLength", count());
  }

  void arrays(Tree& tree, std::size_t depth) {
    switch (random_.below(shape_.unevaluated ? 7 : 6)) {
      case 0:
        return set(tree, "items", schema(depth, 0, true));
      case 1:
        return set(tree, "prefixItems", list(depth, 0, true));
      case 2:
        set(tree, "contains", schema(depth, 0, true));
        if (random_.one_in(3)) set(tree, "minContains", count());
        if (shape_.more_is_less && random_.one_in(3)) set(tree, "maxContains", count());
        return;
      case 3:
        return set(tree, "uniqueItems", boolean_of(!random_.one_in(5)));
      case 4:
        return set(tree, "minItems", count());
      case 5:
        return set(tree, "maxItems", count());
      default:
        return set(tree, "unevaluatedItems", schema(random_.one_in(2) ? 0 : depth, 0, true));
    }
  }

  void objects(Tree& tree, std::size_t depth, std::size_t lowest) {
    switch (random_.below(shape_.unevaluated ? 12 : 11)) {
      case 0:
      case 1:
      case 2:
        return set(tree, "properties", map(depth, kNames, random_.one_in(10) ? 11 : random_.between(1, 4), 0, true));
      case 3:
        return set(tree, "required", names(random_.between(1, 3)));
      case 4:
        return set(tree, "patternProperties", map(depth, kPatterns, random_.between(1, 2), 0, true));
      case 5:
        return set(tree, "additionalProperties", schema(random_.one_in(2) ? 0 : depth, 0, true));
      case 6:
        return set(tree, "propertyNames", schema(depth, 0, true));
      case 7:
        return set(tree, "minProperties", count());
      case 8:
        return set(tree, "maxProperties", count());
      case 9:
        return set(tree, "dependentRequired", object_of(random_.pick(kNames), names(random_.between(1, 2))));
      case 10:
        return set(tree, "dependentSchemas", map(depth, kNames, random_.between(1, 2), lowest, false));
      default:
        return set(tree, "unevaluatedProperties", schema(random_.one_in(2) ? 0 : depth, 0, true));
    }
  }

  void logic(Tree& tree, std::size_t depth, std::size_t lowest) {
    switch (random_.below(shape_.more_is_less ? 8 : 6)) {
      case 0:
      case 1:
        return set(tree, "allOf", list(depth, lowest, false));
      case 2:
      case 3:
        return set(tree, "anyOf", list(depth, lowest, false));
      case 4:
        return set(tree, "not", schema(depth, lowest, false));
      case 5:
        if (!random_.one_in(8)) set(tree, "if", schema(depth, lowest, false));
        if (!random_.one_in(3)) set(tree, "then", schema(depth, lowest, false));
        if (!random_.one_in(3)) set(tree, "else", schema(depth, lowest, false));
        return;
      default:
        return set(tree, "oneOf", list(depth, lowest, false));
    }
  }

  /// To a definition further on, or, below a keyword about children, to any and to the root.
  void reference(Tree& tree, std::size_t lowest, bool below) {
    if (below && random_.one_in(4)) return set(tree, "$ref", text_of("#"));
    if (lowest >= kDefinitions) return types(tree);
    referred_ = true;
    const std::size_t target = random_.between(lowest, kDefinitions - 1);
    set(tree, "$ref", text_of("#/$defs/" + name_of(target)));
  }

  Tree list(std::size_t depth, std::size_t lowest, bool below) {
    Tree list = empty_array();
    for (std::size_t i = random_.between(1, 3); i > 0; --i) list.elements.push_back(schema(depth, lowest, below));
    return list;
  }

  template <std::size_t kSize>
  Tree map(std::size_t depth, const std::string_view (&keys)[kSize], std::size_t size, std::size_t lowest, bool below) {
    Tree map = empty_object();
    for (std::size_t i = 0; i < size; ++i) set(map, random_.pick(keys), schema(depth, lowest, below));
    return map;
  }

  Tree names(std::size_t size) {
    Tree list = empty_array();
    const std::size_t first = random_.below(std::size(kNames));
    for (std::size_t i = 0; i < size; ++i) list.elements.push_back(text_of(kNames[(first + i) % std::size(kNames)]));
    return list;
  }

  Random& random_;
  const SchemaShape& shape_;
  bool referred_ = false;
};

// ---- values ----------------------------------------------------------------------------------------------------

/// Makes a value after a schema. What keywords ask that stand beside each other is put together where that is easy.
class InstanceMaker {
 public:
  InstanceMaker(Random& random, const Tree& root) : random_(random), root_(root) {}

  Tree run() {
    Tree value = after(root_, 6);
    if (random_.one_in(3)) change(value, 3);
    return value;
  }

 private:
  Tree any(std::size_t depth) { return random_stock_value(random_, shape_, depth); }

  const Tree& target(const Tree& reference) const {
    constexpr std::string_view kHead = "#/$defs/";
    if (reference.characters == "#") return root_;
    const Tree* const definitions = find_member(root_, "$defs");
    const Tree* const found =
        definitions == nullptr ? nullptr
                               : find_member(*definitions, std::string_view(reference.characters).substr(kHead.size()));
    return found == nullptr ? root_ : *found;
  }

  Tree after(const Tree& schema, std::size_t depth) {
    if (depth == 0 || schema.kind != Kind::kObject || schema.members.empty() || random_.one_in(25)) return any(1);
    if (const Tree* const constant = find_member(schema, "const"); constant != nullptr) return respelled(*constant);
    if (const Tree* const list = find_member(schema, "enum"); list != nullptr)
      return respelled(list->elements[random_.below(list->elements.size())]);
    Tree value = of_kind(schema, kind_of(schema), depth);
    for (const TreeMember& member : schema.members) beside(member, value, depth);
    return value;
  }

  /// What the keywords that apply other schemas to the same value add.
  void beside(const TreeMember& member, Tree& value, std::size_t depth) {
    const Tree* other = nullptr;
    if (member.key == "$ref") other = &target(member.value);
    if (member.key == "then" || member.key == "if") other = &member.value;
    if (member.key == "else" && random_.one_in(3)) other = &member.value;
    if (member.key == "anyOf" || member.key == "oneOf")
      other = &member.value.elements[random_.below(member.value.elements.size())];
    if (other != nullptr) merge(value, after(*other, depth - 1));
    if (member.key != "allOf") return;
    for (const Tree& each : member.value.elements) merge(value, after(each, depth - 1));
  }

  void merge(Tree& value, Tree other) {
    if (value.kind == Kind::kObject && other.kind == Kind::kObject) {
      for (TreeMember& member : other.members) set(value, member.key, std::move(member.value));
    } else if (!random_.one_in(3)) {
      value = std::move(other);
    }
  }

  Kind kind_of(const Tree& schema) {
    const Tree* type = find_member(schema, "type");
    if (type != nullptr && type->kind == Kind::kArray) type = &type->elements[random_.below(type->elements.size())];
    if (type == nullptr) return guessed_kind(schema);
    if (type->characters == "integer") return Kind::kNumber;
    for (const Kind kind : {Kind::kNull, Kind::kBoolean, Kind::kNumber, Kind::kString, Kind::kArray, Kind::kObject}) {
      if (json::kind_name(kind) == type->characters) return kind;
    }
    return Kind::kNull;
  }

  /// The kind that one of the keywords is about.
  Kind guessed_kind(const Tree& schema) {
    const std::string& key = schema.members[random_.below(schema.members.size())].key;
    const auto has = [&key](std::string_view part) { return key.find(part) != std::string::npos; };
    if (has("tems") || has("ontains")) return Kind::kArray;
    if (has("ropert") || has("depend") || key == "required") return Kind::kObject;
    if (has("Length") || key == "pattern") return Kind::kString;
    if (has("imum") || key == "multipleOf") return Kind::kNumber;
    static constexpr Kind kKinds[] = {Kind::kNumber, Kind::kString, Kind::kArray, Kind::kObject, Kind::kObject};
    return random_.pick(kKinds);
  }

  Tree of_kind(const Tree& schema, Kind kind, std::size_t depth) {
    switch (kind) {
      case Kind::kBoolean:
        return boolean_of(random_.one_in(2));
      case Kind::kNumber:
        return near_number(schema);
      case Kind::kString:
        return text_of(random_.pick(kTexts));
      case Kind::kArray:
        return array_for(schema, depth);
      case Kind::kObject:
        return object_for(schema, depth);
      case Kind::kNull:
        break;
    }
    return {};
  }

  /// One of the numbers of the schema, or any.
  Tree near_number(const Tree& schema) {
    for (const TreeMember& member : schema.members) {
      if (member.value.kind == Kind::kNumber && member.key.find("im") != std::string::npos && random_.one_in(2))
        return respelled(member.value);
      if (member.key == "multipleOf" && random_.one_in(3)) return member.value;
    }
    return random_number(random_, true);
  }

  /// An integer written as 1.0 or 1e0 at times.
  Tree respelled(Tree value) {
    for (Tree& element : value.elements) element = respelled(std::move(element));
    for (TreeMember& member : value.members) member.value = respelled(std::move(member.value));
    if (value.kind != Kind::kNumber || !random_.one_in(5)) return value;
    if (value.characters.find_first_of(".eE") == std::string::npos) value.characters += random_.one_in(2) ? ".0" : "e0";
    return value;
  }

  Tree array_for(const Tree& schema, std::size_t depth) {
    Tree array = empty_array();
    const Tree* const first = find_member(schema, "prefixItems");
    const Tree* const rest = find_member(schema, "items");
    const Tree* const contained = find_member(schema, "contains");
    const Tree* const left = find_member(schema, "unevaluatedItems");
    for (std::size_t i = 0, size = random_.one_in(12) ? 14 : random_.below(4); i < size; ++i) {
      const bool in_prefix = first != nullptr && i < first->elements.size();
      const Tree* from = in_prefix ? &first->elements[i] : rest;
      if (contained != nullptr && random_.one_in(2)) from = contained;
      if (from == nullptr) from = left;
      array.elements.push_back(from == nullptr ? any(1) : after(*from, depth - 1));
    }
    return array;
  }

  Tree object_for(const Tree& schema, std::size_t depth) {
    Tree object = empty_object();
    if (const Tree* const properties = find_member(schema, "properties"); properties != nullptr) {
      for (const TreeMember& member : properties->members) {
        if (!random_.one_in(4)) set(object, member.key, after(member.value, depth - 1));
      }
    }
    if (const Tree* const required = find_member(schema, "required"); required != nullptr) {
      for (const Tree& name : required->elements) {
        if (find_member(object, name.characters) == nullptr && !random_.one_in(12))
          set(object, name.characters, further(schema, depth));
      }
    }
    for (std::size_t i = random_.below(3); i > 0; --i) {
      const std::string_view name = random_.pick(kNames);
      if (find_member(object, name) == nullptr) set(object, name, further(schema, depth));
    }
    return object;
  }

  /// The value of a property that is not named.
  Tree further(const Tree& schema, std::size_t depth) {
    for (const std::string_view keyword : {"additionalProperties", "unevaluatedProperties"}) {
      if (const Tree* const found = find_member(schema, keyword); found != nullptr) return after(*found, depth - 1);
    }
    if (const Tree* const found = find_member(schema, "patternProperties"); found != nullptr && random_.one_in(2))
      return after(found->members[random_.below(found->members.size())].value, depth - 1);
    return any(1);
  }

  /// Something else somewhere.
  void change(Tree& value, std::size_t depth) {
    if (depth > 0 && !value.elements.empty() && !random_.one_in(3))
      return change(value.elements[random_.below(value.elements.size())], depth - 1);
    if (depth > 0 && !value.members.empty() && !random_.one_in(3))
      return change(value.members[random_.below(value.members.size())].value, depth - 1);
    if (!value.members.empty() && random_.one_in(2)) {
      value.members.erase(value.members.begin() + static_cast<std::ptrdiff_t>(random_.below(value.members.size())));
    } else if (!value.elements.empty() && random_.one_in(2)) {
      value.elements.push_back(value.elements[random_.below(value.elements.size())]);
    } else {
      value = any(2);
    }
  }

  Random& random_;
  const Tree& root_;
  SchemaShape shape_{};
};

}  // namespace

const Tree* find_member(const Tree& object, std::string_view name) {
  for (const TreeMember& member : object.members) {
    if (member.key == name) return &member.value;
  }
  return nullptr;
}

Tree object_of(std::string_view name, Tree value) {
  Tree tree = empty_object();
  tree.members.push_back({std::string(name), std::move(value)});
  return tree;
}

Tree array_of(std::vector<Tree> elements) {
  Tree tree = empty_array();
  tree.elements = std::move(elements);
  return tree;
}

Tree text_of(std::string_view characters) {
  Tree tree;
  tree.kind = Kind::kString;
  tree.characters = characters;
  return tree;
}

Tree random_stock_value(Random& random, const SchemaShape& shape, std::size_t max_depth) {
  switch (random.below(max_depth == 0 ? 7 : 10)) {
    case 0:
      return {};
    case 1:
      return boolean_of(random.one_in(2));
    case 2:
    case 3:
    case 4:
      return random_number(random, shape.odd_numbers);
    case 5:
    case 6:
      return text_of(random.pick(kTexts));
    case 7: {
      Tree array = empty_array();
      for (std::size_t i = random.below(4); i > 0; --i)
        array.elements.push_back(random_stock_value(random, shape, max_depth - 1));
      return array;
    }
    default: {
      Tree object = empty_object();
      for (std::size_t i = random.below(4); i > 0; --i)
        set(object, random.pick(kNames), random_stock_value(random, shape, max_depth - 1));
      return object;
    }
  }
}

Tree random_schema(Random& random, const SchemaShape& shape) { return SchemaMaker(random, shape).run(); }

Tree random_instance(Random& random, const Tree& schema) { return InstanceMaker(random, schema).run(); }

Tree shuffled_members(Random& random, Tree tree) {
  for (std::size_t i = tree.members.size(); i > 1; --i) std::swap(tree.members[i - 1], tree.members[random.below(i)]);
  for (TreeMember& member : tree.members) member.value = shuffled_members(random, std::move(member.value));
  for (Tree& element : tree.elements) element = shuffled_members(random, std::move(element));
  return tree;
}

Tree with_rivals(Random& random, Tree tree) {
  for (Tree& element : tree.elements) element = with_rivals(random, std::move(element));
  std::vector<TreeMember> members;
  for (TreeMember& member : tree.members) {
    // Somewhere in front, so that it is overruled.
    if (random.one_in(3)) {
      const auto where = static_cast<std::ptrdiff_t>(random.below(members.size() + 1));
      members.insert(members.begin() + where, TreeMember{member.key, random_stock_value(random, {}, 2)});
    }
    members.push_back({std::move(member.key), with_rivals(random, std::move(member.value))});
  }
  tree.members = std::move(members);
  return tree;
}

}  // namespace acode::test
