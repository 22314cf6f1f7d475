// Places inside a value: JSON Pointer (RFC 6901), and the spelling people prefer.
//
//   acode::json::Pointer where;                       // the root
//   where.push("items"); where.push(2); where.push("name");
//   where.text();      // "/items/2/name"
//   where.dotted();    // "items[2].name"
//   where.resolve(root);                              // the value there, or nothing
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "acode/error.h"
#include "acode/json/value.h"

namespace acode::json {

/// A place inside a value: the steps from its root (RFC 6901).
class Pointer {
 public:
  /// One step down: the name of a member, or the position of an element.
  using Step = std::variant<std::string, std::size_t>;

  Pointer() = default;

  /// Reads "/items/2/name". A step of digits fits an array's position and an object's name alike. The text must be
  /// empty or begin with '/', and '~' must be followed by 0 or 1; if not, the error says where.
  static Result<Pointer> parse(std::string_view text);

  /// One step further down, to the member with this name.
  void push(std::string_view name) { steps_.emplace_back(std::string(name)); }
  /// One step further down, to the element at this position.
  void push(std::size_t position) { steps_.emplace_back(position); }
  /// One step back up. Only where there are steps.
  void pop() { steps_.pop_back(); }
  /// The way from the root.
  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }

  /// The value at this place, or nothing if there is none.
  [[nodiscard]] std::optional<Value> resolve(Value root) const;

  /// RFC 6901: "" is the root, '~' is written ~0 and '/' ~1.
  [[nodiscard]] std::string text() const;

  /// "items[2].name"; names that are not plain words are written ["a b"]; the root is "$".
  [[nodiscard]] std::string dotted() const;

 private:
  std::vector<Step> steps_;
};

}  // namespace acode::json
