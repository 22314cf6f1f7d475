// JSON Pointer: reading, writing, following.
#include "acode/json/pointer.h"

#include <algorithm>
#include <charconv>

#include "json/scan.h"

namespace acode::json {
namespace {

Error bad_pointer(std::string_view text, std::size_t offset, std::string message, std::string expected) {
  Error error;
  error.message = std::move(message);
  error.position = locate(text, offset);
  error.expected = std::move(expected);
  error.found = offset < text.size() ? "'" + std::string(1, text[offset]) + "'" : "the end of the text";
  return error;
}

// A position as RFC 6901 writes it: digits without a leading zero.
std::optional<std::size_t> position_of(std::string_view name) {
  if (name.empty() || (name.size() > 1 && name[0] == '0')) return std::nullopt;
  std::size_t position = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), position);
  if (error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  return position;
}

std::string escape_step(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

std::string name_of(const Pointer::Step& step) {
  if (const auto* name = std::get_if<std::string>(&step)) return *name;
  return std::to_string(std::get<std::size_t>(step));
}

std::optional<Value> follow(Value value, const Pointer::Step& step) {
  if (value.is_object()) return value.find(name_of(step));
  if (!value.is_array()) return std::nullopt;
  if (const auto* position = std::get_if<std::size_t>(&step)) return value.at(*position);
  const auto position = position_of(std::get<std::string>(step));
  return position ? value.at(*position) : std::nullopt;
}

bool is_plain_word(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; };
  return !name.empty() && letter(name[0]) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || detail::is_digit(c) || c == '-'; });
}

}  // namespace

Result<Pointer> Pointer::parse(std::string_view text) {
  Pointer pointer;
  if (text.empty()) return pointer;
  if (text[0] != '/') return bad_pointer(text, 0, "a JSON Pointer begins with '/'", "'/'");
  std::string name;
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '/') {
      pointer.push(name);
      name.clear();
    } else if (text[at] != '~') {
      name += text[at];
    } else {
      ++at;
      const char c = at < text.size() ? text[at] : '\0';
      if (c != '0' && c != '1') return bad_pointer(text, at, "'~' must be followed by 0 or 1", "'0' or '1'");
      name += c == '0' ? '~' : '/';
    }
  }
  pointer.push(name);
  return pointer;
}

std::optional<Value> Pointer::resolve(Value root) const {
  std::optional<Value> value = root;
  for (const Step& step : steps_) {
    value = follow(*value, step);
    if (!value) return std::nullopt;
  }
  return value;
}

std::string Pointer::text() const {
  std::string out;
  for (const Step& step : steps_) out += "/" + escape_step(name_of(step));
  return out;
}

std::string Pointer::dotted() const {
  if (steps_.empty()) return "$";
  std::string out;
  for (const Step& step : steps_) {
    if (const auto* position = std::get_if<std::size_t>(&step)) {
      out += "[" + std::to_string(*position) + "]";
      continue;
    }
    const auto& name = std::get<std::string>(step);
    if (is_plain_word(name)) {
      if (!out.empty()) out += '.';
      out += name;
    } else {
      out += "[\"" + name + "\"]";
    }
  }
  return out;
}

}  // namespace acode::json
