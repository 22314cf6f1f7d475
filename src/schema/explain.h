// The words of a validation error (SC-4): what was expected, what was there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/pointer.h"
#include "schema/checker.h"
#include "schema/program.h"

namespace acode::schema::detail {

/// "integer", "string or null", "any value".
std::string type_words(std::uint8_t types);

/// A value on one line, shortened: `"abc"`, `12`, `{"a":1,…}`.
std::string short_text(json::Value value);

/// A text as a JSON string, quotes included.
std::string quoted(std::string_view text);

/// Kind and value: `string "abc"`, `integer 12`, `array of 3 elements`.
std::string actual_words(json::Value value);

/// Collects findings while a checker goes through a value.
class Reporter {
 public:
  Reporter(const Program& program, std::size_t most) : program_(program), most_(most) {}

  /// For a branch: begins where another one is.
  Reporter(const Program& program, const Reporter& outer) : program_(program), most_(outer.most_), path_(outer.path_) {}

  [[nodiscard]] bool full() const { return findings_.size() >= most_; }
  std::vector<Finding> take() { return std::move(findings_); }

  /// Into a child of the value at hand, and back.
  void enter(std::string_view name) { path_.push(name); }
  void enter(std::size_t position) { path_.push(position); }
  void leave() { path_.pop(); }

  // Each of these is one thing that does not fit. `node` is the schema that asks for it.
  void never(NodeId node, json::Value value);
  void too_much(NodeId node, json::Value value);
  void type(NodeId node, json::Value value);
  void not_among(NodeId node, json::Value value, const ValueSet& set);
  void number(NodeId node, json::Value value, std::string_view keyword);
  void length(NodeId node, json::Value value, std::uint64_t length, std::string_view keyword);
  void pattern(NodeId node, json::Value value, bool gave_up);
  void format(NodeId node, json::Value value, std::string_view name);
  void size(NodeId node, json::Value value, std::string_view keyword);
  void unique(NodeId node, json::Value value);
  void contains(NodeId node, json::Value value, std::uint64_t count);
  void extra_item(NodeId node, std::size_t position, json::Value element);
  void missing(NodeId node, json::Value object, std::string_view name);
  void extra(NodeId node, const json::Member& member, std::string_view keyword, bool by_us);
  void name(NodeId node, const json::Member& member);
  void depends(NodeId node, json::Value object, std::string_view because, std::string_view name);
  void several(NodeId node, json::Value value, std::size_t held);
  void negated(NodeId node, json::Value value);

  /// None of some branches holds; for each of them, why.
  void branches(NodeId node, json::Value value, std::string_view keyword,
                const std::vector<std::vector<Finding>>& reasons);

 private:
  void add(NodeId node, json::Value value, std::string_view keyword, std::string expected, std::string actual,
           std::string message);
  [[nodiscard]] std::string setting(NodeId node, std::string_view keyword) const;

  const Program& program_;
  std::size_t most_;
  json::Pointer path_;
  std::vector<Finding> findings_;
};

}  // namespace acode::schema::detail
