// Members of a request by their kinds, and the place of the one that is wrong.
#include "wire/request_reading.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace acode::wire::detail {
namespace {

using json::Kind;
using json::Value;

std::string with_article(Kind kind) {
  if (kind == Kind::kNull) return "null";
  const bool vowel = kind == Kind::kArray || kind == Kind::kObject;
  return (vowel ? "an " : "a ") + std::string(json::kind_name(kind));
}

// What stands there, in a few words: a word that is not known is shown itself.
std::string found_text(Value value) {
  constexpr std::size_t kLongest = 40;
  const std::string_view text = value.as_string();
  const bool is_word =
      !text.empty() && text.size() <= kLongest && text.find_first_of("\"\n\r\t") == std::string_view::npos;
  return is_word ? '"' + std::string(text) + '"' : with_article(value.kind());
}

// Takes the step from a container down to the child that a value stands in, or is.
Value step_down(Value container, Value target, json::Pointer& path) {
  Value child = container;
  std::size_t position = 0;
  std::size_t found = 0;
  for (const Value element : container.elements()) {
    if (element.index() > target.index()) break;
    child = element;
    found = position++;
  }
  if (container.is_array()) path.push(found);
  std::string_view name;
  for (const json::Member member : container.members()) {
    if (member.value.index() > target.index()) break;
    child = member.value;
    name = member.name;
  }
  if (container.is_object()) path.push(name);
  return child;
}

json::Pointer path_to(Value root, Value target) {
  json::Pointer path;
  for (Value at = root; at.index() < target.index();) {
    const Value child = step_down(at, target, path);
    if (child.index() == at.index()) break;
    at = child;
  }
  return path;
}

// The value in words: `"stop"`, `an element of "stop"`, `a request`.
std::string subject_of(const json::Pointer& path) {
  const auto& steps = path.steps();
  const auto named = std::find_if(steps.rbegin(), steps.rend(), [](const json::Pointer::Step& step) {
    return std::holds_alternative<std::string>(step);
  });
  if (named == steps.rend()) return "a request";
  return (named == steps.rbegin() ? "\"" : "an element of \"") + std::get<std::string>(*named) + '"';
}

// A whole number, also if it is written 16.0.
template <class Integer>
std::optional<Integer> whole(Value value, std::optional<Integer> exact) {
  constexpr double kBound = 9007199254740992.0;
  if (exact || !value.is_number()) return exact;
  const double number = value.as_double();
  const bool fits =
      std::floor(number) == number && std::abs(number) < kBound && (std::is_signed_v<Integer> || number >= 0);
  return fits ? std::optional(static_cast<Integer>(number)) : std::nullopt;
}

}  // namespace

std::optional<Value> RequestReading::any(Value object, std::string_view name) {
  const auto found = object.find(name);
  return found && !found->is_null() ? found : std::nullopt;
}

std::string RequestReading::text(Value object, std::string_view name) {
  const auto found = any(object, name);
  if (found && !found->is_string()) wrong(*found, "a string");
  return found ? std::string(found->as_string()) : std::string();
}

std::optional<bool> RequestReading::flag(Value object, std::string_view name) {
  const auto found = any(object, name);
  if (!found) return std::nullopt;
  if (found->is_boolean()) return found->as_bool();
  wrong(*found, "true or false");
  return std::nullopt;
}

std::optional<double> RequestReading::number(Value object, std::string_view name) {
  const auto found = any(object, name);
  if (!found) return std::nullopt;
  if (found->is_number() && std::isfinite(found->as_double())) return found->as_double();
  wrong(*found, "a number");
  return std::nullopt;
}

std::optional<std::uint64_t> RequestReading::count(Value object, std::string_view name) {
  const auto found = any(object, name);
  if (!found) return std::nullopt;
  const auto read = whole<std::uint64_t>(*found, found->as_uint64());
  if (!read) wrong(*found, "a whole number, 0 or more");
  return read;
}

std::optional<std::int64_t> RequestReading::integer(Value object, std::string_view name) {
  const auto found = any(object, name);
  if (!found) return std::nullopt;
  const auto read = whole<std::int64_t>(*found, found->as_int64());
  if (!read) wrong(*found, "a whole number");
  return read;
}

std::optional<Value> RequestReading::object(Value object, std::string_view name) {
  const auto found = any(object, name);
  if (!found || found->is_object()) return found;
  wrong(*found, "an object");
  return std::nullopt;
}

std::optional<Value> RequestReading::array(Value object, std::string_view name) {
  const auto found = any(object, name);
  if (!found || found->is_array()) return found;
  wrong(*found, "an array");
  return std::nullopt;
}

void RequestReading::wrong(Value value, std::string_view expected) {
  if (error_) return;
  const json::Pointer path = path_to(root_, value);
  std::string found = found_text(value);
  refuse(path, subject_of(path) + " must be " + std::string(expected) + ", not " + found, expected);
  error_->found = std::move(found);
}

void RequestReading::missing(Value object, std::string_view name, std::string_view expected) {
  if (error_) return;
  json::Pointer path = path_to(root_, object);
  path.push(name);
  refuse(path, subject_of(path) + " is missing; it must be " + std::string(expected), expected);
}

void RequestReading::refuse(const json::Pointer& path, std::string message, std::string_view expected) {
  error_.emplace();
  error_->code = ErrorCode::kBadRequest;
  error_->message = std::move(message);
  error_->expected = expected;
  error_->path = path.text();
}

}  // namespace acode::wire::detail
