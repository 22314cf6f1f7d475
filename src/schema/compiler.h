// From a schema to a compiled one.
//
// Subschemas are compiled from a list of those still to be done, so that neither deep schemas nor long chains of
// references need a deep stack. One subschema of a document is one node, however often it is referred to; in strict mode
// it can be more, since a schema that is applied together with others (by `allOf`, say) may not be closed by itself, and
// one that only asks a question (`not`, `if`) asks it as it is written, with all that is in it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "acode/error.h"
#include "schema/atlas.h"
#include "schema/program.h"

namespace acode::schema::detail {

class Compiler {
 public:
  explicit Compiler(const CompileOptions& options) : options_(options), atlas_(options) {}

  Result<std::shared_ptr<const Program>> run(std::shared_ptr<const json::Document> document);

 private:
  /// How a subschema is applied: by itself, together with others to the same value, or as a part of a question.
  enum class Applied : std::uint8_t { kAlone, kTogether, kAsQuestion };

  struct Task {
    NodeId node;
    Location where;
    Applied applied;
  };

  /// What is being compiled.
  struct Here {
    NodeId id;
    const Location& where;
    const Dialect& dialect;
    Applied applied;
    Node node{};
    json::Value keyword;  // the value of the keyword at hand

    // `if`, `then`, `else` and the keywords of `items` and `contains` depend on each other.
    std::optional<json::Value> then{}, otherwise{}, additional_items{}, items{};
    bool nullable = false;
  };

  /// What a dynamic reference looks for in the resources on the way.
  struct DynamicTarget {
    std::string name;
    Applied applied;
    std::uint32_t resources = 0;  // so many have been looked into
  };

  using Handler = void (Compiler::*)(Here&);
  enum class Vocabulary : std::uint8_t { kAlways, kApplicators, kUnevaluated, kValidation };
  struct Keyword {
    std::string_view name;
    Handler handler;
    unsigned drafts;
    Vocabulary vocabulary;
  };
  static const Keyword* find_keyword(std::string_view name);
  static bool counts(const Keyword& keyword, const Dialect& dialect);

  // compiler.cc
  NodeId node_for(json::Value schema, const Here& around, Applied applied = Applied::kAlone);
  NodeId node_at(const Location& where, Applied applied);
  [[nodiscard]] Applied within(const Here& around, Applied applied) const;
  std::optional<Location> same_as(const Location& where);
  void compile(const Task& task);
  void finish(Here& here);
  void add_candidates();
  void fail(const Here& here, std::string message);
  void fail(Error error);
  void warn(const Here& here, std::string message);
  [[nodiscard]] std::string path_of(const Location& where, json::Value at) const;

  // compile_values.cc: type, enum, numbers, strings.
  void type(Here& here);
  void nullable(Here& here);
  void enumeration(Here& here);
  void constant(Here& here);
  void minimum(Here& here);
  void maximum(Here& here);
  void exclusive_minimum(Here& here);
  void exclusive_maximum(Here& here);
  void multiple_of(Here& here);
  void min_length(Here& here);
  void max_length(Here& here);
  void pattern(Here& here);
  void format(Here& here);
  std::uint8_t type_bits(Here& here, json::Value name);
  std::uint32_t add_values(std::vector<json::Value> values, bool is_const);
  std::optional<Bound> bound(Here& here);
  std::uint64_t count(Here& here);
  std::uint32_t pattern_for(Here& here, std::string_view text);
  NumberRule& number(Here& here);
  StringRule& string(Here& here);

  // compile_containers.cc: arrays and objects.
  void min_items(Here& here);
  void max_items(Here& here);
  void unique_items(Here& here);
  void prefix_items(Here& here);
  void items(Here& here);
  void additional_items(Here& here);
  void contains(Here& here);
  void min_contains(Here& here);
  void max_contains(Here& here);
  void unevaluated_items(Here& here);
  void min_properties(Here& here);
  void max_properties(Here& here);
  void properties(Here& here);
  void required(Here& here);
  void pattern_properties(Here& here);
  void additional_properties(Here& here);
  void property_names(Here& here);
  void unevaluated_properties(Here& here);
  void dependencies(Here& here);
  void dependent_required(Here& here);
  void dependent_schemas(Here& here);
  void finish_items(Here& here);
  bool names(Here& here, json::Value list, std::vector<std::string_view>& out);
  std::uint32_t property_index(ObjectRule& rule, std::string_view name);
  ArrayRule& array(Here& here);
  ObjectRule& object(Here& here);

  // compile_logic.cc: references and combinations.
  void ref(Here& here);
  void dynamic_ref(Here& here);
  void recursive_ref(Here& here);
  void dynamic(Here& here, const Location& target, const std::string& name);
  void all_of(Here& here);
  void any_of(Here& here);
  void one_of(Here& here);
  void negation(Here& here);
  void condition(Here& here);
  void then_schema(Here& here);
  void else_schema(Here& here);
  void definitions(Here& here);
  void identifier(Here& here);
  bool expect_schema(Here& here, json::Value value);
  std::vector<NodeId> schemas(Here& here, Applied applied);
  Logic& logic(Here& here);

  // linker.cc: what can only be done when all nodes are there.
  std::vector<NodeId> order_nodes();
  void fail_at(NodeId id, ErrorCode code, std::string message);
  void close_objects(const std::vector<NodeId>& order);
  void close(Node& node);
  void index_properties();

  const CompileOptions& options_;
  Atlas atlas_;
  std::shared_ptr<Program> program_;
  std::vector<Task> tasks_;
  std::unordered_map<std::uint64_t, NodeId> nodes_;  // document, index and Applied
  std::unordered_map<std::string_view, std::uint32_t> patterns_;
  std::unordered_map<std::string_view, std::uint32_t> property_slots_;  // of the object at hand, if it has many
  std::uint32_t slots_of_ = kNone;
  std::vector<DynamicTarget> dynamic_targets_;                            // one for each of Program::dynamic_refs
  std::map<std::pair<NodeId, std::string>, std::uint32_t> dynamic_refs_;  // by target and name
  std::vector<NodeId> alone_;  // strict mode: nodes that may have to be closed
  std::optional<Error> error_;
};

}  // namespace acode::schema::detail
