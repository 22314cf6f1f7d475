// Putting validation errors into words.
#include "schema/explain.h"

#include <algorithm>
#include <array>

#include "acode/json/writer.h"
#include "base/utf8.h"

namespace acode::schema::detail {
namespace {

using base::shortened;
using json::Kind;
using json::Value;

constexpr std::size_t kMostText = 60;    // bytes of a value that are shown
constexpr std::size_t kMostListed = 12;  // values of an enumeration, names of alternatives

std::string kind_words(Value value) {
  if (value.is_number()) return is_integer(value) ? "integer" : "number";
  return std::string(json::kind_name(value.kind()));
}

std::string counted(std::size_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

std::string list(const std::vector<Value>& values) {
  std::string out;
  for (std::size_t i = 0; i < values.size() && i < kMostListed; ++i)
    out += (i == 0 ? "" : ", ") + short_text(values[i]);
  if (values.size() > kMostListed) out += ", … (" + std::to_string(values.size()) + " in all)";
  return out;
}

// The type that a schema gives for a property, if it is a single one.
std::string_view declared_type(Value schema, std::string_view name) {
  const auto properties = schema.find("properties");
  if (!properties) return {};
  const auto property = properties->find(name);
  if (!property) return {};
  const auto type = property->find("type");
  return type ? type->as_string() : std::string_view{};
}

struct Name {
  std::string_view keyword;
  std::string_view words;
};

// What stands before the number that a keyword is set to.
std::string_view words_before(std::string_view keyword) {
  static constexpr std::array kNames = {
      Name{"minimum", "at least "},           Name{"maximum", "at most "},
      Name{"exclusiveMinimum", "more than "}, Name{"exclusiveMaximum", "less than "},
      Name{"multipleOf", "a multiple of "},   Name{"minLength", "at least "},
      Name{"maxLength", "at most "},          Name{"minItems", "at least "},
      Name{"maxItems", "at most "},           Name{"minProperties", "at least "},
      Name{"maxProperties", "at most "},
  };
  const auto* const found =
      std::find_if(kNames.begin(), kNames.end(), [keyword](const Name& name) { return name.keyword == keyword; });
  return found == kNames.end() ? std::string_view{} : found->words;
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string out;
  json::write_string_to(out, text);
  return out;
}

std::string type_words(std::uint8_t types) {
  if (types == type_bit::kAll) return "any value";
  static constexpr std::array<std::pair<std::uint8_t, std::string_view>, 7> kWords = {{
      {type_bit::kString, "string"},
      {type_bit::kNumber, "number"},
      {type_bit::kInteger, "integer"},
      {type_bit::kBoolean, "boolean"},
      {type_bit::kArray, "array"},
      {type_bit::kObject, "object"},
      {type_bit::kNull, "null"},
  }};
  std::string out;
  for (const auto& [bits, word] : kWords) {
    if ((types & bits) != bits) continue;
    types = static_cast<std::uint8_t>(types & ~bits);
    out += (out.empty() ? "" : " or ") + std::string(word);
  }
  return out.empty() ? "nothing" : out;
}

std::string short_text(Value value) {
  switch (value.kind()) {
    case Kind::kString: {
      const std::string_view text = value.as_string();
      if (text.size() <= kMostText) return quoted(text);
      return quoted(shortened(text, kMostText));
    }
    case Kind::kArray:
      return value.size() == 0 ? "[]" : "[…]";
    case Kind::kObject:
      return value.size() == 0 ? "{}" : "{…}";
    default:
      return shortened(json::write(value), kMostText);
  }
}

std::string actual_words(Value value) {
  switch (value.kind()) {
    case Kind::kNull:
      return "null";
    case Kind::kArray:
      return "array of " + counted(value.size(), "element");
    case Kind::kObject:
      return "object with " + (value.size() == 1 ? "1 property" : std::to_string(value.size()) + " properties");
    default:
      return kind_words(value) + " " + short_text(value);
  }
}

void Reporter::add(NodeId node, Value value, std::string_view keyword, std::string expected, std::string actual,
                   std::string message) {
  if (full()) return;
  Violation violation{path_, std::string(keyword), {}, std::move(expected), std::move(actual), std::move(message)};
  if (node != kNone && node > kNothing) {
    violation.schema = program_.location(program_.nodes[node]);
    violation.schema.push(keyword);
  }
  findings_.push_back({std::move(violation), node, value.index()});
}

// What a keyword is set to.
std::string Reporter::setting(NodeId node, std::string_view keyword) const {
  const auto set = program_.source(program_.nodes[node]).find(keyword);
  return set ? short_text(*set) : std::string();
}

void Reporter::never(NodeId node, Value value) {
  add(node, value, "false", "nothing", actual_words(value), "no value is allowed here");
}

void Reporter::too_much(NodeId node, Value value) {
  add(node, value, "limit", "a value that can be checked with bounded work", actual_words(value),
      "checking this value against this schema would take too long; it counts as not valid");
}

void Reporter::type(NodeId node, Value value) {
  const std::string expected = type_words(program_.nodes[node].types);
  const std::string actual = actual_words(value);
  add(node, value, "type", expected, actual, "expected " + expected + ", got " + actual);
}

void Reporter::not_among(NodeId node, Value value, const ValueSet& set) {
  const std::string actual = actual_words(value);
  const std::string expected = set.is_const ? short_text(set.values[0]) : "one of " + list(set.values);
  add(node, value, set.is_const ? "const" : "enum", expected, actual, "expected " + expected + ", got " + actual);
}

void Reporter::number(NodeId node, Value value, std::string_view keyword) {
  const std::string expected = std::string(words_before(keyword)) + setting(node, keyword);
  const std::string actual = short_text(value);
  add(node, value, keyword, expected, actual, "expected " + expected + ", got " + actual);
}

void Reporter::length(NodeId node, Value value, std::uint64_t length, std::string_view keyword) {
  const std::string expected = std::string(words_before(keyword)) + setting(node, keyword) + " characters";
  const std::string actual = counted(length, "character");
  add(node, value, keyword, expected, actual, "expected " + expected + ", got " + actual);
}

void Reporter::pattern(NodeId node, Value value, bool gave_up) {
  const std::string expected = "a match of the pattern " + setting(node, "pattern");
  const std::string actual = actual_words(value);
  add(node, value, "pattern", expected, actual,
      gave_up ? "matching the pattern took too long; the value counts as not valid"
              : "expected " + expected + ", got " + actual);
}

void Reporter::format(NodeId node, Value value, std::string_view name) {
  const std::string actual = actual_words(value);
  add(node, value, "format", "format " + std::string(name), actual, actual + " is no " + std::string(name));
}

void Reporter::size(NodeId node, Value value, std::string_view keyword) {
  const bool items = value.is_array();
  const std::string expected =
      std::string(words_before(keyword)) + setting(node, keyword) + (items ? " elements" : " properties");
  const std::string actual = actual_words(value);
  add(node, value, keyword, expected, actual, "expected " + expected + ", got " + actual);
}

void Reporter::unique(NodeId node, Value value) {
  add(node, value, "uniqueItems", "elements that are all different", "an element that comes twice",
      "two elements are equal");
}

void Reporter::contains(NodeId node, Value value, std::uint64_t count) {
  const ArrayRule& rule = program_.arrays[program_.nodes[node].array];
  const bool few = count < rule.min_contains;
  const std::string_view keyword = !few                                   ? "maxContains"
                                   : setting(node, "minContains").empty() ? "contains"
                                                                          : "minContains";
  const std::string expected =
      (few ? "at least " + counted(rule.min_contains, "element") : "at most " + counted(rule.max_contains, "element")) +
      " of the kind that \"contains\" tells";
  const std::string actual = std::to_string(count);
  add(node, value, keyword, expected, actual, "expected " + expected + ", got " + actual);
}

void Reporter::extra_item(NodeId node, std::size_t position, Value element) {
  enter(position);
  add(node, element, "unevaluatedItems", "no further elements", actual_words(element),
      "the schema has no place for this element");
  leave();
}

void Reporter::missing(NodeId node, Value object, std::string_view name) {
  enter(name);
  const std::string_view type = declared_type(program_.source(program_.nodes[node]), name);
  add(node, object, "required", type.empty() ? "a value" : std::string(type), "missing",
      "the property " + quoted(name) + " is missing");
  leave();
}

void Reporter::extra(NodeId node, const json::Member& member, std::string_view keyword, bool by_us) {
  const Node& at = program_.nodes[node];
  std::vector<std::string_view> names;
  for (const Property& property : program_.objects[at.object].properties) names.push_back(property.name);
  std::string known;
  for (std::size_t i = 0; i < names.size() && i < kMostListed; ++i)
    known += (i == 0 ? "" : ", ") + std::string(names[i]);
  if (names.size() > kMostListed) known += ", …";
  enter(member.name);
  add(node, member.value, keyword, known.empty() ? "no further property" : "one of the properties " + known,
      "property " + quoted(member.name),
      "the schema does not " + std::string(by_us ? "name" : "allow") + " the property " + quoted(member.name));
  leave();
}

void Reporter::name(NodeId node, const json::Member& member) {
  enter(member.name);
  const auto asked = program_.source(program_.nodes[node]).find("propertyNames");
  add(node, member.value, "propertyNames",
      asked ? "a name that fits " + shortened(json::write(*asked), kMostText) : "another name",
      "property " + quoted(member.name), "the name " + quoted(member.name) + " is not allowed");
  leave();
}

void Reporter::depends(NodeId node, Value object, std::string_view because, std::string_view name) {
  enter(name);
  const bool old = program_.source(program_.nodes[node]).find("dependentRequired") == std::nullopt;
  add(node, object, old ? "dependencies" : "dependentRequired", "a value, since " + quoted(because) + " is there",
      "missing", "the property " + quoted(name) + " is missing, which must be there with " + quoted(because));
  leave();
}

void Reporter::several(NodeId node, Value value, std::size_t held) {
  add(node, value, "oneOf", "exactly one of the alternatives", std::to_string(held) + " of them",
      "the value fits " + std::to_string(held) + " of the alternatives, and should fit one only");
}

void Reporter::negated(NodeId node, Value value) {
  add(node, value, "not", "a value that the schema under \"not\" refuses", actual_words(value),
      "the value is of the kind that is excluded here");
}

// The branch with the fewest complaints is what was meant, if it is one and if the value has its type.
void Reporter::branches(NodeId node, Value value, std::string_view keyword,
                        const std::vector<std::vector<Finding>>& reasons) {
  const std::size_t depth = path_.steps().size();
  const auto wrong_type = [depth](const std::vector<Finding>& findings) {
    return std::any_of(findings.begin(), findings.end(), [depth](const Finding& finding) {
      const Violation& violation = finding.violation;
      return violation.where.steps().size() == depth && (violation.keyword == "type" || violation.keyword == "false");
    });
  };
  std::vector<std::string> alternatives;
  const std::vector<Finding>* nearest = nullptr;
  bool unique = false;
  for (const std::vector<Finding>& findings : reasons) {
    if (findings.empty()) continue;
    if (wrong_type(findings)) {
      const std::string& expected = findings[0].violation.expected;
      if (std::find(alternatives.begin(), alternatives.end(), expected) == alternatives.end())
        alternatives.push_back(expected);
      continue;
    }
    if (nearest == nullptr || findings.size() < nearest->size()) {
      nearest = &findings;
      unique = true;
    } else if (findings.size() == nearest->size()) {
      unique = false;
    }
  }
  if (nearest != nullptr && unique) {
    for (const Finding& finding : *nearest) {
      if (!full()) findings_.push_back(finding);
    }
    return;
  }
  std::string expected;
  for (std::size_t i = 0; i < alternatives.size() && i < kMostListed; ++i)
    expected += (i == 0 ? "" : " or ") + alternatives[i];
  if (expected.empty() || nearest != nullptr) expected = "one of " + counted(reasons.size(), "alternative");
  const std::string actual = actual_words(value);
  std::string message = "expected " + expected + ", got " + actual;
  if (nearest != nullptr)
    message = "the value fits none of the alternatives; the first: " + nearest->front().violation.message;
  add(node, value, keyword, expected, actual, message);
}

}  // namespace acode::schema::detail
