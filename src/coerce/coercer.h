// The search for the least that makes a value fit.
//
// From the outside in: a value that fits is left alone. Otherwise what is inside it is mended first, part by part; if that
// is not enough, the rules (rule.h) propose other values, and what they propose is mended in turn. A proposal that does
// not lead to a value that fits is taken back with all that was done for it. What was mended inside stays, even where the
// whole cannot be made to fit: each of these changes makes its own place right.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "acode/coerce/coerce.h"
#include "coerce/rule.h"
#include "schema/checker.h"
#include "schema/program.h"

namespace acode::coerce {

class Coercer {
 public:
  Coercer(const schema_detail::Program& program, Level level) : program_(program), level_(level) {}

  Coerced run(json::Value value);

  /// CO-2: without a schema.
  static Coerced promote(json::Value value, Level level);

 private:
  using NodeId = schema_detail::NodeId;

  struct Outcome {
    json::Value value;
    bool fits;
  };

  struct Step {
    Change change;
    int cost;
  };

  /// Members or elements that are about to become a new container.
  struct Draft {
    std::string text;
    bool changed = false;
  };

  Outcome mend(NodeId id, json::Value value);
  Outcome try_rules(NodeId id, json::Value value);
  json::Value mend_inside(NodeId id, json::Value value);
  json::Value mend_parts(const schema_detail::Node& node, json::Value value);
  json::Value mend_branches(const std::vector<NodeId>& branches, json::Value value);
  json::Value mend_elements(const schema_detail::ArrayRule& rule, json::Value array);
  json::Value mend_members(const schema_detail::ObjectRule& rule, json::Value object);
  bool mend_member(const schema_detail::ObjectRule& rule, const json::Member& member, Draft& draft);
  bool left_out(const schema_detail::ObjectRule& rule, const json::Member& member, json::Value mended);
  json::Value mend_names(NodeId id, json::Value object);
  std::string_view meant_name(json::Value object, std::string_view name, const schema_detail::Finding& finding) const;
  [[nodiscard]] std::uint8_t wanted(NodeId id) const;

  json::Value store(const std::string& text);
  void note(std::string_view rule, std::string words, int cost);
  [[nodiscard]] int cost_since(std::size_t step) const;

  const schema_detail::Program& program_;
  Level level_;
  json::Pointer path_;
  std::vector<Step> steps_;
  std::vector<std::shared_ptr<const json::Document>> documents_;
  int depth_ = 0;
  int work_ = 0;
};

}  // namespace acode::coerce
