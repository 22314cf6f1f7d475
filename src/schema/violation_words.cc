// Violations on one line: for a person, and for the model that is to mend its call.
#include <array>
#include <string>
#include <string_view>

#include "acode/json/writer.h"
#include "acode/schema/describe.h"
#include "base/utf8.h"
#include "schema/ascii.h"

namespace acode::schema {
namespace {

constexpr std::size_t kLongestPart = 300;

std::string shortened(std::string_view text) { return base::shortened(text, kLongestPart); }

bool is_root(const Violation& violation) { return violation.where.steps().empty(); }

std::string last_name(const Violation& violation) {
  if (is_root(violation)) return {};
  const json::Pointer::Step& step = violation.where.steps().back();
  const std::string* const name = std::get_if<std::string>(&step);
  std::string out;
  json::write_string_to(out, name != nullptr ? *name : std::to_string(std::get<std::size_t>(step)));
  return out;
}

std::string with_article(const std::string& words) {
  if (words.empty() || words == "null" || words == "nothing" || words.starts_with("any ")) return words;
  return (std::string_view("aeiou").find(words[0]) != std::string_view::npos ? "an " : "a ") + words;
}

// What to do about a wrong type. Quotes around a number are the most common slip of all.
std::string type_order(const Violation& violation) {
  const std::string_view actual = violation.actual;
  const bool wants_string = violation.expected.find("string") != std::string::npos;
  constexpr std::string_view kString = "string \"";
  if (!wants_string && actual.starts_with(kString) && actual.size() > kString.size()) {
    const char first = actual[kString.size()];
    const bool scalar =
        violation.expected == "integer" || violation.expected == "number" || violation.expected == "boolean";
    if (scalar && (detail::is_digit(first) || first == '-' || first == 't' || first == 'f')) {
      return "Give " + with_article(violation.expected) + ", without quotes.";
    }
    if (first == '{' || first == '[' || first == '\\') {
      return "Give " + with_article(violation.expected) + " itself, not a string that holds it.";
    }
  }
  return "Give " + with_article(violation.expected) + ".";
}

struct Order {
  std::string_view keyword;
  std::string_view before;
};

// What stands before what was expected.
constexpr std::array<Order, 14> kOrders = {{
    {"enum", "Use exactly "},
    {"const", "Use exactly "},
    {"minimum", "Give a number that is "},
    {"maximum", "Give a number that is "},
    {"exclusiveMinimum", "Give a number that is "},
    {"exclusiveMaximum", "Give a number that is "},
    {"multipleOf", "Give a number that is "},
    {"minLength", "Give a text of "},
    {"maxLength", "Give a text of "},
    {"minItems", "Give "},
    {"maxItems", "Give "},
    {"minProperties", "Give "},
    {"maxProperties", "Give "},
    {"pattern", "Give "},
}};

std::string order(const Violation& violation) {
  const std::string& keyword = violation.keyword;
  if (keyword == "type") return type_order(violation);
  if (keyword == "required" || keyword == "dependentRequired" || keyword == "dependencies") {
    return "Add " + last_name(violation) + ".";
  }
  if (keyword == "additionalProperties" || keyword == "unevaluatedProperties") {
    const bool others = violation.expected.starts_with("one of");
    return "Remove " + last_name(violation) + (others ? ", or use " + shortened(violation.expected) + "." : ".");
  }
  if (keyword == "uniqueItems") return "Remove the elements that come twice.";
  if (keyword == "unevaluatedItems" || keyword == "false") return "Remove it.";
  for (const Order& entry : kOrders) {
    if (entry.keyword == keyword) return std::string(entry.before) + shortened(violation.expected) + ".";
  }
  return "Give " + shortened(violation.expected) + ".";
}

}  // namespace

std::string for_person(const Violation& violation) {
  const std::string words = shortened(violation.message);
  return is_root(violation) ? words : violation.where.dotted() + ": " + words;
}

std::string for_model(const Violation& violation) { return for_person(violation) + ". " + order(violation); }

}  // namespace acode::schema
