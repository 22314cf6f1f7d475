// What the model meant: values whose type is wrong and whose meaning is plain, made to fit the schema (CO-1 to CO-4).
//
//   acode::coerce::Coerced coerced = acode::coerce::coerce(schema, arguments);
//   if (coerced.fits()) run(coerced.value());
//   std::cerr << acode::coerce::joined(coerced.changes());     // count: string "42" converted to integer 42
//
// Only toward what the schema asks, only where it is not satisfied, only when nothing is lost: a value that fits is never
// changed, a number never becomes a string, and a change after which its place does not fit is taken back. Where the
// schema has alternatives, the one that needs the least is taken. The validator has the final word: fits() is its verdict.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/pointer.h"
#include "acode/json/value.h"
#include "acode/schema/schema.h"

namespace acode::coerce {

/// How far coercion may go (CO-3).
enum class Level : std::uint8_t {
  kOff,         ///< nothing is changed
  kSafe,        ///< what is plain and loses nothing
  kAggressive,  ///< also: names that differ in case or `_` and `-`, unknown properties dropped, defaults filled in
};

/// "off", "safe", "aggressive".
std::string_view level_name(Level level);
/// The level with this name, or nothing.
std::optional<Level> level_from_name(std::string_view name);

/// One value that was changed.
struct Change {
  json::Pointer where;  ///< in the value that was given
  std::string rule;     ///< "string_to_number", "json_in_string" … (rules() lists them)
  std::string message;  ///< for a person, with the path: `count: string "42" converted to integer 42`
};

/// A value after coercion.
class Coerced {
 public:
  /// The value, changed where that helped. Unchanged it is the one that was given, and lives as long as that.
  [[nodiscard]] json::Value value() const { return value_; }

  /// Whether it fits the schema now.
  [[nodiscard]] bool fits() const { return fits_; }

  /// Whether anything was changed.
  [[nodiscard]] bool changed() const { return !changes_.empty(); }
  /// What was changed, in order.
  [[nodiscard]] const std::vector<Change>& changes() const { return changes_; }

 private:
  friend class Coercer;
  explicit Coerced(json::Value value) : value_(value) {}

  json::Value value_;
  bool fits_ = false;
  std::vector<Change> changes_;
  std::shared_ptr<const json::Document> document_;  // if it was changed
};

/// Makes a value fit a schema as far as that is plain.
Coerced coerce(const schema::Schema& schema, json::Value value, Level level = Level::kSafe);

/// For arguments without a schema: the strings "true", "false" and "null" are promoted (CO-2), nothing else is touched.
Coerced coerce_without_schema(json::Value value, Level level = Level::kSafe);

/// All messages, joined with `; ` (CO-4).
std::string joined(const std::vector<Change>& changes);

/// One way of changing a value.
struct RuleInfo {
  std::string_view name;     ///< as Change::rule has it
  Level level;               ///< from which on it is used
  std::string_view summary;  ///< what it does, in a line
};

/// The rules there are, in the order in which they are tried.
std::span<const RuleInfo> rules();

}  // namespace acode::coerce
