// "READ " → "read", where that is the only value of the enumeration that it can be.
#include <algorithm>

#include "acode/json/writer.h"
#include "coerce/rule.h"
#include "schema/explain.h"

namespace acode::coerce {
namespace {

using schema::detail::kNone;
using schema::detail::ValueSet;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_white(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Small letters, and one space for any white space between words.
std::string folded(std::string_view text) {
  std::string out;
  for (const char c : trimmed(text)) {
    if (!is_white(c)) {
      out += lower(c);
    } else if (out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

const ValueSet* set_of(const Case& which) {
  const schema::detail::Node& node = which.program.nodes[which.node];
  const std::uint32_t set = node.values != kNone ? node.values : node.constant;
  return set == kNone ? nullptr : &which.program.values[set];
}

}  // namespace

std::optional<Proposal> enum_spelling(const Case& which) {
  const ValueSet* const set = set_of(which);
  if (set == nullptr || !which.value.is_string()) return std::nullopt;
  const std::string wanted = folded(which.value.as_string());
  const auto fits = [&wanted](std::string_view text) { return folded(text) == wanted; };
  const auto found = std::find_if(set->strings.begin(), set->strings.end(), fits);
  if (found == set->strings.end() || std::find_if(found + 1, set->strings.end(), fits) != set->strings.end()) {
    return std::nullopt;
  }
  std::string json;
  json::write_string_to(json, *found);
  std::string words = schema::detail::actual_words(which.value) + " changed to " + json;
  return Proposal{std::move(json), std::move(words)};
}

}  // namespace acode::coerce
