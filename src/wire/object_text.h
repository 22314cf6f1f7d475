// Writes a JSON object member by member.
//
//   ObjectText().string("role", "assistant").number("index", 0).json("input", "{}").take()
//   // {"role":"assistant","index":0,"input":{}}
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace acode::wire::detail {

class ObjectText {
 public:
  ObjectText& string(std::string_view name, std::string_view characters);
  ObjectText& number(std::string_view name, std::uint64_t number);
  ObjectText& integer(std::string_view name, std::int64_t number);
  ObjectText& boolean(std::string_view name, bool value) { return json(name, value ? "true" : "false"); }
  /// A value that is JSON already.
  ObjectText& json(std::string_view name, std::string_view text);

  /// The object, closed.
  std::string take() { return std::move(text_ += '}'); }

 private:
  void name(std::string_view name);

  std::string text_ = "{";
};

/// `[a,b]`.
std::string array_text(const std::vector<std::string>& elements);

/// A string as JSON; null if it is empty.
std::string string_or_null(std::string_view characters);

}  // namespace acode::wire::detail
