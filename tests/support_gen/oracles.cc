// Comparing with simdjson and nlohmann; see oracles.h.
#include "support_gen/oracles.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "acode/json/reader.h"
#include "support_gen/laws.h"
#include "support_gen/laws_internal.h"

// The libraries' headers do not live by our warnings.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wcast-align"
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wundef"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <simdjson.h>

#include <nlohmann/json.hpp>
#pragma GCC diagnostic pop

namespace acode::test {

namespace {

namespace dom = simdjson::dom;

bool is_written_as_integer(json::Value number) {
  return number.number_text().find_first_of(".eE") == std::string::npos;
}

/// A number that a double cannot hold: both libraries refuse it, while the grammar has no bounds.
bool is_beyond_double(json::Value number) { return !std::isfinite(number.as_double()); }

/// simdjson also refuses integers that fit neither signed nor unsigned 64 bits.
bool is_beyond_simdjson(json::Value number) {
  const bool is_wide = is_written_as_integer(number) && !number.as_int64() && !number.as_uint64();
  return is_wide || is_beyond_double(number);
}

bool any_number(json::Value value, bool (*test)(json::Value)) {
  if (value.is_number()) return test(value);
  const json::Children<json::Value> elements = value.elements();
  const json::Children<json::Member> members = value.members();
  return std::any_of(elements.begin(), elements.end(), [&](json::Value each) { return any_number(each, test); }) ||
         std::any_of(members.begin(), members.end(), [&](json::Member each) { return any_number(each.value, test); });
}

// ---- simdjson --------------------------------------------------------------------------------------------------

/// What an element holds; its type was looked at before.
template <class T>
T held(dom::element element) {
  T value{};
  const simdjson::error_code error = element.get(value);
  return error == simdjson::SUCCESS ? value : T{};
}

bool same(json::Value ours, dom::element theirs);

bool same_array(json::Value ours, dom::array theirs) {
  auto their = theirs.begin();
  for (const json::Value element : ours.elements()) {
    if (!(their != theirs.end()) || !same(element, *their)) return false;
    ++their;
  }
  return !(their != theirs.end());
}

bool same_object(json::Value ours, dom::object theirs) {
  auto their = theirs.begin();
  for (const json::Member member : ours.members()) {
    if (!(their != theirs.end()) || member.name != their.key() || !same(member.value, their.value())) return false;
    ++their;
  }
  return !(their != theirs.end());
}

bool same(json::Value ours, dom::element theirs) {
  switch (theirs.type()) {
    case dom::element_type::ARRAY:
      return ours.is_array() && same_array(ours, held<dom::array>(theirs));
    case dom::element_type::OBJECT:
      return ours.is_object() && same_object(ours, held<dom::object>(theirs));
    case dom::element_type::INT64:
      return ours.is_number() && ours.as_int64() == held<std::int64_t>(theirs);
    case dom::element_type::UINT64:
      return ours.is_number() && ours.as_uint64() == held<std::uint64_t>(theirs);
    case dom::element_type::DOUBLE:
      return ours.is_number() && !ours.as_int64() && ours.as_double() == held<double>(theirs);
    case dom::element_type::STRING:
      return ours.is_string() && ours.as_string() == held<std::string_view>(theirs);
    case dom::element_type::BOOL:
      return ours.is_boolean() && ours.as_bool() == held<bool>(theirs);
    case dom::element_type::NULL_VALUE:
      return ours.is_null();
  }
  return false;
}

// ---- nlohmann --------------------------------------------------------------------------------------------------

bool same(json::Value ours, const nlohmann::json& theirs);

bool same_array(json::Value ours, const nlohmann::json& theirs) {
  if (!theirs.is_array() || ours.size() != theirs.size()) return false;
  auto their = theirs.begin();
  for (const json::Value element : ours.elements()) {
    if (!same(element, *their)) return false;
    ++their;
  }
  return true;
}

/// nlohmann keeps no order, and of several members with one name the last: as find() does (AR-4).
bool same_object(json::Value ours, const nlohmann::json& theirs) {
  if (!theirs.is_object()) return false;
  for (const json::Member member : ours.members()) {
    const auto their = theirs.find(std::string(member.name));
    if (their == theirs.end() || !same(*ours.find(member.name), *their)) return false;
  }
  return ours.size() >= theirs.size();
}

bool same_number(json::Value ours, const nlohmann::json& theirs) {
  if (theirs.is_number_unsigned()) return ours.as_uint64() == theirs.get<std::uint64_t>();
  if (theirs.is_number_integer()) return ours.as_int64() == theirs.get<std::int64_t>();
  return theirs.is_number_float() && ours.as_double() == theirs.get<double>();
}

bool same(json::Value ours, const nlohmann::json& theirs) {
  switch (ours.kind()) {
    case json::Kind::kNull:
      return theirs.is_null();
    case json::Kind::kBoolean:
      return theirs.is_boolean() && theirs.get<bool>() == ours.as_bool();
    case json::Kind::kNumber:
      return same_number(ours, theirs);
    case json::Kind::kString:
      return theirs.is_string() && theirs.get_ref<const std::string&>() == ours.as_string();
    case json::Kind::kArray:
      return same_array(ours, theirs);
    case json::Kind::kObject:
      return same_object(ours, theirs);
  }
  return false;
}

/// What nlohmann takes otherwise than RFC 8259 says: it passes over a byte order mark, and a NUL between two tokens
/// ends its text.
bool nlohmann_differs(std::string_view text) {
  return text.starts_with('\xef') || text.find('\0') != std::string_view::npos;
}

}  // namespace

std::string law_agrees_with_simdjson(std::string_view text) {
  json::Reader reader(wide_limits());
  const bool valid = reader.read(text);
  dom::parser parser;
  dom::element theirs;
  const simdjson::error_code error = parser.parse(text.data(), text.size()).get(theirs);
  if (error == simdjson::DEPTH_ERROR) return "";  // its limit is 1024 levels
  if (valid && error == simdjson::NUMBER_ERROR && any_number(reader.value(), is_beyond_simdjson)) return "";
  if (valid == (error != simdjson::SUCCESS)) {
    return detail::broken(std::string("simdjson says «") + simdjson::error_message(error) + "» and the reader " +
                              detail::outline(reader.error()),
                          text);
  }
  if (valid && !same(reader.value(), theirs)) return detail::broken("simdjson reads another value", text);
  return "";
}

std::string law_agrees_with_nlohmann(std::string_view text) {
  if (nlohmann_differs(text)) return "";
  json::Reader reader(wide_limits());
  const bool valid = reader.read(text);
  nlohmann::json theirs;
  std::string error;
  try {
    theirs = nlohmann::json::parse(text);
  } catch (const nlohmann::json::out_of_range& overflow) {
    if (valid && any_number(reader.value(), is_beyond_double)) return "";
    error = overflow.what();
  } catch (const nlohmann::json::exception& refusal) {
    error = refusal.what();
  }
  if (valid != error.empty()) {
    return detail::broken("nlohmann says «" + error + "» and the reader " + detail::outline(reader.error()), text);
  }
  if (valid && !same(reader.value(), theirs)) return detail::broken("nlohmann reads another value", text);
  return "";
}

}  // namespace acode::test
