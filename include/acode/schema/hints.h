// What a schema knows, for the repair of a text that should fit it (RP-5).
//
//   acode::schema::SchemaHints hints(schema);
//   acode::json::Repair repair = acode::json::repair(text, {.hints = &hints});
//
// Where a broken text can be read in several ways, the one whose property names and types the schema expects wins.
#pragma once

#include <memory>

#include "acode/json/repair.h"
#include "acode/schema/schema.h"

namespace acode::schema {

/// Answers the questions of the tolerant reader from a schema. Made once for a schema, used for many texts, by many
/// threads; it must outlive the readers that ask it.
class SchemaHints final : public json::Hints {
 public:
  /// The schema need not outlive this.
  explicit SchemaHints(const Schema& schema);
  ~SchemaHints() override;
  SchemaHints(const SchemaHints&) = delete;
  SchemaHints& operator=(const SchemaHints&) = delete;

  [[nodiscard]] Place root() const override;
  [[nodiscard]] Place member(Place object, std::string_view name) const override;
  [[nodiscard]] Place element(Place array) const override;
  [[nodiscard]] unsigned expected_kinds(Place place) const override;
  [[nodiscard]] bool names_are_known(Place object) const override;
  [[nodiscard]] std::size_t listed(Place place, std::string_view text) const override;

 private:
  struct Map;
  std::unique_ptr<const Map> map_;
};

}  // namespace acode::schema
